"""Work out the values of expressions of a script, as far as they follow from the script itself.

Texts, numbers, lists and tables only; nothing that Ruby, a library or the machine would have to do.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from printnplay.importing.ruby import Node
from printnplay.importing.ruby_methods import (
    LONGEST,
    Frame,
    Symbol,
    as_text,
    formatted,
    indexed,
    is_true,
    method_of,
    pattern_of,
    short,
    with_function,
)
from printnplay.importing.ruby_words import NotUnderstoodError

MOST_STEPS = 500_000
"""The most parts of expressions that are worked out: large decks need some ten thousand."""


class Function:
    """A block or method of the script, with the values around it."""

    def __init__(self, names: Sequence[str], body: Sequence[Node], scope: "Scope") -> None:
        """Keep what is worked out when it is called."""
        self.names, self.body, self.scope = list(names), list(body), scope


class Scope:
    """Names and their values; those of the blocks around are seen."""

    def __init__(self, outer: "Scope | None" = None) -> None:
        """Begin with none."""
        self.outer = outer
        self.values: dict[str, Any] = {}

    def find(self, name: str) -> "Scope | None":
        """Return the scope that has a name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer
        return scope

    def set(self, name: str, value: Any) -> None:
        """Set a name where it is, or here."""
        (self.find(name) or self).values[name] = value


Outer = Callable[[Node, "Scope"], Any]
"""Works out a call without a receiver, such as `csv file: 'x.csv'`; raises if it does not know."""


