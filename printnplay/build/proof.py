"""Proof sheets: each distinct face of a game, languages side by side, with colour blindness views.

Faces are those of cards and the backs that cards share. Boards and box panels are omitted: they
would make every cell as large as themselves.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.formats import FORMATS, files_of
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import choose, each_language
from printnplay.edition.drafts import as_draft
from printnplay.edition.edition import Edition
from printnplay.edition.fonts import embedding_fonts
from printnplay.edition.inks import pixel_warnings, unbaked
from printnplay.edition.loaded import LoadedGame, open_game, stop_at
from printnplay.files.catalog import Catalog
from printnplay.files.seals import own_output
from printnplay.files.writing import write_all
from printnplay.game.game import OWN, Card
from printnplay.imposition.proof_sheet import LINES, ProofFace, ProofTexts, proof_sheets
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity
from printnplay.kernel.geometry import Size
from printnplay.kernel.inlines import InlineText
from printnplay.kit.sheets import SMALL, TITLE
from printnplay.pdf import BakeError, Bakes, PictureFault, Printout, bake_for
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Label, Sheet
from printnplay.svg.visions import colour_table, seen

FaceKey: TypeAlias = tuple[str, Size, str]
"""Name of a face, its size, and whether it is a card, its other side or a shared back."""

AS_PRINTED = "in colour"
VIEWS: Mapping[str, str] = {
    AS_PRINTED: "",
    "in grey": "grey",
    "as with protanopia (no red)": "protanopia",
    "as with deuteranopia (no green)": "deuteranopia",
    "as with tritanopia (no blue)": "tritanopia",
}
"""Title of each series of sheets, and the vision that it simulates."""

BLIND = ("protanopia", "deuteranopia", "tritanopia")
"""Simulated visions for which one language suffices: texts have the same colours in every
language."""

ACROSS = 6
"""Number of faces in a row, unless there are more languages: with poker cards, a sheet is then as
wide as A3 (6 x 70 mm)."""

TITLE_ELEMENT = re.compile(r"<title>[^<]*</title>")
"""Title element of a face, for screen readers; it does not affect the appearance."""


class ProofRequest(Struct, frozen=True):
    """A request for a proof. Empty `games` means all games, empty `languages` all their languages.

    A `draft` is rendered despite errors, with the original in place of missing texts.
    """

    project: Path
    games: tuple[str, ...]
    languages: tuple[str, ...]
    output: Path
    png: bool = False
    trust_rules: bool = False
    draft: bool = False


class Proved(Struct, frozen=True):
    """The files of a proof, and diagnostics such as faces that look alike in some view."""

    files: tuple[Path, ...]
    problems: tuple[Diagnostic, ...]


def prove(request: ProofRequest) -> Proved:
    """Write the proof of each game.

    Raises:
        FaultsError: the command or the user's files have errors.
    """
    catalog = Catalog(request.project, trusted=request.trust_rules)
    files: dict[Path, bytes | Iterable[bytes]] = {}
    problems = Problems()
    formats = [FORMATS["pdf"], *([FORMATS["png"]] if request.png else [])]
    for game, chosen in choose(catalog, request.games, request.languages).items():
        loaded = open_game(catalog, game, each_language(chosen), problems)
        if loaded is None:
            raise FaultsError(problems.found)
        if request.draft:
            loaded = as_draft(loaded)
        else:
            stop_at(problems)
        editions = [
            edition_of(loaded, languages, problems, draft=request.draft) for languages in chosen
        ]
        rows = _rows(editions)
        if not request.draft:
            stop_at(problems)
        if not rows:  # a game without cards
            continue
        document = _document(loaded, editions, rows)
        printed = [face.picture for row in rows for face in row]
        baked = _baked(loaded, document, printed, problems)
        printout = Printout(f"{game}-proof", document, baked)
        folder = request.output / game
        files |= {folder / name: pieces for name, pieces in files_of(printout, formats)}
        _find_alike(editions[0], problems)
    with embedding_fonts():
        write_all(files, request.output, own_output())
    return Proved(tuple(files), tuple(problems.found))


def _faces(edition: Edition) -> Iterator[tuple[FaceKey, Picture]]:
    """Yield every face of the game in one language; faults go to the edition's problems."""
    edition.draw_cards()
    for card in edition.game.faces:
        sides = (("", False), (" (other side)", True)) if card.back_fields else (("", False),)
        for side, back in sides:
            picture = edition.face(card, back=back)
            if picture is not None:
                yield (
                    (f"{card.face_id}{side}", picture.size, "other side" if back else "card"),
                    picture,
                )
    for group in edition.game.groups:
        picture = edition.back(group) if group.backs not in ("", OWN) else None
        if picture is not None:
            yield (group.backs, picture.size, "back"), picture


