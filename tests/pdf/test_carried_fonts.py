"""The fonts that drawings take along."""

import pytest

from printnplay.raster.single_faces import letters_of
from printnplay.scene.named_fonts import fonts_named
from printnplay.scene.sheet import FontFace

FACES = tuple(
    FontFace(f"{family} {weight}{' italic' * italic}", family, weight, italic, "")
    for family, weights in {"Lamp": (500, 800), "Oil": (300, 400, 700)}.items()
    for weight in weights
    for italic in (False, True)
)


@pytest.mark.parametrize(
    ("said", "carried"),
    [
        ('font-family="Lamp"', {"Lamp 500"}),
        ('font-family="Lamp" font-weight="bold"', {"Lamp 500", "Lamp 800"}),
        ("style=\"font-family:'Oil';font-weight:200\"", {"Oil 400", "Oil 300"}),
        (
            "style=\"font-family:'Oil';font-weight:800;font-style:italic\"",
            {
                "Oil 400",
                "Oil 700",
                "Oil 400 italic",
                "Oil 700 italic",
            },
        ),
    ],
)
def test_a_drawing_carries_the_weights_that_a_browser_chooses(said: str, carried: set[str]) -> None:
    svg = f"<svg><text {said}>Light</text></svg>"
    assert {face.name for face in fonts_named(svg, FACES)} == carried


def test_a_drawing_without_texts_carries_none() -> None:
    assert not fonts_named("<svg><path d=''/></svg>", FACES)


def test_the_letters_of_small_capitals_and_accents_are_carried() -> None:
    letters = letters_of('<svg><text font-variant="small-caps">ae\u0301&amp;</text></svg>')
    assert {"a", "A", "é", "e", "\u0301", "&"} <= letters
