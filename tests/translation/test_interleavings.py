"""Two translators and an editor of the YAML at work: each edit is in the project, or is named."""

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import polib
import pytest
from cli.project import run, stand_in
from cli.rewriting import rewrite
from openpyxl import load_workbook
from translate.misc.multistring import multistring
from translate.storage.poxliff import PoXliffFile

from printnplay.files.yaml_edits import leaves

from .project import make_project

pytestmark = [pytest.mark.at_leisure, pytest.mark.turns(10)]

YAML = Path("locales/fr/duel.yaml")
REMARKS = Path("locales/fr/duel.remarks.json")
ENGLISH = Path("locales/en/duel.yaml")
LEFT = "rules.left"
TEXTS = (
    *("sheets.swords", "rules.goal.title", "rules.contents.long", "rules.tricks.block"),
    *(f"{LEFT}.one", f"{LEFT}.other"),
)
ENDINGS = {"po": "po", "xliff": "xlf", "csv": "csv", "xlsx": "xlsx"}
STEPS = 14


def _key(path: str) -> tuple[str, str]:
    """The key and the form of a place in the file."""
    return (LEFT, path.rpartition(".")[2]) if path.startswith(LEFT) else (path, "other")


def _polib(file: Path, path: str, text: str | None, comment: str | None) -> None:
    store = polib.pofile(str(file))
    key, form = _key(path)
    entry = next(entry for entry in store if entry.msgctxt == key)
    if text is not None and key == LEFT:
        entry.msgstr_plural[form == "other"] = text
    elif text is not None:
        entry.msgstr = text
    entry.tcomment = entry.tcomment if comment is None else comment
    store.save()


def _toolkit(file: Path, path: str, text: str | None, comment: str | None) -> None:
    store: Any = PoXliffFile.parsefile(str(file))  # type: ignore[no-untyped-call]
    key, form = _key(path)
    (unit,) = (one for one in store.units if one.getid().rpartition("\x04")[2] == key)
    if text is not None and key == LEFT:
        forms = [str(one) for one in unit.target.strings]
        forms[form == "other"] = text
        unit.target = multistring(forms)
    elif text is not None:
        unit.target = text
    if comment is not None:
        first = unit.units[0] if key == LEFT else unit
        for note in [one for one in first.xmlelement if one.get("from") == "translator"]:
            first.xmlelement.remove(note)
        first.addnote(comment, origin="translator")
    store.save()


def _in_rows(rows: list[list[str]], path: str, text: str | None, comment: str | None) -> None:
    """Change a table; the comment of a plural is on the row of its first form."""
    key, form = _key(path)
    names = {f"{LEFT}[{form}]"} if key == LEFT else {key}
    (row,) = (row for row in rows if row[0] in names)
    row[2] = row[2] if text is None else text
    first = f"{LEFT}[one]" if key == LEFT else key
    noted = next(row for row in rows if row[0] == first)
    noted[5] = noted[5] if comment is None else comment


def _spreadsheet(file: Path, path: str, text: str | None, comment: str | None) -> None:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        comma = ";" if stream.readline().startswith("key;") else ","
        stream.seek(0)
        rows = list(csv.reader(stream, delimiter=comma))
    rows[0][0] = "key"  # at the start of the file, a byte order mark is read again
    _in_rows(rows, path, text, comment)
    with file.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows(rows)


def _workbook(file: Path, path: str, text: str | None, comment: str | None) -> None:
    book = load_workbook(file)
    rows = [[cell.value or "" for cell in row] for row in book.active.iter_rows()]
    _in_rows(rows, path, text, comment)
    for number, row in enumerate(rows, start=1):
        for at, value in enumerate(row, start=1):
            book.active.cell(number, at).value = value or None
    book.save(file)


PROGRAMS: dict[str, Callable[[Path, str, str | None, str | None], None]] = {
    "po": _polib,
    "xliff": _toolkit,
    "csv": _spreadsheet,
    "xlsx": _workbook,
}


def _texts() -> dict[str, str]:
    said = leaves(YAML.read_text("utf-8"))
    return {path: said[f"fr.{path}"].value.rstrip("\n") for path in TEXTS}


