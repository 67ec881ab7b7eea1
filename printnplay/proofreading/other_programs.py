r"""Find markup of other programs in texts, and text that was decoded with a wrong encoding.

Covers HTML, BBCode, Markdown, LaTeX, escapes of programming languages, and references to columns in
the syntax of card makers. `placeholders` finds what is in braces, such as `{{cost}}` and
`\textbf{two}`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import TypeAlias

from msgspec import Struct

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.markup import SPAN_NAME
from printnplay.kernel.strings import plain_name
from printnplay.kernel.typography import QUOTES
from printnplay.proofreading.encodings import misread

Columns: TypeAlias = frozenset[tuple[str, str]]
"""Pairs of a column's plain name and how texts quote it; empty if they cannot."""

Meaning: TypeAlias = Callable[[re.Match[str]], str | None]
"""Return our equivalent of some markup, or None if it is not markup after all."""


class Kind(Struct, frozen=True):
    """A kind of markup: a description, its pattern, what to write instead, and its equivalent.

    If a pattern has numbered groups only, these are opening and closing tags. The group `words` is
    text inside the markup, `quoted` the name of a column, and `column` one that the cards have. In
    the `cure`, `{right}` is the replacement; if that is `sure`, `check --fix` writes it.
    """

    what: str
    pattern: str
    cure: str
    means: Meaning
    sure: bool = False
    code: Code = codes.FOREIGN_MARKUP


class Foreign(Struct, frozen=True):
    """Markup of another program at a place in a text, and its equivalent.

    `words` is the start and end of the text inside the markup, `typed` the markup if known.
    """

    kind: Kind
    start: int
    end: int
    right: str
    words: tuple[int, int] = (0, 0)
    typed: str = ""

    @property
    def places(self) -> Iterator[tuple[int, int, str]]:
        """The parts that are markup: start, end and equivalent of each."""
        start, end = self.words
        if end:
            yield self.start, start, ""
            yield end, self.end, ""
        else:
            yield self.start, self.end, self.right


def _kind(
    what: str,
    pattern: str,
    cure: str,
    fix: str | Meaning | None = None,
    means: str | Meaning = "",
) -> Kind:
    """Return a kind; the equivalent is a function, or a string with groups in braces."""
    meant = means if fix is None else fix
    return Kind(
        what,
        pattern,
        cure,
        (lambda found: meant.format(**found.groupdict())) if isinstance(meant, str) else meant,
        fix is not None,
    )


def _new_line(found: re.Match[str]) -> str:
    r"""Return our mark for a new line, followed by a space if a small letter follows."""
    return "\\n " if re.match("[a-z]", found.string[found.end() :]) else "\\n"


def _entity(found: re.Match[str]) -> str | None:
    meant = unescape(found[0])
    return meant if meant != found[0] else None


def _character(number: int) -> str | None:
    """Return the character of a Unicode code point; None for one that no text has.

    >>> _character(0x2019), _character(0xD83D)
    ('’', None)
    """
    is_there = number <= 0x10FFFF and unicodedata.category(chr(number)) not in {"Cs", "Cn", "Cc"}
    return chr(number) if is_there else None


def _code(found: re.Match[str]) -> str | None:
    r"""Return the character of a nanDECK code; `\13\` starts a new line."""
    number = int(found["number"])
    return _new_line(found) if number in (10, 13) else _character(number)


def _escaped(found: re.Match[str]) -> str | None:
    r"""Return the characters of `\u2019`, `\xe9` or `<0x2019>`, joining UTF-16 surrogate pairs."""
    units = "".join(
        chr(int(digits, 16)) for digits in re.split(r"\\[ux]|<0x", found[0].rstrip(">"))[1:]
    )
    try:
        words = units.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeError:
        return None
    return words if all(_character(ord(letter)) for letter in words) else None


_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=[^<>]*)?\s*"
_NAME = r"[a-z][\w:-]*"
_BOLD, _ITALIC = "b|strong", "i|em"
_UNDER, _STRUCK = "u|ins", "s|strike|del"
_WORDS = "…"
"""Separates our equivalents of an opening and a closing tag, if these differ."""

_OTHERS = (
    "p|div|span|small|big|font|color|size|center|align|ul|ol|li|h[1-6]|sup|sub|img|a|tt"
    "|code|pre|url|icon|hr|table|t[rdh]|mark|nobr|sym"
)


