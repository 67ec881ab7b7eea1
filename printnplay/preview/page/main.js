// The page as a whole: the toolbar, the tabs, and events from the server.

import { hasFiles, showArt } from "./art.js";
import { el, elsewhere, get, inGame, post, shared } from "./api.js";
import { allFaces, facesOf, filters, listFaces, look, measureAll, setFaulty, setFilter } from "./cards.js";
import { renewColours, showColours } from "./colours.js";
import { renewBuild, showBuild, showProgress } from "./build.js";
import { editFacts } from "./facts.js";
import { cardOf } from "./faults.js";
import { editGroup } from "./groups.js";
import { layFace, renewLayout, showLayout } from "./layout.js";
import { addLanguage, chip } from "./languages.js";
import { showBlock, showPages } from "./pages.js";
import { renewPlay, showPlay } from "./play.js";
import { leaveRow } from "./deck.js";
import { renewTable, showCell, showTable } from "./table.js";
import { closeSide, openFace, openText, refreshSide, setChecking, setFaults, showFaults, showUnsaved } from "./side.js";
import { _, showChooser, translatePage } from "./words.js";

const $ = (id) => document.getElementById(id);
const PARTS = ["cards", "layout", "table", "art", "pages", "play", "build"];
const SVG = "http://www.w3.org/2000/svg";

function state(text, lost = false) {
  $("state").textContent = $("state").title = text;
  $("state").classList.toggle("lost", lost);
}

async function begin() {
  const told = await get("games");
  shared.readOnly = told.readOnly;
  shared.papers = told.papers;
  shared.own = { paper: told.paper, printer: told.printer };
  shared.largest = told.largest;
  $("projects").hidden = !told.studio;
  $("colours").hidden = $("facts").hidden = told.readOnly;
  $("game").replaceChildren(...told.games.map((game) => el("option", { value: game }, game)));
  $("game-choice").hidden = told.games.length < 2;
  $("game").addEventListener("change", () => openGame($("game").value));
  listen();
  await openGame(told.games[0]);
}

async function openGame(game) {
  closeSide();
  shared.game = game;
  state(_("Loading"));
  const about = await aboutGame();
  if (shared.game !== game) return;
  shared.about = about;
  renewFonts();
  keepLanguages((sessionStorage.getItem(`languages-${game}`) ?? "").split(" "));
  fillChoices();
  showUnsaved();
  listFaces();
  await showPart();
  await renewFaults();
}

// Show those of these languages that the game has; none of them: the one in which it is written.
function keepLanguages(wanted) {
  const { languages, original } = shared.about;
  const kept = wanted.filter((code) => languages.some((language) => language.code === code));
  shared.languages = kept.length ? kept : [original];
}

const aboutGame = () => get(`game/${encodeURIComponent(shared.game)}`);

// Reload the fonts only if they have changed: reloading makes letters flicker.
let fonts = "";

async function renewFonts() {
  const path = inGame("fonts.css");
  const rules = await (await fetch(path)).text();
  if (rules === fonts) return;
  fonts = rules;
  const link = $("fonts") ?? document.head.appendChild(el("link", { id: "fonts", rel: "stylesheet" }));
  link.href = `${path}?version=${shared.about.version}&length=${rules.length}`;
}