def _rows(editions: Sequence[Edition]) -> list[list[ProofFace]]:
    """Arrange faces in rows of one size; those that differ by language come first, side by side.

    Each row is filled with several faces in all their languages, as far as they fit.
    """
    label = editions[0].typesetter.label_of
    by_language = [dict(_faces(edition)) for edition in editions]
    by_size: dict[Size, list[list[ProofFace]]] = {}
    for key in by_language[0]:
        name, size, _ = key
        found = [
            (edition.language, faces[key])
            for edition, faces in zip(editions, by_language, strict=True)
            if key in faces
        ]
        if len({TITLE_ELEMENT.sub("", picture.svg) for _, picture in found}) == 1:
            shown = [ProofFace(label((InlineText(name),), SMALL), found[0][1])]
        else:
            shown = [
                ProofFace(label((InlineText(f"{name} · {language}"),), SMALL), face)
                for language, face in found
            ]
        by_size.setdefault(size, []).append(shown)
    return [row for shown in by_size.values() for row in _filled(shown)]


def _filled(shown: Sequence[Sequence[ProofFace]]) -> list[list[ProofFace]]:
    """Fill rows with groups of faces, keeping each group in one row; larger groups come first."""
    rows: list[list[ProofFace]] = []
    across = max(ACROSS, *(len(faces) for faces in shown))
    for faces in sorted(shown, key=len, reverse=True):
        if not rows or len(rows[-1]) + len(faces) > across:
            rows.append([])
        rows[-1] += faces
    return rows


def _document(
    loaded: LoadedGame, editions: Sequence[Edition], rows: Sequence[Sequence[ProofFace]]
) -> Document:
    """Create all series of sheets; colour-blind views show only the faces of the first language."""
    edition = editions[0]
    of_first = _rows(editions[:1])

    def label(text: str, style: str) -> Label:
        return edition.typesetter.label_of((InlineText(text),), style)

    sheets: list[Sheet] = []
    key = tuple(label(kind, SMALL) for kind in LINES)
    for title, vision in VIEWS.items():
        texts = ProofTexts(label(f"{loaded.game.title}: proof, {title}", TITLE), key)
        shown = of_first if vision in BLIND else rows
        seen_rows = [[_as_seen(face, vision) for face in row] for row in shown]
        by_size = [list(same) for _, same in groupby(seen_rows, lambda row: row[0].picture.size)]
        parts = [proof_sheets(same, texts) for same in by_size] or [proof_sheets([], texts)]
        first, *others = [sheet for part in parts for sheet in part]
        sheets += [first, *(replace(sheet, bookmarks=()) for sheet in others)]
    return Document(
        title=f"{loaded.game.title} – proof",
        subject=loaded.game.title,
        author=", ".join(loaded.game.credits.values()),
        language="en",
        sheets=tuple(
            replace(sheet, label=str(number)) for number, sheet in enumerate(sheets, start=1)
        ),
        fonts=loaded.shelf.faces,
        raster=loaded.style.raster,
    )


def _as_seen(face: ProofFace, vision: str) -> ProofFace:
    return replace(face, picture=_in(face.picture, vision)) if vision else face


def _in(picture: Picture, vision: str) -> Picture:
    return replace(picture, name=f"{picture.name}, {vision}", svg=seen(picture.svg, vision))


def _find_alike(edition: Edition, problems: Problems) -> None:
    """Warn of cards that look alike, in colour, in grey or with colour blindness."""
    from printnplay.raster.likeness import alike

    cards = {card.id: card for card in edition.game.cards}
    faces = [face for card in cards.values() if (face := edition.face(card)) is not None]
    fonts = edition.loaded.shelf.faces
    views = {view: colour_table(vision) if vision else () for view, vision in VIEWS.items()}
    for first, second, seen_in in alike(faces, fonts, views):
        problems.add(_alike(cards[first.name], cards[second.name], ", ".join(seen_in)))


def _alike(card: Card, other: Card, views: str) -> Diagnostic:
    return Diagnostic(
        codes.LOOK_ALIKE,
        f"the cards `{card.id}` and `{other.id}` look alike {views}",
        card.span,
        "a player must tell them apart",
        "add a mark, a pattern or a word that differs",
        severity=Severity.WARNING,
    )


def _baked(
    loaded: LoadedGame, document: Document, printed: Sequence[Picture], problems: Problems
) -> Bakes:
    """Bake the pictures of a proof; only report faults of the `printed` faces."""
    try:
        with embedding_fonts():
            baked = bake_for([document], loaded.memo)
    except BakeError as error:
        raise FaultsError(_unbaked(error.faults, {picture.name for picture in printed})) from error
    for warning in pixel_warnings({picture: baked[picture] for picture in printed}):
        problems.add(warning)
    return baked


def _unbaked(faults: Sequence[PictureFault], printed: Collection[str]) -> list[Diagnostic]:
    """Report each face once, not once per simulated view, unless only a view has faults."""
    found = Problems()
    own = [fault for fault in faults if fault.picture in printed]
    for fault in own or faults:
        found.add(unbaked(fault))
    return found.found
