"""Forms: validation and parsing of the values in YAML files, each declared once.

A form reads a node, reports its faults and returns its value; the JSON Schemas and the reference
are generated from the same forms. After a fault a form returns a fallback value (an empty text, the
lowest number), so that reading goes on and all faults of a file are reported at once; callers
discard the result if faults were added.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.yaml_tree import (
    BrokenNode,
    Entry,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    compose,
    kind_of,
    plain,
)
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span
from printnplay.kernel.geometry import UNITS, Um, parse_length
from printnplay.kernel.strings import plain_name
from printnplay.kernel.suggestions import did_you_mean, listed, nearest, suggestion
from printnplay.kernel.values import Plain

T = TypeVar("T")
U = TypeVar("U")
Value = TypeVar("Value", covariant=True)
Schema = Mapping[str, Any]

METRE: Um = 1_000_000
"""The greatest length of anything on paper, in micrometres: a metre, beyond A1. A guess."""


class Form(Struct, Generic[Value], frozen=True):
    """The type of a value.

    `read` returns the value of a node and adds its faults to the problems; `what` names the form in
    the reference; `schema` is its JSON Schema (draft 2020-12) for YAML as an editor parses it,
    where `6` is a number; `records` are the mappings with declared keys within it.
    """

    read: Callable[[Node, Problems], Value]
    what: str
    schema: Schema
    records: tuple["type[Record]", ...] = ()


# Nodes of one kind


def wrong_kind(node: Node, expected: str, problems: Problems) -> None:
    """Report a node of another kind than expected; a broken node was already reported."""
    if not isinstance(node, BrokenNode):
        code = codes.EMPTY_VALUE if kind_of(node) == "nothing" else codes.WRONG_KIND
        text = f"found {kind_of(node)}, expected {expected}"
        cure = ""
        if isinstance(node, TextNode) and node.value and expected == "a list":
            cure = f"write it in brackets: `[{node.value}]`"
        problems.error(code, text, node.span, f"expected {expected}", cure)


def read_entries(node: Node, problems: Problems) -> Mapping[str, Entry]:
    """Read the entries of a mapping with keys of the user's choice."""
    if isinstance(node, MappingNode):
        return node.entries
    wrong_kind(node, "a mapping of keys to values", problems)
    return {}


def read_items(node: Node, problems: Problems, *, empty: bool = False) -> list[Node]:
    """Read the values of a list; only with `empty` may it be empty."""
    if isinstance(node, ListNode):
        if not node.items and not empty:
            label = "expected a list with at least one value"
            problems.error(codes.EMPTY_VALUE, "the value is empty", node.span, label)
        return node.items
    wrong_kind(node, "a list", problems)
    return []


def read_text(node: Node, problems: Problems) -> str:
    """Read a text that is not empty."""
    if isinstance(node, TextNode):
        if not node.value.strip():
            problems.error(codes.EMPTY_VALUE, "the value is empty", node.span, "expected a text")
        return node.value
    wrong_kind(node, "a text", problems)
    return ""


# Texts with a pattern

SCALAR: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
TEXT = Form(read_text, "a text", SCALAR)


def _read_field(node: Node, problems: Problems) -> str:
    """Read a text that may be empty if it is quoted: an empty unquoted one was forgotten."""
    if isinstance(node, TextNode) and node.style in ("'", '"') and not node.value:
        return ""
    return read_text(node, problems)


FIELD_TEXT = Form(_read_field, "a text", {"type": ["string", "number", "boolean"]})
"""The value of a field: `""` means that it has none."""


_CONVERTED = "<name>"
"""What stands in a help for the name that the text would be."""


class Fault(Struct, frozen=True):
    """The diagnostic of a text that does not match; `{}` in the message is replaced by the text."""

    code: Code
    message: str
    label: str
    help: str = ""

    def report(self, text: str, span: Span, problems: Problems) -> None:
        """Report a text at a place."""
        help_ = self.help.replace(_CONVERTED, plain_name(text, "-") or "name-1")
        problems.error(self.code, self.message.format(text), span, self.label, help_)


