"""`printnplay check --fix`: what was mended, with the text before and after."""

from difflib import SequenceMatcher

import typer

from printnplay.cli.telling import count, refused
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.mending import Mended, mend
from printnplay.pipeline.order import CheckOrder

_AROUND = 12
_SHOWN = {"\u00a0": "␣", "\u202f": "␣", "\u00ad": "-", "\u200b": "·", "\n": " "}
"""What cannot be told from other characters on a screen; spaces that never break are `␣`."""


def run(order: CheckOrder, form: str) -> int:
    """Mend what can be mended, and say what was changed; the exit status.

    What was changed is told on the error stream: the report alone is the command's output.
    """
    try:
        mended = mend(order)
    except FaultsError as error:
        return refused(error, form)
    for one in mended:
        typer.echo(_line(one), err=True)
    files = len({one.span.file for one in mended})
    done = f"fixed {count(len(mended), 'text')} in {count(files, 'file')}"
    typer.echo(f"{done}\n" if mended else "nothing to fix", err=True)
    return 0


def _line(one: Mended) -> str:
    """One text and what became of it.

    >>> from printnplay.model.diagnostics import Span
    >>> _line(Mended(Span("a.yaml", 3, 5), "Draw  a card.", "Draw a card."))
    'a.yaml:3: `Draw  a card.` -> `Draw a card.`'
    """
    was, now = _part(one.was, one.now), _part(one.now, one.was)
    return f"{one.span.file}:{one.span.line}: `{was}` -> `{now}`"


def _part(text: str, other: str) -> str:
    """The part of a text that differs from another, with a little on both sides."""
    changes = [
        code
        for code in SequenceMatcher(None, text, other, autojunk=False).get_opcodes()
        if code[0] != "equal"
    ]
    start = max(0, changes[0][1] - _AROUND) if changes else 0
    end = min(len(text), changes[-1][2] + _AROUND) if changes else len(text)
    shown = ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
    return "".join(_SHOWN.get(character, character) for character in shown)
