"""The version to be released, if the changelog has a dated part for it: `tools/version.py`."""

import re
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def version() -> str:
    """The version of the package."""
    found: str = runpy.run_path(str(ROOT / "printnplay/kernel/version.py"))["__version__"]
    return found


def newest() -> tuple[str, str]:
    """The version of the newest part of the changelog, and its date or that it has none yet."""
    heading = re.search(
        r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert heading is not None, "the changelog has no part with a version and a date"
    return heading[1], heading[2]


if __name__ == "__main__":
    number, day = newest()
    if number != version() or not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day):
        sys.exit(f"CHANGELOG.md begins with {number} ({day}): the release is {version()}, of today")
    print(version())
