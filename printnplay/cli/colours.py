"""Colours and hyperlinks of reports in the terminal."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import typer

RED, YELLOW, CYAN, BLUE = "red", "yellow", "cyan", "bright_blue"
SEVERITIES = {"error": RED, "warning": YELLOW}

LINKING = ("VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM")
"""Environment variables that only terminals with hyperlinks (OSC 8) set."""
PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio")
"""Values of TERM_PROGRAM for such terminals."""
TERMS = ("xterm-kitty", "alacritty", "foot", "xterm-ghostty", "contour")
"""Values of TERM for such terminals."""

_HEAD = re.compile(r"(?P<severity>error|warning)\[(?P<code>PNP\d+)\]:")
_PLACE = re.compile(r"(?P<before> +--> )(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?")
_MARKED = re.compile(r"(?P<gutter> *\d* [|=] ?)(?P<rest>.*)")
_NOTE = re.compile(r"(?:help|note):")


def in_colour(report: str, environment: Mapping[str, str], *, is_terminal: bool) -> str:
    """Return a report with colours and links if the terminal supports them.

    The report stays plain if the output is not a terminal, if the user disables colours (NO_COLOR,
    https://no-color.org), or if the terminal has none (TERM=dumb). FORCE_COLOR and FORCE_HYPERLINK
    override this.
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
    """Return whether colours are wanted and supported."""
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return is_terminal and environment.get("TERM") != "dumb"


def has_links(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Return whether the terminal is known to support links."""
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
    """Colour a line of a report; add links if given the environment of a terminal with links."""
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
    """Return the URL of a place: the line in VS Code's terminal, elsewhere the file."""
    path = Path(place["file"]).absolute()
    if not os.path.lexists(path):
        return ""
    if environment.get("TERM_PROGRAM") != "vscode":
        return path.as_uri()
    where = ":".join(part for part in (place["line"], place["column"]) if part)
    return path.as_uri().replace("file://", "vscode://file", 1) + (f":{where}" if where else "")
