"""The table of `check --fit`: every text box of every face, the tightest first.

`printnplay check --fix`: what was mended, with the text before and after.

`printnplay check`: the faults in the format asked for, and a summary for people.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

import typer

from printnplay.cli.console import count, exit_status, judged, progress_bar, refused, tally, warn
from printnplay.cli.reports import render
from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline.check import CheckReport, FaceBox, GameSummary, check
from printnplay.pipeline.fix import Mended, mend
from printnplay.pipeline.request import CheckRequest

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


_AROUND = 12
_SHOWN = {"\u00a0": "␣", "\u202f": "␣", "\u00ad": "-", "\u200b": "·", "\n": " "}
"""What cannot be told from other characters on a screen; spaces that never break are `␣`."""


def run_fix(request: CheckRequest, form: str) -> int:
    """Mend what can be mended, and say what was changed; the exit status.

    What was changed is told on the error stream: the report alone is the command's output.
    """
    try:
        mended = mend(request)
    except FaultsError as error:
        return refused(error, form)
    for one in mended:
        typer.echo(_fix_line(one), err=True)
    files = len({one.span.file for one in mended})
    done = f"fixed {count(len(mended), 'text')} in {count(files, 'file')}"
    typer.echo(f"{done}\n" if mended else "nothing to fix", err=True)
    return 0


def _fix_line(one: Mended) -> str:
    """One text and what became of it.

    >>> from printnplay.model.diagnostics import Span
    >>> _fix_line(Mended(Span("a.yaml", 3, 5), "Draw  a card.", "Draw a card."))
    'a.yaml:3: `Draw  a card.` -> `Draw a card.`'
    """
    was, now = _part(one.was, one.now), _part(one.now, one.was)
    return f"{one.span.file}:{one.span.line}: `{was}` -> `{now}`"


def _part(text: str, other: str) -> str:
    """The part of a text that differs from another, with a little on both sides."""
    changes = [
        code
        for code in SequenceMatcher(None, text, other, autojunk=False).get_opcodes()
        if code[0] != "equal"
    ]
    start = max(0, changes[0][1] - _AROUND) if changes else 0
    end = min(len(text), changes[-1][2] + _AROUND) if changes else len(text)
    shown = ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
    return "".join(_SHOWN.get(character, character) for character in shown)


def run(request: CheckRequest, form: str, *, fit: bool = False) -> int:
    """Check what was named and show what was found; the exit status. `fit` lists all boxes."""
    try:
        with progress_bar() as progress:
            report = check(request, progress)
    except FaultsError as error:
        return refused(error, form)
    found = judged(report.problems, strict=request.strict)
    if form != "text":
        typer.echo(render(found, form))
    else:
        if fit:
            typer.echo(fit_table(report.boxes) + "\n")
        _show(report, found)
    return exit_status(found)


def _show(report: CheckReport, found: Sequence[Diagnostic]) -> None:
    warn(found, counted=False)
    for summary in report.games:
        typer.echo(_summary(summary))
    typer.echo(tally(found))


def _summary(summary: GameSummary) -> str:
    languages = f"{count(len(summary.languages), 'language')} ({', '.join(summary.languages)})"
    lacking = ", ".join(summary.incomplete)
    parts = [
        count(summary.cards, "card"),
        f"{languages}, not complete: {lacking}" if lacking else f"{languages} complete",
        *_proof(summary),
        f"{'' if summary.fit else 'not all of '}{summary.faces} faces and pages fit",
    ]
    return f"{summary.title}: " + ", ".join(parts)


def _proof(summary: GameSummary) -> list[str]:
    """What the rules made of the examples; nothing is proved without rules."""
    if not summary.rules:
        return [f"{count(summary.examples, 'example')} not proved"]
    return [
        f"{summary.true_examples} of {count(summary.examples, 'example')} true",
        f"{summary.shown_rules} of {count(summary.rules, 'rule')} shown",
    ]
