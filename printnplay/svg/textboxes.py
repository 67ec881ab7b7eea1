"""Texts as text boxes write them: a drawing with others in their place is checked alike.

Cards of one template differ in their texts, and to check each of them would take long.
"""

import re

_NUMBER = r"-?[\d.]+"
_WORDS = r"(?:[^<&\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]|&(?:amp|lt|gt|quot|#x27);)+"
_LINE = (
    rf'<tspan x="{_NUMBER}" y="{_NUMBER}" font-family="([\w \x27-]+)" font-weight="\d+"'
    rf'(?: font-style="italic")?(?: word-spacing="{_NUMBER}")? font-size="{_NUMBER}"'
    rf' fill="#[0-9a-f]{{6}}">{_WORDS}</tspan>'
)
_BEGIN = '<text xml:space="preserve"><tspan'
_TEXT = re.compile(rf'<text xml:space="preserve">(?:{_LINE})+</text>')
_FAMILY = re.compile(r' font-family="([^"]*)"')
_ELSEWHERE = ("<style", "<!", "<?")
"""Where words may be more than words."""


def without_words(svg: str) -> str:
    """A drawing with no more of such texts than the families they are set in.

    If it has no faults and needs no changes, the whole drawing has none and needs none.
    """
    if _BEGIN not in svg or any(mark in svg for mark in _ELSEWHERE):
        return svg
    return _TEXT.sub(_families, svg)


def _families(text: re.Match[str]) -> str:
    names = dict.fromkeys(_FAMILY.findall(text[0]))
    return "<text>{}</text>".format("".join(f'<tspan font-family="{name}"/>' for name in names))
