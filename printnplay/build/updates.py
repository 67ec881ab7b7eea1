"""Newer versions of printnplay: asked for only by `update --check`."""

import json
import re
import sys

from printnplay.build.about import home
from printnplay.build.download import DownloadError, download
from printnplay.edition.choosing import NOWHERE
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.kernel.version import __version__, is_standalone

INDEX = "https://pypi.org/pypi/printnplay/json"
"""The address that is asked; it needs no account, and stays the same wherever the project lives."""

LARGEST, SECONDS = 8 << 20, 20.0
"""The answer lists all files of all versions: some hundred bytes each. Guesses."""


def newest() -> str:
    """Return the newest version, if it is newer than this one; else an empty text.

    Raises:
        FaultsError: the index cannot be reached, or answers something else.
    """
    try:
        answer = json.loads(download(INDEX, LARGEST, SECONDS))
        found = answer["info"]["version"]
        return found if _order(found) > _order(__version__) else ""
    except DownloadError as error:
        reason = str(error)
    except (ValueError, LookupError, TypeError):
        reason = "the answer names no version"
    raise FaultsError(
        [
            Diagnostic(
                codes.NO_ANSWER_ON_VERSIONS,
                f"the newest version cannot be found out: {reason}",
                NOWHERE,
                f"asked {INDEX}",
                "try again later, or look at the page of releases",
            )
        ]
    )


def _order(version: str) -> tuple[int, ...]:
    """Return the numbers of a version.

    >>> _order("0.10.1") > _order("0.9")
    True
    """
    return tuple(map(int, re.match(r"\d+(?:\.\d+)*", version)[0].split(".")))  # type: ignore[index]


def steps() -> str:
    """Return what to do to update, by how printnplay was installed."""
    if is_standalone():
        return f"download it from {home('Releases')}, and replace the folder of the program"
    paths = sys.prefix.replace("\\", "/")
    if "/pipx/" in paths:
        return "pipx upgrade printnplay"
    if "/uv/tools/" in paths:
        return "uv tool upgrade printnplay"
    return "pip install --upgrade printnplay"
