"""Read a version of a game from its files: load it, render its faces, and take its state."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from printnplay.changes.gallery import Version
from printnplay.changes.looks import back_name
from printnplay.changes.state import GameState
from printnplay.changes.taking import state_of
from printnplay.edition.bilingual import edition_of
from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.kept_counts import may_pass
from printnplay.edition.loaded import LoadedGame, Scrutiny, open_game
from printnplay.edition.request import memo_of
from printnplay.files.catalog import Catalog
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.kit import rulebook_of
from printnplay.pdf import Printout, bake_for
from printnplay.raster.overlay import Pixels, opened
from printnplay.raster.png import image_of, page_images
from printnplay.scene.picture import Picture

UNPROVED = Scrutiny(texts=False)
"""The texts of both versions are compared, not checked."""

SETTINGS = PrintSettings(PAPERS["a4"])
"""The paper for the layout of boxes; their panels are the same on every paper."""

PER_INCH = 100
"""The resolution of pictures in a report, in pixels per inch: text of 7 points is readable, and a
poker card takes some 15 kB."""


def read_version(catalog: Catalog, game: str, languages: Sequence[str] = ()) -> Version:
    """Return the current version of a game, in some languages; in all of its own if none are named.

    Raises:
        FaultsError: the game cannot be rendered.
    """
    problems = Problems()
    chosen = _chosen(catalog, game, languages)
    return version_of(_opened(catalog, game, chosen, problems), chosen, problems)


def read_state(catalog: Catalog, game: str, languages: Sequence[str]) -> GameState:
    """Return the state of a game whose rules do not run; cached until a file changes.

    Raises:
        FaultsError: the game cannot be rendered.
    """
    chosen = _chosen(catalog, game, languages)
    memo, files = memo_of(catalog), catalog.contents()
    key = key_of("state", game, chosen, files)
    known = memo.take_value(GameState, key) if memo and files else None
    if known is not None:
        return known
    problems = Problems()
    state = version_of(_opened(catalog, game, chosen, problems), chosen, problems).state
    if memo and files and not may_pass(problems.found):
        memo.put_value(key, state)
        memo.write()
    return state


def _chosen(catalog: Catalog, game: str, languages: Sequence[str]) -> list[str]:
    return [one for one in catalog.languages_of(game) if not languages or one in languages]


def _opened(
    catalog: Catalog, game: str, languages: Sequence[str], problems: Problems
) -> LoadedGame:
    loaded = open_game(catalog, game, languages, problems, UNPROVED)
    if loaded is None:
        raise FaultsError(problems.found)
    return loaded


def version_of(loaded: LoadedGame, languages: Sequence[str], problems: Problems) -> Version:
    """Return the version of a loaded game; `problems` receives the faults of its faces.

    Stamps are left out: a new version number would change every card.
    """
    loaded = replace(loaded, game=replace(loaded.game, stamp=None))
    editions = {one: edition_of(loaded, Languages(one), problems, draft=True) for one in languages}
    state = state_of(loaded, list(editions.values()), SETTINGS)
    return Version(state, {one: Rendered(edition) for one, edition in editions.items()})


class Rendered(Struct, frozen=True, dict=True):
    """The pictures of an edition."""

    edition: Edition

    def image(self, name: str) -> "Pixels | None":
        """Return a picture; None if there is none of this name."""
        kind, _, rest = name.partition(" ")
        if kind == "page":
            return self._pages.get(int(rest))
        picture = self._picture(kind, rest)
        return image_of(picture, self.edition.loaded.shelf.faces, PER_INCH) if picture else None

    def _picture(self, kind: str, name: str) -> Picture | None:
        edition = self.edition
        if kind == "board":
            return edition.board_of(name)
        if kind == "cover":
            return edition.cover() if name == "front" else edition.back_cover
        if kind == "back":
            group = next(
                (one for one in edition.game.groups if back_name(edition, one) == name), None
            )
            return edition.back(group) if group else None
        id_ = name.removesuffix(" (back)")
        card = next((one for one in edition.game.cards if one.id == id_), None)
        return edition.face(card, back=id_ != name) if card else None

    @cached_property
    def _pages(self) -> Mapping[int, Pixels]:
        """The pages of the rulebook by number."""
        document = rulebook_of(self.edition)
        if not document.sheets:
            return {}
        printout = Printout("rulebook", document, bake_for([document]))
        return dict(enumerate(map(opened, page_images(printout, PER_INCH)), start=1))
