// The outline of the rulebook: its sections and blocks, in the order of the pages, and what can be added.

import { el, get, inGame, keepPlace, post, shared } from "./api.js";
import { openText } from "./side.js";

export const panel = el("div", { className: "outline", role: "group", "aria-label": "Outline of the rulebook" });
let about = null;
let note = ["", ""];
let adding = null; // where a block is added: the path of its list, and the position
let asked = 0;

export async function showOutline() {
  const own = ++asked;
  const told = await get(inGame("outline"));
  if (own !== asked) return;
  about = told;
  keepPlace(panel, panel, fill);
}

function fill() {
  const { sections, fixed, file } = about;
  const listed = sections.map((one, number) => sectionOf(one, number));
  panel.replaceChildren(...[
    el("p", { className: `note ${note[1]}`, role: "status" }, note[0]),
    fixed && el("p", { className: "sub" }, fixed),
    !sections.length && !fixed ? starter() : el("ol", { className: "blocks" }, listed),
    sections.length > 0 && about.editable && !isFixed() && adder({ path: "sections", at: sections.length }, "Add a section"),
    sections.length > 0 && glance(),
    sections.length > 0 && el("p", { className: "sub" }, `Written in ${file}`),
  ].filter(Boolean));
}

// The rules at a glance: a sheet of the kit, beside the rulebook.
function glance() {
  const place = { path: "summary", at: about.summary.length };
  return el("ol", { className: "blocks" }, el("li", { className: "part" },
    el("div", { className: "row head" }, el("span", { className: "said" }, "Rules at a glance"), el("span", { className: "kind" }, "a sheet of the kit")),
    el("ol", { className: "blocks" }, about.summary.map((one, at) => el("li", {}, el("div", { className: "row" }, words(one, `summary ${at}`),
      !isFixed() && el("span", { className: "movers" }, tool("✕", "Remove", one.text, `summary ${at}`, false, () => write({ do: "remove", path: "summary", at })))))),
    !isFixed() && el("li", {}, adder(place, "Add a paragraph")))));
}

const isFixed = () => shared.readOnly || Boolean(about.fixed);

function say(message, kind) {
  note = [message, kind];
  const shown = panel.querySelector("[role=status]");
  if (shown) { shown.textContent = message; shown.className = `note ${kind}`; }
}

// Write an edit; resolves to whether it was written.
async function write(edit) {
  const told = await post(inGame("outline"), { tag: about.tag, edit });
  if (told.error) { say([told.error, told.help].filter(Boolean).join(": "), "bad"); return false; }
  adding = null;
  note = [`Saved in ${told.files.join(" and ")}`, "good"];
  document.activeElement?.blur();
  await showOutline();
  return true;
}

function sectionOf(section, number) {
  const list = section.lists[0];
  return el("li", { className: "part" },
    row(section, { path: "sections", at: number, count: about.sections.length, editable: about.editable }),
    list && blocksOf(list));
}

function blocksOf(list) {
  const place = (at) => ({ path: list.path, at });
  return el("ol", { className: "blocks" }, list.items.map((block) => el("li", {},
    row(block, { ...place(block.at), count: list.items.length, editable: list.editable }),
    ...block.lists.map(blocksOf))),
  list.editable && !isFixed() && el("li", {}, adder(place(list.items.length), "Add a block")));
}

const KINDS = { paragraph: "text", page_break: "page break", margin_note: "margin note" };

const tool = (mark, label, shown, name, off, does) => el("button", { type: "button", className: "quiet tool", "data-name": `${name} ${label}`,
  "aria-label": `${label}: ${shown}`, title: label, disabled: off, onclick: does }, mark);

// What a part says, to be edited, and whether that still is what the starter says.
function words(one, name) {
  const shown = one.text || one.kind;
  if (!one.keys.length) return el("span", { className: "said" }, shown);
  const sample = one.keys.every((key) => about.samples.includes(key));
  return [el("button", { type: "button", className: "quiet said", title: "Edit the text", "data-name": `${name} text`,
    onclick: (event) => openText(about.language, one.keys, event.target) }, shown),
  sample && el("span", { className: "sample", title: "This text still comes from the starter." }, "sample")];
}

