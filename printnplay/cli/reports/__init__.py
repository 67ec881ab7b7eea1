"""Report formats: one module each, with `render(faults) -> str`."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from msgspec.structs import replace

from printnplay.cli.speech import speak
from printnplay.files.plugins import plug_ins
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.messages import ASKED
from printnplay.kernel.visible import visible


def render(faults: Sequence[Diagnostic], form: str) -> str:
    """Render faults in a format, sorted by place, so that the report is deterministic."""
    added = next((one for one in plug_ins("reports") if one.name == form), None)
    function = added.load() if added else import_module(f"printnplay.cli.reports.{form}").render
    show = cast("Callable[[Sequence[Diagnostic]], str]", function)
    ordered = sorted(faults, key=lambda fault: (fault.span, fault.code.id, fault.message))
    if form == "text" or ASKED.get():
        ordered = [_spoken(fault) for fault in ordered]
    return show([_presentable(fault, lines=form in _ESCAPING) for fault in ordered])


def _spoken(fault: Diagnostic) -> Diagnostic:
    """Return a fault in the language of the terminal; formats for programs have it on demand."""
    return replace(
        fault,
        message=speak(fault.message),
        label=speak(fault.label),
        help=speak(fault.help),
        notes=tuple((speak(note), span) for note, span in fault.notes),
    )


_ESCAPING = ("github", "json", "sarif")
"""Formats that escape line feeds themselves."""

LONGEST = 1000
"""Maximum number of characters of a message, which may quote the user's text. A guess."""

CUT = " … "


def _presentable(fault: Diagnostic, *, lines: bool) -> Diagnostic:
    return replace(
        fault,
        message=_shown(fault.message, lines=lines),
        label=_shown(fault.label, lines=lines),
        help=_shown(fault.help, lines=lines),
        notes=tuple((_shown(note, lines=lines), span) for note, span in fault.notes),
    )


def _shown(text: str, *, lines: bool) -> str:
    """Prepare a text for a report: shorten it in the middle if needed, and escape it.

    With `lines`, keep line feeds, which the format itself escapes.
    """
    if len(text) > LONGEST:
        half = (LONGEST - len(CUT)) // 2
        text = text[:half] + CUT + text[-half:]
    return visible(text, lines=lines)
