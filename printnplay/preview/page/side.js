// The side panel: the sources of a face, editors for its texts, and all faults.

import { cardPictures } from "./art.js";
import { address, el, get, inGame, keepPlace, languageName, languageTitle, placeOf, post, shared } from "./api.js";
import { isTooEarly } from "./deck.js";
import { errorsFirst, faultBox } from "./faults.js";
import { toTranslate } from "./languages.js";
import { layFace } from "./layout.js";
import { _, countFaults, kindName, ngettext } from "./words.js";

const side = document.getElementById("side");
const faultsButton = document.getElementById("faults-button");
const unsavedButton = document.getElementById("unsaved-button");
let open = null;
let opener = null;
let editors = []; // of the texts in the panel

// Texts that are not in their files yet, by game, language and key. Those whose save was refused are listed in the bar,
// and restored when they are opened again.
const unsaved = new Map();

// The last saved text or field. Its message stays when the panel is rebuilt, which may happen before
// the answer to the save arrives: the file has changed.
let last = {};

// Saves run one after another, so the message of the last one stands.
let saves = Promise.resolve();
const inTurn = (save) => { saves = saves.then(save); };

let answered = 0; // the number of saves

// What a changed name has left: places with the old id, and other texts that say the old words.
const leftBox = el("div", { className: "leftover", role: "status", hidden: true });
let leftover = null;
let askedLeft = 0;

// `key` is the text that was changed.
export function tellLeft(language, before, { left = [], same = [], ids = [] }, key = "") {
  if (!left.length && !same.length) return;
  leftover = { language, before, left, same, ids, key };
  fillLeft();
  leftBox.hidden = false;
  if (side.hidden) present();
  else side.prepend(leftBox);
}

function fillLeft() {
  const { language, before, left, same } = leftover;
  const button = ({ key, where }) => el("button", { type: "button", className: "quiet", title: key, "data-name": `left ${key}`, onclick: ({ target }) => openText(language, key, target) }, where);
  keepPlace(leftBox, side, () => leftBox.replaceChildren(
    left.length ? el("p", {}, `${_("The old id is still in {places}: change it there", { places: left.join(", ") })}.`) : "",
    same.length ? el("p", {}, _("Other texts still say “{words}”:", { words: before })) : "", ...same.map(button),
    el("button", { type: "button", className: "quiet", "data-name": "left", onclick: closeLeft }, _("Done"))));
}

function closeLeft() {
  leftBox.hidden = true;
  if (!side.querySelector(".aside-head")) closeSide();
}

// Files have changed: what is left now. If the change was taken back, nothing is.
async function renewLeft() {
  const told = leftover, own = ++askedLeft;
  const says = async ({ key }) => (await aboutText(told.language, key))?.forms.other?.trim() === told.before.trim();
  const isBack = told.key && await says(told);
  const still = isBack ? [] : await Promise.all(told.same.map(says));
  const left = isBack || !told.left.length ? [] : (await post(inGame("left"), { ids: told.ids })).left ?? told.left;
  if (own !== askedLeft || told !== leftover || leftBox.hidden) return;
  Object.assign(leftover, { left, same: told.same.filter((_, at) => still[at]) });
  if (left.length || leftover.same.length) fillLeft();
  else closeLeft();
}

function saved(name, file) {
  answered += 1;
  last = { name, message: _("Saved in {files}", { files: file }) };
  tellSaved(name, [...side.querySelectorAll("[data-saved]")].find((note) => note.dataset.saved === name));
}

function tellSaved(name, note) {
  if (last.name === name && note) { note.textContent = last.message; note.className = "note good"; }
}

function keep(name, written) {
  if (written) unsaved.set(name, written);
  else unsaved.delete(name);
  showUnsaved();
}

export function showUnsaved() {
  const count = ofThisGame().length;
  unsavedButton.hidden = !count;
  unsavedButton.textContent = ngettext("{number} text not saved", "{number} texts not saved", count);
}

const ofThisGame = () => [...unsaved.values()].filter((written) => written.game === shared.game && written.refused);

unsavedButton.addEventListener("click", () => document.dispatchEvent(new CustomEvent("seek", { detail: ofThisGame()[0] })));

addEventListener("beforeunload", (event) => { if (unsaved.size) event.preventDefault(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) for (const editor of editors) editor.flush(); });

// Leave the panel's content: an open face that shows an unsaved text is rendered from its files again.
function leave() {
  faultsButton.setAttribute("aria-expanded", "false");
  open?.button.setAttribute("aria-pressed", "false");
  for (const editor of editors) { editor.flush(); editor.stop(); }
  editors = [];
  if (open?.tried) open.face.renew();
  open = null;
  last = {};
}

