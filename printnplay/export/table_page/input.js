// Mouse, touch and keyboard.
const DRAG = 6; // Pixels until a press becomes a drag: fingers are never still. A guess.
const SNAP = 0.35, ALIGN = 3; // A card dropped this near to a pile (a share of its size) goes onto it; this near to a row (mm) into it.

// A place on the table in mm, and where a card dropped there lies.
function onTable(x, y) {
  const box = table.getBoundingClientRect();
  return { x: (x - box.left - view.x) / view.scale, y: (y - box.top - view.y) / view.scale };
}
function snapped(x, y, w, h, besides) {
  let near = null;
  const others = Object.keys(now().piles).filter((id) => id !== besides).map((id) => ({ id, ...now().piles[id], ...sizeOf(id) }));
  for (const pile of others) {
    const dx = Math.abs(pile.x + pile.w / 2 - x - w / 2) / pile.w, dy = Math.abs(pile.y + pile.h / 2 - y - h / 2) / pile.h;
    if (Math.max(dx, dy) < SNAP && (!near || dx + dy < near.far)) near = { pile: pile.id, far: dx + dy };
  }
  if (near) return { pile: near.pile };
  const row = others.find((pile) => Math.abs(pile.y - y) < ALIGN), column = others.find((pile) => Math.abs(pile.x - x) < ALIGN);
  return { x: column ? column.x : Math.round(x), y: row ? row.y : Math.round(y) };
}

const pointers = new Map();
let drag = null, pinch = 0, hovered = null, dragged = false;
function grab(event) {
  dragged = false;
  if (event.button > 0) return;
  pointers.set(event.pointerId, event);
  if (pointers.size === 2) {
    stop();
    const [a, b] = [...pointers.values()];
    pinch = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    return;
  }
  const element = event.target.closest(".piece");
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, vx: view.x, vy: view.y, element, whole: event.shiftKey || Boolean(event.target.closest(".many")), ghost: null };
}
function begin(event) {
  const { element } = drag, { pile, card, tool } = element.dataset;
  if (pile && !now().piles[pile].cards.length) drag.whole = true;
  drag.cards = card ? [card] : pile ? (drag.whole ? now().piles[pile].cards : [topOf(pile)]) : [];
  const box = element.getBoundingClientRect(), whole = pile && (drag.whole || now().piles[pile].cards.length === 1);
  drag.ghost = element.cloneNode(true);
  drag.ghost.removeAttribute("style");
  drag.ghost.inert = true;
  drag.ghost.classList.add("ghost");
  const kind = drag.cards.length ? kindOf(drag.cards[0]) : null;
  // A card of the hand becomes as large as on the table.
  const { w, h } = card ? kind : { w: box.width / view.scale, h: box.height / view.scale };
  drag.w = w; drag.h = h;
  drag.dx = card ? w * view.scale / 2 : drag.x - box.left;
  drag.dy = card ? h * view.scale / 2 : drag.y - box.top;
  drag.ghost.style.width = `${w}px`;
  drag.ghost.style.height = `${h}px`;
  if (!whole) drag.ghost.querySelector(".many")?.remove();
  sandbox.append(drag.ghost);
  if (whole || card || tool) element.classList.add("away");
  try { table.setPointerCapture(event.pointerId); } catch { /* The finger has left. */ }
}
function follow(event) {
  if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event);
  if (pointers.size === 2 && pinch) {
    const [a, b] = [...pointers.values()], far = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), box = table.getBoundingClientRect();
    zoom(far / pinch, (a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top);
    pinch = far;
    return;
  }
  if (!drag || event.pointerId !== drag.id) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!dragged && Math.hypot(dx, dy) < DRAG) return;
  if (!dragged) {
    dragged = true;
    if (drag.element) begin(event);
  }
  if (drag.ghost) {
    drag.ghost.style.transform = `translate(${event.clientX - drag.dx}px, ${event.clientY - drag.dy}px) scale(${view.scale})`;
  } else if (!drag.element) {
    view.x = drag.vx + dx;
    view.y = drag.vy + dy;
    place();
  }
}
function stop() {
  drag?.ghost?.remove();
  drag?.element?.classList.remove("away");
  drag = null;
}
function release(event) {
  pointers.delete(event.pointerId);
  if (pointers.size < 2) pinch = 0;
  const held = drag;
  if (!held || event.pointerId !== held.id) return;
  stop();
  if (!held.ghost || event.type === "pointercancel" || !held.element.isConnected) return;
  const { pile, tool } = held.element.dataset, corner = onTable(event.clientX - held.dx, event.clientY - held.dy);
  const below = document.elementFromPoint(event.clientX, event.clientY), seat = below?.closest("[data-seat]"), inHand = below?.closest(".hand");
  if (tool) return act({ type: "change", tool, to: { x: Math.round(corner.x), y: Math.round(corner.y) } });
  if (seat || inHand) {
    const over = below.closest("[data-card]")?.dataset.card, hand = seat ? Number(seat.dataset.seat) : view.seat;
    const rest = now().hands[hand].filter((card) => !held.cards.includes(card)), index = over ? rest.indexOf(over) : -1;
    if (held.cards.length) act({ type: "put", cards: held.cards, to: { hand, index: index < 0 ? undefined : index } }, words.draw);
    return;
  }
  const whole = pile && held.cards.length === now().piles[pile].cards.length && (held.whole || !now().piles[pile].place);
  const to = snapped(corner.x, corner.y, held.w, held.h, whole ? pile : undefined);
  if (to.pile === pile && pile !== undefined) return show();
  if (whole && (to.pile === undefined || !held.cards.length)) return act({ type: "move", pile, ...(to.pile === undefined ? to : { x: Math.round(corner.x), y: Math.round(corner.y) }) });
  act({ type: "put", cards: held.cards, to }, words.drop);
}
for (const area of [table, strip]) area.addEventListener("pointerdown", grab);
addEventListener("pointermove", follow);
addEventListener("pointerup", release);
addEventListener("pointercancel", release);
document.addEventListener("pointerover", (event) => { hovered = event.pointerType === "mouse" ? event.target.closest(".piece") : null; });
document.addEventListener("contextmenu", (event) => {
  const element = event.target.closest(".piece");
  if (element) { event.preventDefault(); stop(); pointers.clear(); menu(element); }
});
for (const area of [table, strip]) {
  area.addEventListener("click", (event) => {
    const element = event.target.closest(".piece");
    if (!element || dragged) return;
    if (element.dataset.tool && now().tools[element.dataset.tool].kind === "die" && event.detail) return TOOL.roll.run(element.dataset.tool);
    if (view.held && element.dataset.pile) return drop({ pile: element.dataset.pile });
    menu(element);
  });
}
table.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = table.getBoundingClientRect();
  zoom(Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 400), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });
