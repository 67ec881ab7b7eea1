"""The cards of Tic Tac K.O., what they do, the numbers of the game, and the table."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias, cast, get_args

from printnplay.rules import Card, Table, deck, field, only_when_off, parts

# The grid

SIDES: Mapping[str, int] = {"standard": 3, "advanced": 4}
"""Spaces along an edge of each grid."""

PLAYERS = (2, 3, 4)

SPACES: Mapping[int, tuple[str, ...]] = {3: tuple("123456789"), 4: tuple("123A456B789CDEFG")}
"""The spaces by the length of an edge, row by row.

The lettered ones lie down the right of the numbered ones and along the bottom.
"""


# What cards do

KEYWORDS: Mapping[str, str] = {
    "draw": "the top card of the own deck comes to the hand",
    "discard": "a card of the hand goes to the own discard pile",
    "destroy": "a card leaves the grid",
    "displace": "a card moves to another space",
    "swap": "two cards change places",
    "sacrifice": "a card of the own team leaves the grid",
}

Keyword: TypeAlias = Literal[
    "draw", "discard", "destroy", "displace", "swap", "sacrifice", "cancel", "enter"
]
"""Besides KEYWORDS: what an Instant may do to the thing it answers, which cards say in full, and
being played on a space, what some Special characters keep opponents from."""

Whose: TypeAlias = Literal["own", "opposing", "either"]
Where: TypeAlias = Literal["anywhere", "adjacent", "it"]
"""Where a target stands: anywhere, beside the card, or it is the card itself or what it answers."""

Answered: TypeAlias = Literal["magic-or-instant", "character", "destruction"]
"""What an Instant answers: an opponent's card of that kind, or a DESTROY by an opponent."""

Kind: TypeAlias = Literal["basic", "special", "magic", "instant"]


class Step(NamedTuple):
    """One keyword carried out: on what, how often.

    Args:
        keyword: one of KEYWORDS, or `cancel`.
        whose: the team of the target, seen from the player of the card.
        where: where the target stands.
        only: the kind of Character that is a target, where not every kind is.
        other: for a SWAP, the team of the second card.
        number: of cards drawn or discarded; 0 for other keywords.
    """

    keyword: Keyword
    whose: Whose = "either"
    where: Where = "anywhere"
    only: Kind | Literal[""] = ""
    other: Whose = "either"
    number: int = 0


class Ban(NamedTuple):
    """What an ongoing effect keeps from happening: these keywords, to whom, where.

    It covers the card itself (`itself`), and Characters beside it or played there (`beside`) of the
    team `whose`, of the kind `only` or of any.
    """

    keywords: tuple[Keyword, ...]
    itself: bool = False
    beside: bool = False
    whose: Whose = "own"
    only: Kind | Literal[""] = ""


class Effect(NamedTuple):
    """What a card does, in words; its steps; what an Instant answers; what stays banned."""

    line: str
    steps: tuple[Step, ...] = ()
    answers: Answered | Literal["", "anything"] = ""
    ban: Ban | None = None


NO_EFFECT = Effect("nothing")