def _pair(names: str) -> str:
    """Return a pattern for the opening and closing tags of HTML and BBCode elements."""
    return (
        rf"(?si)(<({names}){_ATTRIBUTES}>)(?:(?!<\2\b).)*?(</\2\s*>)"
        rf"|(\[({names})(?:=[^\[\]]*)?\])(?:(?!\[\5\b).)*?(\[/\5\])"
    )


def _column(opening: str, closing: str, what: str, *, sure: bool = True) -> Kind:
    """Return a kind for a column's name between two marks."""
    pattern = rf"(?<!\w){re.escape(opening)}(?P<column>[^\W\d_][\w .-]{{0,40}}?)"
    cure, marks = "write `{right}`", re.escape(closing) or r"(?!\w)"
    return Kind(what, pattern + marks, cure, lambda _: "", sure)


_GUILLEMETS = _column("«", "»", "a field of a mail merge", sure=False)
"""Guillemets, which are quotation marks in some languages."""

_HTML, _MARKDOWN, _LATEX = "markup of HTML or BBCode", "markup of Markdown", "markup of LaTeX"
_ESCAPE = "an escape of a programming language"
_REMOVE = (
    "remove it: looks are `[words]{name}`, with `inline` in `style.yaml`; icons are `{icon:name}`"
)
_COLOURS = "colours are `[words]{name}`, with `inline` in `style.yaml`"
_BACKSLASH = "remove it, or write `\\\\` to print a backslash"

