"""The mistakes that publishers printed, planted in our own texts: the table is published.yaml."""

from collections.abc import Iterator
from pathlib import Path

import yaml

from .planting import REMOVE, SAY, Defect
from .sites import clean_games

TABLE = Path(__file__).with_name("published.yaml")
LOST, MOVED = "PNP301", "PNP367"
"""The codes of a text that is gone, and of one whose first two sentences have changed places."""


def published() -> tuple[Defect, ...]:
    """Every mistake of the table."""
    return tuple(_defects())


def _defects() -> Iterator[Defect]:
    for story in yaml.safe_load(TABLE.read_text("utf-8")):
        for code, language, key, old, new in story["changes"]:
            text = clean_games()[story["game"]].texts[language].entries[key].plain
            assert old in text, f"`{old}` is not in `{key}` in `{language}` any more: {text}"
            how = REMOVE if code == LOST else SAY
            changed = _moved(text) if code == MOVED else _changed(text, old, new)
            kind = f"published: {story['story']}"
            yield Defect(kind, code, story["game"], language, key, how, changed)


def _changed(text: str, old: str, new: str) -> str:
    return text.replace(old, new, 1) if old else new


def _moved(text: str) -> str:
    first, second, *others = text.replace(". ", ".\n").split("\n")
    return " ".join([second, first, *others])
