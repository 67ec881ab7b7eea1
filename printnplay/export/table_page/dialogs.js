// Windows over the table: what can be done with a piece, the cards of a stack, odds, notes, keys.
function open(title, content, kind = "") {
  const close = made("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => { dialog.close(); } }, "×");
  const dialog = made("dialog", { class: kind, "aria-labelledby": "dialog-title" }, made("header", {}, made("h2", { id: "dialog-title" }, title), close), ...content);
  const back = document.activeElement;
  document.querySelector("dialog[open]")?.close();
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected && !document.querySelector("dialog")) back.focus({ preventScroll: true });
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog && kind !== "veil") dialog.close(); });
  sandbox.append(dialog);
  dialog.showModal();
  return dialog;
}
function button(label, act, key = "") {
  const close = () => { document.querySelector("dialog[open]")?.close(); act(); };
  return made("button", { type: "button", onclick: close }, made("span", {}, label), key ? made("kbd", {}, key) : "");
}
function field(label, input) { return made("label", {}, made("span", {}, label), input); }
const number = (value, most, least = 1) => made("input", { type: "number", min: least, max: most, value, inputmode: "numeric" });
const valueOf = (input) => Math.min(Math.max(Math.trunc(Number(input.value)) || 0, Number(input.min)), Number(input.max));

