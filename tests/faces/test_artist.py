import base64
import re
from pathlib import Path

import pytest
from lxml import etree

from printnplay.faces.renderer import Blank, Format, card_values
from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Severity, Span
from printnplay.kernel.geometry import Rect, mm

from .small_style import BLEED, CASES, ROOT_ATTRIBUTES, SIZE, TEXTS, draw, draw_body, renderer

SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_has_the_size_asked_for_and_reaches_into_the_bleed(tmp_path: Path) -> None:
    picture = draw_body(tmp_path, "<path d='M0 0'/>")
    assert (picture.size, picture.bleed) == (SIZE, BLEED)
    assert picture.extent == Rect(-BLEED, -BLEED, SIZE.width + 2 * BLEED, SIZE.height + 2 * BLEED)
    assert etree.fromstring(picture.svg).get("viewBox") == "-2 -2 24 24"


def test_a_clean_drawing_is_handed_on_as_it_was_written(tmp_path: Path) -> None:
    body = '<!-- kept --><path   d="M0 0" fill="{{ colours.red }}"/>'
    assert '<!-- kept --><path   d="M0 0" fill="#cc0000"/>' in draw_body(tmp_path, body).svg


def test_texts_are_listed_in_the_order_they_are_set(tmp_path: Path) -> None:
    body = (
        "{{ fit_title(t('cards.flip.name'), 0, 0, 20, 7) }}{{ textbox('*Play* it', 0, 8, 20, 9) }}"
    )
    picture = draw_body(tmp_path, body)
    assert picture.texts == ("Flip", "Play it")
    assert picture.alt == "Flip Play it"


def test_the_title_element_describes_the_picture(tmp_path: Path) -> None:
    assert draw_body(tmp_path, "<title>Two &amp; two</title>").alt == "Two & two"


def test_a_title_stays_on_one_line_as_long_as_it_is_readable(tmp_path: Path) -> None:
    def lines(width: float) -> int:
        body = f"{{{{ fit_title(t('cards.flip.hint'), 0, 0, {width}, 18) }}}}"
        spans = etree.fromstring(draw_body(tmp_path, body).svg).iter(f"{SVG}tspan")
        return len({span.get("y") for span in spans})

    assert (lines(40), lines(30), lines(16)) == (1, 1, 3)


def test_a_wording_is_escaped_where_a_template_prints_it(tmp_path: Path) -> None:
    svg = draw_body(tmp_path, "<desc>{{ t('cards.flip.rule') }}</desc>").svg
    assert "<desc>Turn one card &amp; put on it; the 4\u00a0others stay.</desc>" in svg


def test_values_of_a_card_cannot_add_to_the_drawing(tmp_path: Path) -> None:
    (tmp_path / "face.svg.j2").write_text("<svg {{ root }}><desc>{{ card.name }}</desc></svg>")
    values = {"root": ROOT_ATTRIBUTES, "card": {"id": "a", "name": "</desc><g id='b'/>"}}
    blank = Blank("face", Format(SIZE, BLEED), values)
    (picture,) = renderer([tmp_path]).draw([blank], TEXTS)
    assert picture is not None
    assert [child.tag for child in etree.fromstring(picture.svg)] == [f"{SVG}desc"]


def test_an_icon_is_placed_and_scaled_from_its_box_of_100(tmp_path: Path) -> None:
    picture = draw_body(tmp_path, "{{ icon('flip', 3, 4, 10, colour='ink') }}")
    group = etree.fromstring(picture.svg).find(f"{SVG}g")
    assert group is not None
    assert group.get("transform") == "translate(3 4) scale(0.1)"
    assert group[0].get("fill") == "#112233"


def test_icons_in_texts_are_the_icons_of_the_style(tmp_path: Path) -> None:
    picture = draw_body(tmp_path, "{{ textbox(t('cards.flip.rule'), 0, 0, 20, 20, min='3pt') }}")
    assert len(list(etree.fromstring(picture.svg).iter(f"{SVG}circle"))) == 1


