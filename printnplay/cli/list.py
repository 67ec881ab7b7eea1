"""`printnplay list`: games with their languages, and papers."""

import json
import re
from itertools import starmap
from pathlib import Path
from typing import Annotated, Any

import typer
from msgspec import to_builtins

from printnplay.cli.console import columns, echo, echo_lines, tell, warn
from printnplay.cli.options import ProjectFolder
from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.edition.listing import Listing, listing
from printnplay.files.plugins import plug_ins
from printnplay.game.kinds import counts_in_words
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import UNITS
from printnplay.kernel.named_sizes import CARD_SIZES, LANDSCAPE, NamedSize
from printnplay.kernel.shapes import ShapeKind
from printnplay.kernel.suggestions import counted


def command(
    sizes: Annotated[bool, typer.Option("--sizes", help="List the named card sizes.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON for other programs, including card sizes.")
    ] = False,
    plugins: Annotated[
        bool, typer.Option("--plugins", help="List the installed plug-ins.")
    ] = False,
    labels: Annotated[
        bool,
        typer.Option("--label-sheets", help="List the sheets of labels and perforated cards."),
    ] = False,
    project: ProjectFolder = Path(),
) -> int:
    """List games, languages and papers, and what is missing."""
    if labels:
        return _list_label_sheets(project)
    if plugins:
        rows = [(one.group, one.name, one.distribution, one.version) for one in plug_ins()]
        echo_lines(columns(rows, "<<<<") if rows else speak("no plug-ins are installed"))
        return 0
    if sizes and not as_json:
        echo_lines(columns([*starmap(_size_row, CARD_SIZES.items())], "<>>>><", SIZES_HEAD))
        tell(f"add {LANDSCAPE} to a name to turn the cards on their side: poker{LANDSCAPE}")
        return 0
    found = listing(project)
    warn(found.problems)
    if as_json:
        echo_lines(json.dumps(_as_data(found), ensure_ascii=False, indent=2))
    else:
        _show(found)
    return 1 if found.problems else 0


JOINS = ("to", "or")
"""Words between numbers of players."""

LABELS_HEAD = ("name", "maker", "", "paper", "labels", "mm", "also")


def _list_label_sheets(project: Path) -> int:
    """Print the label sheets; return the exit status."""
    from printnplay.edition.label_sheets import label_sheets_of

    problems = Problems()
    found = label_sheets_of(project, problems)
    warn(problems.found)
    rows = []
    for name, sheet in found.items():
        if name == sheet.id:
            size = sheet.label.in_mm(2)
            size = (
                f"{size}, {speak_label('round')}" if sheet.shape.kind is ShapeKind.CIRCLE else size
            )
            also = ", ".join(sheet.also[:SHOWN]) + (", ..." if len(sheet.also) > SHOWN else "")
            grid = f"{sheet.columns} x {sheet.rows}"
            count = str(len(sheet.slots)) if sheet.places or sheet.turned else grid
            rows.append((name, sheet.maker, speak(sheet.about), sheet.paper, count, size, also))
    echo_lines(columns(rows, "<<<<<<<", LABELS_HEAD))
    return 1 if problems.found else 0


def _show(listing: Listing) -> None:
    """Print the list for people."""
    for game in listing.games:
        counts = ", ".join(map(speak, counts_in_words(game.components).split(", ")))
        about = f"{game.id}: {game.title}, {counts}, {_players(game.players)}"
        ships = speak("comes with printnplay; build it by name")
        echo(about if game.own else f"{about} ({ships})")
        for language, missing in game.languages.items():
            lacking = f"{counted(missing, 'text')} missing"
            state = speak(lacking) if missing else speak_label("complete")
            title = game.titles[language]
            echo(f"  {language}  {state}" + (f", “{title}”" if title != game.title else ""))
        if not game.languages and "." not in game.id:
            echo(f"  {speak(f'no texts yet: write locales/en/{game.id}.yaml')}")
    if not listing.problems and not any(game.own for game in listing.games):
        tell("no games of your own yet: a game is a folder designs/<id>/ with a game.yaml")
    tell(f"papers: {', '.join(listing.papers)}, or a size such as 200x300mm")


def _players(numbers: str) -> str:
    words = re.sub("|".join(JOINS), lambda word: speak_label(word[0]), speak(numbers))
    return speak_with("{players} players", players=words)


def _as_data(listing: Listing) -> dict[str, Any]:
    """Return the list as data; `languages` maps each language to its number of missing texts."""
    return {
        "games": [to_builtins(game) for game in listing.games],
        "papers": list(listing.papers),
        "sizes_mm": {
            name: [float(side) / UNITS["mm"] for side in (size.size.width, size.size.height)]
            for name, size in CARD_SIZES.items()
        },
    }


SHOWN = 4
"""The most other numbers of a label sheet in a row: what a terminal has room for. A guess."""

SIZES_HEAD = ("name", "mm", "", "in", "", "cards")


def _size_row(name: str, size: NamedSize) -> tuple[str, ...]:
    """Format a size in millimetres and inches.

    >>> _size_row("square-63", CARD_SIZES["square-63"])
    ('square-63', '63.5', '63.5', '2.50', '2.50', '2.5 in')
    """
    sides = (size.size.width, size.size.height)
    metric = (f"{side / UNITS['mm']:g}" for side in map(float, sides))
    return name, *metric, *(f"{side / float(UNITS['in']):.2f}" for side in sides), speak(size.says)
