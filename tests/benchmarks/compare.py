"""Compare what two contestants made: page counts, and the share of the first one's words.

Usage: compare.py OURS THEIRS; prints JSON.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path

from pypdfium2 import PdfDocument

WORD = re.compile(r"\w+")
DIVIDED = re.compile("[-\u00ad\ufffe\x02][ \r]*\n")


def main() -> None:
    """Print what differs."""
    ours, theirs = ({path.name: path for path in _pdfs(folder)} for folder in sys.argv[1:3])
    same_pages = True
    shared = total = 0
    for name in sorted(set(ours) & set(theirs)):
        pages, words = _read(ours[name])
        other_pages, other_words = _read(theirs[name])
        same_pages = same_pages and pages == other_pages
        shared += (words & other_words).total()
        total += words.total()
    same_files = sorted(ours) == sorted(theirs)
    found = {"files": same_files, "pages": same_pages, "words": shared / max(total, 1)}
    print(json.dumps(found))


def _pdfs(folder: str) -> list[Path]:
    return sorted(Path(folder).rglob("*.pdf"))


def _read(path: Path) -> tuple[int, Counter[str]]:
    """The number of pages, and every word as often as it is found."""
    words: Counter[str] = Counter()
    document = PdfDocument(path)
    for page in document:
        text = page.get_textpage().get_text_bounded()
        words.update(WORD.findall(DIVIDED.sub("", text)))
    return len(document), words


if __name__ == "__main__":
    main()
