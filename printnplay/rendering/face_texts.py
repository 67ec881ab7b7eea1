"""Texts in templates: looked up by key, fitted into boxes, drawn; what was set is remembered."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from markupsafe import Markup

from printnplay.model.diagnostics import Span
from printnplay.model.fit import BoxFit
from printnplay.model.geometry import Rect, Um, mm, parse_length
from printnplay.model.style import Style, TextStyle
from printnplay.model.texts import Texts
from printnplay.rendering.nearest import offer
from printnplay.rendering.templates import MistakeError, place
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.fit import FitResult, Fitted, fit, measured
from printnplay.rendering.text.inline import Inline, plain
from printnplay.rendering.text.paragraph import SHARE_BEFORE
from printnplay.rendering.text.stacking import parts_of
from printnplay.rendering.text.textbox import SHARE_ABOVE, DrawIcon, textbox_svg
from printnplay.rendering.wording import Wording, fitted_together, smallest_of_two


@dataclass
class FaceTexts:
    """The texts of one face: the functions `t`, `textbox` and `fit_title` of its template."""

    texts: Texts
    style: Style
    context: TextContext
    draw_icon: DrawIcon
    set: list[str] = field(default_factory=list)
    """The strings set so far, in reading order."""
    boxes: list[BoxFit] = field(default_factory=list)
    """How each text went into its box."""
    asked: bool = False
    """Whether any text of the language was asked for."""
    second: tuple[Texts, TextContext] | None = None
    """The texts of a second language, to stand below the first."""

    @property
    def functions(self) -> dict[str, Callable[..., object]]:
        """What the template calls, by name."""
        return {"t": self.wording, "textbox": self.textbox, "fit_title": self.fit_title}

    def wording(self, key: str) -> Wording:
        """The text of a key; a key that the language lacks is reported where it is asked for."""
        self.asked = True
        first = self._found(str(key), self.texts, self.context)
        if self.second is None:
            return Wording(str(key), first)
        texts, context = self.second
        second = self._found(str(key), texts, context)
        if plain(first) == plain(second):
            return Wording(str(key), first)
        return Wording(str(key), first, second, texts.language)

    def _found(self, key: str, texts: Texts, context: TextContext) -> tuple[Inline, ...]:
        entry = texts.entries.get(key)
        if entry is not None:
            return context.parse(entry)
        if texts.sound:
            self.context.problems.error(
                "PNP301",
                f"the text `{key}` is missing in `{texts.language}`",
                place() or Span(texts.file),
                "the template asks for it here",
                offer(key, texts.entries, f"add it to {texts.file}"),
            )
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
    ) -> Markup:
        """A text in a box, as large as it goes in; too much text is reported.

        Args:
            text: From `t(key)`, or a string. A new line begins a paragraph; `- ` at its beginning
                makes it an item of a list.
            x: The left edge in mm; so are `y`, `width` and `height`.
            y: The top edge.
            width: The width of the box.
            height: The height of the box.
            style: The name of a text style.
            align: left, centre, right or justify.
            valign: top, middle or bottom.
            size: The largest size ("9pt"); the style's if not given.
            min: The smallest size; the style's if not given.
            colour: A colour's name or #rrggbb; the style's if not given.
            leading: From baseline to baseline at the style's size; the style's if not given.
            spacing: Between paragraphs, at the style's size; the style's `after` if not given.
        """
        look = replace(self._style(style, colour), align=_one_of("align", align, SHARE_BEFORE))
        after, distance = _size("spacing", spacing), _size("leading", leading)
        look = replace(look, after=look.after if after is None else after)
        look = replace(look, leading=distance or look.leading)
        _one_of("valign", valign, SHARE_ABOVE)
        box = _box(x, y, width, height)
        wording = self._wording(text)
        largest, smallest = _size("size", size), _size("min", min)

        def fit_in(wording: Wording) -> FitResult:
            low, shared = smallest, look
            if wording.beside:
                low = smallest_of_two(look.minimum if smallest is None else smallest)
                shared = replace(look, after=max(look.after, look.leading // 3))
            text, room = wording.stacked, (box.width, box.height)
            return fit(text, shared, *room, self.context, largest, low)

        wording, fitted = fitted_together(wording, fit_in, self.context.problems)
        return self._drawn(wording, fitted, box, valign)

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
    ) -> Markup:
        """A title in a box, centred in height: on one line if it goes in, else on several."""
        look = replace(self._style(style, colour), align=_one_of("align", align, SHARE_BEFORE))
        look = replace(look, hyphenate=False)
        box = _box(x, y, width, height)
        wording = self._wording(text)
        one_line = min(box.height, look.leading)

        def fit_in(wording: Wording) -> FitResult:
            fitted = fit(wording.in_a_row, look, box.width, one_line, self.context)
            if isinstance(fitted, Fitted):
                return fitted
            low = smallest_of_two(look.minimum) if wording.beside else None
            text, context = wording.stacked, self.context
            return fit(text, look, box.width, box.height, context, minimum=low)

        wording, fitted = fitted_together(wording, fit_in, self.context.problems)
        return self._drawn(wording, fitted, box, "middle")

    def _wording(self, text: object) -> Wording:
        if isinstance(text, Wording):
            return text
        if isinstance(text, str):
            return Wording("", self.context.parse(str(text), place()))
        raise MistakeError(
            f"a text box cannot set {type(text).__name__}", "give it t(key), or a text in quotes"
        )

    def _style(self, name: str, colour: str | None) -> TextStyle:
        found = self.style.text.get(name)
        if found is None:
            raise MistakeError(
                f"there is no text style `{name}`", offer(str(name), self.style.text)
            )
        return replace(found, colour=colour) if colour else found

    def _drawn(self, wording: Wording, fitted: FitResult, box: Rect, valign: str) -> Markup:
        where = place()
        name = wording.key or (f"{where.file}:{where.line}" if where else "text")
        self.boxes.append(measured(name, fitted))
        if not isinstance(fitted, Fitted):
            fitted.report(name, self.context)
        words = (plain(part.inlines) for part in parts_of(wording.stacked))
        self.set += [one for one in words if one]
        svg = textbox_svg(fitted, box, self.context.shelf, valign, self.draw_icon)
        return Markup(svg)


def _box(x: float, y: float, width: float, height: float) -> Rect:
    named = {"x": x, "y": y, "width": width, "height": height}
    box = Rect(*(millimetres(name, value) for name, value in named.items()))
    if box.width <= 0 or box.height <= 0:
        raise MistakeError(f"a text box of {width} by {height} mm", "give it room")
    return box


def millimetres(name: str, value: object) -> Um:
    """A template's number of millimetres as micrometres.

    Raises:
        MistakeError: it is no number.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return mm(value)
    raise MistakeError(
        f"{name} is {value!r}", "give a number of millimetres, without quotes or unit"
    )


def _size(name: str, value: str | None) -> Um | None:
    if value is None:
        return None
    try:
        return parse_length(str(value))
    except ValueError:
        raise MistakeError(
            f"{name} is {value!r}", 'give a size with its unit, such as "9pt"'
        ) from None


def _one_of(name: str, value: str, known: dict[str, float]) -> str:
    if value not in known:
        raise MistakeError(f"{name} is {value!r}", offer(str(value), known))
    return value
