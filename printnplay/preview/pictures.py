"""The pictures of a game on the page: which there are, where they are used, and how they change.

A dropped file is copied into the folder `art` of the game, and its name is written into the cell or
the YAML of the card: edits that a person could have made, undone together.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any
from unicodedata import normalize

from msgspec import Struct

from printnplay.faces.art_calls import ArtCall
from printnplay.faces.renderer import FaceRenderer
from printnplay.files.catalog import display_path, is_reserved
from printnplay.files.door import ReadError, files_below, names_in, read, resolved, size_text
from printnplay.files.linked_pictures import filled
from printnplay.files.yaml_edits import rewritten
from printnplay.game.game import Card
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.preview.answers import absolute, is_editable
from printnplay.preview.deck_tables import why_fixed, with_field
from printnplay.preview.edits import Change, NotWrittenError, cards_with, rewrite, rewrite_all
from printnplay.preview.guard import PICTURE
from printnplay.preview.journal import Content
from printnplay.preview.live import SECOND, Face, LiveGame, Shown
from printnplay.svg import pictures
from printnplay.svg.pictures import DRAWING, KINDS, READABLE, ArtError, ArtFolders
from printnplay.svg.pixels import SHARP, prepared, upright_size

ACROSS = 480
"""The most pixels of a thumbnail across and down: twice the 240 that the page shows, for screens
with two pixels per point."""

LONGEST = 60
"""Maximum length of the name of a new file without its ending, in characters: file systems allow
255 bytes, and a letter has up to four."""

CARDS = "cards.yaml"


class Field(Struct, frozen=True):
    """A field of the card of a face; `before` is its value when the user saw it."""

    face: str
    name: str
    before: str


# Which there are


def about_pictures(live: LiveGame, *, uses: bool) -> dict[str, Any]:
    """Return the pictures in the project's folders of a game.

    Args:
        live: the game.
        uses: whether to render all faces to find where each picture is used.
    """
    files = {path: name for folder, path, name in _own(live)}
    used = _uses(live, files) if uses else {}
    found = []
    for path, name in files.items():
        on = used.get(path, {})
        known = [per_inch for per_inch in on.values() if per_inch]
        one = {"file": display_path(path), "name": name, **_size(path)}
        found.append({**one, "uses": [*on], "perInch": min(known, default=0)})
    return {"pictures": found, "searched": uses, "sharp": SHARP, "largest": PICTURE}


def _size(path: Path) -> dict[str, Any]:
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
    renderers = _renderers(live)
    if not renderers or path not in {own for _, own, _ in _own(live)}:
        return None
    with live.lock, suppress(ArtError, ReadError):
        if path.suffix.lower() == ".svg":
            drawing = renderers[0].drawing(pictures.read(path), path, Problems())
            return None if drawing is None else (DRAWING, filled(drawing.alone()).encode())
        size = upright_size(path)
        across, down = (max(1, side * ACROSS // max(size)) for side in size)
        return pictures.of_clean(prepared(path, most=(across, down)).uri)
    return None


def _renderers(live: LiveGame) -> list[FaceRenderer]:
    """Return the renderers of the styles of all faces."""
    edition = next(filter(None, map(live.edition, live.languages)), None)
    styles = dict.fromkeys(("", *(face.style for face in live.faces.values())))
    return [edition.renderer_of(style) for style in styles] if edition else []


def _own(live: LiveGame) -> Iterator[tuple[Path, Path, str]]:
    """Yield the project's pictures that templates find: folder, file, and name in a template."""
    home = resolved(live.catalog.roots[0])
    roots = dict.fromkeys(root for one in _renderers(live) for root in one.art_roots)
    for root in (root for root in roots if resolved(root).is_relative_to(home)):
        art, icons = root / "art", root / "art" / "icons"
        for path in files_below(art, frozenset(KINDS)):
            if not path.is_relative_to(icons):  # sets of icons may have thousands
                yield art, path, path.relative_to(art).as_posix()
        for name in names_in(root):
            if PurePosixPath(name).suffix.lower() in KINDS:
                yield root, root / name, name


def _uses(live: LiveGame, files: Mapping[Path, str]) -> dict[Path, dict[str, float]]:
    """Return where pictures are used: names of faces and files, each with its pixels per inch."""
    found: dict[Path, dict[str, float]] = {}
    for language in live.languages:
        for key, face in list(live.faces.items()):
            shown = live.face(language, key)
            for art in shown.art if shown else ():
                on = found.setdefault(Path(art.file), {})
                known = [one for one in (art.per_inch, on.get(face.name, 0)) if one]
                on[face.name] = min(known, default=0)
    for shown_file, text in _texts(live):
        for path, name in files.items():
            if name in text and re.search(rf"(?<![\w-]){re.escape(name)}(?!\w)", text):
                found.setdefault(path, {}).setdefault(shown_file, 0)
    return found


