"""The sandbox of templates: no access to files, no changes to values, bounded time and memory.

Jinja's own sandbox keeps a template from Python's insides but lets it fill the memory or loop for
hours: `{{ "a" * 10 ** 8 }}` would. This one limits whatever can grow, counts every iteration of a
loop and every call, and charges filters, operators and comparisons by the size of their inputs and
outputs.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import wraps
from types import MappingProxyType, NoneType
from typing import Any

from jinja2 import (
    BaseLoader,
    StrictUndefined,
    Template,
    Undefined,
    nodes,
    pass_environment,
    pass_eval_context,
)
from jinja2.exceptions import TemplateRuntimeError
from jinja2.filters import FILTERS, do_join, do_replace
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from printnplay.faces.filled import EDGES, MEASURES, Cells, Filled, Opaque
from printnplay.kernel import codes
from printnplay.kernel.codes import Code

OUTPUT = 2_000_000
"""The largest number of characters of a drawing, and of a text within a template: a tenth of a
drawing's own limit (`BYTES` in `svg/limits.py`), since each card has one. A guess."""
ITEMS = 10_000
"""The largest number of items of a range, and of a text or list that `*` makes: half as many as a
game may have cards. A guess."""
LARGEST = 10**15
"""The largest number in a template: 10^15 is exact as a float (up to 2^53), and far beyond any
length."""


class MistakeError(TemplateRuntimeError):
    """A mistake of the template's author, raised by a function that the template calls."""

    def __init__(self, message: str, help: str = "", code: Code = codes.TEMPLATE_FAILS) -> None:
        """Keep the message, the help, and the code under which it is reported."""
        super().__init__(message.encode(errors="backslashreplace").decode())
        self.help = help
        self.code = code


def concat(parts: Iterable[str]) -> str:
    """Return the output of a macro or a block as one text.

    Raises:
        MistakeError: the text is too long.
    """
    kept = list(parts)
    _keep_short(sum(map(len, kept)))
    return "".join(kept)


def _keep_short(length: int) -> None:
    if length > OUTPUT:
        raise MistakeError(f"a text of {length:,} characters; the limit is {OUTPUT:,}")


def short_range(*bounds: int) -> range:
    """Return Python's range, limited to a length that a drawing may need.

    Raises:
        MistakeError: it is longer.
    """
    made = range(*bounds)
    # len() itself fails beyond the machine's word size.
    if made[ITEMS:]:
        raise MistakeError(f"the range is longer than {ITEMS:,}")
    return made


def rounded(value: float, precision: int = 0) -> float:
    """Return a number rounded to this many decimals.

    Raises:
        MistakeError: the precision is beyond that of a number.
    """
    if abs(precision) > 12:
        raise MistakeError("a number has at most 12 decimals here")
    return round(value, precision)


@pass_environment
def total(environment: "Sandbox", items: Iterable[object], attribute: str | None = None) -> float:
    """Return the sum of numbers, or of an attribute of some values.

    Raises:
        MistakeError: they are not numbers; lists would grow with every addition.
    """
    found: float = 0
    for item in items:
        value = item if attribute is None else environment.getitem(item, attribute)
        if not isinstance(value, int | float):
            raise MistakeError("`sum` adds numbers only")
        found += value
    return found


def plain(value: object) -> object:
    """Return the value, if it may be part of a text: a text, a number, or what marks itself up.

    Raises:
        MistakeError: it is a list, whose text may be far longer than itself, a function, or another
            object, whose text may hold paths of this computer.
    """
    if type(value) in _PRINTED:
        return value
    if isinstance(value, str | int | float | Undefined) or hasattr(type(value), "__html__"):
        return value
    if callable(value):
        raise MistakeError("a function is not a text", "call it: `name(...)`")
    if isinstance(value, Iterable):
        raise MistakeError("a list is not a text", "join its items: `items|join(', ')`")
    raise MistakeError("this value is not a text", "print one of its parts, such as `size.width`")


@pass_eval_context
def printed(context: EvalContext, value: object) -> object:
    """Return a value to print; the context keeps Jinja from printing constants without asking."""
    del context
    return plain(value)


_OWN = f"{__name__.rpartition('.')[0]}."
"""The start of the modules of our own functions, which take texts, numbers, lists of these, and
lists of shapes."""


_OF_JINJA = ("_loop_vars", "_block_vars")
"""Arguments that Jinja adds to each call in a loop or a block."""