EFFECTS: Mapping[str, Effect] = {
    # Special characters, as they enter
    "strike": Effect(
        "an adjacent opposing Character is DESTROYED as it enters",
        (Step("destroy", "opposing", "adjacent"),),
    ),
    "push": Effect(
        "an adjacent opposing Character is DISPLACED as it enters",
        (Step("displace", "opposing", "adjacent"),),
    ),
    "gather": Effect("two cards are DRAWN as it enters", (Step("draw", number=2),)),
    "leap": Effect(
        "it is SWAPPED with any other Character as it enters", (Step("swap", "own", "it"),)
    ),
    # Special characters, as long as they are on the grid
    "armour": Effect("it cannot be DESTROYED", ban=Ban(("destroy",), itself=True)),
    "dread": Effect(
        "opponents cannot play Characters beside it",
        ban=Ban(("enter",), beside=True, whose="opposing"),
    ),
    "shelter": Effect(
        "its team's Characters beside it cannot be DESTROYED", ban=Ban(("destroy",), beside=True)
    ),
    "anchor": Effect(
        "it and its team's Characters beside it cannot be DISPLACED or SWAPPED",
        ban=Ban(("displace", "swap"), itself=True, beside=True),
    ),
    # Magic cards
    "blast": Effect(
        "an opposing Basic character is DESTROYED", (Step("destroy", "opposing", only="basic"),)
    ),
    "humble": Effect(
        "an opposing Special character is DESTROYED", (Step("destroy", "opposing", only="special"),)
    ),
    "bargain": Effect(
        "an own Character is SACRIFICED, then an opposing one DESTROYED",
        (Step("sacrifice", "own"), Step("destroy", "opposing")),
    ),
    "banish": Effect("an opposing Character is DISPLACED", (Step("displace", "opposing"),)),
    "wander": Effect(
        "any Character is DISPLACED, then any again", (Step("displace"), Step("displace"))
    ),
    "exchange": Effect("any two Characters are SWAPPED", (Step("swap"),)),
    "uproar": Effect("an opponent DISCARDS two cards", (Step("discard", number=2),)),
    "plunder": Effect("two cards are DRAWN", (Step("draw", number=2),)),
    "whim": Effect(
        "two cards are DRAWN, then an opponent DISCARDS one",
        (Step("draw", number=2), Step("discard", number=1)),
    ),
    # Instants
    "quench": Effect(
        "a Magic card or an Instant has no effect", (Step("cancel"),), "magic-or-instant"
    ),
    "ambush": Effect(
        "a Character just played is DISPLACED", (Step("displace", "opposing", "it"),), "character"
    ),
    "turnabout": Effect(
        "a Character just played is SWAPPED with an own one",
        (Step("swap", "opposing", "it", other="own"),),
        "character",
    ),
    "revenge": Effect(
        "an opposing Character is DESTROYED before an own one is",
        (Step("destroy", "opposing"),),
        "destruction",
    ),
    "halo": Effect("an own Character is not DESTROYED", (Step("cancel"),), "destruction"),
}
"""What cards do, by their names; those of the same name in both decks do the same."""


# The cards


class TeamCard(Card):
    """A card of one of the two decks: what it does, and whether it stands on the grid.

    Texts quote how many cards it draws and discards.
    """

    team: str
    kind: Kind
    name: str = field("effect", default="")

    def __init__(self, *_: object, **__: object) -> None:
        """Find what it does: nothing, if it is a Basic character."""
        self.does = EFFECTS[self.name] if self.name else NO_EFFECT
        self.character = self.kind in ("basic", "special")
        self.effect = {step.keyword: step.number for step in self.does.steps if step.number}


TEAMS = DRAGON, UNICORN = deck.values("team")
DECKS: Mapping[str, tuple[TeamCard, ...]] = {
    team: deck.cards(TeamCard, team=team) for team in TEAMS
}
TEAM_CARDS = (*DECKS[DRAGON], *DECKS[UNICORN])
CHARACTERS = tuple(card for card in TEAM_CARDS if card.character)


class Objective(Card):
    """An objective: the numbered spaces, and the lettered ones that advanced play adds."""

    numbers: tuple[str, ...] = field("standard")
    letters: tuple[str, ...] = field("advanced")


OBJECTIVES = deck.cards(Objective, kind="objective")

FACTS: Mapping[str, int] = {
    "hand_size": 5,
    "hand_size_two": 6,
    "hand_size_solo": 7,
    "objectives_to_win": 3,
    "turn_draw": 1,
    "magic_cards_two": 2,
    "players_min": min(PLAYERS),
    "players_max": max(PLAYERS),
    "teams": len(TEAMS),
    "team_size": max(PLAYERS) // len(TEAMS),
    "deck_size": sum(card.copies for card in DECKS[DRAGON]),
    "objective_cards": len(OBJECTIVES),
    "objective_spaces": max(len(card.numbers) for card in OBJECTIVES),
    "objective_spaces_advanced": max(len(card.numbers + card.letters) for card in OBJECTIVES),
    "grid_side": SIDES["standard"],
    "grid_side_advanced": SIDES["advanced"],
    "spaces_standard": len(SPACES[SIDES["standard"]]),
    "spaces_advanced": len(SPACES[SIDES["advanced"]]),
    "spaces_lettered": sum(map(str.isalpha, SPACES[SIDES["advanced"]])),
}


