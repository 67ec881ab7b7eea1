"""What of a text is read when it is judged."""

from pathlib import Path

from printnplay.build.new import start
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.proofreading.passages import passages_of
from printnplay.proofreading.review import Known, Review


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


def test_of_texts_that_come_with_the_tool_only_those_with_terms_of_the_project_are_read(
    tmp_path: Path,
) -> None:
    start(tmp_path / "city")
    loaded = open_game(Catalog(tmp_path / "city"), "city", ("en",), Problems())
    assert loaded is not None
    known = Known(ships=loaded.catalog.ships)
    review = Review(loaded.game, loaded.texts, loaded.glossary, known)
    read = {one.key: one for one in review.everything}
    assert "cards.storm.rule" in read
    own = {one.key for one in review.passages if Path(one.span.file).is_relative_to(tmp_path)}
    others = [one for one in review.passages if one.key not in own]
    assert {one.has_placeholders for one in others} == {False, True}
    assert all(one.has_placeholders == (one.key in read) for one in others)
    assert own <= read.keys()
