"""Print other people's files again: find the cards, write print.yaml and a project, cut faces out.

What reads the files runs in processes with limits of time and memory.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.new import reserved_names
from printnplay.build.print_project import (
    FaceFiles,
    by_size,
    game_files,
    groups_of,
    print_yaml,
)
from printnplay.edition.choosing import NOWHERE
from printnplay.files.catalog import display_path
from printnplay.files.door import (
    ReadError,
    digest_of,
    files_below,
    is_folder,
    is_there,
    names_in,
    read,
    resolved,
)
from printnplay.files.writing import discard, write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span
from printnplay.kernel.geometry import Size
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.kernel.strings import unaccented
from printnplay.kernel.suggestions import counted
from printnplay.loading.forms import LONGEST_NAME
from printnplay.loading.print_file import (
    MIRROR,
    PrintedFace,
    PrintFile,
    load_print_file,
)
from printnplay.processes.apart import OverLimitError, apart
from printnplay.processes.cores import cores
from printnplay.recognition.values import Found

PRINT_FILE = "print.yaml"
KINDS = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".webp", ".svg"})
"""The endings of files that can be printed again."""
FILE_BYTES = 500_000_000
"""The largest file in bytes: scans of 200 pages have 300 MB."""
ALL_BYTES = 1_000_000_000
"""The most bytes of all files together: they are in memory at once."""
MOST_FILES = 2_000
"""The most files of a folder: a game of 1,000 cards with backs of their own."""
SECONDS, MEMORY = 300.0, 3 << 30
"""The limits of a process that reads files: seconds of processor time, and bytes."""
CHUNK = 40
"""The most faces that one process cuts out: some seconds of work."""
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


def prepare(
    paths: Sequence[Path], output: Path | None, bleed: str = MIRROR, size: str = ""
) -> Prepared:
    """Find the cards in files and write a project; or read print.yaml, and write it again.

    Args:
        paths: PDFs, pictures and folders of them; or one print.yaml, or a folder with one.
        output: the folder to write; if None, one named after the first file.
        bleed: how bleed is made: mirror, stretch or a colour.
        size: the size that cards are scaled to, a name or `63x88mm`; empty to keep their own.

    Raises:
        FaultsError: a file cannot be read, no cards are found, or the folder holds other files.
    """
    known = _print_file(paths)
    if known is not None:
        return _again(known, None)
    named = list(_files(paths))
    files = [file for file, _ in named]
    folder = output or Path(_game_id(files[0] if len(paths) > 1 else paths[0]))
    if (folder / PRINT_FILE).exists():
        help_ = f"run `printnplay print {folder / PRINT_FILE}`, or choose another folder with `-o`"
        raise FaultsError([_taken(folder / PRINT_FILE, "is there already", help_)])
    if is_there(folder) and (not folder.is_dir() or names_in(folder)):
        help_ = "choose another folder with `-o`"
        raise FaultsError([_taken(folder, "is not empty", help_)])
    given = _read(named)
    found = by_size(_look(files, given))
    shown = _sheets(found, given)
    names = [_relative(file, folder) for file in files]
    texts = {PRINT_FILE: print_yaml(found, names, bleed, size).encode()}
    for number, sheet in enumerate(shown, start=1):
        texts["found.png" if number == 1 else f"found-{number}.png"] = sheet
    written = {folder / name: content for name, content in texts.items()}
    write_all(written, folder)
    problems = tuple(_guess(doubt, folder) for doubt in found.doubts)
    questions = [*found.questions, *([found.size_question] if not size else [])]
    if asked := [_question(question, folder) for question in questions if question]:
        raise FaultsError([*asked, *problems])
    prepared = _again(folder / PRINT_FILE, given)
    notes = (_summary(found), *prepared.notes)
    return replace(
        prepared,
        notes=notes,
        written=(*written, *prepared.written),
        problems=(*problems, *prepared.problems),
    )


# Files


def _print_file(paths: Sequence[Path]) -> Path | None:
    """Return the print.yaml that is named, itself or by its folder."""
    first = paths[0]
    if len(paths) == 1 and first.suffix in (".yaml", ".yml"):
        return first
    if len(paths) == 1 and is_folder(first) and is_there(first / PRINT_FILE):
        return first / PRINT_FILE
    return None


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the files that are named, and those of folders, with their names inside of these.

    Raises:
        FaultsError: a path has another ending, or there are no files or too many.
    """
    found: list[tuple[Path, str]] = []
    for path in paths:
        if is_folder(path):
            inside = sorted(files_below(path, KINDS), key=_natural)
            if not inside:
                help_ = f"expected files ending in {', '.join(sorted(KINDS))}"
                raise FaultsError([_unreadable(path, "the folder has no pictures", help_)])
            found += [(file, file.relative_to(path).as_posix()) for file in inside]
        elif path.suffix.lower() not in KINDS:
            help_ = f"expected a file ending in {', '.join(sorted(KINDS))}"
            raise FaultsError([_unreadable(path, "it is neither a PDF nor a picture", help_)])
        else:
            found.append((path, path.name))
    if len(found) > MOST_FILES:
        message = f"{len(found):,} files are too many"
        raise FaultsError([_unreadable(paths[0], message, f"the limit is {MOST_FILES:,}")])
    yield from found


