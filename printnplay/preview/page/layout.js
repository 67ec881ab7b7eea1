// The layout of a face: the boxes of its template, which are changed by mouse and in fields. Each change is an edit of the
// template's file.

import { dropZone } from "./art.js";
import { el, keepPlace, placeOf, shared, withCode } from "./api.js";
import { $, ask, boxes, faces, flush, isFixed, languageOf, put, say, section, selected, state, takeNew, targetFile, write } from "./boxes.js";
import { CardFace } from "./face.js";
import { addBox, addForm, boxForm, fillNumbers } from "./inspector.js";
import { drawBoxes, isDragging, makeStage, numbersFor, rectOf, shape } from "./stage.js";
import { ownTemplate, takePicture, templateButtons } from "./starters.js";
import { _, kindName, ngettext } from "./words.js";

// More faces make a list that nobody reads. A guess.
const MOST = 500;

// Open the layout of this face when the tab is shown, at the box that is written at a place, if there are several that
// of a text with a key.
let wanted = null;
export function layFace(key, place = null) { Object.assign(state, { game: shared.game, key, selected: "", adding: "" }); wanted = place; }

export async function showLayout() {
  const listed = faces();
  if (state.game !== shared.game) layFace("");
  const entry = listed.find((face) => face.key === state.key) ?? listed[0];
  if (!entry) { section.replaceChildren(el("p", { className: "empty" }, _("The game cannot be shown: its files have faults."))); state.about = null; return; }
  state.key = entry.key;
  state.face = new CardFace().show(entry, languageOf(entry));
  state.face.own = { lines: true, bleed: true };
  state.face.show(entry, languageOf(entry));
  const own = state.face;
  const about = await ask().catch(() => null);
  if (own !== state.face) return;
  state.about = about;
  const there = wanted ? boxes().filter(({ place }) => place.file === wanted.file && place.line === wanted.line) : [];
  const at = there.find(({ label }) => label && wanted.key?.endsWith(`.${label}`)) ?? there[0];
  if (at) state.selected = at.key;
  wanted = null;
  build(entry, listed);
  if (at) section.querySelector(".boxes .selected")?.scrollIntoView({ block: "center" });
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
  if (about && own === state.face && !isDragging()) takeNew(about);
}

// The parts of the page

const KINDS = { title: _("Title"), text: _("Text"), picture: _("Picture"), icon: _("Icon"), rectangle: _("Rectangle"), circle: _("Circle"), line: _("Line"), stack: _("Stack"), background: _("Background") };

function build(entry, listed = faces()) {
  const shown = listed.length > MOST ? [...new Set([entry, ...listed.slice(0, MOST)])] : listed;
  const choice = el("select", { "data-name": "card", onchange: async () => { flush(); await state.writes; layFace($("card").value); showLayout(); } },
    shown.map((face) => el("option", { value: face.key, selected: face.key === state.key }, face.kind === "card" ? face.name : `${face.name}, ${kindName(face.kind)}`)));
  const snaps = el("input", { type: "checkbox", checked: shape.snaps, onchange: (event) => { shape.snaps = event.target.checked; } });
  const target = targetFile();
  const palette = Object.entries(KINDS).map(([kind, title]) => el("button", { type: "button", "data-name": `add ${kind}`, disabled: shared.readOnly || !target, onclick: () => addBox(kind) }, title));
  const stage = el("div", { className: "stage", "data-name": "stage" }, state.face, makeStage());
  section.replaceChildren(
    el("div", { className: "tablebar" }, el("label", {}, _("Face"), choice), templateButtons(entry), el("label", { className: "check" }, snaps, " ", _("Snap to 1 mm and lines")),
      el("div", { className: "buttons", role: "group", "aria-label": _("Add a box") }, el("span", { className: "sub" }, _("Add")), palette)),
    el("div", { className: "layoutsays" }, el("p", { className: "note", role: "status", "data-name": "note" }), el("div", { "data-name": "faults" })),
    el("div", { className: "layoutbody" }, el("div", { className: "stagebox", "data-name": "stagebox" }, stage), el("div", { className: "inspector", "data-name": "inspector" })),
  );
  stage.addEventListener("keydown", keys);
  if (!entry.card) dropZone(stage, takePicture);
  state.face.addEventListener("drawn", tellFaults);
  sizes.disconnect();
  sizes.observe($("stagebox"));
  fit();
  draw();
  if (!state.about) say(_("The template of this face was not found."), "bad");
}

Object.assign(state, { draw, build, show: showLayout });

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

// What is wrong with the face now, such as a text that does not fit its box.
function tellFaults() {
  shape.drawing = state.face?.drawing ?? null;
  const faults = state.face?.told?.faults ?? [];
  const box = $("faults");
  if (!box) return;
  box.replaceChildren(...faults.slice(0, 3).map((fault) => el("p", { className: "note bad" }, withCode(fault.message))), faults.length > 3 && el("p", { className: "sub" }, _("and {number} more", { number: faults.length - 3 })) || "");
}

const ownButton = (file) => [el("button", { type: "button", className: "main", "data-name": `own ${file.file}`, disabled: shared.readOnly, onclick: ownTemplate }, _("Copy it into this game")),
  el("p", { className: "sub" }, _("This layout comes with printnplay: copied into your game, it can be changed here."), " ", !state.face.face.card && _("“Use a picture” needs no copy."))];

// The list of all parts, with the reasons why some cannot be changed here.
function list(all) {
  const files = state.about?.files ?? [];
  return files.map((file) => {
    const items = all.filter((box) => box.file === file).map((box) => el("li", {},
      box.fixed ? el("div", { className: "part" }, el("b", {}, box.name), el("span", { className: "sub" }, box.why ? withCode(`${box.why[0].toUpperCase()}${box.why.slice(1)}.`) : ""), placeOf(box.place))
        : el("button", { type: "button", className: "part", "aria-pressed": String(box.key === state.selected), "data-name": `list ${box.key}`, onclick: () => select(box.key) }, box.name,
          box.sometimes && el("span", { className: "sub" }, " ", _("on some cards")))));
    const many = file.faces > 1 ? ngettext("A change here changes {number} card with this template.", "A change here changes all {number} cards with this template.", file.faces) : "";
    return el("div", { className: "parts" }, el("h2", {}, file.file), many && el("p", { className: "sub" }, many),
      file.ownable ? ownButton(file) : file.fixed && el("p", { className: "sub" }, withCode(file.fixed)),
      file.broken && el("p", { className: "note bad" }, _("It cannot be read: {why}", { why: file.broken })), el("ul", {}, items));
  });
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

document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
