"""Rulebooks for screens: build the content of their pages and files from an edition."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from printnplay.build.build_records import BuiltFile
from printnplay.build.formats import files_of
from printnplay.build.job import PAGE, RULEBOOK, Job, screen_name
from printnplay.build.screen_fonts import fonts_of_book, formulas_in
from printnplay.edition.edition import COVER, Edition
from printnplay.files.writing import write_staged
from printnplay.game.kinds import Kind, total_key
from printnplay.game.rulebook import (
    AnatomyBlock,
    Block,
    CardBlock,
    CardsBlock,
    ComponentsBlock,
    FigureBlock,
    HeadingBlock,
    IndexBlock,
    NoteBlock,
    PictureBlock,
    Piece,
    TurnBlock,
)
from printnplay.kernel import codes
from printnplay.kernel.geometry import mm
from printnplay.kernel.inlines import Icon, Inline
from printnplay.kernel.shapes import ShapeKind
from printnplay.raster.png import DrawError
from printnplay.raster.single_faces import outline_data
from printnplay.rulebook.index import index_entries, part_of_keys
from printnplay.rulebook.pages.booklet import index_sources, page_numbers, references_of
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.rulebook.screen.book import Book, Drawing, Drawings, IndexLine, Place
from printnplay.rulebook.screen.shelf import cover_image
from printnplay.scene.picture import Picture
from printnplay.svg.inlined import inlined
from printnplay.text.credits import font_credits
from printnplay.text.formulas import CREDIT
from printnplay.text.languages import own_name
from printnplay.text.markup import Reference, plain

FURNITURE = (
    *map(total_key, Kind),
    *("kit.rulebook", "screen.contents", "screen.games", "screen.languages", "screen.skip"),
)
"""Keys of texts that all pages need."""

_Key = TypeVar("_Key")

SHOWN = mm(40)
"""Width of a component picture: about twice that in print (`SHOWN_PIECE` in
`rulebook/pages/illustrations.py`), because there is room. A guess."""

ICON = mm(7)
"""Side length of icons: the same as in print (`ICON` in `rulebook/pages/text_blocks.py`); a page
scales them to the size of its letters."""


def make_book(edition: Edition, name: str, written: int, languages: tuple[Place, ...] = ()) -> Book:
    """Build the rulebook of an edition; faults go to the edition's problems.

    `name` is the name of its files, `written` the time of its newest input, in seconds since 1970,
    `languages` are its editions in all languages, if there are several.
    """
    game, loaded = edition.game, edition.loaded
    numbers = page_numbers(edition.pages) if edition.names_pages else {}
    references = references_of(game.outline, edition.booklet_typesetter, numbers)
    typesetter = _with(edition.booklet_typesetter, references)
    words = dict(_words(edition, typesetter))
    cover = edition.cover()
    fonts = font_credits(edition.families, loaded.shelf)
    if any(formulas_in(words.values())):
        fonts = f"{fonts}; {CREDIT}"
    lines = tuple(line for line in cover.texts if line != game.title) if cover else ()
    style = completed(edition.style)
    book = Book(
        name=name,
        game=game.id,
        title=game.title,
        language=edition.language,
        outline=game.outline,
        words=words,
        drawings=_drawings(edition, words.values(), cover),
        style=style,
        fonts=(),
        cover=_image(edition, cover) if cover else b"",
        lines=lines,
        makers=tuple(dict.fromkeys(game.credits.values())),
        notices=tuple(_notices(edition, typesetter, fonts)),
        pages=numbers,
        written=written,
        draft=plain(typesetter.inlines("draft.stamp")) if edition.draft else "",
        index=dict(_indexes(edition, typesetter, references)),
        numbers=typesetter.numbers,
        languages=languages,
    )
    return replace(book, fonts=tuple(fonts_of_book(edition, book)))


def _notices(edition: Edition, typesetter: Typesetter, fonts: str) -> Iterator[str]:
    """Yield the credits of fonts and icons; the drawings come before, as they count the icons."""
    yield plain(typesetter.inlines("kit.fonts", fonts=fonts))
    if icons := edition.icon_credits:
        yield plain(typesetter.inlines("kit.icons", icons=icons))


def book_of(job: Job, edition: Edition) -> Book:
    """Return the rulebook for a job's pages."""
    places = tuple(
        place_of(f"../{other}/{screen_name(job.game, other)}{PAGE}", other) for other in job.others
    )
    if not edition.game.outline.sections:
        edition.problems.warning(
            codes.NO_RULEBOOK,
            f"the game `{job.game}` has no rulebook to publish",
            edition.game.outline.span,
            "expected sections in booklet.yaml, or a Markdown file of rules",
            "write the rules, or leave out the formats html and epub",
        )
    book = make_book(edition, job.name(RULEBOOK), job.date, places if len(places) > 1 else ())
    if job.has_list:
        games = Place("../../index.html", book.plain("screen.games"), edition.language)
        book = replace(book, games=games)
    return book


def write_book(job: Job, book: Book) -> Iterator[BuiltFile]:
    """Write a rulebook in the formats for screens; a game without one gets no files."""
    if book.outline.sections:
        for name, pieces in files_of(book, job.formats):
            path = job.folder / name
            yield BuiltFile(path, 1, write_staged(path, pieces), fresh=True)


