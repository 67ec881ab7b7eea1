"""Two languages on one sheet: both texts on the cards, both rulebooks, the kit in the first."""

from pathlib import Path
from typing import TypeAlias

import pypdfium2
import pytest

from printnplay import open_project
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Um
from printnplay.loading.game import load

from .project import ROOT, run
from .rewriting import rewrite

pytestmark = pytest.mark.sampled(3)

OUT = "output/garden/pl+en"

BoxKind: TypeAlias = tuple[str, Um, Um, Um]
"""The last part of the key of its text, its width, its height and its largest type."""

TEXTS_DO_NOT_FIT = (codes.LANGUAGES_DO_NOT_FIT, codes.TEXT_DOES_NOT_FIT)


def page_texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    found = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    document.close()
    return found


def test_cards_and_rulebook_are_in_both_languages(polish_garden: Path) -> None:
    assert run("build -l pl+en").status == 0
    assert sorted(path.name for path in (polish_garden / OUT).glob("*.pdf")) == [
        f"garden-pl+en-{name}.pdf" for name in ("a4-booklet", "a4-kit", "rulebook")
    ]
    kit = page_texts(polish_garden / OUT / "garden-pl+en-a4-kit.pdf")
    plants = next(page for page in kit if "Fasola" in page)
    assert "Fasola / Bean" in plants
    assert "Dwie fasole obok siebie można zebrać. Two beans beside each other" in plants
    assert "Strona" in plants
    assert "Page " in plants
    assert "Rośliny / Plants" in plants
    assert "Jak zrobić własną grę" in kit[1]
    assert "How to make your game" in kit[2]
    aids = kit[-1]
    assert "Zasady w skrócie / Rules at a glance" in aids
    book = page_texts(polish_garden / OUT / "garden-pl+en-rulebook.pdf")
    half = len(book) // 2
    assert "Są 22 rośliny." in " ".join(book[:half])
    assert "There are 22 plants." in " ".join(book[half:])
    assert "There are" not in " ".join(book[:half])
    assert run("build -l pl+en").out.splitlines()[-1].endswith("; 0 written, 3 unchanged")


def test_a_text_that_reads_alike_stands_once(polish_garden: Path) -> None:
    rewrite(polish_garden / "locales/pl/garden.yaml", {"pl.cards.bean.name": "Bean"})
    assert run("build -l pl+en").status == 0
    kit = " ".join(page_texts(polish_garden / OUT / "garden-pl+en-a4-kit.pdf"))
    assert "Bean" in kit
    assert "Bean / Bean" not in kit


def test_where_two_have_no_room_the_first_stands_alone(polish_garden: Path) -> None:
    sentences = {
        "en": "Two beans beside each other may be harvested.",
        "pl": "Dwie fasole obok siebie można zebrać.",
    }
    for language, sentence in sentences.items():
        path = polish_garden / f"locales/{language}/garden.yaml"
        times = 1 if language == "pl" else 24
        rewrite(path, {f"{language}.cards.bean.rule": " ".join([sentence] * times)})
    ran = run("build -l pl+en")
    assert ran.status == 0
    assert "warning[PNP502]: `cards.bean.rule` is printed without its `en` text" in ran.err
    kit = " ".join(page_texts(polish_garden / OUT / "garden-pl+en-a4-kit.pdf"))
    assert sentences["pl"] in kit
    assert sentences["en"] not in kit
    assert "Fasola / Bean" in kit


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.at_leisure
def test_what_has_no_room_alone_is_reported(polish_garden: Path, command: str) -> None:
    path = polish_garden / "locales/pl/garden.yaml"
    rewrite(path, {"pl.cards.bean.rule": " ".join(["Dwie fasole obok siebie można zebrać."] * 30)})
    ran = run(f"{command} -l pl+en")
    assert ran.status == 1
    assert "error[PNP501]: the pl text does not fit the box `cards.bean.rule`" in ran.err
    assert "PNP502" not in ran.err


@pytest.mark.parametrize("words", ["pl+xx", "pl+pl", "pl+en+de", "+", "pl+"])
def test_a_pair_is_of_two_languages_that_there_are(polish_garden: Path, words: str) -> None:
    ran = run(f"build -l {words}")
    assert ran.status == 2
    assert "error[PNP002]" in ran.err
    assert not (polish_garden / "output").exists()


@pytest.mark.parametrize("command", ["proof", "l10n status"])
def test_commands_that_look_at_one_language_know_no_pairs(
    polish_garden: Path, command: str
) -> None:
    option = "" if command == "l10n status" else "-l "
    assert run(f"{command} {option}pl+en").status == 2
    assert polish_garden.is_dir()


def test_a_text_that_one_lacks_makes_the_pair_incomplete(polish_garden: Path) -> None:
    path = polish_garden / "locales/pl/garden.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('      title: "Cel gry"\n', ""), encoding="utf-8")
    assert "1 language (pl+en), not complete: pl+en," in run("check -l pl+en").out


@pytest.mark.parametrize("words", ["pl+en", "pl"])
def test_what_can_be_mended_is_mended_for_a_pair_and_in_the_glossary(
    polish_garden: Path, words: str
) -> None:
    path = polish_garden / "locales/pl/garden.yaml"
    rewrite(path, {"pl.cards.bean.rule": "Dwie  fasole obok siebie można zebrać."})
    glossary = polish_garden / "locales/glossary/garden.yaml"
    names = glossary.read_text(encoding="utf-8")
    glossary.write_text(names.replace("en: {name: ", 'en: {plural_of: "two  words", name: ', 1))
    ran = run(f"check --fix -l {words}")
    assert ran.err.startswith("locales/")
    assert "Dwie fasole" in path.read_text(encoding="utf-8")
    assert "two words" in glossary.read_text(encoding="utf-8")


@pytest.mark.at_leisure
@pytest.mark.parametrize("game", ["match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco"])
def test_a_game_that_ships_is_in_both_languages_and_in_one_size_a_group(game: str) -> None:
    report = open_project(ROOT, trust_rules=True).check([game], ["fr+de"], cached=False)
    texts = [fault for fault in report.problems if fault.code in TEXTS_DO_NOT_FIT]
    assert [fault.message for fault in texts] == []
    loaded = load(Catalog(ROOT), game, Problems())
    assert loaded is not None
    groups = {card.id: group.id for card in loaded.cards if (group := loaded.group_of(card))}
    together: dict[tuple[str, BoxKind], Um] = {}
    for box in report.boxes:
        if box.fit.box.endswith((".rule", ".flavour")):
            # Short texts have a larger style of their own.
            name = box.fit.box.rpartition(".")[2]
            kind = name, box.fit.width, box.fit.height, box.fit.largest
            # A card in the rulebook has one language, and is set larger.
            least = min(box.fit.size, together.get((box.face, kind), box.fit.size))
            together[box.face, kind] = least
    sizes: dict[object, set[Um]] = {}
    for (card, kind), size in together.items():
        sizes.setdefault((groups[card], kind), set()).add(size)
    assert sizes
    assert [alike for alike, found in sizes.items() if len(found) > 1] == []
