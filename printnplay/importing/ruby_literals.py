"""Texts, patterns, lists and mappings as a script in Ruby writes them."""

import re
import textwrap
from collections.abc import Callable, Iterable
from typing import Any

from tree_sitter import Node

from printnplay.importing import ruby_tree as tree
from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_modules import Outer
from printnplay.importing.ruby_patterns import pattern_of
from printnplay.importing.ruby_scopes import Scope
from printnplay.importing.ruby_statements import Statements
from printnplay.importing.ruby_tree import NotUnderstoodError, said, statements


class Literals(Statements):
    """Works out literals; `of` works out the expressions in them."""

    def __init__(self, outer: Outer) -> None:
        """Begin without a script."""
        super().__init__(outer)
        self._heredocs: dict[int, Node] = {}

    def text(self, node: Node, scope: Scope) -> str:
        """Return the value of a text, with what is put between."""
        is_plain = said(node).startswith(("'", "%q"))
        text = self._joined(node, scope, lambda part: tree.letters(part, is_plain=is_plain))
        return values.fresh(str(values.short(text)))

    def _joined(self, node: Node, scope: Scope, letters: Callable[[Node], str]) -> str:
        """Return the letters of all parts, and what stands between them."""
        return "".join(
            values.as_text(self.body(statements(part), scope))
            if part.type == "interpolation"
            else letters(part)
            for part in node.named_children
        )

    def heredoc(self, node: Node, scope: Scope) -> str:
        """Return a text that stands below its line; after `<<~`, without its indent."""
        if node.id not in self._heredocs:
            root = node
            while root.parent is not None:
                root = root.parent
            begun, bodies = (tree.all_of(root, f"heredoc_{part}") for part in ("beginning", "body"))
            self._heredocs |= {one.id: body for one, body in zip(begun, bodies, strict=False)}
        text = self.text(self._heredocs[node.id], scope)
        text = text.rpartition("\n")[0].removeprefix("\n") + "\n"
        return textwrap.dedent(text) if said(node).startswith("<<~") else text

    def pattern(self, node: Node, scope: Scope) -> Any:
        """Return a regular expression."""
        flags = re.search("[a-z]*$", said(node))
        return pattern_of(self._joined(node, scope, said), flags[0] if flags else "")

    def items(self, nodes: Iterable[Node], scope: Scope) -> list[Any]:
        """Return the values of a list: `*x` in it is several, pairs are a mapping at its end.

        One that cannot be worked out is unknown.
        """
        found: list[Any] = []
        pairs = values.Options()
        for node in nodes:
            if node.type in ("pair", "hash_splat_argument"):
                pairs |= self.mapping([node], scope)
            elif node.type == "splat_argument":
                several = self.body(statements(node.named_children[0]), scope)
                is_many = values.is_many(several)
                alone = [] if several is None else [several]
                found += self.send(several, "to_a", [], None, 0) if is_many else alone
            elif node.type != "comment":
                found.append(self.maybe(node, scope))
        return [*found, pairs] if pairs else found

    def maybe(self, node: Node, scope: Scope) -> Any:
        """Return the value of an expression; unknown if it cannot be worked out."""
        try:
            return self.of(node, scope)
        except NotUnderstoodError as error:
            return values.Unknown(error)

    def mapping(self, nodes: Iterable[Node], scope: Scope) -> dict[Any, Any]:
        """Return the mapping that pairs are, and mappings that are put in."""
        found: dict[Any, Any] = {}
        for node in nodes:
            if node.type == "hash_splat_argument":
                found |= self.of(node.named_children[0], scope) or {}
            key = tree.part(node, "key") if node.type == "pair" else None
            if key is not None:
                is_symbol = key.type == "hash_key_symbol"
                name = values.Symbol(said(key)) if is_symbol else values.as_key(self.of(key, scope))
                # `x:` alone stands for `x: x`
                found[name] = self.maybe(tree.part(node, "value") or key, scope)
        return found
