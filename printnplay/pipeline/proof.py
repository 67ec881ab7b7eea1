"""`proof`: each distinct face of a game once, all languages side by side, as other eyes see it.

Faces are those of cards, and the backs that cards share. Left out are boards and the panels of the
box: they would make every cell as large as they are.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from printnplay.composition.proof import LINES, Face, ProofTexts, proof_sheets
from printnplay.loading.catalog import Catalog
from printnplay.model.cards import OWN, Card
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Severity
from printnplay.model.geometry import Size
from printnplay.model.picture import Picture
from printnplay.model.sheet import Document, Label, Sheet
from printnplay.pipeline.leaflets import SMALL, TITLE
from printnplay.pipeline.printing import pixel_warnings, unbaked
from printnplay.pipeline.selection import choose
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import Workshop, open_workshop, stop_at
from printnplay.pipeline.writing import write_bytes
from printnplay.rendering.text.inline import Words
from printnplay.rendering.vision import seen

if TYPE_CHECKING:
    from printnplay.targets.pdf import Bakes, PictureFault

FaceKey: TypeAlias = tuple[str, Size, str]
"""The name of a face, its size, and whether it is of a card, its other side or a shared back."""

AS_PRINTED = "in colour"
VIEWS: Mapping[str, str] = {
    AS_PRINTED: "",
    "in grey": "grey",
    "as with protanopia (no red)": "protanopia",
    "as with deuteranopia (no green)": "deuteranopia",
    "as with tritanopia (no blue)": "tritanopia",
}
"""The title of each series of sheets, and the vision it is drawn for."""

FEWEST_ACROSS = 4
TITLE_ELEMENT = re.compile(r"<title>[^<]*</title>")
"""Describes a face to those who cannot see it; the face looks the same."""


@dataclass(frozen=True, slots=True)
class ProofOrder:
    """A proof as asked for. Empty `games` means all, empty `languages` all that a game has."""

    project: Path
    games: tuple[str, ...]
    languages: tuple[str, ...]
    output: Path
    png: bool = False
    trust_rules: bool = False


@dataclass(frozen=True, slots=True)
class Proved:
    """The files of a proof, and the faces that look alike to somebody."""

    files: tuple[Path, ...]
    problems: tuple[Diagnostic, ...]


def prove(order: ProofOrder) -> Proved:
    """Write the proof of each game.

    Raises:
        FaultsError: the command or the user's files are at fault.
    """
    catalog = Catalog(order.project, trusted=order.trust_rules)
    files: list[Path] = []
    problems = Problems()
    for game, languages in choose(catalog, order.games, order.languages).languages.items():
        shop = open_workshop(catalog, game, languages, problems)
        stop_at(problems)
        if shop is None:
            raise FaultsError(problems.found)
        studios = [Studio(shop, language, problems) for language in languages]
        rows = _rows(studios)
        stop_at(problems)
        folder = order.output / game
        document = _document(shop, studios[0], rows)
        printed = [face.picture for row in rows for face in row]
        baked = _baked(document, printed, problems)
        files += _write(document, baked, folder, png=order.png)
        _find_alike(studios[0], problems)
    return Proved(tuple(files), tuple(problems.found))


def _faces(studio: Studio) -> Iterator[tuple[FaceKey, Picture]]:
    """Every face of the game in one language; faults go to the studio's problems."""
    for card in studio.game.cards:
        sides = (("", False), (" (other side)", True)) if card.back_fields else (("", False),)
        for side, back in sides:
            picture = studio.face(card, back=back)
            if picture is not None:
                yield (f"{card.id}{side}", picture.size, "other side" if back else "card"), picture
    for group in studio.game.groups:
        shared = "" if group.backs == OWN else group.backs
        picture = studio.back(shared, group.card or studio.game.card) if shared else None
        if picture is not None:
            yield (shared, picture.size, "back"), picture


