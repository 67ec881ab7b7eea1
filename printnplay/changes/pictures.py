"""Pictures of both versions of what prints differently, for a report."""

from collections.abc import Iterator

from msgspec import Struct

from printnplay.changes.change import Comparison
from printnplay.changes.gallery import Gallery, names_of
from printnplay.changes.state import GameState, look_in
from printnplay.raster.overlay import Pixels, as_webp, overlaid

MOST = 300
"""The most pairs of pictures in a report: some 10 MB, which mail programs still take."""


class Pair(Struct, frozen=True):
    """A thing before and after, as data URIs of pictures; empty where it did not exist.

    `overlay` is a pale copy of the newer picture with the changed pixels in red.
    """

    name: str
    language: str
    before: str
    after: str
    overlay: str = ""


def pairs(
    comparison: Comparison,
    language: str,
    old: tuple[GameState, Gallery],
    new: tuple[GameState, Gallery],
) -> Iterator[Pair]:
    """Yield pairs of the faces and pages that print differently in a language, at most `MOST`.

    New and lost cards come with one picture.
    """
    (was, before), (now, after) = old, new
    found = _named(comparison, language, was, now)
    for _, (former, newer) in zip(range(MOST), found, strict=False):
        images = before.image(former), after.image(newer)
        if any(images) and images[0] != images[1]:
            yield _pair(newer or former, language, *images)


def _named(
    comparison: Comparison, language: str, was: GameState, now: GameState
) -> Iterator[tuple[str, str]]:
    """Yield the names of pictures before and after; empty where there is none."""
    former = {
        f"card {change.after}": f"card {change.id}"
        for change in comparison.changes
        if change.kind == "card" and change.how.startswith("renamed")
    }
    before, after = set(names_of(was, language)), list(names_of(now, language))
    pages = {f"page {number}" for number in comparison.pages.get(language, ())}
    cards = {f"card {name}" for name in comparison.cards[language]}
    for name in after:
        kind, _, _ = name.partition(" ")
        front = name.removesuffix(" (back)")
        other = former.get(front, front) + name.removeprefix(front)
        if front in cards or name in pages:
            yield (other if other in before else ""), name
        elif kind not in ("card", "page") and look_in(was.parts.get(name, {}), language) != look_in(
            now.parts.get(name, {}), language
        ):
            yield (name if name in before else ""), name
    kept = {*after, *former.values()}
    yield from ((name, "") for name in names_of(was, language) if name not in kept)


def _pair(name: str, language: str, before: "Pixels | None", after: "Pixels | None") -> Pair:
    overlay = as_webp(overlaid(before, after)) if before and after else ""
    return Pair(name, language, as_webp(before), as_webp(after), overlay)
