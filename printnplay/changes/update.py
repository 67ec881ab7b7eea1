"""What to print again since an earlier version, in one language or in two."""

from collections.abc import Iterator, Mapping, Sequence

from printnplay.changes.change import BOX, Comparison
from printnplay.changes.diff import DiffRequest, GameDiff, compared
from printnplay.changes.state import GameState
from printnplay.edition.choosing import Languages
from printnplay.edition.request import Progress
from printnplay.files.catalog import Catalog
from printnplay.kernel.printing import Update, UpdatedCard


def updates_since(
    catalog: Catalog,
    since: str,
    editions: Mapping[str, Sequence[Languages]],
    progress: Progress,
) -> dict[tuple[str, Languages], Update]:
    """Return what to print again of each edition since an earlier version; all of a new one.

    Raises:
        FaultsError: there is no such version, or it cannot be read.
    """
    request = DiffRequest(
        catalog.roots[0],
        since,
        tuple(editions),
        trust_rules=catalog.trusted,
        limited=catalog.limited,
        cached=catalog.cached,
    )
    with compared(request, progress) as found:
        known = {one.game: one for one in found}
        return {
            (game, languages): update_of(known[game], tuple(languages))
            for game, of_game in editions.items()
            for languages in of_game
        }


def update_of(found: GameDiff, languages: Sequence[str]) -> Update:
    """Return what to print again of an edition: all of it if the earlier version lacks it.

    Something to print in one of two languages is printed in both.
    """
    new = found.new.state
    known = found.old.state.languages if found.old else ()
    if found.old is None or found.comparison is None or not {*languages} <= {*known}:
        return _everything(found.since, new, languages[0])
    old, comparison = found.old.state, found.comparison
    changed = frozenset[str]().union(*(comparison.cards[one] for one in languages))
    cards = (*_cards(old, new, comparison, changed, languages[0]), *_boards(old, new, languages))
    pages = sorted({page for one in languages for page in comparison.pages.get(one, ())})
    rules = {
        change.id
        for change in comparison.changes
        if change.kind == "rule" and (not change.languages or {*change.languages} & {*languages})
    }
    summary = {*old.summary, *new.summary}
    box = any(comparison.box_in(one) for one in languages)
    return Update(found.since, tuple(cards), tuple(pages), bool(rules & summary), box)


def _everything(since: str, new: GameState, language: str) -> Update:
    """Return the update to an edition that the earlier version lacks."""
    cards = [UpdatedCard(one.id, _name(new, one.id, language), one.copies) for one in new.cards]
    pages = range(1, len(new.pages.get(language, ())) + 1)
    box = any(part.partition(" ")[0] == BOX for part in new.parts)
    return Update(since, tuple(cards), tuple(pages), aids=True, box=box)


def _cards(
    old: GameState, new: GameState, comparison: Comparison, changed: frozenset[str], language: str
) -> Iterator[UpdatedCard]:
    """Yield the cards to print or to take out, in the order of the deck; lost ones last."""
    renamed = {
        change.after: change.id
        for change in comparison.changes
        if change.kind == "card" and change.how.startswith("renamed")
    }
    before = {card.id: card for card in old.cards}
    for card in new.cards:
        was = before.pop(renamed.get(card.id, card.id), None)
        name = _name(new, card.id, language)
        copies = was.copies if was else 0
        if was is None or card.id in changed:
            yield UpdatedCard(card.id, name, card.copies, copies)
        elif card.copies > copies:
            yield UpdatedCard(card.id, name, card.copies - copies)
        elif card.copies < copies:
            yield UpdatedCard(card.id, name, 0, copies - card.copies)
    for lost in before.values():
        yield UpdatedCard(lost.id, _name(old, lost.id, language), 0, lost.copies)


def _boards(old: GameState, new: GameState, languages: Sequence[str]) -> Iterator[UpdatedCard]:
    """Yield the boards to print again."""
    for part, side in new.parts.items():
        kind, _, name = part.partition(" ")
        was = old.parts.get(part, {})
        if kind == "board" and any(
            language in side and (language not in was or was[language].look != side[language].look)
            for language in languages
        ):
            title = new.texts[languages[0]].get(f"boards.{name}", name)
            yield UpdatedCard(name, title, 1, 1 if was else 0)


def _name(state: GameState, card: str, language: str) -> str:
    """Return the name of a card in a language, or else its id."""
    return state.texts.get(language, {}).get(f"cards.{card}.name", "") or card