export function closeSide() {
  if (side.hidden) return false;
  leave();
  leftBox.hidden = side.hidden = true;
  opener?.focus();
  return true;
}

function head(title, sub) {
  const close = el("button", { type: "button", className: "round", "data-name": "close", "aria-label": _("Close"), onclick: closeSide }, "✕");
  return el("div", { className: "aside-head" }, el("div", {}, el("h2", {}, title), sub && el("p", { className: "sub" }, sub)), close);
}

function present(...content) {
  side.replaceChildren(...[leftBox, ...content].filter(Boolean));
  side.hidden = false;
  side.scrollTop = 0;
}

// `files` were dropped on it; `at` is the text or the picture to go to.
export async function openFace(face, button, clicked = "", files = [], at = {}) {
  leave();
  const own = open = { face, button, tried: false };
  opener = button;
  button.setAttribute("aria-pressed", "true");
  const about = await aboutFace(face);
  if (open !== own) return;
  showFace(about).take(files);
  // The panel has reduced the space, so the card may have moved out of view.
  button.scrollIntoView({ block: "nearest" });
  const meant = clicked ? editors.reduce((best, text) => (text.likeness(clicked) > (best?.likeness(clicked) ?? 0) ? text : best), null)
    : editors.find((text) => text.key === at.key);
  const picture = at.picture && side.querySelector(".picture");
  const box = meant?.box ?? picture;
  if (box) { box.classList.add("found"); box.scrollIntoView({ block: "nearest" }); (meant ?? picture.querySelector("select"))?.focus(); }
  else if (at.key) openText(at.language, at.key, button);
}

const aboutFace = (face) => get(inGame(`about/${face.language}/${address(face.face.key)}`));

function showFace(about) {
  const { face } = open;
  const pictures = cardPictures(about, face.language, [shared.game, "art", about.key].join(" "), saved, tellSaved);
  const sub = [kindName(about.kind), about.family, about.copies > 1 ? ngettext("{number} copy", "{number} copies", about.copies) : "", languageName(face.language)];
  for (const editor of editors) editor.stop();
  editors = about.texts.map((text) => textEditor(text, face, about));
  present(
    head(about.name, sub.filter(Boolean).join(" · ")),
    el("h3", {}, _("Written in")),
    placeOf(about.place, kindName("card")), placeOf(about.template, _("template")),
    about.template && el("a", { href: "#layout", className: "go", "data-name": "layout", onclick: () => { layFace(about.key); closeSide(); } }, _("Change the layout")),
    about.faults.length > 0 && el("h3", {}, _("Faults")),
    ...about.faults.map((fault) => faultBox(fault, "face")),
    pictures.box,
    about.texts.length > 0 && el("h3", {}, _("Texts")),
    ...editors.map((text) => text.box),
    about.fields.length > 0 && el("h3", {}, _("Fields")),
    about.fields.length > 0 && fieldsTable(about),
  );
  return pictures;
}

const aboutText = (language, key) => get(inGame(`text/${language}/${encodeURIComponent(key)}`)).catch(() => null);

// Show something else in the panel.
export function showInSide(title, sub, from, ...content) {
  leave();
  opener = from;
  present(head(title, sub), ...content);
}

// Open texts of a page: they are on no face, so changes show only when they are saved.
export async function openText(language, keys, from) {
  const named = [keys].flat();
  const texts = await Promise.all(named.map((key) => aboutText(language, key)));
  leave();
  opener = from;
  editors = texts.filter(Boolean).map((text) => textEditor(text, { language }, null));
  const missing = named.filter((_, at) => !texts[at]).map((key) => el("p", { className: "empty" }, _("There is no text {key} now.", { key })));
  present(head(named.length > 1 ? _("Texts") : _("Text"), languageTitle(language)), editors.length > 0 && el("h3", {}, _("Changed where they are written")),
    ...editors.map((editor) => editor.box), ...missing);
  editors[0]?.focus();
}

// List all texts of a page.
export function listTexts(language, title, texts, from) {
  leave();
  opener = from;
  const items = texts.map(({ key, where }) => el("li", {}, el("button", { type: "button", className: "quiet", title: key, onclick: () => openText(language, key, from) }, where)));
  present(head(title, languageTitle(language)), items.length ? el("ul", {}, items) : el("p", { className: "empty" }, _("No text of the game is set here.")));
  side.querySelector("li button")?.focus();
}

