"""Whatever a template gives a function or a filter: a picture, or a fault with file and line."""

import inspect
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from lxml import etree
from markupsafe import Markup

from printnplay.faces.pieces import Piece
from printnplay.faces.renderer import Blank, Format
from printnplay.faces.vocabulary import FUNCTIONS

from .small_style import BLEED, CASES, ROOT_ATTRIBUTES, SIZE, TEXTS, draw_body, renderer

ODD: tuple[object, ...] = (
    *(float("nan"), float("inf"), float("-inf"), 1e308, -1e308, 5e-324, -0.0, 10**30, -(10**30)),
    *(0, -1, 0.5, 3, 10_000, True, None, "", " ", "3", "3mm", "nanpt", "-9pt", "1e99pt", "flip"),
    *("\0", "\r", "\x85", "\u2028", "\ud800", "\ufeff", "&<>\"'", "{x", "**", "url(x)", "../x"),
    *("center", "cover", "ink", "#123", "art", "a" * 3000, b"x", (), (1,), (1, 2), [], [[]], {}),
    *({"x": 1}, {1, 2}, range(3), Markup("<g>"), object, 1j, Ellipsis),
)
FILTERS = (
    *("sum", "join", "round", "replace('a', v)", "map('int')|list", "int", "float", "length"),
    *("tojson", "first", "max", "sort", "upper", "abs", "batch(v)|list", "slice(v)|list"),
    *("split(v)", "roman", "ordinal", "plural(v, v)", "plural(one=v)"),
    *("format(v)", "indent(v)", "truncate(v)", "wordwrap(v)", "center(v)", "xmlattr"),
)

