"""booklet.yaml: the outline of the rules booklet, the same for all languages."""

from pathlib import Path

from printnplay.loading.blocks import Stock, load_block
from printnplay.loading.fields import (
    expect_flag,
    expect_length,
    expect_list,
    expect_mapping,
    expect_name,
    expect_texts,
)
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import Node
from printnplay.loading.twins import refuse_twin_ids
from printnplay.model.cards import Outline, Section
from printnplay.model.diagnostics import Problems
from printnplay.model.geometry import Size


def load_outline(path: Path, shown: str, stock: Stock, problems: Problems) -> Outline | None:
    """The outline; `stock` is what its blocks may show. None where there is no file to read."""
    root = read_yaml(path, shown, problems)
    if root is None:
        return None
    keys = expect_mapping(root, problems, required=("page", "summary", "sections"))
    sections = [_section(item, stock, problems) for item in expect_list(keys["sections"], problems)]
    refuse_twin_ids("sections", [(one.id, one.span) for one in sections], problems)
    page = expect_mapping(keys["page"], problems, required=("width", "height"))
    return Outline(
        page=Size(
            expect_length(page["width"], problems),
            expect_length(page["height"], problems),
        ),
        sections=tuple(sections),
        summary=expect_texts(keys["summary"], problems),
        span=keys["summary"].span,
        page_span=keys["page"].span,
    )


def _section(node: Node, stock: Stock, problems: Problems) -> Section:
    keys = expect_mapping(node, problems, required=("id", "blocks"), optional=("new_page",))
    blocks = [load_block(item, stock, problems) for item in expect_list(keys["blocks"], problems)]
    return Section(
        id=expect_name(keys["id"], problems),
        blocks=tuple(block for block in blocks if block is not None),
        span=keys["id"].span,
        new_page=expect_flag(keys.get("new_page"), problems),
    )
