"""Paragraphs end with the mark that their original has."""

import re

from printnplay.loading.checks.passages import Passage
from printnplay.loading.checks.review import Review
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Problems

_END = re.compile(r"([.!?…:])[\s\u00a0\u202f)»“”’\"']*\Z")


def check_endings(review: Review, problems: Problems) -> None:
    """A rule without end mark whose original has one; titles and rows of tables have none."""
    rows = _rows(review.game)
    ends = {
        passage.key: mark
        for passage in review.passages
        if passage.language == review.reference and (mark := _mark(passage))
    }
    for passage in review.passages:
        mark = ends.get(passage.key, "")
        is_label = passage.key in rows or passage.key.endswith((".title", ".name"))
        if not mark or not passage.is_rules or is_label or _same(mark, _mark(passage)):
            continue
        expected = "a colon" if mark == ":" else "a full stop, question mark or exclamation mark"
        problems.error(
            "PNP311",
            f"the text `{passage.key}` does not end like its original",
            passage.place(max(0, len(passage.reading) - 1), len(passage.reading)),
            f"expected {expected}",
            f"end it with `{mark}`",
        )


def _rows(game: Game) -> set[str]:
    blocks = [block for section in game.outline.sections for block in section.blocks]
    return {key for block in blocks if block.kind == "table" for key in block.keys}


def _mark(passage: Passage) -> str:
    match = _END.search(passage.reading)
    return match[1] if match else ""


def _same(mark: str, other: str) -> bool:
    return bool(other) and (mark == ":") == (other == ":")