plane.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) reveal(event.target); });
table.addEventListener("scroll", () => { table.scrollTo(0, 0); }); // Browsers scroll to what has the focus; the view does that.

// What the buttons of the toolbar do; the table adds its own: see local.js and room.js.
const DO = { in: () => { zoom(1.25); }, out: () => { zoom(0.8); }, fit, add: adding, notes, help };
document.querySelector(".tools").addEventListener("click", (event) => { DO[event.target.closest("[data-do]")?.dataset.do]?.(); });
seats.addEventListener("click", (event) => {
  const seat = event.target.closest("[data-seat]");
  if (!seat) return;
  const to = Number(seat.dataset.seat);
  if (view.held) return drop({ hand: to });
  if (to !== view.seat) choose(to);
});

const KEYS = { d: "draw", f: "flip", F: "flipall", t: "turn", s: "shuffle", e: "deal", l: "search", o: "odds", v: "look", x: "discard", p: "lift", P: "liftall", u: "under" };
const CARD_KEYS = { d: "play", f: "hide", v: "look", x: "discard", p: "lift" };
const TOOL_KEYS = { r: "roll", "+": "more", "-": "less", x: "remove" };
const GLOBAL = { n: "pass", 0: "fit", "+": "in", "-": "out", "?": "help" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function onPiece(element, key, step) {
  const { pile, card, tool } = element.dataset;
  if (ARROWS[key] && !card) {
    const [dx, dy] = ARROWS[key], at = pile ? now().piles[pile] : now().tools[tool], to = { x: at.x + dx * step, y: at.y + dy * step };
    act(pile ? { type: "move", pile, ...to } : { type: "change", tool, to });
    reveal(element);
    return true;
  }
  let name = pile ? KEYS[key] : card ? CARD_KEYS[key] : TOOL_KEYS[key];
  if (pile && view.held && name === "lift") name = "drop";
  const what = (pile ? PILE : card ? CARD : TOOL)[name], of = pile ? now().piles[pile] : tool ? now().tools[tool] : card;
  if (!what || (what.fits && !what.fits(of))) return false;
  what.run(pile ?? card ?? tool);
  return true;
}
addEventListener("keydown", (event) => {
  if (!timeline?.at || event.target.closest("dialog, input, textarea, select")) return;
  if (event.key === "Tab") hovered = null;
  if (event.ctrlKey || event.metaKey) {
    const name = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
    if (DO[name]) { event.preventDefault(); DO[name](); }
    return;
  }
  if (event.altKey) return;
  if (event.key === "Escape" && view.held) { view.held = null; show(); return; }
  const element = hovered?.isConnected ? hovered : document.activeElement.closest?.(".piece");
  const key = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
  if (element && onPiece(element, key, event.shiftKey ? 1 : 10)) return event.preventDefault();
  if (view.held && key === "p" && document.activeElement === table) { event.preventDefault(); return drop(middle()); }
  if (DO[GLOBAL[key]]) { event.preventDefault(); DO[GLOBAL[key]](); }
});
let width = table.clientWidth;
addEventListener("resize", () => { if (timeline?.at && table.clientWidth !== width) { width = table.clientWidth; fit(); } });
