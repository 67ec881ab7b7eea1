"""Print other people's files again: find the cards, write print.yaml and a project."""

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.build.print_again import Prepared, again, game_id
from printnplay.build.print_reading import PRINT_FILE, files_of, look_at, overview_of, read_all
from printnplay.build.print_yaml import by_size, print_yaml
from printnplay.edition.choosing import NOWHERE
from printnplay.files.catalog import display_path
from printnplay.files.door import is_folder, is_there, names_in, resolved
from printnplay.files.writing import write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Severity, Span
from printnplay.kernel.geometry import Size
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.kernel.suggestions import counted
from printnplay.loading.print_file import MIRROR
from printnplay.recognition.values import Found

_ARRANGED = {
    "long": " (printed for flipping on the long edge)",
    "short": " (printed for flipping on the short edge)",
    "fold": " (folded over)",
    "shared": " (one for all)",
    "beside": " (beside their fronts)",
}


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
        return again(known, None)
    named = list(files_of(paths))
    files = [file for file, _ in named]
    folder = output or Path(game_id(files[0] if len(paths) > 1 else paths[0]))
    if (folder / PRINT_FILE).exists():
        help_ = f"run `printnplay print {folder / PRINT_FILE}`, or choose another folder with `-o`"
        raise FaultsError([taken(folder / PRINT_FILE, "is there already", help_)])
    if is_there(folder) and (not folder.is_dir() or names_in(folder)):
        help_ = "choose another folder with `-o`"
        raise FaultsError([taken(folder, "is not empty", help_)])
    given = read_all(named)
    found = by_size(look_at(files, given))
    shown = overview_of(found, given)
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
    prepared = again(folder / PRINT_FILE, given)
    notes = (_summary(found), *prepared.notes)
    return replace(
        prepared,
        notes=notes,
        written=(*written, *prepared.written),
        problems=(*problems, *prepared.problems),
    )


def _print_file(paths: Sequence[Path]) -> Path | None:
    """Return the print.yaml that is named, itself or by its folder."""
    first = paths[0]
    if len(paths) == 1 and first.suffix in (".yaml", ".yml"):
        return first
    if len(paths) == 1 and is_folder(first) and is_there(first / PRINT_FILE):
        return first / PRINT_FILE
    return None


def _relative(file: Path, folder: Path) -> str:
    """Return the path of a file from a folder, with slashes; whole if it is on another drive."""
    try:
        return Path(os.path.relpath(resolved(file), resolved(folder))).as_posix()
    except ValueError:  # another drive of Windows
        return resolved(file).as_posix()


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


def _is_near(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= 200 and abs(one.height - other.height) <= 200


def _size_text(size: Size) -> str:
    names = [
        name
        for name, named in CARD_SIZES.items()
        if _is_near(named.size, size) or _is_near(named.size.turned, size)
    ]
    return f"{size.in_mm(2)}" + (f" ({names[0]})" if names else "")


def _guess(doubt: str, folder: Path) -> Diagnostic:
    path = display_path(folder / PRINT_FILE)
    help_ = f"look at found.png; correct print.yaml, and run `printnplay print {path}`"
    return Diagnostic(codes.CARDS_GUESSED, doubt, Span(path), "", help_, severity=Severity.WARNING)


def _question(question: str, folder: Path) -> Diagnostic:
    path = display_path(folder / PRINT_FILE)
    help_ = (
        f"look at found.png; if the cards are right, run `printnplay print {path}`; if not, correct"
        " their `size` and `cells` there first, or delete their page"
    )
    return Diagnostic(codes.CARDS_GUESSED, question, Span(path), "nothing is printed yet", help_)


def taken(path: Path, why: str, help_: str) -> Diagnostic:
    """Return the fault of a file or folder that is in the way of a new project."""
    text = f"`{display_path(path)}` {why}"
    return Diagnostic(codes.CANNOT_BEGIN_PROJECT, text, NOWHERE, "expected a new folder", help_)
