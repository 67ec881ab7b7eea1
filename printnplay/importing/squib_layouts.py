"""The places of the layouts that Squib (0.19) brings along, in pixels at 300 per inch."""

from collections.abc import Mapping
from typing import Any

_COMMON = {
    "art": {"x": 75, "y": 150, "width": 675, "height": 520},
    "lower_right": {
        "x": 675, "y": 975, "width": 75, "height": 75,
        "font_size": 6, "valign": "bottom", "align": "right",
    },
    "lower_left": {
        "x": 75, "y": 975, "width": 75, "height": 75,
        "font_size": 6, "valign": "bottom", "align": "left",
    },
    "copyright": {
        "x": 75, "y": 1025, "width": 675, "height": 25,
        "font_size": 5, "align": "center", "valign": "bottom",
    },
    "cut": {"x": 37.5, "y": 37.5, "width": 750, "height": 1050},
    "safe": {"x": 75, "y": 75, "width": 675, "height": 975, "radius": 16, "dash": "3 3"},
    **{name: {"extends": "copyright"} for name in ("copy", "credit", "credits")},
    "lr": {"extends": "lower_right"},
    "ll": {"extends": "lower_left"},
    "desc": {"extends": "description"},
}  # fmt: skip


def _description(y: int) -> dict[str, Any]:
    return {
        "x": 100, "y": y, "width": 625, "height": 275,
        "valign": "middle", "align": "center", "font_size": 6,
    }  # fmt: skip


BUILT_IN: Mapping[str, Mapping[str, Any]] = {
    "economy.yml": {
        **_COMMON,
        "title": {"x": 90, "y": 90, "width": 635, "height": 50, "align": "center"},
        "description": _description(675),
        "type": {"x": 90, "y": 955, "width": 645, "height": 50, "align": "center"},
    },
    "fantasy.yml": {
        **_COMMON,
        "title": {"x": 90, "y": 90, "width": 500, "height": 50},
        "upper_right": {"x": 595, "y": 90, "width": 135, "height": 50, "align": "right"},
        "ur": {"extends": "upper_right"},
        "type": {"x": 90, "y": 675, "width": 500, "height": 50},
        "type_right": {"x": 595, "y": 675, "width": 135, "height": 50, "align": "right"},
        "tr": {"extends": "type_right"},
        "description": _description(730),
    },
    "hand.yml": {
        **_COMMON,
        "title": {"x": 275, "y": 75, "width": 475, "height": 125},
        "art": {"x": 275, "y": 225, "width": 475, "height": 475},
        "description": {"x": 275, "y": 725, "width": 475, "height": 200},
        "snark": {"x": 275, "y": 950, "width": 475, "height": 100},
        **{
            f"bonus{number}": {"x": 75, "y": 198 * number - 123, "width": 175, "height": 175}
            for number in range(1, 6)
        },
    },
    "playing-card.yml": {
        **_COMMON,
        "bonus_ul": {"x": 75, "y": 75, "width": 200, "height": 200},
        "bonus_lr": {"x": 750, "y": 1050, "width": 200, "height": 200, "angle": 3.14159},
        "art": {
            "x": 150, "y": 275, "width": 525, "height": 575,
            "valign": "middle", "align": "center",
        },
    },
}  # fmt: skip
"""The layouts by the name of their file. The others are a loss."""
