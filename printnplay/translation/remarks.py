"""Show and answer translators' remarks."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.edits import editing, write_edits
from printnplay.game.texts import Remark, source_of
from printnplay.kernel.diagnostics import Span
from printnplay.loading.remarks import remarks_path, remarks_text
from printnplay.translation.files import (
    LocaleFile,
    chosen_keys,
    in_order,
    own_translations,
    split_words,
)


class Remarked(Struct, frozen=True):
    """A text with a remark, its source and its translation, which may be empty."""

    key: str
    place: Span
    source_language: str
    language: str
    source: str
    translation: str
    remark: Remark


class AnsweredFile(Struct, frozen=True):
    """A file of remarks, how many of its texts were answered, and the answers replaced."""

    path: str
    texts: int
    replaced: tuple[str, ...] = ()


def remarked(project: Path, words: Sequence[str], languages: Sequence[str]) -> tuple[Remarked, ...]:
    """Return the texts with remarks, or the named ones among them, in the order of the source.

    Raises:
        FaultsError: a word is not known, or a file cannot be read.
    """
    files, keys = _meant(project, words, languages)
    return tuple(
        _remarked(file, key)
        for file in files
        for key in file.source.entries
        if key in keys and key in file.texts.remarks
    )


def _remarked(file: LocaleFile, key: str) -> Remarked:
    source, text = file.source.entries[key], file.translated.get(key)
    return Remarked(
        key,
        (text or source).span,
        file.source.language,
        file.language,
        source_of(source),
        source_of(text) if text else "",
        file.remark(key),
    )


def names_texts(project: Path, words: Sequence[str]) -> bool:
    """Return whether words name texts, rather than all texts of games.

    Raises:
        FaultsError: the first word is neither a game nor the start of a key.
    """
    return bool(split_words(Catalog(project), words)[1])


@editing
def answer(
    project: Path, words: Sequence[str], languages: Sequence[str], says: str | None
) -> tuple[AnsweredFile, ...]:
    """Record the author's answer on the named texts; None removes comment and answer.

    Raises:
        FaultsError: a word is not known, or a file cannot be read or written.
    """
    files, keys = _meant(project, words, languages)
    new: dict[Path, bytes] = {}
    answered = []
    for file in files:
        meant = [key for key in file.source.entries if key in keys]
        if says is None:
            meant = [key for key in meant if key in file.texts.remarks]
        if not meant:
            continue
        said = {key: _answered(file.remark(key), says) for key in meant}
        path = remarks_path(file.path)
        remarks = in_order({**file.texts.remarks, **said}, file.source.entries)
        new[path] = remarks_text(remarks).encode()
        replaced = (file.remark(key).answer for key in meant) if says is not None else ()
        others = tuple(text for text in replaced if text and text != says)
        answered.append(AnsweredFile(display_path(path), len(meant), others))
    write_edits(new, project)
    return tuple(answered)


def _answered(remark: Remark, says: str | None) -> Remark:
    if says is None:
        return Remark(remark.unsure)
    return replace(remark, answer=says, open=False)


def _meant(
    project: Path, words: Sequence[str], languages: Sequence[str]
) -> tuple[tuple[LocaleFile, ...], frozenset[str]]:
    catalog = Catalog(project)
    names, asked = split_words(catalog, words)
    files = own_translations(catalog, names, languages)
    return files, chosen_keys(files, asked, untranslated=True)
