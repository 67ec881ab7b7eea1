"""The changes of a game as a text for its players, in each language.

The sentences are the texts `changes.*`, which a project and its translators can change.
"""

from collections.abc import Iterator

from printnplay.changes.change import COUNT, FIELD, GONE, LOOK, MOVED, NEW, TEXT, Change, Comparison
from printnplay.changes.state import OF_CHANGES, PLACEHOLDER, GameState
from printnplay.game.texts import TITLE

NONE = "–"
"""Stands for an empty field."""

_OF_LOOKS = (LOOK, "art", "size", "back")


def for_players(comparison: Comparison, old: GameState, new: GameState, language: str) -> str:
    """Return the changes of cards and rules in a language, a line for each; empty if none."""
    told = _Told(old, new, language)
    own = [one for one in comparison.changes if not one.languages or language in one.languages]
    lines = list(dict.fromkeys([*told.cards(own), *told.rules(own)]))
    if not lines:
        return ""
    title = told.say("title", title=f"{told.title} {new.facts['version']}".strip())
    return "\n".join((title, "", *(f"- {line}" for line in lines)))


class _Told:
    """Tells changes in one language."""

    def __init__(self, old: GameState, new: GameState, language: str) -> None:
        self._old, self._new, self._language = old, new, language

    @property
    def title(self) -> str:
        """The title of the game in the language."""
        return self._text(self._new, TITLE) or self._new.facts["title"]

    def say(self, sentence: str, /, **values: str) -> str:
        """Return a sentence with its values as they are."""
        key = f"{OF_CHANGES}{sentence}"
        words = self._text(self._new, key) or f"[{key}]"
        return PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), words)

    def cards(self, changes: list[Change]) -> Iterator[str]:
        """Yield what changed of the cards that players have."""
        looks = []
        for change in changes:
            if change.kind != "card" or change.how == MOVED or change.how.startswith("renamed"):
                continue
            name = self._name(change.id)
            if change.how in (NEW, GONE):
                number = change.after or change.before
                yield self.say("new" if change.how == NEW else "gone", name=name, number=number)
            elif change.how == COUNT:
                yield self.say("count", name=name, number=change.after, before=change.before)
            elif change.how in _OF_LOOKS:
                looks.append(name)
            elif change.how == TEXT:
                yield self.say("card", name=name, text=self._rules_of(change.id))
            else:
                field, before = change.how.removeprefix(FIELD), change.before or NONE
                number = change.after or NONE
                yield self.say("field", name=name, field=field, number=number, before=before)
        if looks:
            yield self.say("look", names=", ".join(dict.fromkeys(looks)))

    def rules(self, changes: list[Change]) -> Iterator[str]:
        """Yield what changed of the rules."""
        for change in changes:
            if change.kind != "rule" or change.how not in (NEW, GONE, TEXT):
                continue
            if change.how == GONE:
                yield self.say("rule_gone", text=self._text(self._old, change.id))
                continue
            section = self._section(change.id)
            text = self._text(self._new, change.id)
            yield self.say("rule", section=section, text=text) if section else text

    def _text(self, state: GameState, key: str) -> str:
        return state.texts.get(self._language, {}).get(key, "")

    def _name(self, card: str) -> str:
        """Return the name of a card in the language, or else its id."""
        for state in (self._new, self._old):
            for key in ("name", "title"):
                if name := self._text(state, f"cards.{card}.{key}"):
                    return name
        return card

    def _rules_of(self, card: str) -> str:
        """Return the texts of a card besides its name, joined."""
        begin = f"cards.{card}."
        texts = self._new.texts.get(self._language, {})
        return " ".join(
            words
            for key, words in texts.items()
            if key.startswith(begin) and key.removeprefix(begin) not in ("name", "title")
        )

    def _section(self, key: str) -> str:
        """Return the title of the section of a rule."""
        for section in self._new.sections:
            if key in section.texts:
                return self._text(self._new, section.texts[0])
        return ""
