"""Rules of editions: the cards that they play, classes of their own, examples that name them."""

from pathlib import Path

import pytest

from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.game import load
from printnplay.rules.loader import rules_of
from printnplay.rules.protocol import RulesModule

from .project import run

EDITIONS = """
editions:
  demo: {deck: [{cards: [step-6], copies: 0}, {cards: [cat], copies: 1}, {}]}
  large-print: {type_scale: 120%}
"""

DEMO = '''

class Demo(Stairs):
    """The demo: two cards each."""

    edition = "demo"
    facts = {"hand_size": 2}

    def deal(self, table, rng):
        """Deal two cards each, then the first card of the stairs."""
        table.draw = self.all_cards()
        shuffle(table.draw, rng)
        for _ in range(2):
            for hand in table.hands:
                hand.append(table.draw.pop())
        table.stairs.append(table.draw.pop())
'''

OF_DEMO = """
- id: two-cards
  shows: [ST-1]
  editions: [demo]
  given: {hands: {a: [step-4, step-5], b: [step-1, step-2]}, stairs: [step-3], turn: a}
  when: {player: a, play: step-4}
  then: {legal: yes, hands: {a: [step-5]}, turn: b}
"""


@pytest.fixture
def demo(stairs: Path) -> Path:
    """The game of the guide to rules with a demo of fewer cards."""
    add(stairs, "game.yaml", EDITIONS)
    return stairs


def add(project: Path, name: str, text: str) -> None:
    path = project / "designs/stairs" / name
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def rules_in(project: Path, game: str) -> RulesModule:
    catalog, problems = Catalog(project, trusted=True), Problems()
    loaded = load(catalog, game, problems)
    assert loaded, problems.found
    rules = rules_of(loaded, problems, catalog)
    assert rules, problems.found
    return rules


@pytest.mark.at_leisure
def test_an_edition_is_played_with_the_cards_of_its_deck(demo: Path) -> None:
    whole, few, large = (rules_in(demo, f"stairs{end}") for end in ("", ".demo", ".large-print"))
    assert [each.new_game.edition for each in (whole, few, large)] == [
        "base",
        "demo",
        "large-print",
    ]
    assert large.COMPONENTS == whole.COMPONENTS
    assert few.COMPONENTS == {**whole.COMPONENTS, "step-6": 0, "cat": 1}
    assert len(few.new_game().all_cards()) == 21
    assert len(whole.new_game().all_cards()) == 26
    ran = run("check --trust-rules")
    assert (ran.status, ran.err.count("error")) == (0, 0), ran.err
    assert run("play stairs.demo --trust-rules -n 5 --seats 2").status == 0


@pytest.mark.at_leisure
def test_examples_of_an_edition_are_proved_by_its_rules(demo: Path) -> None:
    add(demo, "rules.py", DEMO)
    add(demo, "examples.yaml", OF_DEMO)
    assert rules_in(demo, "stairs").FACTS == {"hand_size": 3}
    assert rules_in(demo, "stairs.demo").FACTS == {"hand_size": 2}
    ran = run("check --trust-rules")
    assert (ran.status, ran.err.count("error")) == (0, 0), ran.err
    assert run("check --rules --trust-rules").status == 0
    file = demo / "designs/stairs/examples.yaml"
    file.write_text(file.read_text("utf-8").replace("{a: [step-5]}, turn: b", "{a: []}"), "utf-8")
    ran = run("check --trust-rules")
    assert ran.err.count("the example `two-cards` is not true") == 1
    only = run("check stairs --trust-rules")
    assert only.status == 0, "the game itself lacks this example"


def test_unknown_editions_of_rules_and_examples_are_reported(demo: Path) -> None:
    add(demo, "rules.py", DEMO.replace('"demo"', '"dmeo"'))
    add(demo, "examples.yaml", OF_DEMO.replace("[demo]", "[demoo]"))
    ran = run("check stairs --trust-rules")
    assert "there is no edition `demoo`" in ran.err
    add(demo, "examples.yaml", OF_DEMO)
    file = demo / "designs/stairs/examples.yaml"
    file.write_text(file.read_text("utf-8").replace(OF_DEMO.replace("[demo]", "[demoo]"), ""))
    ran = run("check stairs --trust-rules")
    assert "a class for the edition `dmeo`, which the game lacks" in ran.err
    assert "did you mean `demo`?" in ran.err
