"""Convert a paragraph to items, measure them, and set them as lines; all widths in em.

The terms are those of Donald Knuth and Michael Plass, Breaking Paragraphs into Lines, 1981. A
paragraph is a list of boxes with glue or a penalty between them. Here an item is a box together
with its joint: what follows the box, and thus whether and how a line may end there.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.formulas import typed
from printnplay.kernel.inlines import PLAIN, Formula, Icon, Inline, InlineStyle, InlineText
from printnplay.scene.style import TextStyle
from printnplay.text import bidi
from printnplay.text.context import TextContext
from printnplay.text.font_file import READ, ROUNDING, SMALL_CAPS, SOFT_HYPHEN, word_spaces
from printnplay.text.fonts import FontShelf
from printnplay.text.formulas import set_formula
from printnplay.text.hyphens import parts
from printnplay.text.markup import WHITE
from printnplay.text.scripts import breaks, tied

# After a hyphen or dash between letters, or at a typed break.
OPENINGS = re.compile(r"(?<=[^\W\d_][-‐–—])(?=[^\W\d_])|\u200b")

ADDRESS = re.compile(r"\W*(?:https?://|www\.|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/)\w")
"""The beginning of a web address, with or without its scheme."""

SLASHES = re.compile(r"(?<=[^/:]/)(?=\w)|(?<=\w)(?=[?&#]\w)")
"""Where a web address may be divided, without a hyphen: after a slash, and before a query."""

SPACES = re.compile(f"({WHITE}+)")

LONGEST_KEYWORD = 12
"""The maximum length of an upper-case word that is never hyphenated, in letters: keywords on cards
are shorter. A guess.
"""

ICON_CHARACTER = "\ufffc"

ICON = 0.9
"""The side of an inline icon, in em: as tall as letters with accents, so that line spacing does not
change.
"""


GAP = 0.1
"""The gap between repeated icons, in em: as wide as a thin space. A guess."""


class Joint(Enum):
    """What follows a box, and thus how a line may end there."""

    TIE = "nothing: the line cannot end"
    GLUE = "a space, which goes when the line ends"
    DASH = "a penalty: the line may end, after a dash"
    HYPHEN = "a penalty: the line may end, with a hyphen that it adds"
    BREAK = "nothing: the line may end all the same, in a script without spaces"
    SPLIT = "a penalty: the line may end so, but within a phrase"


class LineItem(Struct, frozen=True):
    """An indivisible box, text in one face or an icon, and the joint after it.

    A formula is like an icon: `icon` is its name, or the formula with its dollar signs, and `wide`
    the width in em. `levels` are those of its characters and of the space after it, by the
    bidirectional algorithm; empty if everything is written from left to right. `look` is that of
    its spans; `gap` follows an icon that is repeated.
    """

    text: str
    face: str
    icon: str = ""
    joint: Joint = Joint.TIE
    levels: tuple[int, ...] = ()
    link: str = ""
    look: InlineStyle = PLAIN
    gap: float = 0.0
    wide: float = ICON


def line_items(
    inlines: Sequence[Inline], style: TextStyle, context: TextContext, *, hyphenate: bool
) -> list[LineItem]:
    """Return the items of a paragraph; with `hyphenate`, words may be divided."""
    paragraph = tied("".join(map(_in_paragraph, inlines)))
    places = {
        place: Joint.BREAK if between else Joint.SPLIT
        for place, between in breaks(paragraph, context.language).items()
    }
    items: list[LineItem] = []
    at = 0
    for inline in inlines:
        if not (items and items[-1].gap):
            _let_end(items, places.get(at, Joint.TIE))
        if isinstance(inline, Icon):
            face = context.face(style, InlineText("", span=inline.span)).name
            gap = GAP if inline.tied else 0.0
            items.append(LineItem("", face, inline.name, look=inline.look, gap=gap))
        elif isinstance(inline, Formula):
            face = context.face(style, InlineText("", span=inline.span)).name
            wide = set_formula(inline.source, shown=inline.shown).width
            name = typed(inline.source, shown=inline.shown)
            items.append(LineItem("", face, name, look=inline.look, wide=wide))
        else:
            face = context.face(style, inline).name + (SMALL_CAPS if inline.in_small_caps else "")
            end = at + len(inline.text)
            within = {place - at: joint for place, joint in places.items() if at < place < end}
            first = len(items)
            _add(
                items,
                tied(inline.text),
                within,
                partial(
                    _word,
                    face=face,
                    context=context,
                    hyphenate=hyphenate and not inline.look.code,
                ),
                LineItem("", face, joint=Joint.GLUE, look=inline.look),
            )
            if inline.link or inline.styles:
                items[first:] = [
                    replace(item, link=inline.link, look=inline.look) for item in items[first:]
                ]
        at += len(_in_paragraph(inline))
    _end_with(items, Joint.TIE)
    faces = {item.face for item in items}
    if any(context.shelf.missing(" ", _bare(face)) for face in faces):
        items = [*_with_spaces(items, style, context)]
    return _with_levels(items, int(context.right_to_left))


def _bare(face: str) -> str:
    return face.removesuffix(SMALL_CAPS)


def _with_spaces(
    items: Iterable[LineItem], style: TextStyle, context: TextContext
) -> Iterator[LineItem]:
    """Yield the items, with spaces that their face lacks (such as icon fonts) in another face."""
    other = context.face_of_spaces(style)
    for item in items:
        if other and item.joint is Joint.GLUE and context.shelf.missing(" ", _bare(item.face)):
            yield replace(item, joint=Joint.TIE)
            yield LineItem("", other, joint=Joint.GLUE, link=item.link, look=item.look)
        else:
            yield item


def _add(
    items: list[LineItem],
    text: str,
    places: Mapping[int, Joint],
    word: Callable[[str], list[LineItem]],
    space: LineItem,
) -> None:
    """Add the items of a text in one face; `places` are its breaks besides spaces and dashes.

    A space after words of another look is an item of its own: it is not underlined with them.
    """
    before = len(items)
    for start, end in pairwise((0, *places, len(text))):
        _let_end(items, places.get(start, Joint.TIE))
        for chunk in SPACES.split(text[start:end]):
            if chunk and not chunk.strip(" \t\r\n"):
                last = items[-1] if len(items) == before and items else space
                if last.look != space.look and last.joint is not Joint.GLUE:
                    items.append(space)
                _end_with(items, Joint.GLUE)
            elif chunk:
                items += word(chunk)


def _in_paragraph(inline: Inline) -> str:
    return inline.text if isinstance(inline, InlineText) else ICON_CHARACTER


def _with_levels(items: list[LineItem], base: int) -> list[LineItem]:
    """Return the items with their levels, if any is written from right to left."""
    texts = [_characters(item) for item in items]
    paragraph = "".join(texts)
    if not base and not bidi.is_reordered(paragraph):
        return items
    levels = bidi.levels(paragraph, base)
    ends = list(accumulate(map(len, texts), initial=0))
    return [
        replace(item, levels=tuple(levels[start:end]))
        for item, start, end in zip(items, ends, ends[1:], strict=False)
    ]


def _characters(item: LineItem) -> str:
    """Return an item's characters for the bidirectional algorithm: icons are neutral objects."""
    return (ICON_CHARACTER if item.icon else item.text) + _space_after(item)


