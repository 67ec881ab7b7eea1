"""Escape characters that a terminal, or a service that reads logs, would interpret."""

import re

_OBEYED = re.compile(
    # Control characters except tabs and line feeds; directional marks and overrides; line
    # separators.
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
    # Workflow commands: GitHub reads `::` at the start of a line; GitHub, Azure (`##vso[`) and
    # TeamCity read `##name[` anywhere.
    r"|^[^\S\n]*:(?=:)|#(?=#\w*\[)",
    re.MULTILINE,
)


def visible(text: str, *, lines: bool = True) -> str:
    r"""Return the text with such characters escaped; inside a JSON string, its value is unchanged.

    Args:
        text: text for a terminal or a log.
        lines: whether the text may have several lines; if not, line feeds are escaped too.

    >>> visible("\x1b[1m and \u202e\n ::stop-commands::x")
    '\\u001b[1m and \\u202e\n\\u0020\\u003a:stop-commands::x'
    >>> visible("one\ntwo", lines=False)
    'one\\ntwo'
    """
    if not lines:
        text = text.replace("\n", "\\n")
    return _OBEYED.sub(lambda match: "".join(f"\\u{ord(one):04x}" for one in match[0]), text)
