"""locales/<language>/language.yaml: what the checks know about a language, whatever the game."""

from collections.abc import Mapping
from pathlib import Path

from printnplay.loading.fields import (
    expect_entries,
    expect_int,
    expect_list,
    expect_mapping,
    expect_text,
    expect_texts,
)
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import MappingNode, Node, TextNode
from printnplay.model.diagnostics import Problems
from printnplay.model.languages import Address, Agreement, Usage

LARGEST_NUMBER = 1_000_000

_LISTS = ("words", "joining", "unchanged")
_OTHERS = ("numbers", "address", "agreement")


def load_usage(language: str, path: Path, shown: str, problems: Problems) -> Usage:
    """The words of a language from its file, which has one root key, the language."""
    root = read_yaml(path, shown, problems)
    if root is None:
        return Usage()
    key = _root(language, root)
    sheet = expect_mapping(root, problems, required=(key,))[key]
    fields = expect_mapping(sheet, problems, optional=(*_LISTS, *_OTHERS))
    lists = {name: _words(fields.get(name), problems) for name in _LISTS}
    used, others = _address(fields.get("address"), problems)
    return Usage(
        words=lists["words"],
        joining=lists["joining"],
        unchanged=lists["unchanged"],
        numbers=_numbers(fields.get("numbers"), problems),
        used_address=used,
        other_addresses=others,
        agreement=_agreement(fields.get("agreement"), problems),
    )


def _root(language: str, root: Node) -> str:
    """The root key: a language of a region may use the file of the language itself."""
    base = language.split("-", 1)[0]
    return base if isinstance(root, MappingNode) and base in root.entries else language


def _words(node: Node | None, problems: Problems) -> frozenset[str]:
    return frozenset(expect_texts(node, problems, empty=True)) if node is not None else frozenset()


def _numbers(node: Node | None, problems: Problems) -> Mapping[str, int]:
    numbers: dict[str, int] = {}
    for entry in expect_entries(node, problems).values() if node is not None else ():
        value = expect_int(TextNode(entry.key, entry.span), problems, 0, LARGEST_NUMBER)
        numbers |= dict.fromkeys(expect_texts(entry.value, problems), value)
    return numbers


def _address(node: Node | None, problems: Problems) -> tuple[str, tuple[Address, ...]]:
    if node is None:
        return "", ()
    fields = expect_mapping(node, problems, required=("used", "other"))
    ways = expect_entries(fields["other"], problems)
    return expect_text(fields["used"], problems), tuple(
        _way(name, entry.value, problems) for name, entry in ways.items()
    )


def _way(name: str, node: Node, problems: Problems) -> Address:
    fields = expect_mapping(node, problems, optional=("words", "first"))
    words, first = (_words(fields.get(key), problems) for key in ("words", "first"))
    return Address(name, words, first)


def _agreement(node: Node | None, problems: Problems) -> tuple[Agreement, ...]:
    found = []
    for item in expect_list(node, problems) if node is not None else ():
        fields = expect_mapping(item, problems, required=("words", "never_before"))
        pair = (_words(fields[key], problems) for key in ("words", "never_before"))
        found.append(Agreement(*pair))
    return tuple(found)
