"""A site: static web pages of the cards in all languages of a game, and of its rulebook.

Pages link each other by relative addresses, so that they work from a folder as from any server, and
load nothing from elsewhere. Only the search needs a script.
"""

import string
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.screen import make_book, place_of
from printnplay.build.screen_fonts import style_faces, web_fonts
from printnplay.edition.edition import TAGLINE
from printnplay.edition.loaded import stop_at
from printnplay.export.faces import FaceFile, Naming, face_files
from printnplay.export.images import PNG, draw_all, images_of
from printnplay.export.job import Exported, ExportJob
from printnplay.export.page_words import page_words
from printnplay.export.site_pages import (
    WORDS,
    Shown,
    SiteCard,
    SiteLanguage,
    card_page,
    index_page,
    root_page,
    sitemap,
)
from printnplay.files.door import LARGEST, read, read_text
from printnplay.files.writing import remove_staged, write_staged
from printnplay.game.exporting import Component, ComponentKind, Corners
from printnplay.game.game import Card
from printnplay.game.site import INDEX, LABELS, RULEBOOK, page_of_card
from printnplay.kernel import codes
from printnplay.raster.web_pictures import as_webp
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen.book import Place
from printnplay.rulebook.screen.look import CONTENT, SCREEN, look_of, sheet
from printnplay.rulebook.screen.page import embedded, page_of
from printnplay.text.credits import font_credits
from printnplay.text.markup import plain, spoken

WIDE, NARROW = 800, 400
"""The widths of pictures in pixels: a card is shown at most 400 CSS pixels wide, and half that in
lists, on screens with up to two pixels per CSS pixel."""

STYLE, SCRIPT, SITEMAP = "style.css", "search.js", "sitemap.xml"

_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif")
"""Fields with such endings name files, which readers of a page do not need."""

_UNFILLED = ("example", "found", "all", "card")
"""The placeholders in texts of the pages, which pages and the script fill in."""

_LONGEST_SHEET = 50_000
"""The most characters of the style sheet and of the script beside this module. A guess."""


def write(job: ExportJob) -> list[Exported]:
    """Write the site of a game in the languages of a job and of its siblings."""
    jobs = (job, *job.siblings)
    address = _address_of(job)
    places = tuple(
        place_of(f"{each.edition.language}/{INDEX}", each.edition.language) for each in jobs
    )
    languages, made = [], list[Exported]()
    for each in jobs:
        pictures = dict(_pictures(each, made))
        stop_at(each.problems)
        languages.append(_language(each, pictures, places, address))
    for each, language in zip(jobs, languages, strict=True):
        made += _pages(each, language)
    made.append(job.write(SCRIPT, _beside(SCRIPT).encode()))
    made.append(job.write(INDEX, root_page(languages).encode()))
    if address:
        made.append(job.write(SITEMAP, sitemap(languages).encode()))
    every: dict[str, Component] = {}
    for component in (component for each in jobs for component in _cards(each)):
        every.setdefault(component.id, component)
    cards = [
        {
            "id": component.id,
            **({"hash": component.hash} if component.hash else {}),
            "pages": {
                each.edition.language: page_of_card(each.edition.language, component.id)
                for each in jobs
                if component.id in each.cards
            },
        }
        for component in every.values()
    ]
    files = {file.path.as_posix(): {"bytes": file.size} for file in made}
    names = [language.language for language in languages]
    return [*made, job.write_manifest(files, languages=names, address=address, cards=cards)]


def _address_of(job: ExportJob) -> str:
    """Return the address of the site; warn if the cards name another one."""
    game = job.edition.game
    asked = job.options.address.rstrip("/")
    if asked and game.site and asked != game.site:
        job.problems.warning(
            codes.OTHER_ADDRESS,
            f"the pages are for {asked}, and QR codes on the cards lead to {game.site}",
            game.spans["site"],
            "the cards print addresses that begin so",
            "leave out `--address`, or change `site` in game.yaml",
        )
    return asked or game.site


def _cards(job: ExportJob) -> Iterator[Component]:
    """Yield the cards of a job, with a back only if it is their own; of copies the first one."""
    cards = [one for one in job.components if one.kind is ComponentKind.CARD]
    first = {component.card: component for component in reversed(cards)}
    for component in cards:
        if first[component.card] is component:
            own = component if not component.back_id else replace(component, back=None, back_id="")
            yield replace(own, id=component.card)


class _Shrinking(Struct, frozen=True):
    """A picture to convert: the file of the PNG, and the WebP files by their largest width."""

    png: Path
    files: tuple[tuple[int, Path], ...]


class _Shrunk(Struct, frozen=True):
    """A converted picture: width and height in pixels, and bytes, of each of its files."""

    sizes: tuple[tuple[int, int, int], ...]


def _pictures(job: ExportJob, made: list[Exported]) -> Iterator[tuple[tuple[str, bool], Shown]]:
    """Write the faces as pictures for pages; yield each by the id of its card and its side."""
    folder = f"{job.edition.language}/pictures"
    naming = Naming("{id}-{side}", "{id}-{side}", folder)
    cut = replace(job, options=replace(job.options, corners=Corners.ROUND))
    files = face_files(cut, PNG, tuple(_cards(job)), naming)
    draw_all(cut, images_of(cut, files))
    pngs = [job.folder / f"{file.name}{PNG}" for file in files]
    tasks = [
        _Shrinking(
            png, tuple((width, job.folder / _picture(file, width)) for width in (WIDE, NARROW))
        )
        for png, file in zip(pngs, files, strict=True)
    ]
    for file, shrunk in zip(files, job.in_processes(_shrink, tasks), strict=True):
        names = [_picture(file, width) for width in (WIDE, NARROW)]
        made += (Exported(Path(name), of[2]) for name, of in zip(names, shrunk.sizes, strict=True))
        below = [name.partition("/")[2] for name in names]
        sizes = [(width, height) for width, height, _ in shrunk.sizes]
        yield (file.component.id, file.is_back), Shown(below[0], below[1], sizes[0], sizes[1])
    remove_staged(pngs)


