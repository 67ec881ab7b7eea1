"""The cards as HTML: for WeasyPrint if it is called, and for Chromium."""

import csv
import sys
from html import escape
from pathlib import Path

STYLE = """\
@font-face { font-family: "Table Round"; src: url(fonts/TableRound-Regular.ttf) }
@font-face { font-family: "Red Hat Display"; src: url(fonts/RedHatDisplay-Medium.ttf) }
@page { size: A4; margin: 15.1mm 9.7mm }
body { margin: 0; color: #1d1a2f }
.page { width: 190.5mm; height: 266.7mm; position: relative; break-after: page }
.page:last-child { break-after: auto }
.card { position: absolute; width: 63.5mm; height: 88.9mm }
.frame { position: absolute; inset: 3mm; border: .8mm solid #2b59c3; border-radius: 3mm }
h1 { position: absolute; left: 6mm; top: 5mm; width: 51.5mm; height: 11mm; margin: 0;
  border-bottom: .4mm solid #c9c6d8; font: 20pt/11mm "Table Round"; text-align: center }
.body { position: absolute; left: 6mm; top: 18mm; width: 51.5mm; height: 64.9mm; display: flex;
  flex-direction: column; justify-content: center }
img { display: block; width: 51.5mm; height: 34.3mm; margin-bottom: 2mm }
p { margin: 0; font: 9pt/11.3pt "Red Hat Display"; text-align: center }
"""


def html(inputs: Path) -> str:
    """Return the whole document; its links count from `inputs`."""
    with (inputs / "words.csv").open(encoding="utf-8", newline="") as file:
        cards = [_card(number, row) for number, row in enumerate(csv.DictReader(file))]
    pages = ("".join(cards[start : start + 9]) for start in range(0, len(cards), 9))
    body = "".join(f'<div class="page">{page}</div>' for page in pages)
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{STYLE}</style>{body}'


def _card(number: int, row: dict[str, str]) -> str:
    left, top = number % 3 * 63.5, number // 3 % 3 * 88.9
    photo = row.get("photo")
    picture = f'<img src="art/{photo}">' if photo else ""
    return (
        f'<div class="card" style="left: {left}mm; top: {top:.1f}mm"><div class="frame"></div>'
        f"<h1>{escape(row['name@en'])}</h1>"
        f'<div class="body">{picture}<p>{escape(row["rule@en"])}</p></div></div>'
    )


if __name__ == "__main__":
    from weasyprint import HTML

    source = Path(sys.argv[1])
    HTML(string=html(source), base_url=f"{source}/").write_pdf(sys.argv[2])
