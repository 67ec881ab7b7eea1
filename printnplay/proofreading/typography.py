"""Check quotation marks, apostrophes and the spaces around marks, by language.

Mistakes that printing corrects (see `printnplay.kernel.typography`) are only warnings; the other
checks use the text as printed. To add a language, add a line to each table.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.texts import TITLE
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.typography import FIXED, NARROW, repairs
from printnplay.proofreading.passages import UNSEEN, Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.spelling import dictionary, right_words

ALL_QUOTES = "„“”‟«»‹›‘‚‛"
"""Every quotation mark except ’, which is also the apostrophe."""
_QUOTE = re.compile(f"[{ALL_QUOTES}]")
_TYPOGRAPHIC = re.compile(f"[{ALL_QUOTES}’]")

STYLES: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (("„", "“"), ("»", "«"), ("«", "»")),
    "en": (("“", "”"), ("‘", "’")),
    "es": (("«", "»"), ("“", "”")),
    "fr": (("«", "»"), ("“", "”")),
    "it": (("«", "»"), ("“", "”")),
    "pl": (("„", "”"), ("»", "«"), ("«", "»")),
}
"""The pairs of quotation marks that a language may use, the most common first."""

INNER_MARKS = {
    ("„", "“"): "‚‘›‹",
    ("„", "”"): "»«‚’",
    ("»", "«"): "›‹„“”‚‘",
    ("«", "»"): "“”‹›‘",
    ("“", "”"): "‘",
    ("‘", "’"): "“”",
}
"""The marks for a quotation within a quotation, by outer pair; ’ is also the apostrophe."""

PAIRED_MARKS: dict[str, tuple[tuple[str, str], ...]] = {"es": (("¿", "?"), ("¡", "!"))}
"""Marks that must be opened before they are closed."""


class Rule(Struct, frozen=True):
    """A typographic fault: its pattern, a description, and the expected text."""

    pattern: re.Pattern[str]
    fault: str
    expected: str


def _rule(pattern: str, fault: str, expected: str) -> Rule:
    return Rule(re.compile(pattern), fault, expected)


_CAPITALS = "".join(filter(str.isupper, map(chr, range(0x530))))
"""The capitals of Latin, Greek and Cyrillic."""

_SPACE = "[ \u00a0\u202f\n]"

_NUMBER_BEFORE_WORD = _rule(
    # Excludes `threefold`, and scripts whose words have no spaces.
    rf"(?<={UNSEEN})(?!fach|fold|i[eè]me|krotn)[a-zA-ZÀ-ӿ]{{4,}}",
    "no space after the number",
    "expected a no-break space",
)

_PLURAL_IN_BRACKETS = _rule(
    rf"(?<={UNSEEN})[ \u00a0][^\W\d_]{{2,}}\((?:s|es|e|n|en|x|i)\)",
    "a plural in brackets",
    "expected a text of several forms: `one:`, `other:`",
)
_AFTER_NUMBER = (_NUMBER_BEFORE_WORD, _PLURAL_IN_BRACKETS)
"""The rules about what follows a number, not an icon."""

EVERYWHERE = (
    _rule(r'(?<!\d)"', "a straight quotation mark", "expected a typographic quotation mark"),
    _rule(r"(?<!\d)'", "a straight apostrophe", "expected ’"),
    _rule(rf"{_SPACE}+[,.](?!\w)", "a space before the mark", "expected no space"),
    _rule(r"(?<!\.)\.\.(?!\.)|,{2,}|;{2,}|:{2,}", "a repeated mark", "expected it once"),
    _rule(
        # Names of files and sites continue in lower case, or in capitals only.
        rf"(?<=[^\W\d_])[,;!?](?=[^\W\d_])"
        rf"|(?<=[^\W\d_]{{2}})\.(?=[{_CAPITALS}][^\W\d_{_CAPITALS}])",
        "no space after the mark",
        "expected a space after it",
    ),
    _rule(
        r"<<|>>|,,",
        "angle brackets or commas instead of a quotation mark",
        "expected a quotation mark",
    ),
    _rule(
        rf"(?<={UNSEEN})-(?={UNSEEN})",
        "a hyphen between numbers",
        "expected a dash: from one number to another",
    ),
    _rule(r"\d [%°]", "a breakable space before the sign", "expected a no-break space"),
    _rule(
        r"(?<=\d)(?<!-\d)(?<!-\d\d)(?:mm|cm|km|kg|g|lb|min)(?!\w)",
        "no space before the unit",
        "expected a no-break space",
    ),
    *_AFTER_NUMBER,
)

_SMALL = re.compile(r"\.(?<=[^\W\d_]{2}\.)[ \u00a0\u202f]+(?P<letter>[^\W\d_])")
"""The first letter after a full stop (after ! and ? a sentence may continue); the rare character
comes first in the pattern, for speed.
"""

_CLOSE_MARKS = _rule(
    rf"(?<=\S){_SPACE}+[;:!?](?!\S)", "a space before the mark", "expected no space"
)
_CLOSE_QUOTES = _rule(
    rf"«{_SPACE}+|{_SPACE}+»", "a space inside the quotation marks", "expected no space"
)

BY_LANGUAGE: dict[str, tuple[Rule, ...]] = {
    "de": (_CLOSE_MARKS,),
    "en": (_CLOSE_MARKS,),
    "es": (_CLOSE_MARKS, _CLOSE_QUOTES),
    "fr": (
        _rule(
            "(?<=[^\u202f;!?(])[;!?]",
            "no narrow no-break space before the mark",
            "expected U+202F before it",
        ),
        _rule(
            "(?<=[^\u00a0]):",
            "no no-break space before the colon",
            "expected U+00A0 before it",
        ),
        _rule(
            "«(?!\u202f)|(?<!\u202f)»",
            "no narrow no-break space inside the quotation marks",
            "expected U+202F inside it",
        ),
    ),
    "it": (_CLOSE_MARKS, _CLOSE_QUOTES),
    "pl": (_CLOSE_MARKS,),
}


_NAMES = {NARROW: "U+202F", FIXED: "U+00A0"}


def check_typing(review: Review) -> Iterator[Diagnostic]:
    """Report text typed differently from how it is printed, if the difference is visible.

    Straight marks are reported beside typographic ones: in the same folder, such as `locales/en`.
    Where all are straight, somebody types them like that, and they print as they should.
    """
    typographic: set[str] | None = None
    for passage in review.everything:
        is_smart = review.usage(passage.language).smart_quotes
        for repair in repairs(passage.reading, passage.language) if is_smart else ():
            where = (repair.start, repair.end)
            if repair.silent or passage.is_filled_in(*where):
                continue
            if typographic is None:
                marked = (one for one in review.everything if _TYPOGRAPHIC.search(one.reading))
                typographic = {_folder(one) for one in marked}
            if not repair.straight or _folder(passage) in typographic:
                fix = passage.fix(*where, repair.printed)
                is_fixed = fix is not None and passage.span.file.endswith(".yaml")
                help = "it already prints correctly"
                if is_fixed:
                    help = "it already prints correctly; `printnplay check --fix` corrects the file"
                yield passage.fault(
                    codes.TYPOGRAPHY,
                    f"{repair.fault} in `{passage.key}`, near `{passage.near(*where)}`",
                    f"printed as {_shown(repair.printed)}",
                    help,
                    passage.place(*where),
                    fix=fix,
                )


def _folder(passage: Passage) -> str:
    return passage.span.file.rpartition("/")[0]


def _shown(printed: str) -> str:
    """Return the printed text, with names for its spaces.

    >>> _shown(NARROW + "!")
    'U+202F !'
    """
    for space, name in _NAMES.items():
        printed = printed.replace(space, f" {name} ")
    return " ".join(printed.split())


def _repaired(passage: Passage) -> Passage:
    """Return the passage as printed, with the origin of every character."""
    reading: list[str] = []
    origins: list[tuple[int, int]] = []
    done = 0
    for repair in repairs(passage.reading, passage.language):
        reading += [passage.reading[done : repair.start], repair.printed]
        origins += passage.origins[done : repair.start]
        hull = (passage.origins[repair.start][0], passage.origins[repair.end - 1][1])
        origins += [hull] * len(repair.printed)
        done = repair.end
    if not done:
        return passage
    text = "".join([*reading, passage.reading[done:]])
    return replace(passage, reading=text, origins=(*origins, *passage.origins[done:]))


def check_marks(review: Review) -> Iterator[Diagnostic]:
    """Report wrong marks and spaces, according to the language's table; the glossary too."""
    for passage in map(_repaired, review.everything):
        for rule in (*EVERYWHERE, *BY_LANGUAGE.get(passage.language, ())):
            for match in rule.pattern.finditer(passage.reading):
                if rule not in _AFTER_NUMBER or not passage.is_icon(match.start() - 1):
                    yield from _fault(passage, match.span(), rule.fault, rule.expected)


