// The cells of the table: by mouse and by keyboard, edited in place.

import { el, shared } from "./api.js";
import { $, MOST, alike, deck, faultsAt, isFixed, leaveRow, nameOf, placeName, put, say, sayFaults, section, step, worst, write } from "./deck.js";
import { _ } from "./words.js";

let drawn = { rows: new Map() }; // the elements, as long as the columns stay
let range = null; // the marked rectangle, while cells are marked
let leaving = false; // whether Tab leaves the table
let tabbed = null; // the column where Tab began, until something else moves
let coming = null; // the keys that are typed while a new card is on its way
const PAUSE = 1000; // milliseconds after which a key begins a new word, as in lists of Chromium

// Draw the rows that are shown. Elements stay where nothing changes: the layout of a large table takes long.
export function drawGrid() {
  const box = $("gridbox");
  const hadFocus = box.contains(document.activeElement);
  const fixed = String(isFixed());
  const headings = JSON.stringify([deck.table.columns, fixed, deck.file.file]);
  if (headings !== drawn.headings || !drawn.body?.isConnected) {
    const body = el("tbody");
    const head = el("thead");
    const shown = el("table", { role: "grid", "aria-label": _("Cards of {file}", deck.file), "aria-multiselectable": "true", "aria-readonly": fixed, "aria-describedby": "table-keys" }, head, body);
    const keys = el("p", { id: "table-keys", className: "unseen" }, _("Arrow keys go from cell to cell, Enter or F2 changes a cell, Escape and then Tab leaves the table."));
    drawn = { headings, head, body, table: shown, rest: el("div", { className: "rest" }), rows: new Map() };
    box.replaceChildren(shown, drawn.rest, keys);
  }
  drawn.table.setAttribute("aria-rowcount", deck.table.rows.length + 1);
  const head = headRow();
  if (!drawn.head.firstElementChild?.isEqualNode(head)) drawn.head.replaceChildren(head);
  range = deck.anchor && marked();
  const rows = deck.view.slice(0, deck.most).map(tableRow);
  const there = drawn.body.children;
  const others = rows.filter((row, at) => row !== there[at]);
  if (rows.length === there.length && others.length === 1) there[rows.indexOf(others[0])].replaceWith(others[0]);
  else if (rows.length !== there.length || others.length) {
    const { scrollTop, scrollLeft } = box;
    drawn.body.replaceChildren(...rows);
    box.scrollTop = scrollTop;
    box.scrollLeft = scrollLeft;
  }
  const more = deck.view.length - deck.most;
  drawn.rest.replaceChildren(...(more > 0 ? [el("button", { type: "button", onclick: () => { deck.most += MOST; drawGrid(); } }, _("Show {number} more of {all}", { number: Math.min(MOST, more), all: more }))] : []),
    ...(deck.view.length ? [] : [el("p", { className: "empty" }, deck.table.rows.length ? _("No card is like that.") : _("No cards yet."))]));
  if (hadFocus) focusCell(false);
}

// What the names of columns with a part in every game mean.
const HINTS = { id: () => _("short name"), copies: () => _("how many") };

function headRow() {
  const all = deck.view.length > 0 && deck.view.every((row) => deck.selected.has(row));
  const box = el("input", { type: "checkbox", "data-name": "all", checked: all, indeterminate: !all && deck.selected.size > 0, "aria-label": _("Select all cards"), onchange: (event) => { deck.selected = new Set(event.target.checked ? deck.view : []); deck.show(); } });
  return el("tr", {}, el("th", { scope: "col", className: "number" }, box), deck.table.columns.map((column, at) => {
    const found = faultsAt(-1, at);
    return el("th", { scope: "col", className: worst(found), title: sayFaults(found) || (column.type ? column.type.what : "") }, column.heading || "–", HINTS[column.name] && el("span", { className: "hint" }, HINTS[column.name]()));
  }));
}

