"""Locations of data: the user's project first, then the data that ships with the tool.

A project is the folders `designs`, `locales` and `templates` in a directory. Whatever it lacks is
searched for in the tool's own data: in the installed package, or beside it in a checkout. Nothing
is read here, so listing and checking for changes stay fast.

Anything with the name of an expected file is used as that file, even a folder or a broken link:
reading it reports an error, whereas skipping it would silently build something else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from printnplay.files.door import (
    files_below,
    hashes_below,
    is_there,
    names_below,
    open_root,
    resolved,
)
from printnplay.files.plugins import plug_ins
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.suggestions import listed

PACKAGE = Path(__file__).resolve().parent.parent

FOLDERS = ("designs", "locales", "templates")
"""The folders of a project."""

GLOSSARY = "glossary"
"""The folder among the languages that holds the terms of each game; it is not a language."""

USAGE = "language.yaml"
"""The file of a language with the facts that checks need; it has no texts."""

COMMON = "common"
"""The name of the file of texts that all games share."""

CHAPTERS = ".md"
"""The ending of the file of a game's chapters, beside its texts."""

TAKEN = frozenset({COMMON, USAGE.removesuffix(".yaml")})
"""Reserved names of files of a language, which no game may have."""

OF_EDITION = "."
"""Between a game and one of its editions, in commands and file names: `lost-city.demo`. No game has
it in its id."""

_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE | re.DOTALL)


def is_reserved(name: str) -> bool:
    """Return whether a name is reserved for devices on Windows, which cannot open it as a file.

    >>> is_reserved("aux.svg"), is_reserved("con-1")
    (True, False)
    """
    return _RESERVED.fullmatch(name) is not None