def _rows(studios: Sequence[Studio]) -> list[list[Face]]:
    """A row for each face that differs by language; the others one after another."""
    label = studios[0].typesetter.label_of
    by_language = [dict(_faces(studio)) for studio in studios]
    rows, shared = [], []
    for key in by_language[0]:
        name, *_ = key
        found = [
            (studio.language, faces[key])
            for studio, faces in zip(studios, by_language, strict=True)
            if key in faces
        ]
        if len({TITLE_ELEMENT.sub("", picture.svg) for _, picture in found}) == 1:
            shared.append(Face(label((Words(name),), SMALL), found[0][1]))
            continue
        rows.append([Face(label((Words(f"{name} · {one}"),), SMALL), face) for one, face in found])
    across = max(len(studios), FEWEST_ACROSS)
    return [*(shared[at : at + across] for at in range(0, len(shared), across)), *rows]


def _document(shop: Workshop, studio: Studio, rows: Sequence[Sequence[Face]]) -> Document:
    def label(text: str, style: str) -> Label:
        return studio.typesetter.label_of((Words(text),), style)

    sheets: list[Sheet] = []
    key = tuple(label(kind, SMALL) for kind in LINES)
    for title, vision in VIEWS.items():
        texts = ProofTexts(label(f"{shop.game.title}: proof, {title}", TITLE), key)
        sheets += proof_sheets([[_as_seen(face, vision) for face in row] for row in rows], texts)
    return Document(
        title=f"{shop.game.title} – proof",
        subject=shop.game.title,
        author=", ".join(shop.game.credits.values()),
        language="en",
        sheets=tuple(
            replace(sheet, label=str(number)) for number, sheet in enumerate(sheets, start=1)
        ),
        fonts=shop.shelf.faces,
        raster=shop.style.raster,
    )


def _as_seen(face: Face, vision: str) -> Face:
    return replace(face, picture=_in(face.picture, vision)) if vision else face


def _in(picture: Picture, vision: str) -> Picture:
    return replace(picture, name=f"{picture.name}, {vision}", svg=seen(picture.svg, vision))


def _find_alike(studio: Studio, problems: Problems) -> None:
    """Warn of cards that cannot be told apart by somebody."""
    from printnplay.targets.likeness import alike

    cards = {card.id: card for card in studio.game.cards}
    faces = [face for card in cards.values() if (face := studio.face(card)) is not None]
    fonts = studio.workshop.shelf.faces
    views: dict[tuple[str, str], list[str]] = {}
    for view, vision in VIEWS.items():
        shown = {_in(face, vision) if vision else face: face.name for face in faces}
        for one, other in alike(tuple(shown), fonts):
            views.setdefault((shown[one], shown[other]), []).append(view)
    for (first, second), seen_in in views.items():
        problems.add(_alike(cards[first], cards[second], ", ".join(seen_in)))


def _alike(one: Card, other: Card, views: str) -> Diagnostic:
    return Diagnostic(
        "PNP433",
        f"the cards `{one.id}` and `{other.id}` look alike {views}",
        one.span,
        "a player must tell them apart",
        "add a mark, a pattern or a word that differs",
        severity=Severity.WARNING,
    )


def _baked(document: Document, printed: Sequence[Picture], problems: Problems) -> "Bakes":
    """The pictures of a proof, baked; told is what concerns the faces as they are `printed`."""
    from printnplay.targets.pdf import BakeError, bake_for

    try:
        baked = bake_for([document])
    except BakeError as error:
        raise FaultsError(_told(error.faults, {one.name for one in printed})) from error
    for warning in pixel_warnings({picture: baked[picture] for picture in printed}):
        problems.add(warning)
    return baked


def _told(faults: "Sequence[PictureFault]", printed: Collection[str]) -> list[Diagnostic]:
    """Faults once for each face, not again for how others see it, unless only that is at fault."""
    told = Problems()
    for fault in [one for one in faults if one.picture in printed] or faults:
        told.add(unbaked(fault))
    return told.found


def _write(document: Document, baked: "Bakes", folder: Path, *, png: bool) -> Iterator[Path]:
    from io import BytesIO

    from printnplay.targets.pdf import write

    stream = BytesIO()
    write(document, stream, baked)
    path = folder / f"{folder.name}-proof.pdf"
    write_bytes(path, stream.getvalue())
    yield path
    if png:
        from printnplay.targets.png import pages

        for number, page in enumerate(pages(stream.getvalue()), start=1):
            picture = folder / f"{folder.name}-proof-{number:02}.png"
            write_bytes(picture, page)
            yield picture
