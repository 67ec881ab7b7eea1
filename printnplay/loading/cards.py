"""cards.yaml: families of cards, expanded along their axes into the distinct cards of the deck.

Also the selection of cards by their fields, for sheets and for the rows of tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.yaml_tree import Entry, ListNode, MappingNode, Node, TextNode, read_yaml
from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.card_ids import check_ids, check_pattern, filled, refuse_twins, row_id
from printnplay.loading.column_types import (
    BACK,
    LANGUAGES,
    ROLES,
    ColumnType,
    check_default,
    languages_in,
)
from printnplay.loading.families import FILE, TAKEN, FamilyKeys
from printnplay.loading.family_tables import check_left_out, family_table
from printnplay.loading.forms import check_name, read_entries
from printnplay.loading.rows import CardTable, card_texts
from printnplay.loading.table_files import TableFolder


def value_of(card: Card, field: str) -> str | None:
    """Return the value of a card's field; the family counts as one."""
    return card.family if field == "family" else card.fields.get(field)


def selects(where: Mapping[str, str], card: Card) -> bool:
    """Return whether the card has all of these values."""
    return all(value_of(card, field) == value for field, value in where.items())


def check_selection(node: Node, cards: Sequence[Card], problems: Problems) -> None:
    """Report fields and values in a mapping of fields to values that no card has.

    Without cards, nothing is checked, as their error is reported elsewhere.
    """
    if isinstance(node, MappingNode) and cards:
        for field in node.entries:
            _check(node, field, cards, problems)


def _check(node: MappingNode, field: str, cards: Sequence[Card], problems: Problems) -> None:
    entry = node.entries[field]
    value = entry.value.value if isinstance(entry.value, TextNode) else ""
    fields = {"family"} | {name for card in cards for name in card.fields}
    values = {found for card in cards if (found := value_of(card, field)) is not None}
    if field not in fields:
        text = f"no card has a field `{field}`"
        label = "expected a field of the cards"
        problems.error(codes.SELECTS_NOTHING, text, entry.span, label, suggestion(field, fields))
    elif value and value not in values:
        text = f"no card has `{field}: {value}`"
        label = f"expected a value of `{field}`"
        problems.error(
            codes.SELECTS_NOTHING, text, entry.value.span, label, suggestion(value, values)
        )


MAX_DISTINCT = 10_000
"""The most distinct cards that the axes of a family make: half of `CARDS` in `loading/game.py`. A
guess: more is a mistake."""


def tables_of(cards: Iterable[Card]) -> frozenset[str]:
    """Return the table files that cards come from, as the user would type them."""
    return frozenset(place.file for table in headings_of(cards) for place in table.values())


def headings_of(cards: Iterable[Card]) -> list[Mapping[str, Span]]:
    """Return the headings of the tables that cards come from, those of a family once."""
    return [*{id(card.headings): card.headings for card in cards}.values()]


def load_cards(
    path: Path,
    shown: str,
    problems: Problems,
    contents: Mapping[str, bytes] | None = None,
    *,
    original: str = REFERENCE,
) -> tuple[Card, ...]:
    """Load the distinct cards of a game, family by family, each axis in its written order.

    Return none if the file has errors: then nothing can be compared with them. `contents` replaces
    the content of the table files with these names. `original` is the language of columns that
    name none.
    """
    before = problems.errors
    root = read_yaml(path, shown, problems)
    if root is None:
        return ()
    families = FILE.read(root, problems)
    for family in families.values():
        family.values["language"] = family.language or original
    folder = TableFolder(path.parent, shown.rpartition("/")[0], contents or {})
    tables = {
        name: table
        for name, family in families.items()
        if (table := family_table(family, folder, problems))
    }
    check_left_out(families, tables, folder, problems)
    for name, family in families.items():
        _check_axes(family, problems)
        _check_fields(name, family, tables.get(name), problems)
        _check_roles(family, problems)
        check_pattern(name, family, tables.get(name), problems)
    check_ids(families, tables, problems)
    if problems.errors > before:
        return ()
    entries = read_entries(root, problems)
    cards = [
        card
        for name, family in families.items()
        if not _is_too_large(name, family, tables.get(name), entries[name].span, problems)
        for card in (
            _of_rows(name, family, tables[name], path.parent.name, problems)
            if name in tables
            else _spread(name, family, entries[name].span, problems)
        )
    ]
    refuse_twins(cards, problems.aside())
    if problems.draft:
        cards = [*{card.id: card for card in reversed(cards) if card.id}.values()][::-1]
    if families and not cards and problems.errors == before:
        first = next(iter(tables.values())).first
        label = "expected at least one row with 1 copy or more below the headings"
        problems.error(codes.NO_CARDS, "the deck has no cards", first, label, "add a row")
    return tuple(cards) if problems.errors == before else ()


