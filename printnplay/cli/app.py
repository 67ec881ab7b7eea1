"""The commands and their options; what they do is imported when they run."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printnplay import __version__
from printnplay.cli.console import (
    Format,
    Games,
    Jobs,
    Languages,
    LanguagesOrPairs,
    Project,
    TrustRules,
)
from printnplay.cli.l10n import l10n
from printnplay.cli.play import play
from printnplay.model.printing import Backs, Flip
from printnplay.output import FORMATS
from printnplay.pipeline.workers import end_on_signal

if TYPE_CHECKING:
    from printnplay.pipeline.request import CheckRequest

app = typer.Typer(
    help="Turn a card game written as data into print-and-play PDFs, and prove the game first.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


app.add_typer(l10n, name="l10n")


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"printnplay {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and stop."
        ),
    ] = False,
) -> None:
    """Turn a card game written as data into print-and-play PDFs, and prove the game first."""


@app.command()
def new(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A folder named like the game, such as lost-city.")
    ],
) -> None:
    """Begin a project: a small game that builds, yours to change."""
    from printnplay.cli.new import run

    raise typer.Exit(run(folder))


@app.command("list")
def list_(project: Project = Path()) -> None:
    """Show games, languages and papers, and what is complete."""
    from printnplay.cli.listing import run

    raise typer.Exit(run(project))


@app.command()
def build(
    games: Games = None,
    language: LanguagesOrPairs = None,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--paper",
            metavar="PAPER",
            help="A paper: a4, letter, ... or 200x300mm; may be repeated. a4 if none is named.",
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder for the built files.")
    ] = Path("output"),
    backs: Annotated[
        Backs,
        typer.Option(help="Card backs: duplex (long or short edge), fold-over, separate or none."),
    ] = Backs.LONG,
    booklet_flip: Annotated[
        Flip, typer.Option(help="The edge your printer flips the booklet's sheets on.")
    ] = Flip.SHORT,
    form: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"A format: {', '.join(FORMATS)}; may be repeated. pdf if none is named.",
        ),
    ] = None,
    draft: Annotated[
        bool, typer.Option("--draft", help="Build in spite of errors, each page marked as draft.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "-j", "--jobs", metavar="N", min=0, help="Languages built at once; 0 for all cores."
        ),
    ] = 1,
    trust_rules: TrustRules = False,
    project: Project = Path(),
) -> None:
    """Build the PDFs: kit, booklet, rulebook, and a box if there is one.

    Nothing is written unless all that is built is sound.
    """
    from printnplay.cli.build import run
    from printnplay.pipeline.request import BuildRequest

    request = BuildRequest(
        project=project,
        games=tuple(games or ()),
        languages=tuple(language or ()),
        papers=tuple(paper or ("a4",)),
        output=output,
        backs=backs,
        booklet_flip=booklet_flip,
        formats=tuple(form or ("pdf",)),
        draft=draft,
        jobs=jobs,
        trust_rules=trust_rules,
    )
    raise typer.Exit(run(request))


@app.command()
def check(
    games: Games = None,
    language: LanguagesOrPairs = None,
    fit: Annotated[
        bool, typer.Option("--fit", help="List how each text fits its box, the tightest first.")
    ] = False,
    pseudo: Annotated[
        bool, typer.Option("--pseudo", help="Also draw the game in lengthened, accented English.")
    ] = False,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="First mend quotes, spaces, apostrophes and hyphens of texts."),
    ] = False,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Only the rules: which example needs which, and claims."),
    ] = False,
    mutants: Annotated[
        bool,
        typer.Option("--mutants", help="Only change the rules, and see whether anything notices."),
    ] = False,
    jobs: Jobs = 0,
    form: Annotated[Format, typer.Option("--format", help="How faults are shown.")] = Format.text,  # type: ignore[attr-defined]
    trust_rules: TrustRules = False,
    project: Project = Path(),
) -> None:
    """Prove the game: decks, texts, fit and worked examples."""
    _one_kind(rules=rules, mutants=mutants, drawn=fit or pseudo or fix, table=fit, form=form.value)
    from printnplay.pipeline.request import CheckRequest

    request = CheckRequest(
        project, tuple(games or ()), tuple(language or ()), pseudo, trust_rules, jobs
    )
    if fix:
        from printnplay.cli.check import run_fix as mend

        if failed := mend(request, form.value):
            raise typer.Exit(failed)
    raise typer.Exit(_check(request, form.value, fit=fit, rules=rules, mutants=mutants))


def _one_kind(*, rules: bool, mutants: bool, drawn: bool, table: bool, form: str) -> None:
    """Refuse options that would be left out without a word."""
    if rules and mutants:
        raise typer.BadParameter("'--rules' and '--mutants' are two checks: run one at a time.")
    if (rules or mutants) and drawn:
        raise typer.BadParameter(
            "'--fit', '--pseudo' and '--fix' are about texts: leave them out with"
            " '--rules' and '--mutants'."
        )
    if table and form != "text":
        raise typer.BadParameter("'--fit' is a table for people: leave '--format' out.")


def _check(request: "CheckRequest", form: str, *, fit: bool, rules: bool, mutants: bool) -> int:
    """The kind of check that was asked for."""
    if mutants:
        from printnplay.cli.check_rules import run_mutants

        return run_mutants(request, form)
    if rules:
        from printnplay.cli.check_rules import run_rules

        return run_rules(request, form)
    from printnplay.cli.check import run

    return run(request, form, fit=fit)


@app.command()
def proof(
    games: Games = None,
    language: Languages = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Folder for the proofs.")
    ] = Path("output"),
    png: Annotated[bool, typer.Option("--png", help="Write the pages as PNG files too.")] = False,
    trust_rules: TrustRules = False,
    project: Project = Path(),
) -> None:
    """Draw each face in all languages, and as the colour-blind see it."""
    from printnplay.cli.proof import run
    from printnplay.pipeline.proof import ProofRequest

    chosen = tuple(games or ()), tuple(language or ())
    raise typer.Exit(run(ProofRequest(project, *chosen, output, png, trust_rules)))


app.command()(play)


@app.command()
def art(
    file: Annotated[
        Path,
        typer.Argument(
            exists=True,
            dir_okay=False,
            allow_dash=True,
            help="An SVG drawing; - for standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Draw it here: a .pdf or .png file; else only check."),
    ] = None,
    fonts: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, metavar="DIR", help="Further fonts to use."),
    ] = None,
    bleed: Annotated[
        str, typer.Option(help="What the drawing has beyond the trimmed edge on each side.")
    ] = "0mm",
    form: Annotated[Format, typer.Option("--format", help="How faults are shown.")] = Format.text,  # type: ignore[attr-defined]
    project: Project = Path(),
) -> None:
    """Check one drawing, and show how it will look on a card."""
    from printnplay.cli.art import bleed_of, check_output, read, run
    from printnplay.pipeline.art import ArtRequest

    request = ArtRequest(read(file), file, project, check_output(output), fonts, bleed_of(bleed))
    raise typer.Exit(run(request, form.value))


def main() -> None:
    """The entry point; a bug keeps its traceback, a closed pipe or a stop ends quietly.

    Stopped by SIGTERM it clears up as after Ctrl-C, and its exit status is 143.
    """
    end_on_signal()
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
