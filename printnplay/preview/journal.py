"""The journal of a preview: its edits of files, each of which can be undone and redone.

It is kept in memory only. A step is undone in a file that is as the step left it, and in no other.
"""

from hashlib import blake2b
from threading import RLock

from msgspec import Struct

MOST_BYTES = 64 << 20
"""Maximum size of the texts in all steps, in bytes; beyond it, the oldest steps are forgotten. A
guess: sorting the largest table (8 MiB) takes up to a quarter of it, a cell some dozen bytes."""


class Step(Struct, frozen=True):
    """An edit of a file: bytes replaced at an offset, and the digests of the file around it."""

    file: str
    what: str
    start: int
    old: bytes
    new: bytes
    before: str
    after: str

    def undone_in(self, content: bytes) -> bytes | None:
        """Return the content before the step; None if this is not the content after it."""
        made = content[: self.start] + self.old + content[self.start + len(self.new) :]
        return made if digest(content) == self.after else None

    def redone_in(self, content: bytes) -> bytes | None:
        """Return the content after the step; None if this is not the content before it."""
        made = content[: self.start] + self.new + content[self.start + len(self.old) :]
        return made if digest(content) == self.before else None


class Journal:
    """The steps that can be undone, and those that were undone, each with the last one at the end.

    `lock` is held while a file is written.
    """

    def __init__(self) -> None:
        """Start without steps."""
        self.done: list[Step] = []
        self.undone: list[Step] = []
        self.lock = RLock()

    def note(self, file: str, what: str, old: bytes, new: bytes) -> None:
        """Add a step, after which nothing can be redone; an edit without effect is none."""
        if old == new:
            return
        start = _alike(old, new)
        tail = _alike(old[start:][::-1], new[start:][::-1])
        parts = old[start : len(old) - tail], new[start : len(new) - tail]
        self.done.append(Step(file, what, start, *parts, digest(old), digest(new)))
        self.undone.clear()
        size = sum(len(step.old) + len(step.new) for step in self.done)
        while size > MOST_BYTES:
            first = self.done.pop(0)
            size -= len(first.old) + len(first.new)

    def forget(self, file: str) -> int:
        """Remove the steps of a file; return their number."""
        before = len(self.done) + len(self.undone)
        for steps in (self.done, self.undone):
            steps[:] = [step for step in steps if step.file != file]
        return before - len(self.done) - len(self.undone)


def digest(content: bytes) -> str:
    """Return the digest by which the page and the journal recognise the content of a file."""
    return blake2b(content, digest_size=16).hexdigest()


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
