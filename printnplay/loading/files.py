"""Opening a YAML file: size, encoding and syntax, each fault with its place."""

import re
from pathlib import Path

import yaml

from printnplay.loading.nodes import Node, TooMuchError, compose
from printnplay.model.diagnostics import Diagnostic, Problems, Span

MAX_BYTES = 1 << 20

# YAML 1.1, section 5.1: what is not a printable character.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_TAB_HELP = "indent with spaces: YAML does not allow tabs there"
_HELP = {
    "mapping values are not allowed in this context": (
        "put a text that contains `: ` in quotes, and check the indentation of this line"
    ),
    "did not find expected alphabetic or numeric character": (
        "put a text that begins with `*` or `&` in quotes"
    ),
    "found character that cannot start any token": (
        "put a text that begins with a special character in quotes"
    ),
    "could not find expected ':'": "write `key: value`, with a space after the colon",
    "did not find expected ',' or ']'": "close the list with `]`, or put a comma before this",
    "did not find expected ',' or '}'": (
        "close the mapping with `}`, or put a comma before this; put a text with `: ` in quotes"
    ),
    "did not find expected key": "check the indentation and the quotes of this line and the last",
}


def read_yaml(path: Path, shown: str, problems: Problems) -> Node | None:
    """The document of a YAML file, or None with the reasons added to `problems`.

    `shown` is the path as the user would type it.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        label, cure = "expected this file", "write it, or check the name of its folder"
        problems.error("PNP102", "the file does not exist", Span(shown), label, cure)
        return None
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        _report(problems, "PNP102", f"the file cannot be read: {reason}", Span(shown))
        return None
    return read_bytes(data, shown, problems)


def read_bytes(data: bytes, shown: str, problems: Problems) -> Node | None:
    """The document in these bytes, or None with the reasons added to `problems`."""
    if len(data) > MAX_BYTES:
        _report(problems, "PNP103", "the file is larger than 1 MiB", Span(shown))
        return None
    source = _decoded(data, shown, problems)
    if source is None:
        return None
    try:
        node = compose(source, shown, problems)
    except TooMuchError as error:
        _report(problems, "PNP103", f"the file is {error.what}", error.span)
        return None
    except yaml.MarkedYAMLError as error:
        _report_syntax(error, source, shown, problems)
        return None
    if node is None:
        _report(problems, "PNP109", "the file is empty", Span(shown))
    return node


def _decoded(data: bytes, shown: str, problems: Problems) -> str | None:
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        _report(
            problems,
            "PNP102",
            f"byte 0x{data[error.start]:02x} is not UTF-8",
            _place(before, shown),
        )
        return None
    strange = _UNPRINTABLE.search(source)
    if strange is None:
        return source
    span = _place(source[: strange.start()], shown)
    name = f"U+{ord(strange[0]):04X}"
    _report(problems, "PNP101", f"{name} is a control character, not text", span)
    return None


def _place(before: str, shown: str) -> Span:
    line = before.count("\n") + 1
    return Span(shown, line, len(before) - before.rfind("\n"))


def _report_syntax(
    error: yaml.MarkedYAMLError, source: str, shown: str, problems: Problems
) -> None:
    mark = error.problem_mark or error.context_mark
    message = error.problem or "this is not YAML"
    span = Span(shown) if mark is None else Span(shown, mark.line + 1, mark.column + 1)
    cure = _HELP.get(message, "check the indentation, brackets and quotes around this place")
    if mark is not None and source[mark.index : mark.index + 1] == "\t":
        cure = _TAB_HELP
    begun = _BEGUN.get(error.context or "")
    start = error.context_mark
    notes = ((begun, Span(shown, start.line + 1, start.column + 1)),) if begun and start else ()
    text = f"not well-formed YAML: {message}"
    problems.add(Diagnostic("PNP101", text, span, "YAML cannot go on like this", cure, notes))


_BEGUN = {
    "while parsing a flow sequence": "the list begins here",
    "while parsing a flow mapping": "the mapping begins here",
    "while parsing a block collection": "the list begins here",
    "while parsing a block mapping": "the mapping begins here",
    "while scanning a quoted scalar": "the quoted text begins here",
}
"""What libyaml was reading, as a note on where that began."""

_CURES = {
    "PNP101": ("expected printable text", "remove the character"),
    "PNP102": ("expected a readable file in UTF-8", "check the name, and save the file as UTF-8"),
    "PNP103": ("expected a file of a size that a game needs", "split or shorten the file"),
    "PNP109": ("expected a mapping or a list", "write what the file is for, or remove it"),
}


def _report(problems: Problems, code: str, message: str, span: Span) -> None:
    problems.error(code, message, span, *_CURES[code])
