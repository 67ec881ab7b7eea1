"""An import that is stopped between its writes still makes all of them."""

import signal
from collections.abc import Mapping
from pathlib import Path

import pytest

from printnplay.cli.stopping import Stopping
from printnplay.files.edits import write_edits
from printnplay.translation.import_ import import_files

from .project import ROOT, run, stand_in

FILE, TEXTS = Path("output/l10n/shore.fr.po"), Path("locales/fr/shore.yaml")
EMPTY = 'msgid "Draw two cards."\nmsgstr ""'


def test_a_stop_waits_until_the_texts_and_their_records_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new shore --from csv").status == 0
    monkeypatch.chdir(tmp_path / "shore")
    assert run("l10n add fr").status == 0
    assert run("l10n export fr shore").status == 0
    text = FILE.read_text("utf-8")
    assert EMPTY in text
    FILE.write_text(text.replace(EMPTY, EMPTY[:-1] + 'Piochez deux cartes."'), "utf-8")
    record = FILE.with_name(".exported.json")
    before = record.read_bytes()

    def write_and_stop(files: Mapping[Path, bytes], root: Path) -> None:
        write_edits(files, root)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("printnplay.translation.import_.write_edits", write_and_stop)
    with Stopping() as stopping, pytest.raises(KeyboardInterrupt):
        import_files(Path(), [FILE])
    assert stopping.status == 128 + signal.SIGTERM
    assert "Piochez deux cartes." in TEXTS.read_text("utf-8")
    assert record.read_bytes() != before
    assert list(Path(".l10n").glob("*.json"))
