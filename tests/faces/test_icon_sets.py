"""Icons of sets: how they are drawn, in which colour, what is reported, and who is credited."""

from pathlib import Path

import pytest
from PIL import Image

from printnplay.cache.store import Store
from printnplay.faces.renderer import Blank, FaceRenderer, Format
from printnplay.game.texts import Text, Texts
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import mm
from printnplay.raster.png import image_of
from printnplay.scene.picture import Picture

from . import small_style
from .small_style import CASES, draw, draw_body, renderer

ROOT = '<svg xmlns="http://www.w3.org/2000/svg"'
FILLED = f'{ROOT} viewBox="0 0 16 16"><path fill="currentColor" d="M0 0H16V16H0Z"/></svg>'
LINES = (
    f'{ROOT} width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor"'
    ' stroke-width="8" class="icon"><path id="a" d="M0 12H24"/></svg>'
)
SMALL = f'{ROOT} viewBox="4 4 4 8"><path fill="currentColor" d="M4 4h4v8h-4z"/></svg>'
RED, GREEN, BLACK, INK, WHITE = (
    (204, 0, 0),
    (0, 204, 0),
    (0, 0, 0),
    (17, 34, 51),
    (255, 255, 255),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    icons = {"filled": FILLED, "lines": LINES, "small": SMALL}
    place = tmp_path / "art/icons/tools"
    place.mkdir(parents=True)
    for name, content in icons.items():
        (place / f"{name}.svg").write_text(content, "utf-8")
    return tmp_path


def pixels(picture: Picture) -> Image.Image:
    """A picture at 127 dpi: five pixels to a millimetre, with 2 mm of bleed."""
    return image_of(picture, (), 127).convert("RGB")


def at(picture: Picture, x: float, y: float) -> object:
    return pixels(picture).getpixel((round((x + 2) * 5), round((y + 2) * 5)))


@pytest.mark.parametrize(
    ("body", "colour"),
    [
        ('{{ icon("tools:filled", 5, 5, 10) }}', BLACK),
        ('{{ icon("tools:filled", 5, 5, 10, colour="red") }}', RED),
        ('{{ icon("tools:filled", 5, 5, 10, colour="#00cc00") }}', GREEN),
        ('<g color="#cc0000">{{ icon("tools:filled", 5, 5, 10) }}</g>', RED),
        ('{{ icon("tools:lines", 5, 5, 10, colour="red") }}', RED),
        ('{{ flow(stack(symbol("tools:filled", 10, colour="red")), 5, 5, 10, 10) }}', RED),
    ],
)
def test_an_icon_of_a_set_has_the_colour_that_is_given_or_that_of_what_is_around(
    body: str, colour: tuple[int, ...], folder: Path
) -> None:
    assert at(draw_body(folder, body, art=[folder]), 10, 10) == colour


def test_an_icon_of_a_set_fills_its_box_by_its_longer_side(folder: Path) -> None:
    picture = draw_body(folder, '{{ icon("tools:small", 5, 5, 10) }}', art=[folder])
    shown = [(x, y) for x, y in ((5.4, 10), (8, 6), (8, 14), (12, 10), (14.6, 10), (10, 16))]
    filled = [at(picture, x, y) == BLACK for x, y in shown]
    assert filled == [False, True, True, True, False, False]
    stroked = draw_body(folder, '{{ icon("tools:lines", 5, 5, 12) }}', art=[folder])
    assert [at(stroked, 11, y) for y in (8, 9.4, 12.6, 14)] == [WHITE, BLACK, BLACK, WHITE]


def test_an_icon_in_a_text_has_the_colour_of_its_words(folder: Path) -> None:
    says = {
        "cards.flip.rule": Text(
            "cards.flip.rule", {"other": "{icon:tools:filled x2}"}, Span("en.yaml")
        )
    }
    (folder / "face.svg.j2").write_text(
        '<svg {{ root }}>{{ textbox(t("cards.flip.rule"), 2, 2, 16, 16) }}</svg>', "utf-8"
    )
    maker = renderer([folder, CASES], [folder])
    values = {"root": small_style.ROOT_ATTRIBUTES, "card": {"id": "flip", "family": "action"}}
    blank = Blank("face", Format(small_style.SIZE, mm(2)), values)
    (picture,) = maker.draw([blank], Texts("en", says, "en.yaml"))
    assert maker.problems.found == []
    assert picture is not None
    counted = pixels(picture).getcolors(1 << 16)
    assert counted is not None
    assert INK in {colour for number, colour in counted if number > 50}
    assert maker.icons_of_sets == {"tools:filled"}
    single = maker.icon_picture("tools:filled", mm(6))
    assert image_of(single, (), 127).convert("RGB").getpixel((15, 15)) == INK


def fault(folder: Path, body: str) -> tuple[str, str, str]:
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>", "utf-8")
    maker = renderer([folder, CASES], [folder])
    assert draw(maker, "face") is None
    (found,) = maker.problems.found
    assert found.span.line == 1
    return found.code.id, found.message, found.help


@pytest.mark.parametrize(
    ("content", "code", "message", "cure"),
    [
        (None, "PNP417", "there is no icon `tools:odd`", "did you mean `tools:"),
        (f"{ROOT} viewBox='0 0 9 9'><path></svg>", "PNP413", "is not well-formed XML", "save"),
        (f"{ROOT}><path d='M0 0H9'/></svg>", "PNP424", "has no viewBox", "viewBox="),
        (f"{ROOT} viewBox='0 0 0 9'/>", "PNP424", "which has no area", "viewBox="),
        (f"{ROOT} viewBox='0 0 9 9'><text>a</text></svg>", "PNP424", "plain shapes", "art(...)"),
        (
            f"{ROOT} viewBox='0 0 9 9'><path fill='url(#a)' d='M0 0H9'/></svg>",
            "PNP424",
            "plain shapes",
            "art(...)",
        ),
        (f"{ROOT} viewBox='0 0 9 9'><script>1</script></svg>", "PNP424", "plain shapes", "art"),
    ],
)
def test_what_is_no_plain_icon_is_reported_with_its_cure(
    content: str | None, code: str, message: str, cure: str, folder: Path
) -> None:
    if content is not None:
        (folder / "art/icons/tools/odd.svg").write_text(content, "utf-8")
    found = fault(folder, '{{ icon("tools:odd", 1, 1, 9) }}')
    assert found[0] == code
    assert message in found[1]
    assert cure in found[2]


def test_a_set_that_is_not_there_is_named_with_its_file_and_its_package(folder: Path) -> None:
    found = fault(folder, '{{ icon("dragons:head", 1, 1, 9) }}')
    assert "art/icons/dragons/head.svg" in found[2]
    assert "pip install printnplay-icons" in found[2]
    assert fault(folder, '{{ icon("../../tools:x", 1, 1, 9) }}')[0] == "PNP421"
    assert (
        "takes no `size_of`" in fault(folder, '{{ icon("tools:filled", 1, 1, 9, size_of=1) }}')[1]
    )


def test_a_kept_face_is_drawn_anew_when_its_icon_changes_and_keeps_its_credit(folder: Path) -> None:
    (folder / "face.svg.j2").write_text(
        '<svg {{ root }}>{{ icon("tools:filled", 5, 5, 10, colour="red") }}</svg>', "utf-8"
    )
    store = Store(folder / "store.sqlite")

    def drawn() -> tuple[Picture | None, FaceRenderer]:
        maker = renderer([folder, CASES], [folder])
        maker.store = store
        return draw(maker, "face"), maker

    first, _ = drawn()
    second, kept = drawn()
    assert first == second
    assert kept.icons_of_sets == {"tools:filled"}
    (folder / "art/icons/tools/filled.svg").write_text(LINES, "utf-8")
    third, _ = drawn()
    assert third != first
