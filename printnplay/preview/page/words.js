// The words of the page in the language of its reader. Messages are written in English; their translations, which are in
// printnplay/messages/, come from the server.

const ENGLISH = { language: "en", languages: {}, words: {}, plurals: "" };
const told = await fetch("words").then((answer) => (answer.ok ? answer.json() : ENGLISH)).catch(() => ENGLISH);

export const { language } = told;

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// Return a message in the language of the page, with `{name}` replaced by the value of that name.
export const _ = (text, values = {}) => filled(told.words[text]?.[0] ?? text, values);

// Return the same for a word that has other translations elsewhere.
export const pgettext = (context, text, values = {}) => filled(told.words[`${context}\u0004${text}`]?.[0] ?? text, values);

// Return a message in the form for a number, which is its value `{number}`. The forms of numbers repeat after 100.
export function ngettext(one, many, number, values = {}) {
  const forms = told.words[one];
  const form = forms ? forms[told.plurals[number < 200 ? number : 100 + number % 100]] : number === 1 ? one : many;
  return filled(form, { ...values, number });
}

const LIST = new Intl.ListFormat(language, { style: "long", type: "conjunction" });
export const listed = (names) => LIST.format(names);

export const countFaults = (errors, warnings) => [
  errors && ngettext("{number} error", "{number} errors", errors), warnings && ngettext("{number} warning", "{number} warnings", warnings),
].filter(Boolean).join(", ");

// Kinds of faces and parts of the game.
const KINDS = {
  card: _("card"), "other side": _("other side"), back: pgettext("of a card", "back"), cover: _("cover"), board: _("board"), box: _("box"), text: _("text"),
  title: _("title"), picture: _("picture"), icon: _("icon"), rectangle: _("rectangle"), circle: _("circle"), line: _("line"), stack: _("stack"), background: _("background"),
};
export const kindName = (kind) => KINDS[kind] ?? kind;

// Kinds of components.
const COMPONENTS = {
  cards: _("cards"), tiles: _("tiles"), tokens: _("tokens"), boards: _("boards"), mats: _("mats"), standees: _("standees"), dice: _("dice"), dials: _("dials"), "score-sheets": _("score sheets"),
};
export const componentName = (kind) => COMPONENTS[kind] ?? kind;

// Translate the words that the page has from the beginning: texts, names of keys, and attributes that are read out or shown. This comes
// last: until then nothing listens to clicks, so the page takes none.
export function translatePage() {
  document.documentElement.lang = language;
  const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT, (node) => (node.parentElement.closest("script, style") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const text = data.trim();
    if (text) texts.currentNode.data = data.replace(text, () => (parentElement.matches("kbd") ? pgettext("key", text) : _(text)));
  }
  for (const name of ["aria-label", "placeholder", "title"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(name, _(element.getAttribute(name)));
  }
  document.body.inert = false;
}

// Fill a list of the languages that the page can have. The choice stays for later and for the terminal.
export function showChooser(list) {
  list.replaceChildren(...Object.entries(told.languages).map(([code, name]) => Object.assign(document.createElement("option"), { value: code, textContent: name, selected: code === language, lang: code })));
  list.addEventListener("change", async () => {
    const answer = await fetch("words", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ language: list.value }) });
    if (answer.ok) location.reload();
  });
}
