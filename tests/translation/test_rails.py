"""The files of texts are what translation platforms know as Ruby on Rails YAML."""

import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from translate.storage.yaml import RubyYAMLFile

from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.texts import load_texts

from .project import SHIPPED

FILES = sorted(path for path in (SHIPPED / "locales/fr").glob("*.yaml") if path.stem != "language")
KEY, NEW = "rules.object.title", "Le but\u00a0: gagner\u202f!"


def _load(path: Path) -> tuple[Texts, list[Any]]:
    problems = Problems()
    return load_texts("fr", [(path, path.name)], problems), list(problems.found)


def _forms(texts: Texts) -> dict[str, dict[str, str]]:
    return {key: dict(text.forms) for key, text in texts.entries.items()}


def _platform(path: Path) -> Any:  # noqa: ANN401 - untyped
    kind: Any = RubyYAMLFile
    return kind.parsefile(str(path))


def _saved(path: Path, store: Any) -> None:  # noqa: ANN401
    stream = io.BytesIO()
    store.serialize(stream)
    path.write_bytes(stream.getvalue())


def _comments(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.lstrip().startswith("#")]


def test_one_text_changed_by_a_platform_is_one_text_changed(tmp_path: Path) -> None:
    path = tmp_path / "tic-tac-match.yaml"
    shutil.copy(SHIPPED / "locales/fr/tic-tac-match.yaml", path)
    before, old = _load(path), path.read_text("utf-8")
    store = _platform(path)
    unit = next(one for one in store.units if one.getid() == KEY.replace(".", "->"))
    unit.target = NEW
    _saved(path, store)
    after = _load(path)
    assert after[1] == before[1] == []
    assert _forms(after[0]) == {**_forms(before[0]), KEY: {"other": NEW}}
    assert list(after[0].entries) == list(before[0].entries)
    assert _comments(path.read_text("utf-8")) == _comments(old)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_what_a_platform_only_saves_says_the_same(tmp_path: Path, file: Path) -> None:
    path = tmp_path / file.name
    _saved(path, _platform(file))
    assert (_forms(_load(path)[0]), _load(path)[1]) == (_forms(_load(file)[0]), [])
    assert _comments(path.read_text("utf-8")) == _comments(file.read_text("utf-8"))
