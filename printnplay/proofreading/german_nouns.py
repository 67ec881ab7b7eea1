"""The table of the package `german-nouns`, and the word lists made from it in the user's cache."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from printnplay.cache.folder import Shelf, cache_folder

FOLDER, NAME, MOST = "words", "german-nouns", 4


def german_nouns_file() -> Path | None:
    """Return the table of German nouns; None if the package is not installed."""
    home = find_spec("german_nouns")
    if home is None or not home.submodule_search_locations:
        return None
    path = Path(home.submodule_search_locations[0]) / "nouns.csv"
    return path if path.is_file() else None


def rows(path: Path) -> Iterator[Mapping[str, str]]:
    """Yield each noun's entries in the table, by column name."""
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.reader(file)
        header = next(table)
        for row in table:
            yield {name: value for name, value in zip(header, row, strict=False) if value}


class WordList:
    """Words and a value for each, in a block of sorted lines that is searched without parsing."""

    def __init__(self, content: bytes) -> None:
        """Store the lines; each is a word, a tab, and its value."""
        self._content = content

    @classmethod
    def of(cls, words: Iterable[tuple[str, str]]) -> "WordList":
        """Return a list of these words and values."""
        return cls("".join(f"\n{word}\t{said}" for word, said in sorted(words)).encode() + b"\n")

    def said_of(self, word: str) -> str | None:
        """Return the value of a word; None if it is not in the list."""
        content, wanted = self._content, word.encode()
        low, high = 0, len(content) - 1
        while low < high:
            start = content.rfind(b"\n", 0, (low + high) // 2 + 1)
            end = content.find(b"\n", start + 1)
            line = content[start + 1 : end]
            here, _, said = line.partition(b"\t")
            if here == wanted:
                return said.decode()
            if here < wanted:
                low = end
            else:
                high = start
        return None

    @property
    def content(self) -> bytes:
        """The lines as bytes."""
        return self._content


def kept_list(path: Path, key: bytes, make: Callable[[], Iterable[tuple[str, str]]]) -> WordList:
    """Return the word list of a file from the cache, or create it, which takes a second."""
    folder = cache_folder(FOLDER)
    shelf = Shelf(folder, MOST) if folder else None
    state = path.stat()
    whole = b"%s %d %d" % (key, state.st_size, state.st_mtime_ns)
    content = shelf.take(NAME, whole) if shelf else None
    if content is not None:
        return WordList(content)
    made = WordList.of(make())
    if shelf:
        shelf.put(NAME, made.content, whole)
    return made
