"""Pictures of all presets for docs/reference/presets.md: labels, machines, services, factories.

Each picture is a small drawing, made of the same data as the prints: `tools/make_reference.py`
writes them, and the page that shows them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from printnplay.edition.choosing import papers_of
from printnplay.edition.label_sheets import label_sheets
from printnplay.files.catalog import Catalog
from printnplay.game.plates import Plate
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.game.services import Product, Service
from printnplay.imposition.machines import MACHINES
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Paper, Rect, Size, Um, in_mm
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.kernel.printing import Machine
from printnplay.kernel.shapes import CORNER, Outline, Shape, ShapeKind
from printnplay.loading.factories import load_factory
from printnplay.loading.services import load_service

FOLDER = "presets"
"""The folder of the pictures, beside their page."""
CELL = 44.0
"""The side of the square that a template of a service fills, in units of its drawing."""
ACROSS = 5
"""How many templates of a service are side by side."""
MANY = 60
"""The most labels of a sheet that all show their numbers."""
INK, PALE, LINE, CUT, SAFE = "#1d1a2f", "#f2effa", "#8d86a8", "#d0006f", "#00703c"
"""The colours of texts, of labels and bleed, of the edges of papers, of cuts and safe areas."""


class Preset(NamedTuple):
    """A preset: its name for the option, what it is, its sources, and its drawing."""

    name: str
    about: str
    sources: Sequence[str]
    svg: str


def label_presets() -> Iterator[Preset]:
    """Yield the label sheets, each once, whatever numbers it has."""
    problems = Problems()
    sheets = label_sheets(Catalog(Path()), problems)
    for sheet in dict.fromkeys(sheets.values()):
        (paper,) = papers_of([sheet.paper], problems)
        kind = "round, " if sheet.shape.kind is ShapeKind.CIRCLE else ""
        about = f"{sheet.about}: {len(sheet.slots)} on {paper.name}, {kind}{sheet.label.in_mm(1)}"
        yield Preset(sheet.id, about, [sheet.source], _label_sheet(sheet, paper))
    assert not problems.found


def machine_presets() -> Iterator[Preset]:
    """Yield the registration marks of each machine."""
    (paper,) = papers_of(["a4"], Problems())
    for machine, marks in MACHINES.items():
        own = replace(paper, margins=marks.margins)
        yield Preset(machine.value, marks.about, [marks.source], _machine(machine, own))


def service_presets() -> Iterator[Preset]:
    """Yield the print services, with templates of what they make."""
    problems = Problems()
    for path in Catalog(Path()).services().values():
        service = load_service(path, problems)
        assert service is not None, problems.found
        sources = [one.url for one in service.sources] or [service.site]
        yield Preset(service.id, service.name, sources, _service(service))


def factory_presets() -> Iterator[Preset]:
    """Yield the factories, with a template of a poker card."""
    problems = Problems()
    for path in Catalog(Path()).factories().values():
        factory = load_factory(path, problems)
        assert factory is not None, problems.found
        sources = [one.url for one in factory.sources] or [factory.site]
        yield Preset(factory.id, factory.name, sources, _factory(factory))


SECTIONS: Mapping[str, tuple[str, str, int]] = {
    "label-sheet": (
        "Sheets of labels and perforated cards",
        "For `build --label-sheet NAME`; `--skip` counts labels by the numbers in the pictures.",
        4,
    ),
    "registration": (
        "Registration marks of cutting machines",
        "For `build --registration NAME`. Cards lie in the dashed area.",
        3,
    ),
    "service": (
        "Print services",
        "For `export NAME`. Bleed is tinted, the cut is pink, texts stay in the dashed area.",
        1,
    ),
    "factory": (
        "Factories",
        "For `export press --for NAME` and `preflight --for NAME`: a poker card by the factory's"
        " figures, or by the rule of thumb where it states none.",
        2,
    ),
}
"""The sections of the page by kind of preset: title, what they are for, pictures in a row."""


def presets() -> dict[str, list[Preset]]:
    """Return all presets by kind."""
    return {
        "label-sheet": list(label_presets()),
        "registration": list(machine_presets()),
        "service": list(service_presets()),
        "factory": list(factory_presets()),
    }


def pictures() -> dict[str, str]:
    """Return all drawings by the names of their files."""
    return {
        file_of(kind, preset): preset.svg for kind, some in presets().items() for preset in some
    }


def file_of(kind: str, preset: Preset) -> str:
    """Return the name of the file of a picture."""
    return f"{kind}-{preset.name}.svg"


def sections() -> Iterator[str]:
    """Yield the sections of the page: a gallery for each kind of preset."""
    for kind, some in presets().items():
        title, about, across = SECTIONS[kind]
        yield f"## {title}"
        yield about
        yield _gallery(kind, some, across)


def _gallery(kind: str, some: Sequence[Preset], across: int) -> str:
    cells = [
        f"![{preset.name}: {preset.about}]({FOLDER}/{file_of(kind, preset)})<br>`{preset.name}`<br>"
        f"{preset.about}<br>{_linked(preset.sources)}"
        for preset in some
    ]
    cells += [""] * (-len(cells) % across)
    rows = [cells[start : start + across] for start in range(0, len(cells), across)]
    head = f"|{' |' * across}\n|{' --- |' * across}"
    return "\n".join([head, *(f"| {' | '.join(row)} |" for row in rows)])


def _linked(sources: Sequence[str]) -> str:
    numbers = [f"[{number}]({url})" for number, url in enumerate(sources, start=1)]
    return f"[source]({sources[0]})" if len(sources) == 1 else f"sources {', '.join(numbers)}"


# Drawings


def _svg(width: float, height: float, scale: float, parts: Iterable[str]) -> str:
    """Return a drawing of units that are `scale` pixels large."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:.0f}"'
            f' height="{height * scale:.0f}" viewBox="0 0 {width:g} {height:g}"'
            f' font-family="sans-serif" fill="none">',
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _rect(rect: Rect, style: str) -> str:
    x, y, width, height = map(in_mm, (rect.x, rect.y, rect.width, rect.height))
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {style}/>'


