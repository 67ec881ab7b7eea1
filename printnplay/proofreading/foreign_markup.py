"""Report markup of other programs in texts, and text that was decoded with a wrong encoding."""

from collections.abc import Callable, Iterator

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Fix, Severity, Span, Subject
from printnplay.proofreading.encodings import misread
from printnplay.proofreading.other_programs import WRONG_ENCODING, Foreign, foreign_in
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

_SHOWN = 40
"""The maximum length of an excerpt in a message, in characters: a remark may be as long as a text.
A guess.
"""


def check_foreign_markup(review: Review) -> Iterator[Diagnostic]:
    """Report markup of other programs, with a fix if its meaning is clear."""
    for passage, one in _found(review):
        if one.kind.code is codes.FOREIGN_MARKUP:
            how = "straight" if one.right in {'"', "'"} else "as typed"
            message = f"{_shown(passage.text, one)} is printed {how}, in `{passage.key}`"
            yield _fault(passage, one, message, one.kind.what)


def check_encoding(review: Review) -> Iterator[Diagnostic]:
    """Report UTF-8 text decoded with another encoding, in texts and fields of cards."""
    for passage, one in _found(review):
        if one.kind.code is codes.INVISIBLE_CHARACTER:
            message = f"{_shown(passage.text, one)} should be `{one.right}`, in `{passage.key}`"
            yield _fault(passage, one, message, one.kind.what)
    for card in review.game.cards:
        for name, value in card.fields.items():
            damaged = misread(value)
            if damaged is not None:
                start, end, right = damaged
                where = f"in the field `{name}` of `{card.id}`"
                yield Diagnostic(
                    codes.INVISIBLE_CHARACTER,
                    f"`{value[start:end]}` should be `{right}`, {where}",
                    card.places.get(name, card.span),
                    WRONG_ENCODING.what,
                    WRONG_ENCODING.cure,
                    severity=Severity.WARNING,
                    subject=Subject(card=card.id),
                )


def _found(review: Review) -> Iterator[tuple[Passage, Foreign]]:
    return ((passage, one) for passage in review.everything for one in passage.foreign)


def markup_in_template(
    text: str, language: str, place: Callable[[int, int], Span]
) -> Iterator[Diagnostic]:
    """Yield the markup of other programs in a string that a template sets."""
    for one in foreign_in(text, language):
        if one.kind.code is codes.FOREIGN_MARKUP:
            yield Diagnostic(
                codes.FOREIGN_MARKUP,
                f"{_shown(text, one)} is printed as typed",
                place(one.start, one.end),
                one.kind.what,
                _cure(one),
                severity=Severity.WARNING,
            )


def _shown(text: str, one: Foreign) -> str:
    """Return an excerpt for a message, in backticks that it does not contain itself."""
    found = (one.typed or text[one.start : one.end]).strip()
    short = found if len(found) <= _SHOWN else f"{found[:_SHOWN]}…"
    return f"`` {short} ``" if "`" in short else f"`{short}`"


def _fault(passage: Passage, one: Foreign, message: str, label: str) -> Diagnostic:
    is_sure = one.kind.sure and (one.right or "{right}" not in one.kind.cure)
    return passage.fault(
        one.kind.code,
        message,
        label,
        _cure(one),
        passage.typed_place(one.start, one.end),
        fix=Fix(passage.span, one.start, one.end, one.right) if is_sure else None,
    )


def _cure(one: Foreign) -> str:
    if not one.right and "{right}" in one.kind.cure:
        return "write the words themselves: texts quote fields of their card only"
    return one.kind.cure.replace("{right}", one.right)
