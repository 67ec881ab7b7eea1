"""Passages kept as sound: checks that judge one by itself do not look at it again."""

from collections.abc import Set
from hashlib import blake2b

from printnplay.files.packing import pack
from printnplay.files.store import Store
from printnplay.model.diagnostics import Subject
from printnplay.model.memo import key_of
from printnplay.proofreading.passages import Passage
from printnplay.proofreading.review import Review

DIGEST = 12
"""The bytes of the hash of a passage."""


class SoundPassages:
    """The passages of a review in which nothing was found, as they are kept in the store."""

    def __init__(self, review: Review, store: Store) -> None:
        """Read what is kept for the same game, languages and numbers."""
        known = review.known
        words = {
            language: (usage.words, usage.numbers, usage.agreement)
            for language, usage in known.usages.items()
        }
        game, languages = review.game, sorted(review.texts)
        self._key = key_of(
            "sound",
            (game.id, game.title, languages, review.reference),
            (known.facts, known.all_facts, words, known.proofread),
        )
        self._review, self._store = review, store
        kept = store.take(self._key) or b""
        self._kept = frozenset(kept[at : at + DIGEST] for at in range(0, len(kept), DIGEST))
        self._hashes = {_hash(one, review): one for one in review.passages}

    def others(self) -> Review:
        """The review of what is not known to be sound."""
        unknown = [one for digest, one in self._hashes.items() if digest not in self._kept]
        return self._review.of_some(unknown)

    def keep(self, faulty: Set[Subject]) -> None:
        """Keep all passages but those that something was found in, by their subjects."""
        sound = {digest for digest, one in self._hashes.items() if one.subject not in faulty}
        if sound != self._kept:
            self._store.put(self._key, b"".join(sorted(sound)))


def _hash(passage: Passage, review: Review) -> bytes:
    original = review.original_of(passage)
    says = (passage.subject, passage.form, passage.text, passage.reading)
    beside = original.reading if original else None
    return blake2b(pack((says, beside)), digest_size=DIGEST).digest()
