"""Tables of cards in every format: the cards they make, and the faults that are reported.

The cases are in `tables/*.yaml`: the files of a game's folder, its family, and one line for each
card or fault.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.loading.cards import load_cards

HERE = Path(__file__).parent / "tables"


def cases() -> Iterator[Any]:
    for path in sorted(HERE.glob("*.yaml")):
        for case in yaml.load(path.read_bytes(), yaml.CSafeLoader):
            yield pytest.param(case, id=f"{path.stem}-{case['case'].replace(' ', '-')}")


@pytest.mark.parametrize("case", list(cases()))
def test_a_table_makes_cards_or_faults(case: dict[str, Any], tmp_path: Path) -> None:
    for name, content in case["files"].items():
        (tmp_path / name).write_text(content, "utf-8", newline="")
    family = f"card: {{template: card, rows: {next(iter(case['files']))}}}"
    (tmp_path / "cards.yaml").write_text(case.get("families", family), "utf-8")
    problems = Problems()
    cards = load_cards(tmp_path / "cards.yaml", "game/cards.yaml", problems)
    assert [said(fault) for fault in problems.found] == case.get("faults", [])
    assert [line(card) for card in cards] == case.get("cards", [])


def line(card: Card) -> str:
    """Return a card as a line: its copies, its fields (in quotes if they are texts), its texts."""
    fields = (
        f'{name}="{value}"' if name in card.quoted else f"{name}={value}"
        for name, value in card.fields.items()
    )
    texts = (
        f"{text.key.removeprefix(f'cards.{card.id}.')}@{language}: {text.plain}"
        for language, text in card.texts
    )
    copies = f"{card.copies}x " if card.copies > 1 else ""
    return " | ".join([f"{copies}{card.id}", *fields, *texts])


def said(fault: Diagnostic) -> str:
    """Return what a user reads of a fault, in one line, without the name of the folder."""
    place = f"{fault.span.file.removeprefix('game/')}:{fault.span.line}:{fault.span.column}"
    notes = "".join(
        f" | {text}{f' {span.line}:{span.column}' if span else ''}" for text, span in fault.notes
    )
    cure = f" | {fault.help}" if fault.help else ""
    what = f"{fault.code.id} {fault.message} | {fault.label}"
    return f"{place}+{fault.span.length} {what}{cure}{notes}"


@pytest.mark.parametrize(
    ("content", "message", "line"),
    [
        ("[]".encode("utf-16"), "byte 0xff is not UTF-8", 1),
        (b'[\n{"id": "spy", "name": "caf\xe9"}]', "byte 0xe9 is not UTF-8", 2),
        (b"[" * 500_000, "the file is nested more than 16 deep", 1),
        (b'{"a":' * 100_000, "the file is nested more than 16 deep", 1),
        (b"[\n" + b"1,\n" * 120_000 + b"1]", "the file is more than 100,000 values", 100_001),
        (b" " * (1 << 20) + b"[]", "the file is larger than 1 MiB", 0),
        (b'["' + b"\\n" * 400_000, "not well-formed JSON: a string does not end", 1),
        (b"1" * 500_000, "the table is a text", 1),
    ],
    ids=["utf-16", "latin-1", "lists", "mappings", "values", "size", "string", "digits"],
)
def test_a_file_that_is_too_much_is_refused(
    content: bytes, message: str, line: int, tmp_path: Path
) -> None:
    (tmp_path / "deeds.json").write_bytes(content)
    (tmp_path / "cards.yaml").write_text("card: {template: card, rows: deeds.json}", "utf-8")
    problems = Problems()
    load_cards(tmp_path / "cards.yaml", "cards.yaml", problems)
    assert [(fault.message, fault.span.line) for fault in problems.found] == [(message, line)]
