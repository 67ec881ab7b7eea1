"""A designer's own game, quite unlike the bundled ones: `broken_crown` builds as it is.

Characters with photographs, 32 rows of a spreadsheet, dark cards, landscape and tarot, hexagons,
round tokens and a score pad, in two languages.
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest

from printnplay import open_project
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.scene.picture import Picture

PROJECT = Path(__file__).parent / "broken_crown"


def test_it_is_sound_in_both_languages() -> None:
    report = open_project(PROJECT).check()
    assert report.problems == ()
    (summary,) = report.games
    assert (summary.cards, summary.languages) == (72, ("de", "en"))


@pytest.mark.at_leisure
def test_its_kit_is_built_from_its_rows(tmp_path: Path) -> None:
    outcome = open_project(PROJECT).build(languages=["de"], output=tmp_path)
    kit = next(file.path for file in outcome.files if file.path.name.endswith("-kit.pdf"))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(kit)]
    # The first page shows small pictures of some cards.
    words = " ".join(pages[1:])
    first = " ".join(pages[0].split())
    for said in ("2–4", "30–45 min", "10+", "Personen (8)", "Ann Example", "31. März 2026"):
        assert said in first
    assert "Version 0.3" in first
    assert "CC BY-SA 4.0" in first
    # Two score pads share a sheet.
    assert sum("Punkteblock" in page for page in pages[2:]) == 2
    assert words.count("Bestechung") == 2
    assert "Zahle 1. Zieh eine Karte." in " ".join(words.split())
    assert kit.stat().st_size < 400_000


# One thing changed


def edition(project: Path, problems: Problems, language: str = "en") -> Edition | None:
    loaded = open_game(Catalog(project), "crown", (language,), problems)
    return edition_of(loaded, Languages(language), problems) if loaded else None


def changed(tmp_path: Path, *changes: tuple[str, str, str]) -> Path:
    """The project with texts of files replaced."""
    project = tmp_path / "project"
    shutil.copytree(PROJECT, project)
    for file, old, new in changes:
        path = project / file
        text = path.read_text("utf-8") if path.exists() else ""
        assert old in text
        path.write_text(text.replace(old, new, 1) if old else text + new, "utf-8")
    return project


def face(project: Path, card_id: str) -> tuple[Picture | None, Sequence[Diagnostic]]:
    """A card of the project, and every fault up to its drawing."""
    problems = Problems()
    made = edition(project, problems)
    if made is None:
        return None, problems.found
    card = next(card for card in made.game.cards if card.id == card_id)
    return made.face(card), problems.found


CARDS, GAME = "designs/crown/cards.yaml", "designs/crown/game.yaml"
ROWS, PEOPLE = "designs/crown/intrigues.csv", "designs/crown/characters.csv"


def test_a_text_that_quotes_a_field_its_card_lacks_is_told_with_its_row(tmp_path: Path) -> None:
    project = changed(tmp_path, (ROWS, "Pay {field.cost}.", "Pay {field.price}."))
    picture, (fault,) = face(project, "bribe")
    assert picture is None
    assert fault.code == codes.UNKNOWN_FACT
    assert fault.message == "the card `bribe` has no field `price`"
    assert (Path(fault.span.file).name, fault.span.line) == ("intrigues.csv", 2)


def test_a_field_that_a_template_misspells_is_told_once_for_all_cards(tmp_path: Path) -> None:
    template = "templates/crown/intrigue.svg.j2"
    project = changed(tmp_path, (template, "card.cost", "card.csot"))
    problems = Problems()
    made = edition(project, problems)
    assert made is not None
    for card in made.game.cards_of(made.game.groups[1]):
        made.face(card)
    (fault,) = problems.found
    assert fault.message == "the card has no field `csot`"
    assert fault.help == "did you mean `cost`?"
    assert fault.notes == (("on 32 cards: `bribe`, `spy`, `ambush` and 29 more", None),)


def test_a_missing_picture_is_shown_where_the_table_names_it(tmp_path: Path) -> None:
    project = changed(tmp_path, (PEOPLE, "turned.jpg", "turnde.jpg"))
    _, (fault,) = face(project, "maud")
    assert fault.code == codes.PICTURE_MISSING
    place = fault.span
    assert (Path(place.file).name, place.line, place.column) == ("characters.csv", 2, 32)
    ((note, used),) = fault.notes
    assert note == "it is used here"
    assert used is not None
    assert used.file.endswith(".svg.j2")


def sizes(picture: Picture | None) -> set[str]:
    """The sizes of type on a face, in mm."""
    assert picture is not None
    return set(re.findall(r'font-size="([\d.]+)"', picture.svg))


@pytest.mark.at_leisure
def test_names_of_a_family_are_of_one_size_where_the_style_wants_it(tmp_path: Path) -> None:
    together = [sizes(face(PROJECT, name)[0]) for name in ("maud", "piers")]
    assert together[0] == together[1]
    alone = changed(tmp_path, ("templates/crown/style.yaml", "{fit: together}", "{fit: alone}"))
    assert sizes(face(alone, "maud")[0]) != sizes(face(alone, "piers")[0])


def test_a_group_has_a_look_of_its_own() -> None:
    dark, _ = face(PROJECT, "bribe")
    assert dark is not None
    assert "#16133f" in dark.svg
    assert 'font-style="italic"' in dark.svg
    light, _ = face(PROJECT, "maud")
    assert light is not None
    assert "#16133f" not in light.svg


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((GAME, "style: night}", "style: nihgt}"), "there is no style `nihgt`"),
        (
            ("templates/crown/style.yaml", "like: base", "like: night"),
            "the style `crown` is based on itself",
        ),
        ((PEOPLE, "name@de", "name@fr"), "the table has texts in `fr`"),
        ((CARDS, "{template: intrigue,", "{template: plot,"), "there is no template `plot.svg.j2`"),
        (
            ("templates/night/style.yaml", "italic: yes", "weight: 900"),
            "`Red Hat Display` has no weight 900: `card-rule` is printed in 800",
        ),
        ((GAME, "card: poker-landscape", "card: pokre"), "`pokre` is not a size of cards"),
        ((GAME, "PNP363", "PNP999"), "`PNP999` is not the code of a fault"),
    ],
)
def test_what_cannot_be_meant_is_told(
    change: tuple[str, str, str], said: str, tmp_path: Path
) -> None:
    _, found = face(changed(tmp_path, change), "bribe")
    assert any(said in fault.message for fault in found)


def test_a_weight_that_a_family_lacks_is_shown_where_it_is_written(tmp_path: Path) -> None:
    style = "templates/night/style.yaml"
    _, (fault, *_) = face(changed(tmp_path, (style, "italic: yes", "bold: 900")), "bribe")
    lines = (tmp_path / "project" / style).read_text("utf-8").splitlines()
    assert Path(fault.span.file).parent.name == "night"
    assert lines[fault.span.line - 1][fault.span.column - 1 :].startswith("900")


def test_an_empty_text_is_told_without_the_emphasis_that_a_template_puts_around_it(
    tmp_path: Path,
) -> None:
    _, found = face(
        changed(
            tmp_path,
            ("locales/en/crown.yaml", "  cover:", '  empty: ""\n  cover:'),
            (
                "templates/crown/intrigue.svg.j2",
                "</svg>",
                '{{ textbox("*" ~ t("empty") ~ "*", 6, 60, 50, 10) }}</svg>',
            ),
        ),
        "bribe",
    )
    assert [fault.code for fault in found] == [codes.EMPTY_VALUE]


@pytest.mark.at_leisure
def test_what_a_game_allows_is_left_out_and_what_it_need_not_allow_is_told(tmp_path: Path) -> None:
    project = changed(
        tmp_path, (GAME, "check: PNP363, key: cards.*.name", "check: PNP363, key: cards.maud.*")
    )
    report = open_project(project).check(numbers=True)
    found = [fault.code for fault in report.problems]
    assert found.count(codes.NOT_TRANSLATED) == 4
    assert found.count(codes.TYPED_NUMBER) == 8  # once, not in the translation as well
    assert found.count(codes.NOT_ALLOWABLE) == 1


def test_single_common_texts_are_changed_without_copying_the_others(tmp_path: Path) -> None:
    own = 'en:\n  kit:\n    title: "Make your crown"\n'
    project = changed(tmp_path, ("locales/en/common.yaml", "", own))
    problems = Problems()
    made = edition(project, problems)
    assert made is not None
    assert problems.found == []
    assert made.texts.entries["kit.title"].plain == "Make your crown"
    assert "kit.key.cut" in made.texts.entries
