"""Projects made for slips: bases, sound projects, and the changes of a slip."""

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml
from cli.project import ROOT, run, stand_in
from common_texts import common_in
from grouped import group_by_kind

from . import tables
from .casefile import Changes, Sound, bases, sounds

FONTS = Path(__file__).with_name("fonts")
"""Two fonts of the letters that are used here, under the OFL."""

NAMES: Mapping[str, str] = {
    "texts": "locales/{language}/{game}.yaml",
    "glossary": "locales/glossary/{game}.yaml",
    "booklet": "designs/{game}/booklet.yaml",
    "cards": "designs/{game}/cards.yaml",
    "game": "designs/{game}/game.yaml",
    "csv": "designs/{game}/cards.csv",
    "style": "templates/{game}/style.yaml",
    "template": "templates/{game}/picture-card.svg.j2",
    "icons": "templates/{game}/icons.svg.j2",
}
"""Short names of files."""

FALLBACK: Mapping[str, tuple[str, str]] = {
    "he": ("NotoSansHebrew.ttf", "Noto Sans Hebrew"),
    "ja": ("MPLUS1p.ttf", "M PLUS 1p"),
}
"""Fonts of languages whose letters the fonts of the tool lack."""

Writer = Callable[[Path, tables.Rows, Mapping[str, object]], None]
_WRITERS: Mapping[str, Writer] = {"xlsx": tables.write_xlsx, "ods": tables.write_ods}


class Project:
    """A folder with a game, its language, and the table as it was last written."""

    def __init__(self, folder: Path, game: str, language: str) -> None:
        """Take a folder that has a game."""
        self.folder, self.game, self.language = folder, game, language
        table = self.path("csv")
        self.rows = tables.read(table) if table.is_file() else []
        self.table = table

    def name(self, short: str) -> str:
        """The path of a file from the project's folder."""
        return NAMES.get(short, short).format(game=self.game, language=self.language)

    def path(self, short: str) -> Path:
        """The path of a file."""
        return self.folder / self.name(short)

    def change(self, changes: Changes) -> None:
        """Make the changes."""
        if self.rows and _concerns_table(changes):
            self._write_table(changes)
        for short, old, new in changes.edits:
            text = self.path(short).read_text("utf-8")
            assert text.count(old) == 1, f"`{old}` stands {text.count(old)} times in {short}"
            self.path(short).write_text(text.replace(old, new), "utf-8")
        for short, text in changes.files.items():
            self.path(short).parent.mkdir(parents=True, exist_ok=True)
            self.path(short).write_text(text, "utf-8")
        for short in changes.delete:
            path = self.path(short)
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for old, new in changes.rename.items():
            self.path(old).rename(self.path(new))

    def _write_table(self, changes: Changes) -> None:
        self.rows = tables.changed(self.rows, changes)
        old, kind = self.table, changes.table or self.table.suffix[1:]
        self.table = old.with_suffix(f".{kind}")
        if kind in _WRITERS:
            _WRITERS[kind](self.table, self.rows, changes.book)
        else:
            tables.write_csv(self.table, self.rows, changes.csv)
        if self.table != old:
            old.unlink()
            cards = self.path("cards").read_text("utf-8")
            assert old.name in cards
            self.path("cards").write_text(cards.replace(old.name, self.table.name), "utf-8")

    def line(self, row: int) -> int:
        """The line of the CSV that a row begins on, both from 1."""
        return tables.lines(self.rows)[row - 1]

    def columns(self, row: int, column: int) -> tuple[int, int]:
        """The first and last column, from 1, of a cell in the line of its row; both from 0."""
        return tables.span(self.rows[row], column)


def _concerns_table(changes: Changes) -> bool:
    kinds = (changes.headings, changes.columns, changes.add, changes.insert, changes.cells)
    return any((*kinds, changes.table, changes.book, changes.csv))


class Shelf:
    """Bases and sound projects, each made once in a folder."""

    def __init__(self, folder: Path) -> None:
        """Keep them in a folder."""
        self.folder = folder

    def copy(self, name: str, target: Path) -> Project:
        """A copy of a project in a new folder."""
        kept = self.folder / name
        if not kept.is_dir():
            self._make(name, kept)
        shutil.copytree(kept, target)
        return Project(target, kept.name, _language(name))

    def _make(self, name: str, kept: Path) -> None:
        unfinished = self.folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        sound = sounds().get(name.removeprefix("sound/"))
        base = None if name.startswith("sound/") else bases()[name]
        unfinished.mkdir(parents=True)
        with pytest.MonkeyPatch.context() as patch:
            stand_in(unfinished, ROOT, patch)
            ran = run(f"new {kept.name} --from {base.starter if base else 'csv'}")
            assert ran.status == 0, ran
        made = unfinished / kept.name
        if base is None or base.starter == "csv":
            group_by_kind(made)
        if base:
            Project(made, kept.name, "en").change(base)
        elif sound:
            _write_sound(made, sound)
        kept.parent.mkdir(parents=True, exist_ok=True)
        made.rename(kept)


def _language(name: str) -> str:
    return sounds()[name.removeprefix("sound/")].language if name.startswith("sound/") else "en"


def _write_sound(made: Path, sound: Sound) -> None:
    """Write a sound project over what `new` made."""
    project = Project(made, made.name, sound.language)
    shutil.rmtree(made / "locales/en")
    texts = yaml.safe_load(sound.texts)
    whole = yaml.safe_dump({sound.language: texts}, allow_unicode=True, sort_keys=False, width=1000)
    game = project.path("game").read_text("utf-8")
    game = re.sub(r"^title: .*$", f"title: {sound.title!r}", game, flags=re.MULTILINE)
    cards = project.path("cards").read_text("utf-8")
    project.change(
        Changes(
            files={
                "csv": sound.table,
                "texts": whole,
                "booklet": sound.booklet,
                "game": game,
                "cards": cards.replace("cards.csv}", f"cards.csv, language: {sound.language}}}"),
            }
        )
    )
    if sound.language in FALLBACK:
        _lend_script(project)
    Project(made, made.name, sound.language).change(sound.saved)


def _lend_script(project: Project) -> None:
    """Give a script a font, and its language the common texts of English, which nobody judges."""
    file, family = FALLBACK[project.language]
    project.path("templates/fonts").mkdir()
    shutil.copy(FONTS / file, project.path("templates/fonts"))
    common = project.path(f"locales/{project.language}/common.yaml")
    common.write_text(common_in(project.language), "utf-8")
    style = project.path("style").read_text("utf-8")
    chain = f"{{Red Hat Display: [Noto Sans, {family}], Table Round: [Rounded Mplus 1c, {family}]}}"
    style = style.replace("like: base\n", f"like: base\nfallback: {chain}\n")
    project.path("style").write_text(style, "utf-8")
