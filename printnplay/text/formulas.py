"""Typeset LaTeX formulas: as MathML for screens, and as outlines for pages.

math-core parses them strictly, and ziamath draws the result in the typeface STIX Two Math. Lines of
text get the width of each formula, its height above the baseline and its depth below it.
"""

import re
import unicodedata
import warnings
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from msgspec import Struct

from printnplay.files.door import LARGEST, read
from printnplay.kernel.formulas import LONGEST

if TYPE_CHECKING:
    from ziamath.zmath import Math

FAMILY = "STIX Two Math"
"""The font family of formulas; ziamath ships its file."""

CREDIT = "STIX Two Math © The STIX Fonts Project Authors (SIL Open Font License 1.1)"
"""The credit of the family, for files that embed it."""

DEEPEST = 6
"""Maximum depth of nested brackets and tables: each level doubles the time of drawing, which is
0.3 s at this depth."""

UNITS = 1000
"""The units per em of outlines."""

_FENCES = frozenset("()[]{}|‖⌊⌋⌈⌉⟨⟩")
_UNSEEN = str.maketrans("", "", "\u2061\u2062\u2063\u2064\ufe00")
"""Invisible operators, and the variation selector of calligraphic letters."""

_BAR = "\u0332"
"""The bar above or below terms, in MathML Core."""

_CURE = r"correct it, or write `\$` for a dollar sign"
_NAMESPACE = "http://www.w3.org/1998/Math/MathML"


class FormulaError(Exception):
    """A formula that cannot be typeset: why, at which character, and how to fix it."""

    def __init__(self, why: str, at: int = 0, cure: str = _CURE) -> None:
        """Keep all three."""
        super().__init__(why)
        self.why, self.at, self.cure = why, at, cure


class SetFormula(Struct, frozen=True):
    """A typeset formula: its width, height above the baseline and depth below it, in em.

    `drawing` is SVG in thousandths of an em, from the start of its baseline, in the colour of its
    parent. `mathml` is for screens, `letters` are the characters that it needs of the font there.
    """

    width: float
    above: float
    below: float
    drawing: str
    mathml: str
    letters: str


@lru_cache(1024)
def set_formula(source: str, *, shown: bool) -> SetFormula:
    """Typeset a formula without its dollar signs, in a line or, if `shown`, as a display formula.

    Raises:
        FormulaError: it cannot be parsed or drawn.
    """
    root = _read(source, shown=shown)
    drawn = _drawn(root)
    root.set("xmlns", _NAMESPACE)
    return SetFormula(*drawn, ET.tostring(root, encoding="unicode"), _letters(root))


def font() -> bytes:
    """Return the font of formulas."""
    with as_file(files("ziamath") / "fonts" / "STIXTwoMath-Regular.ttf") as path:
        return read(path, LARGEST, anywhere=True)


def _read(source: str, *, shown: bool) -> ET.Element:
    """Return a formula as MathML without its namespace."""
    from math_core import LatexError, LatexToMathML

    if len(source) > LONGEST:
        raise FormulaError(f"it is longer than {LONGEST} characters", cure="split it")
    comment = re.search(r"(?<!\\)(?:\\\\)*%", source)
    if comment is not None:
        raise FormulaError("`%` starts a comment", comment.end() - 1, r"write `\%`")
    try:
        # A converter keeps definitions, so each formula gets a new one.
        reader = LatexToMathML(fancy_error=False)
        mathml = reader.convert_with_local_state(source, displaystyle=shown)
    except LatexError as error:
        at, _, why = str(error).partition(": ")
        why = re.sub('"([^"]*)"', r"`\1`", why.rstrip("."))
        raise FormulaError(why[:1].lower() + why[1:], int(at)) from error
    if "<menclose" in mathml or "border-" in mathml:
        raise FormulaError("boxes, strikethrough and table rules are not supported")
    mathml = re.sub(r"(?:<mo[^>]*>\.</mo>){3}", '<mo lspace="0" rspace="0">…</mo>', mathml)
    root = ET.fromstring(mathml.replace("&ApplyFunction;", "\u2061"))
    for parent in list(root.iter()):
        for index, child in enumerate(parent):
            parent[index] = _in_mathml_3(child)
    return root


def _in_mathml_3(element: ET.Element) -> ET.Element:
    """Return an element in the MathML of EPUB, where only `mstyle` sets the script level."""
    kept = {"displaystyle"} if element.tag == "mtable" else set()
    style = {name: element.get(name) for name in ("displaystyle", "scriptlevel")}
    wanted = {name: value for name, value in style.items() if value and name not in kept}
    if element.tag == "mstyle" or not wanted:
        return element
    for name in wanted:
        del element.attrib[name]
    outer = ET.Element("mstyle", wanted)
    outer.append(element)
    return outer


