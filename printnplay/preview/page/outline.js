// The outline of the rulebook: its sections and blocks, in the order of the pages, and what can be added.

import { el, get, inGame, keepPlace, post, shared } from "./api.js";
import { openText } from "./side.js";
import { _, listed } from "./words.js";

export const panel = el("div", { className: "outline", role: "group", "aria-label": _("Outline of the rulebook") });
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
  const row = sought && [...panel.querySelectorAll("[data-line]")].findLast(({ dataset }) => Number(dataset.line) <= sought);
  sought = 0;
  if (!row) return;
  row.classList.add("found");
  row.scrollIntoView({ block: "nearest" });
  row.querySelector("button")?.focus();
}

let sought = 0; // a line of the file
export function seekBlock(line) { sought = line; }

function fill() {
  const { sections, fixed, file } = about;
  const listed = sections.map((one, number) => sectionOf(one, number));
  panel.replaceChildren(...[
    el("p", { className: `note ${note[1]}`, role: "status" }, note[0]),
    fixed && el("p", { className: "sub" }, fixed),
    !sections.length && !fixed ? starter() : el("ol", { className: "blocks" }, listed),
    sections.length > 0 && about.editable && !isFixed() && adder({ path: "sections", at: sections.length }, _("Add a section")),
    sections.length > 0 && glance(),
    sections.length > 0 && el("p", { className: "sub" }, _("Written in {file}", { file })),
  ].filter(Boolean));
}

// The rules at a glance: a sheet of the kit, beside the rulebook.
function glance() {
  const place = { path: "summary", at: about.summary.length };
  return el("ol", { className: "blocks" }, el("li", { className: "part" },
    el("div", { className: "row head" }, el("span", { className: "said" }, _("Rules at a glance")), el("span", { className: "kind" }, _("a sheet of the kit"))),
    el("ol", { className: "blocks" }, about.summary.map((one, at) => el("li", {}, el("div", { className: "row" }, words(one, `summary ${at}`),
      !isFixed() && el("span", { className: "movers" }, tool("✕", _("Remove"), one.text, `summary ${at}`, false, () => write({ do: "remove", path: "summary", at })))))),
    !isFixed() && el("li", {}, adder(place, _("Add a paragraph"))))));
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
  note = [_("Saved in {files}", { files: listed(told.files) }), "good"];
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
  return el("ol", { className: "blocks" }, list.items.map((block, number) => el("li", {},
    row(block, { ...place(block.at), count: list.items.length, before: list.items[number - 1], editable: list.editable }),
    ...block.lists.map(blocksOf))),
  list.editable && !isFixed() && el("li", {}, adder(place(list.items.length), _("Add a block"))));
}

const KINDS = {
  paragraph: _("text"), page_break: _("page break"), margin_note: _("margin note"), heading: _("heading"), list: _("list"), steps: _("steps"), turn: _("turn at a glance"), questions: _("question"), table: _("table"), card: _("card"),
  cards: _("cards"), anatomy: _("parts of a card"), figure: _("figure"), drawing: _("drawing"), picture: _("picture"), components: _("what is in the box"), note: _("note"), quote: _("quotation"), sidebar: _("sidebar"), columns: _("columns"),
  spread: _("two pages"), contents: _("table of contents"), index: _("index"), chapter: _("chapter"), rule: _("line"), of_editions: _("for some editions"),
};

const tool = (mark, label, shown, name, off, does, pressed) => el("button", { type: "button", className: "quiet tool", "data-name": `${name} ${label}`,
  "aria-pressed": pressed === undefined ? undefined : String(pressed), "aria-label": `${label}: ${shown}`, title: label, disabled: off, onclick: does }, mark);

// What a part says, to be edited, and whether that still is what the starter says.
function words(one, name) {
  const shown = one.text || one.kind;
  if (!one.keys.length) return el("span", { className: "said" }, shown);
  const sample = one.keys.every((key) => about.samples.includes(key));
  return [el("button", { type: "button", className: "quiet said", title: _("Edit the text"), "data-name": `${name} text`,
    onclick: (event) => openText(about.language, one.keys, event.target) }, shown),
  sample && el("span", { className: "sample", title: _("This text still comes from the starter.") }, _("sample"))];
}

