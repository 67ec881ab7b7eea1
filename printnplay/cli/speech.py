"""The language of the terminal: that of `--lang`, of the user's own defaults, or of the locale."""

from functools import cache
from typing import TYPE_CHECKING

from printnplay.kernel.messages import (
    ASKED,
    ENGLISH,
    SPOKEN,
    language_of_terminal,
    translated,
    translated_label,
    translated_with,
)

if TYPE_CHECKING:
    from printnplay.kernel.catalogues import Messages

speak, speak_label, speak_with = translated, translated_label, translated_with
"""What commands say, in the language of the terminal."""


def ask(language: str) -> None:
    """Take the language of `--lang`, at the begin of a run; empty if there is none."""
    ASKED.set(language)
    SPOKEN.set(cache(_messages))


def _messages() -> "Messages | None":
    from printnplay.build.messages import messages_in, own_language

    return messages_in(ASKED.get() or own_language() or language_of_terminal())


def speak_exactly(message: str) -> str:
    """Return a message in the language of the terminal; other texts are unchanged."""
    if (ASKED.get() or language_of_terminal()) == ENGLISH:
        return message
    messages = SPOKEN.get()()
    return messages.forms.get(message, (message,))[0] if messages else message


def speak_help(text: str) -> str:
    """Return an English text of the help in the language of the terminal.

    The user's own defaults are not read for a terminal in English, so that its help is fast.
    """
    return text if (ASKED.get() or language_of_terminal()) == ENGLISH else speak(text)
