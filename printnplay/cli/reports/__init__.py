"""The formats in which faults are shown: one module each, with `render(found) -> str`."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from printnplay.model.diagnostics import Diagnostic

FORMATS = ("text", "json", "junit", "sarif", "github")


def render(found: Sequence[Diagnostic], form: str) -> str:
    """The faults in one of FORMATS, sorted by place so that equal input gives an equal report."""
    module = import_module(f"printnplay.cli.reports.{form}")
    show = cast("Callable[[Sequence[Diagnostic]], str]", module.render)
    return show(sorted(found, key=lambda fault: (fault.span, fault.code.id, fault.message)))
