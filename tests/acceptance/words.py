"""The words that must stand in the files, from the project's own texts, and how they are found.

A reader breaks paragraphs into lines and may hyphenate words; nothing else may come between the
words, and the spaces that hold words together neither break nor read as anything but a space.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from unicodedata import normalize

from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame, open_game
from printnplay.files.catalog import Catalog
from printnplay.game.game import Game
from printnplay.game.rulebook import (
    Block,
    CardBlock,
    ColumnsBlock,
    ComponentsBlock,
    ContentsBlock,
    CountsBlock,
    FigureBlock,
    ListBlock,
    Section,
    SidebarBlock,
    TurnBlock,
)
from printnplay.game.texts import Texts
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.inlines import InlineText
from printnplay.text.markup import Reference

from .builds import GAME, ROOT

ICON = "\ufffc"
BACKS = ("long", "short", "fold", "separate", "none")
FLIPS = ("long", "short")
OTHER_BOOKLETS = (
    *("once", "cut", "leaflet", "zine"),
    *("gather", "sew", "stack", "glue", "halve"),
)
"""Steps of leaflets and zines, and of bindings other than the saddle stitch of this game."""
OF_OTHER_GAMES = (
    "instructions.faces.",
    "instructions.cut.around",
    "instructions.fold.loose",
    "instructions.fold.outline",
    "instructions.join.",
    *(
        f"instructions.box.{kind}"
        for kind in ("outline", "lid", "drawer", "wrap", "dividers", "contents")
    ),
    *(f"instructions.booklet.{step}" for step in OTHER_BOOKLETS),
)
"""How to make what this game does not have."""
DRAWN_AS_NOTHING = str.maketrans("", "", "\u00ad\u2060")


PAGE = "\ufffb"
"""Stands for the number of a page of the rulebook, whatever it is."""


class _AnyPage(dict[str, Reference]):
    """References to all pages there may be."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Reference:
        return Reference(PAGE, PAGE, "")


