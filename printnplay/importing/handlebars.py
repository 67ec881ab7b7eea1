"""Fill in Handlebars templates, with the helpers that Cider has. No code of the template is run."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from msgspec import Struct, field

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
    is_block: bool = False
    body: tuple["Part", ...] = ()
    otherwise: tuple["Part", ...] = ()


class NotFilledError(Exception):
    """A template cannot be read, or makes too much."""


class _Open(Struct):
    """A block that has begun: its parts so far, and those before its `else`."""

    words: tuple[Any, ...]
    is_chained: bool = False
    parts: list[Part] = field(default_factory=list)
    then: list[Part] | None = None


def parsed(template: str) -> tuple[Part, ...]:
    """Return a template as parts.

    Raises:
        NotFilledError: blocks in it do not end, or brackets.
    """
    opened = [_Open(())]
    at = 0
    for match in _TAG.finditer(template):
        before, said = template[at : match.start()], match[3]
        opened[-1].parts.append(Part(before.rstrip() if match[2] else before))
        at = match.end()
        if match[4]:
            at += len(template[at:]) - len(template[at:].lstrip())
        _take(opened, said, is_raw=bool(match[1]))
        if len(opened) > 40:
            raise NotFilledError("blocks that are nested too deeply")
    if len(opened) > 1:
        raise NotFilledError("a block that does not end")
    return (*opened[0].parts, Part(template[at:]))


def _take(opened: list[_Open], said: str, *, is_raw: bool) -> None:
    """Begin or end a block, or add an expression to the one that is open."""
    if said.startswith("#"):
        opened.append(_Open(_words(said[1:])))
    elif said == "else" or said.startswith("else "):
        if len(opened) == 1:
            raise NotFilledError("{{else}} without a block")
        opened[-1].then, opened[-1].parts = opened[-1].parts, []
        if said != "else":  # {{else if x}}: a block within, which ends with this one
            opened.append(_Open(_words(said[5:]), is_chained=True))
    elif said.startswith("/"):
        _close(opened, said)
    elif said.startswith((">", "*")):
        raise NotFilledError(f"{{{{{said}}}}}")
    elif said and said[0] != "!":
        opened[-1].parts.append(Part("", _words(said.lstrip("&")), is_raw or said[0] == "&"))


def _close(opened: list[_Open], said: str) -> None:
    """End a block, with the blocks of `else if` in it."""
    is_chained = True
    while is_chained:
        block = opened.pop()
        if not opened:
            raise NotFilledError(f"{{{{{said}}}}} without a block")
        parts = (block.parts, []) if block.then is None else (block.then, block.parts)
        body, rest = map(tuple, parts)
        opened[-1].parts.append(Part("", block.words, is_block=True, body=body, otherwise=rest))
        is_chained = block.is_chained


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
            if part.is_block:
                text = self._block(part, scope, is_html=is_html)
            elif part.words:
                text = self._value(part, scope, is_html=is_html)
            else:
                text = part.text
            self._length += 0 if part.is_block else len(text)
            if self._length > LONGEST:
                raise NotFilledError("a template that makes a very long text")
            said.append(text)
        return "".join(said)

    def _value(self, part: Part, scope: dict[str, Any], *, is_html: bool) -> str:
        value = self._of(part.words, scope)
        text = _text(value)
        is_safe = part.is_raw or isinstance(value, _Safe)
        if not is_html:
            return text
        shown = text if is_safe else escape(text)
        word = part.words[0] if len(part.words) == 1 else part.words[-1]
        if part.words[0] in ("compile", "compileImages"):
            word = part.words[1] if len(part.words) > 1 else ""
        is_field = isinstance(word, str) and word.startswith("card.")
        whole = len(part.words) == 1 or part.words[0] in ("compile", "compileImages")
        return f"{BEGIN}{shown}{END}" if is_field and whole else shown

    def _block(self, part: Part, scope: dict[str, Any], *, is_html: bool) -> str:
        name, *rest = part.words or ("",)
        if name in ("if", "unless"):
            is_so = _is_true(self._of(tuple(rest), scope)) is (name == "if")
            return self._all(part.body if is_so else part.otherwise, scope, is_html=is_html)
        if name == "repeat":
            number = _float(self._of(tuple(rest), scope))
            count = max(0, min(math.ceil(number), 200)) if math.isfinite(number) else 0
            return "".join(self._all(part.body, scope, is_html=is_html) for _ in range(count))
        if name == "each":
            over = self._of(tuple(rest), scope)
            items = list(over.values()) if isinstance(over, Mapping) else over
            if not isinstance(items, list) or not items:
                return self._all(part.otherwise, scope, is_html=is_html)
            return "".join(
                self._all(part.body, {**scope, "this": item, "@index": at}, is_html=is_html)
                for at, item in enumerate(items[:200])
            )
        if name == "with":
            inner = self._of(tuple(rest), scope)
            return self._all(part.body, {**scope, "this": inner}, is_html=is_html)
        # A helper as a block, such as {{#padZeros card.id 3}}{{/padZeros}}, gives its value.
        return self._value(Part("", part.words), scope, is_html=is_html)

    def _of(self, words: Sequence[Any], scope: Mapping[str, Any]) -> Any:
        """Return the value of an expression: a name, a text, a number, or a helper's."""
        if not words:
            return ""
        if len(words) == 1:
            word = words[0]
            if isinstance(word, tuple):
                return self._of(word, scope)
            if word in _HELPERS:
                return ""
            return self._name(str(word), scope)
        name, *rest = words
        given: list[Any] = []
        options: dict[str, Any] = {}
        key = ""
        for word in rest:
            if isinstance(word, str) and word.endswith("=") and len(word) > 1:
                key = word[:-1]
                continue
            value = self._of((word,), scope)
            if key:
                options[key], key = value, ""
            else:
                given.append(value)
        return self._helper(str(name), given, options)

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


def _compared(one: Any, other: Any, sign: str) -> bool:
    numbers = (_float(one), _float(other))
    is_text = any(math.isnan(number) for number in numbers)
    pair: tuple[Any, Any] = (_text(one), _text(other)) if is_text else numbers
    answers: dict[str, bool] = {
        "eq": pair[0] == pair[1],
        "gt": pair[0] > pair[1],
        "gte": pair[0] >= pair[1],
        "lt": pair[0] < pair[1],
        "lte": pair[0] <= pair[1],
    }
    return answers[sign]


_HELPERS: Mapping[str, Callable[..., Any]] = {
    "and": lambda one, other: other if _is_true(one) else one,
    "or": lambda one, other: one if _is_true(one) else other,
    "not": lambda one: not _is_true(one),
    "eq": lambda one, other: _compared(one, other, "eq"),
    "ne": lambda one, other: not _compared(one, other, "eq"),
    "gt": lambda one, other: _compared(one, other, "gt"),
    "gte": lambda one, other: _compared(one, other, "gte"),
    "lt": lambda one, other: _compared(one, other, "lt"),
    "lte": lambda one, other: _compared(one, other, "lte"),
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
