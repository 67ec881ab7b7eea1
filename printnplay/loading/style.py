"""templates/<style>/style.yaml: the colours of a style, their inks, and its text styles."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Literal, Self

from msgspec.structs import replace

from printnplay.files.door import resolved
from printnplay.files.yaml_tree import (
    Entry,
    ListNode,
    MappingNode,
    Node,
    read_yaml,
    text_at,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.font_settings import WIDTH, Settings, features_of, with_settings
from printnplay.kernel.inlines import BUILT_IN, CODE, MONO, InlineStyle
from printnplay.kernel.luminance import readable
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.forms import (
    COLOUR,
    FLAG,
    LENGTH,
    LENGTH_OR_ZERO,
    NAME,
    OFFSET,
    TEXT,
    Form,
    Record,
    check_choice,
    choice,
    either,
    list_of,
    map_of,
    optional,
    read_entries,
    read_items,
    read_text,
    required,
    whole,
)
from printnplay.loading.tints import tinted
from printnplay.scene.sheet import family_name
from printnplay.scene.style import (
    ALONE,
    FITS,
    TOGETHER,
    Colours,
    Edges,
    Ink,
    LetterOutline,
    LetterShadow,
    PageLook,
    PageMargins,
    PanelLook,
    Style,
    TextStyle,
)

TAKEN = ("All", "None", "Cyan", "Magenta", "Yellow", "Black")
"""Reserved names of inks in a PDF (ISO 32000-2, 8.6.6.4)."""

SHARE = whole(0, 100)
"""Shares of inks: whole percentages."""


def _read_shares(node: Node, problems: Problems) -> tuple[int, ...]:
    parts = read_items(node, problems)
    if parts and len(parts) != 4:
        text = f"found {len(parts)} numbers, expected four"
        label = "expected cyan, magenta, yellow and black in percent"
        problems.error(codes.WRONG_KIND, text, node.span, label, "write it like [0, 90, 90, 0]")
    return tuple(SHARE.read(part, problems) for part in parts)


def _read_spot(node: Node, problems: Problems) -> str:
    name = read_text(node, problems)
    if name in TAKEN:
        text = f"`{name}` is not a valid name for a spot ink"
        label = "expected the name that the printer or cutter knows the ink by"
        problems.error(codes.NAME_NOT_PLAIN, text, node.span, label, "write it like `CutContour`")
    return name


SHARES = Form(
    _read_shares,
    "a list of cyan, magenta, yellow and black in percent",
    {"type": "array", "items": SHARE.schema, "minItems": 4, "maxItems": 4},
)
SPOT = Form(
    _read_spot, "the name of an ink", {"allOf": [TEXT.schema, {"not": {"enum": list(TAKEN)}}]}
)


BLACK = "#000000"


class InkKeys(Record):
    """A colour with its own ink: `cmyk`, `spot`, or both."""

    rgb = required(COLOUR, "The colour in drawings and on screens.", '"#e5342c"')
    cmyk = optional(
        SHARES,
        "The process inks to print it with; beside `spot`, the inks that simulate the spot ink.",
        "[0, 90, 90, 0]",
        "[]",
    )
    spot = optional(
        SPOT,
        "The spot ink to print it with, or the name of the line that a cutter follows.",
        "CutContour",
    )

    @property
    def ink(self) -> Ink:
        """The ink."""
        return Ink(self.rgb, self.cmyk, self.spot or "")


class LegibleKeys(Record):
    """A colour for text, made from another one of the style."""

    colour = required(TEXT, "The colour to begin with, by its name.", "accent")
    on = required(
        either(ListNode, list_of(TEXT), TEXT),
        "The background of the text, or several, all light or all dark: colours of the style by"
        " their names.",
        "[paper, mist]",
    )

    def rgb(self, colours: Mapping[str, str], problems: Problems) -> str:
        """Return the colour as `#rrggbb`; that of black if it names colours that do not exist."""
        grounds = (self.on,) if isinstance(self.on, str) else self.on
        for key, names in (("colour", (self.colour,)), ("on", grounds)):
            for name in names:
                check_choice(name, colours, self.at(key), problems)
        rgb = colours.get(self.colour, BLACK)
        for ground in grounds:
            rgb = readable(rgb, colours.get(ground, BLACK))
        return rgb


class OutlineKeys(Record):
    """A line around letters, outside of their shapes."""

    width = required(LENGTH, "Its width.", "0.3mm")
    colour = required(TEXT, "A colour of this style, by its name.", "white")

    def outline(self, look: "StyleKeys", problems: Problems) -> LetterOutline:
        """Return the outline, whose colour must be one of the style's."""
        check_choice(self.colour, look.colours, self.at("colour"), problems)
        return LetterOutline(self.width, self.colour)


