"""The pages of a site as HTML: one for each card, an index for each language, and the first page.

All texts are escaped, and pages run no script but that of the site.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from printnplay.game.site import CARDS, INDEX, RULEBOOK, page_of_card
from printnplay.kernel.web_page import framed
from printnplay.rulebook.screen.book import Place
from printnplay.rulebook.screen.markup import Markup, as_id, element, joined
from printnplay.rulebook.screen.page import language_list

WORDS = (
    *("kit.rulebook", "screen.languages", "site.all", "site.back", "site.cards", "site.copies"),
    *("site.found", "site.group", "site.hint", "site.next", "site.none", "site.previous"),
    *("site.search", "site.skip"),
)
"""Keys of the texts of the pages."""

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src data:; script-src 'self';"
    " base-uri 'none'; form-action 'none'"
)
"""The content security policy: only files of the site are loaded, whatever texts contain."""

SUMMARY = 160
"""The most characters of a page's description: search engines show no more. A guess."""

_MAIN = "page-main"


class Shown(Struct, frozen=True):
    """A picture in two widths: its files below the folder of the language, and their pixels."""

    wide: str
    narrow: str
    size: tuple[int, int]
    narrow_size: tuple[int, int]


class SiteCard(Struct, frozen=True):
    """A card on a page: its name, texts and pictures, and its fields with their labels."""

    id: str
    title: str
    group: str
    copies: int
    texts: tuple[str, ...]
    fields: Mapping[str, str]
    labels: Mapping[str, str]
    front: Shown
    back: Shown | None
    languages: tuple[str, ...] = ()

    def page_in(self, language: str) -> str:
        """Return the page of the card in a language, or the first page if it is not in it."""
        is_there = not self.languages or language in self.languages
        return page_of_card(language, self.id) if is_there else f"{language}/{INDEX}"


class SiteLanguage(Struct, frozen=True):
    """The pages of a language.

    `words` are texts of the pages by key, `groups` the titles of groups by id. `places` are the
    first pages of all languages, from the root of the site, if there are several. `address` is that
    of the site, without a slash at the end; empty if unknown.
    """

    title: str
    language: str
    words: Mapping[str, str]
    tagline: str
    groups: Mapping[str, str]
    cards: tuple[SiteCard, ...]
    places: tuple[Place, ...]
    notices: tuple[str, ...]
    address: str
    has_rules: bool


def card_page(site: SiteLanguage, number: int) -> str:
    """Return the page of a card."""
    card, words = site.cards[number], site.words
    sizes = "(min-width: 44rem) 25rem, min(25rem, 92vw)"
    front = _image(card.front, "../", card.title, sizes, class_="front")
    back = Markup()
    if card.back:
        alt = words["site.back"].replace("{card}", card.title)
        back = _image(card.back, "../", alt, sizes, class_="back")
    group = site.groups.get(card.group, "")
    named = {card.labels[name]: value for name, value in card.fields.items()}
    facts = {words["site.group"]: group, **named, words["site.copies"]: str(card.copies)}
    content = element(
        "div",
        element("h1", card.title),
        *(element("p", text) for text in card.texts),
        element("dl", *_facts(facts), class_="facts"),
        class_="words",
    )
    main = element(
        "main",
        element("article", front, content, back, class_="card-page"),
        _steps(site, number),
        id=_MAIN,
    )
    page = _Page(
        f"{card.title} – {site.title}",
        " ".join(card.texts) or f"{card.title}: {group}",
        card.page_in,
        card.front,
    )
    return _document(site, page, "../", joined(_bar(site, page, "../"), main))


def _facts(facts: Mapping[str, str]) -> Iterator[Markup]:
    for name, value in facts.items():
        if value:
            yield element("div", element("dt", name), element("dd", value))


def _steps(site: SiteLanguage, number: int) -> Markup:
    """Return the links to the cards before and after."""
    links = []
    for at, rel in ((number - 1, "prev"), (number + 1, "next")):
        if 0 <= at < len(site.cards):
            card = site.cards[at]
            label = site.words["site.previous" if rel == "prev" else "site.next"]
            name = joined(element("span", label, class_="label"), element("span", card.title))
            links.append(element("a", name, href=f"{card.id}.html", rel=rel, class_=rel))
    return element("nav", *links, class_="steps", aria_label=site.words["site.cards"])


