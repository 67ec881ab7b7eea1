"""What a preflight found: one finding for all alike faults of a page."""

from enum import StrEnum

import msgspec
from msgspec import Struct

from printnplay.kernel.geometry import Um


class Rule(StrEnum):
    """A rule of preflight."""

    PDF_TAKEN = "pdf-taken"
    STANDARD = "standard"
    VERSION = "version"
    ENCRYPTED = "encrypted"
    ACTIVE = "active"
    ANNOTATIONS = "annotations"
    LAYERS = "layers"
    COUNT = "count"
    BLANK = "blank"
    TRIM = "trim"
    BOXES = "boxes"
    ALIKE = "alike"
    SIZE = "size"
    BLEED = "bleed"
    ENDS_EARLY = "ends-early"
    SAFE = "safe"
    FONT = "font"
    OUTLINES = "outlines"
    RESOLUTION = "resolution"
    LINE_ART = "line-art"
    SCREEN_COLOUR = "screen-colour"
    PROFILE = "profile"
    SPOT = "spot"
    REGISTRATION = "registration"
    INK = "ink"
    UNMEASURED = "unmeasured"
    RICH_BLACK = "rich-black"
    WHITE_OVERPRINT = "white-overprint"
    LINE = "line"
    TYPE = "type"
    TYPE_REVERSED = "type-reversed"
    TRANSPARENT = "transparent"


class Finding(Struct):
    """A fault: its rule, what is wrong, and where.

    `page` counts from 1; 0 stands for the whole file. `place` is from the top left corner of the
    trimmed page. `count` is the number of alike faults on the page, of which this is the worst.
    `is_required` says whether the printer states the rule.
    """

    rule: Rule
    message: str
    page: int = 0
    place: tuple[Um, Um] | None = None
    count: int = 1
    is_required: bool = False
    rank: float = 0.0


class Checked(Struct):
    """A file that was checked: its pages, the trimmed size of most of them, and what was found."""

    pages: int
    size: str
    findings: list[Finding]


class Findings:
    """Collects findings; of alike ones on a page, the one with the highest rank is kept."""

    def __init__(self) -> None:
        """Begin without any."""
        self._found: dict[tuple[Rule, str, int], Finding] = {}

    def add(self, finding: Finding) -> None:
        """Add a finding; those of a rule on a page are alike, except where they say otherwise.

        The message of a finding with a rank names its measure, which differs.
        """
        own = finding.rule, "" if finding.rank else finding.message, finding.page
        known = self._found.get(own)
        if known is None:
            self._found[own] = finding
            return
        if finding.rank > known.rank:
            finding.count = known.count
            self._found[own] = known = finding
        known.count += 1

    def all(self) -> list[Finding]:
        """Return all findings: those of the whole file first, then page by page."""
        return sorted(self._found.values(), key=lambda finding: finding.page)


def packed(checked: Checked) -> bytes:
    """Return what was found as bytes, to hand it to another process."""
    return msgspec.json.encode(checked)


def unpacked(content: bytes) -> Checked:
    """Return what was found."""
    return msgspec.json.decode(content, type=Checked)
