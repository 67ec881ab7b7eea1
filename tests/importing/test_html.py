"""Faces in HTML and CSS: what single properties give, and what is beside a face."""

import pytest

from printnplay.importing.html_painting import face_of
from printnplay.importing.values import Shape

PLAIN = "<div style='width: 100px; height: 100px; {}'></div>"


def read(html: str) -> tuple[list[tuple[str, float, int]], list[str]]:
    """Return the fill, opacity and height of the shapes of a face, and what is lost."""
    lost: list[str] = []
    face = face_of(html, "", 254, lambda _: ("", None), lambda what, _: lost.append(what))
    shapes = [
        (str(box.what.fill) or box.what.stroke, float(box.opacity), box.rect.height)
        for box in (face.boxes if face else ())
        if isinstance(box.what, Shape)
    ]
    return shapes, lost


@pytest.mark.parametrize(
    ("css", "shapes"),
    [
        ("border: 4px solid #000", [("#000000", 1, 9600)]),
        (
            "border: 4px solid; border-color: #111 #222 #333",
            [
                ("#111111", 1, 400),
                ("#222222", 1, 10_000),
                ("#333333", 1, 400),
                ("#222222", 1, 10_000),
            ],
        ),
        ("border: 4px solid #000; border-style: none none solid", [("#000000", 1, 400)]),
        ("background: #f00; opacity: 50%", [("#ff0000", 0.5, 10_000)]),
        ("background: #f00; opacity: .5", [("#ff0000", 0.5, 10_000)]),
    ],
)
def test_sides_and_shares_are_read(css: str, shapes: list[tuple[str, float, int]]) -> None:
    assert read(PLAIN.format(css)) == (shapes, [])


def test_a_gradient_that_is_not_linear_is_lost() -> None:
    shapes, lost = read(PLAIN.format("background: repeating-linear-gradient(#000, #fff 5px)"))
    assert shapes == [("#ffffff", 1, 10_000)]
    assert lost == ["a repeating-linear gradient of `div`: its last colour stands in"]


@pytest.mark.parametrize(
    ("html", "lost"),
    [
        ("<style></style>" + PLAIN + "<p style='display: none'>x</p> ", []),
        (PLAIN + "<p>x</p>", ["the content beside `<div>`"]),
        ("words" + PLAIN, ["the content beside `<div>`"]),
        (PLAIN + "words", ["the content beside `<div>`"]),
        ("words", ["a face without an element"]),
        ("", ["a face without an element"]),
    ],
)
def test_what_is_beside_a_face_is_lost(html: str, lost: list[str]) -> None:
    assert read(html)[1] == lost
