"""booklet.yaml: the outline of the rules booklet, checked against the cards it shows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.files.yaml_tree import ListNode, MappingNode, Node, read_yaml
from printnplay.loading.cards import check_selection, selects
from printnplay.loading.forms import (
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    Form,
    Record,
    check_unique_ids,
    either,
    list_of,
    map_of,
    optional,
    read_entries,
    required,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
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
from printnplay.model.printing import CREEP
from printnplay.model.suggestions import listed, suggestion


@dataclass(frozen=True, slots=True)
class Stock:
    """What blocks may show. None means that it could not be read, so nothing is compared."""

    cards: Sequence[Card] | None
    examples: Collection[str] | None


class BlockKeys(Record):
    """A block of the booklet. Its kind is its first key; each kind is a subclass."""

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The block; what it names must be in stock."""
        raise NotImplementedError

    @property
    def place(self) -> Span:
        """The place of the first key's value."""
        return self.at(next(iter(self.keys)))

    def _card(self, name: str, span: Span, stock: Stock, problems: Problems) -> None:
        known = None if stock.cards is None else [card.id for card in stock.cards]
        _check_known(name, "card", known, span, problems)


class ParagraphKeys(BlockKeys):
    """A paragraph."""

    paragraph = required(TEXT, "The key of its text.", "rules.goal.points")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The paragraph."""
        del stock, problems
        return ParagraphBlock(self.paragraph, self.place)


class ListKeys(BlockKeys):
    """A list with bullets."""

    list = required(list_of(TEXT), "The keys of its items.", "[rules.turn.on, rules.turn.stop]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The list."""
        del stock, problems
        return ListBlock(self.list, self.place)


class StepsKeys(BlockKeys):
    """A list with numbers."""

    steps = required(list_of(TEXT), "The keys of its steps.", "[rules.setup.shuffle]")

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The list."""
        del stock, problems
        return ListBlock(self.steps, self.place, numbered=True)


class QuestionsKeys(BlockKeys):
    """Questions and their answers."""

    questions = required(
        list_of(TEXT),
        "The first parts of their keys; `.question` and `.answer` are added to each.",
        "[rules.faq.tie, rules.faq.pass]",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The questions."""
        del stock, problems
        return QuestionsBlock(self.questions, self.place)


