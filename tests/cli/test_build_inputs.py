"""A build knows every file that it has read, so that none of them may change unnoticed."""

from pathlib import Path
from typing import Any

import pytest

from printnplay.build.build_records import InputFiles
from printnplay.build.inputs import checked_with, inputs_of
from printnplay.edition.choosing import Languages
from printnplay.files import door
from printnplay.files.catalog import FOLDERS, Catalog
from printnplay.files.yaml_edits import leaves

from .project import ROOT, copy_project, run, stand_in

pytestmark = pytest.mark.sampled(3)

GAME = "tic-tac-match"
CHAPTER = "# Tale {#story}\n\nOnce upon a time.\n"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> set[Path]:
    """The real paths of all files that are opened to be read: there is one door for them."""
    found: set[Path] = set()
    opening = door._open

    def opened(path: Path, *others: Any, **options: Any) -> int:  # noqa: ANN401 - passed on
        found.add(path.resolve())
        return opening(path, *others, **options)

    monkeypatch.setattr(door, "_open", opened)
    return found


def _with_all_kinds(project: Path) -> None:
    """Add the files that a game may lack, in its language and in the original."""
    booklet = project / f"designs/{GAME}/booklet.yaml"
    with booklet.open("a") as file:
        file.write("  - id: tale\n    blocks:\n      - chapter: story\n")
    for language in ("en", "de"):
        locale = project / "locales" / language
        (locale / f"{GAME}.md").write_text(CHAPTER, "utf-8")
        (locale / f"{GAME}.remarks.json").write_text("{}", "utf-8")
        texts = locale / f"{GAME}.yaml"
        old = texts.read_text("utf-8")
        assert old.count("\n  rules:\n") == 1
        title = '\n  rules:\n    tale: {title: "Geschichte"}\n'
        texts.write_text(old.replace("\n  rules:\n", title), "utf-8")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a game of its own that has every kind of file; the tool's data lie beside."""
    project = tmp_path / "project"
    project.mkdir()
    copy_project(project)
    _with_all_kinds(project)
    stand_in(project, ROOT, monkeypatch)
    return project


@pytest.mark.sampled(12)
@pytest.mark.parametrize("original", ["", "de"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_file_that_a_build_opens_is_an_input(
    own: Path, opened: set[Path], language: str, original: str
) -> None:
    if original:
        with (own / f"designs/{GAME}/game.yaml").open("a") as file:
            file.write(f"original: {original}\n")
    catalog = Catalog(own)
    edition = Languages(language)
    files = inputs_of(catalog, GAME, edition) | checked_with(catalog, GAME, edition)
    known = {path.resolve() for path in files.values()}
    opened.clear()
    ran = run(f"build {GAME} -l {language} -j 1 --no-cache --draft")
    assert ran.status == 0, ran.err
    folders = tuple(str(root.resolve() / name) for root in catalog.roots for name in FOLDERS)
    # Rules that ship with the tool are read as well, to know whether those here are the same.
    shipped_rules = {*(ROOT / "designs" / GAME).rglob("*.py")}
    read = {path for path in opened if str(path).startswith(folders) and path.is_file()}
    assert own.resolve() / f"locales/{language}/{GAME}.md" in read
    assert read - known - shipped_rules == set()


CHANGED = [
    "designs/{game}/booklet.yaml",
    "locales/de/{game}.yaml",
    "locales/de/{game}.md",
    "locales/de/{game}.lock.json",
    "locales/de/{game}.remarks.json",
    "locales/de/common.yaml",
    "locales/de/common.lock.json",
    "locales/de/language.yaml",
    "locales/en/{game}.yaml",
    "locales/en/{game}.md",
    "locales/en/common.yaml",
    "locales/en/language.yaml",
    "locales/glossary/{game}.yaml",
    "locales/glossary.yaml",
]


@pytest.mark.sampled(24)
@pytest.mark.parametrize("name", CHANGED)
@pytest.mark.parametrize("how", ["changed", "removed"])
def test_each_of_them_changes_the_fingerprint(own: Path, name: str, how: str) -> None:
    def fingerprint() -> str:
        catalog, edition = Catalog(own), Languages("de")
        files = inputs_of(catalog, GAME, edition) | checked_with(catalog, GAME, edition)
        return InputFiles().fingerprint(files, {})

    path = own / name.format(game=GAME)
    if not path.exists():
        path.write_text("{}", "utf-8")
    before = fingerprint()
    if how == "removed":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes() + b"\n")
    if name != "locales/de/{game}.yaml" or how == "changed":  # otherwise there is no such language
        assert fingerprint() != before


def test_a_translation_is_checked_again_after_its_original_has_changed(
    polish_garden: Path,
) -> None:
    assert run("l10n accept").status == 0
    assert run("build -l pl").status == 0
    assert " 0 written, " in run("build -l pl").out
    texts = polish_garden / "locales/en/garden.yaml"
    key, old = next(
        (k, v.value) for k, v in leaves(texts.read_text("utf-8")).items() if "goal" in k
    )
    texts.write_text(texts.read_text("utf-8").replace(old, f"{old} Soon."), "utf-8")
    ran = run("build -l pl")
    assert "PNP340" in ran.err, key
