"""The table of `check --fit`: every text box of every face, the tightest first."""

from collections.abc import Sequence

from printnplay.pipeline.fitting import FaceBox

HEAD = ("language", "face", "box", "size", "of", "lines", "free", "gap")
POINTS_PER_INCH, UM_PER_INCH = 72, 25_400
LEFT = 3
"""The columns of words; those of figures stand flush right."""


def fit_table(boxes: Sequence[FaceBox]) -> str:
    """One line a box: the size reached, of which sizes, its lines, the height left, the worst gap.

    The gap is the share that the worst line falls short by; in justified text, what is added to
    each of its spaces, in spaces.
    """
    rows = [HEAD, *(_row(box) for box in boxes)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(box: FaceBox) -> tuple[str, ...]:
    fit = box.fit
    return (
        box.language,
        f"{box.game}/{box.face}",
        fit.box,
        f"{_points(fit.size)} pt" if fit.fits else "too long",
        f"{_points(fit.smallest)}-{_points(fit.largest)} pt",
        str(fit.lines),
        f"{fit.free:.0%}",
        f"{fit.gap:.2f} sp" if fit.justified else f"{fit.gap:.0%}",
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        text.ljust(width) if column < LEFT else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _points(size: int) -> str:
    return f"{size * POINTS_PER_INCH / UM_PER_INCH:.2f}".rstrip("0").rstrip(".")
