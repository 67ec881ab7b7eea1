"""Type on pictures of cards that nobody could read."""

from msgspec.structs import replace

from printnplay.kernel.geometry import Size, mm
from printnplay.scene.picture import Picture
from printnplay.svg.small_type import without_small_type

CARD = Picture(
    "card",
    Size(mm(60), mm(90)),
    0,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><g transform="scale(2)">'
    '<text><tspan x="2" y="5" font-size="4" fill="#112233">Storm</tspan></text></g>'
    '<text><tspan x="4" y="50" font-size="3" fill="#445566">Move all </tspan>'
    '<tspan x="4" y="54" font-size="3" fill="#445566">ships.</tspan></text></svg>',
    ("Storm", "Move all ships."),
    "Storm Move all ships.",
)


def test_small_type_becomes_bars() -> None:
    """A name of 8 mm is 2.7 mm high on a card of a third the width, its rule of 3 mm is 1 mm."""
    small = without_small_type(CARD, mm(20))
    assert small.svg.count("<text") == 1
    assert "Storm" in small.svg
    assert small.svg.count("<rect") == 2
    assert "ships" not in small.svg
    assert 'fill="#445566"' in small.svg
    assert small.texts == ("Storm",)
    assert small.alt == CARD.alt


def test_parts_of_a_line_share_a_bar_and_outlines_of_letters_go() -> None:
    """Letters that need outlines have their words invisible behind these."""
    parts = (
        '<text><tspan x="20" y="50" font-size="3">four</tspan>'
        '<tspan x="14" y="50" font-size="3">or five</tspan>'
        '<tspan x="50" y="50" font-size="3">far</tspan></text>'
        '<path data-letters="outlined" fill="#445566" d="M0 0H1V1Z"/>'
        '<text><tspan x="4" y="54" fill-opacity="0" font-size="3">ships</tspan></text></svg>'
    )
    svg = CARD.svg[: CARD.svg.index('<text><tspan x="4"')] + parts
    small = without_small_type(replace(CARD, svg=svg), mm(20))
    assert small.svg.count("<rect") == 3
    assert "<path" not in small.svg


def test_type_that_can_be_read_stays() -> None:
    assert without_small_type(CARD, mm(60)) is CARD
