"""The JSON Schemas accept what the loaders accept, and refuse what a schema can see."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.project import run, stand_in
from jsonschema import Draft202012Validator
from make_reference import ROOT, example_of
from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from typer.testing import CliRunner

from printnplay.build.new import start
from printnplay.build.schemas import FILE_KINDS, schema_files, schema_of
from printnplay.cli.app import app
from printnplay.files.catalog import PACKAGE
from printnplay.files.seals import sealed_text
from printnplay.files.yaml_tree import compose, plain
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.blocks.nested import BLOCK
from printnplay.loading.forms import Record

from .test_reference import KEYS, RECORDS

pytestmark = pytest.mark.sampled(6)

CASES = ROOT / "tests" / "loading" / "cases"
BASE = ROOT / "tests" / "loading" / "base"

SHAPES = (*(f"PNP{number}" for number in range(110, 125)), "PNP210")
"""The codes of faults of shape: kinds, keys unknown or missing, numbers, lengths, choices."""


def kind_of(path: Path) -> str:
    """The kind of file by its path, as an editor is told it."""
    if path.stem in FILE_KINDS:
        return path.stem
    return "glossary" if "glossary" in path.parts or path.stem == "glossary" else "texts"


def files(root: Path) -> Iterator[Path]:
    for folder in ("designs", "locales", "templates"):
        yield from sorted((root / folder).rglob("*.yaml"))


class _Words(SafeConstructor):
    """Dates are words, as in YAML 1.2: also one with a thirteenth month."""


_Words.add_constructor("tag:yaml.org,2002:timestamp", SafeConstructor.construct_yaml_str)


def as_an_editor_reads(text: str) -> Any:  # noqa: ANN401 - whatever is in the file
    """YAML 1.2: numbers are numbers, `yes` is a word; keys are texts in JSON."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = _Words
    return json.loads(json.dumps(yaml.load(text)))


def as_the_loader_reads(text: str) -> Any:  # noqa: ANN401 - whatever is in the file
    node = compose(text, "file.yaml", Problems())
    return None if node is None else plain(node)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_a_schema_is_valid(kind: str) -> None:
    Draft202012Validator.check_schema(schema_of(kind))


SOUND = [
    *files(ROOT),
    *(path for starter in sorted((PACKAGE / "starters").iterdir()) for path in files(starter)),
    *files(BASE),
]


@pytest.mark.parametrize("path", SOUND, ids=lambda path: path.relative_to(ROOT).as_posix())
@pytest.mark.parametrize("reads", [as_an_editor_reads, as_the_loader_reads])
def test_the_files_of_the_games_and_the_starter_are_accepted(path: Path, reads: Any) -> None:  # noqa: ANN401
    validator = Draft202012Validator(schema_of(kind_of(path)))
    found = [error.message for error in validator.iter_errors(reads(path.read_text("utf-8")))]
    assert found == []


def has_fault_of_shape(path: Path) -> bool:
    text = path.read_text("utf-8")
    is_yaml = path.relative_to(CASES).parts[0] != "yaml"
    return is_yaml and any(f"#! {code} " in text for code in SHAPES)


PLANTED = [path for path in sorted(CASES.rglob("*.yaml")) if has_fault_of_shape(path)]


@pytest.mark.parametrize("path", PLANTED, ids=lambda path: path.relative_to(CASES).as_posix())
def test_a_planted_fault_of_shape_is_refused(path: Path) -> None:
    validator = Draft202012Validator(schema_of(kind_of(path)))
    found = list(validator.iter_errors(as_an_editor_reads(path.read_text("utf-8"))))
    assert found != []


def standalone(schema: Any) -> dict[str, Any]:  # noqa: ANN401 - as it was declared
    """The schema of a part of a file, with that of blocks if it refers to it."""
    text = json.dumps(schema)
    if '"#block"' in text and '"$anchor": "block"' not in text:
        return {"allOf": [schema], "$defs": {"block": BLOCK.schema}}
    return dict(schema)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_a_record_refuses_an_unknown_key_and_a_missing_one(record: type[Record]) -> None:
    validator = Draft202012Validator(standalone(record.form().schema))
    sound = as_an_editor_reads(example_of(record))
    assert validator.is_valid(sound)
    sound.pop("like", None)  # a style that is like another one may lack whatever that has
    if record.others is None:
        assert not validator.is_valid({**sound, "unheard-of": "x"})
    for name, key in record.keys.items():
        without = {other: value for other, value in sound.items() if other != name}
        assert validator.is_valid(without) is not key.required


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.name}-{key.example[:20]}")
def test_the_example_of_a_key_is_accepted(key: Any) -> None:  # noqa: ANN401
    validator = Draft202012Validator(standalone(key.form.schema))
    assert validator.is_valid(as_an_editor_reads(key.example))
    assert validator.is_valid(as_the_loader_reads(key.example))


@pytest.fixture(scope="module")
def new_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("projects") / "harbour"
    start(root, "rulebook-only")
    return root