// Does a step and tells what was done: a text, or what returns it when the new position is there.
function act(action, label = "") {
  const tell = () => { show(); status.textContent = typeof label === "function" ? label() : label; };
  const sent = timeline.act(action); // A promise, where a server does the step.
  if (sent) sent.then((done) => { if (done) tell(); });
  else tell();
}
// Each thing that can be done with a pile: its key, and whether it makes sense now.
const PILE = {
  draw: { key: "D", fits: (pile) => pile.cards.length, run: (id) => { act({ type: "put", cards: [topOf(id)], to: { hand: view.seat } }, said("draw")); } },
  flip: { key: "F", fits: (pile) => pile.cards.length, run: (id) => { act({ type: "flip", pile: id }, () => labelOf(id)); } },
  flipall: { key: "⇧F", fits: (pile) => pile.cards.length > 1, run: (id) => { act({ type: "flip", pile: id, all: true }, () => labelOf(id)); } },
  turn: { key: "T", fits: (pile) => pile.cards.length, run: (id) => { act({ type: "turn", pile: id }, () => labelOf(id)); } },
  shuffle: { key: "S", fits: (pile) => pile.cards.length > 1, run: (id) => { act({ type: "shuffle", pile: id }, said("shuffle")); } },
  deal: { key: "E", fits: (pile) => pile.cards.length > 1, run: dealing },
  search: { key: "L", fits: (pile) => pile.cards.length > 1, run: searching },
  odds: { key: "O", fits: (pile) => pile.cards.length > 1 && pile.cards.every(isKnown), run: odds },
  look: { key: "V", fits: (pile) => pile.cards.length && now().cards[pile.cards.at(-1)].up, run: (id) => { look(topOf(id)); } },
  discard: { key: "X", fits: (pile) => pile.cards.length, run: (id) => { discard(topOf(id)); } },
  lift: { key: "P", fits: (pile) => pile.cards.length, run: (id) => { lift({ pile: id, cards: [topOf(id)] }); } },
  liftall: { key: "⇧P", fits: (pile) => pile.cards.length > 1, run: (id) => { lift({ pile: id, cards: now().piles[id].cards }); } },
  drop: { key: "P", fits: () => view.held, run: (id) => { drop({ pile: id }); } },
  under: { key: "U", fits: () => view.held, run: (id) => { drop({ pile: id, under: true }); } },
};
const CARD = {
  play: { key: "D", run: (card) => { lower(card, true); } },
  hide: { key: "F", run: (card) => { lower(card, false); } },
  look: { key: "V", run: (card) => { look(card); } },
  discard: { key: "X", run: (card) => { discard(card); } },
  lift: { key: "P", run: (card) => { lift({ card, cards: [card] }); } },
};
const TOOL = {
  roll: { key: "R", fits: (tool) => tool.kind === "die", run: (id) => { act({ type: "roll", tool: id }, () => toolLabel(id)); } },
  more: { key: "+", fits: (tool) => tool.kind === "counter", run: (id) => { count(id, 1); } },
  less: { key: "−", fits: (tool) => tool.kind === "counter", run: (id) => { count(id, -1); } },
  name: { key: "", fits: (tool) => tool.kind === "counter", run: rename },
  remove: { key: "X", fits: () => true, run: (id) => { act({ type: "remove", tool: id }, words.remove); } },
};
const toolLabel = (id) => plane.querySelector(`[data-tool="${id}"]`)?.getAttribute("aria-label") ?? "";
function count(id, by) { act({ type: "change", tool: id, to: { value: now().tools[id].value + by } }, () => toolLabel(id)); }
function rename(id) {
  const input = made("input", { value: now().tools[id].name, maxlength: "40" });
  open(words.counter, [field(words.name, input), button(words.name, () => { act({ type: "change", tool: id, to: { name: input.value.trim() } }); })]);
}
function lift(held) { view.held = held; show(); status.textContent = words.lifted; }
function drop(to) {
  const { cards } = view.held;
  view.held = null;
  if (to.pile !== undefined && cards.some((card) => now().piles[to.pile].cards.includes(card)) && !to.under) return show();
  act({ type: "put", cards, to }, to.under ? words.under : words.drop);
}
// A free place in the middle of what is seen.
function middle() {
  const { w, h } = game.usual, taken = Object.values(now().piles);
  let x = Math.round((table.clientWidth / 2 - view.x) / view.scale - w / 2), y = Math.round((table.clientHeight / 2 - view.y) / view.scale - h / 2);
  const first = x;
  while (taken.some((pile) => Math.abs(pile.x - x) < w * 0.6 && Math.abs(pile.y - y) < h * 0.6)) {
    x += Math.round(w) + 4;
    if (x > first + 4 * w) [x, y] = [first, y + Math.round(h) + 4];
  }
  return { x, y };
}
function lower(card, up) { act({ type: "put", cards: [card], to: middle(), up }, words.play); }
function discard(card) {
  const { piles } = now(), there = Object.keys(piles).find((id) => piles[id].place === words.discards);
  if (there) return act({ type: "put", cards: [card], to: { pile: there }, up: true }, words.discard);
  const { x, y } = middle();
  act({ type: "put", cards: [card], to: { x, y }, up: true, place: words.discards }, words.discard);
}
function menu(element) {
  const { pile, card, tool } = element.dataset, id = pile ?? card ?? tool;
  const [all, of] = pile ? [PILE, now().piles[pile]] : card ? [CARD, card] : [TOOL, now().tools[tool]];
  const given = pile && !now().piles[pile].cards.length ? [] : now().hands.map((_, seat) => seat).filter((seat) => seat !== view.seat || !card);
  const items = Object.entries(all).filter(([, each]) => !each.fits || each.fits(of)).map(([name, each]) => button(words[name], () => { each.run(id); }, each.key));
  const gifts = tool ? [] : given.filter((seat) => seat !== view.seat).map((seat) => button(said("give", { player: player(seat) }), () => {
    act({ type: "put", cards: [card ?? topOf(pile)], to: { hand: seat } }, said("give", { player: player(seat) }));
  }));
  open(element.getAttribute("aria-label"), [made("div", { class: "menu" }, ...items, ...gifts)]).dataset.of = id;
}
function dealing(id) {
  const input = number(5, now().piles[id].cards.length);
  open(`${words.deal}: ${now().piles[id].place || words.name}`, [field(words.each, input), button(words.deal, () => { act({ type: "deal", pile: id, count: valueOf(input) }, words.deal); })]);
}
function picture(card, kind = kindOf(card)) {
  const shown = made("span", { class: kind.front === null ? "side blank" : `side side-${kind.front}`, role: "img", "aria-label": kind.name });
  shown.style.aspectRatio = `${kind.w} / ${kind.h}`;
  return shown;
}
function look(card) {
  const { name, text } = kindOf(card);
  open(name, [picture(card), made("p", {}, text)], "look");
}
async function searching(id) {
  if (await timeline.look(id) === false || !now().piles[id]) return;
  const rows = now().piles[id].cards.toReversed().map((card) => {
    const { name } = kindOf(card);
    const to = (label, to_) => made("button", { type: "button", "aria-label": `${name}: ${label}`, onclick: (event) => {
      act({ type: "put", cards: [card], to: to_() }, label);
      event.target.closest("li").remove();
    } }, label);
    return made("li", {}, picture(card), made("span", {}, name), to(words.draw, () => ({ hand: view.seat })), to(words.play, middle));
  });
  const filter = made("input", { type: "search", oninput: () => {
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(filter.value.toLowerCase());
  } });
  open(`${words.search}: ${labelOf(id).split(", ")[0]}`, [field(words.find, filter), made("ul", { class: "found", role: "list" }, ...rows), button(words.shuffle, () => { act({ type: "shuffle", pile: id }, words.shuffle); }, "")], "search").addEventListener("close", () => { timeline.look(); });
}
// The chance to draw at least one of the chosen cards (hypergeometric).
function chance(all, chosen, count) {
  let none = 1;
  for (let at = 0; at < Math.min(count, all); at += 1) none *= Math.max(0, all - chosen - at) / (all - at);
  return 1 - none;
}
function odds(id) {
  const { cards } = now().piles[id], kinds = new Map();
  for (const card of cards) kinds.set(kindOf(card), (kinds.get(kindOf(card)) ?? 0) + 1);
  const input = number(Math.min(5, cards.length), cards.length), result = made("output", {});
  const boxes = [...kinds].map(([kind, many]) => [made("input", { type: "checkbox", value: many }), `${kind.name} (${many})`]);
  function tell() {
    const chosen = boxes.reduce((sum, [box]) => sum + (box.checked ? Number(box.value) : 0), 0);
    const share = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 1 });
    result.textContent = share.format(chance(cards.length, chosen, valueOf(input)));
  }
  const list = made("fieldset", {}, made("legend", {}, words.wanted), ...boxes.map(([box, name]) => made("label", { class: "tick" }, box, made("span", {}, name))));
  const dialog = open(`${words.odds}: ${labelOf(id).split(", ")[0]}`, [list, field(words.drawn, input), made("p", { class: "result" }, `${words.chance}: `, result)]);
  dialog.addEventListener("input", tell);
  tell();
}
function notes() {
  const input = made("textarea", { rows: "8", maxlength: "20000" });
  const before = now().notes;
  input.value = before;
  const dialog = open(words.notes, [field(words.notes, input)]);
  dialog.addEventListener("close", () => {
    if (!now() || input.value === before || input.value === now().notes) return;
    // Somebody else has written meanwhile: keep both.
    const text = now().notes === before ? input.value : `${now().notes}\n${input.value}`;
    act({ type: "note", text: text.slice(0, 20_000) });
  });
}
function adding() {
  const { x, y } = middle(), tool = (kind, sides, value) => () => { act({ type: "add", tool: { kind, x, y, value, name: "", sides } }); };
  open(words.add, [made("div", { class: "menu" }, button(words.counter, tool("counter", 0, 0)), ...[4, 6, 8, 10, 12, 20].map((sides) => button(`${words.die} d${sides}`, tool("die", sides, 1))))]);
}
function help() {
  const keys = [...Object.entries(PILE), ...Object.entries(CARD).slice(0, 2), ...Object.entries(TOOL)].filter(([, { key }]) => key).map(([name, { key }]) => [key, words[name]]);
  const more = [["Enter", words.menu], ["← ↑ → ↓", words.move], ...(DO.pass ? [["N", words.pass]] : []), ["Ctrl+Z", words.undo], ...(DO.redo ? [["Ctrl+Y", words.redo]] : []), ["+ −", `${words.in}, ${words.out}`], ["0", words.fit], ["?", words.help]];
  const rows = [...keys, ...more].map(([key, what]) => made("div", {}, made("dt", {}, made("kbd", {}, key)), made("dd", {}, what)));
  open(words.help, [made("dl", { class: "keys" }, ...rows)]);
}
