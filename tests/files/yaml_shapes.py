"""Files of texts as people may write them: every way of YAML to write mappings and texts."""

from collections.abc import Mapping
from random import Random
from typing import Any

import yaml

KEYS = ("calm", "gale", "no", "7", "long name", "a:b", "#x", "it's", "{x}", "Straße")
WORDS = (
    "words", "two words", "a: b", "it's", 'say "so"', "# no remark", "", "yes", "[x]", "- x",
    "so\u202f!", "first\nsecond", "first\n\nsecond", "  set in\nless", "a, b}", "back\\slash", "|",
    "end ", "long " * 30 + "text",
)  # fmt: skip


REMARKS = ("# beside", "# A remark", "# The end.")
"""How all comments begin; no text holds these words."""

RARE, NESTED = 0.2, 0.4
"""Shares of values, or of files."""


def make_source(chance: Random) -> str:
    """A file with the root key `fr`, each value written in another way."""
    tree = {"fr": _tree(chance, 3)}
    lines = _Writer(chance).mapping(tree, 0, chance.choice((1, 2, 4)), 0)
    if chance.random() < RARE:
        lines = ["# A remark.", "---", *lines]
    text = "\n".join(lines) + chance.choice(("\n", "\n", "", "\n\n# The end.\n", "\n...\n"))
    return text.replace("\n", "\r\n") if chance.random() < RARE else text


def _tree(chance: Random, depth: int) -> dict[str, Any]:
    """Texts by key, in mappings within mappings, some of them lists of texts."""
    return {
        name: _tree(chance, depth - 1)
        if depth and chance.random() < NESTED
        else chance.choices(WORDS, k=2)
        if chance.random() < RARE
        else chance.choice(WORDS)
        for name in chance.sample(KEYS, chance.randint(1, 4))
    }


class _Writer:
    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def one_of(self, *choices: Any) -> Any:  # noqa: ANN401
        return self.chance.choice(choices)

    def key(self, name: str) -> str:
        return str(self.one_of(_plain(name), f"'{_single(name)}'", _double(name)))

    def mapping(self, tree: Mapping[str, Any], column: int, step: int, depth: int) -> list[str]:
        lines: list[str] = []
        for name, value in tree.items():
            lines += self.one_of([], [], [""], [" " * column + "# A remark above."])
            key = " " * column + self.key(name)
            key += str(self.one_of(":", ":", " :"))
            inner = column + step
            if isinstance(value, str):
                lines += self.text(key, value, inner)
            elif depth and self.one_of(0, 1):
                lines += self.flow(key, value, inner)
            elif isinstance(value, list):
                lines += [
                    key,
                    *(
                        line
                        for one in value
                        for line in self.text(" " * inner + "-", one, inner + 2)
                    ),
                ]
            else:
                lines += [
                    key + str(self.one_of("", "", "  # beside")),
                    *self.mapping(value, inner, step, depth + 1),
                ]
        return lines

    def text(self, key: str, value: str, column: int) -> list[str]:
        beside = str(self.one_of("", "", "  # beside"))
        pad = " " * column
        ways = [[f"{key} {_double(value)}{beside}"]]
        if "\n" not in value:
            ways += [[f"{key} {_plain(value)}{beside}"], [f"{key} '{_single(value)}'{beside}"]]
        if not value:
            ways += [[f"{key}{beside}"]] * 3
        elif not value.endswith(" "):
            body = [pad + line if line else "" for line in value.split("\n")]
            # A text that is set in begins where its header says.
            step = str(column - len(key) + len(key.lstrip(" "))) if value.startswith(" ") else ""
            ways.append([f"{key} |{step}{self.one_of('', '-', '+')}{beside}", *body])
            if not step:
                folded = [part for line in body for part in (line, "")][:-1]
                ways.append([f"{key} {self.one_of('>', '>-')}{beside}", *folded])
            if " " in value and "\n" not in value and "#" not in value and _plain(value) == value:
                ways.append([key, *(pad + word for word in value.split())])
        return list(self.one_of(*ways))

    def flow(self, key: str, value: Any, column: int) -> list[str]:  # noqa: ANN401
        if self.one_of(0, 1):
            return [f"{key} {self.braces(value)}"]
        between = ",\n" + " " * column
        inner = self.braces(value, between, str(self.one_of("", ",")))
        opening, closing = inner[0], inner[-1]
        lines = f"{key} {opening}\n{' ' * column}{inner[1:-1]}\n{' ' * column}{closing}"
        return lines.split("\n")

    def braces(self, value: Any, between: str = ", ", last: str = "") -> str:  # noqa: ANN401
        if isinstance(value, str):
            ways = [_double(value)]
            if "\n" not in value:
                ways += [_plain(value, flow=True), f"'{_single(value)}'"]
            return str(self.one_of(*ways))
        if isinstance(value, list):
            return "[" + between.join(self.braces(one) for one in value) + last + "]"
        pairs = [
            self.key(name) if inner == "" and self.one_of(0, 1)
            else f"{self.key(name)}: {self.braces(inner)}"
            for name, inner in value.items()
        ]  # fmt: skip
        return "{" + between.join(pairs) + last + "}"


def _double(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _single(text: str) -> str:
    return text.replace("'", "''")


def _plain(text: str, *, flow: bool = False) -> str:
    """The text without quotes if YAML reads it so, in double quotes otherwise."""
    around = f"{{{text}: {text}}}" if flow or "," not in text else f"{text}: {text}"
    try:
        read = yaml.load(around, yaml.BaseLoader)
    except yaml.YAMLError:
        return _double(text)
    return text if text and read == {text: text} else _double(text)


def read(source: str) -> dict[str, Any]:
    """What PyYAML reads, every value a string."""
    return dict(yaml.load(source, yaml.BaseLoader))


def flat(tree: Any, path: tuple[str, ...] = ()) -> Mapping[tuple[str, ...], str]:  # noqa: ANN401
    """The texts by the keys that lead to them; a line break at the end does not count."""
    if isinstance(tree, str):
        return {path: tree.rstrip("\n")}
    pairs = enumerate(tree) if isinstance(tree, list) else tree.items()
    return {
        where: text
        for key, value in pairs
        for where, text in flat(value, (*path, str(key))).items()
    }
