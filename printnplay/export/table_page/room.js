// A table in the local network: the server holds the position, and sends what this seat sees after each step.
const roomKey = `printnplay-room:${location.pathname}`;
const SILENCE = 45_000; // Milliseconds without a line, not even an empty one, after which the connection counts as lost.
const AGAIN = 1000; // Milliseconds until the page connects again.

function memory(name) { try { return localStorage.getItem(`${roomKey}${name}`) ?? ""; } catch { return ""; } }
function memorize(name, value) {
  // Private windows keep nothing: whoever closes one takes a new seat.
  try { if (value) localStorage.setItem(`${roomKey}${name}`, value); else localStorage.removeItem(`${roomKey}${name}`); } catch { /* See above. */ }
}
let token = memory("token"), host = memory("host"), over = false;
if (location.hash.length > 1) {
  // The secret of the host: out of the address, which the host may show to others.
  host = location.hash.slice(1);
  memorize("host", host);
  history.replaceState(null, "", location.pathname);
}
const credentials = () => ({ Authorization: `Bearer ${token}` });
async function post(path, content = {}) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", ...credentials() }, body: JSON.stringify(content) });
  return { ok: answer.ok, text: await answer.text(), status: answer.status };
}

function keep() { /* The server keeps the position. */ }
const told = document.querySelector(".hand").appendChild(made("p", { class: "told", "aria-hidden": "true" }));
function tell(text) { status.textContent = text; told.textContent = text; }

const waiting = [];
timeline = {
  at: null, past: [], future: [],
  // Sends a step; resolves when its position is here, with whether it was done.
  async act(action) {
    try {
      const { ok, text } = await post("step", action);
      if (!ok) { tell(words.late); show(); return false; }
      const { version } = JSON.parse(text);
      if (timeline.at.version < version) await new Promise((done) => { waiting.push({ version, done }); });
      return true;
    } catch { tell(words.lost); return false; }
  },
  look(pile) { return timeline.act({ type: "look", pile }); },
};

// Pictures come with the token of this seat, and the server gives those that it has seen.
const pictures = new CSSStyleSheet(), fetched = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pictures];
async function picturesOf(kinds) {
  const missing = kinds.flatMap(({ front, back }) => [front, back]).filter((address) => address && !fetched.has(address));
  await Promise.all(missing.map(async (address) => {
    fetched.add(address);
    try {
      const answer = await fetch(`picture/${address}`, { headers: credentials() });
      if (!answer.ok) throw new Error(answer.statusText);
      pictures.insertRule(`.side-${address}{background-image:url(${URL.createObjectURL(await answer.blob())})}`);
    } catch { fetched.delete(address); }
  }));
}

function receive(at) {
  if (at.over) return ended(at.over);
  const first = !timeline.at, moved = view.seat !== at.seat, before = timeline.at;
  Object.assign(timeline, { at, past: at.undo ? [0] : [] });
  view.seat = at.seat;
  if (view.held && !view.held.cards.every((card) => at.cards[card])) view.held = null;
  const dialog = document.querySelector("dialog[open]"), of = dialog?.dataset.of;
  if (of && !at.piles[of] && !at.tools[of] && !at.cards[of]) dialog.close();
  for (const name of ["new", "end"]) document.querySelector(`[data-do=${name}]`).hidden = !at.host;
  picturesOf([...Object.values(at.kinds), ...game.boards]);
  show();
  if (first || (before && before.players !== at.players)) fit();
  if (moved && !first) tell(said("you", { player: player(at.seat) }));
  const steps = before ? at.said.filter(({ version }) => version >= before.version) : [];
  if (steps.length) tell(steps.map(announced).join("; "));
  for (const each of waiting.filter(({ version }) => version <= at.version)) each.done(true);
  waiting.splice(0, waiting.length, ...waiting.filter(({ version }) => version > at.version));
}
function announced({ seat, what, place: where, to }) {
  return `${player(seat)}: ${said(what, to === null ? {} : { player: player(to) })}${where ? ` (${where})` : ""}`;
}

