"""Export the texts of a language with their originals and notes, for translators.

Implements `l10n export`.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.choosing import NOWHERE
from printnplay.files.catalog import Catalog, display_path
from printnplay.game.texts import Glossary, Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.languages import categories
from printnplay.loading.glossary import read_glossary
from printnplay.loading.locks import is_approved
from printnplay.proofreading.passages import PLACEHOLDER, term_and_form
from printnplay.translation.edited import write_exported
from printnplay.translation.exchange import FORMATS, Format
from printnplay.translation.exchange.pieces import seen
from printnplay.translation.exchange.units import Sent, Unit, control_in
from printnplay.translation.files import LocaleFile, names_of, open_file
from printnplay.translation.import_faults import control
from printnplay.translation.memory import written_memory
from printnplay.translation.term_base import ENDING as TERM_BASE
from printnplay.translation.term_base import written_terms
from printnplay.translation.usage import Usage, usage_of


class Notes:
    """The notes on the texts of a game, or the common ones, for translators into a language."""

    def __init__(self, usage: Usage, glossary: Glossary, source: str, language: str) -> None:
        """Store where the texts are printed, and the terms of both languages."""
        self.usage = usage
        self.languages = source, language
        self.forms = {
            (term, code): {name: form for name, form in languages[code].forms.items() if form}
            for term, languages in glossary.terms.items()
            for code in self.languages
            if code in languages
        }

    def of(self, text: Text) -> tuple[str, ...]:
        """Return the notes on a text, each about one subject."""
        terms = dict.fromkeys(
            named[0]
            for form in text.forms.values()
            for match in PLACEHOLDER.finditer(form)
            if (named := term_and_form(match[1])) is not None
        )
        printed = (f"Printed: {place}" for place in self.usage.places(text.key))
        shown = text.key in self.usage.pictures
        picture = (f"Picture: {picture_name(text.subject.game, text.key)}",) if shown else ()
        return (*printed, *picture, *filter(None, map(self._term, terms)))

    def _term(self, term: str) -> str:
        """Return a term with its forms as placeholders, for the translator to choose from.

        A term that is not translated yet has the forms of the original; an unknown one has none.
        """
        source, language = self.languages
        own = self.forms.get((term, language))
        listed = "; ".join(
            f"{{term:{term}}} {form}" if name == "name" else f"{{term:{term}.{name}}} {form}"
            for name, form in (own or self.forms.get((term, source), {})).items()
        )
        yet = "" if own else f" ({source}; the glossary has no form in {language} yet)"
        return f"Term: {listed}{yet}" if listed else ""


class ExportRequest(Struct, frozen=True):
    """What to export, in which format and into which folder; without games, all are exported.

    `pictures` enables screenshots of the texts, which are rendered in the source language.
    """

    project: Path
    language: str
    games: tuple[str, ...]
    form: str
    output: Path
    pictures: bool = False


class Exported(Struct, frozen=True):
    """A file that was written, and the number of its texts in each state.

    `others` is the number and kind of its other entries, such as terms.
    """

    path: str
    states: Mapping[str, int]
    pictures: int
    others: tuple[int, str] | None = None


def export(request: ExportRequest) -> tuple[Exported, ...]:
    """Write one file for each game, and one for the common texts.

    Term bases (`tbx`) exist for games only, and a memory (`tmx`) is one file for all.

    Raises:
        FaultsError: a game or language does not exist, its texts are at fault, or a file was edited
            since its last export.
    """
    catalog = Catalog(request.project)
    files = files_of(catalog, request.games, request.language)
    if request.form not in FORMATS:
        return _export_resource(request, catalog, files)
    usages = usages_of(catalog, files, pictures=request.pictures)
    sent = all_sent(catalog, files, usages)
    form = FORMATS[request.form]
    written = {
        request.output / f"{resource.domain}.{resource.language}{form.endings[0]}": resource
        for resource in sent
    }
    new = {path: form.write(_with_seen(path, resource, form)) for path, resource in written.items()}
    for name, usage in usages.items():
        shots = usage.pictures.items()
        new |= {request.output / picture_name(name, key): data for key, data in shots}
    kept = write_exported(new, request.output, form.endings)
    return (
        *(
            _exported(path, resource, len(usages[resource.domain].pictures))
            for path, resource in written.items()
        ),
        *_kept(kept),
    )


def _kept(paths: Iterable[Path]) -> Iterator[Exported]:
    return (Exported(display_path(path), {}, 0, (1, "returned file")) for path in paths)


def _with_seen(path: Path, sent: Sent, form: Format) -> Sent:
    """Return texts whose bases have hashes of the original and notes as the format writes them."""
    found = form.read(form.write(sent), path.name, Problems())
    hashes = {unit.key: seen(unit.carried) for returned in found for unit in returned.units}
    units = (
        replace(unit, seen=hashes.get(unit.key, ""), number=len(sent.units)) for unit in sent.units
    )
    return replace(sent, units=tuple(units))


def usages_of(catalog: Catalog, files: Iterable[LocaleFile], *, pictures: bool) -> dict[str, Usage]:
    """Return the usage of each file's texts by its name, as they are printed in the source."""
    sources = {file.name: file.source.language for file in files}
    return {
        name: usage_of(catalog, name, language, pictures=pictures)
        for name, language in sources.items()
    }


