"""A check takes what an earlier one has found where nothing has changed, and says the same."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay import open_project
from printnplay.build import check as pipeline_check
from printnplay.build import check_editions, kept_checks
from printnplay.build.check_report import CheckReport, FaceBox
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import Catalog
from printnplay.kernel.codes import STROKE_TOO_THIN, TEMPLATE_FAILS
from printnplay.kernel.diagnostics import Problems, Severity

from .projects import change

ROOT = Path(__file__).parents[2]
GARDEN = ROOT / "tests/cli/garden"

BOOKLET = "designs/garden/booklet.yaml"
CARDS = "designs/garden/cards.yaml"
ENGLISH = "locales/en/garden.yaml"
POLISH = "locales/pl/garden.yaml"

FIGURE = """<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">
{{ fit_title("3 + 4", 5, 5, 30, 10) }}
</svg>
"""


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game in English and Polish that no other test has checked."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    project = shutil.copytree(GARDEN, tmp_path / "project")
    (project / "locales/pl").mkdir()
    shutil.move(project / "polish/garden.yaml", project / POLISH)
    shutil.move(project / "polish/glossary.yaml", project / "locales/glossary/garden.yaml")
    return project


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages that are drawn, one after the other."""
    languages: list[str] = []
    draw = check_editions.drawn

    def noted(loaded: LoadedGame, chosen: Languages, problems: Problems) -> Edition:
        languages.append(str(chosen))
        return draw(loaded, chosen, problems)

    monkeypatch.setattr(check_editions, "drawn", noted)
    return languages


@pytest.fixture
def check(garden: Path, drawn: list[str]) -> Callable[..., list[str]]:
    """Checks the garden, which must say the same as all anew, and gives what it has drawn."""

    def checked(*languages: str) -> list[str]:
        project = open_project(garden)
        drawn.clear()
        quick = project.check(languages=languages)
        needed = drawn.copy()
        assert quick == project.check(languages=languages, cached=False)
        drawn.clear()
        assert quick == project.check(languages=languages)
        assert drawn == []
        return needed

    return checked


@pytest.mark.at_leisure
def test_only_what_has_changed_is_drawn_again(
    check: Callable[..., list[str]], garden: Path
) -> None:
    card = (ROOT / "templates/base/card.svg.j2").read_text("utf-8")
    thin = card.replace('stroke-width="0.400"', 'stroke-width="0.001"')
    (garden / "templates/garden/card.svg.j2").write_text(thin, "utf-8")
    # The first language draws a figure for both, and so has its boxes.
    (garden / "templates/garden/bed.svg.j2").write_text(FIGURE, "utf-8")
    change(garden / BOOKLET, "      - card: rain", "      - drawing: bed\n      - card: rain")
    assert check() == ["en", "pl"]
    change(garden / POLISH, "Fasola", "Fasolka")
    assert check() == ["pl"]
    assert [fault.code for fault in open_project(garden).check().problems] == [STROKE_TOO_THIN]
    change(garden / ENGLISH, 'rule: "Lay it', 'unprinted: "No card says it.", rule: "Lay it')
    change(garden / POLISH, 'rule: "Połóż', 'unprinted: "Tego nie ma."\n      rule: "Połóż')
    assert check() == ["en", "pl"]
    # Alone it draws the figure itself.
    assert check("pl") == ["pl"]
    change(garden / CARDS, "copies: 11", "copies: 12")
    assert check("en") == ["en"]
    assert check() == ["pl"]


@pytest.mark.at_leisure
def test_what_covered_a_fault_of_a_drawing_that_is_kept_is_not_needless(
    check: Callable[..., list[str]], garden: Path
) -> None:
    card = (ROOT / "templates/base/card.svg.j2").read_text("utf-8")
    thin = card.replace('stroke-width="0.400"', 'stroke-width="0.001"')
    (garden / "templates/garden/card.svg.j2").write_text(thin, "utf-8")
    game = garden / "designs/garden/game.yaml"
    allowed = f"allow: [{{check: {STROKE_TOO_THIN}, reason: It is no more than a hint.}}]\n"
    game.write_text(game.read_text("utf-8") + allowed, "utf-8")
    assert check() == ["en", "pl"]
    english = garden / ENGLISH
    english.write_text(f"{english.read_text('utf-8')}\n# Read again.\n", "utf-8")
    assert check() == []
    assert open_project(garden).check().problems == ()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width", ["0.400", "0.001"])
