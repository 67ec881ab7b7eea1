"""The rules of MATCH!, one line each, and the clauses that can be switched off singly.

The line of a clause says what holds while it is on. Where the printed rules are silent:

- Cards are dealt one at a time, clockwise from the player who begins the round.
- Any colour or number may be named, also one that lies in no collection, or the one just named.
- A player who must answer a wild of their own, because everybody else put cards aside, answers it
  like any other.
- The deck is made anew when a card is wanted and none is left, not when the last one is drawn.
- Hands are looked at after drawing: putting the last card into the collection ends no round.
- All totals are compared when a round ends; who played its last card gets nothing for that.
- A total may be negative, and 50 points count only at the end of a round.
- Who begins the next round deals it, with all the cards; the reminder cards stay.
"""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "MAT-1": "Everybody gets a reminder card and five cards; a number card starts the discards.",
    "MAT-2": "The player in the brightest clothes begins, and turns pass clockwise.",
    "MAT-3": "A turn is exactly one card.",
    "MAT-4": "A card that matches goes on the discard pile, from hand or from a top card.",
    "MAT-5": "A card from hand that does not match goes into one's collection, for a new card.",
    "MAT-6": "Collections are stacks by colour whose top cards everybody sees; hands are hidden.",
    "MAT-7": "While a top card of one's collection matches, nothing goes from hand to collection.",
    "MAT-8": "A matching card may stay in hand while no top card of the collection matches.",
    "MAT-9": "A wild goes on any card of the discard pile and names a colour or a number.",
    "MAT-10": "The next player answers a wild as if it were a card of the colour or number named.",
    "MAT-11": "What was named holds while that wild lies on top.",
    "MAT-12": "An empty deck is made anew from the discards below the top one.",
    "MAT-13": "A round ends with the turn that leaves a player without a card in hand.",
    "MAT-14": "A round scores all cards of the collection, less those left in hand.",
    "MAT-15": "Rounds add up until somebody has fifty points; the highest total wins.",
}

CLAUSES: Mapping[str, str] = {
    "MAT-1.players": "two to eight play",
    "MAT-1.reminder": "a reminder card lies in front of everybody",
    "MAT-1.symbol": "the draw symbol is up",
    "MAT-1.hand": "everybody is dealt five cards",
    "MAT-1.discard": "a card turned over starts the discard pile",
    "MAT-1.wild": "a wild turned over goes back and another card is turned over",
    "MAT-2.brightest": "the player in the brightest clothes begins",
    "MAT-2.clockwise": "the next player is the one on the left",
    "MAT-2.turn": "only the player whose turn it is plays",
    "MAT-4.colour": "cards of one colour match",
    "MAT-4.number": "cards of one number match",
    "MAT-4.match": "only a card that matches goes on the discard pile",
    "MAT-4.own": "it comes out of the player's own hand or collection",
    "MAT-4.collection": "it may come from the collection",
    "MAT-4.top": "out of the collection comes only the top card of a stack",
    "MAT-4.nothing": "nothing is drawn",
    "MAT-5.differ": "the card differs in colour and in number",
    "MAT-5.own": "it comes out of the player's own hand",
    "MAT-5.draw": "one card is drawn for it",
    "MAT-6.colour": "each colour has its own stack",
    "MAT-6.top": "a new card goes on top of its stack",
    "MAT-6.hidden": "only its owner sees a hand",
    "MAT-6.covered": "nobody looks through the stacks",
    "MAT-7.must": "a top card that matches keeps all hand cards out of the collection",
    "MAT-7.top": "covered cards do not count",
    "MAT-9.any": "a wild can be played on every card",
    "MAT-9.collection": "a wild never goes into a collection",
    "MAT-9.name": "a colour or a number is named",
    "MAT-10.has": "only a card that has what was named, or a wild, answers on the discard pile",
    "MAT-10.has-not": "only a card that has it not goes into the collection",
    "MAT-10.must": "a top card that has it keeps all hand cards out of the collection",
    "MAT-10.keep": "with no such top card a hand card that has it may be kept",
    "MAT-10.wild": "another wild answers it, and names anew",
    "MAT-12.new": "the discards are shuffled into a new deck",
    "MAT-12.wanted": "that happens only when a card must be drawn",
    "MAT-12.top": "the top card stays on the discard pile",
    "MAT-12.named": "a wild that stays keeps what was named",
    "MAT-12.none": "if no card is left to draw, the round ends at once",
    "MAT-13.empty": "an empty hand ends the round",
    "MAT-13.before": "nothing is dealt before the round has ended",
    "MAT-13.drawn": "the hand is looked at after drawing",
    "MAT-14.collection": "the cards of the collection count for their owner",
    "MAT-14.covered": "covered cards count too",
    "MAT-14.hand": "cards in hand count against their owner",
    "MAT-14.wild": "a wild in hand counts ten against its owner",
    "MAT-15.add": "the points of the rounds are added up",
    "MAT-15.fifty": "fifty points at the end of a round end the game",
    "MAT-15.highest": "the highest total wins",
    "MAT-15.share": "equal totals share the win",
    "MAT-15.last": "only who played the last card begins, and so deals, the next round",
}
