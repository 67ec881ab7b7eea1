"""Faults on a terminal: in colour, with places that can be clicked, and nowhere else."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from printnplay.cli.colours import has_colours, has_links, in_colour
from printnplay.cli.reports import render
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span

from .project import change, run

REPORT = """\
error[PNP111]: `bad` is not a key here
 --> designs/city/game.yaml:14:1
   |
14 | bad: 1
   | ^^^ expected one of `id`
help: did you mean `boards`?"""

STYLE = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\\\")


@pytest.mark.parametrize(
    ("environment", "place", "has"),
    [
        ({}, "terminal", "colours"),
        ({}, "file", ""),
        ({"NO_COLOR": "1", "VTE_VERSION": "7600"}, "terminal", ""),
        ({"TERM": "dumb"}, "terminal", ""),
        ({"TERM": "xterm-kitty"}, "terminal", "colours links"),
        ({"VTE_VERSION": "7600"}, "terminal", "colours links"),
        ({"VTE_VERSION": "7600"}, "file", ""),
        ({"TERM_PROGRAM": "vscode"}, "terminal", "colours links"),
        ({"TERM_PROGRAM": "vscode", "FORCE_HYPERLINK": "0"}, "terminal", "colours"),
        ({"FORCE_COLOR": "1", "FORCE_HYPERLINK": "1"}, "file", "colours links"),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, "terminal", ""),
    ],
)
def test_who_gets_colours_and_links(environment: Mapping[str, str], place: str, has: str) -> None:
    is_terminal = place == "terminal"
    assert has_colours(environment, is_terminal=is_terminal) == ("colours" in has)
    assert has_links(environment, is_terminal=is_terminal) == ("links" in has)
    seen = in_colour(REPORT, environment, is_terminal=is_terminal)
    assert ("\x1b[" in seen) == ("colours" in has)
    assert STYLE.sub("", seen) == REPORT


@pytest.mark.parametrize(
    ("environment", "target"),
    [
        ({"VTE_VERSION": "7600"}, "{uri}"),
        ({"TERM_PROGRAM": "vscode"}, "vscode://file{path}:14:1"),
    ],
)
def test_a_place_leads_to_its_file(
    environment: Mapping[str, str], target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "designs/city/game.yaml"
    path.parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert "]8;;" not in in_colour(REPORT, environment, is_terminal=True)
    path.write_text("bad: 1\n")
    wanted = target.format(uri=path.as_uri(), path=path.as_uri().removeprefix("file://"))
    assert f"\x1b]8;;{wanted}\x1b\\" in in_colour(REPORT, environment, is_terminal=True)


def test_what_a_message_quotes_cannot_paint() -> None:
    fault = Diagnostic(codes.UNKNOWN_KEY, "`\x1b]8;;http://x\x1b\\` is not a key", Span(""))
    seen = in_colour(render([fault], "text"), {"VTE_VERSION": "7600"}, is_terminal=True)
    assert "http://x" in seen
    assert "]8;;http" not in STYLE.sub("", seen).replace("\\u001b]8;;http", "")
    assert "\x1b" not in STYLE.sub("", seen)


def test_the_report_on_the_error_stream_is_painted_where_it_is_asked_for(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(
        city, [{"file": "designs/lost-city/game.yaml", "line": "style:", "with": "style: night"}]
    )
    plain = run("check").err
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = run("check").err
    assert plain == STYLE.sub("", painted) != painted
