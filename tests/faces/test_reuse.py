"""What a macro has made is taken again only where it would be made the same again."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from printnplay.faces.template_files import environment
from printnplay.faces.templates import Templates

INK, RED = {"ink": "#111111"}, {"ink": "#ff0000"}

PARTS = """
{% set ink = colours["ink"] %}
{% macro disc(x, radius=2) %}<circle cx="{{ x }}" r="{{ radius }}" fill="{{ ink }}"/>{% endmacro %}
{% macro named(x) %}{{ card }}{{ x }}{% endmacro %}
{% macro written(x) %}{{ say(x) }}{% endmacro %}
{% macro after_all(x) %}
{% for n in range(x) %}{% set card = n %}{% endfor %}{{ card }}
{% endmacro %}
{% macro perhaps(x) %}{% if x %}{% set card = "own" %}{% endif %}{{ card }}{% endmacro %}
{% macro outer(x) %}{{ written(x) }}{{ disc(x) }}{% endmacro %}
{% macro around(x) %}<g>{{ caller() }}</g>{% endmacro %}
"""
USE = '{% import "parts.svg.j2" as parts with context %}'

Rendered = Callable[[str, Mapping[str, object]], str]


@pytest.fixture
def rendered(tmp_path: Path) -> Rendered:
    """Renders a template that uses the parts, in one environment for the whole test."""
    (tmp_path / "parts.svg.j2").write_text(PARTS)

    def render(source: str, values: Mapping[str, object]) -> str:
        (tmp_path / "face.svg.j2").write_text(USE + source)
        return Templates([tmp_path]).render("face", {"colours": INK, **values})

    return render


class Calls:
    """A function of a template that is another one each time, and counts."""

    def __init__(self) -> None:
        """Begin with none."""
        self.number = 0

    def __call__(self, words: object) -> str:
        self.number += 1
        return f"{words}{self.number}"


@pytest.mark.parametrize(
    ("source", "first", "second"),
    [
        ("{{ parts.disc(x) }}", {"x": 1}, {"x": 1.0}),
        ("{{ parts.disc(x) }}", {"x": 1}, {"x": True}),
        ("{{ parts.disc(x) }}", {"x": 0.0}, {"x": -0.0}),
        ("{{ parts.disc(1, x) }}", {"x": 2}, {"x": 3}),
        ("{{ parts.disc(1, radius=x) }}", {"x": 2}, {"x": 3}),
        ("{{ parts.disc(1) }}", {"colours": INK}, {"colours": RED}),
        ("{{ parts.named(1) }}", {"card": "a"}, {"card": "b"}),
        ("{{ parts.after_all(2) }}", {"card": "a"}, {"card": "b"}),
        ("{{ parts.perhaps(false) }}", {"card": "a"}, {"card": "b"}),
        ("{% call parts.around(1) %}{{ card }}{% endcall %}", {"card": "a"}, {"card": "b"}),
    ],
)
def test_what_a_macro_is_given_and_what_it_reads_counts(
    source: str, first: dict[str, object], second: dict[str, object], rendered: Rendered
) -> None:
    both = [rendered(source, values) for values in (first, second)]
    alone = []
    for values in (first, second):
        environment.cache_clear()
        alone.append(rendered(source, values))
    assert both == alone
    assert first == second or both[0] != both[1]


def test_what_calls_a_function_is_made_each_time(rendered: Rendered) -> None:
    say = Calls()
    assert rendered("{{ parts.outer(1) }}{{ parts.outer(1) }}", {"say": say}).count("circle") == 2
    assert say.number == 2


def test_a_template_that_gives_the_colours_another_meaning(rendered: Rendered) -> None:
    recoloured = '{% set colours = other %}{% import "parts.svg.j2" as again with context %}'
    source = recoloured + "{{ parts.disc(1) }}{{ again.disc(1) }}"
    made = rendered(source, {"other": RED})
    assert made.count(INK["ink"]) == made.count(RED["ink"]) == 1


def test_a_part_that_was_changed_is_drawn_anew(rendered: Rendered, tmp_path: Path) -> None:
    before = rendered("{{ parts.disc(1) }}", {})
    (tmp_path / "parts.svg.j2").write_text(PARTS.replace("circle", "ellipse"))
    after = rendered("{{ parts.disc(1) }}", {})
    assert "ellipse" in after
    assert after == before.replace("circle", "ellipse")


def test_the_same_call_is_made_once(rendered: Rendered, tmp_path: Path) -> None:
    """Turns of loops are counted as they are made, and what is taken again has none."""
    rays = "{% macro rays() %}{% for n in range(9000) %}.{% endfor %}{% endmacro %}"
    (tmp_path / "parts.svg.j2").write_text(PARTS + rays)
    assert rendered("{% for n in range(100) %}{{ parts.rays() }}{% endfor %}", {}).count(".") > 0
