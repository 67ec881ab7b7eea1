"""Git's own command, kept from everything that a repository can make it do besides reading.

A project from somebody else may come with its `.git/config`, which names programs and addresses.
"""

import os
import shutil
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

SECONDS = 20
"""The time limit for a command of git that looks a name up, in seconds: it reads a few small files.
Only one that waits takes longer, such as for a pipe that a repository names as a file."""

SECONDS_TO_READ = 120
"""The time limit for a command of git that reads all files of a commit, in seconds: a repository of
gigabytes takes some. A guess."""

_SAFE = ("--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
"""Settings that keep git from starting other programs that a repository names."""


_NO_LAZY_FETCH = {"GIT_NO_LAZY_FETCH": "1"}
"""Stops git before it starts to fetch, from version 2.44 on; earlier versions ignore it."""


class GitError(Exception):
    """Git cannot do what was asked; the message is its reason."""


class GitTimeoutError(GitError):
    """Git takes too long."""


def git(
    project: Path,
    *words: str,
    given: bytes = b"",
    most: int = 1_000_000,
    seconds: float = SECONDS,
) -> bytes:
    """Return what git prints: at most `most` bytes, from the standard input `given`.

    Raises:
        GitTimeoutError: git takes too long.
        GitError: git fails, is not installed, or prints more.
    """
    command = [_program(), "-C", str(project), *_SAFE, *words]
    with TemporaryFile() as asked, TemporaryFile() as said:
        asked.write(given)
        asked.seek(0)
        with _begun(command, asked, said) as child:
            late = Timer(seconds, child.kill)
            late.start()
            try:
                printed = child.stdout.read(most + 1) if child.stdout else b""
                if len(printed) > most:
                    child.kill()
                child.wait()
                is_late = not late.is_alive()
            except BaseException:
                child.kill()
                raise
            finally:
                late.cancel()
                late.join()  # no thread may be left when work is forked
        if is_late:
            raise GitTimeoutError(f"git took more than {seconds:g} seconds")
        if len(printed) > most:
            raise GitError(f"git prints more than {most:,} bytes")
        if child.returncode:
            said.seek(0)
            raise GitError(_reason(said.read(10_000)) or f"git ended with {child.returncode}")
    return printed


def _begun(command: list[str], asked: IO[bytes], said: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start git.

    Raises:
        GitError: it cannot be started, such as with a name that is too long.
    """
    import subprocess

    try:
        return subprocess.Popen(  # the names are checked, and no shell is involved
            command, stdin=asked, stdout=subprocess.PIPE, stderr=said, env=_environment()
        )
    except OSError as error:
        raise GitError((error.strerror or str(error)).lower()) from error


def _program() -> str:
    """Return the path of git; a file of this name in the current folder, a project, is not meant.

    Raises:
        GitError: git is not installed.
    """
    for folder in os.get_exec_path():
        found = shutil.which("git", path=folder) if Path(folder).is_absolute() else None
        if found and Path(found).is_absolute():  # Windows looks into the current folder first
            return found
    raise GitError("git is not installed")


def _environment() -> dict[str, str]:
    """Return an environment in which git neither fetches what a repository lacks nor asks.

    A repository can name a program to fetch by (`ext::`, `core.sshCommand`, `remote.*.vcs`), and
    set `protocol.allow`. GIT_ALLOW_PROTOCOL overrules that in all versions of git; a random name
    is no protocol of anybody.
    """
    return os.environ | {
        **_NO_LAZY_FETCH,
        "GIT_ALLOW_PROTOCOL": token_hex(8),
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",  # its reasons in English, like ours
    }


def _reason(said: bytes) -> str:
    """Return why git failed, from what it prints as errors."""
    lines = said.decode(errors="replace").splitlines()
    fatal = [line for line in lines if line.startswith("fatal: ")]
    return (fatal or lines or [""])[-1].removeprefix("fatal: ").removeprefix("error: ")
