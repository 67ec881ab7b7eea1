"""Characters that nobody sees, or that look like others."""

import re
from collections.abc import Mapping

from printnplay.loading.checks.review import Review
from printnplay.model.diagnostics import Diagnostic, Problems

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_ODD_SPACES = "\t\u1680\u2000-\u200a\u205f\u3000"
_APOSTROPHES = "\u0060\u00b4\u02b9\u02bc\u2032\u2035"

_SUSPECTS = re.compile(
    rf"(?P<unseen>[{_INVISIBLE}]+)|(?P<space>[{_ODD_SPACES}]+)"
    rf"|(?P<mark>(?<=[^\W\d_])[{_APOSTROPHES}‘](?=[^\W\d_]))"
)

_FAULTS: Mapping[str, tuple[str, str, str]] = {
    "unseen": ("a character that nobody sees", "", "expected nothing"),
    "space": ("a space of an odd width", " ", "expected a space"),
    "mark": ("a wrong apostrophe", "’", "expected ’"),
}
"""What is wrong, what belongs there, and the label."""


def check_characters(review: Review, problems: Problems) -> None:
    """Characters from other programs: invisible ones, odd spaces, accents for apostrophes."""
    for passage in (*review.passages, *review.filled_in):
        for match in _SUSPECTS.finditer(passage.reading):
            if passage.is_filled_in(*match.span()):
                continue
            fault, right, label = _FAULTS[match.lastgroup or ""]
            names = " ".join(f"U+{ord(one):04X}" for one in match[0])
            problems.add(
                Diagnostic(
                    "PNP372",
                    f"{fault}, {names}, in `{passage.key}`, near `{passage.near(*match.span())}`",
                    passage.place(*match.span()),
                    label,
                    "hyphens at line ends come by themselves"
                    if match[0] == "\u00ad"
                    else "it came from another program: retype it",
                    fix=passage.fix(*match.span(), right),
                )
            )
