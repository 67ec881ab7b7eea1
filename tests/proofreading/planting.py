"""Putting defects into copies of the locale files, and checking these."""

import shutil
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printnplay.files.catalog import Catalog
from printnplay.files.yaml_edits import leaves, quoted
from printnplay.files.yaml_tree import TextNode
from printnplay.game.texts import Remark, Text
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.loading.glossary import read_glossary
from printnplay.loading.locks import accepted, load_lock, lock_path, lock_text
from printnplay.loading.remarks import remarks_path, remarks_text
from printnplay.loading.texts import read_texts
from printnplay.proofreading import CHECKS, Check
from printnplay.proofreading.exceptions import Exceptions
from printnplay.proofreading.review import Known, Review

from .sites import ROOT, Clean

SAY, WRITE, REMOVE, ADD, FORGET = "say", "write", "remove", "add", "forget"
"""Other words; other YAML; no text; one more; an original that has changed since."""
DOUBT = "doubt"
"""A remark that the translator is not sure."""
UNNAME = "unname"
"""No name of a term: `key` is the term."""


@dataclass(frozen=True, slots=True)
class Defect:
    """A mistake: its class, the code it must be found by, where it is, and how it gets there.

    `check` is the check that must find it, where only one may.
    """

    kind: str
    code: str
    game: str
    language: str
    key: str
    how: str
    text: str = ""
    check: Check | None = None

    @property
    def file(self) -> str:
        """The file it is put into, from the root of the project."""
        if self.how == UNNAME:
            return f"locales/glossary/{self.game}.yaml"
        return f"locales/{self.language}/{self.game}.yaml"

    @property
    def found_at(self) -> str:
        """The key of the text that the finding must be about."""
        return f"{self.key}{ADDED}" if self.how == ADD else self.key


ADDED = "-copy"
_NOWHERE = Span("")


def plant(defects: Iterable[Defect], project: Path) -> None:
    """Make a project of the shipped locales with all of these defects in them."""
    shutil.copytree(ROOT / "locales", project / "locales")
    by_file: dict[str, list[Defect]] = defaultdict(list)
    for defect in defects:
        by_file[defect.file].append(defect)
    for file, several in by_file.items():
        path = project / file
        path.write_text(_spoilt(path.read_text("utf-8"), several), encoding="utf-8")
        forgotten = {
            one.key: accepted(Text(one.key, {"other": one.text}, _NOWHERE), "")
            for one in several
            if one.how == FORGET
        }
        if forgotten:
            lock = load_lock(lock_path(path), file, Problems())
            lock_path(path).write_text(lock_text({**lock, **forgotten}), encoding="utf-8")
        doubts = {one.key: Remark(unsure=True) for one in several if one.how == DOUBT}
        if doubts:
            remarks_path(path).write_text(remarks_text(doubts), encoding="utf-8")


def _spoilt(source: str, defects: Sequence[Defect]) -> str:
    places = leaves(source)
    edits = [_edit(one, places[_path(one)], source) for one in defects]
    for start, end, new in sorted(edits, reverse=True):
        source = source[:start] + new + source[end:]
    return source


def _path(defect: Defect) -> str:
    """The keys, in its file, of the value that a defect is put into."""
    if defect.how == UNNAME:
        return f"{defect.key}.{defect.language}.name"
    return f"{defect.language}.{defect.key}"


def _edit(defect: Defect, leaf: TextNode, source: str) -> tuple[int, int, str]:
    line = (source.rfind("\n", 0, leaf.start) + 1, source.find("\n", leaf.end) + 1)
    if defect.how == REMOVE:
        return *line, ""
    if defect.how == ADD:
        whole = source[line[0] : line[1]]
        return line[1], line[1], whole.replace(":", f"{ADDED}:", 1)
    if defect.how in (FORGET, DOUBT):
        return leaf.start, leaf.start, ""
    if defect.how == UNNAME:
        return leaf.start, leaf.end, '""'
    new = quoted(defect.text) if defect.how == SAY else defect.text
    return leaf.start, leaf.end, new


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found."""

    check: Check
    fault: Diagnostic


def check_planted(
    project: Path, games: Mapping[str, Clean], defects: Iterable[Defect]
) -> Mapping[str, list[Finding]]:
    """What the checks of texts find in each game of a project; clean texts are not read again."""
    catalog = Catalog(project, shipped=ROOT)
    spoilt = {(one.game, one.language) for one in defects}
    glossaries = {one.game for one in defects if one.how == UNNAME}
    findings = {}
    for name, clean in games.items():
        problems = Problems()
        again = [language for language in clean.texts if (name, language) in spoilt]
        texts = {**clean.texts, **read_texts(catalog, name, again, problems)}
        glossary = clean.glossary
        if name in glossaries:
            glossary = read_glossary(catalog, name, problems)
        assert not problems.found
        review = Review(clean.game, texts, glossary, Known(clean.usages, clean.facts, numbers=True))
        exceptions = Exceptions(review)
        findings[name] = [
            Finding(check, fault)
            for check in CHECKS
            for fault in check(review)
            if not exceptions.cover(fault)
        ]
    return findings
