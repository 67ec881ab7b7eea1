"""Pieces that flow: one below the other, side by side, in boxes that grow with them."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from lxml import etree
from msgspec.structs import replace

from printnplay.cache.store import Store
from printnplay.faces.renderer import Blank, FaceRenderer, Format
from printnplay.game.texts import Text, Texts
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import mm, pt
from printnplay.scene.picture import Picture

from .small_style import BLEED, CASES, ROOT_ATTRIBUTES, SIZE, STYLE, draw_body, renderer

SVG = "{http://www.w3.org/2000/svg}"
LINE = 12 * 25.4 / 72
"""The leading of a rule, in mm."""
WORDS = "seven words that take more than one line"


def texts_of(words: Mapping[str, str], language: str = "en") -> Texts:
    file = f"{language}.yaml"
    entries = {key: Text(key, {"other": text}, Span(file, 1)) for key, text in words.items()}
    return Texts(language, entries, file)


def drawn(folder: Path, body: str, maker: FaceRenderer, texts: Texts) -> Picture | None:
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>", "utf-8")
    values = {"root": ROOT_ATTRIBUTES, "card": {"id": "flip", "family": "action"}}
    return maker.draw([Blank("face", Format(SIZE, BLEED), values)], texts)[0]


def places(folder: Path, pieces: str, place: str = "0, 0, 20, 20") -> list[list[float]]:
    """Return the x and y of each line of text, and of each rectangle its width and height too."""
    root = etree.fromstring(draw_body(folder, f"{{{{ flow({pieces}, {place}) }}}}").svg)
    found = []
    for shape in root.iter(f"{SVG}rect", f"{SVG}tspan", f"{SVG}path", f"{SVG}g"):
        names = [name for name in ("x", "y", "width", "height") if shape.get(name)]
        if names:
            found.append([float(str(shape.get(name))) for name in names])
        for name in ("d", "transform"):
            numbers = re.findall(r"-?[\d.]+", shape.get(name) or "")
            found += [[float(number) for number in numbers]] if numbers else []
    return found


def near(*numbers: float) -> object:
    return pytest.approx(list(numbers), abs=0.01)


def test_pieces_lie_one_below_the_other(tmp_path: Path) -> None:
    found = places(tmp_path, "[symbol('flip', 3), symbol('flip', 4), space(2), line()]")
    assert found == [near(0, 0, 0.03), near(0, 3, 0.04), near(0, 9.15, 20)]


def test_a_gap_lies_between_pieces(tmp_path: Path) -> None:
    found = places(tmp_path, "[symbol('flip', 3), symbol('flip', 4)]", "1, 2, 18, 16, gap=1.5")
    assert found == [near(1, 2, 0.03), near(1, 6.5, 0.04)]


def test_what_follows_a_text_moves_down_as_it_grows(tmp_path: Path) -> None:
    for words, lines in (("one", 1), (WORDS, 4)):
        *_, symbol = places(tmp_path, f"[text('{words}'), symbol('flip', 3)]")
        assert symbol == near(0, lines * LINE, 0.03)


@pytest.mark.parametrize(("align", "x"), [("left", 0), ("centre", 8), ("right", 16)])
def test_narrower_pieces_are_aligned(tmp_path: Path, align: str, x: float) -> None:
    assert places(tmp_path, "symbol('flip', 4)", f"0, 0, 20, 20, align='{align}'") == [
        near(x, 0, 0.04)
    ]


@pytest.mark.parametrize(
    ("valign", "ys"),
    [("top", (0, 4)), ("middle", (6, 10)), ("bottom", (12, 16)), ("spread", (0, 16))],
)
def test_free_height_lies_where_the_template_says(
    tmp_path: Path, valign: str, ys: tuple[float, float]
) -> None:
    pieces, place = "[symbol('flip', 4), symbol('flip', 4)]", f"0, 0, 20, 20, valign='{valign}'"
    assert [found[1] for found in places(tmp_path, pieces, place)] == near(*ys)


def test_a_text_follows_the_alignment_of_its_group(tmp_path: Path) -> None:
    ((left, _),) = places(tmp_path, "text('one')")
    ((centre, _),) = places(tmp_path, "text('one')", "0, 0, 20, 20, align='centre'")
    ((right, _),) = places(tmp_path, "[stack([text('one')], align='right')]")
    assert left == 0
    assert centre == pytest.approx(right / 2, abs=0.01)


def test_pieces_of_a_row_lie_side_by_side(tmp_path: Path) -> None:
    found = places(tmp_path, "row([symbol('flip', 3), symbol('flip', 5), line()], gap=1)")
    assert found == [near(0, 1, 0.03), near(4, 0, 0.05), near(10.15, 0, 5)]
    spread = places(tmp_path, "row([symbol('flip', 3), symbol('flip', 5)], align='spread')")
    assert [one[0] for one in spread] == near(0, 15)
    centred = places(tmp_path, "row([symbol('flip', 4)])", "0, 0, 20, 20, align='centre'")
    assert centred == [near(8, 0, 0.04)]


@pytest.mark.parametrize(("valign", "y"), [("top", 0), ("middle", 1), ("bottom", 2)])
def test_pieces_of_a_row_lie_where_it_says(tmp_path: Path, valign: str, y: float) -> None:
    row = f"row([symbol('flip', 3), symbol('flip', 5)], valign='{valign}')"
    assert places(tmp_path, row)[0] == near(0, y, 0.03)


def test_texts_of_a_row_are_as_wide_as_their_words_or_share_the_room(tmp_path: Path) -> None:
    text, symbol = places(tmp_path, "row([text('one'), symbol('flip', 3)], gap=1)")
    assert text[0] == 0
    assert 5 < symbol[0] < 9
    *lines, symbol = places(tmp_path, f"row([text('{WORDS}'), symbol('flip', 3)], gap=1)")
    assert len(lines) > 2
    assert symbol[0] == pytest.approx(17, abs=0.01)
    fixed = places(tmp_path, "row([text('one', width=12), symbol('flip', 3)], gap=1)")
    assert fixed[-1][0] == pytest.approx(13)


def test_a_short_text_of_a_row_keeps_its_width_beside_a_long_one(tmp_path: Path) -> None:
    short, *long = places(tmp_path, f"row([text('1.'), text('{WORDS}')], gap=1)")
    assert len({x for x, _ in long}) == 1
    assert 2 < long[0][0] - short[0] < 4


def test_a_box_grows_with_what_is_in_it(tmp_path: Path) -> None:
    for words, lines in (("one", 1), (WORDS, 4)):
        rect, text, *_ = places(tmp_path, f"box(text('{words}'), padding=1, fill='#eee')")
        assert rect == near(0, 0, 20, lines * LINE + 2)
        assert text[0] == 1


def test_a_box_in_a_row_is_as_wide_as_its_content(tmp_path: Path) -> None:
    row = "row([box(symbol('flip', 3), padding=0.5, fill='#eee'), symbol('flip', 2)], gap=1)"
    rect, inner, beside = places(tmp_path, row)
    assert (rect, inner, beside) == (near(0, 0, 4, 4), near(0.5, 0.5, 0.03), near(5, 1, 0.02))


def test_a_picture_has_its_proportions(tmp_path: Path) -> None:
    def box(call: str) -> list[float]:
        body = (
            f"{{% set flow = flow({call}, 0, 0, 20, 20) %}}{{{{ flow }}}}"
            '<rect y="{{ flow.bottom }}" width="{{ flow.width }}" height="1"/>'
        )
        svg = draw_body(tmp_path, body).svg
        found = re.search(
            r'<svg[^>]* x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"', svg
        )
        if found is None:
            pytest.fail(svg)
        return [float(number) for number in found.groups()]

    assert box("image('shape.svg', height=4)") == near(0, 0, 4, 4)
    assert box("image('shape.svg', width=6)") == near(0, 0, 6, 6)
    assert box("image('shape.svg', width=6, height=3, fit='stretch')") == near(0, 0, 6, 3)
    assert box("image('sign.svg')") == near(0, 0, 6.35, 6.35)


def test_a_flow_has_the_box_that_it_fills(tmp_path: Path) -> None:
    body = (
        "{% set flow = flow([symbol('flip', 3), symbol('flip', 4)], 1, 2, 18, 16, gap=1) %}"
        '<rect y="{{ flow.y }}" height="{{ flow.height }}" width="{{ flow.bottom }}"/>{{ flow }}'
    )
    rect = re.search(r"<rect[^>]*>", draw_body(tmp_path, body).svg)
    assert rect is not None
    assert re.findall(r'"([\d.]+)"', rect[0]) == ["2.0", "8.0", "10.0"]


def test_empty_pieces_vanish_with_their_gap(tmp_path: Path) -> None:
    nothing = "text(t('no', optional=True))"
    pieces = f"[symbol('flip', 3), {nothing}, none, box({nothing}, fill='red'), row([stack([])])]"
    found = places(tmp_path, f"{pieces} + [symbol('flip', 3)]", "0, 0, 20, 20, gap=1")
    assert found == [near(0, 0, 0.03), near(0, 4, 0.03)]
    assert places(tmp_path, "[]") == []


def sizes(folder: Path, pieces: str, place: str) -> tuple[list[float], list[float], FaceRenderer]:
    """Return the type sizes and the baselines in a flow, and its renderer."""
    maker = renderer([folder, CASES])
    maker.draft = True
    picture = drawn(folder, f"{{{{ flow({pieces}, {place}) }}}}", maker, texts_of(LONG))
    assert picture is not None
    tspans = list(etree.fromstring(picture.svg).iter(f"{SVG}tspan"))
    found = [float(str(one.get("font-size"))) for one in tspans]
    return found, [float(str(one.get("y"))) for one in tspans], maker


LONG = {"long": "word " * 12, "name": "Name"}
TWO = "[text(t('name'), 'card-name'), text(t('long'))]"


def test_texts_shrink_together_down_to_their_smallest_sizes(tmp_path: Path) -> None:
    whole, _, maker = sizes(tmp_path, TWO, "0, 0, 20, 60")
    assert {whole[0], whole[1]} == {mm(16 * 25.4 / 72) / 1000, mm(9 * 25.4 / 72) / 1000}
    smaller, _, maker = sizes(tmp_path, TWO, "0, 0, 20, 20")
    name, rule = smaller[0] / whole[0], smaller[1] / whole[1]
    assert name == pytest.approx(rule, abs=0.001)
    assert 7 / 9 < name < 1
    least, _, maker = sizes(tmp_path, TWO, "0, 0, 20, 17.3")
    assert least[1] == pt(7) / 1000
    assert least[0] / whole[0] < 7 / 9
    assert maker.problems.found == []


def test_gaps_shrink_after_the_type(tmp_path: Path) -> None:
    pieces, least = "[text('one'), text('two'), space(2), text('three')]", 3 * LINE * 7 / 9
    for height, share in ((18, 1), (least + 5.01, 1), (least + 3.8, 0.75), (least + 2.5, 0.5)):
        found, baselines, maker = sizes(tmp_path, pieces, f"0, 0, 20, {height}, gap=1")
        assert maker.problems.found == []
        below = baselines[1] - baselines[0]
        assert below - LINE * found[0] / (pt(9) / 1000) == pytest.approx(share, abs=0.03)


def test_words_are_divided_before_a_text_is_reported(tmp_path: Path) -> None:
    text = "text('opponents opponents together exchange exchange')"
    for height, lines in ((5 * LINE, 5), (4 * LINE * 7 / 9 + 0.1, 4)):
        _, _, maker = sizes(tmp_path, text, f"0, 0, 20, {height}")
        assert maker.problems.found == []
        (fit,) = maker.boxes["flip"]
        assert (fit.lines, fit.fits) == (lines, True)


def test_a_text_that_does_not_fit_is_reported(tmp_path: Path) -> None:
    _, _, maker = sizes(tmp_path, TWO, "0, 0, 20, 12")
    (fault,) = maker.problems.found
    assert fault.code.id == "PNP501"
    assert fault.message.startswith("the en text does not fit the box `long`: it is ")
    assert "mm too high at the smallest size" in fault.message
    assert fault.span.file == "en.yaml"
    name, rule = maker.boxes["flip"]
    assert (name.box, name.fits, rule.box, rule.fits) == ("name", True, "long", False)
    assert rule.free < 0


@pytest.mark.parametrize(
    "pieces", ["[symbol('flip', 8), symbol('flip', 8)]", "row([symbol('flip', 12)])"]
)
def test_pieces_without_a_text_that_do_not_fit_are_reported(tmp_path: Path, pieces: str) -> None:
    _, _, maker = sizes(tmp_path, pieces, "0, 0, 10, 13")
    (fault,) = maker.problems.found
    assert fault.code.id == "PNP501"
    assert fault.message.startswith("the pieces of the flow do not fit: they need 1")
    assert fault.label == "it has 10 x 13 mm"


@pytest.mark.parametrize("valign", ["top", "spread"])
def test_the_fit_of_each_text_is_kept(tmp_path: Path, valign: str) -> None:
    _, _, maker = sizes(tmp_path, TWO, f"0, 0, 20, 60, valign='{valign}'")
    name, rule = maker.boxes["flip"]
    assert (name.box, name.size, name.largest, name.smallest) == ("name", pt(16), pt(16), pt(9))
    assert (rule.box, rule.lines, rule.width, rule.fits) == ("long", 6, mm(20), True)
    assert rule.free > 0.5


def test_rows_are_mirrored_in_a_right_to_left_language(tmp_path: Path) -> None:
    texts = texts_of({}, "he")
    row = "row([symbol('flip', 3), symbol('flip', 5)], gap=1)"
    body = f"{{{{ flow([{row}, symbol('flip', 2)], 1, 0, 18, 20) }}}}"
    maker = renderer([tmp_path, CASES])
    picture = drawn(tmp_path, body, maker, texts)
    assert picture is not None
    found = re.findall(r"translate\(([\d.]+) ", picture.svg)
    assert [float(x) for x in found] == near(16, 10, 17)


def test_two_languages_lie_below_each_other_or_the_first_alone(tmp_path: Path) -> None:
    second = texts_of({"long": "Wort " * 12, "name": "Titel"}, "de")
    for height, words in ((60, ["Titel", "Wort"]), (20, [])):
        maker = replace(renderer([tmp_path, CASES]), second=second)
        body = f"{{{{ flow({TWO}, 0, 0, 20, {height}, gap=1) }}}}"
        # Taller than the face, which is another fault.
        maker.draft = True
        picture = drawn(tmp_path, body, maker, texts_of(LONG))
        assert picture is not None
        for word in ("Titel", "Wort"):
            assert (word in picture.svg) == (word in words)
        codes = [fault.code.id for fault in maker.problems.found if fault.code.id != "PNP466"]
        assert codes == ([] if words else ["PNP502", "PNP502"])


def test_a_face_from_the_cache_has_the_same_texts_and_boxes(tmp_path: Path) -> None:
    body = "{{ flow([text(t('name'), 'card-name'), image('shape.svg', width=4)], 0, 0, 20, 20) }}"
    store = Store(tmp_path / "store.sqlite")

    def again(words: dict[str, str]) -> tuple[Picture | None, object]:
        maker = renderer([tmp_path, CASES])
        maker.store = store
        return drawn(tmp_path, body, maker, texts_of(words)), maker.boxes

    cold, boxes = again(LONG)
    warm, same = again(LONG)
    assert cold is not None
    assert (cold, boxes) == (warm, same)
    assert cold.texts == ("Name",)
    other, _ = again({"name": "Other"})
    assert other is not None
    assert other.texts == ("Other",)


def test_cards_of_a_family_share_the_sizes_of_a_flow(tmp_path: Path) -> None:
    rule = replace(STYLE.text["card-rule"], fit="together")
    style = replace(STYLE, text={**STYLE.text, "card-rule": rule})
    body = "{{ flow(text(t('long')), 0, 0, 20, 15) }}"
    maker = renderer([tmp_path, CASES], style=style)
    each = [texts_of({"long": words}) for words in ("one", "word " * 8)]
    for texts in each:
        drawn(tmp_path, body, maker.measuring(), texts)
    for texts in each:
        assert drawn(tmp_path, body, maker, texts) is not None
    long, short = maker.boxes["flip"]
    assert long.size == short.size < pt(9)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("{{ text('a') }}", "a piece without a place cannot be printed"),
        ("{{ 'a' ~ text('a') }}", "a piece without a place cannot be printed"),
        ("{{ flow([textbox('a', 0, 0, 9, 9)], 0, 0, 9, 9) }}", "Filled is not a piece of a flow"),
        ("{{ flow(['a'], 0, 0, 9, 9) }}", "str is not a piece of a flow"),
        ("{{ flow([nobody], 0, 0, 9, 9) }}", "`nobody` is not defined"),
        ("{{ flow([], text('a'), 0, 9, 9) }}", "x is a piece of a flow"),
        ("{{ flow([], 0, 0, 0, 9) }}", "a flow of 0 by 9 mm"),
        ("{{ flow([], 0, 0, 9, 9, gap=-1) }}", "gap is -1"),
        ("{{ flow([], 0, 0, 9, 9, valign='up') }}", "valign is 'up'"),
        ("{{ flow([row([], align='justify')], 0, 0, 9, 9) }}", "align is 'justify'"),
        ("{{ flow([symbol('flip', 0)], 0, 0, 9, 9) }}", "size is 0"),
        ("{{ flow([space(0)] * 200, 0, 0, 9, 9) }}", "a flow of more than 200 pieces"),
        ("{{ text('a').texts }}", "access to attribute `texts` of `Text` object is unsafe"),
    ],
)
def test_mistakes_are_reported(tmp_path: Path, body: str, message: str) -> None:
    maker = renderer([tmp_path, CASES])
    assert drawn(tmp_path, body, maker, texts_of({})) is None
    (fault,) = maker.problems.found
    assert message in fault.message


def test_a_template_cannot_lay_out_pieces_without_end(tmp_path: Path) -> None:
    maker = renderer([tmp_path, CASES])
    pieces = "{% set all = [space(0)] * 190 %}"
    body = pieces + "{% for i in range(9999) %}{{ flow(all, 0, 0, 9, 9) }}{% endfor %}"
    assert drawn(tmp_path, body, maker, texts_of({})) is None
    (fault,) = maker.problems.found
    assert "works on more than" in fault.message


def test_pieces_are_given_one_by_one_or_as_a_list(tmp_path: Path) -> None:
    listed = "{{ flow(stack([text('a'), row([text('b'), text('c')])], gap=1), 1, 1, 18, 18) }}"
    single = "{{ flow(stack(text('a'), row(text('b'), text('c')), gap=1), 1, 1, 18, 18) }}"
    assert draw_body(tmp_path, listed).svg == draw_body(tmp_path, single).svg
