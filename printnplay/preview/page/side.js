// The panel at the side: what a face is made of, its texts to be changed, and all faults.

import { address, el, get, inGame, languageName, placeOf, post, shared } from "./api.js";

const side = document.getElementById("side");
const faultsButton = document.getElementById("faults-button");
let open = null;
let opener = null;

export function closeSide() {
  if (side.hidden) return false;
  side.hidden = true;
  open?.button?.setAttribute("aria-pressed", "false");
  if (open?.tried) open.face.renew();
  open = null;
  faultsButton.setAttribute("aria-expanded", "false");
  opener?.focus();
  return true;
}

function head(title, sub) {
  const close = el("button", { type: "button", className: "round", "aria-label": "Close", onclick: closeSide }, "✕");
  return el("div", { className: "aside-head" }, el("div", {}, el("h2", {}, title), sub && el("p", { className: "sub" }, sub)), close);
}

function present(...content) {
  side.replaceChildren(...content.filter(Boolean));
  side.hidden = false;
}

export async function openFace(face, button, clicked = "") {
  open?.button?.setAttribute("aria-pressed", "false");
  open = { face, button, tried: false };
  opener = button;
  faultsButton.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-pressed", "true");
  const about = await get(inGame(`about/${face.language}/${address(face.face.key)}`));
  if (open?.face !== face) return;
  const sub = [about.kind, about.family, about.copies > 1 ? `${about.copies} copies` : "", languageName(face.language)];
  const texts = about.texts.map((text) => textEditor(text, face, about));
  present(
    head(about.name, sub.filter(Boolean).join(" · ")),
    el("h3", {}, "Written in"),
    placeOf(about.place, "card"), placeOf(about.template, "template"),
    about.faults.length > 0 && el("h3", {}, "Faults"),
    ...about.faults.map((fault) => faultBox(fault, false)),
    about.texts.length > 0 && el("h3", {}, "Texts"),
    ...texts.map((text) => text.box),
    about.fields.length > 0 && el("h3", {}, "Fields"),
    about.fields.length > 0 && fieldsTable(about.fields),
  );
  side.scrollTop = 0;
  const meant = clicked && texts.reduce((best, text) => (text.likeness(clicked) > (best?.likeness(clicked) ?? 0) ? text : best), null);
  if (meant) { meant.box.classList.add("found"); meant.box.scrollIntoView({ block: "nearest" }); meant.focus(); }
}

// A text of a page: it is not on a face, so that only its file shows what was written.
export async function openText(language, key, from) {
  const text = await get(inGame(`text/${language}/${encodeURIComponent(key)}`));
  open = null;
  opener = from;
  const editor = textEditor(text, { language }, null);
  present(head("Text", languageName(language)), el("h3", {}, "Changed where it is written"), editor.box);
  editor.focus();
}

// All texts of a page, to be chosen from.
export function listTexts(language, title, keys, from) {
  open = null;
  opener = from;
  const items = keys.map((key) => el("li", {}, el("button", { type: "button", className: "quiet", onclick: () => openText(language, key, from) }, key)));
  present(head(title, languageName(language)), items.length ? el("ul", {}, items) : el("p", { className: "empty" }, "No text of the game is set here."));
  side.querySelector("li button")?.focus();
}

// What changed on disk is shown, unless somebody is writing.
export function refreshSide(keys) {
  if (!open?.face || side.hidden) return;
  if (keys && !keys.includes(open.face.face.key)) return;
  if (document.activeElement?.closest("#side .text")) return;
  openFace(open.face, open.button);
}

function fieldsTable(fields) {
  const rows = fields.map((field) => el("tr", {}, el("th", { scope: "row" }, field.name), el("td", {}, field.value),
    el("td", {}, field.place?.line ? el("a", { href: field.place.link }, `line ${field.place.line}`) : "")));
  return el("table", { className: "fields" }, el("tbody", {}, rows));
}

const words = (text) => text.toLowerCase().replace(/\{[^}]*\}|[*_]/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];

