"""Pictures that are dropped on the page: copied into the folder `art` of the game, or replaced.

A picture for a card is a file and the field that names it: edits that a person could have made,
undone together.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath
from unicodedata import normalize

from printnplay.files.catalog import display_path, is_reserved
from printnplay.files.door import LARGEST, ReadError, names_in, read, resolved, size_text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.preview.answers import absolute
from printnplay.preview.card_pictures import Field, ending_of, field_change
from printnplay.preview.deck_tables import shown_of, tables_of
from printnplay.preview.edits import Change, NotWrittenError, rewrite_all
from printnplay.preview.guard import PICTURE
from printnplay.preview.journal import Content
from printnplay.preview.live import LiveGame
from printnplay.preview.own_templates import picture_change
from printnplay.preview.pictures import folders_of, own_pictures, renderers_of, uses_of
from printnplay.svg import pictures
from printnplay.svg.pictures import DRAWING, KINDS, READABLE, ArtError

MOST_USES = 6
"""The most uses of a picture that a refusal names. A guess."""

LONGEST = 60
"""Maximum length of the name of a new file without its ending, in characters: file systems allow
255 bytes, and a letter has up to four."""


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
        ending = ending_of(live, field) if field and field.name else ""
        if ending and KINDS.get(ending.lower()) != kind:
            why = f"the template adds `{ending}` to the name, and `{name}` is of another type"
            raise NotWrittenError(why, "choose a file of that type, or change the template")
        path = _free(live, folder, safe_name(name, kind, ending), content)
        changes: list[Change] = [(display_path(path), lambda now: _new(path, now, content))]
        what = f"add the picture `{path.name}`"
        if field is not None and not field.name:
            changes.append(picture_change(live, field.language, field.face, path.name))
            what = f"put `{path.name}` on `{live.faces[field.face].name}`"
        elif field is not None:
            card, changed = field_change(live, field, path.name.removesuffix(ending))
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
        folder = next((root for root, own, _ in own_pictures(live) if own == path), None)
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


def delete_picture(live: LiveGame, file: str) -> str:
    """Delete a picture in the folder `art` of the game that nothing uses; return its file.

    Raises:
        NotWrittenError: it is used, belongs to another folder, or cannot be written.
    """
    with live.lock:
        path = absolute(file)
        art = live.catalog.game_folder(live.game_id).absolute() / "art"
        files = {own: name for root, own, name in own_pictures(live) if root == art}
        if path not in files:
            raise NotWrittenError(f"`{file}` is not a picture of this game alone")
        _refuse_link(path)
        used = list(dict.fromkeys(_used(live, path, files)))
        if used:
            more = f" and {len(used) - MOST_USES} more" if len(used) > MOST_USES else ""
            where = f"{', '.join(used[:MOST_USES])}{more}"
            raise NotWrittenError(f"`{path.name}` is used: {where}", "change these first")

        def deleted(now: Content) -> Content:
            if now is not None and len(now) > PICTURE:
                why = f"`{file}` is larger than {size_text(PICTURE)}, too large for Undo"
                raise NotWrittenError(why, "delete it in the file manager")
            return None

        rewrite_all(live, [(file, deleted)], f"delete the picture `{path.name}`")
        return file


def _used(live: LiveGame, path: Path, files: Mapping[Path, str]) -> Iterator[str]:
    """Yield where a picture is used: names of faces, and files that name it."""
    if live.is_old or live.is_partial:
        yield "perhaps by what cannot be read now, so correct the errors first"
    yield from uses_of(live, files).get(path, {})
    folder, name = live.catalog.game_folder(live.game_id), files[path].encode()
    for table in tables_of(live):  # also rows without copies
        with suppress(ReadError):
            if name in read(folder / table.file, LARGEST):
                yield shown_of(live, table)
    for card in live.game.cards if live.game else ():
        if files[path] in card.fields.values():
            yield card.id


def _new(path: Path, now: Content, content: bytes) -> bytes:
    if now not in (None, content):
        raise NotWrittenError(f"there is a file `{path.name}` now: drop yours again")
    return content


def _art(live: LiveGame) -> Path:
    """Return the folder for new pictures, which may not be a link.

    Raises:
        NotWrittenError: the game is not in the project, or the folder is a link.
    """
    folder = live.catalog.game_folder(live.game_id).absolute()
    art = folder / "art"
    if not resolved(folder).is_relative_to(resolved(live.catalog.roots[0])):
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
            renderers_of(live)[0].drawing(content, path, problems)
    except ArtError as error:
        raise NotWrittenError(str(error), error.help) from error
    # A drawing may link pictures that are dropped later.
    for fault in problems.found:
        if problems.errors and fault.code is not codes.PICTURE_MISSING:
            raise NotWrittenError(f"`{path.name}`: {fault.message}", fault.help)
    return kind


def safe_name(name: str, kind: str, ending: str = "") -> str:
    """Return a file name that every system allows, with this ending or one of its type.

    >>> safe_name("../My Cat (2).PNG", "image/png"), safe_name("aux.jpg", "image/jpeg")
    ('My-Cat-2.png', 'picture-aux.jpg')
    """
    last = PureWindowsPath(normalize("NFC", name).replace("/", "\\")).name
    stem, dot, own = last.rpartition(".")
    of_kind = [one for one, media in KINDS.items() if media == kind]
    known = f".{own.lower()}"
    if not dot or known not in KINDS:
        stem = last
    stem = re.sub(r"[^\w.-]+", "-", stem)[:LONGEST].strip(".-") or "picture"
    stem = f"picture-{stem}" if is_reserved(stem) else stem
    return stem + (ending or (known if known in of_kind else of_kind[0]))


def _free(live: LiveGame, folder: Path, name: str, content: bytes) -> Path:
    """Return the path for a new picture that no file has, or that of one with this content.

    Templates must not find another picture by its name, in any folder.
    """
    safe = PurePosixPath(name)
    taken = {_folded(one): one for one in names_in(folder)}
    folders = folders_of(live)
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
