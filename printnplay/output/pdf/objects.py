"""The objects of a file in the order of their numbers, and the table of where each begins.

They are those of a ReportLab document as they are written, and some that were written before.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from printnplay.files.kept import Kept


def leave_out(document: Any, step: int) -> None:
    """Have the next object of a document get the next number that is a multiple of a step."""
    document.objectcounter = -(-next_number(document) // step) * step - 1


class Written(Struct, frozen=True, array_like=True):
    """Objects of consecutive numbers as they are written, and where each of them begins."""

    content: bytes
    places: tuple[int, ...]


def next_number(document: Any) -> int:
    """The number of the next object that is registered in a document."""
    return int(document.objectcounter) + 1


def written_from(document: Any, first: int) -> Written | None:
    """The objects of a document from a number on, which holds them no longer.

    None, and nothing is changed, if something large in them is in a file. It has to be known by now
    what they all come to.
    """
    names = [document.numberToId[number] for number in range(first, next_number(document))]
    if any(map(_is_large, map(document.idToObject.__getitem__, names))):
        return None
    content, places = bytearray(), list[int]()
    for name in names:
        places.append(len(content))
        for piece in _object(document, name):
            content += piece
        document.idToObject[name] = ()
    return Written(bytes(content), tuple(places))


def _is_large(content: Any) -> bool:
    return isinstance(content, tuple) and any(isinstance(piece, Kept) for piece in content)


def all_written(document: Any, known: Mapping[int, Written], start: int) -> Iterator[bytes]:
    """All objects of a document, and the table that says where each of them begins.

    Args:
        document: of ReportLab; more objects may be registered in it while they are written.
        known: those that are written already, by the number of the first of them.
        start: how many bytes come before the objects.
    """
    offset, number = start, 1
    places: list[int | None] = []
    while number < next_number(document):
        if number in known:
            before = known[number]
            places += [offset + place for place in before.places]
            offset += len(before.content)
            yield before.content
        elif number not in document.numberToId:
            places.append(None)
        else:
            places.append(offset)
            for piece in _object(document, document.numberToId[number]):
                offset += len(piece)
                yield piece
        number = len(places) + 1
    yield _table(places)
    yield _trailer(document, len(places), offset)


def _object(document: Any, name: str) -> Iterator[bytes]:
    from reportlab.pdfbase.pdfdoc import PDFIndirectObject, PDFStream

    content = document.idToObject[name]
    if not isinstance(content, tuple):
        formatted: bytes = PDFIndirectObject(name, content).format(document)
        if isinstance(content, PDFStream):
            # Archives ask for a new line before the end (ISO 19005-2, 6.1.7.1); ReportLab has none.
            inside, end, after = formatted.rpartition(b"endstream")
            formatted = inside + b"\n" + end + after
        yield formatted
        return
    yield b"%d %d obj\n" % document.idToObjectNumberAndVersion[name]
    for piece in content:
        yield piece if isinstance(piece, bytes) else piece.content()
    yield b"\nendobj\n"


_NO_OBJECT = b"0000000000 65535 f \n"


def _table(places: Sequence[int | None]) -> bytes:
    """The table of objects (ISO 32000-1, 7.5.4); there may be none of a number."""
    entries = (_NO_OBJECT if place is None else b"%010d 00000 n \n" % place for place in places)
    return b"xref\n0 %d\n%b%b" % (len(places) + 1, _NO_OBJECT, b"".join(entries))


def _trailer(document: Any, count: int, table: int) -> bytes:
    from reportlab.pdfbase.pdfdoc import PDFTrailer

    trailer: bytes = PDFTrailer(
        startxref=table,
        Size=count + 1,
        Root=document.Reference(document.Catalog),
        Info=document.Reference(document.info),
        ID=document.ID(),
    ).format(document)
    return trailer
