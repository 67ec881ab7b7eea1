"""Plates of a press set besides the four inks: finishes of templates, and dies that overprint."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.export.press.part import Part
from printnplay.game.plates import FINISHES, NAMES, Plate, ink_of
from printnplay.game.requirements import Requirements
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import did_you_mean, listed
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Contour, Document, Item, Sheet, Stamp, Stroke
from printnplay.scene.style import Ink
from printnplay.svg.finishes import ATTRIBUTE, finishes_in, has_pixels, plate, without_finishes

_KNOWN = {finish.value: finish for finish in FINISHES}


class Separated(Struct, frozen=True):
    """A part in plates: its art in four inks, what is in spot inks, and the finishes that it has.

    `plates` has a page for each page of the art; it is None if nothing is in spot inks.
    """

    art: Document
    plates: Document | None
    finishes: tuple[Plate, ...] = ()


def separated(part: Part, wanted: Requirements, problems: Problems) -> Separated:
    """Return a part in plates; a finish that cannot be one is reported, and left out."""
    sheets, plates, found = [], [], dict[Plate, None]()
    for number, sheet in enumerate(part.art.sheets):
        finished = list(_finished(sheet.items, wanted, problems))
        found |= dict.fromkeys(finish for finish, _ in finished)
        dies = part.dies[number].items if part.dies and part.shown else ()
        sheets.append(replace(sheet, items=tuple(map(_bare, sheet.items))))
        plates.append(_only(sheet, [*(stamp for _, stamp in finished), *dies]))
    art = replace(part.art, sheets=tuple(sheets))
    if not any(sheet.items for sheet in plates):
        return Separated(art, None)
    return Separated(art, in_spot_inks(part.art, plates, wanted), tuple(found))


def in_spot_inks(document: Document, sheets: Sequence[Sheet], wanted: Requirements) -> Document:
    """Return a document of sheets whose lines and stamps are in the spot inks of a factory.

    It has no ink that it does not use: programs list each one as a plate.
    """
    used = {colour for sheet in sheets for item in sheet.items for colour in _colours(item)}
    inks = tuple(ink for ink in spot_inks(wanted) if ink.rgb in used)
    return replace(document, sheets=tuple(sheets), inks=inks, origin=None, overprints=False)


def _colours(item: Item) -> Iterator[str]:
    """Yield the colours of a line, or those of all spot inks in the drawing of a stamp."""
    if isinstance(item, Stamp):
        yield from (ink.rgb for ink in spot_inks(Requirements()) if ink.rgb in item.picture.svg)
    elif isinstance(item, Stroke | Contour):
        yield item.colour


def spot_inks(wanted: Requirements) -> tuple[Ink, ...]:
    """Return the spot inks of all plates, by the names that a factory wants."""
    return tuple(ink_of(one, wanted.spot(one)) for one in NAMES)


def _only(sheet: Sheet, items: Sequence[Item]) -> Sheet:
    return replace(sheet, items=tuple(items), bookmarks=(), cuts=())


def _bare(item: Item) -> Item:
    """Return an item without finishes."""
    if not isinstance(item, Stamp) or not finishes_in(item.picture.svg):
        return item
    bare = replace(item.picture, svg=without_finishes(item.picture.svg))
    return replace(item, picture=bare)


def _finished(
    items: Sequence[Item], wanted: Requirements, problems: Problems
) -> Iterator[tuple[Plate, Stamp]]:
    """Yield the finishes of a sheet, in the order in which they are printed."""
    stamps = [item for item in items if isinstance(item, Stamp)]
    for stamp in stamps:
        for name in finishes_in(stamp.picture.svg):
            _check(stamp.picture, name, problems)
    for finish in FINISHES:
        colour = ink_of(finish, wanted.spot(finish)).rgb
        for stamp in stamps:
            picture = stamp.picture
            if finish.value in finishes_in(picture.svg):
                name = f"{picture.name}, {finish}"
                drawn = plate(picture.svg, finish.value, colour)
                alone = replace(picture, name=name, svg=drawn, texts=(), alt="", art=())
                yield finish, replace(stamp, picture=alone, tags=())


def _check(picture: Picture, name: str, problems: Problems) -> None:
    """Report a finish that cannot be a plate."""
    reason, cure = "", ""
    if name not in _KNOWN:
        reason = f"the finish `{name}` is unknown"
        cure = did_you_mean(name, _KNOWN, f"use one of {listed(_KNOWN)}")
    elif has_pixels(picture.svg, name):
        reason = f"the finish `{name}` has a picture of pixels"
        cure = "draw it as shapes, or trace it"
    if reason:
        problems.warning(
            codes.FINISH_NOT_PRINTED,
            f"{reason}: that is left out of the press set of `{picture.name}`",
            Span(picture.template),
            f"`{ATTRIBUTE}` puts shapes on a plate of the factory",
            cure,
        )
