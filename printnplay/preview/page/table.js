// The deck as a table beside its faces: cells are edited in place, and each edit is one of the file.

import { el, get, inGame, post, shared } from "./api.js";
import { CardFace } from "./face.js";
import { blockOf, filterOf, textOf } from "./filter.js";
import { faultBox } from "./side.js";

const section = document.getElementById("table");
const $ = (name) => section.querySelector(`[data-name="${name}"]`);

// Rows that are shown at first: more of them make the page slow. A guess.
const MOST = 500;

let tables = [];
let file = null; // the entry of `tables` that is open
let table = null; // its cells as the server knows them
let game = "";
let view = []; // the indexes of the rows that are shown
let most = MOST;
let active = { row: 0, column: 0 };
let anchor = null; // the other corner of the marked cells
let selected = new Set();
let added = new Set(); // new rows are shown, whatever the filter
let editing = null;
let shape = 0; // counts the edits after which rows have other indexes
let leaving = false;
let finding = false;
let faults = new Map();

// Edits run one after another: each is of the file that the one before has made.
let writes = Promise.resolve();

export async function showTable() {
  const asked = game = shared.game;
  const found = await get(inGame("tables"));
  if (asked !== shared.game) return;
  tables = found;
  if (!tables.length) {
    file = table = null;
    section.replaceChildren(el("p", { className: "empty" }, "The deck has no table. Write ", el("code", {}, "rows: cards.csv"), " in cards.yaml, and its cards are here."));
    return;
  }
  const same = (one) => file && one.file === file.file && one.sheet === file.sheet;
  const kept = tables.find(same);
  if (kept && table && section.childElementCount && section.dataset.game === game) { file = kept; await renewTable(null); }
  else await openTable(tables[0]);
}

async function openTable(chosen) {
  await writes;
  file = chosen;
  table = null;
  [active, anchor, selected, added, editing, most] = [{ row: 0, column: 0 }, null, new Set(), new Set(), null, MOST];
  shape += 1;
  const asked = shared.game;
  const about = await ask("");
  if (file !== chosen || asked !== shared.game) return;
  section.dataset.game = asked;
  kept.clear();
  build();
  take(about);
}

const ask = (tag) => get(`${inGame("table")}?${new URLSearchParams({ file: file.file, sheet: file.sheet, tag })}`);

// Files or faults have changed; `event` has the faces to draw again.
export async function renewTable(event) {
  if (!file || game !== shared.game) { if (event?.everything) await showTable(); return; }
  for (const face of section.querySelectorAll("card-face")) {
    if (event?.everything || event?.faces[face.language]?.includes(face.face.key)) face.renew();
  }
  await writes;
  const asked = file;
  const about = await ask(table?.tag ?? "").catch(() => null);
  if (asked !== file) return;
  if (about) take(about);
  else await openTable(tables[0]);
}

// Take the cells from the server; without `rows`, they are as before.
function take(about) {
  const before = table;
  table = about.rows || !before ? about : { ...about, rows: before.rows, numbers: before.numbers, columns: before.columns };
  faults = new Map();
  for (const fault of table.faults ?? []) {
    const place = `${fault.row},${fault.column}`;
    faults.set(place, [...(faults.get(place) ?? []), fault]);
  }
  if (about.rows && before?.rows) follow(before.rows, about.rows);
  active.row = Math.max(0, Math.min(active.row, (table.rows?.length ?? 1) - 1));
  active.column = Math.max(0, Math.min(active.column, (table.columns?.length ?? 1) - 1));
  show();
}

// Another program may have moved rows: the selection and the open editor stay with theirs.
function follow(old, rows) {
  if (old.length === rows.length && old.every((row, at) => alike(row, rows[at]))) return;
  const now = (at) => (alike(old[at], rows[at]) ? at : rows.findIndex((row) => alike(row, old[at])));
  const isShort = old.length === rows.length && old.filter((row, at) => !alike(row, rows[at])).length < 2;
  if (!isShort) {
    shape += 1;
    selected = new Set([...selected].map(now).filter((at) => at >= 0));
    added = new Set();
    anchor = null;
  }
  if (!editing) return;
  const at = now(editing.row);
  if (at >= 0) { editing.row = at; editing.shape = shape; return; }
  const typed = editing.control.value;
  editing = null;
  say(`The card that you were changing is not in the file any more. Not written: ${typed}`, "bad");
}

