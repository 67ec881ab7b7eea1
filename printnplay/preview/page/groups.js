// The groups of cards: their titles, and which cards each takes.

import { el, get, inGame, post } from "./api.js";
import { tellLeft } from "./side.js";
import { _, listed, ngettext } from "./words.js";

const many = (count) => ngettext("{number} card", "{number} cards", count);
const is = (field, value) => _("{field} is {value}", { field, value });
const titled = (value) => value.slice(0, 1).toUpperCase() + value.slice(1);

// Change a group, or add one without an id.
export async function editGroup(id) {
  const about = await get(inGame("groups"));
  const group = about.groups.find((one) => one.id === id);
  const note = el("p", { className: "note bad", role: "status" });
  const send = async (edit) => {
    const told = await post(inGame("groups"), { id, ...edit });
    if (told.error) { note.textContent = [told.error, told.help].filter(Boolean).join(": "); return; }
    dialog.close();
    tellLeft(about.language, group?.title, told, `sheets.${id}`);
  };
  const now = group && listed(group.where.map(([field, value]) => is(field, value)));
  // Cards without a group are looked for first.
  const lone = !group?.cards && about.choices.filter(({ free }) => free).sort((one, other) => (one.field === "family") - (other.field === "family") || other.free - one.free)[0];
  const options = about.choices.filter(({ field, value }) => is(field, value) !== now);
  const select = el("select", { name: "cards", required: true }, group && el("option", { value: "" }, `${now || _("all")} (${many(group.cards)})`),
    options.map((one) => el("option", { value: JSON.stringify([one.field, one.value]), selected: one === lone }, `${is(one.field, one.value)} (${many(one.cards)})`)));
  const form = el("form", { className: "adding", onsubmit: (event) => {
    event.preventDefault();
    const [field, value] = select.value ? JSON.parse(select.value) : ["", ""];
    send({ do: group ? "set" : "add", title: form.elements.title.value, field, value });
  } },
  el("label", {}, _("Title"), el("input", { type: "text", name: "title", required: true, value: group?.title ?? (lone ? titled(lone.value) : ""), autocomplete: "off" })),
  el("label", {}, _("Its cards"), select), note,
  el("div", { className: "row" }, el("button", { className: "main" }, group ? _("Change") : _("Add")),
    group && about.groups.length > 1 && el("button", { type: "button", onclick: () => send({ do: "remove" }) }, _("Remove")),
    el("button", { type: "button", onclick: () => dialog.close() }, _("Cancel"))));
  if (group) select.required = false;
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "group-title", onclose: () => { dialog.remove(); document.querySelector(`[data-name="group ${id}"]`)?.focus(); } },
    el("h2", { id: "group-title" }, group ? _("Group of cards") : _("New group of cards")),
    el("p", { className: "sub" }, about.homeless ? ngettext("{number} card of the tables belongs to no group.", "{number} cards of the tables belong to no group.", about.homeless) : _("The cards of a group are printed on the same sheets.")), form);
  document.body.append(dialog);
  dialog.showModal();
}