function textEditor(text, face, about) {
  const forms = Object.keys(text.forms).length ? text.forms : { other: "" };
  const fit = el("div", {});
  const note = el("p", { className: "note", role: "status" });
  const areas = Object.entries(forms).map(([name, said]) => {
    const area = el("textarea", { value: said, rows: Math.min(8, Math.max(1, Math.ceil(said.length / 42))), lang: face.language, dir: "auto",
      "aria-label": Object.keys(forms).length > 1 ? `${text.key}, ${name}` : text.key, readOnly: shared.readOnly || !text.editable, spellcheck: true });
    return [name, area];
  });
  const now = () => Object.fromEntries(areas.map(([name, area]) => [name, area.value]));
  const changed = () => areas.some(([name, area]) => area.value !== forms[name]);
  const save = el("button", { type: "button", className: "main", disabled: true, onclick: () => write() }, "Save");
  const undo = el("button", { type: "button", disabled: true, onclick: () => { for (const [name, area] of areas) area.value = forms[name]; attempt(); } }, "Undo");

  function showFit(fits) {
    const own = fits.filter((one) => one.box === text.key);
    fit.replaceChildren(...own.map(fitLine));
  }

  let waiting = 0;
  function attempt() {
    save.disabled = undo.disabled = !changed();
    note.textContent = "";
    if (!about) return;
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      if (open) open.tried = changed();
      const told = await post(inGame("try"), { language: face.language, face: about.key, key: text.key, forms: now() });
      if (told.error) { say(told.error, "bad"); return; }
      face.draw(told);
      showFit(told.fits);
      const [fault] = told.faults;
      if (fault) say(fault.message, "bad");
    }, 70);
  }

  function say(message, kind) { note.textContent = message; note.className = `note ${kind}`; }

  async function write() {
    if (!changed()) return;
    const told = await post(inGame("text"), { language: face.language, key: text.key, forms: now(), before: text.forms });
    if (told.error) { say(told.error, "bad"); return; }
    if (open) open.tried = false;
    text.forms = now();
    Object.assign(forms, text.forms);
    save.disabled = undo.disabled = true;
    say(`Saved in ${told.file}`, "good");
  }

  for (const [, area] of areas) {
    area.addEventListener("input", attempt);
    area.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) write(); });
  }
  if (about) showFit(about.fits);
  const labelled = areas.length > 1 ? areas.map(([name, area]) => el("label", { className: "form" }, name, area)) : areas.map(([, area]) => area);
  const may = !shared.readOnly && text.editable;
  const box = el("div", { className: "text" }, el("div", { className: "key" }, text.key),
    text.source && el("p", { className: "source", lang: "en" }, text.source),
    ...labelled, fit, may ? el("div", { className: "row" }, save, undo) : el("p", { className: "sub" }, shared.readOnly ? "The preview is read-only." : "This text comes from elsewhere; it is changed there."),
    note, placeOf(text.place));
  const own = new Set(words(Object.values(text.forms).join(" ")));
  return { box, focus: () => areas[0][1].focus({ preventScroll: true }), likeness: (clicked) => words(clicked).filter((word) => own.has(word)).length / (1 + own.size * 0.01) };
}

function fitLine(one) {
  const size = one.size === one.largest ? `${one.size} pt` : `${one.size} pt of ${one.largest}`;
  const said = one.fits ? `${size}, ${one.lines} ${one.lines === 1 ? "line" : "lines"}, ${Math.round(one.free * 100)} % free` : `does not fit: smallest size is ${one.smallest} pt`;
  return el("div", { className: one.fits ? "fit" : "fit no" },
    el("meter", { min: 0, max: 1, value: Math.min(1, 1 - one.free), "aria-label": "How full the box is" }), said);
}

// Faults

let found = [];

export function setFaults(faults) {
  found = faults;
  const errors = faults.filter((fault) => fault.severity === "error").length;
  const warnings = faults.length - errors;
  const count = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");
  faultsButton.textContent = [count(errors, "error"), count(warnings, "warning")].filter(Boolean).join(", ") || "No faults";
  faultsButton.className = errors ? "errors" : warnings ? "warnings" : "";
  if (faultsButton.getAttribute("aria-expanded") === "true") showFaults();
}

// Words between backticks are code.
const withCode = (text) => text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));

function faultBox(fault, linked) {
  const card = fault.subject.card;
  const go = linked && card && el("button", { type: "button", className: "quiet", onclick: () => {
    document.dispatchEvent(new CustomEvent("seek", { detail: { name: card, language: fault.subject.language } }));
  } }, `Show ${card}`);
  return el("div", { className: `fault ${fault.severity}` },
    el("div", { className: "head" }, el("b", {}, fault.severity), el("span", {}, fault.code), fault.subject.language ? el("span", {}, languageName(fault.subject.language)) : ""),
    el("p", {}, withCode(fault.message)), fault.label && el("p", { className: "sub" }, withCode(fault.label)), fault.help && el("p", { className: "sub" }, withCode(fault.help)),
    ...fault.notes.map((note) => el("p", { className: "sub" }, withCode(note.message))),
    placeOf(fault.place), go);
}

const MOST = 200;

export function showFaults() {
  open?.button?.setAttribute("aria-pressed", "false");
  open = null;
  opener = faultsButton;
  faultsButton.setAttribute("aria-expanded", "true");
  const files = new Map();
  for (const fault of found.slice(0, MOST)) {
    const file = fault.place.file || "the game";
    if (!files.has(file)) files.set(file, []);
    files.get(file).push(fault);
  }
  const groups = [...files].flatMap(([file, faults]) => [el("h3", { className: "file" }, file), ...faults.map((fault) => faultBox(fault, true))]);
  const rest = found.length > MOST ? el("p", { className: "sub" }, `and ${found.length - MOST} more`) : null;
  present(head("Faults", found.length ? "Errors stop a build, warnings do not." : ""), ...(groups.length ? groups : [el("p", { className: "empty" }, "Nothing is wrong.")]), rest);
}

faultsButton.addEventListener("click", () => {
  if (faultsButton.getAttribute("aria-expanded") === "true") closeSide();
  else showFaults();
});
