"""Paragraphs as HTML."""

from html import escape

from pages.items import Data

SIDES = {"left": "left", "centre": "center", "right": "right"}


def styles(data: Data) -> str:
    """The text styles as classes."""
    made = ""
    for number, style in enumerate(data["styles"]):
        made += (
            f'.s{number} {{ font: {style["size"]}pt/{style["leading"]}pt "{style["faces"][""]}";'
            f" color: {style['colour']}; text-align: {SIDES[style['align']]};"
            f" margin: 0 0 0 {style['indent']}pt }}\n"
        )
        for kind, face in style["faces"].items():
            if kind:
                made += f'.s{number} .{kind} {{ font-family: "{face}" }}\n'
    return made


def paragraph(data: Data, style: int, words: Data, marker: str) -> str:
    """A paragraph, perhaps of a list."""
    indent = data["styles"][style]["indent"]
    sign = (
        f'<span class="marker" style="width: {indent}pt; margin-left: -{indent}pt">{marker}</span>'
        if marker
        else ""
    )
    return f'<p class="s{style}">{sign}{_rich(words)}</p>'


def _rich(words: Data) -> str:
    return "".join(
        f'<span class="{kind}">{escape(text)}</span>' if kind else escape(text)
        for text, kind in words
    )