def _let_end(items: list[LineItem], joint: Joint) -> None:
    """Allow a line to end in this way after the last item, if it may not end there already."""
    if items and items[-1].joint is Joint.TIE:
        _end_with(items, joint)


def _end_with(items: list[LineItem], joint: Joint) -> None:
    if items:
        last = items[-1]
        of_box = last.levels, last.link, last.look, last.gap, last.wide
        items[-1] = LineItem(last.text, last.face, last.icon, joint, *of_box)


def _word(word: str, face: str, context: TextContext, *, hyphenate: bool) -> list[LineItem]:
    """Return the items of a text between two spaces; with a dash, it is divided there only.

    Web addresses are divided at slashes.
    """
    if not hyphenate and not OPENINGS.search(word) and "/" not in word:
        return [LineItem(word.translate(READ), face)]
    is_address = ADDRESS.match(word) is not None
    sections = (SLASHES if is_address else OPENINGS).split(word)
    is_divided = hyphenate and len(sections) == 1 and not is_address
    items: list[LineItem] = []
    for section in sections:
        _end_with(items, Joint.DASH)
        items += _syllables(section, face, context, hyphenate=is_divided)
    return items


def _syllables(
    word: str, face: str, context: TextContext, *, hyphenate: bool
) -> Iterator[LineItem]:
    """Yield the word or its syllables; names of games and upper-case keywords stay whole."""
    bare = word.translate(READ).strip(".,;:!?")
    keyword = bare.isupper() and len(bare) <= LONGEST_KEYWORD
    if not hyphenate or keyword or bare in context.unbroken:
        yield LineItem(word.translate(READ), face)
        return
    typed = tuple(word.split(SOFT_HYPHEN))
    *heads, tail = typed if len(typed) > 1 else parts(word, context.language)
    if heads and context.shelf.missing("-", _bare(face)):
        heads, tail = [], word
    for head in heads:
        yield LineItem(head.translate(READ), face, joint=Joint.HYPHEN)
    yield LineItem(tail.translate(READ), face)


