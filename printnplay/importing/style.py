"""The style that texts of imported faces need: style.yaml."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from printnplay.importing.drawings import printable
from printnplay.importing.installed import LIKE, SANS, Letters, families_of
from printnplay.importing.markup import Looks
from printnplay.importing.source import safe_name
from printnplay.importing.values import BOLD, PLAIN, Font, Loss, Run, Words, unused
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um, in_mm

SERIF, MONO = "Crimson Pro", "Table Mono"
"""The bundled families, beside `SANS`, for those that a project does not bring."""

_SERIFS = re.compile(
    "serif|times|georgia|garamond|roman|palatino|cambria|book|baskerville|caslon|bodoni|didot"
    "|minion|century|cinzel|fell|antiqua|trajan"
)
_MONOS = re.compile("mono|courier|consol|code|typewriter")

_GENERIC = frozenset([
    "sans", "sans-serif", "sans serif", "serif", "monospace", "mono", "system-ui", "-apple-system",
    "blinkmacsystemfont", "inherit", "initial", "",
])  # fmt: skip
"""Names that mean any font of a kind."""

_NARROW = "arial(?! black| narrow)|helvetica|(liberation|nimbus) sans|segoe|roboto|-apple-system"
_SHARES = (
    (re.compile(_NARROW), SANS, 0.93),
    (re.compile("verdana|dejavu sans|bitstream vera"), SANS, 1.06),
    (re.compile("georgia|dejavu serif"), SERIF, 1.12),
)
"""Families, what stands in for them, and the share of the type size by which that is as wide."""

_NAMED = re.compile(r"""(font-family\s*[:=]\s*["']?)((?:&quot;|[^;"'<>{}])+)""")
_INNER = re.compile(r"(data:image/svg\+xml;base64,)([A-Za-z0-9+/=]+)")
"""Families that a drawing names, and drawings embedded in it."""

SMALLEST: Um = 1_060
"""The smallest type that a text may shrink to, 3 pt: other tools cut off what is too long, or let
it stick out. Type this small is reported."""

LEADING = 1.2
"""The distance of lines of type, as a share of its size, where the source gives none."""

WIDE = 0.65
"""The width of a letter, as a share of the size of its type, where there must be room for it: a
wide mean."""

BOLDER = 1.1
"""The width of bold letters, as a share of that of plain ones: a wide mean."""


class Style:
    """The text styles and colours that faces use, and what stands in for missing fonts."""

    def __init__(self, fonts: Sequence[Path]) -> None:
        """Read the names of the project's fonts."""
        self.looks = Looks()
        self.losses: list[Loss] = []
        self._styles: dict[tuple[Font, str], str] = {}
        self._families = dict(families_of(fonts))
        self._used: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        self._fonts = fonts

    def name(self, wanted: str, words: Words) -> str:
        """Return the text style of a text."""
        key = (words.font, words.colour[:7])
        said = "".join(run.text for run in words.runs)
        if not said.isascii():
            family = self._family(words.font.family)
            self._texts[family] = self._texts.get(family, "") + said
        if key not in self._styles:
            self._styles[key] = unused(safe_name(wanted) or "text", self._styles.values())
        return self._styles[key]

    def _family(self, wanted: str) -> str:
        """Return the family for families of the source, and note where another stands in."""
        if wanted in self._used:
            return self._used[wanted]
        names = [one.strip(" \"'") for one in wanted.split(",")]
        plain = [one.lower() for one in names]
        known = (like for one in plain for like in (one, LIKE.get(one, "")))
        given = next((self._families[one] for one in known if one in self._families), "")
        if given and given.lower() not in plain:
            what = f"the font {names[0]} is not in the project; {given} stands in"
            self._note(what, "nothing: its letters are as wide", is_guess=True)
        if not given:
            given = next(filter(None, map(_stand_in, plain)), SANS)
            if plain[0] not in _GENERIC and plain[0] != given.lower():
                first = names[0]
                self._note(
                    f"the font {first} is not in the project; {given} stands in",
                    f"copy its files into templates/fonts, and write `family: {first}` into"
                    " style.yaml",
                    is_guess=True,
                )
        self._used[wanted] = given
        return given

    @cached_property
    def _letters(self) -> Letters:
        return Letters(self._fonts)

    def _has_italic(self, family: str) -> bool:
        """Return whether a family has an italic; note it if upright letters stand in."""
        if self._letters.has_italic(family):
            return True
        what = f"the font {family} has no italic; its upright letters stand in"
        todo = "copy its italic into templates/fonts, and write `italic: yes` into style.yaml"
        self._note(what, todo, is_guess=False)
        return False

    def _note(self, what: str, todo: str, *, is_guess: bool) -> None:
        if all(loss.what != what for loss in self.losses):
            self.losses.append(Loss(Span(""), what, todo, is_guess))

    def _is_own(self, family: str) -> bool:
        """Return whether a family is the project's, and does not stand in for another."""
        return family.lower() in self._families

    def lowered(self, font: Font) -> Um:
        """Return how far below its place a text has to be for its letters to be where they were.

        Here capitals are in the middle of their line; elsewhere ascenders and descenders are.
        """
        family = self._family(font.family)
        return round(font.size * self._letters.middle(family)) if self._is_own(family) else 0

    def wide(self, words: Words, text: str) -> float:
        """Return the width of a letter as a share of the type: that of a wide font, or `WIDE`."""
        width = self._letters.width(text, self._family(words.font.family)) * BOLDER
        return max(WIDE, width / max(len(text), 1))

    def drawn(self, words: Words) -> Sequence[Run]:
        """Return the runs of a text; italic words are upright where its font has no italic."""
        if not any(run.italic for run in words.runs):
            return words.runs
        if self._has_italic(self._family(words.font.family)):
            return words.runs
        return [replace(run, italic=False) for run in words.runs]

    def lettered(self, drawing: bytes, name: str, *, icon: bool) -> bytes:
        """Return a drawing (SVG) with families that are there, so that a build takes it.

        `icon` is for one among words.
        """

        def lose(line: int, what: str, todo: str) -> None:
            self.losses.append(Loss(Span(name, line), what, todo))

        return printable(self._named(drawing), name, self._letters.shelf, lose, icon=icon)

    def _named(self, drawing: bytes) -> bytes:
        """Return a drawing, and those embedded in it, with families that are there."""

        def put(found: re.Match[str]) -> str:
            return f"{found[1]}{self._family(found[2].replace('&quot;', ''))}"

        def inner(found: re.Match[str]) -> str:
            return found[1] + b64encode(self._named(b64decode(found[2]))).decode()

        said = drawing.decode("utf-8", "surrogateescape")
        return _INNER.sub(inner, _NAMED.sub(put, said)).encode("utf-8", "surrogateescape")

    def yaml(self) -> str:
        """Return style.yaml."""
        colours = {"ink": "#000000"}
        texts = []
        for (font, colour), name in self._styles.items():
            family = self._family(font.family)
            own = self._letters.line_height(family) if self._is_own(family) else 0
            leading = font.leading or round(font.size * (own or LEADING))
            size = font.size * _share(font.family, family)
            weight = font.weight if self._is_own(family) else BOLD if font.bold else PLAIN
            parts = [
                f"family: {family}",
                f"weight: {self._letters.weight(family, weight)}",
                f"bold: {self._letters.weight(family, max(weight, BOLD))}",
                f"size: {_points(size)}",
                f"minimum: {_points(min(size, SMALLEST))}",
                f"leading: {_points(leading)}",
                f"colour: {_colour_name(colour, colours)}",
                "hyphenate: no",
                "fill_lines: yes",
            ]
            if font.italic and self._has_italic(family):
                parts.append("italic: yes")
            if font.outline:
                rim = f"colour: {_colour_name(font.rim, colours)}"
                parts.append(f"outline: {{width: {in_mm(font.outline, 2)}mm, {rim}}}")
            texts.append(f"  {name}: {{{', '.join(parts)}}}")
        inline = []
        for look, name in self.looks.inline.items():
            parts = [f"colour: {_colour_name(look.colour[:7], colours)}"] if look.colour else []
            parts += [f"size: {look.scale}%"] if look.scale != 100 else []
            parts += [f"weight: {BOLD}"] if look.bold else []
            parts += [f"family: {self._family(look.family)}"] if look.family else []
            said = {"italic": look.italic, "underline": look.underline, "strike": look.strike}
            parts += [f"{key}: yes" for key, is_on in said.items() if is_on]
            inline.append(f"  {name}: {{{', '.join(parts)}}}")
        lines = ["like: base", "colours:"]
        lines += [f'  {name}: "{colour}"' for name, colour in colours.items()]
        lines += ["text:", *texts] if texts else []
        lines += ["inline:", *inline] if inline else []
        others = self._letters.fallbacks(self._texts) if self._texts else {}
        lines += ["fallback:"] if others else []
        lines += [f"  {family}: [{', '.join(named)}]" for family, named in others.items()]
        return "\n".join(lines) + "\n"


def _stand_in(plain: str) -> str:
    """Return the bundled family that is most like one by its name; empty if that does not say."""
    for names, family in ((_MONOS, MONO), (re.compile("sans"), SANS), (_SERIFS, SERIF)):
        if names.search(plain):
            return family
    return ""


def _share(wanted: str, family: str) -> float:
    """Return the share of the type size by which a family that stands in is as wide as another."""
    for name in wanted.lower().split(","):
        for names, given, share in _SHARES:
            if given == family and names.search(name):
                return share
    return 1.0


def _colour_name(colour: str, colours: dict[str, str]) -> str:
    for name, known in colours.items():
        if known == colour:
            return name
    name = f"colour-{colour[1:]}"
    colours[name] = colour
    return name


def _points(length: float) -> str:
    return f"{length * 72 / 25_400:.2f}".rstrip("0").rstrip(".") + "pt"
