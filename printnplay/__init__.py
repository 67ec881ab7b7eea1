"""Build print-and-play PDFs from a card game in YAML or a spreadsheet, and check the game first.

The public API (`printnplay.api`) opens a project, checks it and builds it.
"""

from importlib import import_module

from printnplay.kernel.version import __version__

TYPE_CHECKING = False  # defined here: importing `typing` takes milliseconds
if TYPE_CHECKING:
    from printnplay.api import (
        Diagnostic,
        FaceOptions,
        FaultsError,
        Project,
        SheetOptions,
        open_bundled,
        open_project,
    )

__all__ = [
    "Diagnostic",
    "FaceOptions",
    "FaultsError",
    "Project",
    "SheetOptions",
    "__version__",
    "open_bundled",
    "open_project",
]


def __getattr__(name: str) -> object:
    """Import a name of the API on first use: nothing handles Ctrl-C during an earlier import."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    value: object = getattr(import_module("printnplay.api"), name)
    return value
