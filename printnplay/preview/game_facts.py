"""The facts of the game on the page: its title, players, time, age and the size of its cards."""

from typing import Any

from msgspec import Struct, to_builtins

from printnplay.build.card_size import card_size_in, with_card_size
from printnplay.build.facts import TITLE, Facts, facts_in, with_facts
from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import BOM, leaves, rewritten
from printnplay.kernel.geometry import Size
from printnplay.kernel.named_sizes import CARD_SIZES, find_card_size
from printnplay.preview.edits import NotWrittenError, check_forms, rewrite_all
from printnplay.preview.groups import game_source
from printnplay.preview.journal import digest
from printnplay.preview.live import LiveGame
from printnplay.preview.new_kinds import in_game

LONGEST = 60
"""The letters of the longest title: as the start page takes them. A guess."""


SIDES = (5, 500)
"""The shortest and the longest side of a card to choose, in mm: of a token, and of a board. A
guess."""


class CardSize(Struct, frozen=True):
    """The size of cards: a name, or a width and height in mm."""

    name: str = ""
    width: float = 0
    height: float = 0

    @property
    def fault(self) -> str:
        """What is wrong with it; empty if nothing is."""
        if self.name:
            return "" if find_card_size(self.name) else f"`{self.name}` is not a size of cards"
        is_size = all(SIDES[0] <= side <= SIDES[1] for side in (self.width, self.height))
        return "" if is_size else f"write a width and height from {SIDES[0]} to {SIDES[1]} mm"


class FactsEdit(Struct, frozen=True):
    """A title, facts and a size to write; `tag` is the digest of game.yaml that the user saw."""

    tag: str
    title: str
    facts: Facts
    size: CardSize | None = None


def about_facts(live: LiveGame) -> dict[str, Any]:
    """Return the title and the facts as game.yaml has them, and its digest."""
    with live.lock:
        source = game_source(live)
        title = leaves(source.removeprefix(BOM)).get(TITLE)
        return {
            "tag": digest(source.encode()),
            "title": title.value if title else "",
            "facts": to_builtins(facts_in(source.removeprefix(BOM))),
            "size": _size(live, card_size_in(source.removeprefix(BOM))),
            "sizes": [_named(name, one.size, one.says) for name, one in CARD_SIZES.items()],
            "file": display_path(live.catalog.game_folder(live.game_id) / "game.yaml"),
        }


def _size(live: LiveGame, name: str | None) -> dict[str, Any] | None:
    return None if name is None or live.game is None else _named(name, live.game.card)


def _named(name: str, size: Size, says: str = "") -> dict[str, Any]:
    return {"name": name, "width": size.width / 1000, "height": size.height / 1000, "about": says}


def write_facts(live: LiveGame, edit: FactsEdit) -> str:
    """Write the title and the facts of a game, and the size of its cards; return the changed file.

    Raises:
        NotWrittenError: one of them is wrong, or the file cannot be edited or has changed.
    """
    with live.lock:
        title = " ".join(edit.title.split())
        check_forms({"other": title}, limited=live.catalog.limited)
        if not title or len(title) > LONGEST:
            raise NotWrittenError(f"write a title of at most {LONGEST} letters")
        size = edit.size
        if fault := edit.facts.fault or (size and size.fault):
            raise NotWrittenError(fault)

        def changed(source: str) -> str:
            if digest(source.encode()) != edit.tag:
                raise NotWrittenError("game.yaml was changed meanwhile; look at it again")
            source = with_facts(rewritten(source, {TITLE: title}), edit.facts)
            return with_card_size(source, size.name, size.width, size.height) if size else source

        change = in_game(live, changed)
        rewrite_all(live, [change], "change the title, players, time, age or size")
        return change[0]