def matching(
    pattern: str, what: str, fault: Fault, value: Callable[[str], T], schema: Schema | None = None
) -> Form[T]:
    """Return the form of a text that matches a pattern.

    `value` converts the text to its value, or refuses it by ValueError. The fallback value is that
    of an empty text.
    """
    whole = re.compile(pattern)

    def read(node: Node, problems: Problems) -> T:
        text = read_text(node, problems)
        try:
            if whole.fullmatch(text):
                return value(text)
        except ValueError:
            pass
        if text:
            fault.report(text, node.span, problems)
        return value("")

    return Form(read, what, schema or {**SCALAR, "pattern": f"^(?:{pattern})$"})


NAME_PATTERN = "[a-z0-9]+(?:[-_][a-z0-9]+)*"
_NOT_PLAIN = Fault(
    codes.NAME_NOT_PLAIN,
    "`{}` is not a plain name",
    "expected lowercase letters and digits, joined by hyphens",
    "write `<name>`",
)

LONGEST_NAME = 100
"""The most characters of a name: systems allow file names of 255 bytes, and ours consist of several
names."""


def _short_name(text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise ValueError(text)
    return text


NAME = matching(
    NAME_PATTERN, "a name of lowercase letters, digits and hyphens", _NOT_PLAIN, _short_name
)
"""A name that can be a file name and part of a key anywhere."""

COLOUR = matching(
    "#[0-9a-fA-F]{6}",
    'a colour in quotes, `"#rrggbb"`',
    Fault(
        codes.NOT_A_COLOUR,
        "`{}` is not a colour",
        "expected `#` and six hexadecimal digits",
        'write it in quotes, like "#e4412f"',
    ),
    str.lower,
)

FLAG = matching(
    "yes|no",
    "`yes` or `no`",
    Fault(codes.NOT_YES_OR_NO, "`{}` is neither `yes` nor `no`", "expected `yes` or `no`"),
    lambda text: text == "yes",
    {"enum": ["yes", "no"]},
)

MODULE = matching(
    r"[a-z][a-z0-9_]*(?:\.py)?",
    "the name of a file or folder, or `none`",
    Fault(
        codes.NAME_NOT_PLAIN,
        "`{}` is not the name of a rules file or folder",
        "expected lowercase letters, digits and underscores",
        "write `rules.py` for a file in the game's folder, `rules` for a folder, or `none`",
    ),
    str,
)


def _range(text: str) -> tuple[int, int]:
    first, _, last = (text or "1").partition("-")
    lowest, highest = int(first), int(last or first)
    if lowest > highest:
        raise ValueError(text)
    return lowest, highest


RANGE = matching(
    "[1-9][0-9]{0,2}(?:-[1-9][0-9]{0,2})?",
    "a whole number, or two with a hyphen between them",
    Fault(
        codes.NOT_A_WHOLE_NUMBER,
        "`{}` is neither a whole number nor a range of two",
        "expected a number from 1 to 999, or two with the lower one first",
        "write it like `20` or `15-30`",
    ),
    _range,
    {"type": ["integer", "string"], "pattern": "^[1-9][0-9]{0,2}(?:-[1-9][0-9]{0,2})?$"},
)


def _date(text: str) -> date:
    return date.fromisoformat(text) if text else date.min


DATE = matching(
    "[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "a date, as year, month and day",
    Fault(
        codes.NOT_A_DATE,
        "`{}` is not a date",
        "expected year, month and day",
        "write it like `2026-03-31`",
    ),
    _date,
    {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
)

ADDRESS = matching(
    r"[Hh][Tt][Tt][Pp][Ss]://[^\s/?#@\\:]+(?::[0-9]{1,5})?(?:[/?#]\S*)?",
    "an address that begins with `https://`",
    Fault(
        codes.NAME_NOT_PLAIN,
        "`{}` is not an address that can be fetched",
        "expected `https://`, a host and a path, without user name or password",
        "write the address of the published table, such as `https://example.com/cards.csv`",
    ),
    str,
)

SITE = matching(
    r"[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@\\:]+(?::[0-9]{1,5})?(?:/[^\s?#]*)?",
    "an address that begins with `https://` or `http://`",
    Fault(
        codes.NAME_NOT_PLAIN,
        "`{}` is not the address of a site",
        "expected `https://`, a host and perhaps a path",
        "write the address of the folder with the pages, such as `https://example.org/lost-city`",
    ),
    lambda text: text.rstrip("/"),
)


WEB_ADDRESS = matching(
    r"[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@\\:]+(?::[0-9]{1,5})?(?:[/?#]\S*)?",
    "a web address, such as `https://example.com/rules`",
    Fault(
        codes.NAME_NOT_PLAIN,
        "`{}` is not a web address",
        "expected `https://`, a host and a path",
        "write the whole address, such as `https://example.com/rules`",
    ),
    str,
)


def _ean(text: str) -> str:
    """Return an EAN-13 with its check digit.

    Raises:
        ValueError: the check digit is wrong.
    """
    digits = re.sub(r"[\s-]", "", text)
    total = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(digits[:12]))
    whole = f"{digits[:12]}{-total % 10}" if digits else ""
    if len(digits) == 13 and digits != whole:
        raise ValueError(text)
    return whole


EAN = matching(
    r"(?:[0-9][\s-]*){12}(?:[0-9][\s-]*)?",
    "an EAN-13: 12 digits, or 13 with the check digit",
    Fault(
        codes.WRONG_KIND,
        "`{}` is not an EAN-13",
        "expected 12 digits, or 13 of which the last is the check digit",
        "write it in quotes with the digits that you were given; put a 0 before a UPC-A",
    ),
    _ean,
)


def check_name(name: str, span: Span, problems: Problems) -> bool:
    """Return whether a name is plain; if not, report it."""
    is_plain = len(name) <= LONGEST_NAME and re.fullmatch(NAME_PATTERN, name) is not None
    if not is_plain:
        _NOT_PLAIN.report(name, span, problems)
    return is_plain


def whole(lowest: int, highest: int, unit: str = "") -> Form[int]:
    """Return the form of a whole number within the bounds, both included, with or without unit."""
    what = f"a whole number from {lowest} to {highest}{unit}"
    pattern = "[0-9]{1,9}" + (f"{unit}?" if unit else "")
    schema = {"type": ["integer", "string"], "minimum": lowest, "maximum": highest}

    def value(text: str) -> int:
        number = int(text.removesuffix(unit) or lowest)
        if not lowest <= number <= highest:
            raise ValueError(text)
        return number

    fault = Fault(codes.NOT_A_WHOLE_NUMBER, f"`{{}}` is not {what}", f"expected {what}")
    return matching(pattern, what, fault, value, {**schema, "pattern": f"^{pattern}$"})


def _length(*, zero: bool, signed: bool = False) -> Form[Um]:
    least = -METRE if signed else 0 if zero else 1

    def value(text: str) -> Um:
        length = parse_length(text or "0mm")
        if text and not least <= length <= METRE:
            raise ValueError(text)
        return length

    units = listed(UNITS).replace("`", "")
    units = " or ".join(units.rsplit(", ", 1))
    fault = Fault(
        codes.NOT_A_LENGTH,
        "`{}` is not a length on paper",
        f"expected a number and its unit ({units}), at most 1 m",
        "write it with a point, like `63.5mm` or `2.5in`",
    )
    number = r"[0-9]+(?:\.[0-9]+)?" if zero else r"(?=.*[1-9])[0-9]+(?:\.[0-9]+)?"
    sign = "-?" if signed else ""
    schema = {"type": "string", "pattern": rf"^\s*{sign}{number}\s*(?:{'|'.join(UNITS)})\s*$"}
    more = " (`0mm` is allowed)" if zero else ""
    what = "a length, with its unit" + (" (it may be negative)" if signed else more)
    return matching(".*", what, fault, value, schema)


def measure(lowest: float, highest: float, unit: str, what: str, code: Code) -> Form[float]:
    """Return the form of a number with a fixed unit within the bounds, both included: `99.8%`."""
    whole = f"{what} from {lowest:g}{unit} to {highest:g}{unit}"

    def value(text: str) -> float:
        number = float(text.removesuffix(unit) or 0)
        if text and not lowest <= number <= highest:
            raise ValueError(text)
        return number

    pattern = rf"-?[0-9]{{1,3}}(?:\.[0-9]{{1,6}})?{unit}"
    fault = Fault(code, f"`{{}}` is not {whole}", f"expected {whole}")
    return matching(pattern, whole, fault, value)


LENGTH = _length(zero=False)
LENGTH_OR_ZERO = _length(zero=True)
OFFSET = _length(zero=True, signed=True)


def check_choice(text: str, choices: Collection[str], span: Span, problems: Problems) -> None:
    """Report a text that is not one of a few words."""
    if text and text not in choices:
        problems.error(
            codes.NOT_A_CHOICE,
            f"`{text}` is not one of the choices",
            span,
            f"expected one of {listed(choices)}",
            suggestion(text, choices),
        )


def choice(*words: str) -> Form[str]:
    """Return the form of one of a few words; the first is the fallback value."""

    def read(node: Node, problems: Problems) -> str:
        text = read_text(node, problems)
        check_choice(text, words, node.span, problems)
        return text if text in words else words[0]

    numbers = [int(word) for word in words if word.isdigit()]
    return Form(read, f"one of {listed(words)}", {"enum": [*words, *numbers]})


# Lists and mappings

ANYTHING: Form[Plain] = Form(lambda node, _problems: plain(node), "any value", {})


def list_of(form: Form[T], *, empty: bool = False) -> Form[tuple[T, ...]]:
    """Return the form of a list of values of one form; only with `empty` may it be empty."""

    def read(node: Node, problems: Problems) -> tuple[T, ...]:
        return tuple(form.read(item, problems) for item in read_items(node, problems, empty=empty))

    schema = {"type": "array", "items": form.schema, "minItems": 0 if empty else 1}
    what = f"a list, each item {form.what}" + (" (it may be empty)" if empty else "")
    return Form(read, what, schema, form.records)


def map_of(form: Form[T], *, names: bool = True, keys: str = "name") -> Form[dict[str, T]]:
    """Return the form of a mapping with the user's keys, plain names unless `names` is off.

    `keys` names the keys in the reference.
    """

    def read(node: Node, problems: Problems) -> dict[str, T]:
        values = {}
        for entry in read_entries(node, problems).values():
            if names:
                check_name(entry.key, entry.span, problems)
            values[entry.key] = form.read(entry.value, problems)
        return values

    schema: dict[str, Any] = {"type": "object", "additionalProperties": form.schema}
    if names:
        schema["propertyNames"] = {"pattern": f"^{NAME_PATTERN}$"}
    return Form(read, f"a mapping, for each {keys} {form.what}", schema, form.records)


def either(kind: type[Node], form: Form[T], otherwise: Form[U]) -> Form[T | U]:
    """Return a form that reads nodes of one kind by one form, and all others by another."""

    def read(node: Node, problems: Problems) -> T | U:
        return (form if isinstance(node, kind) else otherwise).read(node, problems)

    return Form(
        read,
        f"{otherwise.what}, or {form.what}",
        {"anyOf": [otherwise.schema, form.schema]},
        (*otherwise.records, *form.records),
    )


NAMES_TO_TEXTS = map_of(TEXT)


def check_unique_ids(what: str, ids: Iterable[tuple[str, Span]], problems: Problems) -> None:
    """Report each duplicate id; `what` names the things in the plural."""
    first: dict[str, Span] = {}
    for name, span in ids:
        if name and name in first:
            problems.add(
                Diagnostic(
                    codes.SAME_ID,
                    f"two {what} have the id `{name}`",
                    span,
                    "expected a unique id",
                    "rename one of the two",
                    (("the other one is here", first[name]),),
                )
            )
        first.setdefault(name, span)


# Mappings with declared keys


class Key(Generic[T]):
    """A key of a `Record`: its form, a sentence on its meaning, and an example of its value.

    A missing key that is not required has the value of `default`, written as in YAML; without a
    default, None. `was` is its name in earlier versions, which is still read, with a warning
    (CONTRIBUTING.md, Deprecations).
    """

    name = was = ""

    def __init__(
        self,
        form: Form[Any],
        says: str,
        example: str,
        *,
        required: bool = True,
        default: str | None = None,
    ) -> None:
        """Declare a key; the class attribute gives its name."""
        self.form, self.says, self.example = form, says, example
        self.required, self.default = required, default

    def __set_name__(self, owner: "type[Record]", name: str) -> None:
        """Take the name of the attribute."""
        self.name = name

    @overload
    def __get__(self, record: None, owner: object) -> Self: ...

    @overload
    def __get__(self, record: "Record", owner: object) -> T: ...

    def __get__(self, record: "Record | None", owner: object) -> "Self | T":
        """Return the key itself from the class, or its value from a record."""
        return self if record is None else record.values[self.name]

    @property
    def schema(self) -> Schema:
        """The schema of the value, with a description, an example and the default as YAML."""
        default = {} if self.default is None else {"default": self.default}
        return {
            **self.form.schema,
            "description": self.says,
            "examples": [self.example],
            **default,
        }

    def inherited(self) -> "Key[T]":
        """The key in a mapping where a missing value is taken from another mapping."""
        key: Key[T] = Key(self.form, self.says, self.example, required=False)
        key.name = self.name
        return key

    @cached_property
    def absent(self) -> T | None:
        """The value if the key is not written."""
        node = None if self.default is None else compose(self.default, "", Problems())
        return self.form.read(node, Problems()) if node else None


def required(form: Form[T], says: str, example: str) -> Key[T]:
    """Declare a required key."""
    return Key(form, says, example)


@overload
def optional(form: Form[T], says: str, example: str, *, was: str = "") -> Key[T | None]: ...


@overload
def optional(form: Form[T], says: str, example: str, default: str, *, was: str = "") -> Key[T]: ...


def optional(
    form: Form[Any], says: str, example: str, default: str | None = None, *, was: str = ""
) -> Key[Any]:
    """Declare an optional key."""
    key: Key[Any] = Key(form, says, example, required=False, default=default)
    key.was = was
    return key


class Record:
    """A parsed mapping with declared keys: `card.width` is the validated value of `width`.

    Subclasses declare their keys as class attributes. `span` is the mapping's place, `nodes` has
    the node of each written key. If `others` is declared, any plain name may be a key, and `rest`
    has the values of those that are not declared.
    """

    keys: ClassVar[Mapping[str, Key[Any]]] = {}
    others: ClassVar[Key[Any] | None] = None

    def __init_subclass__(cls) -> None:
        """Collect the keys, the required ones first."""
        own = {name: key for name, key in vars(cls).items() if isinstance(key, Key)}
        own.pop("others", None)
        known = {**cls.keys, **own}
        cls.keys = dict(sorted(known.items(), key=lambda item: not item[1].required))

    def __init__(self, node: Node, problems: Problems) -> None:
        """Read a node; add its faults to the problems."""
        self.span = node.span
        others = type(self).others
        self.nodes = read_fields(node, self.keys, problems, others)
        self.values: dict[str, Any] = {
            name: key.form.read(self.nodes[name], problems) if name in self.nodes else key.absent
            for name, key in self.keys.items()
        }
        self.rest: dict[str, Any] = {
            name: others.form.read(value, problems)
            for name, value in self.nodes.items()
            if others and name not in self.keys
        }

    def at(self, name: str) -> Span:
        """Return the place of a key's value, or that of the record if the key is not written."""
        return self.nodes[name].span if name in self.nodes else self.span

    @classmethod
    def form(cls) -> Form[Self]:
        """Return the form of a value that is such a record."""
        properties = {name: key.schema for name, key in cls.keys.items()}
        schema = {
            "type": "object",
            "description": summary(cls),
            "properties": properties,
            "required": [name for name, key in cls.keys.items() if key.required],
            "additionalProperties": cls.others.form.schema if cls.others else False,
        }
        return Form(cls, summary(cls)[:1].lower() + summary(cls)[1:-1], schema, (cls,))


def summary(record: type[Record]) -> str:
    """Return the summary of a record: the first line of its docstring."""
    return (record.__doc__ or "").partition("\n")[0]


def read_fields(
    node: Node, keys: Mapping[str, Key[Any]], problems: Problems, others: Key[Any] | None = None
) -> dict[str, Node]:
    """Read the nodes of a mapping by key; a missing required key becomes a broken node."""
    entries = _with_new_names(read_entries(node, problems), keys, problems)
    absent = [name for name in keys if name not in entries]
    further = [entry for entry in entries.values() if entry.key not in keys]
    meant: set[str] = set()
    for number, entry in enumerate(further):
        if others:
            check_name(entry.key, entry.span, problems)
            continue
        if problems.are_many(codes.UNKNOWN_KEY):
            problems.count(codes.UNKNOWN_KEY, len(further) - number)
            break
        problems.error(
            codes.UNKNOWN_KEY,
            f"`{entry.key}` is not a key here",
            entry.span,
            f"expected {'one of ' if len(keys) > 1 else ''}{listed(keys)}",
            _key_meant(entry.key, absent, keys),
        )
        meant.add(nearest(entry.key, absent))
    nodes: dict[str, Node] = {
        name: entry.value for name, entry in entries.items() if others or name in keys
    }
    for name in absent:
        if not keys[name].required:
            continue
        if isinstance(node, MappingNode) and name not in meant:
            text = f"the key `{name}` is missing"
            label, cure = f"expected `{name}`", f"add `{name}: ...`"
            problems.error(codes.MISSING_KEY, text, node.span, label, cure)
        nodes[name] = BrokenNode(node.span)
    return nodes


def _with_new_names(
    entries: Mapping[str, Entry], keys: Mapping[str, Key[Any]], problems: Problems
) -> Mapping[str, Entry]:
    """Return the entries of a mapping; those with an earlier name of a key get its present one."""
    earlier = {key.was: name for name, key in keys.items() if key.was and name not in entries}
    if earlier.keys().isdisjoint(entries):
        return entries
    for was in earlier.keys() & entries.keys():
        problems.add(
            Diagnostic(
                codes.EARLIER_KEY,
                f"`{was}` is an earlier name of the key `{earlier[was]}`",
                entries[was].span,
                "a later version will not read it any more",
                f"write `{earlier[was]}`, or run `printnplay migrate`",
                severity=Severity.WARNING,
                detail=f"{was} {earlier[was]}",
            )
        )
    return {
        earlier.get(name, name): replace(entry, key=earlier.get(name, name))
        for name, entry in entries.items()
    }


def _key_meant(written: str, absent: Iterable[str], keys: Iterable[str]) -> str:
    """Suggest the key that may be meant: a missing one if possible, else one that is present."""
    near = did_you_mean(written, absent) or did_you_mean(written, keys)
    return near or suggestion(written, absent)
