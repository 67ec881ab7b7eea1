"""Report faults as workflow commands, which GitHub displays next to the changed lines."""

from collections.abc import Sequence

from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.visible import visible

_IN_MESSAGE = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_MESSAGE, ":": "%3A", ",": "%2C"}


def render(faults: Sequence[Diagnostic]) -> str:
    """Render one `::error` or `::warning` command per line.

    Format: GitHub Docs, "Workflow commands for GitHub Actions".
    """
    return "\n".join(_one(diagnostic) for diagnostic in faults)


def _one(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    places = {"file": span.file, "line": span.line, "col": span.column, "title": diagnostic.code.id}
    properties = ",".join(
        f"{name}={_escaped(str(value), _IN_PROPERTY)}" for name, value in places.items() if value
    )
    parts = [diagnostic.message, diagnostic.label, diagnostic.help]
    message = _escaped("; ".join(part for part in parts if part), _IN_MESSAGE)
    return f"::{diagnostic.severity.value} {properties}::{message}"


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(mark, mark) for mark in visible(text))
