"""Checks of quotation marks, apostrophes and the spaces around marks, language by language.

What is printed right however it is typed (see `printnplay.kernel.typography`) is only a warning;
the other checks look at the text as printed. A new language is a line in each table.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.typography import FIXED, NARROW, repairs
from printnplay.proofreading.passages import UNSEEN, Passage
from printnplay.proofreading.review import Review
from printnplay.proofreading.spelling import dictionary, right_words

ALL_QUOTES = "„“”‟«»‹›‘‚‛"
"""Every quotation mark except ’, which is the apostrophe too."""
_QUOTE = re.compile(f"[{ALL_QUOTES}]")

STYLES: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (("„", "“"), ("»", "«"), ("«", "»")),
    "en": (("“", "”"), ("‘", "’")),
    "es": (("«", "»"), ("“", "”")),
    "fr": (("«", "»"), ("“", "”")),
    "it": (("«", "»"), ("“", "”")),
    "pl": (("„", "”"), ("»", "«"), ("«", "»")),
}
"""The pairs that a language may use for quotations, the most common one first."""

INNER_MARKS = {
    ("„", "“"): "‚‘›‹",
    ("„", "”"): "»«‚’",
    ("»", "«"): "›‹„“”‚‘",
    ("«", "»"): "“”‹›‘",
    ("“", "”"): "‘",
    ("‘", "’"): "“”",
}
"""The marks that quote something within a quotation of a pair; ’ is the apostrophe, too."""

PAIRED_MARKS: dict[str, tuple[tuple[str, str], ...]] = {"es": (("¿", "?"), ("¡", "!"))}
"""Marks that must be opened before they close."""


class Rule(Struct, frozen=True):
    """A fault of typography: what to look for, what it is, and what was expected."""

    pattern: re.Pattern[str]
    fault: str
    expected: str


def _rule(pattern: str, fault: str, expected: str) -> Rule:
    return Rule(re.compile(pattern), fault, expected)


_CAPITALS = "".join(filter(str.isupper, map(chr, range(0x530))))
"""The capitals of Latin, Greek and Cyrillic."""

_SPACE = "[ \u00a0\u202f\n]"

EVERYWHERE = (
    _rule(r'(?<!\d)"', "a straight quotation mark", "expected a typographic quotation mark"),
    _rule(r"(?<!\d)'", "a straight apostrophe", "expected ’"),
    _rule(rf"{_SPACE}+[,.](?!\w)", "a space before the mark", "expected no space"),
    _rule(r"(?<!\.)\.\.(?!\.)|,{2,}|;{2,}|:{2,}", "a repeated mark", "expected it once"),
    _rule(
        # Names of files and sites go on in small letters, or in capitals alone.
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
    _rule(
        # Not `threefold`, nor in scripts whose words have no spaces.
        rf"(?<={UNSEEN})(?!fach|fold|i[eè]me|krotn)[a-zA-ZÀ-ӿ]{{4,}}",
        "no space after the number",
        "expected a no-break space",
    ),
)

_SMALL = re.compile(r"\.(?<=[^\W\d_]{2}\.)[ \u00a0\u202f]+(?P<letter>[^\W\d_])")
"""The first letter after a full stop (after ! and ? a sentence may go on); it begins with what is
rare, to be quick."""

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
    """Report what is typed in another way than it is printed, if the difference shows."""
    for passage in review.everything:
        for repair in repairs(passage.reading, passage.language):
            where = (repair.start, repair.end)
            if not repair.silent and not passage.is_filled_in(*where):
                fix = passage.fix(*where, repair.printed)
                is_fixed = fix is not None and passage.span.file.endswith(".yaml")
                typed = "; `printnplay check --fix` corrects the file" if is_fixed else ""
                yield passage.fault(
                    codes.TYPOGRAPHY,
                    f"{repair.fault} in `{passage.key}`, near `{passage.near(*where)}`",
                    f"printed as {_shown(repair.printed)}",
                    f"it already prints correctly{typed}",
                    passage.place(*where),
                    fix=fix,
                )


def _shown(printed: str) -> str:
    """What is printed, its spaces by name.

    >>> _shown(NARROW + "!")
    'U+202F !'
    """
    for space, name in _NAMES.items():
        printed = printed.replace(space, f" {name} ")
    return " ".join(printed.split())


def _repaired(passage: Passage) -> Passage:
    """The passage as printed; every character still knows where it comes from."""
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
    """Report wrong marks and spaces, by the language's table, in the glossary as well."""
    for passage in map(_repaired, review.everything):
        for rule in (*EVERYWHERE, *BY_LANGUAGE.get(passage.language, ())):
            for match in rule.pattern.finditer(passage.reading):
                yield from _fault(passage, match.span(), rule.fault, rule.expected)


def check_capitals(review: Review) -> Iterator[Diagnostic]:
    """Report a small letter at the start of a sentence, or where the original has a capital."""
    title = review.game.title
    for passage in review.passages:
        reading = passage.reading
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
"""The letters of the longest abbreviations (`approx.`, `zzgl.`)."""


def _is_abbreviation(text: str, language: str, review: Review) -> bool:
    """Whether a text ends with a short word and a dot that no text has without the dot."""
    last = _LAST.search(text)
    if last is None or len(last["word"]) > LONGEST:
        return False
    word = re.compile(rf"(?<!\w){last['word']}(?![\w.])", re.IGNORECASE)
    is_small = last["word"].lower() in review.usage(language).words
    return not is_small and not any(
        word.search(passage.reading) for passage in review.by_language[language]
    )


NOUNS_WITH_CAPITALS = frozenset({"de", "lb"})
"""Languages that write every noun with a capital."""

_CAPITAL = re.compile(r"(?<=[^\W\d_] )[^\W\d_]{2,}(?!\w)|(?<=[^\W\d_], )[^\W\d_]{2,}(?!\w)")
"""A word after another one, with or without a comma between, as they are within a sentence."""


def check_needless_capitals(review: Review) -> Iterator[Diagnostic]:
    """Report a capital within a sentence on a word that is no name."""
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
    """Return whether a text ends as a sentence does."""
    return text.rstrip(" )”’*")[-1:] in tuple(".!?:")


def check_quotes(review: Review) -> Iterator[Diagnostic]:
    """Report quotation marks that the language does not use, and marks without a partner.

    Where a language has several pairs, its texts use one of them for quotations.
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
    """Report unpaired marks, such as ¿ and ?"""
    for passage in map(_repaired, review.passages):
        for opening, closing in PAIRED_MARKS.get(passage.language, ()):
            expected = f"expected {opening} and {closing}"
            for index in unpaired(passage.reading, opening, closing):
                fault = f"{passage.reading[index]} without its partner"
                yield from _fault(passage, (index, index + 1), fault, expected)


def unpaired(text: str, opening: str, closing: str) -> Iterator[int]:
    """Yield the places of marks without their partner.

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
    """The fault, unless all of the place comes from the glossary, which is checked by itself."""
    if not passage.is_filled_in(*where):
        message = f"{fault} in `{passage.key}`, near `{passage.near(*where)}`"
        yield passage.fault(codes.TYPOGRAPHY, message, expected, place=passage.place(*where))
