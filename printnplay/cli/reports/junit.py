"""Report faults in JUnit format, which most CI servers show as failed tests."""

from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.visible import visible


def render(faults: Sequence[Diagnostic]) -> str:
    """Render one suite per file and one case per fault; a clean check is one passed case."""
    failures = _failures(faults)
    count = str(max(1, len(faults)))
    root = ElementTree.Element(
        "testsuites", name="printnplay check", tests=count, failures=str(failures)
    )
    if not faults:
        suite = ElementTree.SubElement(root, "testsuite", name="printnplay", tests="1")
        ElementTree.SubElement(suite, "testcase", name="check", classname="printnplay")
    for file, group in groupby(faults, key=lambda fault: fault.span.file):
        _suite(root, visible(file, lines=False), list(group))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _failures(faults: Sequence[Diagnostic]) -> int:
    """Count the failed cases; faults that were counted but not kept are one case together."""
    return sum(fault.severity is Severity.ERROR for fault in faults)


def _suite(root: ElementTree.Element, file: str, faults: Sequence[Diagnostic]) -> None:
    failures = _failures(faults)
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=file or "printnplay",
        tests=str(len(faults)),
        failures=str(failures),
    )
    for fault in faults:
        parts = (file, fault.span.line, fault.span.column)
        place = ":".join(str(part) for part in parts if part)
        name, code = f"{fault.code} {place}".rstrip(), fault.code.id
        case = ElementTree.SubElement(suite, "testcase", name=name, classname=code)
        details = "\n".join(part for part in (place, fault.label, fault.help) if part)
        if fault.severity is Severity.ERROR:
            failure = ElementTree.SubElement(case, "failure", message=fault.message, type=code)
            failure.text = details
        else:
            ElementTree.SubElement(case, "system-out").text = f"{fault.message}\n{details}"