const alike = (one, other) => one !== undefined && other !== undefined && one.length === other.length && one.every((cell, at) => cell === other[at]);

// Writing

const isFixed = () => shared.readOnly || !table || Boolean(table.fixed || table.broken);

// Write an edit; resolves to whether it was written.
function write(edit, typed = "") {
  const made = shape;
  const asked = file;
  const writing = writes.then(async () => {
    if (asked !== file || made !== shape) { say(`The rows have moved meanwhile: do it again.${typed && ` Not written: ${typed}`}`, "bad"); return false; }
    const told = await post(inGame("table"), { file: file.file, tag: table.tag, edit });
    if (asked !== file) return false;
    if (told.error) {
      const about = await ask("").catch(() => null);
      if (about && asked === file) take(about);
      say([told.error, told.help].filter(Boolean).join(": ") + (typed && `. Not written: ${typed}`), "bad");
      return false;
    }
    if (edit.do !== "set") { shape += 1; selected = new Set(); added = new Set(); anchor = null; }
    say(`Saved in ${told.file}`, "good");
    const { rows } = table;
    table.rows = undefined; // the rows are those of our own edit
    take({ ...told.table });
    if (editing && edit.do === "set") editing.shape = shape;
    else if (editing && !alike(rows[editing.row], table.rows[editing.row])) stopEditing();
    return true;
  });
  writes = writing.then(() => null, () => null);
  return writing;
}

function put(cells, typed = "") {
  const changed = cells.filter(({ row, column, text }) => (table.rows[row]?.[column] ?? "") !== text.trim());
  return changed.length ? write({ do: "set", cells: changed }, typed) : Promise.resolve(true);
}

function say(message, kind = "") {
  const note = $("note");
  if (!note) return;
  note.textContent = message;
  note.className = `note ${kind}`;
}

async function step(kind) {
  await writes;
  const told = await post(inGame("step"), { do: kind });
  if (told.undo !== undefined && table) Object.assign(table, { undo: told.undo, redo: told.redo });
  tools();
  if (told.error) { say([told.error, told.help].filter(Boolean).join(": "), "bad"); return; }
  const about = await ask("").catch(() => null);
  if (about) take(about);
  say(`${kind === "undo" ? "Undone" : "Redone"}: ${told.what} in ${told.file}`, "good");
}

// Cards

const idColumn = () => table.columns.findIndex((column) => column.name === "id");
const nameOf = (row) => table.rows[row]?.[idColumn()] || `row ${table.numbers[row]}`;
const chosenRows = () => (selected.size ? [...selected].sort((one, other) => one - other) : table.rows.length ? [active.row] : []);

// Return an id that no card has: the next number after the same word.
function freshId(like, taken) {
  const [, stem, digits] = like.match(/^(.*?)(\d*)$/s);
  const start = digits ? stem : `${stem || "card"}-`;
  let next = 1 + Math.max(digits ? Number(digits) : 1, ...taken.filter((id) => id.startsWith(start) && /^\d+$/.test(id.slice(start.length))).map((id) => Number(id.slice(start.length))));
  while (taken.includes(`${start}${next}`)) next += 1;
  const id = `${start}${String(next).padStart(digits.startsWith("0") ? digits.length : 1, "0")}`;
  taken.push(id);
  return id;
}

function addCard() {
  const like = table.rows[active.row] ?? [];
  const taken = table.rows.map((row) => row[idColumn()] ?? "");
  const cells = table.columns.map((column, at) => {
    if (column.name === "id") return freshId(like[at] ?? "", taken);
    return column.type && !column.type.optional ? like[at] || column.type.choices[0] || "" : "";
  });
  const words = table.columns.findIndex((column, at) => !column.type && at !== idColumn());
  if (!cells.some(Boolean)) cells[Math.max(words, 0)] = "New card";
  insert(active.row + 1, [cells], Math.max(words, 0));
}

function copyCards() {
  const rows = chosenRows();
  const taken = table.rows.map((row) => row[idColumn()] ?? "");
  insert(rows.at(-1) + 1, rows.map((row) => table.rows[row].map((cell, at) => (at === idColumn() ? freshId(cell, taken) : cell))), active.column);
}

