"""Print services: the files of a game in a service's format, checked, with an order sheet."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from printnplay.edition.edition import BoxName
from printnplay.edition.loaded import stop_at
from printnplay.export.card_pages import document_of, write_document, wrong_file
from printnplay.export.co_edition import write_co_edition
from printnplay.export.decks import Deck, decks_of
from printnplay.export.faces import FaceFile, Naming, face_files
from printnplay.export.images import PNG, Image, drawn, images_of
from printnplay.export.job import Exported, ExportJob
from printnplay.export.preflight import preflight
from printnplay.export.press_profile import press_of
from printnplay.export.press_rulebook import rulebook_left_out, rulebook_order, write_rulebook
from printnplay.files.door import LARGEST, read
from printnplay.game.exporting import Component, Copies
from printnplay.game.kinds import Kind, counts_in_words
from printnplay.game.services import BoxSize, ColourSpace, FileFormat, Fonts, PageOrder, Service
from printnplay.imposition.box_contents import contents_of
from printnplay.imposition.box_drawing import draw_net
from printnplay.imposition.tuckbox import unfold
from printnplay.kernel.geometry import Rect, Size, in_mm
from printnplay.kernel.messages import translated, translated_label, translated_with
from printnplay.kernel.printing import Backs, InkUse, Stock
from printnplay.kit.box import net_labels, panel_pictures
from printnplay.kit.packing import deck_of
from printnplay.pdf.inspection import WantedPages
from printnplay.pdf.press import Press
from printnplay.raster.face_checks import faults_of_png
from printnplay.raster.single_faces import Crop, size_in_pixels
from printnplay.scene.sheet import Document, Sheet

ORDER = "order.txt"

CO_EDITION_FILES = (
    "`shared` in a name: what all languages have in common, in four inks; print it once for all",
    "`black` in a name: what a language adds in black ink; it overprints the shared file, page on"
    " page, and changes the black plate only",
)
"""What an order sheet says about the files of a co-edition."""


def write(job: ExportJob) -> list[Exported]:
    """Write the files of each deck and box, the rulebook, and the order sheet.

    Raises:
        FaultsError: the service would reject them.
    """
    service = job.service
    assert service is not None
    decks, others = decks_of(job.components, service)
    press = press_of(job, service.name, service.ink) if _in_inks(service) else None
    jobs = _jobs(job)
    for one in jobs:
        preflight(one, *decks_of(one.components, service))
    stop_at(job.problems)
    if job.options.co_edition and press is not None:
        made = list(_write_co_edition(jobs, service, press))
    else:
        made = [exported for deck in decks for exported in _write_deck(job, service, deck, press)]
    boxes = {deck.product.id: box for deck in decks if (box := _box_for(deck, service))}
    for box in boxes.values():
        made += _write_box(job, service, box)
    made += write_rulebook(job, service, press)
    sheet = order_sheet(job, service, decks, others, boxes)
    return [*made, job.write(ORDER, sheet.encode())]


def _in_inks(service: Service) -> bool:
    return service.colour is ColourSpace.CMYK


def _jobs(job: ExportJob) -> Sequence[ExportJob]:
    """Return the jobs whose languages are in the files of a job."""
    return (job, *job.siblings) if job.options.co_edition else (job,)


def _write_deck(
    job: ExportJob, service: Service, deck: Deck, press: Press | None
) -> list[Exported]:
    if service.format is FileFormat.PNG:
        return _pictures(job, service, deck)
    # On a press, text in several inks gets coloured fringes.
    ink = InkUse.BLACK_TEXT if press else InkUse.FULL
    document = _document(job, service, deck, ink)
    wanted = _wanted(service, deck.product.size, len(document.sheets))
    name = f"{job.edition.game.id}-{job.languages}-{deck.product.id}"
    return [write_document(job, name, document, press, wanted)]


def _document(job: ExportJob, service: Service, deck: Deck, ink: InkUse) -> Document:
    """Return a deck as a document, in the page order of the service."""
    naming = Naming("{index:03}-{id}-{side}", "{index:03}-{id}-{side}")
    faces = [_laid(face, deck) for face in face_files(job, ".pdf", deck.components, naming)]
    return document_of(job, in_order(faces, service.order), ink)


def _write_co_edition(
    jobs: Sequence[ExportJob], service: Service, press: Press
) -> Iterator[Exported]:
    """Yield the files of a co-edition, which share their coloured plates.

    Raises:
        FaultsError: languages differ in these plates.
    """
    decks = [decks_of(job.components, service)[0] for job in jobs]
    for same in zip(*decks, strict=True):
        documents = [
            _document(job, service, deck, InkUse.BLACK_TEXT)
            for job, deck in zip(jobs, same, strict=True)
        ]
        product = same[0].product
        wanted = _wanted(service, product.size, len(documents[0].sheets))
        yield from write_co_edition(jobs, documents, product.id, press, wanted)
    stop_at(jobs[0].problems)


def _pictures(job: ExportJob, service: Service, deck: Deck) -> list[Exported]:
    naming = Naming(service.fronts, service.backs, deck.product.id)
    faces = [_laid(face, deck) for face in face_files(job, PNG, deck.components, naming)]
    images = images_of(job, faces)
    if deck.product.pixels is not None:
        images = [replace(image, size=deck.product.pixels) for image in images]
    exported = drawn(job, images)
    for image in images:
        path = image.files[0]
        png = read(path, LARGEST, anywhere=True)
        for fault in faults_of_png(png, image.size, service.dpi):
            job.problems.add(wrong_file(path.relative_to(job.folder).as_posix(), fault))
    return exported


def _wanted(service: Service, size: Size, pages: int) -> WantedPages:
    """Return the requirements for the PDF of a deck."""
    return WantedPages(
        trim=size,
        bleed=service.bleed,
        pages=pages,
        dpi=service.dpi,
        in_inks=service.colour is ColourSpace.CMYK,
        ink=service.ink,
        outlines=service.fonts is Fonts.OUTLINES,
        standard=bool(service.standard),
    )


def _laid(face: FaceFile, deck: Deck) -> FaceFile:
    """Rotate a face if the service's template requires it."""
    if face.component.id not in deck.turned:
        return face
    return replace(face, crop=replace(face.crop, turned=True))


