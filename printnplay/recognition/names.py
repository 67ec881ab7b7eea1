"""Fronts and backs of pictures by the names of their files."""

import re
from collections.abc import Iterator, Sequence

from printnplay.recognition.values import FoundCard, Place

_BACK_WORDS = (
    "back|backs|rear|rears|reverse|reverses|verso|versos|cardback|cardbacks|backside|backsides"
    "|rueckseiten?|ruckseiten?|rückseiten?|dos|retro|retros|reversos?|traseras?|tyl|tył|tyły|rewersy?"
)
_FRONT_WORDS = (
    "front|fronts|face|faces|recto|rectos|obverse|vorderseiten?|avant|fronte|fronti|anversos?"
    "|przod|przód|awersy?"
)
_BACKS, _FRONTS = f"{_BACK_WORDS}|b", f"{_FRONT_WORDS}|f|a"
_SIDE = re.compile(rf"(?:^|(?<=[\W_\d]))({_BACKS}|{_FRONTS})(?=$|[\W_\d])", re.IGNORECASE)
_BACK = re.compile(_BACKS, re.IGNORECASE)
_BACK_WORD = re.compile(_BACK_WORDS, re.IGNORECASE)
_FRONT_WORD = re.compile(_FRONT_WORDS, re.IGNORECASE)
_WORD = re.compile(r"[^\W_\d]+")


def paired_by_names(names: Sequence[str]) -> tuple[FoundCard, ...] | None:
    """Return the cards of pictures, one of a name each; None if no name says which is a back.

    >>> [(card.front.page, card.back.page) for card in paired_by_names(["a-back.png", "a.png"])]
    [(1, 0)]
    """
    keyed = [_side_of(name) for name in names]
    backs = {key: number for number, (key, is_back) in enumerate(keyed) if is_back}
    if not backs:
        return None
    fronts = [(number, key) for number, (key, is_back) in enumerate(keyed) if not is_back]
    common = next(iter(backs.values())) if len(backs) == 1 else backs.get("")
    cards = []
    for number, key in fronts:
        back = backs.get(key, common)
        cards.append(FoundCard(Place(number, 0), None if back is None else Place(back, 0)))
    return tuple(cards) or None


def doubts_of_names(names: Sequence[str], cards: Sequence[FoundCard]) -> Iterator[str]:
    """Yield what names leave open: pictures without a card, and the back of one card on all."""
    backs = {card.back.page for card in cards if card.back is not None}
    used = backs | {card.front.page for card in cards}
    for number, name in enumerate(names):
        if number not in used:
            yield f"`{name}`: a back by its name, but of no front; if it is one, correct `cards`"
    if len(backs) == 1 < len(cards):
        name = names[min(backs)]
        key, _ = _side_of(name)
        if key and any(_side_of(names[card.front.page])[0] == key for card in cards):
            yield f"`{name}` is the only back, so all cards have it; if not, correct `cards`"


def is_back_word(word: str) -> bool:
    """Return whether a word of a title or a name is one for backs.

    >>> is_back_word("Rückseiten"), is_back_word("front")
    (True, False)
    """
    return _BACK_WORD.fullmatch(word) is not None


def deck_of(name: str) -> tuple[str, bool]:
    """Return the name of a file of pages without the words for its side, and whether it is backs.

    >>> deck_of("Goblins_backs.pdf"), deck_of("GoblinsFronts.pdf"), deck_of("fronts-and-backs.pdf")
    (('goblins', True), ('goblins', False), ('and', False))
    """
    stem = re.sub(r"(?<=[a-zß-ÿ])(?=[A-Z])", " ", name.rpartition(".")[0] or name)
    words = _WORD.findall(stem)
    backs = [word for word in words if is_back_word(word)]
    fronts = [word for word in words if _FRONT_WORD.fullmatch(word)]
    rest = [word for word in re.findall(r"[^\W_]+", stem) if word not in (*backs, *fronts)]
    return " ".join(rest).lower(), bool(backs) and not fronts


def _side_of(name: str) -> tuple[str, bool]:
    """Return the name of a file without its side, and whether it is a back."""
    stem = name.rpartition(".")[0] or name
    found = list(_SIDE.finditer(stem))
    if not found:
        return _plain(stem), False
    last = found[-1]
    if len(last[1]) == 1 and not _plain(stem[: last.start()]):
        return _plain(stem), False  # a card that is called `a`
    return _plain(stem[: last.start()] + " " + stem[last.end() :]), bool(_BACK.fullmatch(last[1]))


def _plain(stem: str) -> str:
    return " ".join(re.findall(r"\w+", stem.lower().replace("_", " ")))
