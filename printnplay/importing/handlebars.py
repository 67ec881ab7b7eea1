"""Fill in Handlebars templates, with the helpers that Cider has. No code of the template is run."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from dotpromptz_handlebars import Handlebars, HelperOptions, SafeString

BEGIN, END = "\ue000", "\ue001"
"""What surrounds the value of a field in HTML, so that texts are known to come from it."""

LONGEST = 200_000
"""The longest text that the loops of a template may make: faces have some thousand letters."""
MOST_TURNS = 5_000
"""The most turns of all loops for a face."""

_TAG = re.compile(r"\{\{(?!!)(.*?)\}\}", re.DOTALL)
_CALLED = re.compile(r"(?:^[~{#&\s]*|\(\s*)([A-Za-z][\w.-]*)(?=\s+[^\s~|]|\s*\))")
_REFUSED = (
    (re.compile(r"\{\{~?#?[>*]"), "a partial"),
    # Tags have some ten letters; the time that long ones take grows with their square.
    (re.compile(r"\{\{(?!!)(?:(?!\}\}).){1000}", re.DOTALL), "a tag without an end"),
)
_OWN = frozenset({"if", "unless", "each", "with", "else", "lookup", "repeat"})
"""What Handlebars understands by itself, and the loops of Cider."""


class NotFilledError(Exception):
    """A template cannot be read, or makes too much."""


class Filler:
    """Fills in the templates of a deck."""

    def __init__(self, assets: Mapping[str, str]) -> None:
        """Take the addresses of pictures by their dotted names."""
        self.unknown: set[str] = set()
        self._assets = assets
        self._tree = _Counted(self, {})
        for name, address in sorted(assets.items()):
            *folders, last = name.split(".")
            self._tree.setdefault(last, SafeString(address))
            inner = self._tree
            for folder in folders:
                known = inner.get(folder)
                inner[folder] = known if isinstance(known, _Counted) else _Counted(self, {})
                inner = inner[folder]
            inner[last] = SafeString(address)
        self._left = self._turns = 0

    def template(self, source: str, *, is_html: bool) -> Callable[[Mapping[str, str]], str]:
        """Return what fills in a template for the fields of a card.

        Raises:
            NotFilledError: it cannot be read, or the text becomes too long.
        """
        if what := next((what for pattern, what in _REFUSED if pattern.search(source)), ""):
            raise NotFilledError(what)
        engine = Handlebars(escape_html=is_html)
        engine.unregister_helper("log")
        called = {name for tag in _TAG.findall(source) for name in _CALLED.findall(tag)}
        for name in called - _OWN:
            engine.register_helper(name, self._unknown(name))
        for name, helper in _HELPERS.items():
            engine.register_helper(name, _called(helper))
        for name in ("compile", "compileImages"):
            engine.register_helper(name, self._compiled)
        engine.register_helper("index", self._index)
        engine.register_helper("repeat", self._repeated)
        try:
            render = engine.compile(source)
        except ValueError as error:
            raise NotFilledError(f"Handlebars: {str(error)[:80]}") from None

        def filled(fields: Mapping[str, str]) -> str:
            self._left, self._turns = LONGEST, MOST_TURNS
            card = {key: f"{BEGIN}{value}{END}" for key, value in fields.items() if value}
            try:
                made = render({"card": _Counted(self, card), "assets": self._tree})
            except ValueError as error:
                raise NotFilledError(f"Handlebars: {str(error)[:80]}") from None
            return made if is_html else bare(made)

        return filled

    def spend(self, turns: int, letters: int = 0) -> None:
        """Count turns of loops, and letters that they make.

        Raises:
            NotFilledError: those are too many.
        """
        self._turns -= turns
        self._left -= letters
        if self._turns < 0 or self._left < 0:
            raise NotFilledError("a template that makes a very long text")

    def _unknown(self, name: str) -> Callable[[list[Any], HelperOptions], None]:
        return lambda _, __: self.unknown.add(name)

    def _repeated(self, given: list[Any], options: HelperOptions) -> SafeString:
        number = _float(given[0]) if given else math.nan
        parts = []
        for _ in range(min(math.ceil(number), 200) if math.isfinite(number) else 0):
            parts.append(options.fn())
            self.spend(1, len(parts[-1]))
        return SafeString("".join(parts))

    def _index(self, given: list[Any], _: HelperOptions) -> Any:
        if len(given) < 2 or not isinstance(given[0], Mapping):
            return ""
        key = kebab(_text(given[1]))
        return SafeString(self._assets.get(key, "")) or given[0].get(key, "")

    def _compiled(self, given: list[Any], options: HelperOptions) -> SafeString:
        """Return a text with pictures in place of `{{coin}}` and `{{coin 3}}`."""
        width = escape(_text(options.hash_value("width")))

        def picture(match: re.Match[str]) -> str:
            address = self._tree.get(kebab(bare(match[1]))) or self._assets.get(
                kebab(bare(match[1]))
            )
            count = min(int(match[2] or 1), 50) or 1 if isinstance(address, str) else 0
            return f'<img src="{escape(address or "")}" width="{width}"/>' * count

        said = given[0] if given and isinstance(given[0], str) else ""
        return SafeString(re.sub(r"\{\{([^} ]*)(?: (\d{1,3}))?\}\}", picture, said))


class _Counted(dict[str, Any]):
    """Fields of a card, or pictures; loops over them are counted."""

    def __init__(self, filler: Filler, named: Mapping[str, Any]) -> None:
        super().__init__(named)
        self._filler = filler

    def items(self) -> Any:
        """Return the names and values, for a loop."""
        self._filler.spend(len(self), sum(map(len, self.values())))
        return super().items()


def bare(text: str) -> str:
    """Return a text without the marks of fields."""
    return text.replace(BEGIN, "").replace(END, "")


def _called(helper: Callable[..., Any]) -> Callable[[list[Any], HelperOptions], Any]:
    """Return a helper that takes values without the marks of fields; wrong ones give no text."""

    def called(given: list[Any], _: HelperOptions) -> Any:
        try:
            return helper(*(bare(one) if isinstance(one, str) else one for one in given))
        except (TypeError, ValueError, ArithmeticError):
            return ""

    return called


def kebab(text: str) -> str:
    """Return a name as templates write it.

    >>> kebab("Attack Power")
    'attack-power'
    """
    return text.strip().replace(" ", "-").lower()


def _is_true(value: Any) -> bool:
    return value not in ("", None, False, 0, [])


def _text(value: Any) -> str:
    if value is True:
        return "true"
    if isinstance(value, float):
        return f"{value:.12g}"
    return bare(str(value)) if isinstance(value, str | int) and value is not False else ""


def _float(value: Any) -> float:
    found = re.match(r"\s*-?\d{1,12}(?:\.\d{1,12})?", _text(value))
    return float(found[0]) if found else math.nan


def _compared(sign: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return a comparison of numbers, or of texts if one is no number."""

    def compared(one: Any, other: Any) -> bool:
        numbers = _float(one), _float(other)
        is_text = any(map(math.isnan, numbers))
        return sign(*((_text(one), _text(other)) if is_text else numbers))

    return compared


