"""Pictures of both versions of what prints differently, for a report."""

from collections.abc import Iterator

from msgspec import Struct

from printnplay.changes.comparing import Comparison
from printnplay.changes.state import GameState
from printnplay.edition.edition import Edition
from printnplay.game.game import OWN, Card
from printnplay.kit.kit import rulebook_of
from printnplay.pdf import Printout, bake_for
from printnplay.raster.overlay import Pixels, as_webp, opened, overlaid
from printnplay.raster.png import image_of, page_images
from printnplay.scene.picture import Picture

PER_INCH = 100
"""The resolution of pictures in a report, in pixels per inch: text of 7 points can be read, and a
poker card has some 15 kB."""

MOST = 300
"""The most pairs of pictures in a report: some 10 MB, which mail programs still take."""


class Pair(Struct, frozen=True):
    """A thing before and after, as data URIs of pictures; empty where it did not exist.

    `overlay` is a pale copy of the newer picture with the changed pixels in red.
    """

    name: str
    language: str
    before: str
    after: str
    overlay: str = ""


def pairs(
    comparison: Comparison, old: tuple[GameState, Edition], new: tuple[GameState, Edition]
) -> Iterator[Pair]:
    """Yield pairs of the faces and pages that print differently in the language of two editions.

    New and lost cards come with one picture. Nothing is yielded beyond `MOST` pairs.
    """
    found = _found(comparison, old, new)
    for _, pair in zip(range(MOST), found, strict=False):
        yield pair


def _found(
    comparison: Comparison, old: tuple[GameState, Edition], new: tuple[GameState, Edition]
) -> Iterator[Pair]:
    (was, before), (now, after) = old, new
    language = after.language
    renamed = {
        change.after: change.id
        for change in comparison.changes
        if change.kind == "card" and change.how.startswith("renamed")
    }
    reprinted = comparison.cards[language]
    known = {card.id: card for card in before.game.cards}
    for card in after.game.cards:
        if card.id in reprinted:
            former = known.get(renamed.get(card.id, card.id))
            yield from _sides(language, (before, former), (after, card))
    kept = {*renamed.values(), *(card.id for card in after.game.cards)}
    for card in before.game.cards:
        if card.id not in kept:
            yield from _sides(language, (before, card), (after, None))
    for name in dict.fromkeys((*was.parts, *now.parts)):
        one, other = was.parts.get(name, {}).get(language), now.parts.get(name, {}).get(language)
        if (one and one.look) != (other and other.look) and not name.startswith("box"):
            yield _pair(
                name,
                language,
                _image(before, _part(before, name)),
                _image(after, _part(after, name)),
            )
    yield from _pages(comparison, before, after)


def _sides(
    language: str, old: tuple[Edition, Card | None], new: tuple[Edition, Card | None]
) -> Iterator[Pair]:
    """Yield the front of a card, and its own back."""
    for back in (False, True):
        images = [_image(edition, _face(edition, card, back=back)) for edition, card in (old, new)]
        name = next(card.id for _, card in (new, old) if card)
        if images[0] != images[1]:
            yield _pair(f"card {name}{' (back)' if back else ''}", language, *images)


def _face(edition: Edition, card: Card | None, *, back: bool) -> Picture | None:
    if card is None:
        return None
    group = edition.game.group_of(card)
    if back and not (group and group.two_sided):
        return None
    return edition.face(card, back=back)


def _part(edition: Edition, name: str) -> Picture | None:
    """Return a shared back, a board or a cover by its kind and id."""
    kind, _, part = name.partition(" ")
    if kind == "board":
        return edition.board_of(part)
    if kind == "cover":
        return edition.cover("cover" if part == "front" else "cover-back")
    groups = (one for one in edition.game.groups if one.backs == part and part != OWN)
    group = next(groups, None)
    if group is None:
        return None
    return edition.back(part, group.card or edition.game.card, group.style, group.cut)


def _pages(comparison: Comparison, before: Edition, after: Edition) -> Iterator[Pair]:
    """Yield the pages of the rulebook that print differently."""
    numbers = comparison.pages.get(after.language, ())
    if not numbers:
        return
    former, newer = list(_page_images(before)), list(_page_images(after))
    for number in numbers:
        images = [pages[number - 1] if number <= len(pages) else None for pages in (former, newer)]
        if any(images):
            yield _pair(f"page {number}", after.language, *images)


def _page_images(edition: Edition) -> Iterator[Pixels]:
    document = rulebook_of(edition)
    if document.sheets:
        printout = Printout("rulebook", document, bake_for([document]))
        for content in page_images(printout, PER_INCH):
            yield opened(content)


def _image(edition: Edition, picture: Picture | None) -> "Pixels | None":
    return image_of(picture, edition.loaded.shelf.faces, PER_INCH) if picture else None


def _pair(name: str, language: str, before: "Pixels | None", after: "Pixels | None") -> Pair:
    overlay = as_webp(overlaid(before, after)) if before and after else ""
    return Pair(name, language, as_webp(before), as_webp(after), overlay)
