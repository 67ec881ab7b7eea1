"""The blocks of a frame as HTML."""

from collections.abc import Callable
from html import escape

from pages.items import Data, picture

GUTTER = 14.17
SIDES = {"left": "left", "centre": "center", "right": "right"}


def styles(data: Data) -> str:
    """The text styles as classes."""
    made = ""
    for number, style in enumerate(data["styles"]):
        made += (
            f'.s{number} {{ font: {style["size"]}pt/{style["leading"]}pt "{style["faces"][""]}";'
            f" color: {style['colour']}; text-align: {SIDES[style['align']]};"
            f" margin: {style['before']}pt 0 {style['after']}pt {style['indent']}pt }}\n"
        )
        for kind, face in style["faces"].items():
            if kind:
                made += f'.s{number} .{kind} {{ font-family: "{face}" }}\n'
    return made


def flow(data: Data, blocks: Data) -> str:
    """The blocks below one another."""
    return "".join(BLOCKS[block[0]](data, *block[1:]) for block in blocks)


def _paragraph(data: Data, style: int, words: Data, marker: str) -> str:
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


def _figure(data: Data, name: str, width: float, height: float) -> str:
    share = width / data["pictures"][name]["width"]
    return (
        f'<div class="figure" style="width: {width}pt; height: {height}pt">'
        f"{picture(data, name, share)}</div>"
    )


def _table(_data: Data, rows: Data) -> str:
    cells = "".join(
        f'<tr><td><p class="s{style}">{_rich(words)}</p></td>'
        f'<td><p class="s{right}">{number}</p></td></tr>'
        for words, style, number, right in rows
    )
    return f'<table class="contents">{cells}</table>'


def _card(data: Data, name: str, width: float, height: float, *more: Data) -> str:
    beside, edge = more
    line = f" outline: {edge[1]}pt solid {edge[0]};" if edge else ""
    share = width / data["pictures"][name]["width"]
    return (
        f'<table class="card"><tr><td style="width: {width + GUTTER}pt">'
        f'<div class="holder" style="width: {width}pt; height: {height}pt;{line}">'
        f"{picture(data, name, share)}</div></td><td>{flow(data, beside)}</td></tr></table>"
    )


BLOCKS: dict[str, Callable[..., str]] = {
    "p": _paragraph,
    "figure": _figure,
    "table": _table,
    "card": _card,
}
