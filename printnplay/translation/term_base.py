"""Export the terms of a game as a term base, and import forms of terms from one."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.yaml_edits import UnknownPlaceError, appended, leaves, merged, rewritten
from printnplay.files.yaml_tree import read_data
from printnplay.game.texts import Glossary, Term
from printnplay.kernel.codes import Stage
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.forms import check_name
from printnplay.loading.glossary import load_glossary, read_glossary
from printnplay.translation.edited import exported_texts
from printnplay.translation.exchange.pieces import contains
from printnplay.translation.exchange.tbx import (
    FORBIDDEN,
    SentTerm,
    TermBase,
    form_base,
    read_tbx,
    write_tbx,
)
from printnplay.translation.exchange.units import Base, Received, Returned, twice
from printnplay.translation.files import (
    COMMON,
    LocaleFile,
    language_meant,
    plain_code,
    translated_to,
)
from printnplay.translation.import_faults import (
    Side,
    both_changed,
    emptied,
    forms_stay,
    no_place,
    unknown,
    warn_without_base,
)
from printnplay.translation.streams import Stream, load_stream, newer_in_project, since_last_import

ENDING = ".tbx"


def written_terms(
    catalog: Catalog, files: Sequence[LocaleFile], folder: Path
) -> dict[Path, tuple[bytes, int]]:
    """Return a file for each game with its terms in two languages, and their number."""
    written = {}
    for file in files:
        if file.name == COMMON:
            continue
        languages = (file.source.language, file.language)
        glossary = read_glossary(catalog, file.name, Problems())  # `check` reports its faults
        terms = {
            name: {
                language: _sent(translations[language])
                for language in languages
                if language in translations
            }
            for name, translations in glossary.terms.items()
        }
        path = folder / f"{file.name}.{file.language}{ENDING}"
        written[path] = write_tbx(TermBase(file.name, languages, terms)), len(terms)
    return written


def _sent(term: Term) -> SentTerm:
    return SentTerm({name: form for name, form in term.forms.items() if form}, term.forbidden)


class TermImport(Struct, frozen=True):
    """The state of an import of terms: glossaries to write, and whose version of a form to use.

    What each file says is added to `streams`, and forms that only the project changed to `newer`.
    """

    catalog: Catalog
    project: Path
    side: Side | None
    problems: Problems
    streams: list[tuple[Stream, Path, Returned]] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    new: dict[Path, str] = field(default_factory=dict)


def take_terms(
    path: Path, data: bytes, work: TermImport
) -> tuple[str, dict[Path, int], list[Received]]:
    """Merge received forms into the glossaries to write.

    Forms that a term lacked are added; none is removed. Forms that were also changed in the
    glossary are kept, unless the other side's are to be used.

    Returns:
        The language, the number of changed forms in each glossary, and the forms in the file.
    """
    catalog, problems = work.catalog, work.problems
    returned = read_tbx(data, display_path(path), problems)
    if returned is None:
        return "", {}, []
    games = catalog.games()
    if returned.domain not in games:
        problems.add(unknown("game", returned.domain, games, returned.place))
        return "", {}, []
    there = translated_to(catalog, returned.domain)
    language = language_meant(returned.language, there)
    glossary = _glossary(catalog, returned.domain, problems)
    if language is None:
        problems.add(unknown("language", returned.language, there, returned.place))
    if language is None or glossary is None:
        return "", {}, []
    changed: dict[str, str] = {}
    named = replace(returned, language=language, units=tuple(map(_named, returned.units)))
    units = _since_last_import(path, named, glossary, work)
    forms = [unit for unit in units if not _is_forbidden(unit.key)]
    warn_without_base(replace(returned, units=tuple(forms)), problems)
    _refuse_twice(forms, problems)
    for unit in forms:
        _take(unit, language, glossary, changed, work)
    forbidden = [
        word
        for unit in units
        if _is_forbidden(unit.key) and (word := _forbidden(unit, language, glossary, work))
    ]
    counts = _written(returned.domain, changed, forbidden, work)
    return language, counts, list(returned.units)


def _written(
    game: str, changed: Mapping[str, str], forbidden: Sequence["_Word"], work: TermImport
) -> dict[Path, int]:
    """Merge forms into the glossaries that have their terms, and return their numbers."""
    counts: dict[Path, int] = {}
    for path in work.catalog.glossary_files(game):
        own = load_glossary(path, display_path(path), Problems()).terms
        here = {where: text for where, text in changed.items() if where.split(".")[0] in own}
        changed = {where: text for where, text in changed.items() if where not in here}
        words = [word for word in forbidden if word.term in own]
        forbidden = [word for word in forbidden if word not in words]
        place = _place(work.catalog, path)
        if here or words:
            counts[place] = len(here) + len(words)
            _merge(path, place, here, words, work)
    return counts


def _named(unit: Received) -> Received:
    """Return a form under a key of its own: a forbidden one has its exported word in it, if any."""
    if not _is_forbidden(unit.key):
        return unit
    word = (unit.base.target["other"] if unit.base else "") or unit.target["other"]
    return replace(unit, key=f"{unit.key}.{word}")


def _is_forbidden(key: str) -> bool:
    return key.split(".")[1] == FORBIDDEN


_NONE = Term("", {}, (), Span(""))


def _since_last_import(
    path: Path, returned: Returned, glossary: Glossary, work: TermImport
) -> Sequence[Received]:
    """Return the forms in a file with bases that its last import moved; name those it lacks."""
    stream = load_stream(path, returned, work.project)
    work.streams.append((stream, path, returned))
    lacking = list(_lacking(path, returned, glossary, stream, work.project))
    if lacking:
        work.problems.add(forms_stay(lacking, returned.place))

    def ours(key: str) -> Base:
        name, _, form = key.partition(".")
        term = glossary.terms.get(name, {}).get(returned.language, _NONE)
        if not _is_forbidden(key):
            return Base({"other": term.forms.get(form, "")}, comment=form)
        said, was = stream.said.get(key), form.partition(".")[2]
        words = (said.target["other"] if said else "", was)
        word = next((word for word in words if word in term.forbidden), "")
        return Base({"other": word}, comment=FORBIDDEN)

    taken = since_last_import(returned, stream, ours, work.side, work.problems)
    work.newer.extend(newer_in_project(taken, ours))
    return taken


def _lacking(
    path: Path, returned: Returned, glossary: Glossary, stream: Stream, project: Path
) -> Iterator[str]:
    """Yield the forms in a glossary that a file was exported with, or brought, and lacks now."""
    stem = f"{returned.domain}.{plain_code(returned.language)}"
    exported = exported_texts(path, [stem], project)
    there = {unit.key for unit in returned.units}
    for name, translations in glossary.terms.items():
        term = translations.get(returned.language, _NONE)
        words = [(FORBIDDEN, word, f"{FORBIDDEN}.{word}") for word in term.forbidden]
        for form, word, end in (*((form, word, form) for form, word in term.forms.items()), *words):
            key = f"{name}.{end}"
            brought = key in stream.said and stream.said[key].target["other"] == word
            if key not in there and (brought or contains(exported, form_base(form, word).token)):
                yield key


def _refuse_twice(forms: Sequence[Received], problems: Problems) -> None:
    """Report forms that replace another one of the file, such as synonyms without a form."""
    seen: dict[str, Span] = {}
    for unit in forms:
        place = unit.places["other"]
        if seen.setdefault(unit.key, place) is not place:
            cure = "give one of them a note with a form of its own, such as `form: plural`"
            problems.add(twice(unit.key, place, seen[unit.key], cure))


def _glossary(catalog: Catalog, game: str, problems: Problems) -> Glossary | None:
    """Return the terms of a game; None, with the reasons, if a part of a file cannot be read."""
    found = Problems()
    glossary = read_glossary(catalog, game, found)
    unreadable = [fault for fault in found.found if fault.code.stage is Stage.YAML]
    for fault in unreadable:
        problems.add(fault)
    return None if unreadable else glossary


def _take(
    unit: Received,
    language: str,
    glossary: Glossary,
    changed: dict[str, str],
    work: TermImport,
) -> None:
    problems = work.problems
    name, _, form = unit.key.partition(".")
    place, text = unit.places["other"], unit.target["other"]
    if name not in glossary.terms:
        problems.add(unknown("term", name, tuple(glossary.terms), place))
        return
    if not check_name(form, place, problems):
        return
    term = glossary.terms[name].get(language)
    ours = term.forms.get(form, "") if term else ""
    base = unit.base.target["other"] if unit.base else ours
    if unit.base and not text:
        problems.add(emptied(unit.key, place))
    elif unit.base and ours not in (base, text) and text != base and work.side is not Side.THEIRS:
        if work.side is None:
            problems.add(both_changed(f"`{unit.key}`", place, (base, text, ours), None))
    elif text and text != ours and not (unit.base and text == base):
        changed[f"{name}.{language}.{form}"] = text


class _Word(Struct, frozen=True):
    """A forbidden form to write: its term, its list, the form that it replaces, and the new one."""

    term: str
    path: str
    was: str
    now: str

    def written(self, source: str, order: Sequence[str]) -> str:
        """Return a glossary with the word in its list.

        Raises:
            UnknownPlaceError: the list cannot be changed alone.
        """
        items = (name for name, leaf in leaves(source).items() if leaf.value == self.was)
        here = next((name for name in items if name.rpartition(".")[0] == self.path), None)
        if here is None:
            return appended(source, self.path, self.now, order)
        return rewritten(source, {here: self.now})


def _forbidden(unit: Received, language: str, glossary: Glossary, work: TermImport) -> _Word | None:
    """Return what to do with a received forbidden form; None if nothing is."""
    name, place, text = unit.key.partition(".")[0], unit.places["other"], unit.target["other"]
    if name not in glossary.terms:
        work.problems.add(unknown("term", name, tuple(glossary.terms), place))
        return None
    term = glossary.terms[name].get(language)
    there = term.forbidden if term else ()
    base = unit.base.target["other"] if unit.base else ""
    if not text or text in (base, *there):
        return None
    if base and base not in there and work.side is not Side.THEIRS:
        if work.side is None:
            said = (base, text, ", ".join(there))
            work.problems.add(both_changed(f"`{unit.key}`", place, said, None))
        return None
    return _Word(name, f"{name}.{language}.{FORBIDDEN}", base, text)


def _merge(
    path: Path, place: Path, texts: Mapping[str, str], words: Sequence[_Word], work: TermImport
) -> None:
    """Merge forms into a glossary, unless it is broken, which `check` reports."""
    new, problems = work.new, work.problems
    if place not in new:
        data = read_data(path, display_path(path), problems)
        if data is None:
            return
        new[place] = data.decode()
    try:
        forms = {where: {"other": text} for where, text in texts.items()}
        new[place] = merged(new[place], forms, list(texts))
        for word in words:
            new[place] = word.written(new[place], list(leaves(new[place])))
    except UnknownPlaceError as error:
        problems.add(no_place(str(error.where), display_path(path)))


def _place(catalog: Catalog, path: Path) -> Path:
    """Return the path to write a glossary to: shipped ones are changed in a copy."""
    for root in catalog.roots:
        if path.is_relative_to(root):
            return catalog.roots[0] / path.relative_to(root)
    return path