class ShadowKeys(Record):
    """A copy of letters behind them, in one colour and with sharp edges."""

    x = required(OFFSET, "How far it is moved to the right.", "0.3mm")
    y = required(OFFSET, "How far it is moved down.", "0.3mm")
    colour = required(TEXT, "A colour of this style, by its name.", "ink")

    def shadow(self, look: "StyleKeys", problems: Problems) -> LetterShadow:
        """Return the shadow, whose colour must be one of the style's."""
        check_choice(self.colour, look.colours, self.at("colour"), problems)
        return LetterShadow(self.x, self.y, self.colour)


class TextStyleKeys(Record):
    """A text style: font, size, spacing and alignment."""

    family = required(
        either(ListNode, list_of(TEXT), TEXT),
        "The font family. In a list, a word whose letters the first family lacks is set in the"
        " next one.",
        "[Red Hat Display, Noto Sans]",
    )
    weight = required(whole(1, 1000), "The weight of plain text.", "500")
    size = required(LENGTH, "The type size, the largest that auto-fit uses.", "9.5pt")
    leading = required(LENGTH, "The distance between baselines.", "13pt")
    colour = required(TEXT, "A colour of this style, by its name.", "ink")
    bold = optional(
        whole(1, 1000), "The weight of **strong** text; that of plain text if not given.", "800"
    )
    minimum = optional(
        LENGTH, "The smallest size that auto-fit may use; `size` if not given.", "8pt"
    )
    before = optional(LENGTH_OR_ZERO, "The space above a paragraph.", "12pt", "0mm")
    after = optional(LENGTH_OR_ZERO, "The space below a paragraph.", "4pt", "0mm")
    align = optional(
        choice("left", "centre", "right", "justify"),
        "The alignment of lines; `left` is the side where lines begin, in any language.",
        "centre",
        "left",
    )
    italic = optional(
        FLAG, "Whether plain text is italic; *emphasis* is then upright.", "yes", "no"
    )
    fit = optional(
        choice(*FITS),
        "Whether each text that must shrink does so `alone`, or uses the size of the smallest: all"
        " cards of a family `together`, or all cards of a `group` of sheets.",
        TOGETHER,
        ALONE,
    )
    hyphenate = optional(FLAG, "Whether words may be hyphenated.", "no", "yes")
    fill_lines = optional(
        FLAG,
        "Whether each line takes as many words as fit, as in browsers, instead of lines of even"
        " lengths. Justified text is always even.",
        "yes",
        "no",
    )
    word_space = optional(
        whole(50, 300),
        "The width of the spaces between words, in percent of the font's own. More than 100"
        " separates words where the font's spaces are narrow, as in Red Hat Display (0.21 of the"
        " size).",
        "120",
        "100",
    )

    outline = optional(
        OutlineKeys.form(),
        "A line around the letters of text boxes, outside of their shapes. Rulebooks and sheets"
        " have none.",
        "{width: 0.3mm, colour: white}",
    )
    shadow = optional(
        ShadowKeys.form(),
        "A shadow of the letters of text boxes. Rulebooks and sheets have none.",
        "{x: 0.3mm, y: 0.3mm, colour: ink}",
    )
    stretch = optional(
        whole(25, 200),
        "The width of the letters, in percent, in a variable font with a width axis (`wdth`).",
        "75",
        "100",
    )
    features = optional(
        either(ListNode, list_of(TEXT), TEXT),
        "OpenType features of the font, such as `tnum` (tabular figures), `onum`, `smcp` or"
        " `ss01`; `-liga` switches one off.",
        "[tnum, ss01]",
        "[]",
    )

    def _settings(self, problems: Problems) -> Settings:
        """Return the font settings of each of its families."""
        words = (self.features,) if isinstance(self.features, str) else self.features or ()
        settings: dict[str, float] = {}
        try:
            settings |= features_of(words)
        except ValueError as error:
            text = f"`{error}` is not an OpenType feature"
            label = "expected tags of four letters, such as `tnum`"
            problems.error(codes.WRONG_KIND, text, self.at("features"), label)
        return settings if self.stretch == 100 else {**settings, WIDTH: float(self.stretch)}

    def text_style(self, look: "StyleKeys", problems: Problems) -> TextStyle:
        """Return the text style, whose colour must be one of the style's."""
        check_choice(self.colour, look.colours, self.at("colour"), problems)
        if self.minimum and self.size and self.minimum > self.size:
            text = "the smallest size is greater than the size itself"
            label = "expected a length of at most `size`"
            problems.error(codes.NOT_A_LENGTH, text, self.at("minimum"), label)
        families = _named(self)
        replacing = {family_name(family): others for family, others in look.fallback.items()}
        others = map(family_name, replacing.get(families[0], ()) if families else ())
        settings = self._settings(problems)
        own, *fallback = (
            with_settings(family, settings) for family in (*(families or [""]), *others)
        )
        return TextStyle(
            family=own,
            weight=self.weight,
            bold=self.weight if self.bold is None else self.bold,
            size=self.size,
            leading=self.leading,
            colour=self.colour,
            minimum=self.size if self.minimum is None else self.minimum,
            before=self.before,
            after=self.after,
            align=self.align,
            hyphenate=self.hyphenate,
            fill_lines=self.fill_lines,
            fallback=tuple(dict.fromkeys(fallback)),
            italic=self.italic,
            fit=self.fit,
            word_space=self.word_space,
            outline=self.outline.outline(look, problems) if self.outline else None,
            shadow=self.shadow.shadow(look, problems) if self.shadow else None,
        )


