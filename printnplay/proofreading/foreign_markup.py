"""Report HTML, Markdown and BBCode in texts: they print literally."""

import re
from collections.abc import Callable, Iterator
from html import unescape

from msgspec import Struct

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Fix, Severity
from printnplay.proofreading.review import Review


class _Foreign(Struct, frozen=True):
    """A kind of markup: its pattern, what to write instead, and its replacement if it has one."""

    pattern: re.Pattern[str]
    cure: str
    right: Callable[[re.Match[str]], str] | None = None


def _tag(names: str) -> re.Pattern[str]:
    return re.compile(rf"</?(?:{names})(?:\s[^<>]*)?>|\[/?(?:{names})\]", re.IGNORECASE)


_KINDS = (
    _Foreign(_tag("b|strong"), "write `**bold**`", lambda _: "**"),
    _Foreign(_tag("i|em"), "write `*italic*`", lambda _: "*"),
    _Foreign(
        re.compile(r"<br\s*/?>|\[br\]", re.IGNORECASE),
        "write `\\n`, or begin a new line in the cell",
        lambda _: "\\n",
    ),
    _Foreign(
        _tag(
            "p|div|span|u|s|del|small|big|font|color|size|center|align|ul|ol|li|h[1-6]|sup|sub|img|a"
            "|tt|code|url|icon"
        ),
        "remove it: sizes and colours are in `style.yaml`, icons are `{icon:name}`",
    ),
    _Foreign(
        re.compile(r"&(?:[a-zA-Z]{2,8}[0-9]{0,2}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,5});"),
        "type the character itself",
        lambda entity: unescape(entity[0]),
    ),
    _Foreign(re.compile(r"!?\[[^\[\]]+\]\([^()\s]+\)"), "write the words and the address in plain"),
    _Foreign(
        re.compile(r"(?<!\w)__(?=\S)[^_]+__(?!\w)"),
        "write `**bold**`",
        lambda m: f"**{m[0][2:-2]}**",
    ),
    _Foreign(re.compile(r"~~[^~]+~~"), "remove the `~~`: there is no struck text"),
    _Foreign(re.compile(r"(?<!\\)\\[tr](?![a-z])"), "write a space", lambda _: " "),
    _Foreign(
        re.compile(r"(?<![\\:])\\n(?=[a-z])"),
        "write a space behind it if it is to begin a new line",
        lambda _: "\\n ",
    ),
)


def check_foreign_markup(review: Review) -> Iterator[Diagnostic]:
    """Report markup of other programs, with a fix where it has one meaning."""
    for passage in review.everything:
        if not any(mark in passage.text for mark in "<[&_~\\"):
            continue
        for kind in _KINDS:
            for found in kind.pattern.finditer(passage.text):
                right = kind.right(found) if kind.right else None
                if right == found[0]:  # an entity that does not exist is words between marks
                    continue
                yield passage.fault(
                    codes.FOREIGN_MARKUP,
                    f"`{found[0]}` is printed as typed, in `{passage.key}`",
                    "markup of another program",
                    kind.cure,
                    passage.typed_place(*found.span()),
                    severity=Severity.WARNING,
                    fix=Fix(passage.span, *found.span(), right) if right is not None else None,
                )
