"""Rendering of faces and figures: turns a template, a style and texts into a clean picture."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.faces.cells import CellMaker
from printnplay.faces.field_notes import with_notes
from printnplay.faces.flow import Flow
from printnplay.faces.helpers import FILE as ICONS
from printnplay.faces.helpers import SET, FaceArt, Icons
from printnplay.faces.kept import (
    Drawn,
    KeptFace,
    KeptFaces,
    Made,
    Order,
    content_hash,
    part_of_game,
)
from printnplay.faces.machine_codes import MachineCodes
from printnplay.faces.sandbox import MistakeError
from printnplay.faces.template_faults import TemplateFaultError
from printnplay.faces.templates import Templates
from printnplay.faces.texts import BoxPlace, FaceTexts
from printnplay.faces.vocabulary import functions_of
from printnplay.files.door import is_there
from printnplay.game.game import Card, as_number
from printnplay.game.numbering import NUMBERS, quoted
from printnplay.game.rulebook import FIGURE
from printnplay.game.texts import Glossary, Texts
from printnplay.game.verdicts import Verdict
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span, Subject
from printnplay.kernel.font_settings import parted
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.languages import Usage, is_right_to_left
from printnplay.kernel.legibility import Eye
from printnplay.kernel.memo import Memo, key_of
from printnplay.kernel.shapes import Shape
from printnplay.scene.picture import BoxFit, Picture, ShownArt
from printnplay.scene.style import GROUP, Style
from printnplay.svg.clean import Cleaned, Cleaner
from printnplay.svg.fonts import Families
from printnplay.svg.pictures import ArtFolders, Found
from printnplay.svg.size import TOLERANCE, Extent
from printnplay.svg.visions import with_black_text
from printnplay.text.context import TextContext
from printnplay.text.fonts import FontShelf
from printnplay.text.markup import CardFields, Resolver

if TYPE_CHECKING:
    from lxml.etree import _Element

    from printnplay.faces.art_calls import ArtCall
    from printnplay.svg.art_library import ArtLibrary
    from printnplay.svg.drawing import Drawing
    from printnplay.svg.faults import Report
    from printnplay.svg.legible import Legible
    from printnplay.svg.walk import Walk

BODY = "body"
"""The text style whose family replaces the generic font families."""


OF_OVERFLOW = (codes.OUTSIDE_THE_PRINT, codes.TEXT_BEYOND_CUT, codes.TEXT_ON_TEXT)
"""What a text that overflows its box may cause."""


class Names(Struct, frozen=True):
    """The data that texts may refer to: facts by name, the glossary, fields of cards by id."""

    facts: Mapping[str, int]
    glossary: Glossary
    cards: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    places: Mapping[str, Mapping[str, Span]] = field(default_factory=dict)
    """Where the fields of cards are written."""

    usages: Mapping[str, Usage] = field(default_factory=dict)
    """The conventions of each language: its number words, and its words for icons."""

    headings: Mapping[str, Mapping[str, Span]] = field(default_factory=dict)
    """Where the headings of the cards' tables are, by card and field."""


class Format(Struct, frozen=True, dict=True):
    """The trimmed size of a picture, its bleed, and the shape that it is cut to."""

    size: Size
    bleed: Um
    die: Shape = field(default_factory=Shape)

    @cached_property
    def extent(self) -> Extent:
        """The area that its drawing covers."""
        whole = Size(self.size.width + 2 * self.bleed, self.size.height + 2 * self.bleed)
        return Extent(-self.bleed, -self.bleed, whole)


@cache
def _told(of: Format, language: str) -> dict[str, object]:
    """Return the values of the format and the language for a template."""
    return {
        "size": _in_mm(of.size),
        "extent": _in_mm(of.extent.size),
        "bleed": of.bleed / 1000,
        "language": language,
        "right_to_left": is_right_to_left(language),
    }


def _in_mm(size: Size) -> dict[str, float]:
    return {"width": size.width / 1000, "height": size.height / 1000}


class Blank(Struct, frozen=True):
    """A face to render: a template, its format, and its values.

    The values are `card`, `game`, `panel`, ...
    """

    template: str
    format: Format
    values: Mapping[str, object]


class Figure(NamedTuple):
    """A drawing of the booklet; if it is not `worded`, it is the same in every language."""

    picture: Picture
    worded: bool


