"""Report faults in SARIF 2.1.0, the exchange format of static analysis (OASIS standard)."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from printnplay import __version__
from printnplay.kernel.diagnostics import Diagnostic, Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(faults: Sequence[Diagnostic]) -> str:
    """Render one run, with the codes found as its rules and one result per fault."""
    meanings = {fault.code.id: fault.code.meaning for fault in faults}
    codes = sorted(meanings)
    driver = {
        "name": "printnplay",
        "version": __version__,
        "rules": [{"id": code, "shortDescription": {"text": meanings[code]}} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(fault, codes) for fault in faults],
    }
    return json.dumps(
        {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2
    )


def _result(fault: Diagnostic, codes: list[str]) -> dict[str, Any]:
    parts = [fault.message, fault.label, fault.help]
    result: dict[str, Any] = {
        "ruleId": fault.code.id,
        "ruleIndex": codes.index(fault.code.id),
        "level": fault.severity.value,
        "message": {"text": "; ".join(part for part in parts if part)},
    }
    if fault.span.file:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(fault.span.file)}}
        if fault.span.line:
            place["region"] = _region(fault.span)
        result["locations"] = [{"physicalLocation": place}]
    return result


def _region(span: Span) -> dict[str, int]:
    if not span.column:
        return {"startLine": span.line}
    end = span.column + max(1, span.length)
    return {"startLine": span.line, "startColumn": span.column, "endColumn": end}


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(file), safe="/,")
