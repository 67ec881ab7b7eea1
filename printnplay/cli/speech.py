"""The language of the terminal: that of `--lang`, of the user's own defaults, or of the locale."""

from collections.abc import Callable
from contextvars import ContextVar, copy_context
from typing import TypeVar

from printnplay.kernel.catalogues import CONTEXT, filled
from printnplay.kernel.messages import ASKED, ENGLISH, SPOKEN, language_of_terminal, translated

T = TypeVar("T")

_IS_KNOWN: ContextVar[bool] = ContextVar("is_known", default=False)
"""Whether the language of this run is known."""


def ask(language: str) -> None:
    """Take the language of `--lang`, at the begin of a run; empty if there is none."""
    ASKED.set(language)
    SPOKEN.set(None)
    _IS_KNOWN.set(False)


def speak(text: str) -> str:
    """Return an English text in the language of the terminal."""
    if not _IS_KNOWN.get():
        from printnplay.build.messages import messages_in, own_language

        SPOKEN.set(messages_in(ASKED.get() or own_language() or language_of_terminal()))
        _IS_KNOWN.set(True)
    return translated(text)


def speak_with(message: str, **values: str) -> str:
    """Return a message with too few words to be found in a text, filled with values."""
    return filled(speak_label(message), **{name: speak(value) for name, value in values.items()})


def speak_label(text: str) -> str:
    """Return a heading of a column or row, or another single word; or else a text as `speak` does.

    In a sentence such words are left alone: there they are names.
    """
    said = speak(text)
    messages = SPOKEN.get()
    return messages.forms.get(f"label{CONTEXT}{text}", (said,))[0] if messages else said


def in_english(make: Callable[[], T]) -> T:
    """Return what a function makes without a language: what is not translated yet."""
    context = copy_context()
    context.run(SPOKEN.set, None)
    context.run(_IS_KNOWN.set, True)
    return context.run(make)


def speak_exactly(message: str) -> str:
    """Return a message in the language of the terminal; other texts are unchanged."""
    if (ASKED.get() or language_of_terminal()) == ENGLISH:
        return message
    speak("")
    messages = SPOKEN.get()
    return messages.forms.get(message, (message,))[0] if messages else message


def speak_help(text: str) -> str:
    """Return an English text of the help in the language of the terminal.

    The user's own defaults are not read for a terminal in English, so that its help is fast.
    """
    return text if (ASKED.get() or language_of_terminal()) == ENGLISH else speak(text)
