"""Colours and gradients of Squib."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from printnplay.importing.markup import hex_colour
from printnplay.importing.ruby_values import as_text
from printnplay.importing.values import Gradient
from printnplay.kernel.geometry import Um

_COLOURS = dict(
    re.findall(
        r"(\w+) (#\w+)",
        "gray #bebebe grey #bebebe burgundy #800020 burntorange #cc5500 azure #007fff brown #993300"
        " darkgreen #013220 gold #a57c00 green #00ff00 khaki #c3b091 lavender #b57edc"
        " mediumaquamarine #66ddaa moccasin #faebd7 orange #ff6600 orangered #ff681f plum #8e4585"
        " royalblue #002366 sienna #882d17 violet #8f00ff maroon #b03060 purple #a020f0",
    )
)
"""Colours of Cairo that CSS has not, or otherwise."""


class Noting(Protocol):
    """A script: its settings, and the list of what is lost."""

    config: Mapping[str, Any]

    def lose(self, line: int, what: str, todo: str, *, is_guess: bool = False) -> None:
        """Note what is not taken over."""


class Paints:
    """Reads colours for a deck, which measures lengths."""

    script: Noting
    length: Callable[[Any, str], float | None]
    um: Callable[[float], Um]

    def paint(self, said: Any, line: int) -> str | Gradient:
        """Return a colour of Squib; a gradient is one, too."""
        text = as_text(said).strip()
        custom = self.script.config.get("custom_colors")
        if isinstance(custom, dict):
            text = str(custom.get(text, text))
        pattern = r"\(([^,()]+),([^,()]+)\)\s*\(([^,()]+),([^,()]+)\)\s*(.+)"
        if match := re.fullmatch(pattern, text, re.DOTALL):
            ends = [self.length(match[at], "x" if at % 2 else "y") or 0.0 for at in range(1, 5)]
            stops = []
            for stop in match[5].split():
                colour, _, offset = stop.partition("@")
                number = float(offset) if re.fullmatch(r"\d*\.?\d+", offset) else 0.0
                stops.append((min(number, 1.0), self.colour(colour, line) or "#00000000"))
            x1, y1, x2, y2 = map(self.um, ends)
            return Gradient((x1, y1), (x2, y2), tuple(stops))
        if text.startswith("("):
            colours = re.findall(r"(#[0-9a-fA-F]{3,8}|[a-z_]+)@", text)
            todo = "write a radialGradient into the template"
            self.script.lose(line, "a radial gradient: its last colour stands in", todo)
            return self.colour(colours[-1], line) if colours else ""
        return self.colour(text, line)

    def colour(self, text: str, line: int) -> str:
        """Return a colour by its name, or as `#rgb`; empty if it is transparent."""
        text = text.strip()
        if text.startswith("#") and len(text) in (13, 17):  # four digits each
            text = "#" + "".join(text[at : at + 2] for at in range(1, len(text), 4))
        name = re.sub(r"[\s_]+", "", text.lower())
        found = _COLOURS.get(name) or hex_colour(name)
        is_clear = re.fullmatch(r"#\w{3}0|#\w{6}00|transparent|clear|nil|", name)
        if not found and not is_clear:
            self.script.lose(
                line,
                f"the colour `{text}` is not known: black stands in",
                "set the colour in the template",
            )
            return "#000000"
        return found
