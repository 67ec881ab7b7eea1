"""Report what became of the files of earlier builds and exports."""

from pathlib import Path

from printnplay.build.left_behind import Left
from printnplay.cli.console import say


def say_left(left: Left, what: str) -> None:
    """Print a line for each file that was removed, replaced or kept; `what` is `build`, say."""
    for path in dict.fromkeys(map(_named, left.removed)):
        say(f"removed {path}: no longer part of the {what}")
    for path in dict.fromkeys(map(_named, left.replaced)):
        say(f"replaced {path}: it was changed after the last {what}")
    for path in left.changed:
        say(f"kept {path}: no longer part of the {what}, but changed since")


def _named(path: Path) -> Path:
    """Return the name under which a file is listed: one for all pages of a document.

    >>> _named(Path("kit/kit-003.png")).as_posix(), _named(Path("en/kit.pdf")).as_posix()
    ('kit/*.png', 'en/kit.pdf')
    """
    is_page = path.stem.startswith(f"{path.parent.name}-")
    return path.with_name(f"*{path.suffix}") if is_page else path
