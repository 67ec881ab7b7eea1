"""The facts of the game on the page: its title, its players, its time and its age."""

from typing import Any

from msgspec import Struct, to_builtins

from printnplay.build.facts import TITLE, Facts, facts_in, with_facts
from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import BOM, leaves, rewritten
from printnplay.preview.edits import NotWrittenError, check_forms, rewrite_all
from printnplay.preview.groups import game_source
from printnplay.preview.journal import digest
from printnplay.preview.live import LiveGame
from printnplay.preview.new_kinds import in_game

LONGEST = 60
"""The letters of the longest title: as the start page takes them. A guess."""


class FactsEdit(Struct, frozen=True):
    """A title and facts to write; `tag` is the digest of game.yaml that the user saw."""

    tag: str
    title: str
    facts: Facts


def about_facts(live: LiveGame) -> dict[str, Any]:
    """Return the title and the facts as game.yaml has them, and its digest."""
    with live.lock:
        source = game_source(live)
        title = leaves(source.removeprefix(BOM)).get(TITLE)
        return {
            "tag": digest(source.encode()),
            "title": title.value if title else "",
            "facts": to_builtins(facts_in(source.removeprefix(BOM))),
            "file": display_path(live.catalog.game_folder(live.game_id) / "game.yaml"),
        }


def write_facts(live: LiveGame, edit: FactsEdit) -> str:
    """Write the title and the facts of a game; return the changed file.

    Raises:
        NotWrittenError: one of them is wrong, or the file cannot be edited or has changed.
    """
    with live.lock:
        title = " ".join(edit.title.split())
        check_forms({"other": title}, limited=live.catalog.limited)
        if not title or len(title) > LONGEST:
            raise NotWrittenError(f"write a title of at most {LONGEST} letters")
        if edit.facts.fault:
            raise NotWrittenError(edit.facts.fault)

        def changed(source: str) -> str:
            if digest(source.encode()) != edit.tag:
                raise NotWrittenError("game.yaml was changed meanwhile; look at it again")
            return with_facts(rewritten(source, {TITLE: title}), edit.facts)

        change = in_game(live, changed)
        rewrite_all(live, [change], "change the title, players, time or age")
        return change[0]
