"""`art` on several drawings and folders."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from printnplay.cli.app import app

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
DISC = f'{ROOT}<circle cx="5" cy="5" r="3" fill="teal"/></svg>'


@pytest.fixture
def icons(tmp_path: Path) -> Path:
    folder = tmp_path / "icons"
    (folder / "more").mkdir(parents=True)
    for name in ("disc.svg", "more/disc.svg"):
        (folder / name).write_text(DISC, encoding="utf-8")
    (folder / "broken.svg").write_text("<svg", encoding="utf-8")
    (folder / "notes.txt").write_text("none", encoding="utf-8")
    return folder


def art(*arguments: object) -> tuple[int, str]:
    outcome = CliRunner().invoke(app, ["art", *map(str, arguments)])
    return outcome.exit_code, outcome.output


def test_a_folder_is_drawn_into_a_folder_and_a_faulty_drawing_does_not_keep_the_others(
    icons: Path, tmp_path: Path
) -> None:
    code, said = art(icons, "-o", tmp_path / "out")
    assert code == 1
    assert "PNP413" in said
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["disc-2.pdf", "disc.pdf"]


def test_several_drawings_do_not_fit_into_one_file(icons: Path, tmp_path: Path) -> None:
    code, said = art(icons, "-o", tmp_path / "all.pdf")
    assert code == 2
    assert "name a folder" in said


def test_a_folder_without_drawings_is_a_fault(tmp_path: Path) -> None:
    code, said = art(tmp_path)
    assert code == 1
    assert "there is no drawing" in said


ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><path d="M1 1h20v9z"/></svg>'


@pytest.mark.parametrize(
    ("size", "drawn"),
    [("poker", "63.5 x 31.75 mm"), ("40mm", "40 x 20 mm"), ("40 x 10 mm", "20 x 10 mm")],
)
def test_a_drawing_is_as_large_as_goes_into_the_size_asked_for(
    size: str, drawn: str, tmp_path: Path
) -> None:
    """A size in pixels, which no card asks for, is told where it is the size that is drawn."""
    (tmp_path / "icon.svg").write_text(ICON, encoding="utf-8")
    code, said = art(tmp_path / "icon.svg", "--size", size)
    assert (code, said.strip()) == (0, f"{tmp_path}/icon.svg: {drawn}, 0 texts, clean")
    code, said = art(tmp_path / "icon.svg")
    assert "PNP425" in said
    assert "or set the size with `--size`" in said


@pytest.mark.parametrize("size", ["foo", "0mm", "40x0mm", "9000mm", "40"])
def test_a_size_that_is_none_is_refused(size: str, icons: Path) -> None:
    code, said = art(icons / "disc.svg", "--size", size)
    assert code == 2
    assert f"'{size}' is neither a card size such as poker" in said


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ('<circle cx="48" cy="48" r="48"/>', "25.4 x 25.4 mm"),
        ('<circle cx="48" cy="48" r="36" stroke="red" stroke-width="24"/>', "25.4 x 25.4 mm"),
        ('<path d="M0 48A48 48 0 1 1 96 48z"/>', "25.4 x 12.7 mm"),
    ],
)
def test_a_drawing_that_says_no_size_is_as_large_as_what_it_draws(
    shape: str, size: str, icons: Path
) -> None:
    (icons / "bare.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{shape}</svg>')
    assert size in art(icons / "bare.svg")[1]
