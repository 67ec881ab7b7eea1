import time
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as some
from lxml import etree

from .small_style import CASES, draw, draw_body, renderer

PARTS = some.sampled_from(
    [
        "{{",
        "}}",
        "{% for i in range(3) %}",
        "{% endfor %}",
        "{{ card.id }}",
        "{{ card.nothing }}",
        "{{ i * 2 }}",
        "{{ 'a' + 1 }}",
        "{{ none.a }}",
        "{{ colours[1] }}",
        "{{ icon('flip', 1, 2, card) }}",
        "{{ icon('flip') }}",
        "{{ grid('a', 2, 3) }}",
        "{{ arrow(1, 2, 3, none) }}",
        "{{ places(2, 2, 2, gap='x') }}",
        "{{ textbox(none, 1, 1, 5, 5) }}",
        "{{ textbox('{x} **', 1, 1, 5, 5) }}",
        "{{ textbox('Hi', 1, 1, 0, -5) }}",
        "{{ textbox('Hi', 1, 1, 9, 9, size='huge') }}",
        "{{ fit_title(t(3), 1, 1, 5, 5, colour='nowhere') }}",
        "{{ t }}",
        "{{ t(t) }}",
        "{{ (1, 2)|map('int')|list }}",
        "<g>",
        "</g>",
        "<text>Hi</text>",
        "<use href='#a'/>",
        "<g id='a'/>",
        "<image/>",
        "<image href=''/>",
        "<image href='.'/>",
        "<image href='art'/>",
        "<style>",
        "</style>",
        "<path style='fill:url(' d=''/>",
        "<path font-family=',' d=''/>",
        "<![CDATA[ ]]>",
        "<?go?>",
        "&nbsp;",
        "\0",
        "\n",
    ]
)


@given(some.lists(PARTS, max_size=8))
def test_any_template_gives_a_picture_or_says_what_is_wrong(parts: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "face.svg.j2"
        path.write_text(f"<svg {{{{ root }}}}>{''.join(parts)}</svg>", encoding="utf-8")
        maker = renderer([Path(folder), CASES])
        picture = draw(maker, "face")
    assert (picture is None) == (maker.problems.errors > 0)
    if picture is not None:
        assert etree.fromstring(picture.svg).get("viewBox") == "-2 -2 24 24"


def test_a_card_is_drawn_in_little_time(tmp_path: Path) -> None:
    """Once compiled, a face of 3 kB takes 1 ms; the bound leaves room for a busy machine."""
    stroke = "<path d='M{{ i }} 0L9 {{ i * 2 }}C1 2 3 4 5 6' fill='red' stroke-width='1'/>"
    strokes = f"{{% for i in range(20) %}}{stroke}{{% endfor %}}"
    texts = "{{ textbox(t('cards.flip.rule'), 0, 0, 20, 20, min='4pt') }}"
    assert len(draw_body(tmp_path, strokes + texts).svg) > 2_000
    times = []
    maker = renderer([tmp_path, CASES])
    for _ in range(20):
        start = time.perf_counter()
        draw(maker, "face")
        times.append(time.perf_counter() - start)
    assert min(times) < 0.006