def _refuse_functions(values: Iterable[object]) -> None:
    """Check that none of some arguments is a function.

    Raises:
        MistakeError: one is, perhaps as its call was forgotten.
    """
    for value in values:
        if type(value) not in _PRINTED and callable(value) and not isinstance(value, Undefined):
            raise MistakeError("a function is not a value", "call it: `name(...)`")


@pass_eval_context
def replace(context: EvalContext, text: str, old: str, new: str) -> str:
    """Return the text with every `old` replaced by `new`.

    Raises:
        MistakeError: the result would be too long.
    """
    text = str(text)
    _keep_short(len(text) + (text.count(old) if old else len(text) + 1) * len(new))
    return do_replace(context, text, old, new)


@pass_eval_context
def join(context: EvalContext, items: Iterable[object], between: str = "") -> str:
    """Return the items as one text.

    Raises:
        MistakeError: the result would be too long.
    """
    parts = [plain(part) for part in items]
    plain(between)
    _keep_short(sum(len(str(part)) + len(between) for part in parts))
    return str(do_join(context, parts, between))


def _sequence_length(value: object) -> int:
    return len(value) if isinstance(value, str | bytes | list | tuple) else 0


def _laid_out(value: object) -> int:
    """Return the number of letters or pieces of an argument of our functions."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list | tuple):
        return sum([item.weight for item in value if isinstance(item, Opaque)])
    return value.weight if isinstance(value, Opaque) else 0


def _parts(given: Iterable[object], levels: int) -> Iterator[object]:
    """Yield some values, with the items of lists, and of lists in these, in their place."""
    for value in given:
        if levels and isinstance(value, list | tuple):
            yield from _parts(value, levels - 1)
        else:
            yield value


_CONTAINERS = (list, tuple, set, frozenset, dict, MappingProxyType)
"""The types of collections in a template; not `Mapping`, whose isinstance check is slow."""


_SIZED = (str, bytes, *_CONTAINERS)
_WEIGHED = (str, *_CONTAINERS)

_NUMBERS = frozenset({int, float})
_PRINTED = frozenset({str, Markup, int, float, bool, NoneType})
"""The types of most values that templates print."""
_WEIGHTLESS = _NUMBERS | {bool, NoneType}
"""The types of most values in a template; values of these types are never long."""


def _length(value: object) -> int:
    """Return the number of characters or items of a value, without those of nested values."""
    return len(value) if isinstance(value, _SIZED) else 0


def _product(left: float, right: float) -> float:
    if abs(left) > LARGEST or abs(right) > LARGEST:
        _bound_numbers(left, right)
    return left * right


_OF_NUMBERS: Mapping[str, Callable[[float, float], float]] = {
    "*": _product,
    "+": operator.add,
    "%": operator.mod,
}
"""The operators that are computed directly if both operands are numbers, the most common case."""


def _bound_product(left: Any, right: Any) -> None:
    for sequence, factor in ((left, right), (right, left)):
        length = _sequence_length(sequence)
        if length and isinstance(factor, int) and length * factor > ITEMS:
            raise MistakeError(f"`*` would make {length * factor:,} items; the limit is {ITEMS:,}")
    _bound_numbers(left, right)


def _bound_power(left: Any, right: Any) -> None:
    _bound_numbers(left, right)
    if isinstance(right, int | float) and abs(right) > 64:
        raise MistakeError("`**` takes an exponent of at most 64")


def _bound_sum(left: Any, right: Any) -> None:
    _keep_short(_sequence_length(left) + _sequence_length(right))


def _bound_remainder(left: Any, right: Any) -> None:
    del right
    if isinstance(left, str):
        raise MistakeError("`%` on a text is not available; use `~` to join texts")


def _bound_numbers(*values: object) -> None:
    for value in values:
        if isinstance(value, int | float) and abs(value) > LARGEST:
            raise MistakeError(f"the largest number here is {LARGEST:.0e}")


BOUNDS: Mapping[str, Callable[[Any, Any], None]] = {
    "*": _bound_product,
    "**": _bound_power,
    "+": _bound_sum,
    "%": _bound_remainder,
}


INCLUDED = 20_000
"""The cost of including a template, in units of `WORK`: allows 150 in one rendering. A guess."""

STEPS = 50_000
"""The largest number of loop iterations and calls in one rendering: a card of 3 kB takes about
fifty, so a thousand times as many are a mistake."""

WORK = 3_000_000
"""The largest number of characters and items that filters, operators and comparisons take and
return in one rendering: one and a half times `OUTPUT`. A guess."""
LAID_OUT = 100
"""The cost of each letter of a text, or piece of a flow, that is passed to one of our functions, as
most of them lay it out: allows 30,000 letters in one rendering, three times the longest text
(`LETTERS` in `loading/game.py`)."""

_OF_TEXTS = "capitalize e escape float forceescape int lower string title trim upper"
"""Filters that convert their value to a text first."""

_OF_PLAIN = frozenset(f"{_OF_TEXTS} format ordinal plural replace roman split".split())
"""Filters of texts and numbers alone, whatever their arguments."""

_COMPARING = "dictsort groupby max min sort unique"
"""Filters that compare items, including all nested values."""

_FILTER_NAMES = (
    f"{_OF_TEXTS} {_COMPARING} abs attr count d default first items last length list map reject "
    "rejectattr reverse select selectattr"
)

_TEXT_METHODS = (
    "capitalize count endswith find index isalpha isdigit isupper islower lower lstrip "
    "removeprefix removesuffix rsplit rstrip split splitlines startswith strip title upper"
)
_METHODS: Mapping[type, frozenset[str]] = {
    Filled: MEASURES.union(_TEXT_METHODS.split()),  # before `str`, which it is as well
    Cells: EDGES,  # before `tuple`
    str: frozenset(_TEXT_METHODS.split()),
    int: frozenset(),
    float: frozenset(),
    bytes: frozenset(),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    dict: frozenset({"get", "items", "keys", "values"}),
    Opaque: frozenset(),
}


class Absence(str):
    """The message of an undefined name; keeps the name and the object it was looked up in."""

    name: str
    owner: object

    __slots__ = ("name", "owner")


class Unknown(StrictUndefined):
    """An undefined name: any use of it is an error."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        message = Absence(super()._undefined_message)
        message.name = str(self._undefined_name)
        message.owner = self._undefined_obj
        return message


