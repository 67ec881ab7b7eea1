// Play: the game, dealt and played by its rules and drawn by its figure template.

import { el, inGame, keepPlace, post, shared } from "./api.js";
import { chosen } from "./build.js";
import { CardFace } from "./face.js";
import { roomBox } from "./room.js";
import { _, listed, ngettext, pgettext } from "./words.js";

const section = document.getElementById("play");
let told = null;
let step = 0;
let refused = null;

const language = () => shared.languages[0];
const ask = (said) => post(inGame("play"), { language: language(), ...said });

// The state is requested after all actions are answered, and discarded if another action has begun.
let acts = 0;
let acting = Promise.resolve();

export async function showPlay() {
  if (!shared.about.playable) { showFree(); return; }
  await acting;
  const before = acts;
  const answer = await ask({ do: "state" });
  if (acts !== before) return;
  told = answer;
  step = told.moves?.length ?? 0;
  if (told.cannot || told.error) section.replaceChildren(el("p", { className: "empty" }, told.cannot || told.error));
  else if (!told.dealt) showDeal();
  else showTable();
}

// Without rules, there is a table where everything is moved by hand.
function showFree() {
  told = null;
  section.replaceChildren(el("div", { className: "empty" },
    el("p", {}, _("This game has no rules that printnplay knows. Play it without them, and shuffle, deal, draw and move its cards yourselves:")),
    el("p", {}, el("a", { href: "#build", "data-name": "free table", onclick: () => { chosen.target = "table"; } }, _("Export a table, one file that any browser opens"))),
    roomBox()));
}

// A game that could not be played may have been fixed; a game in progress continues.
export async function renewPlay() {
  if (!told || told.cannot || told.error) await showPlay();
}

async function act(said) {
  acts += 1;
  const asked = ask(said);
  acting = asked.catch(() => null);
  const answer = await asked;
  if (answer.error) { say(answer.error); return; }
  told = answer;
  step = told.moves.length;
  refused = null;
  showTable();
}

function say(message) {
  const note = section.querySelector("[role=alert]") ?? section.appendChild(el("p", { className: "note bad", role: "alert" }));
  note.textContent = message;
}

const PLAYERS = { you: _("You"), random: _("Plays at random"), greedy: _("Takes what wins at once"), mcts: _("Searches") };

function showDeal() {
  const seats = el("div", { className: "deal" });
  const count = el("select", { onchange: fill }, told.counts.map((number) => el("option", { value: number }, ngettext("{number} player", "{number} players", number))));
  const seed = el("input", { type: "number", min: 0, value: 1 + Math.floor(Math.random() * 9999) });
  const variants = Object.entries(told.variants).map(([name, choices]) => [name, el("select", {}, choices.map((choice) => el("option", { value: choice }, choice)))]);
  function fill() {
    const before = [...seats.querySelectorAll("select")].map((choice) => choice.value);
    seats.replaceChildren(...Array.from({ length: Number(count.value) }, (__, seat) => {
      const chosen = before[seat] ?? (seat ? "greedy" : "you");
      const choice = el("select", {}, told.programs.map((name) => el("option", { value: name, selected: name === chosen }, PLAYERS[name] ?? name)));
      return el("label", { className: "seat" }, el("span", {}, _("Player {name}", { name: "abcdefgh"[seat] })), choice);
    }));
  }
  fill();
  const deal = el("button", { type: "button", className: "main", onclick: () => act({
    do: "new", seats: [...seats.querySelectorAll("select")].map((choice) => choice.value), seed: Number(seed.value),
    variants: Object.fromEntries(variants.map(([name, choice]) => [name, choice.value])),
  }) }, _("Deal"));
  const log = el("input", { type: "file", accept: ".json,.log", onchange: async () => act({ do: "load", log: await log.files[0].text() }) });
  section.replaceChildren(el("div", { className: "deal" },
    el("h2", {}, _("Play {title}", shared.about)),
    el("p", { className: "sub" }, _("Only moves that the rules allow can be made. Every other one says which rule forbids it.")),
    el("label", { className: "seat" }, el("span", {}, pgettext("of players", "Table")), count), seats,
    ...variants.map(([name, choice]) => el("label", { className: "seat" }, el("span", {}, name), choice)),
    el("label", { className: "seat" }, el("span", {}, _("Shuffle")), seed),
    el("div", { className: "row" }, deal), el("label", { className: "seat" }, el("span", {}, _("Or replay")), log)), roomBox());
}

const KEYS = new Set(["player"]);
export function moveText(words) {
  return Object.entries(words).filter(([key]) => !KEYS.has(key)).map(([key, word]) => `${key} ${word}`).join(", ");
}

function showTable() {
  const wasHere = section.contains(document.activeElement);
  keepPlace(section, document.getElementById("main"), layTable);
  // Restore the focus, so that the next move can be made by keyboard.
  if (wasHere && !section.contains(document.activeElement)) (section.querySelector(".moves button") ?? section.querySelector('[data-name="new game"]')).focus({ preventScroll: true });
}

