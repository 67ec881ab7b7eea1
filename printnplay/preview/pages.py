"""The files of the page."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response

from printnplay.files.door import LARGEST, ReadError, read_text

PAGE = Path(__file__).parent / "page"
"""The folder of the page's files."""

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


def page_file(name: str) -> Response:
    """Return a file of the page.

    Raises:
        HTTPException: there is none.
    """
    path = PAGE / name
    if "/" in name or path.suffix not in KINDS:
        raise HTTPException(404)
    try:
        text = read_text(path, LARGEST, anywhere=True)
    except ReadError as error:
        raise HTTPException(404) from error
    return Response(text, media_type=KINDS[path.suffix])
