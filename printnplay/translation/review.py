"""A page for a browser, in one file, on which a translator works on all texts of a language.

The page holds the texts as XLIFF. Its script changes translations, states and comments in that, and
saves it for `l10n import`, which merges it by its bases, as any other file.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import read_text
from printnplay.files.records import content_hash
from printnplay.files.seals import write_own
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.languages import is_right_to_left
from printnplay.kernel.web_page import web_page
from printnplay.text.languages import language_name
from printnplay.translation.exchange.tmx import Pair
from printnplay.translation.exchange.units import MAX_BYTES, Sent, singular
from printnplay.translation.exchange.xliff import write_xliff
from printnplay.translation.export import all_sent, files_of, usages_of
from printnplay.translation.files import LocaleFile, names_of, translated_to
from printnplay.translation.memory import pairs_of
from printnplay.translation.usage import Usage

PICTURE_BYTES = 3 << 20
"""The most bytes of pictures for each game, 4 MiB when encoded: pages of a few games can be mailed.
The largest of the bundled games has 2 MB."""

LIKE = 0.6
"""The least share of common words at which a translation is suggested. A guess: below it, typing
anew is quicker."""

SUGGESTED = 3
"""The most suggestions for a text. A guess."""

ASSET_BYTES = 1 << 16
"""The largest size of the script or the style sheet, in bytes: they have a quarter of it."""


class Reviewed(Struct, frozen=True):
    """A page that was written: its numbers of texts, of pictures, and of pictures left out."""

    path: str
    texts: int
    pictures: int
    left_out: int


def review(
    project: Path, games: Sequence[str], languages: Sequence[str], folder: Path
) -> tuple[Reviewed, ...]:
    """Write a page for each language, or for all that these games are translated to.

    Pictures show the texts as they are printed in the original.

    Raises:
        FaultsError: a game or language does not exist, its texts are at fault or too many for a
            page, or a file that was not made here is in the place of a page.
    """
    catalog = Catalog(project)
    names = names_of(catalog, games)
    known = {name: translated_to(catalog, name) for name in names}
    wanted = languages or sorted({code for codes in known.values() for code in codes})
    usages: dict[str, Usage] = {}
    pages: dict[Path, bytes] = {}
    written = []
    for language in wanted:
        there = [name for name in names if language in known[name]]
        files = files_of(catalog, there if games and there else games, language)
        new = [file for file in files if file.name not in usages]
        usages |= usages_of(catalog, new, pictures=True)
        path = folder / f"review.{language}.html"
        pages[path], numbers = _page(catalog, language, files, usages)
        written.append(Reviewed(display_path(path), *numbers))
    write_own(pages, folder)
    return tuple(written)


def _page(
    catalog: Catalog, language: str, files: Sequence[LocaleFile], usages: Mapping[str, Usage]
) -> tuple[bytes, tuple[int, int, int]]:
    """Return a page, with its numbers of texts, of pictures, and of pictures left out."""
    unlit = {name: replace(usage, pictures={}) for name, usage in usages.items()}
    sent = all_sent(catalog, files, unlit)
    xliff = write_xliff(*sent)
    if len(xliff) > MAX_BYTES * 3 // 4:  # the rest is for what translators write
        problems = Problems()
        problems.error(
            codes.FILE_TOO_LARGE,
            f"the texts in `{language}` are too many for one page",
            Span(""),
            "expected fewer texts",
            f"name some of the games: `printnplay l10n review {files[0].name} -l {language}`",
        )
        raise FaultsError(problems.found)
    every = files_of(catalog, (), language)
    memory = _Memory([pair for file in every for pair in pairs_of(file)])
    pictures = {
        f"{file.name}/{key}": data
        for file in files
        for key, data in _within(usages[file.name].pictures, PICTURE_BYTES)
    }
    data = {
        "xliff": xliff.decode(),
        "id": content_hash(xliff)[:16],
        "language": language,
        "right": [
            *filter(is_right_to_left, sorted({language, *(s.source_language for s in sent)}))
        ],
        "pictures": {
            name: f"data:image/png;base64,{b64encode(png).decode()}"
            for name, png in pictures.items()
        },
        "room": {
            f"{file.name}/{key}": min(letters)
            for file in files
            for key, places in usages[file.name].printed.items()
            if (letters := [place.letters for place in places if place.letters])
        },
        "memory": dict(_suggestions(sent, memory)),
    }
    held = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    title = f"Review: {language_name(language)}"
    body = _asset("html") + f'<script type="application/json" id="data">{held}</script>'
    page = web_page(title, _asset("css"), body, _asset("js"))
    shots = sum(len(usages[file.name].pictures) for file in files)
    texts = sum(len(of_file.units) for of_file in sent)
    return page.encode(), (texts, len(pictures), shots - len(pictures))


def _within(pictures: Mapping[str, bytes], most: int) -> Iterator[tuple[str, bytes]]:
    """Yield the first pictures, as many as have this many bytes."""
    for key, data in pictures.items():
        most -= len(data)
        if most >= 0:
            yield key, data


def _asset(ending: str) -> str:
    """Return a part of the page."""
    return read_text(
        Path(__file__).parent / "page" / f"review.{ending}", ASSET_BYTES, anywhere=True
    )


class _Memory:
    """The translations of a project, to be found by the words of their originals."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.pairs = [(frozenset(pair.source.lower().split()), pair) for pair in pairs]

    def like(self, source: str) -> Iterator[dict[str, Any]]:
        """Yield the translations of the most similar originals, each once."""
        words = frozenset(source.lower().split())
        shares = (
            (2 * len(words & others) / (len(words) + len(others)), pair)
            for others, pair in self.pairs
            if others
        )
        found = sorted((of for of in shares if of[0] >= LIKE), key=lambda of: -of[0])
        for target in list(dict.fromkeys(pair.target for _, pair in found))[:SUGGESTED]:
            share, pair = next(of for of in found if of[1].target == target)
            yield {"source": pair.source, "target": target, "share": int(100 * share)}


def _suggestions(sent: Iterable[Sent], memory: _Memory) -> Iterator[tuple[str, list[Any]]]:
    for of_file in sent:
        for unit in of_file.units:
            own = set(unit.target.values())
            like = [one for one in memory.like(singular(unit.source)) if one["target"] not in own]
            if like:
                yield f"{of_file.domain}/{unit.key}", like
