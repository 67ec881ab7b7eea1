from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from pdf.conftest import Tool, find_tool

from .builds import FILES, File, build_all, is_quick
from .program import DATE
from .shelf import Shelf
from .words import Wording

LEISURE = [str(file) for file in FILES if not is_quick(file)]
"""Files whose like, in German or on the other paper, the quick part of the tests looks at."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(file in item.nodeid for file in LEISURE):
            item.add_marker(pytest.mark.at_leisure)


@pytest.fixture(scope="session")
def shelf(shared: Path, pytestconfig: pytest.Config) -> Shelf:
    """Everything that is looked at here, built once."""
    folder = shared / "built"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", DATE)
        build_all(folder, quick=pytestconfig.getoption("--part") == "quick")
    return Shelf(folder)


@pytest.fixture(scope="session")
def wording() -> Callable[[str], Wording]:
    """The texts of a language."""
    return cache(Wording)


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Tool]:
    """A program that reads PDFs; where CI is set it must be there."""
    folder: Path = tmp_path_factory.mktemp("read")
    return cache(lambda name: find_tool(name, folder))


@pytest.fixture(scope="session")
def page_texts(shelf: Shelf, tools: Callable[[str], Tool]) -> Callable[[File], list[str]]:
    """The words of each page of a file, in the order in which they stand in it."""

    @cache
    def texts(file: File) -> list[str]:
        told = tools("pdftotext")(shelf.data(file), "-raw", "-enc", "UTF-8", after=("-",))
        return told.split("\f")[:-1]

    return texts
