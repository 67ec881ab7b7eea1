"""Everything a contestant needs to make the same files as a build of printnplay."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from inputs.art import Art, simplified
from inputs.paragraphs import Record, recording
from inputs.pictures import Gallery
from inputs.places import PageReader, leaves
from inputs.styles import Styles, in_points
from printnplay.build.job import RULEBOOK
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import open_game
from printnplay.files.catalog import Catalog
from printnplay.imposition.papers import find_paper
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.kit import make_documents
from printnplay.scene.sheet import Document, Sheet

Data: TypeAlias = Any
PAPER = "a4"


@dataclass(frozen=True, slots=True)
class Source:
    """A game of a project, and the languages to build it in."""

    project: Path
    game: str
    languages: tuple[str, ...]


def write_inputs(source: Source, folder: Path) -> None:
    """Write `art.json`, `art/<number>.svg` and `<language>.json` for each language.

    Raises:
        FaultsError: printnplay finds faults in the game.
    """
    folder.mkdir(parents=True, exist_ok=True)
    problems = Problems()
    shop = open_game(Catalog(source.project), source.game, source.languages, problems)
    if shop is None or problems.errors:
        raise FaultsError(problems.found)
    art = Art()
    svgs: dict[int, str] = {}
    settings = PrintSettings(find_paper(PAPER))
    for language in source.languages:
        with recording() as record:
            made = make_documents(Edition(shop, language, problems), settings)
        gallery = Gallery(art, shop.shelf.faces, svgs=svgs)
        data = _language(made, record, gallery)
        names = {kind: _name(source.game, language, kind) for kind in made}
        _write(folder / f"{language}.json", {"names": names, **data})
    if problems.errors:
        raise FaultsError(problems.found)
    _write(folder / "art.json", art.as_json())
    _write_svgs(folder / "art", svgs)


def _name(game: str, language: str, kind: str) -> str:
    """The name of a file; the rulebook is for screens, whatever the paper."""
    paper = "" if kind == RULEBOOK else f"-{PAPER}"
    return f"{game}-{language}{paper}-{kind}.pdf"


def _language(made: dict[str, Document], record: Record, gallery: Gallery) -> Data:
    styles = Styles()
    pages = made[RULEBOOK].sheets
    items = [sheet.items for sheet in pages]
    kit = made["kit"]
    placed = {kind: made[kind].sheets for kind in ("kit", "box") if kind in made}
    return {
        "language": kit.language,
        "author": kit.author,
        "titles": {kind: document.title for kind, document in made.items()},
        "fonts": {face.name: face.path for face in kit.fonts},
        **{
            kind: [_sheet(sheet, record, gallery, styles, flowing=False) for sheet in sheets]
            for kind, sheets in placed.items()
        },
        "pages": [_sheet(page, record, gallery, styles, flowing=True) for page in pages],
        "booklet": [
            {
                **_sheet(sheet, record, gallery, styles, flowing=False),
                "leaves": leaves(sheet, [*items]),
            }
            for sheet in made["booklet"].sheets
        ],
        "pictures": gallery.pictures,
        "styles": styles.all,
    }


def _sheet(
    sheet: Sheet, record: Record, gallery: Gallery, styles: Styles, *, flowing: bool
) -> dict[str, Data]:
    reader = PageReader(record, gallery, styles, sheet.size, flowing)
    reader.read(sheet.items)
    return {
        "size": [in_points(sheet.size.width), in_points(sheet.size.height)],
        "items": reader.items,
        "paragraphs": reader.paragraphs,
        "bookmarks": [[bookmark.title, bookmark.level] for bookmark in sheet.bookmarks],
    }


def _write(path: Path, data: object) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _write_svgs(folder: Path, svgs: dict[int, str]) -> None:
    folder.mkdir(exist_ok=True)
    for number, svg in svgs.items():
        (folder / f"{number}.svg").write_text(simplified(svg), encoding="utf-8")
