"""Regular expressions of Ruby, as far as they cannot take long."""

import math
import re

MOST_TRIES = 100_000_000
"""The most places where parts of a regular expression may be tried: some seconds."""


def pattern_of(source: str, flags: str = "") -> re.Pattern[str]:
    """Return a regular expression of the script.

    Raises:
        ValueError: it is one that may take long: with repeated groups, or many repetitions.
    """
    repeated = re.search(r"\([^()]*(?:[*+|]|\{\d*,)[^()]*\)[*+{]|\)\)+[*+{]|\(\?", _bare(source))
    if len(source) > 300 or repeated:
        raise ValueError("a regular expression")
    for ruby, python in _PATTERNS:
        source = source.replace(ruby, python)
    found = re.MULTILINE
    for letter in flags:
        found |= {"i": re.IGNORECASE, "m": re.DOTALL, "x": re.VERBOSE}.get(letter, found)
    return re.compile(source, found)


def _bare(source: str) -> str:
    """Return a regular expression without classes, and without marks at the begin of groups."""
    bare = re.sub(r"\\.|\[(?:\[:\w+:\]|[^\]\\]|\\.)*\]", "x", source)
    return re.sub(r"\(\?(?:<?[=!]|:|P?<\w+>|[imx]+\))", "(", bare)


def checked(pattern: re.Pattern[str], text: str) -> str:
    """Return a text that is to be searched for a pattern.

    Raises:
        ValueError: that may take too long: each repetition may begin and end anywhere.
    """
    repetitions = len(re.findall(r"[*+]|{\d*,", _bare(pattern.pattern)))
    if math.comb(len(text) + repetitions, repetitions) > MOST_TRIES:
        raise ValueError("a long text")
    return text


_PATTERNS = (
    ("\\h", "[0-9a-fA-F]"), ("\\z", "\\Z"), ("(?<", "(?P<"), ("(?P<=", "(?<="), ("(?P<!", "(?<!"),
    ("[[:space:]]", "\\s"), ("[[:alpha:]]", "[A-Za-z]"), ("[[:digit:]]", "\\d"),
    ("[[:alnum:]]", "\\w"), ("[[:upper:]]", "[A-Z]"), ("[[:lower:]]", "[a-z]"),
    ("\\R", "(?:\\r\\n|[\\n\\r])"), ("\\p{L}", "[^\\W\\d_]"), ("\\p{Alpha}", "[^\\W\\d_]"),
    ("\\p{Lu}", "[A-Z\u00c0-\u00de]"), ("\\p{Upper}", "[A-Z\u00c0-\u00de]"),
    ("\\p{Ll}", "[a-z\u00df-\u00ff]"), ("\\p{Lower}", "[a-z\u00df-\u00ff]"),
    ("\\p{N}", "\\d"), ("\\p{Digit}", "\\d"), ("\\p{Space}", "\\s"), ("\\p{Alnum}", "\\w"),
    ("[[:word:]]", "\\w"), ("[[:blank:]]", "[ \\t]"), ("[[:xdigit:]]", "[0-9a-fA-F]"),
    ("[[:punct:]]", "[!-/:-@\\[-`{-~]"),
)  # fmt: skip
"""What is written otherwise in Python."""
