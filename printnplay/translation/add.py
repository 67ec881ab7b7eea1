"""Add a language: files with empty texts, a column in the glossaries, data for the checks."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.choosing import NOWHERE
from printnplay.files.catalog import GLOSSARY, Catalog, display_path, is_reserved
from printnplay.files.door import is_there
from printnplay.files.edits import editing, write_edits
from printnplay.files.yaml_edits import (
    BOM,
    UnknownPlaceError,
    all_inserted,
    inserted,
    key_as_written,
    leaves,
    merged,
    quoted,
)
from printnplay.files.yaml_tree import Entry, MappingNode, TextNode, read_bytes, read_data
from printnplay.game.numbering import KINDS
from printnplay.game.texts import TITLE, Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.languages import CATEGORIES, categories, is_right_to_left
from printnplay.kernel.suggestions import listed
from printnplay.kernel.typography import QUOTES
from printnplay.loading.texts import kinds_of, reserved_language, texts_of_cards
from printnplay.text.hyphens import has_dictionary
from printnplay.text.languages import (
    base,
    joining_words,
    language_name,
    number_text,
    plural_category,
)
from printnplay.text.scripts import UNSPACED_LANGUAGES, why_not_language
from printnplay.translation.files import (
    COMMON,
    cards_in_tables,
    find_file,
    names_of,
    open_file,
    source_language,
    title_of,
)
from printnplay.translation.import_faults import no_place
from printnplay.translation.usage import usage_of


def with_column(source: str, root: MappingNode, language: str, problems: Problems) -> str:
    """Return a glossary, parsed as `root`, with the column added and all else unchanged.

    If the column cannot be added, a fault is reported and the glossary is returned unchanged.
    """
    lacking = [
        term
        for term, entry in root.entries.items()
        if isinstance(entry.value, MappingNode)
        and language not in entry.value.entries
        and "." not in term  # another fault, reported by `check`
    ]
    names = {f"{term}.{language}.name": "" for term in lacking}
    try:
        return all_inserted(source, names)
    except UnknownPlaceError as error:
        problems.add(_no_place(str(error.where), language, root.span))
        return source


def _no_place(path: str, language: str, root: Span) -> Diagnostic:
    term = path.removesuffix(f".{language}.name")
    return Diagnostic(
        codes.NO_PLACE_FOR_IMPORT,
        f"{root.file} has no place for the name of `{term}` in `{language}`",
        Span(root.file),
        "expected a term with its languages below it",
        f'write `{language}: {{name: ""}}` where the other languages of the term stand',
    )


STEP = 2
"""The indentation of each level, in spaces: as in the files that ship."""

Notes = Callable[[str], Sequence[str]]
"""Returns additional notes on a text, given its key."""


class Skeleton(Struct, frozen=True):
    """Writes a language's file of empty texts, modelled on the file of its source.

    `forms` holds the plural categories with example numbers; `notes` returns those on a text.
    """

    source: str
    reference: str
    forms: Mapping[str, str]
    notes: Notes
    _lines: list[str] = field(default_factory=list)

    def text(self, root: MappingNode, language: str, head: Sequence[str]) -> str:
        """Return the whole file; `head` holds the lines above all texts."""
        self._lines[:] = [*(f"# {line}".rstrip() for line in head), f"{language}:"]
        self._map(root.entries[self.reference].value, "", STEP)
        return "\n".join(self._lines) + "\n"

    def _map(self, node: object, key: str, indent: int) -> None:
        if not isinstance(node, MappingNode):
            return
        for entry in node.entries.values():
            self._lines.extend(self._above(entry.span, indent))
            self._entry(entry, f"{key}.{entry.key}" if key else entry.key, indent)

    def _entry(self, entry: Entry, key: str, indent: int) -> None:
        margin = " " * indent
        node, name = entry.value, key_as_written(entry.key)
        if isinstance(node, TextNode):
            self._notes(key, {"": node.value}, margin)
            self._lines.append(f'{margin}{name}: ""')
        elif isinstance(node, MappingNode) and not node.entries:
            self._lines.append(f"{margin}{name}: {{}}")
        elif isinstance(node, MappingNode) and all(name in CATEGORIES for name in node.entries):
            forms = {name: form.value for name, form in node.entries.items()}
            texts = {name: form.value for name, form in forms.items() if isinstance(form, TextNode)}
            self._notes(key, texts, margin)
            self._lines.append(f"{margin}{name}:")
            for form, examples in self.forms.items():
                self._lines.append(f'{margin}{" " * STEP}{form}: ""  # {examples}')
        else:
            self._lines.append(f"{margin}{name}:")
            self._map(node, key, indent + STEP)

    def _notes(self, key: str, texts: Mapping[str, str], margin: str) -> None:
        notes = _above_text(self.reference, texts, self.notes(key))
        self._lines.extend(f"{margin}# {note}" for note in notes)

    def _above(self, span: Span, indent: int) -> Iterator[str]:
        """Yield the empty lines and comments above a key of the source."""
        lines = self.source.splitlines()
        if lines[span.line - 1][: span.column - 1].strip():
            return
        first = span.line - 1
        while first and _is_remark(lines[first - 1]):
            first -= 1
        for line in lines[first : span.line - 1]:
            yield (" " * indent + line.strip()).rstrip()


def _above_text(reference: str, texts: Mapping[str, str], notes: Sequence[str]) -> Iterator[str]:
    """Yield the comments above an empty text: the forms of its original, by name, and notes."""
    for name, text in texts.items():
        says = f"{reference} ({name})" if name else reference
        yield f"{says}: {_on_one_line(text)}"
    yield from notes


def _is_remark(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _on_one_line(text: str) -> str:
    """Return the text as written in its file, with invisible characters escaped."""
    return quoted(text)[1:-1].replace('\\"', '"')


_CODE = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?")
SCRIPT_LETTERS = 4
"""The length of a script in a language tag, in letters (ISO 15924): `Hant`."""

EXAMPLES = 5
"""The maximum number of example numbers for a plural category: they fit on a line. A guess."""

LARGE_NUMBER = 12_500
"""An example of how numbers are written: five digits, as some languages do not group four."""


LEFT_OPEN: Mapping[str, tuple[str, str]] = {
    "words": (
        "[…]",
        "paragraphs left in another language, and untranslated texts: small words of the language",
    ),
    "numbers": ("{…}", "number words that contradict the game: the words for 2, 3 and so on"),
    "address": (
        "{used: …, other: {…}}",
        "readers spoken to in two ways: words of the ways that the texts do not use",
    ),
    "agreement": ("{…}", "articles, adjectives and verbs that do not agree: these by class"),
    "meaning": ("{…}", "meanings that differ from the original, with --proofread: their wordings"),
    "never": ("[…]", "expressions that are never right, with --proofread"),
    "spelling": ("[…]", "spelling, with --proofread: words that its dictionary lacks, or no word"),
}
"""The keys that a person has to fill in: their format, and the checks that need them."""


def language_file(language: str) -> str:
    """Return the initial file of `l10n add`; keys to be filled in are comments."""
    return "\n".join([*_known(language), ""])


def _known(language: str) -> Iterator[str]:
    yield f"# What `printnplay check` knows about {language_name(language)}, for texts of any game."
    yield f"{language}:"
    joining = joining_words(language)
    yield "  # What joins the last two of several things, as in Unicode CLDR."
    yield f"  joining: [{', '.join(joining)}]"
    yield ""
    yield "  # What follows is not checked until its lists are here, without `#`. The files of"
    yield "  # other languages show how; `printnplay schema language` describes the keys."
    for key, (shape, check) in LEFT_OPEN.items():
        yield f"  # For {check}."
        yield f"  # {key}: {shape}"


def checks_off() -> tuple[str, ...]:
    """Return the checks that do not run until a language's file is filled in."""
    return tuple(check.partition(":")[0] for _, check in LEFT_OPEN.values())


