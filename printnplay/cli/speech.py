"""The language of the terminal: that of `--lang`, of the user's own defaults, or of the locale."""

from functools import cache
from typing import TYPE_CHECKING

from printnplay.build.defaults_file import defaults_file
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


def ask_without_defaults() -> None:
    """Take the language of `--lang` or of the locale, and not that of the user's own defaults."""
    ask(ASKED.get() or language_of_terminal())


def _messages() -> "Messages | None":
    language = ASKED.get() or language_of_terminal()
    # Most users have no defaults and read English: their help takes no longer.
    if not ASKED.get() and defaults_file() is not None:
        from printnplay.build.messages import own_language

        language = own_language() or language
    if language == ENGLISH:
        return None
    from printnplay.build.messages import messages_in

    return messages_in(language)


def speak_exactly(message: str) -> str:
    """Return a message in the language of the terminal; other texts are unchanged."""
    messages = SPOKEN.get()()
    return messages.forms.get(message, (message,))[0] if messages else message
