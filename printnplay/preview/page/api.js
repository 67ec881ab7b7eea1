// Requests to the server, page elements, and the state that all modules share.

import { _, language } from "./words.js";

export const shared = { game: "", about: null, readOnly: false, papers: [], largest: 0, own: {}, languages: [] };

export async function get(path) {
  const answer = await fetch(path);
  if (answer.status === 304) return null;
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

// What a page sends when it is left must outlive it. Browsers allow this up to 64 KiB for all such requests together.
const OUTLIVES = 16_000;

// If the server refuses a request or does not answer, the result has the reason as `error`.
export const post = (path, body) => send(path, JSON.stringify(body), "application/json");

export async function send(path, body, type = "application/octet-stream") {
  let text;
  try {
    const keepalive = document.hidden && body.length < OUTLIVES;
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body, keepalive });
    text = await answer.text();
  } catch { return { error: _("The preview does not answer. Start it again: printnplay preview") }; }
  try { return JSON.parse(text); } catch { return { error: text }; }
}

// Load the page again as soon as the studio serves its other part: `start` or `project`. A server that ends may leave
// the last request without an answer.
export async function elsewhere(part) {
  for (;;) {
    const serving = await fetch("serving", { signal: AbortSignal.timeout(1000) }).then((answer) => answer.json()).catch(() => "");
    if (serving === part) { location.replace("./"); return; }
    await new Promise((then) => { setTimeout(then, 100); });
  }
}

export const inGame = (path) => `game/${encodeURIComponent(shared.game)}/${path}`;
export const address = (key) => key.split("/").map(encodeURIComponent).join("/");

// A name that any file can have, as `plain_name` of kernel/strings.py makes it.
const LATIN = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
export const plainName = (text) => (text.toLowerCase().replaceAll(/[ßæœøłđðþı]/g, (letter) => LATIN[letter]).normalize("NFKD").replaceAll(/\p{M}/gu, "").match(/[a-z0-9]+/g) ?? []).join("-");

export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, said] of Object.entries(value)) made.style.setProperty(key, said);
    else if (name in made && typeof made[name] !== "object") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  return made;
}

// Render words between backticks as code.
export const withCode = (text) => text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));

const NAMES = new Intl.DisplayNames([language], { type: "language" });
export function languageName(code) { try { return NAMES.of(code); } catch { return code; } }

// The name as a heading or a choice: many languages have it in lower case within a sentence.
export const languageTitle = (code) => languageName(code).replace(/^./u, (letter) => letter.toLocaleUpperCase(language));

// Change the content of a part of the page, and keep its scroll position and the focus. Replaced elements are found by
// their `data-name`.
export function keepPlace(part, scroller, change) {
  const top = scroller.scrollTop;
  const focus = part.contains(document.activeElement) ? document.activeElement : null;
  change();
  scroller.scrollTop = top;
  const { name } = focus?.dataset ?? {};
  const again = focus?.isConnected ? focus : name && [...part.querySelectorAll("[data-name]")].find((other) => other.dataset.name === name);
  if (again && again !== document.activeElement) again.focus({ preventScroll: true });
}

// A place in a file: a link that opens it in an editor, and a button that copies it.
export function placeOf(place, what = "") {
  if (!place || !place.file) return null;
  const said = place.line ? `${place.file}:${place.line}` : place.file;
  const copy = el("button", { type: "button", className: "quiet", "aria-label": _("Copy {what}", { what: said }), onclick: async () => {
    await navigator.clipboard.writeText(said);
    copy.textContent = _("Copied");
    setTimeout(() => { copy.textContent = _("Copy"); }, 1200);
  } }, _("Copy"));
  return el("div", { className: "place" }, what && el("span", { className: "what" }, what),
    el("a", { href: place.link, title: _("Open in the editor") }, said), copy);
}
