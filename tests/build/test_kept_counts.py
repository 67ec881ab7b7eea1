"""The list and the status of translations are kept, and equal to those counted anew."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from printnplay.edition import kept_counts, listing
from printnplay.edition.listing import Listing
from printnplay.files import catalog as catalogs
from printnplay.files import door
from printnplay.files.catalog import Catalog, shipped_root
from printnplay.kernel.codes import CANNOT_READ, UNKNOWN_KEY
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.translation import status
from printnplay.translation.files import LocaleFile
from printnplay.translation.files import load_file as load_locale
from printnplay.translation.status import State, states

from .projects import change

pytestmark = [pytest.mark.sampled(4), pytest.mark.turns(8)]

GARDEN = Path(__file__).parents[1] / "cli/garden"
OTHER = "orchard"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two games in English and Polish that nothing has counted yet."""
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    shipped = _without_games(tmp_path / "shipped")
    monkeypatch.setattr(catalogs, "shipped_root", lambda: shipped)
    project = shutil.copytree(GARDEN, tmp_path / "project")
    (project / "locales/pl").mkdir()
    shutil.move(project / "polish/garden.yaml", project / "locales/pl/garden.yaml")
    shutil.move(project / "polish/glossary.yaml", project / "locales/glossary/garden.yaml")
    shutil.rmtree(project / "polish")
    shutil.copytree(project / "designs/garden", project / "designs" / OTHER)
    change(project / "designs" / OTHER / "game.yaml", "id: garden", f"id: {OTHER}")
    for file in sorted((project / "locales").rglob("garden.*")):
        shutil.copy(file, file.with_name(file.name.replace("garden", OTHER)))
    return project


def _without_games(folder: Path) -> Path:
    """What ships with the tool in these languages, but for its games, which would be counted."""
    (folder / "designs").mkdir(parents=True)
    for language in ("en", "pl"):
        (folder / "locales" / language).mkdir(parents=True)
        for name in ("common.yaml", "language.yaml"):
            file = f"locales/{language}/{name}"
            shutil.copy(shipped_root() / file, folder / file)
    return folder


def counted(project: Path) -> tuple[Listing, tuple[State, ...] | str]:
    """Return the list and the status of translations, or the fault that prevents it."""
    try:
        return listing.listing(project), states(project, (), fit=False)
    except FaultsError as error:
        return listing.listing(project), str(error)


@contextmanager
def no_cache() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept_counts, "memo_of", lambda _: None)
        yield


def anew(project: Path) -> tuple[Listing, tuple[State, ...] | str]:
    with no_cache():
        return counted(project)


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are counted anew: in the list, in the status, and by the checks of texts."""
    names: list[str] = []
    list_game, check_words = listing._listed, status._check_words

    def listed(catalog: Catalog, game: str, problems: Problems) -> listing.Listed | None:
        names.append(f"list {game}")
        return list_game(catalog, game, problems)

    def checked(catalog: Catalog, game: str, languages: tuple[str, ...]) -> tuple[Diagnostic, ...]:
        names.append(f"texts {game}")
        return check_words(catalog, game, languages)

    def file(catalog: Catalog, language: str, game: str, problems: Problems) -> LocaleFile | None:
        names.append(f"{language} {game}")
        return load_locale(catalog, language, game, problems)

    monkeypatch.setattr(listing, "_listed", listed)
    monkeypatch.setattr(status, "_check_words", checked)
    monkeypatch.setattr(status, "load_file", file)
    return names


@pytest.mark.at_leisure
def test_only_a_game_that_has_changed_is_counted_again(shelf: Path, loaded: list[str]) -> None:
    first = counted(shelf)
    assert first == anew(shelf)
    loaded.clear()
    assert counted(shelf) == first
    assert loaded == []
    text = shelf / "locales/pl" / f"{OTHER}.yaml"
    text.write_text(re.sub(r"(?m)^ *title: .Cel gry.\n", "", text.read_text("utf-8")), "utf-8")
    after = counted(shelf)
    assert after != first
    assert loaded == [f"list {OTHER}", f"en {OTHER}", f"pl {OTHER}", f"texts {OTHER}"]
    assert after == anew(shelf)


@pytest.mark.parametrize("spoil", ["cut", "removed", "garbled"])
@pytest.mark.at_leisure
def test_every_file_that_is_read_counts(shelf: Path, spoil: str) -> None:
    first = counted(shelf)
    files = sorted(path for path in shelf.rglob("*") if path.is_file())
    assert len(files) > 10
    for file in files:
        content = file.read_bytes()
        if spoil == "cut":
            file.write_bytes(content[: len(content) // 2])
        elif spoil == "garbled":
            file.write_bytes(content.replace(b": ", b": x", 5))
        else:
            file.unlink()
        assert counted(shelf) == anew(shelf), file
        file.write_bytes(content)
        assert counted(shelf) == first


@pytest.mark.parametrize(
    "name",
    [
        "locales/pl/common.yaml",
        "locales/pl/language.yaml",
        "locales/pl/garden.lock.json",
        "locales/pl/garden.remarks.json",
        "locales/pl/garden.md",
        "locales/fr/garden.yaml",
        "locales/glossary.yaml",
        "designs/shed/game.yaml",
        "designs/garden/cards.csv",
    ],
)
@pytest.mark.sampled(30)
def test_a_new_file_counts(shelf: Path, name: str) -> None:
    counted(shelf)
    (shelf / name).parent.mkdir(exist_ok=True)
    (shelf / name).write_text("{}\n", "utf-8")
    assert counted(shelf) == anew(shelf)


def test_what_a_count_reads_is_part_of_its_key(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: set[Path] = set()
    open_file = door._open

    def noted(path: Path, *rest: object, **named: object) -> int:
        opened.add(path)
        return open_file(path, *rest, **named)  # type: ignore[arg-type]

    catalog = Catalog(shelf)
    with no_cache(), monkeypatch.context() as patch:
        patch.setattr(door, "_open", noted)
        listing._listed(catalog, "garden", Problems())
        status._counted(catalog, ("garden",), kept_counts.KeptCounts(catalog))
        status._check_words(catalog, "garden")
    contents = catalog.contents()
    assert contents is not None
    for path in opened:
        roots = [root for root in catalog.roots if path.is_relative_to(root)]
        name = f"{catalog.roots.index(roots[0])}/{path.relative_to(roots[0]).as_posix()}"
        assert name in contents or not path.exists(), path
        assert kept_counts.owner_of(name) != OTHER, path
    assert len(opened) > 10


def test_a_file_that_changes_meanwhile_keeps_nothing(
    shelf: Path, loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    list_game = listing._listed

    def changing(catalog: Catalog, game: str, problems: Problems) -> listing.Listed | None:
        found = list_game(catalog, game, problems)
        with (shelf / "locales/pl/garden.yaml").open("a", encoding="utf-8") as file:
            file.write("\n")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(listing, "_listed", changing)
        listing.listing(shelf)
    loaded.clear()
    listing.listing(shelf)
    assert "list garden" in loaded


def test_faults_that_the_machine_may_cause_are_looked_for_again() -> None:
    fault = Diagnostic(CANNOT_READ, "the file cannot be read", Span("a.yaml"))
    assert kept_counts.may_pass([fault])
    assert not kept_counts.may_pass([Diagnostic(UNKNOWN_KEY, "unknown key", Span("a.yaml"))])
