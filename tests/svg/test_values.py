"""Values of SVG attributes, read as resvg reads them, however they are written."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest
import resvg_py
from faces.small_style import ROOT
from hypothesis import given, settings
from hypothesis import strategies as some
from PIL import Image

from printnplay.build.art import look_at_all
from printnplay.build.art_checks import ArtRequest
from printnplay.svg.values import Segment, numbers, path_data, transform

HUNDREDTHS = some.integers(-2000, 6000).map(lambda number: number / 100)
RADII = some.integers(1, 3000).map(lambda number: number / 100)
FLAGS = some.sampled_from([0.0, 1.0])
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}
ARGUMENTS = {
    **{name: some.tuples(*[HUNDREDTHS] * count) for name, count in COUNTS.items()},
    "A": some.tuples(RADII, RADII, HUNDREDTHS, FLAGS, FLAGS, HUNDREDTHS, HUNDREDTHS),
}


def segments(names: str) -> some.SearchStrategy[Segment]:
    return some.sampled_from(names).flatmap(
        lambda name: ARGUMENTS[name.upper()].map(lambda values: Segment(name, values))
    )


PATHS = some.tuples(
    segments("Mm"), some.lists(segments("MLHVCSQTZAmlhvcsqtza"), min_size=1, max_size=8)
).map(lambda parts: [parts[0], *parts[1]])

GARBAGE = some.text("xX!#;\u0663\N{NO-BREAK SPACE}", min_size=1, max_size=3)
ANYTHING = some.text(
    some.sampled_from("0123456789.,-+eE \n()%MLAazrotesclmpxinfNaN\0"), max_size=30
)


def spaced(path: Sequence[Segment]) -> str:
    """The path with every command written and white space everywhere."""
    return " ".join(f"{name} {' '.join(map(str, values))}" for name, values in path).replace(
        ".0 ", " "
    )


def minified(path: Sequence[Segment]) -> str:
    """The path without needless zeros, spaces and commands, as programs write it."""
    text, last = "", ""
    for name, values in path:
        if name != last or name in "MmZz":
            text += name
        last = name
        for index, value in enumerate(values):
            number = f"{value:g}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:g}"
            after_flag = name in "Aa" and index in (4, 5)
            touches = number[0] == "-" or (number[0] == "." and _has_point(text))
            text += number if not text[-1].isdigit() or after_flag or touches else f" {number}"
    return text


def _has_point(text: str) -> bool:
    digits = text[len(text.rstrip("0123456789")) - 1 :]
    return digits.startswith(".")


def drawn(attributes: str) -> Image.Image:
    """A black path as resvg draws it."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="-20 -20 80 80">'
        f'<path stroke="#000" {attributes}/></svg>'
    )
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA")


@given(PATHS)
def test_a_minified_path_is_read_like_one_with_separators(path: list[Segment]) -> None:
    read = path_data(minified(path))
    assert (list(read.segments), read.error) == (path, None)
    assert path_data(spaced(path)) == read


@settings(max_examples=40)
@given(PATHS)
def test_resvg_draws_what_was_read(path: list[Segment]) -> None:
    read = path_data(minified(path)).segments
    assert drawn(f'd="{minified(path)}"') == drawn(f'd="{spaced(read)}"')


@settings(max_examples=40)
@given(PATHS, GARBAGE, some.data())
def test_resvg_draws_a_path_up_to_the_same_error(
    path: list[Segment], garbage: str, data: some.DataObject
) -> None:
    text = spaced(path)
    at = data.draw(some.integers(0, len(text)))
    faulty = text[:at] + garbage + text[at:]
    read = path_data(faulty)
    assert read.error is not None
    assert drawn(f"d={quoteattr(faulty)}") == drawn(f'd="{spaced(read.segments)}"')


@settings(max_examples=40)
@given(some.lists(some.sampled_from(["scale(2)", "rotate(30,5 5)", "skewX(9)", "turn(1)"])))
def test_resvg_moves_things_by_the_same_matrix(calls: list[str]) -> None:
    moved = " ".join(calls)
    matrix = " ".join(f"{number:.9f}" for number in transform(moved).matrix)
    shape = 'd="M2 3h9v5z"'
    assert drawn(f'{shape} transform="{moved}"') == drawn(f'{shape} transform="matrix({matrix})"')


@given(ANYTHING)
def test_nothing_after_an_error_is_needed_to_read_what_is_before(text: str) -> None:
    for read in (path_data, numbers):
        error = read(text).error
        if error is not None:
            assert read(text[:error])[0] == read(text)[0]


@pytest.mark.at_leisure
@settings(max_examples=100)
@given(some.sampled_from(["viewBox", "width", "transform", "font-size"]), ANYTHING, ANYTHING)
def test_no_value_stops_the_lint_of_a_drawing(name: str, value: str, other: str) -> None:
    value, other = (text.replace("\0", "") for text in (value, other))
    inner = "".join(
        f"<{tag} {key}={quoteattr(other)} stroke='red'/>"
        for tag, key in (
            *(("path", "d"), ("polygon", "points"), ("g", "transform"), ("rect", "width")),
            *(("svg", "viewBox"), ("circle", "r"), ("path", "stroke-width"), ("image", "x")),
        )
    )
    text = f"<text x={quoteattr(other)} font-weight={quoteattr(other)}>A</text>"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {name}={quoteattr(value)}>'
        f"<rect width='9' height='9'/>{inner}{text}</svg>"
    )
    look_at_all([ArtRequest(svg.encode(), Path("drawing.svg"), ROOT)])