async function insert(at, rows, column) {
  const place = Math.min(at, table.rows.length);
  if (!await write({ do: "add", at: place, rows })) return;
  added = new Set(rows.map((_, index) => place + index));
  show();
  go({ row: place, column });
}

async function deleteCards() {
  const rows = chosenRows();
  const names = rows.length === 1 ? nameOf(rows[0]) : `${rows.length} cards`;
  if (await write({ do: "delete", rows })) { say(`Deleted: ${names}. Undo brings them back.`, "good"); go({ row: Math.min(rows[0], table.rows.length - 1), column: active.column }); }
}

// The page

function build() {
  const button = (name, label, action, more = {}) => el("button", { type: "button", "data-name": name, onclick: action, ...more }, label);
  const choice = el("select", { "data-name": "file", onchange: (event) => openTable(tables[event.target.value]) },
    tables.map((one, at) => el("option", { value: at, selected: one === file }, one.title)));
  section.replaceChildren(
    el("div", { className: "tablebar", role: "toolbar", "aria-label": "Table" },
      tables.length > 1 && el("label", {}, el("span", { className: "unseen" }, "File"), choice),
      el("label", { className: "grow" }, el("span", { className: "unseen" }, "Filter cards"),
        el("input", { type: "search", "data-name": "filter", placeholder: "Filter: cost:>3 kind:place draw", autocomplete: "off", oninput: () => { most = MOST; added = new Set(); show(); } })),
      el("div", { className: "buttons" },
        button("undo", "Undo", () => step("undo")), button("redo", "Redo", () => step("redo"))),
      el("div", { className: "buttons" },
        button("add", "Add card", addCard), button("copy", "Copy", copyCards), button("delete", "Delete", deleteCards)),
      el("div", { className: "buttons" },
        button("up", "Sort ↑", () => write({ do: "sort", column: active.column, descending: false })),
        button("down", "Sort ↓", () => write({ do: "sort", column: active.column, descending: true })),
        button("column", "Add column", () => open("newcolumn")),
        button("find", "Find", () => open("finder"), { "aria-expanded": "false" }))),
    el("form", { className: "tablebar", "data-name": "newcolumn", hidden: true, onsubmit: addColumn },
      el("label", {}, "Name of the column ", el("input", { type: "text", name: "name", autocomplete: "off" })),
      el("label", {}, "In each row ", el("input", { type: "text", name: "text", placeholder: "empty", autocomplete: "off" })),
      el("button", { className: "main" }, "Add"), button("cancel", "Cancel", () => { open("newcolumn", false); focusCell(); })),
    el("form", { className: "tablebar", "data-name": "finder", hidden: true, onsubmit: (event) => { event.preventDefault(); next(); } },
      el("label", {}, "Find ", el("input", { type: "text", name: "find", autocomplete: "off", oninput: count })),
      el("label", {}, "Replace with ", el("input", { type: "text", name: "replace", autocomplete: "off" })),
      el("label", {}, "In ", el("select", { name: "where", onchange: count })),
      el("button", {}, "Next"), button("replace", "Replace all", replaceAll), el("span", { className: "sub", "data-name": "count", role: "status" })),
    el("form", { className: "tablebar bulk", "data-name": "bulk", hidden: true, onsubmit: setAll },
      el("b", { "data-name": "chosen" }), el("label", {}, "Set ", el("select", { name: "column" })),
      el("label", {}, "to ", el("input", { type: "text", name: "text", list: "bulk-choices", autocomplete: "off" })), el("datalist", { id: "bulk-choices" }),
      el("button", { className: "main" }, "Set"), button("none", "Select none", () => { selected = new Set(); show(); focusCell(); })),
    el("p", { className: "banner plain", "data-name": "fixed", hidden: true }),
    el("div", { className: "tablesays" }, el("span", { className: "sub", "data-name": "summary", role: "status" }), el("span", { className: "note", "data-name": "note", role: "status" })),
    el("div", { className: "tablebody" },
      el("div", { className: "gridbox", "data-name": "gridbox" }),
      el("div", { className: "beside", "data-name": "beside", role: "region", "aria-label": "The card of the row" })),
  );
  section.querySelector("[name=column]").addEventListener("change", offer);
}

function open(name, shown = $(name).hidden) {
  $(name).hidden = !shown;
  finding = !$("finder").hidden;
  $("find").setAttribute("aria-expanded", finding);
  count();
  show();
  if (shown) $(name).querySelector("input").focus();
}

