"""Tables of the rulebook: texts, card counts, contents, and turn summaries."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from printnplay.game.kinds import Kind, total_key
from printnplay.game.rulebook import ContentsBlock, CountsBlock, TableBlock, TurnBlock
from printnplay.kernel.geometry import Point, Rect, Um, mm
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.rulebook.pages.block_setter import AROUND, GUTTER, BlockSetter, Entry
from printnplay.rulebook.pages.look import inset, panel_look, rule
from printnplay.rulebook.pages.strips import (
    Elastic,
    Strip,
    headed,
    kept,
    loose,
    moved,
    stack,
    tagged,
)
from printnplay.scene.sheet import Item, Link, Panel, Tag, TextLine, untagged, within

CELL_SPACE: Um = mm(0.9)
"""The white space above and below the contents of a row: about a fifth of a line. A guess: chosen
by eye."""

LEAST_SPACE, MOST_SPACE = mm(0.6), mm(2)
"""The limits of this space in a table of contents, on pages with little and with much room: two
thirds of `CELL_SPACE` and slightly more than twice as much. A guess."""

CELL_GUTTER: Um = mm(3)
"""The gap between two cells of a row. A guess: wider than a word space, narrower than `GUTTER`."""

INDENT: Um = mm(5)
"""The indent of each level of a table of contents: about a line of body text."""

MANY_ENTRIES = 10
"""The number of entries above which a table of contents has two columns. A guess: in one column
they would take a third of a page."""

FOR_TWO_COLUMNS: Um = mm(80)
"""The least width of a table of contents in two columns: 37.5 mm for each beside `GUTTER`. A
guess."""

DISC: Um = mm(7)
"""The diameter of a step number, and the side of its icon: one and a half lines of body text, the
same as `ICON` of notes."""


def counts(setter: BlockSetter, block: CountsBlock) -> list[Strip]:
    """Return a table of counts with their total."""
    rows = [counted(setter, key, count) for key, count in block.counts.items()]
    rows += totals(setter, block.totals)
    rows[0] = replace(rows[0], before=AROUND)
    rows[-1] = replace(rows[-1], after=AROUND)
    return tagged(kept(rows), Tag("Table"))


def totals(setter: BlockSetter, of_kinds: Mapping[Kind, int]) -> list[Strip]:
    """Return a row for the total of each kind of component."""
    return [counted(setter, total_key(kind), count) for kind, count in of_kinds.items()]


def counted(setter: BlockSetter, key: str, count: int) -> Strip:
    """Return a row of a table of counts: a text, and a number at the end of the line."""
    words = setter.typesetter.inlines(key)
    row = _numbered_row(setter, words, str(count), "table", (Tag("TH", kind="Row"), Tag("TD")))
    return tagged([_ruled(setter, row)], Tag("TR"))[0]


def _numbered_row(
    setter: BlockSetter, words: Sequence[Inline], number: str, style: str, cells: tuple[Tag, Tag]
) -> Strip:
    """Return the content of a row: words, and a number at the end of the line.

    `cells` are the structure tags of the words and of the number.
    """
    typesetter = setter.typesetter
    label = typesetter.label_of(typesetter.context.parse(number), "table-number")
    room = setter.width - label.width - GUTTER
    name = stack(tagged(typesetter.strips(words, style, room, role="Span"), cells[0]))
    name = moved(name, typesetter.placed(0, room, setter.width))
    lines = [item for item in name.items if isinstance(item, TextLine)]
    baseline = lines[-1].at.y if lines else name.height
    right = typesetter.placed(setter.width - label.width, label.width, setter.width)
    # The space before the number is invisible; it separates the two for screen readers.
    runs = (replace(label.runs[0], text=" "), *label.runs)
    figures = TextLine(Point(right, baseline), runs, tags=(cells[1],))
    return Strip(name.height, (*name.items, figures))


def _ruled(setter: BlockSetter, strip: Strip, space: Um = CELL_SPACE) -> Strip:
    """Return a row with its space and a hairline below."""
    height = strip.height + 2 * space
    line = rule(setter.typesetter.style, height, setter.width)
    lowered = stack([Strip(space, ()), strip, Strip(space, ())])
    return replace(lowered, items=(*lowered.items, line))


def table(setter: BlockSetter, block: TableBlock) -> list[Strip]:
    """Return a table of texts; its head is repeated on each page."""
    look = panel_look(setter.typesetter.style, "table")
    head = _ruled(setter, _cells(setter, block, block.heads, "table-head"))
    if look is not None and look.ground:
        colour = setter.typesetter.style.colours[look.ground]
        ground = Panel(Rect(0, 0, setter.width, head.height), colour, radius=look.radius)
        head = replace(head, items=(ground, *head.items))
    rows = [_ruled(setter, _cells(setter, block, row, "table")) for row in block.rows]
    again = replace(head, items=untagged(head.items), before=0, after=0)
    strips = [replace(head, before=AROUND, keep=True)]
    last = len(rows) - 1
    for number, row in enumerate(rows):
        keep = number in (0, last - 1) and number < last
        strips.append(replace(row, keep=keep, head=again))
    return tagged([*strips[:-1], replace(strips[-1], after=AROUND)], Tag("Table"))


def _cells(setter: BlockSetter, block: TableBlock, keys: Sequence[str], style: str) -> Strip:
    """Return the cells of a row side by side."""
    shares = block.shares or (1,) * len(block.heads)
    room = setter.width - (len(shares) - 1) * CELL_GUTTER
    items: list[Item] = []
    x, height = 0, 0
    for key, share in zip(keys, shares, strict=True):
        width = room * share // sum(shares)
        tag = Tag("TD")
        if keys is block.heads or not x:
            tag = Tag("TH", kind="Column" if keys is block.heads else "Row")
        cell = stack(tagged(setter.texts((key,), style, width), tag))
        items += moved(cell, setter.typesetter.placed(x, width, setter.width)).items
        x, height = x + width + CELL_GUTTER, max(height, cell.height)
    return Strip(height, within(items, Tag("TR")))


def contents(setter: BlockSetter, block: ContentsBlock) -> list[Strip]:
    """Return the table of contents: entries of the outline with their pages."""
    entries = [entry for entry in setter.entries if entry.level <= block.levels]
    if not entries:
        return []
    if len(entries) > MANY_ENTRIES and setter.width >= FOR_TWO_COLUMNS:
        cell = (setter.width - GUTTER) // 2
        narrow = replace(setter, width=cell)
        half = -(-len(entries) // 2)
        parts = (entries[:half], entries[half:])
        placed = setter.typesetter.placed

        def in_columns(space: Um) -> Strip:
            left, right = (
                stack([_entry(narrow, entry, space) for entry in part]) for part in parts
            )
            items = (
                *moved(left, placed(0, cell, setter.width)).items,
                *moved(right, placed(cell + GUTTER, cell, setter.width)).items,
            )
            return Strip(max(left.height, right.height), items, before=AROUND, after=AROUND)

        return tagged([_airy(in_columns)], Tag("TOC"))
    rows = [_airy(partial(_entry, setter, entry)) for entry in entries]
    rows[0] = replace(rows[0], before=AROUND)
    rows[-1] = replace(rows[-1], after=AROUND)
    return tagged(rows, Tag("TOC"))


def _airy(made: Callable[[Um], Strip]) -> Strip:
    """Return rows with elastic spacing; `made` sets them with a given space."""
    tight, usual, wide = map(made, (LEAST_SPACE, CELL_SPACE, MOST_SPACE))

    def items(height: Um) -> tuple[Item, ...]:
        share = (height - tight.height) / (wide.height - tight.height)
        return made(LEAST_SPACE + round(share * (MOST_SPACE - LEAST_SPACE))).items

    return replace(usual, elastic=Elastic(tight.height, wide.height, items))


def _entry(setter: BlockSetter, entry: Entry, space: Um) -> Strip:
    """Return a title and its page, as a link to it."""
    reference = entry.reference
    words = (InlineText(entry.title, strong=entry.level == 1),)
    indent = (entry.level - 1) * INDENT
    narrow = replace(setter, width=setter.width - indent)
    leading = Tag("Link")
    row = _numbered_row(narrow, words, reference.page, "contents", (leading, leading))
    row = _ruled(narrow, row, space)
    row = moved(row, setter.typesetter.placed(indent, narrow.width, setter.width))
    whole = Rect(0, 0, setter.width, row.height)
    link = Link(whole, reference.target, reference.words, (leading,))
    return tagged([replace(row, items=(*row.items, link))], Tag("TOCI"))[0]


def turn(setter: BlockSetter, block: TurnBlock) -> list[Strip]:
    """Return a turn in a panel: its steps below one another, each with its number or icon."""
    typesetter = setter.typesetter
    look = panel_look(typesetter.style, "turn")
    room = setter.width - sum(inset(look))
    indent = DISC + GUTTER // 2
    title = setter.texts((block.title,) if block.title else (), "turn-title", room)
    parts: list[Strip] = []
    steps = Tag("L", kind="" if block.icons else "Decimal")
    for number, key in enumerate(block.steps, start=1):
        words = stack(setter.texts((key,), "turn", room - indent, "LBody"))
        height = max(words.height, DISC)
        down = (height - words.height) // 2
        icon = setter.icon(block.icons[number - 1], DISC, block.span) if block.icons else None
        mark = (icon,) if icon else _disc(setter, number)
        at = typesetter.placed(0, DISC, room)
        items = (
            *moved(Strip(0, mark), at).items,
            *stack(
                [Strip(down, ()), moved(words, typesetter.placed(indent, room - indent, room))]
            ).items,
        )
        space = AROUND if number > 1 else AROUND // 2
        items = within(within(items, Tag("LI")), steps)
        parts.append(Strip(height, items, before=space if title or parts else 0))

    def finished(strip: Strip) -> Strip:
        strip = replace(strip, before=AROUND, after=AROUND)
        return strip if look is None else setter.on(strip, look)

    return [loose(headed(title, parts), finished)]


def _disc(setter: BlockSetter, number: int) -> tuple[Item, ...]:
    """Return the number of a step on a disc."""
    typesetter = setter.typesetter
    style = typesetter.style
    label = typesetter.label_of(typesetter.context.parse(str(number)), "turn-number")
    look = panel_look(style, "turn-number")
    fill = style.colours.get(look.ground, "") if look else ""
    edge = typesetter.context.colour(typesetter.styled("turn-number").colour, style.span)
    disc = Panel(Rect(0, 0, DISC, DISC), fill, "" if fill else edge, mm(0.5), DISC // 2)
    at = Point((DISC - label.width) // 2, (DISC + label.height) // 2)
    return disc, TextLine(at, label.runs, tags=(Tag("Lbl"),))
