"""CSS in drawings: style sheets and `style` attributes say how things look, and load nothing."""

import re

URL = re.compile(r"url\(\s*(?P<quote>['\"]?)(?P<link>[^'\")]*)(?P=quote)\s*\)", re.IGNORECASE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SHORTHAND = re.compile(r"(?<![\w-])font\s*:", re.IGNORECASE)

_RULES = (
    (re.compile(r"@import", re.IGNORECASE), "`@import` in a style sheet"),
    (re.compile(r"@font-face", re.IGNORECASE), "`@font-face` in a style sheet"),
    (re.compile(r"@"), "an `@` rule in a style sheet"),
    (re.compile(r"\\"), "a backslash in a style sheet"),
    (SHORTHAND, "the shorthand `font:` in a style"),
)
_HELP = {
    "@font-face": "put the font file into the fonts folder and name its family",
    "font:": "write font-family, font-size and font-weight one by one",
}


def refused(css: str) -> tuple[str, str] | None:
    """The first thing in a style that may not stand there, and how to mend it."""
    for pattern, what in _RULES:
        if pattern.search(css):
            helps = (text for key, text in _HELP.items() if key in what)
            return what, next(helps, "keep the style sheet to plain rules")
    return None


def links(text: str) -> list[str]:
    """What the `url(...)` of a style or an attribute refer to; a broken one counts as a link out.

    >>> links("fill: url(#sky)"), links("red")
    (['#sky'], [])
    """
    found = [match["link"].strip() for match in URL.finditer(text)]
    if len(found) < text.lower().count("url("):
        found.append(text.strip())
    return found
