"""What of a text is read when it is judged."""

from pathlib import Path

from printnplay.build.new import start
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.proofreading.passages import passages_of


def test_where_a_word_may_be_divided_is_no_part_of_it(tmp_path: Path) -> None:
    start(tmp_path / "city")
    path = tmp_path / "city/locales/en/city.yaml"
    text = path.read_text("utf-8")
    assert "Discard all" in text
    path.write_text(text.replace("Discard all", r"Dis\\-card all"), "utf-8")
    problems = Problems()
    loaded = open_game(Catalog(tmp_path / "city"), "city", ("en",), problems)
    assert loaded is not None
    assert problems.found == []
    passages = {one.key: one for one in passages_of(loaded.texts["en"], loaded.glossary)}
    storm = passages["cards.storm.rule"]
    assert storm.reading.startswith("Discard all")