def all_sent(
    catalog: Catalog, files: Sequence[LocaleFile], usages: Mapping[str, Usage]
) -> list[Sent]:
    """Return the texts of each file.

    Raises:
        FaultsError: a text has a control character, which no format can hold.
    """
    sent = [sent_of(catalog, file, usages[file.name]) for file in files]
    problems = Problems()
    for of_file in sent:
        _refuse_controls(of_file, problems)
    if problems.errors:
        raise FaultsError(problems.found)
    return sent


def _export_resource(
    request: ExportRequest, catalog: Catalog, files: Sequence[LocaleFile]
) -> tuple[Exported, ...]:
    """Write the term bases or the memory."""
    if f".{request.form}" == TERM_BASE:
        written = written_terms(catalog, files, request.output)
    else:
        written = written_memory(files, request.language, request.output)
    new = {path: data for path, (data, _) in written.items()}
    kept = write_exported(new, request.output, (f".{request.form}",))
    what = "term" if f".{request.form}" == TERM_BASE else "pair"
    return (
        *(
            Exported(display_path(path), {}, 0, (number, what))
            for path, (_, number) in written.items()
        ),
        *_kept(kept),
    )


def picture_name(game: str, key: str) -> str:
    """Return the path of a text's screenshot, relative to the folder of the exported files."""
    return f"screenshots/{game}/{key}.png"


def sent_of(catalog: Catalog, file: LocaleFile, usage: Usage) -> Sent:
    """Return the texts of a file, in the order of the original, without chapters."""
    was = {stale.text.key: stale.was for stale in file.stale}
    glossary = read_glossary(catalog, file.name, Problems())  # `check` reports its faults
    notes = Notes(usage, glossary, file.source.language, file.language)
    forms = categories(file.language)
    units = (
        Unit(
            key,
            text.forms,
            _target(text, file.texts.entries.get(key), forms),
            notes.of(text),
            _previous(was[key]) if key in was else {},
            text.span,
            file.remark(key),
            key in file.translated and is_approved(file.translated[key], file.texts.lock.get(key)),
            usage.values.get(key, {}),
        )
        for key, text in file.source.entries.items()
        if key not in file.in_chapters
    )
    return Sent(file.name, file.language, file.source.language, tuple(units))


def files_of(catalog: Catalog, games: Sequence[str], language: str) -> tuple[LocaleFile, ...]:
    """Return the files of these games in a language; without a game, those that exist.

    Raises:
        FaultsError: a game or language does not exist, or its texts are at fault.
    """
    problems = Problems()
    names = names_of(catalog, games)
    found = {name: open_file(catalog, name, language, problems) for name in names}
    there = [file for file in found.values() if file is not None]
    lacking = [name for name, file in found.items() if file is None]
    if lacking and (games or not there):
        _report_lacking(lacking, language, problems)
    if there and all(file.is_source for file in there):
        text = f"`{language}` is the source language"
        problems.error(
            codes.UNKNOWN_LANGUAGE, text, NOWHERE, "expected a language to translate into"
        )
    if problems.errors:
        raise FaultsError(problems.found)
    return tuple(file for file in there if not file.is_source)


def _report_lacking(names: Sequence[str], language: str, problems: Problems) -> None:
    for name in names:
        problems.error(
            codes.UNKNOWN_LANGUAGE,
            f"the game `{name}` has no language `{language}`",
            NOWHERE,
            "expected a language that it has texts in",
            f"run `printnplay l10n add {language}` to create the files to translate",
        )


def _target(source: Text, target: Text | None, forms: tuple[str, ...]) -> dict[str, str]:
    """Return a form for each category, if either language has more than one."""
    there = {} if target is None else target.forms
    if len(source.forms) == 1 and len(there) <= 1:
        return {"other": there.get("other", "")}
    return {name: there.get(name, "") for name in forms}


def _previous(was: str) -> Mapping[str, str]:
    """Return the forms of an original from a lock file."""
    try:
        forms = json.loads(was)
    except ValueError:
        return {"other": was}
    return forms if isinstance(forms, dict) and "other" in forms else {"other": was}


def _refuse_controls(sent: Sent, problems: Problems) -> None:
    for unit in sent.units:
        for text in (*unit.source.values(), *unit.target.values()):
            strange = control_in(text)
            if strange is not None:
                problems.add(control(unit.key, strange, unit.place or Span("")))


def _exported(path: Path, sent: Sent, pictures: int) -> Exported:
    states = [unit.state for unit in sent.units]
    counts = {str(state): states.count(state) for state in sorted(set(states))}
    return Exported(display_path(path), counts, pictures)