class Added(Struct, frozen=True):
    """A file that was written, and how many of its texts or terms are not translated yet."""

    path: str
    empty: int


class Begun(Struct, frozen=True):
    """The files of a language that was added, and the checks that do not run for it yet."""

    files: tuple[Added, ...]
    checks_off: tuple[str, ...]


@editing
def add(project: Path, language: str, games: Sequence[str]) -> Begun:
    """Add a language to games, or to all games of the project that lack it.

    A game that already has texts in the language gets what is missing: texts, common texts, names
    of terms.

    Raises:
        FaultsError: the language is invalid, a game has it, or a file cannot be read or written.
    """
    texts = added_files(project, language, games)
    added = tuple(_added(path, text, language) for path, text in texts.items())
    write_edits({path: text.encode() for path, text in texts.items()}, project)
    return Begun(added, checks_off() if _file_of(project, language) in texts else ())


def _file_of(project: Path, language: str) -> Path:
    return project / "locales" / language / "language.yaml"


def added_files(project: Path, language: str, games: Sequence[str]) -> dict[Path, str]:
    """Return the files that `add` writes, with their content.

    Raises:
        FaultsError: the language is invalid, a game has it, or a file cannot be read.
    """
    catalog = Catalog(project)
    _check_code(language)
    asked = [name for name in names_of(catalog, games) if name != COMMON]
    names = [name for name in asked if find_file(catalog, language, name) is None]
    if find_file(catalog, language, COMMON) is None:
        names.insert(0, COMMON)
    problems = Problems()
    texts: dict[Path, str] = {}
    for name in dict.fromkeys([*names, *asked, COMMON]):
        if name in names:
            texts |= _files(catalog, project, name, language, problems)
            continue
        lacking = dict(_completed(catalog, name, language, problems))
        if name != COMMON:
            columns = dict(_glossaries(catalog, project, name, language, problems))
            lacking |= {path: text for path, text in columns.items() if is_there(path)}
        names += [name] if lacking else []
        texts |= lacking
    _check_new(language, asked if games and COMMON not in names else [], names)
    if problems.errors:
        raise FaultsError(problems.found)
    if not catalog.language_files(language):
        texts[_file_of(project, language)] = language_file(language)
    return texts


