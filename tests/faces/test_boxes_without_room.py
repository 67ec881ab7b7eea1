"""A box without room is reported with its place."""

import pytest

from printnplay.faces.sandbox import MistakeError
from printnplay.faces.texts import box_of

PLACE = "place it from `size.{}`: it begins at {} mm and ends at {} mm"


@pytest.mark.parametrize(
    ("box", "message", "help_"),
    [
        ((8, 60, 28, -2.5), "a text box of 28 by -2.5 mm", PLACE.format("height", 60, 57.5)),
        ((40, 6, -8.25, 9), "a text box of -8.25 by 9 mm", PLACE.format("width", 40, 31.75)),
        ((4, 4, 0, 9), "a text box of 0 by 9 mm", "make its width and height more than 0"),
    ],
)
def test_a_box_without_room(
    box: tuple[float, float, float, float], message: str, help_: str
) -> None:
    with pytest.raises(MistakeError, match=message) as raised:
        box_of(*box)
    assert raised.value.help == help_
