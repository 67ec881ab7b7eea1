"""The ids of cards: the patterns and columns that make them, and duplicate ids."""

import re
from collections.abc import Iterable, Mapping

from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.strings import plain_name
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.loading.families import FamilyKeys
from printnplay.loading.forms import NAME
from printnplay.loading.headings import ID, cell_name
from printnplay.loading.rows import CardRow, CardTable, read_cell

_FIELD = re.compile(r"\{([^{}]*)\}")


def check_pattern(
    name: str, family: FamilyKeys, table: CardTable | None, problems: Problems
) -> None:
    """Report a pattern of ids that names no field, or leaves out an axis."""
    has_rows = "rows" in family.nodes
    if has_rows and (table is None or not _has_ids(family, table, problems)):
        return
    columns = table.columns if table else ()
    usual = f"{{{ID}}}" if has_rows else name
    pattern = usual if family.id is None else family.id
    known = [*columns, *family.axes, *family.fields]
    named = _FIELD.findall(pattern)
    for field in named:
        if field not in known:
            lacks = "is not a column of the table" if has_rows else f"the family `{name}` lacks"
            text = f"the id pattern names `{field}`, which {lacks}"
            label = f"expected {listed(known)} in braces" if known else "expected no braces"
            cure = suggestion(field, known)
            problems.error(codes.BAD_ID_PATTERN, text, family.at("id"), label, cure)
    missing = [
        axis for axis, values in family.axes.items() if len(values) > 1 and axis not in named
    ]
    if missing and pattern and all(field in known for field in named):
        parts = [f"{{{axis}}}" for axis in missing]
        cure = f"add {listed(parts)}"
        if family.id is None and has_rows:
            cure = f'write `id: "{"-".join([usual, *parts])}"`'
        problems.error(
            codes.SAME_CARD_ID,
            f"cards that differ in {listed(missing)} have the same id",
            family.at("id"),
            "expected every axis in the pattern",
            cure,
        )


def _has_ids(family: FamilyKeys, table: CardTable, problems: Problems) -> bool:
    """Return whether the rows of a family have ids, from a column or a pattern; report if not."""
    if family.id is not None or table.has_ids:
        return True
    text = "the table has no column `id`"
    label = "expected a column of permanent card ids"
    cure = 'add the column `id`, or write `id: "{name}"` in cards.yaml to make ids from names'
    if table.sheets:
        cure += f"; or choose another sheet with `sheet:`, one of {listed(table.sheets)}"
    problems.error(codes.BAD_COLUMN, text, table.first, label, cure)
    return False


def check_ids(
    families: Mapping[str, FamilyKeys], tables: Mapping[str, CardTable], problems: Problems
) -> None:
    """Warn of a column of ids that patterns replace in all families of its table."""
    used = {
        tables[name].first
        for name, family in families.items()
        if name in tables and (family.id is None or "id" in fields_in(family.id))
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


def row_id(family: FamilyKeys, row: CardRow, fields: Mapping[str, str], problems: Problems) -> str:
    """Return the id of a row's card: its cell, or the family's pattern filled from its columns."""
    if family.id is None and row.id is not None:
        return read_cell(NAME, row.id, lambda: cell_name(row.number, ID), problems)
    pattern = family.id or ""
    said = {
        column: cell.value
        for (language, column), cell in row.texts.items()
        if language == family.language and cell.value
    }
    values = {ID: row.id.value if row.id else "", **said, **fields}
    written = filled(pattern, values)
    of_row = filled(pattern, {**values, **dict.fromkeys(family.axes, "")})
    made = plain_name(written, "-") if plain_name(of_row) else ""
    if not made:
        text, place = f"row {row.number} has no id", row.span
        label = "expected a unique id"
        cure = "fill in its cell, or set its copies to 0 to leave the row out"
        if of_row.strip("- "):
            text = f"`{written}` makes no id: it has no letter a to z and no digit"
            cure = "add a column `id`, or name one with plain letters in the family's `id`"
            named = _FIELD.findall(pattern)
            texts = {name: cell.span for (_, name), cell in row.texts.items()}
            places = {**texts, **row.places}
            place = next((places[name] for name in named if name in places), place)
        problems.error(codes.NAME_NOT_PLAIN, text, place, label, cure)
    return made


def filled(pattern: str, fields: Mapping[str, str]) -> str:
    """Return a pattern with the values of fields in place of their names in braces."""
    for name, value in fields.items():
        pattern = pattern.replace(f"{{{name}}}", value)
    return pattern


def fields_in(pattern: str) -> frozenset[str]:
    """Return the fields that a pattern of ids names."""
    return frozenset(_FIELD.findall(pattern))


def _another_id(card: Card, other: Card) -> str:
    """Return the help on giving one of two cards another id."""
    if card.headings and card.span == other.span:
        return "put a hyphen between the fields of the id pattern"
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


def refuse_twins(cards: Iterable[Card], problems: Problems) -> None:
    """Report cards with the same id."""
    first: dict[str, Card] = {}
    for card in cards:
        other = first.setdefault(card.id, card)
        is_new = bool(card.id) and other is not card
        of_row = is_new and bool(card.headings) and card.span == other.span
        if of_row and card.family != other.family:
            problems.error(
                codes.SAME_CARD_ID,
                f"the families `{other.family}` and `{card.family}` both take the row of"
                f" `{card.id}`",
                card.span,
                "expected one family for each row",
                "write `where:` in both families, with values that select different rows",
            )
        elif is_new:
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
