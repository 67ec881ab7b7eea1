"""Formats of diagnostics: a module for each, with `render(faults) -> str`."""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from msgspec.structs import replace

from printnplay.files.plugins import plug_ins
from printnplay.kernel.diagnostics import Diagnostic


def render(faults: Sequence[Diagnostic], form: str) -> str:
    """The faults in a format, sorted by place so that equal input gives an equal report."""
    added = next((one for one in plug_ins("reports") if one.name == form), None)
    function = added.load() if added else import_module(f"printnplay.cli.reports.{form}").render
    show = cast("Callable[[Sequence[Diagnostic]], str]", function)
    ordered = sorted(faults, key=lambda fault: (fault.span, fault.code.id, fault.message))
    return show([_presentable(fault) for fault in ordered])


LONGEST = 1000
"""The most characters of a message that are shown: it may quote what somebody wrote."""

CUT = " … "

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that a terminal may obey, and XML does not allow."""


def _presentable(fault: Diagnostic) -> Diagnostic:
    return replace(
        fault,
        message=presentable(fault.message),
        label=presentable(fault.label),
        help=presentable(fault.help),
        notes=tuple((presentable(note), span) for note, span in fault.notes),
    )


def presentable(text: str) -> str:
    """A text for a report: what is very long is cut in its middle, control characters escaped."""
    if len(text) > LONGEST:
        half = (LONGEST - len(CUT)) // 2
        text = text[:half] + CUT + text[-half:]
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text)