def _path(outline: Outline) -> str:
    """Return the data of an outline in millimetres."""
    parts = [f"M{in_mm(outline.start.x)} {in_mm(outline.start.y)}"]
    for curve in outline.curves:
        places = " ".join(f"{in_mm(point.x)} {in_mm(point.y)}" for point in curve)
        parts.append(f"{'L' if len(curve) == 1 else 'C'}{places}")
    return f"{''.join(parts)}Z"


def _text(x: float, y: float, size: float, words: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.4g}" y="{y:.4g}" font-size="{size:.3g}" text-anchor="{anchor}"'
        f' fill="{INK}">{escape(words)}</text>'
    )


def _sheet(paper: Paper, parts: Iterable[str]) -> str:
    size = paper.size
    edge = _rect(Rect(0, 0, size.width, size.height), f'stroke="{LINE}" stroke-width="1"')
    return _svg(size.width / 1000, size.height / 1000, 0.75, [*parts, edge])


def _label_sheet(sheet: LabelSheet, paper: Paper) -> str:
    label = sheet.shape.outline(sheet.label)
    turned = label.landed(sheet.label, Rect(0, 0, sheet.label.height, sheet.label.width), 90)
    style = f'fill="{PALE}" stroke="{CUT}" stroke-width="0.5"'
    drawn = ["<defs>"]
    for name, outline in (("a", label), *((("b", turned),) if sheet.turned else ())):
        drawn.append(f'<path id="{name}" d="{_path(outline)}" {style}/>')
    drawn.append("</defs>")
    size = min(9.0, sheet.label.height / 2000, sheet.label.width / 3000)
    numbered = _numbered(sheet)
    for number, (slot, turn) in enumerate(zip(sheet.slots, sheet.turns, strict=True), start=1):
        use = "b" if turn else "a"
        drawn.append(f'<use href="#{use}" x="{in_mm(slot.x)}" y="{in_mm(slot.y)}"/>')
        if number in numbered:
            middle = slot.centre.y / 1000 + size / 3
            drawn.append(_text(slot.centre.x / 1000, middle, size, str(number)))
    return _sheet(paper, drawn)


