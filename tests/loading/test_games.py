"""What a sound project is read into."""

import shutil
from pathlib import Path

import pytest

from printnplay.game.game import Game
from printnplay.game.kinds import Kind
from printnplay.game.rulebook import CardBlock, CountsBlock, FigureBlock, ParagraphBlock
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.geometry import Size
from printnplay.loading.game import load_game
from printnplay.loading.glossary import load_glossary, merge_glossaries
from printnplay.loading.style import load_style
from printnplay.loading.texts import load_texts

from .annotated import BASE


@pytest.fixture
def game() -> Game:
    problems = Problems()
    loaded = load_game(BASE / "designs/duel", "designs/duel", problems)
    assert problems.found == []
    assert loaded is not None
    return loaded


def test_axes_are_spread_in_their_written_order(game: Game) -> None:
    assert [(card.id, card.copies) for card in game.cards] == [
        ("long-red", 3),
        ("long-blue", 3),
        ("short-red", 3),
        ("short-blue", 3),
        ("feint", 2),
        ("parry", 2),
        ("flag", 2),
    ]
    assert dict(game.cards[1].fields) == {"size": "long", "colour": "blue"}


def test_a_folded_card_has_the_fields_of_both_faces(game: Game) -> None:
    flag = game.cards[-1]
    assert (flag.fields, flag.back_fields) == ({"side": "red"}, {"side": "blue"})


def test_measures_are_whole_micrometres(game: Game) -> None:
    assert (game.card, game.bleed) == (Size(63_000, 88_000), 2_000)
    assert game.outline.page == Size(127_000, 190_500)


def test_places_are_given_as_the_user_would_type_them(game: Game) -> None:
    assert game.spans["card.height"] == Span("designs/duel/game.yaml", 6, 29, 4)
    assert game.outline.sections[1].span == Span("designs/duel/booklet.yaml", 11, 9, 6)
    assert game.examples[0].spans["given.hands.a.0"].line == 3


def test_blocks_know_every_text_that_they_print(game: Game) -> None:
    blocks = [block for section in game.outline.sections for block in section.blocks]
    assert blocks == [
        ParagraphBlock("rules.goal.line", blocks[0].span),
        CountsBlock(
            {"rules.contents.long": 6, "rules.contents.tricks": 4},
            blocks[1].span,
            {},  # no total: it would not be that of the deck, which has 18 cards
        ),
        CardBlock("feint", ("rules.tricks.feint",), blocks[2].span),
        FigureBlock("first-blow", blocks[3].span),
    ]
    assert [block.keys for block in blocks] == [
        ("rules.goal.line",),
        ("rules.contents.long", "rules.contents.tricks"),
        ("cards.feint.name", "rules.tricks.feint"),
        ("examples.first-blow",),
    ]


def test_a_table_of_all_cards_has_their_total(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    shutil.copytree(BASE / "designs/duel", folder)
    outline = folder / "booklet.yaml"
    all_of_them = (
        "tricks: {family: trick}\n          swords: {size: short}\n          flags: {family: flag}"
    )
    source = outline.read_text("utf-8").replace("tricks: {family: trick}", all_of_them)
    outline.write_text(source, "utf-8")
    loaded = load_game(folder, "duel", Problems())
    assert loaded is not None
    table = loaded.outline.sections[0].blocks[1]
    assert isinstance(table, CountsBlock)
    assert table.totals == {Kind.CARDS: 18}


def test_a_drawing_names_its_template_and_example(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    shutil.copytree(BASE / "designs/duel", folder)
    outline = folder / "booklet.yaml"
    source = outline.read_text("utf-8")
    outline.write_text(source + "      - {drawing: piste, example: first-blow}\n", "utf-8")
    loaded = load_game(folder, "duel", Problems())
    assert loaded is not None
    block = loaded.outline.sections[1].blocks[-1]
    assert block == FigureBlock("first-blow", block.span, "piste")
    assert block.keys == ("examples.first-blow",)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    shutil.copytree(BASE / "designs/duel", folder)
    (folder / "examples.yaml").unlink()
    problems = Problems()
    assert load_game(folder, "designs/duel", problems) is None
    assert [(fault.code.id, fault.span) for fault in problems.found] == [
        ("PNP102", Span("designs/duel/examples.yaml"))
    ]


def test_a_box_without_cards_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "id: book\ntitle: Book\nplayers: [2]\nrules: none\nstyle: duel\n"
        "card: {size: poker}\nbox: {stock: 300}\n"
    )
    (folder / "booklet.yaml").write_text(
        "page: a6\nsections:\n  - {id: goal, blocks: [{paragraph: rules.goal.points}]}\n"
    )
    problems = Problems()
    load_game(folder, "book", problems)
    (fault,) = problems.found
    assert (fault.code, fault.span.line) == (codes.NO_CARDS, 7)


def test_texts_of_several_files_are_one_set_of_dotted_keys() -> None:
    folder = BASE / "locales/en"
    files = [(folder / name, f"locales/en/{name}") for name in ("common.yaml", "duel.yaml")]
    problems = Problems()
    texts = load_texts("en", files, problems)
    assert problems.found == []
    assert texts.entries["rules.goal.title"].plain == "Goal"
    assert texts.entries["kit.pages"].forms == {"one": "{pages} page", "other": "{pages} pages"}
    assert texts.entries["kit.pages"].places["other"] == Span("locales/en/common.yaml", 3, 41, 15)
    assert texts.file == "locales/en/duel.yaml"


def test_a_folded_paragraph_has_no_line_end(tmp_path: Path) -> None:
    file = tmp_path / "duel.yaml"
    file.write_text("en:\n  rules:\n    long: >\n      One line\n      goes on.\n", "utf-8")
    assert load_texts("en", [(file, "duel.yaml")], Problems()).entries["rules.long"].plain == (
        "One line goes on."
    )


def test_a_users_term_replaces_the_shipped_one(tmp_path: Path) -> None:
    own = tmp_path / "glossary.yaml"
    own.write_text("feint: {en: {name: Ruse}}\n", "utf-8")
    shipped = BASE / "locales/glossary/duel.yaml"
    problems = Problems()
    merged = merge_glossaries(
        [load_glossary(own, "own", problems), load_glossary(shipped, "shipped", problems)]
    )
    assert problems.found == []
    assert merged.terms["feint"]["en"].forms == {"name": "Ruse"}
    assert merged.file == "own"


def test_what_a_text_style_leaves_out_follows_from_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "plain" / "style.yaml"
    file.parent.mkdir()
    file.write_text(
        'colours: {ink: "#1D1A2F"}\n'
        "text: {name: {family: Round, weight: 400, size: 12pt, leading: 14pt, colour: ink}}\n",
        "utf-8",
    )
    problems = Problems()
    style = load_style(file, "style.yaml", problems)
    assert problems.found == []
    name = style.text["name"]
    assert (style.id, dict(style.colours)) == ("plain", {"ink": "#1d1a2f"})
    assert (name.bold, name.minimum, name.size) == (400, 4233, 4233)
    assert (name.before, name.after, name.align, name.hyphenate) == (0, 0, "left", True)
