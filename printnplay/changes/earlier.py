"""Earlier versions of a project: a commit of git, a release, or a folder with a copy of it.

A commit is read through git's own command, file by file and without filters: no hook runs, and
neither the working tree nor the index changes.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from msgspec import Struct

from printnplay.changes.gallery import FILE, Version, released_version
from printnplay.changes.git import SECONDS_TO_READ, GitError, GitTimeoutError, git
from printnplay.files.catalog import COUNTED, FOLDERS, is_reserved
from printnplay.files.door import ReadError, is_folder
from printnplay.files.writing import write_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

PARTS = (*FOLDERS, "services")
"""The folders of a project that are read from a commit."""

MOST_BYTES = 2_000_000_000
"""The most bytes of a commit's files: 200 photographs of 10 MB. A guess."""

MOST_LISTED = 50_000_000
"""The most bytes of a list of a commit's files: 300,000 files. A tree of trees that repeat each
other lists without end."""


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
    if not named:
        raise FaultsError([_unknown(named, "name one, such as HEAD; a variable may be empty")])
    folder = Path(named)
    if any(is_folder(folder / part) for part in FOLDERS):
        yield Earlier(named, folder)
        return
    if is_folder(folder):
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
    try:
        git(project, "rev-parse", "--show-prefix")
    except GitError as error:
        cure = f"`{project}` is not in a repository of git that can be read: {error}"
        raise FaultsError([_unknown(named, cure)]) from None
    try:
        found = git(
            project, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}"
        )
    except GitTimeoutError as error:
        cure = "look for pipes among the files of `.git`"
        raise FaultsError([_failed(str(error), cure)]) from None
    except GitError:
        raise FaultsError([_unknown(named, _latest_tags(project))]) from None
    version = found.decode().strip()
    if version.startswith("^"):  # `^HEAD`: all versions but that one
        raise FaultsError([_unknown(named, _latest_tags(project))])
    return version


def _latest_tags(project: Path) -> str:
    try:
        known = git(project, "tag", "--sort=-creatordate").decode(errors="replace").split()
    except GitError:
        known = []
    return f"its latest tags are {', '.join(known[:5])}" if known else "it has no tags yet"


def _unknown(named: str, cure: str) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_VERSION,
        f"there is no version `{named}`",
        Span(""),
        "expected a tag or a commit of git, or the folder of a project or of a release",
        cure,
    )


def _failed(reason: str, cure: str) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_VERSION, f"the version cannot be read: {reason}", Span(""), "", cure
    )


def _write_commit(project: Path, commit: str, place: Path) -> None:
    """Write the files of the project as they are in a commit.

    Raises:
        FaultsError: the commit has no project, lacks a file of it, or its files are too large.
    """
    words = ("ls-tree", "-r", "-z", "-l", commit, "--", *PARTS)
    try:
        listed = git(project, *words, most=MOST_LISTED, seconds=SECONDS_TO_READ)
        files = dict(_files(listed))
        if not files:
            raise FaultsError([_failed("the commit has no designs, locales or templates", "")])
        if sum(int(size) for _, size in files.values()) > MOST_BYTES:
            raise FaultsError([_failed(f"its files have more than {MOST_BYTES:,} bytes", "")])
        asked = b"".join(b"%s\n" % blob for blob, _ in files.values())
        most = MOST_BYTES + MOST_LISTED
        reading = ("cat-file", "--batch")
        content = git(project, *reading, given=asked, most=most, seconds=SECONDS_TO_READ)
        for path, data in _contents(files, content):
            write_bytes(place / path, data)
    except GitError as error:
        raise FaultsError([_failed(str(error), _WHOLE)]) from None


_WHOLE = (
    "`git worktree add FOLDER VERSION` fetches what a partial clone lacks; then name that folder."
    " In a damaged repository, `git fsck` lists what is missing"
)
"""How to get the files of a commit that its repository lacks."""


def _files(listed: bytes) -> Iterator[tuple[PurePosixPath, tuple[bytes, bytes]]]:
    """Yield the regular files that can influence a build, each with its blob and its size.

    Raises:
        GitError: the repository lacks one of them.
    """
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
            if not fields[3].isdigit():  # git prints BAD
                raise GitError(f"the repository lacks `{path}` of this commit")
            yield path, (fields[2], fields[3])


def _contents(
    files: Mapping[PurePosixPath, tuple[bytes, bytes]], content: bytes
) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yield the files with their contents, from what `git cat-file --batch` prints.

    Raises:
        GitError: one of them is no file of its size.
    """
    at = 0
    for path, (blob, size) in files.items():
        head = b"%s blob %s\n" % (blob, size)
        if not content.startswith(head, at):
            raise GitError(f"`{path}` of this commit is damaged")
        start = at + len(head)
        at = start + int(size) + 1
        yield path, content[start : at - 1]
