"""Differences that are known and wait to be mended, from `known.yaml`."""

from pathlib import Path

import msgspec
import yaml

WHOLE = ("embedded-profile", "cmyk-in-png", "thai-am")
"""What test_known_files.py makes."""


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known difference, and why it may stay for now.

    `what` is one of `WHOLE`, or a kind of cases and the name of one: `picture jpeg-adobe-rgb`.
    """

    what: str
    reason: str


def known() -> list[Known]:
    """All entries."""
    listed = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return msgspec.convert(listed or [], list[Known])


def is_known(what: str) -> bool:
    """Whether differences of this kind are known."""
    return any(one.what == what for one in known())


def known_of(kind: str) -> set[str]:
    """The names of the cases of a kind that are known."""
    pairs = (one.what.partition(" ") for one in known())
    return {name for first, _, name in pairs if first == kind}
