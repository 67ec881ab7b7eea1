"""The cards of Tic Tac K.O., what they do, the numbers of the game, and the table."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from printnplay.rules import (
    Card,
    Table,
    only_when_off,
    parts,
)

# The grid

SIDES: Mapping[str, int] = {"standard": 3, "advanced": 4}
"""Spaces along an edge of each grid."""

PLAYERS = (2, 3, 4)

SPACES: Mapping[int, tuple[str, ...]] = {3: tuple("123456789"), 4: tuple("123A456B789CDEFG")}
"""The spaces by the length of an edge, row by row.

The lettered ones lie down the right of the numbered ones and along the bottom.
"""


# What cards do

DRAW, DISCARD, DESTROY, DISPLACE, SWAP, SACRIFICE = KEYWORDS = (
    "draw",
    "discard",
    "destroy",
    "displace",
    "swap",
    "sacrifice",
)
CANCEL = "cancel"
"""What an Instant may do to the thing it answers; no keyword, cards say it in full."""
ENTER = "enter"
"""Being played on a space; what some Special characters keep opponents from."""

OWN, OPPOSING, EITHER = "own", "opposing", "either"
ANYWHERE, ADJACENT, IT = "anywhere", "adjacent", "it"
"""Where a target stands: anywhere, beside the card, or it is the card itself or what it answers."""

MAGIC_OR_INSTANT, CHARACTER, DESTRUCTION = "magic-or-instant", "character", "destruction"
"""What an Instant answers: an opponent's card of that kind, or a DESTROY by an opponent."""
ANYTHING = "anything"

BASIC, SPECIAL, MAGIC, INSTANT = "basic", "special", "magic", "instant"


class Step(NamedTuple):
    """One keyword carried out: on what, how often.

    Args:
        keyword: one of KEYWORDS, or CANCEL.
        whose: the team of the target, seen from the player of the card.
        where: where the target stands.
        only: the kind of Character that is a target, where not every kind is.
        other: for a SWAP, the team of the second card.
        number: of cards drawn or discarded; 0 for other keywords.
    """

    keyword: str
    whose: str = EITHER
    where: str = ANYWHERE
    only: str = ""
    other: str = EITHER
    number: int = 0


class Ban(NamedTuple):
    """What an ongoing effect keeps from happening: these keywords, to whom, where.

    It covers the card itself (`itself`) and Characters beside it (`beside`) of the team `whose`;
    with ENTER the spaces beside it, for Characters of that team, of the kind `only` or of any.
    """

    keywords: tuple[str, ...]
    itself: bool = False
    beside: bool = False
    whose: str = OWN
    only: str = ""


class Effect(NamedTuple):
    """What a card does, in words; its steps; what an Instant answers; what stays banned."""

    line: str
    steps: tuple[Step, ...] = ()
    answers: str = ""
    ban: Ban | None = None


NO_EFFECT = Effect("nothing")

# Special characters, as they enter
STRIKE = Effect(
    "an adjacent opposing Character is DESTROYED as it enters",
    (Step(DESTROY, OPPOSING, ADJACENT),),
)
PUSH = Effect(
    "an adjacent opposing Character is DISPLACED as it enters",
    (Step(DISPLACE, OPPOSING, ADJACENT),),
)
GATHER = Effect("two cards are DRAWN as it enters", (Step(DRAW, number=2),))
LEAP = Effect(
    "it is SWAPPED with any other Character as it enters", (Step(SWAP, OWN, IT, other=EITHER),)
)

# Special characters, as long as they are on the grid
ARMOUR = Effect("it cannot be DESTROYED", ban=Ban((DESTROY,), itself=True))
DREAD = Effect("opponents cannot play Characters beside it", ban=Ban((ENTER,), whose=OPPOSING))
SHELTER = Effect(
    "its team's Characters beside it cannot be DESTROYED", ban=Ban((DESTROY,), beside=True)
)
ANCHOR = Effect(
    "it and its team's Characters beside it cannot be DISPLACED or SWAPPED",
    ban=Ban((DISPLACE, SWAP), itself=True, beside=True),
)

# Magic cards
BLAST = Effect("an opposing Basic character is DESTROYED", (Step(DESTROY, OPPOSING, only=BASIC),))
HUMBLE = Effect(
    "an opposing Special character is DESTROYED", (Step(DESTROY, OPPOSING, only=SPECIAL),)
)
BARGAIN = Effect(
    "an own Character is SACRIFICED, then an opposing one DESTROYED",
    (Step(SACRIFICE, OWN), Step(DESTROY, OPPOSING)),
)
BANISH = Effect("an opposing Character is DISPLACED", (Step(DISPLACE, OPPOSING),))
WANDER = Effect("any Character is DISPLACED, then any again", (Step(DISPLACE), Step(DISPLACE)))
EXCHANGE = Effect("any two Characters are SWAPPED", (Step(SWAP),))
UPROAR = Effect("an opponent DISCARDS two cards", (Step(DISCARD, number=2),))
PLUNDER = Effect("two cards are DRAWN", (Step(DRAW, number=2),))
WHIM = Effect(
    "two cards are DRAWN, then an opponent DISCARDS one",
    (Step(DRAW, number=2), Step(DISCARD, number=1)),
)

