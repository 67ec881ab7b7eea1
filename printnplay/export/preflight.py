"""Preflight: detect what a print service would reject or spoil, before any file is written."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from printnplay.export.decks import PLAIN, Deck, nearest_product
from printnplay.export.job import ExportJob
from printnplay.game.exporting import Component, ComponentKind
from printnplay.game.services import OF_THEIR_OWN, Service
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span, Subject
from printnplay.kernel.geometry import Um, in_mm, mm
from printnplay.raster.face_checks import PER_INCH, ends_early
from printnplay.raster.png import DrawError, pixels_of
from printnplay.raster.single_faces import Crop, as_png, as_svg, size_in_pixels
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace
from printnplay.svg.extents import Part, parts_of

NEARLY: Um = mm(0.2)
"""Tolerance for distances that fall short: cutters are less accurate than this."""

_DENSITY_SLACK = 1
"""Tolerance for the resolution of a picture, in pixels per inch: sizes are rounded."""


def preflight(job: ExportJob, decks: Sequence[Deck], others: Sequence[Component]) -> None:
    """Report what the job's print service would reject or spoil."""
    service = job.service
    assert service is not None
    cards = {card.face_id: card.span for card in job.edition.game.faces}
    for component in others:
        job.problems.add(_no_product(component, service, _sized(component, job)))
    for deck in decks:
        _check_deck(job, deck, service, cards)
    pictures = _pictures(decks)
    for picture in pictures:
        for fault in _faults_of_parts(picture, service, job):
            job.problems.add(fault)
    _check_bleeds(job, pictures, service)


def _pictures(decks: Sequence[Deck]) -> list[Picture]:
    """Return the distinct faces of all decks."""
    found: dict[Picture, None] = {}
    for deck in decks:
        for component in deck.components:
            found[component.front] = None
            if component.back is not None:
                found[component.back] = None
    return list(found)


def _sized(component: Component, job: ExportJob) -> Span:
    """Return where a size is set: of a board, or of a card in its row, its group or for all."""
    game = job.edition.game
    if component.kind is ComponentKind.BOARD:
        return next(board.span for board in game.boards if board.id == component.id)
    card = job.cards[component.card]
    if card.size_name:
        return card.place_of("size")
    own = (group.span for group in game.groups if group.id == component.group and group.card)
    return next(own, game.spans["card"])


def _no_product(component: Component, service: Service, span: Span) -> Diagnostic:
    """Return the warning that a component is left out, and whether the service makes its kind."""
    near, shape = nearest_product(component, service), component.shape.kind
    size, what = component.front.size.in_mm(2), component.counts_as.plural
    message = f"the export for {service.name} has no product for {what} of {size}: left out"
    if shape not in PLAIN:
        message = (
            f"the export for {service.name} has no product for `{shape}` {what} of {size}: left out"
        )
    label = f"none of its products here is for {what}"
    if component.counts_as in service.makes:
        label = f"{service.name} makes {what}, but not from the files of this export"
    elif near is not None:
        label = f"the nearest is {near.name}, {near.size.in_mm(2)}"
    elif shape not in PLAIN:
        label = f"none of its products here is a `{shape}`"
    return Diagnostic(
        codes.NO_PRODUCT,
        message,
        span,
        label,
        f"change their size, or order them on {service.site} yourself; if it sells this size, write"
        " it into a services/NAME.yaml of your own",
        severity=Severity.WARNING,
        subject=Subject(card=component.id),
    )


def _check_deck(job: ExportJob, deck: Deck, service: Service, spans: dict[str, Span]) -> None:
    product = deck.product
    if product.deck_for(deck.cards) is None:
        job.problems.error(
            codes.WRONG_DECK,
            f"{service.name} makes decks of at most {product.largest} cards of {product.name};"
            f" this one has {deck.cards}",
            job.edition.game.spans["card"],
            "too many cards for this product",
            "split the deck into two games, or reduce the copies",
        )
    if not service.needs_backs or product.kind in OF_THEIR_OWN:
        return
    for component in deck.components:
        if component.back is None:
            job.problems.error(
                codes.MISSING_BACK,
                f"the card `{component.id}` has no back, and {service.name} needs one",
                spans[component.id],
                "expected `backs:` on its sheet in game.yaml, or a `back` on the card",
                "give the sheet `backs: back`, even if the back is plain",
            )