// Return the element of a row; one with the same cells is kept.
function tableRow(row) {
  const cells = deck.table.rows[row];
  let known = drawn.rows.get(row);
  if (!known || !alike(known.cells, cells)) {
    known = { cells: [...cells], row: el("tr", {}, el("th", { scope: "row" }), cells.map((text, column) => el("td", { "data-name": placeName(row, column), "data-place": `${row},${column}`, dir: "auto" }, text))) };
    drawn.rows.set(row, known);
  }
  const found = faultsAt(row, -1);
  const state = JSON.stringify([deck.selected.has(row), nameOf(row), deck.table.numbers[row], sayFaults(found)]);
  if (known.state !== state) { known.state = state; known.row.firstElementChild.replaceWith(rowHead(row, found)); }
  for (const cell of known.row.querySelectorAll("[data-place]")) mark(cell);
  return known.row;
}

function rowHead(row, found) {
  return el("th", { scope: "row", className: `number ${worst(found)}`, title: sayFaults(found) },
    el("label", {}, el("input", { type: "checkbox", "data-name": `row ${row}`, tabIndex: -1, checked: deck.selected.has(row), "aria-label": _("Select {name}", { name: nameOf(row) }), onchange: (event) => choose(row, event.target.checked) }), el("span", { "aria-hidden": "true" }, deck.table.numbers[row])));
}

function choose(row, isChosen) {
  if (isChosen) deck.selected.add(row); else deck.selected.delete(row);
  deck.show();
  $(`row ${row}`)?.focus();
}

export function markAll() {
  range = deck.anchor && marked();
  for (const cell of $("gridbox").querySelectorAll("[data-place]")) mark(cell);
}

// Show on a cell whether it is active, marked or faulty.
function mark(cell) {
  const [row, column] = cell.dataset.place.split(",").map(Number);
  const found = faultsAt(row, column);
  const isActive = row === deck.active.row && column === deck.active.column;
  const isSelected = deck.selected.has(row) || isMarked(row, column);
  const kind = worst(found);
  const state = [isActive, isSelected, kind, isNumber(column), sayFaults(found)].join("\n");
  if (cell.state === state) return;
  cell.state = state;
  cell.tabIndex = isActive ? 0 : -1;
  for (const [name, is] of [["active", isActive], ["error", kind === "error"], ["warning", kind === "warning"], ["num", isNumber(column)]]) cell.classList.toggle(name, is);
  cell.setAttribute("aria-selected", String(isSelected));
  if (kind) cell.setAttribute("aria-invalid", String(kind === "error")); else cell.removeAttribute("aria-invalid");
  cell.title = sayFaults(found);
}

const isNumber = (column) => ["whole", "number"].includes(deck.table.columns[column]?.type?.kind);

// The marked rectangle: from the active cell to the anchor, in the order of the view.
export function marked() {
  const from = deck.anchor ?? deck.active;
  const rows = [deck.view.indexOf(deck.active.row), deck.view.indexOf(from.row)].sort((one, other) => one - other);
  const columns = [deck.active.column, from.column].sort((one, other) => one - other);
  return { rows: deck.view.slice(Math.max(rows[0], 0), rows[1] + 1), columns };
}

const isMarked = (row, column) => Boolean(range) && range.rows.includes(row) && column >= range.columns[0] && column <= range.columns[1];

const cellOf = (place) => $(placeName(place.row, place.column));

