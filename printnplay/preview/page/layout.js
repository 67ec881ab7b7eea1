// The layout of a face: the boxes of its template, which are changed by mouse and in fields. Each change is an edit of the
// template's file.

import { address, el, get, inGame, keepPlace, placeOf, post, shared } from "./api.js";
import { CardFace } from "./face.js";
import { drawBoxes, inBox, isDragging, isUpright, makeStage, numbersFor, onFace, rectOf, round, shape } from "./stage.js";

const section = document.getElementById("layout");
const $ = (name) => section.querySelector(`[data-name="${name}"]`);

// More faces make a list that nobody reads. A guess.
const MOST = 500;

const state = {
  game: "", key: "", about: null, face: null, selected: "", adding: "", against: "safe",
  sending: {}, // the numbers that are being written, by the keys of their boxes
  pending: {}, // those of the selected box that will be
  writes: Promise.resolve(),
  moves: [], // the keys of boxes before and after the edits that give others new numbers
  writing: 0, // the number of edits that are being written
  waiting: 0,
};

// Open the layout of this face when the tab is shown.
export function layFace(key) { state.key = key; state.selected = ""; state.adding = ""; }

const languageOf = (face) => shared.languages.find((language) => !face.languages.length || face.languages.includes(language));
const faces = () => shared.about.faces.filter(languageOf);
const ask = () => get(inGame(`layout/${state.face.language}/${address(state.key)}`));

export async function showLayout() {
  const listed = faces();
  if (state.game !== shared.game) layFace("");
  state.game = shared.game;
  const entry = listed.find((face) => face.key === state.key) ?? listed[0];
  if (!entry) { section.replaceChildren(el("p", { className: "empty" }, "The game cannot be shown: its files have faults.")); state.about = null; return; }
  state.key = entry.key;
  state.face = new CardFace().show(entry, languageOf(entry));
  state.face.own = { lines: true, bleed: true };
  state.face.show(entry, languageOf(entry));
  const own = state.face;
  const about = await ask().catch(() => null);
  if (own !== state.face) return;
  state.about = about;
  build(entry, listed);
}

// Show what has changed on disk.
export async function renewLayout(event) {
  if (!state.about || !$("stage")) { await showLayout(); return; }
  const entry = faces().find((face) => face.key === state.key);
  if (!entry) { await showLayout(); return; }
  const changed = event.everything || event.faces[state.face.language]?.includes(state.key);
  if (!changed) return;
  state.face.show(entry, state.face.language);
  state.face.renew();
  // An edit of our own brings the boxes with its answer.
  if (isDragging() || state.writing) return;
  const own = state.face;
  const about = await ask().catch(() => null);
  if (about && own === state.face && !isDragging()) take(about);
}

// The boxes with their keys: the file, and their number in it.
function boxes() {
  return (state.about?.files ?? []).flatMap((file) => file.boxes.map((box, index) => {
    const key = `${file.file} ${index}`;
    const mine = { ...state.sending[key], ...(key === state.selected && state.pending) };
    return { ...box, key, index, file, numbers: { ...box.numbers, ...mine }, name: nameOf(box), fixed: box.why || file.fixed };
  }));
}

const nameOf = (box) => [box.kind, box.label].filter(Boolean).join(": ").slice(0, 60);
const selected = () => boxes().find((box) => box.key === state.selected);
const isFixed = (box) => shared.readOnly || Boolean(box.fixed);

function take(about) {
  state.about = about;
  if (!selected()) state.selected = "";
  draw();
}

// The parts of the page

const KINDS = { title: "Title", text: "Text", picture: "Picture", icon: "Icon", rectangle: "Rectangle", circle: "Circle", line: "Line", stack: "Stack", background: "Background" };