def _calculated(sign: Callable[..., float]) -> Callable[..., float]:
    """Return a sum, without the digits that are only due to floating point.

    Raises:
        ValueError: one of the values is no number.
    """

    def calculated(*given: Any) -> float:
        numbers = [*map(_float, given)]
        if any(map(math.isnan, numbers)):
            raise ValueError("no number")
        return float(f"{sign(*numbers):.12g}")

    return calculated


_HELPERS: Mapping[str, Callable[..., Any]] = {
    "and": lambda one, other: other if _is_true(one) else one,
    "or": lambda one, other: one if _is_true(one) else other,
    "not": lambda one: not _is_true(one),
    **{
        name: _compared(getattr(operator, {"gte": "ge", "lte": "le"}.get(name, name)))
        for name in ("eq", "ne", "gt", "gte", "lt", "lte")
    },
    "concat": lambda *all_of: "".join(map(_text, all_of)),
    "kebabcase": lambda one: kebab(_text(one)),
    "uppercase": lambda one: _text(one).upper(),
    "lowercase": lambda one: _text(one).lower(),
    "padZeros": lambda one, number=0: _text(one).rjust(min(int(number), 40), "0"),
    "add": _calculated(operator.add),
    "sub": _calculated(operator.sub),
    "multiply": _calculated(operator.mul),
    "divide": _calculated(operator.truediv),
    "ceil": _calculated(math.ceil),
    "floor": _calculated(math.floor),
    "abs": _calculated(abs),
}
