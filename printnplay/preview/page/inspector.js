// The forms of the layout: the selected box with its numbers, options and alignment, and a new box.

import { el, placeOf, shared } from "./api.js";
import { $, boxes, flush, isFixed, put, say, section, state, targetFile, write } from "./boxes.js";
import { inBox, isUpright, numbersFor, onFace, rectOf, round, shape } from "./stage.js";

// The selected box

const LABELS = { x: "X", y: "Y", width: "Width", height: "Height", size: "Size", r: "Radius", cx: "Centre X", cy: "Centre Y", rx: "Radius X", ry: "Radius Y", x1: "From X", y1: "From Y", x2: "To X", y2: "To Y" };
const OPTIONS = { style: "Text style", align: "Align", valign: "Vertical", size: "Largest size", min: "Smallest size", colour: "Colour", ground: "Ground", fit: "Fit", gap: "Gap", turn: "Turn", fill: "Fill", stroke: "Stroke", stroke_width: "Stroke width", "stroke-width": "Stroke width", rx: "Corner radius", opacity: "Opacity" };

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
  const set = async (text) => { if (!await write({ do: "set", box: box.index, options: { [name]: text } }, box.file)) state.draw(); };
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
export function fillNumbers(box) {
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
  el("div", { className: "row" }, el("button", { className: "main", "data-name": "add", disabled: !groups.length && !words }, "Add"), el("button", { type: "button", onclick: () => { state.adding = ""; state.draw(); $(`add ${kind}`)?.focus(); } }, "Cancel")));
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
