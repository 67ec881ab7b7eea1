"""Where a user's own defaults are, and whether they count: read before every command."""

import os
from pathlib import Path

from printnplay.files.door import is_there
from printnplay.files.settings import settings_folder

FILE = "config.yaml"
"""The file of defaults, in the folder of a user's settings."""


def defaults_file() -> Path | None:
    """Return the file with the user's defaults; None if there is none."""
    path = settings_folder() / FILE
    return path if is_there(path) else None


def is_ci() -> bool:
    """Return whether this runs in CI, where a build must not depend on whose machine it is."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false", "no")
