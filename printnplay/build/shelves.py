"""Index pages of rulebooks: one for each game and one for all games."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.build_records import BuiltFile
from printnplay.build.screen import place_of
from printnplay.build.screen_fonts import fonts_of_names, web_fonts
from printnplay.edition.drafts import in_brackets
from printnplay.edition.looks import find_look
from printnplay.files.catalog import Catalog
from printnplay.files.door import LARGEST, ReadError, is_there, read
from printnplay.files.seals import write_own
from printnplay.game.game import Game
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.game import load
from printnplay.loading.texts import read_texts
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen import COVER
from printnplay.rulebook.screen.book import Place
from printnplay.rulebook.screen.page import described_in
from printnplay.rulebook.screen.shelf import Shelf, Volume, shelf_page
from printnplay.scene.style import Style
from printnplay.text.families import named
from printnplay.text.fonts import FontShelf

INDEX = "index.html"
BASE = "base"
"""Style of the page for all games, because each game may have its own."""

Pages: TypeAlias = Mapping[tuple[str, str], BuiltFile]
"""The page of each game in each language."""


def write_shelves(
    output: Path, catalog: Catalog, pages: Pages, *, has_list: bool
) -> tuple[BuiltFile, ...]:
    """Write an index page for each game in several languages, and one for all games if `has_list`.

    Existing index pages are kept if no page is new.

    Raises:
        FaultsError: a page cannot be written.
    """
    games = tuple(dict.fromkeys(game for game, _ in pages))
    made = [output / game / INDEX for game in games if len(_languages(pages, game)) > 1]
    made += [output / INDEX] if has_list else []
    fresh = any(file.fresh for file in pages.values()) or not all(map(is_there, made))
    if fresh:
        shelves = _Shelves(output, catalog, pages, has_list)
        write_own({path: shelves.page(path).encode() for path in made}, output)
    sizes = (len(read(path, LARGEST, anywhere=True)) for path in made)
    return tuple(BuiltFile(path, 1, size, fresh) for path, size in zip(made, sizes, strict=True))


def _languages(pages: Pages, game: str) -> tuple[str, ...]:
    return tuple(language for owner, language in pages if owner == game)


class _Shelves(Struct, frozen=True):
    """Creates the index pages for the pages of a build."""

    output: Path
    catalog: Catalog
    pages: Pages
    has_list: bool

    def page(self, path: Path) -> str:
        """Return the page for a path: that of all games, or of the game in whose folder it is."""
        if path.parent == self.output:
            return self._all_games()
        return self._game(path.parent.name)

    def _game(self, game_id: str) -> str:
        languages = _languages(self.pages, game_id)
        game = self._loaded(game_id)
        volumes = tuple(
            Volume(self._place(game_id, language, game_id), self._cover(game_id, language))
            for language in languages
        )
        words = self._words(game_id, languages)
        back = Place("../index.html", words["screen.games"], words[""]) if self.has_list else None
        return self._shelf(words["title"], words, volumes, game.style, back)

    def _all_games(self) -> str:
        games = tuple(dict.fromkeys(game for game, _ in self.pages))
        words = self._words(games[0], _languages(self.pages, games[0]))
        volumes = tuple(self._volume(game, words[""]) for game in games)
        return self._shelf(words["screen.games"], words, volumes, BASE, None)

    def _volume(self, game_id: str, language: str) -> Volume:
        """Return the entry of a game on the page of all games; prefer this language."""
        languages = _languages(self.pages, game_id)
        shown = language if language in languages else languages[0]
        places = tuple(self._place(game_id, other) for other in languages)
        title = self._words(game_id, [shown])["title"]
        place = replace(self._place(game_id, shown), name=title)
        more = places if len(places) > 1 else ()
        about = described_in(read(self.pages[game_id, shown].path, LARGEST, anywhere=True))
        about = about.removeprefix(title).lstrip(". ")
        style = completed(self._look(self._loaded(game_id).style))
        return Volume(place, self._cover(game_id, shown), more, about, style)

    def _place(self, game: str, language: str, below: str = "") -> Place:
        """Return the link to a game's page, relative to the output or to the game's folder."""
        path = self.pages[game, language].path
        return place_of(path.relative_to(self.output / below).as_posix(), language)

    def _cover(self, game: str, language: str) -> bytes:
        page = self.pages[game, language].path
        try:
            return read(page.with_name(page.stem + COVER), LARGEST, anywhere=True)
        except ReadError:
            return b""

    def _loaded(self, game_id: str) -> Game:
        game = load(self.catalog, game_id, Problems())
        assert game is not None, "its pages have just been made"
        return game

    def _words(self, game: str, languages: Sequence[str]) -> Mapping[str, str]:
        """Return texts by key, in the original if available, or as a draft shows missing ones.

        `""` is the language, `"title"` the title of the game.
        """
        loaded = self._loaded(game)
        language = loaded.original_in(languages)
        texts = read_texts(self.catalog, game, (language,), Problems(), loaded)
        own, source = texts[language], texts[loaded.original_in(texts)]

        def shown(key: str) -> str:
            if key in own.entries:
                return own.entries[key].plain
            said = source.entries[key].plain if key in source.entries else key
            return in_brackets(said, source.language, language)

        keys = ("kit.rulebook", "screen.games", "screen.languages")
        words = {key: shown(key) for key in keys}
        return {"": language, "title": loaded.title_in(own), **words}

    def _shelf(
        self,
        title: str,
        words: Mapping[str, str],
        volumes: tuple[Volume, ...],
        style: str,
        back: Place | None,
    ) -> str:
        look = self._look(style)
        places = [place for volume in volumes for place in (volume.place, *volume.languages)]
        said = [*(place.name for place in places), *(volume.about for volume in volumes)]
        letters = "".join((title, *said, words["kit.rulebook"], back.name if back else ""))
        shelf = FontShelf(self.catalog.font_folders())
        families: set[str] = set()
        for one in (look, *(volume.style for volume in volumes if volume.style)):
            for text in one.text.values():
                families.add(text.family)
                for weight in (text.weight, text.bold):
                    shelf.use(text.family, weight, italic=False)
        faces = [face for face in shelf.faces if face.family in families and not face.italic]
        others = fonts_of_names(look, shelf, letters, faces)
        return shelf_page(
            Shelf(
                title,
                words[""],
                volumes,
                completed(look),
                (*web_fonts(faces, shelf, letters), *others),
                words["screen.languages"],
                words["kit.rulebook"],
                back,
            )
        )

    def _look(self, style: str) -> Style:
        found = find_look(self.catalog, style, Span(""), Problems())
        assert found is not None, "pages in it have just been made"
        return named(found.style, FontShelf(self.catalog.font_folders()))
