// Templates as wholes: layouts to start from, pictures on backs and covers, new kinds of components.

import { address, el, get, inGame, post, shared } from "./api.js";
import { choose, upload } from "./art.js";
import { $, ask, faces, flush, say, section, state } from "./boxes.js";
import { showColours } from "./colours.js";
import { CardFace } from "./face.js";
import { _, componentName, listed, ngettext } from "./words.js";

// What can be done with the template of a face as a whole.
export function templateButtons(entry) {
  const { about } = state;
  const button = (name, title, does) => el("button", { type: "button", "data-name": name, disabled: shared.readOnly || !about, onclick: does }, title);
  const colours = button("colours", _("Colours"), ({ target }) => showColours(target));
  if (!entry.card) {
    const use = ({ target }) => send("art", { field: { face: state.key, name: "", before: "", language: state.face.language }, value: target.value });
    return el("div", { className: "buttons" }, button("picture", _("Use a picture"), () => choose(takePicture, false)),
      about?.pictures.length > 0 && el("select", { "data-name": "listed picture", "aria-label": _("Use a picture that is there"), disabled: shared.readOnly, onchange: use }, ["", ...about.pictures].map((value) => el("option", { value }, value || _("or one that is there")))), colours);
  }
  return el("div", { className: "buttons" }, button("start", _("Start from a layout"), showStarters),
    about?.lacksBack && button("back", _("Add a back"), addBack), button("kind", _("New kind of card"), newKind), colours);
}

// Send an edit of this face and show it; resolves to the answer.
async function send(path, asking) {
  flush();
  await state.writes;
  const own = state.face;
  const told = await post(inGame(path), asking);
  if (told.error) say([told.error, told.help].filter(Boolean).join(": "), "bad");
  else await saved(own, told.file ?? told.files.join(", "));
  return told;
}

// The template is another one: its boxes have other numbers.
async function saved(own, files) {
  if (own !== state.face) return;
  state.selected = "";
  state.moves.push({ from: "", to: "" });
  own.renew();
  const about = await ask().catch(() => null);
  if (about && own === state.face) { state.about = about; state.build(own.face); }
  say(_("Saved in {files}", { files }), "good");
}

export const ownTemplate = () => send("template", { language: state.face.language, face: state.key });

// Put a picture on a back, a cover or a board: its template names it.
export async function takePicture([file]) {
  if (!file) return;
  flush();
  await state.writes;
  const own = state.face;
  say(_("Saving {name}", file));
  const told = await upload(file, { name: file.name, face: state.key, field: "", language: own.language });
  if (told.error) say([told.error, told.help].filter(Boolean).join(": "), "bad");
  else await saved(own, listed(told.files));
}

// Show a face as soon as the list of faces has it.
async function showNew(isNew) {
  const found = () => faces().find(isNew);
  for (let tries = 0; tries < 50 && !found(); tries += 1) await new Promise((then) => { setTimeout(then, 100); });
  Object.assign(state, { key: found()?.key ?? state.key, selected: "", adding: "" });
  await state.show();
}

async function addBack() {
  const told = await send("back", { face: state.key });
  if (told.error) return;
  await showNew(({ key }) => key === told.face);
  say(_("Saved in {files}", { files: told.file }), "good");
}

function newKind() {
  const { sizes, components } = state.about;
  const choice = (name, first, options) => el("select", { name }, [["", first], ...options].filter(([, title]) => title).map(([value, title]) => el("option", { value }, title)));
  const note = el("p", { className: "note bad", role: "status" });
  const form = el("form", { className: "adding", onsubmit: async (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(form));
    const told = await send("kind", { language: state.face.language, face: state.key, ...said });
    if (told.error) { note.textContent = [told.error, told.help].filter(Boolean).join(": "); return; }
    dialog.close();
    await showNew(({ key }) => key === `card/${told.card}`);
    say(_("Saved in {files}. Its cards are a table on the tab Table.", { files: told.files.join(", ") }), "good");
  } },
  el("label", {}, _("Name"), el("input", { type: "text", name: "title", required: true, placeholder: _("Event"), autocomplete: "off" })),
  el("label", {}, _("Size"), choice("size", _("as this card"), sizes.map((size) => [size, size]))), el("label", {}, _("Counted as"), choice("component", "", components.map((kind) => [kind, componentName(kind)]))), note,
  el("div", { className: "row" }, el("button", { className: "main" }, _("Add")), el("button", { type: "button", onclick: () => dialog.close() }, _("Cancel"))));
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "kind-title", onclose: () => { dialog.remove(); $("kind")?.focus(); } },
    el("h2", { id: "kind-title" }, _("New kind of card")), el("p", { className: "sub" }, _("It begins with a copy of this layout and one card, which you can then change.")), form);
  section.append(dialog);
  dialog.showModal();
}

// Layouts to start from: each drawn with the card.

const PARTS = { name: _("name"), text: _("text"), number: _("number"), picture: _("picture") };

export async function showStarters() {
  flush();
  await state.writes;
  const own = state.face;
  say(_("Drawing the layouts"));
  const told = await get(inGame(`starters/${own.language}/${address(state.key)}`)).catch((error) => { say(error.message, "bad"); return null; });
  if (!told || own !== state.face) return;
  say("");
  const take = async (name) => {
    dialog.close();
    const answer = await post(inGame("starters"), { language: own.language, face: state.key, layout: name, tag: told.tag });
    if (own !== state.face) return;
    if (answer.error) { say([answer.error, answer.help].filter(Boolean).join(": "), "bad"); return; }
    await saved(own, answer.file);
  };
  const tiles = told.layouts.map((layout) => {
    const face = new CardFace().show(own.face, own.language);
    face.plain = true;
    face.stale = false; // it shows what it is given, and asks for nothing
    face.show(own.face, own.language).draw(layout);
    return el("li", {}, el("button", { type: "button", "data-name": `layout ${layout.name}`, onclick: () => take(layout.name) }, face, el("span", {}, layout.about, layout.lacks.length > 0 && ` (${_("the card does not have yet: {names}", { names: listed(layout.lacks.map((part) => PARTS[part])) })})`)));
  });
  const many = told.cards > 1 ? `${ngettext("It changes {number} card with this template.", "It changes all {number} cards with this template.", told.cards)} ` : "";
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "layouts-title", onclose: () => { dialog.remove(); $("start")?.focus(); } },
    el("h2", { id: "layouts-title" }, _("Start from a layout")),
    el("p", { className: "sub" }, told.why || (tiles.length ? `${_("The layout replaces {file}.", told)} ${many}${_("Undo brings the old one back.")}` : _("None of the layouts fits this card."))),
    el("ul", {}, tiles), el("form", { method: "dialog" }, el("button", {}, _("Cancel"))));
  section.append(dialog);
  dialog.showModal();
}
