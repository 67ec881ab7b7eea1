"""booklet.yaml: the outline of the rules booklet, checked against the cards it shows."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from printnplay.files.yaml_tree import MappingNode, Node, read_yaml
from printnplay.loading.cards import expect_selection, selects
from printnplay.loading.fields import (
    check_unique_ids,
    expect_entries,
    expect_flag,
    expect_length,
    expect_list,
    expect_mapping,
    expect_name,
    expect_text,
    expect_texts,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Problems
from printnplay.model.game import (
    Block,
    Card,
    CardBlock,
    CardsBlock,
    FigureBlock,
    ListBlock,
    Outline,
    ParagraphBlock,
    QuestionsBlock,
    Section,
    TableBlock,
)
from printnplay.model.geometry import Size
from printnplay.model.suggestions import listed, suggestion

CARD_TEXTS = ("name", "rule")
"""The texts of a card that stand beside its face, by the last part of their keys."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What blocks may show. None means that it could not be read, so nothing is compared."""

    cards: Sequence[Card] | None
    examples: Collection[str] | None


Fields: TypeAlias = Mapping[str, Node]


def load_block(node: Node, stock: Stock, problems: Problems) -> Block | None:
    """A block, or None if its kind cannot be told."""
    if not isinstance(node, MappingNode):
        expect_entries(node, problems)
        return None
    kinds = [key for key in node.entries if key in KINDS]
    if len(kinds) != 1:
        _report_kind(node, kinds, problems)
        return None
    kind = KINDS[kinds[0]]
    fields = expect_mapping(
        node, problems, required=(kinds[0], *kind.required), optional=kind.optional
    )
    return kind.read(fields, stock, problems)


def _paragraph(fields: Fields, _stock: Stock, problems: Problems) -> Block:
    node = fields["paragraph"]
    return ParagraphBlock(expect_text(node, problems), node.span)


def _list(fields: Fields, _stock: Stock, problems: Problems) -> Block:
    return ListBlock(expect_texts(fields["list"], problems), fields["list"].span)


def _steps(fields: Fields, _stock: Stock, problems: Problems) -> Block:
    node = fields["steps"]
    return ListBlock(expect_texts(node, problems), node.span, numbered=True)


def _questions(fields: Fields, _stock: Stock, problems: Problems) -> Block:
    node = fields["questions"]
    return QuestionsBlock(expect_texts(node, problems), node.span)


def _card(fields: Fields, stock: Stock, problems: Problems) -> Block:
    node, texts = fields["card"], fields.get("texts")
    known = None if stock.cards is None else [card.id for card in stock.cards]
    card = _known(node, "card", known, problems)
    return CardBlock(card, () if texts is None else expect_texts(texts, problems), node.span)


def _cards(fields: Fields, stock: Stock, problems: Problems) -> Block:
    node, texts = fields["cards"], fields.get("texts")
    ids = _chosen(node, stock, problems)
    parts = CARD_TEXTS if texts is None else expect_texts(texts, problems, empty=True)
    return CardsBlock(tuple(ids), parts, node.span)


def _chosen(node: Node, stock: Stock, problems: Problems) -> list[str]:
    """Cards by a list of their ids, or by fields that they have in common."""
    cards = stock.cards or ()
    if isinstance(node, MappingNode):
        where = expect_selection(node, cards, problems)
        chosen = [card.id for card in cards if selects(where, card)]
        if cards and not chosen and all(selects_some(where, cards)):
            text = "the row of cards is empty: none has all of its fields"
            problems.error(
                codes.ROW_COUNTS_NOTHING, text, node.span, "expected fields that some card has"
            )
        return chosen
    known = None if stock.cards is None else [card.id for card in cards]
    return [_known(item, "card", known, problems) for item in expect_list(node, problems)]


def _table(fields: Fields, stock: Stock, problems: Problems) -> Block:
    prefix = expect_text(fields["table"], problems)
    counts = {}
    cards = stock.cards or ()
    for row in expect_entries(fields["rows"], problems).values():
        where = expect_selection(row.value, cards, problems)
        count = sum(card.copies for card in cards if selects(where, card))
        if cards and not count and all(selects_some(where, cards)):
            text = f"the row `{row.key}` counts no card: none has all of its fields"
            problems.error(
                codes.ROW_COUNTS_NOTHING, text, row.span, "expected a row that counts cards"
            )
        counts[f"{prefix}.{row.key}"] = count
    return TableBlock(counts, fields["table"].span)


def selects_some(where: Mapping[str, str], cards: Sequence[Card]) -> list[bool]:
    """For each pair whether any card has it, taken alone."""
    return [any(selects({field: value}, card) for card in cards) for field, value in where.items()]


def _figure(fields: Fields, stock: Stock, problems: Problems) -> Block:
    node = fields["figure"]
    return FigureBlock(_known(node, "example", stock.examples, problems), node.span)


def _drawing(fields: Fields, stock: Stock, problems: Problems) -> Block:
    node = fields["drawing"]
    template = expect_name(node, problems)
    example = _known(fields["example"], "example", stock.examples, problems)
    return FigureBlock(example, node.span, template)


@dataclass(frozen=True, slots=True)
class _Kind:
    read: Callable[[Fields, Stock, Problems], Block]
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


KINDS: Mapping[str, _Kind] = {
    "paragraph": _Kind(_paragraph),
    "list": _Kind(_list),
    "steps": _Kind(_steps),
    "questions": _Kind(_questions),
    "table": _Kind(_table, required=("rows",)),
    "card": _Kind(_card, optional=("texts",)),
    "cards": _Kind(_cards, optional=("texts",)),
    "figure": _Kind(_figure),
    "drawing": _Kind(_drawing, required=("example",)),
}


def _known(node: Node, what: str, known: Collection[str] | None, problems: Problems) -> str:
    name = expect_text(node, problems)
    if name and known is not None and name not in known:
        text = f"there is no {what} `{name}`"
        label = f"expected the id of {'an' if what == 'example' else 'a'} {what}"
        problems.error(codes.BLOCK_NAMES_NOTHING, text, node.span, label, suggestion(name, known))
    return name


def _report_kind(node: MappingNode, kinds: Sequence[str], problems: Problems) -> None:
    text = f"a block is {listed(kinds)} at once" if kinds else "a block is of no known kind"
    label = f"expected one of {listed(KINDS)}"
    cure = "make it several blocks"
    if not kinds:
        cure = suggestion(next(iter(node.entries), ""), KINDS)
    problems.error(codes.UNKNOWN_BLOCK, text, node.span, label, cure)


def load_outline(path: Path, shown: str, stock: Stock, problems: Problems) -> Outline | None:
    """The outline; `stock` is what its blocks may show. None where there is no file to read."""
    root = read_yaml(path, shown, problems)
    if root is None:
        return None
    keys = expect_mapping(root, problems, required=("page", "summary", "sections"))
    sections = [_section(item, stock, problems) for item in expect_list(keys["sections"], problems)]
    check_unique_ids("sections", [(one.id, one.span) for one in sections], problems)
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
