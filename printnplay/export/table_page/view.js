// Shows a position: an element for each pile, counter, die and card of a hand, kept from one position to the next.
const game = JSON.parse(document.getElementById("game").textContent), { words } = game;
const sandbox = document.querySelector(".sandbox"), plane = document.querySelector(".plane"), table = document.querySelector(".felt"), strip = document.querySelector(".strip");
const seats = document.querySelector(".seats"), status = document.querySelector("[role=status]");
const said = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
const player = (seat) => timeline?.at?.names?.[seat] || said("seat", { seat: String.fromCharCode(65 + seat) });

function made(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...content);
  return element;
}

const view = { x: 0, y: 0, scale: 1, seat: 0, held: null };
// Holds the position: the history of this browser, or the server. A server sends the kinds of the cards that this seat sees.
let timeline = null;
const now = () => timeline.at;
const kindOf = (card) => (now().kinds ?? game.kinds)[now().cards[card].kind];
const isKnown = (card) => !kindOf(card).hidden;
const topOf = (pile) => now().piles[pile].cards.at(-1);
function sizeOf(pile) {
  const card = topOf(pile), kind = card ? kindOf(card) : game.usual;
  const { w, h } = kind;
  return card && now().cards[card].turn % 180 ? { w: h, h: w } : { w, h };
}
const nameOf = (card) => now().cards[card].up ? kindOf(card).name : said("down");
function named(card) {
  const { turn } = now().cards[card];
  return turn ? `${nameOf(card)}, ${said("turned", { number: turn })}` : nameOf(card);
}
function labelOf(pile) {
  const { cards, place } = now().piles[pile], parts = place ? [place] : [];
  if (cards.length > 1) parts.push(said("count", { number: cards.length }));
  parts.push(cards.length ? named(cards.at(-1)) : said("empty"));
  if (view.held?.pile === pile) parts.push(said("lifted"));
  return parts.join(", ");
}

// A picture of a card, or its name where it has none.
function faceOf(card) {
  const { up, turn } = now().cards[card], kind = kindOf(card), face = up ? kind.front : kind.back;
  const shown = made("span", { class: face === null ? "side blank" : `side side-${face}` });
  shown.style.inlineSize = `${kind.w}px`;
  shown.style.blockSize = `${kind.h}px`;
  shown.style.transform = `translate(-50%, -50%) rotate(${turn}deg)`;
  return shown;
}
function lay(element, x, y, w, h) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
}
// Elements of a parent by their keys: kept, made or removed.
function kept(parent, attribute, keys, make) {
  const there = new Map([...parent.querySelectorAll(`:scope > [${attribute}]`)].map((each) => [each.getAttribute(attribute), each]));
  const found = keys.map((key) => there.get(key) ?? parent.appendChild(make(key)));
  for (const [key, element] of there) if (!keys.includes(key)) element.remove();
  return found;
}
const piece = (attribute, extra = "") => (key) => made("button", { type: "button", class: `piece ${extra}`, [attribute]: key, "aria-haspopup": "dialog" });

