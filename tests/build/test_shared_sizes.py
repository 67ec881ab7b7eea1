"""Cards of a family, or of a group of sheets, whose texts share one size of type."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from printnplay.cache.store import Store
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems

GAME = """
id: small
title: Small
players: [2]
rules: none
style: small
card: {width: 40mm, height: 40mm, bleed: 0mm}
sheets:
  - {id: main, where: {deck: main}, backs: no}
  - {id: other, where: {deck: other}, backs: no}
"""
CARDS = """
short: {template: card, id: short, fields: {deck: main}}
long: {template: card, id: long, fields: {deck: main}}
pair: {template: card, id: "pair-{axis}", axes: {axis: [a, b]}, fields: {deck: main}}
last: {template: card, id: last, fields: {deck: other}}
"""
STYLE = """
like: base
text: {card-rule: {size: 12pt, leading: 14pt, minimum: 5pt%s}}
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">
{{ textbox(t("cards." ~ card.id ~ ".rule"), 2, 2, 36, 16%s) }}</svg>
"""
SHORT, MIDDLE, LONG = "Draw.", "Draw two cards. " * 4, "Draw three cards. " * 7
RULES = {"short": SHORT, "long": LONG, "pair-a": MIDDLE, "pair-b": SHORT, "last": SHORT}


def project(
    folder: Path, style: str = "", call: str = "", rules: Mapping[str, str] = RULES
) -> Path:
    """Write a game of five cards in four families and two groups."""
    files = {"designs/small/game.yaml": GAME, "designs/small/cards.yaml": CARDS}
    files["templates/small/style.yaml"] = STYLE % style
    files["templates/small/card.svg.j2"] = CARD % call
    for language, more in (("en", ""), ("de", "Und noch etwas. ")):
        texts = "".join(f"    {id}: {{rule: '{more}{rule}'}}\n" for id, rule in rules.items())
        files[f"locales/{language}/small.yaml"] = (
            f"{language}:\n  sheets: {{main: Main, other: Other}}\n  cards:\n{texts}"
        )
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def edition(root: Path, *languages: str, store: Store | None = None) -> Edition:
    problems = Problems()
    names = languages or ("en",)
    loaded = open_game(Catalog(root), "small", names, problems, Scrutiny(texts=False))
    assert loaded is not None, problems.found
    made = edition_of(loaded, Languages.parse("+".join(names)), Problems())
    made.renderer.store = store
    return made


def sizes(made: Edition, *order: str) -> dict[str, float]:
    """Draw the cards, those named first; return their sizes of type in points."""
    cards = {card.id: card for card in made.game.cards}
    for name in dict.fromkeys((*order, *cards)):
        assert made.face(cards[name]) is not None
    assert made.problems.found == []
    boxes = made.renderer.boxes
    return {name: round(boxes[name][0].size * 72 / 25400, 2) for name in cards}


def test_each_card_shrinks_by_itself(tmp_path: Path) -> None:
    found = sizes(edition(project(tmp_path)))
    assert found["short"] == found["pair-b"] == found["last"] == 12
    assert found["long"] < found["pair-a"] < 12


WAYS = {"style": (", fit: %s", ""), "text box": ("", ', fit="%s"')}


@pytest.mark.parametrize("way", WAYS)
def test_a_family_has_the_size_of_its_smallest_text(tmp_path: Path, way: str) -> None:
    style, call = (part.replace("%s", "together") for part in WAYS[way])
    alone = sizes(edition(project(tmp_path)))
    found = sizes(edition(project(tmp_path, style, call)))
    assert found == {**alone, "pair-b": alone["pair-a"]}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("order", [(), ("last", "pair-b"), ("long",)])
@pytest.mark.parametrize("languages", [("en",), ("en", "de")])
@pytest.mark.parametrize("way", WAYS)
def test_a_group_has_the_size_of_its_smallest_text(
    tmp_path: Path, way: str, languages: tuple[str, ...], order: tuple[str, ...]
) -> None:
    style, call = (part.replace("%s", "group") for part in WAYS[way])
    alone = sizes(edition(project(tmp_path), *languages))
    found = sizes(edition(project(tmp_path, style, call), *languages), *order)
    assert found == {**dict.fromkeys(found, alone["long"]), "last": alone["last"]}


def test_a_name_of_a_variable_may_be_any_of_them(tmp_path: Path) -> None:
    call = ', fit=["alone", "group"][1]'
    found = sizes(edition(project(tmp_path, call=call)))
    assert len({*found.values()}) == 2


def test_sizes_that_were_kept_change_with_any_text_of_the_group(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept")
    shorter = {**RULES, "long": MIDDLE}
    cold = []
    for rules in (RULES, shorter, RULES):
        root = project(tmp_path / "game", call=', fit="group"', rules=rules)
        cold.append(sizes(edition(root)))
        assert sizes(edition(root, store=store)) == cold[-1]
    assert cold[0] == cold[2] != cold[1]
