"""Reports of a comparison: text, Markdown and JSON."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field, to_builtins

from printnplay.changes.change import BOX, Change, Comparison
from printnplay.changes.pictures import Pair
from printnplay.kernel.messages import translated, translated_label, translated_with
from printnplay.kernel.suggestions import counted


class Reported(Struct, frozen=True):
    """A game in a report: its id and title, what differs, and pictures of it.

    `comparison` is None if the earlier version lacks the game. `told` are the changes for players,
    by language.
    """

    game: str
    title: str
    since: str
    until: str
    comparison: Comparison | None
    pairs: Sequence[Pair] = ()
    told: Mapping[str, str] = field(default_factory=dict)


def as_text(games: Sequence[Reported]) -> str:
    """Return a report for a terminal."""
    return "\n".join(line for game in games for line in _lines(game))


def as_markdown(games: Sequence[Reported]) -> str:
    """Return a report in Markdown, as for a pull request."""
    return "\n".join(line for game in games for line in _marked(game))


def as_json(games: Sequence[Reported]) -> str:
    """Return a report as JSON."""
    content = [
        {
            "game": game.game,
            "title": game.title,
            "since": game.since,
            "until": game.until,
            "new": game.comparison is None,
            "changes": [to_builtins(change) for change in changes_of(game)],
            "cards": {
                language: sorted(ids)
                for language, ids in (game.comparison.cards if game.comparison else {}).items()
            },
            "pages": game.comparison.pages if game.comparison else {},
        }
        for game in games
    ]
    return json.dumps(content, ensure_ascii=False, indent=2)


def as_players(games: Sequence[Reported]) -> str:
    """Return the texts for players, in each language."""
    return "\n\n".join(text for game in games for text in game.told.values() if text)


def changes_of(game: Reported) -> Sequence[Change]:
    """Return the changes of a game; none if it is new."""
    return game.comparison.changes if game.comparison else ()


def head(game: Reported) -> str:
    """Return what a report says first of a game."""
    what = "a new game" if game.comparison is None else counted(len(changes_of(game)), "change")
    if game.until:
        return translated(f"{game.title}: {what} from {game.since} to {game.until}")
    return translated(f"{game.title}: {what} since {game.since}")


def _lines(game: Reported) -> Iterator[str]:
    yield head(game)
    for change in changes_of(game):
        yield f"  {told(change)}"
        for sign, words in zip("-+", words_of(change), strict=False):
            yield f"    {sign} {words}"
    yield from (f"  {line}" for line in reprints(game))


def told(change: Change) -> str:
    """Return a change in one line, in the language that is read now."""
    name, mark, how = _in_one_line(change).partition(": ")
    how = re.sub(r"^renamed to .*|^\w+|\d+ cop\w+", lambda words: translated_label(words[0]), how)
    share = translated_with("{some} of {all}", some=r"\1", all=r"\2")
    how = re.sub(r"(\d+) of (\d+)", share, how)
    # The label `box` is a text box.
    kind = translated(BOX) if change.kind == BOX else translated_label(change.kind)
    return f"{kind}{name.removeprefix(change.kind)}{mark}{how}"


def _in_one_line(change: Change) -> str:
    """Return a change in English, with short values before and after."""
    short = change.before or change.after
    if change.kind == "game" or not short or words_of(change):
        return str(change)
    if change.how.startswith(("new", "gone")):
        copies = "1 copy" if short == "1" else f"{short} copies"
        return f"{change} ({copies})" if change.kind == "card" else str(change)
    if change.how.startswith("renamed"):
        return str(change)
    return f"{change}, {change.before or 'none'} -> {change.after or 'none'}"


def words_of(change: Change) -> Sequence[str]:
    """Return the words before and after; none if they are short values."""
    if change.how == "text" and change.before != change.after:
        return change.before, change.after
    return ()


def reprints(game: Reported) -> Iterator[str]:
    """Yield what has to be printed again in each language."""
    if game.comparison is None:
        return
    for language, cards in game.comparison.cards.items():
        pages = game.comparison.pages.get(language, ())
        parts = [counted(len(cards), "card")] if cards else []
        if game.comparison.box_in(language):
            parts.append("the box")
        if pages:
            numbers = ", ".join(map(str, pages))
            one, more = f"page {numbers} of the rulebook", f"pages {numbers} of the rulebook"
            parts.append(one if len(pages) == 1 else more)
        if parts:
            again = translated(f"to reprint ({language})")
            yield f"{again}: {', '.join(map(translated, parts))}"


def _marked(game: Reported) -> Iterator[str]:
    yield f"## {_plain(head(game))}\n"
    for change in changes_of(game):
        yield f"- {_plain(told(change))}"
        for sign, words in zip(("before", "now"), words_of(change), strict=False):
            yield f"  - {translated_label(sign).capitalize()}: {_plain(words)}"
    for line in reprints(game):
        yield f"\n{_plain(line)}"
    yield ""


def _plain(words: str) -> str:
    """Return words as Markdown that prints them as they are."""
    marked = "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~" else sign for sign in words)
    return " ".join(marked.split())