function showPile(element, id, above) {
  const { x, y, cards, place } = now().piles[id], { w, h } = sizeOf(id), many = cards.length;
  lay(element, x, y, w, h);
  element.style.zIndex = String(10 + above);
  element.classList.toggle("place", !many);
  element.classList.toggle("held", view.held?.pile === id);
  element.style.setProperty("--thick", `${Math.min(many - 1, 30) * 0.12}px`);
  element.setAttribute("aria-label", labelOf(id));
  const shown = many ? [faceOf(cards.at(-1))] : [];
  if (place) shown.push(made("span", { class: "label" }, place));
  if (many > 1) shown.push(made("b", { class: "many" }, String(many)));
  element.replaceChildren(...shown);
}
function showTool(element, id) {
  const { kind, x, y, value, name, sides } = now().tools[id];
  lay(element, x, y, kind === "die" ? 16 : 34, kind === "die" ? 16 : 18);
  element.className = `piece tool ${kind}`;
  const label = kind === "die" ? `${said("die")} d${sides}` : name || said("counter");
  element.setAttribute("aria-label", `${label}: ${value}`);
  element.replaceChildren(made("b", {}, String(value)), made("small", {}, kind === "die" ? `d${sides}` : name));
}
function showHand() {
  const { hands, players } = now(), hand = hands[view.seat];
  const shown = kept(strip, "data-card", hand, piece("data-card"));
  shown.forEach((element, at) => {
    const kind = kindOf(hand[at]);
    element.setAttribute("aria-label", kind.name);
    element.classList.toggle("held", view.held?.card === hand[at]);
    element.style.setProperty("--ratio", String(kind.w / kind.h));
    element.replaceChildren(made("span", { class: kind.front === null ? "side blank" : `side side-${kind.front}` }));
    if (strip.children[at] !== element) strip.insertBefore(element, strip.children[at]);
  });
  const buttons = kept(seats, "data-seat", hands.map((_, at) => String(at)), (key) => made("button", { type: "button", "data-seat": key }));
  buttons.forEach((element, at) => {
    const away = now().away?.[at], name = away ? said("away", { player: player(at) }) : player(at);
    // Isolated: a name from right to left would take the number with it.
    element.replaceChildren(made("bdi", {}, name), ` · ${hands[at].length}`);
    element.classList.toggle("absent", Boolean(away));
    element.setAttribute("aria-label", `${name}, ${said("count", { number: hands[at].length })}`);
    element.setAttribute("aria-pressed", String(at === view.seat));
  });
  strip.setAttribute("aria-label", `${said("hand")}: ${player(view.seat)}`);
  const pass = document.querySelector("[data-do=pass]");
  if (pass) pass.hidden = players < 2;
}
function show() {
  const { piles, order, tools } = now(), focused = document.activeElement;
  const ids = Object.keys(piles);
  kept(plane, "data-pile", ids, piece("data-pile", "pile")).forEach((element, at) => { showPile(element, ids[at], order.indexOf(ids[at])); });
  const named = Object.keys(tools);
  kept(plane, "data-tool", named, piece("data-tool", "tool")).forEach((element, at) => { showTool(element, named[at]); });
  showHand();
  for (const [name, steps] of [["undo", timeline.past], ["redo", timeline.future]]) {
    const button = document.querySelector(`[data-do=${name}]`);
    if (button) button.disabled = !steps.length;
  }
  if (focused && !focused.isConnected) table.focus({ preventScroll: true });
  keep();
}
function place() {
  plane.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  table.style.setProperty("--scale", String(view.scale));
}
// Shows the whole table, as large as it fits.
function fit() {
  const boxes = Object.keys(now().piles).map((id) => ({ ...now().piles[id], ...sizeOf(id) })).concat(game.boards);
  const left = Math.min(...boxes.map(({ x }) => x)) - 8, top = Math.min(...boxes.map(({ y }) => y)) - 10;
  const width = Math.max(...boxes.map(({ x, w }) => x + w)) + 8 - left, height = Math.max(...boxes.map(({ y, h }) => y + h)) + 8 - top;
  const { clientWidth, clientHeight } = table;
  view.scale = Math.min(clientWidth / width, clientHeight / height, 2.5); // Larger cards leave no room to play.
  view.x = (clientWidth - width * view.scale) / 2 - left * view.scale;
  view.y = (clientHeight - height * view.scale) / 2 - top * view.scale;
  place();
}
function zoom(by, x = table.clientWidth / 2, y = table.clientHeight / 2) {
  const scale = Math.min(Math.max(view.scale * by, 0.15), 8), grown = scale / view.scale;
  view.x = x - (x - view.x) * grown;
  view.y = y - (y - view.y) * grown;
  view.scale = scale;
  place();
}
// Brings a piece that the keyboard reaches into sight.
function reveal(element) {
  const inside = table.getBoundingClientRect(), box = element.getBoundingClientRect();
  const by = (low, high, from, to) => low < from ? from - low : high > to ? Math.max(to - high, from - low) : 0;
  view.x += by(box.left, box.right, inside.left + 8, inside.right - 8);
  view.y += by(box.top, box.bottom, inside.top + 8, inside.bottom - 8);
  place();
}
