"""What stands at its place on a page: pictures, lines, rectangles, short texts."""

from collections.abc import Callable
from html import escape
from itertools import groupby
from typing import Any, TypeAlias

Data: TypeAlias = Any

BASELINE = 0.85
"""Where the baseline lies in a line as high as the type."""


def content(data: Data, page: Data) -> str:
    """Everything that has a place, in its order; lines and rectangles as drawings."""
    made = ""
    for kind, items in groupby(page["items"], key=lambda item: item[0] if item[0] in DIVS else ""):
        if kind == "stamp":
            made += "".join(_stamp(data, *item[1:]) for item in items)
        elif kind == "text":
            made += "".join(_text(*item[1:]) for item in items)
        else:
            made += _drawing(page["size"], "".join(DRAWN[item[0]](*item[1:]) for item in items))
    return made


def _drawing(size: list[float], drawn: str) -> str:
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" style="left: 0; top: 0" width="{width}pt"'
        f' height="{height}pt" viewBox="0 0 {width} {height}">{drawn}</svg>'
    )


def picture(data: Data, name: str, share: float = 1) -> str:
    """A picture with its trimmed corner at the origin, perhaps smaller."""
    about = data["pictures"][name]
    width, height, bleed = about["width"], about["height"], about["bleed"]
    words = "".join(_words(one) for one in about["texts"])
    scaled = f"transform-origin: 0 0; transform: scale({share});" if share != 1 else ""
    return (
        f'<div class="picture" style="left: 0; top: 0; width: {width}pt; height: {height}pt;'
        f' {scaled}"><img src="art/{about["art"]}.svg" style="left: {-bleed}pt; top: {-bleed}pt;'
        f' width: {width + 2 * bleed}pt; height: {height + 2 * bleed}pt">{words}</div>'
    )


def _words(text: Data) -> str:
    lead, size = text["leading"], text["size"]
    top = text["baseline"] - (lead - size) / 2 - BASELINE * size
    left = text["centre"] - text["width"] / 2
    return (
        f'<div class="text" style="left: {left}pt; top: {top}pt; width: {text["width"]}pt;'
        f" font: {size}pt/{lead}pt '{text['face']}'; color: {text['colour']}\">"
        f"{escape(text['words'])}</div>"
    )


def _stamp(
    data: Data,
    name: str,
    x: float,
    y: float,
    width: float,
    height: float,
    turn: int,
    clip: list[float] | None,
) -> str:
    about = data["pictures"][name]
    across, down = (width, height) if turn % 180 == 0 else (height, width)
    inner = picture(data, name, across / about["width"])
    left, top, wide, high = clip or (x, y, width, height)
    hidden = "overflow: hidden;" if clip else ""
    turned = f"transform: rotate({turn}deg);" if turn else ""
    return (
        f'<div style="left: {left}pt; top: {top}pt; width: {wide}pt; height: {high}pt; {hidden}">'
        f'<div style="left: {x - left + (width - across) / 2}pt;'
        f" top: {y - top + (height - down) / 2}pt;"
        f' width: {across}pt; height: {down}pt; {turned}">{inner}</div></div>'
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, width: float, colour: str, dash: list[float]
) -> str:
    dashed = f' stroke-dasharray="{" ".join(map(str, dash))}"' if dash else ""
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"'
        f' stroke-width="{width}"{dashed}/>'
    )


def _panel(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    stroke: str,
    thick: float,
    radius: float,
) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}"'
        f' fill="{fill or "none"}" stroke="{stroke or "none"}" stroke-width="{thick}"/>'
    )


def _text(x: float, y: float, turn: int, runs: Data) -> str:
    made = ""
    for along, words, face, size, colour in runs:
        turned = f"transform-origin: 0 {BASELINE}em; transform: rotate({turn}deg);" if turn else ""
        made += (
            f'<div class="words" style="left: {x + along}pt; top: {y - BASELINE * size}pt;'
            f" font: {size}pt/1 '{face}'; color: {colour}; {turned}\">{escape(words)}</div>"
        )
    return made


DIVS = {"stamp", "text"}
DRAWN: dict[str, Callable[..., str]] = {"line": _line, "panel": _panel}
