"""pytest collects every test file."""

from fnmatch import fnmatch
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_pytest_looks_into_every_folder_of_tests(pytestconfig: pytest.Config) -> None:
    """Pytest leaves out some folders by their names, and tells nobody."""
    folders = {part for file in HERE.rglob("test_*.py") for part in file.relative_to(HERE).parts}
    left_out = pytestconfig.getini("norecursedirs")
    assert not [name for name in folders if any(fnmatch(name, pattern) for pattern in left_out)]
