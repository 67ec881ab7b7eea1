"""No English is left within what diagnostics say in another language.

A word is English if messages have it, and no translation has. What the cases report is read as it
is in them: the labels beside faulty lines, transcripts of commands, examples of the reference, and
what codes mean.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from printnplay.build.messages import messages_in
from printnplay.kernel.codes import CODES

TESTS = Path(__file__).parent.parent

_QUOTED = re.compile(r"`[^`]*`|\{+[^{}]*\}+|<[^>]*>|\S*[/_.\\-]\S*\w|…")
"""What is not in the language: text in backticks, placeholders, elements, names of files."""

_WORD = re.compile(r"\b[a-z]{3,}\b")

_LABEL = re.compile(r"#! PNP\d+ \[.*?\] (.*?)(?=\s+#!|$)|#!! PNP\d+ (.*?)(?=\s+#!|$)", re.MULTILINE)

_SAID = re.compile(
    r"^(?:(?:error|warning)\[PNP\d+\]|help|note|Error): (.*)|^\s*\|\s*\^+ (.*)|^  = (.*)",
    re.MULTILINE,
)

OTHERS = re.compile(
    r"(expected one of |looked in |the drawing says there: )[^`]"  # names of a project
    r"|(no text states|no example shows|the language model says|says \w+ cards) "  # its texts
    r"|\d+ more: "  # of messages that are in the language already
    r"|(?i:syntax|python|xml|yaml|error|refused|route|expecting|port |bridge size)"  # of libraries
    r"|^box, |the plates |ruler of"  # named as on the sheet, which is in English
)
"""What has words that other programs, projects or sheets say in English."""


def reports() -> Iterator[tuple[str, str]]:
    """Yield what cases report, with their names."""
    for path in sorted((TESTS / "loading" / "cases").rglob("*.yaml")):
        for found in _LABEL.finditer(path.read_text("utf-8")):
            yield path.parent.name, found[1] or found[2]
    for path in sorted((TESTS / "cli" / "golden").glob("*.txt")):
        for found in _SAID.finditer(path.read_text("utf-8")):
            yield path.name, found[1] or found[2] or found[3]
    for code, example in yaml.safe_load((TESTS / "reference/said.yaml").read_text("utf-8")).items():
        yield code, example["says"]
    for code in CODES.values():
        yield code.id, code.meaning


@cache
def english(language: str) -> frozenset[str]:
    """Return the words of messages that no translation into a language has."""
    messages = messages_in(language)
    assert messages is not None
    own = " ".join(form for forms in messages.forms.values() for form in forms).lower()
    words = (_WORD.findall(_QUOTED.sub(" ", text)) for text in (*messages.forms, *messages.plurals))
    return frozenset(word for found in words for word in found) - {*_WORD.findall(own)}


@pytest.mark.parametrize("language", ["de", "pl"])
def test_no_english_is_left_in_what_cases_report(language: str) -> None:
    messages = messages_in(language)
    assert messages is not None
    left = [
        f"{name}: {text} -> {said}"
        for name, text in dict.fromkeys(reports())
        if not OTHERS.search(text)
        and (said := messages.find(text))
        and not english(language).isdisjoint(_WORD.findall(_QUOTED.sub(" ", said)))
    ]
    assert "\n".join(left) == ""
