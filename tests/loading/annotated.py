"""Cases whose faults are written beside the lines that hold them.

A case is a folder of files laid over a sound project. `#! PNP102 [word] label` at the end of a line
means: this code, marking exactly `word`, with this label. `#!! PNP102 label` in any line means a
fault of the file as a whole.
"""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.loading.game import load_game
from printnplay.loading.glossary import load_glossary, merge_glossaries
from printnplay.loading.style import load_style
from printnplay.loading.texts import load_texts
from printnplay.loading.usages import load_usage
from printnplay.proofreading import check_texts
from printnplay.proofreading.review import Known

HERE = Path(__file__).parent
BASE = HERE / "base"

FACTS = {"hand_size": 4, "pages": 2}
"""The numbers of the game `duel`."""

Finding: TypeAlias = tuple[str, int, str, str, str]
"""File, line, code, marked text, label."""

_LINE = re.compile(r"#! (PNP\d+) \[(.*?)\] (.*?)(?=\s+#!|$)")
_FILE = re.compile(r"#!! (PNP\d+) (.*?)(?=\s+#!|$)")


def lay_out(case: Path, project: Path) -> None:
    """Copy the sound project and lay the case's files over it."""
    shutil.copytree(BASE, project)
    shutil.copytree(case, project, dirs_exist_ok=True)


def check_project(project: Path) -> list[Diagnostic]:
    """Every fault that loading finds in a project with the game `duel`."""
    problems = Problems()
    catalog = Catalog(project, shipped=project)

    def shown(path: Path) -> str:
        return path.relative_to(project).as_posix()

    load_style(project / "templates/duel/style.yaml", "templates/duel/style.yaml", problems)
    game = load_game(catalog.game_folder("duel"), "designs/duel", problems)
    texts = {
        language: load_texts(
            language,
            [(path, shown(path)) for path in catalog.locale_files(language, "duel")],
            problems,
        )
        for language in catalog.languages()
    }
    glossary = merge_glossaries(
        load_glossary(path, shown(path), problems) for path in catalog.glossary_files("duel")
    )
    files = {language: catalog.language_files(language) for language in catalog.languages()}
    usages = {
        language: load_usage(language, [(path, shown(path)) for path in paths], problems)
        for language, paths in files.items()
        if paths
    }
    if game is not None:
        check_texts(game, texts, glossary, problems, Known(usages, FACTS))
    return problems.found


def expected_in(project: Path) -> list[Finding]:
    """The faults that the files of a project announce."""
    return sorted(
        finding
        for path in project.rglob("*.yaml")
        for finding in announced(path.relative_to(project).as_posix(), path.read_text("utf-8"))
    )


def announced(name: str, text: str) -> Iterable[Finding]:
    """The faults that one file announces."""
    for number, line in enumerate(text.split("\n"), start=1):
        for code, label in _FILE.findall(line):
            yield name, 0, code, "", label
        for code, marked, label in _LINE.findall(line):
            yield name, number, code, marked, label


def found_in(project: Path, found: Iterable[Diagnostic]) -> list[Finding]:
    """The same, of the faults that were found."""
    return sorted(
        _finding(fault, (project / fault.span.file).read_text("utf-8")) for fault in found
    )


def _finding(one: Diagnostic, text: str) -> Finding:
    span = one.span
    marked = ""
    if span.line:
        line = text.split("\n")[span.line - 1]
        marked = line[span.column - 1 : span.column - 1 + span.length]
    return span.file, span.line, one.code.id, marked, one.label


def report(found: Iterable[Diagnostic]) -> str:
    """What to show where a case fails: the wording that a user would see."""
    return "\n".join(
        f"{fault.span.file}:{fault.span.line}:{fault.span.column}:"
        f" {fault.severity.value}[{fault.code.id}]: "
        f"{fault.message} | {fault.label} | {fault.help}"
        for fault in found
    )
