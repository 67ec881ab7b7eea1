"""ZIP archives of games, as programs for tables on screens import them."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it, which thus says nothing: the oldest that the format knows."""

PACKED = (".png", ".pdf", ".jpg")
"""Files that do not become smaller."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of files by their paths in it; the same files give the same bytes."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for path, content in files.items():
            about = ZipInfo(path, EARLIEST)
            about.compress_type = ZIP_STORED if path.endswith(PACKED) else ZIP_DEFLATED
            about.external_attr = 0o644 << 16
            archive.writestr(about, content)
    return stream.getvalue()