# Instants
QUENCH = Effect(
    "a Magic card or an Instant has no effect", (Step(CANCEL),), answers=MAGIC_OR_INSTANT
)
AMBUSH = Effect(
    "a Character just played is DISPLACED", (Step(DISPLACE, OPPOSING, IT),), answers=CHARACTER
)
TURNABOUT = Effect(
    "a Character just played is SWAPPED with an own one",
    (Step(SWAP, OPPOSING, IT, other=OWN),),
    answers=CHARACTER,
)
REVENGE = Effect(
    "an opposing Character is DESTROYED before an own one is",
    (Step(DESTROY, OPPOSING),),
    answers=DESTRUCTION,
)
HALO = Effect("an own Character is not DESTROYED", (Step(CANCEL),), answers=DESTRUCTION)


# The cards

TEAMS = DRAGON, UNICORN = ("dragon", "unicorn")


class TeamCard(Card):
    """A card of one of the two decks."""

    team: str
    kind: str
    does: Effect
    character: bool
    """Whether it stands on the grid: Basic and Special characters do."""


COPIES: Mapping[str, int] = {BASIC: 7, SPECIAL: 2, MAGIC: 2, INSTANT: 2}


def _cards(team: str, kind: str, **named: Effect) -> tuple[TeamCard, ...]:
    """Cards of a team by their names; texts quote how many cards they draw and discard."""
    return tuple(
        TeamCard(
            f"{team}-{name}",
            COPIES[kind],
            team=team,
            kind=kind,
            does=does,
            character=kind in (BASIC, SPECIAL),
            effect={step.keyword: step.number for step in does.steps if step.number},
        )
        for name, does in named.items()
    )


DRAGONS = (
    *_cards(DRAGON, BASIC, ember=NO_EFFECT, moss=NO_EFFECT),
    *_cards(DRAGON, SPECIAL, strike=STRIKE, push=PUSH, gather=GATHER, armour=ARMOUR, dread=DREAD),
    *_cards(
        DRAGON,
        MAGIC,
        blast=BLAST,
        bargain=BARGAIN,
        uproar=UPROAR,
        plunder=PLUNDER,
        banish=BANISH,
    ),
    *_cards(DRAGON, INSTANT, quench=QUENCH, ambush=AMBUSH, revenge=REVENGE),
)
UNICORNS = (
    *_cards(UNICORN, BASIC, meadow=NO_EFFECT, star=NO_EFFECT),
    *_cards(UNICORN, SPECIAL, leap=LEAP, push=PUSH, gather=GATHER, shelter=SHELTER, anchor=ANCHOR),
    *_cards(
        UNICORN,
        MAGIC,
        humble=HUMBLE,
        exchange=EXCHANGE,
        wander=WANDER,
        whim=WHIM,
        banish=BANISH,
    ),
    *_cards(UNICORN, INSTANT, quench=QUENCH, halo=HALO, turnabout=TURNABOUT),
)
DECKS: Mapping[str, tuple[TeamCard, ...]] = {DRAGON: DRAGONS, UNICORN: UNICORNS}
TEAM_CARDS = (*DRAGONS, *UNICORNS)
CHARACTERS = tuple(card for card in TEAM_CARDS if card.character)


class Objective(Card):
    """An objective: the numbered spaces, and the lettered ones that advanced play adds."""

    numbers: str
    letters: str


OBJECTIVES = tuple(
    Objective(f"objective-{at}", numbers=numbers, letters=letters)
    for at, (numbers, letters) in enumerate(
        (
            ("123", "AD"),
            ("456", "BF"),
            ("789", "CG"),
            ("147", "DG"),
            ("258", "CE"),
            ("369", "FG"),
            ("159", "AG"),
            ("357", "AD"),
            ("124", "BE"),
            ("236", "AB"),
            ("478", "DE"),
            ("689", "CF"),
        ),
        start=1,
    )
)

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
    "deck_size": sum(card.copies for card in DRAGONS),
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

RULE_OF_KIND: Mapping[str, str] = {SPECIAL: "KO-6", MAGIC: "KO-7", INSTANT: "KO-8"}
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
        yield "answers", "nothing else is answered", effect._replace(answers=ANYTHING)
    if effect.ban:
        for name, line, ban in _parts_of_ban(effect.ban):
            yield name, line, effect._replace(ban=ban)