// Whether a part begins on a new page, and the edit that changes it: a key of a section, a block before a block.
function newPage(one, { path, at, before }) {
  if (path === "sections") return at > 0 && [one.newPage, { do: "new_page", at, on: !one.newPage }];
  if (!path.match(/^sections\.\d+\.blocks$/) || !before || one.kind === "page_break") return null;
  const isNew = before.kind === "page_break";
  return [isNew, isNew ? { do: "remove", path, at: before.at } : { do: "block", path, at, kind: "page_break" }];
}

function row(one, { path, at, count, before, editable }) {
  const name = `${path} ${at}`;
  const shown = one.text || one.kind;
  const button = (mark, label, off, does) => tool(mark, label, shown, name, off, does);
  const [above, below] = [neighbour(path, at, count, -1), neighbour(path, at, count, 1)];
  const move = (target) => write({ do: "move", path, at, ...target });
  const [isNew, turn] = newPage(one, { path, at, before }) || [];
  const tools = editable && !isFixed() ? [
    turn && tool("❏", _("Begin on a new page"), shown, name, false, () => write(turn), isNew),
    button("↑", _("Move up"), !above, () => move(above)), button("↓", _("Move down"), !below, () => move(below)),
    path !== "sections" && button("+", _("Add below"), false, () => { adding = { path, at: at + 1 }; fill(); panel.querySelector("form select, form input, form textarea")?.focus(); }),
    button("✕", _("Remove"), false, () => write({ do: "remove", path, at })),
  ] : [];
  const kind = one.kind === "section" ? "" : el("span", { className: "kind" }, KINDS[one.kind] ?? one.kind);
  return [el("div", { className: one.kind === "section" ? "row head" : "row", "data-line": one.line }, kind, words(one, name), one.newPage && el("span", { className: "kind" }, _("new page")), tools.length > 0 && el("span", { className: "movers" }, tools)),
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
  const fields = isSection ? [{ name: "title", label: _("Title"), control: "line" }, { name: "text", label: _("First paragraph"), control: "text" }] : isGlance ? about.palette[0].fields : block.fields;
  return kept(JSON.stringify([adding, fields]), () => el("form", { className: "adding", onsubmit: (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(event.target));
    write(isSection ? { do: "section", at: adding.at, ...said } : { do: "block", ...adding, kind: isGlance ? "paragraph" : block.kind, said });
  } },
  !isSection && !isGlance && el("label", {}, _("Block"), el("select", { "data-name": "kind", onchange: (event) => { kind = event.target.value; fill(); panel.querySelector("form select")?.focus(); } },
    about.palette.map((one) => el("option", { value: one.kind, selected: one.kind === block.kind }, _(one.title))))),
  !isSection && !isGlance && el("p", { className: "sub" }, block.about),
  ...fields.map(controlOf), formButtons(_("Add"))));
}

function controlOf({ name, label, control, options, value }) {
  const common = { name, value: value ?? "" };
  if (control === "choice") return el("label", {}, label, el("select", { name }, options.map((one) => el("option", { value: one }, one))));
  if (control === "line") return el("label", {}, label, el("input", { type: "text", ...common }));
  return el("label", {}, label, el("textarea", { ...common, rows: control === "lines" ? 5 : 4 }));
}

function formButtons(label) {
  return el("div", { className: "sheetbar" }, el("button", { className: "main" }, label),
    el("button", { type: "button", onclick: () => { adding = null; say("", ""); fill(); } }, _("Cancel")));
}

// A game without rulebook.
function starter() {
  if (isFixed()) return el("p", { className: "empty" }, _("The game has no rulebook."));
  const line = (name, label, placeholder) => el("label", {}, label, el("input", { type: "text", name, placeholder, required: true }));
  return kept("start", () => el("form", { className: "adding", onsubmit: (event) => {
    event.preventDefault();
    write({ do: "start", ...Object.fromEntries(new FormData(event.target)) });
  } },
  el("p", {}, _("The game has no rulebook yet. Answer these questions, and add sections and blocks afterwards.")),
  el("label", {}, _("Size of a page"), el("select", { name: "size" }, about.sizes.map((one) => el("option", { value: one, selected: one === "a6" }, one)))),
  line("tagline", _("The game in one line, for the cover"), _("Five dice, four goods, one tide")),
  line("title", _("The first section"), _("Goal of the game")),
  el("label", {}, _("Its text"), el("textarea", { name: "text", rows: 4, required: true })),
  line("blurb", _("What is on the back"), _("Roll, keep, load, and leave before the reef has everything.")),
  line("credits", _("Who made it"), _("A game by …")),
  el("div", { className: "sheetbar" }, el("button", { className: "main" }, _("Start the rulebook")))));
}
