// The table that is open, and its edits: each is one of the file, and one step to undo.

import { get, inGame, plainName, post, shared } from "./api.js";
import { _ } from "./words.js";

export const section = document.getElementById("table");
export const $ = (name) => section.querySelector(`[data-name="${name}"]`);

// Rows that are shown at first: more of them make the page slow. A guess.
export const MOST = 500;

export const deck = {
  game: "",
  tables: [],
  file: null, // the entry of `tables` that is open
  table: null, // its cells as the server knows them
  faults: new Map(), // by row and column
  view: [], // the indexes of the rows that are shown
  most: MOST,
  active: { row: 0, column: 0 },
  anchor: null, // the other corner of the marked cells
  selected: new Set(),
  named: new Set(), // the ids of cards that got another name here
  added: new Set(), // new rows are shown, whatever the filter
  fresh: -1, // the new row that has not been left: its empty cells are no faults yet
  spare: null, // the cells of the fresh row, if Enter after the last card has added it
  editing: null,
  shape: 0, // counts the edits after which rows have other indexes
  written: new Map(), // the cells that were written, each with the time of that: what was asked before tells old faults
  waiting: 0, // the number of edits that are not done
  writes: Promise.resolve(), // edits run one after another: each is of the file that the one before has made
  show: () => null, // shows what has changed
  add: () => Promise.resolve(false), // adds a card after the active one, and goes to a column of it; resolves to whether it did
  went: () => null, // shows what belongs to the active cell
};

export async function ask(tag) {
  const asked = performance.now();
  const about = await get(`${inGame("table")}?${new URLSearchParams({ file: deck.file.file, sheet: deck.file.sheet, tag })}`);
  return about && { ...about, asked };
}

// Take the cells from the server; without `rows`, they are as before.
export function take(about) {
  const before = deck.table;
  deck.table = about.rows || !before ? about : { ...about, rows: before.rows, numbers: before.numbers };
  deck.faults = new Map();
  for (const fault of deck.table.faults ?? []) {
    const place = `${fault.row},${fault.column}`;
    deck.faults.set(place, [...(deck.faults.get(place) ?? []), fault]);
  }
  if (about.rows && before?.rows) follow(before.rows, about.rows);
  deck.active.row = Math.max(0, Math.min(deck.active.row, (deck.table.rows?.length ?? 1) - 1));
  deck.active.column = Math.max(0, Math.min(deck.active.column, (deck.table.columns?.length ?? 1) - 1));
  deck.show();
}

// Another program may have moved rows: the selection and the open editor stay with theirs.
function follow(old, rows) {
  if (old.length === rows.length && old.every((row, at) => alike(row, rows[at]))) return;
  const now = (at) => (alike(old[at], rows[at]) ? at : rows.findIndex((row) => alike(row, old[at])));
  const isShort = old.length === rows.length && old.filter((row, at) => !alike(row, rows[at])).length < 2;
  if (!isShort) {
    deck.shape += 1;
    deck.selected = new Set([...deck.selected].map(now).filter((at) => at >= 0));
    deck.added = new Set();
    deck.fresh = -1;
    deck.written.clear();
    deck.anchor = null;
  }
  if (!deck.editing) return;
  const at = isShort ? deck.editing.row : now(deck.editing.row);
  if (at >= 0) { deck.editing.row = at; deck.editing.shape = deck.shape; return; }
  const typed = deck.editing.control.value;
  deck.editing = null;
  say(_("The card that you were changing is not in the file any more. Not written: {text}", { text: typed }), "bad");
}

export const alike = (one, other) => one !== undefined && other !== undefined && one.length === other.length && one.every((cell, at) => cell === other[at]);

// Writing

export const isFixed = () => shared.readOnly || !deck.table || Boolean(deck.table.fixed || deck.table.broken);

// Do something after all edits before it, so that it sees the file that they have made; at once if there are none, so
// that a request is on its way while the page draws the cell.
export function inTurn(work) {
  const doing = deck.waiting ? deck.writes.then(work) : work();
  deck.waiting += 1;
  deck.writes = doing.then(() => null, () => null).then(() => { deck.waiting -= 1; });
  return doing;
}

// Take the cells that an edit has set; most are shown already.
function setCells({ cells, ...own }) {
  const { rows } = Object.assign(deck.table, own);
  const others = cells.filter(({ row, column, text }) => rows[row][column] !== text);
  for (const { row, column, text } of others) rows[row] = rows[row].with(column, text);
  if (others.length) deck.show();
}

