// The rules referee: the page lists the legal moves of this seat, plays them, and says which rule forbids another one.
const facts = made("p", { class: "ruled-facts" }), listed = made("div", { class: "ruled-moves", role: "group", "aria-label": game.title });
document.querySelector(".hand").insertBefore(made("div", { class: "ruled" }, facts, listed), strip);

// Nothing lies on this table but what the rules put there.
for (const all of [PILE, CARD, TOOL]) for (const name of Object.keys(all)) if (name !== "look") delete all[name];

const idOf = (card) => now().cards[card].kind;
const placeOf = (pile) => now().piles[pile].place;
const playing = ({ number, words: text }) => button(text, () => { timeline.act({ type: "play", number }); });
const withWord = (moves, word) => moves.filter((move) => move.words.split(/,? /).includes(word));

async function reasons(card, to = "") {
  const { ok, text } = await post("why", { card, to });
  return ok ? JSON.parse(text) : [];
}
// The moves that a rule forbids, with the rule once.
function byRule(refused) {
  const rules = new Map(refused.map(({ rule, reason }) => [`${rule}: ${reason}`, []]));
  for (const { words: text, rule, reason } of refused) rules.get(`${rule}: ${reason}`).push(text);
  return [...rules].map(([rule, texts]) => made("li", {}, made("b", {}, rule), made("span", {}, texts.join("; "))));
}

// What can be done with a card or a place: its legal moves, and why others are not legal.
menu = async (element) => {
  const { pile, card: inHand } = element.dataset, card = inHand ?? topOf(pile);
  const known = card && isKnown(card), legal = known ? now().legal.filter((move) => move.card === idOf(card)) : [];
  const here = legal.length || !pile ? legal : withWord(now().legal, placeOf(pile));
  const refused = known && inHand ? await reasons(idOf(card)) : [];
  open(element.getAttribute("aria-label"), [...(known ? [picture(card)] : []), made("div", { class: "menu" }, ...here.map(playing)), made("ul", { class: "ruled-why" }, ...byRule(refused))], "look");
};

// A card that is dropped on a place is played there, or refused with the rule.
act = async (action) => {
  show();
  if (action.type !== "put") return;
  const [card] = action.cards, to = action.to.pile === undefined ? "" : placeOf(action.to.pile);
  if (!card || !isKnown(card)) return;
  const legal = now().legal.filter((move) => move.card === idOf(card)), fitting = to ? withWord(legal, to.split(" ").at(-1)) : legal;
  if (fitting.length === 1) { timeline.act({ type: "play", number: fitting[0].number }); return; }
  if (fitting.length) { open(kindOf(card).name, [made("div", { class: "menu" }, ...fitting.map(playing))]); return; }
  const [first] = await reasons(idOf(card), to.split(" ").at(-1));
  if (first) tell(`${first.rule}: ${first.reason}`);
};

const showPosition = show;
show = () => {
  showPosition();
  const { turn, won, legal } = now();
  for (const [seat, element] of [...seats.children].entries()) element.classList.toggle("due", won ? won.includes(seat) : turn.includes(seat));
  facts.textContent = now().facts.join(" · ");
  listed.replaceChildren(...legal.map(playing));
};
const announcedFree = announced;
announced = (step) => step.what ? announcedFree(step) : `${player(step.seat)}: ${step.place}`;
