"""How the booklet is bound: its steps in the instructions, and the spreads on its paper."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from printnplay.edition.edition import Edition
from printnplay.game.rulebook import Outline
from printnplay.imposition.booklet import SIGNATURE, Spread, halves_of, open_spread
from printnplay.imposition.leaflet import place_leaflet, place_zine
from printnplay.imposition.papers import DoesNotFitError
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.geometry import Paper
from printnplay.kernel.printing import Backs, Binding, PrintSettings

MOST_STAPLED = 40
"""The most pages of a booklet in saddle stitch: what The Game Crafter staples at most, and ten
sheets, what home staplers go through."""

BOUND: Mapping[Binding, Sequence[str]] = {
    Binding.SADDLE: ("print", "{flip}", "by-hand", "halve", "fold", "staple", "trim"),
    Binding.SIGNATURES: ("print", "{flip}", "by-hand", "halve", "gather", "sew", "trim"),
    Binding.PERFECT: ("print", "{flip}", "by-hand", "halve", "stack", "glue", "trim"),
    Binding.LEAFLET: ("print", "{flip}", "by-hand", "cut", "leaflet"),
    Binding.ZINE: ("once", "cut", "zine"),
}
"""The instructions of each binding, by the last part of the keys."""

CUT = frozenset({"trim", "cut"})
"""The instructions for pages that are cut out of the paper."""


class PlacedSpread(Struct, frozen=True):
    """A spread on paper, or on each half of it."""

    spread: Spread
    is_half: bool


def spread_of(outline: Outline, paper: Paper) -> PlacedSpread:
    """Return the spread of the booklet: two on a side where the outline wants it and both fit.

    Raises:
        DoesNotFitError: its pages are too large for the paper.
    """
    if outline.up > 1:
        try:
            half = open_spread(outline.page, halves_of(paper), trimmed=outline.trimmed)
        except DoesNotFitError:
            pass
        else:
            if half.pages.width == 2 * outline.page.width:  # to scale
                return PlacedSpread(half, is_half=True)
    return PlacedSpread(open_spread(outline.page, paper, trimmed=outline.trimmed), is_half=False)


def sheets_of(binding: Binding, signature: int) -> int:
    """Return the most sheets of a signature; 0 if all sheets are folded together."""
    return {Binding.SIGNATURES: signature, Binding.PERFECT: 1}.get(binding, 0)


def binding_steps(edition: Edition, settings: PrintSettings) -> Sequence[str]:
    """Return the instructions for binding the rulebook; empty if it is not bound."""
    outline = edition.game.outline
    binding = settings.binding or outline.binding
    if binding is Binding.NONE or not outline.sections:
        return ()
    try:
        trimmed, halved = _handled(edition, settings.paper, binding)
    except DoesNotFitError:
        return ()
    left_out = {*(() if trimmed else CUT), *(() if halved else ("halve",))}
    if settings.backs in (Backs.LONG, Backs.SHORT):
        left_out.add("by-hand")  # the printer prints on both sides
    return [step for step in BOUND[binding] if step not in left_out]


def _handled(edition: Edition, paper: Paper, binding: Binding) -> tuple[bool, bool]:
    """Return whether the sheets of the booklet have to be trimmed, and to be cut in half.

    Raises:
        DoesNotFitError: its pages are too large for the paper.
    """
    outline = edition.game.outline
    if binding is Binding.ZINE:
        return place_zine(outline.page, paper).trimmed, False
    if binding is Binding.LEAFLET:
        pages = edition.page_count.written // len(edition.setters)
        # Without pages, one of its blocks is taller than a page, which is reported.
        even = max(2, pages + pages % 2)
        return place_leaflet(outline.page, even, paper, trimmed=outline.trimmed).trimmed, False
    placed = spread_of(outline, paper)
    return placed.spread.trimmed, placed.is_half


def check_staples(edition: Edition, pages: int) -> None:
    """Warn about a booklet with too many pages to staple through the fold."""
    if pages <= MOST_STAPLED:
        return
    edition.problems.add(
        Diagnostic(
            codes.TOO_THICK_TO_STAPLE,
            f"the booklet of `{edition.game.id}` has {pages} pages, which is"
            f" {pages // SIGNATURE} sheets in one fold",
            edition.game.outline.page_span,
            f"expected at most {MOST_STAPLED} pages in saddle stitch: thicker ones spring open",
            "sew signatures (`--booklet signatures`), or glue folded sheets (`--booklet perfect`)",
            severity=Severity.WARNING,
        )
    )
