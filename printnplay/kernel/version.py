"""The version of printnplay, as given in reports and exported files."""

import sys

__version__ = "0.1.0"


def is_standalone() -> bool:
    """Return whether this is the program that has its own Python (tools/program)."""
    return bool(getattr(sys, "frozen", False))
