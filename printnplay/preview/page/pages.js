// Sheets, rulebook, booklet and box: the printed pages, as images of the PDF.

import { el, get, inGame, keepPlace, languageTitle, shared } from "./api.js";
import { panel, seekBlock, showOutline } from "./outline.js";
import { closeSide, listTexts, openText } from "./side.js";
import { _, ngettext } from "./words.js";

const section = document.getElementById("pages");
const chosen = { kind: "kit" };
const RULEBOOK = "rulebook";
let version = -1;
let asked = 0;

export async function showPages(again = false) {
  if (!again && version === shared.about.version && section.childNodes.length) return;
  version = shared.about.version;
  const own = ++asked;
  chosen.paper ??= shared.own.paper;
  const kinds = kindsOf(shared.about);
  if (!kinds.some(([kind]) => kind === chosen.kind)) chosen.kind = kinds[0]?.[0] ?? "kit";
  const choose = (name, options) => el("select", { "data-name": name, onchange: (event) => { chosen[name] = event.target.value; closeSide(); showPages(true); } },
    options.map(([value, text]) => el("option", { value, selected: value === chosen[name] }, text)));
  const bar = el("div", { className: "sheetbar" }, el("label", {}, el("span", { className: "unseen" }, _("Document")), choose("kind", kinds)),
    el("label", {}, el("span", { className: "unseen" }, _("Paper")), choose("paper", shared.papers.map((paper) => [paper, paper]))));
  const main = document.getElementById("main");
  const before = new Map([...section.querySelectorAll("img")].map((image) => [image.dataset.page, image]));
  const isRulebook = chosen.kind === RULEBOOK;
  if (isRulebook) showOutline();
  const hold = (...content) => section.replaceChildren(bar, isRulebook ? el("div", { className: "outlined" }, panel, el("div", {}, content)) : el("div", {}, content));
  if (!before.size) keepPlace(section, main, () => hold(el("p", { className: "empty", role: "status" }, _("Laying out the pages"))));
  const paths = shared.languages.map((language) => [language, `pages/${language}/${chosen.paper}/${chosen.kind}`]);
  const told = await Promise.all(paths.map(async ([language, path]) => [language, path, (await get(inGame(path))).pages]));
  // Ignore the answer if something else has been selected in the meantime.
  if (own === asked) printOn(told.flatMap(([, , pages]) => pages));
  if (own === asked) keepPlace(section, main, () => hold(...told.flatMap((one) => documentOf(...one, before))));
}

// Show the outline at the block that is written in a line of its file.
export async function showBlock(line) {
  chosen.kind = RULEBOOK;
  seekBlock(line);
  await showPages(true);
}

// A game without rulebook can get one.
function kindsOf({ pages, loaded }) {
  if (!loaded || pages.some(([kind]) => kind === RULEBOOK)) return pages;
  return [...pages, [RULEBOOK, _("Rulebook")]];
}

// Sheets print at their true size, pages of a rulebook as spreads, as on the screen.
const printed = new CSSStyleSheet();
document.adoptedStyleSheets.push(printed);

function printOn(pages) {
  const most = (side) => Math.max(...pages.map((page) => page[side]));
  const width = most("width") * (chosen.kind === RULEBOOK ? 2 : 1);
  printed.replaceSync(pages.length ? `@page sheet { size: ${width}mm ${most("height")}mm; margin: 0; }` : "");
}

function documentOf(language, path, pages, before) {
  const heading = el("h2", { className: "group" }, `${languageTitle(language)} · ${ngettext("{number} page", "{number} pages", pages.length)}`);
  if (!pages.length) return [heading, el("p", { className: "empty" }, shared.about.pages.some(([kind]) => kind === chosen.kind) ? _("There are no such pages on this paper: the faults say why.") : _("Its pages are shown here."))];
  const images = pages.map((page, number) => pageOf(page, number, path, before));
  const groups = chosen.kind === RULEBOOK ? spreads(images) : images;
  const items = groups.map((group, at) => {
    const first = chosen.kind === RULEBOOK ? Math.max(0, 2 * at - 1) : at;
    const caption = Array.isArray(group) ? "" : pages[first].title;
    const shown = pages.slice(first, first + (Array.isArray(group) ? group.length : 1));
    return el("li", { className: "sheet" }, Array.isArray(group) ? el("div", { className: "spread" }, group) : group,
      el("div", { className: "caption" }, el("b", {}, at && at === groups.length - 1 && !shown.some((page) => page.label) ? _("Back cover") : nameOf(shown)), textsButton(language, shown, first, path), caption && el("span", {}, caption)));
  });
  return [heading, el("ul", { className: "sheets" }, items)];
}

// Return the page numbers, or the names of the sheets.
function nameOf(pages) {
  const labels = pages.map((page) => page.label).filter(Boolean);
  if (!labels.length) return _("Cover");
  if (!labels.every((label) => /^\d+$/.test(label))) return labels.join(", ");
  return labels.length > 1 ? _("Pages {labels}", { labels: labels.join("–") }) : _("Page {label}", { label: labels[0] });
}

// Reuse the image element: the old picture stays until the new one has loaded.
function pageOf(page, number, path, before) {
  const name = `${path}/${number}`;
  const image = before.get(name) ?? el("img", { alt: `${nameOf([page])} ${page.title}`.trim(), loading: "lazy", decoding: "async" });
  image.dataset.page = name;
  image.style.width = `calc(${page.width} * var(--mm) * 0.6)`;
  image.style.setProperty("--width", `${page.width}mm`);
  image.style.setProperty("--height", `${page.height}mm`);
  image.style.aspectRatio = `${page.width} / ${page.height}`;
  image.onclick = (event) => seekText(event, page, path, number);
  image.src = `${inGame(name)}?version=${version}`;
  return image;
}

function textsButton(language, pages, first, path) {
  const button = el("button", { type: "button", className: "quiet noprint", "data-name": `${path} ${first}`, onclick: async () => {
    const found = await Promise.all(pages.map((_, at) => get(inGame(`${path}/${first + at}/texts`))));
    listTexts(language, nameOf(pages), found.flat(), button);
  } }, _("Texts"));
  return button;
}

// Open the clicked text: of the areas at this height, the one that begins nearest to its left.
async function seekText(event, page, path, number) {
  const areas = await get(inGame(`${path}/${number}/texts`));
  const scale = page.width / event.target.clientWidth;
  const x = event.offsetX * scale, y = event.offsetY * scale;
  const there = areas.filter((area) => area.x <= x + 2 && area.y <= y && y <= area.bottom).sort((one, other) => other.x - one.x);
  if (there.length) openText(path.split("/")[1], there[0].key, event.target);
}

function spreads(images) {
  const pairs = [[images[0]]];
  for (let at = 1; at < images.length; at += 2) pairs.push(images.slice(at, at + 2));
  return pairs;
}
