"""Texts in templates: looked up by key, and fitted into boxes."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from jinja2 import StrictUndefined
from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.faces.filled import Filled
from printnplay.faces.letter_effects import behind_letters
from printnplay.faces.sandbox import MistakeError
from printnplay.faces.template_faults import place
from printnplay.faces.text_areas import Turned, area_of, turned
from printnplay.faces.text_svg import SHARE_ABOVE, Behind, DrawIcon, filled_by, textbox_svg
from printnplay.faces.wording import Wording
from printnplay.files.catalog import display_path
from printnplay.game.texts import Text, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span, Subject
from printnplay.kernel.font_settings import features_of, parted, with_settings
from printnplay.kernel.geometry import Rect, Size, Um, mm, parse_length, pt
from printnplay.kernel.inlines import Inline
from printnplay.kernel.suggestions import nearest_key, suggestion
from printnplay.scene.drawn_lines import FirstPlace, Written, first_places
from printnplay.scene.picture import BoxFit
from printnplay.scene.style import ALONE, FITS, GROUP, Style, TextStyle
from printnplay.text.context import TextContext
from printnplay.text.fit import FitResult, Fitted, measured, parts_of
from printnplay.text.fit import fit as fit_text
from printnplay.text.font_file import FontFileError
from printnplay.text.languages import number_text
from printnplay.text.markup import parse, plain
from printnplay.text.paragraph import SHARE_BEFORE

NOWHERE = Span("")


SHARED = 0.65
"""The smallest size of a text where two languages share a box, as a share of its minimum: both have
half the room, and type of 0.7 takes half (0.65 with the gap between them)."""


READABLE = 5
"""The smallest type of a shared box, in points, unless its style goes lower: small print that can
still be read, and better than no text in the second language."""


def _missing(key: str, texts: Texts, asked: Span) -> Diagnostic:
    """Return the fault of a missing text: at its cell, if most cards have such a text."""
    message, subject = f"the text `{key}` is missing in `{texts.language}`", Subject(key=key)
    asks, blank = "the template asks for it here", texts.blanks.get(key)
    ending = key[key.rfind(".") :]
    filled, empty = (
        sum(one.endswith(ending) for one in keys) for keys in (texts.entries, texts.blanks)
    )
    if blank is None or empty >= filled:
        return Diagnostic(
            codes.MISSING_TEXT, message, asked, asks, _cure(key, texts), subject=subject
        )
    cure = "fill in the cell; where not every card has such a text, ask for it with"
    return Diagnostic(
        codes.MISSING_TEXT,
        message,
        blank,
        "expected a text in this cell",
        f"{cure} `t(..., optional=True)`",
        ((asks, asked),),
        subject=subject,
    )


def _cure(key: str, texts: Texts) -> str:
    """Return the help for a missing text; for a card with other texts, suggest only those."""
    is_of_card = key.startswith("cards.")
    beside = [name for name in texts.entries if name.startswith(f"{key.rpartition('.')[0]}.")]
    near = nearest_key(key, beside if is_of_card and beside else texts.entries)
    if near:
        return f"did you mean `{near}`?"
    if not is_of_card:
        return f"add it to {texts.file}"
    return (
        f"add it to {texts.file}, or to the card's row in its table; where not every card has such"
        " a text, ask for it with `t(..., optional=True)`"
    )


def look_of_two(look: TextStyle) -> TextStyle:
    """Return the style of a text in two languages, with space between them."""
    return replace(look, after=max(look.after, look.leading // 3))


def smallest_of_two(smallest: Um) -> Um:
    """Return the smallest size of a text that shares its box with another language."""
    return min(smallest, max(round(smallest * SHARED), pt(READABLE)))


def fitted_together(
    wording: Wording, fit_in: Callable[[Wording], FitResult], problems: Problems
) -> tuple[Wording, FitResult]:
    """Fit both languages if the box has room for them, else the first alone, with a warning."""
    together = fit_in(wording)
    if isinstance(together, Fitted) or not wording.beside:
        return wording, together
    first = replace(wording, beside=())
    alone = fit_in(first)
    if isinstance(alone, Fitted):
        warn_of_one_language(wording, problems)
    return first, alone


def fitted_first(results: Iterator[FitResult]) -> FitResult:
    """Return the first result that fits, or the last; each is made only if none before it fits."""
    for result in results:
        if isinstance(result, Fitted):
            break
    return result


def warn_of_one_language(wording: Wording, problems: Problems) -> None:
    """Report a text in two languages of which the first is printed alone."""
    problems.warning(
        codes.LANGUAGES_DO_NOT_FIT,
        f"`{wording.key}` is printed without its `{wording.language}` text",
        wording.inlines[0].span if wording.inlines else Span(""),
        "its box has no room for both languages",
        "enlarge the box, or shorten the texts",
    )


BoxPlace: TypeAlias = tuple[str, str, Um, Um]
"""A box that cards share: the `fit` of its text, its text style, width and height."""


class FaceTexts(Struct):
    """The texts of one face: the functions `t`, `textbox` and `fit_title` of its template."""

    texts: Texts
    style: Style
    context: TextContext
    draw_icon: DrawIcon
    set: list[str] = field(default_factory=list)
    """The strings set so far, in reading order."""
    boxes: list[BoxFit] = field(default_factory=list)
    """The fit of each text in its box."""
    asked: dict[tuple[int, str], None] = field(default_factory=dict)
    """The keys of the texts that the template used, each with the number of its language."""
    composed: dict[str, None] = field(default_factory=dict)
    """The template's own strings that contain placeholders."""
    written: dict[FirstPlace, Written] = field(default_factory=dict)
    """The calls of text boxes, by where the first lines of their texts start."""
    second: tuple[Texts, TextContext] | None = None
    """The texts of a second language, set below the first."""
    sizes: dict[BoxPlace, Um] = field(default_factory=dict)
    """The sizes that cards share, for each box whose text does not fit alone."""

    def wording(self, key: str, *, optional: bool = False) -> Wording:
        """Return the text of a key; report a key that the language lacks.

        Args:
            key: The key of the text.
            optional: Whether some cards have no such text: nothing is printed for them. Use
                `{% if t(key, optional=True) %}` around whatever else belongs to the text.
        """
        first = self._inlines(str(key), 0, optional=optional)
        if self.second is None:
            return Wording(str(key), first)
        second = self._inlines(str(key), 1, optional=optional)
        if plain(first) == plain(second):
            return Wording(str(key), first)
        return Wording(str(key), first, second, self.second[0].language)

    @property
    def languages(self) -> Sequence[tuple[Texts, TextContext]]:
        """The texts of each language, and the context that sets them."""
        first = self.texts, self.context
        return (first, self.second) if self.second else (first,)

    def _inlines(self, key: str, number: int, *, optional: bool) -> tuple[Inline, ...]:
        """Return the text of a key in the first language or the second."""
        self.asked[number, key] = None
        texts, context = self.languages[number]
        entry = texts.entries.get(key)
        if entry is not None:
            return context.parse(entry)
        if texts.sound and not optional:
            self.context.problems.add(_missing(key, texts, place() or Span(texts.file)))
        return ()

    def textbox(  # noqa: PLR0913
        self,
        text: object,
        x: float,
        y: float,
        width: float,
        height: float,
        style: str = "card-rule",
        align: str = "centre",
        valign: str = "middle",
        size: str | None = None,
        min: str | None = None,
        colour: str | None = None,
        leading: str | None = None,
        spacing: str | None = None,
        features: str | None = None,
        *,
        fit: str | None = None,
        around: object = None,
        inside: object = None,
        columns: int = 1,
        gap: float = 2,
        turn: int = 0,
        direction: str = "horizontal",
    ) -> Filled:
        """Set a text in a box at the largest size that fits; report a text that is too long.

        The result prints as SVG, and has the box that the lines fill, in mm: `x`, `y`, `width`,
        `height`, `right`, `bottom`; and the number of `lines` and their type `size`.

        Args:
            text: From `t(key)`, or a string. A line break begins a paragraph; `- ` at the start of
                one makes it a list item.
            x: The left edge in mm; `y`, `width` and `height` are in mm too.
            y: The top edge.
            width: The width of the box.
            height: The height of the box.
            style: The name of a text style.
            align: left, centre, right or justify; left is the side where lines begin, so it is the
                right side in a right-to-left language.
            valign: top, middle or bottom.
            size: The largest size ("9pt"); the style's if not given.
            min: The smallest size; the style's if not given.
            colour: A colour's name or #rrggbb; the style's if not given.
            leading: The distance between baselines at the size given, or else at the style's; it
                shrinks with the text. The style's if not given.
            spacing: The space between paragraphs at that size; the style's `after` if not given.
            features: OpenType features of the font, such as "tnum" for tabular figures, "onum",
                "smcp" or "ss01"; "-liga" switches one off.
            fit: alone, together or group: whether a text that must shrink does so by itself, or
                all cards of the family, or of the group of sheets, use the size of the smallest for
                this style in boxes of this size; the style's if not given.
            around: What the text goes around, or a list: a drawing, such as `art(...)` or
                `icon(...)`; a box `(x, y, width, height)`; a circle `(x, y, radius)`; a closed path
                `"M0 0 H9 V9 Z"`. A line takes the wider side.
            inside: A box, circle or path that the text fills, within the text box.
            columns: The number of columns, which are about equally high.
            gap: The distance between columns, and of lines from the shapes of `around` and
                `inside`.
            turn: 0, 90, 180 or 270 degrees clockwise: 90 reads downwards, 270 upwards. The box is
                the one on the card.
            direction: horizontal or vertical: lines run downwards, the first on the right.
                Chinese, Japanese and Korean letters stay upright, others are turned. `align` is
                then along the lines, left at the top; `valign` across them, top on the right.
        """
        look = self.look(style, align, colour, features, leading, spacing, fit, size)
        if self.second is not None and fit is None and look.fit == ALONE:
            # Two languages fill their boxes unevenly: cards side by side would jump in size.
            look = replace(look, fit=GROUP)
        one_of("valign", valign, SHARE_ABOVE)
        distance = millimetres("gap", gap)
        if distance < 0:
            raise MistakeError(f"gap is {gap!r}", "give a positive number of millimetres")
        placed = turned(box_of(x, y, width, height), turn, direction)
        area = area_of(placed, around, inside, columns, distance, SHARE_ABOVE[valign])
        box = placed.upright
        wording = self.as_wording(text)
        smallest = type_size("min", min)
        most = self.most(style, look, box.size, type_size("size", size))

        def fit_in(wording: Wording) -> FitResult:
            low, shared = smallest, look
            if wording.beside:
                low = smallest_of_two(look.minimum if smallest is None else smallest)
                shared = look_of_two(look)
            room = (box.width, box.height)
            return fitted_first(
                fit_text(text, shared, *room, self.context, most, low, area)
                for text in wording.settings
            )

        wording, fitted = fitted_together(wording, fit_in, self.context.problems)
        self.share(style, look, box.size, fitted)
        return self.drawn(wording, fitted, look, placed, valign, place())

    def fit_title(  # noqa: PLR0913
        self,
        text: object,
        x: float,
        y: float,
        width: float,
        height: float,
        style: str = "card-name",
        align: str = "centre",
        colour: str | None = None,
        features: str | None = None,
        *,
        fit: str | None = None,
        turn: int = 0,
    ) -> Filled:
        """Set a title in a box, centred vertically: on one line if it fits, else on several.

        The arguments are those of `textbox`.
        """
        look = replace(self.look(style, align, colour, features, fit=fit), hyphenate=False)
        placed = turned(box_of(x, y, width, height), turn)
        box = placed.upright
        wording = self.as_wording(text)
        one_line = min(box.height, look.leading)
        most = self.most(style, look, box.size, None)

        def fit_in(wording: Wording) -> FitResult:
            fitted = fit_text(wording.in_a_row, look, box.width, one_line, self.context, most)
            if isinstance(fitted, Fitted):
                return fitted
            low = smallest_of_two(look.minimum) if wording.beside else None
            return fitted_first(
                fit_text(text, look, box.width, box.height, self.context, most, low)
                for text in wording.settings
            )

        wording, fitted = fitted_together(wording, fit_in, self.context.problems)
        self.share(style, look, box.size, fitted)
        return self.drawn(wording, fitted, look, placed, "middle", place())

    def most(self, style: str, look: TextStyle, box: Size, largest: Um | None) -> Um | None:
        """Return the largest size allowed for a text: that which cards share, if smaller."""
        size = self.sizes.get((look.fit, style, box.width, box.height))
        return largest if size is None else min(size, largest or size)

    def share(self, style: str, look: TextStyle, box: Size, fitted: FitResult) -> None:
        """Record the size of a text for the other cards of its family or group."""
        if look.fit != ALONE:
            place = (look.fit, style, box.width, box.height)
            size = fitted.paragraph.size
            self.sizes[place] = min(size, self.sizes.get(place, size))

    def as_wording(self, text: object) -> Wording:
        """Return what a template gives as a text: a wording, a string or a number.

        Raises:
            MistakeError: it is none of these.
        """
        if isinstance(text, Wording):
            return text
        if isinstance(text, StrictUndefined):
            str(text)  # raises the error, which names the undefined variable
        if isinstance(text, float):
            text = number_text(self.context.language, text)
        if isinstance(text, str | int) and not isinstance(text, bool):
            return Wording("", self._composed(str(text)))
        raise MistakeError(
            f"a text box cannot set {type(text).__name__}", "give it t(key), or a text in quotes"
        )

    def _composed(self, text: str) -> tuple[Inline, ...]:
        """Parse a string of the template's own, such as `"*" ~ t(key) ~ "*"`.

        Its faults are not reported if a text may be missing from it because of an error in a file.
        """
        if PLACEHOLDER in text:
            self.composed[text] = None
        context = self.context if self.texts.sound else replace(self.context, problems=Problems())
        return context.parse(text, place())

    def wording_of(self, number: int, key: str) -> object:
        """Return the resolved words of a text, which depend on facts, terms and card fields."""
        texts, context = self.languages[number]
        entry = texts.entries.get(key)
        if entry is None or not varies(entry):
            return entry and entry.plain
        return _words(parse(entry, context.resolver, Problems()))

    def places_of(self, number: int, key: str) -> object:
        """Return where a text is written."""
        entry = self.languages[number][0].entries.get(key)
        return entry and [entry.span, entry.places]

    def composition_of(self, text: str) -> object:
        """Return the resolved words of a string of the template's own."""
        return _words(parse(text, self.context.resolver, Problems()))

    def look(  # noqa: PLR0913
        self,
        style: str,
        align: str,
        colour: str | None,
        features: str | None,
        leading: str | None = None,
        spacing: str | None = None,
        fit: str | None = None,
        size: str | None = None,
    ) -> TextStyle:
        """Return a text style by name, with these changes.

        A leading and a spacing are meant at the size, if one is given.

        Raises:
            MistakeError: there is no such style, or it cannot be changed so.
        """
        look = self.style.text.get(str(style))
        if look is None:
            raise MistakeError(
                f"there is no text style `{style}`", suggestion(str(style), self.style.text)
            )
        look = self._with_features(look, features)
        share = look.size / (type_size("size", size) or look.size)
        after, distance = type_size("spacing", spacing), type_size("leading", leading)
        return replace(
            look,
            align=one_of("align", align, SHARE_BEFORE),
            colour=str(colour) if colour else look.colour,
            after=look.after if after is None else round(after * share),
            leading=round(distance * share) if distance else look.leading,
            fit=look.fit if fit is None else one_of("fit", fit, FITS),
        )

    def _with_features(self, look: TextStyle, features: str | None) -> TextStyle:
        """Return a text style with font features switched on or off, in families that have them."""
        if not features:
            return look
        shelf = self.context.shelf
        known = shelf.features(look.family)
        try:
            settings = features_of(str(features).split())
        except ValueError as error:
            text = f"`{error}` is not an OpenType feature"
            raise MistakeError(text, 'write features as "tnum onum -liga"') from None
        lacking = next((tag for tag in settings if tag not in known), None)
        if lacking is not None:
            text = f"`{parted(look.family)[0]}` has no feature `{lacking}`"
            raise MistakeError(text, suggestion(lacking, sorted(known), "it has none at all"))
        names = (with_settings(one, settings) for one in (look.family, *look.fallback))
        family, *fallback = map(shelf.name_of, names)
        try:
            shelf.use(family, look.weight, italic=look.italic)
        except FontFileError as error:
            help_ = "leave out the features, or use another font"
            raise MistakeError(str(error), help_, codes.UNUSABLE_FONT) from None
        return replace(look, family=family, fallback=tuple(fallback))

    def _behind(self, look: TextStyle, placed: Turned) -> Behind | None:
        """Return what draws the shadow and the outline of letters in a style."""
        if look.outline is None and look.shadow is None:
            return None
        return partial(behind_letters, look, self.style.colours, self.context.shelf, placed)

    def drawn(  # noqa: PLR0913
        self,
        wording: Wording,
        fitted: FitResult,
        look: TextStyle,
        placed: Turned,
        valign: str,
        here: Span | None,
    ) -> Filled:
        """Draw a fitted text in its box; record its words and its fit, and report an overflow.

        `here` is where the template sets it.
        """
        name = wording.key or _name_of(here)
        self.boxes.append(measured(name, fitted))
        if not isinstance(fitted, Fitted):
            fitted.report(name, self.context, here)
        words = (plain(part.inlines) for part in parts_of(wording.stacked))
        self.set += filter(None, words)
        box = placed.upright
        behind, is_vertical = self._behind(look, placed), placed.is_vertical
        svg = textbox_svg(
            fitted, box, self.context.shelf, valign, self.draw_icon, behind, is_vertical=is_vertical
        )
        if here:
            self.written |= dict.fromkeys(first_places(svg), Written(here, wording.key))
        paragraph, filled = fitted.paragraph, placed.filled(filled_by(fitted, box, valign))
        in_mm = (filled.x / 1000, filled.y / 1000, filled.width / 1000, filled.height / 1000)
        return Filled.of(placed.drawn(svg), in_mm, len(paragraph.lines), paragraph.size / 1000)


