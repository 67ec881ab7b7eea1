"""What this copy of printnplay consists of: libraries, fonts and data, with their licences."""

import platform
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from msgspec import Struct

from printnplay.build.natives import native_libraries
from printnplay.cache.folder import cache_place
from printnplay.files.catalog import PACKAGE, shipped_root
from printnplay.files.plugins import plug_ins
from printnplay.files.settings import settings_folder
from printnplay.kernel.version import __version__, is_standalone

NAME = "printnplay"

DATA = (
    ("texts, translations, drawings and rules files of the bundled games", "their designers"),
    ("looks, starters and layouts of new games", ""),
    ("words learned from the bundled translations", ""),
    ("measures of papers, label sheets, services and factories", "sources in their files"),
)
"""The data that ships, and whose work it is besides; its licence is that of the program."""

PATTERNS = (
    "MPL, LGPL, LPPL or BSD; of Czech, Galician, Norwegian, European Portuguese and Ukrainian: GPL;"
    " of Bulgarian and Slovak: not stated"
)
"""Licences of the patterns of pyphen, by what comes with them; no program is linked with them."""

PROFILE = ("free of known copyright restrictions", "FOGRA39L by Peter Selinger")
"""The licence of the colour profile, which stands in it, and whose work its data is."""

STATED = {"pyphen": "MPL-1.1", "resvg-py": "MIT"}
"""Licences of libraries: by their files where metadata names none, the one chosen of several."""

_REQUIRED = re.compile(r"(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^\]]*)\])?")
_EXTRA = re.compile(r"""extra\s*==\s*['"]([\w.-]+)['"]""")
_NO_NAME = re.compile(r"copyright|unknown", re.IGNORECASE)
"""The beginning of a text that is no name of a licence."""

_END = re.compile(r"\s*\(.*|[\n;].*", re.DOTALL)


class Part(Struct, frozen=True):
    """A part of the program, its version and licence, and who made it, as far as that is known."""

    kind: str
    name: str
    version: str
    licence: str
    by: str = ""


def parts() -> Iterator[Part]:
    """Yield the program, its libraries and plug-ins, its fonts, and its data."""
    own = "MIT"
    yield Part("printnplay", NAME, __version__, own, "the printnplay authors")
    yield Part("libraries", "Python", platform.python_version(), "PSF-2.0")
    for found in sorted(_libraries(), key=lambda found: found.name.lower()):
        yield Part("libraries", found.name, found.version, _licence(found))
    yield from _native()
    yield from _fonts()
    for name, by in DATA:
        yield Part("data", name, "", own, by)
    yield Part("data", "hyphenation patterns, from pyphen", "", PATTERNS)
    yield Part("data", "colour profile fogra39.icc, from colorprofiles", "", *PROFILE)


def _native() -> Iterator[Part]:
    """Yield the native libraries of the standalone program; a package names its own."""
    if is_standalone():
        for name, licence in native_libraries(PACKAGE.parent):
            yield Part("native libraries", name, "", licence)


def licence_texts() -> str:
    """Return where the texts of licences are; empty for a package, whose libraries bring them."""
    if not is_standalone():
        return ""
    return f"texts: {PACKAGE.parent / 'licences'}, {PACKAGE.parent / '*.dist-info'}"


def places() -> Mapping[str, str]:
    """Return the version, and the folders of the program, of settings and of the cache."""
    kind = "standalone program" if is_standalone() else f"Python {platform.python_version()}"
    return {
        "version": f"{__version__} ({kind}, {platform.system()} {platform.machine()})",
        "program": str(Path(sys.executable).parent if is_standalone() else shipped_root()),
        "settings": str(settings_folder()),
        "cache": str(cache_place() or "none"),
    }


def home(label: str) -> str:
    """Return an address of the project, as pyproject.toml has it, such as `Releases`."""
    try:
        noted = distribution(NAME).metadata.get_all("Project-URL") or ()
    except PackageNotFoundError:  # the source without an installation
        return ""
    return next(
        (url for name, _, url in (one.partition(", ") for one in noted) if name == label), ""
    )


def _libraries() -> Iterator[Distribution]:
    """Yield what is installed of the libraries, those that they need, and plug-ins."""
    seen: set[tuple[str, str]] = set()
    due = [(NAME, "*"), *((one.distribution, "") for one in plug_ins())]
    named: set[str] = set()
    while due:
        name, extras = due.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found = distribution(name)
        except PackageNotFoundError:  # of an extra, or for another system
            continue
        due += _needed(found, extras)
        if name not in named | {NAME}:
            named.add(name)
            yield found


def _needed(found: Distribution, extras: str) -> Iterator[tuple[str, str]]:
    """Yield the names that a distribution requires, with their extras; `*` stands for all."""
    for line in found.requires or ():
        required, extra = _REQUIRED.match(line), _EXTRA.search(line)
        if required and (extra is None or extras == "*" or extra[1] in extras.split(",")):
            yield re.sub(r"[-_.]+", "-", required["name"]).lower(), required["extras"] or ""


def _licence(found: Distribution) -> str:
    """Return the licence that the metadata of a distribution names."""
    about = found.metadata
    fields = (about.get_all(name) or [""] for name in ("License-Expression", "License"))
    expression, text = (_END.sub("", values[0]) for values in fields)
    classes = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if line.startswith("License ::")
    ]
    name = re.sub(r"[-_.]+", "-", found.name).lower()
    named = "" if _NO_NAME.match(text) else text
    stated = STATED.get(name) or expression or named or " or ".join(classes)
    return stated or "see its licence file"


def _fonts() -> Iterator[Part]:
    from printnplay.text.credits import licence_of, makers_of
    from printnplay.text.fonts import FontShelf

    shelf = FontShelf([shipped_root() / "templates" / "fonts"])
    for family in shelf.families:
        file = shelf.source(family)
        yield Part("fonts", family, "", licence_of(file.licence), makers_of(file))
