// The facts of a game that people ask about first: its players, its time and its age, and its title.

import { el, get, inGame, post } from "./api.js";
import { _, pgettext } from "./words.js";

// The fields of the facts; `given` are their values.
export function factFields(given) {
  const count = (name, label) => el("input", { type: "number", name, min: 1, max: 99, value: given[name] || "", "aria-label": label });
  return [
    el("div", { className: "field" }, el("span", {}, _("How many players?")),
      el("span", { className: "row" }, count("fewest", _("Fewest players")), pgettext("numbers of players", "to"), count("most", _("Most players")))),
    el("label", {}, _("How many minutes does it take?"), el("input", { type: "text", name: "minutes", value: given.minutes, placeholder: _("30, or 20-30"), pattern: " *[1-9][0-9]{0,2} *((-|–) *[1-9][0-9]{0,2} *)?", autocomplete: "off" })),
    el("label", {}, _("From which age?"), el("input", { type: "number", name: "age", min: 1, max: 99, value: given.age, placeholder: "8" })),
  ];
}

// What the fields of a form say.
export function factsIn({ fewest, most, minutes, age }) {
  const [first, last] = [Number(fewest.value), Number(most.value)];
  return { fewest: first || last, most: last || first, minutes: minutes.value.replaceAll(/\s/g, "").replace("–", "-"), age: age.value };
}

// The size of the cards: named, or in millimetres.
function sizeFields({ size, sizes }) {
  if (!size) return [];
  const measure = (name, label) => el("input", { type: "number", name, min: 5, max: 500, step: "any", value: size[name], required: true, "aria-label": label });
  const own = el("fieldset", { className: "row", hidden: size.name !== "", disabled: size.name !== "" }, measure("width", _("Width in mm")), " × ", measure("height", _("Height in mm")), " mm");
  const named = sizes.map(({ name, width, height, about }) => [name, `${name}: ${width} × ${height} mm (${about})`]);
  if (size.name && !sizes.some(({ name }) => name === size.name)) named.unshift([size.name, `${size.name}: ${size.width} × ${size.height} mm`]);
  const choice = el("select", { name: "size", "aria-label": _("Size of the cards"), onchange: () => { own.hidden = own.disabled = choice.value !== ""; } },
    [["", _("in millimetres")], ...named].map(([value, text]) => el("option", { value, selected: value === size.name }, text)));
  return [el("div", { className: "field" }, el("span", {}, _("Size of the cards")), choice, own)];
}

// What its fields say; null if there are none, or nothing has changed.
function sizeIn({ size, width, height }, before) {
  if (!size) return null;
  const said = size.value ? { name: size.value } : { name: "", width: Number(width.value), height: Number(height.value) };
  return Object.entries(said).every(([name, value]) => before[name] === value) ? null : said;
}

// Change the facts of the open game.
export async function editFacts() {
  const about = await get(inGame("facts"));
  const note = el("p", { className: "note bad", role: "status" });
  const title = el("input", { type: "text", name: "title", required: true, maxlength: 60, value: about.title, autocomplete: "off" });
  const form = el("form", { className: "adding", onsubmit: async (event) => {
    event.preventDefault();
    const told = await post(inGame("facts"), { tag: about.tag, title: title.value, facts: factsIn(form.elements), size: sizeIn(form.elements, about.size) });
    if (told.error) { note.textContent = [told.error, told.help].filter(Boolean).join(": "); return; }
    dialog.close();
  } },
  el("label", {}, _("Title"), title), factFields(about.facts), sizeFields(about), note,
  el("div", { className: "row" }, el("button", { className: "main" }, _("Save")), el("button", { type: "button", onclick: () => dialog.close() }, _("Cancel"))));
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "facts-title", onclose: () => { dialog.remove(); document.getElementById("facts").focus(); } },
    el("h2", { id: "facts-title" }, _("About the game")), el("p", { className: "sub" }, _("The cover, the box and the first sheet show them. Written in {file}", about)), form);
  document.body.append(dialog);
  dialog.showModal();
}
