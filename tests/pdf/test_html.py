"""Pages for screens: texts that are not to be trusted, and colours that can be read."""

from xml.etree.ElementTree import fromstring

import pytest

from printnplay.kernel.luminance import READABLE, contrast, readable
from printnplay.rulebook.screen.look import CLEAR, dusk, on_ground, shade
from printnplay.rulebook.screen.markup import Markup, as_id, element, joined
from printnplay.rulebook.screen.shared import with_shared_parts
from printnplay.svg.inlined import inlined

EVIL = '</style><script>alert("1")</script>\x00&<img src=x onerror=alert(1)>'


def test_texts_are_texts_whatever_they_say() -> None:
    page = element("div", element("p", EVIL, title=EVIL), joined(EVIL, element("br")))
    root = fromstring(page)
    assert [child.tag for child in root.iter()] == ["div", "p", "br"]
    said = EVIL.replace("\x00", "")
    assert (root[0].text, root[0].get("title"), root[0].tail) == (said, said, said)


@pytest.mark.parametrize("name", ["1st", "a b", "x;}</style>", "ä.b-c"])
def test_any_name_becomes_an_id(name: str) -> None:
    made = as_id(name)
    assert made[0].isalpha()
    assert not set(made) & set(' ;}</>"')


def test_a_drawing_in_a_page_has_its_own_ids_and_leads_nowhere() -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' viewBox="0 0 9 9"><title>Two squares</title><clipPath id="c"><rect id="r"/></clipPath>'
        '<g clip-path="url( #c )" onclick="alert(1)"><use xlink:href="#r"/></g>'
        '<a href="https://example.org/"><text id="r">url(#c)</text></a></svg>'
    )
    made = inlined(drawing, "card-7-")
    root = fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made}</svg>')
    values = [value for part in root.iter() for value in part.attrib.values()]
    assert values == ["card-7-c", "card-7-r", "url( #card-7-c )", "#card-7-r"]
    assert "".join(root.itertext()) == "url(#c)"


@pytest.mark.parametrize(
    "ground", ["#ffffff", "#fff3c9", "#ee2f45", "#808080", "#3e3619", "#000000"]
)
@pytest.mark.parametrize("colour", ["#ffffff", "#ffc82e", "#0b8286", "#767676", "#17121f"])
def test_text_can_be_read_by_day_and_by_night(colour: str, ground: str) -> None:
    for behind in (ground, shade(ground)):
        assert contrast(readable(colour, behind), behind) >= READABLE
        assert contrast(*on_ground(colour, behind)) >= READABLE


@pytest.mark.parametrize("ink", ["#17121f", "#2b1510", "#0b3a3c"])
def test_figures_lie_on_a_dim_ground_in_dark_mode(ink: str) -> None:
    ground = dusk("#fffdf6", ink)
    assert contrast(ink, ground) >= CLEAR
    assert contrast(ground, "#ffffff") > 1.6
    assert dusk("#101820", "#ffffff") == "#101820"


def test_a_part_that_drawings_repeat_is_written_once() -> None:
    card = f'<g fill="#fff"><path d="{"M0 0 9 9" * 40}"/></g>'
    own = f'<g id="a"><path d="{"M1 1 2 2" * 40}"/></g>'
    hidden = f"<defs>{card}</defs>"
    page = Markup(f"<p>{card}</p><svg>{hidden}{card}{own}</svg><svg>{card}<svg>{card}</svg></svg>")
    made = with_shared_parts(page)
    named = card.replace("<g", '<g id="shared-1"', 1)
    use = '<use href="#shared-1"/>'
    assert made == f"<p>{card}</p><svg>{hidden}{named}{own}</svg><svg>{use}<svg>{use}</svg></svg>"
    assert with_shared_parts(made) == made
