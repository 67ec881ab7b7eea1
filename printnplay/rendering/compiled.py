"""Compiled templates kept between runs, as Python keeps its own byte code."""

import os
import sys
from hashlib import blake2b
from pathlib import Path

import jinja2
from jinja2 import FileSystemBytecodeCache

from printnplay.rendering import template_sandbox


def bytecode_cache() -> FileSystemBytecodeCache | None:
    """Where compiled templates are kept: the user's cache folder; None if it cannot be used.

    A template is found again by its name and text, so a changed one is compiled anew; so is every
    one when the sandbox changes. `PRINTNPLAY_CACHE` sets the folder; empty, there is no cache.
    """
    folder = _folder()
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    return FileSystemBytecodeCache(str(folder), "%s.bin")


def _folder() -> Path | None:
    set_to = os.environ.get("PRINTNPLAY_CACHE")
    if set_to == "":
        return None
    if set_to:
        return Path(set_to) / _sandbox()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "printnplay" / _sandbox() if base else None


def _sandbox() -> str:
    """What the sandbox makes of a template depends on its own source and on Jinja's version."""
    source = Path(template_sandbox.__file__).read_bytes()
    return blake2b(source + jinja2.__version__.encode(), digest_size=8).hexdigest()
