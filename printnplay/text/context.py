"""Everything needed to set a text besides the text: fonts, language, colours, names, fault list."""

import re
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from itertools import accumulate, groupby
from typing import Any, TypeGuard

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from printnplay.game.texts import Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.kernel.languages import is_right_to_left
from printnplay.kernel.suggestions import colour_help
from printnplay.kernel.typography import repairs
from printnplay.scene.sheet import FontFace
from printnplay.scene.style import TextStyle
from printnplay.text.families import font_for, lacking_in
from printnplay.text.font_file import DRAWN, FontError
from printnplay.text.fonts import FontShelf
from printnplay.text.markup import WHITE, Resolver, parse, plain
from printnplay.text.scripts import clusters, why_not

BOX = "\u25a1"
"""Replaces a character that no font has; the bundled Table Symbols contains it."""

UNSEEN = "\ufffc"
"""Replaces an icon or code where marks are corrected according to their neighbours."""


def as_printed(inlines: Sequence[Inline], language: str) -> tuple[Inline, ...]:
    """Return the inlines with typographic marks and spaces.

    A correction across a change of font style is set in the style where it begins.

    >>> as_printed((InlineText("Ann's "), InlineText("'best'", strong=True)), "en")[0].text
    'Ann’s '
    """
    texts = [inline.text if _is_prose(inline) else UNSEEN for inline in inlines]
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
            if _is_prose(inlines[index]):
                printed = repair.printed if index == at else ""
                texts[index] = texts[index][:first] + printed + texts[index][last:]
    return tuple(
        replace(inline, text=text) if _is_prose(inline) else inline
        for inline, text in zip(inlines, texts, strict=True)
    )


def _is_prose(inline: Inline) -> TypeGuard[InlineText]:
    """Return whether an inline is words of the language: no icon, and no code."""
    return isinstance(inline, InlineText) and not inline.look.code


