"use strict";
// The page of `l10n review`: reads the XLIFF in it, edits it, and saves it for `l10n import`.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const xml = new DOMParser().parseFromString(data.xliff, "application/xml");
const STATES = {
  empty: ["no", "needs-translation", "Not translated"], work: ["no", "needs-review-translation", "Needs work"],
  translated: ["yes", "translated", "Translated"], approved: ["yes", "signed-off", "Approved"],
};

function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== ""));
  return made;
}
const within = (element, name) => [...element.children].filter((child) => child.localName === name);
const said = (element, name) => within(element, name)[0]?.textContent ?? "";
const notes = (element, from) => within(element, "note").filter((note) => note.getAttribute("from") === from);
const sides = (language) => ({ lang: language, dir: data.right.includes(language) ? "rtl" : "ltr" });

// The texts, each with the forms of its translation; forms of a plural are units of a group.
function unitsOf(document) {
  return [...document.querySelectorAll("file")].flatMap((file) => {
    const body = within(file, "body")[0];
    return [...body.children].map((node) => {
      const forms = node.localName === "group" ? within(node, "trans-unit") : [node];
      const [first] = forms, from = notes(first, "developer").map((note) => note.textContent);
      const state = said(first, "target") === "" && forms.every((form) => !said(form, "target")) ? "empty"
        : Object.keys(STATES).find((name) => STATES[name][1] === within(first, "target")[0].getAttribute("state")) ?? "work";
      return {
        game: file.getAttribute("original"), key: node.id || node.getAttribute("id"), language: file.getAttribute("source-language"),
        forms: forms.map((form) => ({ node: form, source: said(form, "source"), target: said(form, "target"), was: said(form, "target"),
          name: notes(form, "developer").map((note) => /^Plural form: (.*)/.exec(note.textContent)?.[1]).find(Boolean) ?? "" })),
        notes: from.filter((note) => !/^(Term|Plural form): /.test(note)),
        values: new Map(from.flatMap((note) => [...note.matchAll(/^Value: (\{[^}]*\}) is (.*)$/gm)].map((found) => [found[1], found[2]]))),
        terms: from.filter((note) => note.startsWith("Term: ")),
        base: notes(first, "printnplay")[0]?.textContent, state, stateWas: state,
        old: within(first, "alt-trans").map((old) => said(old, "source"))[0],
        comment: notes(first, "translator")[0]?.textContent ?? "", commentWas: notes(first, "translator")[0]?.textContent ?? "",
      };
    });
  });
}
const units = unitsOf(xml);
const nameOf = (unit) => `${unit.game}/${unit.key}`;
for (const unit of units) for (const note of unit.terms) for (const found of note.matchAll(/(\{term:[^}]*\}) (.*?)(?=; \{term:| \(\w|$)/g)) unit.values.set(found[1], found[2]);
const exported = (unit) => JSON.stringify(unit.forms.map((form) => form.was));
const changed = (unit) => unit.state !== unit.stateWas || unit.comment !== unit.commentWas || unit.forms.some((form) => form.target !== form.was);

// Checks. They see one text at a time; `check --proofread` knows far more.
const PLACEHOLDER = /\{[^{}]*\}/g;
const bare = (found) => found.startsWith("{term:") ? found.replace(/\..*/, "}") : found.replace(/^(\{(?!icon:)[^:]*):.*/, "$1}");
const printed = (text, values) => text.replace(/\]\{[^{}]*\}/g, "").replace(PLACEHOLDER, (found) => values.get(found) ?? "□").replace(/[*[]/g, "");
const ENDS = { "。": ".", "．": ".", "।": ".", "۔": ".", "！": "!", "？": "?", "؟": "?", "：": ":", "…": "…" };
function end(text) {
  const last = text.replace(/[\s*"'”’»“„›)\]」』]+$/u, "").replace(/\{[^{}]*\}$/, "").replace(/\s+$/, "").at(-1) ?? "";
  return ENDS[last] ?? (/[.!?:]/.test(last) ? last : "");
}
function findings(unit, form) {
  const { source, target } = form, found = [];
  if (!target.trim()) return found;
  const [wanted, there] = [source, target].map((text) => new Set((text.match(PLACEHOLDER) ?? []).map(bare)));
  const all = new Set(unit.forms.flatMap((one) => (one.target.match(PLACEHOLDER) ?? []).map(bare)));
  for (const one of wanted) if (!all.has(one)) found.push(`${one} is missing`);
  for (const one of there) if (!unit.forms.some((each) => (each.source.match(PLACEHOLDER) ?? []).map(bare).includes(one))) found.push(`${one} is not in the original`);
  const numbers = (text) => text.replace(PLACEHOLDER, "").match(/\d+/g) ?? [];
  for (const one of numbers(source)) if (!numbers(target).includes(one)) found.push(`the number ${one} is missing`);
  if (end(source) !== end(target)) found.push(end(target) ? `ends with ${end(target)}${end(source) ? `, the original with ${end(source)}` : ", the original does not"}` : `the original ends with ${end(source)}`);
  if (/ {2}|^\s|\s$/.test(target)) found.push("a space too many");
  for (const pair of ["()", "[]", "{}"]) {
    if (target.split(pair[0]).length !== target.split(pair[1]).length) found.push(`unequal numbers of ${pair[0]} and ${pair[1]}`);
  }
  if ((target.split("*").length + source.split("*").length) % 2) found.push("an asterisk * without its partner");
  if (target === source && /\p{L}{3}/u.test(source.replace(PLACEHOLDER, ""))) found.push("the same as the original");
  const room = data.room[nameOf(unit)], length = [...printed(target, unit.values)].length;
  if (room && length > room) found.push(`${length} letters, and about ${room} fit`);
  return found;
}

// What one text looks like, and what typing does.
let last = null;
function insert(text, unit) {
  const area = unit.areas.includes(last) ? last : unit.areas[0];
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input"));
  area.focus();
}
const chip = (text, unit) => el("button", { type: "button", className: "insert", title: "Insert", onclick: () => insert(text, unit) }, text);
const marked = (text, unit) => text.split(/(\{[^{}]*\})/).map((part, at) => (at % 2 ? chip(part, unit) : part));

function drawn(unit) {
  const name = nameOf(unit), room = data.room[name], picture = data.pictures[name];
  unit.areas = unit.forms.map((form) => el("textarea", { ...sides(data.language), spellcheck: true, rows: 2, value: form.target,
    "aria-label": `Translation of ${unit.key} ${form.name}`, onfocus: (event) => { last = event.target; },
    oninput: (event) => { form.target = event.target.value; edited(unit); } }));
  unit.found = el("ul", { className: "found" });
  unit.count = el("span", { className: "count" });
  unit.reads = el("p", { className: "notes", ...sides(data.language) });
  unit.select = el("select", { "aria-label": `State of ${unit.key}`, onchange: (event) => { if (unit.state !== "empty") unit.state = event.target.value; update(unit); keep(); } },
    Object.entries(STATES).map(([value, [, , words]]) => el("option", { value, disabled: value === "empty" }, words)));
  unit.remark = el("textarea", { rows: 1, value: unit.comment, oninput: (event) => { unit.comment = event.target.value; update(unit); keep(); } });
  const sources = unit.forms.map((form) => form.source), memory = data.memory[name] ?? [];
  const figure = el("figure", { className: picture ? "" : "none" }, picture
    ? el("button", { type: "button", title: "Larger or smaller", onclick: () => figure.classList.toggle("large") },
      el("img", { src: picture, loading: "lazy", decoding: "async", alt: `Where ${unit.key} is printed, marked in red` }))
    : "No picture");
  unit.view = el("article", {}, figure, el("div", {},
    el("div", { className: "head" }, el("h3", {}, unit.key), unit.select),
    unit.forms.flatMap((form, at) => [
      sources.indexOf(form.source) === at ? el("p", { className: "original", ...sides(unit.language) }, marked(form.source, unit)) : null,
      form.name ? el("span", { className: "count" }, `Plural form: ${form.name}`) : null, unit.areas[at],
    ]),
    unit.old ? el("p", { className: "was", ...sides(unit.language) }, `The original was: ${unit.old}`) : null,
    unit.reads, unit.count, unit.found,
    el("ul", { className: "notes" }, unit.notes.map((note) => el("li", {}, note))),
    el("ul", { className: "terms" }, unit.terms.map((note) => el("li", {}, note.slice(6).split(/; (?=\{term:)/).map((part) => {
      const [, name, form] = /^(\{term:[^}]*\})?(.*)$/s.exec(part);
      return el("span", {}, name ? chip(name, unit) : "", form);
    })))),
    memory.length ? el("details", { className: "memory" }, el("summary", {}, `${memory.length} similar`), el("ul", {}, memory.map((like) => el("li", {},
      el("div", { className: "notes", ...sides(unit.language) }, `${like.share} %: ${like.source}`), el("div", sides(data.language), like.target),
      el("button", { type: "button", onclick: () => { unit.areas[0].select(); insert(like.target, unit); } }, "Use"))))) : null,
    el("label", { className: "comment" }, "Comment; with a question mark, it asks the author", unit.remark)));
  unit.view.addEventListener("keydown", (event) => typed(event, unit));
  update(unit);
  return unit.view;
}
function edited(unit) {
  const whole = unit.forms.every((form) => form.target.trim());
  if (unit.state === "approved" || (unit.state === "empty" && whole)) unit.state = "translated";
  if (unit.forms.every((form) => !form.target.trim())) unit.state = "empty";
  update(unit);
  keep();
}
function update(unit) {
  const room = data.room[nameOf(unit)];
  const found = unit.forms.flatMap((form) => findings(unit, form).map((one) => (form.name ? `${form.name}: ${one}` : one)));
  unit.found.replaceChildren(...found.map((one) => el("li", {}, one)));
  const prints = unit.forms.map((form) => printed(form.target, unit.values));
  unit.count.textContent = room ? `${Math.max(...prints.map((text) => [...text].length))} of about ${room} letters` : "";
  const reads = prints.filter((text, at) => text && text !== unit.forms[at].target).join(" / ");
  unit.reads.textContent = reads && `Prints as: ${reads}`;
  unit.select.value = unit.state;
  unit.view.className = unit.state;
}
function refresh(unit) {
  unit.forms.forEach((form, at) => { unit.areas[at].value = form.target; });
  unit.remark.value = unit.comment;
  update(unit);
}

// Filters, search and keys.
const FILTERS = {
  all: () => true, empty: (unit) => unit.state === "empty", work: (unit) => unit.state === "work", mine: changed,
  found: (unit) => unit.found.children.length, comment: (unit) => unit.comment || unit.notes.some((note) => note.startsWith("From the author")),
};
function show() {
  const words = $("search").value.toLowerCase();
  for (const unit of units) {
    const text = [nameOf(unit), unit.comment, ...unit.forms.flatMap((form) => [form.source, form.target])].join("\n").toLowerCase();
    unit.view.hidden = !(FILTERS[$("filter").value](unit) && text.includes(words));
  }
  for (const title of document.querySelectorAll("#texts section")) title.hidden = !title.querySelector("article:not([hidden])");
  $("none").hidden = units.some((unit) => !unit.view.hidden);
}
function typed(event, unit) {
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
  if (!step || !(event.key === "Enter" ? event.ctrlKey || event.metaKey : event.altKey)) return;
  event.preventDefault();
  if (event.key === "Enter" && unit.state !== "empty") { unit.state = "translated"; update(unit); keep(); }
  const seen = units.filter((one) => one === unit || !one.view.hidden);
  const next = seen[seen.indexOf(unit) + step];
  if (next) { next.view.scrollIntoView({ block: "nearest" }); next.areas[0].focus(); }
}

// Saving: in the browser at once, and as a file.
const STORES = `printnplay review ${data.language} `, STORE = STORES + data.id;
let unsaved = false, timer = 0;
const edits = () => units.filter(changed).map((unit) => [nameOf(unit), unit.forms.map((form) => form.target), unit.state, unit.comment, exported(unit)]);
function store() {
  clearTimeout(timer);
  timer = 0;
  let kept = true;
  try { localStorage.setItem(STORE, JSON.stringify({ edits: edits(), unsaved })); } catch { kept = false; }
  const number = edits().length;
  $("state").textContent = `${number} changed${!unsaved ? "" : kept ? ", kept in this browser" : ", kept nowhere: save the file"}`;
  $("state").classList.toggle("lost", unsaved && !kept);
  const done = units.filter((unit) => unit.state === "translated" || unit.state === "approved").length;
  const work = units.filter((unit) => unit.state === "work").length;
  $("done").textContent = `${done} of ${units.length} done${work ? `, ${work} need${work === 1 ? "s" : ""} work` : ""}`;
  $("bar").max = units.length;
  $("bar").value = done;
}
function keep() { unsaved = true; clearTimeout(timer); timer = setTimeout(store, 300); }
function take(unit, targets, state, comment) {
  unit.forms.forEach((form, at) => { form.target = targets[at] ?? form.target; });
  if (state in STATES) unit.state = state;
  unit.comment = String(comment);
}
function written() {
  for (const unit of units.filter(changed)) {
    unit.forms.forEach((form) => {
      const target = within(form.node, "target")[0];
      if (form.target !== form.was) target.textContent = form.target;
      if (unit.state === unit.stateWas) return;
      form.node.setAttribute("approved", STATES[unit.state][0]);
      target.setAttribute("state", STATES[unit.state][1]);
    });
    if (unit.comment === unit.commentWas) continue;
    const [first] = unit.forms, old = notes(first.node, "translator")[0];
    const note = old ?? xml.createElementNS(xml.documentElement.namespaceURI, "note");
    note.setAttribute("from", "translator");
    note.textContent = unit.comment;
    if (!old) within(first.node, "target")[0].after(note);
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(xml.documentElement)}\n`;
}
function save() {
  const link = el("a", { href: URL.createObjectURL(new Blob([written()], { type: "application/octet-stream" })), download: `review.${data.language}.xlf` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  unsaved = false;
  store();
}
async function open(file) {
  const read = new DOMParser().parseFromString(await file.text(), "application/xml");
  const theirs = new Map((read.querySelector("parsererror") ? [] : unitsOf(read)).map((unit) => [nameOf(unit), unit]));
  let left = 0;
  for (const unit of units) {
    const other = theirs.get(nameOf(unit)), targets = other?.forms.map((form) => form.target);
    if (other && other.base === unit.base && unit.forms.every((form, at) => form.was === targets[at])
      && other.state === unit.stateWas && other.comment === unit.commentWas) continue;
    // A text of another export would undo what was changed between the two; what is typed here stays.
    if (!other || other.base !== unit.base || changed(unit)) { left += 1; continue; }
    take(unit, targets, other.state, other.comment);
    refresh(unit);
    unsaved = true;
  }
  show();
  store();
  if (left) $("state").textContent += `; ${left} left out: changed here, or of another export`;
}

$("title").textContent = document.title;
for (const game of new Set(units.map((unit) => unit.game))) {
  $("texts").append(el("section", {}, el("h2", {}, game), units.filter((unit) => unit.game === game).map(drawn)));
}
try {
  // What an earlier page kept and never saved is taken over, where the text has not changed since.
  for (const name of [STORE, ...Object.keys(localStorage).filter((one) => one.startsWith(STORES) && one !== STORE)]) {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null");
    if (!kept || (name !== STORE && !kept.unsaved)) continue;
    for (const [key, targets, state, comment, was] of kept.edits) {
      const unit = units.find((one) => nameOf(one) === key);
      if (unit && !changed(unit) && was === exported(unit)) { take(unit, targets, state, comment); refresh(unit); }
    }
    unsaved ||= Boolean(kept.unsaved);
    if (name !== STORE) { store(); localStorage.setItem(name, JSON.stringify({ ...kept, unsaved: false })); }
  }
} catch { /* a browser may keep nothing for files */ }
$("find").addEventListener("submit", (event) => event.preventDefault());
$("filter").addEventListener("change", show);
$("search").addEventListener("input", show);
$("save").addEventListener("click", save);
$("open").addEventListener("change", (event) => { if (event.target.files[0]) open(event.target.files[0]); event.target.value = ""; });
addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); save(); } });
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
// What was typed last is kept before the page is left. A second page of the same file may have kept more since: one
// that has nothing new writes nothing.
document.addEventListener("visibilitychange", () => { if (document.hidden && timer) store(); });
show();
store();
