"""Editions of a game: demo, expansion, large print, each with its own cards, words and files."""

from pathlib import Path

import pypdfium2
import pytest

from .project import run

pytestmark = pytest.mark.sampled(6)

GAME = "designs/lost-city/game.yaml"
BOOKLET = "designs/lost-city/booklet.yaml"
TEXTS = "locales/en/lost-city.yaml"
OF_DEMO = "locales/en/lost-city.demo.yaml"
DEMO = """editions:
  demo:
    title: "Lost City: Low Tide"
    players: [2]
    deck:
      - {cards: [number-5, number-6], copies: 0}
      - {}
    boxes: []
"""


def declared(project: Path, editions: str) -> None:
    """Add keys to the game's game.yaml, and remove the template that it does not use."""
    (project / "templates/lost-city/back-page.svg.j2").unlink(missing_ok=True)
    path = project / GAME
    path.write_text(path.read_text("utf-8") + editions, "utf-8")


def changed(project: Path, file: str, old: str, new: str) -> None:
    """Replace a part of a file that stands in it once."""
    path = project / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (file, old)
    path.write_text(text.replace(old, new), "utf-8")


def words(project: Path, name: str, document: str = "rulebook") -> str:
    """Return all text of a document of a game or an edition."""
    path = project / f"output/{name}/en/{name}-en-{document}.pdf"
    with pypdfium2.PdfDocument(path) as pdf:
        pages = [page.get_textpage().get_text_bounded() for page in pdf]
    return " ".join(" ".join(pages).split())


def test_a_demo_has_its_own_cards_and_files(city: Path) -> None:
    declared(city, DEMO)
    ran = run("build -p a4")
    assert (ran.status, ran.err) == (0, ""), ran.err
    made = {path.parent.parent.name: path.name for path in city.glob("output/*/en/*-box.pdf")}
    assert made == {"lost-city": "lost-city-en-a4-box.pdf"}  # the demo has no box
    assert sorted(path.name for path in city.glob("output/lost-city.demo/en/*.pdf")) == [
        "lost-city.demo-en-a4-booklet.pdf",
        "lost-city.demo-en-a4-kit.pdf",
        "lost-city.demo-en-rulebook.pdf",
    ]
    assert "Shuffle all 26 cards" in words(city, "lost-city")
    assert "Shuffle all 18 cards" in words(city, "lost-city.demo")
    assert "Low Tide" in words(city, "lost-city.demo", "a4-kit")
    assert "Low Tide" not in words(city, "lost-city", "a4-kit")


def test_check_and_list_name_the_editions(city: Path) -> None:
    declared(city, DEMO)
    ran = run("check")
    assert (ran.status, ran.err) == (0, "")
    base, left, demo, _ = ran.out.splitlines()
    assert left.startswith("Lost City: still from the starter: ")
    assert base.startswith("Lost City: 26 cards, ")
    assert demo.startswith("Lost City: Low Tide (demo): 18 cards, ")
    assert demo.endswith("; changes `title`, `players`, `deck`, `boxes`")
    assert run("check lost-city.demo").out.splitlines()[:-1] == [demo]
    assert run("check lost-city").out.splitlines()[:-1] == [base, left]
    assert run("check").out == ran.out  # from the cache
    shown = run("list").out
    assert "lost-city.demo: Lost City: Low Tide, 18 cards, 2 players\n  en  complete" in shown


def test_an_unknown_edition_is_an_unknown_game(city: Path) -> None:
    declared(city, DEMO)
    ran = run("build lost-city.dmo")
    assert ran.status == 2
    assert "unknown game `lost-city.dmo`" in ran.err
    assert "did you mean `lost-city.demo`?" in ran.err


