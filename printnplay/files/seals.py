"""Seals: a hash inside a file, by which a command recognises its own unedited output.

A record beside a file can be lost, and a file that the user names has none. So PDF, PNG, SVG, HTML
and JSON files carry a comment with the hash of the rest. Files of other kinds are not sealed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

from printnplay.files.catalog import display_path
from printnplay.files.door import DIGEST, ReadError, read
from printnplay.files.writing import Guard, write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span

MAX_BYTES = 1 << 28
"""Maximum size in bytes of a file that is checked for a seal: the whole file is read into memory. A
guess."""

_NAME = b"printnplay"
_HEAD, _END = 16, 256
"""The number of bytes at the start of a file that identify its kind, and at its end that may hold
its seal: more than needed."""

_SEAL = re.compile(
    rb"% printnplay [0-9a-f]+\n(?=startxref)"
    rb"|.{4}tEXtprintnplay\0[0-9a-f]+.{4}(?=.{12}$)"
    rb"|<!-- printnplay [0-9a-f]+ -->\n$"
    rb'|,\n "\$comment": "printnplay [0-9a-f]+"(?=\s*\}\s*$)',
    re.DOTALL,
)
"""Matches a seal, true or false, at its place."""


def sealed(content: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a file with a seal; unchanged if files of its kind have none."""
    digest, head, tail = blake2b(digest_size=DIGEST), b"", b""
    for piece in content:
        head = head or piece[:_HEAD]
        ready = (tail + piece)[:-_END]
        tail = (tail + piece)[-_END:]
        digest.update(ready)
        yield ready
    digest.update(tail)
    at, seal = _place(head, tail, digest.hexdigest().encode())
    yield tail[:at] + seal + tail[at:]


def sealed_text(text: str) -> str:
    """Return a text file with a seal; unchanged if files of its kind have none."""
    return b"".join(sealed([text.encode()])).decode()


def _place(head: bytes, tail: bytes, digest: bytes) -> tuple[int, bytes]:
    """Return where in the last bytes of a file its seal belongs, and the seal."""
    if head.startswith(b"%PDF"):  # no byte offset of a PDF file counts from behind this place
        at = tail.rfind(b"startxref")
        return at, b"%% printnplay %b\n" % digest if at >= 0 else b""
    if head.startswith(b"\x89PNG"):
        chunk = b"tEXt%b\0%b" % (_NAME, digest)
        size = len(chunk) - 4
        return len(tail) - 12, b"%b%b%b" % (
            size.to_bytes(4, "big"),
            chunk,
            crc32(chunk).to_bytes(4, "big"),
        )
    if head.startswith(b"<"):
        return len(tail), b"<!-- printnplay %b -->\n" % digest
    before = tail[: max(tail.rfind(b"}"), 0)].rstrip()
    if head.startswith(b"{") and before[-1:] not in (b"", b"{"):  # an empty object has no place
        return len(before), b',\n "$comment": "printnplay %b"' % digest
    return len(tail), b""


def is_sealed(path: Path) -> bool:
    """Return whether printnplay wrote a file, and nobody has changed it since."""
    try:
        content = read(path, MAX_BYTES, anywhere=True)
    except ReadError:
        return False
    found = _SEAL.search(content, max(len(content) - 2 * _END, 0))
    if found is None:
        return False
    rest = content[: found.start()] + content[found.end() :]
    digest = blake2b(rest, digest_size=DIGEST).hexdigest()
    return _place(rest[:_HEAD], rest[-_END:], digest.encode())[1] == found[0]


def own_output(wrote: Callable[[Path], bool] = is_sealed) -> Guard:
    """Return a guard that lets a command replace files that printnplay wrote and nobody edited.

    `wrote` returns whether a record names such a file; without a record, its seal decides.
    """

    def guard(path: Path, _new: Path) -> Diagnostic | None:
        return None if wrote(path) or is_sealed(path) else edited_since(path)

    return guard


def write_own(files: Mapping[Path, bytes], root: Path) -> None:
    """Write files that a command makes, with their seals: all of them or none.

    Raises:
        FaultsError: a file cannot be written, or one of the same name was edited after printnplay
            wrote it, or is not its output.
    """
    write_all({path: sealed([data]) for path, data in files.items()}, root, own_output())


def edited_since(path: Path) -> Diagnostic:
    """Return the diagnostic of a file that a command must not replace."""
    return Diagnostic(
        codes.EDITED_SINCE,
        f"`{display_path(path)}` was edited after printnplay wrote it, or is not its output",
        Span(""),
        "this command would overwrite it",
        "rename it to keep it, or delete it, or write to another place, such as with -o",
    )
