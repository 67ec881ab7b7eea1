"""A passage that was found to be sound is looked at again when it changes, and only then."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from printnplay import proofreading
from printnplay.files.catalog import Catalog
from printnplay.files.store import drawn_store
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.pipeline.game import open_game
from printnplay.pipeline.new import start
from printnplay.proofreading import misprints
from printnplay.proofreading.review import Review


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of the texts that a check has looked at."""
    keys: list[str] = []

    def noting(review: Review) -> Iterator[Diagnostic]:
        keys.extend(passage.key for passage in review.passages)
        yield from misprints.check_words(review)

    monkeypatch.setattr(proofreading, "CHECKS", (noting,))
    monkeypatch.setattr(proofreading, "OF_ONE", frozenset({noting}))
    return keys


def found_in(project: Path) -> list[str]:
    """The messages about the texts of a project."""
    problems = Problems()
    open_game(Catalog(project), "city", ("en",), problems)
    store = drawn_store()
    assert store is not None
    store.write()
    return [fault.message for fault in problems.found if fault.code.id.startswith("PNP3")]


def test_only_what_has_changed_is_looked_at(
    tmp_path: Path, looked_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    start(tmp_path / "city")
    texts = tmp_path / "city/locales/en/city.yaml"
    assert found_in(tmp_path / "city") == []
    assert len(looked_at) > 10
    looked_at.clear()
    assert found_in(tmp_path / "city") == []
    assert looked_at == []
    text = texts.read_text("utf-8")
    assert "Discard all" in text
    texts.write_text(text.replace("Discard all", "Discard all all"), "utf-8")
    for _ in range(2):  # a fault is found each time
        assert found_in(tmp_path / "city") == ["the word `all` is doubled"]
        assert len(looked_at) == 1
        looked_at.clear()
    texts.write_text(text, "utf-8")
    assert found_in(tmp_path / "city") == []