def index_page(site: SiteLanguage) -> str:
    """Return the page that lists the cards of a language by group, with a search."""
    page = _Page(
        f"{site.title} – {site.words['site.cards']}",
        site.tagline or ", ".join(site.groups.values()),
        lambda language: f"{language}/{INDEX}",
        site.cards[0].front if site.cards else None,
    )
    groups = {group: [card for card in site.cards if card.group == group] for group in site.groups}
    sections = (_group(site, group, cards) for group, cards in groups.items() if cards)
    none = element("p", site.words["site.none"], class_="none", hidden="hidden")
    header = element(
        "header",
        element("h1", site.title),
        element("p", site.tagline, class_="line") if site.tagline else "",
        class_="site-title",
    )
    main = element("main", header, _search(site, groups), none, *sections, id=_MAIN, class_="wide")
    script = element("script", src="../search.js", defer="defer")
    return _document(site, page, "", joined(_bar(site, page, ""), main), script)


def _group(site: SiteLanguage, group: str, cards: Sequence[SiteCard]) -> Markup:
    name = f"group-{as_id(group)}"
    heading = element("h2", site.groups[group], id=name, class_="level-2")
    tiles = element("ul", *(_tile(site, card) for card in cards), class_="tiles", role="list")
    return element("section", heading, tiles, aria_labelledby=name, data_group=group)


def _tile(site: SiteLanguage, card: SiteCard) -> Markup:
    """Return a card of the list, with what the search finds it by."""
    picture = _image(card.front, "", "", "(min-width: 44rem) 12rem, 42vw", loading="lazy")
    link = element("a", picture, element("span", card.title), href=f"{CARDS}/{card.id}.html")
    group = f"{card.group} {site.groups.get(card.group, '')}"
    labelled = {card.labels[name]: value for name, value in card.fields.items()}
    own = {"group": group, "copies": str(card.copies), "id": card.id}
    fields = {**labelled, **card.fields, **own}
    found_by = "\n".join((card.title, *card.texts, *card.fields.values()))
    return element(
        "li",
        link,
        data_words=found_by,
        data_fields=json.dumps(fields, ensure_ascii=False),
    )


def _search(site: SiteLanguage, groups: Mapping[str, Sequence[SiteCard]]) -> Markup:
    """Return the search, which its script shows."""
    words = site.words
    example = next(
        (
            f"{card.labels[name]}:{value}"
            for card in site.cards
            for name, value in card.fields.items()
            if " " not in f"{card.labels[name]}{value}"
        ),
        "id:…",
    )
    hint = words["site.hint"].replace("{example}", example)
    options = [element("option", words["site.all"], value="")]
    options += [
        element("option", site.groups[one], value=one) for one, some in groups.items() if some
    ]
    return element(
        "div",
        element("label", words["site.search"], for_="query"),
        element("input", type="search", id="query", autocomplete="off", aria_describedby="hint"),
        element("label", words["site.group"], for_="group"),
        element("select", *options, id="group"),
        element("p", hint, id="hint"),
        element("p", role="status", data_found=words["site.found"]),
        class_="search",
        role="search",
        hidden="hidden",
    )


def root_page(languages: Sequence[SiteLanguage]) -> str:
    """Return the first page, which leads to the languages; with only one, at once."""
    first = languages[0]
    places = first.places or (Place(f"{first.language}/{INDEX}", first.title, first.language),)
    main = element(
        "main",
        element("header", element("h1", first.title), class_="site-title"),
        language_list(places, first.words["screen.languages"]),
        id=_MAIN,
        class_="wide",
    )
    page = _Page(
        first.title,
        first.tagline or first.title,
        lambda _: INDEX,
        first.cards[0].front if first.cards else None,
    )
    refresh = Markup()
    if not first.places:
        refresh = element("meta", http_equiv="refresh", content=f"0; url={places[0].address}")
    return _document(first, page, f"{first.language}/", main, refresh, is_root=True)


