"""A small style, and templates drawn in it."""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from printnplay.faces.renderer import Blank, FaceRenderer, Format, Names
from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, mm, pt
from printnplay.scene.picture import Picture
from printnplay.scene.style import Style, TextStyle
from printnplay.text.fonts import FontShelf

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases"
SIZE, BLEED = Size(mm(20), mm(20)), mm(2)
BODY = TextStyle("Red Hat Display", 500, 800, pt(9), pt(12), "ink", pt(7))
NAME = TextStyle("Table Round", 400, 400, pt(16), pt(18), "ink", pt(9))
STYLE = Style(
    "plain",
    {"ink": "#112233", "red": "#cc0000"},
    {"body": BODY, "card-rule": BODY, "card-name": NAME, "label-small": BODY},
    Span("style.yaml"),
)
SHELF = FontShelf([ROOT / "templates" / "fonts"])
RULE = "Turn *one* card & put {icon:flip} on it; the {hand_size} others stay."
WORDS = {"cards.flip.name": "Flip", "cards.flip.rule": RULE, "cards.flip.hint": "Turn two cards"}
TEXTS = Texts(
    "en",
    {key: Text(key, {"other": words}, Span("en.yaml")) for key, words in WORDS.items()},
    "en.yaml",
)
ROOT_ATTRIBUTES = Markup(
    'xmlns="http://www.w3.org/2000/svg" width="24mm" height="24mm" viewBox="-2 -2 24 24"'
)


def renderer(
    folders: Sequence[Path], art: Sequence[Path] = (CASES,), style: Style = STYLE
) -> FaceRenderer:
    names = Names({"hand_size": 4}, Glossary({}, "glossary.yaml"))
    return FaceRenderer(folders, style, SHELF, art, names)


def draw(maker: FaceRenderer, template: str) -> Picture | None:
    values = {"root": ROOT_ATTRIBUTES, "card": {"id": "flip", "family": "action"}}
    return maker.draw([Blank(template, Format(SIZE, BLEED), values)], TEXTS)[0]


def draw_body(folder: Path, body: str, *, art: Sequence[Path] = (CASES,)) -> Picture:
    """Draw what stands in the root element; it has no faults."""
    return draw_text(folder, f"<svg {{{{ root }}}}>{body}</svg>", art=art)


def draw_text(folder: Path, template: str, *, art: Sequence[Path] = (CASES,)) -> Picture:
    """Draw a template; it has no faults."""
    (folder / "face.svg.j2").write_text(template, encoding="utf-8")
    maker = renderer([folder, CASES], art)
    picture = draw(maker, "face")
    assert maker.problems.found == []
    assert picture is not None
    return picture
