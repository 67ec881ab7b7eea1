"""The program's own messages in the language of the person who reads them.

The program writes English, also to files, caches and other programs. Where a person reads it, in
the terminal and on the pages, `translated` finds the message that an English text was made from,
and fills its translation with the same values. So messages need no marks in the code, and those
from a cache or another process are translated as well.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar

from printnplay.kernel.catalogues import CONTEXT, filled

TYPE_CHECKING = False  # as in `printnplay/__init__.py`
if TYPE_CHECKING:
    from printnplay.kernel.catalogues import Messages

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

SPOKEN: ContextVar["Callable[[], Messages | None]"] = ContextVar("SPOKEN", default=lambda: None)
"""Returns the messages of the language that is read now; None is English.

The language of a run is found when the first text is read: that of settings takes a while.
"""


def language_read() -> str:
    """Return the language that is read now."""
    messages = SPOKEN.get()()
    return messages.language if messages else ENGLISH


def translated(text: str) -> str:
    """Return an English message in the language that is read now; English if there is none."""
    messages = SPOKEN.get()() if text else None
    return messages.find(text) if messages else text


def translated_label(text: str) -> str:
    """Return a heading of a column or row, or another single word; or else a text as `translated`.

    In a sentence such words are left alone: there they are names.
    """
    said = translated(text)
    messages = SPOKEN.get()()
    return messages.forms.get(f"label{CONTEXT}{text}", (said,))[0] if messages else said


def translated_with(message: str, **values: str) -> str:
    """Return a message with its values, which stay as they are.

    It may have too few words to be found in a text.
    """
    return filled(translated_label(message), **values)


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
