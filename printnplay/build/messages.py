"""Which languages the program speaks, and its messages in them: the PO files in `messages/`."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from printnplay.build.defaults import find_defaults
from printnplay.build.defaults_file import is_ci
from printnplay.files.door import LARGEST, read
from printnplay.kernel.catalogues import CONTEXT, COUNTED, Messages
from printnplay.kernel.diagnostics import FaultsError
from printnplay.kernel.messages import ASKED, ENGLISH

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).parent.parent / "messages"
"""The folder of the catalogues."""


@cache
def messages_in(language: str) -> Messages | None:
    """Return the messages of a language; None for English."""
    if language == ENGLISH:
        return None
    from babel.messages.pofile import read_po

    catalog = read_po(BytesIO(read(FOLDER / f"{language}.po", LARGEST, anywhere=True)), language)
    forms: dict[str, tuple[str, ...]] = {}
    plurals: dict[str, str] = {}
    made: set[str] = set()
    for message in catalog:
        named, said = _forms(message.id), _forms(message.string)
        if named[0] and not message.fuzzy and all(said):
            forms[f"{message.context}{CONTEXT}{named[0]}" if message.context else named[0]] = said
            if len(named) > 1:
                plurals[named[0]] = named[1]
            is_counted = len(named) > 1 and COUNTED.fullmatch(named[0])
            if message.context:
                continue
            if is_counted or any(file.endswith(".py") for file, _ in message.locations):
                made.add(named[0])
    return Messages(language, forms, plurals, made, _rule(catalog))


def _forms(texts: object) -> tuple[str, ...]:
    """Return the text of a message, or its singular and plural; empty if there is none."""
    return tuple(map(str, texts)) if isinstance(texts, tuple | list) else (str(texts or ""),)


def _rule(catalog: "Catalog") -> Callable[[int], int]:
    """Return gettext's rule of a catalogue: which of its plural forms belongs to a number."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    places, compiled = Catalog(), BytesIO()
    places.mime_headers = catalog.mime_headers
    places.add(("one", "many"), tuple(map(str, range(catalog.num_plurals))))
    write_mo(compiled, places)
    compiled.seek(0)
    rule = GNUTranslations(compiled)
    return lambda count: int(rule.ngettext("one", "many", count))


def own_language() -> str:
    """Return the language of `--lang`, or of `printnplay config language`; empty if none is set."""
    if ASKED.get() or is_ci():
        return ASKED.get()
    with suppress(FaultsError):  # the file of defaults has faults, which commands report
        return find_defaults(("language",)).get("language", "")
    return ""
