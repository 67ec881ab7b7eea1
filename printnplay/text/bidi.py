"""Reorder text with right-to-left and left-to-right scripts.

Implements the Unicode Bidirectional Algorithm, Unicode Standard Annex 9, for one paragraph; rules
are named as there. Every character gets a level: even levels run from left to right, odd ones from
right to left. Character classes come from Python's `unicodedata`, brackets from `BidiBrackets.txt`.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar
from unicodedata import bidirectional

T = TypeVar("T")

DEEPEST = 125
"""The maximum level of embeddings and isolates (UAX 9, BD2)."""

MOST_BRACKETS = 63
"""The maximum number of open brackets on the stack (UAX 9, BD16)."""

BRACKETS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋\u2329\u232a❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘"
    "⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜\u3008\u3009《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣"
)
CLOSING = dict(zip(BRACKETS[::2], BRACKETS[1::2], strict=True))
SAME_BRACKET = {"\u2329": "\u3008", "\u232a": "\u3009"}
"""Brackets that match another one, to which they are canonically equivalent."""

EMBEDDINGS = {"RLE": "", "LRE": "", "RLO": "R", "LRO": "L"}
"""The classes that embed, and the direction that they force on their content."""

REMOVED = frozenset({*EMBEDDINGS, "PDF", "BN"})
ISOLATES = frozenset({"LRI", "RLI", "FSI"})
NEUTRAL = frozenset({"B", "S", "WS", "ON", "PDI", *ISOLATES})
RIGHT_TO_LEFT = frozenset({"R", "AL"})
STRONG = frozenset({"L", *RIGHT_TO_LEFT})
SEPARATES = frozenset({("ES", "EN"), ("CS", "EN"), ("CS", "AN")})
"""Pairs of a separator's class and the class of the numbers around it that absorb it (W4)."""

REORDERING = frozenset({*RIGHT_TO_LEFT, "AN", "RLE", "RLO", "RLI", "FSI"})
"""The classes without which left-to-right text needs no reordering."""


def is_reordered(text: str) -> bool:
    """Return whether a left-to-right text has right-to-left parts."""
    return not text.isascii() and any(bidirectional(mark) in REORDERING for mark in text)


def is_only_right_to_left(text: str) -> bool:
    """Return whether a text contains only right-to-left letters and spaces, in any context.

    >>> is_only_right_to_left("שלום עולם"), is_only_right_to_left("שלום 1")
    (True, False)
    """
    kinds = {bidirectional(mark) for mark in text}
    return kinds <= {"R", "AL", "NSM", "WS"} and not kinds.isdisjoint({"R", "AL"})


def has_right_to_left(text: str) -> bool:
    """Return whether a text has right-to-left letters."""
    return not text.isascii() and any(bidirectional(mark) in RIGHT_TO_LEFT for mark in text)


def levels(text: str, base: int) -> list[int]:
    """Return the embedding level of each character; `base` is that of the paragraph, 0 or 1.

    Formatting characters get the level of the preceding character.

    >>> levels("ab אב 12", 0)
    [0, 0, 0, 1, 1, 1, 2, 2]
    """
    classes = [bidirectional(mark) or "L" for mark in text]
    found, classes = _Embeddings(classes, base).resolve()
    kept = [index for index, name in enumerate(classes) if name not in REMOVED]
    # The levels beside a sequence are those before any sequence is resolved.
    sequences = [
        _Sequence(text, classes, found, indices, base)
        for indices in _sequences(kept, classes, found)
    ]
    for sequence in sequences:
        sequence.resolve()
    for before, index in zip([None, *range(len(text))], range(len(text)), strict=False):
        if classes[index] in REMOVED:
            found[index] = base if before is None else found[before]
    return found


def line_levels(text: str, found: Sequence[int], base: int) -> list[int]:
    """Return the levels on one line: spaces at its end get the paragraph's level (L1)."""
    line = list(found)
    at_end = True
    for index in reversed(range(len(text))):
        name = bidirectional(text[index])
        if name in ("B", "S"):
            line[index], at_end = base, True
        elif at_end and (name == "WS" or name in ISOLATES or name == "PDI" or name in REMOVED):
            line[index] = base
        else:
            at_end = False
    return line


def visual(parts: Sequence[T], found: Sequence[int]) -> list[T]:
    """Return parts of a line in visual order, from left to right, by their levels (L2)."""
    order = list(range(len(parts)))
    lowest = min((level for level in found if level % 2), default=1)
    for level in range(max(found, default=0), lowest - 1, -1):
        start = 0
        for is_inside, run in groupby([found[index] >= level for index in order]):
            end = start + len(list(run))
            if is_inside:
                order[start:end] = order[start:end][::-1]
            start = end
    return [parts[index] for index in order]


