"""The specification of a press set: what to make, of what, from which file."""

import csv
from collections.abc import Iterator, Sequence
from html import escape
from io import StringIO

from msgspec import Struct

from printnplay.export.job import Exported, ExportJob, sha256_of
from printnplay.export.press.part import Part
from printnplay.game.pdf_x import PdfX
from printnplay.game.plates import DIES, Plate
from printnplay.game.requirements import GENERAL, Requirements
from printnplay.kernel.geometry import in_mm

PAGE, FILES, COMPONENTS = "specification.html", "files.csv", "components.csv"

OPEN = "to be agreed"
"""What a specification says where nobody named a stock."""

_WHAT = {
    Plate.CUT: "cut or punch",
    Plate.KISS: "kiss cut, not through the liner",
    Plate.FOLD: "crease and fold",
    Plate.WHITE: "white ink, below the others",
    Plate.FOIL: "foil",
    Plate.VARNISH: "spot varnish",
    Plate.EMBOSS: "embossing",
}
"""What a factory does with each plate."""

_STYLE = """
body { font: 10pt/1.4 "Noto Sans", Arial, sans-serif; margin: 2em auto; max-width: 62em;
  color: #111; padding: 0 1em; }
h1 { font-size: 20pt; margin: 0 0 .1em; } h2 { font-size: 12pt; margin: 1.6em 0 .4em; }
p { margin: .3em 0; } .note { color: #555; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35em .8em .35em 0;
  border-bottom: 1px solid #ccc; }
th { border-bottom: 1.5px solid #111; white-space: nowrap; }
td:nth-child(4) { white-space: nowrap; } tr { break-inside: avoid; }
.hash { font: 8pt/1.4 "Noto Sans Mono", monospace; overflow-wrap: anywhere; }
@page { size: A4 landscape; margin: 12mm; }
"""


class Made(Struct, frozen=True):
    """A part that was written: its files, its art first, and its finishes."""

    part: Part
    files: tuple[Exported, ...]
    finishes: tuple[Plate, ...] = ()


class Order(Struct, frozen=True):
    """A press set: for whom, with which profile and standard, and its parts."""

    job: ExportJob
    wanted: Requirements
    profile: str
    pdf_x: PdfX
    made: Sequence[Made]


def specification_files(order: Order) -> Iterator[Exported]:
    """Write the specification as a page, and as tables of files and components."""
    yield order.job.write(PAGE, _page(order).encode())
    yield order.job.write(FILES, _table(_files(order)))
    yield order.job.write(COMPONENTS, _table(_components(order)))


def _table(rows: Iterator[Sequence[object]]) -> bytes:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def _files(order: Order) -> Iterator[Sequence[object]]:
    yield (
        *("file", "part", "pieces", "pages", "width_mm", "height_mm", "bleed_mm"),
        *("stock", "finishes", "sha256"),
    )
    for made in order.made:
        part, finishes = made.part, " ".join(made.finishes)
        for number, file in enumerate(made.files):
            about: Sequence[object] = (part.count, len(part.art.sheets)) if not number else ("", "")
            yield (
                *(file.path.as_posix(), part.title, *about),
                *(in_mm(part.size.width), in_mm(part.size.height), in_mm(part.bleed)),
                *(_stock(order, part), finishes, _hash(order, file)),
            )


def _components(order: Order) -> Iterator[Sequence[object]]:
    yield "component", "copies", "file", "front_page", "back_page"
    for made in order.made:
        for one in made.part.contents:
            file = made.files[0].path.as_posix()
            yield one.id, one.copies, file, one.front, one.back or ""


def _hash(order: Order, file: Exported) -> str:
    return sha256_of(order.job.folder / file.path)


def _stock(order: Order, part: Part) -> str:
    return dict(order.wanted.stocks).get(part.kind, OPEN)


def _page(order: Order) -> str:
    game, wanted = order.job.edition.game, order.wanted
    title = escape(f"{game.named} ({order.job.languages})")
    lines = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f"<title>{title}: specification</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
        f"<h1>{title}</h1>",
        f"<p>Specification for {_printer(wanted)}</p>",
        "<h2>Parts of a game</h2>",
        *_rows(
            ("Part", "Pieces", "Pages", "Trimmed size", "Stock", "Finishes", "Remarks", "File"),
            (_part(order, made) for made in order.made),
        ),
        "<h2>Files</h2>",
        *(f"<p>{escape(line)}</p>" for line in _about(order)),
        "<h2>Spot inks</h2>",
        *_inks(order),
        "<h2>Checksums (SHA-256)</h2>",
        *(
            f'<p class="hash">{_hash(order, file)} {escape(file.path.as_posix())}</p>'
            for made in order.made
            for file in made.files
        ),
        "</body>\n</html>\n",
    ]
    return "\n".join(lines)


def _printer(wanted: Requirements) -> str:
    if not wanted.name:
        return "a factory that was not named: sizes and limits are rules of thumb"
    printer = f'<a href="{escape(wanted.site)}">{escape(wanted.name)}</a>'
    if not wanted.sources:
        return (
            f"{printer}, by the figures of its service file. They change: ask for the present ones."
        )
    sources = ", ".join(
        f'<a href="{escape(one.url)}">{escape(one.date)}</a>' for one in wanted.sources
    )
    return (
        f"{printer}, by its guidelines as read: {sources}."
        " Guidelines change: ask for the present ones."
    )


def _rows(head: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    yield f"<table>\n<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</table>"


def _part(order: Order, made: Made) -> Sequence[str]:
    part = made.part
    finishes = ", ".join(order.wanted.spot(finish) for finish in made.finishes) or "-"
    return (
        part.title,
        str(part.count),
        str(len(part.art.sheets)),
        part.size.in_mm(2),
        _stock(order, part),
        finishes,
        "; ".join(part.remarks),
        made.files[0].path.name,
    )


def _about(order: Order) -> Iterator[str]:
    wanted, bleeds = order.wanted, {made.part.bleed for made in order.made}
    bleed = " and ".join(in_mm(one, 2) for one in sorted(bleeds))
    yield (
        f"{order.pdf_x.standard}, not certified; single pages with {bleed} mm of bleed: TrimBox is"
        " the cut, BleedBox and MediaBox are the art with its bleed. No marks."
    )
    ink = wanted.ink or GENERAL.ink
    yield (
        f"Colours are converted for {order.profile}, up to {ink} % of ink. Black text is black ink"
        " alone, and overprints. Black areas from 5 mm of thickness are rich black."
    )
    yield "No fonts: texts are paths." if wanted.outlines else "All fonts are embedded."
    yield (
        "Cards, boards and mats: each front page is followed by its back, once; components.csv says"
        " how many copies of each a game has."
    )
    yield "Dies are in the folder dies, as PDF in spot inks and as SVG in millimetres."


def _inks(order: Order) -> Iterator[str]:
    used = dict.fromkeys(finish for made in order.made for finish in made.finishes)
    dies = [made.part for made in order.made if made.part.dies]
    plates = [*(plate for plate in DIES if dies), *used]
    stated = dict(order.wanted.inks)
    rows = (
        (
            order.wanted.spot(plate),
            _WHAT[plate],
            "named by the factory" if plate in stated else "our name: say if you need another",
        )
        for plate in plates
        if plate is not Plate.KISS or any(part.kind == "stickers" for part in dies)
    )
    yield "<p>Spot inks overprint; what lies below them prints as if they were not there.</p>"
    yield from _rows(("Ink", "For", "Name"), rows)