// Some fonts, such as weights of variable fonts, are derived when a face first uses them.
document.addEventListener("drawn", ({ target }) => {
  const named = (target.told?.svg ?? "").matchAll(/font-family="'?([^"']*)'?" font-weight="(\d+)"/g);
  const lacks = [...named].some(([, family, weight]) => !fonts.includes(`font-family:"${family}";font-weight:${weight};`));
  if (fonts && lacks) renewFonts();
});

function fillChoices() {
  const { about } = shared;
  $("title").textContent = about.title;
  document.title = `${about.title} – ${_("Preview")}`;
  fillLanguages();
  for (const name of ["group", "family"]) {
    const values = [...new Set(about.faces.map((face) => face[name]).filter(Boolean))];
    const first = $(name).firstElementChild;
    const before = $(name).value;
    $(name).replaceChildren(first, ...values.map((value) => el("option", { value }, name === "group" ? about.groups[value] ?? value : value)));
    $(name).value = filters[name] = values.includes(before) ? before : "";
    $(`${name}-label`).hidden = values.length < 2;
  }
  if (!$("view").options.length) {
    $("view").replaceChildren(...about.views.map((view) => el("option", { value: view.id }, view.title)));
    $("filters").replaceChildren(...about.views.filter((view) => view.matrix).map(filterOf));
  }
}

function fillLanguages() {
  const codes = shared.about.languages.map((language) => language.code);
  $("languages").replaceChildren($("languages").firstElementChild, ...(codes.length < 2 ? [] : codes.map((code) => chip(code, shared.languages.includes(code), chooseLanguages))),
    ...(mayAddLanguage() ? [el("button", { type: "button", id: "add-language", className: "quiet", onclick: () => addLanguage(showLanguage) }, _("Add a language"))] : []));
  placeLanguages();
}

// One is added where the cards are.
function placeLanguages() {
  const isHere = mayAddLanguage() && current() === "cards";
  $("add-language")?.classList.toggle("away", !isHere);
  $("languages").hidden = shared.about.languages.length < 2 && !isHere;
}

const mayAddLanguage = () => shared.about.takesNew && !shared.readOnly;

// Simulates colour blindness with the matrices of the proofs, in linear RGB.
function filterOf(view) {
  const filter = document.createElementNS(SVG, "filter");
  filter.id = `seen-${view.id}`;
  filter.setAttribute("color-interpolation-filters", "linearRGB");
  const matrix = document.createElementNS(SVG, "feColorMatrix");
  matrix.setAttribute("type", "matrix");
  matrix.setAttribute("values", [...view.matrix.map((row) => [...row, 0, 0].join(" ")), "0 0 0 1 0"].join(" "));
  filter.append(matrix);
  return filter;
}

// Undo and redo: the table has buttons of its own, and a game that is played takes back its moves.

const hasSteps = () => ["cards", "layout", "art", "pages"].includes(current());

function showSteps() {
  for (const name of ["undo", "redo"]) {
    $(name).classList.toggle("away", !hasSteps());
    $(name).disabled = shared.readOnly || !shared.about[name];
    $(name).title = shared.about[name] || (name === "undo" ? _("Nothing to undo") : _("Nothing to redo"));
  }
  $("stepped").classList.toggle("away", !hasSteps());
}

async function step(kind) {
  const told = await post(inGame("step"), { do: kind });
  for (const name of ["undo", "redo"]) shared.about[name] = told[name] ?? shared.about[name];
  showSteps();
  const done = kind === "undo" ? _("Undone: {what} in {file}", told) : _("Redone: {what} in {file}", told);
  $("stepped").textContent = $("stepped").title = told.error ? [told.error, told.help].filter(Boolean).join(": ") : done;
}

function chooseLanguages(event) {
  const checked = [...$("languages").querySelectorAll("input:checked")].map((box) => box.value);
  if (!checked.length) { event.target.checked = true; return; }
  show(checked);
}

function show(languages) {
  shared.languages = languages;
  sessionStorage.setItem(`languages-${shared.game}`, languages.join(" "));
  closeSide();
  listFaces();
  showPart(true);
}

// A language was added.
async function showLanguage(code) {
  await renewList();
  show([...shared.languages, code]);
  fillLanguages();
}

const current = () => PARTS.find((part) => `#${part}` === location.hash) ?? "cards";

async function showPart(again = false) {
  const part = current();
  for (const name of PARTS) $(name).hidden = name !== part;
  for (const link of $("tabs").querySelectorAll("a")) {
    if (link.hash === `#${part}`) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" }); // on a phone, the row is wider than the page
    } else link.removeAttribute("aria-current");
  }
  for (const name of ["search", "group-label", "family-label", "only-faults-label", "lines-label", "bleed-label", "colours"]) {
    const tool = name === "search" ? $(name).parentElement : $(name);
    tool.classList.toggle("away", part !== "cards");
  }
  for (const name of ["view-label", "zoom-label", "print"]) $(name).classList.toggle("away", ["layout", "art", "build"].includes(part));
  placeLanguages();
  showSteps();
  if (part !== "table") leaveRow();
  if (part === "layout") await showLayout();
  if (part === "table") await showTable();
  if (part === "art") showArt(); // finding where pictures are used may take long
  if (part === "pages") await showPages(again);
  if (part === "play") await showPlay();
  if (part === "build") await showBuild();
}

