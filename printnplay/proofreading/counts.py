"""Check counts stated in texts, in digits or words: cards of the deck, copies of a card, players.

Counts are compared with the deck and with the players in game.yaml. If a sentence names the deck,
or all of its cards, a wrong count is an error; an ambiguous one is a warning. Instructions (`draw
two cards`) and limits (`up to 30 cards`) are not counts.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from printnplay.game.kinds import Kind
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.proofreading.number_words import cardinals
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review


class Words(Struct, frozen=True):
    """The words around counts in a language, as regular expressions.

    `cards` and `people` are what is counted; `to` stands between two numbers, `of` before a name.
    Before a number, `every` and `the` mean that no cards are left out, `bound` marks a limit, and
    `deck` marks the size of the deck, as `in_all` does after the cards. A sentence about the `game`
    states its number of players, unless it begins with a condition (`case`).
    """

    cards: str
    people: str
    to: str
    of: str
    every: str
    the: str
    bound: str
    deck: str
    in_all: str
    game: str
    case: str


WORDS = {
    "en": Words(
        cards="cards",
        people="players|people|persons",
        to="to|or|and|[-–—]",
        of="of|called|named",
        every="all(?: of)?(?: the)?",
        the="the|these|those",
        bound="up to|at most|at least|more than|fewer than|less than|than|over|only|extra|other"
        "|top|bottom|first|last|next",
        deck="(?:deck|pack|box|game) (?:of|has|contains|holds|counts|includes)(?: the)?",
        in_all="in all|in total|altogether|in the (?:deck|box|game|pack)",
        game="game",
        case="in|with|for|when|if",
    ),
    "de": Words(
        cards="Karten",
        people="Personen|Spieler(?:innen|n)?|Spielende[nr]?|Mitspieler(?:innen|n)?|Leute[n]?",
        to="bis(?: zu)?|oder|und|[-–—]",
        of="namens|mit dem Namen|vom Typ",
        every="alle[nr]?|sämtliche[nr]?",
        the="die|den|der|diese[nr]?",
        bound="bis zu|höchstens|mindestens|mehr als|weniger als|über|maximal|nur|weitere[n]?|als"
        "|oberste[nr]?|unterste[nr]?|erste[nr]?|letzte[nr]?|nächste[nr]?",
        deck="(?:Deck|Stapel|Spiel|Schachtel) (?:aus|mit|hat|umfasst|enthält|besteht aus)(?: den)?",
        in_all="insgesamt|im (?:Deck|Spiel)|in der Schachtel",
        game="Spiel",
        case="im|in|mit|für|bei|wenn|zu",
    ),
    "fr": Words(
        cards="cartes",
        people="joueurs|joueuses|personnes",
        to="à|ou|et|[-–—]",
        of="de|d[’']",
        every="toutes les",
        the="les|des|ces",
        bound="jusqu[’']à|au plus|au moins|plus de|moins de|que|seulement|autres",
        deck="(?:paquet|jeu|pioche|boîte|deck) (?:de|compte|contient|a|comporte|comprend)(?: les)?",
        in_all="en tout|au total|du (?:jeu|paquet)",
        game="jeu",
        case="à|dans|pour|avec|si|en",
    ),
    "es": Words(
        cards="cartas|naipes",
        people="jugadores|jugadoras|personas",
        to="a|o|y|[-–—]",
        of="de|llamadas",
        every="todas las",
        the="las|estas|esas",
        bound="hasta|como mucho|al menos|más de|menos de|que|solo|otras"
        "|primeras|últimas|próximas|siguientes",
        deck="(?:mazo|baraja|juego|caja) (?:de|tiene|contiene|consta de|incluye|trae)(?: las)?",
        in_all="en total|del (?:mazo|juego)|de la baraja",
        game="juego",
        case="en|con|para|si|a",
    ),
    "it": Words(
        cards="(?:le )?carte",
        people="giocatori|giocatrici|persone",
        to="a|o|e|[-–—]",
        of="di|chiamate",
        every="tutte(?: e)?(?: le)?",
        the="le|delle|queste",
        bound="fino a|al massimo|almeno|più di|meno di|che|solo|altre|prime|ultime|prossime",
        deck="(?:mazzo|gioco|scatola) (?:di|da|ha|contiene|comprende|conta|è di)(?: le)?",
        in_all="in tutto|in totale|del (?:mazzo|gioco)",
        game="gioco",
        case="in|con|per|se|a",
    ),
    "pl": Words(
        cards="kart|karty|kartami|kartach",
        people="graczy|gracze|graczom|graczami|osób|osoby|osobami",
        to="do|lub|albo|i|[-–—]",
        of="o nazwie",
        every="wszystkie|wszystkich|wszystkimi",
        the="te|tych|tymi",
        bound="do|najwyżej|co najmniej|ponad|więcej niż|mniej niż|maksymalnie|tylko|innych"
        "|górne|górnych|pierwsze|pierwszych|ostatnie|ostatnich|następne|następnych",
        deck="(?:tali[aię]|gr[ay]|grze|pudełk[ou]) (?:z|ma|zawiera|liczy|są|jest)",
        in_all="łącznie|w sumie|razem|w talii",
        game="gra|gry",
        case="w|przy|dla|gdy|jeśli",
    ),
}

_COUNTED = ("rules.", "cards.", "cover.", "examples.")
"""Key prefixes of the texts in which counts are checked."""
_SENTENCE = re.compile(r"[^.!?:;]*")
_LARGE = 10
"""The minimum number that can be the size of a deck: smaller ones may count a hand or a row,
whatever the article.
"""


class _Stated(Struct, frozen=True):
    """A number before the thing it counts: its start and end in the reading, and its value."""

    start: int
    end: int
    value: int
    counted: re.Match[str]


def check_stated_counts(review: Review) -> Iterator[Diagnostic]:
    """Report counts of cards, copies or players in texts that differ from the game."""
    known = _counts_of(review)
    for full, passages in review.by_language.items() if known["total"] else ():
        language = full.partition("-")[0]
        if language not in WORDS:
            continue
        names = _named(review, full)
        counted = _counted(language, tuple(names))
        for passage in passages:
            if not passage.key.startswith(_COUNTED):
                continue
            for match in counted.finditer(passage.reading):
                # A space of any kind precedes what is counted.
                stated = _number_at(passage.reading, max(match.start() - 1, 0), language)
                if stated is None or passage.is_filled_in(*stated[:2]):
                    continue
                found = _Stated(*stated, match)
                if match["people"]:
                    yield from _of_players(passage, found, review)
                else:
                    yield from _of_cards(passage, found, review, known, names)


def _of_cards(
    passage: Passage,
    stated: _Stated,
    review: Review,
    known: Mapping[str, int],
    names: Mapping[str, tuple[str, int]],
) -> Iterator[Diagnostic]:
    words, counted, value = WORDS[passage.language.partition("-")[0]], stated.counted, stated.value
    before = passage.reading[: stated.start]
    if _ends(words.bound, before):
        return
    is_whole = _ends(words.every, before) or _ends(words.the, before)
    if name := counted["name"] or counted["alone"]:
        card, copies = names[name]
        if value > copies or (value < copies and is_whole and counted["cards"]):
            count = _Count(f"count.{card}", copies, f"the deck has {copies} of this card")
            certain = is_whole and value > copies
            yield _fault(passage, stated, count, review, certain=certain)
    elif value not in known.values():
        total, behind = known["total"], passage.reading[counted.end("cards") :]
        is_deck = _ends(words.deck, before) or _begins(words.in_all, behind)
        is_guess = is_whole and value >= max(_LARGE, total / 2)
        if is_deck or value > total or is_guess:
            count = _Count("count.total", total, f"the deck has {total} cards")
            certain = is_deck or (is_whole and value > total)
            yield _fault(passage, stated, count, review, certain=certain)


def _of_players(passage: Passage, stated: _Stated, review: Review) -> Iterator[Diagnostic]:
    players, language = review.game.players, passage.language.partition("-")[0]
    words = WORDS[language]
    before = passage.reading[: stated.start]
    joint = re.search(rf"\s?(?:{words.to})\s?$", before)
    first = joint and _number_at(passage.reading, joint.start(), language)
    start, _, fewest = first or (stated.start, stated.end, 0)
    if not players or _ends(words.bound, passage.reading[:start]):
        return
    is_range = 0 < fewest < stated.value
    wrong = stated.value > max(players) or (is_range and fewest < min(players))
    if is_range and (fewest, stated.value) != (min(players), max(players)):
        wrong |= passage.key.startswith("cover.") or _is_of_game(passage, start, words)
    if wrong:
        is_least = is_range and fewest != min(players)
        count = _Count(
            "players_min" if is_least else "players_max",
            min(players) if is_least else max(players),
            f"the game is for {min(players)} to {max(players)}",
        )
        yield _fault(passage, stated, count, review, certain=is_range)


def _is_of_game(passage: Passage, at: int, words: Words) -> bool:
    """Return whether a sentence states the number of players of the game, not of a case in it."""
    for sentence in _SENTENCE.finditer(passage.reading):
        if sentence.start() <= at < sentence.end():
            said = sentence[0].strip()
            is_case = re.match(rf"(?:{words.case})\b", said, re.IGNORECASE) is not None
            return not is_case and re.search(rf"\b(?:{words.game})\b", said, re.I) is not None
    return False


class _Count(Struct, frozen=True):
    """The right count for a text: the fact that holds it, its value, and a statement of it."""

    fact: str
    value: int
    there: str


def _fault(
    passage: Passage, stated: _Stated, count: _Count, review: Review, *, certain: bool
) -> Diagnostic:
    said, fact = passage.reading[stated.start : stated.counted.end()].strip(), count.fact
    spelled = count.value in review.usage(passage.language).number_words
    word = f", or in words `{{{fact}:word}}`" if spelled else ""
    return passage.fault(
        codes.WRONG_COUNT,
        f"`{said}` in `{passage.key}`, but {count.there}",
        f"expected {count.value}",
        f"quote `{{{fact}}}`{word}: it stays right when the game changes",
        passage.place(stated.start, stated.end),
        severity=Severity.ERROR if certain else Severity.WARNING,
    )


def _counts_of(review: Review) -> Mapping[str, int]:
    """Return the numbers of cards: in all, and by kind, family, group, field value and card."""
    cards = review.game.cards
    counts: Counter[str] = Counter()
    for card in cards:
        counts[f"family {card.family}"] += card.copies
        counts[f"card {card.id}"] += card.copies
        for name, value in card.fields.items():
            counts[f"{name} {value}"] += card.copies
        if group := review.game.group_of(card):
            counts[f"group {group.id}"] += card.copies
    pieces = review.game.pieces
    counts["total"] = pieces.get(Kind.CARDS, sum(card.copies for card in cards))
    counts.update({f"kind {kind}": count for kind, count in pieces.items()})
    counts["cards"] = len(cards)
    counts.update({f"fact {name}": value for name, value in review.known.facts.items()})
    return counts


def _named(review: Review, language: str) -> Mapping[str, tuple[str, int]]:
    """Return an id and the number of cards for each card name in a language."""
    copies = {card.id: card.copies for card in review.game.cards}
    names: dict[str, tuple[str, int]] = {}
    for passage in review.by_language[language]:
        kind, _, rest = passage.key.partition(".")
        card, _, part = rest.partition(".")
        name = passage.reading.strip()
        if kind == "cards" and part == "name" and card in copies and name:
            names[name] = card, copies[card] + names.get(name, ("", 0))[1]
    return names


@cache
def _counted(language: str, names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of what may be counted: cards, cards of a certain name, people."""
    words = WORDS[language]
    named = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    return re.compile(
        rf"(?<=\s)(?:(?P<cards>{words.cards})\b(?:\s(?:{words.of})\b)?\s?[„“”«»\"‘’‚']?\s?"
        rf"(?:(?P<name>{named})\b)?|(?P<alone>{named})\b|(?P<people>{words.people})\b)"
    )


def _number_at(reading: str, end: int, language: str) -> tuple[int, int, int] | None:
    """Return the number above one that ends at a place: start, end and value."""
    last = _LAST_WORDS.search(reading, max(0, end - _LONGEST), end)
    if last is None:
        return None
    if last["digits"]:
        return (last.start(), end, int(last[0])) if int(last[0]) > 1 else None
    known = cardinals(language)
    for word in _WORD.finditer(last[0]):
        if value := known.get(last[0][word.start() :].lower()):
            return last.start() + word.start(), end, value
    return None


_LONGEST = 60
"""The maximum length of a number in words, in letters: enough for hundreds in German. A guess."""
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORDS = re.compile(r"(?<![\w.,/+-])(?:(?P<digits>\d{1,4})|[^\W\d_]+(?:[ -][^\W\d_]+)*)$")


def _ends(pattern: str, before: str) -> bool:
    return re.search(rf"\b(?:{pattern})\s$", before, re.IGNORECASE) is not None


def _begins(pattern: str, behind: str) -> bool:
    return re.match(rf"\s(?:{pattern})\b", behind, re.IGNORECASE) is not None
