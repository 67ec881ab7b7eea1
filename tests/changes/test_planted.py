"""Changes planted one at a time: what a comparison says of each, and that it says no more."""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.conftest import GARDEN
from cli.project import ROOT, run, stand_in
from grouped import group_by_kind

from printnplay.changes.comparing import compare
from printnplay.changes.gallery import Version
from printnplay.changes.reading import read_version
from printnplay.files.catalog import Catalog

pytestmark = pytest.mark.sampled(2)

PLANTED: Mapping[str, Sequence[Mapping[str, Any]]] = yaml.load(
    Path(__file__).with_name("planted.yaml").read_bytes(), yaml.CSafeLoader
)
CASES = [
    pytest.param(game, change, id=f"{game}-{change['id']}")
    for game, changes in PLANTED.items()
    for change in changes
]


def edit(project: Path, file: str, old: str | None, new: str | None, *more: str) -> None:
    """Make one edit of a planted change."""
    path = project / file
    if old is None:
        path.unlink() if new is None else path.write_text(new, "utf-8")
        return
    assert new is not None
    if old == "=":
        (project / new).parent.mkdir(exist_ok=True, parents=True)
        path.rename(project / new)
        return
    content = path.read_text("utf-8")
    assert content.count(old) == 1 or (more and old in content), (file, old, content.count(old))
    path.write_text(content.replace(old, new), "utf-8", newline="")


@pytest.fixture(scope="session")
def projects(
    once: Callable[[str, Callable[[Path], None]], Path], guide_files: Mapping[str, str]
) -> Path:
    """The three games, each in a project of its own."""

    def begin(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new reef --from csv").status == 0
            group_by_kind(folder / "reef")
        for name in ("designs", "locales", "templates"):
            shutil.copytree(GARDEN / name, folder / "garden" / name)
        polish = folder / "garden/locales/pl"
        polish.mkdir()
        shutil.copy(GARDEN / "polish/garden.yaml", polish)
        shutil.copy(ROOT / "locales/pl/common.yaml", polish)
        shutil.copy(GARDEN / "polish/glossary.yaml", folder / "garden/locales/glossary/garden.yaml")
        shutil.copytree(GARDEN.with_name("stairs"), folder / "stairs")
        for name, text in guide_files.items():
            (folder / "stairs/designs/stairs" / name).write_text(text, "utf-8")

    return once("projects-to-compare", begin)


VERSIONS: dict[str, Version] = {}


def version(project: Path, game: str) -> Version:
    return read_version(Catalog(project, trusted=True), game)


@pytest.mark.sampled(60)
@pytest.mark.turns(4)
@pytest.mark.parametrize(("game", "change"), CASES)
def test_a_planted_change_is_named_and_nothing_else(
    game: str,
    change: Mapping[str, Any],
    projects: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if game not in VERSIONS:
        VERSIONS[game] = version(projects / game, game)
    project = shutil.copytree(projects / game, tmp_path / game)
    monkeypatch.chdir(tmp_path)
    for line in change["do"]:
        edit(project, *line)
    old, new = VERSIONS[game], version(project, game)
    found = compare(old.state, new.state)
    told, wanted = set(map(str, found.changes)), set(change["says"])
    assert (told - wanted, wanted - told) == (set(), set())
    for language, cards in found.cards.items():
        assert cards == set(_reprinted(old, new, language))


def _reprinted(old: Version, new: Version, language: str) -> Iterator[str]:
    """The ids of cards whose face or shared back has other pixels; new cards included."""
    backs = {
        group: _differ(old, new, language, f"back {back}")
        for group, back in new.state.groups.items()
        if back
    }
    former = {card.id: card.group for card in old.state.cards}
    for card in new.state.cards:
        was, now = old.state.groups.get(former.get(card.id, "")), new.state.groups[card.group]
        other_back = was != now or backs.get(card.group, False)
        if card.id not in former and _is_elsewhere(old, new, language, card.id):
            continue
        if other_back or _differ(old, new, language, f"card {card.id}"):
            yield card.id


def _is_elsewhere(old: Version, new: Version, language: str, card: str) -> bool:
    """Whether a new card looks like one that is gone: it was renamed."""
    kept = {one.id for one in new.state.cards}
    image = new.galleries[language].image(f"card {card}")
    gone = (one.id for one in old.state.cards if one.id not in kept)
    return any(old.galleries[language].image(f"card {one}") == image for one in gone)


def _differ(old: Version, new: Version, language: str, name: str) -> bool:
    before, after = (one.galleries[language].image(name) for one in (old, new))
    return before != after
