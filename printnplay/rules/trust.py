"""Trust in rules that a user has read, kept until one of their files changes.

Kept is the hash of the rules (`RulesSource.digest_of`), in the user's own cache folder and never in
a project.
"""

from printnplay.cache.folder import TRUSTED, Shelf, cache_folder

MOST = 1000
"""The rules that are remembered; the oldest are forgotten first. A guess: nobody trusts as many."""


def trust(digest: str) -> bool:
    """Remember that rules may be run; False if nothing can be kept."""
    shelf = _shelf()
    if shelf is not None:
        shelf.put(digest, b"")
    return is_trusted(digest)


def distrust(digest: str) -> None:
    """Forget that rules may be run."""
    shelf = _shelf()
    if shelf is not None:
        shelf.drop(digest)


def is_trusted(digest: str) -> bool:
    """Return whether the user trusts rules."""
    shelf = _shelf()
    return shelf is not None and shelf.take(digest) is not None


def _shelf() -> Shelf | None:
    folder = cache_folder(TRUSTED)
    return None if folder is None else Shelf(folder, MOST)
