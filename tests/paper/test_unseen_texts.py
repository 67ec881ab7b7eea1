"""Texts that nobody can read are reported: outside of the outline, covered, like their ground.

`unseen_texts.yaml` has each fault beside a sound card, and sound ones that come near. All are
cards of a few games, which are checked once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
import yaml
from PIL import Image

from .known import known_of
from .program import check

pytestmark = pytest.mark.at_leisure

Once: TypeAlias = Callable[[str, Callable[[Path], None]], Path]


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card with an unseen text beside the same when it was sound, or one that only is sound."""

    name: str
    outline: str
    sound: list[str]
    fault: list[str] = []


class Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `unseen_texts.yaml` lists; outlines are what `card` of a game says."""

    outlines: dict[str, dict[str, str]]
    faults: list[Case]
    twins: list[Case]


LISTED = yaml.safe_load(Path(__file__).with_name("unseen_texts.yaml").read_text("utf-8"))
CASES = msgspec.convert(LISTED, Cases)

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox='
HEAD = f"""{{# Cards of one outline. #}}
{SVG}"{{{{ -bleed }}}} {{{{ -bleed }}}} {{{{ extent.width }}}} {{{{ extent.height }}}}"
width="{{{{ extent.width }}}}mm" height="{{{{ extent.height }}}}mm">
{{% set name, rule = t("words.name"), t("words.rule") %}}
{{% macro ground(paint) %}}<rect x="{{{{ -bleed }}}}" y="{{{{ -bleed }}}}"
width="{{{{ extent.width }}}}" height="{{{{ extent.height }}}}" fill="{{{{ paint }}}}"/>
{{% endmacro %}}
"""
TEXTS = """en:
  sheets: {all: All}
  words: {name: Lighthouse, rule: Draw two cards and keep one of them.}
"""
WORDS = """<text x="4" y="14" font-family="Red Hat Display" font-weight="500" font-size="6"
fill="{}">Lighthouse</text>"""
DRAWINGS = {
    "plate.svg": f'{SVG}"0 0 57.5 20"><path d="M0 0H57.5V20H0Z" fill="#aa3333"/></svg>',
    "words-dark.svg": f'{SVG}"0 0 50 25">{WORDS.format("#222222")}</svg>',
    "words-yellow.svg": f'{SVG}"0 0 50 25">{WORDS.format("#ffee66")}</svg>',
}


def _project(folder: Path) -> None:
    for outline in CASES.outlines:
        cards = {f"{case.name}-sound": case.sound for case in (*CASES.faults, *CASES.twins)
                 if case.outline == outline}  # fmt: skip
        cards |= {case.name: case.fault for case in CASES.faults if case.outline == outline}
        _game(folder / "project", outline, cards)


def _game(project: Path, outline: str, cards: Mapping[str, Sequence[str]]) -> None:
    game = {
        "id": outline, "title": "Lanterns", "players": [2], "minutes": 10, "age": 8,
        "rules": "none", "style": outline, "card": CASES.outlines[outline],
        "sheets": [{"id": "all", "where": {"family": "card"}, "backs": "no"}],
    }  # fmt: skip
    drawn = [
        f'{{% if card.id == "{name}" %}}' + "\n".join(lines) + "{% endif %}"
        for name, lines in cards.items()
    ]
    art = project / f"templates/{outline}/art"
    for path, text in {
        f"designs/{outline}/game.yaml": yaml.safe_dump(game).replace("'no'", "no"),
        f"designs/{outline}/cards.yaml": "card: {template: card, rows: cards.csv}\n",
        f"designs/{outline}/cards.csv": "\n".join(["id", *cards, ""]),
        f"locales/en/{outline}.yaml": TEXTS,
        f"templates/{outline}/style.yaml": "like: base\n",
        f"templates/{outline}/card.svg.j2": "\n".join([HEAD, *drawn, "</svg>\n"]),
        **{f"templates/{outline}/art/{name}": text for name, text in DRAWINGS.items()},
    }.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, "utf-8")
    Image.new("RGB", (800, 800), "#1e2234").save(art / "dark.png")


@pytest.fixture(scope="module")
def told(once: Once) -> dict[str, list[str]]:
    """What is said of each card."""

    def made(folder: Path) -> None:
        _project(folder)
        found = check(folder / "project", folder / "cache")
        (folder / "told.json").write_text(json.dumps(found), "utf-8")

    found: dict[str, list[str]] = json.loads(
        (once("paper-unseen-texts", made) / "told.json").read_text("utf-8")
    )
    return found


KNOWN = known_of("unseen-text")


@pytest.mark.parametrize("case", CASES.faults, ids=lambda case: case.name)
def test_a_text_that_nobody_can_read_is_reported(case: Case, told: dict[str, list[str]]) -> None:
    assert told.get(f"{case.name}-sound", []) == []
    assert bool(told.get(case.name)) != (case.name in KNOWN)


@pytest.mark.parametrize("case", CASES.twins, ids=lambda case: case.name)
def test_a_text_that_can_be_read_is_not_reported(case: Case, told: dict[str, list[str]]) -> None:
    assert told.get(f"{case.name}-sound", []) == []


def test_what_is_known_is_the_name_of_a_fault() -> None:
    assert {case.name for case in CASES.faults} >= KNOWN
