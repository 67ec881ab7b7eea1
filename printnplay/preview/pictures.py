"""The pictures of a game on the page: which there are, and where they are used."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from re import escape, search
from typing import Any

from printnplay.faces.renderer import FaceRenderer
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, files_below, names_in, read, resolved
from printnplay.files.linked_pictures import filled
from printnplay.kernel.diagnostics import Problems
from printnplay.preview.answers import absolute
from printnplay.preview.guard import PICTURE
from printnplay.preview.live import LiveGame
from printnplay.svg import pictures
from printnplay.svg.pictures import DRAWING, KINDS, ArtError, ArtFolders
from printnplay.svg.pixels import SHARP, prepared, upright_size

ACROSS = 480
"""The most pixels of a thumbnail across and down: twice the 240 that the page shows, for screens
with two pixels per point."""


def about_pictures(live: LiveGame, *, uses: bool) -> dict[str, Any]:
    """Return the pictures in the project's folders of a game.

    Args:
        live: the game.
        uses: whether to render all faces to find where each picture is used.
    """
    files = {path: name for folder, path, name in own_pictures(live)}
    used = uses_of(live, files) if uses else {}
    found = []
    for path, name in files.items():
        on = used.get(path, {})
        known = [per_inch for per_inch in on.values() if per_inch]
        one = {"file": display_path(path), "name": name, **about_size(path)}
        found.append({**one, "uses": [*on], "perInch": min(known, default=0)})
    return {"pictures": found, "searched": uses, "sharp": SHARP}


def about_size(path: Path) -> dict[str, Any]:
    """Return the size of a picture in pixels, 0 for a drawing, and why it cannot be used.

    Its `stamp` changes with the file.
    """
    about = {"width": 0, "height": 0, "stamp": "", "broken": ""}
    try:
        about["stamp"] = str(pictures.stamp(path))
        if path.suffix.lower() != ".svg":
            about["width"], about["height"] = upright_size(path)
    except ArtError as error:
        about["broken"] = str(error)
    return about


def thumbnail(live: LiveGame, file: str) -> tuple[str, bytes] | None:
    """Return a small clean picture of a listed file: its media type and bytes; None if it has none.

    It has no script, and links nothing: it is made as the picture on a face is.
    """
    path = absolute(file)
    renderers = renderers_of(live)
    if not renderers or path not in {own for _, own, _ in own_pictures(live)}:
        return None
    with suppress(ArtError, ReadError):
        if path.suffix.lower() == ".svg":
            with live.lock:
                drawing = renderers[0].drawing(pictures.read(path), path, Problems())
            return None if drawing is None else (DRAWING, filled(drawing.alone()).encode())
        size = upright_size(path)
        across, down = (max(1, side * ACROSS // max(size)) for side in size)
        return pictures.of_clean(prepared(path, most=(across, down)).uri)
    return None


def renderers_of(live: LiveGame) -> list[FaceRenderer]:
    """Return the renderers of the styles of all faces."""
    edition = next(filter(None, map(live.edition, live.languages)), None)
    styles = dict.fromkeys(("", *(face.style for face in live.faces.values())))
    return [edition.renderer_of(style) for style in styles] if edition else []


def own_pictures(live: LiveGame) -> Iterator[tuple[Path, Path, str]]:
    """Yield the project's pictures that templates find: folder, file, and name in a template."""
    home = resolved(live.catalog.roots[0])
    roots = dict.fromkeys(root for one in renderers_of(live) for root in one.art_roots)
    for root in (root for root in roots if resolved(root).is_relative_to(home)):
        art, icons = root / "art", root / "art" / "icons"
        for path in files_below(art, frozenset(KINDS)):
            if not path.is_relative_to(icons):  # sets of icons may have thousands
                yield art, path, path.relative_to(art).as_posix()
        for name in names_in(root):
            if PurePosixPath(name).suffix.lower() in KINDS:
                yield root, root / name, name


def folders_of(live: LiveGame) -> ArtFolders:
    """Return the folders in which the templates of a game find pictures."""
    roots = dict.fromkeys(root for one in renderers_of(live) for root in one.art_roots)
    return ArtFolders(tuple(roots))


def uses_of(live: LiveGame, files: Mapping[Path, str]) -> dict[Path, dict[str, float]]:
    """Return where pictures are used: names of faces and files, each with its pixels per inch."""
    found: dict[Path, dict[str, float]] = {}
    for language in live.languages:
        for key, face in list(live.faces.items()):
            shown = live.face(language, key)
            for art in shown.art if shown else ():
                on = found.setdefault(Path(art.file), {})
                known = [one for one in (art.per_inch, on.get(face.name, 0)) if one]
                on[face.name] = min(known, default=0)
    for file, text in _texts(live):
        for path, name in files.items():
            # Drawings name themselves.
            is_other = name in text and file != path
            if is_other and search(rf"(?<![\w-]){escape(name)}(?!\w)", text):
                found.setdefault(path, {}).setdefault(display_path(file), 0)
    return found


def _texts(live: LiveGame) -> Iterator[tuple[Path, str]]:
    """Yield the files that may name a picture, besides the tables of cards, with their texts."""
    endings = (".yaml", ".j2", ".md", ".svg")
    languages = live.catalog.languages_of(live.game_id)
    inputs = (live.catalog.inputs_of(live.game_id, language) for language in languages)
    home = live.catalog.roots[0]
    for path in dict.fromkeys(path for paths in inputs for path in paths):
        if path.suffix in endings and path.is_relative_to(home):
            with suppress(ReadError):
                yield path, read(path, PICTURE).decode("utf-8", "replace")
