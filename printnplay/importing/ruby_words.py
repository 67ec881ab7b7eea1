"""Split scripts in Ruby into words."""

import re
import textwrap
from typing import Any

from msgspec import Struct

LONGEST = 400_000
"""The longest script in characters: those of large games have 20,000."""


class Token(Struct, frozen=True):
    """A word of a script. `kind` is also `end of line` and `end`; `spaced`: after a space."""

    kind: str
    value: Any
    line: int
    spaced: bool = False


class Inserted(Struct, frozen=True):
    """An expression within a text, as `#{...}`: its source."""

    source: str
    line: int


class NotUnderstoodError(Exception):
    """A part of the script is not of the kind that is read."""

    def __init__(self, line: int, what: str) -> None:
        """Keep the line and what is there."""
        super().__init__(what)
        self.line, self.what = line, what


_SPACE = re.compile(r"(?:[ \t\r\f]|\\\r?\n)+|#[^\n]*")
_LINE = re.compile(r"[\n;]")
_NUMBER = re.compile(r"\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?", re.IGNORECASE)
_LABEL = re.compile(r"([A-Za-z_]\w*[?!]?):(?!:)")
_TEXT_LABEL = re.compile(r"\s*:(?!:)")
_WORD = re.compile(r"[@$]{0,2}[^\W\d]\w*[?!]?(?!=(?![=~>]))|[@$]{0,2}[^\W\d]\w*")
_SYMBOL = re.compile(r":(\"(?:[^\"\\]|\\.)*\"|[A-Za-z_]\w*[?!]?)")
_WORDS = re.compile(r"%([wWiIqQ]?)([\[({<|!/])")
_HEREDOC = re.compile(r"<<([~-]?)([\"']?)([A-Z_][A-Za-z_]*)\2")
_REGEX = re.compile(r"/((?:[^/\\\n]|\\.)+)/([imx]*)")
_OPERATOR = re.compile(
    r"\*\*|<=>|===|==|=~|!~|!=|<=|>=|<<|>>|\|\|=|&&=|\+=|-=|\*=|/=|\|\||&&|&\.|\.\.\.|\.\.|=>|->|::"
    r"|[-+*/%<>=!?:.,|&()\[\]{}]"
)
_CLOSING = {"[": "]", "(": ")", "{": "}", "<": ">", "|": "|", "!": "!", "/": "/"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "s": " ", "0": "", "e": ""}
KEYWORDS = frozenset(
    [
        "do",
        "end",
        "if",
        "unless",
        "elsif",
        "else",
        "case",
        "when",
        "then",
        "while",
        "until",
        "for",
        "in",
        "def",
        "class",
        "module",
        "begin",
        "rescue",
        "ensure",
        "return",
        "yield",
        "break",
        "next",
        "nil",
        "true",
        "false",
        "and",
        "or",
        "not",
        "self",
    ]
)
OPENS = frozenset(
    ["do", "if", "unless", "case", "while", "until", "for", "def", "class", "module", "begin"]
)


