// The deck as a table beside its faces: the toolbar, the forms, and the card of the active row.

import { el, get, inGame, shared } from "./api.js";
import { $, MOST, ask, chosenRows, deck, faultsAt, idColumn, idsOfNames, inTurn, isFixed, leaveRow, nameOf, put, say, section, step, take, write, wrongOf } from "./deck.js";
import "./clipboard.js";
import { picker } from "./colours.js";
import { CardFace } from "./face.js";
import { filterOf } from "./filter.js";
import { drawGrid, focusCell, go, markAll } from "./grid.js";
import { faultBox } from "./faults.js";
import { _, countFaults, kindName, ngettext, pgettext } from "./words.js";

let finding = false;

export async function showTable() {
  const asked = deck.game = shared.game;
  const found = await get(inGame("tables"));
  if (asked !== shared.game) return;
  deck.tables = found;
  if (!deck.tables.length) {
    tellNone(_("The cards of this game are written in cards.yaml, not in a table. “New kind of card” on the tab Layout begins one."));
    return;
  }
  const same = (one) => deck.file && one.file === deck.file.file && one.sheet === deck.file.sheet;
  const kept = deck.tables.find(same);
  if (kept && deck.table && section.childElementCount && section.dataset.game === deck.game) {
    deck.file = kept;
    await renewTable(null);
    // While another tab was shown, they may have changed.
    for (const face of section.querySelectorAll("card-face")) face.renew();
  }
  else await openTable(deck.tables[0]);
}

function tellNone(...words) {
  deck.file = deck.table = deck.editing = null;
  section.replaceChildren(el("p", { className: "empty" }, words));
}

async function openTable(chosen) {
  await deck.writes;
  deck.file = chosen;
  deck.table = null;
  [deck.active, deck.anchor, deck.selected, deck.added, deck.fresh, deck.editing, deck.most] = [{ row: 0, column: 0 }, null, new Set(), new Set(), -1, null, MOST];
  deck.shape += 1;
  deck.written.clear();
  const asked = shared.game;
  const about = await ask("").catch(() => null);
  if (deck.file !== chosen || asked !== shared.game) return;
  if (!about) { tellNone(_("cards.yaml names no such table now: its faults are in the list at the top.")); return; }
  section.dataset.game = asked;
  build();
  take(about);
}

// Open the table of a fault at its cell; without one, at its row.
export async function showCell({ place, message }) {
  const of = deck.tables.find((one) => one.path === place.file);
  if (!of) return;
  await openTable(of);
  const found = deck.table?.faults?.find((fault) => fault.message === message) ?? place.at;
  const row = found?.row ?? deck.table?.numbers?.indexOf(place.line) ?? 0;
  if (deck.table?.rows?.length) go({ row: Math.max(0, row), column: Math.max(0, found?.column ?? 0) });
}

// Files or faults have changed; `event` has the faces to draw again.
export async function renewTable(event) {
  if (!deck.file || deck.game !== shared.game) { if (event?.everything) await showTable(); return; }
  const asked = deck.file;
  const faces = () => [...section.querySelectorAll("card-face")];
  // What is looked at comes first: the faces that stay, unless the list of faces has changed.
  const changed = event?.everything ? [] : faces().filter((face) => event?.faces[face.language]?.includes(face.face.key));
  for (const face of changed) face.renew();
  if (!deck.editing) await Promise.all(changed.map((face) => face.loading)); // an open cell has to know what it says now
  const isThere = await inTurn(async () => {
    const about = await ask(deck.table?.tag ?? "").catch(() => null);
    if (about && asked === deck.file) take(about);
    return about;
  });
  if (!isThere && asked === deck.file) { await openTable(deck.tables[0]); return; }
  if (event?.everything) for (const face of faces()) face.renew();
}

// Cards

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

