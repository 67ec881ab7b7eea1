"""Drawings, pictures and fonts of others on cards, and what of them a kit shows.

Each file is on a card of its own, which tells its number. How it should look is drawn with resvg
from the file itself, not from what the program makes of it.
"""

from __future__ import annotations

import base64
import csv
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

import msgspec
import resvg_py
from fontTools.ttLib import TTFont
from lxml import etree
from PIL import Image, ImageCms

from .compare import Difference, Look, compare, opened
from .corpus import Foreign
from .program import ProgramError, run, written
from .reader import FINER, FINEST, Paper, Shown, pixels_of

Outcome: TypeAlias = Literal["equal", "near", "different", "refused"]

SIZE = (63.5, 88.9)
BLEED = 2.0
WINDOW = (6.0, 6.0, 51.5, 51.5)
"""Left, top, width and height of the place of a picture on a card, in millimetres."""

NEAR = Difference(share=0.01, densest=0.6, tint=40)
"""Up to here a difference is one of edges and shades that few would notice side by side."""

TRIES = 6
"""Builds at most until nothing is refused any more: each names what is wrong by then."""

SAMPLES = (
    "Hamburg fonts 0123",
    "สวัสดีครับ",
    "नमस्ते दुनिया",
    "مرحبا",
    "안녕하세요",
    "こんにちは",
    "សួស្តី",
    "ສະບາຍດີ",
)
"""Texts to try a font with: the first whose letters it all has."""

GAME = """id: foreign
title: Foreign
players: [2]
minutes: 10
age: 8
rules: none
style: foreign
card: {size: poker, bleed: 2mm}
sheets:
  - {id: all, where: {family: card}, backs: no}
"""
TEMPLATE = """{# A picture or a text in a font, and the number of the card. #}
<svg xmlns="http://www.w3.org/2000/svg"
  width="{{ extent.width }}mm" height="{{ extent.height }}mm"
  viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">
{% if card.art %}{{ art(card.art, 6, 6, 51.5, 51.5, fit="contain") }}
{% else %}<text x="31.75" y="35" text-anchor="middle" font-size="5" font-family="{{ card.face }}"
  font-weight="{{ card.weight }}" font-style="{{ card.slant }}">{{ card.sample }}</text>
{% endif %}{{ fit_title(card.id, 6, 70, 51.5, 10) }}
</svg>
"""
TEXTS = """en:
  sheets: {all: "All"}
  cover: {tagline: "All", players: "All", blurb: "All", credits: "All"}
"""
FIELDS = ("id", "copies", "art", "face", "weight", "slant", "sample")
NUMBER = re.compile(r"f\d{4}")


class Seen(msgspec.Struct, frozen=True):
    """A file, and how a kit shows it: refused with what was said."""

    file: Foreign
    outcome: Outcome
    difference: Difference | None = None
    said: str = ""
    found: Image.Image | None = None
    drawn: Image.Image | None = None


def seen_on_cards(
    files: Sequence[Foreign], place: Path, fonts: Sequence[Path] = ()
) -> Iterator[Seen]:
    """Build a kit with a card for each file, and compare each card with its file.

    `fonts` are those of the project, which drawings may use.
    """
    by_number = {f"f{number:04}": file for number, file in enumerate(files)}
    project = place / "project"
    begin(project, by_number)
    for font in fonts:
        shutil.copy(font, project / "templates/fonts")
    refused = build(project, place, by_number)
    for number, said in refused.items():
        yield Seen(by_number[number], "refused", said=said)
    (kit,) = (data for name, data in written(place / "output").items() if name.endswith("kit.pdf"))
    paper = Paper(kit)
    for number, shown in numbered(paper):
        file = by_number[number]
        mask, pixels = window(shown.size), pixels_of(shown.size)
        looks = (paper.picture(shown, pixels, bare=True, finer=one) for one in (FINER, FINEST))
        yield _seen([*looks], file, mask, fonts)


def seen_in_pictures(file: Foreign, place: Path) -> Seen:
    """Export the card of a file as a picture, and compare it with the file."""
    begin(place / "project", {"f0000": file})
    run(place / "project", place / "cache", "export", "png", "--dpi", "150", "-o", str(place))
    (path,) = place.rglob("f0000-front.png")
    found = opened(path).convert("RGB")
    full = SIZE[0] + 2 * BLEED, SIZE[1] + 2 * BLEED
    return _seen([found.resize(pixels_of(full))], file, window(full), ())