class InlineKeys(Record):
    """An inline style, for the words of `[words]{name}`; what is not given stays as around them."""

    colour = optional(TEXT, "A colour of this style, by its name.", "red")
    family = optional(
        TEXT, "The font family. Its words are upright, unless `italic: yes`.", "Table Mono"
    )
    weight = optional(
        whole(1, 1000),
        "The weight; the font's nearest is used. **Strong** text is not lighter.",
        "700",
    )
    size = optional(
        whole(25, 400, "%"), "The size, as a share of the surrounding size.", "110%", "100%"
    )
    italic = optional(
        FLAG, "Whether the words are italic or upright; *emphasis* is then the other.", "yes"
    )
    small_caps = optional(FLAG, "Whether small letters are small capitals.", "yes", "no")
    underline = optional(FLAG, "Whether the words are underlined.", "yes", "no")
    strike = optional(FLAG, "Whether the words are struck out.", "yes", "no")

    def style(self, name: str, look: "StyleKeys", problems: Problems) -> InlineStyle:
        """Return the inline style, whose colour must be one of the style's."""
        check_choice(self.colour or "", look.colours, self.at("colour"), problems)
        return InlineStyle(
            name=name,
            colour=self.colour or "",
            weight=self.weight or 0,
            size=self.size,
            italic=self.italic,
            small_caps=self.small_caps,
            underline=self.underline,
            strike=self.strike,
            family=family_name(self.family) if self.family else MONO if name == CODE else "",
            code=name == CODE,
        )


class PanelKeys(Record):
    """The background and border behind a block."""

    ground = optional(TEXT, "The colour of the background; none if not given.", "mist")
    edge = optional(TEXT, "The colour of the border; none if not given.", "accent")
    width = optional(LENGTH_OR_ZERO, "The width of the border.", "1mm", "0.5mm")
    edges = optional(
        choice("all", "side", "below"),
        "The position of the border: all around, on the side where lines begin, or below.",
        "side",
        "all",
    )
    radius = optional(LENGTH_OR_ZERO, "The radius of the corners.", "2mm", "0mm")
    padding = optional(
        LENGTH_OR_ZERO, "The space between the border and the content.", "3mm", "3mm"
    )

    def look(self, style: "StyleKeys", problems: Problems) -> PanelLook:
        """Return the look of the panel; its colours must be the style's."""
        for key in ("ground", "edge"):
            check_choice(self.values[key] or "", style.colours, self.at(key), problems)
        edges: Mapping[str, Edges] = {"side": "side", "below": "below"}
        return PanelLook(
            ground=self.ground or "",
            edge=self.edge or "",
            width=self.width if self.edge else 0,
            edges=edges.get(self.edges, "all"),
            radius=self.radius,
            padding=self.padding,
        )