PLACEHOLDER = "{"


def varies(text: Text) -> bool:
    """Return whether a text may resolve to different words on different cards."""
    return len(text.forms) > 1 or PLACEHOLDER in text.plain


def _name_of(place: Span | None) -> str:
    """Return the name of a text without a key: the place where the template sets it."""
    return f"{display_path(Path(place.file))}:{place.line}" if place else "text"


def _words(inlines: Sequence[Inline]) -> list[Inline]:
    """Return the words without their places."""
    return [replace(inline, span=NOWHERE) for inline in inlines]


def box_of(x: float, y: float, width: float, height: float, what: str = "text box") -> Rect:
    """Return the box that a template gives in millimetres.

    Raises:
        MistakeError: it is empty, or not given in numbers.
    """
    sides = {"x": x, "y": y, "width": width, "height": height}
    box = Rect(*(millimetres(name, value) for name, value in sides.items()))
    if box.width <= 0 or box.height <= 0:
        message = f"a {what} of {width:g} by {height:g} mm"
        raise MistakeError(message, how_to_size(x, y, width, height))
    return box


def how_to_size(x: float, y: float, width: float, height: float) -> str:
    """Return the help for a box in millimetres that is empty or ends before it begins."""
    for side, at, length in (("height", y, height), ("width", x, width)):
        if length < 0:
            end = at + length
            return f"place it from `size.{side}`: it begins at {at:g} mm and ends at {end:g} mm"
    return "make its width and height more than 0"


FARTHEST = 100_000
"""The farthest coordinate of a text, in millimetres: twenty times the largest drawing (`LARGEST` in
`svg/size.py`). The comparison also rejects NaN."""


def millimetres(name: str, value: object) -> Um:
    """Return a template's number of millimetres as micrometres.

    Raises:
        MistakeError: it is not a number, or far from any card.
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST:
        return mm(value)
    raise MistakeError(
        f"{name} is {value!r}", "give a number of millimetres, without quotes or unit"
    )


def type_size(name: str, value: str | None) -> Um | None:
    """Return a size such as "9pt"; None if it is not given.

    Raises:
        MistakeError: it is not a size with a unit.
    """
    if value is None:
        return None
    try:
        return parse_length(str(value))
    except ValueError:
        raise MistakeError(
            f"{name} is {value!r}", 'give a size with its unit, such as "9pt"'
        ) from None


def one_of(name: str, value: str, choices: Collection[str]) -> str:
    """Return a value of an option.

    Raises:
        MistakeError: it is not one of the choices.
    """
    if not isinstance(value, str) or value not in choices:
        raise MistakeError(f"{name} is {value!r}", suggestion(str(value), choices))
    return value
