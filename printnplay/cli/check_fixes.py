"""Print the fixes that `printnplay check --fix` has applied."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from printnplay.cli.console import echo, echo_lines
from printnplay.cli.speech import speak
from printnplay.kernel.suggestions import counted

if TYPE_CHECKING:
    from printnplay.build.fix import FixedText

AROUND = 12
"""Number of characters displayed before and after a change: a word or two. A guess."""

VISIBLE = {"\u00a0": "␣", "\u202f": "␣", "\u00ad": "-", "\u200b": "·", "\n": " "}
"""Replacements for characters that are invisible or look like others on a screen."""


def show_fixed(fixed: "Sequence[FixedText]") -> None:
    """Print the applied fixes to stderr: stdout is for the report alone."""
    for text in fixed:
        echo(_fix_line(text), err=True)
    files = len({text.span.file for text in fixed})
    done = f"fixed {counted(len(fixed), 'text')} in {counted(files, 'file')}"
    echo_lines(f"{speak(done)}\n" if fixed else speak("nothing to fix"), err=True)


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
