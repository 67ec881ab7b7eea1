"""JSON responses for the page: the list of faces, details of a face, texts, and faults."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgspec import to_builtins

from printnplay.build.proof import VIEWS
from printnplay.build.samples import is_sample
from printnplay.files.catalog import CHAPTERS, Catalog, display_path
from printnplay.files.door import resolved
from printnplay.game.game import Card, Game
from printnplay.kernel.catalogues import filled
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.kernel.languages import is_right_to_left, original_in
from printnplay.kernel.messages import translated
from printnplay.kernel.shapes import SAFE, Outline
from printnplay.preview.faces import Face
from printnplay.preview.live import LiveGame, Shown, owner_of
from printnplay.preview.text_places import where_of
from printnplay.scene.picture import BoxFit
from printnplay.svg.cut_paths import shape_of
from printnplay.svg.visions import VISIONS
from printnplay.tables.reading import EDITABLE
from printnplay.text.markup import plain


def about_game(live: LiveGame) -> dict[str, Any]:
    """Return the overview of a game: languages, faces, groups, documents and views."""
    game = live.game
    outlines: dict[str, int] = {}
    faces = [_in_list(live, face, outlines) for face in live.faces.values()]
    return {
        "id": live.game_id,
        "title": game.title if game else live.game_id,
        "version": live.version,
        "loaded": game is not None,
        "old": live.is_old,
        "partial": live.is_partial,
        "languages": [{"code": code, "rtl": is_right_to_left(code)} for code in live.languages],
        "original": original_of(live),
        "takesNew": live.takes_new,
        "safe": SAFE / 1000,
        "outlines": list(outlines),
        "faces": faces,
        "groups": _titles(live),
        "pages": [(kind, translated(title)) for kind, title in page_kinds(live.whole or game)]
        if game
        else [],
        "playable": bool(live.loaded and live.loaded.rules),
        "players": list(game.players) if game else [],
        "views": [
            {"id": vision, "title": translated(title), "matrix": VISIONS.get(vision)}
            for title, vision in VIEWS.items()
        ],
        **journal_of(live),
    }


IN_FILE = "{what} in {file}"
"""What a step does, and where."""


def journal_of(live: LiveGame) -> dict[str, str]:
    """Return what would be undone and redone next, in words; empty if there is nothing."""
    last = {"undo": live.journal.done[-1:], "redo": live.journal.undone[-1:]}
    return {
        name: filled(translated(IN_FILE), what=translated(step.what), file=step.file)
        if step
        else ""
        for name, steps in last.items()
        for step in [steps[0] if steps else None]
    }


def original_of(live: LiveGame) -> str:
    """Return the language that the others are translated from."""
    return original_in(live.languages, live.game.original if live.game else "")


def _titles(live: LiveGame) -> dict[str, str]:
    """Return the titles of the card groups by id, as on sheets; the id if there is no text."""
    edition = live.edition(original_of(live))
    if edition is None:
        return {}
    return {
        group.id: plain(edition.typesetter.inlines(f"sheets.{group.id}")) or group.id
        for group in edition.game.groups
    }


DOCUMENTS: Mapping[str, str] = {
    "kit": "Sheets",
    "rulebook": "Rulebook",
    "booklet": "Booklet to print",
    "box": "Box",
    "boxes": "Boxes",
}
"""The documents of a game: their titles by file name, and that of several boxes."""


def page_kinds(game: Game) -> Iterable[tuple[str, str]]:
    """Yield the documents of a game: file name and title."""
    yield "kit", DOCUMENTS["kit"]
    if game.outline.sections:
        yield from ((name, DOCUMENTS[name]) for name in ("rulebook", "booklet"))
    if game.boxes:
        yield "box", DOCUMENTS["box" if len(game.boxes) == 1 else "boxes"]


def _in_list(live: LiveGame, face: Face, outlines: dict[str, int]) -> dict[str, Any]:
    """Return a face's entry in the list; its outline is an index into the list of outlines."""
    outline = path_data(_outline(face))
    return {
        **_named(face),
        "width": face.size.width / 1000,
        "height": face.size.height / 1000,
        "bleed": face.bleed / 1000,
        "outline": outlines.setdefault(outline, len(outlines)),
        "languages": face.card.languages if face.card else (),
        "words": _words(live, face.card) if face.card and face.kind == "card" else "",
    }


