"""Fonts of web pages: the faces of their texts and drawings, with the letters that they need."""

import string
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

from printnplay.edition.edition import Edition
from printnplay.kernel.inlines import Formula, Inline
from printnplay.raster.single_faces import letters_of
from printnplay.rulebook.screen.book import Book
from printnplay.rulebook.screen.web_fonts import WebFont, packed
from printnplay.scene.named_fonts import fonts_named
from printnplay.scene.sheet import FontFace
from printnplay.scene.style import Style
from printnplay.text.fonts import FontShelf
from printnplay.text.formulas import FAMILY, font, set_formula
from printnplay.text.subsets import subset, subset_of


def style_faces(edition: Edition) -> tuple[FontFace, ...]:
    """Return the fonts of the text styles in which a language is set."""
    shelf = edition.loaded.shelf
    of_spans = {inline.weight for inline in edition.style.inlines.values() if inline.weight}
    for text in edition.style.text.values():
        for family in edition.families & {text.family, *text.fallback}:
            for weight in {text.weight, text.bold, *of_spans}:
                for italic in (False, True):
                    shelf.use(family, weight, italic=italic)
    for inline in edition.style.inlines.values():
        if inline.family in edition.families:
            shelf.use(inline.family, inline.weight or 400, italic=bool(inline.italic))
    return tuple(face for face in shelf.faces if face.family in edition.families)


def fonts_of_book(edition: Edition, book: Book) -> Iterator[WebFont]:
    """Yield the fonts of the book's texts, and those used only inside pictures."""
    yield from fonts_of(edition, _contents(book), _letters(book))
    names = "".join(place.name for place in book.languages)
    yield from fonts_of_names(edition.style, edition.loaded.shelf, names, style_faces(edition))
    if formulas := [*formulas_in(book.words.values())]:
        signs = "".join(set_formula(one.source, shown=one.shown).letters for one in formulas)
        face = FontFace(FAMILY, FAMILY, 400, italic=False, path="")
        yield WebFont(face, packed(subset_of(font(), frozenset(signs))))


def fonts_of(edition: Edition, drawings: Iterable[str], text: str) -> Iterator[WebFont]:
    """Yield the fonts of a page's text, and those used only inside its drawings."""
    shelf, style = edition.loaded.shelf, style_faces(edition)
    yield from web_fonts(style, shelf, text)
    letters: dict[FontFace, set[str]] = {}
    for drawing in drawings:
        for face in fonts_named(drawing, shelf.faces):
            if face.family in drawing and face not in style:
                letters.setdefault(face, set()).update(letters_of(drawing))
    for face, wanted in letters.items():
        if any(not shelf.missing(letter, face) for letter in wanted if not letter.isspace()):
            yield WebFont(face, packed(subset(face.path, wanted)))


def fonts_of_names(
    style: Style, shelf: FontShelf, names: str, faces: Sequence[FontFace]
) -> Iterator[WebFont]:
    """Yield the fonts for letters that none of the faces has: those of other languages' names."""
    body = style.text["body"]
    lacking = {one for one in names if all(shelf.missing(one, face) for face in faces)}
    for family in body.fallback:
        face = shelf.drawn_face(family, body.bold, italic=False)
        found = {letter for letter in lacking if face and not shelf.missing(letter, face)}
        if face and found:
            yield WebFont(face, packed(subset(face.path, found)))
            lacking -= found


def formulas_in(texts: Iterable[tuple[Inline, ...]]) -> Iterator[Formula]:
    """Return all formulas; screens need the font of formulas for them."""
    return (inline for text in texts for inline in text if isinstance(inline, Formula))


def _contents(book: Book) -> list[str]:
    """Return the SVG contents of all pictures."""
    drawings = book.drawings
    kinds = (drawings.cards, drawings.boards, drawings.icons, drawings.files, drawings.figures)
    covers = [drawings.cover] if drawings.cover else []
    shown = [*covers, *(drawing for kind in kinds for drawing in kind.values())]
    return [drawing.content for drawing in shown]


def _letters(book: Book) -> str:
    """Return all text on its page, to determine the letters that fonts must cover."""
    svg = _contents(book)
    said = [book.plain(key) for key in book.words]
    for line in (line for lines in book.index.values() for line in lines):
        said += [line.words, *(title for title, _ in line.parts)]
    said += [place.name for place in book.languages]
    return unescape(
        "".join((*svg, *said, *book.lines, *book.notices, book.title, book.draft, string.digits))
    )


def web_fonts(faces: Iterable[FontFace], shelf: FontShelf, text: str) -> Iterator[WebFont]:
    """Yield the faces that contain a letter of the text, subset to its letters."""
    letters = frozenset(text)
    for face in faces:
        if any(not letter.isspace() and not shelf.missing(letter, face) for letter in letters):
            yield WebFont(face, packed(subset(face.path, letters)))
