"""Report HTML, Markdown and BBCode in texts: they print literally."""

import re
from collections.abc import Callable, Iterator
from html import unescape

from msgspec import Struct

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Fix, Severity
from printnplay.proofreading.review import Review


class _Foreign(Struct, frozen=True):
    """A kind of markup: its pattern, what to write instead, and its replacement if it has one.

    Of a pattern with groups, each group is markup, and what is between them is words.
    """

    pattern: re.Pattern[str]
    cure: str
    right: Callable[[str], str] | None = None


_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=[^<>]*)?\s*"


def _pair(names: str) -> re.Pattern[str]:
    """An opening tag of HTML or BBCode, and the closing one that belongs to it."""
    return re.compile(
        rf"(?s)(<({names}){_ATTRIBUTES}>)(?:(?!<\2\b).)*?(</\2\s*>)"
        rf"|(\[({names})(?:=[^\[\]]*)?\])(?:(?!\[\5\b).)*?(\[/\5\])",
        re.IGNORECASE,
    )


def _tag(names: str) -> re.Pattern[str]:
    return re.compile(rf"</?(?:{names}){_ATTRIBUTES}/?>", re.IGNORECASE)


_BOLD, _ITALIC = "b|strong", "i|em"
_OTHERS = (
    "p|div|span|u|s|del|small|big|font|color|size|center|align|ul|ol|li|h[1-6]|sup|sub|img|a|tt"
    "|code|url|icon"
)

_KINDS = (
    _Foreign(_pair(_BOLD), "write `**bold**`", lambda _: "**"),
    _Foreign(_pair(_ITALIC), "write `*italic*`", lambda _: "*"),
    _Foreign(
        re.compile(rf"<br{_ATTRIBUTES}/?>|\[br\]", re.IGNORECASE),
        "write `\\n`, or begin a new line in the cell",
        lambda _: "\\n",
    ),
    _Foreign(_tag(f"{_BOLD}|{_ITALIC}"), "close it, or remove it"),
    _Foreign(
        _tag(_OTHERS), "remove it: sizes and colours are in `style.yaml`, icons are `{icon:name}`"
    ),
    _Foreign(_pair(_OTHERS), "remove it: sizes and colours are in `style.yaml`"),
    _Foreign(
        re.compile(r"&(?:[a-zA-Z]{2,8}[0-9]{0,2}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,5});"),
        "type the character itself",
        unescape,
    ),
    _Foreign(re.compile(r"!?\[[^\[\]]+\]\([^()\s]+\)"), "write the words and the address in plain"),
    _Foreign(
        re.compile(r"(?<!\w)__(?=\S)[^_]+__(?!\w)"),
        "write `**bold**`",
        lambda words: f"**{words[2:-2]}**",
    ),
    _Foreign(re.compile(r"~~[^~]+~~"), "remove the `~~`: there is no struck text"),
    _Foreign(re.compile(r"(?<!\\)\\[tr](?![a-z])"), "write a space", lambda _: " "),
    _Foreign(
        re.compile(r"(?<![\\:])\\n(?=[a-z])"),
        "write a space behind it if it is to begin a new line",
        lambda _: "\\n ",
    ),
)
"""In this order: what is a pair is no single tag."""


def check_foreign_markup(review: Review) -> Iterator[Diagnostic]:
    """Report markup of other programs, with a fix where it has one meaning."""
    for passage in review.everything:
        if not any(mark in passage.text for mark in "<[&_~\\"):
            continue
        seen: set[tuple[int, int]] = set()
        for kind in _KINDS:
            for place in _places(kind, passage.text):
                if place in seen:
                    continue
                seen.add(place)
                found = passage.text[slice(*place)]
                right = kind.right(found) if kind.right else None
                if right == found:  # an entity that does not exist is words between marks
                    continue
                yield passage.fault(
                    codes.FOREIGN_MARKUP,
                    f"`{found}` is printed as typed, in `{passage.key}`",
                    "markup of another program",
                    kind.cure,
                    passage.typed_place(*place),
                    severity=Severity.WARNING,
                    fix=Fix(passage.span, *place, right) if right is not None else None,
                )


def _places(kind: _Foreign, text: str) -> Iterator[tuple[int, int]]:
    """Where a kind of markup is in a text."""
    for found in kind.pattern.finditer(text):
        groups = [group for group in (1, 3, 4, 6) if group <= kind.pattern.groups]
        for group in groups or [0]:
            if found[group] is not None:
                yield found.span(group)
