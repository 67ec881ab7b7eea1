"""The program's own messages in the language of the person who reads them.

The program writes English, also to files, caches and other programs. Where a person reads it, in
the terminal and on the pages, `translated` finds the message that an English text was made from,
and fills its translation with the same values. So messages need no marks in the code, and those
from a cache or another process are translated as well.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache, cached_property

ENGLISH = "en"

LANGUAGES: Mapping[str, str] = {
    "de": "Deutsch",
    ENGLISH: "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "pl": "Polski",
}
"""The languages of the program, each by its own name."""

CONTEXT = "\x04"
"""What gettext puts between the context of a message and its text."""

_PLACE = re.compile(r"\{(\w+)\}")

_WORDS = re.compile(r"[^\W\d_]{2}.*[^\W\d_]{3}", re.DOTALL)
"""What a message with placeholders has at least besides them: less would be found in any text."""

NUMBER = "number"
"""The placeholder for the number that a plural form depends on."""

_COUNTED = re.compile(r"\d[\d,]* [^\W\d_]+(?: [^\W\d_]+)?")
"""A value such as `3 cards`, which is a message of its own."""


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
        for pattern, message in self._patterns:
            if match := pattern.fullmatch(text):
                return self._filled(message, match.groupdict())
        return text

    def _filled(self, message: str, values: Mapping[str, str]) -> str:
        forms, number = self.forms[message], values.get(NUMBER, "").replace(",", "")
        form = forms[self.form_of(int(number))] if len(forms) > 1 and number.isdigit() else forms[0]
        return filled(
            form,
            **{
                name: self.find(value)
                if value in self.forms or _COUNTED.fullmatch(value)
                else value
                for name, value in values.items()
            },
        )


def filled(text: str, **values: str) -> str:
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
            made.append(rf"(?P<{part}>\d[\d,]*)" if part == NUMBER else f"(?P<{part}>.+?)")
    return re.compile("".join(made), re.DOTALL)


SPOKEN: ContextVar[Messages | None] = ContextVar("SPOKEN", default=None)
"""The messages of the language that is read now; None is English."""


def translated(text: str) -> str:
    """Return an English message in the language that is read now; English if there is none."""
    messages = SPOKEN.get()
    return messages.find(text) if messages and text else text


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the language of messages, as gettext reads them."""

ASKED: ContextVar[str] = ContextVar("ASKED", default="")
"""The language that the command line asks for with `--lang`; empty if it does not."""


def spoken(wanted: Iterable[str]) -> str:
    """Return the first of some languages that the program speaks, such as `de` for `de_AT.UTF-8`.

    English if it speaks none of them.
    """
    for one in wanted:
        code = one.replace("-", "_").partition("_")[0].partition(".")[0].strip().lower()
        if code in LANGUAGES:
            return code
    return ENGLISH


def language_of_terminal(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the environment: LANGUAGE (a list), then that of the locale.

    A locale without language (C, POSIX) is English, whatever LANGUAGE says.
    """
    found = next((environment[name] for name in VARIABLES[1:] if environment.get(name)), "C")
    if found.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    return spoken([*environment.get("LANGUAGE", "").split(":"), found])