class _Status(NamedTuple):
    """An entry of the directional status stack of X1."""

    level: int
    override: str = ""
    is_isolate: bool = False


class _Embeddings:
    """Levels and classes from the characters that embed, override and isolate (X1 to X8)."""

    def __init__(self, classes: Sequence[str], base: int) -> None:
        self._classes, self._base = classes, base
        self._first_strong = _first_strong(classes)
        self._stack = [_Status(base)]
        self._isolates = self._overflow_isolates = self._overflow_embeddings = 0

    def resolve(self) -> tuple[list[int], list[str]]:
        """Return the level and the class of each character."""
        found, classes = [], []
        for index, name in enumerate(self._classes):
            if name == "PDI":
                self._close_isolate()
            status = self._stack[-1]
            if name in EMBEDDINGS:
                self._embed(name)
            elif name in ISOLATES:
                self._isolate(index, name)
            elif name == "PDF":
                self._close_embedding()
            is_overridden = status.override and name not in REMOVED and name != "B"
            found.append(self._base if name == "B" else status.level)
            classes.append(status.override if is_overridden else name)
        return found, classes

    def _embed(self, name: str) -> None:
        level = _next(self._stack[-1].level, odd=name.startswith("R"))
        if level <= DEEPEST and not self._overflow_isolates and not self._overflow_embeddings:
            self._stack.append(_Status(level, EMBEDDINGS[name]))
        elif not self._overflow_isolates:
            self._overflow_embeddings += 1

    def _isolate(self, index: int, name: str) -> None:
        strong = self._first_strong.get(index)
        odd = name == "RLI" or (name == "FSI" and strong in RIGHT_TO_LEFT)
        level = _next(self._stack[-1].level, odd=odd)
        if level <= DEEPEST and not self._overflow_isolates and not self._overflow_embeddings:
            self._isolates += 1
            self._stack.append(_Status(level, is_isolate=True))
        else:
            self._overflow_isolates += 1

    def _close_isolate(self) -> None:
        if self._overflow_isolates:
            self._overflow_isolates -= 1
        elif self._isolates:
            self._overflow_embeddings = 0
            while not self._stack.pop().is_isolate:
                pass
            self._isolates -= 1

    def _close_embedding(self) -> None:
        if self._overflow_isolates:
            return
        if self._overflow_embeddings:
            self._overflow_embeddings -= 1
        elif not self._stack[-1].is_isolate and len(self._stack) > 1:
            self._stack.pop()


def _next(level: int, *, odd: bool) -> int:
    """Return the lowest odd or even level above this one."""
    return level + 1 + (level % 2 == 1 if odd else level % 2 == 0)


def _first_strong(classes: Sequence[str]) -> dict[int, str]:
    """Return the class of the first strong character in each isolate that has one (P2)."""
    first: dict[int, str] = {}
    opened: list[int] = []
    for index, name in enumerate(classes):
        if name in ISOLATES:
            opened.append(index)
        elif name == "PDI" and opened:
            opened.pop()
        elif name in STRONG and opened:
            first.setdefault(opened[-1], name)
    return first


def _sequences(
    kept: Sequence[int], classes: Sequence[str], found: Sequence[int]
) -> list[list[int]]:
    """Return the isolating run sequences: runs of one level, joined across isolates (BD13)."""
    runs = [list(run) for _, run in groupby(kept, lambda index: found[index])]
    sequences: list[list[int]] = []
    open_isolates: list[list[int] | None] = []
    for run in runs:
        sequence: list[int] | None = None
        if classes[run[0]] == "PDI" and open_isolates:
            sequence = open_isolates.pop()
        if sequence is None:
            sequence = []
            sequences.append(sequence)
        sequence += run
        if classes[run[-1]] in ISOLATES:
            open_isolates.append(sequence)
    return sequences


