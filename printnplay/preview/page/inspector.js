// The forms of the layout: the selected box with its numbers, options and alignment, and a new box.

import { el, inGame, placeOf, post, shared } from "./api.js";
import { $, boxes, flush, isFixed, put, say, section, state, targetFile, write } from "./boxes.js";
import { inBox, isUpright, numbersFor, onFace, rectOf, round, shape } from "./stage.js";
import { _, kindName, pgettext } from "./words.js";

// The selected box

const LABELS = { x: "X", y: "Y", width: _("Width"), height: _("Height"), size: _("Size"), r: _("Radius"), cx: _("Centre X"), cy: _("Centre Y"), rx: _("Radius X"), ry: _("Radius Y"), x1: _("From X"), y1: _("From Y"), x2: _("To X"), y2: _("To Y") };
const OPTIONS = { style: _("Text style"), align: _("Align"), valign: _("Vertical"), size: _("Largest size"), min: _("Smallest size"), colour: _("Colour"), ground: _("Ground"), fit: _("Fit"), gap: _("Gap"), turn: _("Turn"), focus: _("focus"), crop: _("crop"), fill: _("Fill"), stroke: _("Stroke"), stroke_width: _("Stroke width"), "stroke-width": _("Stroke width"), rx: _("Corner radius"), opacity: _("Opacity") };

// The values of options, as templates have them.
const VALUES = {
  left: pgettext("of a box", "left"), centre: pgettext("of a box", "centre"), right: pgettext("of a box", "right"), justify: pgettext("of a box", "justified"),
  top: pgettext("of a box", "top"), middle: pgettext("of a box", "middle"), bottom: pgettext("of a box", "bottom"), spread: pgettext("of a box", "spread"),
  contain: pgettext("of a box", "whole picture"), cover: pgettext("of a box", "fills the box"), stretch: pgettext("of a box", "stretched"),
  alone: pgettext("of a box", "by itself"), together: pgettext("of a box", "with all cards"), group: pgettext("of a box", "with its group"), none: pgettext("of a box", "none"),
};

export function boxForm(box, all) {
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
  const options = box.options.flatMap((option) => [el("label", {}, OPTIONS[option.name] ?? option.name, optionControl(box, option, off)), ...(option.kind === "role" ? typeControls(option.value || box.usualStyle) : [])]);
  const button = (name, title, edit, disabled = false) => el("button", { type: "button", "data-name": name, disabled: off || disabled, onclick: () => write({ ...edit, box: box.index }, box.file) }, title);
  const aligned = off || !isUpright(box);
  for (const input of [...numbers, ...options].map((label) => label.querySelector("input")).filter(Boolean)) input.said = input.value;
  return el("form", { className: "boxform", "data-of": box.key, onsubmit: (event) => event.preventDefault() },
    el("h2", {}, box.name), placeOf(box.place),
    el("div", { className: "numbers", role: "group", "aria-label": _("Place and size in mm") }, numbers),
    el("div", { className: "row" }, el("label", {}, _("Align to"), el("select", { "data-name": "against", disabled: aligned, onchange: (event) => { state.against = event.target.value; } }, againstOptions(box, all))), alignButtons(box, all, aligned)),
    options.length > 0 && el("div", { className: "options" }, options),
    el("div", { className: "row" }, button("copy", _("Copy"), { do: "copy" }), button("forward", _("Forward"), { do: "order", forward: true }), button("back", pgettext("order of boxes", "Back"), { do: "order", forward: false }), button("delete", _("Delete"), { do: "delete" })));
}

function optionControl(box, option, off) {
  const { name, kind, value } = option;
  const common = { "data-name": `option ${name}`, disabled: off };
  if (value === null) return el("span", { className: "sub", title: _("It is computed: change it in the file") }, option.source);
  const choices = {
    role: state.about.roles, colour: Object.keys(state.about.colours), paint: ["none", ...Object.keys(state.about.colours)], align: box.kind === "stack" ? ["left", "centre", "right"] : ["left", "centre", "right", "justify"],
    valign: box.kind === "stack" ? ["top", "middle", "bottom", "spread"] : ["top", "middle", "bottom"], fit: box.kind === "picture" ? ["contain", "cover", "stretch"] : ["alone", "together", "group"], turn: ["0", "90", "180", "270"],
  }[kind];
  const set = async (text) => { if (!await write({ do: "set", box: box.index, options: { [name]: text } }, box.file)) state.draw(); };
  if (!choices) {
    const hint = kind === "points" ? "9pt" : "";
    const input = el("input", { type: "text", value, placeholder: hint, ...common });
    input.addEventListener("change", () => { input.said = input.value; set(input.value.trim()); });
    return input;
  }
  const listed = [...new Set([...(option.optional ? [""] : []), ...choices, value])];
  const named = ["role", "colour"].includes(kind) ? {} : VALUES;
  const control = el("select", common, listed.map((one) => el("option", { value: one, selected: one === value }, one ? named[one] ?? one : _("default"))));
  control.addEventListener("change", () => set(control.value));
  const hex = state.about.colours[value];
  return hex || value.startsWith("#") ? el("span", { className: "swatched" }, el("span", { className: "swatch", style: { background: hex ?? value } }), control) : control;
}

