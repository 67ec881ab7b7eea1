// The languages of the game: one is added, and what is left to translate is counted.

import { el, get, inGame, languageTitle, post, shared } from "./api.js";
import { _ } from "./words.js";

// Add a language: it is chosen by its name, or by its code as the command takes it. `added` gets the code.
export async function addLanguage(added) {
  const codes = await get(inGame("languages"));
  const names = codes.map(languageTitle);
  const note = el("p", { className: "note bad", role: "status" });
  const form = el("form", { className: "adding", onsubmit: async (event) => {
    event.preventDefault();
    const typed = form.elements.language.value.trim();
    const language = codes[names.findIndex((name) => name.toLowerCase() === typed.toLowerCase())] ?? typed;
    event.submitter.disabled = true;
    const told = await post(inGame("languages"), { language });
    event.submitter.disabled = false;
    if (told.error) { note.textContent = [told.error, told.help].filter(Boolean).join(": "); return; }
    dialog.close();
    added(language);
  } },
  el("label", {}, _("Language"), el("input", { type: "text", name: "language", required: true, list: "language-names", autocomplete: "off", placeholder: _("its name, or its code such as pt-BR") })),
  el("datalist", { id: "language-names" }, names.toSorted((one, other) => one.localeCompare(other)).map((value) => el("option", { value }))), note,
  el("div", { className: "row" }, el("button", { className: "main" }, _("Add")), el("button", { type: "button", onclick: () => dialog.close() }, _("Cancel"))));
  const dialog = el("dialog", { className: "layouts", "aria-labelledby": "language-title", onclose: () => { dialog.remove(); document.getElementById("add-language")?.focus(); } },
    el("h2", { id: "language-title" }, _("Add a language")), el("p", { className: "sub" }, _("It begins with empty texts: click a card to translate its words. Files for translators come from {command} in a terminal.", { command: "printnplay l10n export" })), form);
  document.body.append(dialog);
  dialog.showModal();
}

// How many texts are translated, for languages that lack some, by their codes.
shared.translations = {};
export const isTranslated = (code) => !(code in shared.translations);
export const toTranslate = (code) => _("{language}: {translated} of {texts} texts", { language: languageTitle(code), ...shared.translations[code] });

export function chip(code, chosen, onchange) {
  const { translated, texts } = shared.translations[code] ?? {};
  const name = isTranslated(code) ? languageTitle(code) : toTranslate(code);
  return el("label", { className: "chip", title: name },
    el("input", { type: "checkbox", checked: chosen, "aria-label": name, onchange, value: code }), el("span", {}, code, texts > 0 && el("small", {}, `${translated}/${texts}`)));
}
