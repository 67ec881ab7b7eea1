"""Tender: every seat lays a bid face down; the highest bid that nobody shares takes the lot."""

from printnplay.rules import (
    OVER,
    Act,
    Card,
    CardGame,
    Table,
    clause,
    deck,
    forbids,
    parts,
    shuffle,
    step,
)


class Bid(Card):
    colour: str
    amount: int


class Lot(Card):
    worth: int


BIDS = deck.cards(Bid, family="bid")
LOTS = deck.cards(Lot, family="lot")
AMOUNTS = range(1, 7)
COLOURS = deck.values("colour", family="bid")


class TenderTable(Table):
    cards = (*BIDS, *LOTS)
    hands: list[list[Card]] = parts.hands(0)
    laid: list[int] = parts.at_once(*AMOUNTS)
    spent: list[list[Card]] = parts.each(parts.pile())
    draw: list[Card] = parts.pile(seen=parts.NOBODY)
    lots: list[Card] = parts.pile()
    won: list[list[Card]] = parts.each(parts.pile())
    box: list[Card] = parts.draw_pile()
    points: list[int] = parts.each(parts.number())


class Tender(CardGame[TenderTable]):
    table, seats, score = TenderTable, (2, 3, 4), "points"
    acts = (Act("bid", AMOUNTS),)
    sentences = {
        "T-1": "All seats lay a bid face down at the same time; then all are revealed.",
        "T-2": "The highest bid that no other seat has made takes all lots on offer.",
        "T-3": "If there is none, the lots stay, and the next one is added.",
        "T-4": "The game ends with the last bid; whoever's lots are worth most wins.",
    }

    def deal(self, table, rng):
        for seat, hand in enumerate(table.hands):
            hand += [card for card in BIDS if card.colour == COLOURS[seat]]
        table.box = [card for card in BIDS if card.colour not in COLOURS[: table.players]]
        table.draw = list(LOTS)
        shuffle(table.draw, rng)
        table.lots.append(table.draw.pop())

    def pool(self, card):
        """Lots and the bids of each seat have backs of their own."""
        return card.colour if isinstance(card, Bid) else "lot"

    @forbids("T-1.once", "a seat lays one bid")
    def has_bid(self, table, move):
        return table.laid[move.seat] is not None

    @forbids("T-1.hand", "a bid is laid out of the hand")
    def not_in_hand(self, table, move):
        return self.card_of(table, move.seat, move.what) is None

    def card_of(self, table, seat, amount):
        return next((card for card in table.hands[seat] if card.amount == amount), None)

    def play(self, table, move, rng):
        table.laid[move.seat] = move.what
        if None not in table.laid:
            self.reveal(table)
            if any(table.hands):
                self.next_lot(table)
            else:
                self.finish(table)

    shared_bids_are_void = clause("T-2.shared", "bids that two seats have made are void")

    def reveal(self, table):
        bids = table.laid
        valid = [bid for bid in bids if bids.count(bid) == 1 or not self.shared_bids_are_void]
        if valid:
            self.take(table, bids.index(max(valid)))
        for seat, laid in enumerate(table.laid):
            card = self.card_of(table, seat, laid)
            table.hands[seat].remove(card)
            table.spent[seat].append(card)
        table.laid = [None] * table.players

    @step("T-2.highest", "the highest bid takes the lots")
    def take(self, table, seat):
        table.points[seat] += sum(card.worth for card in table.lots)
        table.won[seat] += table.lots
        table.lots = []

    @step("T-3", "the next lot is added")
    def next_lot(self, table):
        table.lots.append(table.draw.pop())

    @step("T-4", "whoever's lots are worth most wins")
    def finish(self, table):
        table.turn, table.winners = OVER, self.leaders(table)


new_game = Tender
