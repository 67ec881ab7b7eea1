"""The icons of a style: macros of `icons.svg.j2`, each drawing into a box of 100 by 100."""

from collections.abc import Callable, Mapping
from functools import cached_property

from printnplay.rendering.nearest import offer
from printnplay.rendering.templates import MistakeError, Templates

FILE = "icons"
PREFIX = "icon_"
BOX = 100


class Icons:
    """Icons by name: the macro `icon_wipe_out` is the icon `wipe-out`."""

    def __init__(self, templates: Templates, colours: Mapping[str, str]) -> None:
        """Use the icons of these templates, drawn in these colours."""
        self._templates = templates
        self._colours = colours
        self._drawn: dict[tuple[object, ...], str] = {}

    @cached_property
    def names(self) -> frozenset[str]:
        """The icons there are."""
        return frozenset(self._macros)

    def draw(self, name: str, place: tuple[float, float], size: float, **options: object) -> str:
        """The icon as SVG: its top left corner at a place, as wide and high as `size`.

        Options go to the macro; numbers are in the drawing's own unit.

        Raises:
            MistakeError: there is no icon of this name.
        """
        x, y = place
        key = (name, *sorted(options.items()))
        if key not in self._drawn:
            self._drawn[key] = self._macro(name)(**options).strip()
        scale = f"translate({x:.6g} {y:.6g}) scale({size / BOX:.6g})"
        return f'<g transform="{scale}">{self._drawn[key]}</g>'

    def _macro(self, name: str) -> Callable[..., str]:
        macro = self._macros.get(name)
        if macro is None:
            help_ = offer(name, self._macros, f"there is no {FILE}.svg.j2 in the style")
            raise MistakeError(f"there is no icon `{name}`", help_, "PNP417")
        return macro

    @cached_property
    def _macros(self) -> dict[str, Callable[..., str]]:
        found = self._templates.macros(FILE, {"colours": self._colours})
        return {
            name.removeprefix(PREFIX).replace("_", "-"): macro
            for name, macro in found.items()
            if name.startswith(PREFIX)
        }