function layTable() {
  const figure = el("div", { className: "figure", role: "img", "aria-label": step ? _("After: {move}", { move: moveText(told.moves[step - 1].words) }) : _("The deal") });
  drawFigure(figure, told.figure);
  const over = told.winners !== null;
  const head = over ? (told.winners.length ? _("Won by {names}", { names: listed(told.winners) }) : _("Won by nobody")) : _("Player {name} to move", { name: told.turn });
  const log = el("ol", { className: "log", start: 0 }, [null, ...told.moves].map((move, at) => el("li", {}, el("button", { type: "button", "aria-current": at === step, onclick: () => review(at, figure, log) },
    move ? `${move.words.player}: ${moveText(move.words)}` : _("the deal")))));
  section.replaceChildren(el("div", { className: "play" },
    el("div", {}, el("h2", { className: "unseen" }, _("The table")), figure, zones(), el("div", { className: "effects" }, rulesAtWork())),
    el("div", { className: "table-side" },
      el("p", { className: "turn", role: "status" }, head),
      over ? "" : el("h3", {}, ngettext("{number} legal move", "{number} legal moves", told.legal.length)), moves(),
      el("div", { className: "row" }, el("button", { type: "button", "data-name": "undo", onclick: () => act({ do: "undo" }) }, _("Take back")),
        el("button", { type: "button", onclick: why }, _("Why not …?")),
        el("button", { type: "button", "data-name": "new game", onclick: () => { told.dealt = false; showDeal(); } }, _("New game"))),
      el("div", { id: "why" }),
      el("h3", {}, _("Moves so far")), log,
      el("div", { className: "row" }, el("button", { type: "button", onclick: example }, _("Make this a worked example")),
        el("button", { type: "button", onclick: saveLog }, _("Save the log"))),
      el("div", { id: "example" }), el("p", { className: "note bad", role: "alert" }))));
  log.scrollTop = log.scrollHeight;
}

function drawFigure(place, svg) {
  const parsed = svg && new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  if (!parsed || parsed.localName !== "svg") { place.hidden = true; return; }
  place.hidden = false;
  const drawing = document.importNode(parsed, true);
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  drawing.setAttribute("style", "display:block;width:100%;height:auto;max-height:260px"); // the table below it is seen, too
  root.replaceChildren(drawing);
}

async function review(at, figure, log) {
  step = at;
  refused = null;
  for (const button of log.querySelectorAll("button")) button.removeAttribute("aria-current");
  log.querySelectorAll("button")[at].setAttribute("aria-current", "true");
  const answer = await ask({ do: "figure", step: at });
  drawFigure(figure, answer.figure);
  section.querySelector(".effects").replaceChildren(...rulesAtWork());
}

// Return the rules that took effect in the selected move.
function rulesAtWork() {
  const move = told.moves[step - 1];
  if (!move?.rules.length) return [];
  const rules = move.rules.map((rule, at) => el("li", {}, el("b", {}, `${rule} `), move.sentences[at]));
  return [el("h3", {}, _("Rules at work")), el("ul", { className: "sub" }, rules)];
}

// Return all legal moves, or those with a card of the hand.
function moves(card = "") {
  const list = el("div", { className: "moves", id: "moves" });
  for (const [at, move] of told.legal.entries()) {
    if (!card || move.card === card) list.append(el("button", { type: "button", "data-name": `move ${at}`, onclick: () => act({ do: "move", number: move.number }) }, moveText(move.words)));
  }
  return list;
}

async function why() {
  const { refused, error } = await ask({ do: "why" });
  if (error) { say(error); return; }
  // Sort rare reasons first: a rule that forbids few moves says more than one that forbids most.
  const often = new Map();
  for (const move of refused) often.set(move.rule, (often.get(move.rule) ?? 0) + 1);
  refused.sort((one, other) => often.get(one.rule) - often.get(other.rule));
  const list = el("div", { className: "moves" });
  const box = document.getElementById("why");
  const filter = el("input", { type: "search", placeholder: _("a card or a place"), "aria-label": _("Moves that are not legal"), oninput: fill });
  function fill() {
    const wanted = filter.value.toLowerCase();
    list.replaceChildren(...refused.filter((move) => moveText(move.words).toLowerCase().includes(wanted)).slice(0, 40).map((move) =>
      el("button", { type: "button", onclick: () => refuse(move) }, moveText(move.words), el("div", { className: "why" }, `${move.rule}: ${move.sentence}`))));
  }
  fill();
  box.replaceChildren(el("h3", {}, _("Not legal now")), filter, list);
}

async function refuse(move) {
  refused = move;
  const answer = await ask({ do: "refusal", number: move.number });
  if (answer.figure) drawFigure(section.querySelector(".figure"), answer.figure);
}

