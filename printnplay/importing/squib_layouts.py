"""The places of the layouts that Squib (0.19) brings along, in pixels at 300 per inch."""

from collections.abc import Mapping
from typing import Any

_CARD = """
cut: 37.5 37.5 750 1050
safe: 75 75 675 975, radius: 16, dash: 3 3
"""
_COMMON = f"""{_CARD}
art: 75 150 675 520
lower_right lr: 675 975 75 75, font_size: 6, valign: bottom, align: right
lower_left ll: 75 975 75 75, font_size: 6, valign: bottom, align: left
copyright copy credit credits: 75 1025 675 25, font_size: 5, align: center, valign: bottom
"""
_LAYOUTS = {
    "economy.yml": f"""{_COMMON}
title: 90 90 635 50, align: center
description desc: 100 675 625 275, valign: middle, align: center, font_size: 6
type: 90 955 645 50, align: center
""",
    "fantasy.yml": f"""{_COMMON}
title: 90 90 500 50
upper_right ur: 595 90 135 50, align: right
type: 90 675 500 50
type_right tr: 595 675 135 50, align: right
description desc: 100 730 625 275, valign: middle, align: center, font_size: 6
""",
    "hand.yml": f"""{_CARD}
title: 275 75 475 125
art: 275 225 475 475
description: 275 725 475 200
snark: 275 950 475 100
bonus1: 75 75 175 175
bonus2: 75 273 175 175
bonus3: 75 471 175 175
bonus4: 75 669 175 175
bonus5: 75 867 175 175
""",
    "party.yml": """
title_box: 75 75 125 975
title: 75 1050 850 125, angle: 4.71238898, align: right, valign: middle, font: Sans 22
title_middle: 225 550 525 150, font: Sans 18, valign: bottom
middle_rect: 225 715 525 25
rule_top: 225 200 525 300, font: Times New Roman 10
rule_bottom: 225 750 525 300, font: Times New Roman 10
type_icon: 75 75 125 125, align: center, valign: middle, font: Sans 24
type: 225 75 525 125, align: left, valign: top, font: Sans 30
copyright copy credit credits: 75 1025 675 25, font_size: 5, align: right, valign: bottom
cut: 37.5 37.5 750 1050, radius: 16
safe: 75 75 675 975, dash: 3 3
""",
    "playing-card.yml": f"""{_CARD}
bonus_ul: 75 75 200 200
bonus_lr: 750 1050 200 200, angle: 3.14159
art: 150 275 525 575, valign: middle, align: center
""",
    "tuck_box.yml": """
top_rect: 313 198 688 167
bottom_rect: 313 1526 688 167
right_rect: 77 466 164 988
left_rect: 1080 466 164 988
back_rect: 313 466 688 989
front_rect: 1322 466 688 989
front_curve: 0 0 0 0, x1: 1550, y1: 466, x2: 1765, y2: 466, cx1: 1575, cy1: 565, cx2: 1740, cy2: 565
""",
}
"""A line has the names of a place, x, y, width and height, and other options."""


def _read(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in filter(None, text.splitlines()):
        names, _, said = line.partition(": ")
        box, *options = said.split(", ")
        place: dict[str, Any] = dict(
            zip(("x", "y", "width", "height"), map(float, box.split()), strict=True)
        )
        place |= dict(option.split(": ") for option in options)
        found |= dict.fromkeys(names.split(), place)
    return found


BUILT_IN: Mapping[str, Mapping[str, Any]] = {name: _read(text) for name, text in _LAYOUTS.items()}
"""The layouts by the name of their file."""
