"""Pictures of all kinds are printed in the colours that littleCMS makes of them.

In kits and in PNGs of cards, or refused. `known.yaml` lists the kinds that are not yet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
from PIL import Image, ImageStat

from .compare import opened
from .corpus import Foreign
from .foreign import BLEED, SIZE, WINDOW, begin, build, numbered
from .known import known_of
from .pictures import Colour, Kind, kinds, write
from .program import check, run, written
from .reader import Paper, pixels_of

pytestmark = pytest.mark.at_leisure

Once: TypeAlias = Callable[[str, Callable[[Path], None]], Path]

KINDS = {f"f{number:04}": kind for number, kind in enumerate(kinds())}

FURTHEST = 3
"""Levels of 255 between a colour and littleCMS's: roundings of two conversions and of JPEG."""

FEW_PIXELS = "PNP429"
"""What is said of each of these pictures: they are small."""

FULL = (SIZE[0] + 2 * BLEED, SIZE[1] + 2 * BLEED)


class Shown(msgspec.Struct, frozen=True):
    """What became of a picture: the colours of its patches in each output, and what was said."""

    colours: dict[str, list[list[float]]] = {}
    refused: str = ""
    warned: list[str] = []


def _patches(card: Image.Image) -> list[list[float]]:
    """The mean colours in the middle of the nine patches of a card's picture."""
    scale = card.width / FULL[0]
    left, top, wide, _ = ((edge + BLEED * (place < 2)) * scale for place, edge in enumerate(WINDOW))
    side = wide / 3
    means = []
    for number in range(9):
        x, y = left + number % 3 * side, top + number // 3 * side
        box = (x + 0.4 * side, y + 0.4 * side, x + 0.6 * side, y + 0.6 * side)
        first, second, third, fourth = map(round, box)
        means.append(ImageStat.Stat(card.crop((first, second, third, fourth))).mean)
    return means


def _made(folder: Path) -> None:
    """Print all pictures, and keep what became of them."""
    files = {
        number: Foreign(kind.name, "picture", write(kind, folder)) for number, kind in KINDS.items()
    }
    project, cache = folder / "project", folder / "cache"
    begin(project, files)
    refused = build(project, folder, files)
    said = check(project, cache)
    (kit,) = (data for name, data in written(folder / "output").items() if "kit" in name)
    paper = Paper(kit)
    cards = {
        number: {"kit": _patches(paper.picture(one, pixels_of(one.size), bare=True))}
        for number, one in numbered(paper)
    }
    run(project, cache, "export", "png", "--dpi", "150", "-o", str(folder / "png"))
    for number, outputs in cards.items():
        (path,) = (folder / "png").rglob(f"{number}-front.png")
        outputs["png"] = _patches(opened(path).convert("RGB"))
    shown = {
        number: Shown(
            cards.get(number, {}),
            refused.get(number, ""),
            [one for one in said.get(number, []) if not one.startswith(FEW_PIXELS)],
        )
        for number in KINDS
    }
    (folder / "shown.json").write_bytes(msgspec.json.encode(shown))


@pytest.fixture(scope="module")
def shown(once: Once) -> Mapping[str, Shown]:
    """What became of each picture."""
    found = json.loads((once("paper-pictures", _made) / "shown.json").read_text("utf-8"))
    return msgspec.convert(found, dict[str, Shown])


def _is_right(kind: Kind, seen: Shown) -> bool:
    if seen.refused:
        return kind.colours is None or kind.may_be is not None
    if kind.colours is None or (kind.may_be == "warned" and not seen.warned):
        return False
    return all(_apart(colours, kind.colours) <= FURTHEST for colours in seen.colours.values())


def _apart(found: list[list[float]], colours: list[Colour]) -> float:
    return max(
        abs(level - own)
        for patch, colour in zip(found, colours, strict=True)
        for level, own in zip(patch, colour, strict=True)
    )


KNOWN = known_of("picture")


@pytest.mark.parametrize("number", KINDS, ids=lambda number: KINDS[number].name)
def test_a_picture_has_its_colours_or_is_refused(number: str, shown: Mapping[str, Shown]) -> None:
    kind, seen = KINDS[number], shown[number]
    assert _is_right(kind, seen) != (kind.name in KNOWN), seen


def test_what_is_known_is_the_name_of_a_kind() -> None:
    assert {kind.name for kind in KINDS.values()} >= KNOWN
