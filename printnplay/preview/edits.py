"""Write texts edited on the page into their files; every other byte is kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.door import LARGEST, ReadError, is_there, read, resolved
from printnplay.files.writing import replace_in
from printnplay.files.yaml_edits import BOM, leaves, merged, rewritten
from printnplay.files.yaml_tree import read_bytes
from printnplay.game.game import Card
from printnplay.game.texts import Text
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span
from printnplay.kernel.languages import CATEGORIES, REFERENCE
from printnplay.loading.cards import load_cards
from printnplay.loading.game import find_original
from printnplay.loading.limits import LETTERS
from printnplay.preview.answers import absolute, can_be_fixed, is_editable
from printnplay.preview.journal import Content, Edit, StaleError, Step
from printnplay.preview.live import LiveGame
from printnplay.tables.cell_edits import with_cell


class NotWrittenError(Exception):
    """An edit could not be written; the message explains why, for users, `help` what to do."""

    def __init__(self, why: str, cure: str = "") -> None:
        """Keep the reason and the help."""
        super().__init__(why)
        self.help = cure


class Written(Struct, frozen=True):
    """The files that an edit has changed, its own first, and the places that have the old ids.

    `tag` is the digest of the first file afterwards.
    """

    files: list[str]
    left: list[str]
    ids: list[str] = []
    """The old ids."""

    tag: str = ""


class GoneError(NotWrittenError):
    """A fault has no fix any more: its text was fixed or changed, and the check does not know."""


class ChangedElsewhereError(NotWrittenError):
    """A file has changed since the page has read it."""

    def __init__(self, file: str) -> None:
        """Name the file."""
        why = f"another program or window has changed `{file}`: nothing was written"
        super().__init__(why, "check what is there now, and try again")


def check_forms(forms: Mapping[str, str], *, limited: bool) -> None:
    """Validate the forms of a text as sent by the page; only a limited game limits their length.

    Raises:
        NotWrittenError: they are not the forms of a text.
    """
    for name, text in forms.items():
        if name not in CATEGORIES:
            raise NotWrittenError("expected the forms of one text")
        if limited and len(text) > LETTERS:
            raise NotWrittenError(f"a text has at most {LETTERS:,} characters")
        if any(ord(letter) < 32 and letter != "\n" for letter in text):
            raise NotWrittenError("a text has no control characters")
    if "other" not in forms:
        raise NotWrittenError("expected the forms of one text")


def write_text(  # noqa: PLR0913
    live: LiveGame,
    language: str,
    key: str,
    forms: Mapping[str, str],
    before: Mapping[str, str],
    in_table: "Rewrite | None" = None,
) -> Written:
    """Write a text of a language into its file.

    The current content of the file counts, not the loaded game: the file may have been saved a
    moment ago, or the game may not load at present.

    Args:
        live: the game.
        language: the language of the text.
        key: the key of the text.
        forms: the new content.
        before: the content when the user started to edit.
        in_table: writes a change of a table, whose texts may make ids; `rewrite` if not given.

    Raises:
        NotWrittenError: the text has changed meanwhile, or its file cannot be written.
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
        return _write(_Change(live, language, key, forms, before), place, in_table or rewrite)


def _write(change: "_Change", place: Span, in_table: "Rewrite") -> Written:
    """Write an edited text into its file."""
    folder = change.live.catalog.game_folder(change.live.game_id).absolute()
    what = f"change `{change.key}`"
    if absolute(place.file).is_relative_to(folder):
        write, written = in_table, _in_table
    else:
        write, written = rewrite, _in_yaml
    return write(change.live, place, lambda content: written(change, place, content), what)


def rewrite(live: LiveGame, place: Span, changed: Callable[[bytes], bytes], what: str) -> Written:
    """Rewrite the file at a place with a function of its current content.

    The edit becomes a step of the journal, with `what` as its name.

    Raises:
        NotWrittenError: the file cannot be changed.
    """
    rewrite_all(live, [existing(place.file, changed)], what)
    return Written([place.file], [])


def existing(file: str, changed: Callable[[bytes], bytes]) -> "Change":
    """Return the change of a file that has to be there."""

    def changed_there(content: Content) -> bytes:
        if content is None:
            raise NotWrittenError(f"`{file}` does not exist any more")
        return changed(content)

    return file, changed_there