function addCard(column = -1) {
  const like = deck.table.rows[deck.active.row] ?? [];
  const taken = deck.table.rows.map((row) => row[idColumn()] ?? "");
  const cells = deck.table.columns.map((column, at) => {
    if (column.name === "id") return freshId(like[at] ?? "", taken);
    // Without a value of the sheets, the card would be on none.
    return column.sorts || (column.type && !column.type.optional) ? like[at] || column.type?.choices[0] || "" : "";
  });
  const words = deck.table.columns.findIndex((column, at) => !column.type && at !== idColumn());
  if (!cells.some(Boolean)) cells[Math.max(words, 0)] = _("New card");
  return insert(deck.active.row + 1, [cells], Math.max(column < 0 ? words : column, 0));
}

function copyCards() {
  const rows = chosenRows();
  const taken = deck.table.rows.map((row) => row[idColumn()] ?? "");
  insert(rows.at(-1) + 1, rows.map((row) => deck.table.rows[row].map((cell, at) => (at === idColumn() ? freshId(cell, taken) : cell))), deck.active.column);
}

async function insert(at, rows, column) {
  const place = Math.min(at, deck.table.rows.length);
  if (!await write({ do: "add", at: place, rows })) return false;
  deck.added = new Set(rows.map((_, index) => place + index));
  deck.fresh = rows.length === 1 ? place : -1;
  deck.spare = null;
  show();
  go({ row: place, column });
  return true;
}

async function deleteCards() {
  const rows = chosenRows();
  const names = rows.length === 1 ? nameOf(rows[0]) : ngettext("{number} card", "{number} cards", rows.length);
  if (await write({ do: "delete", rows })) { say(_("Deleted: {names}. Undo brings them back.", { names }), "good"); go({ row: Math.min(rows[0], deck.table.rows.length - 1), column: deck.active.column }); }
}

// The page

