"""Bytes come into a file whole, or the file stays as it was."""

from pathlib import Path

import pytest

from printnplay.files.writing import write_bytes
from printnplay.model.diagnostics import FaultsError


def test_bytes_are_written_in_folders_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where.bin"
    write_bytes(path, b"first")
    write_bytes(path, b"next")
    assert path.read_bytes() == b"next"
    assert [one.name for one in path.parent.iterdir()] == ["where.bin"]


def test_a_file_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(b"kept")
    with pytest.raises(FaultsError) as told:
        write_bytes(tmp_path / "some" / "where.bin", b"first")
    assert [fault.code.id for fault in told.value.found] == ["PNP010"]
    assert (tmp_path / "some").read_bytes() == b"kept"