# What cards do, as clauses

RULE_OF_KIND: Mapping[str, str] = {"special": "KO-6", "magic": "KO-7", "instant": "KO-8"}
"""The rule that says when a card takes effect."""


def clause_of(card: TeamCard) -> str:
    """The clause that a card does what it says; those of its parts begin with the same words."""
    return f"{RULE_OF_KIND[card.kind]}.{card}"


@only_when_off
def parts_of(effect: Effect) -> Iterator[tuple[str, str, Effect]]:
    """Everything that an effect says of itself: a name, what holds, the effect without it."""
    for at, step in enumerate(effect.steps):
        place = f"{at + 1}-" if len(effect.steps) > 1 else ""
        if place:
            kept = effect.steps[:at] + effect.steps[at + 1 :]
            yield f"{place}step", f"{step.keyword} is part of it", effect._replace(steps=kept)
        for name, line, changed in _parts_of_step(step):
            steps = (*effect.steps[:at], changed, *effect.steps[at + 1 :])
            yield f"{place}{name}", line, effect._replace(steps=steps)
    if effect.answers:
        yield "answers", "nothing else is answered", effect._replace(answers="anything")
    if effect.ban:
        for name, line, ban in _parts_of_ban(effect.ban):
            yield name, line, effect._replace(ban=ban)


@only_when_off
def _parts_of_step(step: Step) -> Iterator[tuple[str, str, Step]]:
    chosen = step.keyword in ("displace", "swap") and step.where != "it"
    if step.number:
        yield "number", "so many cards and no more", step._replace(number=step.number + 1)
    if step.only:
        yield "kind", f"only a {step.only} character is reached", step._replace(only="")
    if step.where == "adjacent":
        yield "adjacent", "only what is adjacent is reached", step._replace(where="anywhere")
    if step.where == "it":
        yield "it", "it is this very card that is moved", step._replace(where="anywhere")
    if chosen and step.whose == "opposing":
        yield "opposing", "only opposing cards are reached", step._replace(whose="either")
    if chosen and step.whose == "either":
        yield "any", "cards of either team are reached", step._replace(whose="opposing")
    if step.keyword == "swap":
        which, other = ("any", "own") if step.other == "either" else (step.other, "either")
        changed = step._replace(other=cast("Whose", other))
        yield f"with-{which}", f"the other card is {which}", changed


@only_when_off
def _parts_of_ban(ban: Ban) -> Iterator[tuple[str, str, Ban]]:
    if len(ban.keywords) > 1:
        for keyword in ban.keywords:
            kept = tuple(other for other in ban.keywords if other != keyword)
            yield keyword, f"it is safe from {keyword}", ban._replace(keywords=kept)
    if "enter" in ban.keywords:
        yield "kinds", "no kind of Character is let in", ban._replace(only="basic")
        yield "opposing", "its own team is let in", ban._replace(whose="either")
        return
    if ban.itself and ban.beside:
        yield "itself", "it is safe itself", ban._replace(itself=False)
        yield "beside", "so are those beside it", ban._replace(beside=False)
    elif ban.itself:
        yield "alone", "those beside it are not safe", ban._replace(beside=True)
    else:
        yield "others", "it is not safe itself", ban._replace(itself=True)
    if ban.beside:
        yield "own", "opponents beside it are not safe", ban._replace(whose="either")


@only_when_off
def left_without(card: TeamCard) -> Iterator[tuple[str, str, Effect]]:
    """What a card still does without each clause about it: the clause, its line, what is left."""
    if card.does != NO_EFFECT:
        yield clause_of(card), card.does.line, NO_EFFECT
        for name, line, effect in parts_of(card.does):
            yield f"{clause_of(card)}.{name}", line, effect


RULES_OF_CARDS: Mapping[str, str] = {
    card: clause_of(card) for card in TEAM_CARDS if card.does != NO_EFFECT
}
CLAUSES_OF_CARDS: Mapping[str, str] = {
    clause: f"{card}: {line}" for card in TEAM_CARDS for clause, line, _ in left_without(card)
} | {f"KO-13.{keyword}": f"{keyword.upper()}: {line}" for keyword, line in KEYWORDS.items()}


