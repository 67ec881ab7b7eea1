"""Cures of faults on the page: a warning is allowed, an unused text removed, a colour added."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import key_as_written, quoted
from printnplay.files.yaml_lists import relisted
from printnplay.files.yaml_removal import removed
from printnplay.files.yaml_tree import ListNode, MappingNode, read_bytes, walk
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import EVERY_LANGUAGE, Problems, Span
from printnplay.kernel.messages import translated
from printnplay.kernel.strings import plain_name
from printnplay.preview.answers import is_editable
from printnplay.preview.colours import add_colour, has_own_style
from printnplay.preview.edits import Change, NotWrittenError, check_sound, existing, rewrite_all
from printnplay.preview.live import LiveGame
from printnplay.preview.new_kinds import in_game
from printnplay.preview.outline import content_of

Fault = Mapping[str, Any]
"""A fault in the form that the page receives."""

ALLOW = "allow"

_NAME = re.compile("`([^`]+)`")


class Mend(Struct, frozen=True):
    """What mends a fault, as `cures_of` offers it, and the `reason` why it is allowed."""

    do: Literal["allow", "remove", "colour"]
    code: str = ""
    key: str = ""
    language: str = ""
    reason: str = ""


def cures_of(live: LiveGame, fault: Fault) -> dict[str, Any]:
    """Return what can be written to mend a fault.

    `allow` is the code, key and language of a warning that game.yaml can allow, `remove` the key of
    a text that is never printed, `colour` the name of a missing colour; None if it is not that.
    """
    subject, code = fault["subject"], fault["code"]
    may_be = fault["severity"] == "warning" or codes.CODES[code].arguable
    language = "" if subject["language"] == EVERY_LANGUAGE else subject["language"]
    allowed = {"code": code, "key": subject["key"] or subject["card"], "language": language}
    is_unused = code == codes.UNUSED_TEXT.id
    key, found = subject["key"], _NAME.search(fault["message"])
    name = found[1] if found else ""
    is_plain = code == codes.UNKNOWN_COLOUR.id and name == plain_name(name, "-")
    is_colour = is_plain or fault["label"] == translated("no such colour")
    return {
        "allow": allowed if may_be and code not in _LISTED else None,
        "remove": key if is_unused and next(changes_without(live, key), None) else None,
        "colour": name if is_colour and has_own_style(live) else None,
    }


_LISTED = frozenset({codes.NOT_ALLOWABLE.id})
"""Warnings that cannot be allowed: those about what is allowed."""


def mend(live: LiveGame, asked: Mend) -> list[str]:
    """Write a cure, and return the changed files.

    Raises:
        NotWrittenError: a file cannot be edited, or the reason is missing.
    """
    with live.lock:
        if asked.do == "colour":
            return [add_colour(live, asked.key)]
        changes = (
            [_allowed(live, asked)] if asked.do == ALLOW else [*changes_without(live, asked.key)]
        )
        if not changes:
            raise NotWrittenError(f"no file of this project has the text `{asked.key}`")
        what = "allow a warning" if asked.do == ALLOW else f"remove the text `{asked.key}`"
        rewrite_all(live, changes, what)
        return [file for file, _ in changes]


def _allowed(live: LiveGame, asked: Mend) -> Change:
    """Return the change of game.yaml that allows a warning."""
    reason = " ".join(asked.reason.split())
    if not reason or not codes.is_code(asked.code):
        raise NotWrittenError("write why it is right")
    pairs = {"check": asked.code, "key": asked.key, "language": asked.language}
    parts = [f"{name}: {key_as_written(value)}" for name, value in pairs.items() if value]
    item = f"{{{', '.join([*parts, f'reason: {quoted(reason)}'])}}}"

    def written(source: str) -> str:
        root = read_bytes(source.encode(), "", Problems())
        entry = root.entries.get(ALLOW) if isinstance(root, MappingNode) else None
        if entry is not None and isinstance(entry.value, ListNode):
            return relisted(source, ALLOW, [*range(len(entry.value.items)), item])
        ends = "\r\n" if "\r\n" in source else "\n"
        joint = "" if not source or source.endswith("\n") else ends
        return f"{source}{joint}{ALLOW}:{ends}  - {item}{ends}"

    return in_game(live, written)


def changes_without(live: LiveGame, key: str) -> Iterator[Change]:
    """Yield the changes that remove a text from the files of all languages."""
    own = f"{live.game_id}.yaml"
    for language in live.catalog.languages_of(live.game_id):
        for path in live.catalog.locale_files(language, live.game_id):
            shown, place = display_path(path), f"{language}.{key}"
            is_ours = path.name == own and is_editable(live.catalog, Span(shown))
            content = content_of(path) if is_ours else None
            if content is not None and place in dict(walk(read_bytes(content, "", Problems()))):
                check_sound(content, shown)
                yield existing(shown, _without(place))


def _without(path: str) -> Callable[[bytes], bytes]:
    return lambda now: removed(now.decode(), path).encode()
