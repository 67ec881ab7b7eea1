"""`printnplay check`: its options, and which check they ask for."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printnplay.cli.check_options import (
    refuse_beside_plates,
    refuse_beside_ties,
    refuse_proposals,
    refuse_scheduler,
    refuse_shard,
    refuse_two_checks,
)
from printnplay.cli.check_summary import show_check
from printnplay.cli.console import (
    exit_status,
    judged,
    note,
    progress_bar,
    say,
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
from printnplay.kernel.languages import REFERENCE

if TYPE_CHECKING:
    from printnplay.build.check_report import CheckReport


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
    language_model: Annotated[
        str,
        typer.Option(
            "--language-model",
            metavar="SERVER#MODEL",
            help="Also ask a language model on this machine about each translation, such as"
            " http://localhost:11434/v1#gemma3.",
        ),
    ] = "",
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
    about_texts = any((fit, pseudo, fix, numbers, proofread, languagetool, language_model, printed))
    refuse_two_checks(rules=rules, mutants=mutants, about_texts=about_texts)
    of_rules = rules or mutants
    refuse_proposals(propose, wanted=of_rules)
    refuse_beside_plates(of_rules or about_texts or ties, pictures, co_edition=co_edition)
    refuse_beside_ties(of_rules or about_texts or form != TEXT, ties=ties)
    if fix and bundled:
        raise typer.BadParameter("'--fix' changes the files of a project: leave '--bundled' out.")
    refuse_shard(shard, whole=fix or of_rules or ties)
    refuse_scheduler(
        scheduler,
        others=any((fix, of_rules, ties, co_edition, languagetool, language_model, jobs)),
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
        from printnplay.cli.check_fixes import show_fixed

        show_fixed(fix_texts(request))
    with progress_bar() as progress:
        report = place.check(
            *chosen,
            pseudo=pseudo,
            numbers=numbers,
            proofread=proofread,
            languagetool=languagetool,
            remote=remote,
            language_model=language_model,
            jobs=jobs,
            cached=not no_cache,
            printed=printed,
            shard=shard,
            scheduler=scheduler,
            progress=progress,
        )
    found = judged(report.problems, strict=strict)
    show_check(report, found, form, fit=fit)
    _say_unchecked(report, form, asked=proofread, chosen=bool(language))
    return exit_status(found)


def _say_unchecked(report: "CheckReport", form: str, *, asked: bool, chosen: bool) -> None:
    """Print which checks were not run, or have no data for the original of translations.

    `asked` is whether texts were proofread, `chosen` whether languages were left out.
    """
    for game in report.untrusted:
        note(
            f"{game}: its rules were not run, so worked examples, figures and numbers of"
            f" the rules are not checked; read the rules, then run `printnplay trust {game}`"
        )
    translated = [one for one in report.games if len(one.languages) > 1 and form == TEXT]
    if translated and not asked:
        say("spelling and meaning were not checked: use `--proofread`")
    alone = [one for one in report.games if one.languages == (one.original,) and form == TEXT]
    if alone and asked and chosen:
        say(
            f"{', '.join(one.title for one in alone)}: the original was compared with the deck, the"
            " rules and the glossary, not with translations"
        )
    for summary in translated if asked else ():
        if summary.original != REFERENCE:
            what = "false friends were" if summary.meanings else "meaning and false friends were"
            say(
                f"{summary.title}: {what} not checked: there are no word lists for an original"
                f" in `{summary.original}`"
            )


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
