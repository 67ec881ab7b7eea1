"""The tables of families: their files, the tables joined to them, and where they are published."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.files.yaml_tree import ListNode, MappingNode, TextNode, read_yaml
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import suggestion
from printnplay.loading.card_ids import fields_in
from printnplay.loading.column_types import ColumnType
from printnplay.loading.families import FILE, OF_TABLES, FamilyKeys
from printnplay.loading.forms import Record
from printnplay.loading.headings import ID, MEANINGS
from printnplay.loading.joins import Join, JoinKeys
from printnplay.loading.row_selection import report_left_out
from printnplay.loading.rows import CardTable, Source, read_rows
from printnplay.loading.table_files import TableFile, TableFolder, is_table_name


class TableAddress(Struct, frozen=True):
    """The address of a family's published table, the file that it is written to, and its sheet."""

    url: str
    path: Path
    sheet: TextNode
    span: Span


def table_addresses(folder: Path, problems: Problems) -> list[TableAddress]:
    """Return the published tables of a game by its folder.

    Of all faults in cards.yaml, only those of the addresses are added to `problems`.
    """
    path = folder / "cards.yaml"
    root, found = read_yaml(path, display_path(path), problems), Problems()
    families = FILE.read(root, found) if root is not None else {}
    tables = [table for family in families.values() for table in _files_of(family)]
    places = {table.at("address") for table, _ in tables if "address" in table.nodes}
    for fault in found.found:
        if fault.span in places:
            problems.add(fault)
    for table, file in tables:
        if table.address and not is_table_name(file):
            key = "rows" if isinstance(table, FamilyKeys) else "table"
            problems.error(
                codes.CANNOT_FETCH,
                "there is no file to write the table to",
                table.at("address"),
                f"expected `{key}` beside it, a table in the folder of the game",
                f"add `{key}: cards.csv`",
            )
    return [
        TableAddress(table.address, folder / file, _text(table, "sheet"), table.at("address"))
        for table, file in tables
        if table.address and file and is_table_name(file)
    ]


class DeckTable(Struct, frozen=True):
    """A table of a game: its file name, its sheet, and the families whose rows it has.

    `types` are the declared types by column, except of those that families declare differently;
    `address` is where the table is published, empty if it is not; `ids` are the columns that make
    the ids of cards.
    """

    file: str
    sheet: TextNode
    families: tuple[str, ...] = ()
    types: Mapping[str, ColumnType] = {}
    address: str = ""
    ids: frozenset[str] = frozenset()


def deck_tables(path: Path, shown: str, problems: Problems) -> list[DeckTable]:
    """Return the tables that cards.yaml names, also joined ones, as far as it can be read."""
    root = read_yaml(path, shown, problems)
    families = FILE.read(root, problems) if root is not None else {}
    found: dict[tuple[str, str], DeckTable] = {}
    for name, family in families.items():
        for table, file in _files_of(family):
            if not is_table_name(file):
                continue
            sheet = _text(table, "sheet")
            old = found.get((file, sheet.value), DeckTable(file, sheet))
            own = isinstance(table, FamilyKeys)
            types = _types(family) if own else {}
            found[file, sheet.value] = DeckTable(
                file,
                sheet,
                (*old.families, name) if own else old.families,
                {
                    column: of
                    for column, of in {**old.types, **types}.items()
                    if of == old.types.get(column, of)
                },
                old.address or table.address or "",
                old.ids | fields_in(family.id or f"{{{ID}}}") if own else old.ids,
            )
    return [*found.values()]


def _types(family: FamilyKeys) -> dict[str, ColumnType]:
    """Return the declared types of the columns of a family."""
    return {
        MEANINGS.get(column, column): replace(
            of.type, optional=of.type.optional or column in family.fields
        )
        for column, of in family.columns.items()
        if of.type.kind
    }


def _files_of(family: FamilyKeys) -> Iterator[tuple[FamilyKeys | JoinKeys, str]]:
    """Yield the records that name tables, with the names; empty if a name is missing."""
    yield family, family.rows or ""
    for join in family.join or ():
        yield join, join.table


def _text(record: Record, key: str) -> TextNode:
    """Return the text of a key with its place; empty if the key is not written."""
    return TextNode(record.values[key] or "", record.at(key))


def family_table(family: FamilyKeys, folder: TableFolder, problems: Problems) -> CardTable | None:
    """Return the table of a family, if it has one that can be read."""
    file = family.nodes.get("rows")
    if not isinstance(file, TextNode):
        for key in OF_TABLES:
            if key in family.nodes:
                text = f"`{key}` is for a table, and the family has none"
                cure = f"add `rows: cards.csv`, or remove `{key}`"
                problems.error(
                    codes.MISSING_KEY, text, family.at(key), "expected `rows` beside it", cure
                )
        return None
    joins = [
        Join(
            TableFile(_text(join, "table"), _text(join, "sheet")),
            _text(join, "on"),
            _text(join, "key"),
            join.prefix,
        )
        for join in family.join or ()
        if join.table and join.on
    ]
    where = family.nodes.get("where")
    source = Source(
        TableFile(file, _text(family, "sheet")),
        family.texts,
        family.language or "",
        joins,
        family.columns,
        family.fields,
        where.entries if isinstance(where, MappingNode) else {},
    )
    table = read_rows(source, folder, problems) if file.value else None
    if table is not None:
        _check_texts(family, table, problems)
    return table


def check_left_out(
    families: Mapping[str, FamilyKeys],
    tables: Mapping[str, CardTable],
    folder: TableFolder,
    problems: Problems,
) -> None:
    """Warn of rows that no family takes, if several families share a table by their `where`."""
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, family in families.items():
        shared[family.rows or "", family.sheet or ""].append(name)
    for file, names in shared.items():
        are_selected = all(families[name].where and name in tables for name in names)
        if len(names) > 1 and are_selected and file in folder.known:
            taken = {row.number for name in names for row in tables[name].rows}
            wanted: dict[str, set[str]] = defaultdict(set)
            for column, value in (pair for name in names for pair in families[name].where.items()):
                wanted[column].add(value)
            report_left_out(folder.known[file], taken, wanted, problems)


def _check_texts(family: FamilyKeys, table: CardTable, problems: Problems) -> None:
    """Warn of a name in `texts` that is not a column: the column may have another name."""
    node = family.nodes.get("texts")
    items = node.items if isinstance(node, ListNode) else []
    for name, item in zip(family.texts, items, strict=False):
        if name not in table.columns:
            problems.warning(
                codes.MISSING_COLUMN,
                f"the table has no column `{name}`",
                item.span,
                "named as a column of texts",
                suggestion(name, table.fields, "add the column, or remove the name"),
            )
