from dataclasses import replace
from pathlib import Path

from printnplay.model.diagnostics import Problems, Span
from printnplay.model.picture import Picture
from printnplay.model.style import Style, TextStyle
from printnplay.model.texts import Text, Texts
from printnplay.rendering.pages.typesetter import Typesetter
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.credits import font_credits
from printnplay.rendering.text.fonts import FontShelf

from .conftest import MakeContext
from .drawing import FONTS
from .odd_fonts import postscript_font

STYLE_FILE = "templates/x/style.yaml"


def style_of(**styles: TextStyle) -> Style:
    families = {name: Span(STYLE_FILE, line) for line, name in enumerate(styles, start=5)}
    return Style("x", {"ink": "#000000"}, styles, Span(STYLE_FILE), families)


def test_the_fonts_of_a_style_are_named_with_makers_and_licence(
    shelf: FontShelf, body: TextStyle
) -> None:
    title = replace(body, family="Table Round")
    assert font_credits(style_of(body=body), shelf) == (
        "Red Hat Display ©\u00a02024 The Red Hat Project Authors (SIL Open Font License 1.1)"
    )
    both = font_credits(style_of(body=body, title=title), shelf)
    assert both.endswith("Table Round ©\u00a02011 Milena B Brandao (SIL Open Font License 1.1)")


def test_pages_refuse_a_font_with_postscript_outlines_where_the_style_names_it(
    tmp_path: Path, make_context: MakeContext, body: TextStyle
) -> None:
    postscript_font(tmp_path / "curves.otf", "Curves")
    shelf = FontShelf([FONTS, tmp_path])
    context: TextContext = replace(make_context("en"), shelf=shelf, problems=Problems())
    styled = style_of(body=body, title=replace(body, family="Curves"))
    texts = Texts("en", {"a": Text("a", {"other": "A card"}, Span("en.yaml"))}, "en.yaml")
    setter = Typesetter(texts, styled, context, lambda *_: Picture("", None, 0, ""))  # type: ignore[arg-type]
    setter.label("a", "body")
    assert context.problems.found == []
    setter.label("a", "title")
    (fault,) = context.problems.found
    assert (fault.code, fault.span) == ("PNP405", Span(STYLE_FILE, 6))
    assert "PostScript outlines" in fault.message