Rewrite: TypeAlias = Callable[[LiveGame, Span, Callable[[bytes], bytes], str], Written]
"""Rewrites a file, as `rewrite` does."""

Change: TypeAlias = tuple[str, Callable[[Content], Content]]
"""A file as the user would type it, and a function of its current content."""


def rewrite_all(live: LiveGame, changes: Iterable[Change], what: str) -> None:
    """Rewrite, add or remove files: all of them, or none.

    The edits become one step of the journal, with `what` as its name.

    Raises:
        NotWrittenError: one of the files cannot be changed.
    """
    with live.journal.lock:
        live.journal.note(what, *_replaced_all(live, changes))


def write_fix(live: LiveGame, fault: Diagnostic) -> str:
    """Apply the safe fix of a fault, and return the file that it has changed.

    Raises:
        NotWrittenError: the file has changed meanwhile, or cannot be written.
    """
    from printnplay.build.fix import fixed_content

    if fault.fix is None or not can_be_fixed(live, fault):
        raise NotWrittenError("this fault has no fix that the page can make")

    def changed(content: bytes) -> bytes:
        made = fixed_content(live.catalog, live.game_id, fault, content)
        if made is None or made == content:
            raise GoneError("the text was changed meanwhile; wait for the check")
        return made

    rewrite(live, fault.fix.span, changed, f"fix {fault.code.id}")
    return fault.fix.span.file


def step_back(live: LiveGame) -> Step:
    """Undo the last edit of a file, and return it.

    Raises:
        NotWrittenError: there is none, or its file was changed by others since.
    """
    return _stepped(live, live.journal.done, live.journal.undone, Edit.undone_in)


def step_forward(live: LiveGame) -> Step:
    """Redo the edit that was undone last, and return it.

    Raises:
        NotWrittenError: there is none, or its file was changed by others since.
    """
    return _stepped(live, live.journal.undone, live.journal.done, Edit.redone_in)


def _stepped(
    live: LiveGame,
    source: list[Step],
    target: list[Step],
    content_of: Callable[[Edit, Content], Content],
) -> Step:
    """Perform the last step of one list, and move it to the other."""
    journal = live.journal
    with journal.lock:
        if not source:
            raise NotWrittenError("there is no other step")
        step = source[-1]

        def changed(edit: Edit, content: Content) -> Content:
            try:
                return content_of(edit, content)
            except StaleError as error:
                count = journal.forget(edit.file)
                raise NotWrittenError(
                    f"another program or window has changed `{edit.file}`: the page keeps it",
                    f"undo the change there; steps of this file removed from the list: {count}",
                ) from error

        edits = step.edits[::-1] if source is journal.done else step.edits
        _replaced_all(live, [(edit.file, partial(changed, edit)) for edit in edits])
        target.append(source.pop())
        return step


def _replaced_all(live: LiveGame, changes: Iterable[Change]) -> list[tuple[str, Content, Content]]:
    """Replace the contents of files: all of them, or none; return each with the old and new one.

    Raises:
        NotWrittenError: one of the files cannot be changed.
    """
    done: list[tuple[str, Content, Content]] = []
    try:
        for file, changed in changes:
            done.append((file, *_replaced(live, file, changed)))
    except NotWrittenError:
        for file, old, new in reversed(done):
            with suppress(NotWrittenError):
                _replaced(live, file, partial(_restored, old, new))
        raise
    return done


def _restored(old: Content, new: Content, now: Content) -> Content:
    return old if now == new else now


def _replaced(
    live: LiveGame, file: str, changed: Callable[[Content], Content]
) -> tuple[Content, Content]:
    """Replace the content of a file; return the old and the new one.

    Raises:
        NotWrittenError: the file cannot be changed.
    """
    path = absolute(file)
    # Keep a link: read and write its current target, which is in the project too.
    real, home = resolved(path), resolved(live.catalog.roots[0])
    try:
        content = read(real, LARGEST) if is_there(real) else None
        new = changed(content)
        if new != content:
            replace_in(home, real, new, content)
        return content, new
    except ReadError as error:
        raise NotWrittenError(error.about(path)) from error
    except UnicodeDecodeError as error:
        raise NotWrittenError(f"`{file}` is not in UTF-8: save it as UTF-8 first") from error
    except LookupError as error:
        raise NotWrittenError(f"`{file}` has no place for this text") from error
    except FaultsError as error:
        raise NotWrittenError(error.found[0].message, error.found[0].help) from error
    except MemoryError as error:
        raise NotWrittenError("out of memory") from error


