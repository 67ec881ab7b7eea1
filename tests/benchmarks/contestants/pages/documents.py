"""A whole document as HTML: the style sheet, and a box for every page."""

from html import escape

from pages.items import Data, content
from pages.text import paragraph, styles

SHEETS = {"kit": "kit", "booklet": "booklet", "rulebook": "pages", "box": "box"}

CSS = """
@page {{ size: {width}pt {height}pt; margin: 0 }}
body {{ margin: 0 }}
.page {{ position: relative; width: {width}pt; height: {height}pt; overflow: hidden;
  break-after: page }}
.page:last-child {{ break-after: auto }}
.page div, .page img, .page svg {{ position: absolute }}
p {{ margin: 0 }}
.marker {{ display: inline-block; text-indent: 0 }}
.words {{ white-space: nowrap; line-height: 1 }}
.text {{ text-align: center }}
"""


def html_of(data: Data, kind: str) -> str:
    """The document of this kind."""
    sheets = data[SHEETS[kind]]
    width, height = sheets[0]["size"]
    fonts = "\n".join(
        f'@font-face {{ font-family: "{name}"; src: url("file://{path}") }}'
        for name, path in data["fonts"].items()
    )
    css = fonts + CSS.format(width=width, height=height) + styles(data)
    pages = "\n".join(_page(data, sheet) for sheet in sheets)
    return (
        f'<!DOCTYPE html><html lang="{data["language"]}"><head><meta charset="utf-8">'
        f"<title>{escape(data['titles'][kind])}</title>"
        f'<meta name="author" content="{escape(data["author"])}">'
        f"<style>{css}</style></head><body>{pages}</body></html>"
    )


def _page(data: Data, sheet: Data) -> str:
    marks = "".join(
        f"<a style=\"bookmark-level: {level + 1}; bookmark-label: '{escape(title)}'\"></a>"
        for title, level in sheet["bookmarks"]
    )
    leaves = "".join(
        f'<div style="left: {x}pt; top: {y}pt">{_inside(data, data["pages"][number])}</div>'
        for number, x, y in sheet.get("leaves", ())
    )
    return f'<div class="page">{marks}{leaves}{_inside(data, sheet)}</div>'


def _inside(data: Data, page: Data) -> str:
    paragraphs = "".join(
        f'<div style="left: {x}pt; top: {y}pt; width: {width}pt">{paragraph(data, *given)}</div>'
        for x, y, width, *given in page["paragraphs"]
    )
    return content(data, page) + paragraphs
