"""Plug-ins: installed distributions that extend the program by entry points.

Only distributions in the folders that pip installs into are loaded: a project cannot add any.
"""

import site
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.files.door import ReadError, names_in, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

GROUPS = ("targets", "checks", "template_functions", "tables", "formats", "reports", "icons")
"""The kinds of extensions of plug-ins: `printnplay.targets` and so on are the groups of entry
points."""

_LARGEST = 1 << 20
"""The largest size of a file of entry points, in bytes: those of large distributions have some
kilobytes."""


class PlugIn(Struct, frozen=True):
    """An entry point: its group and name, the path of its object, and its distribution."""

    group: str
    name: str
    value: str
    distribution: str
    version: str

    def load(self) -> Any:  # noqa: ANN401  # its type depends on the group
        """Import the object.

        Raises:
            FaultsError: it cannot be imported, for any reason.
        """
        module, _, attribute = self.value.partition(":")
        try:
            return getattr(import_module(module.strip()), attribute.strip())
        except Exception as error:
            raise FaultsError([self.fault(f"{type(error).__name__}: {error}")]) from error

    def fault(self, reason: str) -> Diagnostic:
        """Return the diagnostic of a plug-in that fails, with the reason."""
        return Diagnostic(
            codes.BROKEN_PLUG_IN,
            f"the plug-in `{self.name}` of {self.distribution} {self.version} fails: {reason}",
            Span(""),
            f"entry point `{self.value}` of the group printnplay.{self.group}",
            f"update it, or remove it: `pip uninstall {self.distribution}`",
        )


@cache
def plug_ins(group: str = "") -> tuple[PlugIn, ...]:
    """Return the plug-ins of a group, sorted by name; without a group, of all groups.

    The files are read directly: `importlib.metadata` parses the metadata of every distribution,
    which takes longer than an unchanged build.
    """
    found = [one for folder in _folders() for one in _in_folder(folder)]
    chosen = {(one.group, one.name): one for one in reversed(found) if group in ("", one.group)}
    return tuple(sorted(chosen.values(), key=lambda one: (one.group, one.name)))


def _folders() -> Sequence[Path]:
    """Return the folders that pip installs into, in order of precedence."""
    own = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    paths = [*own, *map(sysconfig.get_path, ("purelib", "platlib"))]
    return tuple(map(Path, dict.fromkeys(paths)))


def _in_folder(folder: Path) -> Iterator[PlugIn]:
    """Yield the plug-ins of the distributions in a folder."""
    for entry in names_in(folder):
        if entry.endswith(".dist-info"):
            groups = _entry_points(folder / entry)
            for group in GROUPS:
                for name, value in groups.get(f"printnplay.{group}", {}).items():
                    yield PlugIn(group, name, value, *_about(entry))


def _about(entry: str) -> tuple[str, str]:
    """Return the name and version of a distribution, from the name of its metadata folder.

    >>> _about("acme_cards-1.2.dist-info")
    ('acme_cards', '1.2')
    """
    name, _, version = entry.removesuffix(".dist-info").partition("-")
    return name, version


def _entry_points(folder: Path) -> dict[str, dict[str, str]]:
    """Return the entry points of a distribution by group; none if they are for other programs."""
    try:
        text = read(folder / "entry_points.txt", _LARGEST, anywhere=True).decode()
    except (ReadError, UnicodeError):
        return {}
    if "[printnplay." not in text:
        return {}
    # Most commands have no plug-ins, and the parser takes as long to import as the search.
    from configparser import ConfigParser
    from configparser import Error as ConfigError

    parser = ConfigParser(delimiters=("=",), interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign, assignment]  # names keep their capitals
    try:
        parser.read_string(text)
    except ConfigError:
        return {}
    return {group: dict(parser[group]) for group in parser.sections()}
