"""Odd characters and bytes in each kind of file that is read: a fault with a place, or none."""

from pathlib import Path

import pytest

from .project import run

ODD = {
    "carriage return": b"\r",
    "next line": "\x85".encode(),
    "line separator": "\u2028".encode(),
    "null": b"\0",
    "byte order mark": b"\xef\xbb\xbf",
    "no UTF-8": b"\xff",
    "half of a character": b"\xed\xa0\x80",
    "a character that breaks off": b"\xe2\x82",
}
KINDS = {
    "designs/reef/game.yaml": "l10n status --no-fit",
    "designs/reef/cards.yaml": "l10n status --no-fit",
    "designs/reef/cards.csv": "l10n status --no-fit",
    "locales/en/reef.yaml": "l10n status --no-fit",
    "templates/reef/style.yaml": "check -l en",
    "templates/reef/back.svg.j2": "check -l en",
    "designs/reef/art/island.svg": "check -l en",
    "sent/reef.fr.po": "l10n import sent/reef.fr.po",
    "sent/reef.fr.xlf": "l10n import sent/reef.fr.xlf",
    "sent/reef.fr.csv": "l10n import sent/reef.fr.csv",
}
"""A file of each kind, and a command that reads it."""


@pytest.fixture(scope="module")
def reef(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a file of each kind."""
    place = tmp_path_factory.mktemp("odd")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        assert run("new reef --from csv").status == 0
        patch.chdir("reef")
        assert run("l10n add fr").status == 0
        for form in ("po", "xliff", "csv"):
            assert run(f"l10n export fr --format {form} -o sent").status == 0
    return place / "reef"


@pytest.mark.sampled(12)
@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("file", KINDS)
def test_odd_bytes_are_a_fault_with_a_place_or_none(
    file: str, odd: str, reef: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(reef)
    path = Path(file)
    content = path.read_bytes()
    try:
        at = len(content) // 2
        path.write_bytes(content[:at] + ODD[odd] + content[at:])
        ran = run(KINDS[file])
        assert ran.status in (0, 1, 2)
        assert "Traceback" not in ran.err
        assert ran.status == 0 or " --> " in ran.err or ran.out, ran
    finally:
        path.write_bytes(content)
