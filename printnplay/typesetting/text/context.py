"""What setting a text needs beside the text: fonts, language, colours, names, and fault list."""

from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby
from typing import Any
from unicodedata import bidirectional

from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.sheet import FontFace
from printnplay.model.style import TextStyle
from printnplay.model.suggestions import suggestion
from printnplay.model.texts import Text
from printnplay.model.typography import repairs
from printnplay.typesetting.text.fonts import FontError, FontShelf
from printnplay.typesetting.text.markup import Inline, InlineText, Resolver, parse

RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""The bidirectional classes (Unicode Standard Annex 9) of letters written from right to left."""

UNSEEN = "\ufffc"
"""Takes the place of an icon where marks are judged by their neighbours."""


def as_printed(inlines: Sequence[Inline], language: str) -> tuple[Inline, ...]:
    """The same words and icons with the marks and spaces of print.

    What is repaired across a change of type is set in the type that it begins in.

    >>> as_printed((InlineText("Ann's "), InlineText("'best'", strong=True)), "en")[0].text
    'Ann’s '
    """
    texts = [inline.text if isinstance(inline, InlineText) else UNSEEN for inline in inlines]
    corrections = list(repairs("".join(texts), language))
    if not corrections:
        return tuple(inlines)
    starts = [0, *accumulate(map(len, texts))]
    for repair in reversed(corrections):
        at = bisect_right(starts, repair.start) - 1
        for index in range(at, len(texts)):
            first = max(repair.start - starts[index], 0)
            last = repair.end - starts[index]
            if last <= 0:
                break
            if isinstance(inlines[index], InlineText):
                printed = repair.printed if index == at else ""
                texts[index] = texts[index][:first] + printed + texts[index][last:]
    return tuple(
        replace(inline, text=text) if isinstance(inline, InlineText) else inline
        for inline, text in zip(inlines, texts, strict=True)
    )


@dataclass(frozen=True, slots=True)
class TextContext:
    """The same for all texts of one language; every fault found while setting goes to `problems`.

    `colours` maps the names of the style to `#rrggbb`. Words in `unbroken` (names, brands) are
    never hyphenated; their case counts. `measured` keeps what paragraphs have measured in it.
    """

    shelf: FontShelf
    language: str
    colours: Mapping[str, str]
    resolver: Resolver
    problems: Problems = field(default_factory=Problems)
    unbroken: frozenset[str] = frozenset()
    measured: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False)

    def parse(self, text: Text | str, span: Span | None = None) -> tuple[Inline, ...]:
        """Read the markup of a text; its marks and spaces become those of its language."""
        return as_printed(parse(text, self.resolver, self.problems, span), self.language)

    def face(self, style: TextStyle, words: InlineText) -> FontFace:
        """The face that these words are set in.

        A face that is lacking is noted, and the nearest there is takes its place, so that all
        other faults are found too.

        Raises:
            FontError: there are no fonts at all.
        """
        weight = style.bold if words.strong else style.weight
        family = words.family or style.family
        try:
            return self.shelf.face(family, weight, words.emphasis)
        except FontError as error:
            if not self.shelf.faces:
                raise
            self.problems.error(
                codes.MISSING_FAMILY,
                str(error),
                words.span,
                "this text is set in it",
                "put the font file into the fonts folder, or choose another family in style.yaml",
            )
        upright = [face for face in self.shelf.faces if face.family == family]
        return (upright or self.shelf.faces)[0]

    def covered(self, inlines: Sequence[Inline], style: TextStyle) -> tuple[Inline, ...]:
        """The same inlines, in the families that have their characters: the style's own first."""
        covered: list[Inline] = []
        for inline in inlines:
            if isinstance(inline, InlineText):
                covered += self._by_family(inline, style)
            else:
                covered.append(inline)
        return tuple(covered)

    def _by_family(self, words: InlineText, style: TextStyle) -> list[InlineText]:
        missing = self.shelf.missing(words.text, self.face(style, words))
        families = {mark: self._fallback(mark, words, style) for mark in missing}
        return [
            replace(words, text="".join(marks), family=family)
            for family, marks in groupby(words.text, lambda mark: families.get(mark, ""))
        ]

    def _fallback(self, mark: str, words: InlineText, style: TextStyle) -> str:
        """The first family of the style's fallback that has this character."""
        for family in style.fallback:
            if not self.shelf.missing(mark, self.face(style, replace(words, family=family))):
                return family
        return ""

    def colour(self, name: str, span: Span) -> str:
        """The colour of this name; `#rrggbb` is its own name. An unknown one is noted."""
        if name.startswith("#"):
            return name
        if name not in self.colours:
            message = f"`{name}` is not a colour of this style"
            label = "this text is set in it"
            self.problems.error(
                codes.UNKNOWN_COLOUR, message, span, label, suggestion(name, self.colours)
            )
        return self.colours.get(name, "#000000")

    def check_script(self, text: str, span: Span) -> None:
        """Note a text with letters that are written from right to left."""
        letter = next((mark for mark in text if bidirectional(mark) in RIGHT_TO_LEFT), "")
        if letter:
            self.problems.error(
                codes.UNSET_SCRIPT,
                f"the {self.language} text has letters that are written from right to left,"
                f" the first is U+{ord(letter):04X} `{letter}`",
                span,
                "expected letters that are written from left to right",
                "right-to-left scripts cannot be set yet: leave this language out of the build",
            )

    def check_glyphs(self, text: str, face: str, span: Span) -> None:
        """Note the characters of a text that its face cannot draw."""
        missing = self.shelf.missing(text, face)
        if not missing:
            return
        marks = ", ".join(f"U+{ord(character):04X} `{character}`" for character in missing)
        self.problems.error(
            codes.MISSING_GLYPH,
            f"the font {face} cannot draw {marks}, which the {self.language} text needs",
            span,
            f"not in {face}",
            "use a font that has these characters, or write the text with others",
        )