function build(entry, listed) {
  const shown = listed.length > MOST ? [...new Set([entry, ...listed.slice(0, MOST)])] : listed;
  const choice = el("select", { "data-name": "card", onchange: async () => { flush(); await state.writes; layFace($("card").value); showLayout(); } },
    shown.map((face) => el("option", { value: face.key, selected: face.key === state.key }, face.kind === "card" ? face.name : `${face.name}, ${face.kind}`)));
  const snaps = el("input", { type: "checkbox", checked: shape.snaps, onchange: (event) => { shape.snaps = event.target.checked; } });
  const target = targetFile();
  const palette = Object.entries(KINDS).map(([kind, title]) => el("button", { type: "button", "data-name": `add ${kind}`, disabled: shared.readOnly || !target, onclick: () => addBox(kind) }, title));
  const stage = el("div", { className: "stage", "data-name": "stage" }, state.face, makeStage());
  section.replaceChildren(
    el("div", { className: "tablebar" }, el("label", {}, "Face", choice), el("button", { type: "button", "data-name": "start", disabled: shared.readOnly, onclick: showStarters }, "Start from a layout"), el("label", { className: "check" }, snaps, " Snap to 1 mm and lines"),
      el("div", { className: "buttons", role: "group", "aria-label": "Add a box" }, el("span", { className: "sub" }, "Add"), palette)),
    el("div", { className: "layoutsays" }, el("p", { className: "note", role: "status", "data-name": "note" }), el("div", { "data-name": "faults" })),
    el("div", { className: "layoutbody" }, el("div", { className: "stagebox", "data-name": "stagebox" }, stage), el("div", { className: "inspector", "data-name": "inspector" })),
  );
  stage.addEventListener("keydown", keys);
  state.face.addEventListener("drawn", tellFaults);
  sizes.disconnect();
  sizes.observe($("stagebox"));
  fit();
  draw();
  if (!state.about) say("The template of this face was not found.", "bad");
}

const sizes = new ResizeObserver(() => fit());

// The face is as large as the room for it.
function fit() {
  const box = $("stagebox");
  if (!box || !state.face?.face) return;
  const { width, height, bleed } = state.face.face;
  const scale = Math.min((box.clientWidth - 24) / (width + 2 * bleed), (box.clientHeight - 24) / (height + 2 * bleed));
  $("stage").style.setProperty("--mm", `${Math.max(2, Math.min(14, scale))}px`);
  if (state.about && shape.face) drawBoxes();
}

function draw() {
  if (!$("stage")) return;
  const all = boxes();
  Object.assign(shape, {
    face: state.face.face, drawing: state.face.drawing, selected: state.selected, boxes: all.filter((box) => box.shape && box.matrix && !box.fixed),
    live: !shared.readOnly, select, put: (key, numbers) => put(numbers), follow: fillNumbers,
  });
  drawBoxes();
  const inspector = $("inspector");
  const form = openForm();
  keepPlace(inspector, inspector, () => {
    // What is being typed stays.
    if (form) while (form.nextSibling) form.nextSibling.remove();
    else inspector.replaceChildren(...(state.adding ? [addForm()] : []), ...(selected() ? [boxForm(selected(), all)] : []));
    inspector.append(...list(all));
  });
}

// The form in which somebody types, if it is that of the selected box or of a new one.
function openForm() {
  const typing = document.activeElement;
  const form = $("inspector").contains(typing) && typing.matches("input") && typing.closest("form");
  if (!form || form.dataset.of !== (state.adding || state.selected)) return null;
  return typing.said !== typing.value ? form : null;
}

function select(key) {
  flush();
  state.selected = key;
  state.adding = "";
  draw();
}

function say(message, kind = "") {
  const note = $("note");
  if (!note) return;
  note.textContent = message;
  note.className = `note ${kind}`;
}

// What is wrong with the face now, such as a text that does not fit its box.
function tellFaults() {
  shape.drawing = state.face?.drawing ?? null;
  const faults = state.face?.told?.faults ?? [];
  const box = $("faults");
  if (!box) return;
  box.replaceChildren(...faults.slice(0, 3).map((fault) => el("p", { className: "note bad" }, fault.message)), faults.length > 3 && el("p", { className: "sub" }, `and ${faults.length - 3} more`) || "");
}

