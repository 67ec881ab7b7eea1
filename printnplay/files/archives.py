"""ZIP archives of games, for import into virtual tabletops."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

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