class FaceRenderer(Struct, dict=True):
    """Renders faces from the templates of a style.

    Args:
        folders: The style's template folders, the user's own first.
        style: Its colours and text styles.
        shelf: The available fonts.
        art_roots: The folders that linked pictures may come from.
        names: The facts, terms and card fields that texts may refer to.
        problems: Collects the faults. A face with errors is not rendered.
        draft: Also return faces with errors, if they could be rendered.
        thorough: Also report what of a drawing will look different on paper, or is cut off.
        second: The texts of a second language, printed with each text of the first.
    """

    folders: Sequence[Path]
    style: Style
    shelf: FontShelf
    art_roots: Sequence[Path]
    names: Names
    problems: Problems = field(default_factory=Problems)
    draft: bool = False
    thorough: bool = False
    boxes: dict[str, list[BoxFit]] = field(default_factory=dict)
    """The fit of each face's texts in their boxes, by the name of the face."""
    second: Texts | None = None
    sizes: dict[Hashable, dict[BoxPlace, Um]] = field(default_factory=dict)
    """The type sizes that the cards of each family and template share, and those of each group."""
    measures: bool = False
    """Whether to only fit texts, without returning drawings."""
    store: Memo | None = None
    """The persistent cache of faces; None to render each again."""
    eye: Eye | None = None
    """Looks at the legibility of texts on finished faces; None to check only where they are."""
    icons_of_sets: set[str] = field(default_factory=set)
    """The icons of sets that were drawn, as `SET:NAME`: their makers are credited."""

    def fits(self, template: str) -> frozenset[str]:
        """Return which cards must be measured before the first is rendered with a template.

        These are the cards of its family (`together`), of its group (`group`), both or none; in two
        languages always those of its group.
        """
        source = self._templates.source(template)
        of_two = {GROUP} if self.second else frozenset[str]()
        return self.style.fits | of_two | (source.fits if source else frozenset())

    def measuring(self) -> "FaceRenderer":
        """Return a renderer that finds the text sizes that cards share.

        It reports no errors.
        """
        return replace(self, problems=Problems(), boxes={}, measures=True)

    def draw(self, blanks: Sequence[Blank], texts: Texts) -> list[Picture | None]:
        """Render faces together; None for each that has errors."""
        orders = self._orders(blanks, texts)
        return list(map(self._cut, blanks, orders, self._drawn(orders)))

    def _orders(self, blanks: Sequence[Blank], texts: Texts) -> list[Order]:
        told = ({**_told(blank.format, texts.language), **blank.values} for blank in blanks)
        return [
            self._order(blank.template, values, texts, blank.format)
            for blank, values in zip(blanks, told, strict=True)
        ]

    def _cut(self, blank: Blank, order: Order, drawn: Drawn | None) -> Picture | None:
        """Return a face of the requested size; None, with an error, if its size is different."""
        if drawn is None:
            return None
        wanted, extent = blank.format, drawn.cleaned.extent
        if not extent.is_like(wanted.extent):
            self._wrong_size(blank.template, extent, str(wanted.extent))
            return None
        return drawn.picture(order.name, wanted.size, wanted.bleed)

    def draw_figure(
        self,
        verdict: Verdict | None,
        width: Um,
        texts: Texts,
        template: str = FIGURE,
        **values: object,
    ) -> Figure | None:
        """Render a worked example, or another template of the style with its position.

        The template gets `example` and `width`, the available width in millimetres; its root
        element sets its own width and height. Only through `t` and `right_to_left` can it use what
        differs between languages.
        """
        way = is_right_to_left(texts.language)
        given = {"width": width / 1000, "example": verdict, "right_to_left": way, **values}
        drawn = self.drawn(template, texts, given)
        if drawn is None:
            return None
        extent = drawn.cleaned.extent
        if extent.x or extent.y or extent.size.width > width + TOLERANCE:
            widest = Extent(0, 0, Size(width, extent.size.height))
            self._wrong_size(template, extent, f"at most {widest}")
            return None
        name = f"{template}-{verdict.example}" if verdict else template
        return Figure(drawn.picture(name, extent.size, 0), drawn.worded)

    def draw_file(self, file: str, width: Um | None, most: Um, place: Span) -> Picture | None:
        """Return a picture file of the game at a width; None if it has errors.

        Without a width a drawing has its own size, and a photograph the largest at which it is
        sharp, but is no wider than `most`. `place` is where the file is named.
        """
        from printnplay.svg.pixels import SHARP

        problems, words = Problems(), list[str]()
        colours = self.style.colours
        pictures = FaceArt(lambda: self._library, self._cleaner.art, problems, words, colours)
        try:
            natural = pictures.natural_size(file, SHARP)
            wide = min(width or natural.width, most)
            size = Size(wide, max(1, round(wide * natural.height / natural.width)))
            drawn = pictures.art(file, 0, 0, size.width / 1000, size.height / 1000, fit="stretch")
        except MistakeError as error:
            self.problems.error(error.code, str(error), place, "this block shows it", error.help)
            return None
        extent = Extent(0, 0, size)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" {extent}>{drawn}</svg>'
        cleaned = self._cleaner.clean(svg, [place.file], problems, pictures.placed)
        for fault in problems.found:
            self.problems.add(fault)
        if cleaned is None or problems.errors:
            return None
        self.shelf.use_faces_in(cleaned.svg)
        return Drawn(cleaned, tuple(words)).picture(file, size, 0)

    def seen_of_game(self, template: str, game: Mapping[str, object]) -> Mapping[str, object]:
        """Return the parts of the game that a template, and all that it refers to, may use."""
        source = self._templates.source(template)
        return part_of_game(game, source.of_game) if source else game

    def art_calls(self, template: str) -> "tuple[ArtCall, ...]":
        """Return the pictures of cards that a template, and all that it refers to, places."""
        return self._templates.art_calls(template)

    def drawing(self, content: bytes, path: Path, problems: Problems) -> "Drawing | None":
        """Return the clean drawing in the bytes of an SVG file; None if it has errors.

        Raises:
            ArtError: the bytes are not a readable drawing.
        """
        folders = self._cleaner.art.for_drawing_in(path.parent).noting_apart()
        return self._library.opened(content, path.as_posix(), folders, problems)

    def has(self, template: str) -> bool:
        """Return whether the style has a template of this name."""
        return is_there(Path(self._templates.path(template)))

    def drawn(self, template: str, texts: Texts, values: Mapping[str, object]) -> Drawn | None:
        """Render a template and clean its output, whatever its size."""
        (drawn,) = self._drawn([self._order(template, values, texts)])
        return drawn

    def _drawn(self, orders: Sequence[Order]) -> list[Drawn | None]:
        return list(map(self._noted, orders, self._made(orders)))

    def _order(
        self,
        template: str,
        values: Mapping[str, object],
        texts: Texts,
        of: Format | None = None,
    ) -> Order:
        cut = (of.die, of.size) if of else ()
        sizes: dict[BoxPlace, Um] = {}
        # Each card is measured by itself, so that a change of one leaves the others cached.
        for fit in () if self.measures else self.fits(template):
            sizes |= self.sizes.get(_sharing(fit, template, values), {})
        return Order(template, values, sizes, partial(self._texts_of, texts), *cut)

    def _texts_of(self, texts: Texts, order: Order) -> FaceTexts:
        """Return the texts of a face, with the face's own collector of faults."""
        fields = _fields(order)
        context = self._context(texts.language, order.problems, fields)
        face = FaceTexts(texts, self.style, context, self._draw_icon, sizes=order.sizes)
        if self.second is not None:
            face.second = self.second, self._context(self.second.language, order.problems, fields)
        return face

    def _noted(self, order: Order, made: Made) -> Drawn | None:
        """Return a face after recording its faults, its boxes and the sizes of its texts."""
        for place, size in made.sizes if self.measures else ():
            shared = self.sizes.setdefault(_sharing(place[0], order.template, order.values), {})
            shared[place] = min(size, shared.get(place, size))
        self.boxes.setdefault(order.name, []).extend(made.boxes)
        for fault in made.faults:
            self.problems.add(self._with_notes(fault, order))
        is_faulty = any(fault.severity is Severity.ERROR for fault in made.faults)
        drawn = None if is_faulty and not self.draft else made.drawn
        if drawn is not None:
            # A cached face has not loaded its fonts.
            self.shelf.use_faces_in(drawn.cleaned.svg)
            self.icons_of_sets.update(drawn.icons)
        return drawn

    def _made(self, orders: Sequence[Order]) -> Sequence[Made]:
        """Return faces from the cache, or else rendered now."""
        key, known = self._taken(orders)
        faces = [
            self._make(order) if face is None else face
            for order, face in zip(orders, known, strict=True)
        ]
        if self._kept and key and None in known:
            self._kept.put(key, orders, faces)
        return [face.made if isinstance(face, KeptFace) else face[0] for face in faces]

    def _taken(self, orders: Sequence[Order]) -> tuple[bytes | None, Sequence[KeptFace | None]]:
        """Return the cache key of faces, and the cached faces; None for each of the others."""
        kept = self._kept
        key = kept.key(orders) if kept else None
        if not (kept and key):
            return key, [None] * len(orders)
        return key, kept.take(key, orders)

    def _make(self, order: Order) -> tuple[Made, Found]:
        """Return a face as rendered now, and the pictures that it looked for."""
        art = self._cleaner.art
        art.found.clear()
        art.per_inch.clear()
        drawn, face = self._attempt(order), order.texts
        faults, sizes = tuple(order.problems.found), tuple(face.sizes.items())
        if any(fault.code is codes.TEXT_DOES_NOT_FIT for fault in faults):
            # Text that overflows its box may overflow the face as well.
            faults = tuple(one for one in faults if one.code not in OF_OVERFLOW)
        found = dict(art.found)
        if drawn is not None and found:
            files = dict.fromkeys(file for file, _ in filter(None, found.values()))
            shown = (
                ShownArt(file.as_posix(), content_hash(file), round(art.per_inch.get(file, 0), 1))
                for file in files
            )
            drawn = replace(drawn, art=tuple(shown))
        return Made(drawn, tuple(face.boxes), faults, sizes), found

    @cached_property
    def _kept(self) -> KeptFaces | None:
        if self.store is None:
            return None
        fonts = {str(file.path): file.digest for file in self.shelf.files}
        ways = (self.draft, self.thorough, self.measures, self.eye is not None)
        look = key_of(self.style, fonts, self.folders, self.art_roots, ways)
        return KeptFaces(self.store, look, self._templates, self._cleaner.art)

    def _with_notes(self, fault: Diagnostic, order: Order) -> Diagnostic:
        """Return the fault, with notes on where the card's own file may be wrong."""
        fields, names = _fields(order), self.names
        if fields is None:
            return fault
        places, headings = names.places.get(fields.card, {}), names.headings.get(fields.card, {})
        return with_notes(fault, fields, places, headings, order.texts.texts)

    def _attempt(self, order: Order) -> Drawn | None:
        template, face, problems = order.template, order.texts, order.problems
        pictures = FaceArt(
            lambda: self._library, self._cleaner.art, problems, face.set, self.style.colours
        )
        scanned = MachineCodes(self.style.colours, problems)
        self._icons.from_sets.clear()
        context = {
            "colours": self.style.colours,
            **functions_of(
                *(face, pictures, scanned, self._icons),
                *(Flow(face, pictures, self._icons), CellMaker(face)),
            ),
            **order.values,
        }
        try:
            svg = self._templates.render(template, context)
        except TemplateFaultError as error:
            problems.add(error.fault)
            return None
        if self.measures:
            return None
        setting = None
        if self._legible is not None and order.size is not None:
            from printnplay.svg.legible import Setting

            setting = Setting(order.die, order.size, face.written)
        sources = self._sources(template)
        cleaned = self._cleaner.clean(svg, sources, problems, pictures.placed, setting)
        if cleaned is None:
            return None
        if self.style.black_text:
            own = frozenset(ink.rgb for ink in self.style.inks)
            cleaned = replace(cleaned, svg=with_black_text(cleaned.svg, own))
        path, spoken = self._templates.path(template), tuple(scanned.spoken)
        icons = tuple(sorted(self._icons.from_sets))
        return Drawn(cleaned, tuple(face.set), bool(face.asked), path, spoken, icons)

    def icon_picture(self, name: str, size: Um) -> Picture:
        """Return a single icon as a square picture, empty if the icon has errors."""
        extent = Extent(0, 0, Size(size, size))
        root = f'<svg xmlns="http://www.w3.org/2000/svg" {extent}>'
        cleaned, own = None, {}
        if SET in name:
            self.icons_of_sets.add(name)
            body = self.style.text.get(BODY)
            own = {"colour": body.colour} if body else {}
        try:
            icon = self._templates.guarded(
                ICONS, lambda: self._icons.draw(name, (0, 0), size / 1000, **own)
            )
            svg = f"{root}{icon}</svg>"
            cleaned = self._cleaner.clean(svg, self._sources(ICONS), self.problems)
        except TemplateFaultError as error:
            self.problems.add(error.fault)
        except MistakeError as error:
            self.problems.error(error.code, str(error), self._templates.span(ICONS), "", error.help)
        drawn = Drawn(cleaned or Cleaned(f"{root}</svg>", extent), ())
        self.shelf.use_faces_in(drawn.cleaned.svg)
        return drawn.picture(f"icon-{name.replace(SET, '-')}", extent.size, 0)

    def _wrong_size(self, template: str, extent: Extent, wanted: str) -> None:
        """Report a drawing whose size is not the requested one."""
        self.problems.error(
            codes.WRONG_ROOT_OR_SIZE,
            f"the drawing has the wrong size: {extent}",
            self._templates.span(template),
            f"expected {wanted}",
            "use the numbers of `extent` and `bleed`",
        )

    @property
    def icons(self) -> frozenset[str]:
        """The names of all icons; none if the icons have errors."""
        try:
            return self._icons.names
        except TemplateFaultError as error:
            self.problems.add(error.fault)
            return frozenset()

    def icon_set(self, name: str) -> Path | None:
        """Return the folder of a set of icons; None if there is none of this name."""
        return self._icons.sets.folder(name)

    @cached_property
    def _templates(self) -> Templates:
        return Templates(self.folders)

    @cached_property
    def _icons(self) -> Icons:
        return Icons(self._templates, self.style.colours, self._cleaner.art)

    @cached_property
    def _cleaner(self) -> Cleaner:
        families = self.shelf.families
        body = self.style.text.get(BODY)
        default = parted(body.family)[0] if body else (families or ("",))[0]
        folders = ArtFolders(tuple(self.art_roots))
        known = Families(families, default)
        judge = self._judge if self.thorough else None
        return Cleaner(known, folders, judge, self._letter, self._legible)

    @cached_property
    def _legible(self) -> "Legible | None":
        if not self.thorough and self.eye is None:
            return None
        from printnplay.svg.legible import Legible

        return Legible(self.shelf, self.eye)

    def _letter(self, root: "_Element", report: "Report") -> bool:
        return self._library.check_letters(root, report)

    def _judge(self, walk: "Walk", extent: Extent, report: "Report") -> None:
        self._library.judge(walk, extent, report)

    @cached_property
    def _library(self) -> "ArtLibrary":
        from printnplay.svg.art_library import ArtLibrary

        return ArtLibrary(self._cleaner, self.shelf)

    def _context(self, language: str, problems: Problems, fields: CardFields | None) -> TextContext:
        names = self.names
        usage = names.usages.get(language) or Usage()
        resolver = Resolver(
            language,
            names.facts,
            names.glossary,
            self.icons,
            names.cards,
            fields,
            usage.number_words,
            usage.icons,
            inlines=self.style.inlines,
            formulas=False,
        )
        of_texts = problems.part(Subject(language=language))
        colours = self.style.colours
        typed = not usage.smart_quotes
        return TextContext(
            self.shelf, language, colours, resolver, of_texts, in_colours=True, as_typed=typed
        )

    def _sources(self, template: str) -> list[str]:
        return [self._templates.path(template), self._templates.path(ICONS)]

    def _draw_icon(self, name: str, x: Um, y: Um, size: Um) -> str:
        return self._icons.draw(name, (x / 1000, y / 1000), size / 1000)