def in_order(faces: Sequence[FaceFile], order: PageOrder) -> list[FaceFile]:
    """Arrange both sides of each card consecutively, in the service's order."""
    backs = {face.shared: face for face in faces if face.shared}
    own = {(face.component.id, face.copy): face for face in faces if face.is_back}
    pages = []
    for front in faces:
        if front.is_back:
            continue
        component = front.component
        back = backs.get(component.back_id) or own.get((component.id, front.copy))
        sides = [front, *([back] if back else [])]
        pages += sides[::-1] if order is PageOrder.BACK_FRONT else sides
    return pages


def _box_for(deck: Deck, service: Service) -> BoxSize | None:
    """Return the smallest box for a deck; None if the service has none."""
    fitting = (
        box for box in service.boxes if box.product == deck.product.id and box.cards >= deck.cards
    )
    return next(fitting, None)


def _write_box(job: ExportJob, service: Service, box: BoxSize) -> list[Exported]:
    """Write the net of a box with the service's depth and the game's own panels."""
    edition = job.edition
    if not edition.game.boxes:
        return []
    contents = contents_of(deck_of(edition.game, Backs.NONE), Stock.MIDDLE)
    net = unfold(contents.face, box.depth)
    pictures = panel_pictures(edition, net, BoxName(edition.game.boxes[0].id))
    stop_at(job.problems)
    drawing = draw_net(net, pictures, net_labels(edition))
    whole = Rect(0, 0, drawing.size.width, drawing.size.height)
    sheet = Sheet(Size(whole.width, whole.height), drawing.items, box.id, trim=whole)
    document = replace(document_of(job, []), sheets=(sheet,))
    exported = [write_document(job, f"box-{box.id}", document)]
    if service.format is FileFormat.PNG:
        faces = {net.faces[panel]: picture for panel, picture in pictures.items()}
        images = [
            Image(
                picture,
                Crop(0),
                size_in_pixels(picture.size, service.dpi),
                service.dpi,
                "white",
                (job.folder / f"box-{box.id}" / f"{called}{PNG}",),
            )
            for called, picture in faces.items()
        ]
        exported += drawn(job, images)
    return exported