class Sandbox(ImmutableSandboxedEnvironment):
    """A Jinja environment for drawings: strict, escaping, bounded; for one rendering at a time."""

    concat = staticmethod(concat)
    intercepted_binops = frozenset({"*", "**", "+", "%"})

    def __init__(self, loader: BaseLoader) -> None:
        """Allow what a drawing needs and nothing else."""
        super().__init__(
            loader=loader,
            undefined=Unknown,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=printed,
            # Templates have almost no constant expressions, and searching for them is slow.
            optimized=False,
        )
        known = {name: FILTERS[name] for name in _FILTER_NAMES.split()}
        known |= {"round": rounded, "replace": replace, "join": join, "sum": total}
        self.filters = {name: self._charged(name, known[name]) for name in known}
        self.filters |= {"counted": counted, "measured": measured, "plain": plain}
        self.filters["weighed"] = weighed
        self.globals = {"range": short_range, "namespace": Namespace}
        self.begin()

    def add_filters(self, filters: Mapping[str, Callable[..., object]]) -> None:
        """Add filters, charged like those of Jinja."""
        self.filters |= {name: self._charged(name, work) for name, work in filters.items()}

    def begin(self) -> None:
        """Begin a rendering: reset its counters."""
        self.steps = 0
        self.work = 0

    def spend(self) -> None:
        """Count an iteration of a loop or a call.

        Raises:
            MistakeError: the rendering takes too many steps.
        """
        self.steps += 1
        if self.steps > STEPS:
            raise MistakeError(f"the template takes more than {STEPS:,} steps")

    def charge(self, size: int) -> None:
        """Count processed characters and items.

        Raises:
            MistakeError: the rendering processes too many.
        """
        self.work += size
        if self.work > WORK:
            raise MistakeError(
                f"the template works on more than {WORK:,} characters and items",
                "compute long lists and texts once, outside loops",
            )

    def weigh(self, value: object) -> None:
        """Charge for a value and all nested values, as often as they occur in it.

        Raises:
            MistakeError: the rendering processes too much.
        """
        self.charge(_length(value))
        if isinstance(value, str):
            return
        if isinstance(value, dict | MappingProxyType):
            value = [*value, *value.values()]
        if isinstance(value, list | tuple):
            for item in value:
                if isinstance(item, _WEIGHED):
                    self.weigh(item)

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """Return a template by name; charge for it if a `parent` includes it."""
        if parent is not None:
            self.charge(INCLUDED)
        return super().get_template(name, parent, globals)

    def _charged(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return a filter that charges for its inputs and its output."""
        weigh = (
            self.weigh if name in _COMPARING.split() else lambda taken: self.charge(_length(taken))
        )
        is_of_text = name in _OF_PLAIN
        first = 1 if hasattr(work, "jinja_pass_arg") else 0  # Jinja's own comes before the value

        @wraps(work)
        def paid(*values: Any, **named: Any) -> Any:
            taken = values[first:] if first else values
            _refuse_functions((*taken, *named.values()))
            for value in (*taken, *named.values()) if named else taken:
                if type(value) not in _WEIGHTLESS:
                    if is_of_text:
                        plain(value)
                        self.charge(0 if isinstance(value, str) else len(str(value)))
                    weigh(value)
            made = work(*values, **named)
            if type(made) in _WEIGHTLESS:
                return made
            if isinstance(made, Iterator):
                return self._metered(made)
            self.charge(_length(made))
            return made

        return paid

    def _metered(self, items: Iterator[object]) -> Iterator[object]:
        for item in items:
            self.charge(1)
            yield item

    def call_binop(self, context: Context, sign: str, left: Any, right: Any) -> Any:
        """Compute `left sign right`, with a limit where the result may grow."""
        if type(left) in _NUMBERS and type(right) in _NUMBERS and sign in _OF_NUMBERS:
            return _OF_NUMBERS[sign](left, right)
        BOUNDS[sign](left, right)
        made = super().call_binop(context, sign, left, right)
        self.charge(_length(made))
        return made

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute`; a field takes precedence over the methods of dictionaries.

        Otherwise columns such as `keys`, `items` or `copy` could not be read.
        """
        if isinstance(obj, dict | MappingProxyType) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may use this attribute.

        On texts, numbers and lists it may use only methods whose results cannot grow.
        """
        for kind, names in _METHODS.items():
            if isinstance(obj, kind):
                return attr in names
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:
        """Leave `format` to `is_safe_attribute`; Jinja would allow it."""

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function for a template, and count the call."""
        __self.spend()
        # Built-in methods have no module.
        if (getattr(__obj, "__module__", None) or "").startswith(_OWN):
            named = [value for name, value in kwargs.items() if name not in _OF_JINJA]
            for part in _parts((*args, *named), levels=2):
                plain(part)
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, _SIZED):
            __self.charge(len(owner))
        else:
            __self.charge(LAID_OUT * sum(map(_laid_out, (*args, *kwargs.values()))))
        made = super().call(__context, __obj, *args, **kwargs)
        if isinstance(made, _SIZED):
            __self.charge(made.weight if isinstance(made, Cells) else len(made))
        return made

    def _generate(
        self,
        source: nodes.Template,
        name: str | None,
        filename: str | None,
        *args: Any,
        **more: Any,
    ) -> str:
        """Compile, with every loop counted and every concatenation measured."""
        return super()._generate(_Bounded().visit(source), name, filename, *args, **more)


