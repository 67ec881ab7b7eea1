"""The index of the rulebook in print: its columns, and the pages of its entries."""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from printnplay.game.rulebook import IndexBlock
from printnplay.kernel.collation import sort_key
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um, mm
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.rulebook.index import Sources, printed_keys
from printnplay.rulebook.pages.block_setter import AROUND, GUTTER, BlockSetter, IndexLine
from printnplay.rulebook.pages.strips import Strip, height_of, moved, stack, tagged
from printnplay.scene.sheet import Item, Page, Tag, TextLine
from printnplay.text.font_file import SOFT_HYPHEN
from printnplay.text.markup import Reference, plain

COLUMN: Um = mm(45)
"""The least width of a column of the index: about 25 letters of 9 pt, so that most entries take one
line. A guess."""

FULL = 0.85
"""The greatest height of columns side by side, relative to that of a page: the heading of the index
is above them."""

BETWEEN_LETTERS: Um = mm(1.5)
"""The space above the first entry with another initial: a third of a line. A guess."""


def page_name(label: str) -> str:
    """Return the name of a page's anchor; no part of a rulebook can have such a name."""
    return f"page {label}"


Shown = Callable[[str, frozenset[str]], Sequence[str]]
"""A function that returns the numbers of the pages on which a text has one of some words."""


def pages_of_texts(pages: Sequence[Page], sources: Sources) -> Shown:
    """Return a function for the pages of a text.

    Of a text on several pages, those with one of the words count; the first one if a page break
    divides the words.
    """
    places: dict[Span, list[str]] = {}
    for key in printed_keys(sources.outline):
        text = sources.texts.get(key)
        for place in {text.span, *text.places.values()} if text else ():
            places.setdefault(place, []).append(key)
    found: dict[str, dict[str, str]] = {}
    for page in pages:
        for item in page.items:
            if isinstance(item, TextLine) and item.source in places:
                words = "".join(run.text for run in item.runs)
                for key in places[item.source]:
                    before = found.setdefault(key, {}).get(page.label, "")
                    found[key][page.label] = _continued(before, words)

    def shown(key: str, forms: frozenset[str]) -> Sequence[str]:
        on = found.get(key, {})
        having = [label for label, words in on.items() if any(form in words for form in forms)]
        return having or list(on)[:1]

    return shown


def _continued(before: str, words: str) -> str:
    """Return the words of some lines and of the line after them."""
    if before.endswith(SOFT_HYPHEN):
        return before.removesuffix(SOFT_HYPHEN) + words
    return f"{before} {words}" if before else words


def index(setter: BlockSetter, block: IndexBlock) -> list[Strip]:
    """Return the index in columns; those of a long one are divided between pages."""
    count = max(1, (setter.width + GUTTER) // (COLUMN + GUTTER))
    width = (setter.width - (count - 1) * GUTTER) // count
    tags = Tag("Index"), Tag("L")
    entries = list(_entries(setter, setter.index.get(block, ()), width))
    if count > 1:
        most = round(setter.room * FULL) * count
        entries = [_in_columns(setter, part, count) for part in _parts(entries, most)]
    if entries:
        entries[0] = replace(entries[0], before=AROUND)
        entries[-1] = replace(entries[-1], after=AROUND)
    return tagged(tagged(entries, tags[1]), tags[0])


def _entries(setter: BlockSetter, lines: Sequence[IndexLine], width: Um) -> Iterator[Strip]:
    """Yield the entries; those with another initial than the one before are set apart."""
    language, initial = setter.typesetter.context.language, None
    for line in lines:
        first = sort_key(line.words, language)[0][:1]
        entry = _entry(setter, line, width)
        yield replace(entry, before=BETWEEN_LETTERS if initial not in (None, first) else 0)
        initial = first


def _entry(setter: BlockSetter, line: IndexLine, width: Um) -> Strip:
    """Return an entry: its words, and its pages as links."""
    typesetter = setter.typesetter
    known: dict[str, Reference] = {}
    inlines: list[Inline] = [InlineText(line.words)]
    for label, target, last in _ranges(line.pages):
        words = plain(typesetter.inlines("booklet.see", title=line.words, page=label))
        known[label] = Reference(label, words, target)
        shown = f"{label}–{last}" if last else label
        inlines += [InlineText(", "), InlineText(shown, link=target)]
    resolver = replace(typesetter.context.resolver, references=known)
    context = replace(typesetter.context, resolver=resolver)
    style = replace(typesetter.styled("index"), align="left", hyphenate=False)
    strips = replace(typesetter, context=context).strips(inlines, style, width, role="LBody")
    return stack(tagged(strips, Tag("LI")))


def _ranges(pages: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield the pages; three or more in a row are one range with its last number."""
    at = 0
    while at < len(pages):
        end = at
        while end + 1 < len(pages) and int(pages[end + 1][0]) == int(pages[end][0]) + 1:
            end += 1
        if end - at < 2:
            end = at
        yield *pages[at], pages[end][0] if end > at else ""
        at = end + 1


def _parts(entries: Sequence[Strip], most: Um) -> Iterator[list[Strip]]:
    """Yield the entries in parts that are together no higher than this."""
    part: list[Strip] = []
    for entry in entries:
        if part and height_of([*part, entry]) > most:
            yield part
            part = []
        part.append(entry)
    if part:
        yield part


def _in_columns(setter: BlockSetter, entries: Sequence[Strip], count: int) -> Strip:
    """Return entries in columns of similar height, side by side."""
    whole = height_of(entries)
    columns: list[list[Strip]] = [[]]
    for entry in entries:
        share = whole * len(columns) // count
        filled = sum(height_of(column) for column in columns)
        if columns[-1] and filled + entry.height // 2 > share and len(columns) < count:
            columns.append([])
        columns[-1].append(entry)
    cell = (setter.width - (count - 1) * GUTTER) // count
    items: list[Item] = []
    for number, column in enumerate(columns):
        x = setter.typesetter.placed(number * (cell + GUTTER), cell, setter.width)
        items += moved(stack(column), x).items
    return Strip(max(map(height_of, columns)), tuple(items))
