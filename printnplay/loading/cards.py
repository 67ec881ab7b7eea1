"""cards.yaml: families of cards, expanded along their axes into the distinct cards of the deck.

Also the selection of cards by their fields, for sheets and for the rows of tables.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.yaml_tree import Entry, ListNode, MappingNode, Node, TextNode, read_yaml
from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.families import FILE, TAKEN, FamilyKeys
from printnplay.loading.family_tables import check_left_out, family_table
from printnplay.loading.forms import (
    NAME,
    check_name,
    read_entries,
)
from printnplay.loading.headings import cell_name, plain_name
from printnplay.loading.rows import CardRow, CardTable, card_texts, read_cell
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

_FIELD = re.compile(r"\{([^{}]*)\}")


def tables_of(cards: Iterable[Card]) -> frozenset[str]:
    """Return the table files that cards come from, as the user would type them."""
    return frozenset(place.file for card in cards for place in card.headings.values())


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
        _check_fields(name, family, problems)
        _check_pattern(name, family, tables.get(name), problems)
    _check_ids(families, tables, problems)
    if problems.errors > before:
        return ()
    entries = read_entries(root, problems)
    cards = [
        card
        for name, family in families.items()
        for card in (
            _of_rows(name, family, tables[name], path.parent.name, problems)
            if name in tables
            else _spread(name, family, entries[name].span, problems)
        )
    ]
    _refuse_twins(cards, problems)
    if families and not cards and problems.errors == before:
        first = next(iter(tables.values())).first
        label = "expected at least one row with 1 copy or more below the headings"
        problems.error(codes.NO_CARDS, "the deck has no cards", first, label, "add a row")
    return tuple(cards) if problems.errors == before else ()


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


def _check_fields(name: str, family: FamilyKeys, problems: Problems) -> None:
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


def _check_pattern(
    name: str, family: FamilyKeys, table: CardTable | None, problems: Problems
) -> None:
    if "rows" in family.nodes:
        _check_row_pattern(family, table, problems)
        return
    known = [*family.axes, *family.fields]
    pattern = name if family.id is None else family.id
    named = _FIELD.findall(pattern)
    for field in named:
        if field not in known:
            problems.error(
                codes.BAD_ID_PATTERN,
                f"the id pattern names `{field}`, which the family `{name}` does not have",
                family.at("id"),
                f"expected {listed(known)} in braces" if known else "expected an id without braces",
                suggestion(field, known),
            )
    missing = [
        axis for axis, values in family.axes.items() if len(values) > 1 and axis not in named
    ]
    if missing and pattern and all(field in known for field in named):
        problems.error(
            codes.SAME_CARD_ID,
            f"cards that differ in {listed(missing)} have the same id",
            family.at("id"),
            "expected every axis in the pattern",
            "add " + listed(f"{{{axis}}}" for axis in missing),
        )


def _check_row_pattern(family: FamilyKeys, table: CardTable | None, problems: Problems) -> None:
    if table is None:
        return
    if family.id is None:
        if not table.has_ids:
            text = "the table has no column `id`"
            label = "expected a column of permanent card ids"
            cure = (
                'add the column `id`, or write `id: "{name}"` in cards.yaml to make ids from names'
            )
            if table.sheets:
                cure += f"; or choose another sheet with `sheet:`, one of {listed(table.sheets)}"
            problems.error(codes.BAD_COLUMN, text, table.first, label, cure)
        return
    known = [*table.columns, *family.fields]
    for field in _FIELD.findall(family.id):
        if field not in known:
            text = f"the id pattern names `{field}`, which is not a column of the table"
            label = f"expected {listed(known)} in braces"
            cure = suggestion(field, known)
            problems.error(codes.BAD_ID_PATTERN, text, family.at("id"), label, cure)


def _check_ids(
    families: Mapping[str, FamilyKeys], tables: Mapping[str, CardTable], problems: Problems
) -> None:
    """Warn of a column of ids that patterns replace in all families of its table."""
    used = {
        tables[name].first
        for name, family in families.items()
        if name in tables and (family.id is None or "id" in _FIELD.findall(family.id))
    }
    for name, table in tables.items():
        if table.has_ids and table.first not in used:
            typed = table.typed.get("id", "id")
            problems.warning(
                codes.UNUSED_COLUMN,
                f"unused column `{typed}`: `card.id` is made by the pattern `{families[name].id}`",
                table.headings.get("id", table.first),
                "its cells are not read",
                f'write `id: "{{id}}"` in cards.yaml to use it, or name it `{typed}_code`',
            )


def _of_rows(
    name: str, family: FamilyKeys, table: CardTable, game: str, problems: Problems
) -> Iterator[Card]:
    """Yield the cards of a family that are rows of a table."""
    for row in table.rows:
        copies = family.copies if row.copies is None else row.copies
        if not copies:
            continue
        fields = {**dict.fromkeys(table.fields, ""), **family.fields, **row.fields}
        card_id = _row_id(family, row, fields, problems)
        texts = list(card_texts(card_id, row, game))
        card = _card(name, family, card_id, fields, row.span)
        yield replace(
            card,
            template=row.template or card.template,
            copies=copies,
            places={**row.empty, **card.places, **row.places},
            quoted=(card.quoted - row.fields.keys()) | row.quoted,
            texts=tuple(text for text in texts if text[1].plain),
            blanks=tuple(text for text in texts if not text[1].plain),
            headings=table.headings,
            typed=table.typed,
        )


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
    )


def _row_id(family: FamilyKeys, row: CardRow, fields: Mapping[str, str], problems: Problems) -> str:
    """Return the id of a row's card: its cell, or the family's pattern filled from its columns."""
    if family.id is None and row.id is not None:
        return read_cell(NAME, row.id, lambda: cell_name(row.number, "id"), problems)
    said = {
        column: cell.value
        for (language, column), cell in row.texts.items()
        if language == family.language and cell.value
    }
    filled = _filled(family.id or "", {**said, **fields})
    made = plain_name(filled, "-")
    if not made:
        text, place = f"row {row.number} has no id", row.span
        label = "expected a unique id"
        cure = "fill in its cell, or set its copies to 0 to leave the row out"
        if filled.strip("- "):
            text = f"`{filled}` makes no id: it has no letter a to z and no digit"
            cure = "add a column `id`, or name one with plain letters in the family's `id`"
            named = _FIELD.findall(family.id or "")
            texts = {name: cell.span for (_, name), cell in row.texts.items()}
            places = {**texts, **row.places}
            place = next((places[name] for name in named if name in places), place)
        problems.error(codes.NAME_NOT_PLAIN, text, place, label, cure)
    return made


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
    """Yield the cards of a family; `span` is the place of its name."""
    if prod(len(values) for values in family.axes.values()) > MAX_DISTINCT:
        text = f"the axes of `{name}` make more than {MAX_DISTINCT:,} different cards"
        label = "expected fewer or shorter axes"
        problems.error(
            codes.FILE_TOO_LARGE, text, span, label, "split the family or shorten its axes"
        )
        return
    for values in product(*family.axes.values()):
        fields = {**family.fields, **dict(zip(family.axes, values, strict=True))}
        card_id = name if family.id is None else _filled(family.id, fields)
        if not check_name(card_id, family.at("id"), problems):
            return  # the others have the same pattern, and probably the same fault
        yield _card(name, family, card_id, fields, span)


def _filled(pattern: str, fields: Mapping[str, str]) -> str:
    for name, value in fields.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def _another_id(card: Card, other: Card) -> str:
    """Return the help on giving one of two cards another id."""
    if not (card.headings and other.headings):
        return "change the id pattern of one of the families"
    if "id" in card.headings and "id" in other.headings:
        return "change the id in one of the two rows"
    return (
        "`id:` in cards.yaml makes ids from names: rename a card, or add a column to the"
        ' pattern, such as `id: "{name}-{kind}"`'
    )


def _place_of_id(card: Card) -> Span:
    """Return the first text of a card whose id comes from its texts; else the start of its row."""
    is_made = card.headings and "id" not in card.headings and card.texts
    return card.texts[0][1].span if is_made else card.span


def _refuse_twins(cards: list[Card], problems: Problems) -> None:
    first: dict[str, Card] = {}
    for card in cards:
        other = first.setdefault(card.id, card)
        if card.id and other is not card and card.headings and card.span == other.span:
            problems.error(
                codes.SAME_CARD_ID,
                f"the families `{other.family}` and `{card.family}` both take the row of"
                f" `{card.id}`",
                card.span,
                "expected one family for each row",
                "write `where:` in both families, with values that select different rows",
            )
        elif card.id and other is not card:
            problems.add(
                Diagnostic(
                    codes.SAME_CARD_ID,
                    f"`{card.id}` is the id of several cards",
                    _place_of_id(card),
                    "expected a unique id",
                    _another_id(card, other),
                    (("the other card is here", _place_of_id(other)),),
                )
            )
