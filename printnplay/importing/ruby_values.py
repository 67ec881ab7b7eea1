"""Work out the values of expressions of a script, as far as they follow from the script itself.

Texts, numbers, lists and tables only; nothing that Ruby, a library or the machine would have to do.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from printnplay.importing.ruby import Node, NotUnderstoodError
from printnplay.kernel.strings import plain_name

MOST_STEPS = 500_000
"""The most parts of expressions that are worked out: large decks need some ten thousand."""
LONGEST = 100_000
"""The longest list or text."""
LARGEST = 1e15
"""The largest number: places and copies are far smaller."""


class Symbol(str):
    """A symbol of Ruby; it equals a text with the same letters here, which decks rely on."""

    __slots__ = ()


class Frame:
    """A table: columns by heading, as Squib hands them to scripts."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        """Take the columns."""
        self.columns = columns

    @property
    def rows(self) -> int:
        """The number of its rows."""
        return max((len(column) for column in self.columns.values()), default=0)

    def column(self, name: str) -> list[Any] | None:
        """Return the column of a heading, or of its name in small letters with underscores."""
        if name in self.columns:
            return self.columns[name]
        for heading, cells in self.columns.items():
            if plain_name(heading) == plain_name(name):
                return cells
        return None


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
                return _pattern(parts[0])
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
                return not _is_true(self.of(parts[0], scope))
            case "operator":
                return self._operator(node, scope)
            case "index":
                by = [self.of(one, scope) for one in parts[1]]
                return _indexed(self.of(parts[0], scope), by)
            case "choice":
                is_so = _is_true(self.of(parts[0], scope))
                return self.body(parts[1] if is_so else parts[2], scope)
            case "when":
                return self._when(node, scope)
            case "block":
                return Function(parts[0], parts[1], scope)
            case "assign":
                return self.assign(node, scope)
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

    def _text(self, parts: Sequence[Any], scope: Scope) -> str:
        said = []
        for part in parts:
            if isinstance(part, str):
                said.append(part)
            else:
                said.extend(as_text(self.of(node, scope)) for node in part)
        return str(_short("".join(said)))

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
            return left if _is_true(left) else self.of(right_node, scope)
        if sign in ("&&", "and"):
            return self.of(right_node, scope) if _is_true(left) else left
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
            return _short(left + right)
        if sign == "-":
            if isinstance(left, list):
                return [one for one in left if one not in right]
            return _short(left - right)
        if sign == "*":
            if isinstance(left, list | str):
                if not isinstance(right, int) or len(left) * max(0, right) > LONGEST:
                    raise NotUnderstoodError(node.line, "a very long list")
                return left * right
            return _short(left * right)
        if sign == "/":
            both = isinstance(left, int) and isinstance(right, int)
            return left // right if both else left / right
        if sign == "%":
            if isinstance(left, str):
                return _formatted(left, right)
            return left % right
        if sign == "**" and abs(left) < 1e6 and abs(right) < 20:
            return _short(left**right)
        if sign == "<<" and isinstance(left, list):
            left.append(right)
            return left
        if sign == "<<" and isinstance(left, str):
            return _short(left + str(right))
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
                    is_it = known == value if subject is not None else _is_true(known)
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
            return _with_function(of, name, lambda one: _method(one, method, []), node.line)
        if function is not None:
            called = function
            return _with_function(of, name, lambda *values: self.call(called, values), node.line)
        if isinstance(of, Function) and name in ("call", "()"):
            return self.call(of, given)
        return _method(of, name, given)

    def _function(self, block: Node | None, scope: Scope) -> Function | None:
        return None if block is None else Function(block.parts[0], block.parts[1], scope)


def _pattern(source: str) -> re.Pattern[str]:
    """Return a regular expression of the script.

    Raises:
        ValueError: it is one that may take long: with repeated groups, or many repetitions.
    """
    bare = re.sub(r"\\.|\[(?:[^\]\\]|\\.)*\]", "x", source)
    many = len(re.findall("[*+{]", bare)) > 2
    if len(source) > 100 or many or re.search(r"\)[*+{?]|\(\?", bare):
        raise ValueError("a regular expression")
    return re.compile(source)


def _is_true(value: Any) -> bool:
    return value is not None and value is not False


def _short(value: Any) -> Any:
    if isinstance(value, str | list) and len(value) > LONGEST:
        raise ValueError("too long")
    if isinstance(value, int | float) and abs(value) > LARGEST:
        raise ValueError("too large")
    return value


def as_text(value: Any) -> str:
    """Return a value as Ruby writes it into a text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(as_text, value))}]"
    raise TypeError(type(value).__name__)


def _formatted(text: str, values: Any) -> str:
    given = values if isinstance(values, list) else [values]
    if re.search(r"%[^%]*(?:\d{3}|\*)", text):
        raise ValueError("a very wide format")
    return str(_short(text % tuple(given)))