class MeasuredItems(Struct, frozen=True):
    """Items and their places, as if the whole paragraph were on one endless line.

    A line of the items `a` to `b` is `ends[b] - starts[a]` wide, including the hyphen it may add.
    If all were shaped together, that is exact except for rounding to the font's `units` per em;
    otherwise `units` is 0. `space` em are added to each space.
    """

    items: tuple[LineItem, ...]
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    units: int = 0
    space: float = 0.0

    def exact(self, first: int, last: int) -> float | None:
        """Return the exact width of a line of these items; None if it has to be measured."""
        if not self.units:
            return None
        added = 0.0
        if self.space:
            items = self.items[first : last + 1]
            between = sum(item.joint is Joint.GLUE for item in items[:-1])
            added = (between + sum(word_spaces(item.text) for item in items)) * self.space
        shaped = self.ends[last] - self.starts[first] - added
        return round(shaped * self.units) / self.units + added


def measured_items(items: Sequence[LineItem], shelf: FontShelf) -> MeasuredItems:
    """Measure each item together with its neighbour, so that kerning is included."""
    starts, ends, x = [], [], 0.0
    in_one_go = len(items) > 1
    for index, (width, step) in enumerate(_measures(items, shelf)):
        item = items[index]
        starts.append(x)
        ends.append(x + (_width(item, shelf) if width is None else width))
        if index + 1 < len(items):
            in_one_go &= step is not None
            x += _to_next(item, items[index + 1], shelf) if step is None else step
    places = tuple(items), tuple(starts), tuple(ends)
    if not in_one_go:
        return MeasuredItems(*places)
    face = items[0].face
    return MeasuredItems(*places, shelf.file(face).units, shelf.added_space(face))


def _measures(
    items: Sequence[LineItem], shelf: FontShelf
) -> Iterator[tuple[float | None, float | None]]:
    """Yield the width of each item and the distance to the next; None if it must be measured alone.

    A text is shaped as a whole for it, which is much faster than word by word; like a fragment, it
    is in one face and look, and a part of one link.
    """
    alike = groupby(items, lambda item: (item.face, bool(item.icon), item.look, item.link))
    for (face, is_icon, look, _), group in alike:
        run, share = list(group), look.share
        spaces = [int(item.joint is Joint.GLUE) for item in run]
        text = "".join(item.text + " " * space for item, space in zip(run, spaces, strict=True))
        places = {} if is_icon or len(run) == 1 else shelf.places(text, face)
        if not places:
            yield from [(None, None)] * len(run)
            continue
        end = 0
        for item, space in zip(run, spaces, strict=True):
            start, end = end, end + len(item.text)
            alone = end == len(text) or (space and not shelf.moves_space(item.text[-1:], face))
            width = _between(places, start, end, share) if alone else None
            end += space
            yield width, _between(places, start, end, share) if end < len(text) else None


def _between(places: Mapping[int, float], start: int, end: int, share: float) -> float | None:
    return (places[end] - places[start]) * share if start in places and end in places else None


