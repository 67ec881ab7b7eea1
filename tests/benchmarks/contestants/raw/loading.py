"""Input and fonts."""

import json
from pathlib import Path
from typing import Any, TypeAlias

from reportlab.lib.fonts import addMapping
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

Data: TypeAlias = Any
"""What was read from JSON."""


def load(path: Path) -> Data:
    """The content of a JSON file."""
    return json.loads(path.read_bytes())


_registered: set[str] = set()


def register_fonts(data: Data) -> None:
    """Make the fonts known, and which is the bold of which; once in a process."""
    for name, path in data["fonts"].items():
        if name not in _registered:
            registerFont(TTFont(name, path))
            _registered.add(name)
    for style in data["styles"]:
        for kind, name in style["faces"].items():
            addMapping(style["faces"][""], int("b" in kind), int("i" in kind), name)
