"""Blocks with drawings and picture files, and the captions below or beside them."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import FigureBlock, PictureBlock
from printnplay.kernel.geometry import Rect, Um, mm
from printnplay.rulebook.pages.block_setter import AROUND, GUTTER, BlockSetter, figure_tags
from printnplay.rulebook.pages.strips import Elastic, Strip, kept, moved, stack, tagged
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item, Stamp, Tag, shifted
from printnplay.text.markup import plain

USUAL, LARGEST = 0.92, 1.15
"""The usual and greatest scale of a figure, never wider than its column. A guess: chosen by eye."""

OVER_LEAST = 0.02
"""How much larger than its least scale a figure usually is, at least, so that it can shrink."""

TALL, TALL_SMALLEST = 0.66, 0.62
"""The share of a column's height above which a figure may shrink further, and how far, so that it
shares its page with the text about it. A guess."""

WHITE: Um = mm(4)
"""The most white space that is added around a figure of the greatest scale, to fill its page: with
`AROUND`, a line and a half of body text. A guess: more would part it from the text above."""

CAPTION: Um = mm(27)
"""The least width for a caption beside its picture: about 17 letters of 8.5 pt, two or three words.
A guess."""


def figure(setter: BlockSetter, block: FigureBlock) -> list[Strip]:
    """Return a drawing with its caption, unbreakable."""
    picture = setter.pictures.figure(block)
    # A drawing without words is described by the words of its example.
    said = (block.alt,) if block.alt else block.keys
    if said and picture is not None and (block.alt or not picture.alt):
        picture = replace(picture, alt=plain(setter.typesetter.inlines(said[0])))
    strips = _captioned(setter, picture, block.keys)
    return setter.anchored(strips, block.name)


def picture(setter: BlockSetter, block: PictureBlock) -> list[Strip]:
    """Return a picture file across the column, or beside paragraphs."""
    typesetter = setter.typesetter
    half = (setter.width - GUTTER) // 2
    most = min(block.width or half, half * 4 // 3) if block.texts else setter.width
    drawn = setter.pictures.file(block.file, block.width, most, block.span)
    width = drawn.size.width if drawn is not None else most
    words = plain(typesetter.inlines(block.alt))
    if drawn is not None:
        drawn = replace(drawn, alt=words)
    caption = (block.caption,) if block.caption else ()
    if not block.texts:
        return _captioned(setter, drawn, caption, width)
    narrow = replace(setter, width=width)
    shown = stack(_captioned(narrow, drawn, caption, width) or [Strip(0, ())])
    room = setter.width - width - GUTTER
    beside = stack(setter.texts(block.texts, "body", room))
    first = block.side == "left"
    items = (
        *moved(beside, typesetter.placed(width + GUTTER if first else 0, room, setter.width)).items,
        *moved(shown, typesetter.placed(0 if first else room + GUTTER, width, setter.width)).items,
    )
    return [Strip(max(shown.height, beside.height), items, before=AROUND, after=AROUND)]


def across(setter: BlockSetter, block: PictureBlock) -> list[Strip]:
    """Return the two halves of a picture on facing pages, the first one with its caption.

    Each reaches from the outer edge of the text to the spine; the texts below begin level.
    """
    typesetter = setter.typesetter
    half = setter.width + setter.margin_room + setter.spine
    drawn = setter.pictures.file(block.file, 2 * half, 2 * half, block.span)
    if drawn is None:
        return []
    drawn = replace(drawn, alt=plain(typesetter.inlines(block.alt)))
    rtl = typesetter.context.right_to_left
    start = 0 if rtl else -setter.margin_room
    height = drawn.size.height * 2 * half // drawn.size.width
    left = Rect(start, 0, half, height), start
    right = Rect(start - setter.spine, 0, half, height), start - setter.spine - half
    halves: list[Strip] = []
    for clip, x in (right, left) if rtl else (left, right):
        tags = () if halves else figure_tags(drawn)
        stamp = Stamp(drawn, Rect(x, 0, 2 * half, height), clip=clip, tags=tags)
        halves.append(Strip(height, (stamp,), after=AROUND, keep=True))
    caption = setter.texts([block.caption] if block.caption else [], "caption", setter.width)
    first = stack([halves[0], *tagged(caption, Tag("Caption"))])
    return [replace(first, keep=True), replace(halves[1], height=first.height)]


def _captioned(
    setter: BlockSetter, picture: Picture | None, keys: Sequence[str], width: Um | None = None
) -> list[Strip]:
    """Return the strips of a picture and its caption; with a `width`, it is no wider than that.

    The caption is beside a narrow picture, below a wide one.
    """
    caption = setter.texts(keys, "caption", setter.width, "Caption")
    if picture is None:
        return kept(caption)
    sizes = _sizes(setter, picture, width)
    if caption and sizes.usual <= setter.width - GUTTER - CAPTION:
        beside = replace(sizes, widest=min(sizes.widest, setter.width - GUTTER - CAPTION))
        room = setter.width - GUTTER - beside.widest
        words = stack(setter.texts(keys, "caption", room, "Caption"))
        if words.height <= beside.lowest:
            return tagged([_drawn(setter, picture, beside, words)], Tag("Div"))
    strips = kept([_drawn(setter, picture, sizes, captioned=bool(caption)), *caption])
    return tagged(strips, Tag("Div")) if caption else strips


class _Sizes(Struct, frozen=True):
    """The widths of a picture that may grow and shrink slightly, and its least height."""

    smallest: Um
    usual: Um
    widest: Um
    lowest: Um


def _sizes(setter: BlockSetter, picture: Picture, width: Um | None) -> _Sizes:
    size = picture.size
    widest = min(setter.width, round(size.width * LARGEST)) if width is None else width
    least = setter.typesetter.style.pages.least_figure / 100
    often = max(USUAL, least + OVER_LEAST)
    usual = min(round(size.width * often), setter.width) if width is None else width
    if size.height * usual // size.width > setter.room * TALL:
        least = min(TALL_SMALLEST, least)
    smallest = min(round(size.width * least), round(usual * least / often))
    return _Sizes(smallest, usual, widest, smallest * size.height // size.width)


def _drawn(
    setter: BlockSetter,
    picture: Picture,
    sizes: _Sizes,
    caption: Strip | None = None,
    *,
    captioned: bool = False,
) -> Strip:
    """Return a picture that may grow and shrink slightly, and then has a little white around it.

    It is at the start of lines, or centred, as captions are. A `caption` stands beside it; if it
    leads to one below (`captioned`), all of the white is above.
    """
    size, placed = picture.size, setter.typesetter.placed
    height, highest = (across * size.height // size.width for across in (sizes.usual, sizes.widest))
    centred = caption is None and setter.typesetter.styled("caption").align == "centre"

    def items(room: Um) -> tuple[Item, ...]:
        height = min(room, highest)
        across = round(height * size.width / size.height)
        x = (setter.width - across) // 2 if centred else placed(0, across, setter.width)
        rect = Rect(x, (room - height) // (1 if captioned else 2), across, height)
        drawn: tuple[Item, ...] = (Stamp(picture, rect, tags=figure_tags(picture)),)
        if caption is None:
            return drawn
        left = placed(across + GUTTER, setter.width - GUTTER - sizes.widest, setter.width)
        return *drawn, *shifted(caption.items, left, rect.y + (height - caption.height) // 2)

    elastic = Elastic(sizes.lowest, highest + WHITE, items)
    return Strip(height, items(height), before=AROUND, after=AROUND, elastic=elastic)