def _drawn(root: ET.Element) -> tuple[float, float, float, str]:
    """Return the width, height, depth and drawing of a formula."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        from ziamath.config import config
        from ziamath.zmath import Math  # it finds its font by a deprecated function

    if _depth(root) > DEEPEST:
        raise FormulaError(f"brackets and tables are nested more than {DEEPEST} deep")
    config.svg2 = False  # inline outlines instead of references to symbols
    drawable = _drawable(root)
    try:
        formula = Math(drawable, size=UNITS, margin=0)
        drawing = formula.svgxml()
    except Exception as error:  # of any kind: ziamath uses assertions
        raise FormulaError("it cannot be drawn", cure="use other commands") from error
    if missing := _missing(drawable, formula):
        raise FormulaError(
            f"{FAMILY} has no glyph for `{missing}`", cure="write it outside of the formula"
        )
    for element in drawing.iter():
        if element.get("fill") == "black":  # other colours are those of `\color`
            del element.attrib["fill"]
    box = formula.node.bbox
    parts = (ET.tostring(element, encoding="unicode") for element in drawing)
    return box.xmax / UNITS, box.ymax / UNITS, -box.ymin / UNITS, "".join(parts)


def _missing(root: ET.Element, formula: "Math") -> str:
    text = "".join(root.itertext())
    return next((one for one in text if one > " " and not formula.font.glyphindex(one)), "")


def _depth(element: ET.Element) -> int:
    """Return how deep brackets of any height and tables are nested."""
    fences = (one.text in _FENCES and one.get("stretchy") != "false" for one in element if one.text)
    own = element.tag == "mtable" or any(fences)
    return own + max(map(_depth, element), default=0)


def _drawable(root: ET.Element) -> ET.Element:
    """Return a copy in the MathML of ziamath, which is older than that of browsers."""
    copy = ET.fromstring(ET.tostring(root))
    if copy.get("display") is None:
        copy.set("display", "inline")
    beside = _BESIDE if copy.get("display") == "inline" else {}
    for parent in list(copy.iter()):
        for child in list(parent):
            child.text = (child.text or "").translate(_UNSEEN).replace(_BAR, "\u2015")
            _adapt(child, parent, beside)
    return copy


def _adapt(element: ET.Element, parent: ET.Element, beside: Mapping[str, str]) -> None:
    """Adapt an element that ziamath knows in another form, or not at all."""
    name = element.tag
    if name == "mspace" and not element.attrib:  # beside an upright letter or a name
        parent.remove(element)
        for letters in parent.findall("mi"):
            letters.tag = "mtext"
    elif name == "mo" and not element.text:
        parent.remove(element)
    elif name == "mtable":
        _align(element)
    elif name in beside and _has_limits(element[0]):
        element.tag = beside[name]


_BESIDE = {"munderover": "msubsup", "munder": "msub", "mover": "msup"}
_LIMITS = frozenset("∑∏∐⋀⋁⋂⋃⨁⨂⨄⨆")


def _has_limits(sign: ET.Element) -> bool:
    """Return whether what is above and below a sign is beside it in a line of text."""
    return sign.text in _LIMITS or sign.get("movablelimits") == "true"


def _align(table: ET.Element) -> None:
    """Set the alignment and spacing of a table's columns as attributes."""
    for row in table:
        for cell in row:
            if align := re.search(r"text-align: (\w+)", cell.get("style", "")):
                cell.set("columnalign", align[1])
    styles = [cell.get("style", "") for cell in table[0]] if len(table) else []
    gaps = (re.search(r"padding-left:\s*([\d.]+)", style) for style in styles[1:])
    table.set("columnspacing", " ".join(f"{gap[1]}em" if gap else "0.8em" for gap in gaps))


def _letters(root: ET.Element) -> str:
    """Return the characters of the font that a formula shows in a browser.

    A variable of one letter is in italics, which are characters of their own, and roots have a
    sign that is not in the text.
    """
    letters = {*"".join(root.itertext()), "√"}
    for element in root.iter("mi"):
        letters.update(_italic(element.text or ""))
    return "".join(sorted(letters))


def _italic(letter: str) -> str:
    """Return a letter in mathematical italics, or unchanged if there is none.

    >>> _italic("x"), _italic("h"), _italic("Γ"), _italic("sin")
    ('𝑥', 'ℎ', '𝛤', 'sin')
    """
    if letter == "h":
        return "\N{PLANCK CONSTANT}"
    name = unicodedata.name(letter, "") if len(letter) == 1 else ""
    try:
        return unicodedata.lookup(
            re.sub(r"^\w+ (SMALL|CAPITAL) LETTER (\w+)$", r"MATHEMATICAL ITALIC \1 \2", name)
        )
    except KeyError:
        return letter
