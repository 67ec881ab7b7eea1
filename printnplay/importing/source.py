"""The files of another tool's project: found by name inside of its folder, read with limits."""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from printnplay.files.catalog import display_path
from printnplay.files.door import (
    ReadError,
    files_below,
    is_folder,
    is_inside,
    is_there,
    names_in,
    open_root,
    read,
    resolved,
)
from printnplay.files.foreign_yaml import ForeignYamlError, read_foreign
from printnplay.importing.drawings import tidied
from printnplay.importing.foreign_tables import cells_of, cut, decoded, read_table
from printnplay.importing.gathered import PICTURE_BYTES, Gathered, smaller
from printnplay.importing.installed import Letters, chosen, families_of, installed
from printnplay.importing.values import Deck, ForeignProject
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.strings import plain_name
from printnplay.raster.converted import as_png
from printnplay.svg.pictures import DRAWING, kind_of
from printnplay.tables.reading import Table

TEXT_BYTES = 4 << 20
"""The largest source file in bytes: scripts and tables have some kilobytes, exports a megabyte."""
ALL_BYTES = 1_000_000_000
"""The most bytes of all pictures together, as for `printnplay print`."""
MOST_CARDS = 5_000
"""The most cards of a project: large games have some hundred."""
MOST_BOXES = 400
"""The most boxes on a face: elaborate cards have fifty."""
_NESTED = 4
"""How deep drawings that link drawings are followed: a frame with an icon is two."""
FONTS = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})


class Source(Gathered):
    """The folder of a project, what was read of it, and what could not be taken over."""

    def __init__(self, path: Path) -> None:
        """Open the folder of a project, or the folder of a file.

        Raises:
            FaultsError: there is no such file or folder.
        """
        if not is_there(path):
            help_ = "check the name: give the project's folder, or its main file"
            raise FaultsError([unreadable(path, "there is no such file or folder", help_)])
        super().__init__()
        self.path = path
        self.root = path if is_folder(path) else _project_of(path.absolute().parent)
        self._all = _repository_of(self.root)
        open_root(self._all)
        self._found: dict[tuple[str | Path, ...], Path | None] = {}
        self._names: dict[Path, dict[str, Path]] = {}
        self._placed: dict[Path, str] = {}
        self._measured: dict[str, tuple[Letters, str]] = {}

    def find(self, name: str, *folders: Path) -> Path | None:
        """Return the file of a name as seen from the first of these folders that has it.

        None if no folder has it, or it lies outside of the project.
        """
        key: tuple[str | Path, ...] = (name, *folders)
        if key not in self._found:
            self._found[key] = self._find(name, *folders)
        return self._found[key]

    def _find(self, name: str, *folders: Path) -> Path | None:
        wanted = name.replace("\\", "/").strip()
        if not wanted or "\0" in wanted or len(wanted) > 1000:
            return None
        names = [wanted]
        if re.match(r"/|[A-Za-z]:", wanted):  # a path of another machine: what ends like it
            parts = [part for part in wanted.split("/") if part][1:]
            names = ["/".join(parts[at:]) for at in range(len(parts))][-8:]
        for path in (folder / one for one in names for folder in (*folders, self.root, self._all)):
            found = path if is_there(path) else self._in_other_case(path)
            if found is not None and not is_folder(found) and self.has(found):
                return found
        return None

    def _in_other_case(self, path: Path) -> Path | None:
        """Return the file whose name differs in small and capital letters only, as on Windows."""
        if path.parent not in self._names:
            folder = path.parent
            if not is_folder(folder):
                folder = (folder.name and self._in_other_case(folder)) or folder
            names = names_in(folder) if is_folder(folder) else []
            self._names[path.parent] = {name.casefold(): folder / name for name in names}
        return self._names[path.parent].get(path.name.casefold())

    def has(self, path: Path) -> bool:
        """Return whether a file lies inside of the project, and is not led out of it by a link."""
        return is_inside(path) and resolved(path).is_relative_to(resolved(self._all))

    def text(self, path: Path, most: int = TEXT_BYTES) -> str:
        """Return a text file of `most` bytes: UTF-8, or else what older programs write.

        Raises:
            FaultsError: it cannot be read.
        """
        try:
            return self._decoded(read(path, most), path)
        except (ReadError, OSError) as error:
            raise FaultsError([unreadable(path, reason_of(error))]) from None

    def _decoded(self, content: bytes, path: Path) -> str:
        """Return the text of a file; note in which characters it is read if it is not Unicode."""
        text, encoding = decoded(content)
        if encoding:
            what = f"`{path.name}` is not UTF-8, and is read as {encoding}"
            todo = "if letters are wrong, save it as UTF-8, and import again"
            self.lose(Span(display_path(path)), what, todo, is_guess=True)
        return text

    def yaml(self, path: Path) -> Any:
        """Return a YAML file as plain data, all scalars as texts; note what is wrong in it."""
        return self.yaml_of(self._decoded(_bytes(path), path), display_path(path))

    def yaml_of(self, text: str, shown: str) -> Any:
        """Return YAML or JSON as plain data, all scalars as texts; note what is wrong in it."""
        try:
            found = read_foreign(text)
        except ForeignYamlError as error:
            place = Span(shown, error.line)
            self.lose(
                place, f"YAML that is not read: {error.reason}", "correct it, and import again"
            )
            found = None
        return {} if found is None else found

    def table(self, path: Path, sheet: str | int = "") -> tuple[list[str], list[list[str]]]:
        """Return the headings and rows of a table; empty with a loss if it cannot be read."""
        table = self.sheet(path, sheet)
        cells = cut(self._decoded(_bytes(path), path), path) if table is None else cells_of(table)
        return cells[0], cells[1][:MOST_CARDS]

    def sheet(self, path: Path, sheet: str | int = "") -> Table | None:
        """Return a table with its places; None with a loss if it cannot be read.

        `sheet` is the name of a sheet of a workbook, or its number from 0.
        """
        content, shown = _bytes(path), display_path(path)
        if not content.startswith(b"PK"):  # no workbook
            content = self._decoded(content, path).encode()
        problems = Problems()
        table = read_table(content, shown, sheet, problems)
        self._note(problems)
        return table

    def _note(self, problems: Problems) -> None:
        for fault in problems.found:
            if fault.code is not codes.EMPTY_FILE:
                todo = fault.help or "correct the file, and import again"
                self.lose(fault.span, fault.message, todo)

    def picture(self, name: str, place: Span, *folders: Path) -> str:
        """Return the name in the new project of a picture to copy; empty, with a loss, if none."""
        path = self.find(name, *folders)
        if path is None:
            todo = "copy the picture into the folder art, and place it with art()"
            if name.replace("\\", "/").startswith("../"):
                todo = "import the folder that holds the picture and the project"
            self.lose(place, f"the picture `{name}` is not in the folder of the project", todo)
            return ""
        if path in self._placed:
            return self._placed[path]
        content = _bytes(path, PICTURE_BYTES)
        kind = kind_of(content)
        made = content if kind else as_png(content) or b""
        if kind == DRAWING:
            made = self._tidied(smaller(content), path)
        file = self.add(path.stem, made, place)
        if file:
            self._placed[path] = file
        if file and made is content:
            self.pictures[file] = path  # copied when it is written
        return file

    def _tidied(self, drawing: bytes, path: Path, *outer: Path) -> bytes:
        """Return a drawing as a build takes it; its linked pictures are beside its file.

        `outer` are the drawings that link it.
        """

        def linked(link: str) -> bytes | None:
            found = self.find(unquote(link.removeprefix("file://")), path.parent)
            if found is None or found in (path, *outer):
                return None
            content = _bytes(found, PICTURE_BYTES)
            is_drawing = kind_of(content) == DRAWING and len(outer) < _NESTED
            return self._tidied(content, found, path, *outer) if is_drawing else content

        def lose(line: int, what: str, todo: str) -> None:
            self.lose(Span(display_path(path), line), what, todo)

        return tidied(drawing, linked, lose)

    def undrawable(self, text: str, lose: Callable[[str, str], None]) -> Mapping[int, None]:
        """Return, for `translate`, the characters of a text that no font draws, and note them."""
        lacking = "" if text.isascii() else self.letters_of("")[0].lacking(text)
        if lacking:
            todo = "copy a font that does into templates/fonts, such as Noto Emoji"
            lose(f"no font draws `{lacking}`: left out", todo)
        return dict.fromkeys(map(ord, lacking))

    def letters_of(self, said: str) -> tuple[Letters, str]:
        """Return what measures letters, and the family of a text; empty for one that is missing."""
        if said not in self._measured:
            own = self._fonts()
            family, paths = chosen(said, dict(families_of(own)))
            self._measured[said] = Letters([*own, *paths]), family
        return self._measured[said]

    def _fonts(self) -> tuple[Path, ...]:
        return tuple(path for path in files_below(self.root, FONTS) if self.has(path))

    def project(self, tool: str, decks: Iterable[Deck | None]) -> ForeignProject:
        """Return a project of decks, with the pictures, fonts and losses found so far."""
        real, fonts = tuple(deck for deck in decks if deck is not None), self._fonts()
        for family, paths in installed(real, fonts).items():
            what = f"the font {family} is copied from this machine"
            self.lose(Span(""), what, "check that its licence allows to share it", is_guess=True)
            fonts += paths
        return ForeignProject(tool, "", real, self.pictures, fonts, tuple(self.losses))

    def scripts(self, *suffixes: str) -> list[Path]:
        """Return the file that the user named, or the files with these endings in the folder."""
        if not is_folder(self.path):
            return [self.path]
        found = files_below(self.root, frozenset(suffixes))
        return [path for path in found if self.has(path)][:200]