def check_capitals(review: Review) -> Iterator[Diagnostic]:
    """Report small letters at the start of a sentence, or where the original has a capital."""
    for passage in review.passages:
        if passage.key == TITLE:
            continue
        reading, title = passage.reading, review.title(passage.language)
        if title in reading:
            reading = reading.replace(title, UNSEEN * len(title))
        starts = [
            match.start("letter")
            for match in _SMALL.finditer(reading)
            if not _is_abbreviation(reading[: match.start() + 1], passage.language, review)
        ]
        original = review.original_of(passage)
        if original and original.reading[:1].isupper() and sentence_like(original.reading):
            starts.insert(0, 0)
        for start in starts:
            if passage.reading[start : start + 1].islower():
                yield passage.fault(
                    codes.TYPOGRAPHY,
                    f"a lowercase letter begins a sentence in `{passage.key}`,"
                    f" near `{passage.near(start, start + 1)}`",
                    "expected a capital",
                    "begin the sentence with a capital",
                    passage.place(start, start + 1),
                    detail=f"small letter {passage.reading[start : start + 8]}",
                )


_LAST = re.compile(r"(?P<word>[^\W\d_]+)\.\Z")
LONGEST = 6
"""The length of the longest abbreviations (`approx.`, `zzgl.`), in letters."""


