"""What was drawn is kept: a change draws anew what depends on it, and nothing else."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from printnplay import open_project
from printnplay.cache.store import drawn_store
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import BATCH
from printnplay.edition.loaded import open_game
from printnplay.faces.kept import Drawn, Order
from printnplay.faces.renderer import FaceRenderer
from printnplay.files.catalog import Catalog
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.kernel.printing import Backs, InkUse, PrintSettings, SheetOptions
from printnplay.kit.kit import make_documents
from printnplay.scene.sheet import Document

PROJECT = Path(__file__).parent / "broken_crown"
FONTS = Path(__file__).parents[2] / "templates/fonts"
A4, LETTER = PAPERS["a4"], PAPERS["letter"]
ALL = "all"

Change = Callable[[Path], object]
Batches = Sequence[set[str]]


def replaced(file: str, old: str, new: str) -> Change:
    """A text of a file is another one."""

    def change(project: Path) -> None:
        path = project / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


def copied(source: Path, file: str) -> Change:
    """A file is another one."""

    def change(project: Path) -> None:
        (project / file).parent.mkdir(exist_ok=True)
        shutil.copy(source, project / file)

    return change


GAME, DESIGNS = "designs/crown/game.yaml", "designs/crown"
ROWS, PEOPLE = f"{DESIGNS}/intrigues.csv", f"{DESIGNS}/characters.csv"
TEXTS, TEMPLATES = "locales/en/crown.yaml", "templates/crown"
ART = PROJECT / DESIGNS / "art"

INTRIGUES = (PROJECT / ROWS).read_text("utf-8").splitlines()[1:]
NIGHT = {"famine", "harvest", "flood", "back", *(row.split(",")[0] for row in INTRIGUES)}
"""What is drawn in the style of this name."""

CHANGES: Mapping[str, tuple[Change, str | set[str]]] = {
    "nothing": (lambda _: None, set()),
    "a name of a card": (replaced(PEOPLE, "Osric the Old", "Osric the Elder"), {"osric"}),
    "a field that a text quotes": (replaced(ROWS, "bribe,2,1,", "bribe,2,7,"), {"bribe"}),
    "a text": (replaced(TEXTS, 'flood: "Flood"', 'flood: "High water"'), {"flood"}),
    "the text as it was": (replaced(TEXTS, 'flood: "High water"', 'flood: "Flood"'), set()),
    "a line of texts more": (replaced(TEXTS, "en:\n", "en:\n\n"), set()),
    "a template": (
        replaced(f"{TEMPLATES}/fate.svg.j2", 'r="22"', 'r="20"'),
        {"famine", "harvest", "flood"},
    ),
    "a picture": (copied(ART / "ink.jpg", f"{DESIGNS}/art/hall.jpg"), {"osric", "edda"}),
    "the number of a card": (replaced(ROWS, "bribe,2,", "bribe,3,"), {"box"}),
    "a colour": (replaced("templates/night/style.yaml", "#221d57", "#1d2257"), NIGHT),
    "a font": (copied(FONTS / "TableRound-Regular.ttf", "templates/fonts/Other.ttf"), ALL),
}

OF_ONE = {"a name of a card", "a text", "the text as it was", "a picture"}
"""What a face asks for by itself: of cards that are kept together, the others are not drawn."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project, and a cache of its own."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    return Path(shutil.copytree(PROJECT, tmp_path / "project"))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the faces that are drawn and not taken as they are."""
    names: set[str] = set()
    attempt = FaceRenderer._attempt

    def noted(renderer: FaceRenderer, order: Order) -> Drawn | None:
        if not renderer.measures:
            names.add(order.name)
        return attempt(renderer, order)

    monkeypatch.setattr(FaceRenderer, "_attempt", noted)
    return names


def made(
    project: Path, *, cached: bool, settings: PrintSettings | None = None
) -> tuple[dict[str, Document], list[Diagnostic]]:
    """The documents of the game in English, and all faults."""
    problems = Problems()
    loaded = open_game(Catalog(project, cached=cached), "crown", ("en",), problems)
    assert loaded is not None
    edition = edition_of(loaded, Languages("en"), problems)
    for batch in edition.batches:
        edition.faces(batch)
    documents = make_documents(edition, settings or PrintSettings(A4))
    store = drawn_store()
    assert store is not None
    store.write()
    return documents, problems.found


@pytest.fixture(params=[BATCH, 3])
def together(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Batches:
    """The cards that are drawn together: each is by itself, or so many of a style are."""
    count: int = request.param
    monkeypatch.setattr("printnplay.edition.edition.BATCH", count)
    loaded = open_game(Catalog(PROJECT), "crown", ("en",), Problems())
    assert loaded is not None
    cards = [card.id for card in loaded.game.cards]
    if count == BATCH:
        return [{card} for card in cards]
    assert len(cards) > 3 * count
    batches = [set(cards[start : start + count]) for start in range(0, len(cards), count)]
    return [part for batch in batches for part in (batch & NIGHT, batch - NIGHT) if part]


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_a_change_draws_what_depends_on_it(
    project: Path, drawn: set[str], together: Batches
) -> None:
    made(project, cached=True)
    everything = set(drawn)
    for name, (change, expected) in CHANGES.items():
        change(project)
        drawn.clear()
        warm = made(project, cached=True)
        wanted = everything if expected == ALL else {*expected}
        if name not in OF_ONE:
            wanted = wanted.union(*(batch for batch in together if batch & wanted))
        assert drawn == wanted, name
    drawn.clear()
    other_sheets = made(project, cached=True, settings=PrintSettings(LETTER, Backs.SHORT))
    assert not drawn
    assert warm == made(project, cached=False)
    assert drawn == everything
    assert other_sheets != warm


@pytest.mark.at_leisure
def test_a_picture_that_is_saved_while_others_are_drawn_is_not_taken_for_the_one_before(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.edition.edition.BATCH", 3)
    made(project, cached=True)
    replaced(PEOPLE, "Osric the Old", "Osric the Elder")(project)
    make = FaceRenderer._make

    def saved_meanwhile(renderer: FaceRenderer, order: Order) -> Any:  # noqa: ANN401
        if order.name == "osric" and not renderer.measures:
            copied(ART / "ink.jpg", f"{DESIGNS}/art/turned.jpg")(project)
        return make(renderer, order)

    with monkeypatch.context() as patch:
        patch.setattr(FaceRenderer, "_make", saved_meanwhile)
        made(project, cached=True)
    assert made(project, cached=True) == made(project, cached=False)


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.usefixtures("together")
def test_files_are_the_same_with_and_without_what_is_kept(project: Path, tmp_path: Path) -> None:
    options: tuple[dict[str, Any], ...] = (
        {},
        {"sheets": SheetOptions(ink=InkUse.SAVE)},
        {"papers": ["letter"]},
    )
    open_project(project).build(output=tmp_path / "first")
    changes = [change for change, _ in CHANGES.values()]
    each = -(-len(changes) // len(options))
    for number, more in enumerate(options):
        for change in changes[number * each : (number + 1) * each]:
            change(project)
        ways = {way: tmp_path / f"{way}{number}" for way in ("kept", "anew")}
        for way, output in ways.items():
            open_project(project).build(output=output, cached=way == "kept", **more)
        files = [
            {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.pdf")}
            for folder in ways.values()
        ]
        assert len(files[0]) > 3
        assert files[0] == files[1]
