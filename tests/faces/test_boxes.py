"""The boxes of templates, and edits of them: every other character stays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

import pytest

from printnplay.faces.art_calls import art_calls
from printnplay.faces.box_edits import CopyBox, DeleteBox, Edit, OrderBox, SetBox, edited
from printnplay.faces.box_records import Box, Layout
from printnplay.faces.new_boxes import AddBox, NoEditError
from printnplay.faces.template_boxes import layout_of
from printnplay.faces.template_calls import chain_of, signatures, template_file
from printnplay.faces.template_numbers import NEAR, with_value
from printnplay.faces.template_places import Spot
from printnplay.files.catalog import PACKAGE, shipped_root

pytestmark = pytest.mark.sampled(4)

NAMES = {
    "size.width": 63.5,
    "size.height": 88.9,
    "bleed": 3,
    "extent.width": 69.5,
    "extent.height": 94.9,
}
ROOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"'
    ' height="{{ extent.height }}mm"'
    ' viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">'
)
FRAME = "{% macro plate(x, y, width, height, fill='ink') %}<rect/>{% endmacro %}"


def text_of(file: str) -> str:
    return FRAME if file == "frame.svg.j2" else ""


def read(source: str) -> Layout:
    return layout_of(source, signatures(source, text_of), NAMES)


def drawing(body: str) -> str:
    return f"{{% import 'frame.svg.j2' as frame %}}\n{ROOT}\n{body}\n</svg>\n"


def boxes(body: str) -> list[Box]:
    return read(drawing(body)).boxes


def after(body: str, edit: Edit) -> str:
    """The body after an edit; what surrounds it has to be the same."""
    start, _, end = drawing("|").partition("|")
    new = edited(drawing(body), read, edit)
    assert new.startswith(start)
    assert new.endswith(end)
    return new[len(start) : -len(end)]


PLAIN = {
    '{{ textbox(t("a"), 5, 6, 50, 20) }}': ("box", [5, 6, 50, 20]),
    "{{- fit_title( card.cost , 5 , 6 , width = 50, height=20.5 ) -}}": ("box", [5, 6, 50, 20.5]),
    "{{ textbox(card.a ~ \"}}\", 5, 6, size.width - 10, size['height'] or 3) }}": None,
    '{{ icon("star", 5, size.height / 2, 8, colour="ink") }}': ("square", [5, 44.45, 8]),
    "{{ flow([text(card.a), line()], 5, 6, 50, 20, gap=2) }}": ("box", [5, 6, 50, 20]),
    '{{ flow([text({"a": {"b": card.x}}.a.b)], 5, 6, 50, 20) }}': ("box", [5, 6, 50, 20]),
    "{{ grid(3, 3, 15) }}": ("point", [0, 0]),
    "{{ arrow(1, 2, 3, 4) }}": ("line", [1, 2, 3, 4]),
    "{{ frame.plate(1, 2, 3, 4) }}": ("box", [1, 2, 3, 4]),
    '<rect width="5" height="6" fill="{{ colours["ink"] }}"/>': ("box", [0, 0, 5, 6]),
    '<circle cx="{{ size.width / 2 }}" cy="4" r="2"></circle>': ("disc", [31.75, 4, 2]),
    "<ellipse cx='1' cy='2' rx='3' ry='4'/>": ("ellipse", [1, 2, 3, 4]),
    '<line x1="1" y1="2" x2="3" y2="4"/>': ("line", [1, 2, 3, 4]),
    '<text x="1" y="2">{{ card.cost }}</text>': ("point", [1, 2]),
    '{% set w = size.width %}{{ art("a.svg", w - 10, 2, 3, 4) }}': ("box", [53.5, 2, 3, 4]),
    "{{ art(card.art, ([3, 4]|min)|round(1), 2, 3, 4) }}": ("box", [3, 2, 3, 4]),
    "<g transform='translate({{- 0 -}} 0)'><rect width='{{- 5 }}' height='{{-6}}'/></g>": (
        "box",
        [0, 0, 5, 6],
    ),
}


@pytest.mark.parametrize("body", PLAIN)
def test_plain_calls_and_elements_are_boxes(body: str) -> None:
    (box,) = boxes(body)
    if PLAIN[body] is None:
        assert "`height` is computed" in box.why
        return
    assert (box.shape, [one.number for one in box.numbers]) == PLAIN[body]
    assert box.why == ""
    assert box.matrix == (1, 0, 0, 1, 0, 0)


FIXED = {
    "{% for i in range(3) %}<rect width='1' height='1'/>{% endfor %}": "loop",
    "{% macro a() %}<rect width='1' height='1'/>{% endmacro %}": "belongs to the macro `a`",
    "{% set a %}<rect width='1' height='1'/>{% endset %}": "kept in a variable",
    "<defs><rect width='1' height='1'/></defs>": "`<defs>`",
    "<svg><rect width='1' height='1'/></svg>": "drawing within the drawing",
    "<g transform='scale({{ card.a }})'><rect width='1' height='1'/></g>": "`transform`",
    "<path d='M0 0H9'/>": "points and no box",
    "<rect x='{{ card.a * 10 }}' width='1' height='1'/>": "`x` is computed: `card.a * 10`",
    "<rect x='5%' width='1' height='1'/>": "`x` is computed: `5%`",
    "<rect {% if card.a %}x='5'{% endif %} width='1' height='1'/>": "among its attributes",
    "{{ textbox(card.a, 1, 2, 3, 4 if right_to_left else 5) }}": "`height` is computed",
    "{{ textbox(card.a, 1, 2, 3, 4)|upper }}": "not a plain call",
    "{{ textbox(*card.a) }}": "not a plain call",
    "{{ frame.other(1, 2) }}": "`frame.other` is not a function or macro",
    "{{ t(card.a) }}": "has no place or size",
    "{% include 'a.svg.j2' %}": "another template",
    "{% if card.a %}{% set w = 5 %}{% endif %}{{ art('a', w, 2, 3, 4) }}": "`x` is computed: `w`",
    "{% set a.w = 5 %}{% for i in b %}{% set a.w = 6 %}{% endfor %}{{ art('a', a.w, 2, 3, 4) }}": (
        "`x` is computed: `a.w`"
    ),
    "{% set size = card %}{{ art('a', size.width, 2, 3, 4) }}": "`x` is computed",
    "{% with size = card %}{{ art('a', size.width, 2, 3, 4) }}{% endwith %}": "`x` is computed",
    "<g transform='rotate(1e400)'><rect width='1' height='1'/></g>": "`transform` that is computed",
    "<g transform='scale(nan)'><rect width='1' height='1'/></g>": "`transform` that is computed",
    "{% if a %}<g>{% endif %}<rect width='1' height='1'/>{% if a %}</g>{% endif %}": "condition",
}


@pytest.mark.parametrize("body", FIXED)
def test_others_say_why_they_cannot_be_changed(body: str) -> None:
    (box,) = boxes(body)
    assert FIXED[body] in box.why
    with pytest.raises(NoEditError):
        after(body, DeleteBox(0))


def test_a_number_that_python_does_not_read_breaks_no_reader() -> None:
    body = f"{{{{ art(card.picture, {'9' * 5000}, 2, 3, 4) }}}}"
    assert "not a plain call" in boxes(body)[0].why
    assert art_calls(drawing(body)) == ()


def test_what_is_no_box_is_not_listed() -> None:
    body = "{# <rect/> #}<!-- <rect/> -->{% raw %}{{ a }}<rect/>{% endraw %}<text>{{ a }}</text>"
    assert [box.kind for box in boxes(body)] == ["text"]
    for broken in ("{{ a", "<rect x='1", "{% if", "<!--"):
        assert read(broken).broken


def test_groups_place_their_boxes() -> None:
    body = (
        '<g transform="translate({{ size.width }} 0) rotate(90)"><g>{{ icon("a", 1, 2, 3) }}</g>'
        '</g><rect width="1" height="1" transform="scale(2)"/>'
    )
    icon, rect = boxes(body)
    assert icon.matrix == pytest.approx((0, 1, -1, 0, 63.5, 0))
    assert rect.matrix == (2, 0, 0, 2, 0, 0)
    scaled = '<svg viewBox="0 0 139 189.8"><rect width="1" height="1"/></svg>'
    assert read(scaled).boxes[0].matrix == (0.5, 0, 0, 0.5, -3, -3)


EDITS: list[tuple[str, Edit, str]] = [
    ("{{ art(card.a, 5, 6, 7, 8) }}", SetBox(0, {"x": 5.5}), "{{ art(card.a, 5.5, 6, 7, 8) }}"),
    (
        '{{ textbox(t("a"),\n  5, 6,\n  size.width - 10, 20) }}{# x #}',
        SetBox(0, {"width": 50, "y": 6.1234}),
        '{{ textbox(t("a"),\n  5, 6.123,\n  size.width - 13.5, 20) }}{# x #}',
    ),
    (
        "{{ art(card.a, size.width / 2, -bleed, size.width - 8, 8) }}",
        SetBox(0, {"x": 30, "y": -2, "width": 63.5}),
        "{{ art(card.a, size.width / 2 - 1.75, -bleed + 1, size.width, 8) }}",
    ),
    ("<rect width='5' height='6'/>", SetBox(0, {"x": 1}), "<rect width='5' height='6' x=\"1\"/>"),
    (
        '<circle cx="{{ size.width / 2 }}" cy="4" r="2" />',
        SetBox(0, {"cx": 30, "r": 2.5}, {"fill": "ink", "stroke": "#ff0000"}),
        '<circle cx="{{ size.width / 2 - 1.75 }}" cy="4" r="2.5"'
        ' fill="{{ colours["ink"] }}" stroke="#ff0000" />',
    ),
    (
        '<rect width="5" height="6" fill="{{ colours["ink"] }}"/>',
        SetBox(0, {}, {"fill": "none"}),
        '<rect width="5" height="6" fill="none"/>',
    ),
    (
        '<rect width="5" fill="#fff" height="6"/>',
        SetBox(0, {}, {"fill": ""}),
        '<rect width="5" height="6"/>',
    ),
    ("{{ grid(3, 3, 15) }}", SetBox(0, {"x": 4}), "{{ grid(3, 3, 15, x=4) }}"),
    (
        '{{ textbox(card.a, 1, 2, 3, 4, "label", align="left") }}',
        SetBox(0, {}, {"style": "card-rule", "align": "", "valign": "top", "size": "9pt"}),
        '{{ textbox(card.a, 1, 2, 3, 4, "card-rule", valign="top", size="9pt") }}',
    ),
    (
        "{{ tick(1, 2, 3) }}",
        SetBox(0, {}, {"stroke": "ink"}),
        '{{ tick(1, 2, 3, stroke=colours["ink"]) }}',
    ),
    (
        "<g>\n  {{ tick(1, 2, 3) }}\n  <path/>\n</g>",
        DeleteBox(0),
        "<g>\n  <path/>\n</g>",
    ),
    ("a {{ tick(1, 2, 3) }} b", DeleteBox(0), "a  b"),
    (
        "  {{ tick(1, 2, 3) }}\n<path/>",
        CopyBox(0),
        "  {{ tick(1, 2, 3) }}\n  {{ tick(3, 4, 3) }}\n<path/>",
    ),
    (
        "{{ tick(1, 2, 3) }}\n<!-- x -->\n<g>\n<path/></g>",
        OrderBox(0, forward=True),
        "<g>\n<path/></g>\n<!-- x -->\n{{ tick(1, 2, 3) }}",
    ),
    (
        "{% if a %}<path/>{% endif %} <text x='1' y='2'>a</text>",
        OrderBox(1, forward=False),
        "<text x='1' y='2'>a</text> {% if a %}<path/>{% endif %}",
    ),
    ("<text x='1' y='2'>a</text>", DeleteBox(0), ""),
    (
        "  <rect x='1' y='2' width='3' height='4'>\n<title>a</title></rect>\n<path/>",
        DeleteBox(0),
        "<path/>",
    ),
    (
        "<text x='1' y='2'>{{ card.a }}</text>",
        CopyBox(0),
        "<text x='1' y='2'>{{ card.a }}</text>\n<text x='3' y='4'>{{ card.a }}</text>",
    ),
    (
        "{{ textbox(card.a, 1, 2, 3, 4, ) }}",
        SetBox(0, {"x": 5}, {"align": "right"}),
        '{{ textbox(card.a, 5, 2, 3, 4, align="right", ) }}',
    ),
    (
        "<rect x='{{5}}' y='{{-6}}' width='{{- 7 -}}' height='1'/>",
        SetBox(0, {"x": -1, "y": -2, "width": 3}),
        "<rect x='{{ -1}}' y='{{--2}}' width='{{- 3 -}}' height='1'/>",
    ),
    (
        "<path/>",
        AddBox("title", "card.cost", 5, 6, 7, 8),
        "<path/>\n{{ fit_title(card.cost, 5, 6, 7, 8) }}",
    ),
    (
        "<path/>",
        AddBox("line", '{{ colours["ink"] }}', 5, 6, 7, 0),
        '<path/>\n<line x1="5" y1="6" x2="12" y2="6" stroke="{{ colours["ink"] }}"'
        ' stroke-width="0.5"/>',
    ),
]


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_an_edit_changes_what_it_names_only(number: int) -> None:
    body, edit, meant = EDITS[number]
    assert after(body, edit) == meant


REFUSED: list[tuple[str, Edit, str]] = [
    ("{{ tick(1, 2, 3) }}", SetBox(3, {"x": 4}), "no such box"),
    ("{{ tick(1, 2, 3) }}", SetBox(0, {"width": 4}), "has no `width`"),
    ("{{ tick(1, 2, 3) }}", SetBox(0, {"x": 1e9}), "at most"),
    ("{{ tick(1, 2, 3) }}", SetBox(0, {"x": float("nan")}), "at most"),
    ("<rect width='1' height='1'/>", SetBox(0, {}, {"fill": 'a"/><script>'}), "not a value"),
    ("<rect width='1' height='1'/>", SetBox(0, {}, {"onload": "a"}), "has no `onload`"),
    ("{{ textbox(a, 1, 2, 3, 4, card.s) }}", SetBox(0, {}, {"style": "label"}), "is computed"),
    ("{{ textbox(a, 1, 2, 3, 4, 'label') }}", SetBox(0, {}, {"style": ""}), "cannot be left out"),
    ("{{ tick(1, 2, 3) }}", OrderBox(0, forward=True), "nothing is drawn"),
    ("{% set a = 1 %}{{ tick(1, 2, 3) }}", OrderBox(0, forward=False), "statement"),
    ("{% set a %}b{% endset %}{{ tick(1, 2, 3) }}", OrderBox(0, forward=False), "statement"),
    (
        "{% macro a(x, y, r) %}{% endmacro %}{{ a(1, 2, 3) }}",
        OrderBox(0, forward=False),
        "statement",
    ),
    (
        '{{ textbox(align="left", text=a, x=1, y=2, width=3, height=4) }}',
        SetBox(0, {}, {"align": ""}),
        "an error in the template",
    ),
    ("<g><rect width='1' height='1'/>", SetBox(0, {"x": 1}), "within a condition"),
    ("<rect width='1' height='1'/>", SetBox(0, {"width": -1}), "`width` is at least 0"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_would_change_more_is_refused(number: int) -> None:
    body, edit, why = REFUSED[number]
    with pytest.raises(NoEditError, match=why):
        after(body, edit)


def test_boxes_of_a_block_are_placed_by_the_template_that_has_it() -> None:
    outer = f'{ROOT}<g transform="translate(1 2)">{{% block words %}}{{% endblock %}}</g></svg>'
    inner = "{% extends 'a' %}\r\n{% block words %}\r\n{{ tick(1, 2, 3) }}\r\n{% endblock %}\r\n"
    blocks = read(outer).blocks
    of_inner = partial(_inside, blocks)
    assert of_inner(inner).boxes[0].matrix == (1, 0, 0, 1, 1, 2)
    new = edited(inner, of_inner, AddBox("icon", '"a"', 1, 2, 3, 3))
    meant = '{{ icon("a", 1, 2, 3) }}\r\n{% endblock %}'
    assert new == inner.replace("{% endblock %}", meant)
    assert "has no block `other`" in of_inner(inner.replace("words", "other")).boxes[0].why


def _inside(blocks: Mapping[str, Spot], source: str) -> Layout:
    return layout_of(source, signatures(source, text_of), NAMES, blocks)


def test_a_background_is_below_the_others() -> None:
    source = drawing("<path/>")
    new = edited(source, read, AddBox("background", "#fff"))
    assert new.startswith(f"{source.partition(ROOT)[0]}{ROOT}\n<rect x=")
    assert new.endswith("<path/>\n</svg>\n")
    assert [one.number for one in read(new).boxes[0].numbers] == [-3, -3, 69.5, 94.9]


NUMBERS = {
    ("5", 6): "6",
    ("a - 5", 1): "a - 9",
    ("a * 2", 21): "a * 2 + 1",
    ("2 - a", 1): "2 - a + 9",
    ("a - 5 + b", 1): None,
    ("a|round(1)", 11.5): "a|round(1) + 1.5",
    ("-a", 0): "-a + 10",
}


@pytest.mark.parametrize(("source", "value"), NUMBERS)
def test_sums_keep_what_they_depend_on(source: str, value: float) -> None:
    assert with_value(source, value, {"a": 10}) == NUMBERS[source, value]


FOLDERS = [*(PACKAGE / "starters").glob("*/templates/*"), *(shipped_root() / "templates").iterdir()]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: "-".join(path.parts[-3:]))
def test_random_edits_of_real_templates_stay_within_their_boxes(folder: Path) -> None:
    random = Random(43)
    for path in sorted(folder.glob("*.svg.j2")):
        reader = _reader(path)
        source = path.read_text("utf-8")
        for _ in range(6):
            layout = reader(source)
            free = [index for index, box in enumerate(layout.boxes) if not box.why]
            if not free:
                break
            at = random.choice(free)
            names = [one.name for one in layout.boxes[at].numbers]
            numbers = {name: round(random.uniform(1, 60), 1) for name in names}
            new = edited(source, reader, SetBox(at, numbers))
            before, box, found = layout.boxes[at], reader(new).boxes[at], new
            assert {one.name: one.number for one in box.numbers} == pytest.approx(numbers, abs=NEAR)
            assert found[: before.start] == source[: before.start]
            assert found[box.end :] == source[before.end :]
            source = new


def _reader(path: Path) -> partial[Layout]:
    folders = [path.parent, shipped_root() / "templates/base"]
    blocks: Mapping[str, Spot] | None = None
    for _, source in reversed([*chain_of(folders, path.name.removesuffix(".svg.j2"))][1:]):
        blocks = _read(folders, blocks, source).blocks
    return partial(_read, folders, blocks)


def _read(folders: list[Path], blocks: Mapping[str, Spot] | None, source: str) -> Layout:
    def text_of(file: str) -> str:
        return (template_file(folders, file) or (None, ""))[1]

    return layout_of(source, signatures(source, text_of), NAMES, blocks)
