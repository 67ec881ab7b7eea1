"""What a value may be, and the words of the fault when it is not.

Each function takes a node and gives its value. After a fault it gives a stand-in (an empty text,
the lowest number), so that reading goes on and all faults of a file come at once; whoever reads a
file drops the result when faults were added. A node that is absent (None) gives the stand-in and
is no fault: required keys are `expect_mapping`'s affair.

Ids that must be unique in their list.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from printnplay.files.yaml_tree import BrokenNode, Entry, ListNode, MappingNode, Node, TextNode
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.geometry import Um, parse_length
from printnplay.model.suggestions import listed, nearest, suggestion

_NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WHOLE = re.compile(r"\d{1,9}")

METRE: Um = 1_000_000
"""The greatest length that anything on paper may have."""


def kind_of(node: Node) -> str:
    """What a node is, in words."""
    if isinstance(node, TextNode):
        return "a text" if node.value else "nothing"
    return "a list" if isinstance(node, ListNode) else "a mapping"


def expect_entries(node: Node | None, problems: Problems) -> Mapping[str, Entry]:
    """A mapping with keys of the user's choice."""
    if isinstance(node, MappingNode):
        return node.entries
    _wrong_kind(node, "a mapping of keys to values", problems)
    return {}


def expect_mapping(
    node: Node | None,
    problems: Problems,
    *,
    required: Collection[str] = (),
    optional: Collection[str] = (),
) -> Mapping[str, Node]:
    """A mapping with these keys: every required one is in the result, sound or broken."""
    entries = expect_entries(node, problems)
    span = node.span if node is not None else Span("")
    known = (*required, *optional)
    meant = _refuse_unknown(entries, known, problems)
    fields: dict[str, Node] = {key: entry.value for key, entry in entries.items() if key in known}
    for key in required:
        if key in fields:
            continue
        if isinstance(node, MappingNode) and key not in meant:
            text = f"the key `{key}` is missing"
            problems.error(codes.MISSING_KEY, text, span, f"expected `{key}`", f"add `{key}: ...`")
        fields[key] = BrokenNode(span)
    return fields


def _refuse_unknown(
    entries: Mapping[str, Entry], known: Collection[str], problems: Problems
) -> set[str | None]:
    """Report unknown keys; the known ones that they were meant to be."""
    absent = [key for key in known if key not in entries]
    unknown = [entry for entry in entries.values() if entry.key not in known]
    for entry in unknown:
        problems.error(
            codes.UNKNOWN_KEY,
            f"`{entry.key}` is not a key here",
            entry.span,
            f"expected {'one of ' if len(known) > 1 else ''}{listed(known)}",
            suggestion(entry.key, absent),
        )
    return {nearest(entry.key, absent) for entry in unknown}


def expect_list(node: Node | None, problems: Problems, *, empty: bool = False) -> list[Node]:
    """A list; only with `empty` may it have no values."""
    if isinstance(node, ListNode):
        if not node.items and not empty:
            _empty(node, "a list with at least one value", problems)
        return node.items
    _wrong_kind(node, "a list", problems)
    return []


def expect_text(node: Node | None, problems: Problems) -> str:
    """A text that is not empty."""
    if isinstance(node, TextNode):
        if not node.value.strip():
            _empty(node, "a text", problems)
        return node.value
    _wrong_kind(node, "a text", problems)
    return ""


def expect_texts(node: Node | None, problems: Problems, *, empty: bool = False) -> tuple[str, ...]:
    """A list of texts; only with `empty` may it have none."""
    items = expect_list(node, problems, empty=empty)
    return tuple(expect_text(item, problems) for item in items)


def expect_pairs(node: Node | None, problems: Problems) -> dict[str, str]:
    """A mapping of plain names to texts."""
    pairs = {}
    for entry in expect_entries(node, problems).values() if node is not None else ():
        check_name(entry.key, entry.span, problems)
        pairs[entry.key] = expect_text(entry.value, problems)
    return pairs


