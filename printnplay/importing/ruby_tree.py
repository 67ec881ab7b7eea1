"""The tree of a script in Ruby, as tree-sitter reads it."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import tree_sitter_ruby
from msgspec import Struct
from tree_sitter import Language, Node, Parser

from printnplay.kernel.diagnostics import Span

LONGEST_SCRIPT = 400_000
"""The longest script in characters: those of large games have 20,000."""

BODIES = frozenset([
    "program", "body_statement", "block_body", "then", "else", "do", "begin",
    "parenthesized_statements", "block", "do_block", "interpolation", "pattern",
])  # fmt: skip
"""Nodes that hold statements."""
_NO_STATEMENTS = frozenset(["comment", "heredoc_body", "rescue", "ensure", "empty_statement"])
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "s": " ", "0": "", "e": "", "\n": ""}


class NotUnderstoodError(Exception):
    """A part of the script is not of the kind that is worked out."""

    def __init__(self, place: Span, what: str) -> None:
        """Keep the place and what is there."""
        super().__init__(what)
        self.place, self.what = place, what
        self.raised: Any = None
        """The error of Ruby, if Ruby would raise one here, too."""


class Call(Struct, frozen=True):
    """A call: `on` is its receiver if that is a constant, or empty."""

    line: int
    on: str
    receiver: Node | None
    name: str
    arguments: Sequence[Node] = ()
    block: Node | None = None
    is_safe: bool = False


class Parameter(Struct, frozen=True):
    """A parameter of a block or method: its kind is that of its node."""

    kind: str
    name: str
    value: Node | None = None
    inner: tuple["Parameter", ...] = ()


END = re.compile(r"^__END__$\n?", re.MULTILINE)
"""What ends a script; the rest of the file is data."""


def parse(script: str) -> Node:
    """Return the tree of a script.

    Raises:
        NotUnderstoodError: it is too long.
    """
    if len(script) > LONGEST_SCRIPT:
        raise NotUnderstoodError(Span("", 1), f"more than {LONGEST_SCRIPT:,} characters")
    parser = Parser(Language(tree_sitter_ruby.language()))
    return parser.parse(END.split(script, 1)[0].encode("utf-8", "replace")).root_node


def line_of(node: Node) -> int:
    """Return the line of a node, of a call that of its name."""
    named = part(node, "method" if node.type == "call" else "operator")
    return (named or node).start_point[0] + 1


def part(node: Node, name: str) -> Node | None:
    """Return the part of a node with a name, such as the condition of `if`."""
    return node.child_by_field_name(name)


def said(node: Node | None) -> str:
    """Return the source of a node."""
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")


def shown(node: Node) -> str:
    """Return the beginning of the source of a node, for messages."""
    return " ".join(said(node).split())[:40]


def faults(root: Node) -> Iterable[tuple[int, str]]:
    """Yield the line and the source of what is no Ruby, or the sign that is missing."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_missing:
            yield line_of(node), f"`{node.type}` is missing"
        elif node.is_error:
            yield line_of(node), f"`{shown(node)}`"
        elif node.has_error:
            waiting += reversed(node.children)


def statements(node: Node | None) -> list[Node]:
    """Return the statements of a body."""
    if node is None or node.type not in BODIES:
        return [] if node is None else [node]
    found = [one for one in node.named_children if one.type not in _NO_STATEMENTS]
    if node.type in ("do_block", "block"):
        return statements(part(node, "body"))
    return found


def call_of(node: Node) -> Call:
    """Return a call: its name, its receiver, its arguments and its block."""
    line = line_of(node)
    if node.type != "call":
        return Call(line, "", None, said(node))
    receiver, given = part(node, "receiver"), part(node, "arguments")
    items = [] if given is None else [one for one in given.named_children if one.type != "comment"]
    is_constant = receiver is not None and receiver.type in ("constant", "scope_resolution")
    return Call(
        line,
        said(receiver).removeprefix("::") if is_constant else "",
        receiver,
        said(part(node, "method")) or "call",
        items,
        part(node, "block"),
        said(part(node, "operator")) == "&.",
    )


def all_of(node: Node, kind: str) -> Iterable[Node]:
    """Yield the nodes of a kind, in the order of the script."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type == kind:
            yield one
        waiting += reversed(one.named_children)


def parameters(node: Node | None) -> tuple[Parameter, ...]:
    """Return the parameters of a block or method, or those within a list of them."""
    if node is not None and node.type != "destructured_parameter":
        node = part(node, "parameters")
    found: list[Parameter] = []
    for one in () if node is None else node.named_children:
        if one.type == "identifier":
            found.append(Parameter(one.type, said(one)))
        elif one.type == "destructured_parameter":
            found.append(Parameter(one.type, "", None, parameters(one)))
        elif one.type.endswith("_parameter"):
            name, value = part(one, "name"), part(one, "value")
            found.append(Parameter(one.type, said(name), value))
    return tuple(found)


def letters(part: Node, *, is_plain: bool) -> str:
    """Return the letters of a part of a text; few are escaped in texts with single quotes."""
    source = said(part)
    if is_plain:
        return re.sub(r"\\(['\\])", r"\1", source)
    if part.type != "escape_sequence":
        return source if part.type.endswith("content") else ""
    space, source = source[: -len(source.lstrip())], source.lstrip()  # as in %W
    if match := re.fullmatch(r"\\u\{?([0-9a-fA-F]{4,6})\}?", source):
        return space + chr(min(int(match[1], 16), 0x10FFFF))
    return space + _ESCAPES.get(source[1:], source[1:])
