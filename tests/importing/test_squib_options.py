"""No option of Squib is lost in silence: `squib_options.txt` says what becomes of each."""

import json
from functools import cache
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from printnplay.importing.bringing import read_project
from printnplay.importing.source import Source
from printnplay.importing.values import ForeignProject, Loss

CASES = [
    (*line.split(" ", 1)[0:1], *line.split(" ", 1)[1].rsplit(None, 1))
    for line in (Path(__file__).parent / "squib_options.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
BOX = "x: 40, y: 50, width: 200, height: 100"
FIGURE = "x1: 10, y1: 20, x2: 200, y2: 40, x3: 50, y3: 300, cx1: 30, cy1: 80, cx2: 60, cy2: 90"
CALLS = {
    "background": "color: :green",
    **dict.fromkeys(("rect", "ellipse", "grid"), BOX),
    **dict.fromkeys(("circle", "polygon"), "x: 200, y: 200, radius: 50"),
    "star": "x: 200, y: 200, inner_radius: 30, outer_radius: 60",
    **dict.fromkeys(("line", "triangle", "curve"), FIGURE),
    "text": f"str: %q(Some words \"in 'a' row\" it's -- --- ... `` '' <b>that</b> break), {BOX}",
    "png": f"file: 'coin.png', {BOX}",
    "svg": f"file: 'coin.svg', {BOX}",
    "embed": "key: 'words', file: 'coin.svg'",
    **{kind: f"file: 'cards.{kind}'" for kind in ("csv", "xlsx", "yaml", "json")},
    "deck": "cards: 2, width: 800, height: 1100, dpi: 300, layout: 'layout.yml'",
    "set": "font: 'Sans 9'",
    "use_layout": "file: 'layout.yml'",
}
"""The options of each call beside the one that is tried."""
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><g id="part">{}</g></svg>'
COIN, DOT = '<circle cx="15" cy="15" r="9"/><path d="M0 0h9v3z"/>', '<circle cx="4" cy="9" r="3"/>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that decks use."""
    folder = tmp_path_factory.mktemp("deck")
    rows: list[list[object]] = [["Name", "Number", "qty"], ["One ", 2, 1], ["Two", 1, 2]]
    for name, rows_of in (("cards", rows), ("other", [["Name"], ["Other"]])):
        lines = "\n".join(",".join(map(str, row)) for row in rows_of)
        (folder / f"{name}.csv").write_text(lines, "utf-8")
        items = [dict(zip(rows_of[0], row, strict=False)) for row in rows_of[1:]]
        for kind in ("json", "yaml"):
            (folder / f"{name}.{kind}").write_text(json.dumps(items), "utf-8")
        book = Workbook()
        for row in rows_of:
            book.worksheets[0].append(row)
        book.create_sheet("more").append(["Name"])
        book["more"].append(["Third"])
        book.save(folder / f"{name}.xlsx")
    for name, inside in (("coin", COIN), ("dot", DOT)):
        (folder / f"{name}.svg").write_text(DRAWING.format(inside), "utf-8")
        picture = Image.new("RGBA", (30, 30), (9, len(inside), 9, 255))
        picture.putpixel((3, 2), (255, 255, 255, 0))
        picture.save(folder / f"{name}.png")
    (folder / "other").mkdir()
    (folder / "other" / "coin.svg").write_text(DRAWING.format(DOT), "utf-8")
    place = "place: {x: 66, y: 77, width: 88, height: 99, x1: 5, radius: 7, inner_radius: 5}\n"
    (folder / "layout.yml").write_text(place, "utf-8")
    (folder / "other.yml").write_text(f"{place}own: {{x: 9}}\n".replace("66", "6"), "utf-8")
    (folder / "other_config.yml").write_text("cell_px: 99\n", "utf-8")
    return folder


def script(call: str, said: str) -> str:
    """Return a deck with a call with options."""
    text = f"text str: cards['Name'], {BOX}"
    drawn = f"rect y: '2 cells', layout: :place; svg file: 'coin.svg'; {text}"
    own = f"{CALLS.get(call, '')}, {said}".strip(", ")
    deck, table, inner = CALLS["deck"], CALLS["csv"], f"{call} {own}"
    if call == "deck":
        deck, inner = own, ""
    elif call in ("csv", "xlsx", "yaml", "json"):
        table, inner, drawn = own, "", "text str: cards.to_h.inspect"
    elif call == "config":
        inner = f"rect fill_color: :mine; text markup: true, {CALLS['text']}"
    elif call == "embed":
        drawn, inner = "", f"text({CALLS['text']}) {{ |embed| embed.svg {own} }}"
    elif call in ("rect", "text", "svg", "png"):
        drawn = ""
    kind = call if call in ("csv", "xlsx", "yaml", "json") else "csv"
    after = text if call in ("set", "hint") else ""
    return (
        f"require 'squib'\ncards = Squib.{kind} {table}\n"
        f"Squib::Deck.new({deck}) do\n{inner}\n{drawn}\n{after}\nend\n"
    )


def losses(project: ForeignProject) -> set[str]:
    return {loss.what for loss in project.losses if not is_of_size(loss)}


def is_of_size(loss: Loss) -> bool:
    return "of bleed" in loss.what


@cache
def read(folder: Path, call: str, said: str) -> tuple[object, set[str]]:
    config = folder / "config.yml"
    config.write_text(f"{said}\n" if call == "config" else "", "utf-8")
    path = folder / "deck.rb"
    path.write_text(script(call, "" if call == "config" else said), "utf-8")
    project = read_project("squib", Source(path))
    pictures = [one if isinstance(one, bytes) else str(one) for one in project.pictures.values()]
    return (project.decks, pictures), losses(project)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("call", "said", "outcome"), CASES)
def test_an_option_is_taken_over_or_listed(
    folder: Path, call: str, said: str, outcome: str
) -> None:
    before, _, tried = said.strip().rpartition(" | ")
    usual, noted = read(folder, call, before)
    changed, now = read(folder, call, ", ".join(filter(None, (before, tried))))
    is_taken, is_listed = changed != usual, bool(now - noted)
    found = "listed" if is_listed else "taken" if is_taken else "none"
    assert found == outcome, now
