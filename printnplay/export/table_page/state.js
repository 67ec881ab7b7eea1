// A position: plain data. Each function returns a new one and leaves the old one alone, so that undo keeps old ones.
//   cards: {id: {kind, up, turn}}, piles: {id: {x, y, cards, place}} (bottom to top; a pile with a place stays when empty),
//   order: ids of piles from below to above, hands: [[id]], tools: {id: {kind, x, y, value, name, sides}}, notes, seed.
const FORMAT = 1;

// The random numbers of a position come from its seed (mulberry32), so that the same action has the same result.
function drawn(seed, below) {
  const next = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return [Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below), next];
}
function shuffled(cards, seed) {
  const mixed = [...cards];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    let other;
    [other, seed] = drawn(seed, at + 1);
    [mixed[at], mixed[other]] = [mixed[other], mixed[at]];
  }
  return [mixed, seed];
}
const without = (object, key) => Object.fromEntries(Object.entries(object).filter(([each]) => each !== key));

function begun(game, players, seed) {
  const at = { format: FORMAT, seed, players, next: 1, cards: {}, piles: {}, order: [], hands: [], tools: {}, notes: "" };
  at.hands = Array.from({ length: players }, () => []);
  for (const stack of game.stacks) {
    let cards = [];
    for (const [kind, count] of stack.cards) {
      for (let copy = 1; copy <= count; copy += 1) {
        const id = `${kind}.${copy}`;
        at.cards[id] = { kind, up: stack.up, turn: 0 };
        cards.push(id);
      }
    }
    if (!stack.up) [cards, at.seed] = shuffled(cards, at.seed);
    at.piles[stack.id] = { x: stack.x, y: stack.y, cards, place: stack.title };
  }
  for (const place of game.places.filter((each) => each.players.includes(players))) at.piles[place.id] = { x: place.x, y: place.y, cards: [], place: place.title };
  for (const { stack, count, kinds, seat, place, up } of game.deals[players] ?? []) {
    const from = at.piles[stack], fit = from.cards.filter((id) => !kinds.length || kinds.includes(at.cards[id].kind));
    const dealt = fit.slice(-count).reverse();
    from.cards = from.cards.filter((id) => !dealt.includes(id));
    for (const id of dealt) at.cards[id].up = up || seat !== null;
    (seat === null ? at.piles[place].cards : at.hands[seat]).push(...dealt);
  }
  at.order = Object.keys(at.piles);
  return at;
}

// Where a card lies: the key and the cards of its pile or hand.
function placeOf(at, card) {
  const hand = at.hands.findIndex((cards) => cards.includes(card));
  if (hand >= 0) return { hand, cards: at.hands[hand] };
  const pile = Object.keys(at.piles).find((each) => at.piles[each].cards.includes(card));
  return { pile, cards: at.piles[pile].cards };
}
// Puts cards, bottom to top, into a hand, on or under a pile, or on the table as a pile of their own.
function put(at, { cards, to, up, place = "" }) {
  const moved = new Set(cards);
  if (moved.size !== cards.length || !cards.every((id) => at.cards[id]) || !cards.length) return at;
  if (to.pile !== undefined && !at.piles[to.pile]) return at;
  if (to.hand !== undefined && !at.hands[to.hand]) return at;
  const next = { ...at, cards: { ...at.cards }, piles: {}, hands: at.hands.map((hand) => hand.filter((id) => !moved.has(id))) };
  for (const [id, pile] of Object.entries(at.piles)) {
    const left = pile.cards.some((card) => moved.has(card)) ? pile.cards.filter((card) => !moved.has(card)) : pile.cards;
    if (left.length || pile.place || id === to.pile) next.piles[id] = { ...pile, cards: left };
  }
  for (const id of cards) {
    const shown = to.hand !== undefined || (up ?? at.cards[id].up);
    next.cards[id] = { ...at.cards[id], up: shown, turn: to.hand === undefined ? at.cards[id].turn : 0 };
  }
  let top = to.pile;
  if (to.hand !== undefined) {
    const index = to.index ?? next.hands[to.hand].length;
    next.hands[to.hand] = next.hands[to.hand].toSpliced(index, 0, ...cards);
  } else if (to.pile !== undefined) {
    const pile = next.piles[to.pile];
    pile.cards = to.under ? [...cards, ...pile.cards] : [...pile.cards, ...cards];
  } else {
    top = `p${at.next}`;
    next.next = at.next + 1;
    next.piles[top] = { x: to.x, y: to.y, cards: [...cards], place };
  }
  next.order = [...at.order.filter((id) => next.piles[id] && id !== top), ...(top ? [top] : [])];
  return next;
}
const changed = (at, id, change) => ({ ...at, piles: { ...at.piles, [id]: { ...at.piles[id], ...change } } });
function withCards(at, ids, change) {
  const cards = { ...at.cards };
  for (const id of ids) cards[id] = { ...cards[id], ...change(cards[id]) };
  return { ...at, cards };
}

