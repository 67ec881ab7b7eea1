"""Fill in Handlebars templates, with the helpers that Cider has. No code of the template is run."""

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from msgspec import Struct

BEGIN, END = "\ue000", "\ue001"
"""What surrounds the value of a field in HTML, so that texts are known to come from it."""

LONGEST = 200_000
"""The longest text that a template may make: faces have some thousand letters."""

_TAG = re.compile(r"\{\{(\{?)(~?)\s*(!--.*?--|[^}]*?)\s*(~?)\}?\}\}", re.DOTALL)
_WORD = re.compile(r"\(|\)|\"[^\"]*\"|'[^']*'|[^\s()=\"']+=?")


class Part(Struct, frozen=True):
    """A piece of a template: its text, or an expression, or a block with two bodies."""

    text: str = ""
    words: tuple[Any, ...] = ()
    is_raw: bool = False
    body: tuple["Part", ...] | None = None
    otherwise: tuple["Part", ...] = ()


class NotFilledError(Exception):
    """A template cannot be read, or makes too much."""


_Tokens = Iterator[tuple[str, str | None, bool]]
"""Text, what the tag after it says, and whether that is raw; the last text has no tag."""


def parsed(template: str) -> tuple[Part, ...]:
    """Return a template as parts.

    Raises:
        NotFilledError: blocks in it do not end, or brackets.
    """
    parts, end = _body(_tokens(template), 0)
    if end is not None:
        raise NotFilledError(f"{{{{{end}}}}} without a block")
    return parts


def _tokens(template: str) -> _Tokens:
    at = 0
    for match in _TAG.finditer(template):
        before = template[at : match.start()]
        yield before.rstrip() if match[2] else before, match[3], bool(match[1])
        at = match.end()
        if match[4]:
            at += len(template[at:]) - len(template[at:].lstrip())
    yield template[at:], None, False


def _body(tokens: _Tokens, depth: int) -> tuple[tuple[Part, ...], str | None]:
    """Return the parts up to a tag that ends them, and what it says; None at the end."""
    if depth > 40:
        raise NotFilledError("blocks that are nested too deeply")
    parts = []
    for text, said, is_raw in tokens:
        parts.append(Part(text))
        if said is None or said.startswith(("/", "else ")) or said == "else":
            return tuple(parts), said
        if said.startswith("#"):
            parts.append(_block(said[1:], tokens, depth))
        elif said.startswith((">", "*")):
            raise NotFilledError(f"{{{{{said}}}}}")
        elif said and said[0] != "!":
            parts.append(Part("", _words(said.lstrip("&")), is_raw or said[0] == "&"))
    return tuple(parts), None


def _block(said: str, tokens: _Tokens, depth: int) -> Part:
    """Return the block that a tag begins; an `else if` is a block within, which ends it."""
    body, end = _body(tokens, depth + 1)
    rest: tuple[Part, ...] = ()
    while end == "else":
        rest, end = _body(tokens, depth + 1)
    if end is None:
        raise NotFilledError("a block that does not end")
    if end.startswith("else "):
        rest = (_block(end[5:], tokens, depth + 1),)
    return Part("", _words(said), body=body, otherwise=rest)


def _words(said: str) -> tuple[Any, ...]:
    """Return the words of an expression; those in brackets are a tuple within."""
    stack: list[list[Any]] = [[]]
    for word in _WORD.findall(said):
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) < 2:
                raise NotFilledError("brackets that do not match")
            inner = tuple(stack.pop())
            stack[-1].append(inner)
        else:
            stack[-1].append(word)
    if len(stack) > 1:
        raise NotFilledError("brackets that do not match")
    return tuple(stack[0])