export function go(place, focus = true) {
  const at = deck.view.indexOf(place.row);
  if (at >= deck.most) { deck.most = at + MOST; deck.active = place; deck.show(); }
  const before = deck.active;
  deck.active = place;
  leaving = false;
  tabbed = null;
  if (deck.anchor || range) markAll();
  else for (const cell of [cellOf(before), cellOf(deck.active)]) if (cell) mark(cell);
  deck.went(before);
  if (focus) focusCell();
  else cellOf(deck.active)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

export function focusCell(scroll = true) {
  const cell = cellOf(deck.active);
  cell?.focus({ preventScroll: true });
  if (scroll) cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Editing a cell in place

function edit(first = null) {
  if (isFixed()) { say(deck.table.fixed || _("The preview is read-only."), "bad"); return; }
  const cell = cellOf(deck.active);
  if (!cell || deck.editing) return;
  const { row, column } = deck.active;
  const value = deck.table.rows[row][column];
  const { heading, type } = deck.table.columns[column];
  const label = _("{heading} of {name}", { heading, name: nameOf(row) });
  let control;
  if (type?.choices.length) {
    const listed = [...new Set([...(type.optional || !value ? [""] : []), ...type.choices, value])];
    control = el("select", { "aria-label": label }, listed.map((choice) => el("option", { value: choice }, spelled(choice, type) || "–")));
    control.value = listed.find((choice) => spelled(choice, type) === spelled(value, type)) ?? value;
  } else {
    control = el("textarea", { rows: 1, "aria-label": label, value: first ?? value, dir: "auto", inputMode: isNumber(column) ? "decimal" : "text", spellcheck: true });
    if (isNumber(column)) control.addEventListener("input", () => tellNumber(control, heading, type.what));
  }
  deck.editing = { row, column, control, value, shape: deck.shape, stop: stopEditing, typed: "", at: 0 };
  control.addEventListener("blur", () => { if (deck.editing?.control === control && !control.dataset.done) finish(true); });
  drawn.rows.delete(row);
  cell.classList.add("open");
  cell.replaceChildren(control);
  control.focus();
  if (first && control.localName === "select") seek(first, performance.now());
  if (first !== null && isNumber(column)) tellNumber(control, heading, type.what);
  if (first === null && control.select) control.setSelectionRange(control.value.length, control.value.length);
}

// Say at once that words go elsewhere: who types a row of cards may be in another column than they believe.
function tellNumber(control, heading, what) {
  const isWrong = /\p{L}/u.test(control.value);
  if (isWrong !== control.classList.contains("wrong")) say(isWrong ? `${_("Not a number.")} ${heading}: ${what}` : "", isWrong ? "bad" : "");
  control.classList.toggle("wrong", isWrong);
}

// Choose from a list by what is typed. The browser would begin with the second key: the first one opened the list.
function seek(key, at) {
  const { editing } = deck;
  editing.typed = at - editing.at < PAUSE ? editing.typed + key : key;
  editing.at = at;
  const wanted = editing.typed.toLowerCase();
  const found = [...editing.control.options].find((one) => one.text.toLowerCase().startsWith(wanted));
  if (found) editing.control.value = found.value;
}

// The words of Boolean cells: files may have TRUE or yes.
const spelled = (value, type) => (type.kind !== "yes/no" ? value : { TRUE: "yes", true: "yes", FALSE: "no", false: "no" }[value] ?? value);

// Write what was typed; returns whether it is something new.
function finish(keep) {
  const { row, column, control, value, shape: made } = deck.editing;
  control.dataset.done = "yes";
  const text = control.value;
  deck.editing = null;
  const type = deck.table.columns[column].type ?? {};
  if (!keep || text.trim() === value || spelled(text, type) === spelled(value, type)) { deck.show(); return false; }
  const now = deck.table.rows[row]?.[column];
  if (now !== value) { say(_("The cell was changed meanwhile and says: {now}. Not written: {text}", { now: now || _("nothing"), text }), "bad"); deck.show(); return false; }
  if (made !== deck.shape) { say(_("The rows have moved meanwhile: do it again. Not written: {text}", { text }), "bad"); deck.show(); return false; }
  const other = deck.table.rows.find((cells) => cells[column])?.[column];
  write({ do: "set", cells: [{ row, column, text: written(text, value || other) }] }, text);
  deck.table.rows[row] = deck.table.rows[row].with(column, text); // shown until the answer arrives
  deck.show();
  return true;
}

// Boolean values have the spelling of the old one, or of others in the column.
const written = (text, old) => ({ TRUE: { yes: "TRUE", no: "FALSE" }, FALSE: { yes: "TRUE", no: "FALSE" }, true: { yes: "true", no: "false" }, false: { yes: "true", no: "false" } }[old]?.[text] ?? text);

function stopEditing() { if (deck.editing) finish(false); }

function moved(place, [down, right], wrap = false) {
  let at = deck.view.indexOf(place.row) + down;
  let column = place.column + right;
  if (wrap && column >= deck.table.columns.length) { column = 0; at += 1; }
  if (wrap && column < 0) { column = deck.table.columns.length - 1; at -= 1; }
  if (at < 0 || at >= deck.view.length || column < 0 || column >= deck.table.columns.length) return null;
  return { row: deck.view[at], column };
}

// Enter after Tab goes on below where Tab began, as in Excel and Google Sheets.
function goByTab(place) {
  const from = tabbed ?? deck.active.column;
  go(place);
  tabbed = from;
}

// Add a card below, and then type into it what was typed meanwhile.
async function addBelow(column) {
  coming = [];
  focusCell();
  const isAdded = await deck.add(column);
  const typed = coming;
  coming = null;
  const text = typed.filter((key) => key.length === 1).join("");
  if (isAdded) {
    deck.spare = deck.fresh < 0 ? null : [...deck.table.rows[deck.fresh]];
    type(typed);
    if (section.hidden) leaveRow(); // another tab was opened while the card was on its way
  } else if (text) say(`${$("note").textContent}. ${_("Not written: {text}", { text })}`, "bad");
}

// Enter may add a card once more: the keys after it wait for that one.
function type(keys) {
  for (const key of keys) {
    const control = deck.editing?.control;
    if (coming) coming.push(key);
    else if (control?.localName === "textarea" && key.length === 1) control.value += key;
    else (control ?? cellOf(deck.active))?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}

const isTyped = ({ key, shiftKey, ctrlKey, metaKey, altKey }) => (key.length === 1 || (["Enter", "Tab"].includes(key) && !shiftKey)) && !(ctrlKey || metaKey || altKey);

// Leave a cell by Tab. Whoever types rows goes on below the last one: if they stayed, the next word would replace this one.
function tabOn(isBack) {
  const isChanged = finish(true);
  const next = moved(deck.active, [0, isBack ? -1 : 1], true);
  if (!next && isChanged && !isBack && isWhole()) addBelow(tabbed ?? 0);
  else goByTab(next ?? deck.active);
}

// Whether a new card after the last one would be where it seems: with a filter, it is not.
export const isWhole = () => deck.view.length === deck.table.rows.length;

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageDown: [10, 0], PageUp: [-10, 0] };

section.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(event.key.toLowerCase());
  if (isUndo && !event.target.matches("input, textarea, select")) {
    event.preventDefault();
    step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
  } else if (deck.editing && event.target === deck.editing.control) inEditor(event);
  else if (coming && isTyped(event)) { event.preventDefault(); coming.push(event.key); }
  else if (event.target.closest("[data-place]")) inGrid(event);
});