def test_each_file_of_a_new_project_names_a_schema_beside_it(new_project: Path) -> None:
    paths = list(files(new_project))
    assert len(paths) > 3
    for path in paths:
        text = path.read_text("utf-8")
        line = text.partition("\n")[0]
        schema = json.loads((path.parent / line.partition("$schema=")[2]).read_text("utf-8"))
        assert schema["title"] == FILE_KINDS[kind_of(path)].path
        assert list(Draft202012Validator(schema).iter_errors(as_an_editor_reads(text))) == []


def test_vs_code_finds_one_schema_for_each_file(new_project: Path) -> None:
    settings = json.loads((new_project / ".vscode/settings.json").read_text("utf-8"))
    known = settings["yaml.schemas"].items()
    for path in (*files(new_project), new_project / "locales/pt-BR/language.yaml"):
        place = path.relative_to(new_project)
        found = [name for name, patterns in known if fits(place, patterns)]
        assert found == [f".schemas/{kind_of(path)}.json"], place
    assert all((new_project / name).is_file() for name, _ in known)


def fits(path: Path, patterns: list[str]) -> bool:
    """Whether some pattern takes a file in and none takes it out."""
    taken = [pattern for pattern in patterns if path.match(pattern.removeprefix("!"))]
    return bool(taken) and not any(pattern.startswith("!") for pattern in taken)


def test_schemas_are_written_into_a_project_whose_settings_stay(
    new_project: Path, tmp_path: Path
) -> None:
    project = shutil.copytree(new_project, tmp_path / "harbour")
    settings = project / ".vscode/settings.json"
    settings.write_text("{}", "utf-8")
    (project / ".schemas/game.json").write_text(sealed_text('{"earlier": true}'), "utf-8")
    written = CliRunner().invoke(app, ["schema", "--write", "--project", str(project)])
    assert written.exit_code == 0
    assert ".schemas/game.json" in written.output
    made = json.loads((project / ".schemas/game.json").read_text("utf-8"))
    assert made == {**schema_of("game"), "$comment": made["$comment"]}
    assert settings.read_text("utf-8") == "{}"


FAULTS = YAML(typ="safe").load(Path(__file__).with_name("faults.yaml"))
FAULTY = [(kind, *case) for kind, cases in FAULTS.items() for case in cases.items()]


@pytest.mark.parametrize(("kind", "about", "text"), FAULTY)
def test_a_fault_that_a_schema_can_see_is_refused(kind: str, about: str, text: str) -> None:
    """Each is a fault for the loader too, or the schema would refuse what is sound."""
    assert about
    assert not Draft202012Validator(schema_of(kind)).is_valid(as_an_editor_reads(text))
    problems = Problems()
    node = compose(text, "file.yaml", problems)
    assert node is not None
    FILE_KINDS[kind].form.read(node, problems)
    assert problems.errors


def test_an_editor_shows_a_sentence_an_example_and_the_default_of_each_key() -> None:
    for kind in FILE_KINDS:
        for path, key in keys_in(schema_of(kind)):
            assert key["description"], path
            assert key["examples"], path
    assert schema_of("game")["properties"]["marks"]["default"] == "lines"
    assert schema_of("game")["properties"]["players"]["examples"] == [[2, 3, 4]]


def keys_in(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """The keys of all mappings of a schema, with their paths."""
    if isinstance(schema, list):
        for part in schema:
            yield from keys_in(part, path)
    elif isinstance(schema, dict):
        for name, key in schema.get("properties", {}).items():
            if "then" not in path:
                yield f"{path}/{name}", key
        for name, part in schema.items():
            if name not in ("examples", "default"):
                yield from keys_in(part, f"{path}/{name}")


def test_the_command_prints_a_schema() -> None:
    printed = CliRunner().invoke(app, ["schema", "cards"])
    assert (printed.exit_code, json.loads(printed.output)) == (0, schema_of("cards"))


def test_the_command_lists_the_kinds_and_refuses_others() -> None:
    listed = CliRunner().invoke(app, ["schema"])
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.output.splitlines()] == list(FILE_KINDS)
    refused = CliRunner().invoke(app, ["schema", "gane"])
    assert refused.exit_code == 2
    assert "game" in refused.output


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (None, False),
        ('{\n  // mine\n  "editor.tabSize": 3\n}', True),
        ('{"yaml.schemas": {".schemas/game.json": ["designs/*/game.yaml"]}}', True),
        ("as written", False),
    ],
)
def test_settings_of_an_editor_are_kept_and_what_they_lack_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str | None, *, says: bool
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    path = tmp_path / ".vscode/settings.json"
    path.parent.mkdir()
    written = schema_files()[Path(".vscode/settings.json")]
    if settings is not None:
        path.write_text(written if settings == "as written" else settings, "utf-8")
    before = path.read_text("utf-8") if settings is not None else written
    ran = run("schema --write")
    assert ran.status == 0
    assert path.read_text("utf-8") == before
    assert ("kept .vscode/settings.json" in ran.out) is says
    assert ('".schemas/game.json": [' in ran.out) is says