def _indexed(of: Any, by: list[Any]) -> Any:  # noqa: C901, PLR0911
    first = by[0]
    if isinstance(of, Frame):
        column = of.column(str(first))
        if column is None:
            raise KeyError(first)
        return column
    if isinstance(of, Mapping):
        return of.get(first)
    if isinstance(of, list | str):
        if len(by) == 2:
            return of[first : first + by[1]]
        if isinstance(first, int):
            return of[first] if -len(of) <= first < len(of) else None
        if isinstance(first, tuple):
            return of[first[0] :]
        if isinstance(first, list) and first:
            end = first[-1] + 1 if first[-1] >= 0 else len(of)
            return of[first[0] : end]
        if isinstance(of, str) and isinstance(first, str):
            return first if first in of else None
    raise TypeError("index")


def _with_function(  # noqa: C901, PLR0911, PLR0912, PLR0915
    of: Any, name: str, function: Callable[..., Any], line: int
) -> Any:
    """Return the value of a method with a block, of a list, a table, a number or a mapping."""
    if isinstance(of, Frame):
        of = [[heading, column] for heading, column in of.columns.items()]
    if isinstance(of, dict):
        if name in ("map", "collect", "each", "flat_map"):
            of = [[key, value] for key, value in of.items()]
        elif name in ("transform_values",):
            return {key: function(value) for key, value in of.items()}
        elif name == "select":
            return {key: value for key, value in of.items() if _is_true(function(key, value))}
    if isinstance(of, int) and name == "times":
        return [function(at) for at in range(min(of, 5000))]
    if isinstance(of, str) and name in ("gsub", "sub"):
        raise NotUnderstoodError(line, f"`{name}` with a block")
    if not isinstance(of, list):
        raise NotUnderstoodError(line, f"`{name}`")
    match name:
        case "map" | "collect" | "map!":
            return [function(one) for one in of]
        case "flat_map":
            return [part for one in of for part in _listed(function(one))]
        case "each":
            for one in of:
                function(one)
            return of
        case "each_with_index" | "each_with_object":
            for at, one in enumerate(of):
                function(one, at)
            return of
        case "each_index":
            for at in range(len(of)):
                function(at)
            return of
        case "map_with_index" | "with_index":
            return [function(one, at) for at, one in enumerate(of)]
        case "select" | "filter":
            return [one for one in of if _is_true(function(one))]
        case "reject":
            return [one for one in of if not _is_true(function(one))]
        case "find" | "detect":
            return next((one for one in of if _is_true(function(one))), None)
        case "each_index_of" | "find_index" | "index":
            return next((at for at, one in enumerate(of) if _is_true(function(one))), None)
        case "sort_by":
            return sorted(of, key=function)
        case "group_by":
            groups: dict[Any, list[Any]] = {}
            for one in of:
                groups.setdefault(function(one), []).append(one)
            return groups
        case "count":
            return sum(_is_true(function(one)) for one in of)
        case "any?":
            return any(_is_true(function(one)) for one in of)
        case "all?":
            return all(_is_true(function(one)) for one in of)
        case "sum":
            return sum(function(one) for one in of)
        case "inject" | "reduce":
            total = of[0] if of else None
            for one in of[1:]:
                total = function(total, one)
            return total
    raise NotUnderstoodError(line, f"`{name}`")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _replaced(text: str, given: Sequence[Any], count: int) -> str:
    old, new = given
    if isinstance(new, Mapping):
        raise TypeError("mapping")
    if isinstance(old, re.Pattern):
        if len(text) > 1000:
            raise ValueError("a long text")
        return str(old.sub(re.sub(r"\\(\d)", r"\\g<\1>", str(new)), text, count=max(count, 0)))
    return text.replace(str(old), str(new), count)


_TEXTS: Mapping[str, Callable[..., Any]] = {
    "upcase": lambda text: text.upper(),
    "downcase": lambda text: text.lower(),
    "capitalize": lambda text: text.capitalize(),
    "strip": lambda text: text.strip(),
    "lstrip": lambda text: text.lstrip(),
    "rstrip": lambda text: text.rstrip(),
    "chomp": lambda text, end="\n": text.removesuffix(end),
    "chars": list,
    "lines": lambda text: text.splitlines(keepends=True),
    "reverse": lambda text: text[::-1],
    "empty?": lambda text: not text,
    "blank?": lambda text: not text.strip(),
    "to_sym": lambda text: Symbol(text),
    "include?": lambda text, part: part in text,
    "start_with?": lambda text, *parts: text.startswith(parts),
    "end_with?": lambda text, *parts: text.endswith(parts),
    "split": lambda text, by=None: (
        re.split(by, text) if isinstance(by, re.Pattern) else text.split(by if by != " " else None)
    ),
    "gsub": lambda text, *given: _replaced(text, given, -1),
    "sub": lambda text, *given: _replaced(text, given, 1),
    "tr": lambda text, old, new: text.translate(str.maketrans(old, new.ljust(len(old), new[-1:]))),
    "delete": lambda text, part: "".join(one for one in text if one not in part),
    "rjust": lambda text, width, fill=" ": text.rjust(min(width, 100), fill),
    "ljust": lambda text, width, fill=" ": text.ljust(min(width, 100), fill),
    "center": lambda text, width, fill=" ": text.center(min(width, 100), fill),
    "to_i": lambda text: int((re.match(r"\s*[+-]?\d{1,15}", text) or ["0"])[0]),
    "to_f": lambda text: float((re.match(r"\s*[+-]?\d{1,15}(\.\d{1,15})?", text) or ["0"])[0]),
    "concat": lambda text, other: text + other,
}

