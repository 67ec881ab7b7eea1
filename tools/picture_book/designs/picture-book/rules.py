"""As few rules as a worked example needs."""

from printnplay.rules import Act, Card, CardGame, Table, forbids, parts, shuffle

COPIES = {"lighthouse": 2, "harbour": 3, "island": 3, "village": 4}
COPIES |= {"whale": 2, "storm": 3, "stars": 2, "cargo": 5}
CARDS = tuple(Card(name, copies=copies) for name, copies in COPIES.items())


class BookTable(Table):
    """Hands, a pile to draw from, and a heap of what was played."""

    cards = CARDS
    hands: list[list[Card]] = parts.hands(2)
    draw: list[Card] = parts.draw_pile()
    heap: list[Card] = parts.pile()


class Book(CardGame[BookTable]):
    """Lay down a card of your hand."""

    cards, table, seats, acts = CARDS, BookTable, (2,), (Act("play", CARDS),)
    sentences = {"PB-1": "A card is played from the hand."}

    def deal(self, table, rng):
        """Shuffle, and deal two cards to each player."""
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        table.hands = [[table.draw.pop() for _ in range(2)] for _ in table.hands]

    @forbids("PB-1.hand", "a card is played from the hand", "play")
    def not_in_hand(self, table, move):
        """Whether the card is not in the hand of who plays it."""
        return move.what not in table.hands[move.seat]

    def play(self, table, move, rng):
        """Lay the card on the heap; the other player is next."""
        table.hands[move.seat].remove(move.what)
        table.heap.append(move.what)
        table.turn = 1 - table.turn


new_game = Book
