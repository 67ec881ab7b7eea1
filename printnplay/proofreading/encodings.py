"""Find UTF-8 text that was decoded with another encoding: `CafÃ©`, `playerâ€™s`."""

import re
from functools import cache

_ROUNDS = 3
"""The maximum number of wrong decodings: `Ã¢â‚¬â„¢` is an apostrophe after two of them."""

_SIGNS = {
    "cp1252": r"""[ÂÃ]{tail} | (?<![A-ZÀ-Þ])[ÂÃ]{any} | [ÄÅ]{tail} | (?<=[a-z])[ÄÅ]{any}
        | [ÄÅ]{any}(?=[a-z]) | â[€‚„†‡ˆ‰‹Š˜™šœž\x9d\xad]{any} | â[–—]{tail} | ã[€‚ƒ„]{any}
        | ðŸ{any}{any} | ï¸{any} | ï»¿ | ï¿½ | (?:[ã-í]{any}{any}){{2,}}
        | (?:[ÐÑ]{any}){{2,}} | (?:[ÎÏ]{any}){{2,}} | (?:×{any}){{3,}} | (?:[ØÙ]{any}){{2,}}""",
    "cp1250": r"â€{any} | [ĂĹ]{tail} | (?<=[a-z])[ĂĹ]{any} | [ĂĹ]{any}(?=[a-z])",
    "cp1251": r"вЂ{any} | (?<=[A-Za-z])[ВГ]{any} | [ВГ]{any}(?=[a-z]) | (?:[РС]{any}){{3,}}",
    "mac_roman": r"‚Ä{any} | (?<=[a-z])√{tail} | √(?!π){tail}(?=[a-z]) | ¬[†∞´]",
    "cp437": r"ΓÇ{any} | ├{any}",
    "cp850": r"ÔÇ{any} | ├{any}",
}
"""UTF-8 sequences as they look in each encoding; only sequences that no language uses.

`Ä…` may be a word that breaks off, and `é »` ends a French quotation. `any` is a letter for a
continuation byte; `tail` excludes those that may follow a word.
"""

_MAY_FOLLOW = "\u00a0…‘’‚“”„«»‹›–—²³Ş"


class _Encoding:
    """An encoding, with the letters that stand for the bytes of UTF-8."""

    def __init__(self, name: str, signs: str) -> None:
        self.name = name
        every = self._letters(0x80, 0xC0)
        tail = f"(?![{_MAY_FOLLOW}]){every}"
        self.sign = re.compile(signs.format(any=every, tail=tail), re.VERBOSE)
        longer = f"{self._letters(0xE0, 0xF0)}{every}{{2}}|{self._letters(0xF0, 0xF5)}{every}{{3}}"
        self.sequence = re.compile(f"{self._letters(0xC2, 0xE0)}{every}|{longer}")

    def _letters(self, first: int, end: int) -> str:
        numbers = range(first, end)
        letters = (bytes([one]).decode(self.name, "ignore") or chr(one) for one in numbers)
        return f"[{re.escape(''.join(letters))}]"

    def right(self, found: re.Match[str]) -> str:
        """Return the letters that a byte sequence encodes, or an invalid one unchanged."""
        try:
            return b"".join(map(self._byte, found[0])).decode()
        except UnicodeError:
            return found[0]

    def _byte(self, letter: str) -> bytes:
        """Return the byte of a letter; programs keep the bytes that Windows leaves undefined."""
        is_control = "\x80" <= letter < "\xa0"
        return letter.encode("latin-1" if is_control else self.name)

    def seen(self, text: str) -> int:
        """Return the number of letters that were certainly decoded with this encoding."""
        signs = (found[0] for found in self.sign.finditer(text) if self.right(found) != found[0])
        return sum(map(len, signs))


@cache
def _encodings() -> tuple[_Encoding, ...]:
    return tuple(_Encoding(*one) for one in _SIGNS.items())


_MAY_BE = re.compile("[ÂÃÄÅâ-ïðÎÏÐÑ×ØÙĂĹВГвРС‚√¬ΓÔ├][^\0-\x7f]")
"""The start of every sequence in `_SIGNS`; few texts contain one."""


def misread(text: str) -> tuple[int, int, str] | None:
    """Return the start and end of wrongly decoded letters, and the right ones.

    >>> misread("A cafÃ© in MÃ¼nchen")
    (5, 14, 'é in Mü')
    >>> misread("«\u202fVoilà\u00a0»") is None
    True
    """
    encoding = _encoding(text)
    places = [
        found.span()
        for found in (encoding.sequence.finditer(text) if encoding else ())
        if encoding and encoding.right(found) != found[0]
    ]
    if not places:
        return None
    start, end = places[0][0], places[-1][1]
    right, rounds = text[start:end], 0
    while encoding is not None and rounds < _ROUNDS:
        right, rounds = encoding.sequence.sub(encoding.right, right), rounds + 1
        encoding = _encoding(right)
    return start, end, right


def _encoding(text: str) -> _Encoding | None:
    """Return the encoding that a text was decoded with, if it was certainly the wrong one."""
    if text.isascii() or not _MAY_BE.search(text):
        return None
    seen = {one: one.seen(text) for one in _encodings()}
    best = max(seen, key=seen.__getitem__)
    return best if seen[best] else None
