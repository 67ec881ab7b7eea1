// The faces of the game that pass the filters, with languages side by side.

import { dropZone } from "./art.js";
import { el, keepPlace, languageName, shared } from "./api.js";
import { CardFace, look } from "./face.js";
import { editGroup } from "./groups.js";
import { openFace, showFaults } from "./side.js";
import { _, kindName } from "./words.js";

const section = document.getElementById("cards");
const cells = new Map();
export const filters = { search: "", group: "", family: "", faulty: false };
export let faulty = new Set();

export function setFilter(name, value) { filters[name] = value; arrange(); }
export function setFaulty(names) { faulty = names; if (filters.faulty) arrange(); }

export function allFaces() { return [...section.querySelectorAll("card-face")]; }
export function facesOf(key) { return cells.get(key)?.faces ?? []; }

export function measureAll() {
  for (const cell of cells.values()) for (const face of cell.faces) face.measure();
}

// Unchanged faces keep their elements, so that nothing moves or flickers.
export function listFaces() {
  const there = new Set();
  for (const face of shared.about.faces) {
    there.add(face.key);
    const known = cells.get(face.key);
    const same = known && known.languages === languagesOf(face).join();
    if (same) {
      if (JSON.stringify(captionOf(known.face)) !== JSON.stringify(captionOf(face))) known.item.lastElementChild.replaceWith(captionBox(face));
      known.face = face;
      for (const shown of known.faces) shown.show(face, shown.language);
    } else {
      cells.set(face.key, cellOf(face));
    }
  }
  for (const key of cells.keys()) if (!there.has(key)) cells.delete(key);
  arrange();
}

function cellOf(face) {
  const languages = languagesOf(face);
  const faces = languages.map((language) => new CardFace().show(face, language));
  const sides = faces.map((shown) => {
    const name = `${face.name}, ${kindName(face.kind)}, ${languageName(shown.language)}`;
    const badge = el("span", { className: "badge", hidden: true });
    const button = el("button", { type: "button", className: "face", "aria-label": name, "aria-pressed": "false", tabIndex: -1 }, shown, badge);
    button.addEventListener("click", (event) => {
      const clicked = event.composedPath().find((node) => node.localName === "text");
      openFace(shown, button, clicked ? clicked.textContent : "");
    });
    dropZone(button, (files) => openFace(shown, button, "", files));
    shown.addEventListener("drawn", () => mark(button, badge, shown));
    return button;
  });
  const item = el("li", {}, el("div", { className: "sides" }, sides), captionBox(face));
  return { face, faces, item, languages: languages.join() };
}

// Some cards are printed in some languages only.
const languagesOf = (face) => shared.languages.filter((language) => !face.languages.length || face.languages.includes(language));

// The kinds of a card are the words for which it has its colours: not everybody can tell those apart.
const captionOf = (face) => [face.name, face.kind === "card" ? face.kinds : kindName(face.kind), face.copies > 1 ? `×${face.copies}` : ""];

function captionBox(face) {
  const [name, ...more] = captionOf(face);
  return el("div", { className: "caption" }, el("b", { title: name }, name), more.map((words) => words && el("span", {}, words)));
}

function mark(button, badge, shown) {
  const [fault] = shown.told.faults;
  badge.hidden = !fault;
  badge.classList.toggle("warning", Boolean(fault) && !shown.told.broken);
  if (fault) badge.textContent = shown.told.broken && !shown.told.svg ? _("Cannot be drawn") : fault.message.replaceAll("`", "");
  button.title = fault ? fault.message : "";
}

function passes(face) {
  if (!languagesOf(face).length) return false;
  if (filters.group && face.group !== filters.group) return false;
  if (filters.family && face.family !== filters.family) return false;
  if (filters.faulty && !faulty.has(face.name)) return false;
  const found = `${face.name} ${face.family} ${face.group} ${groupTitle(face.group)} ${face.words}`.toLowerCase();
  return filters.search.toLowerCase().split(/\s+/).every((word) => found.includes(word));
}

const groupTitle = (id) => shared.about.groups[id] ?? id;

// A group without cards stays, to be changed; one whose cards the filters hide does not.
const isShown = (id) => {
  const own = shared.about.faces.filter((face) => face.group === id);
  return own.length ? own.some(passes) : !(filters.search || filters.group || filters.family || filters.faulty);
};