async function renewFaults() {
  const asked = performance.now();
  const { checking, unwatched, translations, faults } = await get(inGame("faults"));
  const isNew = JSON.stringify(translations) !== JSON.stringify(shared.translations);
  shared.translations = translations;
  if (isNew) fillLanguages();
  if (isNew && current() === "build") showBuild();
  setFaults(faults, checking, asked);
  setFaulty(new Set(faults.filter((fault) => !fault.unwritten).map(cardOf).filter(Boolean)));
  if (unwatched) state(_("Saved files are not noticed: {why}", { why: unwatched }), true);
  else if (shared.about.old) state(_("Old pictures: correct the errors first"), true);
  else if (shared.about.partial) state(_("These pages are out of date: correct the errors first"), true);
  else state(checking ? _("Checking") : _("Up to date"));
  if (current() === "table") await renewTable(null);
}

// Events from the server

let news;

function listen() {
  news = new EventSource("events");
  let lost = false;
  news.addEventListener("open", () => { if (lost) { lost = false; renew({ everything: true, faces: {} }); } });
  news.addEventListener("error", () => { lost = true; state(_("The preview has ended"), true); });
  news.addEventListener("message", (message) => {
    const event = JSON.parse(message.data);
    // Before the game is known, nothing is shown that could be renewed: openGame shows all of it.
    if (event.game !== shared.game || !shared.about) return;
    if (event.type === "changed") renew(event);
    else if (event.type === "checking") { state(_("Checking")); setChecking(); }
    else if (event.type === "building") showProgress(event);
    else renewFaults();
  });
}

let waiting = 0;

async function renew(event) {
  for (const [language, keys] of Object.entries(event.faces)) {
    for (const key of keys) for (const face of facesOf(key)) if (face.language === language) face.renew();
    refreshSide(keys);
  }
  if (event.everything) {
    if (!await renewList()) return;
    renewFonts();
    for (const face of allFaces()) face.renew();
    refreshSide(null);
    if (current() === "play") await renewPlay();
  } else {
    shared.about.version = event.version;
  }
  await renewColours();
  if (current() === "layout") await renewLayout(event);
  if (current() === "art") showArt();
  if (current() === "pages") await showPages(true);
  if (current() === "build") renewBuild();
  if (current() === "table") await renewTable(event);
  // Update the cards before the list and the faults.
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    if (!event.everything) await renewList();
    await renewFaults();
  }, 400);
}

let asked = 0; // the lists of faces that were asked for
let shown = 0; // the latest one that is shown

// Reload the list of faces: names, copies, search words. Return false if another game has been opened meanwhile.
async function renewList() {
  const { game } = shared;
  const own = ++asked;
  const about = await aboutGame();
  if (game !== shared.game) return false;
  if (own < shown) return true; // answers may arrive out of order
  shown = own;
  const before = shared.about;
  shared.about = about;
  const listed = ({ faces, groups, outlines, languages, title, pages, playable }) => JSON.stringify([faces, groups, outlines, languages, title, pages, playable]);
  if (listed(about) !== listed(before)) {
    keepLanguages(shared.languages);
    fillChoices();
    listFaces();
  }
  showSteps();
  return true;
}

// Open a face, at a text or the picture of it, or a text that is on no visible face.
document.addEventListener("seek", (event) => {
  const { name, language, face: key, key: text, picture } = event.detail;
  const found = shared.about.faces.find((face) => (key ? face.key === key : face.name === name));
  const faces = found ? facesOf(found.key) : [];
  const face = faces.find((shown) => shown.language === language) ?? (text && language ? null : faces[0]);
  if (face) {
    if (!face.isConnected) showAll();
    location.hash = "#cards";
    showPart();
    face.scrollIntoView({ block: "center" });
    openFace(face, face.parentElement, "", [], { key: text, language, picture });
  } else if (text) openText(language, text, document.activeElement);
});

