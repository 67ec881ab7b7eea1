"""Bazaar: buy wares into a deck of one's own, and draw from it."""

from printnplay.rules import OVER, Act, Card, CardGame, Table, deck, forbids, parts, shuffle, step


class Ware(Card):
    cost: int
    coins: int
    draws: int
    worth: int


PENNY = deck.card("penny", Ware)
WARES = tuple(card for card in deck.cards(Ware) if card.cost)
HAND, PENNIES, STALLS, ROUNDS = 4, 5, 4, 12


class BazaarTable(Table):
    cards = (PENNY, *WARES)
    draw: list[Card] = parts.draw_pile()
    market: list[Card] = parts.pile()
    hands: list[list[Card]] = parts.hands(HAND)
    decks: list[list[Card]] = parts.each(parts.draw_pile())
    played: list[Card] = parts.pile()
    discards: list[list[Card]] = parts.each(parts.pile())
    box: list[Card] = parts.pile()
    round: int = parts.number()
    spent: int = parts.number()
    points: list[int] = parts.each(parts.number())


class Bazaar(CardGame[BazaarTable]):
    table, seats, score, shuffles = BazaarTable, (2, 3, 4), "points", ("again",)
    acts = (Act("play", WARES), Act("buy", WARES), Act("end", "turn"))
    facts = {"hand_size": HAND, "rounds": ROUNDS}
    sentences = {
        "B-1": "On your turn, play any camels, buy any wares, and end your turn.",
        "B-2": "A camel draws two cards; an empty deck is made anew from the discards.",
        "B-3": "Buy wares from the market with the coins in your hand; the stall is filled again.",
        "B-4": "At the end of your turn, discard everything and draw four cards.",
        "B-5": "After twelve rounds, or when the market is empty, the most valuable deck wins.",
    }

    def deal(self, table, rng):
        table.draw = [card for card in self.all_cards() if card is not PENNY]
        shuffle(table.draw, rng)
        table.decks = [[PENNY] * PENNIES for _ in table.decks]
        table.box = [PENNY] * (PENNY.copies - PENNIES * table.players)
        for seat in range(table.players):
            self.draw_cards(table, seat, HAND, rng)
        self.fill_market(table)

    def fill_market(self, table):
        while len(table.market) < STALLS and table.draw:
            table.market.append(table.draw.pop())

    def draw_cards(self, table, seat, number, rng):
        for _ in range(number):
            if not table.decks[seat]:
                self.make_deck(table, seat, rng)
            if table.decks[seat]:
                table.hands[seat].append(table.decks[seat].pop())

    @step("B-2.again", "an empty deck is made anew from the discards")
    def make_deck(self, table, seat, rng):
        table.decks[seat], table.discards[seat] = table.discards[seat], []
        self.shuffle("again", table.decks[seat], rng)

    @forbids("B-1", "only the player whose turn it is moves")
    def out_of_turn(self, table, move):
        return move.seat != table.turn

    @forbids("B-1.hand", "a card is played out of the hand", "play")
    def not_in_hand(self, table, move):
        return move.what not in table.hands[move.seat]

    @forbids("B-2.camel", "only camels are played", "play")
    def no_camel(self, table, move):
        return not move.what.draws

    @forbids("B-3.market", "wares are bought from the market", "buy")
    def not_on_offer(self, table, move):
        return move.what not in table.market

    @forbids("B-3.coins", "a ware costs as many coins as it says", "buy")
    def too_dear(self, table, move):
        return move.what.cost > sum(card.coins for card in table.hands[move.seat]) - table.spent

    def play(self, table, move, rng):
        hand = table.hands[move.seat]
        if move.act == "play":
            hand.remove(move.what)
            table.played.append(move.what)
            self.ride(table, move, rng)
        elif move.act == "buy":
            table.market.remove(move.what)
            table.discards[move.seat].append(move.what)
            table.spent += move.what.cost
            self.refill(table)
        else:
            self.end_turn(table, move.seat, rng)

    @step("B-2.draw", "a camel draws two cards")
    def ride(self, table, move, rng):
        self.draw_cards(table, move.seat, move.what.draws, rng)

    @step("B-3.fill", "an empty stall is filled again")
    def refill(self, table):
        self.fill_market(table)

    def end_turn(self, table, seat, rng):
        self.discard(table, seat)
        self.draw_cards(table, seat, HAND - len(table.hands[seat]), rng)
        table.spent = 0
        table.turn = (seat + 1) % table.players
        if table.turn == 0:
            table.round += 1
        if table.round == ROUNDS or not table.market:
            self.finish(table)

    @step("B-4", "everything is discarded at the end of a turn")
    def discard(self, table, seat):
        table.discards[seat] += table.hands[seat] + table.played
        table.hands[seat], table.played = [], []

    @step("B-5", "the most valuable deck wins")
    def finish(self, table):
        for seat in range(table.players):
            owned = table.hands[seat] + table.decks[seat] + table.discards[seat]
            table.points[seat] = sum(card.worth for card in owned)
        table.turn, table.winners = OVER, self.leaders(table)


new_game = Bazaar