def in_force(card: TeamCard, on: Callable[[str], bool]) -> Effect:
    """What a card does while some clauses are switched off."""
    return next((left for clause, _, left in left_without(card) if not on(clause)), card.does)


# What is to be done: the last of the table's tasks is done first, and then those below it go on


class ToTake(NamedTuple):
    """The player of a seat takes a deck for the team."""

    seat: int


class Turn(NamedTuple):
    """A turn: its stage, whether the grid was full as it began, and how many cards it saw.

    It is to play, to play again, to reveal (the player's team, the other), or to end.
    """

    seat: int
    stage: Literal["act", "again", "ours", "theirs", "last"] = "act"
    was_full: bool = False
    cards_played: int = 0


Stage: TypeAlias = Literal["waits", "takes effect", "is done"]
"""Of a card that was played, and of a DESTROY: answers come first."""


class Played(NamedTuple):
    """A card on its way.

    `space` is where a Character stands; for an Instant, where the card stands that it answers.
    `answered` is the place among the tasks of what it answers, -1 if it answers nothing.
    """

    seat: int
    card: TeamCard
    space: str
    stage: Stage = "waits"
    cancelled: bool = False
    answered: int = -1


class Destroying(NamedTuple):
    """The Character on a space is about to be destroyed by the player of a seat."""

    seat: int
    space: str
    stage: Stage = "waits"
    cancelled: bool = False


class Window(NamedTuple):
    """A seat is asked for Instants that answer `what`, the task below; `by` is who is answered."""

    seat: int
    what: Answered
    by: int


class Carrying(NamedTuple):
    """A card's effect is carried out: the step it has come to, and the space chosen first."""

    seat: int
    card: TeamCard
    space: str
    at: int = 0
    first: str = ""
    answered: int = -1


class Discarding(NamedTuple):
    """The player of a seat has so many cards still to DISCARD."""

    seat: int
    left: int


class Revealing(NamedTuple):
    """The player of a seat may reveal the objective of the team."""

    seat: int


Task = ToTake | Turn | Played | Destroying | Window | Carrying | Discarding | Revealing

ASKS: Mapping[type, str] = {
    ToTake: "take",
    Turn: "play",
    Window: "answer",
    Carrying: "choose",
    Discarding: "discard",
    Revealing: "reveal",
}
"""What a player does in each task that waits for one, in a word."""


class KoTable(Table):
    """The table. Piles and objectives go by team, hands and `teams` by seat.

    Turns go round in `order`, in which a seat may stand twice; `at` is where it has come to, and
    `turns` how many turns have begun; before the first one, `order` is who begins, if known.
    `gridlock` are the seats that still have a turn to end one. `played` are Magic cards and
    Instants on their way.
    """

    cards = (*TEAM_CARDS, *OBJECTIVES)
    youngest: int = parts.seat(lasts=True)
    teams: list[str] = parts.each(parts.word("", *TEAMS))
    starter: int = parts.seat(lasts=True)
    order: list[int] = parts.seat_list(told=False)
    at: int = parts.number(told=False)
    turns: int = parts.number(given=False)
    grid: dict[str, list[TeamCard]] = parts.grid(*SPACES.values(), holds=CHARACTERS, most=1)
    hands: list[list[TeamCard]] = parts.hands(FACTS["hand_size"])
    draw: list[list[TeamCard]] = parts.each(parts.draw_pile(), TEAMS)
    discard: list[list[TeamCard]] = parts.each(parts.pile(), TEAMS)
    objectives: list[list[Objective]] = parts.each(parts.slot(seen=parts.OWNER), TEAMS)
    completed: list[list[Objective]] = parts.each(parts.pile(), TEAMS)
    goals: list[Objective] = parts.draw_pile()
    played: list[TeamCard] = parts.pile(told=False)
    gridlock: list[int] = parts.seat_list()
    tasks: list[Task] = parts.records(*get_args(Task))

    @property
    def task(self) -> Task | None:
        """What is to be done next; None when the game is over."""
        return self.tasks[-1] if self.tasks else None