COUNTED = frozenset(
    {".yaml", ".j2", ".py", ".json"}
    | {".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".ods"}
    | {".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp"}
    | {".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"}
    | {f".{one.name}" for one in plug_ins("tables")}
)
"""The endings of files that can influence a build."""

_NAME = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


class UnknownNameError(FaultsError, LookupError):
    """An unknown or invalid name of a game, language or style.

    Names that the user gives are checked first; others were listed before somebody renamed or
    removed a folder.
    """

    def __init__(self, kind: str, name: str, names: Iterable[str]) -> None:
        """Keep the kind (`game`), the given name, and the existing names."""
        self.kind = kind
        self.name = name
        self.known = tuple(names)
        label = f"expected one of {listed(self.known)}" if self.known else "there is none"
        cure = "if somebody has just renamed or removed its folder, run the command again"
        text = f"there is no {kind} `{name}`"
        super().__init__([Diagnostic(codes.NO_SUCH_NAME, text, Span(""), label, cure)])


SERVICES = PACKAGE / "services"
"""The folder of the print services that come with the tool."""

LABEL_SHEETS = PACKAGE / "label-sheets"
"""The folder of the label sheets that come with the tool."""

FACTORIES = PACKAGE / "factories"
"""The folder of the requirements of factories that come with the tool."""

PROFILES = PACKAGE / "profiles"
"""The folder of the ICC profiles that come with the tool."""


def shipped_root() -> Path:
    """Return the folder that holds the data that comes with the tool."""
    installed = PACKAGE / "data"
    return installed if installed.is_dir() else PACKAGE.parent


def shipped_designs() -> Path:
    """Return the folder of the games that come with the tool, without links."""
    return (shipped_root() / "designs").resolve()


def display_path(path: Path) -> str:
    """Return the path for messages, relative to the working directory if it is below that."""
    absolute = path.absolute()
    here = Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()


class Catalog:
    """Finds the files of games, languages, styles and fonts."""

    def __init__(
        self,
        project: Path,
        shipped: Path | None = None,
        *,
        trusted: bool = False,
        limited: bool = True,
        cached: bool = True,
    ) -> None:
        """Search `project` first, then `shipped` (by default the tool's own data).

        `trusted` allows running rules written in Python, `limited` limits the size of games,
        `cached` reuses renderings of earlier commands.
        """
        self.trusted = trusted
        self.limited = limited
        self.cached = cached
        shipped = shipped_root() if shipped is None else shipped
        same = resolved(project) == resolved(shipped)
        self.roots = (project,) if same else (project, shipped)
        open_root(shipped, shipped=True)
        open_root(SERVICES, shipped=True)
        open_root(LABEL_SHEETS, shipped=True)
        open_root(FACTORIES, shipped=True)
        open_root(PROFILES, shipped=True)
        open_root(project)

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted; any folder with YAML files counts as a game."""
        return _sorted(file.parent.name for file in self._matches("designs/*/*.yaml"))

    def own_games(self) -> tuple[str, ...]:
        """Return the ids of the project's own games, the default if no game is named."""
        return _sorted(file.parent.name for file in self.roots[0].glob("designs/*/*.yaml"))

    def ships(self, file: str) -> bool:
        """Return whether a file, as messages name it, comes with the tool: no project has it."""
        path, project, shipped = (
            one.absolute() for one in (Path(file), self.roots[0], self.roots[-1])
        )
        return path.is_relative_to(shipped) and not path.is_relative_to(project)

    def misnamed(self) -> tuple[tuple[str, Path], ...]:
        """Return folders of games or languages with invalid names."""
        kinds = (("game", "designs/*/*.yaml"), ("language", "locales/*/*.yaml"))
        found = {
            (kind, file.parent): None
            for kind, pattern in kinds
            for file in sorted(self.roots[0].glob(pattern))
            if not is_plain(file.parent.name)
        }
        return tuple(found)

    def misspelt(self) -> tuple[Path, ...]:
        """Return the project's files of games and texts that end in `.yml` instead of `.yaml`."""
        patterns = ("designs/*/*.yml", "locales/*/*.yml", "templates/*/*.yml")
        return tuple(sorted(file for one in patterns for file in self.roots[0].glob(one)))

    def game_folder(self, game: str) -> Path:
        """Return the folder of a game, which its editions share.

        Raises:
            UnknownNameError: there is no such game.
        """
        base = base_of(game)
        for folder in self._each(f"designs/{base}") if is_plain(base) else ():
            if any(folder.glob("*.yaml")):
                return folder
        raise UnknownNameError("game", game, self.games())

    def services(self) -> Mapping[str, Path]:
        """Return the files of print services by name; the project's override the tool's own."""
        return _by_name(SERVICES, self.roots[0] / "services")

    def factories(self) -> Mapping[str, Path]:
        """Return the files of factories by name; the project's override the tool's own."""
        return _by_name(FACTORIES, self.roots[0] / "factories")

    def profiles(self) -> Mapping[str, Path]:
        """Return the ICC profiles by name; the project's override the tool's own."""
        return _by_name(PROFILES, self.roots[0] / "profiles", ending="icc")

    def label_sheets(self) -> tuple[Path, ...]:
        """Return the files of label sheets, the tool's own first: the project's override them."""
        folders = (LABEL_SHEETS, self.roots[0] / LABEL_SHEETS.name)
        return tuple(file for folder in folders for file in sorted(folder.glob("*.yaml")))

    def languages(self) -> tuple[str, ...]:
        """Return the languages that have texts, sorted."""
        return self._languages("*")

    def languages_of(self, game: str) -> tuple[str, ...]:
        """Return the languages that a game has texts in, sorted; its editions have the same."""
        base = base_of(game)
        return self._languages(base) if is_plain(base) else ()

    def locale_files(self, language: str, game: str) -> list[Path]:
        """Return the files of the common texts of a language, then the file of the game's texts.

        Of the common texts, the user's file comes last, as it overrides single texts of the tool's
        file. Of the game's texts, the user's file replaces the tool's. The texts of an edition, if
        any, come after those of its game.

        Raises:
            UnknownNameError: there is no such language, or the game's name is invalid.
        """
        if not is_plain(language) or language not in self.languages():
            raise UnknownNameError("language", language, self.languages())
        if not is_plain(base_of(game)):
            raise UnknownNameError("game", game, self.games())
        common = reversed(self._each(f"locales/{language}/{COMMON}.yaml"))
        names = () if game == COMMON else dict.fromkeys((base_of(game), game))
        own = (self._first(f"locales/{language}/{name}.yaml", language) for name in names)
        return [*(path for path in common if is_there(path)), *filter(None, own)]

    def chapter_file(self, language: str, game: str) -> Path:
        """Return the Markdown file of a game in a language, beside the file of the game's texts.

        Raises:
            UnknownNameError: there is no such language, or the game's name is invalid.
        """
        base = base_of(game)
        return self.locale_files(language, base)[-1].with_name(f"{base}{CHAPTERS}")

    def edition_files(self, game: str) -> list[Path]:
        """Return the project's files of texts and terms of editions of a game."""
        return sorted(self.roots[0].glob(f"locales/*/{game}{OF_EDITION}*.yaml"))

    def language_files(self, language: str) -> list[Path]:
        """Return the files with facts about a language; each adds to those before it.

        For a regional language, the file of the base language comes first; the user's file comes
        after the tool's own.
        """
        names = dict.fromkeys((language.split("-", 1)[0], language))
        each = (self._each(f"locales/{name}/{USAGE}")[::-1] for name in names if is_plain(name))
        return [path for paths in each for path in paths if is_there(path)]

    def glossary_files(self, game: str) -> list[Path]:
        """Return the files of the game's own glossary, then of the shared one.

        The glossary of an edition comes before that of its game.

        The user's file comes before the tool's.

        Raises:
            UnknownNameError: the game's name is invalid.
        """
        if not is_plain(base_of(game)):
            raise UnknownNameError("game", game, self.games())
        own = dict.fromkeys((game, base_of(game)))
        names = (*(f"{GLOSSARY}/{name}.yaml" for name in own), f"{GLOSSARY}.yaml")
        found = [path for name in names for path in self._each(f"locales/{name}")]
        return [path for path in found if is_there(path)]

    def template_folders(self, style: str) -> tuple[Path, ...]:
        """Return the folders of templates in order: the style's, then those of `base`.

        Raises:
            UnknownNameError: there is no such style.
        """
        own = self._folders(f"templates/{style}") if is_plain(style) else []
        if not own:
            raise UnknownNameError("style", style, self._styles())
        base = self._folders("templates/base") if style != "base" else []
        return (*own, *base)

    def font_folders(self) -> tuple[Path, ...]:
        """Return the folders of fonts, the user's first."""
        return tuple(self._folders("templates/fonts"))

    def not_folders(self) -> list[Path]:
        """Return paths of optional folders at which the user has something else, such as a file."""
        own = (self.roots[0] / name for name in (f"locales/{GLOSSARY}", "templates/fonts"))
        return [path for path in own if is_there(path) and not path.is_dir()]

    def relative(self, file: Path) -> str:
        """Return the path of a file relative to the project, or to the tool's own data."""
        root = next(root for root in self.roots if file.is_relative_to(root))
        return file.relative_to(root).as_posix()

    def inputs_of(self, game: str, language: str) -> list[Path]:
        """Return every file that can influence a build of a game in a language, in any style.

        Raises:
            UnknownNameError: there is no such game or language.
        """
        folders = [self.game_folder(game), *self._folders("templates")]
        files = [file for folder in folders for file in files_below(folder, COUNTED)]
        texts = [*self.locale_files(language, game), *self._beside(language, game, [CHAPTERS])]
        return [*files, *texts, *self.language_files(language), *self.glossary_files(game)]

    def names_beside_rules(self, game: str) -> list[str]:
        """Return the names below the folder of a game with rules, which may test for a file.

        Raises:
            UnknownNameError: there is no such game.
        """
        names = names_below(self.game_folder(game))
        return names if any(name.endswith(".py") for name in names) else []

    def checked_with(self, game: str, language: str, original: str) -> list[Path]:
        """Return the files that only checks of a language need, if they exist.

        These are the locks and remarks beside its texts, everything of the `original` language, and
        the facts about English.

        Raises:
            UnknownNameError: there is no such game or language.
        """
        checks = [".lock.json", ".remarks.json"]
        found = [*self._beside(language, game, checks), *self.language_files(REFERENCE)]
        if original != language:
            beside = self._beside(original, game, [CHAPTERS, *checks])
            found += [*self.locale_files(original, game), *beside, *self.language_files(original)]
        return found

    def _beside(self, language: str, game: str, endings: Iterable[str]) -> list[Path]:
        """Return the existing files with these endings beside the texts of a language."""
        texts = self.locale_files(language, game)
        beside = [path.with_name(path.stem + ending) for path in texts for ending in endings]
        return [path for path in beside if is_there(path)]

    def contents(self) -> dict[str, str] | None:
        """Return the hash of each file of games, languages and styles, by root number and path.

        None if some of them cannot be listed.
        """
        found: dict[str, str] = {}
        for number, root in enumerate(self.roots):
            for folder in FOLDERS:
                below = hashes_below(root / folder)
                if below is None:
                    return None
                found |= {f"{number}/{folder}/{name}": file for name, file in below.items()}
        return found

    def _languages(self, file: str) -> tuple[str, ...]:
        found = self._matches(f"locales/*/{file}.yaml")
        return _sorted(path.parent.name for path in found if path.parent.name != GLOSSARY)

    def _styles(self) -> tuple[str, ...]:
        return _sorted(file.parent.name for file in self._matches("templates/*/style.yaml"))

    def _each(self, path: str) -> list[Path]:
        return [root / path for root in self.roots]

    def _folders(self, path: str) -> list[Path]:
        return [folder for folder in self._each(path) if folder.is_dir()]

    def _matches(self, pattern: str) -> Iterator[Path]:
        for root in self.roots:
            yield from root.glob(pattern)

    def _first(self, path: str, name: str) -> Path | None:
        if not is_plain(name):
            return None
        return next((file for file in self._each(path) if is_there(file)), None)


def base_of(game: str) -> str:
    """Return the game that an edition belongs to; the game itself if it is no edition.

    >>> base_of("lost-city.demo"), base_of("lost-city")
    ('lost-city', 'lost-city')
    """
    return game.partition(OF_EDITION)[0]


def edition_in(game: str) -> str:
    """Return the name of the edition in a game's name; empty if it is no edition.

    >>> edition_in("lost-city.demo"), edition_in("lost-city")
    ('demo', '')
    """
    return game.partition(OF_EDITION)[2]


def is_plain(name: str) -> bool:
    """Return whether a name is safe as a file or folder name: no path, no dots, no spaces.

    >>> is_plain("lost-city"), is_plain("../secrets"), is_plain("")
    (True, False, False)
    """
    return _NAME.fullmatch(name) is not None


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({name for name in names if is_plain(name)}))


def _by_name(*folders: Path, ending: str = "yaml") -> Mapping[str, Path]:
    """Return the files of folders by name; those of later folders override earlier ones."""
    found = {file.stem: file for folder in folders for file in folder.glob(f"*.{ending}")}
    return {name: found[name] for name in sorted(found) if is_plain(name)}