def test_an_icon_is_a_picture_of_its_own() -> None:
    maker = renderer([CASES])
    picture = maker.icon_picture("wipe-out", mm(5))
    assert etree.fromstring(picture.svg).get("viewBox") == "0 0 5 5"
    assert (picture.name, picture.size.height, picture.bleed) == ("icon-wipe-out", mm(5), 0)
    assert maker.problems.found == []


def test_an_icon_that_is_lacking_is_reported_where_icons_are_drawn() -> None:
    maker = renderer([CASES])
    maker.icon_picture("wipe", mm(5))
    (fault,) = maker.problems.found
    assert (fault.code.id, fault.help) == ("PNP417", "did you mean `wipe-out`?")
    assert fault.span == Span((CASES / "icons.svg.j2").as_posix())


def test_an_icon_that_a_text_cannot_draw_is_reported_at_its_line(tmp_path: Path) -> None:
    """A text names icons without values for their macros."""
    circle = '<circle cx="50" cy="50" r="{{ size * 2 }}"/>'
    macro = f"{{% macro icon_power(size) %}}\n{circle}\n{{% endmacro %}}"
    (tmp_path / "icons.svg.j2").write_text(macro)
    maker = renderer([tmp_path])
    maker.icon_picture("power", mm(5))
    (fault,) = maker.problems.found
    assert (fault.code.id, fault.span.line) == ("PNP411", 2)


def test_the_first_folder_that_has_a_template_wins(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder, word in ((own, "own"), (shipped, "shipped")):
        folder.mkdir()
        (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}><desc>{word}</desc></svg>")
    (shipped / "other.svg.j2").write_text("<svg {{ root }}>{% include 'part.svg.j2' %}</svg>")
    (own / "part.svg.j2").write_text("<desc>own part</desc>")
    maker = renderer([own, shipped])
    drawn = [draw(maker, name) for name in ("face", "other")]
    assert ["own" in picture.svg for picture in drawn if picture] == [True, True]


def test_a_template_that_was_added_is_taken_before_one_of_the_same_name(tmp_path: Path) -> None:
    """As on the live page, which draws for as long as it is open."""
    folders = [tmp_path / "own", tmp_path / "base"]
    for folder, size in zip(reversed(folders), (4, 9), strict=True):
        folder.mkdir()
        circle = f'<svg {{{{ root }}}}><circle r="{size}"/></svg>'
        (folder / "face.svg.j2").write_text(circle, "utf-8")
        picture = draw(renderer(folders), "face")
        assert picture is not None
        assert f'r="{size}"' in picture.svg


def test_a_template_that_was_edited_is_read_again(tmp_path: Path) -> None:
    assert "first" in draw_body(tmp_path, "<desc>first</desc>").svg
    assert "second" in draw_body(tmp_path, "<desc>second one</desc>").svg


@pytest.mark.parametrize("kind", ["template", "picture"])
def test_a_link_in_the_file_system_leads_nowhere_else(tmp_path: Path, kind: str) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "face.svg.j2").write_text("<svg {{ root }}/>")
    (outside / "dot.png").write_bytes((CASES / "art" / "dot.png").read_bytes())
    if kind == "template":
        (inside / "face.svg.j2").symlink_to(outside / "face.svg.j2")
    else:
        (inside / "face.svg.j2").write_text("<svg {{ root }}><image href='dot.png'/></svg>")
        (inside / "dot.png").symlink_to(outside / "dot.png")
    maker = renderer([inside], art=[inside])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert fault.code.id == {"template": "PNP412", "picture": "PNP421"}[kind]


def test_a_linked_picture_becomes_a_part_of_the_drawing(tmp_path: Path) -> None:
    dot = "<image href='art/dot.png' width='9' height='9' image-rendering='pixelated'/>"
    picture = draw_body(tmp_path, dot)
    image = etree.fromstring(picture.svg).find(f"{SVG}image")
    assert image is not None
    head, _, body = str(image.get("href")).partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(body) == (CASES / "art" / "dot.png").read_bytes()