def _picture(file: FaceFile, width: int) -> str:
    """Return the name of a face's picture of a width."""
    folder, _, name = file.name.rpartition("/")
    return f"{folder}/{width}/{name}.webp"


def _shrink(task: _Shrinking) -> _Shrunk:
    """Write a picture as WebP in each width, or in its own if that is less."""
    png, sizes = read(task.png, LARGEST, anywhere=True), []
    for widest, path in task.files:
        content, size = as_webp(png, widest)
        sizes.append((*size, write_staged(path, [content])))
    return _Shrunk(tuple(sizes))


def _language(
    job: ExportJob,
    pictures: Mapping[tuple[str, bool], Shown],
    places: Sequence[Place],
    address: str,
) -> SiteLanguage:
    """Return the content of the pages of a language."""
    edition, game = job.edition, job.edition.game
    setter = edition.typesetter
    cards = {card.id: card for card in game.cards}
    fonts = font_credits(edition.families, edition.loaded.shelf)
    notices = [plain(setter.inlines("kit.fonts", fonts=fonts))]
    if game.about.licence:
        notices.insert(0, plain(setter.inlines("kit.licence", licence=game.about.licence)))
    if game.about.version:
        notices.insert(0, plain(setter.inlines("kit.version", version=game.about.version)))
    tagline = TAGLINE in edition.texts.entries
    return SiteLanguage(
        title=game.title,
        language=edition.language,
        words=page_words(edition, WORDS, _UNFILLED),
        tagline=plain(setter.inlines(TAGLINE)) if tagline else "",
        groups={group.id: plain(setter.inlines(f"sheets.{group.id}")) for group in game.groups},
        cards=tuple(_card(job, one, cards[one.id], pictures) for one in _cards(job)),
        places=tuple(places) if len(places) > 1 else (),
        notices=tuple(notices),
        address=address,
        has_rules=bool(game.outline.sections),
    )


def _card(
    job: ExportJob, one: Component, card: Card, pictures: Mapping[tuple[str, bool], Shown]
) -> SiteCard:
    """Return the content of a card's page: its texts in order, those of a second face too."""
    setter, prefix = job.edition.typesetter, f"cards.{card.id}."
    own = [spoken(setter.inlines(key)) for key in setter.texts.entries if key.startswith(prefix)]
    labels = _labels(job)
    fields = {
        name: value
        for name, value in card.fields.items()
        if value and (name in labels if labels else _is_readable(value))
    }
    behind = one.back.texts if one.back else ()
    said = (" ".join(text.split()) for text in (*one.texts, *behind, *own))
    texts = dict.fromkeys(text for text in said if text)
    known = {one.title, *fields.values()}
    return SiteCard(
        id=card.id,
        title=one.title,
        group=one.group,
        copies=card.copies,
        texts=tuple(text for text in texts if text not in known),
        fields=fields,
        labels={name: labels.get(name, name) for name in fields},
        front=pictures[card.id, False],
        back=pictures.get((card.id, True)),
        languages=card.languages,
    )


def _labels(job: ExportJob) -> Mapping[str, str]:
    """Return the names of fields in the language: the texts `fields.<field>`."""
    setter = job.edition.typesetter
    keys = (key for key in setter.texts.entries if key.startswith(LABELS))
    return {key.removeprefix(LABELS): plain(setter.inlines(key)) for key in keys}


def _is_readable(value: str) -> bool:
    """Return whether the value of a field says something to readers: no file, no address."""
    return not value.lower().endswith(_PICTURES) and "://" not in value


def _pages(job: ExportJob, language: SiteLanguage) -> Iterator[Exported]:
    """Write the pages of a language and their style sheet."""
    folder = language.language
    pages = {
        page_of_card(folder, card.id): card_page(language, number)
        for number, card in enumerate(language.cards)
    }
    pages[f"{folder}/{INDEX}"] = index_page(language)
    for name, page in pages.items():
        yield job.write(name, page.encode())
    if language.has_rules:
        yield job.write(f"{folder}/{RULEBOOK}", _rulebook(job, language).encode())
    yield job.write(f"{folder}/{STYLE}", _style(job, "".join(pages.values())).encode())


def _rulebook(job: ExportJob, language: SiteLanguage) -> str:
    """Return the page of the rules, with a link to the cards."""
    places = tuple(
        replace(place, address=f"../{place.language}/{RULEBOOK}") for place in language.places
    )
    book = make_book(job.edition, RULEBOOK, 0, places)
    stop_at(job.problems)
    cards = Place(INDEX, language.words["site.cards"], language.language)
    return page_of(replace(book, games=cards))


def _style(job: ExportJob, pages: str) -> str:
    """Return the style sheet of a language, with the fonts for the letters of its pages."""
    edition = job.edition
    letters = unescape(pages) + string.digits
    fonts = tuple(web_fonts(style_faces(edition), edition.loaded.shelf, letters))
    own = (sheet(CONTENT), sheet(SCREEN), _beside("site.css"))
    return "".join((embedded(fonts), look_of(completed(edition.style)), *own))


def _beside(name: str) -> str:
    """Return a file that ships beside this module."""
    return read_text(Path(__file__).with_name(name), _LONGEST_SHEET)