def _width(item: LineItem, shelf: FontShelf) -> float:
    """Return the width of an item that ends a line."""
    if item.icon:
        return item.wide * item.look.share
    hyphen = "-" if item.joint is Joint.HYPHEN else ""
    return shelf.advance(item.text + hyphen, item.face) * item.look.share


def _to_next(item: LineItem, following: LineItem, shelf: FontShelf) -> float:
    """Return the distance from the start of an item to the start of the next on the same line."""
    space = _space_after(item)
    share = item.look.share
    if item.icon and item.look == following.look:
        spaced = shelf.advance(space + following.text, following.face)
        return (
            item.wide + item.gap + spaced - shelf.advance(following.text, following.face)
        ) * share
    if item.icon:
        return (item.wide + shelf.advance(space, item.face)) * share
    if following.icon or not _is_alike(following, item):
        return shelf.advance(item.text + space, item.face) * share
    both = shelf.advance(item.text + space + following.text, item.face)
    return (both - shelf.advance(following.text, item.face)) * share


def _space_after(item: LineItem) -> str:
    return " " if item.joint is Joint.GLUE else ""


class Fragment(Struct, frozen=True):
    """A part of a line drawn at once: text in one face, or an icon, `x` em from its start.

    `share` is its size as a share of the paragraph's; `small_caps` is true for the face's own small
    capitals. `order` is its place in reading order, if that is not from left to right. `look` is
    that of its spans; `width`, in em, is without a space at the end of the line.
    """

    x: float
    text: str
    face: str
    icon: str
    share: float = 1.0
    small_caps: bool = False
    right_to_left: bool = False
    link: str = ""
    order: int = 0
    look: InlineStyle = PLAIN
    width: float = 0.0


class SetLine(NamedTuple):
    """The fragments of a line, its width, and the width added to each of its spaces; all in em."""

    fragments: tuple[Fragment, ...]
    width: float
    space: float = 0.0


def set_line(
    items: Sequence[LineItem], shelf: FontShelf, base: int = 0, width: float | None = None
) -> SetLine:
    """Return the fragments of a line of these items, and its exact width.

    The line is shaped to measure it if no width is given. A line that ends at glue keeps the space,
    invisible and outside the width, so that words stay separate when the text is copied or read
    aloud.
    """
    if items[0].levels:
        return _set_both_ways(items, shelf, base)
    fragments, x = [], 0.0
    groups = list(_grouped(items))
    for text, item in groups:
        face, look, icon = item.face, item.look, "" if text else item.icon
        if face.endswith(SMALL_CAPS) and not icon:
            for part in shelf.small_caps(text, face):
                of_part = part.text, part.face, "", part.share * look.share, part.own
                wide = part.width * look.share
                fragments.append(Fragment(x, *of_part, link=item.link, look=look, width=wide))
                x += wide
            continue
        if width is not None and len(groups) == 1:
            wide = width
        else:
            wide = (item.wide + item.gap if icon else shelf.advance(text, face)) * look.share
        fragments.append(
            Fragment(x, text, face, icon, look.share, link=item.link, look=look, width=wide)
        )
        x += wide
    if items[-1].joint is not Joint.GLUE or not fragments:
        return SetLine(tuple(fragments), x)
    last = fragments[-1]
    if last.icon:
        fragments.append(Fragment(x, " ", last.face, ""))
    else:
        fragments[-1] = replace(last, text=last.text + " ")
    return SetLine(tuple(fragments), x)


class _Piece(NamedTuple):
    """Characters of one face and level, or an icon."""

    level: int
    text: str
    face: str
    icon: str = ""
    link: str = ""
    look: InlineStyle = PLAIN
    gap: float = 0.0
    order: int = 0
    wide: float = ICON