def test_a_linked_drawing_becomes_a_part_of_the_drawing(tmp_path: Path) -> None:
    picture = draw_body(tmp_path, "<image href='art/shape.svg' width='9' height='9'/>")
    image = etree.fromstring(picture.svg).find(f"{SVG}image")
    assert image is not None
    head, _, body = str(image.get("href")).partition(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(body).endswith(b'<circle r="3"/></svg>')


def test_pictures_are_looked_for_in_the_folders_in_order(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "dot.png").write_bytes((CASES / "art" / "dot.png").read_bytes() + b"own")
    body = "<image href='art/dot.png' width='9' height='9' image-rendering='pixelated'/>"
    picture = draw_body(tmp_path, body, art=[tmp_path, CASES])
    image = etree.fromstring(picture.svg).find(f"{SVG}image")
    assert image is not None
    assert base64.b64decode(str(image.get("href")).partition(",")[2]).endswith(b"own")


@pytest.mark.parametrize(
    ("body", "family"),
    [
        ("<text font-family='serif'>Hi</text>", "Red Hat Display"),
        ("<text font-family='Table Round, serif'>Hi</text>", "Table Round"),
        ("<text style='font-family:Sans-Serif;fill:red'>Hi</text>", "Red Hat Display"),
        (
            "<style>.a { font-family: monospace }</style><text class='a'>Hi</text>",
            "Red Hat Display",
        ),
        ("<text>Hi</text>", "Red Hat Display"),
    ],
)
def test_every_text_is_in_a_family_of_the_project(tmp_path: Path, body: str, family: str) -> None:
    (text,) = etree.fromstring(draw_body(tmp_path, body).svg).iter(f"{SVG}text")
    assert text.get("font-family") == family
    assert "font-family" not in text.get("style", "")


@pytest.mark.parametrize(
    ("look", "weight"),
    [
        ('font-weight="600"', "800"),
        ('style="font-weight:650"', "800"),
        ('font-weight="bold"', "800"),
        ('font-weight="bolder"', "800"),
        ('font-weight="lighter"', "500"),
        ('font-weight="450"', "500"),
        ("", "500"),
    ],
)
def test_texts_by_hand_name_the_weight_that_browsers_choose(
    look: str, weight: str, tmp_path: Path
) -> None:
    body = f'<g font-family="Red Hat Display"><text x="2" y="9" font-size="4" {look}>Hi</text></g>'
    (text,) = etree.fromstring(draw_body(tmp_path, body).svg).iter(f"{SVG}text")
    assert text.get("font-weight") == weight


def test_what_text_boxes_write_beside_texts_by_hand_stays(tmp_path: Path) -> None:
    box = "{{ textbox('Play it', 0, 8, 20, 9) }}"
    (own,) = re.findall("<text.*</text>", draw_body(tmp_path, box).svg)
    hand = '<text x="2" y="5" font-size="4" font-weight="600">Hi</text>'
    assert own in draw_body(tmp_path, box + hand).svg


def test_what_drawing_programs_keep_for_themselves_is_left_out(tmp_path: Path) -> None:
    body = (
        "<n:namedview xmlns:n='http://www.inkscape.org/x'><n:grid/></n:namedview><path d='M0 0'/>"
    )
    picture = draw_body(tmp_path, body)
    assert "grid" not in picture.svg
    assert "M0 0" in picture.svg


def test_a_warning_does_not_keep_a_face_from_being_drawn() -> None:
    maker = renderer([CASES])
    assert draw(maker, "html-in-a-switch") is not None
    assert [fault.severity for fault in maker.problems.found] == [Severity.WARNING]


def test_a_draft_shows_a_face_whose_text_is_too_long() -> None:
    maker = renderer([CASES])
    maker.draft = True
    picture = draw(maker, "text-too-long")
    assert picture is not None
    assert picture.texts
    assert maker.problems.errors == 1


def test_faces_after_a_faulty_one_are_still_drawn(tmp_path: Path) -> None:
    (tmp_path / "face.svg.j2").write_text("<svg {{ root }}/>")
    maker = renderer([tmp_path, CASES])
    assert draw(maker, "text-key") is None
    assert draw(maker, "face") is not None


def test_faces_that_share_a_fault_are_all_kept_back(tmp_path: Path) -> None:
    for name in ("one", "two"):
        body = "{{ textbox(t('cards.flip.rule'), 0, 0, 12, 5) }}"
        (tmp_path / f"{name}.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
    maker = renderer([tmp_path, CASES])
    assert [draw(maker, name) for name in ("one", "two")] == [None, None]
    assert [fault.code.id for fault in maker.problems.found] == ["PNP501"]


def test_faulty_icons_are_reported_once(tmp_path: Path) -> None:
    (tmp_path / "icons.svg.j2").write_text("\n{% macro icon_flip( %}")
    (tmp_path / "face.svg.j2").write_text("<svg {{ root }}>{{ icon('flip', 0, 0, 9) }}</svg>")
    maker = renderer([tmp_path])
    assert draw(maker, "face") is None
    assert maker.icons == frozenset()
    (fault,) = maker.problems.found
    place = Span((tmp_path / "icons.svg.j2").as_posix(), 2)
    assert (fault.code.id, fault.span) == ("PNP410", place)


def test_a_fold_card_has_the_values_of_either_side() -> None:
    card = Card("identity", "identity", "identity", 4, {"side": "x"}, Span(""), {"side": "o"})
    sides = [card_values(card)["card"], card_values(card, back=True)["card"]]
    assert sides == [
        {"id": "identity", "family": "identity", "side": "x"},
        {"id": "identity", "family": "identity", "side": "o"},
    ]


def test_letters_of_a_templates_own_text_are_set_in_a_family_that_has_them(tmp_path: Path) -> None:
    body = '<text x="2" y="9" font-size="4" font-family="Table Round">3 Ω</text>'
    spans = list(etree.fromstring(draw_body(tmp_path, body).svg).iter(f"{SVG}tspan"))
    assert [span.text for span in spans] == ["3 ", "Ω"]
    assert spans[0].get("font-family") == "Table Round" != spans[1].get("font-family")


@pytest.mark.parametrize(("letter", "length"), [("猫", ""), ("Ω", 'textLength="9"')])
def test_a_letter_that_cannot_be_set_is_told(letter: str, length: str, tmp_path: Path) -> None:
    body = f'<text x="2" y="9" font-size="4" {length} font-family="Table Round">{letter}</text>'
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
    maker = renderer([tmp_path])
    assert draw(maker, "face") is None
    (fault,) = maker.problems.found
    assert (fault.code, f"`{letter}`" in fault.message) == (codes.MISSING_GLYPH, True)


@pytest.mark.parametrize(
    ("size", "of_root"),
    [
        ('style="font-size: 0.25em"', "16"),
        ('font-size="smaller"', "16"),
        ('font-size="small"', None),  # 13 pixels in all browsers
        ('style="font-weight: 500"', "16"),
        ('font-size="4"', None),
        ('style="font-size: 3mm"', None),
    ],
)
def test_sizes_of_a_templates_own_text_count_from_that_of_browsers(
    size: str, of_root: str | None, tmp_path: Path
) -> None:
    body = f'<text x="2" y="9" font-family="Red Hat Display" {size}>Flip</text>'
    root = etree.fromstring(draw_body(tmp_path, body).svg)
    assert root.get("font-size") == of_root


@pytest.mark.parametrize(
    "body",
    [
        '<text x="10% 9" y="9" font-size="4" font-family="Table Round">3 Ω</text>',
        '<text x="2 4" y="9" font-size="4" font-family="Table Round">3 Ω</text>',
        '<text x="2" y="9" font-size="20%" font-family="Table Round">3 Ω</text>',
        '<text x="2" y="9" font-size="4" font-family="Table Round">3<tspan dx="1">Ω</tspan></text>',
    ],
)
def test_letters_whose_places_are_not_known_get_none(body: str, tmp_path: Path) -> None:
    root = etree.fromstring(draw_body(tmp_path, body).svg)
    spans = list(root.iter(f"{SVG}tspan"))
    assert spans
    assert {span.get("x") for span in spans} == {None}
    assert "".join("".join(map(str, root.itertext())).split()) == "3Ω"
