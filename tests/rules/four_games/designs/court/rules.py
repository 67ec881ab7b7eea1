"""Court: tricks with trumps; the cards in them count."""

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


class CourtCard(Card):
    suit: str
    height: int
    worth: int


CARDS = deck.cards(CourtCard)
HAND = {3: 10, 4: 7, 5: 6}


class CourtTable(Table):
    cards = CARDS
    hands: list[list[Card]] = parts.hands(6)
    draw: list[Card] = parts.draw_pile()
    trump: list[Card] = parts.slot()
    trick: list[Card] = parts.pile()
    taken: list[list[Card]] = parts.each(parts.pile())
    dealer: int = parts.seat(lasts=True)
    points: list[int] = parts.each(parts.number(), lasts=True)
    deals: int = parts.number(lasts=True)


class Court(CardGame[CourtTable]):
    table, seats, score = CourtTable, (3, 4, 5), "points"
    acts = (Act("play", CARDS),)
    sentences = {
        "C-1": "The dealer's left neighbour leads, then whoever took a trick; all play clockwise.",
        "C-2": "Follow suit if you can; if you cannot, play a trump if you can.",
        "C-3": "The highest trump takes the trick, or else the highest card of the suit led.",
        "C-4": "The cards taken count; the last trick counts ten more.",
        "C-5": "Each deals once; then most points win.",
    }

    @forbids("C-1.turn", "only the player whose turn it is plays")
    def out_of_turn(self, table, move):
        return move.seat != table.turn

    @forbids("C-1.hand", "a card is played out of the hand")
    def not_in_hand(self, table, move):
        return move.what not in table.hands[move.seat]

    @forbids("C-2.suit", "who has the suit led plays it")
    def revokes(self, table, move):
        return bool(table.trick) and self.misses(table, move, table.trick[0].suit)

    @forbids("C-2.trump", "who cannot follow suit plays a trump")
    def saves_trumps(self, table, move):
        return (
            bool(table.trick)
            and not any(card.suit == table.trick[0].suit for card in table.hands[move.seat])
            and self.misses(table, move, table.trump[0].suit)
        )

    def misses(self, table, move, suit):
        return move.what.suit != suit and any(card.suit == suit for card in table.hands[move.seat])

    left_of_the_dealer_leads = clause("C-1.lead", "the dealer's left neighbour leads")
    winner_leads = clause("C-1.next", "whoever took the trick leads the next")

    def deal(self, table, rng):
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        for hand in table.hands:
            hand += [table.draw.pop() for _ in range(HAND[table.players])]
        table.trump = [table.draw.pop()]
        table.turn = (table.dealer + self.left_of_the_dealer_leads) % table.players

    def play(self, table, move, rng):
        table.hands[move.seat].remove(move.what)
        table.trick.append(move.what)
        table.turn = (move.seat + 1) % table.players
        if len(table.trick) == table.players:
            self.end_trick(table)
            if not any(table.hands):
                self.end_deal(table, rng)

    def end_trick(self, table):
        leader = table.turn
        if self.winner_leads:
            table.turn = (leader + table.trick.index(self.best(table))) % table.players
        taker = (leader + table.trick.index(self.best(table))) % table.players
        table.taken[taker] += table.trick
        if not any(table.hands):
            self.count(table, taker)
        table.trick = []

    trumps_beat = clause("C-3.trump", "trumps beat all other cards")
    highest_wins = clause("C-3.high", "the highest card of the suit led takes the trick")

    def best(self, table):
        rank = {table.trick[0].suit: 1}
        if self.trumps_beat:
            rank[table.trump[0].suit] = 2
        return max(
            table.trick, key=lambda card: (rank.get(card.suit, 0), card.height * self.highest_wins)
        )

    @step("C-4", "the cards taken count, the last trick ten more")
    def count(self, table, taker):
        table.points[taker] += 10
        for seat, cards in enumerate(table.taken):
            table.points[seat] += sum(card.worth for card in cards)

    def end_deal(self, table, rng):
        table.deals += 1
        table.dealer = (table.dealer + 1) % table.players
        table.turn = OVER
        self.finish(table)
        if not table.winners:
            table.clear()
            self.deal(table, rng)

    @step("C-5", "each deals once; then most points win")
    def finish(self, table):
        if table.deals == table.players:
            table.winners = self.leaders(table)


new_game = Court