def test_the_words_of_an_edition_replace_those_of_the_game(city: Path) -> None:
    declared(city, DEMO)
    (city / OF_DEMO).write_text(
        'en:\n  game: {title: "Low Tide"}\n  rules: {goal: {points: "Who dares most wins."}}\n',
        "utf-8",
    )
    ran = run("build -p a4")
    assert (ran.status, ran.err) == (0, ""), ran.err
    for name, own in (("lost-city", False), ("lost-city.demo", True)):
        shown = words(city, name)
        assert ("Who dares most wins." in shown) is own
        assert ("The highest total wins." in shown) is not own
        assert ("Low Tide" in words(city, name, "a4-kit")) is own
    assert run("check").out.splitlines()[2].endswith("`boxes`, 2 texts")

    # Only the edition is built again when its own words change.
    changed(city, OF_DEMO, "Who dares most wins.", "Who dares least wins.")
    built = run("build -p a4").out.splitlines()
    unchanged = [line for line in built if line.startswith("output") and "unchanged" in line]
    assert all("lost-city-en" in line for line in unchanged), built
    assert len(unchanged) == 4
    assert "Who dares least wins." in words(city, "lost-city.demo")


def test_texts_of_the_game_reach_its_editions(city: Path) -> None:
    declared(city, DEMO)
    run("build -p a4")
    changed(
        city, TEXTS, 'The highest total wins."\n\n    setup', 'The lowest total wins."\n\n    setup'
    )
    assert run("build -p a4").status == 0
    assert "The lowest total wins." in words(city, "lost-city.demo")


def test_a_game_may_leave_the_cards_of_an_expansion_to_it(city: Path) -> None:
    declared(
        city,
        "deck: [{group: numbers}]\n"
        "editions:\n"
        "  expansion: {title: Storms Ahead, deck: [{group: storms, copies: 5}], players: [2, 3]}\n",
    )
    changed(
        city,
        BOOKLET,
        "      - paragraph: rules.turn.double\n",
        "      - editions: [base]\n        blocks: [{paragraph: rules.turn.double}]\n",
    )
    ran = run("build -p a4")
    assert (ran.status, ran.err) == (0, ""), ran.err
    base, expansion = words(city, "lost-city"), words(city, "lost-city.expansion")
    assert "Number cards 24 Cards in total 24" in base
    assert "Storm cards 5 Cards in total 5" in expansion
    # A block that shows only cards of the other edition is left out.
    assert "A Storm does the same" not in base
    assert "There are 5 of them" in expansion
    assert "If you turn over a number" in base
    assert "If you turn over a number" not in expansion
    kit = words(city, "lost-city.expansion", "a4-kit")
    assert "Discard all cards that you have turned over" in kit
    assert "Discard all cards that you have turned over" not in words(city, "lost-city", "a4-kit")
    assert run("check --no-cache").out.splitlines()[-1] == "clean"


def test_a_section_may_belong_to_some_editions(city: Path) -> None:
    declared(city, DEMO)
    changed(city, BOOKLET, "  - id: end\n", "  - id: end\n    editions: [base]\n")
    changed(
        city,
        BOOKLET,
        "  - id: setup\n",
        "  - {id: first, editions: [demo], blocks: [{paragraph: rules.first.day}]}\n"
        "  - id: setup\n",
    )
    # The words of a section that only the edition has may be in its own file.
    (city / OF_DEMO).write_text(
        'en: {rules: {first: {title: "Your first day", day: "Play with open cards."}}}\n', "utf-8"
    )
    ran = run("build -p a4")
    assert (ran.status, ran.err) == (0, ""), ran.err
    base, demo = words(city, "lost-city"), words(city, "lost-city.demo")
    assert "End of the game" in base
    assert "End of the game" not in demo
    assert "Your first day" in demo
    assert "Your first day" not in base
    assert run("check --no-cache").out.splitlines()[-1] == "clean"


