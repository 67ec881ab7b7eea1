"""EPUB 3 export: a rulebook for e-readers, one document per section, with its figures and fonts."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from msgspec import Struct

from printnplay.game.rulebook import Section
from printnplay.rulebook.screen.blocks import Writer, contents_list
from printnplay.rulebook.screen.book import anchors_of, direction
from printnplay.rulebook.screen.look import CONTENT, look_of, own_colours, sheet
from printnplay.rulebook.screen.markup import Markup, as_id, element, joined
from printnplay.rulebook.screen.web_fonts import MEDIA_TYPE, font_rules

if TYPE_CHECKING:
    from printnplay.rulebook.screen.book import Book

XHTML = "application/xhtml+xml"
EARLIEST = 315_532_800
"""1 January 1980 in seconds since 1970: ZIP archives cannot store an earlier time."""

CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="book/package.opf"'
    ' media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)

ACCESS = {
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual,visual", "textual"),
    "accessibilityFeature": (
        *("alternativeText", "displayTransformability", "readingOrder"),
        *("structuralNavigation", "tableOfContents"),
    ),
    "accessibilityHazard": ("none",),
}
"""Accessibility metadata for readers before they buy (EPUB Accessibility 1.1, 2.2): figures have
alternatives, nothing flashes, moves or makes sound."""


class _File(Struct, frozen=True):
    """A file of the archive: its name, its media type, its content, and its package properties."""

    name: str
    kind: str
    content: bytes
    properties: str = ""

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")


def files(book: "Book") -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the rulebook as one EPUB file; the same rulebook always gives the same bytes."""
    yield f"{book.name}.epub", [archive(book)]


def archive(book: "Book") -> bytes:
    """Return the bytes of the EPUB file."""
    texts = [*([_cover_page(book)] if book.cover else []), *_sections(book)]
    others = [_contents(book), _styles(book), *_fonts(book)]
    if book.cover:
        others.append(_File("cover.png", "image/png", book.cover, "cover-image"))
    package = _package(book, texts, others)
    stream = BytesIO()
    with ZipFile(stream, "w") as zip_file:
        _put(zip_file, book, "mimetype", b"application/epub+zip", ZIP_STORED)
        _put(zip_file, book, "META-INF/container.xml", CONTAINER.encode())
        _put(zip_file, book, "book/package.opf", package.encode())
        for file in (*texts, *others):
            _put(zip_file, book, f"book/{file.name}", file.content)
    return stream.getvalue()


def _put(
    zip_file: ZipFile, book: "Book", name: str, content: bytes, method: int = ZIP_DEFLATED
) -> None:
    moment = datetime.fromtimestamp(max(book.written, EARLIEST), UTC)
    about = ZipInfo(name, moment.timetuple()[:6])
    about.compress_type = method
    about.create_system = 3  # as on Unix, on any system
    about.external_attr = 0o644 << 16
    zip_file.writestr(about, content)


def _styles(book: "Book") -> _File:
    rules = font_rules(
        (font, file.name) for font, file in zip(book.fonts, _fonts(book), strict=True)
    )
    look = look_of(book.style, own_colours(book.outline), dark=False)
    return _File("style.css", "text/css", f"{rules}{look}{sheet(CONTENT)}".encode())


def _fonts(book: "Book") -> list[_File]:
    return [
        _File(f"font-{number}.woff2", MEDIA_TYPE, font.content)
        for number, font in enumerate(book.fonts, start=1)
    ]


def _cover_page(book: "Book") -> _File:
    alt = ". ".join((book.title, *book.lines))
    image = element("img", src="cover.png", alt=alt)
    body = element("section", image, epub__type="cover", class_="cover-page")
    return _document(book, "cover.xhtml", book.title, body)


def _sections(book: "Book") -> Iterator[_File]:
    """Yield the sections, the first with the title of the game, and the back of the booklet."""
    for number, section in enumerate(book.outline.sections):
        writer = Writer(book, _addresses(book))
        head = Markup()
        if number == 0:
            lines = (element("p", line, class_="line") for line in book.lines)
            draft = element("p", book.draft, class_="draft") if book.draft else Markup()
            head = element("header", element("h1", book.title), *lines, draft)
        body = joined(head, writer.section(section))
        yield _document(book, _name(section), book.plain(section.title), body)
    if back := Writer(book, _addresses(book)).back():
        yield _document(book, "back.xhtml", book.title, back)


def _name(section: Section) -> str:
    """Return the file name of a section."""
    return f"section-{as_id(section.id)}.xhtml"


def _addresses(book: "Book") -> Callable[[str], str]:
    """Return a function for the address of an anchor: the file of its section, and its id there."""
    files: dict[str, str] = {}
    for section in book.outline.sections:
        for anchor in anchors_of(section):
            files.setdefault(anchor, _name(section))

    def address(anchor: str) -> str:
        name = anchor.partition(":")[2]
        return f"{files[name]}#{as_id(name)}"

    return address


def _contents(book: "Book") -> _File:
    title = book.plain("screen.contents")
    contents = element(
        "nav",
        element("h1", title),
        contents_list(book, _addresses(book)),
        epub__type="toc",
        role="doc-toc",
        id="toc",
    )
    return _document(book, "contents.xhtml", title, contents, "nav")


def _document(book: "Book", name: str, title: str, body: Markup, properties: str = "") -> _File:
    head = element(
        "head",
        element("title", title),
        element("link", rel="stylesheet", type="text/css", href="style.css"),
    )
    whole = element(
        "html",
        head,
        element("body", body),
        xmlns="http://www.w3.org/1999/xhtml",
        xmlns__epub="http://www.idpf.org/2007/ops",
        lang=book.language,
        xml__lang=book.language,
        dir=direction(book.language),
    )
    content = f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n{whole}\n'
    shown = [name for tag, name in (("<svg", "svg"), ("<math", "mathml")) if tag in whole]
    properties = properties or " ".join(shown)
    return _File(name, XHTML, content.encode(), properties)


def _package(book: "Book", texts: list[_File], others: list[_File]) -> str:
    items = (
        element(
            "item",
            id=file.id,
            href=file.name,
            media_type=file.kind,
            properties=file.properties or None,
        )
        for file in (*texts, *others)
    )
    spine = (element("itemref", idref=file.id) for file in texts)
    rtl = direction(book.language) == "rtl"
    package = element(
        "package",
        _metadata(book, has_cover=bool(book.cover)),
        element("manifest", *items),
        element("spine", *spine, page_progression_direction="rtl" if rtl else None),
        xmlns="http://www.idpf.org/2007/opf",
        version="3.0",
        unique_identifier="id",
        xml__lang=book.language,
        dir=direction(book.language),
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{package}\n'


def _metadata(book: "Book", *, has_cover: bool) -> Markup:
    name = uuid5(NAMESPACE_URL, f"printnplay:{book.game}:{book.language}")
    changed = datetime.fromtimestamp(max(book.written, EARLIEST), UTC)
    title = f"{book.title} – {book.plain('kit.rulebook')}"
    facts = [
        element("dc:identifier", f"urn:uuid:{name}", id="id"),
        element("dc:title", title),
        element("dc:language", book.language),
        *(element("dc:creator", maker) for maker in book.makers),
        element("meta", changed.strftime("%Y-%m-%dT%H:%M:%SZ"), property="dcterms:modified"),
        *(
            element("meta", value, property=f"schema:{fact}")
            for fact, values in ACCESS.items()
            for value in values
        ),
    ]
    if has_cover:
        facts.append(element("meta", name="cover", content="cover-png"))
    return element("metadata", *facts, xmlns__dc="http://purl.org/dc/elements/1.1/")
