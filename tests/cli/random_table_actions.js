// Plays random actions at the table of the page, takes all back, and plays them again.
count => {
  const first = JSON.stringify(now()), cards = String(lying(now()));
  let seed = 7, lost = 0;
  const pick = (list) => { let at; [at, seed] = drawn(seed, list.length); return list[at]; };
  const some = (at) => pick([{ hand: pick(at.hands.map((_, hand) => hand)) }, { x: pick([1, 50, 99]), y: 7 },
    { pile: pick(Object.keys(at.piles)) }, { pile: pick(Object.keys(at.piles)), under: true }]);
  for (let step = 0; step < count; step += 1) {
    const at = now(), pile = pick(Object.keys(at.piles)), tools = Object.keys(at.tools);
    const top = at.piles[pile].cards.at(-1), held = at.hands.flat(), tool = pick(tools.length ? tools : ["none"]);
    timeline.act(pick([
      { type: "shuffle", pile }, { type: "flip", pile }, { type: "flip", pile, all: true }, { type: "turn", pile },
      { type: "move", pile, x: step, y: step }, { type: "deal", pile, count: pick([1, 2, 3]) }, { type: "note", text: `${step}` },
      { type: "put", cards: top ? [top] : [], to: some(at) }, { type: "put", cards: at.piles[pile].cards, to: some(at) },
      { type: "put", cards: held.length ? [pick(held)] : [], to: some(at), up: pick([true, false]) },
      { type: "put", cards: held, to: some(at) }, { type: "put", cards: ["nothing"], to: some(at) },
      { type: "add", tool: { kind: "die", x: 0, y: 0, value: 1, sides: 6, name: "" } },
      { type: "change", tool, to: { value: step } }, { type: "roll", tool }, { type: "remove", tool }, { type: "turn", pile: "gone" },
      ...(step % 50 ? [] : [{ type: "start", game, players: pick(game.players), seed: step }]),
    ]));
    if (String(lying(now())) !== cards || !fitting(JSON.stringify(now()), game)) lost += 1;
  }
  const last = JSON.stringify(now()), steps = timeline.past.length;
  for (let step = 0; step < steps; step += 1) timeline.undo();
  const back = JSON.stringify(now()) === first;
  for (let step = 0; step < steps; step += 1) timeline.redo();
  return { lost, steps, back, forth: JSON.stringify(now()) === last };
}
