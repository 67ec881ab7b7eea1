"""Edits of tables: each changes its cells and nothing else."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError
from printnplay.tables.table_edits import (
    AddColumn,
    AddRows,
    Cell,
    DeleteRows,
    Edit,
    SetCells,
    SortRows,
    editable,
    edited,
)

CSV = b"""id,copies,name@en,rule@en\r
deed-1,1,Open the gate,Take one card.\r
\r
deed-10,2,"Bar, the door","Say ""no""."\r
deed-9,,Watch,Look.\r
"""
YAML = b"""# The deeds.
- {id: deed-1, cost: 1, name: Open}  # first
# The tenth.
- id: deed-10
  cost: 10

  name: "Bar, it"
  foil: true
- {id: deed-9, name: Watch, tags: [a, b]}
"""
BY_ID = b"""deed-1: {cost: 1, name: Open}
deed-10:
  cost: 10
  rule: |
    Say "no".
    # Twice.
# The ninth.
deed-9: {name: Watch}
"""
JSON = b"""[
  {"id": "deed-1", "cost": 1, "foil": false},
  {"id": "deed-10", "cost": 10, "name": "Bar, it"},
  {"id": "deed-9", "cost": null}
]
"""
KEYED = b'{"deed-1": {"cost": 1},\n "deed-10": {"cost": 10, "name": "Bar"}, "deed-9": {}}'


def after(content: bytes, name: str, *edits: Edit) -> str:
    for edit in edits:
        content = edited(content, name, edit)
    return content.decode()


def put(*cells: tuple[int, int, str]) -> SetCells:
    return SetCells(tuple(Cell(*cell) for cell in cells))


@pytest.mark.parametrize(
    ("content", "name", "edit", "old", "new"),
    [
        (CSV, "a.csv", put((0, 1, "3")), "deed-1,1,", "deed-1,3,"),
        (CSV, "a.csv", put((1, 2, "Bar")), '"Bar, the door"', '"Bar"'),
        (CSV, "a.csv", put((2, 3, "Look, or not.")), "Look.", '"Look, or not."'),
        (CSV, "a.csv", put((3, 0, "deed-11")), "Look.\r\n", "Look.\r\ndeed-11,,,\r\n"),
        (CSV, "a.csv", DeleteRows((1,)), 'deed-10,2,"Bar, the door","Say ""no""."\r\n', ""),
        (
            CSV,
            "a.csv",
            AddRows(1, (("deed-2", "", "Two", "Draw."),)),
            "deed-10",
            "deed-2,,Two,Draw.\r\ndeed-10",
        ),
        (YAML, "a.yaml", put((0, 1, "3")), "cost: 1,", "cost: 3,"),
        (YAML, "a.yaml", put((1, 3, "FALSE")), "foil: true", "foil: false"),
        (YAML, "a.yaml", put((2, 1, "9")), "tags: [a, b]", "tags: [a, b], cost: 9"),
        (YAML, "a.yaml", put((1, 4, "x")), "foil: true", "foil: true\n  tags: x"),
        (
            YAML,
            "a.yaml",
            DeleteRows((1,)),
            '# The tenth.\n- id: deed-10\n  cost: 10\n\n  name: "Bar, it"\n  foil: true\n',
            "",
        ),
        (
            YAML,
            "a.yaml",
            AddRows(2, (("deed-11", "", "Two, three", "TRUE", ""),)),
            "- {id: deed-9",
            '- id: deed-11\n  name: "Two, three"\n  foil: true\n- {id: deed-9',
        ),
        (BY_ID, "a.yaml", put((1, 0, "deed-11")), "deed-10:", "deed-11:"),
        (BY_ID, "a.yaml", put((2, 1, "9")), "{name: Watch}", "{name: Watch, cost: 9}"),
        (
            BY_ID,
            "a.yaml",
            AddRows(3, (("deed-12", "2", "no"),)),
            "{name: Watch}\n",
            '{name: Watch}\ndeed-12: {cost: 2, name: "no"}\n',
        ),
        (BY_ID, "a.yaml", DeleteRows((2,)), "# The ninth.\ndeed-9: {name: Watch}\n", ""),
        (JSON, "a.json", put((0, 2, "TRUE")), "false", "true"),
        (JSON, "a.json", put((2, 3, "Watch")), "null", 'null, "name": "Watch"'),
        (JSON, "a.json", DeleteRows((2,)), ',\n  {"id": "deed-9", "cost": null}', ""),
        (JSON, "a.json", DeleteRows((0,)), '{"id": "deed-1", "cost": 1, "foil": false},\n  ', ""),
        (
            JSON,
            "a.json",
            AddRows(0, (("deed-0", "5"),)),
            '{"id": "deed-1"',
            '{"id": "deed-0", "cost": 5},\n  {"id": "deed-1"',
        ),
        (KEYED, "a.json", put((2, 1, "4")), '"deed-9": {}', '"deed-9": {"cost": 4}'),
        (KEYED, "a.json", put((0, 0, "deed-2")), '"deed-1"', '"deed-2"'),
        (CSV, "a.csv", AddColumn("cost"), "rule@en\r\n", "rule@en,cost\r\n"),
        (YAML, "a.yaml", AddColumn("kind"), "name: Open}", 'name: Open, kind: ""}'),
    ],
)
def test_an_edit_changes_its_part_of_the_file(
    content: bytes, name: str, edit: Edit, old: str, new: str
) -> None:
    changed, source = after(content, name, edit), content.decode()
    if isinstance(edit, AddColumn) and name == "a.csv":
        source = source.replace("card.\r", "card.,\r").replace('""."\r', '"".",\r')
        source = source.replace("Look.\r", "Look.,\r")
    assert source.count(old) == 1
    assert changed == source.replace(old, new)


@pytest.mark.parametrize(
    ("content", "name"),
    [(CSV, "a.csv"), (YAML, "a.yaml"), (BY_ID, "a.yaml"), (JSON, "a.json"), (KEYED, "a.json")],
)
def test_rows_are_sorted_by_number_and_come_back(content: bytes, name: str) -> None:
    made = after(content, name, SortRows(0))
    places = [made.index(f"deed-{number}") for number in (1, 9, 10)]
    assert places == sorted(places)
    assert sorted(made) == sorted(content.decode())
    assert after(content, name, SortRows(0, descending=True)).index("deed-10") < places[1]


def test_remarks_go_with_their_rows_and_stay_at_the_beginning() -> None:
    made = after(YAML, "a.yaml", SortRows(0, descending=True))
    assert made.startswith("# The deeds.\n# The tenth.\n- id: deed-10\n")
    assert made.endswith("- {id: deed-1, cost: 1, name: Open}  # first\n")


@pytest.mark.parametrize(
    ("content", "name", "edit", "why"),
    [
        (CSV, "a.csv", put((0, 9, "x")), "no such cell"),
        (CSV, "a.csv", put((0, 0, "a\0b")), "control character"),
        (CSV, "a.csv", DeleteRows((3,)), "no such row"),
        (CSV, "a.csv", AddRows(0, (("", " "),)), "needs a value"),
        (CSV, "a.csv", AddColumn("Copies"), "already"),
        (YAML, "a.yaml", put((2, 4, "c")), "list of values"),
        (BY_ID, "a.yaml", put((0, 0, "")), "cannot be empty"),
        (BY_ID, "a.yaml", put((0, 0, "deed-9")), "could not be read any more"),
        (KEYED, "a.json", DeleteRows((0, 1, 2)), "last row stays"),
        (CSV, "a.csv", put(*((0, at, "") for at in range(4))), "the row would be empty"),
        (b"id,name\na,b,c\n", "a.csv", put((0, 0, "x")), "has 3 cells"),
        (b"id,name\n\xff,b\n", "a.csv", put((0, 0, "x")), "0xff"),
    ],
)
def test_what_a_file_cannot_hold_is_refused_with_the_reason(
    content: bytes, name: str, edit: Edit, why: str
) -> None:
    with pytest.raises(FaultsError, match=why) as error:
        edited(content, name, edit)
    if why != "has 3 cells" and why != "0xff":
        assert error.value.found[0].code == codes.TABLE_NOT_EDITED


WORDS = st.text(st.sampled_from("ab1,;\"' \n\t#:ä-{}"), max_size=6).map(str.strip)
ROWS = st.lists(st.tuples(WORDS.filter(bool), WORDS, WORDS), min_size=1, max_size=5)


def as_csv(rows: Sequence[Sequence[str]], separator: str, end: str, quote: int) -> bytes:
    stream = StringIO()
    writer = csv.writer(stream, delimiter=separator, lineterminator=end, quoting=quote)  # type: ignore[arg-type]
    writer.writerows([("id", "b", "c"), *rows])
    return stream.getvalue().encode()


DIALECTS = st.tuples(
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
BREAKS = st.sampled_from([b"", b"\xef\xbb\xbf"])


@given(ROWS, DIALECTS, BREAKS, st.data())
def test_every_edit_of_a_csv_file_changes_only_its_cells(
    rows: list[tuple[str, str, str]],
    dialect: tuple[str, str, int],
    mark: bytes,
    data: st.DataObject,
) -> None:
    content = mark + as_csv(rows, *dialect)
    _check_all(content, "a.csv", len(rows), data)


@given(ROWS, st.sampled_from(["a.json", "a.yaml"]), st.sampled_from([None, 1]), st.data())
def test_every_edit_of_a_tree_changes_only_its_cells(
    rows: list[tuple[str, str, str]], name: str, indent: int | None, data: st.DataObject
) -> None:
    texts = [dict(zip(("id", "b", "c"), row, strict=True)) for row in rows]
    if name == "a.json":
        content = json.dumps(texts, indent=indent, ensure_ascii=False).encode()
    else:
        one = "- {{{}}}\n" if indent is None else "- {}\n"
        between = ", " if indent is None else "\n  "
        pairs = [
            [f"{k}: {json.dumps(v, ensure_ascii=False)}" for k, v in row.items()] for row in texts
        ]
        content = "".join(one.format(between.join(pair)) for pair in pairs).encode()
    _check_all(content, name, len(rows), data)


def _check_all(content: bytes, name: str, height: int, data: st.DataObject) -> None:
    """Perform an edit: cells are those meant, and the rest of the file has its bytes."""
    try:
        table = editable(content, name)
    except FaultsError:
        return
    row, column = data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, 2))
    text = data.draw(WORDS)
    edits: list[Edit] = [
        put((row, column, text)),
        AddRows(row, ((text or "x", "", "y"),)),
        DeleteRows((row,)),
        SortRows(column),
        AddColumn("new"),
        AddColumn("new", text),
    ]
    edit = data.draw(st.sampled_from(edits))
    try:
        new = edited(content, name, edit)
    except FaultsError:
        # Cells that look like formulas or the last row of a tree: never a wrong file.
        assert isinstance(edit, (SetCells, DeleteRows)) or name != "a.csv"
        return
    after = editable(new, name)
    if isinstance(edit, SetCells):
        start, end = table.bodies[row]
        assert new.startswith(content[: len(content) - len(table.source.encode())])
        assert after.source.startswith(table.source[:start])
        assert after.source.endswith(table.source[end:])
        back = table.rows[row].get(table.keys[column], "")
        assert editable(edited(new, name, put((row, column, back))), name).rows == table.rows
    if isinstance(edit, AddRows):
        assert edited(new, name, DeleteRows((row,))) == content
    if isinstance(edit, SortRows):
        assert sorted(after.source) == sorted(table.source)
