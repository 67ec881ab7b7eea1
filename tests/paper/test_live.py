"""The live page shows the faces as drawn."""

from collections.abc import Callable

import pytest

from .compare import Look, compare, inner
from .drawn import MM, draw
from .games import Game, Made, games
from .judge import Faces
from .live import live_page
from .reader import pixels_of

pytestmark = pytest.mark.at_leisure
pytest.importorskip("starlette", reason="the live page needs starlette and uvicorn")

SHOWN = [game for game in games() if game.game in {"inkwell", "csv", "tic-tac-taco"}]


@pytest.mark.parametrize("game", SHOWN, ids=str)
def test_the_live_page_shows_each_face(
    game: Game, made: Callable[[Game], Made], faces_of: Callable[[Made], Faces]
) -> None:
    faces = faces_of(made(game))
    found, wrong = set(), []
    with live_page(made(game)) as page:
        fonts = page.fonts()
        for key, root in page.faces():
            if key.startswith(("cover/", "box/")):
                continue  # these are in the rulebook and the box, not on sheets of cards
            size = _size(str(root.attrib["width"])), _size(str(root.attrib["height"]))
            pixels = pixels_of(size)
            candidates = faces.of_size(size)
            assert candidates, f"{key} has the size {size} of no face"
            look = Look.of(draw(root, pixels, fonts))
            nearest = min(candidates, key=lambda face: look.apart(faces.look(face, pixels)))
            mask = inner(faces.look(nearest, pixels).picture.convert("L").point(lambda _: 255))
            difference = compare(look, faces.look(nearest, pixels), mask)
            found.add(faces.alike[nearest.path.name])
            if not difference.is_none:
                wrong.append(f"{key}: {difference}")
    assert not wrong
    assert found == {*faces.alike.values()}


def _size(text: str) -> float:
    found = MM.fullmatch(text)
    assert found, f"{text!r} is no length in millimetres"
    return float(found[1])