def test_editions_that_another_process_draws_ahead_say_the_same(
    width: str, garden: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    card = (ROOT / "templates/base/card.svg.j2").read_text("utf-8")
    written = card.replace('stroke-width="0.400"', f'stroke-width="{width}"')
    (garden / "templates/garden/card.svg.j2").write_text(written, "utf-8")
    (garden / "templates/garden/bed.svg.j2").write_text(FIGURE, "utf-8")
    change(garden / BOOKLET, "      - card: rain", "      - drawing: bed\n      - card: rain")
    editions = ["en", "pl", "en+pl", "pl+en"]
    project = open_project(garden)
    shared = project.check(languages=editions, jobs=2)
    assert drawn == []  # not in this process
    assert shared == project.check(languages=editions, jobs=1, cached=False)
    assert bool(shared.problems) == (width == "0.001")
    drawn.clear()
    change(garden / POLISH, "Fasola", "Fasolka")
    after = project.check(languages=editions, jobs=2)
    assert drawn == ["pl", "en+pl", "pl+en"]  # the game is known: one process draws what changed
    assert after == project.check(languages=editions, jobs=1, cached=False)


def _key(project: Path, request: CheckRequest | None = None) -> bytes | None:
    kept = kept_checks.KeptChecks(Catalog(project), request or CheckRequest(project))
    return kept.key_of_game("garden", (Languages("pl"),))


def test_whatever_a_check_reads_counts(garden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = garden / "words.dic"
    words.write_text("rose\n", "utf-8")
    monkeypatch.setattr(kept_checks, "dictionary_files", lambda _: (words,))
    keys = [_key(garden)]
    assert _key(garden) == keys[0]
    for name in (
        CARDS,
        POLISH,
        "designs/garden/art/new.svg",
        "locales/glossary/garden.yaml",
        "locales/pl/language.yaml",
        "locales/pl/garden.lock.json",
        "locales/pl/garden.remarks.json",
        "locales/pl/garden.md",
        "templates/garden/style.yaml",
        "templates/garden/.hidden.svg.j2",
        "templates/fonts/New.ttf",
    ):
        path = garden / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((path.read_bytes() if path.exists() else b"") + b"\n")
        keys.append(_key(garden))
    plain = CheckRequest(garden)
    keys.append(_key(garden, replace(plain, proofread=True)))
    keys.append(_key(garden, replace(plain, numbers=True)))
    keys.append(_key(garden, replace(plain, pseudo=True)))
    words.write_text("rose\nbean\n", "utf-8")
    keys.append(_key(garden))
    assert None not in keys
    assert len({*keys}) == len(keys)


def test_texts_of_other_games_do_not_count(garden: Path) -> None:
    shutil.copytree(garden / "designs/garden", garden / "designs/orchard")
    texts = garden / "locales/pl/orchard.yaml"
    texts.write_text("pl: {}\n", "utf-8")
    before = _key(garden)
    texts.write_text('pl: {cover: {tagline: "Zbieraj"}}\n', "utf-8")
    assert _key(garden) == before


def test_what_cannot_be_seen_whole_is_not_kept(garden: Path, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (garden / "designs/garden/art").symlink_to(tmp_path / "art")
    assert _key(garden) is None


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (ENGLISH, "of your own", "of your own {nonsense}"),
        (CARDS, "copies: 11", "copis: 11"),
        (BOOKLET, "sections:", "sectons:"),
    ],
)
@pytest.mark.at_leisure
def test_errors_in_files_are_kept_until_these_change(
    garden: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str
) -> None:
    original = (garden / file).read_text("utf-8")
    (garden / file).write_text(original.replace(old, new, 1), "utf-8")
    before = open_project(garden).check()
    assert any(fault.severity is Severity.ERROR for fault in before.problems)
    drawn.clear()
    with monkeypatch.context() as patch:
        patch.setattr(pipeline_check, "check_game", None)
        assert open_project(garden).check() == before
    assert drawn == []
    (garden / file).write_text(original, "utf-8")
    assert not open_project(garden).check().problems


@pytest.mark.at_leisure
def test_errors_that_the_machine_may_cause_are_looked_for_again(
    garden: Path, drawn: list[str]
) -> None:
    endless = garden / "templates/garden/endless.svg.j2"
    endless.write_text("{% for i in range(9 ** 9) %}{% endfor %}", "utf-8")
    change(garden / CARDS, "frost: {template: card", "frost: {template: endless")
    assert TEMPLATE_FAILS in {fault.code for fault in open_project(garden).check().problems}
    drawn.clear()
    assert open_project(garden).check().problems
    assert "en" in drawn


@pytest.mark.at_leisure
def test_a_file_that_changes_meanwhile_keeps_nothing(
    garden: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_edition = check_editions.boxes_of

    def changing(edition: Edition) -> tuple[FaceBox, ...]:
        with (garden / POLISH).open("a", encoding="utf-8") as file:
            file.write("\n")
        return of_edition(edition)

    with monkeypatch.context() as patch:
        patch.setattr(check_editions, "boxes_of", changing)
        open_project(garden).check()
    drawn.clear()
    report: CheckReport = open_project(garden).check()
    assert drawn == ["en", "pl"]
    assert not report.problems


@pytest.mark.parametrize("game", ["match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco"])
@pytest.mark.sampled(4)
def test_every_game_can_be_kept(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a game and its rules hold says what it is, and the same once proofs are kept."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path))
    catalog = Catalog(ROOT)
    kept = kept_checks.KeptChecks(catalog, CheckRequest(ROOT))
    keys = set()
    for _ in range(2):
        loaded = open_game(catalog, game, ["en"], Problems(), Scrutiny(texts=False))
        assert loaded is not None
        keys.add(kept.key_of_edition(loaded, Languages("en"), ()))
    assert len(keys) == 1
    assert None not in keys
