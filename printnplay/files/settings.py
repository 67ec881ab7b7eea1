"""The folder of a user's own settings, which belong to no project."""

from pathlib import Path

NOWHERE = Path("/nonexistent")
"""The home of users who have none, so that nothing is found there (Debian Policy 9.2.3)."""


def settings_folder() -> Path:
    """Return the folder of a user's settings, such as `~/.config/printnplay`."""
    from platformdirs import user_config_path

    try:
        return user_config_path("printnplay", appauthor=False)
    except RuntimeError:  # of pathlib, for a user without a home
        return NOWHERE / "printnplay"