def _with(typesetter: Typesetter, references: Mapping[str, Reference]) -> Typesetter:
    """Return a typesetter that can resolve references to parts of the rulebook."""
    resolver = replace(typesetter.context.resolver, references=references, addresses=False)
    return replace(typesetter, context=replace(typesetter.context, resolver=resolver))


def _words(edition: Edition, typesetter: Typesetter) -> Iterator[tuple[str, tuple[Inline, ...]]]:
    """Yield all texts of the rulebook by key, except the summary, which has its own sheet."""
    outline = edition.game.outline
    keys = [section.title for section in outline.sections]
    keys += [key for block in outline.printed_blocks for key in (*block.keys, *block.unprinted)]
    for key in dict.fromkeys((*FURNITURE, *keys)):
        yield key, typesetter.inlines(key)


def _indexes(
    edition: Edition, typesetter: Typesetter, references: Mapping[str, Reference]
) -> Iterator[tuple[IndexBlock, tuple[IndexLine, ...]]]:
    """Yield the lines of each index."""
    outline = edition.game.outline
    titles = {section.id: section.title for section in outline.sections}
    titles |= {block.id: block.key for block in outline.blocks if isinstance(block, HeadingBlock)}
    sources, part_of = index_sources(outline, typesetter), part_of_keys(outline)
    for block in outline.blocks:
        if isinstance(block, IndexBlock):
            lines = []
            for entry in index_entries(block, sources):
                names = dict.fromkeys((*(part_of[key] for key in entry.keys), *entry.names))
                parts = [
                    (
                        sources.plain(titles[name]) if name in titles else references[name].words,
                        references[name].target,
                    )
                    for name in names
                    if name in references
                ]
                lines.append(IndexLine(entry.words, tuple(parts)))
            yield block, tuple(lines)


def _image(edition: Edition, cover: Picture) -> bytes:
    """Render the cover as PNG; empty if that fails, as only lists of games show it."""
    try:
        return cover_image(cover, edition.loaded.shelf.faces)
    except DrawError:
        return b""


def _drawings(
    edition: Edition, texts: Iterable[tuple[Inline, ...]], cover: Picture | None
) -> Drawings:
    """Collect the pictures that the rulebook shows, rendering each one once."""
    blocks = tuple(edition.game.outline.printed_blocks)
    pieces = [piece for block in blocks for piece in _pieces(block)]
    return Drawings(
        cards=cards_of(edition, _cards(blocks)),
        boards=parts_of({piece.board: edition.board_of(piece.board) for piece in pieces}, "board"),
        icons=parts_of(
            {name: edition.renderer.icon_picture(name, ICON) for name in _icons(blocks, texts)},
            "icon",
        ),
        files=parts_of(dict(_files(blocks, edition)), "file"),
        figures=parts_of(
            {block: edition.figure(block) for block in blocks if isinstance(block, FigureBlock)},
            "figure",
        ),
        cover=parts_of({COVER: cover}, COVER).get(COVER),
    )


def parts_of(pictures: Mapping[_Key, Picture | None], kind: str) -> dict[_Key, Drawing]:
    """Convert pictures to parts of a page; those that could not be rendered are omitted."""
    return {
        key: Drawing(
            f"{kind}-{number}",
            picture.size,
            inlined(picture.svg, f"{kind}-{number}-"),
            picture.alt,
        )
        for number, (key, picture) in enumerate(pictures.items(), start=1)
        if picture is not None
    }


def cards_of(edition: Edition, cards: Iterable[str]) -> dict[str, Drawing]:
    """Return the faces of cards by their ids, in the shapes that the cards are cut to."""
    shaped: dict[str, Drawing] = {}
    faces = {card: edition.card_face(card) for card in dict.fromkeys(cards)}
    for card, drawing in parts_of(faces, "card").items():
        die = edition.die_of(card)
        if die.kind is not ShapeKind.RECTANGLE:
            drawing = replace(drawing, outline=outline_data(die.outline(drawing.size)))
        shaped[card] = drawing
    return shaped


def _pieces(block: Block) -> tuple[Piece, ...]:
    return block.pieces if isinstance(block, ComponentsBlock) else ()


def _cards(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, CardBlock | AnatomyBlock):
            yield block.card
        elif isinstance(block, CardsBlock):
            yield from block.cards
        for piece in _pieces(block):
            yield from piece.cards


def _icons(blocks: Iterable[Block], texts: Iterable[tuple[Inline, ...]]) -> Iterable[str]:
    """Return the distinct names of icons in texts and blocks; faults in names are reported."""
    names = [inline.name for text in texts for inline in text if isinstance(inline, Icon)]
    for block in blocks:
        if isinstance(block, NoteBlock) and block.icon:
            names.append(block.icon)
        elif isinstance(block, TurnBlock):
            names += block.icons
    return dict.fromkeys(names)


def _files(blocks: Iterable[Block], edition: Edition) -> Iterator[tuple[str, Picture | None]]:
    """Yield picture files at their printed width."""
    for block in blocks:
        if isinstance(block, PictureBlock):
            yield block.file, edition.file(block.file, block.width, edition.column, block.span)
        for piece in _pieces(block):
            if piece.picture:
                yield piece.picture, edition.file(piece.picture, None, SHOWN, piece.span)


def place_of(address: str, language: str) -> Place:
    """Return the link to a page in a language, labelled with the language's own name."""
    return Place(address, own_name(language), language)