def _natural(path: Path) -> list[tuple[int, str]]:
    """Return a key that sorts `card2` before `card10`."""
    parts = re.split(r"(\d+)", path.as_posix().lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def _read(files: Sequence[tuple[Path, str]]) -> list[tuple[str, bytes]]:
    """Return the names and bytes of files.

    Raises:
        FaultsError: a file cannot be read or is too large.
    """
    given: list[tuple[str, bytes]] = []
    total = 0
    for file, name in files:
        try:
            content = read(file, FILE_BYTES, anywhere=True)
        except ReadError as error:
            raise FaultsError([error.fault(codes.CANNOT_PRINT_AGAIN, display_path(file))]) from None
        total += len(content)
        if total > ALL_BYTES:
            help_ = "print them in several parts"
            raise FaultsError([_unreadable(file, "the files are too large together", help_)])
        given.append((name, content))
    return given


def _game_id(path: Path) -> str:
    """Return the name of a project for a file: of a to z and digits.

    >>> _game_id(Path("Wälder & Wölfe (v2).pdf"))
    'walder-wolfe-v2'
    """
    words = re.findall(r"[a-z0-9]+", unaccented(resolved(path).stem.lower()))
    name = "-".join(words)[: LONGEST_NAME - 10].strip("-") or "cards"
    return f"{name}-cards" if name in reserved_names() or not name[0].isalpha() else name


def _relative(file: Path, folder: Path) -> str:
    """Return the path of a file from a folder, with slashes; whole if it is on another drive."""
    try:
        return Path(os.path.relpath(resolved(file), resolved(folder))).as_posix()
    except ValueError:  # another drive of Windows
        return resolved(file).as_posix()


# In processes


def _look(files: Sequence[Path], given: Sequence[tuple[str, bytes]]) -> Found:
    """Return what is found in files.

    Raises:
        FaultsError: a file cannot be read, or nothing is found.
    """
    from printnplay.recognition.reading import UnreadableError, look

    try:
        answer = apart(SECONDS, MEMORY, UnreadableError, look, content=_packed(given))
    except UnreadableError as error:
        number, _, reason = str(error).partition(":")
        raise FaultsError([_unreadable(files[int(number)], reason)]) from None
    except (OverLimitError, RuntimeError) as error:
        raise FaultsError([_over(files[0], error)]) from None
    found = msgspec.json.decode(answer, type=Found)
    if not found.cards:
        raise FaultsError(
            [
                Diagnostic(
                    codes.NO_CARDS_FOUND,
                    "no cards are found on the pages",
                    Span(display_path(files[0])),
                    "expected pages with cards of one size, or cut marks",
                    f"write their places into {PRINT_FILE}: docs/print-somebody-elses-game.md",
                )
            ]
        )
    return found


def _sheets(found: Found, given: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Return pictures of what was found; none if they cannot be made."""
    from printnplay.recognition.opening import NotReadError
    from printnplay.recognition.overview import overview

    packed = _packed([given, msgspec.to_builtins(found)])
    try:
        answer = apart(SECONDS, MEMORY, NotReadError, overview, content=packed)
    except (OverLimitError, NotReadError, RuntimeError):
        return []
    return msgspec.msgpack.decode(answer, type=list[bytes])


def _packed(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def _cut_out(
    said: PrintFile, files: Sequence[Path], given: Sequence[tuple[str, bytes]]
) -> "dict[PrintedFace, tuple[str, bytes, bytes]]":
    """Return the ending, pixels and vectors of each face.

    Raises:
        FaultsError: a file cannot be read.
    """
    faces = sorted(
        {face for card in said.cards for face in (card.front, card.back) if face is not None}
    )
    chunks = [faces[start : start + CHUNK] for start in range(0, len(faces), CHUNK)]

    def work(chunk: Sequence[PrintedFace]) -> list[tuple[str, bytes, bytes]]:
        return _cut_chunk(said, files, given, chunk)

    with ThreadPoolExecutor(max_workers=min(4, cores())) as pool:
        done = list(pool.map(work, chunks))
    found = [face for several in done for face in several]
    return dict(zip(faces, found, strict=True))


def _cut_chunk(
    said: PrintFile,
    files: Sequence[Path],
    given: Sequence[tuple[str, bytes]],
    chunk: Sequence[PrintedFace],
) -> list[tuple[str, bytes, bytes]]:
    from printnplay.recognition.cutting import Cut, Face, cut
    from printnplay.recognition.opening import NotReadError

    used = sorted({face.file for face in chunk})
    cuts = [
        Cut(
            str(number),
            used.index(face.file),
            face.page,
            face.rect,
            face.bleed,
            face.askew,
            face.turn,
            said.bleed,
        )
        for number, face in enumerate(chunk)
    ]
    packed = _packed([[given[file] for file in used], cuts])
    try:
        answer = apart(SECONDS, MEMORY, NotReadError, cut, content=packed)
    except NotReadError as error:
        raise FaultsError([_unreadable(files[used[0]], str(error))]) from None
    except (OverLimitError, RuntimeError) as error:
        raise FaultsError([_over(files[used[0]], error)]) from None
    made = {face.name: face for face in msgspec.msgpack.decode(answer, type=list[Face])}
    return [
        (made[str(number)].ending, made[str(number)].pixels, made[str(number)].vectors)
        for number in range(len(chunk))
    ]


# The project


def _again(path: Path, given: Sequence[tuple[str, bytes]] | None) -> Prepared:
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
    game = _game_id(resolved(folder))
    cut = _cut_out(said, files, given or _read([(file, file.name) for file in files]))
    pictures, faces = _named(said, cut, game)
    from printnplay.recognition.cutting import BLEED

    title = resolved(folder).name.replace("-", " ").replace("_", " ").title()
    texts = game_files(game, title, said, faces, BLEED)
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


# Messages


def _summary(found: Found) -> str:
    """Return a line about what was found."""
    sizes: dict[Size, int] = {}
    for card in found.cards:
        size = found.pages[card.front.page].cells[card.front.cell].rect.size
        near = next((one for one in sizes if _is_near(one, size)), size)
        sizes[near] = sizes.get(near, 0) + 1
    parts = [f"{counted(count, 'card')} of {_size_text(size)}" for size, count in sizes.items()]
    backs = sum(card.back is not None for card in found.cards)
    said = _ARRANGED.get(found.flip, "")
    behind = f", {backs if backs < len(found.cards) else 'all'} with backs{said}" if backs else ""
    pages = len({(page.file, page.page) for page in found.pages})
    return f"found {' and '.join(parts)} on {counted(pages, 'page')}{behind or ', no backs'}"


_ARRANGED = {
    "long": " (printed for flipping on the long edge)",
    "short": " (printed for flipping on the short edge)",
    "fold": " (folded over)",
    "shared": " (one for all)",
    "beside": " (beside their fronts)",
}


def _is_near(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= 200 and abs(one.height - other.height) <= 200


def _size_text(size: Size) -> str:
    names = [
        name
        for name, named in CARD_SIZES.items()
        if _is_near(named.size, size) or _is_near(named.size.turned, size)
    ]
    return f"{size.in_mm(2)}" + (f" ({names[0]})" if names else "")


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


def _guess(doubt: str, folder: Path) -> Diagnostic:
    path = display_path(folder / PRINT_FILE)
    help_ = f"look at found.png; correct print.yaml, and run `printnplay print {path}`"
    return Diagnostic(codes.CARDS_GUESSED, doubt, Span(path), "", help_, severity=Severity.WARNING)


def _question(question: str, folder: Path) -> Diagnostic:
    path = display_path(folder / PRINT_FILE)
    help_ = f"look at found.png, correct print.yaml, and run `printnplay print {path}`"
    return Diagnostic(codes.CARDS_GUESSED, question, Span(path), "nothing is printed yet", help_)


def _unreadable(path: Path, reason: str, help_: str = "") -> Diagnostic:
    message = f"it cannot be printed again: {reason}"
    return Diagnostic(codes.CANNOT_PRINT_AGAIN, message, Span(display_path(path)), "", help_)


def _over(path: Path, error: Exception) -> Diagnostic:
    reason = str(error) if isinstance(error, OverLimitError) else "what reads it broke down"
    return _unreadable(path, reason, "print some of its pages: save them as a file of their own")


def _taken(path: Path, why: str, help_: str) -> Diagnostic:
    text = f"`{display_path(path)}` {why}"
    return Diagnostic(codes.CANNOT_BEGIN_PROJECT, text, NOWHERE, "expected a new folder", help_)