KINDS = (
    _kind(_HTML, r"(?s)\s?<!--(?:(?:(?!<!--).)*?-->)?", "remove it: what is in a text is printed"),
    _kind(_HTML, _pair(_BOLD), "write `**bold**`", "**"),
    _kind(_HTML, _pair(_ITALIC), "write `*italic*`", "*"),
    _kind(_HTML, _pair(_UNDER), "write `[words]{underline}`", f"[{_WORDS}]{{{{underline}}}}"),
    _kind(_HTML, _pair(_STRUCK), "write `[words]{strike}`", f"[{_WORDS}]{{{{strike}}}}"),
    _kind(
        _HTML,
        rf"(?i:<br{_ATTRIBUTES}/?>|\[br\])",
        "write `\\n`, or begin a new line in the cell",
        _new_line,
    ),
    _kind(
        _HTML,
        rf"(?i:</?(?:{_BOLD}|{_ITALIC}|{_UNDER}|{_STRUCK}){_ATTRIBUTES}/?>)",
        "close it, or remove it",
    ),
    _column("<<", ">>", "a field of a data merge"),
    _column("<", ">", "a field of a data merge", sure=False),
    _kind(
        _HTML,
        r"<(?P<words>(?:https?://|mailto:)[^<>\s]+|[^<>\s@]+@[^<>\s@]+)>",
        "write the address without `<` and `>`",
        "{words}",
    ),
    _kind(
        _HTML,
        rf"(?i:</?(?:{_OTHERS}){_ATTRIBUTES}/?>|</{_NAME}\s*>"
        rf"|<{_NAME}(?:\s+[\w:-]+\s*=[^<>]*|\s*/)>)",
        _REMOVE,
        means=lambda found: "{icon}" if found[0][1:4] in {"img", "ico", "sym"} else "",
    ),
    _kind(_HTML, _pair(_NAME), _REMOVE),
    _kind(
        _HTML,
        r"&(?:[a-zA-Z]{2,8}[0-9]{0,2}|#[0-9]{1,6}|#x[0-9a-fA-F]{1,5});|&(?:nbsp|amp|quot|lt|gt)\b",
        "type the character itself",
        _entity,
    ),
    _kind(
        _MARKDOWN,
        r"(?:!\[(?P<shown>[^\[\]]+)\]\((?=[^()\s]*[./:#])|\[(?P<words>[^\[\]]+)\]"
        r"\((?=[^()\s]*[./:#])(?!https?://|#[a-z0-9]))[^()\s]+\)",
        "write the words and the address in plain, or a link: `[words](https://...)`",
    ),
    _kind(_MARKDOWN, r"\[\^\w+\]:?", "remove it: a text has no footnotes"),
    _kind(
        "markup of a wiki",
        r"\[\[(?:[^\[\]\n|]*\|)?(?P<words>[^\[\]\n|]+)\]\]",
        "write the words alone",
        means="{words}",
    ),
    _kind("markup of a wiki", r"'''(?P<words>[^'\n]+)'''", "write `**bold**`", "**{words}**"),
    _kind(_MARKDOWN, r"(?<!\w)__(?=\S)(?P<words>[^_]+)__(?!\w)", "write `**bold**`", "**{words}**"),
    _kind(
        _MARKDOWN,
        r"(?<!\w)_(?=[^\s_])(?P<words>[^_\n]*[^\s_])_(?!\w)",
        "write `*italic*`",
        "*{words}*",
    ),
    _kind(
        _MARKDOWN,
        r"~~(?P<words>[^~]+)~~",
        "write `[words]{strike}`",
        "[{words}]{{strike}}",
    ),
    _kind(
        _MARKDOWN,
        r"(?<![=<>!])==(?=[^=\s])(?P<words>[^=\n]+)==(?!=)",
        "write `**bold**`",
        means="**{words}**",
    ),
    _kind(_LATEX, r"``(?P<words>[^`'\n]+)''", 'write `"words"`', means='"{words}"'),
    _kind(
        _MARKDOWN,
        r"```\w*",
        "close the code with three backticks, or remove them",
    ),
    _kind(
        _MARKDOWN,
        r"^#{2,6}\s+(?=\S)|^#\s+(?=\S.*\n)|(?<=\n)-{3,}(?=\n)|\|\s*:?-{3,}:?\s*(?=\|)",
        "remove it: headings and tables are in chapters of the rulebook, not in texts",
    ),
    _kind(_MARKDOWN, r"^>(?=\s+[^\W\d_])", "remove it"),
    _kind(_MARKDOWN, r"^\*(?=\s+\S)", "write `- ` to begin an item of a list", "-"),
    _kind(
        "a path of Windows",
        r"(?<![A-Za-z])[A-Za-z]:\\\S*\w|\\\\\w[\w.$-]*\\\S*\w",
        "players do not have this file: remove it",
        means=lambda found: found[0],
    ),
    _kind("markup of nanDECK", r"\\(?P<number>\d{1,3})\\", "write `{right}`", _code),
    _kind(
        _ESCAPE,
        r"(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2})+|<0x[0-9a-fA-F]{4}>",
        "type the character itself",
        _escaped,
    ),
    _kind(
        _ESCAPE,
        r"(?<![\d\\])\\(?P<mark>[\"'])",
        "remove the backslash: it keeps the mark straight",
        "{mark}",
    ),
    _kind(_ESCAPE, r"(?<!\\)\\[tr](?![a-z])", "write a space", " "),
    _kind(
        _ESCAPE,
        r"(?<!\\)(?<!(?<![A-Za-z])[A-Za-z]:)\\n(?=[a-z])(?!ewline|ewpage|oindent)",
        "write a space behind it if it is to begin a new line",
        "\\n ",
    ),
    _kind(_LATEX, r"(?<!\\)\\(?!n(?![a-z]))[A-Za-z]++\*?+(?!\{)", _BACKSLASH),
    _kind(
        _ESCAPE,
        r"(?<![\w%])%(?:\(\w+\)|\d+\$)?[-+0#]*\d*(?:\.\d+)?l{0,2}[sdifu@](?!\w)",
        "write the number, or a placeholder such as `{count.total}`",
        means="{{count}}",
    ),
    _kind(_ESCAPE, r"(?<=\d)%%|(?<=\d )%%", "write one `%`", "%"),
    _column("%", "%", "a field of a mail merge"),
    _column("#", "#", "a field of a mail merge"),
    _column("$", "", "a field of a template"),
    _kind(
        "markup of CardMaker",
        r"#\((?:if|switch|random|math|repeat|pad[lr])\b(?:(?!#\().)*?\)#",
        "write the text that is meant",
    ),
    _kind("markup of CardMaker", r"@\[(?P<quoted>[^\[\]\n]+)\]", "write `{right}`", ""),
    _kind("a code of InDesign or Word", r"\^[pn](?=[A-Z\s]|$)", "write `\\n`", _new_line),
    _kind("markup of CardMaker", r"!\[[A-Za-z]+\]", "write the words themselves"),
    _kind(
        "markup of nanDECK", r"(?<=[^\s|])\|\|(?=[^\s|])", "write `\\n` for a new line", _new_line
    ),
    _kind("markup of Tabletop Simulator", r"(?i)\[(?:[0-9a-f]{6}|-)\]", "remove it: " + _COLOURS),
    _kind(_ESCAPE, r"(?<=\w)%20(?=\w)", "write a space", " "),
    _kind("a text to fill a page", r"(?i)lorem ipsum\b", "write the text that is to be printed"),
    _column("[", "]", "markup of nanDECK", sure=False),
    _GUILLEMETS,
    _kind(
        "a name of an icon between colons",
        r"(?<![\w:/]):(?P<icon>[a-z][\w+-]*[a-z0-9]):(?![\w:/])",
        "write `{right}` to print an icon",
        means="{{icon:{icon}}}",
    ),
    _kind("a line break of Excel", r"_x000[DA]_\n?", "begin a new line in the cell", _new_line),
    _kind(
        _LATEX,
        r"(?<=\w)---?(?=\w)|(?<=\S )---?(?= \S)",
        "type the dash itself: – or —",
        means="–",
    ),
)
"""All kinds, in order of priority: a match inside an earlier one is skipped."""

