"""The journal of a preview: its edits of files, which can be undone and redone.

It is kept in memory only. A step is undone in files that are as the step left them, and in no
others.
"""

from hashlib import blake2b
from threading import RLock
from typing import TypeAlias

from msgspec import Struct

MOST_BYTES = 64 << 20
"""Maximum size of the texts in all steps, in bytes; beyond it, the oldest steps are forgotten. A
guess: sorting the largest table (8 MiB) takes up to a quarter of it, a cell some dozen bytes."""

Content: TypeAlias = bytes | None
"""The content of a file; None if there is no such file."""


class StaleError(Exception):
    """A file is not as a step has left it."""


class Edit(Struct, frozen=True):
    """An edit of a file: bytes replaced at an offset, and the digests of the file around it."""

    file: str
    start: int
    old: bytes
    new: bytes
    before: str
    after: str

    def undone_in(self, content: Content) -> Content:
        """Return the content before the edit.

        Raises:
            StaleError: this is not the content after it.
        """
        return self._other(content, (self.new, self.after), (self.old, self.before))

    def redone_in(self, content: Content) -> Content:
        """Return the content after the edit.

        Raises:
            StaleError: this is not the content before it.
        """
        return self._other(content, (self.old, self.before), (self.new, self.after))

    def _other(self, content: Content, now: tuple[bytes, str], then: tuple[bytes, str]) -> Content:
        if digest(content) != now[1]:
            raise StaleError
        whole, end = content or b"", self.start + len(now[0])
        return whole[: self.start] + then[0] + whole[end:] if then[1] else None


class Step(Struct, frozen=True):
    """Edits that are undone together, and what they do."""

    what: str
    edits: tuple[Edit, ...]

    @property
    def file(self) -> str:
        """The file that was changed last."""
        return self.edits[-1].file

    @property
    def size(self) -> int:
        """The bytes that it keeps."""
        return sum(len(edit.old) + len(edit.new) for edit in self.edits)


class Journal:
    """The steps that can be undone, and those that were undone, each with the last one at the end.

    `lock` is held while a file is written.
    """

    def __init__(self) -> None:
        """Start without steps."""
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.lock = RLock()

    def note(self, what: str, *changes: tuple[str, Content, Content]) -> None:
        """Add a step, after which nothing can be redone; one without effect is none.

        Args:
            what: what it does.
            changes: the files, each with its content before and after.
        """
        edits = tuple(_edit(file, old, new) for file, old, new in changes if old != new)
        if not edits:
            return
        self.done.append(Step(what, edits))
        self.undone.clear()
        size = sum(step.size for step in self.done)
        while size > MOST_BYTES:
            size -= self.done.pop(0).size

    def forget(self, file: str) -> int:
        """Remove the steps that have changed a file; return their number."""
        before = len(self.done) + len(self.undone)
        for steps in (self.done, self.undone):
            steps[:] = [step for step in steps if all(edit.file != file for edit in step.edits)]
        return before - len(self.done) - len(self.undone)


def digest(content: Content) -> str:
    """Return the digest by which the page and the journal recognise the content of a file.

    It is empty if there is no file.
    """
    return "" if content is None else blake2b(content, digest_size=16).hexdigest()


def _edit(file: str, before: Content, after: Content) -> Edit:
    old, new = before or b"", after or b""
    start = _alike(old, new)
    tail = _alike(old[start:][::-1], new[start:][::-1])
    parts = old[start : len(old) - tail], new[start : len(new) - tail]
    return Edit(file, start, *parts, digest(before), digest(after))


def _alike(one: bytes, other: bytes) -> int:
    """Return the number of bytes with which both begin."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
