"""Texts, patterns, lists and mappings as a script in Ruby writes them."""

import re
import textwrap
from collections.abc import Iterable
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
        parts = [
            values.as_text(self.body(statements(part), scope))
            if part.type == "interpolation"
            else tree.letters(part, is_plain=is_plain)
            for part in node.named_children
        ]
        return values.fresh(str(values.short("".join(parts))))

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
        parts = [
            values.as_text(self.body(statements(part), scope))
            if part.type == "interpolation"
            else said(part)
            for part in node.named_children
        ]
        flags = re.search("[a-z]*$", said(node))
        return pattern_of("".join(parts), flags[0] if flags else "")

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
            for key, value in tree.pairs_of(node) if node.type == "pair" else ():
                name = said(key) if key.type == "hash_key_symbol" else self.of(key, scope)
                name = values.Symbol(name) if key.type == "hash_key_symbol" else values.as_key(name)
                found[name] = self.maybe(value, scope)
        return found