def _texts(live: LiveGame) -> Iterator[tuple[str, str]]:
    """Yield the files that may name a picture, besides the tables of cards, with their texts."""
    endings = (".yaml", ".j2", ".md", ".svg")
    inputs = (live.catalog.inputs_of(live.game_id, language) for language in live.languages)
    home = live.catalog.roots[0]
    for path in dict.fromkeys(path for paths in inputs for path in paths):
        if path.suffix in endings and path.is_relative_to(home):
            with suppress(ReadError):
                yield display_path(path), read(path, PICTURE).decode("utf-8", "replace")


# The pictures of a card


def about_art(live: LiveGame, face: Face, shown: Shown) -> dict[str, Any]:
    """Return the fields of a face's card that name a picture, and why there are none.

    Each has its file, the resolution at which it is printed, and its fields of focus and crop.
    """
    calls, why = _calls(live, face)
    names = sorted({name for folder, _, name in _own(live) if folder.name == "art"})
    fields = [_about_call(live, face, call, shown) for call in calls]
    return {"fields": fields, "why": why, "names": names, "sharp": SHARP, "largest": PICTURE}


def _about_call(live: LiveGame, face: Face, call: ArtCall, shown: Shown) -> dict[str, Any]:
    card = _card(face)
    about = _about_field(live, face, call.field)
    path = None
    with suppress(ArtError):
        path = _folders(live).find_art(about["value"])
    own = path is not None and path in {one for _, one, _ in _own(live)}
    named = (art.per_inch for art in shown.art if path and art.file == path.as_posix())
    return {
        **about,
        **(_size(path) if path else {}),
        "file": display_path(path) if path and own else "",
        "perInch": next(named, 0),
        "shared": len({one.id for one in _sharing(live, card, call.field)}),
        "focus": _about_field(live, face, call.focus) if call.focus else None,
        "crop": _about_field(live, face, call.crop) if call.crop else None,
        "template": _template(face),
    }


def _about_field(live: LiveGame, face: Face, name: str) -> dict[str, Any]:
    card = _card(face)
    return {
        "name": name,
        "value": _fields(face).get(name, ""),
        "fixed": _fixed(live, card, name),
    }


def _calls(live: LiveGame, face: Face) -> tuple[Sequence[ArtCall], str]:
    """Return where the template of a face places pictures that its card names, or why nowhere."""
    edition = next(filter(None, map(live.edition, live.languages)), None)
    if face.card is None or edition is None:
        return (), (
            f"A {face.kind} has no row in a table: its template names its pictures. Replace a file"
            " on the tab Art."
        )
    template = _template(face)
    all_calls = edition.renderer_of(face.style).art_calls(template)
    calls = {call.field: call for call in all_calls if not call.made}
    if not calls:
        # A macro may place it.
        family = [one for one in edition.game.cards if one.family == face.card.family]
        made_of = {call.field for call in all_calls}
        calls = {
            name: ArtCall(name)
            for name in _fields(face)
            if name not in made_of
            and any(_names_picture(one.fields.get(name, "")) for one in family)
        }
    if calls:
        return list(calls.values()), ""
    if made := next(iter(all_calls), None):
        return (), (
            f"The template `{template}` makes the name of the file from `card.{made.field}`."
            " Replace that file on the tab Art."
        )
    return (), (
        f"The template `{template}` places no picture that the card names. Write"
        ' `{{ art(card.art, 5, 5, 50, 40, fit="cover") }}` in it, with its place in mm, and add a'
        " column `art` to the table."
    )


def _names_picture(value: str) -> bool:
    return PurePosixPath(value).suffix.lower() in KINDS


def _card(face: Face) -> Card:
    if face.card is None:
        raise NotWrittenError(f"a {face.kind} has no fields")
    return face.card


def _template(face: Face) -> str:
    card = _card(face)
    return (face.kind == SECOND and card.back_template) or card.template


def _fields(face: Face) -> Mapping[str, str]:
    card = _card(face)
    return (face.kind == SECOND and card.back_fields) or card.fields


def _folders(live: LiveGame) -> ArtFolders:
    roots = dict.fromkeys(root for one in _renderers(live) for root in one.art_roots)
    return ArtFolders(tuple(roots))


def _is_of_rows(card: Card) -> bool:
    return Path(card.span.file).name != CARDS