def test_large_print_has_larger_type(city: Path) -> None:
    declared(city, "editions: {large: {type_scale: 140%, card: tarot}}\n")
    ran = run("build -p a4")
    assert (ran.status, ran.err) == (0, ""), ran.err
    small, large = (sizes(city, name) for name in ("lost-city", "lost-city.large"))
    assert large == pytest.approx(small * 1.4, rel=0.02)
    shown = run("check lost-city.large --fit").out
    assert "lost-city.large/storm" in shown
    assert run("check").out.splitlines()[-1] == "clean"


def sizes(project: Path, name: str) -> float:
    """Return the height of a line of the rules in a rulebook."""
    path = project / f"output/{name}/en/{name}-en-rulebook.pdf"
    with pypdfium2.PdfDocument(path) as pdf:
        for page in pdf:
            text = page.get_textpage()
            found = text.search("Turn over cards as long").get_next()
            if found:
                _, bottom, _, top = text.get_charbox(found[0], loose=True)
                return float(top - bottom)
    raise AssertionError(name)


def test_templates_know_the_edition(city: Path) -> None:
    declared(city, DEMO)
    changed(
        city,
        "templates/lost-city/card.svg.j2",
        "</svg>",
        '{% if game.edition == "demo" %}'
        '{{ fit_title("DEMO", 5, 5, 20, 8, colour="ink") }}{% endif %}</svg>',
    )
    assert run("build -p a4").status == 0
    assert "DEMO" in words(city, "lost-city.demo", "a4-kit")
    assert "DEMO" not in words(city, "lost-city", "a4-kit")


def test_files_of_an_edition_that_is_gone_are_removed(city: Path) -> None:
    declared(city, DEMO)
    assert run("build -p a4").status == 0
    changed(city, GAME, DEMO, "")
    assert run("build -p a4").status == 0
    assert [path.name for path in (city / "output").iterdir()] == ["lost-city"]


def test_boxes_hold_the_groups_that_are_left(city: Path) -> None:
    changed(
        city,
        GAME,
        "box: {stock: 250}",
        "boxes: [{id: numbers, groups: [numbers]}, {id: storms, groups: [storms]}]\n"
        "editions: {storms: {deck: [{group: storms}]}}\n#",
    )
    ran = run("build -p a4")
    assert (ran.status, ran.err) == (0, ""), ran.err
    assert "Storm" in words(city, "lost-city.storms", "a4-box")
    assert "Number cards" not in words(city, "lost-city.storms", "a4-box")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("deck: [{cards: [strom]}]", "PNP205]: there is no card `strom`"),
        ("deck: [{cards: {famly: storm}}]", "PNP205]: no card has a field `famly`"),
        ("deck: [{group: storm}]", "PNP243]: `storm` is not a group of `sheets`"),
        pytest.param(
            "deck: [{}, {group: storms}]", "PNP243]: the entry takes no card", id="nothing-left"
        ),
        ("deck: [{copies: 0}]", "PNP243]: the deck has no cards"),
        ("id: other", "PNP111]: `id` is not a key here"),
        ("style: unknown", "PNP406]: there is no style `unknown`"),
    ],
)
def test_an_edition_that_cannot_be_is_reported(city: Path, keys: str, said: str) -> None:
    declared(city, f"editions: {{demo: {{{keys}}}}}\n")
    ran = run("check")
    assert ran.status == 1
    assert said in ran.err, ran.err


def test_names_of_editions_are_checked(city: Path) -> None:
    declared(city, "editions: {demo: {}, base: {}}\n")
    changed(city, BOOKLET, "  - id: end\n", "  - id: end\n    editions: [demos]\n")
    changed(
        city,
        BOOKLET,
        "      - paragraph: rules.turn.choose\n",
        "      - editions: [bse]\n        blocks: [{paragraph: rules.turn.choose}]\n",
    )
    (city / "locales/en/lost-city.deno.yaml").write_text("en: {}\n", "utf-8")
    ran = run("check lost-city")
    assert ran.status == 1
    for said in (
        "PNP244]: an edition cannot be named `base`",
        "PNP244]: there is no edition `demos`",
        "PNP244]: there is no edition `bse`",
    ):
        assert said in ran.err, ran.err


