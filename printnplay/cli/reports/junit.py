"""Faults as a JUnit report, which most CI servers show as failed tests."""

from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from printnplay.model.diagnostics import Diagnostic, Severity, error_count


def render(found: Sequence[Diagnostic]) -> str:
    """One suite a file, one case a fault; a clean check is one passed case."""
    failures = error_count(found)
    count = str(max(1, len(found)))
    root = ElementTree.Element(
        "testsuites", name="printnplay check", tests=count, failures=str(failures)
    )
    if not found:
        suite = ElementTree.SubElement(root, "testsuite", name="printnplay", tests="1")
        ElementTree.SubElement(suite, "testcase", name="check", classname="printnplay")
    for file, group in groupby(found, key=lambda one: one.span.file):
        _suite(root, file, list(group))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _suite(root: ElementTree.Element, file: str, found: list[Diagnostic]) -> None:
    failures = error_count(found)
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=file or "printnplay",
        tests=str(len(found)),
        failures=str(failures),
    )
    for one in found:
        parts = (one.span.file, one.span.line, one.span.column)
        place = ":".join(str(part) for part in parts if part)
        name = f"{one.code} {place}".rstrip()
        case = ElementTree.SubElement(suite, "testcase", name=name, classname=one.code.id)
        details = "\n".join(part for part in (place, one.label, one.help) if part)
        if one.severity is Severity.ERROR:
            fault = ElementTree.SubElement(case, "failure", message=one.message, type=one.code.id)
            fault.text = details
        else:
            ElementTree.SubElement(case, "system-out").text = f"{one.message}\n{details}"