WRONG_ENCODING = Kind(
    "letters of UTF-8 that were read in another encoding",
    "",
    "save the file as UTF-8 where it still reads right, and copy it again",
    lambda _: "",
    sure=True,
    code=codes.INVISIBLE_CHARACTER,
)

_MAY_BE = re.compile(
    r"[<>\[&~`@«\\]|\^[pn]|(?<!\w)_|==|--|\|\||'''|#[#(\w]|^[#*]\s|%[%(\w+#.@-]|\$[^\s$]|\$\$"
    r"|:[a-z][\w+-]*:|_x000|[Ll]orem ",
    re.MULTILINE,
)
"""A quick test: each kind contains one of these; most texts have none."""

_BRACES = re.compile(rf"(?:\](?=\{{{SPAN_NAME}\}}))?\{{[^{{}}]*\}}")
"""Placeholders, and ends of spans."""


@lru_cache(maxsize=1 << 13)
def foreign_in(text: str, language: str, columns: Columns = frozenset()) -> tuple[Foreign, ...]:
    """Return the markup of other programs in a text, in order.

    `columns` are those of the text's card.
    """
    found: list[Foreign] = []
    damaged = misread(text)
    if _MAY_BE.search(text) or damaged:
        taken = bytearray(len(text))
        for start, end in (braces.span() for braces in _BRACES.finditer(text)):
            taken[start:end] = b"x" * (end - start)
        if damaged is not None:
            found.append(Foreign(WRONG_ENCODING, *damaged))
        is_quoted = "«" in QUOTES.get(language.partition("-")[0], "")
        known = dict(columns)
        for kind in KINDS:
            for one in (
                _places(kind, text, known) if kind is not _GUILLEMETS or not is_quoted else ()
            ):
                if not (taken[one.start] or taken[one.end - 1]):
                    found.append(one)
                    taken[one.start : one.end] = b"x" * (one.end - one.start)
    return tuple(sorted(found, key=lambda one: one.start))


def _places(kind: Kind, text: str, columns: Mapping[str, str]) -> Iterator[Foreign]:
    """Yield the places of a kind of markup in a text, except escaped ones."""
    # Patterns are compiled on first use: few projects contain any of this.
    for found in re.finditer(kind.pattern, text, re.MULTILINE):
        names = found.groupdict()
        right, column = kind.means(found), names.get("column") or names.get("quoted")
        if column:
            right = columns.get(plain_name(column), None if "column" in names else "")
        if right is None or (found[0][0] != "\\" and text[: found.start()].endswith("\\")):
            continue
        if names or not found.re.groups:
            words = found.span("words") if names.get("words") else (0, 0)
            yield Foreign(kind, *found.span(), right, words, found[0])
        else:
            opening, _, closing = right.partition(_WORDS)
            first, last = (found.span(group) for group in _TAGS if found[group])
            yield Foreign(kind, *first, opening)
            yield Foreign(kind, *last, closing or opening)


_TAGS = (1, 3, 4, 6)
"""The groups of `_pair` that match tags."""