def _check_code(language: str) -> None:
    if is_reserved(language):
        fault = reserved_language(language, NOWHERE)
        raise FaultsError([replace(fault, code=codes.NOT_A_LANGUAGE)])
    if _CODE.fullmatch(language):
        _check_script(language)
        return
    parts = language.replace("_", "-").split("-")
    near = "-".join([parts[0].lower(), *map(_subtag, parts[1:])])
    cure = f"did you mean `{near}`?" if _CODE.fullmatch(near) else ""
    problems = Problems()
    problems.error(
        codes.NOT_A_LANGUAGE,
        f"`{language}` is not the code of a language",
        NOWHERE,
        "expected a code such as pl, pt-BR or sr-Latn",
        cure,
    )
    raise FaultsError(problems.found)


def _check_script(language: str) -> None:
    reason = why_not_language(language)
    if reason:
        problems = Problems()
        problems.error(
            codes.UNSET_SCRIPT,
            f"texts in `{language}` cannot be typeset",
            NOWHERE,
            "expected a language whose script the tool can set",
            reason,
        )
        raise FaultsError(problems.found)


def _subtag(part: str) -> str:
    """Return a later part of a code in its usual case: a script (Latn) or a country (BR)."""
    return part.capitalize() if len(part) == SCRIPT_LETTERS else part.upper()