class MarginKeys(Record):
    """The margins between the trimmed edges of a page and its text."""

    top = required(LENGTH, "Above the text.", "14mm")
    bottom = required(LENGTH, "Below the text, where the page number is.", "17mm")
    inner = required(LENGTH, "On the side of the fold.", "13mm")
    outer = required(LENGTH, "On the other side.", "11mm")


PANEL = PanelKeys.form()


class PagesKeys(Record):
    """The look of the pages of the rulebook."""

    margins = optional(
        MarginKeys.form(),
        "The margins. If not given, they depend on the page size.",
        "{top: 14mm, bottom: 17mm, inner: 13mm, outer: 11mm}",
    )
    running_head = optional(
        choice("none", "title", "section"),
        "The running head of each page, in the text style `running-head`: none, the title of"
        " the game, or the title of the section.",
        "section",
        "none",
    )
    running_at = optional(
        choice("head", "foot"),
        "Where the running head is: above the text, or below it, beside the page number.",
        "foot",
        "head",
    )
    folio = optional(
        choice("centre", "outer"), "The position of the page number.", "outer", "centre"
    )
    thumbs = optional(
        list_of(TEXT),
        "The colours of the thumb marks on the outer edge, one for each section in turn; no"
        " marks if not given.",
        "[red, blue]",
        "[]",
    )
    least_figure = optional(
        whole(50, 100),
        "How small figures may be printed to fill a page evenly, in percent of their drawings."
        " Those that are higher than two thirds of a column may always be 62% as large.",
        "93",
        "62",
    )
    heading = optional(
        PANEL, "The panel behind the titles of sections.", "{edge: red, edges: below}"
    )
    note = optional(PANEL, "The panel behind notes.", "{ground: mist, edge: accent, edges: side}")
    sidebar = optional(PANEL, "The panel behind sidebars.", "{ground: mist, radius: 2mm}")
    turn = optional(PANEL, "The panel behind a turn at a glance.", "{ground: mist, edge: accent}")
    quote = optional(PANEL, "The panel behind quotations.", "{edge: accent, edges: side}")
    code = optional(PANEL, "The panel behind blocks of code.", "{ground: mist, padding: 2mm}")
    table = optional(PANEL, "The panel behind the head row of a table.", "{ground: accent-light}")
    components = optional(PANEL, "The panel behind the components.", "{ground: mist, radius: 2mm}")

    def look(self, style: "StyleKeys", problems: Problems) -> PageLook:
        """Return the look of the pages."""
        for colour in self.thumbs:
            check_choice(colour, style.colours, self.at("thumbs"), problems)
        said = self.margins
        margins = (
            PageMargins(said.top, said.bottom, said.inner, said.outer) if said is not None else None
        )
        running: Mapping[str, Literal["title", "section"]] = {
            "title": "title",
            "section": "section",
        }
        panels = {
            name: panel.look(style, problems)
            for name, panel in self.values.items()
            if isinstance(panel, PanelKeys)
        }
        return PageLook(
            margins,
            running.get(self.running_head, "none"),
            "foot" if self.running_at == "foot" else "head",
            "outer" if self.folio == "outer" else "centre",
            self.thumbs,
            panels,
            self.least_figure,
        )


