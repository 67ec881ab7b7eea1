"""The folder of a user's own settings, which belong to no project."""

from pathlib import Path


def settings_folder() -> Path:
    """Return the folder of a user's settings, such as `~/.config/printnplay`."""
    from platformdirs import user_config_path

    return user_config_path("printnplay", appauthor=False)
