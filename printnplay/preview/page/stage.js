// The face in large with its boxes on top: they are selected, moved and resized by mouse, and snap to the grid and lines.

import { shared } from "./api.js";
import { part } from "./face.js";
import { _ } from "./words.js";

// A box within this distance of a line snaps to it, in mm; the grid has steps of 1 mm. A guess.
const NEAR = 0.8;
const LEAST = 0.5;

const PLACES = [["x", "y"], ["cx", "cy"]];
const SIZES = [["width", "height"], ["size", "size"], ["rx", "ry"], ["r", "r"]];
const HANDLES = { nw: [-1, -1], n: [0, -1], ne: [1, -1], e: [1, 0], se: [1, 1], s: [0, 1], sw: [-1, 1], w: [-1, 0] };

const namesIn = (numbers, choices) => choices.find(([first]) => first in numbers);
export const round = (value) => Math.round(value * 1000) / 1000;

// The rectangle that a box fills, in its own numbers.
export function rectOf({ shape, numbers }) {
  if (shape === "line") {
    const { x1, y1, x2, y2 } = numbers;
    return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  }
  const [x, y] = namesIn(numbers, PLACES);
  const size = namesIn(numbers, SIZES);
  const isRound = shape === "disc" || shape === "ellipse";
  const [width, height] = size ? size.map((name) => numbers[name] * (isRound ? 2 : 1)) : [0, 0];
  return { x: numbers[x] - (isRound ? width / 2 : 0), y: numbers[y] - (isRound ? height / 2 : 0), width, height };
}

// The numbers that change if a box is to fill a rectangle.
export function numbersFor(box, rect) {
  const before = rectOf(box);
  const made = {};
  if (box.shape === "line") {
    for (const [axis, side] of [["x", "width"], ["y", "height"]]) {
      for (const name of [`${axis}1`, `${axis}2`]) {
        const share = before[side] ? (box.numbers[name] - before[axis]) / before[side] : 0;
        made[name] = rect[axis] + share * rect[side];
      }
    }
  } else {
    const [x, y] = namesIn(box.numbers, PLACES);
    const size = namesIn(box.numbers, SIZES) ?? [];
    const isRound = box.shape === "disc" || box.shape === "ellipse";
    size.forEach((name, axis) => { made[name] = (axis ? rect.height : rect.width) / (isRound ? 2 : 1); });
    made[x] = rect.x + (isRound ? rect.width / 2 : 0);
    made[y] = rect.y + (isRound ? rect.height / 2 : 0);
  }
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, round(value)]).filter(([name, value]) => Math.abs(value - box.numbers[name]) > 0.0005));
}

// Whether the axes of a box are those of the face.
export const isUpright = (box) => box.matrix[0] > 0 && box.matrix[3] > 0 && !box.matrix[1] && !box.matrix[2];

// A rectangle in the numbers of a box as one on the face, and back.
export function onFace({ matrix: [a, , , d, e, f] }, { x, y, width, height }) { return { x: x * a + e, y: y * d + f, width: width * a, height: height * d }; }
export function inBox({ matrix: [a, , , d, e, f] }, { x, y, width, height }) { return { x: (x - e) / a, y: (y - f) / d, width: width / a, height: height / d }; }

// Where a box snaps to along an axis: the trim, the safe area and the middle of the face.
function linesFor(box, axis) {
  if (!isUpright(box)) return { edges: [], middle: null };
  const { width, height } = shape.face;
  const length = axis === "x" ? width : height;
  const local = (value) => (axis === "x" ? inBox(box, { x: value }).x : inBox(box, { y: value }).y);
  return { edges: [0, shared.about.safe, length - shared.about.safe, length].map(local), middle: local(length / 2) };
}

// The offset after which an edge or the middle of a box is on a line, or else on the grid.
function snap(box, axis, edges, middle) {
  const lines = linesFor(box, axis);
  const found = edges.flatMap((edge) => lines.edges.map((line) => line - edge));
  if (middle !== null && lines.middle !== null) found.push(lines.middle - middle);
  const nearest = found.reduce((best, offset) => (Math.abs(offset) < Math.abs(best) ? offset : best), Infinity);
  if (Math.abs(nearest) <= NEAR) return nearest;
  return shape.snaps ? Math.round(edges[0]) - edges[0] : 0;
}

