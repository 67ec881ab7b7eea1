"""Beginning a language: files with empty texts, and a column for it in the glossaries."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.loading.catalog import GLOSSARY, Catalog, as_typed
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import MappingNode
from printnplay.loading.plurals import categories
from printnplay.loading.rewriting import leaves
from printnplay.model.diagnostics import FaultsError, Problems
from printnplay.model.typography import QUOTES
from printnplay.pipeline.l10n.columns import BOM, with_column
from printnplay.pipeline.l10n.files import COMMON, find_file, names_of, source_language
from printnplay.pipeline.l10n.places import notes_of
from printnplay.pipeline.l10n.putting import put_all
from printnplay.pipeline.l10n.skeleton import Skeleton
from printnplay.pipeline.selection import NOWHERE
from printnplay.rendering.text.hyphens import has_dictionary
from printnplay.rendering.text.languages import base, language_name, number_text, plural_category

_CODE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
SCRIPT_LETTERS = 4

EXAMPLES = 5
"""How many numbers are given as examples of a plural category."""

LARGE_NUMBER = 12_500


@dataclass(frozen=True, slots=True)
class Added:
    """A file that was written, and how many texts or terms of it wait for a translation."""

    path: str
    empty: int


def add(project: Path, language: str, games: Sequence[str]) -> tuple[Added, ...]:
    """Begin a language for games, or for all of the project that lack it.

    Raises:
        FaultsError: this is no language, a game has it, or a file cannot be read or written.
    """
    catalog = Catalog(project)
    _check_code(language)
    asked = [name for name in names_of(catalog, games) if name != COMMON]
    names = [name for name in asked if find_file(catalog, language, name) is None]
    _check_new(language, asked if games else [], names)
    if find_file(catalog, language, COMMON) is None:
        names.insert(0, COMMON)
    problems = Problems()
    texts = {
        path: text
        for name in names
        for path, text in _files(catalog, project, (name, language), problems)
    }
    if problems.errors:
        raise FaultsError(problems.found)
    added = tuple(_added(path, text) for path, text in texts.items())
    put_all(texts)
    return added


def _check_code(language: str) -> None:
    if _CODE.fullmatch(language):
        return
    parts = language.replace("_", "-").split("-")
    near = "-".join([parts[0].lower(), *map(_subtag, parts[1:])])
    cure = f"did you mean `{near}`?" if _CODE.fullmatch(near) else ""
    problems = Problems()
    problems.error(
        "PNP344",
        f"`{language}` is not the code of a language",
        NOWHERE,
        "expected a code such as pl, pt-BR or sr-Latn",
        cure,
    )
    raise FaultsError(problems.found)


def _subtag(part: str) -> str:
    """A later part of a code as it is written: a script such as Latn, or a country such as BR."""
    return part.capitalize() if len(part) == SCRIPT_LETTERS else part.upper()


def _check_new(language: str, named: Sequence[str], lacking: Sequence[str]) -> None:
    there = [name for name in named if name not in lacking]
    problems = Problems()
    for name in there:
        problems.error(
            "PNP343",
            f"the game `{name}` has the language `{language}` already",
            NOWHERE,
            "expected a language that is new to the game",
            "see `printnplay l10n status` for what is left to translate",
        )
    if not lacking and not there:
        text = f"all games have the language `{language}` already"
        problems.error("PNP343", text, NOWHERE, "expected a new language", "name another")
    if problems.found:
        raise FaultsError(problems.found)


def _files(
    catalog: Catalog, project: Path, what: tuple[str, str], problems: Problems
) -> Iterator[tuple[Path, str]]:
    """The files that a game needs for a language, with what is to stand in them."""
    name, language = what
    reference = source_language(catalog, name)
    source = find_file(catalog, reference, name) if reference else None
    if reference is None or source is None:
        text = f"the game `{name}` has no texts to translate"
        problems.error("PNP002", text, NOWHERE, f"expected locales/en/{name}.yaml", "write it")
        return
    read = _read(source, problems)
    if read is not None and reference in read[1].entries:
        notes = notes_of(catalog, name, reference)
        skeleton = Skeleton(read[0].removeprefix(BOM), reference, _forms(language), notes)
        target = project / "locales" / language / f"{name}.yaml"
        yield target, skeleton.text(read[1], language, tuple(_head(name, language)))
    if name != COMMON:
        yield from _glossaries(catalog, project, what, problems)


def _glossaries(
    catalog: Catalog, project: Path, what: tuple[str, str], problems: Problems
) -> Iterator[tuple[Path, str]]:
    """The glossaries of a game with a column for the language; one not its own is copied."""
    name, language = what
    done = set()
    for path in catalog.glossary_files(name):
        target = (
            project
            / "locales"
            / (f"{GLOSSARY}.yaml" if path.stem == GLOSSARY else f"{GLOSSARY}/{path.name}")
        )
        read = _read(path, problems) if target not in done else None
        done.add(target)
        if read is not None:
            yield target, with_column(*read, language, problems)


def _read(path: Path, problems: Problems) -> tuple[str, MappingNode] | None:
    root = read_yaml(path, as_typed(path), problems)
    if not isinstance(root, MappingNode):
        return None
    return path.read_bytes().decode("utf-8"), root


def _added(path: Path, text: str) -> Added:
    return Added(as_typed(path), sum(1 for leaf in leaves(text) if not leaf.value))


def _forms(language: str) -> Mapping[str, str]:
    """The plural categories of a language, each with numbers that it is for."""
    examples: dict[str, list[int]] = {name: [] for name in categories(language)}
    for number in range(200):
        found = examples.setdefault(plural_category(language, number), [])
        if len(found) < EXAMPLES:
            found.append(number)
    return {
        name: f"{', '.join(map(str, numbers))}, …" if numbers else "fractions; copy another form"
        for name, numbers in examples.items()
    }


def _head(name: str, language: str) -> Iterator[str]:
    """What a translator has to know before the first text."""
    yield f"{name} in {language_name(language)}."
    yield "Write each translation between the quotes below its source. Keep the *emphasis* and what"
    yield "stands in braces. {term:...} comes from the glossary, where a term may have as many"
    yield "forms as the grammar needs."
    yield f"Numbers are written {number_text(language, LARGE_NUMBER)}."
    yield _MARKS[base(language) in QUOTES]
    yield _DIVISION[has_dictionary(language)]


_MARKS = {
    True: "Quotation marks and apostrophes may be typed plainly: print has the right ones.",
    False: "Type quotation marks, apostrophes and no-break spaces (\\u00a0) as they shall be.",
}
_DIVISION = {
    True: "Long words are divided at line ends by a dictionary, or where \\u00ad stands in them.",
    False: "No dictionary divides words at line ends; put \\u00ad where a word may be divided.",
}
