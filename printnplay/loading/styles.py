"""templates/<style>/style.yaml: colours and text styles."""

from collections.abc import Collection
from pathlib import Path

from printnplay.loading.colours import load_colours
from printnplay.loading.fields import (
    check_name,
    expect_choice,
    expect_entries,
    expect_flag,
    expect_int,
    expect_length,
    expect_mapping,
    expect_text,
    expect_texts,
)
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import Entry, ListNode, MappingNode, Node
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.geometry import Um
from printnplay.model.style import Style, TextStyle

REQUIRED = ("family", "weight", "size", "leading", "colour")
OPTIONAL = ("bold", "minimum", "before", "after", "align", "hyphenate")
ALIGNMENTS = ("left", "centre", "right", "justify")
RASTER = ("auto", "never")
"""Whether a face may be printed as pixels where vectors would come out wrong."""


def load_style(path: Path, shown: str, problems: Problems) -> Style:
    """The style whose `style.yaml` this is; its id is its folder's name.

    Where a text style leaves it out, **strong** text has the plain weight, and text may not be set
    smaller than its size.
    """
    root = read_yaml(path, shown, problems)
    keys = (
        expect_mapping(root, problems, required=("colours", "text"), optional=("raster",))
        if root
        else {}
    )
    colours, inks = load_colours(keys.get("colours"), problems)
    text = {
        entry.key: _text_style(entry, colours, problems)
        for entry in expect_entries(keys.get("text"), problems).values()
    }
    families = _families(keys.get("text"))
    raster = keys.get("raster")
    pixels = expect_choice(raster, RASTER, problems) != "never" if raster is not None else True
    name = path.resolve().parent.name
    return Style(name, colours, text, Span(shown), families, inks, pixels)


def _families(text: Node | None) -> dict[str, Span]:
    """Where each text style names its font family."""
    styles = text.entries.values() if isinstance(text, MappingNode) else ()
    return {
        style.key: style.value.entries["family"].value.span
        for style in styles
        if isinstance(style.value, MappingNode) and "family" in style.value.entries
    }


def _text_style(entry: Entry, colours: Collection[str], problems: Problems) -> TextStyle:
    check_name(entry.key, entry.span, problems)
    keys = expect_mapping(entry.value, problems, required=REQUIRED, optional=OPTIONAL)
    weight = expect_int(keys["weight"], problems, 100, 900)
    size = expect_length(keys["size"], problems)
    align = keys.get("align")
    families = _family(keys["family"], problems)
    return TextStyle(
        family=families[0] if families else "",
        weight=weight,
        bold=expect_int(keys["bold"], problems, 100, 900) if "bold" in keys else weight,
        size=size,
        leading=expect_length(keys["leading"], problems),
        colour=expect_choice(keys["colour"], colours, problems),
        minimum=_minimum(keys.get("minimum"), size, problems),
        before=expect_length(keys.get("before"), problems, zero=True),
        after=expect_length(keys.get("after"), problems, zero=True),
        align=expect_choice(align, ALIGNMENTS, problems) if align is not None else "left",
        hyphenate=expect_flag(keys.get("hyphenate"), problems, default=True),
        fallback=families[1:],
    )


def _family(node: Node, problems: Problems) -> tuple[str, ...]:
    """A family, or a list: what the first lacks is taken from the next."""
    if isinstance(node, ListNode):
        return expect_texts(node, problems)
    return (expect_text(node, problems),)


def _minimum(node: Node | None, size: Um, problems: Problems) -> Um:
    if node is None:
        return size
    minimum = expect_length(node, problems)
    if size and minimum > size:
        text = "the smallest size is greater than the size itself"
        problems.error("PNP115", text, node.span, "expected a length of at most `size`")
    return minimum