class StyleKeys(Record):
    """The look of a game: colours and text styles by name."""

    like = optional(
        NAME,
        "A style that this one is based on: it takes its colours, text styles and templates,"
        " except those defined here. Single keys of a text style can be overridden.",
        "lost-city",
    )
    colours = required(
        map_of(either(MappingNode, InkKeys.form(), COLOUR), keys="colour's name"),
        "The colours of templates and texts. `line` is for thin rules in the booklet; `cut`,"
        " `fold` and `trim`, if given, are for the lines on sheets.",
        '{ink: "#1d1a2f", cut: {rgb: "#ff00ff", spot: CutContour}}',
    )
    legible = optional(
        map_of(LegibleKeys.form(), keys="colour's name"),
        "More colours, each made from one of `colours`: darker or lighter until text in it has a"
        " contrast of 4.5:1 with its background (WCAG 2.2 AA), whatever the colours are.",
        "{accent-text: {colour: accent, on: paper}}",
        "{}",
    )
    text = required(
        map_of(TextStyleKeys.form(), keys="text style's name"),
        "The text styles of templates, booklet and sheets.",
        "{body: {family: Red Hat Display, weight: 500, size: 9.5pt, leading: 13pt, colour: ink}}",
    )
    inline = optional(
        map_of(InlineKeys.form(), keys="inline style's name"),
        "The inline styles of texts, by the name that follows the words: `[Flying]{keyword}`."
        " `underline`, `strike` and `code`, for words in backticks, need no declaration.",
        "{keyword: {colour: red, weight: 700}, code: {family: Table Mono, size: 90%}}",
        "{}",
    )
    fallback = optional(
        map_of(list_of(TEXT), names=False, keys="font family,"),
        "The families that replace a family for a language, or a single word, whose letters it"
        " lacks; the first that has them is used. The fonts of the tool have all letters of"
        " Europe: Noto Sans, and Rounded Mplus 1c for titles.",
        "{Table Round: [Rounded Mplus 1c], Red Hat Display: [Noto Sans, Noto Sans Hebrew]}",
        "{}",
    )
    pages = optional(
        PagesKeys.form(),
        "The look of the pages of the rulebook: margins, running heads, marks, and the panels"
        " behind blocks.",
        "{folio: outer, note: {ground: mist, edge: accent}}",
        "{}",
    )
    raster = optional(
        choice("auto", "never"),
        "Whether a face may be printed as pixels if vectors would print wrong.",
        "never",
        "auto",
    )
    black_text = optional(
        FLAG,
        "Whether dark text is printed in black ink only: a dark blue needs three inks, which"
        " may leave fringes. Pictures and the preview show it too.",
        "yes",
        "no",
    )

    @classmethod
    def form(cls) -> Form[Self]:
        """Return the form of the whole file; a style with `like` may leave out keys."""
        form = super().form()
        schema = deepcopy(dict(form.schema))
        of_text = schema["properties"]["text"]["additionalProperties"]
        whole_style = {
            "required": schema.pop("required"),
            "properties": {"text": {"additionalProperties": {"required": of_text.pop("required")}}},
        }
        own = {"if": {"not": {"required": ["like"]}}, "then": whole_style}
        return replace(form, schema={**schema, **own})


def like_of(path: Path, shown: str) -> tuple[str, Span] | None:
    """Return the value of `like` in a style.yaml, and its place, even if other keys have errors."""
    like = text_at(read_yaml(path, shown, Problems()), "like")
    return None if like is None else (like.value, like.span)


def _check_names(own: Node, others: Sequence[Node | None], problems: Problems) -> None:
    """Report changes of text styles that do not exist: their names are misspelt.

    `others` are the files of the styles that this one is based on.
    """
    known = [name for other in others for name in _text_styles(other)]
    for key, entry in _text_styles(own).items():
        is_change = isinstance(entry.value, MappingNode) and "family" not in entry.value.entries
        near = did_you_mean(key, known)
        if key not in known and near and is_change:
            text = f"there is no text style `{key}` to change"
            label = "expected one of the styles that this one is like"
            problems.error(codes.UNKNOWN_STYLE, text, entry.span, label, near)


def _text_styles(style: Node | None) -> Mapping[str, Entry]:
    """Return the text styles of a style as they are written."""
    texts = style.entries.get("text") if isinstance(style, MappingNode) else None
    return texts.value.entries if texts and isinstance(texts.value, MappingNode) else {}


