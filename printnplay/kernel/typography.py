"""Smart typography: quotation marks, apostrophes and spaces by language.

Texts may be typed on any keyboard. Typesetting uses `normalised` texts; checks report the
`repairs`. A text that is already correct stays unchanged. A new language is a line in each table.

Sources: Unicode CLDR, delimiters (quotation marks); Lexique des règles typographiques en usage à
l'Imprimerie nationale (spaces before French marks). The narrow spaces inside French quotation marks
are printnplay's choice.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from printnplay.kernel.strings import spliced

NARROW = "\u202f"
FIXED = "\u00a0"

QUOTES: Mapping[str, tuple[str, str]] = {
    "de": ("„", "“"),
    "en": ("“", "”"),
    "es": ("«", "»"),
    "fr": ("«", "»"),
    "it": ("«", "»"),
    "pl": ("„", "”"),
}
"""The opening and closing quotation marks."""

INNER_QUOTES: Mapping[str, tuple[str, str]] = {
    "de": ("‚", "‘"),
    "en": ("‘", "’"),
    "es": ("“", "”"),
    "fr": ("“", "”"),
    "it": ("“", "”"),
    "pl": ("«", "»"),
}
"""The marks of a quotation inside a quotation."""

INSIDE: Mapping[str, str] = {"fr": NARROW}
"""The space between a quotation mark and the words; none in the other languages."""

BEFORE_MARKS: Mapping[str, tuple[str, str]] = {"fr": (NARROW, FIXED)}
"""The space before ; ! ? and the one before the colon; none in the other languages."""

NO_PROSE = (
    r"(?:https?://|www\.|mailto:)\S*\w|\S+@\S+\w|\d+:\d+"
    r"|(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,}/(?:[^\s,;)]*[\w/])?"
)
"""Match addresses and times of day, whose marks are not punctuation."""
MARKS_OF_NO_PROSE = (":", "@", "www.", "/")
"""Each match of NO_PROSE contains one of these."""

OPENING = "([{¿¡—–-/\u201e\u201c\u2018\u201a«‹"
"""The characters, besides a space, right after which a quotation may begin."""

CLOSING = ".,;:!?…)]}»"
"""The characters that may follow a closing quotation mark."""

NEVER_FIRST = ";:!?"
"""The characters with which no quotation begins."""

_S = f"[ {FIXED}{NARROW}]"

_COUNTED = r"[^\W\d_]{3}|[A-Z]\b|(?:m|mm|cm|pt|g|kg|lb)\b"
"""Match what a number counts: a unit, a letter, or any word except the shortest (`2 to 4`)."""

_COMMON = rf"""
    (?P<address>{NO_PROSE})
    | (?P<ellipsis>(?<!\.)\.\.\.(?!\.))
    | (?P<dash>(?<=\w){_S}-{_S}(?=\w))
    | (?P<inner>(?<![\w'])'(?=\w[^'"]*[\w.,!?…]'(?!\w)))
    | (?P<inner_end>(?<=[\w.,!?…])'(?!\w))
    | (?P<apostrophe>'(?=\w)|(?<=[^\W\d])')
    | (?P<quote>(?P<before>{_S}*)(?P<mark>")(?P<after>(?:{_S}*(?=[\w(]))?))
    | (?P<stray>(?<=[^\s.]){_S}+[,.](?![\w.]))
    | (?P<number>(?<![\w.,’'])\d(?:[\d.,{NARROW}]*\d)?(?:\x20×\x20\d+)?\x20(?={_COUNTED}))
"""
_SPACED = rf"""
    | (?P<marks>(?<=[^\s;!?(«]){_S}*[;!?]+)
    | (?P<colon>(?<=[^\s«]){_S}*:)
    | (?P<opened>«{_S}*)
    | (?P<closed>{_S}*»)
"""
_CLOSED_UP = rf"""
    | (?P<loose>(?<=\S){_S}+[;:!?](?!\S))
"""
_GUILLEMETS = rf"""
    | (?P<opened>«{_S}+)
    | (?P<closed>{_S}+»)
"""

SILENT = frozenset({"number"})
"""Repairs that are invisible to readers: they only prevent a line break."""

STRAIGHT = frozenset({"quote", "inner", "inner_end", "apostrophe"})
"""Repairs of the marks that keyboards have instead of the typographic ones."""

FAULTS: Mapping[str, str] = {
    "ellipsis": "three full stops",
    "dash": "a hyphen instead of a dash",
    "inner": "a straight quotation mark",
    "inner_end": "a straight quotation mark",
    "apostrophe": "a straight apostrophe",
    "quote": "a straight quotation mark",
    "stray": "a space before the mark",
    "loose": "a space before the mark",
    "number": "a breakable space between a number and its noun",
    "marks": "no narrow no-break space before the mark",
    "colon": "no no-break space before the colon",
    "opened": "a space inside the quotation marks",
    "closed": "a space inside the quotation marks",
}
NARROW_FAULTS: Mapping[str, str] = {
    "opened": "no narrow no-break space inside the quotation marks",
    "closed": "no narrow no-break space inside the quotation marks",
}


class Repair(NamedTuple):
    """A span of a text that is printed differently from how it was typed; `silent` if invisible.

    `straight` is whether it is a mark of keyboards.
    """

    start: int
    end: int
    printed: str
    fault: str
    silent: bool
    straight: bool


def normalised(text: str, language: str) -> str:
    """Return the text in its printed form.

    >>> normalised('He said "our turn..."', "en")
    'He said “our turn…”'
    """
    return spliced(text, ((one.start, one.end, one.printed) for one in repairs(text, language)))


def repairs(text: str, language: str) -> Iterator[Repair]:
    """Yield the repairs of a text, in order.

    A language without tables yields none.
    """
    base = language.split("-", 1)[0]
    if base not in QUOTES or not _suspects(base).search(text):
        return
    opened: list[str] = []
    for match in _pattern(base).finditer(text):
        kind = match.lastgroup or ""
        printed = _PRINTED[kind](match, base, opened)
        if printed != match[0]:
            faults = NARROW_FAULTS if base in INSIDE else {}
            fault = faults.get(kind, FAULTS.get(kind, ""))
            is_silent, is_straight = kind in SILENT, kind in STRAIGHT
            made = Repair(match.start(), match.end(), printed, fault, is_silent, is_straight)
            yield _closely(made, text)


def _closely(repair: Repair, text: str) -> Repair:
    """Return the repair without unchanged spaces on either side."""
    start, end, printed = repair.start, repair.end, repair.printed
    while printed and text[start] == printed[0] and printed[0].isspace():
        start, printed = start + 1, printed[1:]
    while printed and text[end - 1] == printed[-1] and printed[-1].isspace():
        end, printed = end - 1, printed[:-1]
    return repair._replace(start=start, end=end, printed=printed)


@cache
def _pattern(base: str) -> re.Pattern[str]:
    if base in BEFORE_MARKS:
        return re.compile(_COMMON + _SPACED, re.VERBOSE)
    guillemets = _GUILLEMETS if QUOTES[base][0] == "«" else ""
    return re.compile(_COMMON + _CLOSED_UP + guillemets, re.VERBOSE)


@cache
def _suspects(base: str) -> re.Pattern[str]:
    """Return a pattern that every repairable text matches; most texts do not, and are skipped."""
    if base not in BEFORE_MARKS:
        return re.compile(rf"""["']|\.\.\.|{_S}[,.;:!?»-]|«{_S}|\d """)
    high, low = BEFORE_MARKS[base]
    return re.compile(
        rf"""["']|\.\.\.|{_S}[,.-]|(?<!{high})[;!?»]|(?<!{low}):|«(?!{INSIDE[base]})|\d """
    )


def _quote(match: re.Match[str], base: str, opened: list[str]) -> str:
    """Return an opening or closing mark; one after a digit is an inch unless it closes.

    One within a word stays: a letter or a space may be missing.
    """
    text, mark = match.string, match.start("mark")
    before = text[mark - 1 : mark] or " "
    after = text[match.end() : match.end() + 1] or " "
    inside = INSIDE.get(base, "")
    begins = before.isspace() or before in OPENING or (before in "'’" and after.isalnum())
    ends = after.isspace() or after in NEVER_FIRST or (bool(opened) and after in CLOSING)
    if begins and not ends:
        opened.append('"')
        return match["before"] + QUOTES[base][0] + inside
    within = before.isalnum() and not match["after"] and after.isalnum()
    if (before.isdigit() or within) and not opened:
        return match[0]
    if opened:
        opened.pop()
    return inside + QUOTES[base][1] + match["after"]


def _inner(_match: re.Match[str], base: str, opened: list[str]) -> str:
    opened.append("'")
    return INNER_QUOTES[base][0]


def _inner_end(match: re.Match[str], base: str, opened: list[str]) -> str:
    """Return a closing inner mark or an apostrophe; after a digit it is a foot or a minute."""
    if opened and opened[-1] == "'":
        opened.pop()
        return INNER_QUOTES[base][1]
    before = match.string[match.start() - 1]
    return "’" if before.isalpha() else match[0]


_Printed = Callable[[re.Match[str], str, list[str]], str]
_PRINTED: Mapping[str, _Printed] = {
    "address": lambda match, _base, _opened: match[0],
    "ellipsis": lambda _match, _base, _opened: "…",
    "dash": lambda match, _base, _opened: match[0].replace("-", "–"),
    "inner": _inner,
    "inner_end": _inner_end,
    "apostrophe": lambda _match, _base, _opened: "’",
    "quote": _quote,
    "stray": lambda match, _base, _opened: match[0][-1],
    "loose": lambda match, _base, _opened: match[0][-1],
    "number": lambda match, _base, _opened: match[0].replace(" ", FIXED),
    "marks": lambda match, base, _opened: BEFORE_MARKS[base][0] + match[0].strip(),
    "colon": lambda _match, base, _opened: BEFORE_MARKS[base][1] + ":",
    "opened": lambda _match, base, _opened: "«" + INSIDE.get(base, ""),
    "closed": lambda _match, base, _opened: INSIDE.get(base, "") + "»",
}
