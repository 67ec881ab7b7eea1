"""Texts with looks, as printnplay writes them: `**bold**`, `[words]{look-1}`, `{icon:coin}`."""

import re
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.pango import SPANNED, spanned
from printnplay.importing.values import Run, unused
from printnplay.kernel.strings import plain_name

_SPECIAL = re.compile(r"[\\*`\[\]{}]|\^\^")


class Looks:
    """The inline styles and icons that texts use, each with the name that it gets."""

    def __init__(self) -> None:
        """Begin with none."""
        self.inline: dict[Run, str] = {}
        self.icons: dict[tuple[str, tuple[int, int, int]], str] = {}

    def written(self, runs: Sequence[Run]) -> str:
        """Return a text in the markup of texts."""
        said = ""
        for run in _joined(runs):
            if run.icon:
                icon = f"{{icon:{self._icon(run.icon, run.shift)}}}"
                said += icon if run.scale == 100 else self._looking(icon, Run("", scale=run.scale))
                continue
            # Marks do not hold spaces at their ends, and no line breaks.
            for part in re.split(r"(\s*\n\s*|^\s+|\s+$)", run.text):
                said += self._marked(part, run, said) if part.strip() else part
        # An empty line would not be one.
        return _unlisted(re.sub(r"\n[ \t]*(?=\n)", "\n\N{NO-BREAK SPACE}", said.strip("\n")))

    def _marked(self, text: str, run: Run, before: str) -> str:
        """Return words in a look; asterisks beside others would mean something else."""
        words, look = plain(text), replace(run, text="")
        mark = {Run(""): "", Run("", bold=True): "**", Run("", italic=True): "*"}.get(look)
        if mark is not None and not (mark and before.endswith("*")):
            return f"{mark}{words}{mark}"
        return self._looking(words, look)

    def _looking(self, words: str, look: Run) -> str:
        return f"[{words}]{{{self.inline.setdefault(look, f'look-{len(self.inline) + 1}')}}}"

    def _icon(self, file: str, shift: tuple[int, int, int]) -> str:
        """Return the name of the icon for a picture file."""
        if (file, shift) not in self.icons:
            stem = plain_name(file.rpartition(".")[0], "-") or "icon"
            self.icons[file, shift] = unused(stem, self.icons.values())
        return self.icons[file, shift]


EMPTY_LINE = "\N{WORD JOINER}"
"""What an empty line has in it before all words and after them: lines of spaces are none there."""


def plain(text: str) -> str:
    """Return a text that prints as it is: marks are escaped."""
    return _unlisted(_SPECIAL.sub(lambda found: "\\" + "\\".join(found[0]), text))


def _unlisted(text: str) -> str:
    """Return a text whose hyphens at the beginning of lines print: they make no list."""
    return re.sub("^- ", "-\N{NO-BREAK SPACE}", text, flags=re.MULTILINE)


def _joined(runs: Sequence[Run]) -> list[Run]:
    """Return the runs with neighbours of one look joined."""
    joined: list[Run] = []
    for run in runs:
        if joined and not run.icon and replace(joined[-1], text=run.text) == run:
            joined[-1] = replace(run, text=joined[-1].text + run.text)
        elif run.text or run.icon:
            joined.append(run)
    return joined


