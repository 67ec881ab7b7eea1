// Sheets, rulebook, booklet and box: the printed pages, as pictures of the PDF.

import { el, get, inGame, languageName, shared } from "./api.js";

const section = document.getElementById("pages");
const chosen = { kind: "kit", paper: "a4" };
const RULEBOOK = "rulebook";
let version = -1;

export async function showPages(again = false) {
  if (!again && version === shared.about.version && section.childNodes.length) return;
  version = shared.about.version;
  const kinds = shared.about.pages;
  if (!kinds.some(([kind]) => kind === chosen.kind)) chosen.kind = kinds[0]?.[0] ?? "kit";
  const choose = (name, options) => el("select", { onchange: (event) => { chosen[name] = event.target.value; showPages(true); } },
    options.map(([value, text]) => el("option", { value, selected: value === chosen[name] }, text)));
  const bar = el("div", { className: "sheetbar" }, el("label", {}, el("span", { className: "unseen" }, "Document"), choose("kind", kinds)),
    el("label", {}, el("span", { className: "unseen" }, "Paper"), choose("paper", shared.papers.map((paper) => [paper, paper]))));
  const before = new Map([...section.querySelectorAll("img")].map((image) => [image.dataset.page, image]));
  if (!before.size) section.replaceChildren(bar, el("p", { className: "empty", role: "status" }, "Laying out the pages"));
  const lists = await Promise.all(shared.languages.map((language) => documentOf(language, before)));
  section.replaceChildren(bar, ...lists.flat());
}

async function documentOf(language, before) {
  const path = `pages/${language}/${chosen.paper}/${chosen.kind}`;
  const { pages } = await get(inGame(path));
  const heading = el("h2", { className: "group" }, `${languageName(language)} · ${pages.length} pages`);
  if (!pages.length) return [heading, el("p", { className: "empty" }, "There are no such pages on this paper: the faults say why.")];
  const images = pages.map((page, number) => pageOf(page, number, path, before));
  const groups = chosen.kind === RULEBOOK ? spreads(images) : images;
  const items = groups.map((group, at) => {
    const first = chosen.kind === RULEBOOK ? Math.max(0, 2 * at - 1) : at;
    const caption = Array.isArray(group) ? "" : pages[first].title;
    return el("li", { className: "sheet" }, Array.isArray(group) ? el("div", { className: "spread" }, group) : group,
      el("div", { className: "caption" }, el("b", {}, `Page ${pages[first].label}`), caption && el("span", {}, caption)));
  });
  return [heading, el("ul", { className: "sheets" }, items)];
}

// The picture before stays until the new one is there.
function pageOf(page, number, path, before) {
  const name = `${path}/${number}`;
  const image = before.get(name) ?? el("img", { alt: `Page ${page.label} ${page.title}`.trim(), loading: "lazy", decoding: "async" });
  image.dataset.page = name;
  image.style.width = `calc(${page.width} * var(--mm) * 0.6)`;
  image.style.aspectRatio = `${page.width} / ${page.height}`;
  image.src = `${inGame(name)}?version=${version}`;
  return image;
}

function spreads(images) {
  const pairs = [[images[0]]];
  for (let at = 1; at < images.length; at += 2) pairs.push(images.slice(at, at + 2));
  return pairs;
}