function row(one, { path, at, count, editable }) {
  const name = `${path} ${at}`;
  const shown = one.text || one.kind;
  const button = (mark, label, off, does) => tool(mark, label, shown, name, off, does);
  const [above, below] = [neighbour(path, at, count, -1), neighbour(path, at, count, 1)];
  const move = (target) => write({ do: "move", path, at, ...target });
  const tools = editable && !isFixed() ? [
    button("↑", "Move up", !above, () => move(above)), button("↓", "Move down", !below, () => move(below)),
    path !== "sections" && button("+", "Add below", false, () => { adding = { path, at: at + 1 }; fill(); panel.querySelector("form select, form input, form textarea")?.focus(); }),
    button("✕", "Remove", false, () => write({ do: "remove", path, at })),
  ] : [];
  const kind = one.kind === "section" ? "" : el("span", { className: "kind" }, KINDS[one.kind] ?? one.kind);
  return [el("div", { className: one.kind === "section" ? "row head" : "row" }, kind, words(one, name), tools.length > 0 && el("span", { className: "movers" }, tools)),
    adding?.path === path && adding.at === at + 1 && path !== "sections" && at + 1 < count && form()];
}

// Where an item goes: before another in its list, or over to the section beside it.
function neighbour(path, at, count, by) {
  const to = at + by;
  if (to >= 0 && to < count) return { to_path: path, to: by > 0 ? at + 2 : at - 1 };
  const section = Number(path.split(".")[1]) + by;
  const other = path.split(".").length === 3 ? about.sections[section]?.lists[0] : null;
  return other?.editable ? { to_path: other.path, to: by > 0 ? 0 : other.items.length } : null;
}

function adder(place, label) {
  if (adding?.path === place.path && adding.at === place.at) return form();
  return el("button", { type: "button", className: "quiet add", "data-name": `${place.path} add`, onclick: () => {
    adding = place;
    fill();
    panel.querySelector("form select, form input, form textarea")?.focus();
  } }, `+ ${label}`);
}

let kind = "paragraph";

// A form that is being filled in stays when the outline is shown again.
let opened = { key: "", form: null };
function kept(key, make) {
  if (opened.key !== key || !opened.form.isConnected) opened = { key, form: make() };
  return opened.form;
}

function form() {
  const isSection = adding.path === "sections", isGlance = adding.path === "summary";
  const block = about.palette.find((one) => one.kind === kind) ?? about.palette[0];
  const fields = isSection ? [{ name: "title", label: "Title", control: "line" }, { name: "text", label: "First paragraph", control: "text" }] : isGlance ? about.palette[0].fields : block.fields;
  return kept(JSON.stringify([adding, fields]), () => el("form", { className: "adding", onsubmit: (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(event.target));
    write(isSection ? { do: "section", at: adding.at, ...said } : { do: "block", ...adding, kind: isGlance ? "paragraph" : block.kind, said });
  } },
  !isSection && !isGlance && el("label", {}, "Block", el("select", { "data-name": "kind", onchange: (event) => { kind = event.target.value; fill(); panel.querySelector("form select")?.focus(); } },
    about.palette.map((one) => el("option", { value: one.kind, selected: one.kind === block.kind }, one.title)))),
  !isSection && !isGlance && el("p", { className: "sub" }, block.about),
  ...fields.map(controlOf), formButtons("Add")));
}

function controlOf({ name, label, control, options, value }) {
  const common = { name, value: value ?? "" };
  if (control === "choice") return el("label", {}, label, el("select", { name }, options.map((one) => el("option", { value: one }, one))));
  if (control === "line") return el("label", {}, label, el("input", { type: "text", ...common }));
  return el("label", {}, label, el("textarea", { ...common, rows: control === "lines" ? 5 : 4 }));
}

function formButtons(label) {
  return el("div", { className: "sheetbar" }, el("button", { className: "main" }, label),
    el("button", { type: "button", onclick: () => { adding = null; say("", ""); fill(); } }, "Cancel"));
}

// A game without rulebook.
function starter() {
  if (isFixed()) return el("p", { className: "empty" }, "The game has no rulebook.");
  const line = (name, label, placeholder) => el("label", {}, label, el("input", { type: "text", name, placeholder, required: true }));
  return kept("start", () => el("form", { className: "adding", onsubmit: (event) => {
    event.preventDefault();
    write({ do: "start", ...Object.fromEntries(new FormData(event.target)) });
  } },
  el("p", {}, "The game has no rulebook yet. Answer these questions, and add sections and blocks afterwards."),
  el("label", {}, "Size of a page", el("select", { name: "size" }, about.sizes.map((one) => el("option", { value: one, selected: one === "a6" }, one)))),
  line("tagline", "The game in one line, for the cover", "Five dice, four goods, one tide"),
  line("title", "The first section", "Goal of the game"),
  el("label", {}, "Its text", el("textarea", { name: "text", rows: 4, required: true })),
  line("blurb", "What is on the back", "Roll, keep, load, and leave before the reef has everything."),
  line("credits", "Who made it", "A game by …"),
  el("div", { className: "sheetbar" }, el("button", { className: "main" }, "Start the rulebook"))));
}