async function listen() {
  while (!over) {
    const stopping = new AbortController();
    try {
      const answer = await fetch("view", { headers: credentials(), signal: stopping.signal, cache: "no-store" });
      if (answer.status === 401) return ask();
      if (answer.status === 403) return ended(); // Another table is there now: to ask again would count as wrong codes.
      if (answer.ok) {
        sandbox.classList.remove("lost");
        await readLines(answer.body.getReader(), stopping);
      }
    } catch { /* The connection is lost. */ }
    if (over) return;
    sandbox.classList.add("lost");
    tell(words.lost);
    await new Promise((done) => { setTimeout(done, AGAIN); });
  }
}
async function readLines(reader, stopping) {
  const decoder = new TextDecoder();
  for (let rest = ""; ;) {
    const silence = setTimeout(() => { stopping.abort(); }, SILENCE);
    const { done, value } = await reader.read();
    clearTimeout(silence);
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop();
    const views = lines.filter((line) => line).map((line) => JSON.parse(line));
    if (views.length) receive(views.at(-1)); // The last one has it all.
  }
}

// A window that stays until it is answered.
function insist(title, ...content) {
  const dialog = open(title, content, "veil");
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); });
  dialog.querySelector(".close").remove();
  return dialog;
}
function ask(problem = "") {
  timeline.at = null;
  token = "";
  memorize("token", "");
  const input = made("input", { maxlength: "20", autocomplete: "nickname", value: memory("name") });
  const note = made("p", { role: "alert" }, problem);
  const dialog = insist(`${game.title} – ${words.join}`, made("form", {}, field(words.nickname, input), made("button", {}, words.join)), note);
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    memorize("name", input.value);
    try {
      const { ok, text } = await post("join", { name: input.value, host });
      if (!ok) { note.textContent = text === "full" ? words.full : text; return; }
      token = JSON.parse(text).token;
    } catch { note.textContent = words.lost; return; }
    memorize("token", token);
    dialog.close();
    listen();
  });
  input.focus();
}
function ended(why) {
  if (why === "freed") return ask(words.freed);
  over = true;
  memorize("token", "");
  memorize("host", "");
  insist(words.ended);
}

function starting() {
  const taken = now().taken.filter((each) => each).length;
  const buttons = game.players.filter((players) => players >= taken).map((players) => button(`${words.players}: ${players}`, () => { act({ type: "start", players }, words.new); }));
  open(words.new, [made("div", { class: "menu" }, ...buttons)]);
}
// The window of another seat: the host can free it.
function choose(seat) {
  if (!now().host || !now().taken[seat]) return;
  open(player(seat), [button(said("free", { player: player(seat) }), () => { post("free", { seat }); })]);
}
function invite() {
  const link = made("input", { readonly: true, value: location.href.split("#")[0] });
  link.addEventListener("focus", () => { link.select(); });
  const code = [];
  if (game.qr.length) {
    const side = game.qr.length + 8, drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const modules = game.qr.flatMap((row, y) => [...row].map((dark, x) => dark === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""));
    path.setAttribute("d", modules.join(""));
    drawn.setAttribute("viewBox", `0 0 ${side} ${side}`);
    drawn.setAttribute("class", "qr");
    drawn.setAttribute("aria-hidden", "true");
    drawn.append(path);
    code.push(drawn);
  }
  open(words.invite, [field(words.link, link), ...code]);
}
function ending() {
  open(words.end, [button(words.end, () => { post("end"); })]);
}
Object.assign(DO, { new: starting, undo: () => { act({ type: "undo" }, words.undo); }, invite, end: ending });

for (const name of ["new", "end"]) document.querySelector(`[data-do=${name}]`).hidden = true;
if (token) listen();
else ask();
