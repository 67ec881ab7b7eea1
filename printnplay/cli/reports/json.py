"""Report faults as JSON for other programs, one object per fault."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from printnplay.kernel.diagnostics import Diagnostic


def render(faults: Sequence[Diagnostic]) -> str:
    """Render JSON: `{"version": 1, "problems": [...]}`; lines and columns count from 1."""
    return document(faults, {})


def document(faults: Sequence[Diagnostic], more: Mapping[str, Any]) -> str:
    """Return the same document with additional keys, for commands that report more than faults."""
    problems = [_one(diagnostic) for diagnostic in faults]
    return json.dumps({"version": 1, "problems": problems, **more}, ensure_ascii=False, indent=2)


def _one(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "code": diagnostic.code.id,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        **to_builtins(diagnostic.span),
        "label": diagnostic.label,
        "help": diagnostic.help,
        "subject": to_builtins(diagnostic.subject),
        "notes": [
            {"message": note, **(to_builtins(span) if span else {})}
            for note, span in diagnostic.notes
        ],
    }
