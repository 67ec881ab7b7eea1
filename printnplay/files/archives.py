"""ZIP archives of games and projects, for virtual tabletops and for other machines."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from printnplay.files.door import leads_up

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Timestamp of every file in an archive, for reproducibility: the earliest that the format
allows."""

PACKED = (".png", ".pdf", ".jpg")
"""Extensions of files that are already compressed."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP archive of files by path; equal files give equal bytes."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for path, content in files.items():
            about = ZipInfo(path, EARLIEST)
            about.compress_type = ZIP_STORED if path.endswith(PACKED) else ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, content)
    return stream.getvalue()


def unzip(content: bytes, folder: Path) -> None:
    """Write the files of an archive of `zipped` below a folder, which is created.

    Raises:
        ValueError: a path in the archive leads out of the folder.
    """
    with ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        if any(map(leads_up, names)):
            raise ValueError("a path in the archive leads out of it")
        folder.mkdir(exist_ok=True)
        archive.extractall(folder, names)


def contents_below(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder that only this process has written, by path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
