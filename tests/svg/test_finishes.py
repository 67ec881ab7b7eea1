"""Finishes in drawings: what a plate of a factory has of them, and what is left of the art."""

import pytest

from printnplay.svg.finishes import finishes_in, has_pixels, plate, without_finishes

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 60">{}</svg>'
ART = '<rect id="art" width="50" height="60" fill="#fff"/>'


def drawn(finish: str, art: str = ART) -> str:
    return plate(ROOT.format(art + finish), "foil", "#010203").replace(' id="art"', "")


CASES = {
    "a colour": ('<path data-finish="foil" fill="#c9a227"/>', ['fill="#010203"'], ["c9a227"]),
    "none stays none": (
        '<path data-finish="foil" fill="none" stroke="red"/>',
        ['fill="none"', 'stroke="#010203"'],
        ["red"],
    ),
    "without a colour it is filled": ('<path data-finish="foil"/>', ['fill="#010203"'], []),
    "the colour of a group": (
        '<g fill="none" stroke="#000"><g data-finish="foil"><path/></g></g>',
        ['fill="none"', 'stroke="#010203"'],
        [],
    ),
    "full ink": (
        '<path data-finish="foil" style="opacity:0.5;fill:#c00" fill-opacity=".2"/>',
        ['fill="#010203"'],
        ["opacity", "#c00"],
    ),
    "hidden at home": (
        '<g data-finish="foil" display="none"><path/></g>',
        ["<path"],
        ["display"],
    ),
    "a gradient": (
        '<defs><linearGradient id="g"/></defs><path data-finish="foil" fill="url(#g)"/>',
        ['fill="#010203"'],
        ["url("],
    ),
    "its place": (
        '<g transform="translate(3 4)"><path data-finish="foil"/></g>',
        ["translate(3 4)"],
        [],
    ),
    "nothing else": (
        '<path data-finish="foil"/><circle data-finish="varnish" r="1"/>',
        ["<path"],
        ["circle", "<rect"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_plate_has_the_shapes_of_a_finish_in_one_colour(name: str) -> None:
    finish, kept, gone = CASES[name]
    made = drawn(finish)
    assert [one for one in kept if one not in made] == []
    assert [one for one in gone if one in made] == []


def test_art_has_no_finishes_and_plates_have_no_pixels() -> None:
    image = '<g data-finish="foil"><image href="a.png"/></g>'
    svg = ROOT.format(f'{ART}{image}<path data-finish="varnish"/>')
    assert finishes_in(svg) == ("foil", "varnish")
    assert "finish" not in without_finishes(svg)
    assert 'id="art"' in without_finishes(svg)
    assert (has_pixels(svg, "foil"), has_pixels(svg, "varnish")) == (True, False)