// The family and the size of a text style: all texts that have it follow.
function typeControls(style) {
  const { type } = state.about, now = type.styles[style];
  if (!now) return [];
  const off = shared.readOnly || !type.file;
  const set = async (change) => {
    const told = await post(inGame("type"), { language: state.face.language, face: state.key, style, ...change });
    say(told.error ? [told.error, told.help].filter(Boolean).join(": ") : _("Saved in {files}", { files: told.file }), told.error ? "bad" : "good");
    if (told.error) state.draw();
  };
  const family = el("select", { "data-name": "type family", disabled: off, onchange: () => set({ family: family.value }) }, [...new Set([...type.families, now.family])].map((one) => el("option", { value: one, selected: one === now.family }, one)));
  const size = el("input", { type: "number", min: 4, max: 200, step: 0.5, value: now.size, "data-name": "type size", disabled: off, onchange: () => { size.said = size.value; set({ size: Number(size.value) }); } });
  return [el("label", {}, _("Font"), family), el("label", {}, _("Type size in pt"), size),
    el("p", { className: "sub" }, type.file ? _("All texts in the style {style} follow.", { style }) : _("The style comes with printnplay, so its fonts stay."))];
}

// Fill the fields while the box is dragged.
export function fillNumbers(box) {
  for (const input of section.querySelectorAll("[data-number]")) if (input !== document.activeElement) input.value = round(box.numbers[input.dataset.number]);
}

// Alignment

function againstOptions(box, all) {
  const others = all.filter((other) => other.key !== box.key && !other.why && other.shape && other.matrix && isUpright(other));
  const listed = [["safe", _("safe area")], ["trim", _("trim")], ...others.map((other) => [other.key, other.name])];
  return listed.map(([value, title]) => el("option", { value, selected: value === state.against }, title));
}

const ALIGN = { left: ["⇤", "x", 0, _("Align left")], centre: ["↔", "x", 0.5, _("Align centre")], right: ["⇥", "x", 1, _("Align right")], top: ["⤒", "y", 0, _("Align top")], middle: ["↕", "y", 0.5, _("Align middle")], bottom: ["⤓", "y", 1, _("Align bottom")] };

function alignButtons(box, all, off) {
  return el("div", { className: "buttons", role: "group", "aria-label": _("Align the box") }, Object.entries(ALIGN).map(([name, [sign, axis, share, title]]) => el("button", { type: "button", className: "square", title, "aria-label": title, "data-name": `align ${name}`, disabled: off, onclick: () => {
    const to = againstRect(all);
    const now = onFace(box, rectOf(box));
    const side = axis === "x" ? "width" : "height";
    now[axis] = to[axis] + share * (to[side] - now[side]);
    const numbers = numbersFor(box, inBox(box, now));
    if (Object.keys(numbers).length) put(numbers);
    else say(_("It is there already."));
  } }, sign)));
}

function againstRect(all) {
  const { width, height } = state.face.face;
  const other = all.find((box) => box.key === state.against);
  if (other?.matrix && other.shape) return onFace(other, rectOf(other));
  const inset = state.against === "trim" ? 0 : shared.about.safe;
  return { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset };
}

// New boxes

const SHAPES = ["rectangle", "circle", "line", "background"];

export function addBox(kind) {
  flush();
  const { colours } = state.about;
  if (SHAPES.includes(kind)) { add(kind, "colour", "accent" in colours ? "accent" : Object.keys(colours)[0]); return; }
  state.adding = kind;
  state.selected = "";
  state.draw();
  $("content").focus();
}

export function addForm() {
  const { texts, fields, pictures, icons } = state.about;
  const kind = state.adding;
  const found = { picture: { field: fields, file: pictures }, icon: { icon: icons } }[kind] ?? { text: texts, field: fields };
  const titles = { text: _("Text of the card"), field: _("Field of the card"), file: _("The same picture on all"), icon: _("Icon") };
  const groups = Object.entries(found).filter(([, names]) => names.length).map(([of, names]) => el("optgroup", { label: titles[of] }, names.map((name) => el("option", { value: `${of} ${name}` }, name))));
  const words = !["picture", "icon"].includes(kind);
  const own = Object.assign(el("input", { type: "text", "data-name": "words", "aria-label": _("Words") }), { said: "" });
  const wording = el("label", { hidden: groups.length > 0 || !words }, _("Words"), own);
  const choice = el("select", { "data-name": "content", onchange: () => { wording.hidden = choice.value !== "words"; } }, groups, words && el("option", { value: "words" }, _("the same words on all")));
  return el("form", { className: "boxform", "data-of": kind, onsubmit: (event) => {
    event.preventDefault();
    const [of, ...name] = choice.value.split(" ");
    if (of === "words" && !own.value.trim()) { own.focus(); return; }
    if (of) add(kind, of, of === "words" ? own.value.trim() : name.join(" "));
  } },
  el("h2", {}, _("New box: {kind}", { kind: kindName(kind) })), el("label", {}, _("Shows"), choice), wording,
  !groups.length && !words && el("p", { className: "sub" }, kind === "picture" ? _("There are no pictures yet: add some on the tab Art.") : _("The style has no icons.")),
  el("div", { className: "row" }, el("button", { className: "main", "data-name": "add", disabled: !groups.length && !words }, _("Add")), el("button", { type: "button", onclick: () => { state.adding = ""; state.draw(); $(`add ${kind}`)?.focus(); } }, _("Cancel"))));
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
    state.draw();
    [...shape.svg.querySelectorAll("[data-box]")].find((one) => one.dataset.box === state.selected)?.focus({ preventScroll: true });
  }
}