def _comments() -> dict[str, str]:
    noted = json.loads(REMARKS.read_bytes()) if REMARKS.exists() else {}
    return {key: noted.get(key, {}).get("comment", "") for key in map(_at, TEXTS)}


def _at(path: str) -> str:
    """The key of a comment: a plural has one for all forms."""
    return _key(path)[0]


class Translator:
    """A translator with an exported file, and what was in the project at the export."""

    def __init__(self, name: str, form: str) -> None:
        """Begin with nothing exported."""
        self.form, self.folder = form, name
        self.file = Path(name) / f"duel.fr.{ENDINGS[form]}"
        self.base: dict[str, str] = {}
        self.edits: dict[str, str] = {}
        self.is_open = False

    def export(self, now: dict[str, str]) -> None:
        before = self.file.read_bytes() if self.file.exists() else b""
        ran = run(f"l10n export fr duel --format {self.form} -o {self.folder}")
        if self.is_open:
            assert "PNP035" in ran.err
            assert self.file.read_bytes() == before
            return
        assert (ran.status, ran.err) == (0, "")
        self.base, self.edits = dict(now), {}

    def edit(self, path: str, word: str, *, comment: bool) -> None:
        if not self.base:
            return
        said = (None, word) if comment else (word, None)
        PROGRAMS[self.form](self.file, path, *said)
        self.edits[f"# {_at(path)}" if comment else path] = word
        self.is_open = True

    def take(self, now: dict[str, str], side: str = "") -> Iterator[str]:
        """Import the file, yield what both changed, and look at all the rest."""
        if not self.base:
            return
        ran = run(f"l10n import {side} {self.file}")
        assert ran.status == 0, ran.err
        after = _now()
        self.is_open = "PNP391" in ran.err  # also of states, which are not looked at here
        for path, before in now.items():
            mine, base = self.edits.get(path, self.base[path]), self.base[path]
            if mine in (base, before):
                assert after[path] == before, path
            elif before == base or side == "--theirs":
                assert after[path] == mine, path
            elif after[path] == mine:
                # The file once more, with a second edit: it replaces what the first one said.
                assert "PNP684" in ran.err
                assert f"`{path.removeprefix('# ')}`" in ran.err
            else:
                assert after[path] == before, path
                if not side:
                    # Neither version is lost: both are named, and the file stays open.
                    assert all(said in ran.err for said in (mine, before))
                    assert self.is_open
                    yield path


def _now() -> dict[str, str]:
    """All texts, and the comments on them."""
    return _texts() | {f"# {key}": said for key, said in _comments().items()}


@pytest.mark.parametrize("seed", range(200))
def test_no_edit_is_lost(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_project(tmp_path / "project")
    stand_in(folder, folder, monkeypatch)
    run("l10n accept duel -l fr")
    random = Random(seed)
    two = [Translator(name, random.choice(list(PROGRAMS))) for name in ("anne", "paul")]
    for one in two:
        one.export(_now())
    for number in range(STEPS):
        _step(random.choice(two), number, random)
    for one in two:
        _merge(one, random)


def _step(one: Translator, number: int, random: Random) -> None:
    path = random.choice(TEXTS)
    word = f"Mot {number} {{hand_size}}." if path.startswith(LEFT) else f"Mot {number}."
    match random.choice(["edit", "edit", "edit", "comment", "yaml", "english", "in", "out"]):
        case "edit":
            one.edit(path, word, comment=False)
        case "comment":
            one.edit(path, word, comment=True)
        case "yaml":
            rewrite(YAML, {f"fr.{path}": word})
        case "english":
            rewrite(ENGLISH, {f"en.{path}": word})
        case "out":
            one.export(_now())
        case _:
            _merge(one, random)


def _merge(one: Translator, random: Random) -> None:
    """Import a file and, where both sides changed a text, sometimes choose one."""
    if list(one.take(_now())) and random.random() < 0.7:
        list(one.take(_now(), random.choice(["--ours", "--theirs"])))
