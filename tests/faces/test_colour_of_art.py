"""The colour that `currentColor` of a designer's drawing means, as in the icons of sets."""

from pathlib import Path

import pytest

from printnplay.raster.png import image_of

from .small_style import draw_body

RED, GREEN, BLACK = (204, 0, 0), (0, 204, 0), (0, 0, 0)
ART = '{{ art("a.svg", 0, 0, 20, 20) }}'
AROUND = f'<g color="#cc0000">{ART}</g>'
IN_RED = '{{ art("a.svg", 0, 0, 20, 20, colour="red") }}'
FILLED = '<path fill="currentColor" d="M0 0H9V9H0Z"/>'
MIXED = '><path fill="color-mix(in srgb, currentColor, #cc0000)" d="M0 0H9V9H0Z"/>'


def shown(folder: Path, inside: str, body: str) -> object:
    """The colour in the middle of a drawing that a template puts into a face."""
    for name, content in (("a", inside), ("linked", f">{FILLED}")):
        start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'
        (folder / f"{name}.svg").write_text(f"{start}{content}</svg>", "utf-8")
    image = image_of(draw_body(folder, body, art=[folder]), (), 50)
    return image.convert("RGB").getpixel((image.width // 2, image.height // 2))


@pytest.mark.parametrize(
    ("inside", "body", "colour"),
    [
        (f">{FILLED}", IN_RED, RED),
        (f">{FILLED}", IN_RED.replace("red", "#00cc00"), GREEN),
        (' fill="currentColor"><path d="M0 0H9V9H0Z"/>', IN_RED, RED),
        (f'><style>path {{fill: CurrentColor !important}}</style>{FILLED}', IN_RED, RED),
        (' color="#00cc00">' + FILLED, IN_RED, RED),
        (f'><g color="#00cc00">{FILLED}</g>', IN_RED, GREEN),
        (MIXED, IN_RED, RED),
        (f">{FILLED}", ART, BLACK),
        (f">{FILLED}", AROUND, RED),
        (f">{FILLED}", f'<g style="color: #cc0000"><g fill="#00cc00">{ART}</g></g>', RED),
        (f">{FILLED}", f'<style>.a {{color: #cc0000}}</style><g class="a">{ART}</g>', RED),
        (f">{FILLED}", f'<g color="#00cc00">{IN_RED}</g>', RED),
        (' color="#00cc00">' + FILLED, AROUND, GREEN),
        # A browser shows what a drawing links as it is by itself.
        ('><image width="9" height="9" href="linked.svg"/>', AROUND, BLACK),
    ],
)  # fmt: skip
def test_the_current_colour_is_the_one_given_or_that_of_what_is_around(
    inside: str, body: str, colour: tuple[int, ...], tmp_path: Path
) -> None:
    assert shown(tmp_path, inside, body) == colour


def test_one_drawing_has_as_many_colours_as_it_is_asked_for(tmp_path: Path) -> None:
    body = IN_RED + IN_RED.replace("red", "#00cc00")
    assert shown(tmp_path, f">{FILLED}", body) == GREEN
