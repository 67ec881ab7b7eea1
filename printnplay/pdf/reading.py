"""Invisible words over letters that are drawn as shapes, for readers of the PDF.

Letters that are shaped into clusters can be extracted as words only where they follow each other
without gaps, in the space of the word's shape. So each becomes a letter of a font whose letters all
have the same width. No cluster changes such a letter and no program reorders it: the drawing's
transforms place it, and the font's ToUnicode table names the letter that it stands for (ISO
32000-1, 9.10.3).
"""

import re
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import bidirectional

from printnplay.files import sfnt
from printnplay.files.temporary import temporary_folder
from printnplay.files.writing import write_there
from printnplay.pdf.proof_of_text import code_pairs
from printnplay.pdf.shaping import TO_UNICODE, advance, character_map
from printnplay.scene.drawn_lines import HIDDEN
from printnplay.scene.sheet import FontFace

FAMILY = "Words Of Readers"
FIRST = 0xE000
"""The code point for the first letter: the private use area begins here (Unicode, 23.5)."""
MOST = 6_400
"""The number of private use code points (U+E000 to U+F8FF): lines that need more stay in their
fonts."""
_EM = 1000
"""The units per em, as PDF counts glyph widths."""

_HEIGHT = 700
"""The height of the letters, in thousandths of the size: that of capitals, so that selections look
normal."""

_MARK = "\u200f"
"""The mark that text boxes put beside right-to-left words."""
_HIDDEN = re.compile(HIDDEN)
_WORD = re.compile(r"[^ \u00a0]+|[ \u00a0]+")


class Words:
    """The invisible words of drawings that are compiled together."""

    def __init__(self, fonts: Sequence[FontFace]) -> None:
        """Measure with these fonts."""
        self._paths = {(face.family, face.weight, face.italic): face.path for face in fonts}
        self._letters: dict[str, str] = {}

    def __bool__(self) -> bool:
        """Return whether there are any words."""
        return bool(self._letters)

    def put_into(self, svg: str) -> str:
        """Replace the invisible words of a drawing with private use letters."""
        return _HIDDEN.sub(self._line, svg) if 'fill-opacity="0"' in svg else svg

    def _line(self, line: re.Match[str]) -> str:
        x, y, family, weight, slant, spacing, size, said = line.groups("")
        path = self._paths.get((family, int(weight), bool(slant)))
        words = _WORD.findall(unescape(said).replace(_MARK, ""))
        if path is None or len(self._letters.keys() | {*"".join(words)}) > MOST:
            return line[0]
        return "".join(
            f'<text transform="translate({float(x) + at:.4f} {y}) scale({wide:.6f} 1)"'
            f' font-family="{FAMILY}" font-weight="400" font-style="normal" font-size="{size}"'
            ' letter-spacing="0" text-anchor="start" stroke="none" fill="#000000"'
            f' fill-opacity="0">{letters}</text>'
            for at, wide, letters in self._placed(path, words, float(size), float(spacing or 0))
        )

    def _placed(
        self, path: str, words: Sequence[str], size: float, spacing: float
    ) -> Iterator[tuple[float, float, str]]:
        """Yield the start of each word, its letter width as a share of the size, and its text."""
        passed, begin = "", 0.0
        from_right = any(bidirectional(mark) in ("R", "AL") for word in words for mark in word)
        whole = _width(path, "".join(words), size, spacing) if from_right else 0.0
        for word in words:
            passed += word
            end = _width(path, passed, size, spacing)
            # Readers reverse what they find in left-to-right order.
            read = word[::-1] if from_right else word
            letters = "".join(map(self._letter, read))
            if end > begin:
                wide = (end - begin) / size / len(letters)
                yield whole - end if from_right else begin, wide, letters
            begin = end

    def _letter(self, mark: str) -> str:
        """Return the private use letter for a letter or mark."""
        return self._letters.setdefault(mark, chr(FIRST + len(self._letters)))

    def named_in(self, pdf: bytes) -> bytes:
        """Return a PDF file whose ToUnicode tables map these letters to the original ones."""
        if not self:
            return pdf
        import pikepdf

        marks = {ord(letter): mark for mark, letter in self._letters.items()}
        with pikepdf.open(BytesIO(pdf)) as opened:
            for one in opened.objects:
                if isinstance(one, pikepdf.Dictionary) and _is_ours(one):
                    table = _table(one.ToUnicode.read_bytes(), marks)
                    one.ToUnicode = opened.make_stream(table.encode())
            stream = BytesIO()
            opened.save(
                stream,
                object_stream_mode=pikepdf.ObjectStreamMode.generate,
                deterministic_id=True,
            )
        return stream.getvalue()