def _numbered(sheet: LabelSheet) -> Collection[int]:
    """Return the labels that show their numbers: of many, those at the ends of rows."""
    count = len(sheet.slots)
    if count <= MANY or not sheet.columns:
        return range(1, count + 1)
    return {
        at
        for row in range(sheet.rows)
        for at in (row * sheet.columns + 1, (row + 1) * sheet.columns)
    }


def _machine(machine: Machine, paper: Paper) -> str:
    dashes = f'fill="{PALE}" stroke="{LINE}" stroke-width="0.5" stroke-dasharray="3 2"'
    marks = (_rect(area, 'fill="#000000"') for area in MACHINES[machine].areas(paper))
    return _sheet(paper, [_rect(paper.printable, dashes), *marks])


def _template(size: Size, kind: ShapeKind, bleed: Um, safe: Um, scale: float = 1.0) -> list[str]:
    """Return the template of a card, whose trimmed corner is the origin: bleed, cut, safe area."""
    shape = Shape(kind, CORNER)
    parts = []
    wide, rect = 1 / scale, Rect(0, 0, size.width, size.height)
    for grown, style in (
        (bleed, f'fill="{PALE}" stroke="{LINE}" stroke-width="{wide / 2:.3g}"'),
        (0, f'stroke="{CUT}" stroke-width="{wide:.3g}"'),
        (-safe, f'stroke="{SAFE}" stroke-width="{wide / 2:.3g}" stroke-dasharray="{3 * wide:.3g}"'),
    ):
        place = rect.grown(grown)
        if min(place.width, place.height) > 0:
            moved = shape.outline(place.size).landed(place.size, place, 0)
            parts.append(f'<path d="{_path(moved)}" {style}/>')
    return parts


def _service(service: Service) -> str:
    """Return templates of all products, each as large as its cell, with their names."""
    templates = [(one.name, one) for one in service.products.values()]
    rows = -(-len(templates) // ACROSS)
    wide, high = CELL + 16, CELL + 20
    parts: list[str] = []
    for number, (name, product) in enumerate(templates):
        down, across = divmod(number, ACROSS)
        parts += _cell(name, product, service, across * wide + wide / 2, down * high + high / 2)
    return _svg(min(len(templates), ACROSS) * wide, rows * high, 2.4, parts)


def _cell(name: str, product: Product, service: Service, x: float, y: float) -> Iterator[str]:
    """Yield the template of a product, with its name and size below."""
    size = product.size
    longest = (max(size.width, size.height) + 2 * service.bleed) / 1000
    scale = CELL / longest
    left, top = x - scale * size.width / 2000, y - 7 - scale * size.height / 2000
    yield f'<g transform="translate({left:.2f} {top:.2f}) scale({scale:.4f})">'
    yield from _template(size, product.shape, service.bleed, service.safe, scale=scale * 2)
    yield "</g>"
    yield _text(x, y + CELL / 2 - 1, min(4.0, 112 / len(name)), name)
    yield _text(x, y + CELL / 2 + 4, 3.4, f"{size.in_mm(1)}")


def _factory(factory: Requirements) -> str:
    size = CARD_SIZES["poker"].size
    bleed, safe = factory.bleed or GENERAL.bleed or 0, factory.safe or GENERAL.safe or 0
    words = [
        f"{what} {in_mm(by)} mm {where} the cut{'' if stated else ' (rule of thumb)'}"
        for what, by, where, stated in (
            ("bleed", bleed, "beyond", factory.bleed),
            ("texts", safe, "within", factory.safe),
        )
    ]
    words.append(f"die lines in {factory.spot(Plate.CUT)}")
    width, height = size.width / 1000 + 16, size.height / 1000 + 34
    parts = [
        '<g transform="translate(8 8)">',
        *_template(size, ShapeKind.ROUNDED, bleed, safe, 2.0),
        "</g>",
    ]
    parts += [_text(width / 2, height - 17 + 6 * line, 4, text) for line, text in enumerate(words)]
    return _svg(width, height, 3, parts)