function inEditor(event) {
  const isText = event.target.localName === "textarea";
  if (event.key === "Escape") { event.stopPropagation(); stopEditing(); focusCell(); }
  else if (event.key === "Tab") {
    event.preventDefault();
    tabOn(event.shiftKey);
  } else if (event.key === "Enter" && !(isText && (event.shiftKey || event.altKey))) {
    event.preventDefault();
    const isChanged = finish(true);
    // A whole row was typed, or one in a card that Enter has added; who corrects a word wants no card.
    const isNew = tabbed !== null || (isChanged && deck.added.has(deck.active.row));
    const from = { row: deck.active.row, column: tabbed ?? deck.active.column };
    const below = moved(from, [1, 0]);
    if (!below && isNew && isWhole()) addBelow(from.column);
    else go(below ?? deck.active);
  } else if (!isText && event.key.length === 1 && (event.key !== " " || deck.editing.typed) && !(event.ctrlKey || event.metaKey || event.altKey)) {
    event.preventDefault();
    seek(event.key, event.timeStamp);
  } else if (event.key === "Enter" && event.altKey) {
    event.preventDefault();
    event.target.setRangeText("\n", event.target.selectionStart, event.target.selectionEnd, "end");
  }
}

function inGrid(event) {
  const { key } = event;
  const command = event.ctrlKey || event.metaKey;
  const handled = () => { event.preventDefault(); event.stopPropagation(); };
  if (STEPS[key] && !event.altKey) {
    handled();
    let place = moved(deck.active, STEPS[key]);
    if (command || !place) place = edge(key);
    if (event.shiftKey) deck.anchor ??= { ...deck.active };
    else deck.anchor = null;
    go(place);
  } else if (key === "Home" || key === "End") {
    handled();
    go({ row: command ? deck.view.at(key === "Home" ? 0 : -1) : deck.active.row, column: key === "Home" ? 0 : deck.table.columns.length - 1 });
  } else if (key === "Tab" && !leaving && !command) {
    const place = moved(deck.active, [0, event.shiftKey ? -1 : 1], true);
    if (place) { handled(); goByTab(place); }
  } else if (key === "Escape") {
    leaving = true;
    say(_("Tab leaves the table now."));
  } else if (key === "Enter" || key === "F2") { handled(); edit(); }
  else if (key === "Delete" || key === "Backspace") { handled(); clear(); }
  else if (key === " " && !command) { handled(); choose(deck.active.row, !deck.selected.has(deck.active.row)); focusCell(); }
  else if (command && key === "a") { handled(); deck.anchor = { row: deck.view[0], column: 0 }; go({ row: deck.view.at(-1), column: deck.table.columns.length - 1 }); }
  else if (key.length === 1 && !command && !event.altKey) { handled(); edit(key); }
}