def _check_new(language: str, games: Sequence[str], lacking: Sequence[str]) -> None:
    there = [name for name in games if name not in lacking]
    problems = Problems()
    for name in there:
        problems.error(
            codes.LANGUAGE_EXISTS,
            f"the game `{name}` already has the language `{language}`",
            NOWHERE,
            "expected a new language",
            "see `printnplay l10n status` for what is left to translate",
        )
    if not lacking and not there:
        text = f"all games already have the language `{language}`"
        problems.error(
            codes.LANGUAGE_EXISTS, text, NOWHERE, "expected a new language", "name another"
        )
    if problems.found:
        raise FaultsError(problems.found)


def _files(
    catalog: Catalog, project: Path, name: str, language: str, problems: Problems
) -> Iterator[tuple[Path, str]]:
    """Yield the files that a game needs for a language, with their content."""
    reference = source_language(catalog, name)
    source = find_file(catalog, reference, name) if reference else None
    if reference is None or source is None:
        text = f"the game `{name}` has no texts to translate"
        problems.error(
            codes.UNKNOWN_LANGUAGE, text, NOWHERE, f"expected locales/en/{name}.yaml", "write it"
        )
        return
    read = _read(source, problems)
    if read is not None and reference in read[1].entries:
        notes = usage_of(catalog, name, reference).notes
        others = [
            *title_of(catalog, name, reference),
            *_texts_to_translate(catalog, name, language, reference, problems),
        ]
        text, root = _with_others(*read, others, reference, problems)
        skeleton = Skeleton(text.removeprefix(BOM), reference, _forms(language), notes)
        target = project / "locales" / language / f"{name}.yaml"
        head = (*_head(name, language), *_on_tables(others, language))
        yield target, skeleton.text(root, language, head)
    if name != COMMON:
        yield from _glossaries(catalog, project, name, language, problems)


def _completed(
    catalog: Catalog, name: str, language: str, problems: Problems
) -> Iterator[tuple[Path, str]]:
    """Yield a project's file of texts with those that it lacks, empty, below their originals."""
    file = open_file(catalog, name, language, problems)
    read = _read(file.path, problems) if file and file.own and not file.is_source else None
    if file is None or read is None:
        return
    there = {key for path in leaves(read[0]) for key in (path, path.rpartition(".")[0])}
    lacking = {
        f"{language}.{key}": text
        for key, text in file.missing.items()
        if f"{language}.{key}" not in there and key not in file.in_chapters
    }
    plural = dict.fromkeys(_forms(language), "")
    empty = {path: "" if len(text.forms) == 1 else plural for path, text in lacking.items()}
    order = [f"{language}.{key}" for key in file.source.entries]
    try:
        made = inserted(read[0], empty, order)
    except UnknownPlaceError as error:
        problems.add(no_place(str(error.where), display_path(file.path)))
        return
    if lacking:
        notes = usage_of(catalog, name, file.source.language).notes
        yield file.path, _with_originals(made, lacking, file.source.language, notes)


def _with_originals(source: str, texts: Mapping[str, Text], reference: str, notes: Notes) -> str:
    """Return a file with the originals of new texts above them, by path; not within braces."""
    first: dict[str, int] = {}
    for path, leaf in leaves(source).items():
        owner = path if path in texts else path.rpartition(".")[0]
        if owner in texts and not leaf.in_flow:
            first.setdefault(owner, leaf.span.line - 1)
    lines = source.split("\n")
    for path, number in reversed(first.items()):
        forms, line = texts[path].forms, lines[number]
        named = {"": forms["other"]} if len(forms) == 1 else forms
        margin, end = line[: len(line) - len(line.lstrip())], "\r" * line.endswith("\r")
        above = _above_text(reference, named, notes(texts[path].key))
        lines[number:number] = [f"{margin}# {note}{end}" for note in above]
    return "\n".join(lines)


def _texts_to_translate(
    catalog: Catalog, name: str, language: str, reference: str, problems: Problems
) -> Sequence[Text]:
    """Return the texts of card tables that the tables do not have in the language."""
    cards = [card for card in cards_in_tables(catalog, name, problems) if card.is_in(language)]
    in_tables = texts_of_cards(cards)
    there = in_tables.get(language, {})
    to_translate = {**in_tables.get(reference, {}), **kinds_of(cards, reference)}
    return [text for key, text in to_translate.items() if key not in there]


