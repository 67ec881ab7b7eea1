from dataclasses import replace

from printnplay.model.diagnostics import Span
from printnplay.model.style import Style, TextStyle
from printnplay.typesetting.text.fonts import FontShelf, font_credits

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