def declared_types(
    path: Path, shown: str, problems: Problems
) -> Mapping[str, Mapping[str, ColumnType]]:
    """Return the declared types of columns, by family and column, as far as they can be read."""
    root = read_yaml(path, shown, problems)
    families = FILE.read(root, problems) if root is not None else {}
    return {
        name: {column: of.type for column, of in family.columns.items() if of.type.kind}
        for name, family in families.items()
    }


def _check_axes(family: FamilyKeys, problems: Problems) -> None:
    node = family.nodes.get("axes")
    for entry in node.entries.values() if isinstance(node, MappingNode) else ():
        items = entry.value.items if isinstance(entry.value, ListNode) else []
        earlier: set[str] = set()
        for value, item in zip(family.axes[entry.key], items, strict=True):
            if value and value in earlier:
                text = f"`{value}` is listed twice on the axis `{entry.key}`"
                label = "expected each value once"
                problems.error(codes.FIELD_GIVEN_TWICE, text, item.span, label, "remove it")
            earlier.add(value)


def _check_fields(
    name: str, family: FamilyKeys, table: CardTable | None, problems: Problems
) -> None:
    for part in ("axes", "fields", "back"):
        node = family.nodes.get(part)
        if not isinstance(node, MappingNode):
            continue
        for entry in node.entries.values():
            if entry.key in TAKEN:
                text = f"`{entry.key}` is a built-in field of every card"
                label = f"expected a name other than {listed(TAKEN)}"
                problems.error(codes.NAME_NOT_PLAIN, text, entry.span, label, "rename the field")
            elif part == "fields" and entry.key in family.axes:
                text = f"`{entry.key}` is an axis and a field of the family `{name}`"
                label = "expected a field that is not an axis"
                problems.error(
                    codes.FIELD_GIVEN_TWICE, text, entry.span, label, "remove one of the two"
                )
            elif part == "axes" and table and entry.key in table.columns:
                text = f"`{entry.key}` is an axis of the family `{name}` and a column of its table"
                label = "expected an axis that is not a column"
                cure = f"rename the axis, or remove it and keep the column `{entry.key}`"
                problems.error(codes.FIELD_GIVEN_TWICE, text, entry.span, label, cure)


def _check_roles(family: FamilyKeys, problems: Problems) -> None:
    """Report two columns with the same role, and defaults of the wrong type."""
    roles: dict[str, str] = {}
    for column, of in family.columns.items():
        kind = of.type.kind
        if kind in ROLES and (first := roles.setdefault(kind, column)) != column:
            text = f"the columns `{first}` and `{column}` are both `{kind}`"
            label = "expected one column of this type"
            problems.error(codes.FIELD_GIVEN_TWICE, text, of.span, label, "remove one of the two")
        check_default(family.fields.get(column, ""), of.type, family.at("fields"), problems)


