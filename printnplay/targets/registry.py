"""Output targets, found by name: a module or package beside this one that has `write`."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import BinaryIO, TypeAlias

from printnplay.model.sheet import Document

Writer: TypeAlias = Callable[[Document, BinaryIO], None]
"""What a target offers: writes a document to an open stream."""


class UnknownTargetError(LookupError):
    """There is no output target of that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Keep the name that was asked for and the names that exist."""
        super().__init__(f"no output target `{name}`; there are: {', '.join(known)}")
        self.name = name
        self.known = known


def target_names() -> tuple[str, ...]:
    """The targets that exist, by name, sorted."""
    package = import_module("printnplay.targets")
    names = (module.name for module in iter_modules(package.__path__))
    return tuple(sorted(name for name in names if _writer(name) is not None))


def find_target(name: str) -> Writer:
    """The `write` of a target.

    Raises:
        UnknownTargetError: no target has this name.
    """
    known = target_names()
    found = _writer(name) if name in known else None
    if found is None:
        raise UnknownTargetError(name, known)
    return found


def _writer(name: str) -> Writer | None:
    return getattr(import_module(f"printnplay.targets.{name}"), "write", None)
