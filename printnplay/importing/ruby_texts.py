"""Methods of Ruby for texts."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from printnplay.importing.ruby_lists import each
from printnplay.importing.ruby_patterns import checked, pattern_of
from printnplay.importing.ruby_values import Do, Methods, Range, Symbol, as_text, indexed, table


def _pattern(wanted: Any) -> re.Pattern[str]:
    return wanted if isinstance(wanted, re.Pattern) else re.compile(re.escape(as_text(wanted)))


def matched(text: str, _: Do, wanted: Any) -> re.Match[str] | None:
    """Return where a pattern is in a text."""
    pattern: re.Pattern[str] = pattern_of(wanted) if isinstance(wanted, str) else wanted
    return pattern.search(checked(pattern, text))


def _replaced(text: str, do: Do, old: Any, new: Any = None, count: int = 0) -> str:
    def put(found: re.Match[str]) -> str:
        if isinstance(new, Mapping):
            return as_text(new.get(found[0]))
        if do is not None and new is None:
            return as_text(do(found[0], match=found))
        said = re.sub(r"\\(?:(\d)|k<(\w+)>)", lambda by: found[by[2] or int(by[1])] or "", new)
        return said.replace("\\\\", "\\")

    pattern = _pattern(old)
    return pattern.sub(put, checked(pattern, text), count)


def _scanned(text: str, do: Do, wanted: Any) -> Any:
    pattern = _pattern(wanted)
    found = list(pattern.finditer(checked(pattern, text)))
    given = [list(one.groups()) if pattern.groups else one[0] for one in found]
    for value, match in zip(given, found, strict=True) if do else ():
        do(value, match=match)  # type: ignore[misc]
    return given if do is None else text


def _split(text: str, _: Do, by: Any = None, most: int = 0) -> list[str]:
    if isinstance(by, re.Pattern):
        parts = by.split(checked(by, text), max(most - 1, 0))
    else:
        given = None if by == " " else by
        parts = list(text) if by == "" else text.split(given, most - 1 if most > 0 else -1)
    while parts and not parts[-1] and most >= 0:
        parts.pop()
    return [part or "" for part in parts]


def _letters(said: str) -> str:
    """Return the letters that `tr` and `delete` mean by `a-z`."""
    return re.sub(r"(\w)-(\w)", lambda ends: "".join(Range(ends[1], ends[2]).items), said)


def _translated(text: str, _: Do, old: str, new: str) -> str:
    old, new = _letters(old), _letters(new)
    if old.startswith("^") and len(old) > 1:
        return "".join(one if one in old[1:] else new[-1:] for one in text)
    new = new.ljust(len(old), new[-1]) if new else ""
    return text.translate({ord(one): new[at : at + 1] for at, one in reversed([*enumerate(old)])})


def _number(text: str, pattern: str) -> str:
    match = re.match(rf"\s*{pattern}", text.replace("_", ""))
    return match[0] if match else "0"


def _next(text: str, _: Do) -> str:
    """Return the text after another: `az` is followed by `ba`."""
    for last, first, more in (("z", "a", "a"), ("Z", "A", "A"), ("9", "0", "1")):
        if text.endswith(last):
            rest = text[:-1]
            return (_next(rest, None) if rest[-1:].isalnum() else rest + more) + first
    return text[:-1] + chr(ord(text[-1]) + 1)


def _padded(fit: Callable[..., str]) -> Callable[..., str]:
    return lambda text, _, width, fill=" ": fit(text, min(width, 1000), fill)


def _of_python(name: str) -> Callable[..., Any]:
    return lambda text, _, *given: getattr(text, name)(*given)


_PYTHON = {
    "upcase": "upper", "downcase": "lower", "capitalize": "capitalize", "swapcase": "swapcase",
    "strip": "strip", "lstrip": "lstrip", "rstrip": "rstrip", "delete_prefix": "removeprefix",
    "delete_suffix": "removesuffix",
}  # fmt: skip
"""Methods of texts that Python has under another name."""

TEXTS: Methods = {
    **{ruby: _of_python(name) for ruby, name in _PYTHON.items()},
    **table({
        "chomp": lambda text, _, end="\n": text.removesuffix(end),
        "chop": lambda text, _: text[:-1],
        "ord": lambda text, _: ord(text),
        "chars each_char": lambda text, do: each(list(text), do),
        "lines each_line": lambda text, do: each(text.splitlines(keepends=True), do),
        "reverse": lambda text, _: text[::-1],
        "size length": lambda text, _: len(text),
        "empty?": lambda text, _: not text,
        "to_sym intern": lambda text, _: Symbol(text),
        "to_str read encode force_encoding scrub unicode_normalize": lambda text, *_: text,
        "include?": lambda text, _, part: part in text,
        "start_with?": lambda text, _, *parts: any(
            _pattern(part).match(text) is not None for part in parts
        ),
        "end_with?": lambda text, _, *parts: text.endswith(parts),
        "casecmp?": lambda text, _, other: text.casefold() == other.casefold(),
        "split": _split,
        "gsub": _replaced,
        "sub": lambda text, do, old, new=None: _replaced(text, do, old, new, 1),
        "scan": _scanned,
        "match": matched,
        "match?": lambda text, do, wanted: matched(text, do, wanted) is not None,
        "slice []": lambda text, _, *by: indexed(text, list(by)),
        "index": lambda text, _, part: (
            found.start() if (found := _pattern(part).search(text)) else None
        ),
        "count": lambda text, _, part: sum(one in _letters(part) for one in text),
        "tr": _translated,
        "tr_s": lambda text, _, old, new: re.sub(
            rf"({re.escape(new)})\1+", r"\1", _translated(text, None, old, new)
        ),
        "delete": lambda text, _, part: "".join(one for one in text if one not in _letters(part)),
        "squeeze": lambda text, *_: re.sub(r"(.)\1+", r"\1", text),
        "rjust": _padded(str.rjust),
        "ljust": _padded(str.ljust),
        "center": _padded(str.center),
        "to_i": lambda text, _: int(_number(text, r"[+-]?\d{1,15}")),
        "to_f": lambda text, _: float(_number(text, r"[+-]?\d{1,15}(?:\.\d{1,15})?")),
        "hex": lambda text, _: int(text, 16),
        "succ next": _next,
        "concat <<": lambda text, _, *more: text + "".join(map(as_text, more)),
        "prepend": lambda text, _, *more: "".join(more) + text,
        "insert": lambda text, _, at, more: text[:at] + more + text[at:],
        "replace": lambda _, __, other: other,
        "partition": lambda text, _, by: list(text.partition(by)),
    }),
}  # fmt: skip

CHANGING = frozenset(["<<", "concat", "prepend", "insert", "replace"])
"""Methods that change a text: whoever calls them sets the name that it stands in."""