def _sharing(live: LiveGame, card: Card, name: str) -> Iterator[Card]:
    """Yield the cards that change with a field of one: of its row, or of its family in YAML."""
    for one in live.game.cards if live.game else ():
        same_row = _is_of_rows(card) and one.span == card.span
        if same_row or (not _is_of_rows(card) and one.places.get(name) == card.places.get(name)):
            yield one


def _fixed(live: LiveGame, card: Card, name: str) -> str:
    """Return why a field cannot be written on the page; empty if it can."""
    file, place = Path(card.span.file), card.places.get(name)
    if not _is_of_rows(card):
        if place is None:
            return f"`{card.family}` has no field `{name}`: add it to its `fields` in {CARDS}."
        return "" if is_editable(live.catalog, place) else f"{CARDS} is not a file of the project."
    if name not in card.headings:
        return f"{file.name} has no column `{name}`: add it on the tab Table."
    if place and place.file not in (card.span.file, display_path(_folder(live) / CARDS)):
        return f"The cell is in {Path(place.file).name}: change it on the tab Table."
    return why_fixed(live, file.name)


# Changes


def write_field(live: LiveGame, field: Field, value: str) -> str:
    """Write the field of a picture, or of its focus or crop; return the file.

    Raises:
        NotWrittenError: the field has changed meanwhile, or its file cannot be written.
    """
    with live.lock:
        card, changed = _changed(live, field, value)
        rewrite(live, card.span, changed, f"change `{field.name}` of `{card.id}`")
        return card.span.file


def add_picture(
    live: LiveGame, content: bytes, name: str, field: Field | None = None
) -> tuple[list[str], str]:
    """Copy a picture into the folder `art`; return the changed files, and its name there.

    A file that is there already, with this content, is used again.

    Args:
        live: the game.
        content: the bytes of the picture.
        name: the name of the dropped file.
        field: the field that is to name it, if any.

    Raises:
        NotWrittenError: it is no picture that can be printed, or a file cannot be written.
    """
    with live.lock:
        folder = _art(live)
        kind = _checked(live, content, folder / name)
        path = _free(live, folder, name, kind, content)
        changes: list[Change] = [(display_path(path), lambda now: _new(path, now, content))]
        what = f"add the picture `{path.name}`"
        if field is not None:
            card, changed = _changed(live, field, path.name)
            changes.append((card.span.file, lambda now: changed(now or b"")))
            what = f"put `{path.name}` on `{card.id}`"
        rewrite_all(live, changes, what)
        return [file for file, _ in changes], path.name


def replace_picture(live: LiveGame, content: bytes, file: str) -> str:
    """Replace the content of a listed picture by one of its type; return its file.

    Raises:
        NotWrittenError: it is of another type or no picture, or the file cannot be written.
    """
    with live.lock:
        path = absolute(file)
        folder = next((root for root, own, _ in _own(live) if own == path), None)
        if folder is None:
            raise NotWrittenError(f"the game has no picture `{file}`")
        _refuse_link(path)
        kind = _checked(live, content, path)
        if kind != KINDS[path.suffix.lower()]:
            endings = " or ".join(ending for ending, one in KINDS.items() if one == kind)
            cure = f"choose a file of its type, or add this one: its name will end in {endings}"
            raise NotWrittenError(f"the new file is not of the type of `{path.name}`", cure)

        def changed(old: Content) -> Content:
            if old is None:
                raise NotWrittenError(f"`{file}` does not exist any more")
            if len(old) > PICTURE:
                why = f"`{file}` is larger than {size_text(PICTURE)}, too large for Undo"
                raise NotWrittenError(why, "replace it in the file manager")
            return content

        rewrite_all(live, [(file, changed)], f"replace the picture `{path.name}`")
        return file


def _new(path: Path, now: Content, content: bytes) -> bytes:
    if now not in (None, content):
        raise NotWrittenError(f"there is a file `{path.name}` now: drop yours again")
    return content


def _face(live: LiveGame, key: str) -> Face:
    if key not in live.faces:
        raise NotWrittenError("there is no such card any more")
    return live.faces[key]


def _folder(live: LiveGame) -> Path:
    return live.catalog.game_folder(live.game_id)


def _art(live: LiveGame) -> Path:
    """Return the folder for new pictures, which may not be a link.

    Raises:
        NotWrittenError: the game is not in the project, or the folder is a link.
    """
    art = _folder(live).absolute() / "art"
    if not resolved(_folder(live)).is_relative_to(resolved(live.catalog.roots[0])):
        raise NotWrittenError("the game is not in this project")
    _refuse_link(art)
    return art


def _refuse_link(path: Path) -> None:
    if path.is_symlink() or resolved(path) != resolved(path.parent) / path.name:
        why = f"`{display_path(path)}` is a link: the page writes no picture through links"
        raise NotWrittenError(why, "replace it by what it leads to")


