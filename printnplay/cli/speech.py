"""The language of the terminal: that of `--lang`, of the user's own defaults, or of the locale."""

from contextvars import ContextVar

from printnplay.kernel.messages import ASKED, ENGLISH, SPOKEN, language_of_terminal, translated

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
