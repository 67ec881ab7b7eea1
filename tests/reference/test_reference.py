"""What is declared has a sentence and an example that works, and the pages say what is declared."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2.filters import FILTERS
from jinja2.nodes import Name
from make_reference import (
    PAGES,
    ROOT,
    Command,
    Parameter,
    code_examples,
    commands,
    declared,
    example_of,
    pages,
    said_by_tests,
)

from printnplay.build.schemas import FILE_KINDS
from printnplay.faces.renderer import Blank, FaceRenderer, Format, Names
from printnplay.faces.sandbox import Sandbox
from printnplay.faces.template_files import FolderLoader
from printnplay.faces.vocabulary import FUNCTIONS, VARIABLES
from printnplay.files.yaml_tree import Node, compose
from printnplay.game.texts import Glossary, Term, Text, Texts
from printnplay.imposition.papers import PAPERS as PAPER_SIZES
from printnplay.imposition.registration import distances_on
from printnplay.kernel import codes
from printnplay.kernel.codes import CODES, Code
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.geometry import Size
from printnplay.loading.forms import Form, Key, Record
from printnplay.loading.style import load_style
from printnplay.text.fonts import FontShelf
from printnplay.text.markup import NOTATIONS, CardFields, Notation, Reference, Resolver, parse

pytestmark = pytest.mark.sampled(2)

HERE = Span("")

NONE = "[]"
"""What a list is that is not written, even if no list that is written may be empty."""


def records(form: Form[object]) -> Iterator[type[Record]]:
    """The records in a form, and those within them."""
    for record in form.records:
        yield record
        for key in declared(record).values():
            yield from records(key.form)


RECORDS = dict.fromkeys(record for file in FILE_KINDS.values() for record in records(file.form))
KEYS = [key for record in RECORDS for key in declared(record).values()]


def read(form: Form[object], source: str) -> None:
    """Read an example as the loader does; it has no faults."""
    problems = Problems()
    node = compose(source, "example.yaml", problems)
    assert node is not None, source
    form.read(node, problems)
    assert problems.found == [], source


def is_sentence(text: str) -> bool:
    return len(text) > 4 and text[0] == text[0].upper() and text.endswith(".")


def test_the_pages_are_those_of_the_program(request: pytest.FixtureRequest) -> None:
    made = pages()
    if request.config.getoption("--update"):
        PAGES.mkdir(exist_ok=True)
        for name, text in made.items():
            (PAGES / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text("utf-8") for path in PAGES.glob("*.md")} == made, (
        "run `make update`"
    )


@pytest.mark.at_leisure
def test_pages_link_to_what_there_is() -> None:
    for name, text in pages().items():
        for target in re.findall(r"\]\(([\w/-]+\.(?:md|png))\)", text):
            assert (PAGES / target).is_file(), f"{name}: {target}"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.name}-{key.example[:20]}")
def test_a_key_has_a_sentence_and_an_example_that_loads(key: Key[object]) -> None:
    assert is_sentence(key.says)
    read(key.form, key.example)
    if key.default not in (None, NONE):
        read(key.form, key.default)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_the_examples_of_a_mapping_load_together(record: type[Record]) -> None:
    assert is_sentence((record.__doc__ or "").partition("\n")[0])
    read(record.form(), example_of(record))


def test_every_key_of_the_bundled_games_is_in_the_reference() -> None:
    used = set()
    patterns = ("designs/*/*.yaml", "templates/*/style.yaml")
    starters = [f"printnplay/starters/*/{pattern}" for pattern in patterns]
    for path in (path for pattern in (*patterns, *starters) for path in ROOT.glob(pattern)):
        node = compose(path.read_text("utf-8"), path.name, Problems())
        form = FILE_KINDS[path.stem].form
        assert node is not None
        used |= {(path.stem, key) for key in keys_used(form, node)}
    told = {(name, key): (PAGES / f"{name}.md").read_text("utf-8") for name, key in used}
    assert len(used) > 50
    assert [key for key, page in told.items() if f"| `{key[1]}` |" not in page] == []


def keys_used(form: Form[object], node: Node) -> Iterator[str]:
    """The declared keys that a file writes: those of all records that are read for it."""
    written: list[str] = []
    plain_init = Record.__init__

    def noting(record: Record, node: Node, problems: Problems) -> None:
        plain_init(record, node, problems)
        written.extend(record.nodes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Record, "__init__", noting)
        form.read(node, Problems())
    yield from written


@pytest.fixture(scope="module")
def style_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A style with an icon and a drawing of the names that the examples use."""
    folder = tmp_path_factory.mktemp("style")
    (folder / "art").mkdir()
    (folder / "art" / "storm.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    )
    (folder / "icons.svg.j2").write_text(
        '{% macro icon_star() %}<circle cx="50" cy="50" r="40"/>{% endmacro %}'
    )
    return folder


VALUES = {
    "game": {
        "id": "lost-city",
        "edition": "",
        "title": "Lost City",
        "players": (2, 3),
        "version": "1.2",
        "date": "2026-03-31",
        "facts": "2–4",
        "contents": "Cards",
        "languages": "**EN**",
    },
    "card": {"id": "storm", "family": "storm", "value": "3"},
    "deck": {"number": 7, "faces": 12, "cards": 24, "copies": 2},
    "group": {"id": "storms", "number": 1, "faces": 2, "cards": 4, "copies": 2},
    "nth": {"kind": 2},
    "named": {"kind": "cards.storm.name"},
    "board": {"id": "map"},
    "panel": "front",
    "box_id": "heroes",
    "box_title": "Heroes",
    "box_part": "1/3",
    "view": "social",
    "tagline": "A city below the sand",
    "recto": True,
    "folio": {"x": 30, "y": 74, "align": "centre", "height": 2.2, "room": 5},
    "width": 100,
    "example": {"legal": True},
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "example", [name.example for name in (*FUNCTIONS, *VARIABLES)], ids=lambda text: text[:30]
)
def test_an_example_of_a_template_can_be_drawn(example: str, style_folder: Path) -> None:
    problems = Problems()
    style = load_style(ROOT / "templates/base/style.yaml", "style.yaml", problems)
    renderer = FaceRenderer(
        folders=[style_folder],
        style=style,
        shelf=FontShelf([ROOT / "templates/fonts"]),
        art_roots=[style_folder],
        names=Names({}, Glossary({}, "")),
        problems=problems,
    )
    words = {key: Text(key, {"other": "Storm"}, HERE) for key in NAMED}
    (style_folder / "face.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="99mm" height="99mm" viewBox="0 0 99 99">'
        f"<title>{example if '<' not in example and '(' not in example else ''}</title>"
        f"{example if '(' in example or '<' in example else ''}</svg>"
    )
    blank = Blank("face", Format(Size(99_000, 99_000), 0), VALUES)
    (drawn,) = renderer.draw([blank], Texts("en", words, "en.yaml"))
    assert problems.found == []
    assert drawn is not None


NAMED = ("cards.storm.name", "cards.storm.rule")
"""The texts that the examples of templates ask for."""


def test_what_templates_may_use_has_a_sentence() -> None:
    for declared_name in (*FUNCTIONS, *VARIABLES):
        assert is_sentence(declared_name.says), declared_name.name


def test_the_bundled_templates_use_what_is_declared_only() -> None:
    sandbox = Sandbox(FolderLoader([ROOT / "templates/base"]))
    known = {function.name for function in FUNCTIONS}
    known |= {variable.name.partition(".")[0] for variable in VARIABLES}
    for path in ROOT.glob("templates/*/*.svg.j2"):
        tree = sandbox.parse(path.read_text("utf-8"))
        set_here = {name.name for name in tree.find_all(Name) if name.ctx in ("store", "param")}
        macros = set(re.findall(r"(?:macro|import|as|,) (\w+)", path.read_text("utf-8")))
        read_here = {name.name for name in tree.find_all(Name) if name.ctx == "load"}
        own = {"namespace", "varargs", "kwargs", "caller", "loop"}
        assert read_here - set_here - macros - known - own == set(), path


@pytest.mark.parametrize("notation", NOTATIONS, ids=lambda notation: notation.form)
def test_markup_and_placeholders_have_examples_that_read(notation: Notation) -> None:
    assert is_sentence(notation.says)
    names = ("hand_size", "count.storm", "count.total", "players_min", "players_max")
    facts = dict.fromkeys((*names, "claim.base-layouts"), 3)
    term = Term("storm", {"name": "Storm", "cards": "storm cards"}, (), HERE)
    glossary, icons = Glossary({"storm": {"en": term}}, ""), frozenset({"star"})
    numbers = dict.fromkeys(("number", "faces", "cards", "copies"), "2")
    card = CardFields(
        "storm",
        {
            "cost": "2",
            **{f"deck.{name}": "2" for name in numbers},
            "copy.number": "1",
            "copy.count": "2",
        },
    )
    words = {3: {"word": "three"}}
    references = {
        name: Reference("7", "example, page 7", "en:end", "3.1")
        for name in ("end", "examples.storm")
    }
    resolver = Resolver(
        "en", facts, glossary, icons, face=card, references=references, number_words=words
    )
    problems = Problems()
    assert parse(notation.example, resolver, problems)
    assert problems.found == []


PARAMETERS = [(command, parameter) for command in commands() for parameter in command.parameters]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("command", "parameter"),
    PARAMETERS,
    ids=[f"{command.words} {parameter.name}" for command, parameter in PARAMETERS],
)
def test_an_option_has_a_sentence_and_an_example_that_is_understood(
    command: Command,
    parameter: Parameter,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert parameter.says
    monkeypatch.chdir(tmp_path)
    for folder in ("lost-city", "my-fonts"):
        (tmp_path / folder).mkdir()
    for name in ("storm.svg", "lost-city-fr.po", "game.log", "coated.icc", "deck.pdf"):
        (tmp_path / name).touch()
    words = shlex.split(command.example(parameter).removeprefix(command.words))
    context = command.declared.make_context(command.words, words)
    value = context.params[parameter.name]
    assert value is False if parameter.is_on else value not in (None, False, (), [])


def test_drawings_are_looked_at_in_the_examples_of_art_and_texts_in_those_of_translators() -> None:
    examples = {
        (command.words, parameter.name): command.example(parameter)
        for command, parameter in PARAMETERS
    }
    assert examples["printnplay art", "files"] == "printnplay art storm.svg"
    assert examples["printnplay l10n import", "files"].endswith("lost-city-fr.po")
    assert examples["printnplay export", "die_lines"] == "printnplay export pdf-cards --die-lines"
    assert examples["printnplay preview", "browser"] == "printnplay preview --no-browser"


def test_lengths_of_rulers_are_such_as_calibrate_takes() -> None:
    distances = distances_on(PAPER_SIZES["a4"].size)
    assert distances is not None
    for command, parameter in PARAMETERS:
        if parameter.ways in (("--across",), ("--along",)):
            length = getattr(distances, parameter.name) / 1000
            assert abs(float(command.example(parameter).split()[-1]) / length - 1) < 0.1


def test_a_switch_that_is_on_has_both_ways_and_a_number_of_nought_is_a_default() -> None:
    options = pages()["options.md"]
    assert "| `--browser`, `--no-browser` |  | `--browser` |" in options
    assert "| `--game` | N | `0` |" in options


def test_filters_of_templates_are_those_that_jinja_documents() -> None:
    listed = pages()["templates.md"].partition("Of Jinja's own: ")[2]
    names = set(re.findall(r"`(\w+)`", listed))
    assert {"default", "join", "round"} < names <= set(FILTERS)


def test_no_two_codes_share_an_id() -> None:
    declared = [code.id for code in vars(codes).values() if isinstance(code, Code)]
    assert sorted(declared) == sorted(CODES)


def test_every_code_has_a_meaning_and_an_example() -> None:
    """Those of `said.yaml` are compared with what is said when their tests run: see conftest.py."""
    for code, example in said_by_tests().items():
        file, _, name = example["test"].partition("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text("utf-8"), code
    shown = code_examples()
    assert all(len(code.meaning) > 10 for code in CODES.values())
    assert set(shown) == set(CODES)
