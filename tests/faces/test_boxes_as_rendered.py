"""Random edits of odd templates, judged by what Jinja makes of them: only the named box differs."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import TypeAlias

import pytest
from lxml import etree

from printnplay.faces.box_edits import CopyBox, DeleteBox, Edit, OrderBox, SetBox, edited
from printnplay.faces.new_boxes import AddBox, NoEditError
from printnplay.faces.template_files import environment

from .test_boxes import NAMES, ROOT, read

ODD = """\
{# <rect/> {{ art("a", 1, 2, 3, 4) }} #}
<!-- {{ card.a }} <rect> -->
{%- set w = size.width - 7 -%}
{% set wide, high = w, 5 %}
{% set ns = namespace(w=3) %}{% for i in (1, 2) %}{% set ns.w = i %}{% endfor %}
{% set kept %}<rect x="1" y="2" width="3" height="4"/>{% endset %}{{ kept }}
{% macro plate(x, y, width=5, height=6) %}<rect x="{{ x }}" y="{{ y }}" width="1" height="2"/>\
{% endmacro %}
{{ plate(1, 2) }}{{ plate(x=w - 3, y=2, height=7,) }}
{%- for i in (1, 2) -%}<g>{% for w in (3, 4) %}{{ plate(i, w) }}{% endfor %}</g>{%- endfor -%}
{% if card.a %}{{ art("a", ns.w, 2, 3, 4) }}{% else %}{{- art('b', w, 2, 3, 4) -}}{% endif %}
<g transform="translate({{- bleed -}} 2) rotate(90)"><circle cx='{{w}}' cy='{{-5}}' r=" 3 "/></g>
<text x="1" y="{{- 2 }}"><tspan>{{ card.a }}</tspan> ä {{ "}}" }}</text>
{{ textbox("it's ( \\"ü\\" }} {% {#", 5 , 6,
   width = size.width/2,
   height = -bleed + 30, align='left' , ) }}
{{ textbox('ä', [w, 9]|min, (5), 1e1, 2_0) }} {{ art("c", -1, +2, 3 - 1, 4 * 2) }}
<rect
\tx="{{ w }}"
\twidth='5'\theight="{{5}}"
/> <use href="#a" x="3"/><line x1="1" y1="2" x2="{{ w }}" y2="4" stroke="{{ '>' }}"/>
{% block words %}<ellipse cx="1" cy="2" rx="3" ry="4"></ellipse>{% endblock words %}
{% with w = 3 %}<rect x="{{ w }}" width="4" height="5"><title>x</title></rect>{% endwith %}
{% raw %}<desc>{{ }} {% </desc>{% endraw %}
{{ icon("star", w, 5, 6) }}<path d="M0 0H{{ w }}"/>{% filter trim %}<image x="1" width="2" \
height="3"/>{% endfilter %}"""


def _call(*given: object, **named: object) -> str:
    values = {**{f"a{n}": one for n, one in enumerate(given)}, **named}
    element = etree.Element("call", {name: str(one) for name, one in values.items()})
    return etree.tostring(element, encoding="unicode")


Drawn: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]
"""An element and its attributes."""


def _drawn(source: str) -> list[Drawn]:
    """What Jinja makes of a template: its elements in order, with their attributes."""
    sizes = {name: SimpleNamespace() for name in ("size", "extent")}
    for name, value in NAMES.items():
        owner, _, part = name.partition(".")
        if part:
            setattr(sizes[owner], part, value)
    calls = dict.fromkeys(("art", "textbox", "icon", "fit_title", "flow", "text"), _call)
    card, sandbox = {"a": "1"}, environment(())
    sandbox.begin()
    template = sandbox.from_string(source)
    made = template.render({**calls, **sizes, "bleed": 3, "card": card, "colours": {"ink": "#000"}})
    root = etree.fromstring(made.removeprefix("\ufeff").encode())
    return [
        (str(one.tag), tuple((str(k), str(v)) for k, v in one.attrib.items()))
        for one in root.iter(etree.Element)
    ]


MOST = {DeleteBox: (2, 0), CopyBox: (0, 2), AddBox: (0, 1), SetBox: (1, 1), OrderBox: (0, 0)}
"""The most elements that are gone and that are new; a box may have a title within."""


def _check(edit: Edit, before: list[Drawn], after: list[Drawn]) -> None:
    gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    most = MOST[type(edit)]
    assert gone.total() <= most[0], (edit, gone, new)
    assert new.total() <= most[1], (edit, gone, new)
    if isinstance(edit, SetBox) and new:
        was, now = ({value for _, value in next(iter(one))[1]} for one in (gone, new))
        for value in now - was:
            asked = [abs(float(value) - one) < 0.001 for one in edit.numbers.values()]
            assert any(asked), (edit, gone, new)


@pytest.mark.turns(4)
@pytest.mark.at_leisure
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_an_edit_changes_what_is_drawn_of_its_box_only(line: str, mark: str) -> None:
    random = Random(44)
    first = mark + f"{ROOT}\n{ODD}\n</svg>\n".replace("\n", line)
    source, written = first, Counter[str]()
    for _ in range(150):
        boxes = read(source).boxes
        at = random.randrange(len(boxes))
        names = [one.name for one in boxes[at].numbers if random.random() < 0.6]
        numbers = {name: round(random.uniform(-20, 60), 1) for name in names}
        edits: list[Edit] = [
            SetBox(at, numbers),
            CopyBox(at),
            DeleteBox(at),
            OrderBox(at, at % 2 == 0),
        ]
        x, y, width, height = (random.uniform(-5, 50) for _ in range(4))
        add = AddBox("picture", '"new"', x, y, width, height)
        edit = random.choice([*edits, edits[0], add])
        try:
            new = edited(source, read, edit)
        except NoEditError:
            continue
        _check(edit, _drawn(source), _drawn(new))
        written[type(edit).__name__] += 1
        assert new.startswith(mark)
        assert "\n" not in new.replace("\r\n", "") or line == "\n"
        source = new if len(new) < 2 * len(first) and len(boxes) > 12 else first
    assert min(written[edit.__name__] for edit in MOST) > 2, written
    assert {*written} == {"SetBox", "CopyBox", "DeleteBox", "OrderBox", "AddBox"}