async function example() {
  const id = el("input", { type: "text", value: refused ? `refused-${step + 1}` : `played-${step}`, "aria-label": _("Id of the example") });
  const about = refused ? { refused: refused.number } : { step };
  const shown = el("pre", { tabIndex: 0 });
  const note = el("p", { className: "note", role: "status" });
  async function show() {
    const answer = await ask({ do: "example", ...about, id: id.value });
    shown.textContent = answer.error ?? answer.yaml;
  }
  id.addEventListener("change", show);
  const write = el("button", { type: "button", className: "main", disabled: shared.readOnly, onclick: async () => {
    const answer = await ask({ do: "write", ...about, id: id.value });
    note.textContent = answer.error ?? _("Written at the end of examples.yaml");
    note.className = answer.error ? "note bad" : "note good";
  } }, _("Write it"));
  const copy = el("button", { type: "button", onclick: () => navigator.clipboard.writeText(shown.textContent) }, _("Copy"));
  document.getElementById("example").replaceChildren(el("h3", {}, _("Worked example")), id, shown, el("div", { className: "row" }, write, copy), note);
  await show();
}

async function saveLog() {
  const { log } = await ask({ do: "log" });
  const link = el("a", { href: URL.createObjectURL(new Blob([log], { type: "application/json" })), download: `${shared.game}-game.json` });
  link.click();
  URL.revokeObjectURL(link.href);
}

// Return the table as the player to move sees it; hidden cards are face down.
function zones() {
  const faces = new Map(shared.about.faces.filter((face) => face.kind === "card").map((face) => [face.name, face]));
  const made = [], said = [];
  // Empty places and face-down cards have the size of the other cards.
  const { width = 63, height = 88 } = faces.values().next().value ?? {};
  section.style.setProperty("--card-width", width);
  section.style.setProperty("--card-height", height);
  for (const [name, zone] of Object.entries(told.zones)) {
    const words = wordsOf(zone, faces);
    if (words !== null) { if (words) said.push(el("span", {}, el("b", {}, `${name.replaceAll("_", " ")} `), words)); continue; }
    const shown = zoneOf(zone, faces);
    if (shown) made.push(el("div", { className: "zone" }, el("h3", {}, name.replaceAll("_", " ")), shown));
  }
  return el("div", { className: "zones" }, made, el("div", { className: "row sub" }, said));
}

// Return a zone without cards as text; null if it has cards.
function wordsOf(zone, faces) {
  if (zone === null || zone === undefined || zone === "") return "";
  if (typeof zone !== "object") return String(zone);
  const isCard = (word) => word === "?" || faces.has(String(word));
  if (Array.isArray(zone)) {
    if (zone.flat(Infinity).some(isCard)) return null;
    // Nested lists without cards are internal data of the rules, not on the table.
    return zone.some((word) => typeof word === "object") ? "" : zone.join(" ");
  }
  const parts = Object.entries(zone).map(([owner, part]) => [owner, wordsOf(part, faces)]);
  if (parts.some(([, words]) => words === null)) return null;
  return parts.filter(([, words]) => words).map(([owner, words]) => `${owner} ${words}`).join(", ");
}

function zoneOf(zone, faces) {
  if (zone === null || zone === "" || zone === undefined) return null;
  if (typeof zone !== "object") return el("span", {}, String(zone));
  if (Array.isArray(zone)) return zone.length ? pile(zone, faces) : null;
  const parts = Object.entries(zone);
  const isSquare = parts.length >= 9 && Math.sqrt(parts.length) % 1 === 0 && parts.every(([, part]) => Array.isArray(part));
  if (isSquare) {
    const side = Math.sqrt(parts.length);
    return el("div", { className: "square", style: { "grid-template-columns": `repeat(${side}, auto)` } },
      parts.map(([space, stack]) => el("span", { title: space }, stack.length ? cardOf(stack[stack.length - 1], faces) : space)));
  }
  const rows = parts.map(([owner, part]) => { const shown = zoneOf(part, faces); return shown && el("div", { className: "row" }, el("b", {}, owner), shown); }).filter(Boolean);
  return rows.length ? el("div", { className: "zones" }, rows) : null;
}

function pile(cards, faces) {
  const hidden = cards.filter((card) => card === "?").length;
  const open = cards.filter((card) => card !== "?");
  const shown = open.slice(-14).map((card) => cardOf(card, faces));
  if (hidden) shown.unshift(el("div", { className: "facedown" }, el("span", {}, hidden)));
  return el("div", { className: "pile" }, shown);
}

function choose(button, card) {
  const chosen = button.getAttribute("aria-pressed") !== "true";
  for (const other of section.querySelectorAll("button.inhand")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(chosen));
  document.getElementById("moves").replaceWith(moves(chosen ? card : ""));
}

function cardOf(id, faces) {
  const face = faces.get(String(id));
  if (!face) return el("span", {}, String(id));
  const shown = new CardFace();
  shown.plain = true;
  shown.show(face, language());
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", face.name);
  if (!told.legal.some((move) => move.card === String(id))) return shown;
  const button = el("button", { type: "button", className: "inhand", "aria-pressed": "false", title: _("Moves with {name}", face) }, shown);
  button.addEventListener("click", () => choose(button, String(id)));
  return button;
}
