"""How things are printed, as hashes: faces, pages, boxes. Comments in drawings do not count."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from printnplay.changes.state import FaceState
from printnplay.edition.edition import Edition
from printnplay.game.game import OWN, Group
from printnplay.kernel.geometry import Um
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.box import box_plans
from printnplay.scene.named_fonts import fonts_named
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item, Leaf, Link, Stamp, TextLine

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def look_of(edition: Edition, *pictures: Picture) -> str:
    """Return a hash of a face, or of several, and of the fonts that they use."""
    shelf = edition.loaded.shelf
    fonts = {
        shelf.file(face.name).digest
        for picture in pictures
        for face in fonts_named(picture.svg, shelf.faces)
    }
    return key_of([_COMMENT.sub("", picture.svg) for picture in pictures], fonts).hex()


def face_of(edition: Edition, *pictures: Picture) -> FaceState:
    """Return the state of a face, or of what several pictures make together."""
    first = pictures[0]
    return FaceState(
        look_of(edition, *pictures),
        tuple(words for picture in pictures for words in picture.texts),
        tuple(art.digest for picture in pictures for art in picture.art),
        (first.size.width, first.size.height, first.bleed),
        Path(first.template).name.partition(".")[0],
    )


def back_name(edition: Edition, group: Group) -> str:
    """Return the name of the back that a group's cards share; empty if they share none.

    It is the name of its template, with the group if an earlier group uses that template in another
    size or style.
    """
    if group.backs in ("", OWN):
        return ""
    alike = [one for one in edition.game.groups if one.backs == group.backs]
    is_first = edition.back(alike[0]) == edition.back(group)
    return group.backs if is_first else f"{group.backs} ({group.key})"


def page_hashes(edition: Edition) -> tuple[str, ...]:
    """Return a hash of each page of the booklet."""
    return tuple(key_of(list(map(_drawn, page.items))).hex() for page in edition.pages)


def _drawn(item: Item) -> object:
    """Return the look of an item, without the place of its text in the files."""
    match item:
        case TextLine():
            return "text", item.at, item.runs, item.turn
        case Stamp():
            return "stamp", item.picture.svg, item.rect, item.turn, item.clip
        case Leaf():
            return "leaf", item.rect, [_drawn(inner) for inner in item.page.items]
        case Link():
            return "link", item.rect, item.target
        case _:
            return item


def box_parts(edition: Edition, settings: PrintSettings) -> Iterator[tuple[str, FaceState]]:
    """Yield the parts of each box: its name, and the state of its panels.

    The name has the id of the box, its part (`lid`), and its number if it is not the first of a
    deck. A panel counts once, however many sheets and copies of the box show it.
    """
    boxes: dict[tuple[str, tuple[Um, ...]], set[Picture]] = {}
    for plan in box_plans(edition, settings):
        part = plan.title.removeprefix("kit.").removeprefix("box").replace("_", " ").strip()
        number = plan.ordinal.partition("/")[0]
        words = ("box", plan.box, part, "" if number == "1" else number)
        name = " ".join(word for word in words if word)
        panels = boxes.setdefault((name, plan.inside), set())
        panels.update(stamp.picture for stamp in _stamps(plan.side.items))
    for (name, inside), found in boxes.items():
        # Sheets of another paper have them in another order.
        ordered = sorted(found, key=lambda picture: (picture.name, picture.svg))
        sizes = (side for one in ordered for side in (one.size.width, one.size.height))
        whole = face_of(edition, *ordered) if ordered else FaceState("")
        yield name, replace(whole, look=key_of(whole.look, inside).hex(), size=(*inside, *sizes))


def _stamps(items: Iterable[Item]) -> Iterator[Stamp]:
    for item in items:
        if isinstance(item, Stamp):
            yield item
        elif isinstance(item, Leaf):
            yield from _stamps(item.page.items)
