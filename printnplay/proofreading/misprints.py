"""Check for misprints: invisible characters, stray hyphens, doubled words and spaces."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.kernel.languages import script
from printnplay.kernel.typography import FIXED, NARROW
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_ODD_SPACES = "\t\u1680\u2000-\u2006\u2008\u205f\u3000"
_APOSTROPHES = "\u0060\u00b4\u02b9\u02bc\u2032\u2035"

_SHAPES = "\ufb00-\ufb06\ufb50-\ufdcf\ufe70-\ufefc"
"""Ligatures, and Arabic letters of one shape, which only old programs and PDF files have."""

_EMPTY_LINE = r"(?<![^\n])\u2060(?![^\n])"
"""A word joiner alone on its line: it keeps an empty line before or after all words."""

_SUSPECTS = re.compile(
    rf"(?P<unseen>(?!{_EMPTY_LINE})[{_INVISIBLE}]+)|(?P<space>[{_ODD_SPACES}]+)"
    rf"|(?P<shape>[{_SHAPES}]+)"
    rf"|(?P<mark>(?<=[^\W\d_])[{_APOSTROPHES}‘](?=[^\W\d_]))"
    # At the end of a word it joins a letter to a number or a name.
    r"|(?P<stretch>(?<=[\u0620-\u064a])\u0640+(?=[\u0620-\u064a]))"
)


class _Suspect(Struct, frozen=True):
    """A kind of wrong character: a description, the right character, or None for its plain form."""

    fault: str
    right: str | None
    expected: str


_FAULTS = {
    "unseen": _Suspect("an invisible character", "", "expected nothing"),
    "space": _Suspect("a space of an odd width", " ", "expected a space"),
    "mark": _Suspect("a wrong apostrophe", "’", "expected ’"),
    "shape": _Suspect("a letter in a fixed shape", None, "expected the plain letters"),
    "stretch": _Suspect("a stretched letter (kashida)", "", "expected the letters alone"),
}


RIGHT_CHARACTERS: dict[str, str] = {
    **dict.fromkeys(("ja", "ko", "yue", "zh"), "\u3000"),
    **dict.fromkeys(
        ("ar", "ckb", "fa", "he", "ps", "sd", "ug", "ur", "yi"), "\u200c\u200d\u200e\u200f"
    ),
    **dict.fromkeys(
        ("bn", "gu", "hi", "kn", "ml", "mr", "ne", "pa", "si", "ta", "te"), "\u200c\u200d"
    ),
    **dict.fromkeys(("km", "lo", "my", "th"), "\u200b\u2060"),
    **dict.fromkeys(("be", "br", "uk"), "\u02bc"),
}
"""Characters that languages need: wide spaces, joiners, direction marks, word separators and the
word joiner, which keeps a word of two on one line."""


def check_characters(review: Review) -> Iterator[Diagnostic]:
    """Report invisible characters, odd spaces, accents used as apostrophes, and fixed shapes."""
    for passage in review.everything:
        base = passage.language.split("-")[0]
        for match in _SUSPECTS.finditer(passage.reading):
            if passage.is_filled_in(*match.span()) or match[0] in RIGHT_CHARACTERS.get(base, ""):
                continue
            suspect = _FAULTS[match.lastgroup or ""]
            if suspect is _FAULTS["stretch"] and passage.is_quoted(match.end()):
                continue
            plain = unicodedata.normalize("NFKC", match[0])
            right = plain if suspect.right is None else suspect.right
            names = " ".join(f"U+{ord(character):04X}" for character in match[0])
            near = passage.near(*match.span())
            yield passage.fault(
                codes.INVISIBLE_CHARACTER,
                f"{suspect.fault}, {names}, in `{passage.key}`, near `{near}`",
                suspect.expected,
                "printnplay hyphenates line ends itself"
                if match[0] == "\u00ad"
                else "it came from another program: retype it",
                passage.place(*match.span()),
                fix=passage.fix(*match.span(), right),
            )


_TWINS = (
    ("Cyrillic", "Cyrl", "[Ѐ-ӿ]+", "АаВСсЕеНІіЈјКМОоРрЅѕТХхУуѵ", "AaBCcEeHIiJjKMOoPpSsTXxYyv"),
    ("Greek", "Grek", "[Ͱ-Ͽ]+", "ΑΒΕΗΙΚΜΝΟοΡΤΥΧΖν", "ABEHIKMNOoPTYXZv"),
)
"""Scripts, with their ISO 15924 codes, a pattern of their words, their letters that look Latin, and
those Latin letters.
"""
_LATIN = "[A-Za-zÀ-ɏ]+"
_MIXED = re.compile(r"[^\W\d_]*(?:[A-Za-zÀ-ɏ][Ͱ-ӿ]|[Ͱ-ӿ][A-Za-zÀ-ɏ])[^\W\d_]*")
_CYRILLIC, _NOT_CYRILLIC = re.compile(r"[Ѐ-ӿ]+"), re.compile(r"[^Ѐ-ӿ]+")
_LONE_LATIN = re.compile(r"(?<=[Ѐ-ӿ] )[acioy](?= [Ѐ-ӿ])")

FEWEST_LETTERS = 3
"""The minimum length of a word in another script than its text's; shorter ones may be moves of
chess and units (`Кf3`). A guess.
"""


def check_scripts(review: Review) -> Iterator[Diagnostic]:
    """Report words with letters of another script, most of which look like those of their own.

    A whole word of such letters is reported too (Cyrillic `о` for Italian `o`).
    """
    for passage in review.everything:
        own = script(passage.language)
        alone = {"Latn": _CYRILLIC, "Cyrl": _LONE_LATIN}.get(own)
        for pattern in (_MIXED, alone) if alone else (_MIXED,):
            for match in pattern.finditer(passage.reading):
                wrong, right = _in_one_script(match[0], own)
                is_sure = bool(right) or (pattern is _MIXED and _is_never_mixed(match[0], own))
                if not is_sure or passage.is_filled_in(*match.span()) or _touches(match):
                    continue
                foreign = _CYRILLIC if wrong == "Cyrillic" else _NOT_CYRILLIC
                letters = sorted(set(match[0]) - set(right or foreign.sub("", match[0])))
                numbers = " ".join(f"U+{ord(one):04X}" for one in letters)
                yield passage.fault(
                    codes.INVISIBLE_CHARACTER,
                    f"`{match[0]}` in `{passage.key}` has {wrong} letters, {numbers}",
                    "they only look like the right letters" if right else "expected one script",
                    f"retype `{right}`" if right else "retype it",
                    passage.place(*match.span()),
                    fix=passage.fix(*match.span(), right) if right else None,
                )


def _is_never_mixed(word: str, own: str) -> bool:
    """Return whether a word mixes Latin and Cyrillic, which no unit does; Greek ones may: `μm`."""
    is_long = own == "Latn" or len(word) >= FEWEST_LETTERS
    return is_long and _CYRILLIC.search(word) is not None


def _touches(match: re.Match[str]) -> bool:
    """Return whether a match is only a part of a longer word of several scripts."""
    before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
    return before.isalpha() or after.isalpha()


def _in_one_script(word: str, own: str) -> tuple[str, str]:
    """Return the script of a word's wrong letters, and the word with the right ones, if any."""
    for name, code, letters_of, letters, latin in _TWINS:
        to_latin = (name, "Latn", _LATIN, letters, latin)
        ways = [("Latin", code, letters_of, latin, letters), to_latin]
        for wrong, meant, pattern, old, new in ways if own == code else reversed(ways):
            right = word.translate(str.maketrans(old, new))
            is_long = meant == own or len(word) >= FEWEST_LETTERS
            if right != word and is_long and re.fullmatch(pattern, right):
                return wrong, right
    return "Cyrillic" if own == "Latn" else "Latin", ""


