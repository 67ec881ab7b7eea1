"""Import a project of another tool: read it, and write an ordinary project into a new folder."""

from base64 import b64encode
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.new import reserved_names
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, is_folder, is_there, names_in, resolved
from printnplay.files.writing import write_all
from printnplay.importing import TOOLS
from printnplay.importing.gathered import content_of
from printnplay.importing.source import ALL_BYTES, Source, reason_of, safe_name, unreadable
from printnplay.importing.values import ForeignProject, Loss
from printnplay.importing.writing import written
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Severity, Span
from printnplay.kernel.messages import translated, translated_label, translated_with
from printnplay.kernel.suggestions import counted
from printnplay.loading.forms import LONGEST_NAME
from printnplay.svg.pictures import kind_of


class Imported(Struct, frozen=True):
    """A project that was written: its folder, its game, a summary, files to edit, and losses."""

    folder: Path
    game: str
    summary: str
    written: tuple[Path, ...]
    losses: tuple[Diagnostic, ...]


def bring(tool: str, path: Path, output: Path | None = None) -> Imported:
    """Read a project of a tool in `TOOLS` and write it as a project of its own.

    Args:
        tool: the name of the tool.
        path: its project: a file, or a folder.
        output: the folder to write; if None, one with the name of the source's in this folder.

    Raises:
        FaultsError: the source cannot be read, has no cards, or the folder is not empty.
    """
    source = Source(path)
    game = _game_id(path if output is None else output)
    folder = output or Path(game)
    if is_there(folder) and (not is_folder(folder) or names_in(folder)):
        raise FaultsError([_taken(folder)])
    project = read_project(tool, source)
    if not project.title:
        project = replace(project, title=game.replace("-", " ").title())
    made = written(project, game)
    files: dict[Path, bytes] = {folder / name: text for name, text in made.texts.items()}
    budget = _Budget(path)

    def picture(name: str) -> bytes:
        return budget.read(made.drawings.get(name, project.pictures[name]))

    for name in sorted(made.pictures):
        files[folder / "designs" / game / "art" / name] = picture(name)
    if made.icons:
        macros = [_macro(icon, picture(name), shift) for name, shift, icon in made.icons]
        files[folder / "templates" / game / "icons.svg.j2"] = "".join(macros).encode()
    for font in project.fonts:
        files[folder / "templates" / "fonts" / font.name] = budget.read(font)
    write_all(files, folder, lambda taken, _: _taken(taken))
    listed = [name for name in made.texts if not name.startswith((".", "locales/"))]
    return Imported(
        folder,
        game,
        _summary(project),
        tuple(folder / name for name in sorted(listed)),
        tuple(map(_diagnostic, made.losses)),
    )


class _Budget:
    """Reads pictures and fonts, as many as a project may have."""

    def __init__(self, path: Path) -> None:
        self._path, self._left = path, ALL_BYTES

    def read(self, path: Path | bytes) -> bytes:
        """Return the content of a file; one that is known counts.

        Raises:
            FaultsError: it cannot be read, or all files together are too large.
        """
        try:
            content = content_of(path)
        except (ReadError, OSError) as error:
            raise FaultsError([unreadable(Path(str(path)), reason_of(error))]) from None
        self._left -= len(content)
        if self._left < 0:
            help_ = "make the pictures smaller, or import a part of the project"
            raise FaultsError([unreadable(self._path, "its pictures have more than 1 GB", help_)])
        return content


def _macro(name: str, content: bytes, shift: tuple[int, int, int]) -> str:
    """Return the template of an icon that shows a picture: texts name it `{icon:name}`."""
    kind = kind_of(content) or ""
    data = b64encode(content).decode()
    *corner, turn = shift
    place = "".join(f'{axis}="{by}" ' for axis, by in zip("xy", corner, strict=True) if by)
    place += f'transform="rotate({turn} {corner[0]} {corner[1]})" ' if turn else ""
    return (
        f"{{% macro icon_{name.replace('-', '_')}() %}}"
        f'<image {place}width="100" height="100" href="data:{kind};base64,{data}"/>'
        "{% endmacro %}\n"
    )


def read_project(tool: str, source: Source) -> ForeignProject:
    """Return the project that the reader of a tool finds in a source.

    Raises:
        FaultsError: the source cannot be read, or has no cards.
    """
    reader: Callable[[Source], ForeignProject] = import_module(
        f"printnplay.importing.{tool.replace('-', '_')}"
    ).read_project
    try:
        project = reader(source)
    except RecursionError:
        raise FaultsError([unreadable(source.path, "it is nested too deeply")]) from None
    if not any(deck.cards for deck in project.decks):
        help_ = f"give the file that {TOOLS[tool].partition(':')[0]} draws cards from"
        found = [unreadable(source.path, "it has no cards", help_)]
        raise FaultsError([*found, *map(_diagnostic, source.losses)])
    return project


def _game_id(path: Path) -> str:
    """Return an id for a game from the name of a file or folder."""
    real = resolved(path)
    name = safe_name(real.name if is_folder(real) or not real.suffix else real.stem)
    says_little = name in ("deck", "cards", "project", "game", "data", "database", "src")
    if says_little and len(real.parts) > 2:
        name = safe_name(real.parent.name) or name
    name = name[:LONGEST_NAME] or "game"
    return f"{name}-game" if name in reserved_names() else name


def _summary(project: ForeignProject) -> str:
    parts = []
    for deck in project.decks:
        copies = sum(card.copies for card in deck.cards)
        about = translated_with(
            "{deck}: {cards}, {number} different, {size} with {bleed} mm bleed",
            deck=deck.name,
            cards=translated(counted(copies, "card")),
            number=str(len(deck.cards)),
            size=deck.size.in_mm(1),
            bleed=f"{deck.bleed / 1000:.3g}",
        )
        backs = translated_label("with backs") if any(card.back for card in deck.cards) else ""
        parts.append(", ".join(filter(None, (about, backs))))
    return "\n".join(parts)


def _diagnostic(loss: Loss) -> Diagnostic:
    code = codes.IMPORT_GUESSED if loss.is_guess else codes.PART_NOT_IMPORTED
    return Diagnostic(code, loss.what, loss.place, "", loss.todo, severity=Severity.WARNING)


def _taken(folder: Path) -> Diagnostic:
    text = f"`{display_path(folder)}` is not empty"
    help_ = "choose another folder with `-o`"
    return Diagnostic(
        codes.CANNOT_BEGIN_PROJECT, text, Span(""), "expected a new or empty folder", help_
    )
