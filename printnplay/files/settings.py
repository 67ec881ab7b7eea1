"""The folder of a user's own settings, which belong to no project."""

from pathlib import Path

from printnplay.files.door import is_there

DEFAULTS = "config.yaml"
"""The file of a user's own defaults, in the folder of settings."""

NOWHERE = Path("/nonexistent")
"""The home of users who have none, so that nothing is found there (Debian Policy 9.2.3)."""


def settings_folder() -> Path:
    """Return the folder of a user's settings, such as `~/.config/printnplay`."""
    from platformdirs import user_config_path

    try:
        return user_config_path("printnplay", appauthor=False)
    except RuntimeError:  # of pathlib, for a user without a home
        return NOWHERE / "printnplay"


def defaults_file() -> Path | None:
    """Return the file of the user's own defaults; None if there is none."""
    path = settings_folder() / DEFAULTS
    return path if is_there(path) else None