function moved(box, rect, dx, dy, free) {
  const at = { ...rect, x: rect.x + dx, y: rect.y + dy };
  if (free || !shape.snaps) return at;
  return {
    ...at,
    x: at.x + snap(box, "x", [at.x, at.x + at.width], at.x + at.width / 2),
    y: at.y + snap(box, "y", [at.y, at.y + at.height], at.y + at.height / 2),
  };
}

function resized(box, rect, [across, down], dx, dy, free) {
  const ends = { x: [rect.x, rect.x + rect.width], y: [rect.y, rect.y + rect.height] };
  for (const [axis, side, by] of [["x", across, dx], ["y", down, dy]]) {
    if (!side) continue;
    const end = side > 0 ? 1 : 0;
    let edge = ends[axis][end] + by;
    if (!free && shape.snaps) edge += snap(box, axis, [edge], null);
    const other = ends[axis][1 - end];
    ends[axis][end] = side > 0 ? Math.max(edge, other + LEAST) : Math.min(edge, other - LEAST);
  }
  const made = { x: ends.x[0], y: ends.y[0], width: ends.x[1] - ends.x[0], height: ends.y[1] - ends.y[0] };
  if (!["square", "disc"].includes(box.shape)) return made;
  // Its height follows its width; the opposite corner stays.
  const side = Math.max(made.width, made.height);
  return { x: across < 0 ? ends.x[1] - side : made.x, y: down < 0 ? ends.y[1] - side : made.y, width: side, height: side };
}

// What is shown: the face, whether boxes snap, the boxes with their keys, and what is told of changes.
export const shape = { face: null, snaps: true, boxes: [], drawing: null, selected: "", live: true, svg: null, select: () => null, put: () => null };

const MM = "http://www.w3.org/2000/svg";

export function makeStage() {
  const svg = document.createElementNS(MM, "svg");
  svg.setAttribute("class", "boxes");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", _("Boxes of the face"));
  svg.addEventListener("pointerdown", begin);
  svg.addEventListener("pointermove", go);
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", () => { drag = null; drawBoxes(); });
  shape.svg = svg;
  return svg;
}

export function drawBoxes() {
  const { svg, face } = shape;
  const { width, height, bleed } = face;
  svg.setAttribute("viewBox", `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`);
  const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.name : "";
  svg.replaceChildren(...shape.boxes.map(frameOf), ...shape.boxes.filter((box) => box.key === shape.selected && shape.live).map(handlesOf));
  if (focused) [...svg.querySelectorAll("[data-name]")].find((one) => one.dataset.name === focused)?.focus({ preventScroll: true });
}

const transformOf = (box) => `matrix(${box.matrix.join(" ")})`;

function frameOf(box) {
  const isSelected = box.key === shape.selected;
  const { x, y, width, height } = rectOf(box);
  const frame = part("g", {
    transform: transformOf(box), class: `box${isSelected ? " selected" : ""}${box.sometimes ? " sometimes" : ""}`,
    tabindex: 0, role: "button", "aria-pressed": isSelected, "aria-label": box.name, "data-name": `frame ${box.key}`, "data-box": box.key,
  });
  frame.append(part("rect", outlineOf(box)));
  if (box.shape === "line") frame.append(part("line", { ...box.numbers }));
  if (box.shape === "disc" || box.shape === "ellipse") frame.append(part("ellipse", { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2 }));
  frame.addEventListener("focus", () => { if (box.key !== shape.selected && frame.matches(":focus-visible")) shape.select(box.key); });
  return frame;
}

// A point and a line are too thin to be clicked.
function outlineOf(box) {
  const { x, y, width, height } = rectOf(box);
  const more = ["point", "line"].includes(box.shape) ? 1.5 : 0;
  return { x: x - more, y: y - more, width: width + 2 * more, height: height + 2 * more };
}