def _outline(face: Face) -> Outline:
    return shape_of(face.cut).outline(face.size)


def path_data(outline: Outline) -> str:
    """Return an outline as SVG path data, in millimetres."""
    parts = [f"M{outline.start.x / 1000:g} {outline.start.y / 1000:g}"]
    for curve in outline.curves:
        points = " ".join(f"{point.x / 1000:g} {point.y / 1000:g}" for point in curve)
        parts.append(f"{'L' if len(curve) == 1 else 'C'}{points}")
    return "".join([*parts, "Z"])


def _words(live: LiveGame, card: Card) -> str:
    """Return the search text of a card besides its id: fields, and texts in all languages."""
    fields = [value for value in card.fields.values() if value]
    loaded = live.loaded
    texts = [
        text.plain
        for own in (loaded.texts.values() if loaded else ())
        for name in ("name", "title", "rule", "text")
        if (text := own.entries.get(f"cards.{card.id}.{name}")) is not None
    ]
    return " ".join([*fields, *texts])[:400]


def as_shown(shown: Shown) -> dict[str, Any]:
    """Return a rendered face: its drawing, its faults and the fit of its texts."""
    return {
        "svg": shown.svg,
        "tag": shown.tag,
        "broken": shown.broken,
        "faults": [fault_of(fault) for fault in shown.faults],
        "fits": [fit_of(fit) for fit in shown.fits],
    }


def about_text(live: LiveGame, language: str, key: str) -> dict[str, Any] | None:
    """Return a text with its place and its source text; None if the key is unknown."""
    loaded = live.loaded
    texts = loaded.texts if loaded else {}
    text = texts[language].entries.get(key) if language in texts else None
    original = loaded.game.original_in(texts) if loaded else language
    source = texts[original].entries.get(key) if language != original else None
    place = live.place_of_text(language, key)
    if place is None:
        return None
    return {
        "key": key,
        "where": where_of(live, language, key),
        "sample": is_sample(text, language),
        "forms": dict(text.forms) if text else {},
        "source": source.plain if source else "",
        "place": place_of(place) if place.line else None,
        "editable": is_editable(live.catalog, place),
    }


def _named(face: Face) -> dict[str, Any]:
    """Return the identity of a face, and its number of copies."""
    return {
        "key": face.key,
        "kind": face.kind,
        "name": face.name,
        "family": face.family,
        "card": face.card.id if face.card else "",
        "group": face.group,
        "copies": face.card.copies if face.card else 0,
    }


def about_face(live: LiveGame, language: str, face: Face, shown: Shown) -> dict[str, Any]:
    """Return the details of a face: its files, fields, texts, and their fit."""
    template = Span(shown.template, 1, 1) if shown.template else None
    card = face.card
    fields = card.fields if card else {}
    if card and face.kind == "other side" and card.back_fields is not None:
        fields = card.back_fields
    return {
        **_named(face),
        "place": place_of(face.place),
        "template": place_of(template) if template else None,
        "fields": [
            {"name": name, "value": value, "place": _field_place(card, name)}
            for name, value in fields.items()
        ],
        "texts": [
            about
            for key in sorted(shown.asked)
            if (about := about_text(live, language, key)) is not None
        ],
        **as_shown(shown),
    }


def _field_place(card: Card | None, name: str) -> dict[str, Any] | None:
    place = card.places.get(name) if card else None
    return place_of(place) if place else None


def is_editable(catalog: Catalog, place: Span) -> bool:
    """Return whether a text can be edited: its file is in the project and of a writable type."""
    path = absolute(place.file)
    own = resolved(path).is_relative_to(resolved(catalog.roots[0]))
    return own and path.suffix.lower() in EDITABLE


def absolute(file: str) -> Path:
    """Return the absolute path of a file given as the user would type it."""
    return Path.cwd() / file


def place_of(span: Span) -> dict[str, Any]:
    """Return a place, and the URL that opens it in an editor."""
    if not span.file:
        return {"file": "", "line": 0, "column": 0, "link": ""}
    line, column = max(span.line, 1), max(span.column, 1)
    path = quote(absolute(span.file).as_posix().lstrip("/"), safe="/:")
    return {
        "file": display_path(absolute(span.file)),
        "line": span.line,
        "column": span.column,
        "link": f"vscode://file/{path}:{line}:{column}",
    }


