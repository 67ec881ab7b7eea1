"""The commands and their options; what they do is imported when they run."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay import __version__
from printnplay.cli.reports import FORMATS

app = typer.Typer(
    help="Turn a card game written as data into print-and-play PDFs, and prove the game first.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Format = StrEnum("Format", {name: name for name in FORMATS})  # type: ignore[misc]


class Backs(StrEnum):
    """How card backs are printed."""

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    SEPARATE = "separate"
    NONE = "none"


class Flip(StrEnum):
    """The edge a double-sided sheet is flipped on."""

    SHORT = "short"
    LONG = "long"


Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", help="Games by id; those of the project if none is named."),
]
Languages = Annotated[
    list[str] | None,
    typer.Option(
        "-l",
        "--language",
        metavar="LANG",
        help="A language such as fr; may be repeated. All of the game if none is named.",
    ),
]
Project = Annotated[
    Path,
    typer.Option(
        "--project",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="The folder with designs/, locales/ and templates/.",
    ),
]


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


@app.command("list")
def list_(project: Project = Path()) -> None:
    """Show games, languages and papers, and what is complete."""
    from printnplay.cli.listing import run

    raise typer.Exit(run(project))


@app.command()
def build(
    games: Games = None,
    language: Languages = None,
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
    draft: Annotated[
        bool, typer.Option("--draft", help="Build in spite of errors, each page marked as draft.")
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(
            "-j", "--jobs", metavar="N", min=0, help="Languages built at once; 0 for all cores."
        ),
    ] = 1,
    project: Project = Path(),
) -> None:
    """Build the PDFs: kit, booklet and rulebook.

    Nothing is written unless all that is built is sound.
    """
    from printnplay.cli.building import run
    from printnplay.pipeline.order import Order

    order = Order(
        project=project,
        games=tuple(games or ()),
        languages=tuple(language or ()),
        papers=tuple(paper or ("a4",)),
        output=output,
        backs=backs.value,
        booklet_flip=booklet_flip.value,
        draft=draft,
        jobs=jobs,
    )
    raise typer.Exit(run(order))


@app.command()
def check(
    games: Games = None,
    language: Languages = None,
    form: Annotated[Format, typer.Option("--format", help="How faults are shown.")] = Format.text,  # type: ignore[attr-defined]
    project: Project = Path(),
) -> None:
    """Prove the game: decks, texts, fit and worked examples."""
    from printnplay.cli.checking import run

    raise typer.Exit(run(project, tuple(games or ()), tuple(language or ()), form.value))


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
    from printnplay.pipeline.art import ArtOrder

    order = ArtOrder(read(file), file, project, check_output(output), fonts, bleed_of(bleed))
    raise typer.Exit(run(order, form.value))


def main() -> None:
    """The entry point; a bug keeps its traceback, a closed pipe ends quietly."""
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
