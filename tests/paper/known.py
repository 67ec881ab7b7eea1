"""Differences that are known and wait to be mended, from `known.yaml`."""

from pathlib import Path
from typing import Literal

import msgspec
import yaml


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known difference, a face that shows it, and why it may stay for now."""

    what: Literal["dark-text", "reflected-gradient", "embedded-profile", "cmyk-in-png", "thai-am"]
    reason: str
    game: str = ""
    face: str = ""


def known() -> list[Known]:
    """All entries."""
    listed = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return msgspec.convert(listed or [], list[Known])


def is_known(what: str) -> bool:
    """Whether differences of this kind are known."""
    return any(one.what == what for one in known())


def known_faces(game: str, what: str) -> set[str]:
    """The faces of a game that are known to differ in this way."""
    return {one.face for one in known() if one.game == game and one.what == what}
