"""`printnplay table`: its options, and the links to the table."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import columns, echo, echo_lines
from printnplay.cli.options import Limits, LimitsChoice, ProjectFolder, TrustRules
from printnplay.cli.speech import speak
from printnplay.kernel.suggestions import counted
from printnplay.play.sessions import Session
from printnplay.preview.room.network import is_near, qr_lines
from printnplay.preview.room.start import Opened, TableRequest, serve_table


def _address(text: str) -> str:
    """Parse an address of this machine.

    Raises:
        BadParameter: it is none of a local network.
    """
    if text and not is_near(text):
        raise typer.BadParameter(
            f"'{text}' is not an address of a local network, such as 192.168.1.20."
        )
    return text


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game id.")],
    language: Annotated[
        str,
        typer.Option(
            "-l",
            "--language",
            metavar="LANG",
            help="Language, such as fr. Default: the first of the game.",
            show_default=False,
        ),
    ] = "",
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Number of seats. Default: the most players."),
    ] = None,
    address: Annotated[
        str,
        typer.Option(
            metavar="IP",
            parser=_address,
            help="Address of this machine to listen on; 127.0.0.1: this machine only. Default: its"
            " address in the local network.",
            show_default=False,
        ),
    ] = "",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0: any free port.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser.")
    ] = True,
    record: Annotated[
        bool,
        typer.Option(
            "--record", help="Write what was played, and the notes, into sessions/ at the end."
        ),
    ] = False,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Let the rules referee: each seat makes its legal moves."),
    ] = False,
    trust_rules: TrustRules = False,
    limits: Limits = LimitsChoice.USUAL,
    project: ProjectFolder = Path(),
) -> int:
    """Serve a table to play at with others in the local network."""
    request = TableRequest(
        project,
        game,
        language,
        seats,
        address,
        port,
        browser,
        record,
        trust_rules,
        limits is LimitsChoice.USUAL,
        rules,
    )
    serve_table(request, _say, _recorded)
    return 0


def _recorded(path: Path, session: Session) -> None:
    games, steps = counted(session.games, "game"), counted(session.steps, "step")
    echo(f"{path}: {speak(games)}, {speak(steps)}")


def _say(table: Opened) -> None:
    """Print the links, and a QR code of that for guests where phones can reach it."""
    where = f"a table {'on this machine only' if table.is_local else 'in your local network'}"
    code = [] if table.is_local else qr_lines(table.link)
    links = [("", speak("for the others"), table.link), ("", speak("for you"), table.host)]
    lines = [f"{table.title}: {speak(where)}", columns(links, "<<<"), *code]
    echo_lines("\n".join([*lines, speak("Ctrl-C ends the table.")]))