_LISTS: Mapping[str, Callable[..., Any]] = {
    "first": lambda one, number=None: (one[0] if one else None) if number is None else one[:number],
    "last": lambda one, number=None: (
        (one[-1] if one else None) if number is None else one[len(one) - number :]
    ),
    "join": lambda one, by="": by.join(map(as_text, one)),
    "reverse": lambda one: one[::-1],
    "uniq": lambda one: list(dict.fromkeys(one)),
    "compact": lambda one: [item for item in one if item is not None],
    "flatten": lambda one, _=None: [part for item in one for part in _listed(item)],
    "sort": sorted,
    "max": max,
    "min": min,
    "sum": sum,
    "empty?": lambda one: not one,
    "any?": bool,
    "include?": lambda one, item: item in one,
    "index": lambda one, item: one.index(item) if item in one else None,
    "zip": lambda one, *others: [list(pair) for pair in zip(one, *others, strict=False)],
    "transpose": lambda one: [list(row) for row in zip(*one, strict=True)],
    "push": lambda one, *items: one.extend(items) or one,
    "append": lambda one, *items: one.extend(items) or one,
    "concat": lambda one, *others: one.extend(item for other in others for item in other) or one,
    "take": lambda one, number: one[:number],
    "drop": lambda one, number: one[number:],
    "each_slice": lambda one, number: [one[at : at + number] for at in range(0, len(one), number)],
    "each_with_index": lambda one: [[item, at] for at, item in enumerate(one)],
    "map": lambda one: one,
    "each": lambda one: one,
    "to_a": lambda one: one,
    "values_at": lambda one, *places: [one[at] for at in places],
    "count": lambda one, *item: one.count(item[0]) if item else len(one),
    "product": lambda one, other: [[a, b] for a in one[:300] for b in other[:300]],
    "cycle": None,  # type: ignore[dict-item]  # endless
}

_NUMBERS: Mapping[str, Callable[..., Any]] = {
    "to_i": int,
    "to_f": float,
    "round": lambda number, digits=0: round(number, digits) if digits else round(number),
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "zero?": lambda number: number == 0,
    "even?": lambda number: number % 2 == 0,
    "odd?": lambda number: number % 2 == 1,
    "positive?": lambda number: number > 0,
    "succ": lambda number: number + 1,
}

_MAPPINGS: Mapping[str, Callable[..., Any]] = {
    "keys": list,
    "values": lambda one: list(one.values()),
    "fetch": lambda one, key, *other: one[key] if key in one else other[0],
    "key?": lambda one, key: key in one,
    "has_key?": lambda one, key: key in one,
    "include?": lambda one, key: key in one,
    "merge": lambda one, other: {**one, **other},
    "dig": lambda one, *keys: one.get(keys[0]) if len(keys) == 1 else None,
    "empty?": lambda one: not one,
    "to_a": lambda one: [[key, value] for key, value in one.items()],
}


def _method(of: Any, name: str, given: list[Any]) -> Any:  # noqa: C901, PLR0911, PLR0912
    """Return the value of a method without a block.

    Raises:
        LookupError, TypeError, ValueError: there is no such method here.
    """
    if name in ("to_s", "inspect"):
        return as_text(of)
    if name == "nil?":
        return of is None
    if name in ("dup", "clone", "freeze", "itself", "lazy", "to_h") and not given:
        return dict(of) if isinstance(of, dict) else list(of) if isinstance(of, list) else of
    if name in ("size", "length") and isinstance(of, list | str | dict):
        return len(of)
    if isinstance(of, Frame):
        if name in ("nrows", "size", "length"):
            return of.rows
        if name == "ncolumns":
            return len(of.columns)
        if name in ("columns", "keys"):
            return list(of.columns)
        if name in ("col?", "key?", "has_key?"):
            return of.column(str(given[0])) is not None
        if name == "row":
            return {
                heading: column[given[0]] if given[0] < len(column) else None
                for heading, column in of.columns.items()
            }
        column = of.column(name)
        if column is None:
            raise KeyError(name)
        return column
    if of is None:
        nothing = {"to_i": 0, "to_f": 0.0, "to_a": [], "empty?": True}
        return nothing[name]
    for kind, methods in (
        (str, _TEXTS),
        (list, _LISTS),
        (bool, {}),
        (int | float, _NUMBERS),
        (dict, _MAPPINGS),
    ):
        if isinstance(of, kind):
            method = methods.get(name.removesuffix("!"))
            if method is None:
                raise KeyError(name)
            return _short(method(of, *given))
    raise KeyError(name)