async function addColumn(event) {
  event.preventDefault();
  const form = $("newcolumn");
  const at = table.columns.length;
  if (!await write({ do: "column", name: form.elements.name.value, text: form.elements.text.value })) return;
  form.reset();
  open("newcolumn", false);
  go({ row: active.row, column: at });
}

function setAll(event) {
  event.preventDefault();
  const { column, text } = $("bulk").elements;
  put([...selected].map((row) => ({ row, column: Number(column.value), text: text.value })));
}

// Offer the choices of the column that is set in several rows.
function offer() {
  const column = table.columns[Number($("bulk").elements.column.value)];
  section.querySelector("#bulk-choices").replaceChildren(...(column?.type?.choices ?? []).map((value) => el("option", { value })));
}

// Find and replace, in the rows that are shown

function matches() {
  const { find, where } = $("finder").elements;
  const wanted = find.value.toLowerCase();
  if (!wanted || !table?.rows) return [];
  const columns = where.value === "" ? table.columns.map((_, at) => at) : [Number(where.value)];
  return view.flatMap((row) => columns.filter((column) => table.rows[row][column].toLowerCase().includes(wanted)).map((column) => ({ row, column })));
}

function count() {
  if (!finding) return;
  const found = matches();
  $("count").textContent = $("finder").elements.find.value ? `${found.length} ${found.length === 1 ? "cell" : "cells"}` : "";
  $("replace").disabled = isFixed() || !found.length;
}

function next() {
  const found = matches();
  const after = (one) => view.indexOf(one.row) * 1000 + one.column > view.indexOf(active.row) * 1000 + active.column;
  const match = found.find(after) ?? found[0];
  if (match) go(match, false);
}

