"""Read a project of CardMaker: layouts with elements in XML, and the tables that they refer to."""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from printnplay.files.door import names_in
from printnplay.importing.cardmaker_drawing import Element, drawn, number, unescaped
from printnplay.importing.cardmaker_values import Project, Row, Said
from printnplay.importing.gathered import guessed_bleed
from printnplay.importing.source import MOST_CARDS, Source, unreadable
from printnplay.importing.values import Box, Card, Deck, ForeignProject, copied
from printnplay.kernel.diagnostics import FaultsError, Span
from printnplay.kernel.geometry import Size

_COPIES = re.compile(r"!\[|##\d|#sc;|(?:card|deck)Index")
"""What differs between copies of a card."""

_OVERRIDE = re.compile(r"override:([^:]+):(\w+)")


def read_project(source: Source) -> ForeignProject:
    """Return the layouts of a project file as decks.

    Raises:
        FaultsError: the file is no project of CardMaker.
    """
    paths = source.scripts(".cmp")
    decks = [deck for path in paths for deck in _decks(source, path)]
    return source.project("CardMaker", decks)


def _decks(source: Source, path: Path) -> Iterator[Deck]:
    """Yield a deck for each layout of a project that is not only a part of others."""
    # Entities and the network are off: a project needs neither.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(source.text(path).encode(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        reason = str(error).partition(", line")[0]
        raise FaultsError([unreadable(path, f"it is no XML: {reason[:200]}")]) from None
    is_script = (root.findtext("translatorName") or "").lower().startswith("java")
    project = Project(source, path, is_script, _defines(source, path))
    parts = {
        (element.get("variable") or "").strip().lower()
        for element in root.iter("Element")
        if element.get("type") == "SubLayout"
    }
    for layout in list(root.iter("Layout"))[:100]:
        is_part = (layout.get("Name") or "Cards").lower() in parts
        if not is_part or layout.find("Reference") is not None:
            yield from _deck(project, layout)


def _defines(source: Source, path: Path) -> dict[str, str]:
    """Return the names that a table of definitions beside a file stands for."""
    name = f"{path.stem}_defines.csv"
    if name not in names_in(path.parent):
        return {}
    headings, rows = source.table(path.with_name(name))
    return {row[0].strip().lower(): row[1].strip() for row in [headings, *rows] if len(row) > 1}


def _deck(project: Project, layout: etree._Element) -> Iterator[Deck]:
    dots = number(layout.get("dpi"), 300.0)
    sides = number(layout.get("width"), 825.0), number(layout.get("height"), 1125.0)
    size = Size(*(max(1_000, round(side * 25_400 / dots)) for side in sides))
    rows = list(_rows(project, layout))
    name = layout.get("Name") or "Cards"
    counts = {"cardcount": str(sum(row.copies for row in rows)), "layoutname": name}
    cards: list[Card] = []
    differ = any(
        _COPIES.search(text)
        for text in (
            *(part.get("variable") or "" for part in layout.findall("Element")),
            *project.defines.values(),
            *(cell for row in rows for cell in row.cells.values()),
        )
    )
    copies = [(row, copy) for row in rows for copy in range(row.copies)]
    for row, copy in copies[:MOST_CARDS]:
        if copy and not differ:
            cards.append(cards[-1])
            continue
        boxes: list[Box] = []
        for part in reversed(layout.findall("Element")):
            given = {str(key): str(value) for key, value in part.attrib.items()}
            known = {**counts, "elementname": given.get("name", "")}
            said = Said(project, row, len(cards), copy, known, given, _line(part))
            boxes += drawn(_element(said, dots))
        cards.append(Card(row.fields, tuple(boxes)))
    if any(card.front for card in cards):
        place = Span(project.shown, _line(layout))
        yield Deck(name, size, guessed_bleed(project.source, size, place), copied(cards))


def _element(said: Said, dots: float) -> Element:
    """Return an element with the values of a row, and those that its text overrides."""
    given = dict(said.given)
    name = given.get("name", "element")
    for heading, cell in said.row.cells.items():
        match = _OVERRIDE.fullmatch(heading)
        if match and match[1].strip() == name.lower() and cell.strip():
            given[match[2].lower()] = cell.strip()
    text = "" if given.get("enabled") == "false" else said.of(given.get("variable", ""))
    for field, value in re.findall(r"\$\[(\w+):([^\]]*)\]", text):
        given[field.lower()] = value.strip()
    plain = re.sub(r"\$\[[^\]]*\]", "", text)
    return Element(said.project, said.line, dots, name, given, plain)


def _rows(project: Project, layout: etree._Element) -> Iterator[Row]:
    """Yield the rows of the references of a layout; a row without cells if it has none."""
    source, references = project.source, layout.findall("Reference")
    usual = int(min(number(layout.get("defaultCount"), 1.0), 999))
    if layout.get("combineReferences") != "true":
        chosen = [one for one in references if one.get("Default") == "true"]
        references = (chosen or references)[:1]
    if not references:
        yield Row({}, {}, max(usual, 1))
    for reference in references:
        # Sheets of workbooks are named `excel;file;sheet`.
        name, sheet = reference.get("RelativePath") or "", ""
        if name.startswith("excel;") and name.count(";") == 2:
            _, name, sheet = name.split(";")
        path = source.find(name, project.path.parent)
        if path is None:
            todo = "download it as CSV, name it in the project, and import again"
            project.lose(_line(reference), f"the table `{name}` is not in the folder", todo)
            continue
        for key, value in _defines(source, path).items():
            project.defines.setdefault(key, value)
        headings, rows = source.table(path, sheet)
        for row in rows[:MOST_CARDS]:
            pairs = list(zip(headings, row, strict=False))
            said = row[0].strip() if row else ""
            fields = {
                heading: unescaped(cell)
                for heading, cell in pairs[1:]
                if heading and not heading.lower().startswith("override:")
            }
            copies = int(said) if re.fullmatch(r"\d{1,3}", said) else usual
            yield Row({heading.lower(): cell for heading, cell in pairs}, fields, copies)


def _line(element: etree._Element) -> int:
    found = element.sourceline
    return found if isinstance(found, int) else 0