JOINING: dict[str, frozenset[str]] = {
    "de": frozenset({"als", "bis", "bzw", "noch", "oder", "sowie", "und"}),
    "en": frozenset({"and", "or", "to"}),
    "es": frozenset({"e", "o", "u", "y"}),
    "fr": frozenset({"et", "ou"}),
    "it": frozenset({"e", "ed", "o"}),
    "pl": frozenset({"albo", "i", "lub", "oraz"}),
}
"""Words next to which a hyphen may end or begin a word (`Vorder- und Rückseite`). For another
language, those of its `language.yaml`.
"""

_AFTER = re.compile(r"([^\W\d_]+)-\s+([^\W\d_]+)")
_BEFORE = re.compile(r"([^\W\d_]+)\s+-([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def check_broken(review: Review) -> Iterator[Diagnostic]:
    """Report hyphens with a space on one side, between two letters.

    The fix is known if the whole word occurs elsewhere in the same language. Where no joining words
    are known, only such words are reported.
    """
    known: dict[str, set[str]] = {}
    for passage in review.passages:
        if "-" not in passage.reading:
            continue
        listed = JOINING.get(passage.language.split("-")[0])
        joining = review.usage(passage.language).joining if listed is None else listed
        for pattern, neighbour in ((_AFTER, 2), (_BEFORE, 1)):
            for match in pattern.finditer(passage.reading):
                if match[neighbour].lower() in joining:
                    continue
                joined = {match[1] + match[2], f"{match[1]}-{match[2]}"}
                if passage.language not in known:
                    known[passage.language] = _words(review.by_language[passage.language])
                wholes = sorted(joined & known[passage.language])
                if not joining and not wholes:
                    continue
                yield passage.fault(
                    codes.BROKEN_WORD,
                    f"`{match[0]}` is a word broken by a hyphen",
                    "expected a whole word, or a dash with spaces on both sides",
                    "join the word: printnplay hyphenates line ends itself",
                    passage.place(*match.span()),
                    fix=passage.fix(*match.span(), wholes[0]) if len(wholes) == 1 else None,
                )


def _words(passages: Iterable[Passage]) -> set[str]:
    return set(_WORD.findall("\n".join(passage.reading for passage in passages)))


def check_spellings(review: Review) -> Iterator[Diagnostic]:
    """Report words that the same language spells with fewer hyphens elsewhere."""
    for language, passages in review.by_language.items():
        divided = _in_several_ways(passages)
        if not divided:
            continue
        spellings: dict[str, dict[str, _Occurrence]] = defaultdict(dict)
        for passage in passages:
            for match in _WORD.finditer(passage.reading):
                word = match[0].casefold()
                joined = word.replace("-", "")
                if joined in divided:
                    spellings[joined].setdefault(word, _Occurrence(passage, *match.span()))
        right = {
            match[0].casefold()
            for form in review.glossary_forms
            if form.language == language
            for match in _WORD.finditer(form.reading)
        }
        for words in spellings.values():
            yield from _compare(words, right)


def _in_several_ways(passages: Sequence[Passage]) -> set[str]:
    """Return the words, without hyphens, that may occur with different numbers of hyphens."""
    with_hyphens = _words(passage for passage in passages if "-" in passage.reading)
    ways = {word.casefold() for word in with_hyphens if "-" in word}
    if not ways:
        return set()
    counted = Counter(way.replace("-", "") for way in ways)
    together = "\n".join(passage.reading for passage in passages).casefold()
    return {word for word, number in counted.items() if number > 1 or word in together}


class _Occurrence(Struct, frozen=True):
    """The first occurrence of a word: its passage, start and end."""

    passage: Passage
    start: int
    end: int

    @property
    def place(self) -> Span:
        return self.passage.place(self.start, self.end)


def _compare(words: Mapping[str, _Occurrence], right: Container[str]) -> Iterator[Diagnostic]:
    """Yield spellings with more hyphens than another spelling, except those of terms."""
    fewest = min(words, key=lambda word: word.count("-"))
    for word, occurrence in words.items():
        if word != fewest and word not in right:
            yield occurrence.passage.fault(
                codes.BROKEN_WORD,
                f"`{word}` is written `{fewest}` elsewhere",
                f"expected `{fewest}`, or this spelling everywhere",
                "remove the hyphens that a typesetter left",
                occurrence.place,
                notes=(("the other spelling is here", words[fewest].place),),
            )


RIGHT_TWICE: dict[str, frozenset[str]] = {
    "de": frozenset({"das", "dem", "den", "der", "die", "sie", "ja", "na", "so", "nein"}),
    "en": frozenset({"had", "that", "bye", "ha", "knock", "no", "so", "there", "very", "now"}),
    "es": frozenset({"casi", "muy", "no", "poco", "sí", "ya", "nada", "ja"}),
    "fr": frozenset({"nous", "vous", "non", "oui", "si", "très", "tout", "bien"}),
    "it": frozenset(
        {"ben", "c’è", "così", "già", "mano", "man", "no", "or", "pian", "piano", "poco", "proprio"}
        | {"quasi", "quatto", "sì", "sotto", "subito", "tutto", "via", "zitto", "lemme", "ciao"}
    ),
    "pl": frozenset({"bardzo", "nie", "no", "tak", "raz", "oj", "ha"}),
    "cs": frozenset({"ano", "je", "ne", "se", "to", "už", "velmi"}),
    "da": frozenset({"de", "den", "det", "ja", "nej", "så", "som"}),
    "nb": frozenset({"de", "den", "det", "ja", "nei", "så", "som"}),
    "nl": frozenset({"dat", "die", "heel", "het", "ja", "je", "nee", "we", "ze", "zijn"}),
    "pt": frozenset({"assim", "já", "logo", "muito", "não", "quase", "que", "se", "sim"}),
    "sv": frozenset({"de", "den", "det", "ja", "nej", "så", "som"}),
    "uk": frozenset({"дуже", "ні", "так", "то", "це"}),
}
"""Words that may be doubled (`vous vous asseyez`, `piano piano`), in languages that do not double
words otherwise. In others doubling is grammar.
"""

WHO = frozenset(
    {"who", "whoever", "what", "wer", "was", "qui", "chi", "quien", "que", "kto", "co", "kdo"}
    | {"quem", "wie", "wat", "vem", "vad", "hvem", "hvad", "hva", "хто", "що"}
)
"""Words before a verb that may be doubled: `who wins wins`, `chi tocca tocca`."""

_WORDS = re.compile(
    r"(?<![\w-])(?:[^\W\d_]+[’'])?((?:[^\W\d_]+[’'])?[^\W\d_]+)\s+(\1)(?![\w’'-])", re.IGNORECASE
)
_LAST = re.compile(r"[^\W\d_]+(?=\s+\Z)")
_SPACES = re.compile(r"\A\s+|\s+\Z|[^\S\n]{2,}(?!\n)(?<!\n)")


def check_words(review: Review) -> Iterator[Diagnostic]:
    """Report doubled words.

    Single capitals (`X X`), which are symbols, names (`Bora Bora`) and sounds (`ha ha ha`) are
    allowed.
    """
    for passage in review.passages:
        right = RIGHT_TWICE.get(passage.language.split("-")[0])
        if right is None:
            continue
        for match in _WORDS.finditer(passage.reading):
            word, again = match[1], match[2]
            before = _LAST.search(passage.reading, 0, match.start())
            is_name = again[0].isupper() and not word.isupper()
            if word.lower() in right or (len(word) == 1 and word.isupper()) or is_name:
                continue
            is_verb = word.lower() not in review.usage(passage.language).words
            if before and before[0].lower() in (WHO if is_verb else frozenset()) | {word.lower()}:
                continue
            if passage.reading[match.end() :].lstrip().lower().startswith(word.lower()):
                continue
            yield passage.fault(
                codes.DOUBLED_WORD,
                f"the word `{word}` is doubled",
                "expected it once",
                "remove one of the two",
                passage.place(*match.span(2)),
            )


def check_spaces(review: Review) -> Iterator[Diagnostic]:
    """Report two spaces of any kind in a row, and spaces at either end of a text."""
    for passage in review.everything:
        for match in _SPACES.finditer(passage.reading):
            if passage.is_filled_in(*match.span()):
                continue
            at_end = match.start() == 0 or match.end() == len(passage.reading)
            near = passage.near(*match.span())
            fault = f"two spaces in `{passage.key}`, near `{near}`"
            if at_end:
                fault = f"a space at the end of `{passage.key}`, near `{near}`"
            yield passage.fault(
                codes.DOUBLED_WORD,
                fault,
                "expected no space" if at_end else "expected one space",
                "remove it",
                passage.place(*match.span()),
                fix=passage.fix(*match.span(), "" if at_end else _one_of(match[0])),
            )


def _one_of(spaces: str) -> str:
    """Return the space to keep: a no-break space, if there is one."""
    return next((space for space in spaces if space in (FIXED, NARROW)), " ")