def _with_others(
    source: str, root: MappingNode, texts: Sequence[Text], reference: str, problems: Problems
) -> tuple[str, MappingNode]:
    """Return a source file, parsed as `root`, with the title and texts of tables that it lacks."""
    there = leaves(source)
    lacking = [text for text in texts if f"{reference}.{text.key}" not in there]
    try:
        made = merged(source, {f"{reference}.{text.key}": text.forms for text in lacking}, [])
    except UnknownPlaceError as error:
        key = str(error.where).partition(".")[2]
        problems.error(
            codes.NO_PLACE_FOR_IMPORT,
            f"{root.span.file} has no place for `{key}`, a text of a table",
            Span(root.span.file),
            "expected a mapping of keys to texts, where a key of it stands",
            "write the text of that key below another one",
        )
        return source, root
    read = read_bytes(made.encode(), root.span.file, problems)
    return (made, read) if isinstance(read, MappingNode) else (source, root)


def _on_tables(texts: Sequence[Text], language: str) -> Iterator[str]:
    """Yield notes for translators about texts that are in tables."""
    columns: dict[str, dict[str, None]] = {}
    for text in texts:
        if text.key.startswith((f"{KINDS}.", TITLE)):
            continue  # no text of a column
        heading = f"{text.key.rpartition('.')[2]}@{language}"
        columns.setdefault(Path(text.span.file).name, {})[heading] = None
    for file, headings in columns.items():
        yield f"Texts of {file} are translated here, or in columns {listed(headings)} of it: what"
        yield "it has may stay empty here."


def _glossaries(
    catalog: Catalog, project: Path, name: str, language: str, problems: Problems
) -> Iterator[tuple[Path, str]]:
    """Yield a game's glossaries with a column for the language; shipped ones are copied."""
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
            text = with_column(*read, language, problems)
            if path != target or text != read[0]:
                yield target, text


def _read(path: Path, problems: Problems) -> tuple[str, MappingNode] | None:
    shown = display_path(path)
    data = read_data(path, shown, problems)
    root = None if data is None else read_bytes(data, shown, problems)
    return (data.decode(), root) if data is not None and isinstance(root, MappingNode) else None


def _added(path: Path, text: str, language: str) -> Added:
    """Return the number of empty texts; in a glossary, those of this language only."""
    left = (where for where, leaf in leaves(text).items() if not leaf.value)
    return Added(display_path(path), sum(language in where.split(".")[:2] for where in left))


def _forms(language: str) -> Mapping[str, str]:
    """Return the plural categories of a language, each with example numbers."""
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
    """Yield notes for translators, to appear before the first text."""
    english, _, own = language_name(language).removesuffix(")").partition(" (")
    yield f"{name} in {english}." if own == english else f"{name} in {language_name(language)}."
    yield "Write each translation between the quotes below its source. Keep the *emphasis* and what"
    yield "stands in braces. {term:...} comes from the glossary, where a term may have as many"
    yield "forms as the grammar needs."
    yield f"Numbers are written {number_text(language, LARGE_NUMBER)}."
    yield _MARKS[base(language) in QUOTES]
    if base(language) in UNSPACED_LANGUAGES:
        yield "Lines end where the script lets them; nothing has to be typed for it."
    elif is_right_to_left(language):
        yield "Words are never divided at line ends."
    else:
        yield _DIVISION[has_dictionary(language)]


_MARKS = {
    True: "Quotation marks and apostrophes may be typed plainly: print has the right ones.",
    False: "Type quotation marks, apostrophes and no-break spaces (\\u00a0) as they should print.",
}
_DIVISION = {
    True: "Long words are divided at line ends by a dictionary, or where \\\\- stands in them.",
    False: "No dictionary divides words at line ends; put \\\\- where a word may be divided.",
}
