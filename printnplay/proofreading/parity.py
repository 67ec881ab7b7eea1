"""Check that a translation keeps the outward form of its original.

That is its end mark, its number of lines and addresses, and that plural forms differ.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.languages import categories
from printnplay.kernel.suggestions import counted, listed
from printnplay.kernel.typography import NO_PROSE
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

_STOP, _QUESTION, _EXCLAMATION = "a full stop", "a question mark", "an exclamation mark"
_COLON, _SEMICOLON, _ELLIPSIS = "a colon", "a semicolon", "an ellipsis"
_NAMES: Mapping[str, str] = {
    **dict.fromkeys(".。｡．।॥۔።།༎", _STOP),
    **dict.fromkeys("?？؟፧", _QUESTION),
    **dict.fromkeys("!！", _EXCLAMATION),
    **dict.fromkeys(":：፦", _COLON),
    **dict.fromkeys(";；؛፤", _SEMICOLON),
    "…": _ELLIPSIS,
}
"""The marks that end texts, in all scripts, with their names."""

_GREEK = {";": _QUESTION, "\u037e": _QUESTION, "·": _SEMICOLON, "\u0387": _SEMICOLON}
"""Greek question marks and semicolons; elsewhere these are other marks, or none."""

_SEVERAL = {"‽": "!?", "⁈": "!?", "⁉": "!?", "⁇": "?", "‼": "!"}
"""Marks that stand for several."""

_QUOTES = "»«›‹“”„‘’״׳\"'」』"
_AT_END = "".join((*_NAMES, *_GREEK, *_SEVERAL, _QUOTES, " \u00a0\u202f\n\u3000)]）】》〉*"))
_DOTS = re.compile(r"\.{2,}|。{2,}")

WITHOUT_MARKS = frozenset({"hy", "km", "lo", "my", "th"})
"""Languages whose sentences end with a space, or whose questions are marked within a word."""

ASKING = {"ja": "か", "ko": "까"}
"""Letters that end a question, which then needs no question mark, by language."""

_MILD = frozenset({_STOP, _EXCLAMATION})
"""Marks of which translators of covers and of advertising may take another."""

SELDOM_EXCLAIMING = frozenset({"ja", "ko", "yue", "zh"})
"""Languages that have a full stop in instructions where others have an exclamation mark."""


def check_endings(review: Review) -> Iterator[Diagnostic]:
    """Report texts that end with a different mark from their original, or without one.

    Titles and table rows may have no full stop.
    """
    rows = {key for block in review.game.outline.printed_blocks for key in block.labels}
    for passage, original in review.translated():
        if not WITHOUT_MARKS.isdisjoint({_base(passage), _base(original)}):
            continue
        wanted, found = _marks_at_end(original), _marks_at_end(passage)
        is_title = passage.key in rows or passage.key.endswith((".title", ".name"))
        differ = wanted ^ found
        if not differ or (is_title and differ == {_STOP} and (wanted or passage.key in rows)):
            continue
        is_style = not passage.is_rules or _base(passage) in SELDOM_EXCLAIMING
        if (differ <= _MILD and is_style) or _is_quoted(passage, wanted, found):
            continue
        if _QUESTION in wanted - found and _asks(passage):
            continue
        shown = "".join(mark for mark in _end(original) if mark in _NAMES or mark in _SEVERAL)
        yield passage.fault(
            codes.END_MARK_DIFFERS if found else codes.NO_END_MARK,
            f"`{passage.key}` ends with {_listed(found)}, its original with {_listed(wanted)}",
            f"expected {_listed(wanted)}",
            f"end it with `{shown}`, or that of your script" if wanted else "remove the mark",
            passage.place(max(0, len(passage.reading) - 1), len(passage.reading)),
            notes=original.as_original,
            detail=f"ends with {_listed(found)}",
        )


def _base(passage: Passage) -> str:
    return passage.language.split("-")[0]


def _marks_at_end(passage: Passage) -> frozenset[str]:
    """Return the names of the marks with which a passage ends, inside of quotations too."""
    names = {**_NAMES, **_GREEK} if _base(passage) == "el" else _NAMES
    marks = "".join(_SEVERAL.get(mark, mark) for mark in _DOTS.sub("…", _end(passage)))
    return frozenset(names[mark] for mark in marks if mark in names)


def _end(passage: Passage) -> str:
    """Return the marks at the end of a passage, with quotation marks and brackets."""
    return passage.reading[len(passage.reading.rstrip(_AT_END)) :]


def _listed(names: frozenset[str]) -> str:
    return " and ".join(sorted(names)) or "no mark"


def _is_quoted(passage: Passage, wanted: frozenset[str], found: frozenset[str]) -> bool:
    """Return whether the marks differ by one inside of a quotation: “Go!” and « Go ! »."""
    return bool(wanted & found) and not set(_QUOTES).isdisjoint(_end(passage))


def _asks(passage: Passage) -> bool:
    last = ASKING.get(_base(passage))
    return last is not None and passage.reading.rstrip(_AT_END).endswith(last)


def check_lines(review: Review) -> Iterator[Diagnostic]:
    """Report texts of more or fewer lines than their original; a chapter is compared elsewhere."""
    for passage, original in review.translated():
        here, there = _lines(passage), _lines(original)
        if here != there and not passage.lines:
            yield passage.fault(
                codes.LINES_DIFFER,
                f"`{passage.key}` has {counted(here, 'line')}, its original {there}",
                "expected as many lines, paragraphs and list items as in the original",
                r"begin new lines, with `\n`, where the original does",
                notes=original.as_original,
                detail=f"lines {here - there:+}",
            )


def _lines(passage: Passage) -> int:
    return sum(bool(line.strip()) for line in passage.reading.split("\n"))


_TIME = re.compile(r"\d+:\d+")
_HOST = re.compile(r"(?:https?://|mailto:)?(?:[^\s/@]*@)?(?:www\.)?([\w-]+(?:\.[\w-]+)+)", re.I)
_ADDRESS = re.compile(NO_PROSE)
ALIKE = 0.75
"""The similarity from which the name of a site is taken for a misspelling of another, as difflib
measures it: two letters of seven exchanged have 0.86, one of four replaced 0.75. A guess."""


def check_addresses(review: Review) -> Iterator[Diagnostic]:
    """Report addresses of the web or of e-mail that are lost, added or misspelt.

    A translation may name another site, or another page or region of the same one.
    """
    for passage, original in review.translated():
        here, there = _addresses(passage), _addresses(original)
        if len(here) != len(there):
            yield passage.fault(
                codes.ADDRESS_DIFFERS,
                f"`{passage.key}` has {counted(len(here), 'address')}, its original {len(there)}",
                f"expected {listed(there)}" if there else "expected none",
                "print the address that the original prints, or one of your language",
                notes=original.as_original,
                detail=f"addresses {len(here) - len(there):+}",
            )
            continue
        sites = {site for one in there for site in _site(one)}
        for address in here:
            for site in _site(address):
                near = get_close_matches(site, sites, 1, ALIKE)
                if site not in sites and near:
                    start = passage.text.find(address)
                    yield passage.fault(
                        codes.ADDRESS_DIFFERS,
                        f"`{address}` in `{passage.key}` looks like a misspelling",
                        f"expected `{near[0]}`, found `{site}`",
                        "copy the address from the original",
                        passage.typed_place(start, start + len(address)),
                        notes=original.as_original,
                        detail=address,
                    )


def _addresses(passage: Passage) -> list[str]:
    """Return the addresses of a text that stand in it by themselves; others are links."""
    if "/" not in passage.text and "@" not in passage.text and "www." not in passage.text:
        return []
    return [
        match[0]
        for match in _ADDRESS.finditer(passage.text)
        if not _TIME.fullmatch(match[0]) and passage.text[: match.start()][-2:] != "]("
    ]


def _site(address: str) -> list[str]:
    """Return the parts of an address that name its site.

    >>> _site("https://de.example.org/rules"), _site("rules@example.co.uk")
    (['example'], ['example'])
    """
    host = _HOST.match(address)
    labels = host[1].casefold().split(".")[:-1] if host else []
    return [label for label in labels if len(label) > 3]


def check_plural_forms(review: Review) -> Iterator[Diagnostic]:
    """Report plural texts of which all forms are the same, though those of the original differ.

    Only languages with a form for few things are checked: there nouns always change after numbers.
    """
    for texts in review.translations:
        if "few" not in categories(texts.language):
            continue
        for key, text in texts.entries.items():
            model = review.model.entries.get(key)
            forms, originals = set(text.forms.values()), set(model.forms.values() if model else ())
            if len(text.forms) > 1 and len(forms) == 1 and len(originals) > 1:
                yield Diagnostic(
                    codes.PLURAL_FORMS_SAME,
                    f"all plural forms of `{key}` are the same",
                    text.span,
                    "expected different forms, as in the original",
                    f"write the forms {listed(text.forms)} as `{texts.language}` counts",
                    (("the original is here", model.span),) if model else (),
                    Severity.WARNING,
                    subject=text.subject,
                )