_LOOKS: Mapping[str, Mapping[str, Any]] = {
    tag: {name: value}
    for tags, name, value in (
        (("b", "strong", "bold"), "bold", True),
        (("i", "em", "italic"), "italic", True),
        (("u", "ins"), "underline", True),
        (("s", "del", "strike"), "strike", True),
        (("small", "sub", "sup"), "scale", 80),
        (("big",), "scale", 120),
    )
    for tag in tags
} | {
    f"h{level}": {"bold": True, "scale": scale}
    for level, scale in enumerate((200, 150, 117, 100, 83, 67), start=1)
}
_VOID = frozenset(["hr", "img"])
"""Tags without an end."""
_STYLED = frozenset([
    "foreground", "color", "fgcolor", "weight", "font_weight", "style", "font_style", "underline",
    "strikethrough",
])  # fmt: skip
_LINES = frozenset([
    "p", "div", "center", "ul", "ol", "li", "hr", "table", "tr", "blockquote",
    "h1", "h2", "h3", "h4", "h5", "h6",
])  # fmt: skip
"""Tags that begin a line, and end one."""
_PLAIN = _LINES - {"hr", "table"} | {"tt", "body", "html", "td", "th", "tbody", "thead", "img"}
"""Tags that are taken over without a look of their own."""
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;:]+)")
_CSS = {
    "color": "color", "font-weight": "weight", "font-style": "style", "text-align": "align",
    "text-decoration": "underline", "font-family": "face", "font-size": "size",
}  # fmt: skip
"""The properties of CSS in tags that are taken over, each with the attribute that says the same."""
_BOLD = ("bold", "semibold", "ultrabold", "heavy", "ultraheavy", "600", "700", "800", "900", "1000")


_SIZES = {str(at): size for at, size in enumerate((8, 10, 12, 14, 18, 24, 36), start=1)}
"""The sizes of fonts of HTML in points."""
_SIZE = re.compile(r"(\d{1,3}(?:\.\d+)?)(pt|px|em|%)")


def _sized(look: Run, given: Mapping[str, str], base: float) -> Run:
    """Return a look in the family and size that a font of HTML or CSS says, if any."""
    said = given.get("size", "")
    match = _SIZE.fullmatch(said)
    units = {"pt": 100 / base, "px": 75 / base, "em": float(look.scale), "%": look.scale / 100}
    scale = float(match[1]) * units[match[2]] if match else 100 * _SIZES.get(said, 0) / base
    family = given.get("face", "").partition(",")[0].strip(" '\"")
    return replace(
        look,
        family=family or look.family,
        scale=round(min(max(scale, 10), 1_000)) if scale else look.scale,
    )


def _styled(look: Run, given: Mapping[str, str], how: "Tagging") -> Run:
    """Return a look with the attributes of a span of Pango or a font of HTML."""
    look = spanned(look, given, how.points) if how.points else _sized(look, given, how.base)

    def said(*names: str) -> str:
        return next((given[name] for name in names if given.get(name)), "")

    ground = said("background", "bgcolor")  # left out: letters in a colour for it may be unseen
    colour = "" if ground else hex_colour(said("foreground", "color", "fgcolor"))
    return replace(
        look,
        colour=colour or look.colour,
        bold=look.bold or said("weight", "font_weight") in _BOLD,
        italic=look.italic or said("style", "font_style") in ("italic", "oblique"),
        underline=look.underline or said("underline") not in ("none", ""),
        strike=look.strike or said("strikethrough") == "true",
    )


class Tagging(Struct, frozen=True):
    """How tags of a tool are read.

    `points` is the size of the text's type if spans are those of Pango, else 0; `base` is that of a
    text in HTML. `named` are tags that a project defines, with their looks, `cases` what some of
    them make of letters, and `lines` those that begin and end a line.
    """

    points: float = 0.0
    base: float = 12.0
    named: Mapping[str, Run] = {}
    cases: Mapping[str, Callable[[str], str]] = {}
    lines: frozenset[str] = frozenset()


