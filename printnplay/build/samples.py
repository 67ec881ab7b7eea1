"""What a game still has of the starter that it began with: texts and pictures."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from printnplay.files.catalog import PACKAGE, display_path
from printnplay.files.door import LARGEST, ReadError, files_below, names_in, read, read_text
from printnplay.game.texts import Text
from printnplay.kernel.suggestions import counted

if TYPE_CHECKING:
    from printnplay.edition.loaded import LoadedGame

FEWEST_WORDS = 3
"""The fewest words of a text that counts as a sample: shorter ones are common. A guess."""

HEADING = ".title"
"""The end of keys of headings, such as *Goal of the game*: any game may keep them."""

STARTERS = PACKAGE / "starters"
"""The folder of the starters."""

TEXTS = frozenset({".yaml"})
PICTURES = frozenset({".svg"})
NAMING = frozenset({".csv", ".j2", ".yaml"})
"""The endings of files that may name a picture."""

BEGIN = 12
"""The letters of a text that its file is searched for before it is parsed: few are written with
escapes there. A guess."""

LISTING = "`printnplay check`"
"""The command that says where they are."""

_PLACEHOLDER = re.compile(r"\{[^}]*\}")


class Samples(Struct, frozen=True):
    """The places of the texts and pictures of a game that are still those of a starter."""

    texts: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.texts or self.pictures)

    def remark(self, game: str, where: str) -> str:
        """Return a remark on a game, and where they are listed.

        >>> Samples(("en/a.yaml:6",), ("art/sea.svg",)).remark("Reef", "`printnplay check`")
        'Reef: still from the starter: 1 text and 1 picture; see `printnplay check`'
        """
        texts, pictures = counted(len(self.texts), "text"), counted(len(self.pictures), "picture")
        if self.texts and self.pictures:
            return f"{game}: still from the starter: {texts} and {pictures}; see {where}"
        what = texts if self.texts else pictures
        return f"{game}: still from the starter: {what}; see {where}"


def samples_in(loaded: "LoadedGame") -> Samples:
    """Return what a game of a project still has of a starter; nothing for bundled games."""
    game, catalog = loaded.game, loaded.catalog
    if game.edition or game.id not in catalog.own_games():
        return Samples()
    texts = loaded.texts[game.original_in(loaded.texts)]
    spans = [text.span for text in texts.entries.values() if is_sample(text, texts.language)]
    return Samples(tuple(f"{span.file}:{span.line}" for span in spans), tuple(_pictures(loaded)))


def remark_on(loaded: "LoadedGame") -> str:
    """Return a remark for a build about what a game still has of a starter; empty if nothing."""
    left = samples_in(loaded)
    return left.remark(loaded.game.id, LISTING) if left else ""


def is_sample(text: Text | None, language: str) -> bool:
    """Return whether a text is still that of a starter; headings and one or two words are not."""
    if text is None or text.key.endswith(HEADING):
        return False
    if len(_PLACEHOLDER.sub("", text.plain).split()) < FEWEST_WORDS:
        return False
    return any(
        text.plain[:BEGIN] in source and (text.key, text.plain) in _texts_in(source, language)
        for source in _sources(language)
    )


@cache
def _sources(language: str) -> tuple[str, ...]:
    """Return the files of texts of all starters in a language."""
    folders = (STARTERS / name / "locales" / language for name in names_in(STARTERS))
    files = (file for folder in folders for file in files_below(folder, TEXTS))
    return tuple(read_text(file, LARGEST) for file in files)


@cache
def _texts_in(source: str, language: str) -> frozenset[tuple[str, str]]:
    """Return the texts of a file, each with its key."""
    from printnplay.files.yaml_edits import leaves

    return frozenset(
        (path.removeprefix(f"{language}."), leaf.value) for path, leaf in leaves(source).items()
    )


def _pictures(loaded: "LoadedGame") -> Iterator[str]:
    """Yield the pictures of a game that a starter has, too, and that one of its files names."""
    folder = loaded.catalog.game_folder(loaded.game.id)
    samples = {path.name: path for path in files_below(STARTERS, PICTURES)}
    own = [
        path
        for path in files_below(folder / "art", PICTURES)
        if path.name in samples and _content(path) == _content(samples[path.name])
    ]
    if own:
        places = (folder, *loaded.folders[:1])
        naming = [_content(file) for place in places for file in files_below(place, NAMING)]
        named = (path for path in own if any(path.name.encode() in text for text in naming))
        yield from map(display_path, named)


def _content(file: Path) -> bytes:
    """Return the content of a file; empty if it cannot be read, which others report."""
    try:
        return read(file, LARGEST)
    except ReadError:
        return b""