def begin(project: Path, files: dict[str, Foreign]) -> None:
    """Write a project with a card for each file, by the numbers that the cards tell."""
    for path, text in {
        "designs/foreign/game.yaml": GAME,
        "designs/foreign/cards.yaml": "card: {template: card, rows: cards.csv}\n",
        "templates/foreign/card.svg.j2": TEMPLATE,
        "templates/foreign/style.yaml": "like: base\n",
        "locales/en/foreign.yaml": TEXTS,
    }.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, "utf-8")
    for folder in ("designs/foreign/art", "templates/fonts"):
        (project / folder).mkdir()
    _write_rows(project, [_row(project, number, file) for number, file in files.items()])


def _row(project: Path, number: str, file: Foreign) -> dict[str, str]:
    name = f"{number}{file.path.suffix.lower()}"
    if file.kind != "font":
        shutil.copy(file.path, project / "designs/foreign/art" / name)
        return {"id": number, "copies": "1", "art": name}
    face = Face.of(file.path)
    # In the folder of fonts each has a name of its own family, as others may have the same.
    named = TTFont(file.path)
    for record in (1, 4, 16):
        named["name"].setName(face.family_as(number), record, 3, 1, 0x409)
    named.save(project / "templates/fonts" / name)
    return {"id": number, "copies": "1", "face": face.family_as(number), "weight": str(face.weight),
            "slant": face.slant, "sample": face.sample}  # fmt: skip


class Face(msgspec.Struct, frozen=True):
    """What a font says of itself, and a text that it has the letters of."""

    weight: int
    slant: str
    sample: str

    @classmethod
    def of(cls, path: Path) -> Face:
        font = TTFont(path)
        letters = font.getBestCmap()
        fitting = [text for text in SAMPLES if all(ord(one) in letters for one in text)]
        sample = fitting[-1] if fitting else "".join(chr(one) for one in [*letters][40:52])
        slanted = font["OS/2"].fsSelection & 1 or font["head"].macStyle & 2
        return cls(font["OS/2"].usWeightClass, "italic" if slanted else "normal", sample)

    @staticmethod
    def family_as(number: str) -> str:
        """The name of its family among the fonts of the project."""
        return f"Face {number}"


