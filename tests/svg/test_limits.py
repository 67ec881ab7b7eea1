"""Drawings of any size: refused at a stated limit, and read in steps that grow as they do."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
from faces.small_style import ROOT

from printnplay.build.art import look_at_all
from printnplay.build.art_checks import ArtRequest
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.svg import limits
from printnplay.svg.pictures import ArtError, read

pytestmark = pytest.mark.sampled(2)

BEGIN = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="0 0 30 30">'
BOX = '<rect width="9" height="9"{}/>'
LETTER = '<tspan font-family="Red Hat Display">a</tspan>'

USE = '<use href="#a"/>'

Body = Callable[[int], str]


def looked_at(body: str) -> list[Diagnostic]:
    content = f"{BEGIN}{body}</svg>".encode()
    return list(look_at_all([ArtRequest(content, Path("many.svg"), ROOT)])[0].problems)


TOO_MANY: dict[str, tuple[str, str]] = {
    "elements": ("300,000 elements", "<g/>" * limits.ELEMENTS),
    "attributes": ("500 attributes", "<g " + " ".join(f"a{n}='1'" for n in range(501)) + "/>"),
    "letters": ("50,000 letters", f"<desc/><text>{'a' * 50_001}</text>"),
    "parts of a text": ("1,000 parts", f"<text>{LETTER * 1001}</text>"),
    "transforms": ("1,000 parts", BOX.format(f' transform="{"scale(1)" * 1001}"')),
    "stops": ("1,000 stops", f"<linearGradient>{'<stop/>' * 1001}</linearGradient>"),
    "parts of filters": ("200 parts", f"<filter>{'<feOffset/>' * 201}</filter>"),
    "convolution": ("225 numbers", '<filter><feConvolveMatrix order="99"/></filter>'),
    "use": (
        "200,000 elements",
        f'<g id="a">{BOX.format("") * 1000}</g><g id="b">{USE * 201}</g><use href="#b"/>',
    ),
    "style sheets": ("250,000 letters", f"<style>{'g{}' * 90_000}</style>"),
    "selectors": ("10,000 selectors", f"<style>{'g g,' * 10_000}g{{}}</style>"),
    "nested rules": ("1,000,000 letters", f"<style>{'a,b{' * 15}{'}' * 15}</style>"),
    "nested references": (
        "60 deep",
        "".join(f'<g id="g{n}"><use href="#g{n + 1}"/></g>' for n in range(70)) + '<g id="g70"/>',
    ),
}


@pytest.mark.parametrize("kind", TOO_MANY)
def test_what_is_beyond_a_limit_is_refused_by_its_name(kind: str) -> None:
    message, body = TOO_MANY[kind]
    (fault,) = looked_at(body)
    assert (fault.code.id, message in fault.message) == ("PNP416", True), fault.message
    assert fault.help


FILTERS = "".join(f'<filter id="glow{n:02}">{"<feOffset/>" * 20}</filter>' for n in range(20))


@pytest.mark.parametrize(
    ("users", "refused"),
    [
        ("", False),
        (BOX.format(' filter="url(#glow01)"'), False),
        ("".join(BOX.format(f' filter="url(#glow{n:02})"') for n in range(20)), True),
        ("".join(BOX.format(f' style="filter:url(#glow{n:02})"') for n in range(20)), True),
        ("".join(BOX.format(f' filter="url(&#10;#glow{n:02}&#10;)"') for n in range(20)), True),
        (f"<style>{''.join(f'.c{n}{{filter:url(#glow{n:02})}}' for n in range(20))}</style>", True),
        (r"<style>rect{filter:url(#gl\6f w01)}</style>", True),
    ],
)
def test_filters_that_nothing_uses_do_not_count(users: str, refused: bool) -> None:  # noqa: FBT001
    found = [fault for fault in looked_at(FILTERS + users) if "200 parts" in fault.message]
    assert bool(found) is refused


GROWING: dict[str, Body] = {
    "elements": lambda count: "<g><path d='M1 1h1'/></g>" * count,
    "numbers of a path": lambda count: f'<path d="M0 0{"1 1" * count}"/>',
    "points": lambda count: f'<path d="M1{"." * count}"/>',
    "attributes": lambda count: "<g " + " ".join(f"a{n}='1'" for n in range(count)) + "/>",
    "rules": lambda count: (
        f"<style>{''.join(f'.c{n}{{fill:red}}' for n in range(count))}</style>"
        + BOX.format(" class='c1'") * count
    ),
    "declarations": lambda count: BOX.format(f' style="{"fill:red;" * count}"'),
    "parts of a text": lambda count: f'<text x="1" y="9">{LETTER * count}</text>',
    "uses": lambda count: BOX.format(' id="r"') + '<use href="#r"/>' * count,
    "transforms": lambda count: BOX.format(f' transform="{"scale(1)" * count}"'),
    "filters": lambda count: "".join(f'<filter id="f{n}x"/>' for n in range(count)),
    "stops": lambda count: f"<linearGradient>{'<stop/>' * count}</linearGradient>",
    "dangling references": lambda count: "".join(f'<use href="#u{n}"/>' for n in range(count)),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", GROWING)
def test_twice_as_much_takes_twice_the_steps(kind: str) -> None:
    first, double, fourfold = (steps(GROWING[kind](count)) for count in (50, 100, 200))
    # What does not grow is the same in all three.
    assert fourfold - double <= 2.5 * max(double - first, 100)


def steps(body: str) -> int:
    """The calls of functions, our own and of libraries, that reading a drawing takes."""
    count = 0

    def step(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        del frame, argument
        count += event in ("call", "c_call")

    looked_at(body)  # what is cached is cached
    before = sys.getprofile()
    sys.setprofile(step)
    try:
        looked_at(body)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize(
    ("name", "size", "cure"),
    [
        ("a.svg", 20_000_001, "fewer points"),
        ("a.jpg", 100_000_001, "save it with fewer pixels"),
        ("a.png", 100_000_001, "save it as JPEG, or with fewer pixels"),
    ],
)
def test_a_file_that_is_too_large_is_told_how_to_become_smaller(
    name: str, size: int, cure: str, tmp_path: Path
) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(size)
    with pytest.raises(ArtError, match=f"larger than {size // 1_000_000} MB") as error:
        read(tmp_path / name)
    assert cure in error.value.help
