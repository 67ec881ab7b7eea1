"""Lines of scripts of nanDECK: directives over several lines, lists in blocks, what ends what."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, repeat

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.source import MOST_CARDS

DIRECTIVES = (
    re.compile(r"\s*([\[<][^\]=>]+[\]>]|[A-Za-z]\w*)\s*(?:=(.*))?$", re.DOTALL),
    # Labels such as N[label], and macros with brackets.
    re.compile(r"\s*(\w*\[[^\]=]+\]\d*\s*(?:[%;][^=]*)?|\w+)[^=]*=(.*)$", re.DOTALL),
)
_REMARKS = (";", "'", "#", "//", "‘", "’")
_BLOCK = re.compile(
    r"(SEQUENCE|FRAME|IMAGEENC)\s*(?:=\s*(.*))?$|(LINK)\s*=\s*(?:\"\")?$", re.IGNORECASE
)
_COMMENT = re.compile(r"COMMENT\s*=\s*(\S)\s*(,\s*INLINE)?", re.IGNORECASE)


class Line(Struct, frozen=True):
    """A directive with the file and the line that it is in."""

    file: str
    number: int
    name: str
    said: str


def joined(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with something in them; those in braces are joined, by their first one.

    The lines of SEQUENCE and FRAME become definitions of labels and frames.
    """
    waiting, begun = "", 0
    for number, bare in _unblocked(text):
        if waiting:
            waiting += bare
        elif bare.startswith("{"):
            waiting, begun = bare.removeprefix("{") or " ", number
        elif bare and not bare.startswith(_REMARKS):
            yield number, bare
        closes = bare.endswith("}") and waiting.count("}") > waiting.count("{")
        if waiting and (closes or len(waiting) > 100_000):
            yield begun, waiting.removesuffix("}")
            waiting = ""
    if waiting:
        yield begun, "{"  # which nothing closes


def _unblocked(text: str) -> Iterator[tuple[int, str]]:
    """Yield stripped lines, with one or more in place of blocks such as SEQUENCE."""
    kind, begun, block = "", 0, [""]
    for number, bare in _commented(text):
        match = _BLOCK.match(bare)
        if not kind and match:
            kind, begun = (match[1] or match[3]).upper(), number
            block = [(match[2] or "").strip()]
        elif not kind:
            yield number, bare
        elif bare.upper().startswith(f"END{kind[:5]}"):
            yield from ((begun, one) for one in _BLOCKS[kind](block))
            kind = ""
        else:
            block.append(bare)
    if kind:
        yield begun, kind  # which has no end


def _commented(text: str) -> Iterator[tuple[int, str]]:
    """Yield stripped lines; those that begin with the sign that COMMENT names are remarks."""
    sign, ends = "", ""
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        if match := _COMMENT.match(bare):
            sign, ends = match[1], match[1] * 2 if match[2] else ""
        elif sign and bare.startswith(sign):
            bare = f";{bare}"
        yield number, bare.partition(ends)[0].rstrip() if ends else bare


def _lists(block: Sequence[str]) -> Iterator[str]:
    """Yield labels with the values of a SEQUENCE: those of one, or `label | value` of several."""
    name, *lines = block
    if name:
        yield f"[{name}]={'|'.join(lines)}"
        return
    records: list[dict[str, str]] = [{}]
    for line in filter(None, lines):
        label, sign, value = (part.strip() for part in line.partition("|"))
        copies = re.fullmatch(r"multi\s*=\s*(\d{1,3})", line, re.IGNORECASE)
        if copies or label.lower() in records[-1]:
            records += [{"multi": copies[1] if copies else "1"}]
        if sign:
            records[-1][label.lower()] = value
    each = (one for one in records if one.keys() - {"multi"})
    copied = (repeat(one, int(one.get("multi", "1"))) for one in each)
    filled = [*islice(chain.from_iterable(copied), MOST_CARDS)]
    for label in dict.fromkeys(label for one in filled for label in one if label != "multi"):
        yield f"[{label}]={'|'.join(one.get(label, '') for one in filled)}"


def _frames(block: Sequence[str]) -> Iterator[str]:
    """Yield the frames that letters draw, in percent of the card."""
    rows = [row for row in block[1:] if row]
    wide = max(map(len, rows), default=0)
    places: dict[str, list[tuple[int, int]]] = {}
    for down, row in enumerate(rows):
        for across, letter in enumerate(row):
            places.setdefault(letter, []).append((across, down))
    for letter, cells in places.items():
        parts = [[cell] for cell in cells] if letter in block[0] else [cells]
        yield f"<{letter}>=" + "|".join(_around(part, wide, len(rows)) for part in parts)


def _around(cells: Sequence[tuple[int, int]], wide: int, high: int) -> str:
    """Return the place of the box around cells, in percent of all."""
    columns, lines = zip(*cells, strict=True)
    x, y = min(columns), min(lines)
    sides = (x / wide, y / high, (max(columns) + 1 - x) / wide, (max(lines) + 1 - y) / high)
    return ",".join(f"{100 * one:.4g}%" for one in sides)


def _kept(name: str) -> Callable[[Sequence[str]], Iterator[str]]:
    """Return what makes one directive of a block: its lines are its last argument."""

    def joined(block: Sequence[str]) -> Iterator[str]:
        yield f"{name}={block[0]}\n" + "\n".join(block[1:])

    return joined


_BLOCKS = {
    "SEQUENCE": _lists, "FRAME": _frames, "IMAGEENC": _kept("IMAGEENC"), "LINK": _kept("LINK")
}  # fmt: skip


def copies_of(cell: str) -> int:
    """Return the copies of a card by its cell; one if that is no number."""
    return min(int(float(cell)), 999) if re.fullmatch(r"\d{1,4}(\.\d*)?", cell.strip()) else 1


def end_of(lines: Sequence[Line], at: int, begin: str, *ends: str) -> int:
    """Return the place of the line that ends what a line begins."""
    depth = 0
    for place in range(at, len(lines)):
        name = lines[place].name.upper()
        depth += (name == begin) - (name in ends)
        if depth == 0:
            return place
    return len(lines)


def chosen(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a SELECT, without its own, as those of an IF that chooses the same."""
    wanted, choice, depth = lines[0].said.strip(), "IF", 0
    found = []
    for line in lines[1:]:
        name = line.name.upper()
        depth += (name == "SELECT") - (name == "ENDSELECT")
        if depth == 0 and name in ("CASE", "CASEELSE"):
            sign, value = re.fullmatch(r"([<>=@#]*)(.*)", line.said.strip(), re.DOTALL).groups()  # type: ignore[union-attr] # fmt: skip
            said = f"{wanted} {sign or '='} {value}" if name == "CASE" else "_TRUE_"
            found.append(Line(line.file, line.number, choice, said))
            choice = "ELSEIF"
        else:
            found.append(line)
    return [*found, replace(lines[0], name="ENDIF")] if choice == "ELSEIF" else []


def branches(lines: Sequence[Line]) -> list[tuple[Line, list[Line]]]:
    """Return the parts of an IF, each with the line that begins it: IF, ELSEIF or ELSE."""
    parts: list[tuple[Line, list[Line]]] = []
    depth = 0
    for line in lines:
        name = line.name.upper()
        depth += name == "IF"
        if depth == 1 and name in ("IF", "ELSEIF", "ELSE"):
            parts.append((line, []))
        else:
            parts[-1][1].append(line)
        depth -= name == "ENDIF"
    return parts
