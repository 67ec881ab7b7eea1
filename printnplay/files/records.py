"""Records of hashes: how files beside a record looked when printnplay last wrote or read them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from printnplay.files.door import ReadError, read

MAX_BYTES = 4 << 20
"""Maximum size of a record in bytes: 40,000 files of 100 bytes each. A guess."""


def hashes_in(record: Path) -> dict[str, str]:
    """Return the hashes by name; empty if there is no record, or it is damaged."""
    with suppress(ReadError, ValueError, RecursionError):
        found = json.loads(read(record, MAX_BYTES, anywhere=True))
        return found if isinstance(found, dict) else {}
    return {}


def record_of(hashes: Mapping[str, str]) -> bytes:
    """Return the content of a record."""
    return f"{json.dumps(hashes, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()


def content_hash(content: bytes) -> str:
    """Return the hash of the content of a file."""
    return sha256(content).hexdigest()
