// The start page of the studio: a new game, recent projects, and folders to open.

import { el, elsewhere, get, languageName, languageTitle, post, send } from "./api.js";
import { factFields, factsIn } from "./facts.js";
import { _, language, listed, showChooser, translatePage } from "./words.js";

const $ = (id) => document.getElementById(id);
const forms = { new: $("new").elements, open: $("open").elements };
let told;
let opening = null; // the answer to what opens a project
let ended = false;
let wanted = language; // in which the designer writes, if the starter can

// What people call them; their names are for `printnplay new`.
const TITLES = {
  plain: _("Two kinds of cards"), "poker-deck": _("Playing cards"), tarot: _("Tarot cards"), tiles: _("Hexagonal tiles"), "rulebook-only": _("A rulebook only"), cards: _("A simple deck"), csv: _("Cards with pictures"),
  flashcards: _("Flashcards"), standees: _("Standing figures"), dice: _("Dice"), "score-pad": _("A score pad"), dials: _("Dials"), screen: _("A player screen"),
  "": _("black on white"), playful: _("playful"), classic: _("classic"), "sci-fi": _("sci-fi"), nature: _("nature"), minimal: _("minimal"), noir: _("noir"),
};

function choice(group, name, about, picture, checked) {
  return el("label", {}, el("input", { type: "radio", name: group, value: name, checked, onchange: fit }),
    el("img", { src: picture, alt: "", loading: "lazy" }), el("b", {}, TITLES[name] ?? name), el("span", {}, about));
}

// Looks and languages are those of the starter.
function fit() {
  const starter = told.starters.find((one) => one.name === forms.new.starter.value);
  $("looks-of").hidden = !starter.looks;
  $("starter-languages").textContent = starter.languages.includes(wanted) ? "" : _("This starter comes in {languages} only, so the language at the top has changed.", { languages: listed(starter.languages.map(languageName)) });
  if (!$("facts").dataset.own) $("facts").replaceChildren(...factFields(starter.facts));
  forms.new.language.replaceChildren(...starter.languages.map((code) => el("option", { value: code, selected: code === wanted }, languageTitle(code))));
}

async function begin() {
  told = await get("start");
  if (opening && !(await opening).error) return;
  $("starters").replaceChildren(...told.starters.map(({ name, about, languages }, at) => choice("starter", name, languages.includes(language) ? about : `${about} (${_("only in {languages}", { languages: listed(languages.map(languageName)) })})`, `picture/starter/${name}`, at === 0)));
  $("looks").replaceChildren(choice("look", "", _("to be drawn by you"), `picture/starter/${told.starters[0].name}`, true),
    ...told.looks.map(({ name, about }) => choice("look", name, about, `picture/look/${name}`, false)));
  forms.new.folder.value = told.folder;
  $("into").textContent = told.folder;
  fit();
  // Nobody opens a project before there is one.
  if (!told.recent.length) document.querySelector("main").append($("open-title").parentElement);
  $("recent").replaceChildren(...told.recent.map(({ path, games }) => el("li", {},
    el("button", { type: "button", className: "quiet", onclick: () => openProject(path) }, games), el("span", { className: "sub" }, path))));
  await show(told.folder);
}

async function open(note, asking) {
  $("state").textContent = _("Opening");
  // The next server does not have the pictures that are still loading.
  const waiting = [...document.images].filter((image) => !image.complete).map((image) => [image, image.src]);
  for (const [image] of waiting) image.removeAttribute("src");
  opening = asking();
  const answer = await opening;
  if (!answer.error) { await elsewhere("project"); return; }
  for (const [image, src] of waiting) image.src = src;
  note.replaceChildren(...(answer.there ? thereIs(answer.there) : [answer.error]));
  note.className = "note bad";
  $("state").textContent = "";
}

// A new game whose folder has one already: perhaps it was begun with another starter.
const thereIs = (folder) => [_("There is a game of this name already, in {folder}. Open it, or choose another title. To begin it anew with another starter, delete that folder first, in the file manager of your computer.", { folder }), " ",
  el("button", { type: "button", onclick: () => openProject(folder) }, _("Open it"))];

const openProject = (path) => open($("opened"), () => post("open", { path }));

forms.new.language.addEventListener("change", () => { wanted = forms.new.language.value; });
$("facts").addEventListener("input", () => { $("facts").dataset.own = "yes"; });

$("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { title, language, folder, starter, look } = forms.new;
  await open($("made"), () => post("new", { title: title.value, language: language.value, folder: folder.value, starter: starter.value, facts: factsIn(forms.new), look: $("looks-of").hidden ? "" : look.value }));
});

$("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  await openProject(forms.open.folder.value);
});

$("quit").addEventListener("click", async () => {
  const { error } = await post("quit", {});
  if (error) { $("state").textContent = error; return; }
  ended = true;
  document.querySelector(".status").hidden = true;
  document.querySelector("main").replaceChildren(el("p", {}, _("The studio has ended. You can close this page.")));
});

// A dropped PDF

async function print([file]) {
  if (!file) return;
  $("printed").className = "note";
  $("printed").textContent = _("Looking for the cards in {file} …", { file: file.name });
  await open($("printed"), () => send(`print?${new URLSearchParams({ name: file.name })}`, file));
}

for (const name of ["dragover", "dragleave", "drop"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    $("drop").classList.toggle("dropping", name === "dragover");
    if (name === "drop") print(event.dataTransfer.files);
  });
}
const chooser = $("drop").querySelector("input");
chooser.addEventListener("change", () => print(chooser.files));
print(chooser.files); // chosen while the words of the page were on their way

// Folders

async function show(path) {
  const { folder, parent, folders } = await get(`folders?${new URLSearchParams({ path })}`);
  forms.open.folder.value = folder;
  const go = (to, name) => el("button", { type: "button", className: "quiet", onclick: () => show(to) }, name);
  $("folders").replaceChildren(el("ul", { "aria-label": _("Folders in {folder}", { folder }) },
    parent && el("li", {}, go(parent, _("↑ one folder up"))),
    folders.map(({ path: inner, name, project }) => el("li", {}, go(inner, name), project && el("button", { type: "button", onclick: () => openProject(inner) }, _("Open {name}", { name }))))));
}

translatePage();
showChooser($("chooser"));
begin().catch((error) => { if (!ended) $("state").textContent = error.message; });
