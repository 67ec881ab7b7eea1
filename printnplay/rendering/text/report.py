"""How text that does not fit is reported."""

from printnplay.model.diagnostics import Diagnostic, Span
from printnplay.model.geometry import Um

DOES_NOT_FIT = "PNP501"
UM_PER_MM = 1000


def millimetres(length: Um) -> str:
    """A length for people to read.

    >>> millimetres(12_340)
    '12.3 mm'
    """
    return f"{max(length / UM_PER_MM, 0.1):.1f} mm"


def too_wide(over: Um, width: Um, span: Span, language: str) -> Diagnostic:
    """A word that sticks out of its column."""
    return Diagnostic(
        DOES_NOT_FIT,
        f"a word of the {language} text is {millimetres(over)} wider than its column",
        span,
        f"expected words no wider than {millimetres(width)}",
        "put soft hyphens (U+00AD) where the word may be divided, or choose another word",
    )


def too_large(box: str, over: tuple[Um, Um], span: Span, language: str) -> Diagnostic:
    """A text that does not fit its box at the smallest size; `over` is too wide by, too high by."""
    excess = zip(over, ("wide", "high"), strict=True)
    how = " and ".join(f"{millimetres(one)} too {name}" for one, name in excess if one > 0)
    return Diagnostic(
        DOES_NOT_FIT,
        f"the {language} text does not fit the box `{box}`: it is {how} at the smallest size",
        span,
        "expected a shorter text",
        "shorten the text, enlarge the box, or lower `minimum` of its style",
    )