def sitemap(languages: Sequence[SiteLanguage]) -> str:
    """Return the sitemap: each page with its other languages."""
    pages: dict[str, list[SiteLanguage]] = {f"/{INDEX}": [*languages]}
    for one in languages:
        for card in one.cards:
            pages.setdefault(f"/{CARDS}/{card.id}.html", []).append(one)
    if languages[0].has_rules:
        pages[f"/{RULEBOOK}"] = [*languages]
    urls = []
    for page, there in pages.items():
        addresses = {one.language: f"{one.address}/{one.language}{page}" for one in there}
        others = [
            element("xhtml:link", rel="alternate", hreflang=language, href=address)
            for language, address in addresses.items()
            if len(addresses) > 1
        ]
        urls += [element("url", element("loc", address), *others) for address in addresses.values()]
    root = element(
        "urlset",
        *urls,
        xmlns="http://www.sitemaps.org/schemas/sitemap/0.9",
        xmlns__xhtml="http://www.w3.org/1999/xhtml",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n'


class _Page(Struct, frozen=True):
    """A page: its title, its description, its place in each language, and a picture of it."""

    title: str
    description: str
    place: Callable[[str], str]
    picture: Shown | None


def _bar(site: SiteLanguage, page: "_Page", up: str) -> Markup:
    """Return the head of a page: links to the cards, the rules, and other languages.

    `up` leads to the folder of the language.
    """
    links = [element("a", site.title, href=f"{up}{INDEX}", class_="home")]
    if site.has_rules:
        links.append(element("a", site.words["kit.rulebook"], href=f"{up}{RULEBOOK}"))
    others = [
        Place(f"{up}../{page.place(place.language)}", place.name, place.language)
        for place in site.places
    ]
    languages = language_list(others, site.words["screen.languages"], site.language)
    skip = element("a", site.words["site.skip"], class_="skip", href=f"#{_MAIN}")
    return joined(skip, element("header", element("p", *links), languages, class_="bar"))


def _image(shown: Shown, up: str, alt: str, sizes: str, **more: str) -> Markup:
    """Return a picture, of which browsers load the smallest file that is sharp."""
    (width, height), narrow = shown.size, shown.narrow_size
    files = f"{up}{shown.narrow} {narrow[0]}w, {up}{shown.wide} {width}w"
    return element(
        "img",
        src=f"{up}{shown.wide}",
        srcset=files if width > narrow[0] else None,
        sizes=sizes if width > narrow[0] else None,
        width=width,
        height=height,
        alt=alt,
        **more,
    )


def _document(
    site: SiteLanguage,
    page: _Page,
    up: str,
    body: Markup,
    *more: Markup,
    is_root: bool = False,
) -> str:
    """Return a page; `up` leads to the folder of the language, `more` goes into its head."""
    description = _shortened(page.description)
    head = joined(
        element("title", page.title),
        element("meta", name="description", content=description),
        element("meta", name="generator", content="printnplay"),
        *_shared(site, page, description),
        *_alternates(site, page, up, is_root=is_root),
        element("link", rel="stylesheet", href=f"{up}style.css"),
        *more,
    )
    foot = element("footer", *(element("p", notice) for notice in site.notices))
    return framed(site.language, POLICY, head, element("body", body, foot, class_="site"))


def _shared(site: SiteLanguage, page: _Page, description: str) -> Iterator[Markup]:
    """Yield the preview of a shared link (Open Graph), with a picture if that has an address."""
    yield element("meta", property="og:type", content="website")
    yield element("meta", property="og:title", content=page.title)
    yield element("meta", property="og:description", content=description)
    yield element("meta", property="og:site_name", content=site.title)
    if site.address:
        address = f"{site.address}/{page.place(site.language)}"
        yield element("link", rel="canonical", href=address)
        yield element("meta", property="og:url", content=address)
    if site.address and page.picture:
        picture = f"{site.address}/{site.language}/{page.picture.wide}"
        width, height = page.picture.size
        yield element("meta", property="og:image", content=picture)
        yield element("meta", property="og:image:type", content="image/webp")
        yield element("meta", property="og:image:width", content=width)
        yield element("meta", property="og:image:height", content=height)
        yield element("meta", name="twitter:card", content="summary")


def _alternates(site: SiteLanguage, page: _Page, up: str, *, is_root: bool) -> Iterator[Markup]:
    """Yield the addresses of the same page in each language."""
    root = f"{site.address}/" if site.address else f"{up}../"
    for place in site.places if not is_root else ():
        address = f"{root}{page.place(place.language)}"
        yield element("link", rel="alternate", hreflang=place.language, href=address)


def _shortened(text: str) -> str:
    """Return the beginning of a text, up to a whole word."""
    if len(text) <= SUMMARY:
        return text
    return f"{text[:SUMMARY].rpartition(' ')[0].rstrip(' ,;:')} …"
