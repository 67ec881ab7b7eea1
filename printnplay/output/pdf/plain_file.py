"""Baked files that hold nothing but lines, areas and text, read as the compiler writes them.

Most files are such, and nothing in them is changed. To load the library that reads every kind of
PDF takes longer than to read a few pages: it is loaded only for those files that need it.
"""

import re
import zlib
from collections.abc import Iterator
from typing import TypeAlias

from printnplay.output.pdf.forms import DEVICE_SPACES, Form, ObjectId, Part, Parts, body, joined

_OTHER = re.compile(rb"/Pattern\b|/Subtype ?/Image\b|/ObjStm\b|/Encrypt\b|/DecodeParms\b")
"""What is changed when it is read, or what is written in other ways."""

_TABLE = re.compile(rb"\nstartxref\s+(\d+)\s+%%EOF\s*\Z")
_ENTRY = re.compile(rb"(\d{10}) \d{5} ([nf])")
_ROOT = re.compile(rb"/Root (\d+) 0 R")
_TREE = re.compile(rb"/Pages (\d+) 0 R")
_LEAVES = re.compile(rb"/Kids\[([^\]]*)\]")
_PAGE = re.compile(
    rb"<</Type/Page/Resources (\d+) 0 R/MediaBox\[([-\d. ]+)\]/Parent \d+ 0 R/Contents (\d+) 0 R>>"
)
_OBJECT = re.compile(rb"(\d+) 0 obj\s(.*)\sendobj\s*", re.DOTALL)
_STREAM = re.compile(rb"(<<.*?>>)\s*\nstream\n(.*)\nendstream", re.DOTALL)
_LENGTH = re.compile(rb"/Length (\d+)")
_REFERENCE = re.compile(rb"(?<![\d.])(\d+) 0 R\b")
_IN_TEXT = re.compile(rb"\([^)]*\d 0 R\b")
_PROFILE = re.compile(rb"\[/ICCBased (\d+) 0 R\]")
_CHANNELS = re.compile(rb"/N (\d)\b")

Plain: TypeAlias = tuple[dict[int, Form], dict[ObjectId, Parts]]
"""The forms of pages by their numbers, and the objects that these refer to."""


def read_plain(data: bytes) -> Plain | None:
    """The pages of a file and what they need; None if it is not as plain as is known here."""
    if _OTHER.search(data):
        return None
    try:
        return _Reader(data).read()
    except _UnknownError:
        return None


class _UnknownError(Exception):
    """Something is written in another way than expected."""


class _Reader:
    """Reads the pages of a file, and each object that they need once."""

    def __init__(self, data: bytes) -> None:
        table = _TABLE.search(data, max(0, len(data) - 100))
        if table is None:
            raise _UnknownError
        self._data, self._table = data, int(table[1])
        entries = _ENTRY.findall(data, self._table)
        self._starts = {
            number: int(place) for number, (place, kind) in enumerate(entries) if kind == b"n"
        }
        places = sorted(self._starts.values())
        self._spaces: dict[int, bytes] = {}
        self._ends = dict(zip(places, [*places[1:], self._table], strict=True))

    def read(self) -> Plain:
        root = self._found(_ROOT, self._data[self._table :])
        tree = self._found(_TREE, self._source(int(root[1])))
        leaves = self._found(_LEAVES, self._source(int(tree[1])))
        numbers = [int(number) for number in _REFERENCE.findall(leaves[1])]
        forms = {page: self._form(number) for page, number in enumerate(numbers)}
        objects: dict[ObjectId, Parts] = {}
        waiting = [form.parts for form in forms.values()]
        while waiting:
            for part in waiting.pop():
                if isinstance(part, tuple) and part not in objects:
                    objects[part] = self._parts(part[0])
                    waiting.append(objects[part])
        return forms, objects

    def _found(self, pattern: re.Pattern[bytes], source: bytes) -> re.Match[bytes]:
        found = pattern.search(source)
        if found is None:
            raise _UnknownError
        return found

    def _source(self, number: int) -> bytes:
        """What is between `obj` and `endobj`."""
        start = self._starts.get(number)
        if start is None:
            raise _UnknownError
        whole = _OBJECT.fullmatch(self._data, start, self._ends[start])
        if whole is None or int(whole[1]) != number:
            raise _UnknownError
        return whole[2]

    def _form(self, number: int) -> Form:
        page = _PAGE.fullmatch(self._source(number))
        if page is None:
            raise _UnknownError
        resources, box, contents = int(page[1]), page[2], int(page[3])
        entries, content = self._stream(self._source(contents))
        if b"/Filter" not in entries:
            content = zlib.compress(content, 9)
        elif b"/Filter/FlateDecode" not in entries:
            raise _UnknownError
        head = b"<< /Type /XObject /Subtype /Form /BBox [" + box + b"] /Resources "
        # Blending must not see the sheet below; without a colour space black stays black ink.
        is_blended = b"/ExtGState" in self._source(resources)
        group = b" /Group << /S /Transparency /I true >>" if is_blended else b""
        rest = [group, b" /Filter /FlateDecode", *body(content)]
        *_, width, height = map(float, box.split())
        return Form(joined([head, (resources, 0), *rest]), width, height)

    def _stream(self, source: bytes) -> tuple[bytes, bytes]:
        """The entries and the content of a stream."""
        stream = _STREAM.fullmatch(source)
        if stream is None or int(self._found(_LENGTH, stream[1])[1]) != len(stream[2]):
            raise _UnknownError
        return stream[1], stream[2]

    def _parts(self, number: int) -> Parts:
        source = self._source(number)
        if source.endswith(b"endstream"):
            entries, content = self._stream(source)
            rest: list[Part] = body(content)
            return joined([*self._opened(_LENGTH.sub(b"", entries)[:-2]), *rest])
        return joined(self._opened(source))

    def _opened(self, source: bytes) -> Iterator[Part]:
        """Bytes, with their references as numbers; profiles give way to plain colour spaces."""
        if b"/ICCBased" in source or _IN_TEXT.search(source):
            raise _UnknownError
        end = 0
        for reference in _REFERENCE.finditer(source):
            number = int(reference[1])
            yield source[end : reference.start()]
            yield self._space(number) or (number, 0)
            end = reference.end()
        yield source[end:]

    def _space(self, number: int) -> bytes:
        """The plain colour space in place of a profile; empty for every other object."""
        if number not in self._spaces:
            profile = _PROFILE.fullmatch(self._source(number))
            found = profile and self._found(_CHANNELS, self._source(int(profile[1])))
            self._spaces[number] = DEVICE_SPACES[int(found[1])] if found else b""
        return self._spaces[number]
