"""The balance report: what it says of figures that are known, and that everybody can read it."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from rules.games import source

from printnplay.build.messages import messages_in
from printnplay.cli.study import plots
from printnplay.cli.study.page import as_page
from printnplay.kernel.messages import LANGUAGES, SPOKEN
from printnplay.play.many_games import Played
from printnplay.play.study import Mishap, Study, Tally
from printnplay.play.study_summary import StudySummary, summarize

KO = source("tic-tac-ko")
EVEN = Tally(
    games=500,
    winners=Counter({(0,): 250, (1,): 250}),
    first=250,
    endings=Counter({"three objectives": 400, "a deck ran out": 100}),
    lengths=Counter({10: 240, 12: 240, 20: 20}),
    choices=Counter({1: 500, 4: 3000, 7: 1500}),
    used=Counter(dict.fromkeys(KO.load().SENTENCES, 1)),
    leads=Counter({0: 100, 1: 300, 2: 100}),
    ahead=240,
    behind=160,
)


def figures(players: int, **more: object) -> StudySummary:
    study = Study(KO, players, 1, 500)
    return summarize("tic-tac-ko", KO.load(), study, replace(EVEN, **more))


def read(*studies: StudySummary) -> ElementTree.Element:
    """The content of the report; it is XML, so nothing is left open or unescaped."""
    page = as_page(Played("tic-tac-ko", "Tic <Tac> K.O.", studies, ()))
    return ElementTree.fromstring(re.search(r"<main>.*</main>", page, re.DOTALL)[0])  # type: ignore[index]


def text_of(part: ElementTree.Element | None) -> str:
    assert part is not None
    return " ".join(" ".join(part.itertext()).split())


def test_what_stands_out_is_named_with_its_numbers_of_players() -> None:
    cards = {
        "held": Counter({"dragon-armour": 250, "dragon-blast": 250, "dragon-moss": 300}),
        "held_won": Counter({"dragon-armour": 150, "dragon-blast": 100, "dragon-moss": 150}),
        "played": Counter({"dragon-armour": 200, "dragon-blast": 200, "dragon-moss": 2}),
        "played_won": Counter({"dragon-armour": 160, "dragon-blast": 40, "dragon-moss": 1}),
    }
    two = figures(2, winners=Counter({(0,): 150, (1,): 350}), **cards)
    three = figures(3, winners=Counter({(0,): 170, (1,): 170, (2,): 160}), first=170,
                    ahead=450, behind=20)  # fmt: skip
    said = text_of(read(two, three).find("div"))
    assert "share: a 30.0% instead of 50.0%, b 70.0% instead of 50.0% (2 players)" in said
    assert "Runaway leaders: the leader at half-time wins 90.0% (3 players)" in said
    assert "Cards stronger than most: dragon-armour (2 players)" in said
    assert "Cards weaker than most: dragon-blast (2 players)" in said
    assert "Dead cards: dragon-moss (2 players)" in said
    assert "Forced moves" not in said
    assert "Long games" not in said


def test_an_even_game_says_so() -> None:
    report = read(replace(figures(2), never_played=()))
    assert text_of(report.find("div")).startswith("Nothing stands out.")
    assert "No seat differs from the average seat (dashed) beyond chance" in text_of(report)


def test_every_plot_has_a_sentence_a_description_and_a_table() -> None:
    report = read(figures(2), figures(4))
    drawn = [section for section in report.iter("section") if section.find(".//svg") is not None]
    questions = [section.findtext("h2") for section in drawn]
    assert questions == [
        "Does every seat have the same chance?",
        "How long is a game?",
        "How much is there to decide?",
        "Can a player come back?",
        "How do games end?",
    ]
    for section in drawn:
        assert "It matters if " in text_of(section.find("p"))
        assert section.find("details/table") is not None
        for plot in section.iter("svg"):
            assert plot.get("role") == "img"
            assert plot.findtext("title")
            assert plot.findtext("desc")
    by_title = {plot.findtext("title"): plot for plot in report.iter("svg")}
    lengths = by_title["games by number of moves, 2 players"]
    assert "half within 12. 10: 48.0%, 11: 0.0%, 12: 48.0%" in (lengths.findtext("desc") or "")
    halves = by_title["games by where the winner was after half of the moves, 4 players"]
    assert re.match(r"winner led 48.0%, .*; winner behind 32.0%, .*; nobody led 20.0%",
                    halves.findtext("desc") or "")  # fmt: skip


def test_what_has_no_figures_has_no_section() -> None:
    """No game ends, and the one card that players hold cannot be played."""
    none: Counter[object] = Counter()
    held = Counter({next(iter(KO.load().COMPONENTS)): 9})
    study = figures(2, winners=none, lengths=none, endings=none, leads=none, held=held)
    assert [part.text for part in read(study).iter("h2")] == [
        "How much is there to decide?",
        "Which cards are strong, weak or dead?",
        "Which rules take effect?",
    ]
    unplayable = replace(
        study, cards=tuple(replace(card, used=card.played) for card in study.cards)
    )
    assert len(list(read(unplayable).iter("h2"))) == 2


def test_broken_games_are_listed_with_the_command_that_shows_them() -> None:
    report = read(figures(2, mishaps=[Mishap(3, 7, "a <card> is lost")]))
    assert "1 of 500" in text_of(report.find("div"))
    (broken,) = report.findall("ul/li")
    assert "a <card> is lost" in text_of(broken)
    assert "--game 3" in text_of(broken.find("code"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("panels", "language"),
    [*((panels, "en") for panels in (1, 2, 3, 4)), *((4, language) for language in LANGUAGES)],
)
def test_nothing_of_a_plot_is_outside_of_it(panels: int, language: str) -> None:
    cards = Counter({"dragon-armour": 200, "unicorn-turnabout": 200, "dragon-moss": 2})
    won = Counter({"dragon-armour": 200, "unicorn-turnabout": 3})
    ends = Counter({"a deck ran out": 100, "the last of all players has not a single move": 400})
    study = figures(
        2, winners=Counter({(0,): 490, (1,): 10}), played=cards, played_won=won, endings=ends
    )
    studies = [study] * panels
    token = SPOKEN.set(lambda: messages_in(language))
    report = read(*studies)
    SPOKEN.reset(token)
    for plot in report.iter("svg"):
        width, height = map(float, (plot.get("viewBox") or "").split()[2:])
        for text in plot.iter("text"):
            x, y = float(text.get("x", 0)), float(text.get("y", 0))
            small = plots.LETTER * 11 / 12
            letter = {"bold": plots.BOLD, "head": small}.get(text.get("class", ""), plots.LETTER)
            long = letter * len(text.text or "")
            start = x - {"end": long, "middle": long / 2}.get(text.get("text-anchor", ""), 0)
            assert -1 <= start <= start + long <= width + 1
            assert 0 < y <= height
        for shape in plot.iter("rect"):
            left, wide = float(shape.get("x", 0)), float(shape.get("width", 0))
            assert 0 <= left <= left + wide <= width
