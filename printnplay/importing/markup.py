"""Texts with looks, as printnplay writes them: `**bold**`, `[words]{look-1}`, `{icon:coin}`."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from msgspec.structs import replace

from printnplay.importing.values import Run
from printnplay.kernel.strings import plain_name

_SPECIAL = re.compile(r"[\\*`\[\]{}]|\^\^")


class Looks:
    """The inline styles and icons that texts use, each with the name that it gets."""

    def __init__(self) -> None:
        """Begin with none."""
        self.inline: dict[Run, str] = {}
        self.icons: dict[str, str] = {}

    def written(self, runs: Sequence[Run]) -> str:
        """Return a text in the markup of texts."""
        said = ""
        for run in _joined(runs):
            if run.icon:
                said += f"{{icon:{self._icon(run.icon)}}}"
                continue
            # Marks do not hold spaces at their ends, and no line breaks.
            for part in re.split(r"(\s*\n\s*|^\s+|\s+$)", run.text):
                said += self._marked(part, run, said) if part.strip() else part
        return said.strip("\n")

    def _marked(self, text: str, run: Run, before: str) -> str:
        """Return words in a look; asterisks beside others would mean something else."""
        words, look = plain(text), replace(run, text="")
        mark = {Run(""): "", Run("", bold=True): "**", Run("", italic=True): "*"}.get(look)
        if mark is not None and not (mark and before.endswith("*")):
            return f"{mark}{words}{mark}"
        name = self.inline.setdefault(look, f"look-{len(self.inline) + 1}")
        return f"[{words}]{{{name}}}"

    def _icon(self, file: str) -> str:
        """Return the name of the icon for a picture file."""
        if file not in self.icons:
            stem = plain_name(file.rpartition(".")[0], "-") or "icon"
            name, number = stem, 2
            while name in self.icons.values():
                name, number = f"{stem}-{number}", number + 1
            self.icons[file] = name
        return self.icons[file]


def plain(text: str) -> str:
    """Return a text that prints as it is: marks are escaped."""
    return _SPECIAL.sub(lambda found: "\\" + "\\".join(found[0]), text)


def _joined(runs: Sequence[Run]) -> list[Run]:
    """Return the runs with neighbours of one look joined."""
    joined: list[Run] = []
    for run in runs:
        if joined and not run.icon and replace(joined[-1], text=run.text) == run:
            joined[-1] = replace(run, text=joined[-1].text + run.text)
        elif run.text or run.icon:
            joined.append(run)
    return joined


class _Tags(HTMLParser):
    """Turns simple tags into runs: those of HTML, and of Pango."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.runs: list[Run] = []
        self.unknown: set[str] = set()
        self._looks = [Run("")]
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: C901
        """Begin a look; a line break is text."""
        given = {name: value or "" for name, value in attrs}
        now = self._looks[-1]
        if tag == "br":
            self.runs.append(replace(now, text="\n"))
            return
        look = now
        if tag in ("b", "strong", "bold"):
            look = replace(now, bold=True)
        elif tag in ("i", "em", "italic"):
            look = replace(now, italic=True)
        elif tag in ("u", "ins"):
            look = replace(now, underline=True)
        elif tag in ("s", "del", "strike"):
            look = replace(now, strike=True)
        elif tag in ("small", "sub", "sup"):
            look = replace(now, scale=80)
        elif tag == "big":
            look = replace(now, scale=120)
        elif tag in ("span", "font"):
            look = self._styled(now, given)
        elif tag not in ("p", "div", "tt", "center", "body", "html"):
            self.unknown.add(tag)
        if tag in ("p", "div") and self.runs:
            self.runs.append(replace(now, text="\n"))
        self._open.append(tag)
        self._looks.append(look)

    def _styled(self, look: Run, given: dict[str, str]) -> Run:
        """Return a look with the attributes of a span of Pango or a font of HTML."""
        colour = given.get("foreground") or given.get("color") or given.get("fgcolor") or ""
        if colour:
            look = replace(look, colour=hex_colour(colour) or look.colour)
        weight = given.get("weight") or given.get("font_weight") or ""
        if weight in ("bold", "ultrabold", "heavy", "700", "800", "900"):
            look = replace(look, bold=True)
        if (given.get("style") or given.get("font_style") or "") in ("italic", "oblique"):
            look = replace(look, italic=True)
        if given.get("underline", "none") not in ("none", ""):
            look = replace(look, underline=True)
        if given.get("strikethrough") == "true":
            look = replace(look, strike=True)
        return look

    def handle_endtag(self, tag: str) -> None:
        """End the look that the tag began."""
        if tag in self._open:
            while self._open.pop() != tag:
                self._looks.pop()
            self._looks.pop()

    def handle_data(self, data: str) -> None:
        """Add words in the look of this place."""
        self.runs.append(replace(self._looks[-1], text=data))


def tagged(text: str) -> tuple[tuple[Run, ...], frozenset[str]]:
    """Return a text with tags such as `<b>` as runs, and the tags that are not known."""
    parser = _Tags()
    parser.feed(text)
    parser.close()
    return tuple(parser.runs), frozenset(parser.unknown)


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
