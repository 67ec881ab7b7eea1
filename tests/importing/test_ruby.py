"""Ruby is worked out as Ruby does: expressions and idioms of decks, with what Ruby 3.1 says."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_scopes import Function
from printnplay.importing.ruby_times import strftime
from printnplay.importing.ruby_tree import NotUnderstoodError, faults, parse, statements
from printnplay.importing.ruby_values import inspected
from printnplay.importing.squib_library import PURE, READING

CASES = [
    case.split("\n=> ")
    for name in ("expressions.txt", "idioms.txt")
    for case in re.split(r"\n\n(?=\S)", (Path(__file__).parent / name).read_text("utf-8"))
]


class Library:
    """What expressions may use beside Ruby itself: its library, and no files."""

    def __init__(self) -> None:
        """Begin without a script."""
        self.ruby = Ruby(self)

    def call(
        self, on: object, name: str, given: list[Any], block: Function | None, line: int
    ) -> object:
        full = f"{on}.{name}" if on else name
        if full in PURE:
            return PURE[full](*given)
        if full in READING:
            return READING[full](self, given, block)  # type: ignore[arg-type]
        if name in ("require", "puts"):
            return None
        raise self.ruby.fault(line, full)

    def owns(self, _: object) -> bool:
        return False

    def lose_part(self, error: NotUnderstoodError) -> None:
        raise AssertionError(error.what)


@pytest.mark.parametrize(("expression", "value"), CASES, ids=[case[0][:40] for case in CASES])
def test_an_expression_has_the_value_that_ruby_gives(expression: str, value: str) -> None:
    """Several values with commas between are those of a list."""
    root = parse(expression)
    if list(faults(root)):
        root = parse(f"[{expression}]")
    ruby = Library().ruby
    assert inspected(ruby.body(statements(root), ruby.top)) == value.strip()


def test_a_time_has_the_formats_of_ruby() -> None:
    moment = datetime.fromtimestamp(1767225600, UTC)
    said = "%^a %b %j %F %T %R %c %s %L %-m/%-d/%y %e %l %I %P %z %v %_m %%"
    shown = (
        "THU Jan 001 2026-01-01 00:00:00 00:00 Thu Jan  1 00:00:00 2026 1767225600 000 1/1/26  1 12"
        " 12 am +0000  1-JAN-2026  1 %"
    )
    assert strftime(moment, None, said) == shown