class _Sequence:
    """One isolating run sequence, whose classes are resolved in place."""

    def __init__(
        self, text: str, classes: list[str], found: list[int], indices: list[int], base: int
    ) -> None:
        self.text, self.found, self.indices = text, found, indices
        self.classes = [classes[index] for index in indices]
        self.level = found[indices[0]]
        self.embedding = "R" if self.level % 2 else "L"
        self.before = self._beyond(classes, indices[0], -1, base)
        last = indices[-1]
        # An unclosed isolate extends to the end of the paragraph.
        self.after = (
            _direction(max(self.level, base))
            if classes[last] in ISOLATES
            else self._beyond(classes, last, 1, base)
        )

    def _beyond(self, classes: Sequence[str], index: int, step: int, base: int) -> str:
        """Return the direction on one side of the sequence, `sos` or `eos` (X10)."""
        index += step
        while 0 <= index < len(classes) and classes[index] in REMOVED:
            index += step
        beside = self.found[index] if 0 <= index < len(classes) else base
        return _direction(max(self.level, beside))

    def resolve(self) -> None:
        original = list(self.classes)
        self._weak()
        self._brackets(original)
        self._neutral()
        for index, name in zip(self.indices, self.classes, strict=True):
            if self.level % 2:
                self.found[index] += name in ("L", "EN", "AN")
            else:
                self.found[index] += {"R": 1, "AN": 2, "EN": 2}.get(name, 0)

    def _weak(self) -> None:
        """Resolve marks, numbers and the characters beside numbers (W1 to W5)."""
        self._marks_and_numbers()
        classes = self.classes
        for index in range(1, len(classes) - 1):
            left, name, right = classes[index - 1 : index + 2]
            if left == right and (name, left) in SEPARATES:
                classes[index] = left
        start = 0
        for is_terminator, run in groupby(list(classes), lambda name: name == "ET"):
            end = start + len(list(run))
            beside = classes[max(start - 1, 0) : start] + classes[end : end + 1]
            if is_terminator and "EN" in beside:
                classes[start:end] = ["EN"] * (end - start)
            start = end
        self._left_over()

    def _left_over(self) -> None:
        """Resolve marks outside numbers to neutral, numbers after Latin letters to L (W6, W7)."""
        strong = self.before
        for index, name in enumerate(self.classes):
            if name in ("ES", "ET", "CS"):
                self.classes[index] = "ON"
            elif name in ("L", "R"):
                strong = name
            elif name == "EN" and strong == "L":
                self.classes[index] = "L"

    def _marks_and_numbers(self) -> None:
        """Resolve marks like their base characters, and numbers after Arabic letters (W1 to W3)."""
        previous, strong = self.before, self.before
        for index, name in enumerate(self.classes):
            if name == "NSM":
                name = "ON" if previous in ISOLATES or previous == "PDI" else previous
            previous = name
            if name in STRONG:
                strong = name
            self.classes[index] = "AN" if name == "EN" and strong == "AL" else name
        self.classes = ["R" if name == "AL" else name for name in self.classes]

    def _brackets(self, original: Sequence[str]) -> None:
        """Set pairs of brackets to the direction of their content (N0)."""
        for opening, closing in sorted(self._pairs()):
            inside = {_strong(name) for name in self.classes[opening + 1 : closing]} - {""}
            if not inside:
                continue
            direction = self.embedding
            if self.embedding not in inside:
                before = (_strong(self.classes[at]) for at in range(opening - 1, -1, -1))
                context = next(filter(None, before), self.before)
                direction = context if context in inside else self.embedding
            for bracket in (opening, closing):
                self.classes[bracket] = direction
                index = bracket + 1
                while index < len(original) and original[index] == "NSM":
                    self.classes[index] = direction
                    index += 1

    def _pairs(self) -> list[tuple[int, int]]:
        """Return the places of matching brackets (BD16)."""
        pairs: list[tuple[int, int]] = []
        opened: list[tuple[str, int]] = []
        for place, index in enumerate(self.indices):
            mark = SAME_BRACKET.get(self.text[index], self.text[index])
            if self.classes[place] != "ON" or mark not in BRACKETS:
                continue
            if mark in CLOSING:
                if len(opened) == MOST_BRACKETS:
                    return []
                opened.append((CLOSING[mark], place))
                continue
            for depth in reversed(range(len(opened))):
                if opened[depth][0] == mark:
                    pairs.append((opened[depth][1], place))
                    del opened[depth:]
                    break
        return pairs

    def _neutral(self) -> None:
        """Set neutrals to the direction on both sides, or else the embedding direction (N1, N2)."""
        classes, start = self.classes, 0
        for is_neutral, run in groupby(list(classes), lambda name: name in NEUTRAL):
            end = start + len(list(run))
            if is_neutral:
                left = _strong(classes[start - 1]) if start else self.before
                right = _strong(classes[end]) if end < len(classes) else self.after
                direction = left if left == right else self.embedding
                classes[start:end] = [direction] * (end - start)
            start = end


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


def _strong(name: str) -> str:
    """Return the direction of a class next to neutrals; numbers count as right-to-left."""
    if name == "L":
        return "L"
    return "R" if name in ("R", "EN", "AN") else ""