def expect_name(node: Node | None, problems: Problems) -> str:
    """A plain name: what can be a file name and part of a key anywhere."""
    name = expect_text(node, problems)
    if name and node is not None:
        check_name(name, node.span, problems)
    return name


def check_name(name: str, span: Span, problems: Problems) -> None:
    """Report a name that is not plain."""
    if not _NAME.fullmatch(name):
        problems.error(
            codes.NAME_NOT_PLAIN,
            f"`{name}` is not a plain name",
            span,
            "expected small letters and digits, joined by hyphens",
            "write it like `double-play`",
        )


def expect_int(node: Node | None, problems: Problems, lowest: int, highest: int) -> int:
    """A whole number within the bounds, both included."""
    text = expect_text(node, problems)
    if _WHOLE.fullmatch(text) and text.isascii() and lowest <= int(text) <= highest:
        return int(text)
    if text and node is not None:
        problems.error(
            codes.NOT_A_WHOLE_NUMBER,
            f"`{text}` is not a whole number from {lowest} to {highest}",
            node.span,
            f"expected a whole number from {lowest} to {highest}",
        )
    return lowest


def expect_length(node: Node | None, problems: Problems, *, zero: bool = False) -> Um:
    """A length in mm, cm, in or pt: more than nothing, unless `zero` is allowed."""
    text = expect_text(node, problems)
    if not text or node is None:
        return 0
    try:
        length = parse_length(text)
    except ValueError:
        length = -1
    if (0 if zero else 1) <= length <= METRE:
        return length
    problems.error(
        codes.NOT_A_LENGTH,
        f"`{text}` is not a length on paper",
        node.span,
        "expected a number and its unit (mm, cm, in or pt), at most 1 m",
        "write it like `63.5mm` or `2.5in`",
    )
    return 0


def expect_choice(node: Node | None, choices: Collection[str], problems: Problems) -> str:
    """One of a few words."""
    text = expect_text(node, problems)
    if text and node is not None and text not in choices:
        problems.error(
            codes.NOT_A_CHOICE,
            f"`{text}` is not one of the choices",
            node.span,
            f"expected one of {listed(choices)}",
            suggestion(text, choices),
        )
    return text


def expect_flag(node: Node | None, problems: Problems, *, default: bool = False) -> bool:
    """Yes or no; `default` where nothing is written."""
    if node is None:
        return default
    text = expect_text(node, problems)
    if text and text not in ("yes", "no"):
        label = "expected `yes` or `no`"
        problems.error(codes.NOT_YES_OR_NO, f"`{text}` is neither `yes` nor `no`", node.span, label)
    return text == "yes"


def expect_colour(node: Node | None, problems: Problems) -> str:
    """A colour as #rrggbb, in small letters."""
    text = expect_text(node, problems)
    if text and node is not None and not _COLOUR.fullmatch(text):
        problems.error(
            codes.NOT_A_COLOUR,
            f"`{text}` is not a colour",
            node.span,
            "expected `#` and six hexadecimal digits",
            'write it in quotes, like "#e4412f"',
        )
    return text.lower()


def _wrong_kind(node: Node | None, expected: str, problems: Problems) -> None:
    if node is None or isinstance(node, BrokenNode):
        return
    code = codes.EMPTY_VALUE if kind_of(node) == "nothing" else codes.WRONG_KIND
    text = f"{kind_of(node)} stands where {expected} belongs"
    problems.error(code, text, node.span, f"expected {expected}")


def _empty(node: Node, expected: str, problems: Problems) -> None:
    problems.error(codes.EMPTY_VALUE, "the value is empty", node.span, f"expected {expected}")


def check_unique_ids(what: str, ids: Iterable[tuple[str, Span]], problems: Problems) -> None:
    """Report each id that was already given; `what` names the things in the plural."""
    first: dict[str, Span] = {}
    for name, span in ids:
        if name and name in first:
            problems.add(
                Diagnostic(
                    codes.SAME_ID,
                    f"two {what} have the id `{name}`",
                    span,
                    "expected another id",
                    "rename one of the two",
                    (("the other stands here", first[name]),),
                )
            )
        first.setdefault(name, span)