// Unlike a link, it shows the part only once.
function goTo(part) {
  history.pushState(null, "", `#${part}`);
  return showPart();
}

// Open the table at the cell of a fault, the layout at its box, the outline at its block.
document.addEventListener("cell", async ({ detail }) => {
  await goTo("table");
  await showCell(detail);
});
document.addEventListener("lay", ({ detail: { face, place, key } }) => { layFace(face, { ...place, key }); closeSide(); goTo("layout"); });
document.addEventListener("block", async ({ detail }) => {
  closeSide();
  await goTo("pages");
  await showBlock(detail);
});
document.addEventListener("group", ({ detail }) => editGroup(detail));
document.addEventListener("undo", () => step("undo"));

// Toolbar

// Clear the filters: they may hide the face that is looked for.
function showAll() {
  for (const name of ["search", "group", "family"]) $(name).value = "";
  $("only-faults").checked = false;
  Object.assign(filters, { search: "", group: "", family: "", faulty: false });
  listFaces();
}

$("search").addEventListener("input", () => setFilter("search", $("search").value.trim()));
for (const name of ["group", "family"]) $(name).addEventListener("change", () => setFilter(name, $(name).value));
$("only-faults").addEventListener("change", () => setFilter("faulty", $("only-faults").checked));
for (const name of ["lines", "bleed"]) {
  $(name).addEventListener("change", () => { look[name] = $(name).checked; measureAll(); });
}
$("view").addEventListener("change", () => {
  const view = $("view").value;
  look.seen = document.getElementById(`seen-${view}`);
  document.documentElement.style.setProperty("--seen", look.seen ? `url(#${look.seen.id})` : "none");
  measureAll();
});
function zoom(value) {
  $("zoom").value = value;
  document.documentElement.style.setProperty("--mm", `${$("zoom").value}px`);
  sessionStorage.setItem("zoom", $("zoom").value);
}
$("zoom").addEventListener("input", () => zoom($("zoom").value));
zoom(sessionStorage.getItem("zoom") ?? 3.5);
// Load all content before printing, including what has not been scrolled into view yet.
async function printAll() {
  const pictures = [...document.querySelectorAll("main > :not([hidden]) img")];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => null)));
  // The list may change in the meantime, and requests may fail: retry, but not forever.
  for (let tries = 0; current() === "cards" && tries < 5; tries += 1) {
    const faces = allFaces();
    await Promise.all(faces.map((face) => (face.stale || (tries && !face.tag) ? face.load() : face.loading)));
    if (allFaces().every((face) => face.tag && !face.stale && faces.includes(face))) break;
  }
  print();
}
$("print").addEventListener("click", printAll);
$("facts").addEventListener("click", editFacts);
$("colours").addEventListener("click", () => showColours($("colours")));
$("projects").addEventListener("click", async () => {
  news.close();
  await post("leave", {});
  await elsewhere("start");
});
for (const name of ["undo", "redo"]) $(name).addEventListener("click", () => step(name));
$("help-button").addEventListener("click", () => $("help").showModal());
// A file that misses its target would replace the page, with all that is not saved.
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => { if (hasFiles(event)) event.preventDefault(); });
addEventListener("hashchange", () => showPart());
$("tabs").addEventListener("click", closeSide);

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]") && closeSide()) { event.preventDefault(); return; }
  if (event.key === "p" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); printAll(); return; }
  if (event.target.matches("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && ["z", "y"].includes(event.key.toLowerCase()) && hasSteps()) {
    event.preventDefault();
    step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
  }
  // Keys of one character are for a card that has the focus: elsewhere, somebody may believe to be typing.
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest("#cards")) return;
  const keys = {
    "/": () => $("search").focus(), "?": () => $("help").showModal(), f: showFaults,
    l: () => $("lines").click(), b: () => $("bleed").click(),
    "+": () => zoom(Number($("zoom").value) + 0.5), "-": () => zoom(Number($("zoom").value) - 0.5),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

translatePage();
showChooser($("chooser"));
begin().catch((error) => state(error.message, true));
