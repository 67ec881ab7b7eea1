"""The safe fixes that the page offers with faults, in texts and tables, while they hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from printnplay.build.fix import check_words
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Diagnostic, Problems

from .browser import looked_at
from .conftest import GAME, client_of, preview_of
from .test_fields import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CSV, TEXTS = Path("designs/city/deeds.csv"), Path("locales/en/city.yaml")
OURS = f"/game/{GAME}"


def words_only(request: CheckRequest) -> list[Diagnostic]:
    """The faults of texts, without drawing anything."""
    problems = Problems()
    check_words(Catalog(request.project), GAME, problems)
    return list(problems.found)


@pytest.fixture(autouse=True)
def quoted(city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typewriter quotation marks in a file of texts, as the table has them, beside others."""
    monkeypatch.setattr("printnplay.preview.running.faults_of", words_only)
    text = (city / TEXTS).read_text("utf-8")
    assert 'deeds: "Deeds"' in text
    text = text.replace('deeds: "Deeds"', """deeds: '"Good" deeds'""")
    (city / TEXTS).write_text(text.replace("en:\n", "en:\n  more: “Good”\n", 1), "utf-8")
    table = (city / CSV).read_text("utf-8")
    (city / CSV).write_text(table.replace("Take one card.", "Take a “card”."), "utf-8")


@pytest.fixture
def page(city: Path) -> Iterator[TestClient]:
    with client_of(preview_of(city)) as client:
        yield client


def faults(page: TestClient) -> list[dict[str, Any]]:
    """The faults that can be fixed, once the check is done."""
    wait_until(lambda: not page.get(f"{OURS}/faults").json()["checking"])
    return [fault for fault in page.get(f"{OURS}/faults").json()["faults"] if fault["fixable"]]


def fix(page: TestClient, fault: dict[str, Any]) -> dict[str, Any]:
    said = {name: fault[name] for name in ("code", "message", "place")}
    answer: dict[str, Any] = page.post(f"{OURS}/fix", json=said).json()
    return answer


@pytest.mark.parametrize(("file", "key"), [(CSV, "cards.deed-2.rule"), (TEXTS, "sheets.deeds")])
def test_a_fix_changes_its_text_only_and_can_be_undone(
    file: Path, key: str, page: TestClient
) -> None:
    before = file.read_bytes()
    fault = next(fault for fault in faults(page) if fault["subject"]["key"] == key)
    assert fix(page, fault) == {"file": file.as_posix()}
    after = file.read_bytes().decode()
    assert after == before.decode().replace('""no""', "“no”").replace('"Good"', "“Good”")
    assert key not in {fault["subject"]["key"] for fault in faults(page)}
    assert "gone" in fix(page, fault)["error"]
    page.post(f"{OURS}/step", json={"do": "undo"})
    assert file.read_bytes() == before


@pytest.mark.at_leisure
def test_what_is_fixed_together_is_no_fault_while_the_check_runs(page: TestClient) -> None:
    one = next(fault for fault in faults(page) if fault["place"]["file"] == CSV.as_posix())
    fix(page, one)
    listed = page.get(f"{OURS}/faults").json()["faults"]
    assert not [fault for fault in listed if fault["fixable"] and fault["place"] == one["place"]]
    assert fix(page, one)["gone"]


def test_a_fault_is_fixed_whose_row_has_moved_meanwhile(page: TestClient) -> None:
    fault = next(fault for fault in faults(page) if fault["place"]["file"] == CSV.as_posix())
    text = CSV.read_text("utf-8")
    CSV.write_text(text.replace("deed-1,", "deed-0,1,New,Draw.\ndeed-1,"), "utf-8")
    said = {name: fault[name] for name in ("code", "message", "place", "subject")}
    assert page.post(f"{OURS}/fix", json=said).json() == {"file": CSV.as_posix()}
    assert "“no”" in CSV.read_text("utf-8")


def test_a_text_that_others_have_changed_is_not_fixed(page: TestClient) -> None:
    fault = next(fault for fault in faults(page) if fault["place"]["file"] == CSV.as_posix())
    text = CSV.read_text("utf-8").replace('Say ""no"".', "Draw twice.")
    CSV.write_text(text, "utf-8")
    assert "changed meanwhile" in fix(page, fault)["error"]
    assert CSV.read_text("utf-8") == text


def test_a_read_only_page_fixes_nothing(city: Path) -> None:
    before = CSV.read_bytes()
    with client_of(preview_of(city, read_only=True)) as page:
        assert fix(page, faults(page)[0])["error"] == "the preview is read-only"
    assert CSV.read_bytes() == before


@pytest.mark.at_leisure
def test_a_button_beside_the_fault_makes_the_fix(chromium: Browser, city: Path) -> None:
    with looked_at(chromium, city, {GAME: ("en",)}) as page:
        page.wait_for_selector("#faults-button:has-text('warning')")
        page.click("#faults-button")
        box = page.locator(".fault", has_text="deed-2.rule").first
        box.get_by_role("button", name="Fix", exact=True).click()
        wait_until(lambda: "“no”" in (city / CSV).read_text("utf-8"))
        page.locator(".fault", has_text="deed-2.rule").wait_for(state="detached")