function build() {
  const button = (name, label, action, more = {}) => el("button", { type: "button", "data-name": name, onclick: action, ...more }, label);
  const choice = el("select", { "data-name": "file", onchange: (event) => openTable(deck.tables[event.target.value]) },
    deck.tables.map((one, at) => el("option", { value: at, selected: one === deck.file }, one.title)));
  section.replaceChildren(
    el("div", { className: "tablebar", role: "toolbar", "aria-label": _("Table") },
      deck.tables.length > 1 && el("label", {}, el("span", { className: "unseen" }, _("File")), choice),
      el("label", { className: "grow" }, el("span", { className: "unseen" }, _("Filter cards")),
        el("input", { type: "search", "data-name": "filter", placeholder: _("Filter: cost:>3 kind:place draw"), autocomplete: "off", oninput: () => { deck.most = MOST; deck.added = new Set(); show(); } })),
      el("div", { className: "buttons" },
        button("undo", _("Undo"), () => step("undo")), button("redo", _("Redo"), () => step("redo"))),
      el("div", { className: "buttons" },
        button("add", _("Add card"), () => addCard()), button("copy", _("Copy"), copyCards), button("delete", _("Delete"), deleteCards)),
      el("div", { className: "buttons" },
        button("up", _("Sort ↑"), () => write({ do: "sort", column: deck.active.column, descending: false })),
        button("down", _("Sort ↓"), () => write({ do: "sort", column: deck.active.column, descending: true })),
        button("column", _("Add column"), () => open("newcolumn")),
        button("find", _("Find"), () => open("finder"), { "aria-expanded": "false" }))),
    el("form", { className: "tablebar", "data-name": "newcolumn", hidden: true, onsubmit: addColumn },
      el("label", {}, _("Name of the column"), " ", el("input", { type: "text", name: "name", autocomplete: "off" })),
      el("label", {}, _("In each row"), " ", el("input", { type: "text", name: "text", placeholder: _("empty"), autocomplete: "off" })),
      el("button", { className: "main" }, _("Add")), button("cancel", _("Cancel"), () => { open("newcolumn", false); focusCell(); })),
    el("form", { className: "tablebar", "data-name": "finder", hidden: true, onsubmit: (event) => { event.preventDefault(); next(); } },
      el("label", {}, _("Find"), " ", el("input", { type: "text", name: "find", autocomplete: "off", oninput: count })),
      el("label", {}, _("Replace with"), " ", el("input", { type: "text", name: "replace", autocomplete: "off" })),
      el("label", {}, pgettext("find in columns", "In"), " ", el("select", { name: "where", "aria-label": _("Columns to search"), onchange: count })),
      el("button", {}, _("Next")), button("replace", _("Replace all"), replaceAll), el("span", { className: "sub", "data-name": "count", role: "status" })),
    el("form", { className: "tablebar bulk", "data-name": "bulk", hidden: true, onsubmit: setAll },
      el("b", { "data-name": "chosen" }), el("label", {}, pgettext("set a column to a text", "Set"), " ", el("select", { name: "column", "aria-label": _("Column to set") })),
      el("label", {}, pgettext("set a column to a text", "to"), " ", el("input", { type: "text", name: "text", list: "bulk-choices", autocomplete: "off" })), el("datalist", { id: "bulk-choices" }),
      el("button", { className: "main" }, _("Set")), button("none", _("Select none"), () => { deck.selected = new Set(); show(); focusCell(); })),
    el("p", { className: "banner plain", "data-name": "fixed", hidden: true }),
    el("div", { className: "tablesays" }, el("span", { className: "sub", "data-name": "summary", role: "status" }), el("span", { className: "note", "data-name": "note", role: "status" })),
    el("div", { className: "tablebody" },
      el("div", { className: "gridbox", "data-name": "gridbox" }),
      el("div", { className: "beside", "data-name": "beside", role: "region", "aria-label": _("The card of the row") })),
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
  const at = deck.table.columns.length;
  if (!await write({ do: "column", name: form.elements.name.value, text: form.elements.text.value })) return;
  form.reset();
  open("newcolumn", false);
  go({ row: deck.active.row, column: at });
}

function setAll(event) {
  event.preventDefault();
  const { column, text } = $("bulk").elements;
  put([...deck.selected].map((row) => ({ row, column: Number(column.value), text: text.value })));
}

// Offer the choices of the column that is set in several rows.
function offer() {
  const column = deck.table.columns[Number($("bulk").elements.column.value)];
  section.querySelector("#bulk-choices").replaceChildren(...(column?.type?.choices ?? []).map((value) => el("option", { value })));
}

// Find and replace, in the rows that are shown

function matches() {
  const { find, where } = $("finder").elements;
  const wanted = find.value.toLowerCase();
  if (!wanted || !deck.table?.rows) return [];
  const columns = where.value === "" ? deck.table.columns.map((_, at) => at) : [Number(where.value)];
  return deck.view.flatMap((row) => columns.filter((column) => deck.table.rows[row][column].toLowerCase().includes(wanted)).map((column) => ({ row, column })));
}

function count() {
  if (!finding) return;
  const found = matches();
  $("count").textContent = $("finder").elements.find.value ? ngettext("{number} cell", "{number} cells", found.length) : "";
  $("replace").disabled = isFixed() || !found.length;
}

function next() {
  const found = matches();
  const after = (one) => deck.view.indexOf(one.row) * 1000 + one.column > deck.view.indexOf(deck.active.row) * 1000 + deck.active.column;
  const match = found.find(after) ?? found[0];
  if (match) go(match, false);
}

function replaceAll() {
  const { find, replace } = $("finder").elements;
  const wanted = new RegExp(find.value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  put(matches().map(({ row, column }) => ({ row, column, text: deck.table.rows[row][column].replace(wanted, () => replace.value) }))).then(count);
}

// Show everything that depends on the cells, the filter and the selection.
function show() {
  if (!deck.table || !$("gridbox")) return;
  const fixed = shared.readOnly ? _("The preview is read-only.") : deck.table.fixed;
  $("fixed").hidden = !(fixed || deck.table.broken);
  $("fixed").replaceChildren(...(deck.table.broken ? [el("strong", {}, _("The table cannot be read.")), ` ${deck.table.line ? `${_("line {number}", { number: deck.table.line })}: ` : ""}${deck.table.broken}. ${deck.table.help ? `${deck.table.help}. ` : ""}`, _("Correct it in {file}: the table appears here as soon as you save.", deck.table)] : [fixed ?? ""]));
  for (const name of ["columns", "rows", "numbers", "faces"]) deck.table[name] ??= [];
  const { passes, unknown } = filterOf($("filter").value, deck.table.columns);
  deck.view = deck.table.rows.flatMap((cells, row) => (deck.added.has(row) || passes(cells) ? [row] : []));
  if (deck.editing && !deck.view.includes(deck.editing.row)) deck.view = [...deck.view, deck.editing.row].sort((one, other) => one - other);
  if (deck.view.length && !deck.view.includes(deck.active.row) && !deck.editing) deck.active = { ...deck.active, row: deck.view[0] };
  deck.selected = new Set([...deck.selected].filter((row) => deck.view.includes(row)));
  summary(unknown);
  tools();
  choices();
  if (deck.editing) markAll();
  else drawGrid();
  beside();
  count();
}

deck.show = show;
deck.add = addCard;

// The active cell has changed.
deck.went = (before) => {
  if (deck.active.row !== deck.fresh) leaveRow();
  if (before.row === deck.active.row) sayHere();
  else beside();
  tools();
};

function summary(unknown) {
  const all = deck.table.rows.length;
  const cards = deck.view.length === all ? ngettext("{number} card", "{number} cards", all) : ngettext("{shown} of {number} card", "{shown} of {number} cards", all, { shown: deck.view.length });
  const shown = wrongOf([...deck.faults.keys()].flatMap((place) => faultsAt(...place.split(",").map(Number))));
  const errors = shown.filter((fault) => fault.severity === "error").length;
  const warnings = shown.length - errors;
  const found = countFaults(errors, warnings);
  const right = shared.about.old ? _("nothing is wrong here, but errors elsewhere keep the cards as they were") : _("nothing is wrong in this table");
  const state = deck.table.checking ? (found ? _("{found} so far, checking", { found }) : _("checking")) : found || right;
  $("summary").textContent = [cards, unknown.length ? _("no column {names}", { names: unknown.join(", ") }) : "", deck.table.broken ? "" : state].filter(Boolean).join(" · ");
}

function tools() {
  if (!$("undo")) return;
  const rows = chosenRows();
  const fixed = isFixed();
  for (const name of ["undo", "redo"]) { $(name).disabled = shared.readOnly || !deck.table[name]; $(name).title = deck.table[name] || (name === "undo" ? _("Nothing to undo") : _("Nothing to redo")); }
  for (const name of ["add", "column"]) $(name).disabled = fixed;
  for (const name of ["copy", "delete"]) $(name).disabled = fixed || !rows.length;
  const heading = deck.table.columns[deck.active.column]?.heading ?? "";
  for (const name of ["up", "down"]) {
    $(name).disabled = fixed || deck.table.rows.length < 2;
    $(name).title = name === "up" ? _("Sort the cards in the file by {heading}, ascending", { heading }) : _("Sort the cards in the file by {heading}, descending", { heading });
    $(name).setAttribute("aria-label", $(name).title);
  }
  const what = deck.selected.size > 1 ? ngettext("{number} card", "{number} cards", deck.selected.size) : rows.length ? nameOf(rows[0]) : kindName("card");
  $("copy").setAttribute("aria-label", _("Copy {what}", { what }));
  $("delete").setAttribute("aria-label", _("Delete {name}", { name: what }));
  $("bulk").hidden = fixed || !deck.selected.size;
  $("chosen").textContent = ngettext("{number} selected", "{number} selected", deck.selected.size);
}

// The columns to choose from in forms.
function choices() {
  const names = deck.table.columns.map((column) => column.heading).join("\n");
  if (section.dataset.columns === names && $("bulk").elements.column.options.length) return;
  section.dataset.columns = names;
  const listed = deck.table.columns.map((column, at) => el("option", { value: at }, column.heading));
  $("bulk").elements.column.replaceChildren(...listed);
  $("finder").elements.where.replaceChildren(el("option", { value: "" }, _("all columns")), ...listed.map((option) => option.cloneNode(true)));
  offer();
}

// The faces of the active row, its copies, and its faults with their help

function beside() {
  const { row } = deck.active;
  const box = $("beside");
  if (!deck.table.rows[row]) { box.replaceChildren(); return; }
  const keys = deck.table.faces[row] ?? [];
  const wanted = keys.flatMap((key) => {
    const face = shared.about.faces.find((one) => one.key === key);
    return face ? shared.languages.filter((language) => !face.languages.length || face.languages.includes(language)).map((language) => ({ face, language })) : [];
  });
  const there = [...box.querySelectorAll("card-face")];
  const faces = wanted.map(({ face, language }) => there.find((one) => one.face.key === face.key && one.language === language)?.show(face, language) ?? new CardFace().show(face, language));
  const title = el("h2", {}, nameOf(row), ...renaming(row));
  const shown = () => el("div", { className: "facesbeside" }, faces.length ? faces : el("p", { className: "sub" }, deck.table.fixed || !deck.table.rows.length ? "" : _("No face yet: the game shows it as soon as it loads without errors.")));
  const rest = [...[copiesOf(row)].filter(Boolean), el("div", { "data-name": "here" })];
  if (box.dataset.of !== `${deck.shape} ${row}`) box.replaceChildren(title, shown(), ...rest);
  else {
    box.querySelector("h2").replaceWith(title);
    // Faces that stay are not taken out: they would wait to be seen again before they are drawn.
    if (!faces.length || faces.length !== there.length || faces.some((face, at) => face !== there[at])) box.querySelector(".facesbeside").replaceWith(shown());
    // What is being typed stays, whatever else has changed.
    if (document.activeElement?.dataset.name !== "copies") {
      while (box.children.length > 2) box.lastElementChild.remove();
      box.append(...rest);
    }
  }
  box.dataset.of = `${deck.shape} ${row}`;
  sayHere();
}

// Offer ids after the new names: other files and pictures name cards by their ids.
function renaming(row) {
  const found = isFixed() ? new Map() : idsOfNames();
  const button = (name, label, rows) => el("button", { type: "button", className: "quiet", "data-name": name, onclick: () => put(rows.map((at) => ({ row: at, column: idColumn(), text: found.get(at) }))) }, label);
  return found.has(row) ? [" ", button("rename", _("Rename to {name}", { name: found.get(row) }), [row]), ...(found.size > 1 ? [button("rename all", ngettext("Rename {number} card by its name", "Rename {number} cards by their names", found.size), [...found.keys()])] : [])] : [];
}

function copiesOf(row) {
  const column = deck.table.columns.findIndex(({ name }) => name === "copies");
  if (column < 0) return !isFixed() && el("button", { type: "button", onclick: () => write({ do: "column", name: "copies", text: "1" }) }, _("Add a column for copies"));
  return el("label", { className: "row" }, _("Copies"), " ", el("input", { type: "number", min: 0, max: 999, "data-name": "copies", value: deck.table.rows[row][column], placeholder: "1", disabled: isFixed(), onchange: (event) => put([{ row, column, text: event.target.value }], event.target.value) }));
}

const tellColour = (told) => (told.error ? say([told.error, told.help].filter(Boolean).join(": "), "bad") : say(_("Saved in {files}", { files: told.file }), "good"));

function sayHere() {
  const { row, column } = deck.active;
  const own = faultsAt(row, column);
  const others = [...deck.faults.keys()].flatMap((place) => (place.startsWith(`${row},`) && place !== `${row},${column}` ? faultsAt(...place.split(",").map(Number)) : []));
  const heads = [...deck.faults].flatMap(([place, found]) => (place.startsWith("-1,") ? found : []));
  const part = (title, found) => (found.length ? [el("h3", {}, title), ...found.map((fault) => faultBox(fault, "table"))] : []);
  const type = deck.table.columns[column]?.type;
  const [paint, value] = [deck.table.paints?.[deck.table.columns[column]?.name], deck.table.rows[row]?.[column]];
  const colour = paint?.colours[value];
  $("here")?.replaceChildren(
    el("p", { className: "sub" }, [deck.table.columns[column]?.heading, type && (type.optional ? _("may be empty, or {what}", type) : type.what)].filter(Boolean).join(": ")),
    ...(colour ? [el("label", { className: "row" }, picker(paint.file, value, colour, tellColour, isFixed()), el("span", {}, _("Colour of {name}", { name: value })))] : []),
    ...part(_("In this cell"), own), ...part(_("In this row"), others), ...part(_("In the whole table"), heads));
}