// The list of all parts, with the reasons why some cannot be changed here.
function list(all) {
  const files = state.about?.files ?? [];
  return files.map((file) => {
    const items = all.filter((box) => box.file === file).map((box) => el("li", {},
      box.fixed ? el("div", { className: "part" }, el("b", {}, box.name), el("span", { className: "sub" }, box.why ? `${box.why[0].toUpperCase()}${box.why.slice(1)}.` : ""), placeOf(box.place))
        : el("button", { type: "button", className: "part", "aria-pressed": String(box.key === state.selected), "data-name": `list ${box.key}`, onclick: () => select(box.key) }, box.name,
          box.sometimes && el("span", { className: "sub" }, " on some cards"))));
    const many = file.faces > 1 ? `A change here changes all ${file.faces} cards with this template.` : "";
    return el("div", { className: "parts" }, el("h2", {}, file.file), many && el("p", { className: "sub" }, many),
      file.fixed && el("p", { className: "note bad" }, file.fixed), file.broken && el("p", { className: "note bad" }, `It cannot be read: ${file.broken}`), el("ul", {}, items));
  });
}

// The selected box

const LABELS = { x: "X", y: "Y", width: "Width", height: "Height", size: "Size", r: "Radius", cx: "Centre X", cy: "Centre Y", rx: "Radius X", ry: "Radius Y", x1: "From X", y1: "From Y", x2: "To X", y2: "To Y" };
const OPTIONS = { style: "Text style", align: "Align", valign: "Vertical", size: "Largest size", min: "Smallest size", colour: "Colour", ground: "Ground", fit: "Fit", gap: "Gap", turn: "Turn", fill: "Fill", stroke: "Stroke", stroke_width: "Stroke width", "stroke-width": "Stroke width", rx: "Corner radius", opacity: "Opacity" };

function boxForm(box, all) {
  const off = isFixed(box);
  const numbers = Object.entries(box.numbers).map(([name, value]) => {
    const input = el("input", { type: "number", step: "0.1", value: round(value), "data-name": `number ${name}`, "data-number": name, disabled: off });
    input.addEventListener("change", () => {
      const to = Number(input.value);
      if (input.value === "" || !Number.isFinite(to)) { input.value = round(box.numbers[name]); return; }
      input.said = input.value;
      put({ [name]: to });
    });
    return el("label", {}, LABELS[name] ?? name, input);
  });
  const options = box.options.map((option) => el("label", {}, OPTIONS[option.name] ?? option.name, optionControl(box, option, off)));
  const button = (name, title, edit, disabled = false) => el("button", { type: "button", "data-name": name, disabled: off || disabled, onclick: () => write({ ...edit, box: box.index }, box.file) }, title);
  const aligned = off || !isUpright(box);
  for (const input of [...numbers, ...options].map((label) => label.querySelector("input")).filter(Boolean)) input.said = input.value;
  return el("form", { className: "boxform", "data-of": box.key, onsubmit: (event) => event.preventDefault() },
    el("h2", {}, box.name), placeOf(box.place),
    el("div", { className: "numbers", role: "group", "aria-label": "Place and size in mm" }, numbers),
    el("div", { className: "row" }, el("label", {}, "Align to", el("select", { "data-name": "against", disabled: aligned, onchange: (event) => { state.against = event.target.value; } }, againstOptions(box, all))), alignButtons(box, all, aligned)),
    options.length > 0 && el("div", { className: "options" }, options),
    el("div", { className: "row" }, button("copy", "Copy", { do: "copy" }), button("forward", "Forward", { do: "order", forward: true }), button("back", "Back", { do: "order", forward: false }), button("delete", "Delete", { do: "delete" })));
}