class _Bounded(NodeTransformer):
    """Wraps our counting filters around syntax that Jinja offers no other hook for."""

    def visit_For(self, node: nodes.For) -> nodes.Node:
        node.iter = _filtered(node.iter, "counted")
        return self.generic_visit(node)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        node.nodes = [_paid(part, "plain") for part in node.nodes]
        self.generic_visit(node)
        return _filtered(node, "measured")

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:
        node.expr = _paid(node.expr, "weighed")
        for operand in node.ops:
            operand.expr = _paid(operand.expr, "weighed")
        return self.generic_visit(node)


SHORT = 100
"""The largest number of characters of a text literal that costs nothing: the size limit of
templates already bounds literals."""


def _paid(node: nodes.Expr, name: str) -> nodes.Expr:
    """Wrap a value in one of our filters, unless it is a short literal in the template."""
    is_short = isinstance(node, nodes.Const) and _length(node.value) <= SHORT
    return node if is_short else _filtered(node, name)


def _filtered(node: nodes.Node, name: str) -> nodes.Filter:
    made = nodes.Filter(node, name, [], [], None, None)
    made.set_lineno(node.lineno)
    return made


@pass_environment
def measured(environment: Sandbox, text: str) -> str:
    """Return the text, if it is not too long.

    Raises:
        MistakeError: it is too long.
    """
    _keep_short(len(text))
    environment.charge(len(text))
    return text


@pass_environment
def weighed(environment: Sandbox, value: object) -> object:
    """Return a value to compare after charging for it: lists are compared item by item."""
    if type(value) not in _WEIGHTLESS:
        environment.weigh(value)
    return value


@pass_environment
def counted(environment: Sandbox, items: Iterable[object]) -> Iterator[object]:
    """Yield the items, counting each as a step."""
    for item in items:
        environment.spend()
        yield item