class Values:
    """Works out expressions; `outer` knows calls of the tool, `each` runs statements."""

    def __init__(self, outer: Outer, constant: Callable[[Node, Scope], Any]) -> None:
        """Keep how calls of the tool are worked out."""
        self._outer, self._constant = outer, constant
        self._steps = 0
        self._depth = 0

    def of(self, node: Node, scope: Scope) -> Any:
        """Return the value of an expression.

        Raises:
            NotUnderstoodError: it depends on more than the script.
        """
        self._steps += 1
        self._depth += 1
        try:
            if self._steps > MOST_STEPS or self._depth > 150:
                raise NotUnderstoodError(node.line, "a computation that is too long")
            return self._of(node, scope)
        except LookupError as error:
            raise NotUnderstoodError(
                node.line, f"`{error.args[0]}`" if error.args else "an item"
            ) from None
        except (ValueError, TypeError, ArithmeticError, AttributeError) as error:
            raise NotUnderstoodError(node.line, f"a computation ({type(error).__name__})") from None
        finally:
            self._depth -= 1

    def _of(self, node: Node, scope: Scope) -> Any:  # noqa: C901, PLR0911, PLR0912
        parts = node.parts
        match node.kind:
            case "nil":
                return None
            case "true" | "false":
                return node.kind == "true"
            case "number":
                return float(parts[0]) if re.search(r"[.eE]", parts[0]) else int(parts[0])
            case "symbol":
                return Symbol(parts[0])
            case "text":
                return self._text(parts[0], scope)
            case "regex":
                return pattern_of(parts[0])
            case "array":
                return self._array(parts[0], scope)
            case "hash":
                return {self._key(key, scope): self.of(value, scope) for key, value in parts[0]}
            case "name" | "variable":
                return self._name(node, scope)
            case "constant":
                found = scope.find("::".join(parts))
                if found is not None:
                    return found.values["::".join(parts)]
                return self._constant(node, scope)
            case "range":
                return self._range(node, scope)
            case "not":
                return not is_true(self.of(parts[0], scope))
            case "operator":
                return self._operator(node, scope)
            case "index":
                by = [self.of(one, scope) for one in parts[1]]
                return indexed(self.of(parts[0], scope), by)
            case "choice":
                is_so = is_true(self.of(parts[0], scope))
                return self.body(parts[1] if is_so else parts[2], scope)
            case "when":
                return self._when(node, scope)
            case "block":
                return Function(parts[0], parts[1], scope)
            case "assign":
                return self.assign(node, scope)
            case "several":
                return self._several(node, scope)
            case "call":
                return self._call(node, scope)
        raise NotUnderstoodError(node.line, f"`{node.kind}`")

    def body(self, statements: Sequence[Node], scope: Scope) -> Any:
        """Return the value of the last of several statements."""
        value = None
        for statement in statements:
            value = self.of(statement, scope)
        return value

    def assign(self, node: Node, scope: Scope) -> Any:
        """Set a name, or a column or item."""
        target, source = node.parts
        value = self.of(source, scope)
        if target.kind in ("name", "variable"):
            scope.set(target.parts[0], value)
        elif target.kind == "constant":
            scope.set("::".join(target.parts), value)
        elif target.kind == "index":
            of = self.of(target.parts[0], scope)
            by = self.of(target.parts[1][0], scope)
            if isinstance(of, Frame):
                of.columns[str(by)] = list(value) if isinstance(value, list | tuple) else [value]
            elif isinstance(of, dict) or (isinstance(of, list) and isinstance(by, int)):
                if isinstance(of, list) and by >= len(of):
                    of.extend([None] * min(by + 1 - len(of), 1000))
                of[by] = value
            else:
                raise NotUnderstoodError(node.line, "an assignment")
        else:
            raise NotUnderstoodError(node.line, "an assignment")
        return value

    def _several(self, node: Node, scope: Scope) -> Any:
        """Set several names to several values, or to the items of a list."""
        names, sources = node.parts
        values = [self.of(one, scope) for one in sources]
        if len(values) == 1 and isinstance(values[0], list):
            values = values[0]
        for at, name in enumerate(names):
            scope.set(name, values[at] if at < len(values) else None)
        return values

    def _text(self, parts: Sequence[Any], scope: Scope) -> str:
        said = []
        for part in parts:
            if isinstance(part, str):
                said.append(part)
            else:
                said.extend(as_text(self.of(node, scope)) for node in part)
        return str(short("".join(said)))

    def _array(self, items: Sequence[Node], scope: Scope) -> list[Any]:
        return [self.of(item, scope) for item in items]

    def _key(self, key: Any, scope: Scope) -> Any:
        if isinstance(key, Node):
            return self.of(key, scope)
        return self._text(key, scope) if isinstance(key, list) else key

    def _name(self, node: Node, scope: Scope) -> Any:
        name = node.parts[0]
        found = scope.find(name)
        if found is not None and not isinstance(found.values[name], Function):
            return found.values[name]
        return self._call(Node("call", node.line, (None, name, [], [], None)), scope)

    def _range(self, node: Node, scope: Scope) -> Any:
        first, last, is_open = node.parts
        start, end = self.of(first, scope), self.of(last, scope)
        if end is None:
            return (start, None, is_open)
        if isinstance(start, str):
            letters = range(ord(start), ord(str(end)) + (not is_open))
            return [chr(letter) for letter in letters][:1000]
        return list(range(int(start), min(int(end) + (not is_open), int(start) + LONGEST)))

    def _operator(self, node: Node, scope: Scope) -> Any:  # noqa: C901, PLR0911, PLR0912
        sign, left_node, right_node = node.parts
        left = self.of(left_node, scope) if sign != "||" else self._or_nothing(left_node, scope)
        if sign in ("||", "or"):
            return left if is_true(left) else self.of(right_node, scope)
        if sign in ("&&", "and"):
            return self.of(right_node, scope) if is_true(left) else left
        right = self.of(right_node, scope)
        if sign in ("==", "==="):
            return left == right
        if sign == "!=":
            return left != right
        if sign in ("<", ">", "<=", ">=", "<=>"):
            below, above = left < right, left > right
            return {
                "<": below,
                ">": above,
                "<=": not above,
                ">=": not below,
                "<=>": above - below,
            }[sign]
        if sign == "+":
            if isinstance(left, str) != isinstance(right, str):
                raise NotUnderstoodError(node.line, "a sum of a text and a number")
            return short(left + right)
        if sign == "-":
            if isinstance(left, list):
                return [one for one in left if one not in right]
            return short(left - right)
        if sign == "*":
            if isinstance(left, list | str):
                if not isinstance(right, int) or len(left) * max(0, right) > LONGEST:
                    raise NotUnderstoodError(node.line, "a very long list")
                return left * right
            return short(left * right)
        if sign == "/":
            both = isinstance(left, int) and isinstance(right, int)
            return left // right if both else left / right
        if sign == "%":
            if isinstance(left, str):
                return formatted(left, right)
            return left % right
        if sign == "**" and abs(left) < 1e6 and abs(right) < 20:
            return short(left**right)
        if sign == "<<" and isinstance(left, list):
            left.append(right)
            return left
        if sign == "<<" and isinstance(left, str):
            return short(left + str(right))
        if sign in ("=~", "!~") and isinstance(left, str) and isinstance(right, re.Pattern):
            return (right.search(left[:1000]) is None) is (sign == "!~")
        raise NotUnderstoodError(node.line, f"`{sign}`")

    def _or_nothing(self, node: Node, scope: Scope) -> Any:
        """Return the value before `||`; a name that is not known yet counts as nil."""
        if node.kind in ("name", "variable", "constant"):
            found = scope.find("::".join(node.parts))
            return None if found is None else found.values["::".join(node.parts)]
        return self.of(node, scope)

    def _when(self, node: Node, scope: Scope) -> Any:
        subject, cases, otherwise = node.parts
        value = True if subject is None else self.of(subject, scope)
        for values, statements in cases:
            for one in values:
                known = self.of(one, scope)
                if isinstance(known, re.Pattern):
                    is_it = isinstance(value, str) and known.search(value[:1000]) is not None
                elif isinstance(known, list) and not isinstance(value, list):
                    is_it = value in known
                else:
                    is_it = known == value if subject is not None else is_true(known)
                if is_it:
                    return self.body(statements, scope)
        return self.body(otherwise, scope)

    # Calls

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        """Return the value of a block or method for arguments."""
        scope = Scope(function.scope)
        names = function.names
        given = list(arguments)
        if len(given) == 1 and len(names) > 1 and isinstance(given[0], list | tuple):
            given = list(given[0])
        for at, name in enumerate(names):
            scope.values[name] = given[at] if at < len(given) else None
        return self.body(function.body, scope)

    def _call(self, node: Node, scope: Scope) -> Any:  # noqa: C901, PLR0911
        receiver, name, arguments, options, block = node.parts
        if receiver is None:
            found = scope.find(name)
            if found is not None and isinstance(found.values[name], Function):
                given = [self.of(one, scope) for one in arguments]
                return self.call(found.values[name], given)
            return self._outer(node, scope)
        if receiver.kind == "constant" and scope.find("::".join(receiver.parts)) is None:
            return self._outer(node, scope)
        of = self.of(receiver, scope)
        given = [self.of(one, scope) for one in arguments]
        if options and not isinstance(of, Function):
            given.append({self._key(key, scope): self.of(value, scope) for key, value in options})
        function = self._function(block, scope)
        if function is None and arguments and isinstance(given[-1], Function):
            function = given.pop()
        takes = name in ("map", "collect", "each", "select", "reject", "sort_by", "flat_map", "sum")
        if function is None and takes and len(given) == 1 and isinstance(given[0], Symbol):
            method = given.pop()
            return with_function(of, name, lambda one: method_of(one, method, []), node.line)
        if function is not None:
            called = function
            return with_function(of, name, lambda *values: self.call(called, values), node.line)
        if isinstance(of, Function) and name in ("call", "()"):
            return self.call(of, given)
        return method_of(of, name, given)

    def _function(self, block: Node | None, scope: Scope) -> Function | None:
        return None if block is None else Function(block.parts[0], block.parts[1], scope)