function optionControl(box, option, off) {
  const { name, kind, value } = option;
  const common = { "data-name": `option ${name}`, disabled: off };
  if (value === null) return el("span", { className: "sub", title: "It is computed: change it in the file" }, option.source);
  const choices = {
    role: state.about.roles, colour: Object.keys(state.about.colours), paint: ["none", ...Object.keys(state.about.colours)], align: box.kind === "stack" ? ["left", "centre", "right"] : ["left", "centre", "right", "justify"],
    valign: box.kind === "stack" ? ["top", "middle", "bottom", "spread"] : ["top", "middle", "bottom"], fit: box.kind === "picture" ? ["contain", "cover", "stretch"] : ["alone", "together", "group"], turn: ["0", "90", "180", "270"],
  }[kind];
  const set = async (text) => { if (!await write({ do: "set", box: box.index, options: { [name]: text } }, box.file)) draw(); };
  if (!choices) {
    const hint = kind === "points" ? "9pt" : "";
    const input = el("input", { type: "text", value, placeholder: hint, ...common });
    input.addEventListener("change", () => { input.said = input.value; set(input.value.trim()); });
    return input;
  }
  const listed = [...new Set([...(option.optional ? [""] : []), ...choices, value])];
  const control = el("select", common, listed.map((one) => el("option", { value: one, selected: one === value }, one || "default")));
  control.addEventListener("change", () => set(control.value));
  const hex = state.about.colours[value];
  return hex || value.startsWith("#") ? el("span", { className: "swatched" }, el("span", { className: "swatch", style: { background: hex ?? value } }), control) : control;
}

// Fill the fields while the box is dragged.
function fillNumbers(box) {
  for (const input of section.querySelectorAll("[data-number]")) if (input !== document.activeElement) input.value = round(box.numbers[input.dataset.number]);
}

// Alignment

function againstOptions(box, all) {
  const others = all.filter((other) => other.key !== box.key && !other.why && other.shape && other.matrix && isUpright(other));
  const listed = [["safe", "safe area"], ["trim", "trim"], ...others.map((other) => [other.key, other.name])];
  return listed.map(([value, title]) => el("option", { value, selected: value === state.against }, title));
}

const ALIGN = { left: ["⇤", "x", 0], centre: ["↔", "x", 0.5], right: ["⇥", "x", 1], top: ["⤒", "y", 0], middle: ["↕", "y", 0.5], bottom: ["⤓", "y", 1] };

function alignButtons(box, all, off) {
  return el("div", { className: "buttons", role: "group", "aria-label": "Align the box" }, Object.entries(ALIGN).map(([name, [sign, axis, share]]) => el("button", { type: "button", className: "square", title: `Align ${name}`, "aria-label": `Align ${name}`, "data-name": `align ${name}`, disabled: off, onclick: () => {
    const to = againstRect(all);
    const now = onFace(box, rectOf(box));
    const side = axis === "x" ? "width" : "height";
    now[axis] = to[axis] + share * (to[side] - now[side]);
    const numbers = numbersFor(box, inBox(box, now));
    if (Object.keys(numbers).length) put(numbers);
    else say("It is there already.");
  } }, sign)));
}

function againstRect(all) {
  const { width, height } = state.face.face;
  const other = all.find((box) => box.key === state.against);
  if (other?.matrix && other.shape) return onFace(other, rectOf(other));
  const inset = state.against === "trim" ? 0 : shared.about.safe;
  return { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset };
}

// Keys

function keys(event) {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const box = selected();
  if (event.key === "Enter" || event.key === " ") {
    const frame = event.target.closest("[data-box]");
    if (frame) { event.preventDefault(); select(frame.dataset.box); }
    return;
  }
  if (!box || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); select(""); return; }
  if (isFixed(box)) return;
  if (event.key === "Delete") { event.preventDefault(); write({ do: "delete", box: box.index }, box.file); return; }
  if (!step) return;
  event.preventDefault();
  const by = event.shiftKey ? 0.1 : 0.5;
  const rect = rectOf(box);
  Object.assign(state.pending, numbersFor(box, { ...rect, x: rect.x + step[0] * by, y: rect.y + step[1] * by }));
  Object.assign(shape, { boxes: boxes().filter((one) => one.shape && one.matrix && !one.fixed) });
  drawBoxes();
  fillNumbers(selected());
  // One edit for a run of keys.
  clearTimeout(state.waiting);
  state.waiting = setTimeout(flush, 350);
}

function flush() {
  clearTimeout(state.waiting);
  const box = selected();
  const numbers = state.pending;
  state.pending = {};
  if (box && Object.keys(numbers).length) put(numbers);
}

// Writing: edits run one after another, each of the file that the one before has made.

function put(numbers) {
  const box = selected();
  if (!box) return Promise.resolve(false);
  state.sending[box.key] = { ...state.sending[box.key], ...numbers };
  return write({ do: "set", box: box.index, numbers }, box.file);
}

