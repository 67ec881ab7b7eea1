"""What a drawing was found to have, told in bearable number."""

from collections import defaultdict
from collections.abc import Iterable

from lxml.etree import _Element

from printnplay.rendering.svg_elements import line_of
from printnplay.rendering.svg_faults import Report

LISTED = 10
"""So many findings of a kind are told one by one; an imported map can have thousands."""

HELP = {
    "PNP426": "print it without the effect if its edges have to be sharp",
    "PNP427": "delete it, or move it onto the face",
    "PNP428": "make it at least 0.1 mm wide: a thinner one breaks up or vanishes",
    "PNP429": "use a picture with more pixels, or print it smaller",
}
"""How each kind of finding is mended."""


class Findings:
    """Findings by element; of what is drawn several times, the worst is kept."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: dict[tuple[str, _Element], tuple[float, str]] = {}

    def add(self, code: str, element: _Element, message: str, badness: float = 0) -> None:
        """Keep a finding about an element."""
        key = (code, element)
        if key not in self._found or self._found[key][0] < badness:
            self._found[key] = (badness, message)

    def tell(self, report: Report) -> None:
        """Report the findings as warnings, in the order of the drawing's lines."""
        kinds: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for (code, element), (_, message) in self._found.items():
            kinds[code].append((line_of(element), message))
        for code, lines in kinds.items():
            _tell(code, sorted(lines), report)


def _tell(code: str, lines: list[tuple[int, str]], report: Report) -> None:
    for line, message in _distinct(lines[:LISTED]):
        report.warning(code, message, line, HELP[code])
    more = len(lines) - LISTED
    if more > 0:
        others = f"{more} more elements have the same fault, from here on"
        report.warning(code, others, lines[LISTED][0], HELP[code])


def _distinct(lines: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    return list(dict.fromkeys(lines))