// Show what has changed on disk. While a text is being edited, update only the saved texts.
export async function refreshSide(keys) {
  if (side.hidden) return;
  if (!leftBox.hidden) renewLeft();
  if (!open) {
    for (const editor of editors) editor.take(await unovertaken(() => aboutText(editor.language, editor.key)));
    return;
  }
  if (keys && !keys.includes(open.face.face.key)) return;
  const own = open;
  const about = await unovertaken(() => (open === own ? aboutFace(own.face).catch(() => null) : null));
  if (open !== own) return;
  if (!about) { leave(); if (leftBox.hidden) closeSide(); else present(); } // its card may have another id now
  else if (side.querySelector(".dragged") || side.matches(":active") || document.activeElement?.closest("#side textarea, #side input:not([type=checkbox])") || editors.some((editor) => editor.changed())) {
    const texts = new Map(about.texts.map((text) => [text.key, text]));
    for (const editor of editors) editor.take(texts.get(editor.key));
  } else keepPlace(side, side, () => showFace(about));
}

// An answer that a save has overtaken has the text before it: ask again.
async function unovertaken(ask) {
  let before, told;
  do {
    before = answered;
    told = await ask();
  } while (before !== answered);
  return told;
}

function fieldsTable(about) {
  const name = [shared.game, "fields", about.card].join(" ");
  const note = el("p", { className: "note", role: "status", "data-saved": name });
  tellSaved(name, note);
  const rows = about.fields.map((field) => el("tr", {}, el("th", { scope: "row" }, field.name),
    el("td", {}, about.types[field.name] ? fieldControl(field, about.types[field.name], about.card, name, note) : field.value),
    el("td", {}, field.place?.line ? el("a", { href: field.place.link }, _("line {number}", { number: field.place.line })) : "")));
  const fixed = about.fields.filter((field) => about.types[field.name]?.fixed).map((field) => `${field.name}: ${about.types[field.name].fixed}`);
  return el("div", {}, el("table", { className: "fields" }, el("tbody", {}, rows)), note, fixed.map((why) => el("p", { className: "sub" }, why)));
}

// The control of a field with a declared type. A change is saved at once; after an error, the control shows the saved value.
function fieldControl(field, type, card, name, note) {
  const common = { "aria-label": field.name, "data-name": `field ${field.name}`, disabled: shared.readOnly || Boolean(type.fixed) };
  const isFlag = type.kind === "yes/no" && !type.optional;
  const choices = type.kind === "yes/no" ? ["TRUE", "FALSE"] : type.choices;
  const words = { "": "–", ...(type.kind === "yes/no" && { TRUE: _("yes"), FALSE: _("no") }) };
  let control;
  if (isFlag) control = el("input", { type: "checkbox", ...common });
  else if (choices.length) {
    const listed = [...new Set([...(type.optional ? [""] : []), ...choices, field.value])];
    control = el("select", common, listed.map((value) => el("option", { value }, words[value] ?? value)));
  } else {
    const isNumber = type.kind === "whole" || type.kind === "number";
    const limits = { min: type.lowest ?? "", max: type.highest ?? "", step: type.kind === "whole" ? 1 : "any" };
    control = el("input", { type: isNumber ? "number" : "text", ...(isNumber && limits), ...common });
  }
  const fill = () => { if (isFlag) control.checked = field.value === "TRUE"; else control.value = field.value; };
  const say = (message, kind) => { note.textContent = message; note.className = `note ${kind}`; };
  control.addEventListener("change", () => {
    const value = isFlag ? (control.checked ? "TRUE" : "FALSE") : control.value;
    const wrong = control.validationMessage;
    inTurn(() => (wrong ? refuse(wrong) : send(value)));
  });
  const refuse = (why) => { last = {}; fill(); say(why, "bad"); };
  const send = async (value) => {
    const told = await post(inGame("field"), { card, name: field.name, value, before: field.value });
    if (told.error) { refuse(told.error); return; }
    field.value = told.value;
    saved(name, told.file);
  };
  fill();
  return control;
}

const REST = 1500; // after this many milliseconds without a letter, a text is written; a guess

const words = (text) => text.toLowerCase().replace(/\{[^}]*\}|[*_]/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];

// Compare texts, ignoring spaces at the ends, which files may omit.
const alike = (one, other) => Object.keys({ ...one, ...other }).every((form) => (one[form] ?? "").trim() === (other[form] ?? "").trim());

