"""The JSON Schemas accept what the loaders accept, and refuse what a schema can see."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from make_reference import ROOT, example_of
from ruamel.yaml import YAML
from typer.testing import CliRunner

from printnplay.cli.app import app
from printnplay.files.catalog import PACKAGE
from printnplay.files.yaml_tree import compose, plain
from printnplay.loading.booklet import BLOCK
from printnplay.loading.forms import Record
from printnplay.model.diagnostics import Problems
from printnplay.pipeline.schemas import FILE_KINDS, schema_of

from .test_reference import KEYS, RECORDS

pytestmark = pytest.mark.sampled(6)

CASES = ROOT / "tests" / "loading" / "cases"
BASE = ROOT / "tests" / "loading" / "base"

SHAPES = ("PNP110", "PNP111", "PNP112", "PNP113", "PNP114", "PNP116", "PNP119", "PNP210")
"""The codes of faults of shape: wrong kinds, keys unknown or missing, numbers and choices."""


def kind_of(path: Path) -> str:
    """The kind of file by its path, as an editor is told it."""
    if path.stem in FILE_KINDS:
        return path.stem
    return "glossary" if "glossary" in path.parts or path.stem == "glossary" else "texts"


def files(root: Path) -> Iterator[Path]:
    for folder in ("designs", "locales", "templates"):
        yield from sorted((root / folder).rglob("*.yaml"))


def as_an_editor_reads(text: str) -> Any:  # noqa: ANN401 - whatever is in the file
    """YAML 1.2: numbers are numbers, `yes` is a word; dates and keys are texts in JSON."""
    return json.loads(json.dumps(YAML(typ="safe", pure=True).load(text), default=str))


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