def _set_both_ways(items: Sequence[LineItem], shelf: FontShelf, base: int) -> SetLine:
    """Return a line with right-to-left parts; `base` is the paragraph's level.

    The space at the end of the line is outside of it, on the side where lines end.
    """
    pieces = bidi.visual(*_pieces(items, base))
    ending = items[-1].joint is Joint.GLUE
    beyond = shelf.advance(" ", items[-1].face) * items[-1].look.share if ending else 0.0
    fragments: list[Fragment] = []
    x = -beyond if base else 0.0
    for piece in pieces:
        right_to_left, look = piece.level % 2 == 1, piece.look
        if piece.face.endswith(SMALL_CAPS) and not right_to_left and not piece.icon:
            for part in shelf.small_caps(piece.text, piece.face):
                of_part = part.text, part.face, "", part.share * look.share, part.own
                wide = part.width * look.share
                fragment = Fragment(x, *of_part, link=piece.link, look=look, width=wide)
                fragments.append(replace(fragment, order=piece.order))
                x += wide
            continue
        face = piece.face.removesuffix(SMALL_CAPS)
        wide = (piece.wide if piece.icon else shelf.advance(piece.text, face)) * look.share
        gap = piece.gap * look.share
        if gap and right_to_left and fragments:
            # The next icon is to the left.
            fragments[-1] = replace(fragments[-1], width=fragments[-1].width + gap)
            x += gap
        elif not right_to_left:
            wide += gap
        fragment = Fragment(
            x, piece.text, face, piece.icon, look.share, right_to_left=right_to_left, look=look
        )
        fragments.append(replace(fragment, link=piece.link, order=piece.order, width=wide))
        x += wide
    if not base:
        x -= beyond
    return SetLine(tuple(fragments), x)


def _pieces(items: Sequence[LineItem], base: int) -> tuple[list[_Piece], list[int]]:
    """Return the pieces of a line in reading order, and their levels."""
    text = "".join(_characters(item) for item in items)
    levels = iter(bidi.line_levels(text, [level for item in items for level in item.levels], base))
    characters = [
        _Piece(
            next(levels),
            "" if is_icon else mark,
            item.face,
            item.icon if is_icon else "",
            item.link,
            item.look,
            item.gap if is_icon else 0.0,
            wide=item.wide,
        )
        for item in items
        for place, mark in enumerate(_characters(item))
        for is_icon in [bool(item.icon) and place == 0]
    ]
    pieces = [
        group[0]._replace(text="".join(piece.text for piece in group), order=order)
        for order, (_, run) in enumerate(groupby(enumerate(characters), _alike))
        for group in [[piece for _, piece in run]]
    ]
    if items[-1].joint is Joint.HYPHEN:
        pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + "-")
    return pieces, [piece.level for piece in pieces]


def _alike(numbered: tuple[int, _Piece]) -> tuple[int, str, str, InlineStyle, int]:
    """Return the key that characters of one piece share; each icon has its own."""
    number, piece = numbered
    return piece.level, piece.face, piece.link, piece.look, number if piece.icon else -1


def _grouped(items: Sequence[LineItem]) -> Iterator[tuple[str, LineItem]]:
    """Yield the text of each fragment and one of its items; an icon has no text.

    A space belongs to the text before it.
    """
    text, before = "", items[0]
    for index, item in enumerate(items):
        if text and (item.icon or not _is_alike(item, before)):
            yield text, before
            text = ""
        before = item
        if item.icon:
            yield "", item
        else:
            text += item.text
        if index + 1 < len(items):
            text += _space_after(item)
        elif item.joint is Joint.HYPHEN:
            text += "-"
    if text:
        yield text, before


def _is_alike(item: LineItem, before: LineItem) -> bool:
    """Return whether two items are drawn in one face and look, as parts of one link."""
    return (
        item.face == before.face
        and item.link == before.link
        and (item.look is before.look or item.look == before.look)
    )


def justified(line: SetLine, width: float, loosest: float) -> SetLine:
    """Return the line justified to a width; no space is widened by more than `loosest`.

    The space that ends the line is not part of its width and is not counted.
    """
    counts = [word_spaces(fragment.text) for fragment in line.fragments]
    if counts and line.fragments[-1].text.endswith(" "):
        counts[-1] -= 1
    spaces = sum(counts)
    spare = width - line.width
    if not spaces or abs(spare) < ROUNDING:
        return line
    space = min(spare / spaces, loosest)
    fragments, passed = [], 0
    for fragment, count in zip(line.fragments, counts, strict=True):
        x, wide = fragment.x + passed * space, fragment.width + count * space
        fragments.append(replace(fragment, x=x, width=wide))
        passed += count
    return SetLine(tuple(fragments), line.width + spaces * space, space)
