"""A table whose heading was renamed: one fault, at the heading, that says the name to write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from printnplay.api import open_project
from printnplay.build.new import STARTERS

from .project import ROOT, run

pytestmark = pytest.mark.sampled(6)


def columns() -> Iterator[tuple[str, str, str]]:
    """Each column of the starters' tables, but two that a sound game may lack."""
    for starter in STARTERS:
        folder = ROOT / "printnplay/starters" / starter / "designs/my-game"
        for table in sorted(folder.glob("*.csv")):
            for heading in table.read_text("utf-8").splitlines()[0].split(","):
                if (starter, heading) not in {("cards", "kind"), ("dice", "copies")}:
                    yield starter, table.name, heading


OPTIONAL = {("cards", "copies"), ("csv", "copies"), ("dials", "copies")}
"""Columns without which a game is sound: only a name such as *Anzahl* shows what was meant."""


IN_PATTERNS = {("cards", "name"), ("dials", "dial"), ("dice", "die")}
"""Columns that ids are made from: the fault is at each pattern, in cards.yaml."""


@pytest.mark.parametrize(("starter", "table", "heading"), [*columns()])
def test_a_renamed_column_is_one_fault_at_its_heading(
    starter: str, table: str, heading: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(f"new reef --from {starter}").status == 0
    (file,) = Path("reef/designs").rglob(table)
    other = "Anzahl" if (starter, heading) in OPTIONAL else "Quux"
    first, rest = file.read_text("utf-8").split("\n", 1)
    renamed = [other if name == heading else name for name in first.split(",")]
    file.write_text(",".join(renamed) + "\n" + rest, "utf-8")
    fault, *others = open_project(Path("reef")).check().problems
    if (starter, heading) in IN_PATTERNS:
        assert all(f"`{heading}`" in one.message for one in (fault, *others))
        return
    assert not others
    assert (fault.span.file, fault.span.line) == (file.as_posix(), 1)
    assert f"`{heading}`" in fault.help