def fit_of(fit: BoxFit) -> dict[str, Any]:
    """Return the fit of a text in its box, in points and shares."""
    return {
        "box": fit.box,
        "size": round(fit.size / 352.778, 2),
        "largest": round(fit.largest / 352.778, 2),
        "smallest": round(fit.smallest / 352.778, 2),
        "lines": fit.lines,
        "free": round(fit.free, 3),
        "fits": fit.fits,
    }


def fault_of(fault: Diagnostic) -> dict[str, Any]:
    """Return a fault with its place."""
    return {
        "code": fault.code.id,
        "severity": fault.severity.value,
        "message": fault.message,
        "label": translated(fault.label),
        "help": fault.help,
        "place": place_of(fault.span),
        "subject": to_builtins(fault.subject),
        "notes": [
            {"message": note, "place": place_of(span) if span else None}
            for note, span in fault.notes
        ],
    }


def faults_of(
    live: LiveGame, others: Iterable[Diagnostic], *, alone: bool = False
) -> list[dict[str, Any]]:
    """Return all known faults without duplicates, sorted by place; those without a file come first.

    Each has the keys of its faces, as far as they are known, and whether it is that a text is not
    translated yet. With `alone`, only the `others`.
    """
    known: dict[tuple[object, ...], Diagnostic] = {}
    seen: dict[tuple[object, ...], set[str]] = {}
    asking: dict[tuple[str, str], set[str]] = {}
    drawn = live.drawn()
    for language, face, shown in drawn:
        for key in shown.asked:
            asking.setdefault((language, key), set()).add(face)
        for fault in shown.faults:
            seen.setdefault(_name_of(fault), set()).add(face)
    of_faces = (fault for _, _, shown in drawn for fault in shown.faults)
    for fault in others if alone else (*live.faults, *of_faces, *others):
        known.setdefault(_name_of(fault), fault)
    ordered = sorted(known.values(), key=lambda fault: (fault.span.file, fault.span.line))
    places = {key: place for place, key in enumerate(live.faces)}
    fronts: dict[str, set[str]] = {}
    for key, front in live.faces.items():
        if front.card is not None and front.kind == "card":
            fronts.setdefault(front.card.id, set()).add(key)
    translated_into = {*live.languages} - {original_of(live)}
    found = []
    for fault in ordered:
        faces = seen.get(_name_of(fault), set()) | _faces_of(live, fault, asking, fronts)
        told = {**fault_of(fault), "fixable": can_be_fixed(live, fault)}
        told["unwritten"] = fault.code.unwritten and fault.subject.language in translated_into
        found.append({**told, "faces": sorted(faces, key=places.__getitem__)})
    return found


def can_be_fixed(live: LiveGame, fault: Diagnostic) -> bool:
    """Return whether a fault has a safe fix, in a file that the page may write."""
    if fault.fix is None:
        return False
    path = absolute(fault.fix.span.file)
    is_text = path.suffix.lower() in EDITABLE or path.suffix == CHAPTERS
    return is_text and resolved(path).is_relative_to(resolved(live.catalog.roots[0]))


def _name_of(fault: Diagnostic) -> tuple[object, ...]:
    """Return the key by which duplicate faults are recognised."""
    return fault.code.id, fault.span, fault.message


def _faces_of(
    live: LiveGame,
    fault: Diagnostic,
    asking: Mapping[tuple[str, str], set[str]],
    fronts: Mapping[str, set[str]],
) -> set[str]:
    """Return the faces of a fault, by its card or text.

    `asking` are the rendered faces by text, `fronts` the faces by card. A text of a card that has
    not been rendered yet yields the card.
    """
    subject = fault.subject
    faces = set(fronts.get(subject.card, ()))
    if subject.key:
        languages = [subject.language] if subject.language else live.languages
        found = [asking.get((language, subject.key), set()) for language in languages]
        faces |= set().union(*found) or fronts.get(owner_of(subject.key), set())
    return faces & live.faces.keys()
