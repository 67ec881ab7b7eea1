"""Print what `printnplay check` found: faults, the fit of texts and pages, a line for each game."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from printnplay.cli.console import columns, echo_lines, say, show_report, tally, warn
from printnplay.cli.options import TEXT
from printnplay.cli.speech import speak
from printnplay.game.kinds import counts_in_words
from printnplay.kernel.diagnostics import Diagnostic, error_count
from printnplay.kernel.geometry import UNITS, Um
from printnplay.kernel.suggestions import counted

if TYPE_CHECKING:
    from printnplay.build.check_report import CheckReport, FaceBox, GameSummary, PageFill
    from printnplay.build.samples import Samples

HEAD = ("language", "face", "box", "size", "of", "lines", "free", "gap")
SIDES = "<<<>>>>>"
PAGES_HEAD = ("game", "language", "page", "full", "pitch", "")
PAGES_SIDES = "<<>>><"

HALF = 0.5
"""The fill below which `--fit` calls a page half empty, whether or not a part ends on it."""

BAD_BREAKS: Mapping[str, str] = {
    "section": "a section begins low",
    "paragraph": "a paragraph runs over the leaf",
    "shown": "a figure or note is overleaf from its text",
}


def show_check(
    report: "CheckReport", faults: Sequence[Diagnostic], form: str, *, fit: bool
) -> None:
    """Print the result: only faults for programs, and also a summary for people."""
    if form != TEXT:
        show_report(faults, form)
        return
    if fit:
        echo_lines(columns([*map(_fit_row, report.boxes)], SIDES, HEAD) + "\n")
        if report.pages:
            echo_lines(columns([*map(_page_row, report.pages)], PAGES_SIDES, PAGES_HEAD) + "\n")
    warn(faults, tallied=False)
    for summary in report.games:
        say(_summary(summary))
        if (samples := summary.samples) and not error_count(faults):
            say(samples.remark(summary.title, _places(samples)))
    say(tally(faults))


def _places(samples: "Samples") -> str:
    """Format places: files with the lines of texts, folders with pictures.

    >>> from printnplay.build.samples import Samples
    >>> _places(Samples(("en/a.yaml:6", "en/a.yaml:8"), ("art/hut.svg", "art/sea.svg")))
    'en/a.yaml:6, 8; art/hut.svg, sea.svg'
    """
    of_files: dict[str, list[str]] = {}
    for sign, places in ((":", samples.texts), ("/", samples.pictures)):
        for file, _, rest in (place.rpartition(sign) for place in dict.fromkeys(places)):
            of_files.setdefault(f"{file}{sign}", []).append(rest)
    return "; ".join(f"{file}{', '.join(rests)}" for file, rests in of_files.items())


def _page_row(page: "PageFill") -> tuple[str, ...]:
    """Format how full a rulebook page is, the pitch of its paragraphs, and what its end harms."""
    notes = [BAD_BREAKS[one] for one in sorted(page.breaks)]
    pitches = sorted({round(float(one / UNITS["pt"]), 1) for one in page.pitch})
    if page.fill < HALF:
        notes.append("half empty")
    return (
        page.game,
        page.language,
        page.page,
        f"{page.fill:.0%}",
        "-".join(f"{one:g}" for one in pitches) + " pt" if pitches else "",
        "; ".join(map(speak, ["a part ends"] * page.ends + notes)),
    )


def _fit_row(box: "FaceBox") -> tuple[str, ...]:
    """Format the fit of a text box: size reached, size range, lines, free height, worst gap.

    The gap is the share of the width that the worst line leaves empty; in justified text, the
    stretch added to each of its spaces, in spaces.
    """
    fit = box.fit
    return (
        box.language,
        f"{box.game}/{box.face}",
        fit.box,
        f"{_points(fit.size)} pt" if fit.fits else speak("too long"),
        f"{_points(fit.smallest)}-{_points(fit.largest)} pt",
        str(fit.lines),
        f"{fit.free:.0%}",
        f"{fit.gap:.2f} sp" if fit.justified else f"{fit.gap:.0%}",
    )


def _points(size: Um) -> str:
    return f"{float(size / UNITS['pt']):.2f}".rstrip("0").rstrip(".")


def _summary(summary: "GameSummary") -> str:
    languages = (
        f"{speak(counted(len(summary.languages), 'language'))} ({', '.join(summary.languages)})"
    )
    lacking = ", ".join(summary.incomplete)
    idle = f" ({summary.not_in_play} that no rule handles)" if summary.not_in_play else ""
    parts = [
        ", ".join(map(speak, counts_in_words(summary.components).split(", "))) + idle,
        f"{languages}, not complete: {lacking}" if lacking else f"{languages} complete",
        *_proof(summary),
        f"{summary.faces} faces and pages fit"
        if summary.fit
        else f"not all of {summary.faces} faces and pages fit",
    ]
    parts = [speak(part) for part in parts]
    if not summary.edition:
        return f"{summary.title}: " + ", ".join(parts)
    changes = f"changes {', '.join(summary.changes)}" if summary.changes else "changes nothing"
    return f"{summary.title} ({summary.edition}): {', '.join(parts)}; {speak(changes)}"


def _proof(summary: "GameSummary") -> list[str]:
    """Format the results of the worked examples; without rules, none is proved."""
    if not summary.rules:
        return [f"{counted(summary.examples, 'example')} not proved"] if summary.examples else []
    return [
        f"{summary.true_examples} of {counted(summary.examples, 'example')} true",
        f"{summary.shown_rules} of {counted(summary.rules, 'rule')} shown",
    ]
