"""`printnplay check`: its options, applied fixes, faults, and the fit of texts."""

import os
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printnplay.cli.console import (
    columns,
    echo,
    echo_lines,
    exit_status,
    judged,
    note,
    progress_bar,
    say,
    show_report,
    tally,
    warn,
)
from printnplay.cli.options import (
    TEXT,
    Bundled,
    Faults,
    Games,
    Jobs,
    LanguagesOrPairs,
    Limits,
    LimitsChoice,
    ProjectFolder,
    SchedulerOption,
    ShardOption,
    Strict,
    TrustRules,
    opened,
)
from printnplay.edition.request import CheckRequest
from printnplay.game.kinds import counts_in_words
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.geometry import UNITS, Um
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.suggestions import counted

if TYPE_CHECKING:
    from printnplay.build.check_report import CheckReport, FaceBox, GameSummary, PageFill
    from printnplay.build.fix import FixedText

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

AROUND = 12
"""Number of characters displayed before and after a change: a word or two. A guess."""

VISIBLE = {"\u00a0": "␣", "\u202f": "␣", "\u00ad": "-", "\u200b": "·", "\n": " "}
"""Replacements for characters that are invisible or look like others on a screen."""


def command(
    games: Games = None,
    language: LanguagesOrPairs = None,
    fit: Annotated[
        bool,
        typer.Option(
            "--fit",
            help="List how each text fits its box (tightest first) and how full each rulebook page"
            " is.",
        ),
    ] = False,
    pseudo: Annotated[
        bool,
        typer.Option(
            "--pseudo",
            help="Also render pseudo-localized texts: the original, longer and accented.",
        ),
    ] = False,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Fix quotes, spaces, apostrophes and hyphens in texts first."),
    ] = False,
    numbers: Annotated[
        bool,
        typer.Option("--numbers", help="Also warn about numbers typed into card texts."),
    ] = False,
    proofread: Annotated[
        bool,
        typer.Option(
            "--proofread", help="Also check spelling and meaning with dictionaries and word lists."
        ),
    ] = False,
    languagetool: Annotated[
        str,
        typer.Option(
            "--languagetool",
            metavar="SERVER",
            help="Also ask a LanguageTool server on this machine, such as http://localhost:8081.",
        ),
    ] = "",
    remote: Annotated[
        bool,
        typer.Option(
            "--languagetool-remote",
            help="Allow a server on another machine. It receives all texts.",
        ),
    ] = False,
    printed: Annotated[
        bool,
        typer.Option(
            "--print",
            help="Also render the PDFs (A4) and compare them with the source drawings. Keeps no"
            " files.",
        ),
    ] = False,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Check only the rules: coverage by examples, and claims."),
    ] = False,
    mutants: Annotated[
        bool,
        typer.Option(
            "--mutants", help="Mutation testing: change the rules and see which checks notice."
        ),
    ] = False,
    propose: Annotated[
        Path | None,
        typer.Option(
            "--propose",
            metavar="FILE",
            dir_okay=False,
            help="With --rules or --mutants: propose worked examples that close the gaps, in this"
            " new file.",
            show_default=False,
        ),
    ] = None,
    ties: Annotated[
        bool,
        typer.Option(
            "--propose-ties",
            help="Propose which clauses of the rules each text states, as YAML for states.yaml.",
        ),
    ] = False,
    co_edition: Annotated[
        bool,
        typer.Option(
            "--co-edition",
            help="Check only whether the languages differ in the black printing plate alone.",
        ),
    ] = False,
    pictures: Annotated[
        Path | None,
        typer.Option(
            "--pictures",
            metavar="DIR",
            file_okay=False,
            help="With --co-edition: write a picture of each difference to this folder.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 0,
    no_cache: Annotated[
        bool,
        typer.Option("--no-cache", help="Ignore the cache and check everything again."),
    ] = False,
    shard: ShardOption = "",
    scheduler: SchedulerOption = "",
    form: Faults = TEXT,
    strict: Strict = False,
    bundled: Bundled = False,
    limits: Limits = LimitsChoice.USUAL,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Validate the game: deck, texts, fit and worked examples."""
    about_texts = fit or pseudo or fix or numbers or proofread or bool(languagetool) or printed
    _refuse_two_checks(rules=rules, mutants=mutants, about_texts=about_texts)
    of_rules = rules or mutants
    _refuse_proposals(propose, wanted=of_rules)
    _refuse_beside_plates(of_rules or about_texts or ties, pictures, co_edition=co_edition)
    _refuse_beside_ties(of_rules or about_texts or form != TEXT, ties=ties)
    if fix and bundled:
        raise typer.BadParameter("'--fix' changes the files of a project: leave '--bundled' out.")
    _refuse_shard(shard, whole=fix or of_rules or ties)
    _refuse_scheduler(
        scheduler, others=fix or of_rules or ties or co_edition or bool(languagetool or jobs)
    )
    if fit and form != TEXT:
        raise typer.BadParameter("'--fit' is a table for people: leave '--format' out.")
    if remote and not languagetool:
        raise typer.BadParameter("'--languagetool-remote': needs `--languagetool SERVER`.")
    place = opened(project, bundled=bundled, trust_rules=trust_rules, limits=limits)
    chosen = tuple(games or ()), tuple(language or ())
    request = CheckRequest(
        place.folder,
        *chosen,
        pseudo,
        trust_rules,
        jobs,
        strict,
        limited=place.limited,
        cached=not no_cache,
    )
    others = {"rules": rules, "mutants": mutants, "ties": ties, "co-edition": co_edition}
    if asked := [what for what, is_asked in others.items() if is_asked]:
        return _other_check(request, form, pictures or propose, asked[0])
    if fix:
        from printnplay.build.fix import fix_texts

        _show_fixed(fix_texts(request))
    with progress_bar() as progress:
        report = place.check(
            *chosen,
            pseudo=pseudo,
            numbers=numbers,
            proofread=proofread,
            languagetool=languagetool,
            remote=remote,
            jobs=jobs,
            cached=not no_cache,
            printed=printed,
            shard=shard,
            scheduler=scheduler,
            progress=progress,
        )
    found = judged(report.problems, strict=strict)
    _show(report, found, form, fit=fit)
    for game in report.untrusted:
        note(
            f"{game}: its rules were not run, so worked examples, figures and numbers of"
            f" the rules are not checked; read the rules, then run `printnplay trust {game}`"
        )
    if form == TEXT:
        _say_unchecked([one for one in report.games if len(one.languages) > 1], asked=proofread)
    return exit_status(found)


def _say_unchecked(translated: Sequence["GameSummary"], *, asked: bool) -> None:
    """Print which checks of translations were not run, or have no data for the original."""
    if translated and not asked:
        say("spelling and meaning were not checked: use `--proofread`")
    for summary in translated if asked else ():
        if summary.original != REFERENCE:
            what = "false friends were" if summary.meanings else "meaning and false friends were"
            say(
                f"{summary.title}: {what} not checked: there are no word lists for an original"
                f" in `{summary.original}`"
            )


def _refuse_shard(shard: str, *, whole: bool) -> None:
    """Refuse a shard of checks that are about whole games.

    Raises:
        BadParameter: there is one.
    """
    if shard and whole:
        raise typer.BadParameter(
            "'--shard': leave out '--fix', '--rules', '--mutants' and '--propose-ties'."
        )


def _refuse_scheduler(scheduler: str, *, others: bool) -> None:
    """Refuse `--scheduler` beside options for work that only this machine can do.

    Raises:
        BadParameter: both are given.
    """
    if scheduler and others:
        raise typer.BadParameter(
            "'--scheduler': leave out '--fix', '--rules', '--mutants', '--co-edition',"
            " '--languagetool' and '--jobs'."
        )


def _refuse_two_checks(*, rules: bool, mutants: bool, about_texts: bool) -> None:
    """Refuse options of checks that must be run separately.

    Raises:
        BadParameter: options of several checks are given.
    """
    if rules and mutants:
        raise typer.BadParameter("'--rules' and '--mutants' are two checks: run one at a time.")
    if (rules or mutants) and about_texts:
        raise typer.BadParameter(
            "'--fit', '--pseudo', '--numbers', '--proofread', '--languagetool', '--print' and"
            " '--fix' are about texts and faces: leave them out with '--rules' and '--mutants'."
        )


def _refuse_beside_plates(others: bool, pictures: Path | None, *, co_edition: bool) -> None:
    """Refuse other checks beside `--co-edition`, and its options without it.

    Raises:
        BadParameter: there are such options.
    """
    if co_edition and others:
        raise typer.BadParameter("'--co-edition' is a check of its own: run one at a time.")
    if pictures is not None and not co_edition:
        raise typer.BadParameter("'--pictures': needs `--co-edition`.")


def _refuse_proposals(path: Path | None, *, wanted: bool) -> None:
    """Refuse `--propose` without a check of rules, or to a file that exists.

    Raises:
        BadParameter: there is no such check, or the file exists.
    """
    if path is not None and not wanted:
        raise typer.BadParameter("'--propose': needs `--rules` or `--mutants`.")
    if path is not None and os.path.lexists(path):
        raise typer.BadParameter(f"'--propose': `{path}` exists: name a new file.")


def _refuse_beside_ties(others: bool, *, ties: bool) -> None:
    """Refuse other checks, and reports for programs, beside `--propose-ties`.

    Raises:
        BadParameter: there are such options.
    """
    if ties and others:
        raise typer.BadParameter("'--propose-ties' prints YAML: leave out other checks.")


def _other_check(request: CheckRequest, form: str, output: Path | None, what: str) -> int:
    """Check the rules or the printing plates, or propose ties; return the exit status.

    `output` is where to write proposed examples, or pictures of differences.
    """
    if what == "ties":
        from printnplay.cli.check_ties import report_ties

        return report_ties(request)
    if what == "co-edition":
        from printnplay.cli.check_co_edition import report_co_editions

        return report_co_editions(request, form, output)
    from printnplay.cli.check_rules import report_mutants, report_rules

    report = report_rules if what == "rules" else report_mutants
    return report(request, form, output)


def _show_fixed(fixed: "Sequence[FixedText]") -> None:
    """Print the applied fixes to stderr: stdout is for the report alone."""
    for text in fixed:
        echo(_fix_line(text), err=True)
    files = len({text.span.file for text in fixed})
    done = f"fixed {counted(len(fixed), 'text')} in {counted(files, 'file')}"
    echo_lines(f"{done}\n" if fixed else "nothing to fix", err=True)


def _fix_line(text: "FixedText") -> str:
    """Format one fixed text with its change.

    >>> from printnplay.kernel.diagnostics import Span
    >>> from printnplay.build.fix import FixedText
    >>> _fix_line(FixedText(Span("a.yaml", 3, 5), "Draw  a card.", "Draw a card."))
    'a.yaml:3: `Draw  a card.` -> `Draw a card.`'
    """
    was, now = _part(text.was, text.now), _part(text.now, text.was)
    return f"{text.span.file}:{text.span.line}: `{was}` -> `{now}`"


def _part(text: str, other: str) -> str:
    """Return the part of a text that differs from another, with some context."""
    changes = [
        code
        for code in SequenceMatcher(None, text, other, autojunk=False).get_opcodes()
        if code[0] != "equal"
    ]
    start = max(0, changes[0][1] - AROUND) if changes else 0
    end = min(len(text), changes[-1][2] + AROUND) if changes else len(text)
    shown = ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
    return "".join(VISIBLE.get(character, character) for character in shown)


def _show(report: "CheckReport", faults: Sequence[Diagnostic], form: str, *, fit: bool) -> None:
    """Print the result: only faults for programs, and also a summary for people."""
    if form != TEXT:
        show_report(faults, form)
        return
    if fit:
        echo_lines(columns([HEAD, *map(_fit_row, report.boxes)], SIDES) + "\n")
        if report.pages:
            echo_lines(columns([PAGES_HEAD, *map(_page_row, report.pages)], PAGES_SIDES) + "\n")
    warn(faults, tallied=False)
    for summary in report.games:
        say(_summary(summary))
    say(tally(faults))


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
        "; ".join(["a part ends"] * page.ends + notes),
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
        f"{_points(fit.size)} pt" if fit.fits else "too long",
        f"{_points(fit.smallest)}-{_points(fit.largest)} pt",
        str(fit.lines),
        f"{fit.free:.0%}",
        f"{fit.gap:.2f} sp" if fit.justified else f"{fit.gap:.0%}",
    )


def _points(size: Um) -> str:
    return f"{float(size / UNITS['pt']):.2f}".rstrip("0").rstrip(".")


def _summary(summary: "GameSummary") -> str:
    languages = f"{counted(len(summary.languages), 'language')} ({', '.join(summary.languages)})"
    lacking = ", ".join(summary.incomplete)
    idle = f" ({summary.not_in_play} that no rule handles)" if summary.not_in_play else ""
    parts = [
        counts_in_words(summary.components) + idle,
        f"{languages}, not complete: {lacking}" if lacking else f"{languages} complete",
        *_proof(summary),
        f"{'' if summary.fit else 'not all of '}{summary.faces} faces and pages fit",
    ]
    if not summary.edition:
        return f"{summary.title}: " + ", ".join(parts)
    changes = ", ".join(summary.changes) or "nothing"
    return f"{summary.title} ({summary.edition}): {', '.join(parts)}; changes {changes}"


def _proof(summary: "GameSummary") -> list[str]:
    """Format the results of the worked examples; without rules, none is proved."""
    if not summary.rules:
        return [f"{counted(summary.examples, 'example')} not proved"]
    return [
        f"{summary.true_examples} of {counted(summary.examples, 'example')} true",
        f"{summary.shown_rules} of {counted(summary.rules, 'rule')} shown",
    ]
