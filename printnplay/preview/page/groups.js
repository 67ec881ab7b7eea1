// The groups of cards: their titles, and which cards each takes.

import { el, get, inGame, post } from "./api.js";
import { tellLeft } from "./side.js";

const many = (count) => `${count} card${count === 1 ? "" : "s"}`;

// Change a group, or add one without an id.
export async function editGroup(id) {
  const about = await get(inGame("groups"));
  const group = about.groups.find((one) => one.id === id);
  const note = el("p", { className: "note bad", role: "status" });
  const send = async (edit) => {
    const told = await post(inGame("groups"), { id, ...edit });
    if (told.error) { note.textContent = [told.error, told.help].filter(Boolean).join(": "); return; }
    dialog.close();
    tellLeft(about.language, group?.title, told);
  };
  const now = group?.where.map(([field, value]) => `${field} is ${value}`).join(" and ");
  const options = about.choices.filter(({ field, value }) => `${field} is ${value}` !== now);
  const select = el("select", { name: "cards", required: true }, group && el("option", { value: "" }, `${now || "all"} (${many(group.cards)})`),
    options.map((one) => el("option", { value: JSON.stringify([one.field, one.value]) }, `${one.field} is ${one.value} (${many(one.cards)})`)));
  const form = el("form", { className: "adding", onsubmit: (event) => {
    event.preventDefault();
    const [field, value] = select.value ? JSON.parse(select.value) : ["", ""];
    send({ do: group ? "set" : "add", title: form.elements.title.value, field, value });
  } },
  el("label", {}, "Title", el("input", { type: "text", name: "title", required: true, value: group?.title ?? "", autocomplete: "off" })),
  el("label", {}, "Its cards", select), note,
  el("div", { className: "row" }, el("button", { className: "main" }, group ? "Change" : "Add"),
    group && about.groups.length > 1 && el("button", { type: "button", onclick: () => send({ do: "remove" }) }, "Remove"),
    el("button", { type: "button", onclick: () => dialog.close() }, "Cancel")));
  if (group) select.required = false;
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "group-title", onclose: () => { dialog.remove(); document.querySelector(`[data-name="group ${id}"]`)?.focus(); } },
    el("h2", { id: "group-title" }, group ? "Group of cards" : "New group of cards"),
    el("p", { className: "sub" }, about.homeless ? `${many(about.homeless)} of the tables belong to no group.` : "The cards of a group are printed on the same sheets."), form);
  document.body.append(dialog);
  dialog.showModal();
}