def _sharing(fit: str, template: str, values: Mapping[str, object]) -> Hashable:
    """Return the key of the cards that share sizes with one: its family, or its group."""
    whole, name = ("group", "id") if fit == GROUP else ("card", "family")
    of = values.get(whole)
    id_ = of.get(name, "") if isinstance(of, Mapping) else ""
    return (fit, id_) if fit == GROUP else (fit, id_, template)


def card_values(card: Card, *, back: bool = False, **more: str) -> dict[str, object]:
    """Return a card as templates see it: `card.id`, `card.family`, its fields, and more.

    A field with a number becomes a number, unless it is written in quotes.
    """
    fields = card.back_fields if back and card.back_fields is not None else card.fields
    seen = {
        name: value if name in card.quoted else as_number(value) for name, value in fields.items()
    }
    return {"card": {"id": card.id, "family": card.family, **more, **seen}}


def _fields(order: Order) -> CardFields | None:
    """Return the fields of the rendered card, for its texts; None if it is no card's face."""
    card = order.values.get("card")
    if not isinstance(card, Mapping):
        return None
    fields = {str(name): str(value) for name, value in card.items()}
    numbers = {name: of for name in NUMBERS if isinstance(of := order.values.get(name), Mapping)}
    return CardFields(order.card, fields | quoted(numbers))