function write(asking, file) {
  if (asking.do !== "set") flush();
  const [asked, about, made, path] = [state.face, state.selected, state.moves.length, file.file];
  const done = state.writes.then(async () => {
    const now = state.about?.files.find((one) => one.file === path);
    if (asked !== state.face || !now) return false;
    // The edits before may have moved the box.
    const key = state.moves.slice(made).reduce((one, move) => (move.from === one ? move.to : ""), about);
    const box = boxes().find((one) => one.key === key);
    if (asking.do !== "add" && box?.file.file !== path) { say("The boxes have moved meanwhile: do it again.", "bad"); return false; }
    const edit = asking.do === "add" ? asking : { ...asking, box: box.index };
    state.writing += 1;
    const { renewed } = asked;
    const told = await post(inGame("layout"), { language: asked.language, face: state.key, file: path, tag: now.tag, edit });
    state.writing -= 1;
    if (asked !== state.face) return false;
    const sent = state.sending[about] ?? {};
    for (const [name, value] of Object.entries(edit.numbers ?? {})) if (sent[name] === value) delete sent[name];
    if (told.error) {
      state.sending = {};
      const newer = await ask().catch(() => null);
      if (newer && asked === state.face) take(newer);
      say([told.error, told.help].filter(Boolean).join(": "), "bad");
      return false;
    }
    if (asked.renewed === renewed) asked.renew();
    if (edit.do !== "set") {
      follow(edit, path, now, told.layout);
      state.moves.push({ from: key, to: state.selected });
    }
    if (told.layout) take(told.layout);
    say(`Saved in ${told.file}`, "good");
    return true;
  });
  state.writes = done.then(() => null, () => null);
  return done;
}

const gist = ({ kind, label, numbers }) => JSON.stringify([kind, label, numbers]);

// Select what an edit has made: the new box, or the one whose order has changed.
function follow(edit, path, before, layout) {
  const after = layout?.files.find((file) => file.file === path);
  if (!after || edit.do === "delete") { state.selected = ""; return; }
  const left = before.boxes.map(gist);
  let at = -1;
  if (edit.do === "order") {
    const all = after.boxes.map((box, index) => ({ index, same: gist(box) === left[edit.box] }));
    at = all.filter(({ same }) => same).sort((one, other) => Math.abs(one.index - edit.box) - Math.abs(other.index - edit.box)).find(({ index }) => (edit.forward ? index > edit.box : index < edit.box))?.index ?? edit.box;
  } else {
    at = after.boxes.findIndex((box) => { const known = left.indexOf(gist(box)); if (known >= 0) left.splice(known, 1); return known < 0; });
    if (at < 0) at = after.boxes.length - 1;
  }
  state.selected = `${path} ${at}`;
}

// New boxes

// New boxes go into the face's own template, which is the last.
const targetFile = () => state.about?.files.at(-1)?.adds && !state.about.files.at(-1).fixed ? state.about.files.at(-1) : null;

const SHAPES = ["rectangle", "circle", "line", "background"];

function addBox(kind) {
  flush();
  const { colours } = state.about;
  if (SHAPES.includes(kind)) { add(kind, "colour", "accent" in colours ? "accent" : Object.keys(colours)[0]); return; }
  state.adding = kind;
  state.selected = "";
  draw();
  $("content").focus();
}

