"""A report of a comparison as one web page, with pictures of both versions."""

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path

from printnplay.changes.pictures import Pair
from printnplay.changes.report import Reported, changes_of, head, reprints, told, words_of
from printnplay.files.door import read_text
from printnplay.files.seals import write_own
from printnplay.kernel.messages import translated_label, translated_with
from printnplay.kernel.web_page import web_page

STYLE_BYTES = 1 << 16
"""The largest size of the style sheet, in bytes: it has two kilobytes."""


def write_page(file: Path, games: Sequence[Reported]) -> None:
    """Write a report as a web page.

    Raises:
        FaultsError: the file cannot be written, or is not a page of an earlier comparison.
    """
    write_own({file: as_page(games).encode()}, file.parent)


def as_page(games: Sequence[Reported]) -> str:
    """Return a report as one web page that needs neither a network nor scripts."""
    titles = ", ".join(game.title for game in games)
    body = "\n".join(part for game in games for part in _html(game))
    title = translated_with("{games}: what changed", games=titles)
    return web_page(title, _style(), body)


def _html(game: Reported) -> Iterator[str]:
    yield f"<h1>{escape(head(game))}</h1>\n<ul>"
    for change in changes_of(game):
        words = words_of(change)
        more = (
            f"<br><del>{escape(words[0])}</del><br><ins>{escape(words[1])}</ins>" if words else ""
        )
        yield f"<li>{escape(told(change))}{more}</li>"
    yield "</ul>"
    yield from (f"<p>{escape(line)}</p>" for line in reprints(game))
    for language in dict.fromkeys(pair.language for pair in game.pairs):
        pairs = translated_with("Before and after ({language})", language=language)
        yield f'<h2>{escape(pairs)}</h2>\n<div class="pairs">'
        for pair in game.pairs:
            if pair.language == language:
                yield _figure(pair)
        yield "</div>"


def _figure(pair: Pair) -> str:
    absent = escape(translated_label("not there"))
    sides = [
        (escape(translated_label("before")), pair.before, absent),
        (escape(translated_label("after")), pair.after, absent),
        (escape(translated_label("what changed")), pair.overlay, ""),
    ]
    shown = "".join(
        f"<div>{words}"
        + (
            f'<img src="{uri}" alt="{escape(pair.name)}, {words}" loading="lazy">'
            if uri
            else f'<div class="none">{none}</div>'
        )
        + "</div>"
        for words, uri, none in sides
    )
    caption = f"<figcaption>{escape(pair.name)}</figcaption>"
    return f'<figure>{caption}<div class="sides">{shown}</div></figure>'


@cache
def _style() -> str:
    return read_text(Path(__file__).with_name("page.css"), STYLE_BYTES, anywhere=True)
