"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import printnplay

PACKAGE = Path(printnplay.__file__).parent
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried
    assert not failed