def _is_abbreviation(text: str, language: str, review: Review) -> bool:
    """Return whether a text ends with a short word and a dot that never occurs without the dot."""
    last = _LAST.search(text)
    if last is None or len(last["word"]) > LONGEST:
        return False
    word = re.compile(rf"(?<!\w){last['word']}(?![\w.])", re.IGNORECASE)
    is_small = last["word"].lower() in review.usage(language).words
    return not is_small and not any(
        word.search(passage.reading) for passage in review.by_language[language]
    )


NOUNS_WITH_CAPITALS = frozenset({"de", "lb"})
"""Languages that capitalise every noun."""

_CAPITAL = re.compile(r"(?<=[^\W\d_] )[^\W\d_]{2,}(?!\w)|(?<=[^\W\d_], )[^\W\d_]{2,}(?!\w)")
"""A word after another one, with or without a comma between them, and thus within a sentence."""


def check_needless_capitals(review: Review) -> Iterator[Diagnostic]:
    """Report capitals within a sentence on words that are not names."""
    for language, passages in review.by_language.items():
        words = dictionary(language) if language not in NOUNS_WITH_CAPITALS else None
        if words is None or language == review.reference:
            continue
        forms = (one.reading for one in review.glossary_forms if one.language == language)
        names = right_words(review, language) | {
            match[0] for form in forms for match in _CAPITALIZED.finditer(form)
        }
        for passage in passages:
            for match in _CAPITAL.finditer(passage.reading):
                word, after = match[0], passage.reading[match.end() : match.end() + 2].strip()
                is_name = word in names or after.isupper() or not word[1:].islower()
                before = passage.reading[: match.start()].rstrip(", ").split()[-1]
                if word.islower() or is_name or before[:1].isupper():
                    continue
                if words.has(word.lower()) and not passage.is_filled_in(*match.span()):
                    yield passage.fault(
                        codes.TYPOGRAPHY,
                        f"a capital within a sentence in `{passage.key}`: `{word}`",
                        f"expected `{word.lower()}`",
                        "write it in lowercase, or list it under `names` in the"
                        f" `language.yaml` of `{language}` if it is a name",
                        passage.place(*match.span()),
                        detail=f"capital {word}",
                    )


_CAPITALIZED = re.compile(r"[^\W\d_]+")


def sentence_like(text: str) -> bool:
    """Return whether a text ends like a sentence."""
    return text.rstrip(" )”’*")[-1:] in tuple(".!?:")


def check_quotes(review: Review) -> Iterator[Diagnostic]:
    """Report quotation marks that the language does not use, and unpaired ones.

    If a language has several pairs, its texts must use the same one for quotations.
    """
    for language, passages in review.by_language.items():
        pairs = STYLES.get(language.split("-")[0], ())
        forms = (one for one in review.glossary_forms if one.language == language)
        if not pairs:
            continue
        printed = [_repaired(one) for one in (*passages, *forms)]
        used = max(pairs, key=lambda pair: sum(one.reading.count(pair[0]) for one in printed))
        inner = INNER_MARKS.get(used, "")
        expected = f"expected {used[0]} and {used[1]}"
        for passage in printed:
            for mark in _QUOTE.finditer(passage.reading):
                if mark[0] not in used and mark[0] not in inner:
                    fault = f"{mark[0]} is not a quotation mark of `{passage.language}`"
                    yield from _fault(passage, mark.span(), fault, expected)
            for index in unpaired(passage.reading, *used) if used[1] != "’" else ():
                fault = "an unpaired quotation mark"
                yield from _fault(passage, (index, index + 1), fault, expected)


def check_pairs(review: Review) -> Iterator[Diagnostic]:
    """Report unpaired marks, such as ¿ and ?."""
    for passage in map(_repaired, review.passages):
        for opening, closing in PAIRED_MARKS.get(passage.language.split("-")[0], ()):
            expected = f"expected {opening} and {closing}"
            for index in unpaired(passage.reading, opening, closing):
                fault = f"{passage.reading[index]} without its partner"
                yield from _fault(passage, (index, index + 1), fault, expected)


def unpaired(text: str, opening: str, closing: str) -> Iterator[int]:
    """Yield the places of unpaired marks.

    >>> list(unpaired("¿X? O?", "¿", "?"))
    [5]
    """
    opened: list[int] = []
    if opening not in text and closing not in text:
        return
    for index, character in enumerate(text):
        if character == opening:
            opened.append(index)
        elif character == closing:
            if opened:
                opened.pop()
            else:
                yield index
    yield from opened


def _fault(
    passage: Passage, where: tuple[int, int], fault: str, expected: str
) -> Iterator[Diagnostic]:
    """Yield the fault, unless it comes from the glossary, which is checked separately."""
    if not passage.is_filled_in(*where):
        message = f"{fault} in `{passage.key}`, near `{passage.near(*where)}`"
        yield passage.fault(codes.TYPOGRAPHY, message, expected, place=passage.place(*where))
