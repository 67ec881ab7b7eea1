"""All texts that people read and write in an exchange file, whether an import takes them or not.

Keys are among them. Other attributes, headers of programs and suggestions (`alt-trans`) are left
out: programs change these.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath

from printnplay.kernel.diagnostics import Problems
from printnplay.translation.exchange.csv_files import table_cells
from printnplay.translation.exchange.po import po_texts
from printnplay.translation.exchange.tbx import FORM
from printnplay.translation.exchange.xlsx_files import workbook_cells
from printnplay.translation.exchange.xml_tree import Element, read_tree

_SUGGESTIONS = "alt-trans"

_TEXTS = ("source", "target", "note", "seg", "term", "descrip", "comment")
"""The elements with texts of people: in TBX, `descrip` has definitions; memoQ writes `comment`."""


def pieces(path: PurePath, data: bytes) -> dict[str, int]:
    """Return the texts of a file, without white space that programs change, with their lines.

    The result is empty if the file cannot be read.
    """
    read = _READERS.get(path.suffix.lower())
    found: dict[str, int] = {}
    for text, line in read(data) if read else ():
        if any(letter.isalnum() for letter in text):
            found.setdefault(" ".join(text.split()), line)
    return found


def digests(texts: Iterable[str]) -> str:
    """Return the hashes of texts as one word."""
    return "".join(sorted(map(_digest, texts)))


def contains(known: str, text: str) -> bool:
    """Return whether a text is among those of `digests`."""
    return _digest(text) in _split(known)


def unknown(found: Mapping[str, int], known: str, taken: Iterable[str]) -> dict[str, int]:
    """Return the texts that are neither among those of `digests` nor part of texts taken."""
    before = _split(known)
    read = "\n".join(" ".join(text.split()) for text in taken)
    return {
        text: line
        for text, line in found.items()
        if _digest(text) not in before and text not in read
    }


def _split(known: str) -> set[str]:
    return {known[at : at + _LENGTH] for at in range(0, len(known), _LENGTH)}


_LENGTH = 8
"""The number of hexadecimal digits of a hash. Of 1,000 new texts, one in 4 million is missed."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


def _xml(data: bytes) -> Iterator[tuple[str, int]]:
    root = read_tree(data, "", Problems(), _TEXTS)
    yield from _below(root) if root else ()


def _below(element: Element) -> Iterator[tuple[str, int]]:
    if element.name == _SUGGESTIONS:
        return
    if not element.text.startswith(FORM):
        yield element.text, element.line
    yield element.attributes.get("id", ""), element.line
    for child in element.children:
        yield from _below(child)


_READERS: Mapping[str, Callable[[bytes], Iterable[tuple[str, int]]]] = {
    ".csv": table_cells,
    ".po": po_texts,
    ".xlsx": workbook_cells,
    **dict.fromkeys((".xlf", ".xliff", ".tbx", ".tmx"), _xml),
}
