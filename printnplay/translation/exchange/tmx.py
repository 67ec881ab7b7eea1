"""Read and write translation memories as TMX 1.4: pairs of an original and its translation.

A memory does not record which text a pair belongs to: several games may share an original.
"""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.version import __version__
from printnplay.translation.exchange.units import is_variant, malformed
from printnplay.translation.exchange.xml_tree import Element, read_tree


class Pair(Struct, frozen=True):
    """An original and its translation; `place` is where the translation is written."""

    source: str
    target: str
    place: Span


class Memory(Struct, frozen=True):
    """Pairs in two languages."""

    source_language: str
    language: str
    pairs: tuple[Pair, ...]


def write_tmx(memory: Memory) -> bytes:
    """Return the file; the same pairs produce the same bytes."""
    languages = memory.source_language, memory.language
    header = {
        "creationtool": "printnplay",
        "creationtoolversion": __version__,
        "segtype": "paragraph",
        "o-tmf": "printnplay",
        "adminlang": "en",
        "srclang": memory.source_language,
        "datatype": "plaintext",
    }
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in header.items())
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<tmx version="1.4">']
    lines += [f"<header{attributes}/>", "<body>"]
    for pair in memory.pairs:
        lines.append("<tu>")
        for language, text in zip(languages, (pair.source, pair.target), strict=True):
            said = f"<seg>{escape(text)}</seg>"
            lines.append(f"  <tuv xml:lang={quoteattr(language)}>{said}</tuv>")
        lines.append("</tu>")
    return "\n".join([*lines, "</body>", "</tmx>", ""]).encode()


def read_tmx(data: bytes, shown: str, problems: Problems) -> tuple[Memory, ...]:
    """Return the translation memories of a file, one per language; empty if it is broken."""
    root = read_tree(data, shown, problems, ("seg",))
    if root is None:
        return ()
    header = root.child("header")
    source = header.attributes.get("srclang", "") if header else ""
    if root.name != "tmx" or not source:
        label = "expected `<tmx>` and a `<header>` with `srclang` in it"
        problems.add(malformed("this is not a TMX file", Span(shown, root.line, 1), label))
        return ()
    by_language: dict[str, list[Pair]] = {}
    for unit in root.below("tu"):
        for language, pair in _pairs(unit, source, shown):
            by_language.setdefault(language, []).append(pair)
    return tuple(Memory(source, language, tuple(pairs)) for language, pairs in by_language.items())


def _pairs(unit: Element, source: str, shown: str) -> Iterator[tuple[str, Pair]]:
    said: dict[str, Element] = {
        variant.language: segment
        for variant in unit.below("tuv")
        if (segment := variant.child("seg")) is not None
    }
    original = next((text for name, text in said.items() if is_variant(name, source)), None)
    for language, segment in said.items():
        if original is not None and segment is not original and segment.text.strip():
            yield language, Pair(original.text, segment.text, Span(shown, segment.line, 1))


def unique(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs without duplicates."""
    return tuple({(pair.source, pair.target): pair for pair in pairs}.values())
