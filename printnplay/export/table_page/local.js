// A table on one device: the players pass it on, and the browser keeps the position.
const seed = () => crypto.getRandomValues(new Int32Array(1))[0];
const storeKey = `printnplay-table:${game.id}:${game.version}`;

function keep() { try { localStorage.setItem(storeKey, JSON.stringify({ ...now(), seat: view.seat })); } catch { /* Private windows keep nothing. */ } }
function remembered() { try { return localStorage.getItem(storeKey) ?? ""; } catch { return ""; } }

function starting() {
  const buttons = game.players.map((players) => button(`${words.players}: ${players}`, () => {
    view.seat = 0;
    act({ type: "start", game, players, seed: seed() }, words.new);
    fit();
    veil(0);
  }));
  open(words.new, [made("div", { class: "menu" }, ...buttons)]);
}
// Hides the hand until the player whose it is has the device.
function veil(seat) {
  view.held = null;
  if (now().players < 2) { view.seat = seat; return show(); }
  strip.classList.add("veiled");
  view.seat = seat;
  const shown = button(words.show, () => { strip.classList.remove("veiled"); show(); strip.querySelector("button")?.focus(); });
  const dialog = open(said("veil", { player: player(seat) }), [shown], "veil");
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); });
  dialog.querySelector(".close").remove();
  show();
  shown.focus();
}
function changedPosition(label) {
  view.held = null;
  // After an undone start there may be fewer players: nobody may see another hand.
  if (view.seat >= now().players) veil(0);
  show();
  status.textContent = label;
}
// Shows the hand of another seat.
const choose = veil;
function save() {
  const link = made("a", { download: `${game.id}-table.json`, href: URL.createObjectURL(new Blob([JSON.stringify(now())], { type: "application/json" })) });
  link.click();
  setTimeout(() => { URL.revokeObjectURL(link.href); }, 10_000); // The download has begun by then.
}
document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file || file.size > 5_000_000) return; // A position has about 100 bytes for each card.
  const at = fitting(await file.text(), game);
  if (!at) return open(words.load, [made("p", {}, words.bad)]);
  timeline.past = [...timeline.past, timeline.at];
  timeline.future = [];
  timeline.at = at;
  fit();
  veil(0);
});

Object.assign(DO, {
  new: starting, undo: () => { timeline.undo(); changedPosition(words.undo); }, redo: () => { timeline.redo(); changedPosition(words.redo); },
  save, load: () => { document.getElementById("file").click(); }, pass: () => { veil((view.seat + 1) % now().players); },
});

const stored = fitting(remembered(), game);
timeline = new History(stored ?? begun(game, game.players[0], seed()));
view.seat = 0;
show();
fit();
if (stored && stored.hands.some((hand) => hand.length)) veil(0);
