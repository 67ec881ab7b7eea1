"""A saved table gives what a game opened anew gives, though its changed rows alone are read."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from printnplay.files.catalog import Catalog
from printnplay.game.game import Card
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.cards import load_cards
from printnplay.preview import changes
from printnplay.preview.changed_rows import Tables
from printnplay.preview.live import LiveGame

from .conftest import GAME

CARDS, TABLE = Path(f"designs/{GAME}/cards.yaml"), Path(f"designs/{GAME}/deeds.csv")
ROWS = """\
id,copies,name@en,rule@en,kind
one,1,One,Take 1.,calm
two,2,Two,"Take 2, keep 1.",calm
three,1,Three,,wild
four,3,Four,Take {count.two}.,wild
five,1,Five,Take 5.,calm"""

ONE = "{id: deeds, where: {family: deed}, backs: yes}"
TWO = "{id: deeds, where: {kind: calm}}\n  - {id: wilds, where: {kind: wild}}"
PLAIN = "deed: {template: card, rows: deeds.csv}\n"
SHARED = """\
deed: {template: card, rows: deeds.csv, where: {kind: calm}}
wild: {template: card, rows: deeds.csv, where: {kind: wild}}
"""
TYPED = "deed: {template: card, rows: deeds.csv, columns: {kind: [calm, wild]}}\n"
SPREAD = "deed: {template: card, rows: deeds.csv, id: '{id}-{side}', axes: {side: [a, b]}}\n"
JOINED = (
    "deed: {template: card, rows: deeds.csv, join: [{table: kinds.csv, on: kind, key: name}]}\n"
)


@dataclass
class Saved:
    """A row as it was and as it is saved, and whether its row alone is read."""

    old: str
    new: str
    alone: bool = True
    cards: str = PLAIN
    groups: str = ONE


SAVES = {
    "a text": Saved("Take 1.", "Take one."),
    "a text that becomes empty": Saved("Take 1.", ""),
    "a text where there was none": Saved("Three,,", "Three,Take 3.,"),
    "a text in quotes": Saved('"Take 2, keep 1."', '"Keep 2, take 1."'),
    "a name": Saved("Five,", "Five times,"),
    "the last row": Saved("Take 5.,calm", "Take 5.,wild"),
    "two rows": Saved("One,Take 1.,calm\ntwo,2,Two", "Une,Take 1.,wild\ntwo,2,Deux"),
    "more copies": Saved("two,2", "two,3"),
    "no copies": Saved("two,2", "two,0", alone=False),
    "another id": Saved("two,2", "deux,2", alone=False),
    "rows in another order": Saved(
        'one,1,One,Take 1.,calm\ntwo,2,Two,"Take 2, keep 1.",calm',
        'two,2,Two,"Take 2, keep 1.",calm\none,1,One,Take 1.,calm',
        alone=False,
    ),
    "a line more in a cell": Saved('"Take 2, keep 1."', '"Take 2,\nkeep 1."', alone=False),
    "a heading": Saved("rule@en,kind", "rule@en,sort", alone=False),
    "an id twice": Saved("two,2", "one,2", alone=False),
    "a cell that does not end": Saved('keep 1."', "keep 1.", alone=False),
    "a fault of the row": Saved("two,2", "two,many", alone=False),
    "a row of another family": Saved(
        "Take 1.,calm", "Take 1.,wild", alone=False, cards=SHARED, groups=TWO
    ),
    "a row of one of two families": Saved(
        "Take 1.", "Take one.", alone=False, cards=SHARED, groups=TWO
    ),
    "a row of another group": Saved("Take 1.,calm", "Take 1.,wild", alone=False, groups=TWO),
    "a value of another type": Saved("Take 1.,calm", "Take 1.,mild", alone=False, cards=TYPED),
    "a declared value": Saved("Take 1.,calm", "Take 1.,wild", cards=TYPED),
    "a row of two cards": Saved("Take 1.", "Take one.", cards=SPREAD),
    "a row of a joined table": Saved("Take 1.,calm", "Take 1.,wild", alone=False, cards=JOINED),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("saved", SAVES.values(), ids=SAVES)
def test_a_saved_row_gives_what_a_game_opened_anew_gives(
    saved: Saved, city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    families = (city / CARDS).read_text("utf-8").replace(PLAIN, saved.cards)
    (city / CARDS).write_text(families, "utf-8")
    game, texts = city / f"designs/{GAME}/game.yaml", city / f"locales/en/{GAME}.yaml"
    game.write_text(game.read_text("utf-8").replace(ONE, saved.groups), "utf-8")
    titles = texts.read_text("utf-8").replace("sheets: {", 'sheets: {wilds: "Wilds", ')
    texts.write_text(titles, "utf-8")
    (city / TABLE).with_name("kinds.csv").write_text("name,strength\ncalm,1\nwild,3\n", "utf-8")
    (city / TABLE).write_text(ROWS, "utf-8")
    live = LiveGame(Catalog(city), GAME, ["en"])
    assert not live.faults
    new = ROWS.replace(saved.old, saved.new)
    reads: list[bytes] = []

    def load(
        path: Path, shown: str, problems: Problems, contents: Tables, *, original: str
    ) -> tuple[Card, ...]:
        reads.append(contents["deeds.csv"])
        return load_cards(path, shown, problems, contents, original=original)

    monkeypatch.setattr(changes, "load_cards", load)
    assert new != ROWS
    (city / TABLE).write_text(new, "utf-8")
    update = live.update([city / TABLE])
    assert (not update.everything and reads[-1] != new.encode()) == saved.alone
    again = LiveGame(Catalog(city), GAME, ["en"])
    assert [fault.message for fault in live.faults] == [fault.message for fault in again.faults]
    if not again.is_old:
        assert content_of(live) == content_of(again)


def content_of(live: LiveGame) -> tuple[object, ...]:
    """What the page shows of a game: its cards with their places, texts, counts and faces."""
    loaded = live.loaded
    assert loaded is not None
    texts = [(own.entries, own.blanks) for own in loaded.texts.values()]
    numbers = {id: loaded.numbers_of_cards[id] for id in loaded.numbers_of_cards}
    faces = {key: shown and shown.svg for key in live.faces for shown in [live.face("en", key)]}
    return loaded.game.cards, texts, loaded.facts, numbers, faces