KEPT = settings(
    max_examples=12 if settings.get_current_profile_name() == "steady" else 1000,
    phases=[Phase.generate],  # what fails is short, and to shorten it takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def holds(folder: Path, call: str, values: list[object]) -> None:
    """Draw a call of these values; nothing but faults with a place may come of it."""
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>\n{{{{ {call} }}}}</svg>", "utf-8")
    maker = renderer([folder, CASES])
    named = {f"v{number}": value for number, value in enumerate(values)}
    told = {"root": ROOT_ATTRIBUTES, "card": {"id": "flip", "family": "action"}, **named}
    picture = maker.draw([Blank("face", Format(SIZE, BLEED), told)], TEXTS)[0]
    assert (picture is None) == (maker.problems.errors > 0)
    for fault in maker.problems.found:
        assert fault.span.file
        assert "object at 0x" not in fault.message
        assert "object at" not in fault.help
    if picture is not None:
        etree.fromstring(picture.svg.encode(errors="replace"))  # as files are written


@pytest.mark.sampled(6)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
@KEPT
@given(data=some.data())
def test_any_values_of_a_function(tmp_path: Path, function: object, data: some.DataObject) -> None:
    sound = {"name": "'flip'", "file": "'art.svg'", "text": "'Hi'", "key": "'cards.flip.name'"}
    sound["items"] = "[text('Hi'), row([symbol('flip', 2), line()])]"
    words: list[str] = []
    values: list[object] = []
    signature = inspect.signature(function.function)  # type: ignore[attr-defined]
    for name, one in signature.parameters.items():
        if name == "self" or (one.default is not one.empty and data.draw(some.booleans())):
            continue
        if one.kind is one.VAR_KEYWORD:
            name = data.draw(some.sampled_from(("stroke", "fill", "stroke_width", "opacity", "id")))
        given = sound.get(name, "5")
        if data.draw(some.integers(0, 2)) == 0:
            given = f"v{len(values)}"
            values.append(data.draw(some.sampled_from(ODD) | some.floats() | some.text(max_size=5)))
        is_named = one.kind in (one.KEYWORD_ONLY, one.VAR_KEYWORD) or one.default is not one.empty
        words.append(f"{name}={given}" if is_named else given)
    call = f"{function.name}({', '.join(words)})"  # type: ignore[attr-defined]
    is_piece = signature.return_annotation is Piece
    holds(tmp_path, f"flow({call}, 1, 1, 18, 18, gap=1)" if is_piece else call, values)


OBJECTS = (
    *("art", "t", "range", "m", "namespace", "self", "loop", "namespace(x=t)", "self.b", "odd"),
    *("loop.cycle", "'a'.upper", "card.items", "card.items()", "card|items", "card|map('upper')"),
    *("range(3)", "[art]", "(t, 1)", "{'a': t}", "{art: 1}|dictsort", "[art]|batch(1)", "b''"),
    *("art|attr('art')", "[t]|first", "none|default(t, true)", "missing", "card.missing", "card"),
)
"""Expressions that are neither texts nor numbers."""
USES = (
    *("{{ # }}", "{{ # ~ '' }}", "{{ (# ~ '')[:240] }}", "{% set y %}{{ # }}{% endset %}{{ y }}"),
    *("{% filter upper %}{{ # }}{% endfilter %}", "{{ m(#) }}", "{{ 'a' ~ # ~ 'b' }}"),
    *(
        "{{ [#]|join }}",
        "{{ [1, 2]|join(#) }}",
        "{{ [#]|map('string')|join }}",
        "{{ [#]|sort|join }}",
    ),
    *("{{ 'a'|replace('a', #) }}", "{{ #|replace('b', 'c') }}", "{{ 'a'|replace(#, 'c') }}"),
    *("{{ #|string }}", "{{ #|upper }}", "{{ #|e }}", "{{ #|trim }}", "{{ 'a'|trim(#) }}"),
    *("{{ #|format('') }}", "{{ 1|format(#) }}", "{{ 2|plural(one=1, other=#) }}", "{{ #|roman }}"),
    *("{{ 'a'|default(#) }}", "{{ ''|default(#, true) }}", "{{ #|list }}", "{{ #|first }}"),
    *("{{ #|split|join }}", "{{ 'a'|split(#)|join }}", "{{ #|int }}", "{{ #|ordinal }}"),
    *("{{ [[#]]|sum(start=1) }}", "{{ 'a' + # }}", "{{ 'a' * 2 % # }}", "{{ #|length }}"),
    *("{{ t(#) }}", "{{ textbox(#, 1, 1, 9, 9) }}", "{{ fit_title(#, 1, 1, 9, 9) }}"),
    *(
        "{{ grid(1, 1, 1, stroke=#) }}",
        "{{ icon(#, 1, 1, 1) }}",
        "{{ textbox('a', 1, 1, 9, 9, #) }}",
    ),
    *("{% for y in [#] %}{{ y }}{% endfor %}", "{% with y = # %}{{ y }}{% endwith %}"),
    *("{% for y in # %}{{ y }}{% endfor %}", "{{ {'a': #}.a }}", "{{ namespace(a=#).a }}"),
)
"""Pieces of templates that may print an expression `#`."""


def test_what_is_undefined_may_have_a_default(tmp_path: Path) -> None:
    body = "<desc>{{ card.missing|default('a') }}{{ [1, missing|default(2)]|join }}</desc>"
    assert "<desc>a12</desc>" in draw_body(tmp_path, body).svg


@pytest.mark.sampled(60)
@pytest.mark.turns(5)
@pytest.mark.parametrize("expression", OBJECTS)
@pytest.mark.parametrize("use", USES)
def test_no_use_of_an_object_prints_what_python_calls_it(
    expression: str, use: str, tmp_path: Path
) -> None:
    piece = use.replace("#", f"({expression})")
    (tmp_path / "face.svg.j2").write_text(
        "<svg {{ root }}>{% macro m(x) %}<title>{{ x }}</title>{% endmacro %}"
        "{% block b %}{% endblock %}<desc>{% for i in (1,) %}" + piece + "{% endfor %}</desc></svg>"
    )
    maker = renderer([tmp_path, CASES])
    told = {"root": ROOT_ATTRIBUTES, "card": {"id": "flip", "family": "action"}, "odd": tmp_path}
    picture = maker.draw([Blank("face", Format(SIZE, BLEED), told)], TEXTS)[0]
    said = [f"{fault.message} {fault.help}" for fault in maker.problems.found]
    for text in [picture.svg] if picture else said:
        assert not re.search(
            r" at 0x|&lt;|<(?:bound|built|gener|class|func)|dict_\w+\(|Path\(", text
        ), text
    assert (picture is None) == (maker.problems.errors > 0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FILTERS)
@KEPT
@given(data=some.data())
def test_any_values_of_a_filter(tmp_path: Path, name: str, data: some.DataObject) -> None:
    values = data.draw(some.lists(some.sampled_from(ODD), min_size=2, max_size=2))
    holds(tmp_path, f"v0|{name.replace('(v)', '(v1)').replace(', v)', ', v1)')}", values)
