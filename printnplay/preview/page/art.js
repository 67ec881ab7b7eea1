// Pictures: the tab Art with all of them, and those of the open card, with focus and crop.

import { address, el, get, inGame, keepPlace, plainName, post, send, shared } from "./api.js";
import { _, listed, ngettext } from "./words.js";

const section = document.getElementById("art");
const TYPES = ".png,.jpg,.jpeg,.gif,.webp,.svg";

export const hasFiles = (event) => [...event.dataTransfer?.types ?? []].includes("Files");

// The small picture of a file. The element of an unchanged file is used again, so that nothing flickers.
const images = new Map();
function thumbnail({ file, stamp }, part, alt = "") {
  const src = `${inGame("picture")}?${new URLSearchParams({ file, stamp })}`;
  const name = `${part} ${src}`;
  if (!images.has(name)) images.set(name, el("img", { src, alt, loading: part === "tab" ? "lazy" : "eager", decoding: "async" }));
  return images.get(name);
}

const reasons = (told) => [told.error, told.help].filter(Boolean).join(": ");

// Let files be dropped on an element.
export function dropZone(element, take) {
  const over = (event) => {
    if (!hasFiles(event) || shared.readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.toggle("dropping", event.type === "dragover");
    if (event.type === "drop") take([...event.dataTransfer.files]);
    else event.dataTransfer.dropEffect = "copy";
  };
  element.addEventListener("dragover", over);
  element.addEventListener("drop", over);
  element.addEventListener("dragleave", () => element.classList.remove("dropping"));
  return element;
}

// Let the user choose files.
export function choose(take, multiple) {
  const input = el("input", { type: "file", accept: TYPES, multiple });
  input.addEventListener("change", () => take([...input.files]));
  input.click();
}

// Send a file; the result has the reason as `error` if it was refused.
export async function upload(file, query) {
  const { largest } = shared;
  if (file.size > largest) return { error: _("{file} is larger than {size} MiB", { file: file.name, size: largest >> 20 }), help: _("save it with fewer pixels, or as JPEG") };
  return send(`${inGame("picture")}?${new URLSearchParams(query)}`, file);
}

function sizeOf({ width, height, broken }) { return broken || (width ? _("{width} × {height} pixels", { width, height }) : _("drawing")); }

function inPrint(perInch, sharp) {
  if (!perInch) return "";
  const isCoarse = perInch < sharp - 1;
  return el("span", { className: isCoarse ? "coarse" : "" }, isCoarse ? _("{number} per inch in print: {sharp} are needed", { number: Math.round(perInch), sharp }) : _("{number} per inch in print", { number: Math.round(perInch) }));
}

// The tab

let asked = 0;
let about = null;
let note = ["", ""];

export async function showArt() {
  const own = ++asked;
  for (const uses of ["", "1"]) {
    const told = await get(inGame(`pictures?uses=${uses}`));
    if (own !== asked) return;
    // While it searches again, what it has found before stays.
    const before = new Map((about?.pictures ?? []).map((one) => [one.file, one]));
    const isKnown = !uses && about?.searched;
    about = isKnown ? { ...told, searched: true, pictures: told.pictures.map((one) => ({ ...one, uses: before.get(one.file)?.uses ?? null, perInch: before.get(one.file)?.perInch ?? 0 })) } : told;
    keepPlace(section, document.getElementById("main"), fill);
  }
}

function say(message, kind) {
  note = [message, kind];
  const shown = section.querySelector("[role=status]");
  if (shown) { shown.textContent = message; shown.className = `note ${kind}`; }
}

function fill() {
  const { pictures, searched, sharp } = about;
  const unused = pictures.filter((one) => isUnused(one)).length;
  const coarse = pictures.filter((one) => one.perInch && one.perInch < sharp - 1).length;
  const counts = [ngettext("{number} picture", "{number} pictures", pictures.length), !searched && _("looking where they are used"), unused && ngettext("{number} unused", "{number} unused", unused), coarse && ngettext("{number} below {sharp} per inch", "{number} below {sharp} per inch", coarse, { sharp })];
  const add = el("button", { type: "button", className: "main", "data-name": "add picture", disabled: shared.readOnly, onclick: () => choose(addAll, true) }, _("Add pictures"));
  const named = searched ? namesakes().length : 0;
  const put = named > 0 && el("button", { type: "button", "data-name": "put pictures", disabled: shared.readOnly, onclick: putOnNamesakes }, ngettext("Put {number} on the card of the same name", "Put {number} on the cards of the same name", named));
  const parts = [
    el("div", { className: "sheetbar" }, add, put, el("span", { className: "sub" }, counts.filter(Boolean).join(" · "))),
    pictures.length > 0 && !shared.readOnly && el("p", { className: "sub" }, _("Drop files here to add them, or on a picture to replace it.")),
    el("p", { className: `note ${note[1]}`, role: "status" }, note[0]),
    pictures.length ? el("ul", { className: "pictures", "aria-label": _("Pictures") }, pictures.map(tile))
      : el("p", { className: "empty" }, shared.about.faces.length === 0 ? _("The game cannot be shown: its files have faults.") : _("There are no pictures yet. Drop PNG, JPEG, WebP, GIF or SVG files here, or on a card.")),
  ];
  section.replaceChildren(...parts.filter(Boolean));
}

const isUnused = (one) => about.searched && one.uses && !one.uses.length && !one.broken;

function tile(one) {
  const take = ([file]) => file && replace(one, file);
  const faces = new Set(shared.about.faces.map((face) => face.name));
  const shown = (one.uses ?? []).slice(0, 6);
  const uses = shown.map((name) => (faces.has(name) ? el("button", { type: "button", className: "quiet", "data-name": `${one.file} ${name}`,
    onclick: () => document.dispatchEvent(new CustomEvent("seek", { detail: { name } })) }, name) : el("span", { className: "sub" }, name.split(/(?<=\/)/).flatMap((part) => [el("wbr"), part]))));
  const more = (one.uses ?? []).length - shown.length;
  const item = el("li", {},
    thumbnail(one, "tab"),
    el("b", { title: one.file }, one.name),
    el("span", { className: one.broken ? "coarse" : "sub" }, sizeOf(one)),
    inPrint(one.perInch, about.sharp),
    isUnused(one) ? el("span", { className: "unused" }, _("unused in this game")) : el("div", { className: "uses" }, uses, more > 0 && el("span", { className: "sub" }, _("and {number} more", { number: more }))),
    el("div", { className: "row" }, el("button", { type: "button", "aria-label": _("Replace {name}", one), "data-name": `replace ${one.file}`, disabled: shared.readOnly, onclick: () => choose(take, false) }, _("Replace")),
      isUnused(one) && el("button", { type: "button", "aria-label": _("Delete {name}", one), "data-name": `delete ${one.file}`, disabled: shared.readOnly, onclick: () => remove(one) }, _("Delete"))));
  return dropZone(item, take);
}

async function addAll(files) {
  const added = [], refused = [];
  for (const file of files) {
    say(_("Adding {name}", file), "");
    const told = await upload(file, { name: file.name });
    if (told.error) refused.push(reasons(told));
    else added.push(told.name);
  }
  say([added.length && _("Added: {names}", { names: added.join(", ") }), ...refused].filter(Boolean).join(". "), refused.length ? "bad" : "good");
}

// Pictures that nothing uses, with the faces of the cards of the same name.
function namesakes() {
  const cards = new Map(shared.about.faces.filter((face) => face.kind === "card").map((face) => [plainName(face.name), face]));
  return about.pictures.filter(isUnused).map((one) => [one, cards.get(plainName(one.name.replace(/\.\w+$/, "")))]).filter(([, face]) => face);
}

async function putOnNamesakes() {
  const put = [], refused = [];
  for (const [one, face] of namesakes()) {
    const { art } = await get(inGame(`about/${shared.languages[0]}/${address(face.key)}`));
    const [field] = art.fields.filter((each) => !each.fixed);
    const value = field && one.name.slice(0, one.name.length - field.ending.length);
    const told = field ? await post(inGame("art"), { field: { face: face.key, name: field.name, before: field.value }, value }) : { error: art.why || art.fields[0].fixed };
    if (told.error) refused.push(`${face.name}: ${reasons(told)}`);
    else put.push(face.name);
  }
  say([put.length && _("On their cards: {names}", { names: put.join(", ") }), ...refused].filter(Boolean).join(". "), refused.length ? "bad" : "good");
}

async function replace(one, file) {
  const told = await upload(file, { name: file.name, replace: one.file });
  say(told.error ? reasons(told) : _("Replaced: {name}", one), told.error ? "bad" : "good");
}

async function remove(one) {
  say(_("Looking for uses of {name}", one), "");
  const told = await post(inGame("pictures"), { file: one.file });
  say(told.error ? reasons(told) : _("Deleted: {name}. Undo brings it back.", one), told.error ? "bad" : "good");
}

dropZone(section, addAll);

// The pictures of a card

// Saves run one after another: each is of the value that the one before has written.
let saves = Promise.resolve();
const inTurn = (save) => { saves = saves.then(save); return saves; };

// Return the box for the panel, and what takes a dropped file. `saved` shows the message after a save.
export function cardPictures(seen, language, name, saved, tellSaved) {
  const { fields, why, names, sharp, alone } = seen.art;
  const note = el("p", { className: "note", role: "status", "data-saved": name });
  const bad = (message) => { note.textContent = message; note.className = "note bad"; };
  const put = (field, file) => inTurn(async () => {
    note.textContent = _("Saving {name}", file);
    const told = await upload(file, { name: file.name, face: seen.key, field: field.name, before: field.value, language });
    if (told.error) { bad(reasons(told)); return; }
    field.value = told.name.slice(0, told.name.length - field.ending.length);
    saved(name, listed(told.files));
  });
  const set = (field, value) => inTurn(async () => {
    const told = await post(inGame("art"), { field: { face: seen.key, name: field.name, before: field.value, language }, value });
    if (told.error) { bad(reasons(told)); return false; }
    field.value = value;
    saved(name, told.file);
    return true;
  });
  const boxes = fields.map((field) => pictureBox(field, { seen, names, sharp, put, set }));
  const asking = el("div", { className: "asking" });
  const ask = (file) => {
    const named = (field) => (field.shared > 1 ? ngettext("{name}, on {number} card", "{name}, on {number} cards", field.shared, field) : field.name);
    asking.replaceChildren(el("p", {}, _("Where does {name} go?", file)), el("div", { className: "row" }, fields.filter((field) => !field.fixed).map((field) => el("button", { type: "button",
      onclick: () => { asking.replaceChildren(); put(field, file); } }, named(field)))));
    asking.querySelector("button")?.focus();
  };
  const take = ([file, more]) => {
    if (!file) return;
    box.hidden = false;
    const open = fields.filter((field) => !field.fixed);
    if (more) bad(_("Drop one picture on a card; several on the tab Art."));
    else if (shared.readOnly) bad(_("The preview is read-only."));
    else if (!open.length) bad(why || fields[0].fixed);
    else if (open.length === 1 && open[0].shared <= 1) put(open[0], file);
    else ask(file);
  };
  tellSaved(name, note);
  // A card without pictures says why only if one is dropped on it.
  const box = el("div", { hidden: !fields.length && !alone }, el("h3", {}, _("Pictures")), asking, note, boxes, alone && why && el("p", { className: "sub" }, why));
  return { box, take };
}

function pictureBox(field, { seen, names, sharp, put, set }) {
  const take = ([file]) => file && put(field, file);
  const off = shared.readOnly || Boolean(field.fixed);
  const fitting = names.filter((one) => one.endsWith(field.ending)).map((one) => one.slice(0, one.length - field.ending.length));
  const title = field.name || "picture"; // without a name, the template names it, and has to
  const listed = [...new Set([field.value, ...(field.name ? [""] : []), ...fitting])];
  const select = el("select", { "aria-label": field.name ? _("picture: {name}", { name: title }) : _("picture of the template"), "data-name": `art ${title}`, disabled: off }, listed.map((value) => el("option", { value, selected: value === field.value }, value || "–")));
  select.addEventListener("change", async () => { if (!await set(field, select.value)) select.value = field.value; });
  const facts = el("p", { className: "sub" }, field.file ? [sizeOf(field), field.perInch ? " · " : "", inPrint(field.perInch, sharp)] : field.name ? (field.value ? _("There is no such picture.") : _("No picture yet.")) : field.value || _("Drop a picture here, or choose one: the template shows it then."));
  const shared_ = field.shared > 1 && el("p", { className: "sub" }, ngettext("{number} card has this picture.", "{number} cards share this picture.", field.shared));
  const frame = field.file && framing(field, set, off);
  const box = el("div", { className: "text picture" }, field.name && el("div", { className: "key" }, field.name), frame, facts, shared_,
    el("div", { className: "row" }, select, el("button", { type: "button", disabled: off, "aria-label": _("Choose a file for {name}", { name: title }), "data-name": `choose ${title}`, onclick: () => choose(take, false) }, _("Choose a file")),
      field.name && field.value && el("button", { type: "button", disabled: off, "aria-label": _("No picture for {name}", { name: title }), "data-name": `none ${title}`, onclick: () => set(field, "") }, _("No picture"))),
    field.fixed && el("p", { className: "sub" }, field.fixed));
  return off ? box : dropZone(box, take);
}

const SIDES = { left: [0, null], right: [100, null], top: [null, 0], bottom: [null, 100] };

// A focus as a point in percent: of two numbers, or of words.
function pointOf(value) {
  const numbers = value.split(/[\s,]+/).map(Number);
  if (numbers.length === 2 && !numbers.some(Number.isNaN) && value.trim()) return numbers;
  const point = [50, 50];
  for (const word of value.split(/\s+/)) (SIDES[word] ?? []).forEach((side, axis) => { if (side !== null) point[axis] = side; });
  return point;
}

function areaOf(value) {
  const numbers = value.trim().split(/[\s,]+/).map(Number);
  return numbers.length === 4 && !numbers.some(Number.isNaN) ? numbers : [0, 0, 100, 100];
}

// The picture, with its focus to click and its crop to drag; both can be typed as well.
function framing(field, set, off) {
  const { focus, crop } = field;
  const point = el("span", { className: "point", hidden: !focus });
  const area = el("span", { className: "area", hidden: !crop });
  const image = thumbnail(field, "card", field.value);
  const frame = el("div", { className: "framing" }, image, area, point);
  const place = (part, [left, top, width, height]) => { Object.assign(part.style, { left: `${left}%`, top: `${top}%`, width: width && `${width}%`, height: height && `${height}%` }); };
  const draw = () => { if (focus) place(point, pointOf(focus.value)); if (crop) place(area, areaOf(crop.value)); };
  const input = (one, key, label, example) => {
    if (!one) return null;
    const control = el("input", { type: "text", value: one.value, placeholder: example, "aria-label": _("{label} of {name}, in percent", { label, name: field.name }), "data-name": `${key} ${field.name}`, disabled: off || Boolean(one.fixed), title: one.fixed });
    control.addEventListener("change", async () => { if (!await set(one, control.value.trim())) control.value = one.value; draw(); });
    one.show = () => { control.value = one.value; draw(); };
    return el("label", {}, label, control);
  };
  const may = (one) => one && !off && !one.fixed;
  if (may(focus) || may(crop)) {
    const at = (event) => {
      const { left, top, width, height } = image.getBoundingClientRect();
      return [(event.clientX - left) / width, (event.clientY - top) / height].map((share) => Math.round(100 * Math.min(1, Math.max(0, share))));
    };
    const between = (one, other) => [0, 1].map((axis) => Math.min(one[axis], other[axis])).concat([0, 1].map((axis) => Math.abs(one[axis] - other[axis])));
    let begun = null;
    const stop = () => { begun = null; frame.classList.remove("dragged"); };
    frame.classList.add("live");
    frame.addEventListener("pointerdown", (event) => { begun = at(event); frame.setPointerCapture(event.pointerId); frame.classList.add("dragged"); });
    frame.addEventListener("pointermove", (event) => { if (begun && may(crop) && isArea(between(begun, at(event)))) place(area, between(begun, at(event))); });
    frame.addEventListener("pointercancel", () => { stop(); draw(); });
    frame.addEventListener("pointerup", async (event) => {
      const dragged = begun && between(begun, at(event));
      stop();
      if (dragged && isArea(dragged) && may(crop)) { await set(crop, dragged.join(" ")); crop.show(); }
      else if (dragged && may(focus)) { await set(focus, at(event).join(" ")); focus.show(); }
    });
  }
  const whole = may(crop) && el("button", { type: "button", className: "quiet", "data-name": `whole ${field.name}`, onclick: async () => { await set(crop, ""); crop.show(); } }, _("Whole picture"));
  const hint = may(focus) ? (may(crop) ? _("Click to set the focus, drag to crop.") : _("Click to set the focus.")) : may(crop) && _("Drag to crop.");
  const fixed = [focus, crop].filter((one) => one?.fixed && one.fixed !== field.fixed).map((one) => el("p", { className: "sub" }, one.fixed));
  const made = el("div", {}, frame, hint && el("p", { className: "sub" }, hint), el("div", { className: "row" }, input(focus, "focus", _("focus"), "50 50"), input(crop, "crop", _("crop"), "0 0 100 100"), whole), fixed);
  draw();
  return made;
}

// Less than this is a click with an unsteady hand.
const LEAST = 5;
const isArea = ([, , width, height]) => width >= LEAST && height >= LEAST;
