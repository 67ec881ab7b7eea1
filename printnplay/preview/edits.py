"""Texts changed on the page: written where they are, every other byte as it was."""

from collections.abc import Mapping

from printnplay.files.catalog import Catalog
from printnplay.files.door import LARGEST, ReadError, read
from printnplay.files.tables import with_cell
from printnplay.files.writing import write_bytes
from printnplay.files.yaml_edits import UnknownPlaceError, merged
from printnplay.files.yaml_tree import read_bytes
from printnplay.model.diagnostics import FaultsError, Problems, Span
from printnplay.model.languages import CATEGORIES, REFERENCE
from printnplay.preview.answers import absolute, is_editable
from printnplay.preview.live import LiveGame

LONGEST = 20_000
"""Characters of a text: far more than fit on a page."""


class NotWrittenError(Exception):
    """A text was not written; the message says why, for people."""


def checked_forms(value: object) -> dict[str, str]:
    """The forms of a text as the page sends them.

    Raises:
        NotWrittenError: they are not those of a text.
    """
    forms = value if isinstance(value, dict) else {}
    for name, text in forms.items():
        if name not in CATEGORIES or not isinstance(text, str):
            raise NotWrittenError("expected the forms of one text")
        if len(text) > LONGEST:
            raise NotWrittenError(f"a text has at most {LONGEST:,} characters")
        if any(ord(letter) < 32 and letter != "\n" for letter in text):
            raise NotWrittenError("a text has no control characters")
    if "other" not in forms:
        raise NotWrittenError("expected the forms of one text")
    return forms


def write_text(
    live: LiveGame, language: str, key: str, forms: Mapping[str, str], before: Mapping[str, str]
) -> str:
    """Write a text of a language into its file; returns the file.

    Args:
        live: the game.
        language: of the text.
        key: of the text.
        forms: what it is to say.
        before: what it said when somebody began to change it.

    Raises:
        NotWrittenError: it says something else by now, or its file cannot be written.
    """
    with live.lock:
        loaded = live.loaded
        if loaded is None or language not in loaded.texts:
            raise NotWrittenError("the game has no such language")
        entry = loaded.texts[language].entries.get(key)
        said = dict(entry.forms) if entry else {}
        if said != before:
            raise NotWrittenError("the text was changed in its file meanwhile; look at it again")
        sources = loaded.texts.get(REFERENCE, loaded.texts[language]).entries
        if entry is None and key not in sources:
            raise NotWrittenError(f"there is no text `{key}`")
        place = entry.span if entry else Span(loaded.texts[language].file)
        order = [f"{language}.{name}" for name in sources]
        _write(live.catalog, place, (f"{language}.{key}", forms), order)
        return place.file


def _write(
    catalog: Catalog, place: Span, text: tuple[str, Mapping[str, str]], order: list[str]
) -> None:
    """Write the forms of a text, given with its path, into the file of a place."""
    path, (name, forms) = absolute(place.file), text
    if not is_editable(catalog, place):
        raise NotWrittenError(
            f"`{place.file}` is not a file of the project that can be changed here"
        )
    try:
        content = read(path, LARGEST)
        if path.suffix == ".csv":
            new = with_cell(content, place, forms["other"])
        else:
            _check_sound(content, place.file)
            new = merged(content.decode(), {name: forms}, order).encode()
        if new != content:
            write_bytes(path, new)
    except ReadError as error:
        raise NotWrittenError(error.about(path)) from error
    except (UnicodeDecodeError, UnknownPlaceError, LookupError) as error:
        raise NotWrittenError(f"`{place.file}` has no place for this text") from error
    except FaultsError as error:
        raise NotWrittenError(error.found[0].message) from error


def _check_sound(content: bytes, shown: str) -> None:
    problems = Problems()
    read_bytes(content, shown, problems)
    if problems.errors:
        fault = problems.found[0]
        raise NotWrittenError(f"{shown}, line {fault.span.line}: {fault.message}; correct it first")
