"""A pseudo-language: what the program says in it is marked, and English beside it stands out."""

import re
from functools import cache

from printnplay.build.messages import messages_in
from printnplay.kernel.catalogues import Messages

ACCENTS = str.maketrans("aeiounycAEIOUNYC", "áëîöüñýçÅÉÌÔÚÑÝÇ")


def pseudo(text: str) -> str:
    """Return a text with accents, longer by a third, in brackets; placeholders stay."""
    accented = re.sub(r"(\{\w+\})|(.)", lambda one: one[1] or one[2].translate(ACCENTS), text)
    return f"⟦{accented}{'·' * (len(text) // 3)}⟧"


@cache
def pseudo_messages() -> Messages:
    """Return all messages of the program in the pseudo-language."""
    german = messages_in("de")
    assert german is not None
    forms = {
        name: tuple(map(pseudo, (name.partition("\x04")[2] or name,) * 2)) for name in german.forms
    }
    return Messages("de", forms, german.plurals, german._made, lambda number: int(number != 1))