def test_texts_of_no_edition_are_reported(city: Path) -> None:
    declared(city, DEMO)
    (city / "locales/en/lost-city.deno.yaml").write_text("en: {}\n", "utf-8")
    ran = run("check")
    assert "PNP244]: the game `lost-city` has no edition `deno`" in ran.err
    assert "did you mean `demo`?" in ran.err


def test_a_text_that_the_game_lacks_cannot_be_changed(city: Path) -> None:
    declared(city, DEMO)
    (city / OF_DEMO).write_text(
        'en:\n  rules: {goal: {pionts: "Win."}}\n  cards: {number-5: {name: "Five"}}\n', "utf-8"
    )
    ran = run("check")
    assert ran.status == 1
    assert "PNP245]: the game has no text `rules.goal.pionts` to change" in ran.err
    assert "did you mean `rules.goal.points`?" in ran.err
    assert "the edition leaves out the part with this text" in ran.err


def test_a_change_of_one_language_only_is_a_warning(city: Path) -> None:
    declared(city, DEMO)
    texts = (city / TEXTS).read_text("utf-8").replace("\nen:", "\nfr:", 1)
    (city / "locales/fr").mkdir()
    (city / "locales/fr/lost-city.yaml").write_text(texts, "utf-8")
    (city / OF_DEMO).write_text('en: {rules: {goal: {points: "Win."}}}\n', "utf-8")
    said = "PNP246]: the edition changes `rules.goal.points` in `en`, but not in `fr`"
    assert said in run("check").err
    (city / "locales/fr/lost-city.demo.yaml").write_text(
        'fr: {rules: {goal: {points: "Gagnez."}}}\n', "utf-8"
    )
    assert "PNP246" not in run("check").err


def test_the_texts_of_an_edition_are_translated_by_themselves(city: Path) -> None:
    declared(city, DEMO)
    (city / OF_DEMO).write_text('en: {rules: {goal: {points: "Win."}}}\n', "utf-8")
    assert "lost-city.demo  en" in run("l10n status").out
    ran = run("l10n add fr")
    assert (ran.status, ran.err) == (0, "")
    assert 'points: ""' in (city / "locales/fr/lost-city.demo.yaml").read_text("utf-8")
    assert "PNP113" in run("check lost-city.demo -l fr").err
    assert run("l10n export fr lost-city.demo").status == 0
    (sent,) = (city / "output/l10n").rglob("lost-city.demo*.po")
    text = sent.read_text("utf-8")
    sent.write_text(
        text.replace('msgid "Win."\nmsgstr ""', 'msgid "Win."\nmsgstr "Gagnez."'), "utf-8"
    )
    ran = run(f"l10n import {sent}")
    assert ran.status == 0, ran.err
    assert "Gagnez." in (city / "locales/fr/lost-city.demo.yaml").read_text("utf-8")


def test_an_edition_is_exported_by_itself(city: Path) -> None:
    declared(city, DEMO)
    assert run("export png lost-city.demo --dpi 40").status == 0
    made = {path.name for path in (city / "output/lost-city.demo/en/png").glob("*.png")}
    assert "number-4-front.png" in made
    assert "number-5-front.png" not in made


@pytest.mark.at_leisure
def test_rules_are_those_of_the_game_unless_an_edition_has_none(stairs: Path) -> None:
    path = stairs / "designs/stairs/game.yaml"
    path.write_text(
        path.read_text("utf-8")
        + "editions: {demo: {deck: [{group: cats}]}, plain: {rules: none}}\n",
        "utf-8",
    )
    ran = run("check --trust-rules stairs stairs.demo")
    assert (ran.status, ran.err) == (0, ""), ran.err
    base, demo, _ = ran.out.splitlines()
    assert "examples true" in base
    assert "examples true" in demo
    assert "examples true" not in run("check stairs.plain").out
