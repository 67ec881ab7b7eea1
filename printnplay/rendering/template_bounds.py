"""Bounds on what grows: operators, filters and ranges of templates, each with an end.

Without them `{{ "a" * 10 ** 8 }}` fills the memory before anything is printed.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import pass_eval_context
from jinja2.exceptions import TemplateRuntimeError
from jinja2.filters import do_join, do_replace
from jinja2.nodes import EvalContext

OUTPUT = 2_000_000
"""The longest drawing, and the longest text within a template, in characters."""
ITEMS = 10_000
"""The longest range, and the longest text or list that `*` may make."""
LARGEST = 10**15
"""Numbers beyond this are no lengths."""


class MistakeError(TemplateRuntimeError):
    """A fault of the template's author, raised by what the template calls."""

    def __init__(self, message: str, help: str = "", code: str = "PNP412") -> None:
        """Say what is wrong, how to mend it, and under which code it is reported."""
        super().__init__(message)
        self.help = help
        self.code = code


def concat(parts: Iterable[str]) -> str:
    """What a macro or a block wrote, as one text.

    Raises:
        MistakeError: it is too long.
    """
    kept = list(parts)
    _keep_short(sum(map(len, kept)))
    return "".join(kept)


def _keep_short(length: int) -> None:
    if length > OUTPUT:
        raise MistakeError(f"a text of {length:,} characters; the limit is {OUTPUT:,}")


def measured(text: str) -> str:
    """The text, if it is not too long.

    Raises:
        MistakeError: it is.
    """
    _keep_short(len(text))
    return text


def short_range(*bounds: int) -> range:
    """Python's range, of a length that a drawing may need.

    Raises:
        MistakeError: it is longer.
    """
    made = range(*bounds)
    # len() itself fails beyond the machine's word size.
    if made[ITEMS:]:
        raise MistakeError(f"the range is longer than {ITEMS:,}")
    return made


def rounded(value: float, precision: int = 0) -> float:
    """A number to so many decimals.

    Raises:
        MistakeError: the precision is beyond that of a number.
    """
    if abs(precision) > 12:
        raise MistakeError("a number has at most 12 decimals here")
    return round(value, precision)


@pass_eval_context
def replace(context: EvalContext, text: str, old: str, new: str) -> str:
    """The text with every `old` made `new`.

    Raises:
        MistakeError: the result would be too long.
    """
    text = str(text)
    _keep_short(len(text) + (text.count(old) if old else len(text) + 1) * len(new))
    return do_replace(context, text, old, new)


@pass_eval_context
def join(context: EvalContext, items: Iterable[object], between: str = "") -> str:
    """The items as one text.

    Raises:
        MistakeError: the result would be too long.
    """
    parts = list(items)
    _keep_short(sum(len(str(part)) + len(between) for part in parts))
    return str(do_join(context, parts, between))


def _sequence_length(value: object) -> int:
    return len(value) if isinstance(value, str | bytes | list | tuple) else 0


def _bound_product(left: Any, right: Any) -> None:  # noqa: ANN401
    for one, other in ((left, right), (right, left)):
        length = _sequence_length(one)
        if length and isinstance(other, int) and length * other > ITEMS:
            raise MistakeError(f"`*` would make {length * other:,} items; the limit is {ITEMS:,}")
    _bound_numbers(left, right)


def _bound_power(left: Any, right: Any) -> None:  # noqa: ANN401
    _bound_numbers(left, right)
    if isinstance(right, int | float) and abs(right) > 64:
        raise MistakeError("`**` takes an exponent of at most 64")


def _bound_sum(left: Any, right: Any) -> None:  # noqa: ANN401
    _keep_short(_sequence_length(left) + _sequence_length(right))


def _bound_remainder(left: Any, right: Any) -> None:  # noqa: ANN401
    del right
    if isinstance(left, str):
        raise MistakeError("`%` on a text is not available; use `~` to join texts")


def _bound_numbers(*values: object) -> None:
    for value in values:
        if isinstance(value, int | float) and abs(value) > LARGEST:
            raise MistakeError(f"numbers go up to {LARGEST:.0e} here")


BOUNDS: Mapping[str, Callable[[Any, Any], None]] = {
    "*": _bound_product,
    "**": _bound_power,
    "+": _bound_sum,
    "%": _bound_remainder,
}
