"""The deck as a table: what the page is told of it, and what its edits do to files."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl import Workbook
from starlette.testclient import TestClient

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject

from .conftest import GAME, client_of, preview_of

pytestmark = pytest.mark.sampled(4)

OURS = f"/game/{GAME}"
CSV = Path("designs/city/deeds.csv")
CARDS = Path("designs/city/cards.yaml")
TEXTS = Path("locales/en/city.yaml")


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the check in other processes."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])


def table_of(page: TestClient, file: str = "deeds.csv", **more: str) -> dict[str, Any]:
    answer = page.get(f"{OURS}/table", params={"file": file, **more})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def write(page: TestClient, edit: object, file: str = "deeds.csv", tag: str = "") -> dict[str, Any]:
    said = {"file": file, "tag": tag or table_of(page, file)["tag"], "edit": edit}
    answer: dict[str, Any] = page.post(f"{OURS}/table", json=said).json()
    return answer


def put(*cells: tuple[int, int, str]) -> dict[str, Any]:
    listed = [{"row": row, "column": column, "text": text} for row, column, text in cells]
    return {"do": "set", "cells": listed}


def step(page: TestClient, kind: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.post(f"{OURS}/step", json={"do": kind}).json()
    return answer


def declare(types: str, more: str = "") -> None:
    text = CARDS.read_text("utf-8")
    CARDS.write_text(text.replace("deeds.csv}", f"deeds.csv, columns: {types}{more}}}"), "utf-8")


@pytest.mark.usefixtures("city")
def test_a_table_has_its_cells_with_types_and_faces() -> None:
    declare("{name: optional text, rule: optional text}", ", fields: {kind: deed}")
    with client_of(preview_of(Path.cwd())) as page:
        (listed,) = page.get(f"{OURS}/tables").json()
        assert listed == {
            "file": "deeds.csv",
            "path": "designs/city/deeds.csv",
            "sheet": "",
            "title": "deeds.csv (deed)",
        }
        table = table_of(page)
        again = table_of(page, tag=table["tag"])
    assert [column["heading"] for column in table["columns"]] == [
        "id",
        "copies",
        "name@en",
        "rule@en",
    ]
    assert table["rows"][1] == ["deed-2", "2", "Bar, the door", 'Say "no".']
    assert (table["numbers"], table["fixed"]) == ([2, 3, 4], "")
    assert table["faces"] == [["card/deed-1"], ["card/deed-2"], ["card/deed-3"]]
    assert table["columns"][1]["type"]["kind"] == "whole"
    assert "rows" not in again
    assert again["tag"] == table["tag"]


def with_cells(table: dict[str, Any], told: dict[str, Any]) -> list[list[str]]:
    """The rows that the page has after an edit: those of the answer, or its own with cells set."""
    rows: list[list[str]] = told.get("rows") or [[*row] for row in table["rows"]]
    for cell in told.get("cells", ()):
        rows.extend([""] * len(table["columns"]) for _ in range(len(rows), cell["row"] + 1))
        rows[cell["row"]][cell["column"]] = cell["text"]
    return rows


def test_edits_change_the_file_and_nothing_else_in_it(page: TestClient) -> None:
    before = CSV.read_bytes()
    told = write(page, put((1, 2, "Bar it")))
    assert told["file"] == str(CSV)
    assert told["set"]["cells"] == [{"row": 1, "column": 2, "text": "Bar it"}]
    assert told["set"]["undo"] == f"change 1 cell in {CSV}"
    assert CSV.read_bytes() == before.replace(b'"Bar, the door"', b'"Bar it"')
    write(page, {"do": "add", "at": 3, "rows": [["deed-4", "", "Wait", "Wait."]]})
    write(page, {"do": "sort", "column": 0, "descending": True})
    write(page, {"do": "column", "name": "cost", "text": "3"})
    write(page, {"do": "delete", "rows": [1]})
    assert CSV.read_text("utf-8") == (
        "id,copies,name@en,rule@en,cost\ndeed-4,,Wait,Wait.,3\n"
        'deed-2,2,"Bar it","Say ""no"".",3\ndeed-1,1,Open the gate,Take one card.,3\n'
    )
    for _ in range(5):
        step(page, "undo")
    assert CSV.read_bytes() == before


def test_an_edit_of_cells_that_others_have_changed_is_refused(page: TestClient) -> None:
    tag = table_of(page)["tag"]
    changed = CSV.read_bytes().replace(b"Watch", b"Wait")
    CSV.write_bytes(changed)
    told = write(page, put((2, 2, "Look")), tag=tag)
    assert "another program or window has changed" in told["error"]
    assert "try again" in told["help"]
    assert CSV.read_bytes() == changed


def test_what_the_file_cannot_hold_is_refused_with_a_help(page: TestClient) -> None:
    told = write(page, {"do": "column", "name": "Copies"})
    assert told == {"error": "there is a column `Copies` already", "help": "choose another name"}
    told = write(page, put(*((0, column, "") for column in range(4))))
    assert told == {"error": "the row would be empty", "help": "delete the card instead"}


@pytest.mark.parametrize(
    "said",
    [
        {"file": "deeds.csv", "tag": "", "edit": {"do": "burn"}},
        {"file": "deeds.csv", "tag": "", "edit": {"do": "delete", "rows": ["all"]}},
        {"file": "deeds.csv", "tag": "", "edit": {"do": "set", "cells": [{"row": 1}]}},
        {"file": "deeds.csv"},
    ],
)
def test_what_is_no_edit_is_refused(page: TestClient, said: object) -> None:
    assert page.post(f"{OURS}/table", json=said).status_code == 400


@pytest.mark.parametrize(
    "file", ["../../locales/en/city.yaml", "cards.yaml", "game.yaml", "/etc/x"]
)
def test_only_tables_that_the_deck_names_are_read_and_written(page: TestClient, file: str) -> None:
    assert page.get(f"{OURS}/table", params={"file": file}).status_code == 404
    told = page.post(f"{OURS}/table", json={"file": file, "tag": "", "edit": put((0, 0, "x"))})
    assert "has no table" in told.json()["error"]


def test_a_table_that_leads_out_of_the_project_is_not_written(city: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.csv"
    outside.write_bytes(CSV.read_bytes())
    with client_of(preview_of(city)) as page:
        tag = table_of(page)["tag"]
        CSV.unlink()
        CSV.symlink_to(outside)
        before = outside.read_bytes()
        told = write(page, put((0, 2, "Out")), tag=tag)
    assert told["error"] == "deeds.csv is not a file of the project."
    assert outside.read_bytes() == before


def test_a_read_only_page_writes_and_undoes_nothing(city: Path) -> None:
    before = CSV.read_bytes()
    with client_of(preview_of(city, read_only=True)) as page:
        assert write(page, put((0, 2, "x"))) == {"error": "the preview is read-only"}
        assert step(page, "undo") == {"error": "the preview is read-only"}
    assert CSV.read_bytes() == before


@pytest.mark.usefixtures("city")
def test_workbooks_and_fetched_tables_say_where_to_edit_them() -> None:
    text = CARDS.read_text("utf-8")
    fetched = "deeds.csv, address: 'https://example.com/deeds.csv'}"
    CARDS.write_text(text.replace("deeds.csv}", fetched), "utf-8")
    with client_of(preview_of(Path.cwd())) as page:
        assert "edit it there and run `printnplay fetch`" in table_of(page)["fixed"]
        assert write(page, put((0, 1, "x")))["error"] == table_of(page)["fixed"]
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("id", "name@en", "rule@en"), ("deed-1", "Note", "Read it.")):
        sheet.append(row)
    book.save("designs/city/deeds.xlsx")
    CARDS.write_text(text.replace("deeds.csv}", "deeds.xlsx}"), "utf-8")
    with client_of(preview_of(Path.cwd())) as page:
        workbook = table_of(page, "deeds.xlsx")
        assert "is a workbook: edit it in Excel or LibreOffice" in workbook["fixed"]
        assert (workbook["rows"], workbook["faces"]) == (
            [["deed-1", "Note", "Read it."]],
            [["card/deed-1"]],
        )
        assert write(page, put((0, 1, "x")), "deeds.xlsx")["error"] == workbook["fixed"]


def faults_at(table: dict[str, Any]) -> dict[tuple[int, int], str]:
    return {(one["row"], one["column"]): one["message"] for one in table["faults"]}


def test_each_fault_is_at_its_cell_with_its_help(city: Path) -> None:
    declare("{cost: whole 0..9, kind: [place, deed]}")
    CSV.write_text("id,cost,kind,name@en,rule@en\nd-1,12,palce,A,B\nd-2,,place,A\nd-3,1,deed,A,B\n")
    with client_of(preview_of(city)) as page:
        table = table_of(page)
    found = faults_at(table)
    assert "`12` is not a whole number" in found[0, 1]
    assert "`palce` is not one of" in found[0, 2]
    assert "is empty" in found[1, 1]
    helps = {(one["row"], one["column"]): one["help"] for one in table["faults"]}
    assert helps[0, 2] == "did you mean `place`?"
    assert helps[1, 1] == "fill it in, or declare the column as `optional`"


def test_a_cell_that_its_row_lacks_has_its_fault(city: Path) -> None:
    text = CARDS.read_text("utf-8").replace("deeds.csv}", "deeds.yaml, columns: {cost: whole}}")
    CARDS.write_text(text, "utf-8")
    CSV.with_suffix(".yaml").write_text(
        "- {id: d-1, cost: 3, name@en: A}\n- {id: d-2, name@en: B}\n"
    )
    with client_of(preview_of(city)) as page:
        table = table_of(page, "deeds.yaml")
    assert "is empty (row 2, column `cost`)" in faults_at(table)[1, 1]


def test_faults_of_a_check_are_at_the_texts_of_their_cards(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = Diagnostic(
        codes.CANNOT_READ,
        "too long",
        Span("templates/city/card.svg.j2", 3, 1),
        subject=Subject(GAME, "en", key="cards.deed-2.rule"),
    )
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [rule])
    with client_of(preview_of(city)) as page:
        table = table_of(page)
        while table["checking"]:
            table = table_of(page)
        assert faults_at(table) == {(1, 3): "too long"}
        # What is written since has not been checked: nothing is known of it.
        CSV.write_bytes(CSV.read_bytes().replace(b"Watch", b"Wait"))
        while "Wait" not in table["rows"][2]:
            table = table_of(page)


def test_a_table_that_cannot_be_read_says_why_and_what_to_do(page: TestClient) -> None:
    CSV.write_text('id,name@en\nd-1,"open\n')
    table = table_of(page)
    assert (table["line"], table["broken"]) == (2, "a quoted cell does not end")
    assert table["help"].startswith("end the cell with")
    assert "a quoted cell does not end" in write(page, put((0, 0, "x")))["error"]


def test_steps_are_undone_and_redone_over_all_files(page: TestClient) -> None:
    files = (CSV, TEXTS)
    states = [[path.read_bytes() for path in files]]

    def keep() -> None:
        states.append([path.read_bytes() for path in files])

    write(page, put((0, 1, "3")))
    keep()
    forms = {"other": "Ten cities."}
    text = page.get(f"{OURS}/text/en/rules.goal.points").json()
    said = {"language": "en", "key": "rules.goal.points", "forms": forms, "before": text["forms"]}
    assert "file" in page.post(f"{OURS}/text", json=said).json()
    keep()
    write(page, put((0, 1, "4")))
    keep()
    for state in states[-2::-1]:
        assert "error" not in step(page, "undo")
        assert [path.read_bytes() for path in files] == state
    assert step(page, "undo")["error"] == "there is no other step"
    for state in states[1:]:
        step(page, "redo")
        assert [path.read_bytes() for path in files] == state
    step(page, "undo")
    write(page, put((1, 1, "9")))
    assert step(page, "redo")["error"] == "there is no other step"


def test_a_step_is_not_undone_in_a_file_that_others_have_changed(page: TestClient) -> None:
    other = CSV.with_name("more.csv")
    other.write_bytes(CSV.read_bytes().replace(b"deed-", b"more-"))
    CARDS.write_text(CARDS.read_text("utf-8") + "more: {template: card, rows: more.csv}\n")
    before = other.read_bytes()
    write(page, put((0, 1, "3")), "more.csv")
    write(page, put((0, 1, "3")))
    write(page, put((0, 1, "4")))
    changed = CSV.read_bytes().replace(b"Watch", b"Wait")
    CSV.write_bytes(changed)
    told = step(page, "undo")
    assert f"another program or window has changed `{CSV}`" in told["error"]
    assert told["help"].endswith(": 2")
    assert CSV.read_bytes() == changed
    assert "error" not in step(page, "undo")
    assert other.read_bytes() == before


def test_undo_writes_nothing_through_a_link_that_leads_out(
    page: TestClient, tmp_path: Path
) -> None:
    write(page, put((0, 1, "3")))
    outside = tmp_path / "outside.csv"
    outside.write_bytes(CSV.read_bytes())
    CSV.unlink()
    CSV.symlink_to(outside)
    before = outside.read_bytes()
    assert "error" in step(page, "undo")
    assert outside.read_bytes() == before


REFUSED = ("the row would be empty",)


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize(("kind", "steps"), [("csv", 400), ("yaml", 200), ("json", 200)])
def test_random_edits_come_back_to_the_same_bytes(page: TestClient, kind: str, steps: int) -> None:
    name, before = f"deeds.{kind}", CSV.read_bytes()
    if kind != "csv":
        rows = table_of(page)["rows"]
        texts = [dict(zip(("id", "copies", "name", "rule"), row, strict=True)) for row in rows]
        before = json.dumps(texts, indent=1).encode()
        if kind == "yaml":
            lines = [f"- {json.dumps(row)}  # {row['id']}\n" for row in texts]
            before = ("# Deeds.\n" + "".join(lines)).encode()
        CARDS.write_text(CARDS.read_text("utf-8").replace("deeds.csv", name), "utf-8")
    path = CSV.with_name(name)
    path.write_bytes(before)
    random, done, rows = Random(steps), 0, table_of(page, name)["rows"]
    for number in range(steps):
        table = table_of(page, name)
        assert table["rows"] == rows
        height, width = len(table["rows"]), len(table["columns"])
        row, column = random.randrange(height), random.randrange(width)
        edits: list[Any] = [
            put((row, column, random.choice(["", "a, b", '"c"', "7", "zwei\nZeilen"]))),
            put((height, 0, f"new-{random.random()}"), (height, 1, "2")),
            {"do": "add", "at": row, "rows": [[f"deed-{random.random()}", "", "x"]]},
            {"do": "sort", "column": column, "descending": random.random() < 0.5},
            {"do": "delete", "rows": [row]} if height > 3 else put((row, 1, "5")),
            {"do": "column", "name": f"c{number}"} if width < 9 else put((row, 2, "y")),
        ]
        told = write(page, random.choice(edits), name, table["tag"])
        now = told.get("table") or told.get("set")
        if now and now["tag"] != table["tag"]:
            done += 1
            rows = with_cells(table, now)
        else:
            assert "error" not in told or told["error"] in REFUSED
    assert done > steps // 2
    after = path.read_bytes()
    for _ in range(done):
        assert "error" not in step(page, "undo")
    assert path.read_bytes() == before
    for _ in range(done):
        assert "error" not in step(page, "redo")
    assert path.read_bytes() == after
