"""Invisible text on a baked page: what a reader of the PDF finds and copies where pixels are."""

from typing import Any

_TEXT = "BT ET Tf Tm Td TD T* Tj TJ Tc Tw Tz TL Ts ' \""
_PLACES = "q Q cm BMC BDC EMC"
_SHOWN = frozenset(f"{_TEXT} {_PLACES}".split())
_OWN = "/t"
"""Begins the names of the fonts of the text, so that they are not those of the page."""


def lay_text(page: Any, layer: Any) -> None:  # noqa: ANN401
    """Lay the text of one page over another, unseen (PDF 2.0, 9.3.6: rendering mode 3)."""
    import pikepdf

    fonts = layer.Resources.get("/Font", {})
    if not fonts:
        return
    own = page.Resources.get("/Font", {})
    names = {name: _OWN + name[1:] for name in fonts}
    page.Resources.Font = pikepdf.Dictionary(
        {**dict(own.items()), **{names[name]: font for name, font in fonts.items()}}
    )
    if "/Properties" in layer.Resources:
        page.Resources.Properties = layer.Resources.Properties
    operators = [
        _renamed(one, names)
        for one in pikepdf.parse_content_stream(layer)
        if str(one.operator) in _SHOWN
    ]
    text = pikepdf.unparse_content_stream(operators)
    content = page.Contents.read_bytes()
    page.Contents.write(b"q\n" + content + b"\nQ\nq 3 Tr\n" + text + b"\nQ")


def _renamed(instruction: Any, names: dict[str, str]) -> Any:  # noqa: ANN401
    import pikepdf

    if str(instruction.operator) != "Tf":
        return instruction
    font, size = instruction.operands
    return pikepdf.ContentStreamInstruction(
        [pikepdf.Name(names[str(font)]), size], instruction.operator
    )
