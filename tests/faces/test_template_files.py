"""Templates are compiled once, and again when a file changes, also one that is imported."""

from pathlib import Path

from printnplay.faces.templates import Templates

DISC = '{% macro disc(x) %}<circle cx="{{ x }}" r="2"/>{% endmacro %}'


def rendered(folder: Path) -> str:
    """The face that these templates make, in the environment that the whole process has."""
    return Templates([folder]).render("face", {})


def test_a_part_that_was_changed_is_drawn_anew(tmp_path: Path) -> None:
    (tmp_path / "parts.svg.j2").write_text(DISC)
    use = '{% import "parts.svg.j2" as parts %}{{ parts.disc(1) }}'
    (tmp_path / "face.svg.j2").write_text(use)
    assert rendered(tmp_path) == '<circle cx="1" r="2"/>'
    (tmp_path / "parts.svg.j2").write_text(DISC.replace("circle", "ellipse"))
    assert rendered(tmp_path) == '<ellipse cx="1" r="2"/>'