const ACTIONS = {
  put,
  shuffle(at, { pile }) {
    const [cards, seed] = shuffled(at.piles[pile].cards, at.seed);
    return { ...changed(at, pile, { cards }), seed };
  },
  flip(at, { pile, all }) {
    const { cards } = at.piles[pile];
    const turned = withCards(at, all ? cards : cards.slice(-1), ({ up }) => ({ up: !up }));
    return all ? changed(turned, pile, { cards: cards.toReversed() }) : turned;
  },
  turn: (at, { pile }) => withCards(at, at.piles[pile].cards, ({ turn }) => ({ turn: (turn + 90) % 360 })),
  move(at, { pile, x, y }) {
    return { ...changed(at, pile, { x, y }), order: [...at.order.filter((id) => id !== pile), pile] };
  },
  deal(at, { pile, count }) {
    for (let round = 0; round < count; round += 1) {
      for (let hand = 0; hand < at.players && at.piles[pile]?.cards.length; hand += 1) {
        at = put(at, { cards: at.piles[pile].cards.slice(-1), to: { hand } });
      }
    }
    return at;
  },
  // Counters and dice.
  add: (at, { tool }) => ({ ...at, next: at.next + 1, tools: { ...at.tools, [`t${at.next}`]: tool } }),
  change: (at, { tool, ...change }) => ({ ...at, tools: { ...at.tools, [tool]: { ...at.tools[tool], ...change.to } } }),
  remove: (at, { tool }) => ({ ...at, tools: without(at.tools, tool) }),
  roll(at, { tool }) {
    const [value, seed] = drawn(at.seed, at.tools[tool].sides);
    return { ...ACTIONS.change(at, { tool, to: { value: value + 1 } }), seed };
  },
  note: (at, { text }) => ({ ...at, notes: text }),
  start: (at, { game, players, seed }) => begun(game, players, seed),
};
// The position after an action; the same one if it names what is not there.
function after(at, action) {
  if (action.pile !== undefined && !at.piles[action.pile]) return at;
  if (action.tool !== undefined && typeof action.tool === "string" && !at.tools[action.tool]) return at;
  return ACTIONS[action.type](at, action);
}

// All cards that lie somewhere, sorted: none may be lost or there twice.
const lying = (at) => [...Object.values(at.piles).flatMap((pile) => pile.cards), ...at.hands.flat()].sort();

// Returns the position in a file of this game, or nothing: it has each card once, and only values of the right kind.
function fitting(text, game) {
  let at;
  try { at = JSON.parse(text); } catch { return undefined; }
  const number = Number.isFinite, whole = Number.isSafeInteger, object = (value) => value !== null && typeof value === "object";
  const words = (list) => Array.isArray(list) && list.every((each) => typeof each === "string");
  const named = (value) => object(value) && !Array.isArray(value) && Object.values(value).every(object);
  const fits = object(at) && at.format === FORMAT && whole(at.seed) && whole(at.next) && game.players.includes(at.players)
    && typeof at.notes === "string" && named(at.cards) && named(at.piles) && named(at.tools)
    && Array.isArray(at.hands) && at.hands.length === at.players && at.hands.every(words)
    && Object.values(at.piles).every((pile) => number(pile.x) && number(pile.y) && words(pile.cards) && typeof pile.place === "string")
    && Object.values(at.tools).every((tool) => ["counter", "die"].includes(tool.kind) && number(tool.x) && number(tool.y)
      && whole(tool.value) && typeof tool.name === "string" && (tool.kind === "counter" || (whole(tool.sides) && tool.sides > 1)))
    && words(at.order) && String([...at.order].sort()) === String(Object.keys(at.piles).sort());
  if (!fits) return undefined;
  const all = begun(game, at.players, 0).cards, ids = Object.keys(all).sort();
  const right = String(lying(at)) === String(ids) && String(Object.keys(at.cards).sort()) === String(ids)
    && ids.every((id) => at.cards[id].kind === all[id].kind && typeof at.cards[id].up === "boolean" && at.cards[id].turn % 90 === 0);
  return right ? at : undefined;
}

// The positions before and after the shown one.
class History {
  constructor(at) { this.past = []; this.at = at; this.future = []; }
  act(action) {
    const next = after(this.at, action);
    if (next === this.at) return;
    this.past = [...this.past.slice(-999), this.at]; // A session of an evening; old positions share their parts.
    this.at = next;
    this.future = [];
  }
  look() {} // All cards are here.
  undo() { if (this.past.length) { this.future.push(this.at); this.at = this.past.pop(); } }
  redo() { if (this.future.length) { this.past.push(this.at); this.at = this.future.pop(); } }
}