function replaceAll() {
  const { find, replace } = $("finder").elements;
  const wanted = new RegExp(find.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  put(matches().map(({ row, column }) => ({ row, column, text: table.rows[row][column].replace(wanted, () => replace.value) }))).then(count);
}

// Show everything that depends on the cells, the filter and the selection.
function show() {
  if (!table || !$("gridbox")) return;
  const fixed = shared.readOnly ? "The preview is read-only." : table.fixed;
  $("fixed").hidden = !(fixed || table.broken);
  $("fixed").replaceChildren(...(table.broken ? [el("strong", {}, "The table cannot be read. "), `${table.broken}. ${table.help ? `${table.help}. ` : ""}Correct it in ${table.file}: the table appears here as soon as you save.`] : [fixed ?? ""]));
  for (const name of ["columns", "rows", "numbers", "faces"]) table[name] ??= [];
  const { passes, unknown } = filterOf($("filter").value, table.columns);
  view = table.rows.flatMap((cells, row) => (added.has(row) || passes(cells) ? [row] : []));
  if (editing && !view.includes(editing.row)) view = [...view, editing.row].sort((one, other) => one - other);
  if (view.length && !view.includes(active.row) && !editing) active = { ...active, row: view[0] };
  selected = new Set([...selected].filter((row) => view.includes(row)));
  summary(unknown);
  tools();
  choices();
  range = anchor && marked();
  if (editing) markAll();
  else grid();
  beside();
  count();
}

function summary(unknown) {
  const number = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const all = table.rows.length;
  const cards = view.length === all ? number(all, "card") : `${view.length} of ${number(all, "card")}`;
  const errors = (table.faults ?? []).filter((fault) => fault.severity === "error").length;
  const warnings = (table.faults ?? []).length - errors;
  const found = [errors && number(errors, "error"), warnings && number(warnings, "warning")].filter(Boolean).join(", ");
  const state = table.checking ? (found ? `${found} so far, checking` : "checking") : found || "nothing is wrong in this table";
  $("summary").textContent = [cards, unknown.length ? `no column ${unknown.join(", ")}` : "", table.broken ? "" : state].filter(Boolean).join(" · ");
}

function tools() {
  if (!$("undo")) return;
  const rows = chosenRows();
  const fixed = isFixed();
  for (const name of ["undo", "redo"]) { $(name).disabled = shared.readOnly || !table[name]; $(name).title = table[name] || `Nothing to ${name}`; }
  for (const name of ["add", "column"]) $(name).disabled = fixed;
  for (const name of ["copy", "delete"]) $(name).disabled = fixed || !rows.length;
  const heading = table.columns[active.column]?.heading ?? "";
  for (const [name, way] of [["up", "ascending"], ["down", "descending"]]) {
    $(name).disabled = fixed || table.rows.length < 2;
    $(name).title = `Sort the cards in the file by ${heading}, ${way}`;
    $(name).setAttribute("aria-label", $(name).title);
  }
  const what = selected.size > 1 ? `${selected.size} cards` : rows.length ? nameOf(rows[0]) : "card";
  for (const [name, word] of [["copy", "Copy"], ["delete", "Delete"]]) $(name).setAttribute("aria-label", `${word} ${what}`);
  $("bulk").hidden = fixed || !selected.size;
  $("chosen").textContent = `${selected.size} selected`;
}

// The columns to choose from in forms.
function choices() {
  const names = table.columns.map((column) => column.heading).join("\n");
  if (section.dataset.columns === names && $("bulk").elements.column.options.length) return;
  section.dataset.columns = names;
  const listed = table.columns.map((column, at) => el("option", { value: at }, column.heading));
  $("bulk").elements.column.replaceChildren(...listed);
  $("finder").elements.where.replaceChildren(el("option", { value: "" }, "all columns"), ...listed.map((option) => option.cloneNode(true)));
  offer();
}

const placeName = (row, column) => `cell ${row},${column}`;
const faultsAt = (row, column) => faults.get(`${row},${column}`) ?? [];
const worst = (found) => (found.some((fault) => fault.severity === "error") ? "error" : found.length ? "warning" : "");
const sayFaults = (found) => found.map((fault) => [fault.message, fault.help].filter(Boolean).join(" – ")).join("\n");

function grid() {
  const box = $("gridbox");
  const { scrollTop, scrollLeft } = box;
  const hadFocus = box.contains(document.activeElement);
  const all = view.length > 0 && view.every((row) => selected.has(row));
  const head = el("tr", {},
    el("th", { scope: "col", className: "number" }, el("input", { type: "checkbox", "data-name": "all", checked: all, indeterminate: !all && selected.size > 0, "aria-label": "Select all cards", onchange: (event) => { selected = new Set(event.target.checked ? view : []); show(); } })),
    table.columns.map((column, at) => {
      const found = faultsAt(-1, at);
      return el("th", { scope: "col", className: worst(found), title: sayFaults(found) || (column.type ? column.type.what : "") }, column.heading || "–");
    }));
  const body = view.slice(0, most).map(tableRow);
  const shown = el("table", { role: "grid", "aria-label": `Cards of ${file.file}`, "aria-multiselectable": "true", "aria-readonly": String(isFixed()), "aria-rowcount": table.rows.length + 1, "aria-describedby": "table-keys" }, el("thead", {}, head), el("tbody", {}, body));
  const more = view.length > most && el("button", { type: "button", onclick: () => { most += MOST; show(); } }, `Show ${Math.min(MOST, view.length - most)} more of ${view.length - most}`);
  const keys = el("p", { id: "table-keys", className: "unseen" }, "Arrow keys go from cell to cell, Enter or F2 changes a cell, Escape and then Tab leaves the table.");
  box.replaceChildren(shown, ...(view.length ? [] : [el("p", { className: "empty" }, table.rows.length ? "No card is like that." : "No cards yet.")]), ...(more ? [more] : []), keys);
  box.scrollTop = scrollTop;
  box.scrollLeft = scrollLeft;
  if (hadFocus) focusCell(false);
}

function rowHead(row) {
  const found = faultsAt(row, -1);
  return el("th", { scope: "row", className: `number ${worst(found)}`, title: sayFaults(found) },
    el("label", {}, el("input", { type: "checkbox", "data-name": `row ${row}`, tabIndex: -1, checked: selected.has(row), "aria-label": `Select ${nameOf(row)}`, onchange: (event) => choose(row, event.target.checked) }), el("span", { "aria-hidden": "true" }, table.numbers[row])));
}

function choose(row, isChosen) {
  if (isChosen) selected.add(row); else selected.delete(row);
  show();
  $(`row ${row}`)?.focus();
}

// Rows by their indexes: those whose cells are as before keep their elements.
const kept = new Map();

function tableRow(row) {
  const cells = table.rows[row];
  const head = rowHead(row);
  const same = kept.get(row);
  if (same && alike(same.cells, cells) && same.row.isConnected && same.columns === table.columns.length) {
    same.row.firstElementChild.replaceWith(head);
    for (const cell of same.row.querySelectorAll("[data-place]")) mark(cell);
    return same.row;
  }
  const made = el("tr", {}, head, cells.map((text, column) => {
    const cell = el("td", { "data-name": placeName(row, column), "data-place": `${row},${column}`, dir: "auto" }, text);
    mark(cell);
    return cell;
  }));
  kept.set(row, { row: made, cells: [...cells], columns: table.columns.length });
  return made;
}

// The marked rectangle, while cells are marked.
let range = null;

function markAll() {
  range = anchor && marked();
  for (const cell of $("gridbox").querySelectorAll("[data-place]")) mark(cell);
}

// Show on a cell whether it is active, marked or faulty.
function mark(cell) {
  const [row, column] = cell.dataset.place.split(",").map(Number);
  const found = faultsAt(row, column);
  const isActive = row === active.row && column === active.column;
  const isSelected = selected.has(row) || isMarked(row, column);
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

const isNumber = (column) => ["whole", "number"].includes(table.columns[column]?.type?.kind);

// The marked rectangle: from the active cell to the anchor, in the order of the view.
function marked() {
  const from = anchor ?? active;
  const rows = [view.indexOf(active.row), view.indexOf(from.row)].sort((one, other) => one - other);
  const columns = [active.column, from.column].sort((one, other) => one - other);
  return { rows: view.slice(Math.max(rows[0], 0), rows[1] + 1), columns };
}

const isMarked = (row, column) => Boolean(range) && range.rows.includes(row) && column >= range.columns[0] && column <= range.columns[1];

const cellOf = (place) => $(placeName(place.row, place.column));

function go(place, focus = true) {
  const at = view.indexOf(place.row);
  if (at >= most) { most = at + MOST; active = place; show(); }
  const before = active;
  active = place;
  leaving = false;
  if (anchor || range) markAll();
  else for (const cell of [cellOf(before), cellOf(active)]) if (cell) mark(cell);
  if (before.row !== active.row) beside();
  else sayHere();
  tools();
  if (focus) focusCell();
  else cellOf(active)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function focusCell(scroll = true) {
  const cell = cellOf(active);
  cell?.focus({ preventScroll: true });
  if (scroll) cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// The faces of the active row, its copies, and its faults with their help

function beside() {
  const { row } = active;
  const box = $("beside");
  if (!table.rows[row]) { box.replaceChildren(); return; }
  const keys = table.faces[row] ?? [];
  const wanted = keys.flatMap((key) => {
    const face = shared.about.faces.find((one) => one.key === key);
    return face ? shared.languages.filter((language) => !face.languages.length || face.languages.includes(language)).map((language) => ({ face, language })) : [];
  });
  const there = [...box.querySelectorAll("card-face")];
  const faces = wanted.map(({ face, language }) => there.find((one) => one.face.key === face.key && one.language === language)?.show(face, language) ?? new CardFace().show(face, language));
  const copies = table.columns.findIndex((column) => column.name === "copies");
  const isCopies = document.activeElement?.dataset.name === "copies";
  const control = copies >= 0
    ? el("label", { className: "row" }, "Copies ", el("input", { type: "number", min: 0, max: 999, "data-name": "copies", value: table.rows[row][copies], placeholder: "1", disabled: isFixed(), onchange: (event) => put([{ row, column: copies, text: event.target.value }], event.target.value) }))
    : !isFixed() && el("button", { type: "button", onclick: () => write({ do: "column", name: "copies", text: "1" }) }, "Add a column for copies");
  box.replaceChildren(el("h2", {}, nameOf(row)), el("div", { className: "facesbeside" }, faces.length ? faces : el("p", { className: "sub" }, table.fixed || !table.rows.length ? "" : "No face yet: the game shows it as soon as it loads without errors.")), ...[control].filter(Boolean), el("div", { "data-name": "here" }));
  if (isCopies) $("copies")?.focus();
  sayHere();
}

function sayHere() {
  const { row, column } = active;
  const own = faultsAt(row, column);
  const others = [...faults].flatMap(([place, found]) => (place.startsWith(`${row},`) && place !== `${row},${column}` ? found : []));
  const heads = [...faults].flatMap(([place, found]) => (place.startsWith("-1,") ? found : []));
  const part = (title, found) => (found.length ? [el("h3", {}, title), ...found.map((fault) => faultBox(fault, false))] : []);
  const type = table.columns[column]?.type;
  $("here")?.replaceChildren(
    el("p", { className: "sub" }, [table.columns[column]?.heading, type && `${type.optional ? "may be empty, or " : ""}${type.what}`].filter(Boolean).join(": ")),
    ...part("In this cell", own), ...part("In this row", others), ...part("In the whole table", heads));
}

// Editing a cell in place

function edit(first = null) {
  if (isFixed()) { say(table.fixed || "The preview is read-only.", "bad"); return; }
  const cell = cellOf(active);
  if (!cell || editing) return;
  const { row, column } = active;
  const value = table.rows[row][column];
  const { heading, type } = table.columns[column];
  const label = `${heading} of ${nameOf(row)}`;
  let control;
  if (type?.choices.length) {
    const listed = [...new Set([...(type.optional || !value ? [""] : []), ...type.choices, value])];
    control = el("select", { "aria-label": label }, listed.map((choice) => el("option", { value: choice }, spelled(choice, type) || "–")));
    control.value = listed.find((choice) => spelled(choice, type) === spelled(value, type)) ?? value;
    if (first) control.value = listed.find((choice) => choice.toLowerCase().startsWith(first.toLowerCase())) ?? control.value;
  } else {
    control = el("textarea", { rows: 1, "aria-label": label, value: first ?? value, dir: "auto", inputMode: isNumber(column) ? "decimal" : "text", spellcheck: true });
  }
  editing = { row, column, control, value, shape };
  control.addEventListener("blur", () => { if (editing?.control === control && !control.dataset.done) finish(true); });
  kept.delete(row);
  cell.classList.add("open");
  cell.replaceChildren(control);
  control.focus();
  if (first === null && control.select) control.setSelectionRange(control.value.length, control.value.length);
}

// The words of Boolean cells: files may have TRUE or yes.
const spelled = (value, type) => (type.kind !== "yes/no" ? value : { TRUE: "yes", true: "yes", FALSE: "no", false: "no" }[value] ?? value);

function finish(keep) {
  const { row, column, control, value, shape: made } = editing;
  control.dataset.done = "yes";
  const text = control.value;
  editing = null;
  if (keep && text.trim() !== value && spelled(text, table.columns[column].type ?? {}) !== spelled(value, table.columns[column].type ?? {})) {
    if (made !== shape) say(`The rows have moved meanwhile: do it again. Not written: ${text}`, "bad");
    else { const cells = [...table.rows[row]]; write({ do: "set", cells: [{ row, column, text: written(text, value) }] }, text); cells[column] = text; table.rows[row] = cells; }
  }
  show();
}

// Boolean values keep the spelling of the old one.
const written = (text, old) => ({ TRUE: { yes: "TRUE", no: "FALSE" }, FALSE: { yes: "TRUE", no: "FALSE" }, true: { yes: "true", no: "false" }, false: { yes: "true", no: "false" } }[old]?.[text] ?? text);

function stopEditing() { if (editing) finish(false); }

function moved(place, [down, right], wrap = false) {
  let at = view.indexOf(place.row) + down;
  let column = place.column + right;
  if (wrap && column >= table.columns.length) { column = 0; at += 1; }
  if (wrap && column < 0) { column = table.columns.length - 1; at -= 1; }
  if (at < 0 || at >= view.length || column < 0 || column >= table.columns.length) return null;
  return { row: view[at], column };
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageDown: [10, 0], PageUp: [-10, 0] };

section.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && ["z", "y"].includes(event.key.toLowerCase());
  if (isUndo && !event.target.matches("input, textarea, select")) {
    event.preventDefault();
    step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
  } else if (editing && event.target === editing.control) inEditor(event);
  else if (event.target.closest("[data-place]")) inGrid(event);
});

function inEditor(event) {
  const isText = event.target.localName === "textarea";
  if (event.key === "Escape") { event.stopPropagation(); stopEditing(); focusCell(); }
  else if (event.key === "Tab") {
    event.preventDefault();
    finish(true);
    go(moved(active, [0, event.shiftKey ? -1 : 1], true) ?? active);
  } else if (event.key === "Enter" && !(isText && (event.shiftKey || event.altKey))) {
    event.preventDefault();
    finish(true);
    go(moved(active, [1, 0]) ?? active);
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
    let place = moved(active, STEPS[key]);
    if (command || !place) place = edge(key);
    if (event.shiftKey) anchor ??= { ...active };
    else anchor = null;
    go(place);
  } else if (key === "Home" || key === "End") {
    handled();
    go({ row: command ? view.at(key === "Home" ? 0 : -1) : active.row, column: key === "Home" ? 0 : table.columns.length - 1 });
  } else if (key === "Tab" && !leaving && !command) {
    const place = moved(active, [0, event.shiftKey ? -1 : 1], true);
    if (place) { handled(); go(place); }
  } else if (key === "Escape") {
    leaving = true;
    say("Tab leaves the table now.");
  } else if (key === "Enter" || key === "F2") { handled(); edit(); }
  else if (key === "Delete" || key === "Backspace") { handled(); clear(); }
  else if (key === " " && !command) { handled(); choose(active.row, !selected.has(active.row)); focusCell(); }
  else if (command && key === "a") { handled(); anchor = { row: view[0], column: 0 }; go({ row: view.at(-1), column: table.columns.length - 1 }); }
  else if (key.length === 1 && !command && !event.altKey) { handled(); edit(key); }
}

function edge(key) {
  const rows = { ArrowUp: 0, PageUp: 0, ArrowDown: -1, PageDown: -1 };
  if (key in rows) return { row: view.at(rows[key]), column: active.column };
  return { row: active.row, column: key === "ArrowLeft" ? 0 : table.columns.length - 1 };
}

function clear() {
  if (isFixed()) { say(table.fixed || "The preview is read-only.", "bad"); return; }
  const { rows, columns } = marked();
  put(rows.flatMap((row) => table.columns.flatMap((_, column) => (column >= columns[0] && column <= columns[1] ? [{ row, column, text: "" }] : []))));
}

section.addEventListener("mousedown", (event) => {
  const cell = event.target.closest("[data-place]");
  if (!cell || (editing && cell.contains(editing.control))) return;
  const [row, column] = cell.dataset.place.split(",").map(Number);
  if (editing) finish(true);
  event.preventDefault();
  if (event.shiftKey) anchor ??= { ...active };
  else anchor = null;
  go({ row, column });
});
section.addEventListener("dblclick", (event) => { if (event.target.closest("[data-place]")) edit(); });

// The clipboard

section.addEventListener("copy", (event) => {
  if (!document.activeElement?.closest("[data-place]") || editing) return;
  event.preventDefault();
  const { rows, columns } = marked();
  const cells = selected.size && !anchor ? chosenRows().map((row) => table.rows[row]) : rows.map((row) => table.rows[row].slice(columns[0], columns[1] + 1));
  event.clipboardData.setData("text/plain", textOf(cells));
  say(`Copied ${cells.length === 1 && cells[0].length === 1 ? "1 cell" : `${cells.length} × ${cells[0].length} cells`}`);
});

section.addEventListener("paste", (event) => {
  if (!document.activeElement?.closest("[data-place]") || editing) return;
  event.preventDefault();
  if (isFixed()) { say(table.fixed || "The preview is read-only.", "bad"); return; }
  const block = blockOf(event.clipboardData.getData("text/plain"));
  const { rows, columns } = marked();
  if (block.length === 1 && block[0].length === 1) {
    put(rows.flatMap((row) => table.columns.flatMap((_, column) => (column >= columns[0] && column <= columns[1] ? [{ row, column, text: block[0][0] }] : []))));
    return;
  }
  const width = Math.max(...block.map((cells) => cells.length));
  const start = view.indexOf(rows[0]);
  const left = table.columns.length - columns[0];
  if (width > left) { say(`The block has ${width} columns, and the table has ${left} from here on: add columns first, or begin further left.`, "bad"); return; }
  const isWhole = view.length === table.rows.length;
  if (!isWhole && start + block.length > view.length) { say(`The block has ${block.length} rows, and the filter shows ${view.length - start} from here on: empty the filter first.`, "bad"); return; }
  put(block.flatMap((cells, down) => cells.map((text, right) => ({ row: view[start + down] ?? start + down, column: columns[0] + right, text }))));
});