// Cards without a group, of a game that has groups.
const homeless = () => (Object.keys(shared.about.groups).length ? _("Cards in no group") : _("Cards"));

const HEADINGS = { board: _("Boards"), back: _("Backs"), cover: _("Covers"), box: _("Box") };

export function arrange() {
  if (!shared.about) return;
  const groups = new Map(Object.keys(shared.about.groups).filter(isShown).map((id) => [`group/${id}`, { kind: "card", title: groupTitle(id), id, found: [] }]));
  for (const face of shared.about.faces) {
    if (!passes(face)) continue;
    const title = HEADINGS[face.kind] ?? (groupTitle(face.group) || homeless());
    const group = HEADINGS[face.kind] ? `${face.kind}s` : `group/${face.group}`;
    if (!groups.has(group)) groups.set(group, { kind: HEADINGS[face.kind] ? face.kind : "card", title, id: HEADINGS[face.kind] ? "" : face.group, found: [] });
    groups.get(group).found.push(cells.get(face.key));
  }
  const main = document.getElementById("main");
  const stays = lookedAt(main);
  const before = stays?.getBoundingClientRect().top;
  keepPlace(section, main, () => fill(groups));
  // Keep it in place when cards above it appear or disappear.
  if (stays?.isConnected) main.scrollTop += stays.getBoundingClientRect().top - before;
  const first = section.querySelector("button.face");
  if (first && !section.querySelector('button.face[tabindex="0"]')) first.tabIndex = 0;
}

// Return the open face if it is visible, or else the first visible one.
function lookedAt(main) {
  if (section.hidden || !main.scrollTop) return null;
  const { top, bottom } = main.getBoundingClientRect();
  const isSeen = (button) => { const place = button?.getBoundingClientRect(); return place && place.bottom > top && place.top < bottom; };
  const open = section.querySelector('button.face[aria-pressed="true"]');
  return isSeen(open) ? open : [...section.querySelectorAll("button.face")].find(isSeen);
}

function fill(groups) {
  const button = (label, id, name) => !shared.readOnly && el("button", { type: "button", className: "quiet noprint", "data-name": `group ${id}`, "aria-label": name, onclick: () => editGroup(id) }, label);
  const all = [...groups.values()];
  const last = all.findLast(({ kind }) => kind === "card") ?? all.at(-1);
  const made = all.map((group) => {
    const { title, id, found } = group;
    const list = el("ul", { className: found.length > 200 ? "grid large" : "grid", "aria-label": title });
    for (const cell of found) {
      if (found.length > 200) {
        const { width, height } = cell.face;
        cell.item.style.containIntrinsicSize = `auto calc(${width * cell.faces.length} * var(--mm)) auto calc(${height} * var(--mm) + 30px)`;
      }
      list.append(cell.item);
    }
    return el("div", { className: "groupbox" }, el("h2", { className: "group" }, `${title} · ${found.length}`), id && button(_("Change"), id, _("Change the group {title}", { title })),
      group === last && button(`+ ${_("Add a group")}`, "", _("Add a group of cards")),
      found.length ? list : el("p", { className: "sub" }, _("No card belongs to this group. Change its cards, or remove it.")));
  });
  if (made.length) section.replaceChildren(...made);
  else if (shared.about.faces.length) section.replaceChildren(el("p", { className: "empty" }, _("No face is like that.")));
  else section.replaceChildren(el("p", { className: "empty" }, _("The game cannot be shown: its files have faults."), " ", el("button", { type: "button", onclick: showFaults }, _("Show the faults"))));
}

// Arrow keys move the focus to the nearest face in their direction.
section.addEventListener("keydown", (event) => {
  const from = event.target.closest("button.face");
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!from || !step) return;
  const here = from.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const other of section.querySelectorAll("button.face")) {
    const there = other.getBoundingClientRect();
    const across = there.x - here.x, down = there.y - here.y;
    const ahead = across * step[0] + down * step[1], aside = Math.abs(across * step[1]) + Math.abs(down * step[0]);
    const cost = ahead + 3 * aside;
    if (other !== from && ahead > 1 && cost < least) { best = other; least = cost; }
  }
  if (!best) return;
  event.preventDefault();
  from.tabIndex = -1;
  best.tabIndex = 0;
  best.focus();
});

export { look };