def _checked(live: LiveGame, content: bytes, path: Path) -> str:
    """Return the media type of a picture's content that can be printed.

    Raises:
        NotWrittenError: it cannot.
    """
    if len(content) > PICTURE:
        raise NotWrittenError(f"the picture is larger than {size_text(PICTURE)}")
    kind = pictures.kind_of(content)
    if kind is None:
        why = f"`{path.name}` is not a picture, whatever its name says"
        raise NotWrittenError(why, pictures.FORMATS_HELP)
    problems = Problems()
    try:
        pictures.check_raster(path.name, kind, content, READABLE)
        if kind == DRAWING:
            _renderers(live)[0].drawing(content, path, problems)
    except ArtError as error:
        raise NotWrittenError(str(error), error.help) from error
    # A drawing may link pictures that are dropped later.
    for fault in problems.found:
        if problems.errors and fault.code is not codes.PICTURE_MISSING:
            raise NotWrittenError(f"`{path.name}`: {fault.message}", fault.help)
    return kind


def safe_name(name: str, kind: str) -> str:
    """Return a file name that every system allows, with the ending of its type.

    >>> safe_name("../My Cat (2).PNG", "image/png"), safe_name("aux.jpg", "image/jpeg")
    ('My-Cat-2.png', 'picture-aux.jpg')
    """
    last = PureWindowsPath(normalize("NFC", name).replace("/", "\\")).name
    stem, dot, ending = last.rpartition(".")
    of_kind = [one for one, media in KINDS.items() if media == kind]
    known = f".{ending.lower()}"
    if not dot or known not in KINDS:
        stem = last
    stem = re.sub(r"[^\w.-]+", "-", stem)[:LONGEST].strip(".-") or "picture"
    stem = f"picture-{stem}" if is_reserved(stem) else stem
    return stem + (known if known in of_kind else of_kind[0])


def _free(live: LiveGame, folder: Path, name: str, kind: str, content: bytes) -> Path:
    """Return the path for a new picture that no file has, or that of one with this content.

    Templates must not find another picture by its name, in any folder.
    """
    safe = PurePosixPath(safe_name(name, kind))
    taken = {_folded(one): one for one in names_in(folder)}
    folders = _folders(live)
    for number in range(1, 10_000):
        own = safe.name if number == 1 else f"{safe.stem}-{number}{safe.suffix}"
        path = folder / taken.get(_folded(own), own)
        if _folded(own) in taken:
            with suppress(ReadError):
                if not path.is_symlink() and read(path, PICTURE) == content:
                    return path
            continue
        with suppress(ArtError):
            folders.find_art(own)
            continue
        return path
    raise NotWrittenError(f"there are too many files named `{safe.stem}`", "rename yours")


def _folded(name: str) -> str:
    """Return a name as systems compare it that ignore case and accents' spelling."""
    return normalize("NFC", name).casefold()


def _changed(live: LiveGame, field: Field, value: str) -> tuple[Card, Callable[[bytes], bytes]]:
    """Return the card of a picture's field, and what writes a value into the file of the card.

    Raises:
        NotWrittenError: it is no such field, or cannot be written.
    """
    face, name = _face(live, field.face), field.name
    card, fields = _card(face), _of_pictures(_calls(live, face)[0])
    if name not in fields or any(ord(letter) < 32 for letter in value):
        raise NotWrittenError(f"`{name}` is not a field of a picture of `{card.id}`")
    if fixed := _fixed(live, card, name):
        raise NotWrittenError(fixed)
    if _is_of_rows(card):
        return card, lambda content: _in_table(live, card, field, value, content)
    if _fields(face).get(name, "") != field.before:
        raise NotWrittenError(_CHANGED)
    return card, lambda content: rewritten(content.decode(), {card.places[name]: value}).encode()


_CHANGED = "the field has changed in its file: look at the new value"


def _in_table(live: LiveGame, card: Card, field: Field, value: str, content: bytes) -> bytes:
    """Return the content of a table, whose rows may have moved, with a field of a card changed."""
    cards = cards_with(live, card.span.file, content)
    one = next((one for one in cards if one.id == card.id), None)
    if one is None:
        raise NotWrittenError(f"`{card.span.file}` no longer has the card `{card.id}`")
    if one.fields.get(field.name, "") != field.before:
        raise NotWrittenError(_CHANGED)
    return with_field(content, one.span, field.name, value)


def _of_pictures(calls: Iterable[ArtCall]) -> set[str]:
    return {name for call in calls for name in (call.field, call.focus, call.crop) if name}
