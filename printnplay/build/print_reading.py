"""Read files to print again: PDFs and pictures, in processes with limits of time and memory."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, files_below, is_folder, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.loading.print_file import PrintedFace, PrintFile
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


def files_of(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
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
                raise FaultsError([unreadable(path, "the folder has no pictures", help_)])
            found += [(file, file.relative_to(path).as_posix()) for file in inside]
        elif path.suffix.lower() not in KINDS:
            help_ = f"expected a file ending in {', '.join(sorted(KINDS))}"
            raise FaultsError([unreadable(path, "it is neither a PDF nor a picture", help_)])
        else:
            found.append((path, path.name))
    if len(found) > MOST_FILES:
        message = f"{len(found):,} files are too many"
        raise FaultsError([unreadable(paths[0], message, f"the limit is {MOST_FILES:,}")])
    yield from found


def _natural(path: Path) -> list[tuple[int, str]]:
    """Return a key that sorts `card2` before `card10`."""
    parts = re.split(r"(\d+)", path.as_posix().lower())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def read_all(files: Sequence[tuple[Path, str]]) -> list[tuple[str, bytes]]:
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
            raise FaultsError([unreadable(file, "the files are too large together", help_)])
        given.append((name, content))
    return given


def look_at(files: Sequence[Path], given: Sequence[tuple[str, bytes]]) -> Found:
    """Return what is found in files.

    Raises:
        FaultsError: a file cannot be read, or nothing is found.
    """
    from printnplay.recognition.reading import UnreadableError, look

    try:
        answer = apart(SECONDS, MEMORY, UnreadableError, look, content=_packed(given))
    except UnreadableError as error:
        number, _, reason = str(error).partition(":")
        raise FaultsError([unreadable(files[int(number)], reason)]) from None
    except (OverLimitError, RuntimeError) as error:
        raise FaultsError([over_limits(files[0], error)]) from None
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


def overview_of(found: Found, given: Sequence[tuple[str, bytes]]) -> list[bytes]:
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


def cut_out(
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
        raise FaultsError([unreadable(files[used[0]], str(error))]) from None
    except (OverLimitError, RuntimeError) as error:
        raise FaultsError([over_limits(files[used[0]], error)]) from None
    made = {face.name: face for face in msgspec.msgpack.decode(answer, type=list[Face])}
    return [
        (made[str(number)].ending, made[str(number)].pixels, made[str(number)].vectors)
        for number in range(len(chunk))
    ]


def unreadable(path: Path, reason: str, help_: str = "") -> Diagnostic:
    """Return the fault of a file that cannot be printed again."""
    message = f"it cannot be printed again: {reason}"
    return Diagnostic(codes.CANNOT_PRINT_AGAIN, message, Span(display_path(path)), "", help_)


def over_limits(path: Path, error: Exception) -> Diagnostic:
    """Return the fault of a file whose reading exceeded a limit, or broke down."""
    reason = str(error) if isinstance(error, OverLimitError) else "what reads it broke down"
    return unreadable(path, reason, "print some of its pages: save them as a file of their own")
