r"""Find what both checks and typesetting read of the markup of texts: spans and repeated icons.

In `[words]{name}`, a bracket opens a span only if its partner is directly followed by a name in
braces; all other brackets are printed. In code, between backticks, nothing is markup. A name has
colon nor dot, so that `[2]{icon:coin}` remains a bracket and an icon.
"""

import re
from math import inf

SPAN_NAME = r"\w[^{}:.]*"
"""A pattern for the name of a span, known or not."""

SPAN_END = re.compile(rf"\]\{{(?P<name>{SPAN_NAME})\}}")
"""The end of a span."""

LINK_END = re.compile(r"\]\((?P<target>https?://[^\s()]+|#[a-z0-9][\w.-]*)\)")
"""The end of a link: the web address, or the part of the rulebook, that it leads to."""

DEEPEST = 20
"""The most brackets within each other: spans inside them have no effect, which bounds the work on
texts of strangers. A guess: nobody nests more than three.
"""

CODE = r"(?<![\w`])(?P<ticks>`+)(?!`)(?P<inner>.+?)(?<!`)(?P=ticks)(?![\w`])"
"""Code between equally many backticks, as in Markdown. Within a word a backtick is a letter, as in
transliterations.
"""

_BRACKET = re.compile(rf"\\.|{CODE}|\[|{SPAN_END.pattern}|{LINK_END.pattern}|\]", re.DOTALL)


def span_marks(text: str) -> dict[int, str]:
    """Return the name of the span that each `[` opens and each `]` closes, by position.

    An end without a beginning is missing.

    >>> span_marks("[a [b] c]{keyword}"), span_marks("a]{keyword} [b]")
    ({0: 'keyword', 8: 'keyword'}, {})
    """
    return _marks(text, "name", DEEPEST) if "]{" in text else {}


def link_marks(text: str) -> dict[int, str]:
    """Return the target of the link that each `[` opens and each `]` closes, by position.

    >>> link_marks("See [the [end]](#end)."), link_marks("[a](b)")
    ({4: '#end', 14: '#end'}, {})
    """
    return _marks(text, "target") if "](" in text else {}


def _marks(text: str, group: str, deepest: float = inf) -> dict[int, str]:
    """Return what a group of `_BRACKET` finds behind a pair of brackets, by both positions."""
    marks: dict[int, str] = {}
    opened: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif bracket[0][0] == "]" and opened:
            start = opened.pop()
            if (found := bracket[group]) and len(opened) < deepest:
                marks[start] = marks[bracket.start()] = found
    return marks


def links_in(text: str) -> list[str]:
    """Return the targets of the links of a text, in the order in which they begin."""
    return [target for at, target in sorted(link_marks(text).items()) if text[at] == "["]


def spans_in(text: str) -> list[str]:
    """Return the names of the spans of a text, in the order in which they begin."""
    return [name for at, name in sorted(span_marks(text).items()) if text[at] == "["]


def unopened_in(text: str) -> list[str]:
    """Return the names of the ends of spans that do not begin.

    >>> unopened_in(r"a]{keyword} [b]{underline}")
    ['keyword']
    """
    marks = span_marks(text)
    ends = _BRACKET.finditer(text) if "]{" in text else ()
    return [end["name"] for end in ends if end["name"] and end.start() not in marks]


def unopened(name: str) -> tuple[str, str, str]:
    """Return the message, label and help of a fault: a span that does not begin."""
    return (
        f"`]{{{name}}}` ends a span that does not begin",
        "expected `[` before the words",
        rf"write `[words]{{{name}}}`, or `\]` for the bracket itself",
    )


_CODE = re.compile(rf"\\.|(?P<code>{CODE})", re.DOTALL)


def without_code(text: str, mark: str = " ") -> str:
    r"""Return a text of the same length with a mark in place of each character of code.

    >>> without_code("Roll `2*{d}` or `x", "."), without_code(r"\`a`")
    ('Roll ....... or `x', '\\`a`')
    """
    if "`" not in text:
        return text
    return _CODE.sub(lambda one: mark * len(one[0]) if one["code"] else one[0], text)


def codes_in(text: str) -> int:
    """Return how often a text has code."""
    return sum(one["code"] is not None for one in _CODE.finditer(text)) if "`" in text else 0


def coded(text: str) -> str:
    r"""Return a text as code: within more backticks than it has in a row.

    >>> coded("a``b")
    '```\na``b\n```'
    """
    longest = max(map(len, re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks}\n{text}\n{ticks}"


def code_of(inner: str) -> str:
    """Return what code between backticks prints: whole lines, or words without outer spaces."""
    return inner.strip("\n") if "\n" in inner else inner.strip(" ") or inner


_REPEATED = re.compile(r"(?P<name>\S+) +[x×] ?(?P<count>\S+)")


def icon_and_count(said: str) -> tuple[str, str]:
    """Return the icon that a placeholder names, and how often it is printed, if it says so.

    >>> icon_and_count("coin x3"), icon_and_count("coin x field.cost"), icon_and_count("coin")
    (('coin', '3'), ('coin', 'field.cost'), ('coin', ''))
    """
    repeated = _REPEATED.fullmatch(said)
    return (repeated["name"], repeated["count"]) if repeated else (said, "")


_ICON = re.compile(r"\{icon:(?P<said>[^{}]*)\}")


def icons_in(text: str) -> list[str]:
    """Return the names of the icons that a text prints.

    >>> icons_in("Pay {icon:coin x3} or {icon:game-icons:sword}.")
    ['coin', 'game-icons:sword']
    """
    return [icon_and_count(found["said"])[0] for found in _ICON.finditer(without_code(text))]
