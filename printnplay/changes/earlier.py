"""Earlier versions of a project: a commit of git, a release, or a folder with a copy of it.

A commit is read through git's own command, file by file and without filters: no hook runs, and
neither the working tree nor the index changes.
"""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from msgspec import Struct

from printnplay.changes.gallery import FILE, Version, released_version
from printnplay.files.catalog import COUNTED, FOLDERS, is_reserved
from printnplay.files.door import ReadError
from printnplay.files.writing import write_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

PARTS = (*FOLDERS, "services")
"""The folders of a project that are read from a commit."""

MOST_BYTES = 2_000_000_000
"""The most bytes of a commit's files: 200 photographs of 10 MB. A guess."""

SECONDS = 120
"""The time limit for one command of git: a repository of gigabytes takes some seconds. A guess."""

_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat")
"""Settings that keep git from starting other programs that a repository names."""


class Earlier(Struct, frozen=True):
    """An earlier version: its name, its project folder, and, of a release, its version.

    Without a name, it is the current project.
    """

    name: str
    folder: Path
    release: Version | None = None
    is_commit: bool = False


@contextmanager
def earlier_version(project: Path, named: str) -> Iterator[Earlier]:
    """Provide an earlier version of a project; files of a commit exist until the end.

    Raises:
        FaultsError: it is neither a folder of a project nor a commit, or cannot be read.
    """
    folder = Path(named)
    if any((folder / part).is_dir() for part in FOLDERS):
        yield Earlier(named, folder)
        return
    if folder.is_dir():
        release = _release(folder / FILE, named)
        yield Earlier(release.state.facts["version"] or named, folder, release)
        return
    commit = _commit(project, named)
    with TemporaryDirectory(prefix="printnplay-version-") as place:
        _write_commit(project, commit, Path(place).resolve())
        yield Earlier(named, Path(place).resolve(), is_commit=True)


def _release(file: Path, named: str) -> Version:
    """Return the version that the folder of a release keeps."""
    try:
        found = released_version(file)
    except ReadError:
        found = None
    if found is None:
        cure = f"`printnplay export all` writes releases with the file {FILE}"
        raise FaultsError([_unknown(named, cure)])
    return found


def _commit(project: Path, named: str) -> str:
    """Return the hash of the commit that a name stands for."""
    if named.startswith("-"):
        raise FaultsError([_unknown(named, "a name does not begin with a hyphen")])
    if _git(project, "rev-parse", "--show-prefix") is None:
        raise FaultsError([_unknown(named, f"`{project}` is not in a repository of git")])
    found = _git(
        project, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}"
    )
    if not found:
        known = (
            (_git(project, "tag", "--sort=-creatordate") or b"").decode(errors="replace").split()
        )
        cure = f"its latest tags are {', '.join(known[:5])}" if known else "it has no tags yet"
        raise FaultsError([_unknown(named, cure)])
    return found.decode().strip()


def _unknown(named: str, cure: str) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_VERSION,
        f"there is no version `{named}`",
        Span(""),
        "expected a tag or a commit of git, or the folder of a project or of a release",
        cure,
    )


def _git(project: Path, *words: str, given: bytes | None = None) -> bytes | None:
    """Return what git prints; None if it fails.

    Raises:
        FaultsError: git is not installed, or takes too long.
    """
    command = ["git", "-C", str(project), *_SAFE, *words]
    try:
        ran = subprocess.run(  # the names are checked, and no shell is involved
            command, input=given, capture_output=True, check=False, timeout=SECONDS
        )
    except FileNotFoundError:
        cure = "install git, or give the folder of the earlier version"
        raise FaultsError([_failed("git is not installed", cure)]) from None
    except subprocess.TimeoutExpired:
        raise FaultsError([_failed(f"git took more than {SECONDS} seconds", "")]) from None
    return ran.stdout if ran.returncode == 0 else None


def _failed(reason: str, cure: str) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_VERSION, f"the version cannot be read: {reason}", Span(""), "", cure
    )


def _write_commit(project: Path, commit: str, place: Path) -> None:
    """Write the files of the project as they are in a commit.

    Raises:
        FaultsError: the commit has no project, or its files are too large.
    """
    listed = _git(project, "ls-tree", "-r", "-z", "-l", commit, "--", *PARTS)
    files = dict(_files(listed or b""))
    if not files:
        raise FaultsError([_failed("the commit has no designs, locales or templates", "")])
    if sum(size for _, size in files.values()) > MOST_BYTES:
        raise FaultsError([_failed(f"its files have more than {MOST_BYTES:,} bytes", "")])
    asked = "".join(f"{blob}\n" for blob, _ in files.values()).encode()
    content = _git(project, "cat-file", "--batch", given=asked)
    if content is None:
        raise FaultsError([_failed("git cannot read its files", "")])
    for path, data in _contents(files, content):
        write_bytes(place / path, data)


def _files(listed: bytes) -> Iterator[tuple[PurePosixPath, tuple[str, int]]]:
    """Yield the regular files that can influence a build, each with its blob and its size."""
    for entry in listed.split(b"\0"):
        about, _, name = entry.partition(b"\t")
        fields = about.split()
        if len(fields) != 4 or fields[0] not in (b"100644", b"100755"):
            continue
        try:
            path = PurePosixPath(name.decode())
        except UnicodeDecodeError:
            continue
        plain = not path.is_absolute() and not any(
            part in ("..", ".git") or is_reserved(part) or "\\" in part for part in path.parts
        )
        if plain and path.suffix.lower() in COUNTED | {".md"}:
            yield path, (fields[2].decode(), int(fields[3]))


def _contents(
    files: Mapping[PurePosixPath, tuple[str, int]], content: bytes
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files with their contents, from what `git cat-file --batch` prints."""
    at = 0
    for path in files:
        end = content.index(b"\n", at)
        size = int(content[at:end].split()[2])
        yield path, content[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
