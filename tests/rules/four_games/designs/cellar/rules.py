"""Cellar: friends keep a fire alight while perhaps one of them puts it out."""

from printnplay.rules import (
    OVER,
    SEATS,
    Act,
    Card,
    CardGame,
    Table,
    deck,
    forbids,
    parts,
    shuffle,
    step,
)


class Role(Card):
    pass


class Log(Card):
    heat: int


FRIEND, TRAITOR = deck.card("friend", Role), deck.card("traitor", Role)
LOGS = deck.cards(Log, family="log")
HAND, FIRES, FLOODS = 3, 3, 3


class CellarTable(Table):
    cards = (FRIEND, TRAITOR, *LOGS)
    roles: list[list[Card]] = parts.each(parts.slot(), seen=parts.OWNER)
    spare: list[Card] = parts.pile(seen=parts.NOBODY)
    hands: list[list[Card]] = parts.hands(0)
    draw: list[Card] = parts.draw_pile()
    pot: list[list[Card]] = parts.each(parts.slot(), seen=parts.OWNER)
    burnt: list[Card] = parts.pile()
    fires: int = parts.number(most=FIRES - 1)
    floods: int = parts.number(most=FLOODS - 1)


class Cellar(CardGame[CellarTable]):
    table, seats = CellarTable, (3, 4, 5)
    acts = (Act("lay", LOGS), Act("accuse", SEATS))
    facts = {"fires": FIRES, "floods": FLOODS}
    sentences = {
        "L-1": "In turn, lay a log in the pot face down, or accuse another player.",
        "L-2": "When all have laid a log, the pot is revealed: a fire if it is warm, else a flood.",
        "L-3": "An accused traitor is out, and the friends win. An accused friend is a flood.",
        "L-4": "Three fires: the friends win. Three floods: the traitor wins, if there is one.",
    }

    def deal(self, table, rng):
        roles = [TRAITOR] + [FRIEND] * table.players
        shuffle(roles, rng)
        table.roles = [[roles.pop()] for _ in table.roles]
        table.spare = roles + [FRIEND] * (FRIEND.copies - table.players)
        table.draw = [card for card in self.all_cards() if isinstance(card, Log)]
        shuffle(table.draw, rng)
        for hand in table.hands:
            hand += [table.draw.pop() for _ in range(HAND)]

    def pool(self, card):
        return "role" if isinstance(card, Role) else "log"

    @forbids("L-1.turn", "only the player whose turn it is moves")
    def out_of_turn(self, table, move):
        return move.seat != table.turn

    @forbids("L-1.hand", "a log is laid out of the hand", "lay")
    def not_in_hand(self, table, move):
        return move.what not in table.hands[move.seat]

    @forbids("L-1.other", "another player is accused", "accuse")
    def accuses_nobody(self, table, move):
        return move.what == move.seat or move.what >= table.players

    @forbids("L-1.once", "nobody lays a second log in one pot", "lay")
    def has_laid(self, table, move):
        return bool(table.pot[move.seat])

    def check_position(self, table, given, reader):
        """Deal friends to seats without a role; the other roles are spare."""
        roles = [card for card in table.draw if isinstance(card, Role)]
        table.draw = [card for card in table.draw if isinstance(card, Log)]
        for role in table.roles:
            if not role:
                roles.remove(FRIEND)
                role.append(FRIEND)
        table.spare += roles

    def play(self, table, move, rng):
        table.turn = (move.seat + 1) % table.players
        if move.act == "accuse":
            self.accuse(table, move.what)
        else:
            table.hands[move.seat].remove(move.what)
            table.pot[move.seat].append(move.what)
            if all(table.pot):
                self.reveal(table, rng)
        if table.turn != OVER:
            self.end(table)

    @step("L-3", "an accused traitor is found, an accused friend is a flood")
    def accuse(self, table, accused):
        if table.roles[accused] == [TRAITOR]:
            table.turn, table.winners = OVER, self.friends(table)
        else:
            table.floods += 1

    @step("L-2", "a warm pot is a fire, any other a flood")
    def reveal(self, table, rng):
        logs = [log for laid in table.pot for log in laid]
        shuffle(logs, rng)
        if sum(log.heat for log in logs) > table.players:
            table.fires += 1
        else:
            table.floods += 1
        table.burnt += logs
        table.pot = [[] for _ in table.pot]
        for hand in table.hands:
            hand.append(table.draw.pop())

    def friends(self, table):
        return [seat for seat, role in enumerate(table.roles) if role == [FRIEND]]

    def end(self, table):
        if table.fires == FIRES:
            self.friends_win(table)
        elif table.floods == FLOODS:
            self.traitor_wins(table)

    @step("L-4.fires", "three fires win for the friends")
    def friends_win(self, table):
        table.turn, table.winners = OVER, self.friends(table)

    @step("L-4.floods", "three floods win for the traitor")
    def traitor_wins(self, table):
        table.turn = OVER
        table.winners = [seat for seat, role in enumerate(table.roles) if role == [TRAITOR]]


new_game = Cellar
