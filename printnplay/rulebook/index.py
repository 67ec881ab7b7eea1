"""The index of a rulebook: terms of the glossary, headings and entries of the author's own.

Texts name a term as `{term:ID}`. An entry has the keys of the texts that name its term, and the
names of the parts of the rulebook that it refers to; pages and links follow from these.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.rulebook import HeadingBlock, IndexBlock, Outline, every_block
from printnplay.game.texts import Glossary, Text
from printnplay.kernel import codes
from printnplay.kernel.collation import sort_key
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.markup import without_code
from printnplay.kernel.suggestions import suggestion

TERM = re.compile(r"\{term:([^{}.]+)(?:\.([^{}]+))?\}")
"""Match a placeholder of a term: its id, and its form if it names one."""

NAME = "name"
"""The form of a term that it has without another one, and in the index."""


class IndexEntry(Struct, frozen=True):
    """An entry of the index: its words, the keys of texts that name it, and parts of the rulebook.

    `forms` are the words for it in these texts.
    """

    words: str
    keys: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    forms: frozenset[str] = frozenset()

    def with_other(self, other: "IndexEntry") -> "IndexEntry":
        """Return one entry for two with the same words."""
        keys, names = (*self.keys, *other.keys), (*self.names, *other.names)
        return replace(self, keys=keys, names=names, forms=self.forms | other.forms)


class Sources(Struct, frozen=True):
    """What an index is made from: the outline, the texts and the glossary in one language.

    `plain` returns a text without markup.
    """

    outline: Outline
    texts: Mapping[str, Text]
    glossary: Glossary
    language: str
    plain: Callable[[str], str]


def index_entries(block: IndexBlock, sources: Sources) -> list[IndexEntry]:
    """Return the entries of an index in the alphabetical order of the language."""
    found: dict[str, IndexEntry] = {}
    for entry in _entries(block, sources):
        same = entry.words.casefold()
        found[same] = found[same].with_other(entry) if same in found else entry
    return sorted(found.values(), key=lambda entry: sort_key(entry.words, sources.language))


def _entries(block: IndexBlock, sources: Sources) -> Iterator[IndexEntry]:
    if block.terms:
        yield from _terms(block, sources)
    for section in sources.outline.sections if block.headings else ():
        if block not in section.blocks:
            yield IndexEntry(sources.plain(section.title), names=(section.id,))
        for heading in every_block(section.blocks):
            if isinstance(heading, HeadingBlock) and heading.id:
                yield IndexEntry(sources.plain(heading.key), names=(heading.id,))
    for key, names in block.entries:
        yield IndexEntry(sources.plain(key), names=names)


def _terms(block: IndexBlock, sources: Sources) -> Iterator[IndexEntry]:
    """Yield the terms that the rulebook names."""
    keys: dict[str, list[str]] = {}
    forms: dict[str, set[str]] = {}
    for key in printed_keys(sources.outline):
        text = sources.texts.get(key)
        for form in text.forms.values() if text else ():
            for match in TERM.finditer(without_code(form)):
                keys.setdefault(match[1], []).append(key)
                forms.setdefault(match[1], set()).add(match[2] or NAME)
    for term_id, named in keys.items():
        term = sources.glossary.terms.get(term_id, {}).get(sources.language)
        if term is None or NAME not in term.forms:
            continue
        if any(fnmatchcase(term_id, pattern) for pattern in block.without):
            continue
        words = frozenset(term.forms[form] for form in forms[term_id] if form in term.forms)
        yield IndexEntry(term.forms[NAME], tuple(dict.fromkeys(named)), forms=words)


def part_of_keys(outline: Outline) -> Mapping[str, str]:
    """Return the part of the rulebook that each text is in: a heading with an id, or a section."""
    parts: dict[str, str] = {}
    for section in outline.sections:
        part = section.id
        parts.setdefault(section.title, part)
        for block in every_block(section.blocks):
            if isinstance(block, HeadingBlock) and block.id:
                part = block.id
            for key in block.keys:
                parts.setdefault(key, part)
    return parts


def check_index(
    block: IndexBlock, sources: Sources, parts: Collection[str], problems: Problems
) -> None:
    """Report names of terms and parts of the rulebook that do not exist, and an empty index."""
    terms = sources.glossary.terms
    for pattern in block.without if sources.glossary.sound else ():
        if not any(fnmatchcase(term_id, pattern) for term_id in terms):
            text, label = f"there is no term `{pattern}`", "expected the id of a term"
            cure = suggestion(pattern, terms, "remove it")
            problems.error(codes.BLOCK_NAMES_NOTHING, text, block.span, label, cure)
    for name in dict.fromkeys(name for _, names in block.entries for name in names):
        if name not in parts:
            text = f"`{name}` is not a part of the rulebook"
            label = "expected a section, a heading with an id, a figure or a card"
            cure = suggestion(name, parts)
            problems.error(codes.BLOCK_NAMES_NOTHING, text, block.span, label, cure)
    if not index_entries(block, sources):
        text, label = "the index is empty", "expected texts that name a term"
        cure = "name terms in texts as `{term:ID}`, or add `headings` or `entries` to the index"
        problems.error(codes.BLOCK_NAMES_NOTHING, text, block.span, label, cure)


def printed_keys(outline: Outline) -> Sequence[str]:
    """Return the keys of the texts that the rulebook prints, except those of its indexes."""
    keys = [section.title for section in outline.sections]
    for block in outline.blocks:
        keys += () if isinstance(block, IndexBlock) else block.keys
    return keys
