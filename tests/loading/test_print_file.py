"""print.yaml: each fault is named at its place, and nothing is taken for something else."""

from pathlib import Path

import pytest

from printnplay.kernel.diagnostics import Problems
from printnplay.loading.print_file import load_print_file

FILE = """\
files: [deck.pdf]
pages:
  - {id: "1", size: 63.5x88.9mm, cells: [0x0mm]}
  - {id: "2", size: poker, cells: [-1.5x2mm]}
cards:
  - {front: 1.1, back: 2.1}
"""


def read(path: Path, text: str) -> list[str]:
    path.write_text(text, "utf-8")
    problems = Problems()
    found = load_print_file(path, problems)
    assert (found is None) == bool(problems.found)
    return [f"{one.code.id} {one.span.line}: {one.message}" for one in problems.found]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("deck", "deck", []),
        ('id: "2"', 'id: "1"', ["PNP204 4: two pages have the id `1`"]),
        ("1.1", "1.²", ["PNP673 6: page `1` has no card ²"]),
        ("1.1", "3.1", ["PNP673 6: there is no page `3`"]),
        ("poker", "pokr", ["PNP115 4: `pokr` is not a size such as 63.5x88.9mm or poker"]),
        ("0x0mm", '"0x{}"', ["PNP115 3: `0x{}` is not a place such as 9.75x15.15mm"]),
        ("0x0mm", "1.2.3x0mm", ["PNP115 3: `1.2.3x0mm` is not a place such as 9.75x15.15mm"]),
    ],
)
def test_faults_are_named_at_their_place(
    tmp_path: Path, old: str, new: str, said: list[str]
) -> None:
    found = read(tmp_path / "print.yaml", FILE.replace(old, new))
    assert found[: len(said) or None] == said
