"""The structure of a PDF as a program that reads it aloud finds it, read with pikepdf."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf

INLINE = ("Span", "Link")
CODES = re.compile(r"<([0-9A-F]+)> <([0-9A-F]+)>")


@dataclass
class Part:
    """A part of the text: its role, what is in it, and what is said of it."""

    role: str
    inner: list["Part | str"] = field(default_factory=list)
    alt: str = ""
    actual: str = ""
    language: str = ""
    links: int = 0

    @property
    def text(self) -> str:
        """All that is read aloud, words of blocks apart from one another."""
        if self.alt or self.actual:
            return self.actual or f" {self.alt} "
        words = "".join(one if isinstance(one, str) else one.text for one in self.inner)
        return words if self.role in INLINE else f" {words} "

    @property
    def parts(self) -> Iterator["Part"]:
        """This part and all within it, in the order of reading."""
        yield self
        for one in self.inner:
            if isinstance(one, Part):
                yield from one.parts

    def outlined(self) -> object:
        """Roles and texts, nested as the parts are."""
        return [self.role, *(one if isinstance(one, str) else one.outlined() for one in self.inner)]


def structure_of(pdf: pikepdf.Pdf) -> Part:
    """The tree of a document; every marked piece of a page has to be in it, once."""
    pages = {page.objgen: _pieces(page) for page in pdf.pages}
    numbers = _by_number(pdf.Root.StructTreeRoot.ParentTree)
    used: set[tuple[object, int]] = set()

    def part_of(element: Any) -> Part:  # noqa: ANN401
        part = Part(
            str(element.S)[1:],
            alt=str(element.get("/Alt", "")),
            actual=str(element.get("/ActualText", "")),
            language=str(element.get("/Lang", "")),
        )
        for kid in element.K:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                assert kid.P.objgen == element.objgen
                part.inner.append(part_of(kid))
            elif isinstance(kid, pikepdf.Dictionary) and kid.Type == "/OBJR":
                assert numbers[int(kid.Obj.StructParent)].objgen == element.objgen
                part.links += 1
            else:
                page = element.Pg if isinstance(kid, int) else kid.Pg
                mark = kid if isinstance(kid, int) else int(kid.MCID)
                assert numbers[int(page.StructParents)][mark].objgen == element.objgen
                assert (page.objgen, mark) not in used
                used.add((page.objgen, mark))
                part.inner.append(pages[page.objgen][mark])
        return part

    root = part_of(pdf.Root.StructTreeRoot.K)
    assert used == {(page, mark) for page, pieces in pages.items() for mark in pieces}
    return root


def _by_number(tree: Any) -> dict[int, Any]:  # noqa: ANN401
    pairs = list(tree.Nums)
    return {int(key): entry for key, entry in zip(pairs[::2], pairs[1::2], strict=True)}


def _pieces(page: pikepdf.Page) -> dict[int, str]:
    """The text of each marked piece of a page; all that is drawn has to be in a piece."""
    pieces: dict[int, str] = {}
    open_marks: list[int | None] = []
    is_reversed: list[bool] = []
    codes: dict[str, str] = {}
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "Tf":
            codes = _codes(page.Resources.Font[str(operands[0])])
        elif operator in ("BDC", "BMC"):
            entries: Any = operands[1] if operator == "BDC" else {}
            mark = int(entries["/MCID"]) if "/MCID" in entries else None
            if mark is not None:
                assert mark == len(pieces)
                assert not [one for one in open_marks if one is not None]
                pieces[mark] = ""
            open_marks.append(mark)
            is_reversed.append(operands[0] == "/ReversedChars")
        elif operator == "EMC":
            open_marks.pop()
            is_reversed.pop()
        elif operator in ("TJ", "Tj", "Do", "S", "f", "B"):
            assert open_marks, f"{operator} is in no piece"
            mark = open_marks[0]
            if operator == "TJ" and mark is not None:
                strings = [bytes(one) for one in operands[0] if isinstance(one, pikepdf.String)]
                shown = [codes[f"{code:02X}"] for one in strings for code in one]
                pieces[mark] += "".join(shown[::-1] if is_reversed[-1] else shown)
    assert not open_marks
    return pieces


def _codes(font: Any) -> dict[str, str]:  # noqa: ANN401
    """What the codes of a font stand for."""
    table = font.ToUnicode.read_bytes().decode("ascii")
    body = table.split("endcodespacerange", 1)[1]
    return {
        code: bytes.fromhex(text).decode("utf-16-be").replace("\0", "")
        for code, text in CODES.findall(body)
    }