def _completed(own: Node, other: Node | None) -> Node:
    """Return a mapping with its missing keys taken from another one, recursively."""
    if not isinstance(own, MappingNode) or not isinstance(other, MappingNode):
        return own
    entries = dict(other.entries)
    for key, entry in own.entries.items():
        there = entries.get(key)
        value = _completed(entry.value, there.value if there else None)
        entries[key] = replace(entry, value=value)
    return replace(own, entries=entries)


def load_style(
    path: Path, shown: str, problems: Problems, like: Sequence[tuple[Path, str]] = ()
) -> Style:
    """Load the style of this `style.yaml`; its id is its folder's name.

    `shown` is the file as the user would type it; `like` are the files of the styles that it is
    based on, the nearest first: missing keys are taken from them.
    """
    name, span = resolved(path).parent.name, Span(shown)
    root = read_yaml(path, shown, problems)
    if root is None:
        return Style(name, {}, {}, span)
    others = [read_yaml(*other, problems) for other in like]
    before = problems.errors
    _check_names(root, others, problems)
    if problems.errors > before:
        return Style(name, {}, {}, span)
    root = tinted(root)
    for other in others:
        root = _completed(root, other and tinted(other))
    keys = StyleKeys(root, problems)
    colours = {
        name: colour.rgb if isinstance(colour, InkKeys) else colour
        for name, colour in keys.colours.items()
    }
    legible = {key: one.rgb(colours, problems) for key, one in keys.legible.items()}
    colours = {**legible, **colours}
    keys.values["colours"] = {**legible, **keys.colours}
    return Style(
        id=name,
        colours=Colours(colours),
        text={name: text.text_style(keys, problems) for name, text in keys.text.items()},
        span=span,
        families=_families(keys),
        weights={
            name: {key: text.at(key) for key in ("weight", "bold")}
            for name, text in keys.text.items()
        },
        inks=_inks(keys, problems),
        raster=keys.raster != "never",
        black_text=keys.black_text,
        pages=keys.pages.look(keys, problems),
        inlines=BUILT_IN
        | {name: inline.style(name, keys, problems) for name, inline in keys.inline.items()},
    )


def _families(keys: StyleKeys) -> dict[str, Span]:
    """Return where each font family is first named."""
    named: dict[str, Span] = {}
    for text in keys.text.values():
        for family in _named(text):
            named.setdefault(family, text.at("family"))
    for inline in keys.inline.values():
        if inline.family:
            named.setdefault(family_name(inline.family), inline.at("family"))
    for families in keys.fallback.values():
        for family in families:
            named.setdefault(family_name(family), keys.at("fallback"))
    return named


def _named(keys: TextStyleKeys) -> list[str]:
    """Return the families of a text style; the first sets most of its text."""
    families = (keys.family,) if isinstance(keys.family, str) else keys.family
    return [family_name(family) for family in families]


def _inks(keys: StyleKeys, problems: Problems) -> tuple[Ink, ...]:
    """Return the inks of the colours that have their own."""
    inks: dict[Ink, Span] = {}
    for entry in read_entries(keys.nodes["colours"], Problems()).values():
        colour = keys.colours[entry.key]
        if not isinstance(colour, InkKeys):
            continue
        if "cmyk" not in colour.nodes and "spot" not in colour.nodes:
            text = f"the colour `{entry.key}` has no ink"
            cure = f'write `{entry.key}: "#rrggbb"` for a colour without an ink of its own'
            problems.error(codes.NO_INK, text, entry.span, "expected `cmyk`, `spot` or both", cure)
        _add(colour.ink, entry.span, inks, problems)
    return tuple(inks)


def _add(ink: Ink, span: Span, inks: dict[Ink, Span], problems: Problems) -> None:
    """Add an ink, unless its colour or its name already has another."""
    for other in inks:
        if ink == other:
            return
        if ink.rgb == other.rgb or (ink.spot and ink.spot == other.spot):
            what = f"the colour {ink.rgb}" if ink.rgb == other.rgb else f"the ink `{ink.spot}`"
            text = f"{what} is given in two ways"
            problems.error(codes.NO_INK, text, span, f"expected the ink of line {inks[other].line}")
            return
    inks[ink] = span
