"""Differences that are known and wait to be mended, from `known.yaml`."""

from pathlib import Path
from typing import Literal

import msgspec
import yaml


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known difference, and why it may stay for now."""

    what: Literal["embedded-profile", "cmyk-in-png", "thai-am"]
    reason: str


def known() -> list[Known]:
    """All entries."""
    listed = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return msgspec.convert(listed or [], list[Known])


def is_known(what: str) -> bool:
    """Whether differences of this kind are known."""
    return any(one.what == what for one in known())