def order_sheet(
    job: ExportJob,
    service: Service,
    decks: Sequence[Deck],
    others: Sequence[Component],
    boxes: dict[str, BoxSize],
) -> str:
    """Return the order sheet as plain text, in the user's language.

    `boxes` are the boxes for the decks, by product id.
    """
    lines = [
        translated_with(
            "{title} ({languages}) at {service}",
            title=job.edition.game.title,
            languages=", ".join(one.languages for one in _jobs(job)),
            service=service.name,
        ),
        service.site,
        "",
        translated("What to order"),
    ]
    for deck in decks:
        lines += _deck(deck, boxes.get(deck.product.id))
    lines += rulebook_order(job, service)
    lines += ["", translated("What to do"), *_numbered(service.steps)]
    lines += ["", translated("The files"), *_files(service)]
    if job.options.co_edition:
        lines += (f"  {translated(said)}" for said in CO_EDITION_FILES)
    if service.copies is Copies.LIST:
        lines += ["", translated("How many of each card"), *_quantities(decks)]
    if left := [*_left_out(others), *rulebook_left_out(job, service)]:
        head = translated_with(
            "Not among the files: no product of {service} here is for", service=service.name
        )
        lines += ["", head, *left]
    return "\n".join(lines) + "\n"


def _deck(deck: Deck, box: BoxSize | None) -> Iterator[str]:
    product, cards = deck.product, deck.cards
    order = translated_with(
        "{product}, {size}: {counts}, in the folder or file `{id}`",
        product=product.name,
        size=product.size.in_mm(2),
        counts=", ".join(map(translated, counts_in_words(deck.counts).split(", "))),
        id=product.id,
    )
    yield f"  {order}"
    ordered = product.deck_for(cards)
    if ordered is not None and ordered > cards:
        blank = ordered - cards
        share = round(100 * blank / ordered)
        spare = translated_with(
            "choose {ordered} cards: {blank} stay blank, which is {share} % of what you pay; add"
            " cards, or use them for rules at a glance",
            ordered=str(ordered),
            blank=str(blank),
            share=str(share),
        )
        yield f"    {spare}"
    if box is not None:
        boxed = translated_with(
            "box: {name}, {depth} mm deep; its pictures are in `box-{id}`",
            name=box.name,
            depth=in_mm(box.depth, 2),
            id=box.id,
        )
        yield f"    {boxed}"


def _numbered(steps: Sequence[str]) -> list[str]:
    return [f"  {number}. {translated(step)}" for number, step in enumerate(steps, start=1)]


ORDERS = {
    PageOrder.FRONT_BACK: "PDF, a page for each side of a card, front then back",
    PageOrder.BACK_FRONT: "PDF, a page for each side of a card, back then front",
}
"""What an order sheet says about the pages of a PDF."""


def _files(service: Service) -> Iterator[str]:
    about = [
        translated_with(
            "bleed {bleed} mm on each side; texts {safe} mm within the cut",
            bleed=in_mm(service.bleed, 2),
            safe=in_mm(service.safe, 2),
        )
    ]
    if service.format == "png":
        about.append(translated_with("PNG, {dpi} pixels per inch, sRGB", dpi=str(service.dpi)))
    else:
        about.append(translated(ORDERS[service.order]))
    if service.standard:
        about.append(
            translated_with(
                "made to {standard}, not certified: let the service check it",
                standard=service.standard,
            )
        )
    if service.ink:
        about.append(
            translated_with(
                "{ink} % of ink at most; black text in black ink only", ink=str(service.ink)
            )
        )
    yield from (f"  {one}" for one in about)


def _quantities(decks: Sequence[Deck]) -> Iterator[str]:
    for deck in decks:
        yield f"  {deck.product.name}"
        yield from (f"    {card.copies:3} x {card.id}" for card in deck.components)


def _left_out(others: Sequence[Component]) -> Iterator[str]:
    for component in others:
        size = component.front.size
        kind = component.counts_as
        what = "" if kind is Kind.CARDS else f"{translated_label(kind.singular)} "
        yield (f"  {what}{component.id}, {size.in_mm(2)}, {component.copies} x")
