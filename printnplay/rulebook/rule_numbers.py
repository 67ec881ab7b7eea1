"""The numbers of rules: 3 for a section, 3.1 for a heading or a paragraph in it, 3.1.2 below."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from printnplay.game.rulebook import (
    NO_NUMBERS,
    RULES,
    Block,
    ColumnsBlock,
    HeadingBlock,
    Outline,
    ParagraphBlock,
    SpreadBlock,
)
from printnplay.kernel.inlines import InlineText

AFTER = "\u2002"
"""The white space after a number: an en space, wider than a word space and always the same."""


def rule_numbers(outline: Outline) -> Mapping[str, InlineText]:
    """Return the number that precedes each text, by key; empty if the rulebook has no numbers.

    Headings and, if the outline numbers them, paragraphs count within the heading above them.
    Paragraphs in notes, sidebars and pictures have none. A text that is printed twice has the
    number of its first place.
    """
    numbers: dict[str, InlineText] = {}
    sections = () if outline.numbers == NO_NUMBERS else outline.sections
    for section_number, section in enumerate(sections, start=1):
        path, counted = [section_number], Counter[int]()
        numbers.setdefault(section.title, InlineText(f"{section_number}{AFTER}"))
        for block in _running(section.blocks):
            depth = len(path)
            if isinstance(block, HeadingBlock):
                # A heading of level 3 below none of level 2 counts as one of level 2.
                depth = min(block.level - 1, depth)
            elif outline.numbers != RULES:
                continue
            counted[depth] += 1
            counted = Counter({level: counted[level] for level in range(depth + 1)})
            number = [*path[:depth], counted[depth]]
            is_heading = isinstance(block, HeadingBlock)
            path = number if is_heading else path
            written = ".".join(map(str, number))
            numbers.setdefault(block.key, InlineText(f"{written}{AFTER}", strong=not is_heading))
    return numbers


def _running(blocks: Iterable[Block]) -> Iterator[HeadingBlock | ParagraphBlock]:
    """Yield the headings and paragraphs of the running text, also those beside one another."""
    for block in blocks:
        if isinstance(block, SpreadBlock | ColumnsBlock):
            yield from _running(block.blocks)
        elif isinstance(block, HeadingBlock | ParagraphBlock):
            yield block