class Filler:
    """Fills in templates for one card."""

    def __init__(self, context: Mapping[str, Any], picture: Callable[[str], str]) -> None:
        """Take what names stand for; `picture` gives the address of an asset by its name."""
        self._context, self._picture = context, picture
        self.unknown: set[str] = set()
        self._length = 0

    def filled(self, parts: Sequence[Part], *, is_html: bool) -> str:
        """Return a template with its values.

        Raises:
            NotFilledError: the text becomes too long.
        """
        self._length = 0
        return self._all(parts, dict(self._context), is_html=is_html)

    def _all(self, parts: Sequence[Part], scope: dict[str, Any], *, is_html: bool) -> str:
        said = []
        for part in parts:
            if part.body is not None:
                said.append(self._block(part, part.body, scope, is_html=is_html))
                continue
            said.append(self._value(part, scope, is_html=is_html) if part.words else part.text)
            self._length += len(said[-1])
            if self._length > LONGEST:
                raise NotFilledError("a template that makes a very long text")
        return "".join(said)

    def _value(self, part: Part, scope: dict[str, Any], *, is_html: bool) -> str:
        value = self._of(part.words, scope)
        text = _text(value)
        if not is_html:
            return text
        shown = text if part.is_raw or isinstance(value, _Safe) else escape(text)
        is_compiled = part.words[0] in ("compile", "compileImages")
        field = part.words[1] if is_compiled and len(part.words) > 1 else part.words[0]
        is_field = isinstance(field, str) and field.startswith("card.")
        is_whole = len(part.words) == 1 or is_compiled
        return f"{BEGIN}{shown}{END}" if is_field and is_whole else shown

    def _block(
        self, part: Part, body: tuple[Part, ...], scope: dict[str, Any], *, is_html: bool
    ) -> str:
        name, *rest = part.words or ("",)
        if name not in ("if", "unless", "repeat", "each", "with"):
            # A helper as a block, such as {{#padZeros card.id 3}}{{/padZeros}}, gives its value.
            return self._value(Part("", part.words), scope, is_html=is_html)
        given = self._of(tuple(rest), scope)
        scopes: list[dict[str, Any]] = []
        if name in ("if", "unless"):
            scopes = [scope] if _is_true(given) is (name == "if") else []
        elif name == "repeat":
            number = _float(given)
            scopes = [scope] * (min(math.ceil(number), 200) if math.isfinite(number) else 0)
        elif name == "each":
            items = list(given.values()) if isinstance(given, Mapping) else given
            items = items[:200] if isinstance(items, list) else []
            scopes = [{**scope, "this": item, "@index": at} for at, item in enumerate(items)]
        else:
            scopes = [{**scope, "this": given}]
        if not scopes and name != "repeat":
            return self._all(part.otherwise, scope, is_html=is_html)
        return "".join(self._all(body, one, is_html=is_html) for one in scopes)

    def _of(self, words: Sequence[Any], scope: Mapping[str, Any]) -> Any:
        """Return the value of an expression: a name, a text, a number, or a helper's."""
        if len(words) < 2:
            word = words[0] if words else ""
            if isinstance(word, tuple):
                return self._of(word, scope)
            return "" if word in _HELPERS else self._name(word, scope)
        given: list[Any] = []
        options: dict[str, Any] = {}
        key = ""
        for word in words[1:]:
            if isinstance(word, str) and word.endswith("=") and len(word) > 1:
                key = word[:-1]
                continue
            value = self._of((word,), scope)
            if key:
                options[key], key = value, ""
            else:
                given.append(value)
        return self._helper(str(words[0]), given, options)

    def _name(self, word: str, scope: Mapping[str, Any]) -> Any:
        if word[:1] in "\"'":
            return word[1:-1]
        if re.fullmatch(r"-?\d{1,12}(?:\.\d{1,12})?", word):
            return float(word) if "." in word else int(word)
        if word in ("true", "false"):
            return word == "true"
        if word in ("null", "undefined"):
            return ""
        value: Any = scope
        parts = [part for part in re.split(r"[./]", re.sub(r"\[([^\]]*)\]", r"\1", word)) if part]
        if parts[:1] == ["assets"]:
            return _Safe(self._picture(".".join(parts[1:]))) if len(parts) > 1 else _ASSETS
        for part in parts:
            value = value.get(part, "") if isinstance(value, Mapping) else ""
        return value

    def _helper(self, name: str, given: list[Any], options: Mapping[str, Any]) -> Any:
        if name == "index" and len(given) == 2:
            if given[0] is _ASSETS:
                return _Safe(self._picture(_text(given[1])))
            return given[0].get(_kebab(given[1]), "") if isinstance(given[0], Mapping) else ""
        if name in ("compile", "compileImages") and given:
            return self._compiled(_text(given[0]), options)
        helper = _HELPERS.get(name)
        if helper is None:
            self.unknown.add(name)
            return ""
        try:
            return helper(*given)
        except (TypeError, ValueError, ArithmeticError):
            return ""

    def _compiled(self, text: str, options: Mapping[str, Any]) -> "_Safe":
        """Return a text with pictures in place of `{{coin}}` and `{{coin 3}}`."""
        width = _text(options.get("width", ""))

        def picture(match: re.Match[str]) -> str:
            address = self._picture(match[1])
            if not address:
                return ""
            count = min(int(match[2] or 1), 50) or 1
            return f'<img src="{escape(address)}" width="{escape(width)}"/>' * count

        return _Safe(re.sub(r"\{\{([^} ]*)(?: (\d{1,3}))?\}\}", picture, text))


class _Safe(str):
    """A text with HTML, which is not escaped."""

    __slots__ = ()


_ASSETS = object()


def _kebab(value: Any) -> str:
    return _text(value).strip().replace(" ", "-").lower()


def _is_true(value: Any) -> bool:
    return value not in ("", None, False, 0, [])


def _text(value: Any) -> str:
    if value is None or value is False or value is _ASSETS:
        return ""
    if value is True:
        return "true"
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value) if isinstance(value, str | int) else ""


def _float(value: Any) -> float:
    found = re.match(r"\s*-?\d{1,12}(?:\.\d{1,12})?", _text(value))
    return float(found[0]) if found else math.nan


def _whole(number: float) -> Any:
    return int(number) if number == int(number) else number


def _compared(sign: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return a comparison of numbers, or of texts if one is no number."""

    def compared(one: Any, other: Any) -> bool:
        numbers = _float(one), _float(other)
        is_text = any(map(math.isnan, numbers))
        return sign(*((_text(one), _text(other)) if is_text else numbers))

    return compared


_HELPERS: Mapping[str, Callable[..., Any]] = {
    "and": lambda one, other: other if _is_true(one) else one,
    "or": lambda one, other: one if _is_true(one) else other,
    "not": lambda one: not _is_true(one),
    **{
        name: _compared(getattr(operator, {"gte": "ge", "lte": "le"}.get(name, name)))
        for name in ("eq", "ne", "gt", "gte", "lt", "lte")
    },
    "concat": lambda *all_of: "".join(map(_text, all_of)),
    "kebabcase": _kebab,
    "uppercase": lambda one: _text(one).upper(),
    "lowercase": lambda one: _text(one).lower(),
    "padZeros": lambda one, number=0: _text(one).rjust(min(int(number), 40), "0"),
    "add": lambda one, other: _whole(_float(one) + _float(other)),
    "sub": lambda one, other: _whole(_float(one) - _float(other)),
    "multiply": lambda one, other: _whole(_float(one) * _float(other)),
    "divide": lambda one, other: _whole(_float(one) / _float(other)),
    "ceil": lambda one: math.ceil(_float(one)),
    "floor": lambda one: math.floor(_float(one)),
    "abs": lambda one: _whole(abs(_float(one))),
}