class TableKeys(BlockKeys):
    """A table that counts the cards of the deck, with their total below."""

    table = required(
        TEXT, "The first part of its rows' keys; their names are added to it.", "rules.contents"
    )
    rows = required(
        map_of(NAMES_TO_TEXTS, names=False, keys="row"),
        "For each row the fields that its cards have; `family` counts as a field.",
        "{numbers: {family: number}, storms: {family: storm}}",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The table; each row must count some card."""
        counts = {}
        cards = stock.cards or ()
        for row in read_entries(self.nodes["rows"], Problems()).values():
            check_selection(row.value, cards, problems)
            where = self.rows[row.key]
            count = sum(card.copies for card in cards if selects(where, card))
            if cards and not count and _each_selects(where, cards):
                text = f"the row `{row.key}` counts no card: none has all of its fields"
                label = "expected a row that counts cards"
                problems.error(codes.ROW_COUNTS_NOTHING, text, row.span, label)
            counts[f"{self.table}.{row.key}"] = count
        return TableBlock(counts, self.place)


class CardKeys(BlockKeys):
    """A card's face beside its name, and further texts."""

    card = required(TEXT, "The id of the card.", "storm")
    texts = optional(
        list_of(TEXT), "The keys of texts that stand below the name.", "[rules.turn.storm]", "[]"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The card."""
        self._card(self.card, self.place, stock, problems)
        return CardBlock(self.card, self.texts, self.place)


class CardsKeys(BlockKeys):
    """Small faces in rows, each with texts of the card's own."""

    cards = required(
        either(MappingNode, NAMES_TO_TEXTS, list_of(TEXT)),
        "The cards: a list of their ids, or the fields that all of them have.",
        "[storm, number-1]",
    )
    texts = optional(
        list_of(TEXT, empty=True),
        "The texts of each card, by the last part of their keys.",
        "[name]",
        "[name, rule]",
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The cards."""
        return CardsBlock(self._chosen(stock, problems), self.texts, self.place)

    def _chosen(self, stock: Stock, problems: Problems) -> tuple[str, ...]:
        cards, node = stock.cards or (), self.nodes["cards"]
        if not isinstance(self.cards, dict):
            items = node.items if isinstance(node, ListNode) else []
            for name, item in zip(self.cards, items, strict=True):
                self._card(name, item.span, stock, problems)
            return self.cards
        check_selection(node, cards, problems)
        chosen = tuple(card.id for card in cards if selects(self.cards, card))
        if cards and not chosen and _each_selects(self.cards, cards):
            text = "the row of cards is empty: none has all of its fields"
            label = "expected fields that some card has"
            problems.error(codes.ROW_COUNTS_NOTHING, text, node.span, label)
        return chosen


class FigureKeys(BlockKeys):
    """A worked example, drawn by the template `figure`, with its caption."""

    figure = required(
        TEXT, "The id of the example; the key of its caption is `examples.<id>`.", "first-blow"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The figure."""
        _check_known(self.figure, "example", stock.examples, self.place, problems)
        return FigureBlock(self.figure, self.place)


class DrawingKeys(BlockKeys):
    """A worked example, drawn by any other template, with its caption."""

    drawing = required(NAME, "The template that draws it.", "setup")
    example = required(
        TEXT, "The id of the example; the key of its caption is `examples.<id>`.", "first-blow"
    )

    def block(self, stock: Stock, problems: Problems) -> Block:
        """The figure."""
        _check_known(self.example, "example", stock.examples, self.at("example"), problems)
        return FigureBlock(self.example, self.place, self.drawing)


KINDS: Mapping[str, type[BlockKeys]] = {
    next(iter(kind.keys)): kind
    for kind in (
        ParagraphKeys,
        ListKeys,
        StepsKeys,
        QuestionsKeys,
        TableKeys,
        CardKeys,
        CardsKeys,
        FigureKeys,
        DrawingKeys,
    )
}


def _read_block(node: Node, problems: Problems) -> BlockKeys | None:
    """A block, or None if its kind cannot be told."""
    named = [key for key in read_entries(node, problems) if key in KINDS]
    if len(named) == 1:
        return KINDS[named[0]](node, problems)
    if isinstance(node, MappingNode):
        text = f"a block is {listed(named)} at once" if named else "a block is of no known kind"
        label = f"expected one of {listed(KINDS)}"
        cure = "make it several blocks"
        if not named:
            cure = suggestion(next(iter(node.entries), ""), KINDS)
        problems.error(codes.UNKNOWN_BLOCK, text, node.span, label, cure)
    return None


BLOCK = Form(
    _read_block,
    "a block",
    {"anyOf": [kind.form().schema for kind in KINDS.values()]},
    tuple(KINDS.values()),
)


def _each_selects(where: Mapping[str, str], cards: Sequence[Card]) -> bool:
    """Whether each pair, taken alone, is had by some card."""
    return all(
        any(selects({field: value}, card) for card in cards) for field, value in where.items()
    )


def _check_known(
    name: str, what: str, known: Collection[str] | None, span: Span, problems: Problems
) -> None:
    if name and known is not None and name not in known:
        text = f"there is no {what} `{name}`"
        label = f"expected the id of {'an' if what == 'example' else 'a'} {what}"
        problems.error(codes.BLOCK_NAMES_NOTHING, text, span, label, suggestion(name, known))


class SectionKeys(Record):
    """A section of the booklet, whose title is the text `rules.<id>.title`."""

    id = required(NAME, "The name of the section, of which the title's key is made.", "goal")
    blocks = required(
        list_of(BLOCK),
        "The blocks of the section, in their order.",
        "[{paragraph: rules.goal.points}]",
    )
    new_page = optional(FLAG, "Whether it begins on a new page.", "yes", "no")


class BookletKeys(Record):
    """How the booklet is made."""

    creep = optional(
        LENGTH_OR_ZERO,
        "How much nearer to the fold the pages of each further sheet inside are set. Without this"
        f" key it is {CREEP / 1000:g} mm, for paper of 90 g/m².",
        "0.1mm",
    )


class PageKeys(Record):
    """The trimmed size of a page."""

    width = required(LENGTH, "From the left edge to the right one.", "127mm")
    height = required(LENGTH, "From the upper edge to the lower one.", "190.5mm")

    @property
    def size(self) -> Size:
        """The size."""
        return Size(self.width, self.height)


class OutlineKeys(Record):
    """The outline of the rule booklet, the same in every language."""

    page = required(PageKeys.form(), "The size of a page.", "{width: 127mm, height: 190.5mm}")
    summary = required(
        list_of(TEXT),
        'The keys of the paragraphs of the sheet "Rules at a glance".',
        "[rules.summary.turn, rules.summary.end]",
    )
    sections = required(
        list_of(SectionKeys.form()),
        "The sections in their order.",
        "[{id: goal, blocks: [{paragraph: rules.goal.points}]}]",
    )
    booklet = optional(BookletKeys.form(), "How the booklet is made.", "{creep: 0.1mm}")


def load_outline(path: Path, shown: str, stock: Stock, problems: Problems) -> Outline | None:
    """The outline; `stock` is what its blocks may show. None where there is no file to read."""
    root = read_yaml(path, shown, problems)
    if root is None:
        return None
    keys = OutlineKeys(root, problems)
    check_unique_ids(
        "sections", [(section.id, section.at("id")) for section in keys.sections], problems
    )
    sections = tuple(
        Section(
            id=section.id,
            blocks=tuple(block.block(stock, problems) for block in section.blocks if block),
            span=section.at("id"),
            new_page=section.new_page,
        )
        for section in keys.sections
    )
    return Outline(
        page=keys.page.size,
        sections=sections,
        summary=keys.summary,
        span=keys.at("summary"),
        page_span=keys.at("page"),
        creep=keys.booklet.creep if keys.booklet else None,
    )