class _Tags(HTMLParser):
    """Turns simple tags into runs: those of HTML, and of Pango."""

    def __init__(self, how: Tagging) -> None:
        super().__init__(convert_charrefs=True)
        self.align = ""
        self._how = how
        self._lines = _LINES | how.lines
        self._known = _STYLED | (SPANNED if how.points else frozenset(["face", "size"]))
        self.runs: list[Run] = []
        self.unknown: set[str] = set()
        self._looks = [Run("")]
        self._open: list[str] = []
        self._is_ended = False
        self._numbers: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a look; a line break is text."""
        now, given = self._looks[-1], {name: value or "" for name, value in attrs}
        if tag == "br":
            self.runs.append(replace(now, text="\n"))
            return
        if tag in self._lines:
            self._is_ended = True
        elif tag in ("td", "th") and not self._is_ended:
            self.runs.append(replace(now, text=" "))
        look = self._look(tag, now, given)
        if tag == "img" and given.get("src"):
            self._end_line()
            self.runs.append(Run("", icon=given["src"]))
        if tag in ("ol", "ul"):
            self._numbers.append(1 if tag == "ol" else 0)
        if tag == "li":
            self._list_item(now)
        if tag not in _VOID:
            self._open.append(tag)
            self._looks.append(look)

    def _end_line(self) -> None:
        """Begin a new line where one ended, unless it does already."""
        if self._is_ended and self.runs and not self.runs[-1].text.endswith("\n"):
            self.runs.append(replace(self._looks[-1], text="\n"))
        self._is_ended = False

    def _list_item(self, now: Run) -> None:
        """Begin an item of a list with its dot or number."""
        self._end_line()
        number = self._numbers[-1] if self._numbers else 0
        self.runs.append(replace(now, text=f"{number}. " if number else "• "))
        if number:
            self._numbers[-1] += 1

    def _look(self, tag: str, now: Run, given: dict[str, str]) -> Run:
        """Return the look within a tag, and note its side and what is not known of it."""
        if css := dict(_DECLARATION.findall(given.get("style", ""))):
            css = {
                name.lower(): value if name.lower() == "font-family" else value.lower()
                for name, value in css.items()
            }
            del given["style"]
            given |= {_CSS[name]: value.strip() for name, value in css.items() if name in _CSS}
            self.unknown |= {f"{tag} style={name}" for name in css if name not in _CSS}
        side = "center" if tag == "center" else given.pop("align", "")
        self.align = self.align or side
        if tag in self._how.named:
            return self._how.named[tag]
        if tag in ("span", "font"):
            self.unknown |= {f"{tag} {name}" for name in given if name not in self._known}
        elif tag not in _LOOKS and tag not in _PLAIN:
            self.unknown.add(tag)
        look = replace(now, **_LOOKS.get(tag, {}))
        is_styled = css or tag in ("span", "font")
        return _styled(look, given, self._how) if is_styled else look

    def handle_endtag(self, tag: str) -> None:
        """End the look that the tag began."""
        self._is_ended = self._is_ended or tag in self._lines
        if tag in ("ol", "ul") and self._numbers:
            self._numbers.pop()
        if tag in self._open:
            while self._open.pop() != tag:
                self._looks.pop()
            self._looks.pop()

    def handle_data(self, data: str) -> None:
        """Add words in the look of this place."""
        if data.strip():
            self._end_line()
        cases = (self._how.cases[one] for one in reversed(self._open) if one in self._how.cases)
        change = next(cases, str)
        self.runs.append(replace(self._looks[-1], text=change(data)))


def tagged(text: str, how: Tagging) -> tuple[tuple[Run, ...], frozenset[str], str]:
    """Return a text with tags such as `<b>` as runs, the tags that are not known, and its side.

    The side is empty if no tag says it.
    """
    parser = _Tags(how)
    parser.feed(text)
    parser.close()
    return tuple(parser.runs), frozenset(parser.unknown), parser.align


def hex_colour(text: str) -> str:
    """Return a CSS colour as `#rrggbb` or `#rrggbbaa`; empty if it is none, or transparent.

    >>> hex_colour("white"), hex_colour("#f00"), hex_colour("rgba(0, 0, 0, 0.5)")
    ('#ffffff', '#ff0000', '#00000080')
    """
    from tinycss2.color4 import parse_color

    try:
        parsed = parse_color(text.strip())
        if parsed is None or parsed == "currentcolor":
            return ""
        red, green, blue = (
            max(0, min(255, round(part * 255))) for part in parsed.to("srgb").coordinates
        )
        alpha = max(0, min(255, round(parsed.alpha * 255)))
    except (ValueError, TypeError, NotImplementedError, AttributeError):
        return ""
    if alpha == 0:
        return ""
    return f"#{red:02x}{green:02x}{blue:02x}" + (f"{alpha:02x}" if alpha < 255 else "")