def _in_order(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks as they are read, those in columns one column after the other."""
    for block in blocks:
        if isinstance(block, ColumnsBlock):
            yield from _in_order(one for column in block.columns for one in column)
        else:
            yield block


class Wording:
    """The texts of one language as they are to be read."""

    def __init__(self, language: str) -> None:
        """Load the game with this language."""
        self.language, self.problems = language, Problems()
        loaded = open_game(Catalog(ROOT), GAME, (language,), self.problems)
        assert loaded is not None, self.problems.found
        self.loaded: LoadedGame = loaded
        setter = Edition(loaded, language, self.problems).typesetter
        resolver = replace(setter.context.resolver, references=_AnyPage())
        self._setter = replace(setter, context=replace(setter.context, resolver=resolver))

    @property
    def game(self) -> Game:
        """The game."""
        return self.loaded.game

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of all texts in the order of the English files."""
        reference: Mapping[str, Texts] = self.loaded.texts
        return tuple(reference["en"].entries)

    def text(self, key: str, **values: str | int) -> str:
        """A text, its placeholders filled; an icon stands as a sign of its own."""
        assert key in self.loaded.texts[self.language].entries, f"{self.language} lacks {key}"
        inlines = self._setter.inlines(key, **values)
        assert not self.problems.errors, self.problems.found
        parts = (inline.text if isinstance(inline, InlineText) else ICON for inline in inlines)
        return "".join(parts).translate(DRAWN_AS_NOTHING).strip(" ")

    @property
    def titles(self) -> list[str]:
        """The titles of the sections of the rulebook."""
        return [self.text(f"rules.{section.id}.title") for section in self.game.outline.sections]

    def rulebook(self) -> Iterator[str]:
        """All that the inner pages of the rulebook say, in reading order."""
        for section in self.game.outline.sections:
            yield self.text(f"rules.{section.id}.title")
            for block in _in_order(section.blocks):
                yield from self._beside(block, section)
                if not isinstance(block, SidebarBlock):
                    yield from self._block(block)

    def _beside(self, block: Block, section: Section) -> Iterator[str]:
        """What stands before a block or in it, besides its texts: numbers of steps, contents."""
        match block:
            case FigureBlock(template="setup"):
                steps = next(one for one in section.blocks if isinstance(one, ListBlock))
                yield from map(str, range(1, len(steps.items) + 1))
            case SidebarBlock(body=(ContentsBlock(),)):
                yield self.text(block.title)
                yield from (f"{title} {PAGE}" for title in self.titles)

    def _block(self, block: Block) -> Iterator[str]:
        texts = [self.text(key) for key in block.keys]
        match block:
            case ListBlock(numbered=numbered):
                for number, text in enumerate(texts, start=1):
                    yield f"{number}. {text}" if numbered else f"• {text}"
            case CountsBlock(counts=counts):
                for text, count in zip(texts, counts.values(), strict=True):
                    yield f"{text} {count}"
                yield f"{self.text('contents.total')} {sum(counts.values())}"
            case CardBlock(card=card):
                # The name is the heading of the face and of what is beside it; the rule is bars.
                yield texts[0]
                yield self.text(f"cards.{card}.name")
                yield from texts[1:]
            case TurnBlock():
                yield from self._turn(block, texts)
            case ComponentsBlock():
                yield from self._components(block, texts)
            case _:
                yield from texts

    @staticmethod
    def _turn(block: TurnBlock, texts: list[str]) -> Iterator[str]:
        titles = 1 if block.title else 0
        yield from texts[:titles]
        for number, text in enumerate(texts[titles:], start=1):
            yield f"{number} {text}"

    def _components(self, block: ComponentsBlock, texts: list[str]) -> Iterator[str]:
        for piece, text in zip(block.pieces, texts, strict=True):
            # Words of faces below 6 pt are bars here.
            yield f"{piece.count}\u00a0×"
            yield text
        yield f"{self.text('contents.total')} {sum(piece.count for piece in block.pieces)}"

    def face(self, card: str) -> Iterator[str]:
        """What stands on a card."""
        for part in ("name", "rule"):
            if f"cards.{card}.{part}" in self.keys:
                yield self.text(f"cards.{card}.{part}")

    def instructions(self, backs: str, flip: str, paper: str) -> Iterator[str]:
        """All the instructions, but of the ways of printing only the one that was chosen."""
        others = {f"instructions.backs.{way}" for way in BACKS if way != backs}
        others |= {key for key in self.keys if key.startswith(OF_OTHER_GAMES)}
        others |= {f"instructions.booklet.{way}" for way in FLIPS if way != flip}
        if backs in FLIPS:  # the printer prints on both sides
            others.add("instructions.booklet.by-hand")
        for key in self.keys:
            if key.startswith("instructions.") and key not in others:
                yield self.text(key, paper=paper)


class Reading:
    """Reads a page from the start: what comes next must be what is expected."""

    def __init__(self, text: str) -> None:
        """Read this text, as a program took it from a PDF."""
        self.rest = normalize("NFC", text).strip()

    def expect(self, wanted: str) -> None:
        """The next words are these."""
        match = pattern(wanted).match(self.rest)
        assert match, f"expected {wanted!r}, found {self.rest[: len(wanted) + 20]!r}"
        self.rest = self.rest[match.end() :].lstrip()

    def end(self) -> None:
        """There is nothing more."""
        assert self.rest == ""


def pattern(text: str) -> re.Pattern[str]:
    """Matches a text however its lines are broken."""
    signs = normalize("NFC", text)
    parts = [_sign(sign, signs[place + 1 : place + 2]) for place, sign in enumerate(signs)]
    return re.compile("".join(parts) + r"(?!\w)")


def _sign(sign: str, following: str) -> str:
    if sign in "\u00a0\u202f":
        return r"\s"
    if sign == ICON:
        return r"\s*"
    if sign == PAGE:
        return r"\d+"
    if sign.isspace():
        return r"\s+"
    if sign.isalpha() and following.isalpha():
        return re.escape(sign) + r"(?:[-\u00ad]\n)?"
    return re.escape(sign) + (r"\n?" if sign in "-–—/" else "")
