"""Texts changed on the page: written where they are, every other byte as it was."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.door import LARGEST, ReadError, read, resolved
from printnplay.files.writing import replace_in
from printnplay.files.yaml_edits import BOM, leaves, merged, rewritten
from printnplay.files.yaml_tree import read_bytes
from printnplay.game.texts import Text
from printnplay.kernel.diagnostics import FaultsError, Problems, Severity, Span
from printnplay.kernel.languages import CATEGORIES, REFERENCE
from printnplay.loading.cards import load_cards
from printnplay.preview.answers import absolute, is_editable
from printnplay.preview.live import LiveGame
from printnplay.tables.reading import with_cell

LONGEST = 20_000
"""The most characters of a text: twice what a game may have (`LETTERS` in `loading/game.py`), for
escapes."""


class NotWrittenError(Exception):
    """A text was not written; the message says why, for people."""


def check_forms(forms: Mapping[str, str]) -> None:
    """Check the forms of a text as the page sends them.

    Raises:
        NotWrittenError: they are not those of a text.
    """
    for name, text in forms.items():
        if name not in CATEGORIES:
            raise NotWrittenError("expected the forms of one text")
        if len(text) > LONGEST:
            raise NotWrittenError(f"a text has at most {LONGEST:,} characters")
        if any(ord(letter) < 32 and letter != "\n" for letter in text):
            raise NotWrittenError("a text has no control characters")
    if "other" not in forms:
        raise NotWrittenError("expected the forms of one text")


def write_text(
    live: LiveGame, language: str, key: str, forms: Mapping[str, str], before: Mapping[str, str]
) -> str:
    """Write a text of a language into its file; returns the file.

    What counts is what the file says now, whatever of it was loaded: somebody may have saved it a
    moment ago, or the game cannot be loaded meanwhile.

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
        place = live.place_of_text(language, key)
        if place is None:
            raise NotWrittenError(f"there is no text `{key}`")
        if not is_editable(live.catalog, place):
            raise NotWrittenError(
                f"`{place.file}` is not a file of the project that can be changed here"
            )
        _write(_Change(live, language, key, forms, before), place)
        return place.file


def _write(change: "_Change", place: Span) -> None:
    """Write a changed text into its file."""
    path = absolute(place.file)
    # A link stays one: what it leads to now is read and written, which is in the project, too.
    real, home = resolved(path), resolved(change.live.catalog.roots[0])
    changed = _in_table if path.suffix == ".csv" else _in_yaml
    try:
        content = read(real, LARGEST)
        new = changed(change, place, content)
        if new != content:
            replace_in(home, real, new)
    except ReadError as error:
        raise NotWrittenError(error.about(path)) from error
    except UnicodeDecodeError as error:
        raise NotWrittenError(f"`{place.file}` is not in UTF-8: save it as UTF-8 first") from error
    except LookupError as error:
        raise NotWrittenError(f"`{place.file}` has no place for this text") from error
    except FaultsError as error:
        raise NotWrittenError(error.found[0].message) from error
    except MemoryError as error:
        raise NotWrittenError("out of memory") from error


class _Change(Struct, frozen=True):
    """A text that is to be changed; `before` is what it said to who changed it."""

    live: LiveGame
    language: str
    key: str
    forms: Mapping[str, str]
    before: Mapping[str, str]

    def check(self, now: Mapping[str, str], trimmed: Callable[[str], str]) -> None:
        """Check that the text says what it said before; `trimmed` is how its file is read.

        Raises:
            NotWrittenError: it says something else.
        """
        was, says = (
            {name: trimmed(text) for name, text in forms.items()} if _says(forms) else {}
            for forms in (self.before, now)
        )
        if was != says:
            raise NotWrittenError("the text was changed in its file meanwhile; look at it again")


def _says(forms: Mapping[str, str]) -> bool:
    """Whether a text says anything; of an empty one, games know nothing."""
    return bool(forms.get("other", "").strip())


def _in_yaml(change: _Change, place: Span, content: bytes) -> bytes:
    """The bytes of a YAML file with a changed text."""
    _check_sound(content, place.file)
    source, path = content.decode(), f"{change.language}.{change.key}"
    there = {name: leaf.value for name, leaf in leaves(source.removeprefix(BOM)).items()}
    known = {name: there[f"{path}.{name}"] for name in CATEGORIES if f"{path}.{name}" in there}
    change.check({"other": there[path]} if path in there else known, lambda text: text.rstrip("\n"))
    named = {f"{path}.{name}": text for name, text in change.forms.items() if name in known}
    loaded = change.live.loaded
    texts = loaded.texts if loaded else {}
    sources = texts.get(REFERENCE, texts[change.language]).entries
    order = [f"{change.language}.{name}" for name in sources]
    return merged(rewritten(source, named), {path: change.forms}, order).encode()


def _in_table(change: _Change, place: Span, content: bytes) -> bytes:
    """The bytes of a CSV file with a changed text."""
    content.decode()
    text = _text_in_table(change, place, content)
    change.check(text.forms, str.strip)
    return with_cell(content, text.span, change.forms["other"].strip())


def _text_in_table(change: _Change, place: Span, content: bytes) -> Text:
    """A text as a CSV file has it; rows may have moved in it since the game was loaded.

    Raises:
        NotWrittenError: the table has faults, or does not have the text any more.
    """
    live, language, key = change.live, change.language, change.key
    folder = live.catalog.game_folder(live.game_id)
    problems, file = Problems(), folder / "cards.yaml"
    name = absolute(place.file).relative_to(folder.absolute()).as_posix()
    cards = load_cards(file, display_path(file), problems, {name: content})
    _refuse(problems)
    for card in cards:
        for of, text in (*card.texts, *card.blanks):
            if (of, text.key) == (language, key) and text.span.file == place.file:
                return text
    raise NotWrittenError(f"`{place.file}` no longer has the text `{key}`")


def _check_sound(content: bytes, shown: str) -> None:
    problems = Problems()
    read_bytes(content, shown, problems)
    _refuse(problems)


def _refuse(problems: Problems) -> None:
    """Raise the first error of a file, if it has any.

    Raises:
        NotWrittenError: it has one.
    """
    for fault in problems.found:
        if fault.severity is Severity.ERROR:
            place = fault.span
            raise NotWrittenError(
                f"{place.file}, line {place.line}: {fault.message}; correct it first"
            )