def _width(path: str, text: str, size: float, spacing: float) -> float:
    spaces = text.count(" ") + text.count("\u00a0")
    return advance(path, text) * size + spaces * spacing


def _is_ours(font: object) -> bool:
    import pikepdf

    assert isinstance(font, pikepdf.Dictionary)
    name = str(font.get("/BaseFont", "")).partition("+")[2]
    return name.startswith(_POSTSCRIPT_NAME) and "/ToUnicode" in font


_POSTSCRIPT_NAME = FAMILY.replace(" ", "")


def _table(table: bytes, marks: dict[int, str]) -> str:
    entries = [
        f"<{code:04X}> <{marks.get(ord(letter[:1] or ' '), letter).encode('utf-16-be').hex()}>"
        for code, letter in code_pairs(table)
    ]
    return character_map(TO_UNICODE, entries, "bfchar", "<0000> <FFFF>")


@cache
def font_folder() -> "TemporaryDirectory[str]":
    """Return a folder with the font of words; it is removed at exit."""
    folder = temporary_folder("printnplay-words-")
    write_there(Path(folder.name, "words.ttf"), [_font()])
    return folder


def _font() -> bytes:
    """Build a font whose private use letters are boxes, one em wide.

    Letters without shapes would be left out of drawings.
    """
    count = MOST + 1
    box = struct.pack(">5hHH", 1, 0, 0, _EM, _HEIGHT, 3, 0)
    box += bytes([1] * 4) + struct.pack(">8h", 0, 0, _EM, 0, 0, _HEIGHT, 0, -_HEIGHT)
    box += bytes(-len(box) % 4)
    places = struct.pack(f">{count + 1}I", 0, *(len(box) * one for one in range(count)))
    last = FIRST + MOST - 1
    segments = struct.pack(">2HH2H2H2H", last, 0xFFFF, 0, FIRST, 0xFFFF, 1 - FIRST + 65536, 1, 0, 0)
    mapping = struct.pack(">7H", 4, 14 + len(segments), 0, 4, 4, 1, 0) + segments
    tables = {
        "head": struct.pack(
            ">4I2H2Q4h2H3h",
            *(0x10000, 0x10000, 0, 0x5F0F3CF5, 3, _EM, 0, 0),
            *(0, 0, _EM, _HEIGHT, 0, 8, 2, 1, 0),
        ),
        "hhea": struct.pack(">I3hH11hH", 0x10000, 800, -200, 0, _EM, 0, 0, _EM, 1, *[0] * 7, 1),
        "maxp": struct.pack(">I14H", 0x10000, count, 4, 1, 0, 0, 2, *[0] * 8),
        "hmtx": struct.pack(">Hh", _EM, 0) + bytes(2 * (count - 1)),
        "cmap": struct.pack(">4HI", 0, 1, 3, 1, 12) + mapping,
        "loca": places,
        "glyf": box * MOST,
        "post": struct.pack(">2I2h5I", 0x30000, 0, 0, 0, *[0] * 5),
        "OS/2": struct.pack(
            ">Hh3H11h10s4I4s3H3h2H2I2h3H",
            *(4, _EM, 400, 5, 0, *[0] * 11, bytes(10)),
            *(0, 0, 0, 0, b"    ", 0x40, FIRST, last, 800, -200, 0, 800, 200),
            *(0, 0, 0, _HEIGHT, 0, 0, 0),
        ),
        "name": struct.pack(">3H", 0, 0, 6),
    }
    names = {
        sfnt.FAMILY: FAMILY,
        sfnt.STYLE: "Regular",
        sfnt.FULL: FAMILY,
        sfnt.POSTSCRIPT_NAME: _POSTSCRIPT_NAME,
    }
    return sfnt.renamed(sfnt.font_of(b"\0\1\0\0", tables), dict(names))