class TextContext(Struct, frozen=True):
    """The fonts, colours and language of texts; faults found while setting go to `problems`.

    `colours` maps the names of the style to `#rrggbb`. Words in `unbroken` (names, brands) are
    never hyphenated; they are case-sensitive. `in_colours` enables colour glyphs without an
    outline, as on cards; on pages they would stay blank. With `as_typed`, quotation marks and the
    like print as typed, not as the language prints them. `measured` caches parsed texts by key, and
    the measurements of paragraphs.
    """

    shelf: FontShelf
    language: str
    colours: Mapping[str, str]
    resolver: Resolver
    problems: Problems = field(default_factory=Problems)
    unbroken: frozenset[str] = frozenset()
    in_colours: bool = False
    as_typed: bool = False
    measured: dict[Hashable, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start with an empty cache, also when copied from another context by `replace`."""
        force_setattr(self, "measured", {})

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return is_right_to_left(self.language)

    def parse(self, text: Text | str, span: Span | None = None) -> tuple[Inline, ...]:
        """Parse the markup of a text, with the marks and spaces of its language."""
        if not isinstance(text, Text):
            return self._parsed(text, span)
        # A rulebook requests its texts repeatedly, until its pages are full.
        known: Text | None
        inlines: tuple[Inline, ...]
        known, inlines = self.measured.get(text.key, (None, ()))
        if known is not text:
            inlines = self._parsed(text, span)
            self.measured[text.key] = text, inlines
        return inlines

    def key_at(self, span: Span) -> str:
        """Return the key of the text that was read from a place; empty if there is none."""
        for kept, found in self.measured.items():
            if isinstance(kept, str) and span in (found[0].span, *found[0].places.values()):
                return kept
        return ""

    def _parsed(self, text: Text | str, span: Span | None) -> tuple[Inline, ...]:
        inlines = parse(text, self.resolver, self.problems, span)
        return inlines if self.as_typed else as_printed(inlines, self.language)

    def face(self, style: TextStyle, words: InlineText) -> FontFace:
        """Return the face for these words.

        A missing face is reported and replaced by the nearest one, so that all other faults are
        found too.

        Raises:
            FontError: there are no fonts at all.
        """
        family = words.family or words.look.family or style.family
        try:
            return self._face(style, words)
        except FontError as error:
            instead = self.shelf.instead_of(family)
            if instead is None:
                raise
            self.problems.error(
                codes.MISSING_FAMILY,
                str(error),
                words.span,
                "this text is set in it",
                "put the font file into the fonts folder, or choose another family in style.yaml",
            )
        return instead

    def face_of_spaces(self, style: TextStyle) -> str:
        """Return the first face with a space, of the style's families or of all; empty if none."""
        for family in (style.family, *style.fallback, *self.shelf.families):
            if not lacking_in(family, style.weight, " ", self.shelf):
                return self.shelf.face(family, style.weight).name
        return ""

    def has_face(self, style: TextStyle, words: InlineText) -> bool:
        """Return whether the exact face that the style requires for these words exists."""
        try:
            self._face(style, words)
        except FontError:
            return False
        return True

    def _face(self, style: TextStyle, words: InlineText) -> FontFace:
        look, cased = words.look, has_case(words.text)
        strong = words.strong or (words.emphasis and not cased)
        weight = max(style.bold, look.weight) if strong else look.weight or style.weight
        italic = style.italic and not look.family if look.italic is None else look.italic
        slanted = words.emphasis is not italic and cased
        family = words.family or look.family or style.family
        return self.shelf.face(family, weight, italic=slanted)

    def covered(self, inlines: tuple[Inline, ...], style: TextStyle) -> tuple[Inline, ...]:
        """Return the inlines, each word in the first family of its style that can draw it.

        Characters that none can draw are reported and replaced by boxes, which are visible in a
        draft.
        """
        key = (inlines, tuple(inline.span for inline in inlines), style.face_key)
        known: tuple[Inline, ...] | None = self.measured.get(key)
        if known is not None:
            return known
        covered: list[Inline] = []
        lacking: dict[str, str] = {}
        for inline in inlines:
            if not isinstance(inline, InlineText):
                covered.append(inline)
                continue
            if not self._missing(inline, style):
                covered.append(inline)
                continue
            for words in self._by_family(inline, style):
                missing = self._missing(words, style)
                if missing:
                    face = self.face(style, words).name
                    lacking[face] = lacking.get(face, "") + missing
                    covered += self._boxed(words, missing, style)
                else:
                    covered.append(words)
        span = inlines[0].span if inlines else Span("")
        self._check_script(plain(inlines), span)
        for face, missing in lacking.items():
            self._report_missing("".join(dict.fromkeys(missing)), face, style, span)
        self.measured[key] = known = tuple(covered)
        return known

    def _check_script(self, text: str, span: Span) -> None:
        reason = why_not(text)
        if reason:
            self.problems.error(
                codes.UNSET_SCRIPT,
                f"the script of the {self.language} text cannot be typeset",
                span,
                "expected a script that the tool can set",
                reason,
            )

    def _missing(self, words: InlineText, style: TextStyle) -> str:
        """Return the characters that the face of these words cannot draw."""
        text = words.text
        if not (text.isascii() and text.isprintable()):
            text = " ".join(re.split(WHITE, text)).translate(DRAWN)
        face = self.face(style, words)
        return self._lacking(text.upper() if words.in_small_caps else text, face)

    def _lacking(self, text: str, face: FontFace) -> str:
        """Return the characters of a text that a face cannot draw here."""
        empty = "" if self.in_colours else self.shelf.without_outline(text, face)
        return self.shelf.missing(text, face) + empty

    def _by_family(self, words: InlineText, style: TextStyle) -> list[InlineText]:
        """Return the words, each in a family with all its letters, or else split by letter."""
        if not style.fallback:
            return [words]
        parts: list[InlineText] = []
        for chunk in re.split(f"({WHITE}+)", words.text):
            if chunk:
                parts += self._pieces(replace(words, text=chunk), style)
        return [
            replace(words, text="".join(part.text for part in alike), family=family)
            for family, alike in groupby(parts, lambda part: part.family)
        ]

    def _pieces(self, word: InlineText, style: TextStyle) -> list[InlineText]:
        family = self._family_for(word, style)
        if family is not None:
            return [replace(word, family=family)]
        pieces = [replace(word, text=cluster) for cluster in clusters(word.text)]
        return [replace(piece, family=self._family_for(piece, style) or "") for piece in pieces]

    def _family_for(self, words: InlineText, style: TextStyle) -> str | None:
        """Return the first family that can draw all words; empty for the style's own."""
        for family in ("", *style.fallback):
            if not self._missing(replace(words, family=family), style):
                return family
        return None

    def _boxed(self, words: InlineText, missing: str, style: TextStyle) -> list[InlineText]:
        """Return the words with a box, or a question mark, for each missing character."""
        box = replace(words, text=BOX)
        family = self._family_for(box, style)
        box = replace(box, text="?") if family is None else replace(box, family=family)
        return [
            replace(box, text=box.text * len(text)) if lacks else replace(words, text=text)
            for lacks, text in (
                (lacks, "".join(marks))
                for lacks, marks in groupby(words.text, lambda mark: mark in missing)
            )
        ]

    def colour(self, name: str, span: Span) -> str:
        """Return the colour of this name or `#rrggbb`; report an unknown one."""
        if name.startswith("#"):
            return name
        if name not in self.colours:
            message = f"`{name}` is not a colour of this style"
            label = "this text is set in it"
            self.problems.error(
                codes.UNKNOWN_COLOUR, message, span, label, colour_help(name, self.colours)
            )
        return self.colours.get(name, "#000000")

    def has_colour(self, name: str) -> bool:
        """Return whether `colour` finds this name; the empty name counts as found."""
        return not name or name.startswith("#") or name in self.colours

    def _report_missing(self, missing: str, face: str, style: TextStyle, span: Span) -> None:
        marks = ", ".join(f"U+{ord(character):04X} `{character}`" for character in missing)
        self.problems.error(
            codes.MISSING_GLYPH,
            f"the font {face} cannot draw {marks}, which the {self.language} text needs",
            span,
            f"not in {face}",
            self._cure(missing, style),
        )

    def _cure(self, missing: str, style: TextStyle) -> str:
        """Return advice on a font for the missing characters."""
        coloured, shelf = "", self.shelf
        fitting = [
            family
            for family in shelf.families
            if not lacking_in(family, style.weight, missing, shelf)
        ]

        def use(family: str) -> tuple[int, int]:
            """Return how well a family sets texts: those for titles have one face, few letters."""
            faces = sum(face.family == family for face in shelf.faces)
            return faces, shelf.repertoire(shelf.face(family, style.weight))

        fitting.sort(key=use, reverse=True)
        for family in fitting:
            if not self._lacking(missing, self.shelf.face(family, style.weight)):
                return f"{family} has them: add `{style.family}: [{family}]` under `fallback`" + (
                    " in style.yaml"
                )
            coloured = family
        if coloured:
            return (
                f"{coloured} has them in colour only, for cards but not for pages: put a"
                " plain font such as Noto Emoji into templates/fonts and name it under"
                " `fallback` in style.yaml"
            )
        font = font_for(missing, self.language)
        if font:
            return (
                f"put a font that has them, such as {font}, into templates/fonts and name it under"
                " `fallback` in style.yaml, or write the text with other characters"
            )
        return (
            "put a font that has them into templates/fonts and name it under `fallback` in"
            " style.yaml, or write the text with other characters"
        )


def has_case(text: str) -> bool:
    """Return whether a text has letters of a script with capitals.

    Only these have italics; emphasis is bold in others.
    """
    return not text or any(mark.islower() or mark.isupper() or mark.isdigit() for mark in text)