def _bytes(path: Path, most: int = TEXT_BYTES) -> bytes:
    try:
        return read(path, most)
    except (ReadError, OSError):
        return b""


_MARKS = re.compile(r"config\.yml|Gemfile|Rakefile|README.*|LICENSE.*|\.gitignore", re.IGNORECASE)
"""Files that are at the top of a project."""


def _project_of(folder: Path) -> Path:
    """Return the folder of a project that a folder with scripts belongs to, by its usual files."""
    around = [folder, *list(folder.parents)[:2]]
    return [folder, *(one for one in around if any(map(_MARKS.fullmatch, names_in(one))))][-1]


def _repository_of(folder: Path) -> Path:
    """Return the folder of the repository that a folder is in; itself, if it is in none near."""
    near = [folder, *folder.absolute().parents][:6]
    return next((one for one in near if is_there(one / ".git")), folder)


def safe_name(text: str) -> str:
    """Return a text as a name for files and columns: letters, digits and hyphens."""
    return plain_name(text, "-")[:60].strip("-")


def title_of(stem: str) -> str:
    """Return the name of a file as a title.

    >>> title_of("my-first_deck")
    'My First Deck'
    """
    return " ".join(stem.replace("_", " ").replace("-", " ").split()).title()


def reason_of(error: ReadError | OSError) -> str:
    """Return why a file cannot be read."""
    return error.reason if isinstance(error, ReadError) else "it cannot be opened"


def unreadable(path: Path, reason: str, help_: str = "") -> Diagnostic:
    """Return the fault of a project that cannot be imported."""
    message = f"`{display_path(path)}` cannot be imported: {reason}"
    return Diagnostic(codes.CANNOT_IMPORT, message, Span(display_path(path)), "", help_)
