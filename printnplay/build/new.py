"""New projects: create a small game that builds immediately and can be changed step by step."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from printnplay.build.schemas import first_line, schema_files
from printnplay.edition.choosing import NOWHERE
from printnplay.edition.templates import BACK_PAGE
from printnplay.faces.template_files import SUFFIX
from printnplay.files.catalog import GLOSSARY, PACKAGE, TAKEN, shipped_root
from printnplay.files.door import files_below, is_there, names_in, read_text, resolved
from printnplay.files.writing import write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.strings import key_name, plain_name
from printnplay.kernel.suggestions import listed
from printnplay.loading.forms import LONGEST_NAME

if TYPE_CHECKING:
    from printnplay.build.facts import Facts

STARTERS: Mapping[str, str] = {
    "plain": "two kinds of cards, a rulebook and a box, plain enough to become anything",
    "poker-deck": "a deck of 54 playing cards, with rules on one folded sheet",
    "tarot": "large dark cards with emblems, and a booklet on what they say",
    "tiles": "hexagonal tiles and round tokens",
    "rulebook-only": "a rulebook only, for a game with dice or everyday objects",
    "cards": "a deck from a table: one template, no rulebook and no box",
    "csv": "cards from a spreadsheet, each with a picture of its own, a rulebook and a box",
    "flashcards": "words in two languages from a spreadsheet, question and answer",
    "standees": "standing figures to fold, glue and cut out, with bases",
    "dice": "stickers for blank dice of 16 mm, and dice to fold from paper",
    "score-pad": "score sheets for four players, several on a page",
    "dials": "dials of two discs, such as life counters",
    "screen": "a player screen in three panels, with a player aid inside",
}
"""Starters for a project. Each is a folder in `starters/`, for a game with the id and title below.
"""

LOOKS: Mapping[str, str] = {
    "playful": "bright and round, with confetti",
    "classic": "ivory, burgundy and gold, with engraved lines",
    "sci-fi": "a field of hexagons at night, with lines of light",
    "nature": "leaves, moss and clay",
    "minimal": "white space and one colour",
    "noir": "light through blinds, bone paper and red",
}
"""The looks that a project can begin with: each is a bundled style, which `like` and `style` name,
too. Their templates are those of the style `framed`, with ornaments of their own.
"""

FRAMED = "framed"
"""The style whose templates all looks share."""

EVERY, PLAIN = "every", "plain"
"""Folder with files for all projects, and the default starter."""

ID, TITLE = "my-game", "My Game"
MAX_BYTES = 1 << 20
"""Maximum size of a starter file in bytes: the same as for YAML (`files/yaml_tree.py`)."""

TEMPLATES = Path("templates")
BASE = "base"
"""Bundled style that is copied into a project of the plain starter without another look."""

POINTERS = "pointers"
"""Its template of arrows and numbers, which figures import from there."""

UNVERSIONED = "/output/\n"
"""The folders that git leaves out of commits: builds make them again."""

GAME, CARDS = "game.yaml", "cards.csv"

LISTED = (".yaml", ".csv", ".md")
DRAWINGS = (".svg", ".svg.j2")
KINDS = frozenset({".yaml", ".j2", ".json", ".csv", ".svg", ".md"})


_NO_FILE = r'[<>:"|?*\\\x00-\x1f\x7f-\x9f\u2028\u2029]'
_REFUSED = re.compile(
    r"(?:con|prn|aux|nul|con(?:in|out)\$|(?:com|lpt)[\d¹²³])(?: *\..*)?"
    rf"|.*{_NO_FILE}.*|.*[. ]",
    re.IGNORECASE | re.DOTALL,
)
"""Names that Windows does not allow for files, and those with line feeds or other control
characters."""


def start(
    folder: Path,
    starter: str = PLAIN,
    language: str = REFERENCE,
    look: str = "",
    about: Callable[[str], str] = str,
) -> tuple[Path, ...]:
    """Write a project with one game, named after the folder; return the files to edit.

    Templates and pictures are numerous, so each folder of them gives one path: `*.svg.j2`.
    `look` is one of `LOOKS`; empty for black on white. `about` returns what to write for game.yaml.

    Raises:
        FaultsError: the folder is not empty, cannot be written, or its name is not valid for a
            game; the starter has no texts in the language, or a look of its own.
    """
    name = resolved(folder).name
    title = re.sub(r"[\W_]+", " ", name).strip()
    game = id_of(title)
    refused = any(map(_REFUSED.fullmatch, (name, game))) or game in _bundled()
    if not game or game in TAKEN or len(game) > LONGEST_NAME or refused:
        raise FaultsError([_nameless(folder)])
    if is_there(folder) and (not folder.is_dir() or names_in(folder)):
        raise FaultsError([_taken(folder)])
    if look and starter != PLAIN:
        raise FaultsError([_has_own_look(starter, look)])
    root, style = PACKAGE / "starters", TEMPLATES / ID
    drawings: dict[Path, str] = {}
    for name in (FRAMED, look) if look else (BASE,) if starter == PLAIN else ():
        drawings |= _texts(shipped_root() / TEMPLATES / name, style)
    # The starter uses neither: its rulebook has a template for its back, and no figures.
    for name in (BACK_PAGE, POINTERS):
        drawings.pop(style / f"{name}{SUFFIX}", None)
    own = _in_language(_texts(root / starter, Path()), starter, language)
    texts = {**_texts(root / EVERY, Path()), **own}
    # A look draws all cards, those of the starter, too.
    texts = {**texts, **drawings} if look else {**drawings, **texts}
    texts = {path: first_line(path) + text for path, text in texts.items()} | schema_files()
    renamed = {
        _named(path.as_posix(), game, title): _named(_written_in(language, text), game, title)
        for path, text in texts.items()
    }
    renamed[f"designs/{game}/{GAME}"] = about(renamed[f"designs/{game}/{GAME}"])
    files = renamed | {".gitignore": UNVERSIONED}
    write_all(
        {folder / path: text.encode() for path, text in files.items()},
        folder,
        lambda path, _: _taken(path),  # another program has written it since
    )
    listed = {path for path in renamed if path.endswith(LISTED)}
    for ending in DRAWINGS:
        listed |= {
            f"{Path(path).parent.as_posix()}/*{ending}" for path in renamed if path.endswith(ending)
        }
    return tuple(folder / path for path in sorted(listed))


def named_after(title: str) -> str:
    """Return a title as the name of a folder, without what Windows does not allow there.

    >>> named_after('Who is it? "Me..."')
    'Who is it Me'
    """
    return " ".join(re.sub(_NO_FILE, " ", title).split()).rstrip(". ")


def facts_of(starter: str) -> "Facts":
    """Return the facts of the game of a starter."""
    from printnplay.build.facts import facts_in

    path = PACKAGE / "starters" / starter / "designs" / ID / GAME
    return facts_in(read_text(path, MAX_BYTES))


def languages_of(starter: str) -> tuple[str, ...]:
    """Return the languages that a starter has texts in."""
    return tuple(sorted(_languages(_texts(PACKAGE / "starters" / starter, Path()))))


def _languages(texts: Mapping[Path, str]) -> set[str]:
    """Return the languages of the texts of a starter."""
    return {path.parent.name for path in texts if path.match(f"locales/*/{ID}.yaml")} - {GLOSSARY}


def _in_language(texts: Mapping[Path, str], starter: str, language: str) -> dict[Path, str]:
    """Return the files of a starter with its texts and terms in one language.

    `locales/<language>/` has the terms as `glossary.yaml`, and the cards of a table as `cards.csv`;
    those in English are in their final place.
    """
    known = _languages(texts)
    if language not in known:
        raise FaultsError([_no_texts(starter, language, sorted(known))])
    others = {Path("locales") / name for name in known - {language}}
    chosen = {path: text for path, text in texts.items() if path.parent not in others}
    terms = chosen.pop(Path("locales") / language / f"{GLOSSARY}.yaml", None)
    rows = chosen.pop(Path("locales") / language / CARDS, None)
    final = {Path("locales") / GLOSSARY / f"{ID}.yaml": terms, Path("designs") / ID / CARDS: rows}
    return chosen | {path: text for path, text in final.items() if text}


def _written_in(language: str, text: str) -> str:
    """Return a file of a starter that names the language of its texts."""
    if language == REFERENCE:
        return text
    named = text.replace(f"title: {TITLE}\n", f"title: {TITLE}\noriginal: {language}\n")
    return named.replace(f"locales/{REFERENCE}/", f"locales/{language}/")


def reserved_names() -> frozenset[str]:
    """Return the names that no new game may have."""
    return _bundled() | TAKEN


def _bundled() -> frozenset[str]:
    """Return the names of bundled games and styles, whose files would be mixed with new ones."""
    folders = (shipped_root() / "designs", shipped_root() / "templates")
    return frozenset(name for folder in folders for name in names_in(folder)) - {"fonts"}


def id_of(title: str) -> str:
    """Convert the title to an id of a to z, without accents; empty if a letter would be lost."""
    plain = plain_name(title, "-")
    return plain if plain == key_name(title) else ""


def _texts(root: Path, below: Path) -> dict[Path, str]:
    """Read the files below a folder; return their texts by target path."""
    return {
        below / path.relative_to(root): read_text(path, MAX_BYTES)
        for path in files_below(root, KINDS)
    }


def _named(text: str, game: str, title: str) -> str:
    return text.replace(ID, game).replace(TITLE, title.title() if title.islower() else title)


def _nameless(folder: Path) -> Diagnostic:
    text = f"`{folder}` is not a valid name for a game"
    return Diagnostic(
        codes.CANNOT_BEGIN_PROJECT,
        text,
        NOWHERE,
        f"expected at most {LONGEST_NAME} letters a to z and digits; not `common`,"
        " `language`, a bundled game or style, or a name that Windows reserves, such as `con`",
        "choose another name, such as lost-city",
    )


def _no_texts(starter: str, language: str, known: Sequence[str]) -> Diagnostic:
    having = [name for name in STARTERS if language in languages_of(name)]
    return Diagnostic(
        codes.CANNOT_BEGIN_PROJECT,
        f"the starter `{starter}` has no texts in `{language}`",
        NOWHERE,
        f"expected one of {', '.join(known)}",
        f"use `--from` with one of {listed(having)}"
        if having
        else f"start without `--language`, and run `printnplay l10n add {language}`",
    )


def _has_own_look(starter: str, look: str) -> Diagnostic:
    return Diagnostic(
        codes.STARTER_HAS_LOOK,
        f"the starter `{starter}` cannot have the look `{look}`",
        NOWHERE,
        "it has a look of its own",
        f"leave out `--from`, or write `like: {look}` into the style.yaml of the new project",
    )


def _taken(folder: Path) -> Diagnostic:
    text = f"`{folder}` is not empty"
    return Diagnostic(
        codes.CANNOT_BEGIN_PROJECT,
        text,
        NOWHERE,
        "expected a new or empty folder",
        "choose another name",
    )
