"""Content hashes: what has not changed is not built again.

A build leaves a record beside its files: a hash of everything that went in, and of each file that
came out. The next build compares them before it loads anything heavy.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

_DIGEST = 16
_PACKAGE = Path(__file__).parent.parent


def of_inputs(files: Iterable[Path], settings: Mapping[str, str]) -> str:
    """One hash over the settings, the given files and this program's own source."""
    digest = blake2b(digest_size=_DIGEST)
    for name, value in sorted(settings.items()):
        digest.update(f"{name}={value}\n".encode())
    for path in (*files, *sorted(_PACKAGE.rglob("*.py"))):
        content = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name}:{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def is_current(record: Path, inputs: str) -> Mapping[str, Mapping[str, int]] | None:
    """What the last build wrote (file name -> pages and size), if nothing has changed since."""
    try:
        told = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(told, dict) or told.get("inputs") != inputs:
        return None
    try:
        files = {name: (about["hash"], _figures(about)) for name, about in told["files"].items()}
    except (AttributeError, KeyError, TypeError):
        return None
    if any(_of_file(record.parent / name) != found for name, (found, _) in files.items()):
        return None
    return {name: figures for name, (_, figures) in files.items()}


def _figures(about: Mapping[str, int]) -> Mapping[str, int]:
    return {"pages": about["pages"], "size": about["size"]}


def record_text(folder: Path, inputs: str, pages: Mapping[str, int]) -> str:
    """The record of a build: `pages` maps the names of the files written to their pages."""
    files = {
        name: {
            "hash": _of_file(folder / name),
            "pages": count,
            "size": (folder / name).stat().st_size,
        }
        for name, count in pages.items()
    }
    return json.dumps({"inputs": inputs, "files": files}, indent=1) + "\n"


def _of_file(path: Path) -> str:
    try:
        return blake2b(path.read_bytes(), digest_size=_DIGEST).hexdigest()
    except OSError:
        return ""
