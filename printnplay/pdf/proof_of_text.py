"""A check that baked pages contain the letters of their drawings, by their ToUnicode tables.

A page is read like PDF viewers copy its text: the codes shown on it and in its forms are mapped
through the ToUnicode tables of their fonts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, Literal, TypeAlias
from unicodedata import category, normalize

from printnplay.pdf.errors import FaultKind, PictureFault
from printnplay.pdf.shaping import covers
from printnplay.scene.drawn_lines import BEGIN, HIDDEN, LINE
from printnplay.scene.picture import Picture

if TYPE_CHECKING:
    from pikepdf import Object, Page

_TEXT = re.compile(
    rb"[^()<>\[\]]*?/([^\s/()<>\[\]]+)\s+[-\d.]+\s+Tf\s[^()<>\[\]\\/]*\[?\(([^<>]*)\)\]?\s*T[jJ]\s*"
)
"""A text in one font, as typst usually writes it, with the content of the outer parentheses."""

_BETWEEN = re.compile(rb"\)(?<!\\\))[-\d.\s]*\(")
"""The separators between the strings of such a text."""

_FORM = re.compile(rb"/([^\s/()<>\[\]]+)\s+Do\b")
_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_WORD = re.compile(rb"[0-9A-Fa-f]+|[\[\]]")

_LEFT_OUT = ("Pd", "Ps", "Pe", "Pi", "Pf")
_SYLLABLES = re.compile("[\u0900-\u109f\u1780-\u17ff\u1900-\u1c4f\ua800-\uabff]")
"""Letters of India and South East Asia: at best one of several glyphs maps to the whole
syllable."""

_HIDDEN = re.compile(HIDDEN)
_LINE = re.compile(LINE)
_WORDS_OF_LINE = 8
"""The group of such a line that has its words, as numbered in `LINE`."""

_UNSEEN = re.compile(
    r"""\b(?:display|visibility)\s*[=:]\s*["']?\s*(?:none|hidden|collapse)|opacity\s*[=:]\s*["']?0*\.?0*(?:["';\s]|$)"""
)
"""Markup that may hide text on purpose."""
_DRAWN_ELSEWHERE = re.compile(
    r"<(defs|symbol|clipPath|mask|pattern|marker)\b[^<>]*(?<!/)>.*?</\1>", re.DOTALL
)
"""Elements that are drawn only where something references them, and not always as letters."""

Known: TypeAlias = MutableMapping[tuple[object, ...], object]
"""The cached fonts and forms of a file, by their object numbers: several pages share them."""


def missing_letters(page: "Page", expected: Sequence[str], known: Known | None = None) -> str:
    """Return the letters of texts that a page lacks, sorted; empty if it shows all.

    Order, spaces and everything else that `letters` leaves out are ignored. Invisible text
    (rendering mode 3) counts as shown; a glyph that stands for several letters counts as all of
    them.

    Args:
        page: a page of a PDF.
        expected: the texts, in any order.
        known: the cache of the same file; entries are added to it.
    """
    known, wanted = {} if known is None else known, "".join(expected)
    if not any(map(_is_letter, Counter(wanted) - Counter(_shown(page.obj, known, _plainly)))):
        return ""
    # The text is written in a way that takes longer to read, or letters are missing.
    shown = _shown(page.obj, known, _exactly)
    return "".join(sorted((letters(wanted) - letters(shown)).elements()))


def incomplete(
    picture: Picture, page: "Page", fonts: Iterable[str], known: Known | None = None
) -> PictureFault | None:
    """Return the fault of a picture whose page lacks letters; None if it has all.

    The check covers the lines of text boxes: text that a designer adds in SVG may be hidden on
    purpose, or run beyond its path. Letters that no font has are reported where they are set, and a
    draft is printed without them.

    Args:
        picture: the picture on the page.
        page: a page of a PDF.
        fonts: the paths of its font files.
        known: the cache of the same file; entries are added to it.
    """
    # Invisible words over letters drawn as shapes hide nothing.
    if BEGIN not in picture.svg or _UNSEEN.search(_HIDDEN.sub("", picture.svg)):
        return None
    drawn = _DRAWN_ELSEWHERE.sub("", picture.svg)
    lines = [unescape(line[_WORDS_OF_LINE]) for line in _LINE.findall(drawn)]
    lacking = missing_letters(page, lines, known)
    missing = "".join(one for one in lacking if any(covers(path, one) for path in fonts))
    kind = FaultKind.LETTERS_MISSING
    return PictureFault(picture.name, missing, picture.template, kind) if missing else None


def letters(text: str) -> "Counter[str]":
    """Count the letters, digits and signs of a text.

    Spaces, controls and hyphens are left out. So are brackets and quotation marks, which are
    mirrored in right-to-left text, and letters of scripts whose syllables become glyphs in another
    order.

    >>> letters("ﬁx-ed") == letters("d fi xe")
    True
    """
    counts = Counter(text if text.isascii() else normalize("NFKC", text))
    return Counter({one: count for one, count in counts.items() if _is_letter(one)})


def _is_letter(one: str) -> bool:
    kind = category(one)
    return kind[0] not in "ZC" and kind not in _LEFT_OUT and not _SYLLABLES.match(one)


def _shown(drawn: "Object", known: Known, read: "_Reader") -> str:
    """Return the text of a page or form."""
    import pikepdf

    resources = drawn.get("/Resources", pikepdf.Dictionary())
    table, out = _Table(), list[str]()
    for kind, value in read(drawn):
        if kind == "font":
            table = _table_of(resources.Font["/" + value.decode()], known)
        elif kind == "form":
            out.append(_of_form(resources.XObject["/" + value.decode()], known, read))
        else:
            out.append(value.decode("utf-16-be", "replace").translate(table))
    return "".join(out)


_Read: TypeAlias = tuple[Literal["font", "form", "codes"], bytes]
_Reader: TypeAlias = Callable[["Object"], Iterator[_Read]]


def _plainly(drawn: "Object") -> Iterator[_Read]:
    """Yield the fonts, forms and codes of a page or form, in a tenth of the time of `_exactly`.

    Texts that typst writes rarely, such as those with a parenthesis or backslash as a code, are
    skipped or read wrongly.
    """
    import pikepdf

    content = drawn if isinstance(drawn, pikepdf.Stream) else drawn.Contents
    streams = [content] if isinstance(content, pikepdf.Stream) else content
    first, *others = b"\n".join(stream.read_bytes() for stream in streams).split(b"\nBT")
    for text, rest in ((b"", first), *(other.partition(b"\nET")[::2] for other in others)):
        if plain := _TEXT.fullmatch(text):
            # Of all PDF escapes, Python lacks only those of parentheses.
            literal = _BETWEEN.sub(b"", plain[2])
            octal = literal.replace(b"\\(", b"\\050").replace(b"\\)", b"\\051")
            yield "font", plain[1]
            yield "codes", octal.decode("unicode_escape", "ignore").encode("latin-1", "ignore")
        for form in _FORM.findall(rest) if b"Do" in rest else ():
            yield "form", form


def _exactly(drawn: "Object") -> Iterator[_Read]:
    """Yield the fonts, forms and codes of a page or form."""
    import pikepdf

    for instruction in pikepdf.parse_content_stream(drawn, "Tf Do Tj TJ ' \""):
        operands, operator = instruction.operands, str(instruction.operator)
        if operator in ("Tf", "Do"):
            yield "font" if operator == "Tf" else "form", str(operands[0])[1:].encode()
            continue
        strings = operands[0] if operator == "TJ" else [operands[-1]]
        for string in strings:
            if isinstance(string, pikepdf.String):
                yield "codes", bytes(string)


def _of_form(form: "Object", known: Known, read: _Reader) -> str:
    """Return the text of a form; a picture has none."""
    if form.get("/Subtype") != "/Form":
        return ""
    key = (*form.objgen, read)
    if key not in known:
        known[key] = ""  # also stops a form that draws itself
        known[key] = _shown(form, known, read)
    return str(known[key])


class _Table(dict[int, str]):
    """The text of each code of a font; other codes map to an empty string."""

    def __missing__(self, code: int) -> str:
        return ""


def _table_of(font: "Object", known: Known) -> _Table:
    """Return the table of a font; its codes are two bytes, as typst writes them."""
    table = known.get(font.objgen)
    if not isinstance(table, _Table):
        table = known[font.objgen] = _Table()
        if "/ToUnicode" in font:
            table.update(code_pairs(font.ToUnicode.read_bytes()))
    return table


def code_pairs(table: bytes) -> Iterator[tuple[int, str]]:
    """Parse a ToUnicode table (ISO 32000-1, 9.10.3); yield codes with their text."""
    for kind, section in _SECTION.findall(table):
        words = iter(_WORD.findall(section))
        for first in words:
            last = first if kind == b"char" else next(words)
            target = next(words)
            for code in range(int(first, 16), int(last, 16) + 1):
                if target == b"[":
                    yield code, _text(next(words))
                else:
                    yield code, _text(target, code - int(first, 16))
            if target == b"[":
                next(words)


def _text(word: bytes, after: int = 0) -> str:
    """Decode a hexadecimal word of a table, plus the offset `after`, as text."""
    return (int(word, 16) + after).to_bytes(len(word) // 2).decode("utf-16-be", "replace")
