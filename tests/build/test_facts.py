"""Players, time and age in game.yaml: read and written, with every other byte as before."""

import pytest

from printnplay.build.facts import Facts, facts_in, with_facts
from printnplay.build.new import STARTERS, facts_of
from printnplay.files.catalog import PACKAGE
from printnplay.files.yaml_edits import UnknownPlaceError

SOURCE = """# A game.
title: Coast
players: [2, 3, 4]   # at a table
minutes: 30
age: 8
rules: none
"""


@pytest.mark.parametrize(
    ("facts", "old", "new"),
    [
        (Facts(2, 4, "30", "8"), "", ""),
        (Facts(1, 1, "30", "8"), "[2, 3, 4]", "[1]"),
        (Facts(0, 0, "30", "8"), "[2, 3, 4]", "[]"),
        (Facts(2, 4, "20-30", "8"), "minutes: 30", "minutes: 20-30"),
        (Facts(2, 4, "", "8"), "minutes: 30\n", ""),
        (Facts(2, 4, "30", ""), "age: 8\n", ""),
        (Facts(2, 4, "30", "14"), "age: 8", "age: 14"),
    ],
)
def test_only_what_differs_is_written(facts: Facts, old: str, new: str) -> None:
    assert with_facts(SOURCE, facts) == SOURCE.replace(old, new, 1)
    assert facts_in(with_facts(SOURCE, facts)) == facts


def test_what_is_missing_comes_in_the_order_of_the_starters() -> None:
    source = "\ufefftitle: Coast\r\nplayers: [2]\r\nrules: none\r\n"
    meant = "players: [2, 3]\r\nminutes: 5\r\nage: 4\r\n"
    made = with_facts(source, Facts(2, 3, "5", "4"))
    assert made == source.replace("players: [2]\r\n", meant)


@pytest.mark.parametrize("source", ["players:\n  - 2\n", "title: Coast\n", "players: 2\n"])
def test_players_in_another_form_are_left_alone(source: str) -> None:
    with pytest.raises(UnknownPlaceError):
        with_facts(source, Facts(3, 4))


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (Facts(), ""),
        (Facts(1, 99, "1-999", "99"), ""),
        (Facts(0, 3), "numbers of players"),
        (Facts(3, 2), "numbers of players"),
        (Facts(1, 100), "numbers of players"),
        (Facts(minutes="30-20"), "minutes"),
        (Facts(minutes="1000"), "minutes"),
        (Facts(age="100"), "age"),
        (Facts(age="8+"), "age"),
    ],
)
def test_what_is_wrong_is_said(facts: Facts, said: str) -> None:
    assert said in facts.fault
    assert bool(said) == bool(facts.fault)


@pytest.mark.parametrize("starter", [*STARTERS])
def test_the_facts_of_each_starter_can_be_changed(starter: str) -> None:
    file = PACKAGE / "starters" / starter / "designs/my-game/game.yaml"
    assert facts_of(starter).most
    assert facts_in(with_facts(file.read_text("utf-8"), Facts(1, 7, "45", "12"))).most == 7
