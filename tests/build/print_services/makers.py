"""The planted faults: a game with a fault on each card, and what spoils a finished file."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image

ROOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm" height="{{ extent.height'
    ' }}mm" viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">'
)
GROUND = (
    '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ extent.width }}" height="{{ extent.height'
    ' }}" fill="#ffffff"/>'
)
POKER = {"width": "63.5mm", "height": "88.9mm"}


def plant(folder: Path, faults: Sequence[Mapping[str, Any]]) -> None:
    """Write a game with a card for each fault, and a sound one."""
    cards, sheets = {}, []
    for fault in ({"id": "sound"}, *faults):
        name = str(fault["id"])
        backs = {} if fault.get("back") == "none" else {"backs": "back"}
        size = {"card": fault["card"]} if "card" in fault else {}
        sheets.append({"id": name, "where": {"family": name}, **backs, **size})
        cards[name] = {"template": name, "id": name, "copies": fault.get("copies", 1)}
        drawn = f"{fault.get('ground', GROUND)}{fault.get('draw', '')}"
        _write(folder / f"templates/planted/{name}.svg.j2", f"{ROOT}{drawn}</svg>")
    game = {
        "id": "planted",
        "title": "Planted",
        "players": [2],
        "rules": "none",
        "style": "planted",
        "card": {**POKER, "bleed": "2mm"},
        "sheets": sheets,
    }
    texts = {"en": {"sheets": {sheet["id"]: sheet["id"] for sheet in sheets}}}
    # JSON is YAML.
    for path, content in (
        ("designs/planted/game.yaml", game),
        ("designs/planted/cards.yaml", cards),
        ("locales/en/planted.yaml", texts),
        ("templates/planted/style.yaml", {"like": "base"}),
    ):
        _write(folder / path, json.dumps(content))
    art = folder / "designs/planted/art"
    art.mkdir()
    for name, side in (("fine", 400), ("coarse", 236)):
        Image.effect_noise((side, side), 60).convert("RGB").save(art / f"{name}.png")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _put(document: pikepdf.Pdf, operators: bytes) -> None:
    """Draw on top of the first page."""
    page = document.pages[0]
    page.contents_add(document.make_stream(b"q " + operators + b" Q"))


def rgb_colour(document: pikepdf.Pdf) -> None:
    _put(document, b"1 0 0 rg 20 20 9 9 re f")


def rgb_black(document: pikepdf.Pdf) -> None:
    _put(document, b"0 0 0 rg 20 20 9 9 re f")


def rich_text(document: pikepdf.Pdf) -> None:
    _put(document, b"0.6 0.4 0.4 1 k BT (Black) Tj ET")


def rich_text_in_space(document: pikepdf.Pdf) -> None:
    _put(document, b"/DeviceCMYK cs 0.6 0.4 0.4 1 sc BT (Black) Tj ET")


def rich_text_in_form(document: pikepdf.Pdf) -> None:
    """A form is drawn first in black, then in the rich black that it inherits."""
    form = document.make_stream(
        b"BT (Black) Tj ET", Subtype=pikepdf.Name.Form, BBox=pikepdf.Array([0, 0, 9, 9])
    )
    document.pages[0].obj.Resources["/XObject"]["/Planted"] = form
    _put(document, b"0 g /Planted Do 0.6 0.4 0.4 1 k /Planted Do")


def black_text(document: pikepdf.Pdf) -> None:
    """Text in pure black, set in each way after rich black was set for something else."""
    for pure in (
        b"0 g",
        b"0 0 0 1 k",
        b"/DeviceCMYK cs",
        b"/DeviceGray cs 0 sc",
        b"/Spot cs 1 scn",
        b"/Inked cs 1 1 1 /Dots scn",
    ):
        _put(document, b"0.6 0.4 0.4 1 k " + pure + b" BT (Black) Tj ET")


def form_in_itself(document: pikepdf.Pdf) -> None:
    """A form that draws itself, which no PDF may contain."""
    form = document.make_stream(
        b"0.5 0 0 0.5 0 0 cm /Planted Do",
        Subtype=pikepdf.Name.Form,
        BBox=pikepdf.Array([0, 0, 9, 9]),
    )
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Planted=form))
    document.pages[0].obj.Resources["/XObject"]["/Planted"] = form
    _put(document, b"/Planted Do")


def much_ink_in_space(document: pikepdf.Pdf) -> None:
    _put(document, b"/DeviceCMYK cs 0.8 0.8 0.8 0.9 sc 20 20 9 9 re f")


def much_ink(document: pikepdf.Pdf) -> None:
    _put(document, b"0.8 0.8 0.8 0.9 k 20 20 9 9 re f")


def transparency(document: pikepdf.Pdf) -> None:
    state = pikepdf.Dictionary(Half=pikepdf.Dictionary(ca=0.5))
    document.pages[0].obj.Resources["/ExtGState"] = state


def no_font(document: pikepdf.Pdf) -> None:
    helvetica = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    document.pages[0].obj.Resources["/Font"] = pikepdf.Dictionary(F1=helvetica)


def no_trim_box(document: pikepdf.Pdf) -> None:
    del document.pages[0].obj["/TrimBox"]


def wrong_size(document: pikepdf.Pdf) -> None:
    page = document.pages[0].obj
    page["/TrimBox"] = pikepdf.Array([9, 9, 180, 250])


def no_bleed(document: pikepdf.Pdf) -> None:
    page = document.pages[0].obj
    page["/BleedBox"] = page["/TrimBox"]


def large_bleed_box(document: pikepdf.Pdf) -> None:
    document.pages[0].obj["/BleedBox"] = pikepdf.Array([-9, -9, 300, 400])


def page_missing(document: pikepdf.Pdf) -> None:
    del document.pages[-1]


def no_intent(document: pikepdf.Pdf) -> None:
    del document.Root["/OutputIntents"]


def not_declared(document: pikepdf.Pdf) -> None:
    del document.docinfo["/GTS_PDFXVersion"]


def not_trapped(document: pikepdf.Pdf) -> None:
    del document.docinfo["/Trapped"]


def annotation(document: pikepdf.Pdf) -> None:
    note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text)
    document.pages[0].obj["/Annots"] = pikepdf.Array([note])


def action(document: pikepdf.Pdf) -> None:
    document.Root["/OpenAction"] = pikepdf.Dictionary(S=pikepdf.Name.JavaScript)


def coarse_picture(document: pikepdf.Pdf) -> None:
    _picture(document, (150, 150), "DeviceCMYK", bytes(4 * 150 * 150))


def enlarged_picture(document: pikepdf.Pdf) -> None:
    """A picture of 400 pixels per inch, drawn a second time at twice the size."""
    _picture(document, (400, 400), "DeviceCMYK", bytes(4 * 400 * 400))
    _put(document, b"144 0 0 144 20 20 cm /Planted Do")


def rgb_picture(document: pikepdf.Pdf) -> None:
    _picture(document, (400, 400), "DeviceRGB", bytes(3 * 400 * 400))


def inky_picture(document: pikepdf.Pdf) -> None:
    _picture(document, (400, 400), "DeviceCMYK", b"\xff" * (4 * 400 * 400))


def _picture(document: pikepdf.Pdf, size: tuple[int, int], space: str, pixels: bytes) -> None:
    """A picture of an inch on the first page."""
    image = document.make_stream(
        pixels,
        Subtype=pikepdf.Name.Image,
        Width=size[0],
        Height=size[1],
        ColorSpace=pikepdf.Name(f"/{space}"),
        BitsPerComponent=8,
    )
    document.pages[0].obj.Resources["/XObject"]["/Planted"] = image
    _put(document, b"72 0 0 72 20 20 cm /Planted Do")


def newer(document: pikepdf.Pdf) -> None:
    """Nothing to do: the file is saved as PDF 1.7."""
    del document
