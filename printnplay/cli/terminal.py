"""A report as a terminal shows it: its lines in colour, its places as links that can be clicked."""

import re
from collections.abc import Mapping
from pathlib import Path

import typer

RED, YELLOW, CYAN, BLUE = "red", "yellow", "cyan", "bright_blue"
SEVERITIES = {"error": RED, "warning": YELLOW}

LINKING = ("VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM")
"""What terminals that follow links (OSC 8) put into the environment, and nobody else does."""
PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio")
"""Their names in TERM_PROGRAM."""
TERMS = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "contour")
"""Their names in TERM."""

_HEAD = re.compile(r"(?P<severity>error|warning)\[(?P<code>PNP\d+)\]:")
_PLACE = re.compile(r"(?P<before> +--> )(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?")
_MARKED = re.compile(r"(?P<gutter> *\d* [|=] ?)(?P<rest>.*)")
_NOTE = re.compile(r"(?:help|note):")


def shown(report: str, environment: Mapping[str, str], *, is_terminal: bool) -> str:
    """A report of faults in colours and with links, as far as the terminal has them.

    Anything but a terminal gets the report as it is; so does one whose user does not like colours
    (NO_COLOR, https://no-color.org), or that has none (TERM=dumb). FORCE_COLOR and FORCE_HYPERLINK
    decide where they are set.
    """
    if not has_colours(environment, is_terminal=is_terminal):
        return report
    links = has_links(environment, is_terminal=is_terminal)
    severity = RED
    lines = []
    for line in report.split("\n"):
        if head := _HEAD.match(line):
            severity = SEVERITIES[head["severity"]]
        lines.append(_painted(line, severity, environment if links else None))
    return "\n".join(lines)


def has_colours(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Whether colours are wanted and can be seen."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return is_terminal and environment.get("TERM") != "dumb"


def has_links(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Whether the terminal is one of those that are known to follow links."""
    if environment.get("FORCE_HYPERLINK"):
        return environment["FORCE_HYPERLINK"] != "0"
    if not is_terminal or environment.get("NO_COLOR"):
        return False
    return (
        environment.get("TERM_PROGRAM") in PROGRAMS
        or environment.get("TERM") in TERMS
        or any(environment.get(name) for name in LINKING)
    )


def _painted(line: str, severity: str, linking: Mapping[str, str] | None) -> str:
    """A line of a report; with the environment of a terminal that follows links, also a link."""
    if head := _HEAD.match(line):
        rest = typer.style(line[head.end() :], bold=True)
        return typer.style(head[0], fg=severity, bold=True) + rest
    if place := _PLACE.fullmatch(line):
        named = line[place.end("before") :]
        text = typer.style(named, underline=linking is not None)
        target = _link(place, linking) if linking is not None else ""
        text = f"\x1b]8;;{target}\x1b\\{text}\x1b]8;;\x1b\\" if target else text
        return typer.style(place["before"], fg=BLUE) + text
    if note := _NOTE.match(line):
        return typer.style(note[0], fg=CYAN, bold=True) + line[note.end() :]
    if marked := _MARKED.fullmatch(line):
        rest = marked["rest"]
        label = rest.lstrip().startswith("^") or marked["gutter"].rstrip().endswith("=")
        return typer.style(marked["gutter"], fg=BLUE) + (
            typer.style(rest, fg=severity) if label and rest else rest
        )
    return line


def _link(place: re.Match[str], environment: Mapping[str, str]) -> str:
    """The address of a place: in VS Code's terminal the very line, elsewhere the file."""
    path = Path(place["file"]).absolute()
    if not path.exists():
        return ""
    if environment.get("TERM_PROGRAM") != "vscode":
        return path.as_uri()
    where = ":".join(part for part in (place["line"], place["column"]) if part)
    return path.as_uri().replace("file://", "vscode://file", 1) + (f":{where}" if where else "")
