"""Read a project of CardMaker: layouts with elements in XML, and the tables that they refer to."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import etree
from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.files.door import names_in
from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.source import MOST_CARDS, Source, guessed_bleed, unreadable
from printnplay.importing.values import (
    Box,
    Card,
    Deck,
    Font,
    ForeignProject,
    Image,
    Run,
    Shape,
    Words,
)
from printnplay.kernel.diagnostics import FaultsError, Span
from printnplay.kernel.geometry import Rect, Size, Um

SCREEN_DOTS = 96
"""The pixels of an inch by which CardMaker draws type, whatever the layout has."""

ALIGNS = {"1": "centre", "2": "right"}
VALIGNS = {"1": "middle", "2": "bottom"}
FLIPS = {"1": "horizontal", "2": "vertical", "3": "horizontal vertical"}


class Row(Struct, frozen=True):
    """A line of a reference: cells by heading in small letters, and its copies."""

    cells: Mapping[str, str]
    fields: Mapping[str, str]
    copies: int


def read_project(source: Source) -> ForeignProject:
    """Return the layouts of a project file as decks.

    Raises:
        FaultsError: the file is no project of CardMaker.
    """
    decks: list[Deck] = []
    for path in source.scripts(".cmp"):
        decks += _Project(source, path).decks()
    return source.project("CardMaker", decks)


class _Project:
    """A project file, and the tables beside it."""

    def __init__(self, source: Source, path: Path) -> None:
        self.source, self.path = source, path
        self.shown = display_path(path)
        # Entities and the network are off: a project needs neither.
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
        try:
            self.root = etree.fromstring(source.text(path).encode(), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            reason = str(error).partition(", line")[0]
            raise FaultsError([unreadable(path, f"it is no XML: {reason[:200]}")]) from None
        self.is_script = (self.root.findtext("translatorName") or "").lower().startswith("java")
        self.defines = self._defines(path)

    def lose(self, line: int, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.source.lose(Span(self.shown, line), what, todo)

    def _defines(self, path: Path) -> dict[str, str]:
        """Return the names that a table of definitions beside a file stands for."""
        name = f"{path.stem}_defines.csv"
        if name not in names_in(path.parent):
            return {}
        headings, rows = self.source.table(path.with_name(name))
        found = {}
        for row in [headings, *rows]:
            if len(row) > 1:
                found[row[0].strip().lower()] = row[1].strip()
        return found

    def decks(self) -> Iterator[Deck]:
        """Yield a deck for each layout that is not only a part of others."""
        layouts = list(self.root.iter("Layout"))
        parts = {
            (element.get("variable") or "").strip().lower()
            for element in self.root.iter("Element")
            if element.get("type") == "SubLayout"
        }
        for layout in layouts[:100]:
            name = layout.get("Name") or "Cards"
            if name.lower() in parts and layout.find("Reference") is None:
                continue
            deck = self._deck(layout, name)
            if deck is not None:
                yield deck

    def _deck(self, layout: etree._Element, name: str) -> Deck | None:
        dots = _number(layout.get("dpi"), 300.0)
        width, height = _number(layout.get("width"), 825.0), _number(layout.get("height"), 1125.0)
        size = Size(*(max(1_000, round(side * 25_400 / dots)) for side in (width, height)))
        cards = []
        rows = list(self._rows(layout))
        count = sum(row.copies for row in rows)
        for at, row in enumerate(rows):
            face = _Face(self, layout, dots, row, at, count)
            boxes = [
                box
                for element in reversed(layout.findall("Element"))
                for box in face.drawn(element)
            ]
            if row.copies:
                cards.append(Card(row.fields, tuple(boxes), copies=row.copies))
        if not any(card.front for card in cards):
            return None
        bleed = guessed_bleed(self.source, size, Span(self.shown, _line(layout)))
        return Deck(name, size, bleed, tuple(cards))

    def _rows(self, layout: etree._Element) -> Iterator[Row]:
        """Yield the rows of the references of a layout; a row without cells if it has none."""
        references = layout.findall("Reference")
        usual = int(min(_number(layout.get("defaultCount"), 1.0), 999))
        if layout.get("combineReferences") != "true":
            chosen = [one for one in references if one.get("Default") == "true"]
            references = (chosen or references)[:1]
        if not references:
            yield Row({}, {}, max(usual, 1))
            return
        for reference in references:
            name = reference.get("RelativePath") or ""
            path = self.source.find(name, self.path.parent)
            if path is None:
                todo = "download it as CSV, name it in the project, and import again"
                self.lose(_line(reference), f"the table `{name}` is not in the folder", todo)
                continue
            self.defines |= {
                key: value for key, value in self._defines(path).items() if key not in self.defines
            }
            headings, rows = self.source.table(path)
            for row in rows[:MOST_CARDS]:
                cells = dict(zip((one.lower() for one in headings), row, strict=False))
                said = row[0].strip() if row else ""
                copies = int(said) if re.fullmatch(r"\d{1,3}", said) else usual
                fields = {
                    heading: _unescaped(cell)
                    for heading, cell in list(zip(headings, row, strict=False))[1:]
                    if heading and not heading.lower().startswith("override:")
                }
                yield Row(cells, fields, copies)


class _Face:
    """Draws the elements of a layout for a row."""

    def __init__(  # noqa: PLR0913
        self,
        project: _Project,
        layout: etree._Element,
        dots: float,
        row: Row,
        at: int,
        count: int,
    ) -> None:
        self._project, self._layout, self._dots = project, layout, dots
        self._row, self._at, self._count = row, at, count
        self._line = 0

    def _um(self, pixels: float) -> Um:
        return round(max(-1e5, min(pixels, 1e5)) * 25_400 / self._dots)

    def drawn(self, element: etree._Element) -> Iterator[Box]:  # noqa: C901, PLR0915
        """Yield the boxes of an element: its ground, its border, and what it shows."""
        given = {str(key): str(value) for key, value in element.attrib.items()}
        name = given.get("name", "element")
        self._line = _line(element)
        for heading, cell in self._row.cells.items():
            match = re.fullmatch(r"override:([^:]+):(\w+)", heading)
            if match and match[1].strip() == name.lower() and cell.strip():
                given[match[2].lower()] = cell.strip()
        if given.get("enabled") == "false":
            return
        text = self._said(given.get("variable", ""))
        for field, value in re.findall(r"\$\[(\w+):([^\]]*)\]", text):
            given[field.lower()] = value.strip()
        text = re.sub(r"\$\[[^\]]*\]", "", text)
        um, number = self._um, _number
        x, y, width, height = (number(given.get(one)) for one in ("x", "y", "width", "height"))
        rect = Rect(um(x), um(y), um(max(width, 0)), um(max(height, 0)))
        turn = number(given.get("rotation"))
        opacity = min(max(number(given.get("opacity"), 255.0), 0.0), 255.0) / 255
        kind = given.get("type", "Text")
        if text.strip() == "#nodraw":
            return
        if ground := _colour(given.get("backgroundcolor")):
            yield Box(f"{name} ground", rect, Shape(fill=ground), turn, None, opacity)
        match kind:
            case "Shape":
                yield from self._shape(name, rect, given, text, turn, opacity)
            case "Graphic":
                yield from self._picture(name, rect, given, text, turn, opacity)
            case "SubLayout":
                todo = "draw it as a template, and include that"
                self._project.lose(self._line, f"the layout within a layout, `{name}`", todo)
            case _:
                yield from self._text(name, rect, given, text, turn, opacity)
        if (thick := number(given.get("borderthickness"))) and kind != "Shape":
            line = Shape(stroke=_colour(given.get("bordercolor")), stroke_width=um(thick))
            yield Box(f"{name} border", rect, line, turn, None, opacity)

    def _shape(  # noqa: PLR0913
        self,
        name: str,
        rect: Rect,
        given: Mapping[str, str],
        text: str,
        turn: float,
        opacity: float,
    ) -> Iterator[Box]:
        match = re.match(r"#(\w+)((?:;[^;#]*)*)#", text.strip())
        if match is None:
            self._project.lose(self._line, f"the shape `{text[:40]}`", "draw it in the template")
            return
        parts = [*match[2].split(";")[1:], "", "", "", ""]
        thick = _number(parts[0])
        width, height = (_number(one, 0.0) for one in parts[1:3])
        rect = Rect(
            rect.x, rect.y, self._um(width) if width else rect.width,
            self._um(height) if height else rect.height,
        )  # fmt: skip
        colour = _colour(given.get("elementcolor"))
        look = (
            Shape(fill=colour) if not thick else Shape(stroke=colour, stroke_width=self._um(thick))
        )
        form = match[1].lower()
        if form == "roundedrect":
            corner = min(self._um(_number(parts[3])), rect.width // 2, rect.height // 2)
            look = replace(look, corner=corner)
        elif form == "ellipse":
            look = replace(look, form="ellipse")
        elif form == "triangle":
            top = (rect.x + rect.width // 2, rect.y)
            path = (
                ("M", top),
                ("L", (rect.right, rect.bottom)),
                ("L", (rect.x, rect.bottom)),
                ("Z", ()),
            )
            look = replace(look, form="path", path=path)
        elif form != "rect":
            self._project.lose(self._line, f"the shape `{form}`", "draw it in the template")
            return
        yield Box(name, rect, look, turn, None, opacity)

    def _picture(  # noqa: PLR0913
        self,
        name: str,
        rect: Rect,
        given: Mapping[str, str],
        text: str,
        turn: float,
        opacity: float,
    ) -> Iterator[Box]:
        path = text.strip()
        if not path or path.lower() == "none" or path.startswith("#"):
            return
        source = self._project.source
        place = Span(self._project.shown, self._line)
        file = source.picture(path, place, self._project.path.parent)
        if not file:
            return
        fit = "stretch"
        if given.get("lockaspect") == "true":
            fit = "contain"
        if given.get("keeporiginalsize") == "true" and (size := source.pixels(file)):
            wide, high = (self._um(side) for side in size)
            share = {"1": 0.5, "2": 1.0}
            across = share.get(given.get("horizontalalign", ""), 0.0)
            down = share.get(given.get("verticalalign", ""), 0.0)
            rect = Rect(
                rect.x + round((rect.width - wide) * across),
                rect.y + round((rect.height - high) * down), wide, high,
            )  # fmt: skip
        for key, what in (("tilesize", "tiles of"), ("colormatrix", "other colours of")):
            if given.get(key, "").strip(" -;0"):
                todo = "make the picture so in a drawing program"
                self._project.lose(self._line, f"{what} the picture `{path}`", todo)
        if given.get("imagemasksurface") == "true":
            todo = "cut it with a <clipPath> in the template"
            self._project.lose(self._line, f"the mask `{path}`", todo)
            return
        flip = FLIPS.get(given.get("mirrortype", ""), "")
        yield Box(name, rect, Image(file, fit, flip=flip), turn, None, opacity)

    def _text(  # noqa: PLR0913
        self,
        name: str,
        rect: Rect,
        given: Mapping[str, str],
        text: str,
        turn: float,
        opacity: float,
    ) -> Iterator[Box]:
        for what in re.findall(r"#(bg\w+)::[^#]*(?:#[^#]*#[^#]*)?#", text):
            todo = "draw it below the text in the template"
            self._project.lose(self._line, f"`#{what}` in `{name}`", todo)
        text = re.sub(r"#bg\w+::(?:#[^#]*#|[^#])*#", "", text)
        text = _unescaped(text)
        runs: tuple[Run, ...] = (Run(text),)
        if given.get("type") == "FormattedText":
            runs = self._formatted(text)
        if not text.strip():
            return
        parts = [*(given.get("font") or "").split(";"), *[""] * 6]
        pixels = _number(parts[1], 12.0) * SCREEN_DOTS / 72
        looks = {"underline": parts[3] == "1", "strike": parts[5] == "1"}
        if any(looks.values()):
            runs = tuple(replace(run, **looks) for run in runs)
        if _number(given.get("outlinethickness")):
            todo = "set `outline` of the style in style.yaml"
            self._project.lose(self._line, f"the outline of the letters of `{name}`", todo)
        leading = self._um(_number(given.get("lineheight")))
        font = Font(
            parts[0] or "Arial",
            max(self._um(pixels), 350),
            parts[2] == "1",
            parts[4] == "1",
            leading if given.get("type") == "FormattedText" else 0,
        )
        words = Words(
            runs,
            text,
            font,
            (_colour(given.get("elementcolor")) or "#000000")[:7],
            "justify"
            if given.get("justifiedtext") == "true"
            else ALIGNS.get(given.get("horizontalalign", ""), "left"),
            VALIGNS.get(given.get("verticalalign", ""), "top"),
        )
        yield Box(name, rect, words, turn, None, opacity)

    def _formatted(self, text: str) -> tuple[Run, ...]:
        """Return a text with the tags of CardMaker, such as `<fc=0xff0000>`, as runs."""
        found: list[Run] = []
        known = re.sub(
            r"<fc=(0x[0-9a-fA-F]{6,8})>",
            lambda match: f'<span foreground="{_colour(match[1])}">',
            text,
        ).replace("</fc>", "</span>")
        known = known.replace("<c>", ",").replace("<q>", '"')
        known = re.sub(r"</?(?:spc|push|align|va|xo|yo|bgc|bgi|bgs|mr|ls)(?:=[^>]*)?>", "", known)
        if known.count("<f=") or "<fs" in known:
            todo = "write the look of the words as markup"
            self._project.lose(self._line, "a font within a text", todo)
        known = re.sub(r"</?(?:f|fs|ff)(?:=[^>]*)?>", "", known)
        for part in re.split(r"(<img=[^>]*>)", known):
            match = re.fullmatch(r"<img=([^;>]*)[^>]*>", part)
            if match is None:
                runs, unknown = tagged(part)
                found += runs
                for tag in sorted(unknown):
                    todo = "write its look as markup"
                    self._project.lose(self._line, f"the tag <{tag}> in a text", todo)
                continue
            place = Span(self._project.shown, self._line)
            file = self._project.source.picture(match[1], place, self._project.path.parent)
            if file:
                found.append(Run("", icon=file))
        return tuple(found)

    # Values

    def _said(self, text: str) -> str:
        """Return the value of an element for the row."""
        if self._project.is_script:
            return self._script(text)
        said = text.replace("#empty", "")
        for _ in range(20):
            before = said
            said = re.sub(r"@\[([^\[\]]+)\]", self._named, said)
            said = re.sub(r"!\[([^\[\]]+)\]", self._counted, said)
            if said == before or len(said) > 50_000:
                break
        said = re.sub(
            r"##(\d{1,9});(\d{1,9});(\d{1,3})#",
            lambda found: str(int(found[1]) + int(found[2]) * self._at).zfill(
                min(int(found[3]), 40)
            ),
            said,
        )
        said = re.sub(
            r"#sc;(\d{1,9});(\d{1,9});(\d{1,3})#",
            lambda found: found[1].zfill(min(int(found[3]), 40)),
            said,
        )
        said = re.sub(
            r"#repeat;(\d{1,3});([^#]*)#", lambda found: found[2] * min(int(found[1]), 100), said
        )
        said = re.sub(r"#\(caps;([^#]*)\)#", lambda found: found[1].upper(), said)
        said = re.sub(r"#\(nocaps;([^#]*)\)#", lambda found: found[1].lower(), said)
        said = re.sub(r"#\(titlecase;([^#]*)\)#", lambda found: found[1].title(), said)
        for _ in range(20):
            match = re.search(r"#\(((?:if|switch)(?:(?!#\().)*?)\)#", said, re.DOTALL)
            if match is None:
                break
            chosen = _chosen(match[1])
            if chosen is None:
                todo = "write the condition into the template: {% if card.kind == ... %}"
                self._project.lose(self._line, f"the condition `{match[1][:60]}`", todo)
                chosen = ""
            said = said[: match.start()] + chosen + said[match.end() :]
        for name in re.findall(r"#(math|random|padl|padr|strlen|strwidth\w*|cnv\w*);", said):
            todo = "write the value into the table"
            self._project.lose(self._line, f"the function `#{name}`", todo)
        return said

    def _named(self, match: re.Match[str]) -> str:
        key, *given = match[1].split(",")
        key = key.strip().lower()
        found = self._project.defines.get(key, self._row.cells.get(key))
        if found is None:
            self._project.lose(
                self._line, f"the name `{match[1]}`", "add it as a column of the table"
            )
            return ""
        for at, value in enumerate(given, start=1):
            found = found.replace(f"{{{at}}}", value)
        return found

    def _counted(self, match: re.Match[str]) -> str:
        values = {
            "deckindex": str(self._at + 1),
            "cardindex": "1",
            "cardcount": str(self._count),
            "layoutname": self._layout.get("Name") or "",
        }
        return values.get(match[1].lower(), "")

    def _script(self, text: str) -> str:
        """Return the value of a simple expression of JavaScript: texts and columns, joined by +."""
        said = text.strip().removeprefix("~").rstrip(";").strip()
        found = []
        for part in re.split(r"\+(?=(?:[^'\"]*['\"][^'\"]*['\"])*[^'\"]*$)", said):
            bare = part.strip()
            if re.fullmatch(r"'[^']*'|\"[^\"]*\"", bare):
                found.append(bare[1:-1])
            elif bare.lower() in self._row.cells:
                found.append(self._row.cells[bare.lower()])
            elif bare.lower() in self._project.defines:
                found.append(self._project.defines[bare.lower()])
            elif (
                re.fullmatch(r"[\w./#; -]*", bare) and not re.search(r"[;(=]", bare)
            ) or re.fullmatch(r"#\w+(?:;[^;#]*)*#", bare):
                found.append(bare)
            else:
                todo = "write the value into the table, or as Jinja into the template"
                self._project.lose(self._line, f"JavaScript: `{bare[:60]}`", todo)
                return ""
        return "".join(found)


def _line(element: etree._Element) -> int:
    found = element.sourceline
    return found if isinstance(found, int) else 0


def _chosen(said: str) -> str | None:
    """Return the value of `if a == b then c else d` or `switch;a;b;c`; None if it is neither."""
    if said.startswith("switch;"):
        _, key, *pairs = said.split(";")
        otherwise = ""
        for name, value in zip(pairs[::2], pairs[1::2], strict=False):
            if name.strip().lower() == "#default":
                otherwise = value
            elif name.strip().lower() == key.strip().lower():
                return value.replace("#switchkey", key)
        return otherwise.replace("#switchkey", key)
    match = re.fullmatch(r"if(.*?)\s([!=><]=|<|>)\s(.*?)then (.*?)(?: else (.*))?", said, re.DOTALL)
    if match is None:
        return None
    left, right = match[1].strip().lower(), match[3].strip().lower()
    listed = re.fullmatch(r"\[(.*)\]", right)
    equal = left in listed[1].split(";") if listed else left == right
    try:
        below, above = float(left) < float(right), float(left) > float(right)
        equal = equal or (not below and not above)
    except ValueError:
        below = above = False
    is_so = {
        "==": equal,
        "!=": not equal,
        "<": below,
        ">": above,
        "<=": below or equal,
        ">=": above or equal,
    }.get(match[2])
    return None if is_so is None else (match[4] if is_so else match[5] or "")


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\q", '"').replace("\\c", ",").replace("\\r", "")


def _colour(text: str | None) -> str:
    """Return a colour such as `0xff0000ff`: red, green, blue and opacity; empty if transparent."""
    bare = (text or "").strip()
    match = re.fullmatch(r"(?:0x|#)([0-9a-fA-F]{6})([0-9a-fA-F]{2})?", bare)
    if match is None:
        return hex_colour(bare)
    if match[2] == "00":
        return ""
    alpha = "" if match[2] is None or match[2].lower() == "ff" else match[2]
    return f"#{match[1]}{alpha}".lower()


def _number(text: str | None, otherwise: float = 0.0) -> float:
    bare = (text or "").strip()[:14]
    return float(bare) if re.fullmatch(r"-?\d{1,9}(?:\.\d*)?", bare) else otherwise