function edge(key) {
  const rows = { ArrowUp: 0, PageUp: 0, ArrowDown: -1, PageDown: -1 };
  if (key in rows) return { row: deck.view.at(rows[key]), column: deck.active.column };
  return { row: deck.active.row, column: key === "ArrowLeft" ? 0 : deck.table.columns.length - 1 };
}

function clear() {
  if (isFixed()) { say(deck.table.fixed || _("The preview is read-only."), "bad"); return; }
  const { rows, columns } = marked();
  put(rows.flatMap((row) => deck.table.columns.flatMap((_, column) => (column >= columns[0] && column <= columns[1] ? [{ row, column, text: "" }] : []))));
}

section.addEventListener("mousedown", (event) => {
  const cell = event.target.closest("[data-place]");
  if (!cell || (deck.editing && cell.contains(deck.editing.control))) return;
  const [row, column] = cell.dataset.place.split(",").map(Number);
  if (deck.editing) finish(true);
  event.preventDefault();
  if (event.shiftKey) deck.anchor ??= { ...deck.active };
  else deck.anchor = null;
  go({ row, column });
});
// Letters that come without a key: of input methods, pickers of symbols, dictation. Only what can be edited gets them.
section.addEventListener("focusin", ({ target }) => { if (target.matches("[data-place]") && !isFixed()) Object.assign(target, { contentEditable: "true", inputMode: "none" }); });
section.addEventListener("focusout", ({ target }) => { if (target.matches("[data-place]")) target.removeAttribute("contenteditable"); });
section.addEventListener("beforeinput", (event) => {
  if (!event.target.matches("[data-place]") || event.isComposing) return;
  event.preventDefault();
  if (event.data) take(event.data);
});
section.addEventListener("compositionstart", ({ target }) => { if (target.matches("[data-place]")) getSelection().selectAllChildren(target); });
section.addEventListener("compositionend", ({ target, data }) => {
  if (!target.matches("[data-place]")) return;
  target.textContent = deck.table.rows[deck.active.row][deck.active.column];
  if (data) take(data);
});

function take(text) {
  if (coming) coming.push(...text);
  else edit(text);
}

section.addEventListener("dblclick", (event) => { if (event.target.closest("[data-place]")) edit(); });