function addForm() {
  const { texts, fields, pictures, icons } = state.about;
  const kind = state.adding;
  const found = { picture: { field: fields, file: pictures }, icon: { icon: icons } }[kind] ?? { text: texts, field: fields };
  const titles = { text: "Text of the card", field: "Field of the card", file: "The same picture on all", icon: "Icon" };
  const groups = Object.entries(found).filter(([, names]) => names.length).map(([of, names]) => el("optgroup", { label: titles[of] }, names.map((name) => el("option", { value: `${of} ${name}` }, name))));
  const words = !["picture", "icon"].includes(kind);
  const own = Object.assign(el("input", { type: "text", "data-name": "words", "aria-label": "Words" }), { said: "" });
  const wording = el("label", { hidden: groups.length > 0 || !words }, "Words", own);
  const choice = el("select", { "data-name": "content", onchange: () => { wording.hidden = choice.value !== "words"; } }, groups, words && el("option", { value: "words" }, "the same words on all"));
  return el("form", { className: "boxform", "data-of": kind, onsubmit: (event) => {
    event.preventDefault();
    const [of, ...name] = choice.value.split(" ");
    if (of === "words" && !own.value.trim()) { own.focus(); return; }
    if (of) add(kind, of, of === "words" ? own.value.trim() : name.join(" "));
  } },
  el("h2", {}, `New ${kind}`), el("label", {}, "Shows", choice), wording,
  !groups.length && !words && el("p", { className: "sub" }, kind === "picture" ? "There are no pictures yet: add some on the tab Art." : "The style has no icons."),
  el("div", { className: "row" }, el("button", { className: "main", "data-name": "add", disabled: !groups.length && !words }, "Add"), el("button", { type: "button", onclick: () => { state.adding = ""; draw(); $(`add ${kind}`)?.focus(); } }, "Cancel")));
}

// A new box is in the middle, as wide as the safe area at most.
async function add(kind, of, name) {
  const { width, height } = state.face.face;
  const room = { width: width - 2 * (shared.about.safe + 1), height: height - 2 * (shared.about.safe + 1) };
  const [across, down] = { title: [room.width, 10], text: [room.width, 20], stack: [room.width, 30], picture: [room.width, 30], icon: [12, 12], rectangle: [20, 12], circle: [12, 12], line: [20, 0], background: [0, 0] }[kind];
  const size = { width: Math.min(across, room.width), height: Math.min(down, room.height) };
  const place = { x: round((width - size.width) / 2), y: round((height - size.height) / 2) };
  const edit = { do: "add", kind, of, name, ...place, width: round(size.width), height: round(size.height) };
  if (await write(edit, targetFile())) {
    state.adding = "";
    draw();
    [...shape.svg.querySelectorAll("[data-box]")].find((one) => one.dataset.box === state.selected)?.focus({ preventScroll: true });
  }
}

// Layouts to start from: each drawn with the card.

async function showStarters() {
  flush();
  await state.writes;
  const own = state.face;
  say("Drawing the layouts");
  const told = await get(inGame(`starters/${own.language}/${address(state.key)}`)).catch((error) => { say(error.message, "bad"); return null; });
  if (!told || own !== state.face) return;
  say("");
  const take = async (name) => {
    dialog.close();
    const answer = await post(inGame("starters"), { language: own.language, face: state.key, layout: name, tag: told.tag });
    if (own !== state.face) return;
    if (answer.error) { say([answer.error, answer.help].filter(Boolean).join(": "), "bad"); return; }
    state.selected = "";
    state.moves.push({ from: "", to: "" });
    own.renew();
    const about = await ask().catch(() => null);
    if (about && own === state.face) { state.about = about; build(own.face, faces()); }
    say(`Saved in ${answer.file}`, "good");
  };
  const tiles = told.layouts.map((layout) => {
    const face = new CardFace().show(own.face, own.language);
    face.plain = true;
    face.stale = false; // it shows what it is given, and asks for nothing
    face.show(own.face, own.language).draw(layout);
    return el("li", {}, el("button", { type: "button", "data-name": `layout ${layout.name}`, onclick: () => take(layout.name) }, face, el("span", {}, layout.title, layout.lacks.length > 0 && ` (the card has no ${layout.lacks.join(", no ")} yet)`)));
  });
  const many = told.cards > 1 ? ` It changes all ${told.cards} cards with this template.` : "";
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "layouts-title", onclose: () => { dialog.remove(); $("start")?.focus(); } },
    el("h2", { id: "layouts-title" }, "Start from a layout"),
    el("p", { className: "sub" }, told.why || (tiles.length ? `The layout replaces ${told.file}.${many} Undo brings the old one back.` : "None of the layouts fits this card.")),
    el("ul", {}, tiles), el("form", { method: "dialog" }, el("button", {}, "Cancel")));
  section.append(dialog);
  dialog.showModal();
}
