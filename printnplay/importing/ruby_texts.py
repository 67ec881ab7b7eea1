"""Methods of Ruby for texts."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from printnplay.importing.ruby_items import each
from printnplay.importing.ruby_operators import indexed
from printnplay.importing.ruby_patterns import checked, pattern_of
from printnplay.importing.ruby_ranges import Range, succeeding
from printnplay.importing.ruby_values import Do, Methods, Symbol, as_text, table


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


def _partition(text: str, _: Do, by: Any) -> list[str]:
    found = _pattern(by).search(text)
    return [text[: found.start()], found[0], text[found.end() :]] if found else [text, "", ""]


def _index(text: str, _: Do, part: Any, start: int = 0) -> int | None:
    found = _pattern(part).search(text, start + (len(text) if start < 0 else 0))
    return found.start() if found else None


def _chosen(parts: Sequence[str]) -> Callable[[str], bool]:
    """Return whether a letter is one of those that `count`, `delete` and `squeeze` mean."""
    return lambda one: all(
        (one in _letters(part[1:])) is False
        if part[:1] == "^" and len(part) > 1
        else one in _letters(part)
        for part in parts
    )


def _padded(fit: Callable[..., str]) -> Callable[..., str]:
    return lambda text, _, width, fill=" ": fit(text, min(width, 1000), fill)


def _of_python(name: str) -> Callable[..., Any]:
    return lambda text, _, *given: getattr(text, name)(*given)


_DIGITS = {2: "(?:0b)?[01]", 8: "(?:0o)?[0-7]", 10: r"\d", 16: r"(?:0x)?[\da-fA-F]"}
"""The digits of numbers by their base."""
_SPACE = " \t\n\v\f\r\0"
"""What `strip` removes: no other spaces."""
_PYTHON = {
    "upcase": "upper", "downcase": "lower", "swapcase": "swapcase", "delete_prefix": "removeprefix",
    "delete_suffix": "removesuffix",
}  # fmt: skip
"""Methods of texts that Python has under another name."""

TEXTS: Methods = {
    **{ruby: _of_python(name) for ruby, name in _PYTHON.items()},
    **table({
        "strip": lambda text, _: text.strip(_SPACE),
        "lstrip": lambda text, _: text.lstrip(_SPACE),
        "rstrip": lambda text, _: text.rstrip(_SPACE),
        "capitalize": lambda text, _: text[:1].upper() + text[1:].lower(),
        "chomp": lambda text, _, end=None: (
            re.sub("\r?\n?\\Z", "", text, count=1) if end is None else text.removesuffix(end)
        ),
        "chop": lambda text, _: text[:-1],
        "ord": lambda text, _: ord(text),
        "chars each_char": lambda text, do: each(list(text), do),
        "lines each_line": lambda text, do, *given: each(
            text.splitlines(keepends=not (given and given[-1].get("chomp"))), do
        ),
        "reverse": lambda text, _: text[::-1],
        "size length": lambda text, _: len(text),
        "empty?": lambda text, _: not text,
        "to_sym": lambda text, _: Symbol(text),
        "to_str read encode force_encoding": lambda text, *_: text,
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
        "index": _index,
        "count": lambda text, _, *parts: sum(map(_chosen(parts), text)),
        "tr": _translated,
        "tr_s": lambda text, _, old, new: re.sub(
            rf"({re.escape(new)})\1+", r"\1", _translated(text, None, old, new)
        ),
        "delete": lambda text, _, *parts: "".join(
            one for one in text if not _chosen(parts)(one)
        ),
        "squeeze": lambda text, _, *parts: re.sub(
            r"(.)\1+",
            lambda found: found[1] if not parts or _chosen(parts)(found[1]) else found[0],
            text,
            flags=re.DOTALL,
        ),
        "rjust": _padded(str.rjust),
        "ljust": _padded(str.ljust),
        "center": _padded(str.center),
        "to_i": lambda text, _, base=10: int(_number(text, rf"[+-]?{_DIGITS[base]}{{1,15}}"), base),
        "hex": lambda text, _: int(_number(text, rf"[+-]?{_DIGITS[16]}{{1,12}}"), 16),
        "succ next": lambda text, _: succeeding(text),
        "to_f": lambda text, _: float(
            _number(text, r"[+-]?\d{0,15}(?:(?<=\d)|\.(?=\d))(?:\.?\d{1,15})?(?:e[+-]?\d{1,2})?")
        ),
        "concat << +": lambda text, _, *more: text + "".join(map(as_text, more)),
        "prepend": lambda text, _, *more: "".join(more) + text,
        "insert": lambda text, _, at, more: text[:at] + more + text[at:],
        "replace": lambda _, __, other: other,
        "partition": _partition,
        "rpartition": lambda text, _, by: list(text.rpartition(by)),
        "clear": lambda *_: "",
    }),
}  # fmt: skip

CHANGING = frozenset(["<<", "concat", "prepend", "insert", "replace", "clear"])
"""Methods that change a text: whoever calls them sets the name that it stands in."""