def _write_rows(project: Path, rows: Sequence[dict[str, str]]) -> None:
    with (project / "designs/foreign/cards.csv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, FIELDS, restval="")
        table.writeheader()
        table.writerows(rows)


def build(project: Path, place: Path, files: dict[str, Foreign]) -> dict[str, str]:
    """Build the kit without what is refused; what was said of that, by number."""
    refused: dict[str, str] = {}
    for _ in range(TRIES):
        try:
            run(project, place / "cache", "build", "-o", str(place / "output"))
        except ProgramError as error:
            found = _faults(str(error))
            if not found:
                raise
            refused |= found
            kept = {number: file for number, file in files.items() if number not in refused}
            _write_rows(project, [_row(project, number, file) for number, file in kept.items()])
        else:
            return refused
    raise AssertionError(f"still refused after {TRIES} builds")


def _faults(told: str) -> dict[str, str]:
    """The numbers that errors name, with their first lines."""
    found: dict[str, str] = {}
    for block in re.split(r"\n(?=error|warning)", told):
        if block.startswith("error"):
            for number in NUMBER.findall(block):
                found.setdefault(number, block.partition("\n")[0])
    return found


def numbered(paper: Paper) -> Iterator[tuple[str, Shown]]:
    """The cards of a kit with the numbers that they tell."""
    for one in paper.shown:
        if all(abs(a - b - 2 * BLEED) < 0.02 for a, b in zip(one.size, SIZE, strict=True)):
            (number,) = NUMBER.findall(paper.words(one, BLEED))[-1:] or ("",)
            assert number, f"a card without a number on page {one.page + 1}"
            yield number, one


def window(size: tuple[float, float]) -> Image.Image:
    """The place of the picture on a card of this size with its bleed."""
    pixels = pixels_of(size)
    mask = Image.new("L", pixels, 0)
    left, top, wide, high = WINDOW
    scale = pixels[0] / (SIZE[0] + 2 * BLEED)
    edges = (left + BLEED, top + BLEED, left + BLEED + wide, top + BLEED + high)
    first, second, third, fourth = (round(edge * scale) for edge in edges)
    mask.paste(255, (first, second, third, fourth))
    return mask


def _seen(
    looks: Sequence[Image.Image], file: Foreign, mask: Image.Image, fonts: Sequence[Path]
) -> Seen:
    """The first look that shows what the file shows, or else the nearest."""
    seen = []
    for drawn in _drawings(file, mask.size, [file.path] if file.kind == "font" else fonts):
        for found in looks:
            difference = compare(Look.of(found), Look.of(drawn), mask)
            outcome = _outcome(difference)
            seen.append(Seen(file, outcome, difference, "", found, drawn))
            if outcome == "equal":
                return seen[-1]
    return min(seen, key=lambda one: one.difference.rank if one.difference else 1)


def _drawings(
    file: Foreign, pixels: tuple[int, int], fonts: Sequence[Path]
) -> Iterator[Image.Image]:
    """What a card may look like: renderers differ in what they follow of SVG.

    Viewers draw enlarged pixels sharp or blurred, as they like. Drawings that resvg, given them as
    they come, draws otherwise than they are printed, are drawn by a browser where there is one.
    """
    yield _rasterized(_card(file, pixels, fonts, sharp=False), fonts)
    if file.kind == "picture":
        yield _rasterized(_card(file, pixels, fonts, sharp=True), fonts)
    elif file.kind == "drawing" and not fonts and shutil.which("chromium"):
        yield _by_browser(_card(file, pixels, fonts, sharp=False), pixels)


def _by_browser(svg: str, pixels: tuple[int, int]) -> Image.Image:
    with tempfile.TemporaryDirectory() as place:
        page, shot = Path(place, "page.html"), Path(place, "shot.png")
        page.write_text(f"<!doctype html><body style='margin:0'>{svg}</body>", "utf-8")
        command = [
            "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", f"--user-data-dir={place}/profile",
            f"--screenshot={shot}", f"--window-size={max(pixels[0], 600)},{pixels[1] + 200}",
            page.as_uri(),
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return opened(shot).convert("RGB").crop((0, 0, *pixels))


def _outcome(difference: Difference) -> Outcome:
    if difference.is_none:
        return "equal"
    rules = ("share", "densest", "tint")
    is_near = all(getattr(difference, rule) <= getattr(NEAR, rule) for rule in rules)
    return "near" if is_near else "different"


def _card(file: Foreign, pixels: tuple[int, int], fonts: Sequence[Path], *, sharp: bool) -> str:
    """A card as the file itself should look on it, without its number, as an SVG."""
    left, top, wide, high = WINDOW
    if file.kind == "font":
        face, named = Face.of(file.path), TTFont(file.path)["name"]
        family = named.getDebugName(16) or named.getDebugName(1)
        inside = (
            f'<text x="31.75" y="35" text-anchor="middle" font-size="5"'
            f" font-family={quoteattr(repr(family))}"
            f' font-weight="{face.weight}" font-style="{face.slant}">{escape(face.sample)}</text>'
        )
    elif fonts:
        # A picture in a drawing knows no fonts: the drawing itself stands in its place.
        root = etree.fromstring(file.path.read_bytes())
        for side, length in zip(("x", "y", "width", "height"), WINDOW, strict=True):
            root.set(side, str(length))
        inside = etree.tostring(root, encoding="unicode")
    else:
        kind, data = _as_seen(file)
        inside = (
            f'<image x="{left}" y="{top}" width="{wide}" height="{high}"'
            f' image-rendering="{"optimizeSpeed" if sharp else "optimizeQuality"}"'
            f' href="data:image/{kind};base64,{base64.b64encode(data).decode()}"/>'
        )
    full = f"{-BLEED} {-BLEED} {SIZE[0] + 2 * BLEED} {SIZE[1] + 2 * BLEED}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels[0]}" height="{pixels[1]}"'
        f' viewBox="{full}" preserveAspectRatio="none">{inside}</svg>'
    )


def _rasterized(svg: str, fonts: Sequence[Path]) -> Image.Image:
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        background="white",
        skip_system_fonts=True,
        font_files=[str(font) for font in fonts],
    )
    return Image.open(BytesIO(bytes(png))).convert("RGB")


def _as_seen(file: Foreign) -> tuple[str, bytes]:
    """The kind and bytes of a picture that any renderer shows as browsers do: in sRGB."""
    data = file.path.read_bytes()
    if file.path.suffix.lower() == ".svg":
        return "svg+xml", data
    picture: Image.Image = opened(file.path)
    profile = picture.info.get("icc_profile")
    if profile is None and picture.mode != "CMYK":
        return {".jpg": "jpeg"}.get(file.path.suffix.lower(), file.path.suffix[1:]), data
    if profile is not None and picture.mode == "RGB":
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        converted = ImageCms.profileToProfile(picture, source, ImageCms.createProfile("sRGB"))
        assert converted is not None
        picture = converted
    stream = BytesIO()
    picture.convert("RGB").save(stream, "PNG")
    return "png", stream.getvalue()