def tokens_of(source: str) -> list[Token]:  # noqa: C901, PLR0912, PLR0915
    """Split a script into words.

    Raises:
        NotUnderstoodError: a text does not end, or a character belongs to nothing.
    """
    found: list[Token] = []
    at, line, spaced = 0, 1, False
    waiting: list[tuple[str, bool, int]] = []  # heredocs that begin on the next line
    source = re.sub(r"^=begin\b.*?^=end\b[^\n]*", _only_lines, source, flags=re.M | re.S)
    source = source.partition("\n__END__\n")[0]

    def add(kind: str, value: Any, end: int) -> None:
        nonlocal at, line, spaced
        found.append(Token(kind, value, line, spaced))
        line += source.count("\n", at, end)
        at, spaced = end, False

    while at < len(source):
        sign = source[at]
        begins = (
            not found
            or found[-1].kind in ("line", "operator", "label")
            or (found[-1].kind == "word" and found[-1].value in KEYWORDS - {"end", "self", "nil"})
        )
        if found and found[-1].kind == "operator" and found[-1].value in ")]}":
            begins = False
        opens_argument = begins or (found[-1].kind == "word" and spaced)
        if match := _SPACE.match(source, at):
            line += match[0].count("\n")
            at, spaced = match.end(), True
        elif match := _LINE.match(source, at):
            add("line", sign, match.end())
            if sign == "\n":
                for name, is_raw, number in waiting:
                    end = re.compile(rf"^[ \t]*{name}[ \t]*\r?$", re.M).search(source, at)
                    if end is None:
                        raise NotUnderstoodError(line, "a text that does not end")
                    body = _dedented(source[at : end.start()])
                    own = [body] if is_raw else _parts(body, line)
                    found[number] = Token("text", own, found[number].line, spaced=True)
                    line += source.count("\n", at, end.end())
                    at = end.end()
                waiting = []
        elif sign in "\"'`":
            after, parts = _quoted(source, at, sign, line)
            label = _TEXT_LABEL.match(source, after) if sign != "`" else None
            is_label = label is not None and found and found[-1].value in ("{", ",", "(", "\n")
            add(
                "label" if is_label else "text", parts, label.end() if is_label and label else after
            )
        elif opens_argument and (match := _WORDS.match(source, at)):
            after = _closed(source, match.end() - 1, line)
            inner = source[match.end() : after - 1]
            kind = match[1]
            if kind.lower() in ("w", "i"):
                add("words", inner.split(), after)
            else:
                add("text", [inner] if kind == "q" else _parts(inner, line), after)
        elif opens_argument and (match := _HEREDOC.match(source, at)):
            waiting.append((match[3], match[2] == "'", len(found)))
            add("text", [""], match.end())
        elif (
            opens_argument
            and sign == "/"
            and (begins or source[at + 1 : at + 2] not in " =")
            and (match := _REGEX.match(source, at))
        ):
            add("regex", match[1], match.end())
        elif match := _NUMBER.match(source, at):
            add("number", match[0].replace("_", ""), match.end())
        elif match := _SYMBOL.match(source, at):
            add("symbol", match[1].strip('"'), match.end())
        elif match := _LABEL.match(source, at):
            add("label", [match[1]], match.end())
        elif match := _WORD.match(source, at):
            add("word", match[0], match.end())
        elif match := _OPERATOR.match(source, at):
            add("operator", match[0], match.end())
        else:
            at += 1
            spaced = True
    found.append(Token("line", "\n", line))
    found.append(Token("end", "", line))
    return found


def _only_lines(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _dedented(body: str) -> str:
    return textwrap.dedent(body)


def _closed(source: str, at: int, line: int) -> int:
    """Return the place after the mark that closes the one at a place."""
    opening, closing = source[at], _CLOSING[source[at]]
    depth = 0
    for end in range(at, len(source)):
        if source[end] == closing and end > at:
            depth -= 1
            if depth <= 0:
                return end + 1
        elif source[end] == opening:
            depth += 1
    raise NotUnderstoodError(line, "a text that does not end")


def _quoted(source: str, at: int, quote: str, line: int) -> tuple[int, list[Any]]:
    """Return the end of a text in quotes, and its parts."""
    end, depth = at + 1, 0
    while end < len(source):
        sign = source[end]
        if sign == "\\":
            end += 1
        elif quote == '"' and source.startswith("#{", end):
            depth += 1
            end += 1
        elif depth and sign == "}":
            depth -= 1
        elif depth == 0 and sign == quote:
            inner = source[at + 1 : end]
            if quote == "'":
                return end + 1, [inner.replace("\\'", "'").replace("\\\\", "\\")]
            return end + 1, _parts(inner, line)
        end += 1
    raise NotUnderstoodError(line, "a text that does not end")


def _parts(inner: str, line: int) -> list[Any]:
    """Return a text in double quotes as texts, and what is put between them."""
    parts: list[Any] = [""]
    at = 0
    while at < len(inner):
        if inner[at] == "\\" and at + 1 < len(inner):
            following = inner[at + 1]
            unicode = re.compile(r"u\{?([0-9a-fA-F]{4,6})\}?").match(inner, at + 1)
            if unicode and int(unicode[1], 16) < 0x110000:
                parts[-1] += chr(int(unicode[1], 16))
                at = unicode.end()
                continue
            parts[-1] += _ESCAPES.get(following, following)
            at += 2
        elif inner.startswith("#{", at):
            end = _closed(inner, at + 1, line)
            parts += [Inserted(inner[at + 2 : end - 1], line), ""]
            at = end
        else:
            parts[-1] += inner[at]
            at += 1
    return parts