function textEditor(text, face, about) {
  const name = [shared.game, face.language, text.key].join(" ");
  const formsOf = (said) => (Object.keys(said.forms).length ? said.forms : { other: "" });
  let forms = formsOf(text);
  const may = !shared.readOnly && text.editable;
  const written = unsaved.get(name);
  const fit = el("div", {});
  const note = el("p", { className: "note", role: "status", "data-saved": name });
  const areas = Object.entries(forms).map(([form, said]) => {
    const area = el("textarea", { value: written?.forms[form] ?? said, rows: Math.min(12, said.split("\n").reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 38)), 0)), lang: face.language, dir: "auto", "data-name": `${text.key} ${form}`,
      "aria-label": `${text.where} (${text.key}${Object.keys(forms).length > 1 ? `, ${form}` : ""})`, readOnly: shared.readOnly || !text.editable, spellcheck: true });
    return [form, area];
  });
  const now = () => Object.fromEntries(areas.map(([form, area]) => [form, area.value]));
  const changed = () => areas.some(([form, area]) => area.value !== (forms[form] ?? ""));
  const sample = el("p", { className: "sub", hidden: !text.sample }, _("This text still comes from the starter."));
  // Only a text whose save was refused asks what to do.
  const choice = el("div", { className: "row", hidden: true },
    el("button", { type: "button", className: "main", onclick: () => write() }, _("Save")),
    el("button", { type: "button", onclick: () => { fill(); attempt(); areas[0][1].focus(); } }, _("Undo")));
  let refused = false, sending = null;
  const fill = () => { for (const [form, area] of areas) area.value = forms[form] ?? ""; };

  function showFit(fits) {
    const own = fits.filter((one) => one.box === text.key);
    fit.replaceChildren(...own.map(fitLine));
  }

  // Keep the text until it is saved or undone.
  function remember() {
    refused &&= changed();
    choice.hidden = !refused;
    keep(name, changed() && { refused, game: shared.game, language: face.language, key: text.key, face: about?.key, name: about?.name, forms: now(), before: text.forms });
  }

  // A text is written when it is left, and when its writer pauses: not that of a card, which may make its id.
  let waiting = 0, resting = 0;
  const write = () => inTurn(send);
  const flush = () => { clearTimeout(resting); if (changed() && !refused && may) write(); };
  function attempt() {
    remember();
    last = {};
    clearTimeout(resting);
    if (!refused) {
      note.textContent = "";
      if (!text.key.startsWith("cards.") && Object.values(now()).every((said) => said.trim())) resting = setTimeout(flush, REST);
    }
    show();
  }

  function refuse(why) {
    refused = true;
    say(why, "bad");
    remember();
  }

  function show() {
    if (!about) return;
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      if (!open || !box.isConnected) return;
      open.tried = true;
      const told = await face.attempt(text.key, now());
      if (!told) return;
      if (told.error) { say(told.error, "bad"); return; }
      showFit(told.fits);
      const [fault] = told.faults;
      if (fault) say(fault.message, "bad");
    }, 70);
  }

  function say(message, kind) { note.textContent = message; note.className = `note ${kind}`; }

  // Take the text from the file. Unsaved changes stay, with a note that the file differs.
  function take(newer) {
    if (newer && !alike(newer.forms, text.forms)) {
      const writing = changed(), own = sending && alike(newer.forms, sending);
      text = newer;
      forms = formsOf(newer);
      sample.hidden = !newer.sample;
      if (!writing) fill();
      else if (changed() && !own) tellNewer();
      remember();
    }
    if (changed()) show();
  }

  function tellNewer() {
    refuse(_("Its file was changed meanwhile and says: {words}. Save replaces that, Undo takes it.", { words: Object.values(forms).join(" / ").replace(/\.$/, "") || _("nothing") }), "bad");
  }

  async function send() {
    if (!changed()) return;
    const sent = sending = now(), before = text.forms;
    const told = await post(inGame("text"), { language: face.language, key: text.key, forms: sent, before });
    sending = null;
    if (told.error) {
      refuse(told.error);
      take(await aboutText(face.language, text.key)); // what it says now, if another has changed it
      return;
    }
    // The text may have been edited further in the meantime.
    text.forms = forms = sent;
    sample.hidden = true;
    // A hidden button loses the keyboard focus: move it to the text.
    if (choice.contains(document.activeElement)) areas[0][1].focus();
    refused = false;
    remember();
    saved(name, told.file);
    tellLeft(face.language, before.other, told, text.key);
  }

  for (const [, area] of areas) {
    area.addEventListener("input", attempt);
    area.addEventListener("blur", flush);
    area.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) write(); });
  }
  if (about) showFit(about.fits);
  if (written && changed()) {
    if (!alike(written.before, text.forms)) tellNewer();
    else if (written.refused) refuse(_("Not saved yet"));
    show();
  }
  tellSaved(name, note);
  remember();
  const labelled = areas.length > 1 ? areas.map(([form, area]) => el("label", { className: "form" }, form, area)) : areas.map(([, area]) => area);
  const box = el("div", { className: "text" }, el("div", { className: "where", title: text.key }, text.where, text.where !== text.key && el("span", { className: "key" }, text.key)),
    sample,
    text.source && el("p", { className: "source", lang: "en" }, text.source),
    ...labelled, fit, note, may ? choice : el("p", { className: "sub" }, shared.readOnly ? _("The preview is read-only.") : _("This text comes from elsewhere; it is changed there.")),
    placeOf(text.place));
  const own = new Set(words(Object.values(text.forms).join(" ")));
  return {
    box, changed, take, flush, key: text.key, language: face.language, stop: () => clearTimeout(waiting), focus: () => areas[0][1].focus({ preventScroll: true }),
    likeness: (clicked) => words(clicked).filter((word) => own.has(word)).length / (1 + own.size * 0.01),
  };
}