// Write an edit; resolves to whether it was written.
export function write(edit, typed = "") {
  const made = deck.shape;
  const asked = deck.file;
  const places = (edit.cells ?? []).map(({ row, column }) => `${row},${column}`);
  const note = (time) => { for (const place of places) deck.written.set(place, time); };
  note(Infinity);
  return inTurn(async () => {
    note(performance.now()); // for those that are refused; others are noted once they are written
    if (asked !== deck.file || made !== deck.shape) { say(typed ? _("The rows have moved meanwhile: do it again. Not written: {text}", { text: typed }) : _("The rows have moved meanwhile: do it again."), "bad"); return false; }
    const told = await post(inGame("table"), { file: deck.file.file, tag: deck.table.tag, edit });
    if (asked !== deck.file) return false;
    if (!told.error) note(performance.now());
    else {
      const about = await ask("").catch(() => null);
      if (about && asked === deck.file) take(about);
      say([told.error, told.help].filter(Boolean).join(": ") + (typed && `. ${_("Not written: {text}", { text: typed })}`), "bad");
      return false;
    }
    // Without its last row, a table has the others where they were.
    const isLast = edit.do === "delete" && edit.rows.every((row) => row === deck.table.rows.length - 1);
    if (edit.do !== "set" && !isLast) { deck.shape += 1; deck.selected = new Set(); deck.added = new Set(); deck.fresh = -1; deck.anchor = null; deck.written.clear(); }
    const left = told.left.length ? `. ${_("The old id is still in {places}: change it there", { places: told.left.join(", ") })}` : "";
    say(`${_("Saved in {files}", { files: told.files.join(", ") })}${left}`, left ? "bad" : "good");
    const { rows } = deck.table;
    for (const { row, column } of edit.cells ?? []) if (column === nameColumn()) deck.named.add(rows[row]?.[idColumn()]);
    if (told.set?.cells.every(({ row, column }) => rows[row]?.[column] !== undefined)) setCells(told.set);
    else {
      const table = told.table ?? await ask("");
      deck.table.rows = undefined; // those of our own edit need not be followed
      take({ ...table, asked: performance.now() });
    }
    if (deck.editing && edit.do === "set") deck.editing.shape = deck.shape;
    else if (deck.editing && !alike(rows[deck.editing.row], deck.table.rows[deck.editing.row])) deck.editing.stop();
    return true;
  });
}

export function put(cells, typed = "") {
  const changed = cells.filter(({ row, column, text }) => (deck.table.rows[row]?.[column] ?? "") !== text.trim());
  return changed.length ? write({ do: "set", cells: changed }, typed) : Promise.resolve(true);
}

export function say(message, kind = "") {
  const note = $("note");
  if (!note) return;
  note.textContent = message;
  note.className = `note ${kind}`;
}

export const step = (kind) => inTurn(async () => {
  const told = await post(inGame("step"), { do: kind });
  const about = await ask("").catch(() => null);
  if (about) take(about);
  if (told.error) say([told.error, told.help].filter(Boolean).join(": "), "bad");
  else say(kind === "undo" ? _("Undone: {what} in {file}", told) : _("Redone: {what} in {file}", told), "good");
});

// Return the ids after the names of cards that got another name here: by row, and none that is taken.
export function idsOfNames() {
  const [id, name] = [idColumn(), nameColumn()];
  const taken = new Set(deck.table.rows.map((row) => row[id]));
  const found = new Map();
  for (const [at, row] of deck.table.rows.entries()) {
    const made = id >= 0 && name >= 0 && deck.named.has(row[id]) ? plainName(row[name]) : "";
    if (made && !taken.has(made)) { taken.add(made); found.set(at, made); }
  }
  return found;
}

const nameColumn = () => deck.table.columns.findIndex((column) => ["name", "title"].includes(column.heading.split("@")[0]));
export const idColumn = () => deck.table.columns.findIndex((column) => column.name === "id");
export const nameOf = (row) => deck.table.rows[row]?.[idColumn()] || deck.table.rows[row]?.[nameColumn()] || _("row {number}", { number: deck.table.numbers[row] });
export const chosenRows = () => (deck.selected.size ? [...deck.selected].sort((one, other) => one - other) : deck.table.rows.length ? [deck.active.row] : []);

export const placeName = (row, column) => `cell ${row},${column}`;
export const faultsAt = (row, column) => (isUnwritten(row, column) || isOlder(row, column, deck.table.asked) ? [] : deck.faults.get(`${row},${column}`) ?? []);

// Whether a cell is empty in a new row that has not been left yet.
const isUnwritten = (row, column) => row >= 0 && row === deck.fresh && column >= 0 && !deck.table.rows?.[row]?.[column];

// Whether what was asked at a time tells nothing of a cell, which was written later.
const isOlder = (row, column, asked) => (deck.written.get(`${row},${column}`) ?? -1) >= asked;

// Whether a fault is about such a cell; `cell` is its place in a table of the deck, `asked` the time when it was asked for.
export function isTooEarly({ cell }, asked) {
  if (!cell?.at || cell.file !== deck.file?.path) return false;
  const { row, column } = cell.at;
  return isUnwritten(row, column) || isOlder(row, column, asked);
}

// The new row has been left: what it lacks is a fault from now on. If nothing was typed into one that Enter has added,
// the last card was the one before.
export function leaveRow() {
  if (deck.fresh < 0) return;
  const { fresh: row, spare } = deck;
  deck.fresh = -1;
  deck.spare = null;
  if (spare && alike(spare, deck.table?.rows?.[row])) { write({ do: "delete", rows: [row] }); return; }
  if (deck.table) deck.show();
  document.dispatchEvent(new CustomEvent("row-left"));
}
// A text that is not translated yet is nothing wrong.
export const wrongOf = (found) => found.filter((fault) => !fault.unwritten);
export const worst = (found) => (wrongOf(found).some((fault) => fault.severity === "error") ? "error" : wrongOf(found).length ? "warning" : "");
export const sayFaults = (found) => found.map((fault) => [fault.message, fault.help].filter(Boolean).join(" – ")).join("\n");

