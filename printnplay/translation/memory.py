"""Export a translation memory of all texts of a language, and fill in texts from one."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems, Severity, Span
from printnplay.loading.editions import with_editions
from printnplay.proofreading.passages import PLACEHOLDER
from printnplay.translation.exchange.tmx import Memory, Pair, read_tmx, unique, write_tmx
from printnplay.translation.exchange.units import Received, Returned, State
from printnplay.translation.files import (
    COMMON,
    LocaleFile,
    language_meant,
    open_file,
    translated_to,
)
from printnplay.translation.import_faults import unknown

ENDING = ".tmx"


def written_memory(
    files: Sequence[LocaleFile], language: str, folder: Path
) -> dict[Path, tuple[bytes, int]]:
    """Return a file with all translations that are neither stale nor in doubt, without repeats.

    Games written in different languages get a file for each of these.
    """
    sources = sorted({file.source.language for file in files})
    written = {}
    for source in sources:
        own = [file for file in files if file.source.language == source]
        pairs = unique(pair for file in own for pair in pairs_of(file))
        name = f"memory.{source}.{language}" if len(sources) > 1 else f"memory.{language}"
        memory = Memory(source, language, pairs)
        written[folder / f"{name}{ENDING}"] = write_tmx(memory), len(pairs)
    return written


def pairs_of(file: LocaleFile) -> Iterator[Pair]:
    """Yield the originals of a file with their translations, unless these are stale or in doubt."""
    stale = {change.text.key for change in file.stale}
    for key, text in file.translated.items():
        if key in stale or key in file.unsure:
            continue
        source = file.source.entries[key]
        for name, form in text.forms.items():
            if has_words(source.plain):
                yield Pair(source.forms.get(name, source.plain), form, text.span)


def has_words(text: str) -> bool:
    """Return whether a text has words besides its placeholders.

    >>> has_words("{term:flip.cards}"), has_words("Draw {hand_size} cards.")
    (False, True)
    """
    return any(letter.isalpha() for letter in PLACEHOLDER.sub("", text))


def from_memory(
    data: bytes, shown: str, catalog: Catalog, problems: Problems
) -> Iterator[Returned]:
    """Yield translations from a memory for texts that are still empty, marked as in doubt.

    A person has to judge whether a pair fits the place. If the memory has languages that the
    project lacks, a warning is reported.
    """
    for memory in read_tmx(data, shown, problems):
        said: dict[str, Pair] = {}
        for pair in memory.pairs:
            said.setdefault(pair.source, pair)
        known: set[str] = set()
        meant = {}
        for name in (*with_editions(catalog, catalog.games()), COMMON):
            there = translated_to(catalog, name)
            known.update(there)
            language = language_meant(memory.language, there)
            if language:
                meant[name] = language
        if not meant:
            fault = unknown("language", memory.language, sorted(known), memory.pairs[0].place)
            problems.add(replace(fault, severity=Severity.WARNING))
        for name, language in meant.items():
            file = open_file(catalog, name, language, problems)
            units = tuple(_filled_in(file, said)) if file and file.own else ()
            if units:
                yield Returned(name, language, units, Span(shown, 1, 1))


def _filled_in(file: LocaleFile, said: dict[str, Pair]) -> Iterable[Received]:
    for key, source in file.missing.items():
        pair = said.get(source.plain)
        if pair is not None and len(source.forms) == 1 and key not in file.in_chapters:
            sources, target = frozenset([source.plain]), {"other": pair.target}
            yield Received(key, sources, target, {"other": pair.place}, State.UNSURE)