function fitLine(one) {
  const size = one.size === one.largest ? `${one.size} pt` : _("{size} pt of {largest}", one);
  const said = one.fits ? ngettext("{size}, {number} line, {free} % free", "{size}, {number} lines, {free} % free", one.lines, { size, free: Math.round(one.free * 100) }) : _("does not fit: smallest size is {smallest} pt", one);
  return el("div", { className: one.fits ? "fit" : "fit no" },
    el("meter", { min: 0, max: 1, ...(one.fits ? {} : { low: 0.3, high: 0.6, optimum: 0 }), value: Math.min(1, 1 - one.free), "aria-label": _("How full the box is") }), said);
}

// Faults

let found = [];
let nothing = _("Nothing is wrong.");

// Set the faults; while a check runs, these are the faults found so far.
let told = { faults: [], checking: false, asked: 0 };

// `asked` is the time when they were asked for.
export function setFaults(faults, checking, asked) {
  told = { faults, checking, asked };
  found = faults.filter((fault) => !isTooEarly(fault, asked));
  showCount(checking || found.length < faults.length);
}

document.addEventListener("row-left", () => setFaults(told.faults, told.checking, told.asked));

// `more` may come: the check runs, or what is being written lacks something.
function showCount(more) {
  const { checking } = told;
  nothing = checking ? _("Nothing is wrong so far. The check still runs.") : _("Nothing is wrong.");
  const wrong = found.filter((fault) => !fault.unwritten);
  const errors = wrong.filter((fault) => fault.severity === "error").length;
  const warnings = wrong.length - errors;
  faultsButton.textContent = countFaults(errors, warnings) || (more ? _("No faults yet") : _("No faults"));
  faultsButton.className = errors ? "errors" : warnings ? "warnings" : "";
  if (faultsButton.getAttribute("aria-expanded") === "true") keepPlace(side, side, listFaults);
}

export const setChecking = () => setFaults(told.faults, true, told.asked);

const MOST = 200;

export function showFaults() {
  leave();
  opener = faultsButton;
  faultsButton.setAttribute("aria-expanded", "true");
  listFaults();
}

function listFaults() {
  const files = new Map();
  const wrong = found.filter((fault) => !fault.unwritten);
  for (const fault of errorsFirst(wrong).slice(0, MOST)) {
    const file = fault.place.file || _("the game");
    if (!files.has(file)) files.set(file, []);
    files.get(file).push(fault);
  }
  const groups = [...files].flatMap(([file, faults]) => [el("h3", { className: "file" }, file), ...faults.map((fault) => faultBox(fault))]);
  const rest = (all) => (all.length > MOST ? el("p", { className: "sub" }, _("and {number} more", { number: all.length - MOST })) : null);
  const left = Object.keys(shared.translations).flatMap((code) => {
    const own = found.filter((fault) => fault.unwritten && fault.subject.language === code);
    return own.length ? [el("h3", {}, toTranslate(code)), el("p", { className: "sub" }, _("It is built as soon as all are there; the other languages are built meanwhile.")),
      el("details", { "data-name": `left ${code}` }, el("summary", {}, _("What is left to translate")), own.slice(0, MOST).map((fault) => faultBox(fault)), rest(own))] : [];
  });
  const open = [...side.querySelectorAll("details[open]")].map((one) => one.dataset.name);
  for (const one of left) if (open.includes(one.dataset.name)) one.open = true;
  present(head(_("Faults"), wrong.length ? _("Errors stop a build, warnings do not.") : ""), ...(groups.length ? groups : [el("p", { className: "empty" }, nothing)]), rest(wrong), ...left);
}

faultsButton.addEventListener("click", () => {
  if (faultsButton.getAttribute("aria-expanded") === "true") closeSide();
  else showFaults();
});
