"""The messages of a language, and the English texts that are made from them."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property

CONTEXT = "\x04"
"""What gettext puts between the context of a message and its text."""

_PLACE = re.compile(r"\{(\w+)\}")

_WORDS = re.compile(r"[^\W\d_]{2}.*[^\W\d_]{3}", re.DOTALL)
"""What a message with placeholders has at least besides them: less would be found in any text."""

NUMBER = "number"
"""The placeholder for the number that a plural form depends on."""

_COUNTED = re.compile(r"\d[\d,]* [^\W\d_]+(?: [^\W\d_]+)?")
"""A value such as `3 cards`, which is a message of its own."""


_PHRASE = re.compile(r"(?:an?|cell|its?|no|one|row|the) ")
"""How a value begins that is a message with values of its own, such as `a whole number from 1`;
what people write, such as the name of a card, rarely does."""

_ASIDE = re.compile(r"(.+) \((.+)\)", re.DOTALL)
"""A message with a place behind it, such as `(row 4, column B)`."""

_OWN = re.compile(r"`\{(\w+)\}`")
"""A placeholder for text of the user, which is not translated."""

_LIST = re.compile(r"(`[^`]+`(?:, `[^`]+`)*) (and|or) (`[^`]+`)")
"""Names as `listed` of `kernel/suggestions.py` writes them."""

COUNTED = re.compile(r"\{number\} [a-z]+")
"""A message that counts things, such as `{number} card`: Python makes those, too."""


class Messages:
    """The messages of a language.

    Args:
        language: its code.
        forms: translations by message; messages with plurals have several, in gettext's order.
        plurals: the English plural forms by message.
        made: the messages of Python, which English texts may have been made from.
        form_of: returns which form belongs to a number.
    """

    def __init__(
        self,
        language: str,
        forms: Mapping[str, Sequence[str]],
        plurals: Mapping[str, str],
        made: Collection[str],
        form_of: Callable[[int], int],
    ) -> None:
        """Take the messages; those with placeholders are prepared when one is looked for."""
        self.language, self.forms, self.plurals, self.form_of = language, forms, plurals, form_of
        self._made = made
        self.find = cache(self._find)

    @cached_property
    def _patterns(self) -> Sequence[tuple[re.Pattern[str], str]]:
        """The messages with placeholders, those with the most words first."""
        texts = [(one, text) for text in self._made for one in (text, self.plurals.get(text, ""))]
        open_ones = [
            (one, text)
            for one, text in texts
            if _PLACE.search(one) and (COUNTED.fullmatch(one) or _WORDS.search(_PLACE.sub("", one)))
        ]
        open_ones.sort(key=lambda pair: len(_PLACE.sub("", pair[0])), reverse=True)
        return [(_pattern(one), text) for one, text in open_ones]

    def _find(self, text: str) -> str:
        """Return the translation of an English text, or the text if it has none."""
        if text in self.forms:
            return self.forms[text][0]
        if (aside := _ASIDE.fullmatch(text)) and (place := self.find(aside[2])) != aside[2]:
            return f"{self.find(aside[1])} ({place})"
        for pattern, message in self._patterns:
            if match := pattern.fullmatch(text):
                return self._filled(message, match.groupdict())
        return text

    def _filled(self, message: str, values: Mapping[str, str]) -> str:
        forms, number = self.forms[message], values.get(NUMBER, "").replace(",", "")
        form = forms[self.form_of(int(number))] if len(forms) > 1 and number.isdigit() else forms[0]
        own = {*_OWN.findall(message)}
        return filled(
            form,
            **{
                name: value if name in own else self._value(value) for name, value in values.items()
            },
        )

    def _value(self, value: str) -> str:
        """Return the value of a placeholder, in the language as far as the program has made it."""
        if names := _LIST.fullmatch(value):
            others, word, last = names.groups()
            form = self.forms.get(f"{{others}} {word} {{last}}", (f"{{others}} {word} {{last}}",))
            return filled(form[0], others=others, last=last)
        is_made = value in self.forms or _COUNTED.fullmatch(value) or _PHRASE.match(value)
        return self.find(value) if is_made else value


def filled(text: str, /, **values: str) -> str:
    """Return a message with `{name}` replaced by the value of that name."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), text)


def _pattern(message: str) -> re.Pattern[str]:
    """Return the pattern of the texts that are made from a message."""
    parts, known = _PLACE.split(message), set[str]()
    made = []
    for at, part in enumerate(parts):
        if at % 2 == 0:
            made.append(re.escape(part))
        elif part in known:
            made.append(f"(?P={part})")
        else:
            known.add(part)
            # Behind another value, one is often empty, such as a unit.
            some = ".*?" if at > 1 and not parts[at - 1] else ".+?"
            made.append(rf"(?P<{part}>\d[\d,]*)" if part == NUMBER else f"(?P<{part}>{some})")
    return re.compile("".join(made), re.DOTALL)
