"""A small game in scripts of all kinds, built, and its texts read back from the PDFs.

Its fonts are cut to the letters of its texts by `tools/cut_test_fonts.py`; the words that come with
the tool are left in English.
"""

import re
import shutil
from itertools import product
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from common_texts import common_in

from printnplay.build.jobs import build
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.edition.request import BuildRequest, Progress
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.text.markup import plain

pytestmark = pytest.mark.at_leisure

GAME = Path(__file__).parent / "lantern"
LANGUAGES = ("pl", "el", "uk", "he", "ar", "ja", "th", "hi")
RULES = ("rules.goal.title", "rules.goal.points", "rules.turn.choose", "rules.turn.on")
CARDS = ("cards.storm.name", "cards.harbour.name", "cards.storm.rule", "cards.harbour.rule")

UNREAD = re.compile(r"[^\w.,:!;،。、।]+|[\x00-\x1f]+")
"""Spaces, which readers guess from the gaps between letters; brackets, which they turn round in
text from the right; hyphens and marks of direction."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game with all its languages, built."""
    folder: Path = tmp_path_factory.mktemp("scripts") / "project"
    shutil.copytree(GAME, folder)
    for language in LANGUAGES:
        if language == "pl":
            continue
        (folder / "locales" / language / "common.yaml").write_text(common_in(language), "utf-8")
    request = BuildRequest(folder, ("lantern",), LANGUAGES, ("a4",), folder / "output")
    build(request, Progress())
    return folder


def words(text: str) -> str:
    return UNREAD.sub("", text)


def expected(project: Path, language: str, keys: tuple[str, ...]) -> list[str]:
    problems = Problems()
    loaded = open_game(Catalog(project), "lantern", [language], problems)
    assert loaded is not None
    setter = Edition(loaded, language, problems).typesetter
    return [words(plain(setter.inlines(key))) for key in keys]


def read_back(project: Path, language: str, kind: str) -> str:
    name = f"lantern-{language}-rulebook" if kind == "rulebook" else f"lantern-{language}-a4-{kind}"
    file = project / "output" / "lantern" / language / f"{name}.pdf"
    pages = pypdfium2.PdfDocument(file)
    return words("".join(page.get_textpage().get_text_range() for page in pages))


KINDS = {"rulebook": RULES, "kit": CARDS}


@pytest.mark.parametrize(("kind", "language"), sorted(product(KINDS, LANGUAGES)), ids=str)
def test_texts_read_back_as_they_were_written(project: Path, language: str, kind: str) -> None:
    read = read_back(project, language, kind)
    for text in expected(project, language, KINDS[kind]):
        assert text in read


@pytest.mark.parametrize(("language", "direction"), [("he", "/R2L"), ("ja", None)])
def test_a_booklet_from_right_to_left_is_bound_on_the_right(
    project: Path, language: str, direction: str | None
) -> None:
    folder = project / "output" / "lantern" / language
    with pikepdf.open(folder / f"lantern-{language}-a4-booklet.pdf") as booklet:
        assert booklet.Root.ViewerPreferences.get("/Direction") == direction
    sheet = pypdfium2.PdfDocument(folder / f"lantern-{language}-a4-booklet.pdf")[0]
    width = sheet.get_width()
    text = sheet.get_textpage()
    # The reader takes the few words of a cover for columns, and breaks a line after each letter.
    signs = [(text.get_text_range(at, 1), at) for at in range(text.count_chars())]
    letters = [(sign, at) for sign, at in signs if sign.strip()]
    title = "".join(sign for sign, _ in letters).index("Lantern")
    left, *_ = text.get_charbox(letters[title][1])
    assert (left < width / 2) == (direction is not None)
