"""Texts that may be seen are judged: only what surely lies beside the page is left alone."""

import pytest
from lxml import etree

from printnplay.svg.unseen import Unseen

SEEN = {
    "in a wide page of a square view": (
        'width="100mm" height="50mm"',
        '<text x="60" y="25" font-size="5">Hi</text>',
    ),
    "in a high page of a square view": (
        'width="50mm" height="100mm"',
        '<text x="9" y="-9" font-size="5">Hi</text>',
    ),
    "of a part that is larger": (
        "",
        '<text x="-10" y="25" font-size="1"><tspan font-size="12">Hello</tspan></text>',
    ),
    "moved by dx": ("", '<text x="-20" dx="30" y="25" font-size="4">Hi</text>'),
    "moved by dx of a part": (
        "",
        '<text x="-20" y="25" font-size="4"><tspan dx="30">Hi</tspan></text>',
    ),
    "spaced": ("", '<text x="-20" y="25" font-size="4" letter-spacing="30">Hi</text>'),
    "stretched": ("", '<text x="-20" y="25" font-size="4" textLength="60">Hi</text>'),
    "of a relative size": (
        "",
        '<g font-size="8"><text x="-20" y="25" font-size="300%">Hi there</text></g>',
    ),
    "inside": ("", '<text x="20" y="25" font-size="4">Hi</text>'),
}
UNSEEN = {
    "beside": ("", '<text x="-20" y="25" font-size="4">Hi</text>'),
    "beside a wide page": (
        'width="100mm" height="50mm"',
        '<text x="160" y="25" font-size="5">Hi</text>',
    ),
}


def is_left_alone(size: str, text: str) -> bool:
    """Whether nobody sees a text of a drawing."""
    size = size or 'width="50mm" height="50mm"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 50 50">{text}</svg>'
    root = etree.fromstring(svg)
    (element,) = root.iter("{*}text")
    return bool(Unseen(root).texts_of(element))


@pytest.mark.parametrize("case", SEEN)
def test_what_may_be_seen_is_judged(case: str) -> None:
    assert not is_left_alone(*SEEN[case])


@pytest.mark.parametrize("case", UNSEEN)
def test_what_lies_beside_the_page_is_left_alone(case: str) -> None:
    assert is_left_alone(*UNSEEN[case])
