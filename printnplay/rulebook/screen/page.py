"""A rulebook as one HTML page, and the parts that pages of rulebook lists share."""

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import unescape

from printnplay.files.linked_pictures import as_uri
from printnplay.kernel.web_page import framed
from printnplay.rulebook.screen.blocks import Writer, contents_list
from printnplay.rulebook.screen.book import Book, Place, direction
from printnplay.rulebook.screen.look import CONTENT, SCREEN, look_of, own_colours, sheet
from printnplay.rulebook.screen.markup import Markup, as_id, element, joined
from printnplay.rulebook.screen.shared import with_shared_parts
from printnplay.rulebook.screen.web_fonts import MEDIA_TYPE, WebFont, font_rules

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:;"
    " base-uri 'none'; form-action 'none'"
)
"""The content security policy: nothing is loaded, run or sent, whatever a project's texts
contain; a page with a script of its own adds the hash of that."""

_MAIN = "page-main"

_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)"')


def page_of(book: Book) -> str:
    """Return the rulebook as one HTML page that loads nothing."""
    writer = Writer(book, _address, lists_contents=True)
    # Reserve the id of the page's main element before texts can take it.
    writer.ids.add(_MAIN)
    cover = _cover(book, writer)
    sections = joined(*map(writer.section, book.outline.sections), writer.back())
    contents = element(
        "nav", _contents(book), class_="contents", aria_label=_said(book, "contents")
    )
    main = element("main", _draft(book), sections, id=_MAIN)
    skip = element("a", book.plain("screen.skip"), class_="skip", href=f"#{_MAIN}")
    body = joined(
        skip,
        element("header", cover, _title(book), class_="top"),
        element("div", contents, main, class_="sheet"),
        _foot(book),
    )
    head = joined(
        element("title", f"{book.title} – {book.plain('kit.rulebook')}"),
        element("meta", name="description", content=_sentences(book.title, *book.lines)),
        *(
            element("link", rel="alternate", hreflang=place.language, href=place.address)
            for place in book.languages
        ),
    )
    return _document(book, head, with_shared_parts(body))


def _sentences(*lines: str) -> str:
    """Return lines as sentences: with a full stop, unless they have a mark at the end."""
    ended = (line if line[-1:] in "!?.…。؟" else f"{line}." for line in lines)
    return " ".join(ended).removesuffix(".")


def described_in(page: bytes) -> str:
    """Return what the page of a rulebook says about its game for search engines: its title first.

    Empty if the page says nothing.
    """
    found = _DESCRIPTION.search(page.decode("utf-8", "replace"))
    return unescape(found[1]) if found else ""


def _document(book: Book, head: Markup, body: Markup) -> str:
    look = embedded(book.fonts) + look_of(book.style, own_colours(book.outline))
    return document(book.language, head, body, look)


def embedded(fonts: Iterable[WebFont]) -> str:
    """Return `@font-face` rules with the fonts embedded."""
    return font_rules((font, as_uri(MEDIA_TYPE, font.content)) for font in fonts)


def document(  # noqa: PLR0913
    language: str,
    head: Markup,
    body: Markup,
    look: str,
    script: str = "",
    policy: str = POLICY,
) -> str:
    """Return an HTML page in a language, with its style sheets and its script inline."""
    styles = Markup(look + sheet(CONTENT) + sheet(SCREEN))
    if script:
        body = joined(body, element("script", Markup(script)))
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    meta = joined(
        element("meta", name="generator", content="printnplay"),
        element("meta", name="referrer", content="no-referrer"),
    )
    return framed(
        language, policy, joined(meta, head, element("style", styles)), element("body", body)
    )


def _address(anchor: str) -> str:
    """Return the address of an anchor on the page."""
    return f"#{as_id(anchor.partition(':')[2])}"


def _said(book: Book, name: str) -> str:
    return book.plain(f"screen.{name}")


def _cover(book: Book, writer: Writer) -> Markup:
    cover = book.drawings.cover
    return element("div", writer.drawing(cover, class_="cover")) if cover else Markup()


def _title(book: Book) -> Markup:
    lines = (element("p", line, class_="line") for line in book.lines)
    kind = element("p", book.plain("kit.rulebook"), class_="kind")
    languages = language_list(book.languages, _said(book, "languages"), book.language)
    return element("div", kind, element("h1", book.title), *lines, languages, class_="title")


def language_list(places: Sequence[Place], name: str, current: str = "") -> Markup:
    """Return links to the editions in all languages, each named in its language."""
    if not places:
        return Markup()
    items = (
        element("li", link_to(place, is_current=place.language == current)) for place in places
    )
    return element("nav", element("ul", *items, role="list"), class_="languages", aria_label=name)


def link_to(place: Place, *, is_current: bool = False) -> Markup:
    """Return a link to a place, named in its language; the current page is marked."""
    return element(
        "a",
        place.name,
        href=place.address,
        lang=place.language,
        hreflang=place.language,
        dir=direction(place.language),
        aria_current="page" if is_current else None,
    )


def _contents(book: Book) -> Markup:
    title = element("summary", book.plain("screen.contents"))
    return element("details", title, contents_list(book, _address), open="open")


def _draft(book: Book) -> Markup:
    return element("p", book.draft, class_="draft") if book.draft else Markup()


def _foot(book: Book) -> Markup:
    notices = (element("p", line) for line in book.notices)
    games = Markup()
    if book.games:
        games = element("p", element("a", book.games.name, href=book.games.address))
    return element("footer", *notices, games)
