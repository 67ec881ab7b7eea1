"""Write the project of a print.yaml: its faces cut out, and what people edited kept."""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from printnplay.build.new import reserved_names
from printnplay.build.print_project import FaceFiles, game_files, groups_of
from printnplay.build.print_reading import FILE_BYTES, cut_out, read_all
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, digest_of, is_there, read, resolved
from printnplay.files.writing import discard, write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span
from printnplay.kernel.geometry import Size
from printnplay.kernel.printing import AGAIN_BLEED
from printnplay.kernel.strings import unaccented
from printnplay.loading.forms import LONGEST_NAME
from printnplay.loading.print_file import PrintedFace, PrintFile, load_print_file

RECORD = ".printed.json"
"""The file in a project that has the hashes of what `printnplay print` wrote there."""


class Prepared(Struct, frozen=True):
    """A project that is ready to build: its folder and game, what was found, and warnings.

    `written` are the files that a person may look at and correct.
    """

    folder: Path
    game: str
    notes: tuple[str, ...]
    written: tuple[Path, ...]
    problems: tuple[Diagnostic, ...]


def again(path: Path, given: Sequence[tuple[str, bytes]] | None) -> Prepared:
    """Write the project of a print.yaml; `given` are its files if they were read already.

    Raises:
        FaultsError: print.yaml or a file has faults, or the project cannot be written.
    """
    problems = Problems()
    said = load_print_file(path, problems)
    if said is None:
        raise FaultsError(problems.found)
    folder = path.parent
    files = [Path(os.path.normpath(folder / name)) for name in said.files]
    game = game_id(resolved(folder))
    cut = cut_out(said, files, given or read_all([(file, file.name) for file in files]))
    pictures, faces = _named(said, cut, game)
    title = resolved(folder).name.replace("-", " ").replace("_", " ").title()
    texts = game_files(game, title, said, faces, AGAIN_BLEED)
    written, kept, gone = _changed(folder, pictures, texts)
    write_all(written, folder)
    discard(gone)
    notes = [f"kept {display_path(path)}: you have edited it" for path in kept]
    return Prepared(folder, game, tuple(notes), (), tuple(_scaled(said, path)))


def _named(
    said: PrintFile, cut: "Mapping[PrintedFace, tuple[str, bytes, bytes]]", game: str
) -> tuple[dict[str, bytes], dict[PrintedFace, FaceFiles]]:
    """Return the picture files by their paths in the project, and the names for templates."""
    names: dict[PrintedFace, str] = {}
    for number, card in enumerate(said.cards, start=1):
        names.setdefault(card.front, f"{number:03}")
        if card.back is not None:
            names.setdefault(card.back, f"{number:03}-back")
    pictures: dict[str, bytes] = {}
    faces: dict[PrintedFace, FaceFiles] = {}
    for face, (ending, pixels, vectors) in cut.items():
        files = FaceFiles(f"{names[face]}.{ending}", f"{names[face]}.pdf" if vectors else "")
        faces[face] = files
        pictures[f"designs/{game}/art/{files.pixels}"] = pixels
        if vectors:
            pictures[f"designs/{game}/art/{files.vectors}"] = vectors
    return pictures, faces


def _changed(
    folder: Path, pictures: Mapping[str, bytes], texts: Mapping[str, str]
) -> tuple[dict[Path, bytes], list[Path], list[Path]]:
    """Return the files to write, the edited ones that stay, and those that are no longer used."""
    record = folder / RECORD
    before: dict[str, str] = {}
    if is_there(record):
        try:
            before = msgspec.json.decode(read(record, 1 << 24), type=dict[str, str])
        except (ReadError, ValueError, RecursionError):  # ValueError: also no UTF-8
            before = {}
    wanted = {**pictures, **{name: text.encode() for name, text in texts.items()}}
    written: dict[Path, bytes] = {}
    kept: list[Path] = []
    for name, content in wanted.items():
        path = folder / name
        if is_there(path) and _hash(path) not in (before.get(name), digest_of(content)):
            kept.append(path)
        else:
            written[path] = content
    gone = [
        folder / name
        for name, digest in before.items()
        if name not in wanted and is_there(folder / name) and _hash(folder / name) == digest
    ]
    hashes = {name: digest_of(content) for name, content in wanted.items()}
    written[record] = json.dumps(hashes, indent=1).encode() + b"\n"
    return written, kept, gone


def _hash(path: Path) -> str:
    try:
        return digest_of(read(path, FILE_BYTES))
    except ReadError:
        return ""


def game_id(path: Path) -> str:
    """Return the name of a project for a file: of a to z and digits.

    >>> game_id(Path("Wälder & Wölfe (v2).pdf"))
    'walder-wolfe-v2'
    """
    words = re.findall(r"[a-z0-9]+", unaccented(resolved(path).stem.lower()))
    name = "-".join(words)[: LONGEST_NAME - 10].strip("-") or "cards"
    return f"{name}-cards" if name in reserved_names() or not name[0].isalpha() else name


def _scaled(said: PrintFile, path: Path) -> Iterator[Diagnostic]:
    for group in groups_of(said):
        if group.size != group.source:
            yield Diagnostic(
                codes.CARD_SCALED,
                f"cards of {group.source.in_mm()} are scaled to {group.size.in_mm()}",
                Span(display_path(path)),
                _stretched(group.size, group.source),
                "leave out `size` to print them in their own size",
                severity=Severity.WARNING,
            )


def _stretched(size: Size, source: Size) -> str:
    across, down = size.width / source.width, size.height / source.height
    if abs(across - down) < 0.005:
        return f"to {across:.0%} of their size"
    return f"to {across:.1%} across and {down:.1%} down: they are distorted"