@only_when_off
def _parts_of_step(step: Step) -> Iterator[tuple[str, str, Step]]:
    chosen = step.keyword in (DISPLACE, SWAP) and step.where != IT
    if step.number:
        yield "number", "so many cards and no more", step._replace(number=step.number + 1)
    if step.only:
        yield "kind", f"only a {step.only} character is reached", step._replace(only="")
    if step.where == ADJACENT:
        yield "adjacent", "only what is adjacent is reached", step._replace(where=ANYWHERE)
    if step.where == IT:
        yield "it", "it is this very card that is moved", step._replace(where=ANYWHERE)
    if chosen and step.whose == OPPOSING:
        yield "opposing", "only opposing cards are reached", step._replace(whose=EITHER)
    if chosen and step.whose == EITHER:
        yield "any", "cards of either team are reached", step._replace(whose=OPPOSING)
    if step.keyword == SWAP:
        which, other = ("any", OWN) if step.other == EITHER else (step.other, EITHER)
        yield f"with-{which}", f"the other card is {which}", step._replace(other=other)


@only_when_off
def _parts_of_ban(ban: Ban) -> Iterator[tuple[str, str, Ban]]:
    if len(ban.keywords) > 1:
        for keyword in ban.keywords:
            kept = tuple(other for other in ban.keywords if other != keyword)
            yield keyword, f"it is safe from {keyword}", ban._replace(keywords=kept)
    if ENTER in ban.keywords:
        yield "kinds", "no kind of Character is let in", ban._replace(only=BASIC)
        yield "opposing", "its own team is let in", ban._replace(whose=EITHER)
        return
    if ban.itself and ban.beside:
        yield "itself", "it is safe itself", ban._replace(itself=False)
        yield "beside", "so are those beside it", ban._replace(beside=False)
    elif ban.itself:
        yield "alone", "those beside it are not safe", ban._replace(beside=True)
    else:
        yield "others", "it is not safe itself", ban._replace(itself=True)
    if ban.beside:
        yield "own", "opponents beside it are not safe", ban._replace(whose=EITHER)


RULES_OF_CARDS: Mapping[str, str] = {
    card: clause_of(card) for card in TEAM_CARDS if card.does != NO_EFFECT
}

CLAUSES_OF_CARDS: Mapping[str, str] = {
    clause_of(card): f"{card}: {card.does.line}" for card in TEAM_CARDS if card.does != NO_EFFECT
} | {
    f"{clause_of(card)}.{name}": f"{card}: {line}"
    for card in TEAM_CARDS
    for name, line, _ in parts_of(card.does)
}


def in_force(card: TeamCard, on: Callable[[str], bool]) -> Effect:
    """What a card does while some clauses are switched off."""
    if card.does == NO_EFFECT or not on(clause_of(card)):
        return NO_EFFECT
    for name, _, without in parts_of(card.does):
        if not on(f"{clause_of(card)}.{name}"):
            return without
    return card.does


# What is to be done: the last of the table's tasks is done first, and then those below it go on

ACT, AGAIN, OURS, THEIRS, LAST = "act", "again", "ours", "theirs", "last"
"""Stages of a turn: play, play again, reveal (the player's team, the other), end."""


class ToTake(NamedTuple):
    """The player of a seat takes a deck for the team."""

    seat: int


class Turn(NamedTuple):
    """A turn: how far it is, whether the grid was full as it began, and how many cards it saw."""

    seat: int
    stage: str = ACT
    was_full: bool = False
    cards_played: int = 0


WAITS, TAKES_EFFECT, IS_DONE = "waits", "takes effect", "is done"
"""Stages of a card that was played, and of a DESTROY: answers come first."""


class Played(NamedTuple):
    """A card on its way.

    `space` is where a Character stands; for an Instant, where the card stands that it answers.
    `answered` is the place among the tasks of what it answers, -1 if it answers nothing.
    """

    seat: int
    card: TeamCard
    space: str
    stage: str = WAITS
    cancelled: bool = False
    answered: int = -1


class Destroying(NamedTuple):
    """The Character on a space is about to be destroyed by the player of a seat."""

    seat: int
    space: str
    stage: str = WAITS
    cancelled: bool = False


class Window(NamedTuple):
    """A seat is asked for Instants that answer `what`, the task below; `by` is who is answered."""

    seat: int
    what: str
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
    grid: dict[str, list[TeamCard]] = parts.grid(
        SIDES["standard"], *SPACES.values(), holds=CHARACTERS, most=1
    )
    hands: list[list[TeamCard]] = parts.hands(FACTS["hand_size"])
    draw: list[list[TeamCard]] = parts.each(parts.draw_pile(), TEAMS)
    discard: list[list[TeamCard]] = parts.each(parts.pile(), TEAMS)
    objectives: list[list[Objective]] = parts.each(parts.slot(seen=parts.OWNER), TEAMS)
    completed: list[list[Objective]] = parts.each(parts.pile(), TEAMS)
    goals: list[Objective] = parts.draw_pile()
    played: list[TeamCard] = parts.pile(told=False)
    gridlock: list[int] = parts.seat_list()
    tasks: list[Task] = parts.records(
        ToTake, Turn, Played, Destroying, Window, Carrying, Discarding, Revealing
    )

    @property
    def task(self) -> Task | None:
        """What is to be done next; None when the game is over."""
        return self.tasks[-1] if self.tasks else None