// The handles have the same size on the screen at any scale.
function handlesOf(box) {
  const group = part("g", { transform: transformOf(box), class: "handles", "aria-hidden": "true" });
  if (box.shape === "point") return group;
  const { x, y, width, height } = rectOf(box);
  const pixels = shape.svg.getBoundingClientRect().width / (shape.face.width + 2 * shape.face.bleed) || 1;
  const side = 9 / (pixels * Math.hypot(box.matrix[0], box.matrix[1]));
  for (const [name, [across, down]] of Object.entries(HANDLES)) {
    if (["square", "disc"].includes(box.shape) && !(across && down)) continue;
    if ((across && !down && box.shape === "line" && !width) || (down && !across && box.shape === "line" && !height)) continue;
    const middle = [x + (width * (across + 1)) / 2, y + (height * (down + 1)) / 2];
    group.append(part("rect", { "data-handle": name, class: name, x: middle[0] - side / 2, y: middle[1] - side / 2, width: side, height: side }));
  }
  return group;
}

let drag = null;
export const isDragging = () => drag !== null;

function begin(event) {
  const handle = event.target.closest("[data-handle]");
  const frame = event.target.closest("[data-box]");
  if (event.button !== 0) return;
  if (!handle && !frame) { shape.select(""); return; }
  const key = handle ? shape.selected : frame.dataset.box;
  if (key !== shape.selected) shape.select(key);
  const box = shape.boxes.find((one) => one.key === key);
  const group = [...shape.svg.querySelectorAll("[data-box]")].find((one) => one.dataset.box === key);
  group.focus({ preventScroll: true });
  if (!shape.live) return;
  const back = group.getScreenCTM().inverse();
  drag = { box: { ...box, numbers: { ...box.numbers } }, back, rect: rectOf(box), from: at(event, back), handle: handle?.dataset.handle, made: null };
  shape.svg.setPointerCapture(event.pointerId);
  event.preventDefault();
}

const at = (event, back) => new DOMPoint(event.clientX, event.clientY).matrixTransform(back);

// Only the frame follows the mouse: the face is rendered when it is released.
function go(event) {
  if (!drag) return;
  const to = at(event, drag.back);
  const [dx, dy] = [to.x - drag.from.x, to.y - drag.from.y];
  if (!drag.made && Math.hypot(dx, dy) < 0.3) return;
  if (!drag.made && !drag.handle) drag.ghost = ghostOf(drag.box);
  const rect = drag.handle ? resized(drag.box, drag.rect, HANDLES[drag.handle], dx, dy, event.altKey) : moved(drag.box, drag.rect, dx, dy, event.altKey);
  drag.made = numbersFor(drag.box, rect);
  const box = shape.boxes.find((one) => one.key === drag.box.key);
  box.numbers = { ...drag.box.numbers, ...drag.made };
  const [old] = [...shape.svg.querySelectorAll("[data-box]")].filter((one) => one.dataset.box === box.key);
  for (const [name, value] of Object.entries(outlineOf(box))) old.firstElementChild.setAttribute(name, value);
  const inner = frameOf(box).children;
  [...old.children].slice(1).forEach((one, index) => one.replaceWith(inner[index + 1]));
  shape.svg.querySelector(".handles")?.replaceWith(handlesOf(box));
  if (drag.ghost) {
    const [a, b, c, d] = box.matrix;
    const [x, y] = [rect.x - drag.rect.x, rect.y - drag.rect.y];
    drag.ghost.setAttribute("transform", `translate(${a * x + c * y} ${b * x + d * y})`);
  }
  shape.follow?.(box);
}

// What the box shows now, which moves with its frame: a copy of that part of the drawing.
function ghostOf(box) {
  const { face, drawing } = shape;
  if (!drawing || box.shape === "point") return null;
  const clip = part("clipPath", { id: "lifted" });
  clip.append(part("rect", { ...outlineOf(box), transform: transformOf(box) }));
  const copy = drawing.cloneNode(true);
  for (const [name, value] of Object.entries({ x: -face.bleed, y: -face.bleed, width: face.width + 2 * face.bleed, height: face.height + 2 * face.bleed })) copy.setAttribute(name, value);
  const inside = part("g", { "clip-path": "url(#lifted)" });
  inside.append(copy);
  const ghost = part("g", { class: "ghost", "aria-hidden": "true" });
  ghost.append(clip, inside);
  shape.svg.prepend(ghost);
  return ghost;
}

function end() {
  const done = drag;
  drag = null;
  if (done?.made && Object.keys(done.made).length) shape.put(done.box.key, done.made);
  else if (done?.made) drawBoxes();
}