class _Change(Struct, frozen=True):
    """An edit of a text; `before` is the content that the user saw."""

    live: LiveGame
    language: str
    key: str
    forms: Mapping[str, str]
    before: Mapping[str, str]

    def check(self, now: Mapping[str, str], trimmed: Callable[[str], str]) -> None:
        """Check that the text is still as in `before`; `trimmed` strips as parsing its file does.

        Raises:
            NotWrittenError: the text has changed.
        """
        was, says = (
            {name: trimmed(text) for name, text in forms.items()} if _says(forms) else {}
            for forms in (self.before, now)
        )
        if was != says:
            raise NotWrittenError("the text was changed in its file meanwhile; look at it again")


def _says(forms: Mapping[str, str]) -> bool:
    """Return whether a text has content; games ignore empty ones."""
    return bool(forms.get("other", "").strip())


def _in_yaml(change: _Change, place: Span, content: bytes) -> bytes:
    """Return the content of a YAML file with the text replaced."""
    check_sound(content, place.file)
    source, path = content.decode(), f"{change.language}.{change.key}"
    there = {name: leaf.value for name, leaf in leaves(source.removeprefix(BOM)).items()}
    known = {name: there[f"{path}.{name}"] for name in CATEGORIES if f"{path}.{name}" in there}
    change.check({"other": there[path]} if path in there else known, lambda text: text.rstrip("\n"))
    named = {f"{path}.{name}": text for name, text in change.forms.items() if name in known}
    loaded = change.live.loaded
    texts = loaded.texts if loaded else {}
    original = loaded.game.original_in(texts) if loaded else change.language
    sources = texts[original].entries
    order = [f"{change.language}.{name}" for name in sources]
    return merged(rewritten(source, named), {path: change.forms}, order).encode()


def _in_table(change: _Change, place: Span, content: bytes) -> bytes:
    """Return the content of a table with the text replaced."""
    content.decode()
    text = _text_in_table(change, place, content)
    change.check(text.forms, str.strip)
    return with_cell(content, text.span, change.forms["other"].strip())


def _text_in_table(change: _Change, place: Span, content: bytes) -> Text:
    """Return the text from a table, whose rows may have moved since the game was loaded.

    Raises:
        NotWrittenError: the table has errors, or no longer has the text.
    """
    language, key = change.language, change.key
    for card in cards_with(change.live, place.file, content):
        for of, text in (*card.texts, *card.blanks):
            if (of, text.key) == (language, key) and text.span.file == place.file:
                return text
    raise NotWrittenError(f"`{place.file}` no longer has the text `{key}`")


def cards_with(live: LiveGame, table: str, content: bytes) -> Sequence[Card]:
    """Return the cards of a game, with this content of one of its tables.

    Raises:
        NotWrittenError: the table has errors.
    """
    folder = live.catalog.game_folder(live.game_id)
    problems, file = Problems(), folder / "cards.yaml"
    name = absolute(table).relative_to(folder.absolute()).as_posix()
    original = find_original(folder, display_path(folder)) or REFERENCE
    cards = load_cards(file, display_path(file), problems, {name: content}, original=original)
    _refuse(problems)
    return cards


def check_sound(content: bytes, shown: str) -> None:
    """Check that a YAML file has no errors.

    Raises:
        NotWrittenError: it has.
    """
    problems = Problems()
    read_bytes(content, shown, problems)
    _refuse(problems)


def _refuse(problems: Problems) -> None:
    """Raise the first error of a file, if any.

    Raises:
        NotWrittenError: there is an error.
    """
    for fault in problems.found:
        if fault.severity is Severity.ERROR:
            place = fault.span
            raise NotWrittenError(
                f"{place.file}, line {place.line}: {fault.message}; correct it first"
            )
