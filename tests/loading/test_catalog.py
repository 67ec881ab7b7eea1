"""Where data is found: the user's first, the tool's own second, and nothing outside."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from printnplay.files.catalog import COUNTED, Catalog, UnknownNameError, display_path
from printnplay.svg.pictures import KINDS
from printnplay.tables.reading import TEXT_TABLES, WORKBOOKS
from printnplay.text.fonts import SUFFIXES

from .annotated import BASE


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a game of its own, and its own English texts for the shipped one."""
    mine = tmp_path / "mine"
    shutil.copytree(BASE / "designs/duel", mine / "designs/joust")
    (mine / "designs/unfinished").mkdir()
    (mine / "locales/en").mkdir(parents=True)
    for name in ("duel.yaml", "joust.yaml"):
        shutil.copy(BASE / "locales/en/duel.yaml", mine / "locales/en" / name)
    (mine / "locales/nl").mkdir()
    (mine / "templates/duel").mkdir(parents=True)
    return mine


@pytest.fixture
def catalog(project: Path) -> Catalog:
    return Catalog(project, shipped=BASE)


def test_games_are_the_users_and_the_shipped_ones(catalog: Catalog, project: Path) -> None:
    assert catalog.games() == ("duel", "joust")
    assert catalog.game_folder("joust") == project / "designs/joust"
    assert catalog.game_folder("duel") == BASE / "designs/duel"


def test_languages_are_folders_with_texts(catalog: Catalog) -> None:
    assert catalog.languages() == ("de", "en", "es", "fr", "it")
    assert catalog.languages_of("joust") == ("en",)
    assert catalog.languages_of("nothing") == ()


def test_the_users_file_wins_each_time(catalog: Catalog, project: Path) -> None:
    assert catalog.locale_files("en", "duel") == [
        BASE / "locales/en/common.yaml",
        project / "locales/en/duel.yaml",
    ]
    assert catalog.locale_files("fr", "joust") == [BASE / "locales/fr/common.yaml"]


def test_a_users_template_is_found_before_the_shipped_one(catalog: Catalog, project: Path) -> None:
    assert catalog.template_folders("duel") == (
        project / "templates/duel",
        BASE / "templates/duel",
    )


def test_a_style_falls_back_to_the_base_templates(catalog: Catalog, project: Path) -> None:
    (project / "templates/base").mkdir()
    assert catalog.template_folders("duel")[-1] == project / "templates/base"
    assert catalog.template_folders("base") == (project / "templates/base",)


def test_inputs_are_all_files_that_an_output_depends_on(catalog: Catalog, project: Path) -> None:
    assert set(catalog.inputs_of("duel", "en")) == {
        *(BASE / "designs/duel").iterdir(),
        BASE / "templates/duel/style.yaml",
        BASE / "locales/en/common.yaml",
        project / "locales/en/duel.yaml",
        BASE / "locales/glossary/duel.yaml",
    }


@pytest.mark.parametrize(
    "name", ["..", "../duel", "/etc", "duel/..", "a\\b", "", ".", "du el", "é"]
)
def test_a_name_never_leads_elsewhere(catalog: Catalog, name: str) -> None:
    for look in (
        catalog.game_folder,
        catalog.template_folders,
        lambda given: catalog.locale_files(given, "duel"),
        lambda given: catalog.locale_files("en", given),
        catalog.glossary_files,
    ):
        with pytest.raises(UnknownNameError):
            look(name)
    assert catalog.languages_of(name) == ()


def test_an_unknown_name_comes_with_the_known_ones(catalog: Catalog) -> None:
    with pytest.raises(UnknownNameError) as caught:
        catalog.game_folder("duell")
    assert (caught.value.kind, caught.value.name) == ("game", "duell")
    assert caught.value.known == ("duel", "joust")


def test_paths_are_shown_from_where_the_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert display_path(tmp_path / "designs/duel") == "designs/duel"
    assert display_path(Path("designs")) == "designs"
    assert display_path(tmp_path.parent) == tmp_path.parent.as_posix()


def test_a_project_beside_the_tool_is_looked_through_once() -> None:
    files = Catalog(BASE, shipped=BASE).glossary_files("duel")
    assert files == [BASE / "locales/glossary/duel.yaml"]


def test_a_games_own_glossary_comes_before_the_shared_one(catalog: Catalog, project: Path) -> None:
    own, shared = project / "locales/glossary/duel.yaml", project / "locales/glossary.yaml"
    own.parent.mkdir()
    for path in (own, shared, own.with_name("joust.yaml")):
        path.write_text("feint: {en: {name: Ruse}}\n", "utf-8")
    shipped = BASE / "locales/glossary/duel.yaml"
    assert catalog.glossary_files("duel") == [own, shipped, shared]
    assert catalog.languages() == ("de", "en", "es", "fr", "it")
    assert catalog.languages_of("joust") == ("en",)


def test_the_catalog_reads_no_yaml() -> None:
    code = "import sys, printnplay.files.catalog; print('yaml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_files_of_every_kind_that_can_be_printed_count() -> None:
    kinds = {*KINDS, *SUFFIXES, *TEXT_TABLES, *WORKBOOKS, ".j2", ".py", ".yaml"}
    assert kinds <= COUNTED