def _of_rows(
    name: str, family: FamilyKeys, table: CardTable, game: str, problems: Problems
) -> Iterator[Card]:
    """Yield the cards of a family with a table: one for each row and combination of axis values."""
    kinds = {of.type.kind: column for column, of in family.columns.items()}
    role = {kind: kinds[kind] for kind in ROLES if kind in kinds}
    of_rows, like = problems.aside(), _card(name, family, "", {}, table.first)
    own_back = family.back or {}
    for row, values in product(table.rows, _combinations(family)):
        copies = family.copies if row.copies is None else row.copies
        if not copies:
            continue
        fields = {**dict.fromkeys(table.fields, ""), **family.fields, **row.fields, **values}
        card_id = row_id(family, row, fields, of_rows)
        texts = list(card_texts(card_id, row, game))
        back = fields.get(role.get(BACK, ""), "")
        has_back = back or like.back_fields is not None
        yield replace(
            like,
            id=card_id,
            fields=fields,
            span=row.span,
            template=row.template or like.template,
            copies=copies,
            back_fields={**fields, **own_back} if has_back else None,
            back_template=back or like.back_template,
            places={**row.empty, **like.places, **row.places},
            quoted=(like.quoted - row.fields.keys()) | row.quoted,
            texts=tuple(text for text in texts if text[1].plain),
            blanks=tuple(text for text in texts if not text[1].plain),
            headings=table.headings,
            typed=table.typed,
            roles=role,
            languages=languages_in(fields.get(role.get(LANGUAGES, ""), "")),
        )


def _combinations(family: FamilyKeys) -> Iterator[Mapping[str, str]]:
    """Yield each combination of the values of a family's axes: one, empty, without axes."""
    for values in product(*family.axes.values()):
        yield dict(zip(family.axes, values, strict=True))


def _card(
    name: str, family: FamilyKeys, card_id: str, fields: Mapping[str, str], span: Span
) -> Card:
    """Return a card with the values of its family."""
    return Card(
        id=card_id,
        family=name,
        template=family.template,
        copies=family.copies,
        fields=fields,
        span=span,
        back_fields={**fields, **(family.back or {})} if _two_sided(family) else None,
        back_template=family.back_template or "",
        places=_places(family),
        quoted=_quoted(family),
        numbered=family.numbered,
    )


def _written(family: FamilyKeys) -> Iterator[Entry]:
    """Yield the fields of a family as they are written."""
    for node in map(family.nodes.get, ("axes", "fields", "back")):
        yield from node.entries.values() if isinstance(node, MappingNode) else ()


def _places(family: FamilyKeys) -> dict[str, Span]:
    """Return where the fields of a family, and its template, are written."""
    fields = {entry.key: entry.value.span for entry in _written(family)}
    return {"template": family.at("template"), **fields}


def _quoted(family: FamilyKeys) -> frozenset[str]:
    """Return the fields of a family whose values are in quotes."""
    found = set()
    for entry in _written(family):
        values = entry.value.items if isinstance(entry.value, ListNode) else [entry.value]
        if any(isinstance(value, TextNode) and value.style for value in values):
            found.add(entry.key)
    return frozenset(found)


def _two_sided(family: FamilyKeys) -> bool:
    return family.back is not None or family.back_template is not None


def _spread(name: str, family: FamilyKeys, span: Span, problems: Problems) -> Iterator[Card]:
    """Yield the cards of a family without a table; `span` is the place of its name."""
    for values in _combinations(family):
        fields = {**family.fields, **values}
        card_id = name if family.id is None else filled(family.id, fields)
        if not check_name(card_id, family.at("id"), problems):
            return  # the others have the same pattern, and probably the same fault
        yield _card(name, family, card_id, fields, span)


def _is_too_large(
    name: str, family: FamilyKeys, table: CardTable | None, span: Span, problems: Problems
) -> bool:
    """Return whether the axes of a family make too many cards, after reporting it."""
    rows = len(table.rows) if table else 1
    if not family.axes or rows * prod(map(len, family.axes.values())) <= MAX_DISTINCT:
        return False
    text = f"the axes of `{name}` make more than {MAX_DISTINCT:,} different cards"
    label, cure = "expected fewer or shorter axes", "split the family or shorten its axes"
    problems.error(codes.FILE_TOO_LARGE, text, span, label, cure)
    return True