def _faults_of_parts(picture: Picture, service: Service, job: ExportJob) -> Iterator[Diagnostic]:
    """Report parts too close to the cut, and pictures of too low resolution."""
    width, height = picture.size.width / 1000, picture.size.height / 1000
    safe = (service.safe - NEARLY) / 1000
    for part in parts_of(picture.svg, job.edition.loaded.shelf):
        box = part.box
        sides = (box.x, box.y, width - box.x - box.width, height - box.y - box.height)
        nearest = min(sides)
        if part.kind == "text":
            if nearest < safe:
                yield _warning(
                    codes.UNSAFE_TEXT,
                    f"the text `{_short(part.words)}` of `{picture.name}` is {_told(nearest)} the"
                    f" cut",
                    picture,
                    f"{service.name} requires {in_mm(service.safe, 2)} mm",
                    "move it inwards, or make its box narrower",
                )
        elif _is_frame(part, sides, safe):
            yield _warning(
                codes.FRAME_NEAR_CUT,
                f"<{part.kind}> of `{picture.name}` ends {nearest:.1f} mm from the cut",
                picture,
                f"{service.name} may cut off up to {in_mm(service.safe, 2)} mm: a frame"
                " would be uneven",
                "move it inwards, or let it run off into the bleed",
            )
        density = part.density
        if density is not None and density < service.dpi - _DENSITY_SLACK:
            yield _warning(
                codes.TOO_FEW_PIXELS,
                f"a picture in `{picture.name}` prints at {density:.0f} pixels per inch",
                picture,
                f"{service.name} requires {service.dpi}",
                "use a picture with more pixels, or print it smaller",
            )


def _is_frame(part: Part, sides: tuple[float, ...], safe: float) -> bool:
    """Return whether a part ends between cut and safe line: on all sides, for a photo on any."""
    if part.kind == "image":
        return any(0 < side < safe for side in sides)
    return all(0.05 < side < safe for side in sides)


class _Edges(Struct, frozen=True):
    """A face whose bleed is checked; the bleed is in pixels."""

    name: str
    svg: str
    fonts: tuple[FontFace, ...]
    size: tuple[int, int]
    bleed: int


def _check_bleeds(job: ExportJob, pictures: Sequence[Picture], service: Service) -> None:
    """Report faces that end at the cut or within the bleed."""
    bleed = pixels_of(service.bleed, PER_INCH)
    if not service.bleed:
        return
    fonts = job.edition.loaded.shelf.faces
    tasks = [
        _Edges(
            picture.name,
            as_svg(picture, Crop(picture.bleed)),
            fonts,
            size_in_pixels(picture.extent.size, PER_INCH),
            bleed,
        )
        for picture in pictures
    ]
    if not tasks:
        return
    found = job.in_processes(_early, tasks)
    for picture, sides in zip(pictures, found, strict=True):
        if sides:
            job.problems.add(
                _warning(
                    codes.BLEED_MISSING,
                    f"`{picture.name}` ends at the cut, or within its bleed: {', '.join(sides)}",
                    picture,
                    f"{service.name} requires {in_mm(service.bleed, 2)} mm of it beyond the cut",
                    "extend backgrounds to `-bleed` and `size.width + bleed`",
                )
            )


def _early(task: _Edges) -> tuple[str, ...]:
    try:
        png = as_png(task.svg, task.fonts, task.size, PER_INCH, "")
    except DrawError:  # reported when the face itself is rendered
        return ()
    return ends_early(png, task.bleed)


def _warning(code: Code, message: str, picture: Picture, label: str, cure: str) -> Diagnostic:
    return Diagnostic(code, message, Span(picture.template), label, cure, severity=Severity.WARNING)


def _short(words: str) -> str:
    return words if len(words) <= 30 else f"{words[:29]}…"


def _told(distance: float) -> str:
    return f"{distance:.1f} mm from" if distance >= 0 else f"{-distance:.1f} mm beyond"
