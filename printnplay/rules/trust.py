"""Trust in rules that a user has reviewed, valid until one of their files changes.

Only the hash of the rules (`RulesSource.digest_of`) is stored, in the user's cache folder and never
in a project.
"""

from printnplay.cache.folder import TRUSTED, Shelf, cache_folder

MOST = 1000
"""Maximum number of trusted rules; the oldest are dropped first. A guess: nobody trusts as many."""


def trust(digest: str) -> bool:
    """Trust rules; return False if this cannot be stored."""
    shelf = _shelf()
    if shelf is not None:
        shelf.put(digest, b"")
    return is_trusted(digest)


def distrust(digest: str) -> None:
    """Stop trusting rules."""
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
