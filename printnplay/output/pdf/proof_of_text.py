"""Whether a baked page holds the letters of its drawing, by what its fonts say of their glyphs.

A page is read as PDF viewers do that copy text from it: the codes that are shown, through the
ToUnicode tables of their fonts, in forms that it draws too.
"""

import re
from collections import Counter
from collections.abc import Iterator, MutableMapping, Sequence
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import category, normalize

if TYPE_CHECKING:
    from pikepdf import Object, Page

_STRING = rb"\((?:[^()\\]++|\\[\s\S]|\((?:[^()\\]++|\\[\s\S]|\([^()]*\))*\))*\)|<[0-9A-Fa-f\s]*>"
_PLAIN_TEXT = re.compile(
    rb"[^()<>\[\]]*?/([^\s/()<>\[\]]+)\s+[-\d.]+\s+Tf\s[^()<>\[\]\\/]*\[?\(([^<>]*)\)\]?\s*T[jJ]\s*"
)
"""A text in one font, as typst mostly writes it, with what is between the outer parentheses."""

_BETWEEN = re.compile(rb"\)[-\d.\s]*\(")
"""What is between the strings of a text."""

_FORM = re.compile(rb"/([^\s/()<>\[\]]+)\s+Do\b")

_SHOWN = re.compile(
    rb"/([^\s/()<>\[\]]+)\s+[-\d.]+\s+Tf"
    rb"|(" + _STRING + rb")\s*Tj"
    rb"|\[((?:[-\d.\s]++|" + _STRING + rb")*)\]\s*TJ"
)
"""What sets a font, shows a string or shows several; typst balances at most two pairs of
parentheses in each other and escapes others."""

_STRINGS = re.compile(_STRING)
_UNLIKE_PYTHON = re.compile(rb"\\(?![0-3][0-7]{2}|[nrtbf\\])")
_ESCAPED = re.compile(rb"\\([0-7]{1,3}|\r\n|[\s\S])")
_PLAIN = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_SECTION = re.compile(rb"beginbf(char|range)(.*?)endbf", re.DOTALL)
_WORD = re.compile(rb"[0-9A-Fa-f]+|[\[\]]")

Known: TypeAlias = "MutableMapping[tuple[int, int], object]"
"""What was read of the objects of a file, by their numbers: fonts and forms of several pages."""


def missing_letters(page: "Page", expected: Sequence[str], known: "Known | None" = None) -> str:
    """Return the letters of texts that a page does not show, sorted; empty if it shows all.

    Order, spaces, hyphens, brackets and how letters are composed make no difference. Text that is
    not seen (rendering mode 3) counts as shown; a glyph that stands for several letters is all of
    them.

    Args:
        page: a page of a PDF.
        expected: the texts, in any order.
        known: what was read of pages of the same file before; it is added to.
    """
    shown, wanted = _shown(page.obj, {} if known is None else known), "".join(expected)
    missing = Counter(wanted) - Counter(shown)
    if any(map(_is_letter, missing)):  # perhaps it is composed in another way
        missing = letters(wanted) - letters(shown)
        return "".join(sorted(missing.elements()))
    return ""


def letters(text: str) -> "Counter[str]":
    """Count the letters, digits and signs of a text.

    Spaces, controls and hyphens are left out, and brackets, which are turned round in some scripts.

    >>> letters("ﬁx-ed") == letters("d fi xe")
    True
    """
    counts = Counter(text if text.isascii() else normalize("NFKC", text))
    return Counter({one: count for one, count in counts.items() if _is_letter(one)})


def _is_letter(one: str) -> bool:
    kind = category(one)
    return kind[0] not in "ZC" and kind not in ("Pd", "Ps", "Pe")


def _shown(drawn: "Object", known: Known) -> str:
    """The text of a page or form, in the order of drawing."""
    import pikepdf

    resources = drawn.get("/Resources", pikepdf.Dictionary())
    out: list[str] = []
    table = _Table()
    first, *others = _content(drawn).split(b"\nBT")
    parts = [(b"", first), *(other.partition(b"\nET")[::2] for other in others)]
    for text, rest in parts:
        for font, codes in _texts(text):
            if font:
                table = _table_of(resources.Font["/" + font.decode()], known)
            out.append(codes.decode("utf-16-be", "replace").translate(table))
        for form in _FORM.findall(rest) if b"Do" in rest else ():
            out.append(_of_form(resources.XObject["/" + form.decode()], known))
    return "".join(out)


def _texts(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The codes that are shown between BT and ET, with the font that they are shown in if new."""
    plain = _PLAIN_TEXT.fullmatch(text)
    if plain and b"\\(" not in plain[2] and b"\\)" not in plain[2]:
        literal = _BETWEEN.sub(b"", plain[2])
        if b"(" not in literal and b")" not in literal:
            yield plain[1], _literal(literal)
            return
    for font, string, strings in _SHOWN.findall(text):
        yield font, _bytes(string or strings)


def _content(drawn: "Object") -> bytes:
    import pikepdf

    content = drawn if isinstance(drawn, pikepdf.Stream) else drawn.Contents
    parts = [content] if isinstance(content, pikepdf.Stream) else content
    return b"\n".join(part.read_bytes() for part in parts)


def _of_form(form: "Object", known: Known) -> str:
    """The text of a form; a picture has none."""
    if form.get("/Subtype") != "/Form":
        return ""
    if form.objgen not in known:
        known[form.objgen] = ""  # of a form that draws itself, too
        known[form.objgen] = _shown(form, known)
    return str(known[form.objgen])


class _Table(dict[int, str]):
    """What the codes of a font stand for; others stand for nothing."""

    def __missing__(self, code: int) -> str:
        return ""


def _table_of(font: "Object", known: Known) -> _Table:
    """The table of a font; its codes are of two bytes, as typst writes them."""
    table = known.get(font.objgen)
    if not isinstance(table, _Table):
        table = known[font.objgen] = _Table()
        if "/ToUnicode" in font:
            table.update(_pairs(font.ToUnicode.read_bytes()))
    return table


def _pairs(table: bytes) -> Iterator[tuple[int, str]]:
    """The codes of a ToUnicode table (ISO 32000-1, 9.10.3), and what they stand for."""
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
    """A word of a table as text; the one that comes so many after it."""
    return (int(word, 16) + after).to_bytes(len(word) // 2).decode("utf-16-be", "replace")


def _bytes(operand: bytes) -> bytes:
    """The bytes that the strings of an operand stand for (ISO 32000-1, 7.3.4)."""
    strings = _STRINGS.findall(operand)
    if b"<" in operand:
        return b"".join(map(_bytes_of, strings))
    return _literal(b"".join([string[1:-1] for string in strings]))


def _bytes_of(string: bytes) -> bytes:
    is_literal = string.startswith(b"(")
    return _literal(string[1:-1]) if is_literal else bytes.fromhex(string[1:-1].decode())


def _literal(escaped: bytes) -> bytes:
    # Python's own escapes are the same but for those of parentheses and of line ends.
    if _UNLIKE_PYTHON.search(escaped):
        return _ESCAPED.sub(_unescaped, escaped)
    return escaped.decode("unicode_escape").encode("latin-1")


def _unescaped(match: re.Match[bytes]) -> bytes:
    said = match[1]
    if said[:1].isdigit():
        return bytes([int(said, 8) & 0xFF])
    return b"" if said.isspace() else _PLAIN.get(said, said)
