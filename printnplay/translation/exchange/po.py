"""Read and write texts as PO files: the key is the context, so equal originals stay separate.

Written files have no line wrapping: a changed text is one changed line. Stale texts and texts in
doubt are marked fuzzy; a stale text includes the original that it was accepted for. Files are
parsed strictly: what a lenient parser would drop silently is reported with its line. Obsolete
entries and flags other than fuzzy are ignored; PO files cannot mark texts as approved.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from gettext import c2py

from msgspec import Struct, field

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.languages import CATEGORIES, categories, formula
from printnplay.kernel.version import __version__
from printnplay.translation.exchange.units import (
    Received,
    Returned,
    Sent,
    State,
    Unit,
    base_in,
    decoded,
    malformed,
    singular,
    without_base,
)

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def write_po(sent: Sent) -> bytes:
    """Return the file; the same texts produce the same bytes."""
    entries = [_entry(unit) for unit in sent.units]
    return "\n".join([_header(sent), *entries]).encode()


def _header(sent: Sent) -> str:
    fields = {
        "Project-Id-Version": sent.domain,
        "Language": sent.language.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": formula(sent.language),
        "X-Domain": sent.domain,
        "X-Source-Language": sent.source_language,
        "X-Generator": f"printnplay {__version__}",
    }
    text = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return "\n".join([*_string("msgid", ""), *_string("msgstr", text), ""])


def _entry(unit: Unit) -> str:
    return "\n".join([*_comments(unit), *_texts(unit), ""])


def _comments(unit: Unit) -> Iterator[str]:
    if unit.remark.comment:
        yield from (f"# {line}" for line in unit.remark.comment.split("\n"))
    for note in unit.all_notes:
        for line in note.split("\n"):
            yield f"#. {line}"
    yield f"#. {unit.base.token}"
    if unit.place is not None:
        yield f"#: {unit.place.file}:{unit.place.line}"
    if unit.state.in_doubt:
        yield "#, fuzzy"
    if unit.state is State.STALE:
        yield from _string("#| msgid", singular(unit.previous))
        if unit.plural:
            yield from _string("#| msgid_plural", unit.previous["other"])


def _texts(unit: Unit) -> Iterator[str]:
    yield from _string("msgctxt", unit.key)
    yield from _string("msgid", singular(unit.source))
    if not unit.plural:
        yield from _string("msgstr", unit.target["other"])
        return
    yield from _string("msgid_plural", unit.source["other"])
    for number, text in enumerate(unit.target.values()):
        yield from _string(f"msgstr[{number}]", text)


def _string(keyword: str, text: str) -> list[str]:
    """Return a string on one line or, if it has line breaks, below its keyword."""
    lines = text.splitlines(keepends=True) if "\n" in text else [text]
    quoted = [f'"{"".join(ESCAPES.get(letter, letter) for letter in line)}"' for line in lines]
    if len(quoted) == 1:
        return [f"{keyword} {quoted[0]}"]
    mark = "#| " if keyword.startswith("#|") else ""
    return [f'{keyword} ""', *(mark + line for line in quoted)]


_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LINE = re.compile(
    r"(?P<keyword>msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?)?"
    rf"\s*(?P<strings>(?:{_STRING.pattern}\s*)*)"
)
_ESCAPE = re.compile(r"(?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}))+|\\(?P<letter>.)")
_BYTE = re.compile(r"\\(x?)([0-9A-Fa-f]+)")
_MEANT = {written[1]: letter for letter, written in ESCAPES.items()} | {
    **{"r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
}
"""The characters that letters mean after a backslash. GNU gettext also writes bytes, in octal or
hexadecimal digits (`msgcat --escape`)."""
_PLURALS = re.compile(r"nplurals\s*=\s*(-?\d+)")
_COUNTS = frozenset(str(number) for number in range(1, len(CATEGORIES) + 1))
"""The numbers of plural forms that a language may have."""
_TRIED = (*range(201), 1_000, 1_000_000)
"""The numbers that two plural rules are compared for: most rules depend on the last two digits, and
a few on millions."""
_DIGITS = 12
"""The maximum number of digits of a number in a message: no file has that many entries. A guess."""


_MARKS = (",", ":", "|", "~")
"""What follows `#` in lines that programs write; others are comments of people."""


class _Entry(Struct, dict=True):
    """The strings of an entry by keyword, in pieces of a line each, and their first lines."""

    pieces: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    unsure: bool = False
    broken: bool = False

    @cached_property
    def strings(self) -> dict[str, str]:
        """The strings of a complete entry, by keyword."""
        return {keyword: "".join(pieces) for keyword, pieces in self.pieces.items()}

    @property
    def line(self) -> int:
        return min(self.lines.values(), default=1)

    @property
    def translated(self) -> bool:
        return any(keyword.startswith("msgstr") for keyword in self.pieces)

    def comment(self, line: str) -> None:
        """Parse a line that begins with `#`, if it concerns the translation."""
        self.unsure |= line.startswith("#,") and "fuzzy" in line
        if line.startswith("#."):
            self.notes.append(line[2:].strip())
        elif line.startswith("#") and line[1:2] not in _MARKS:
            self.comments.append(line[1:].removeprefix(" "))

    def begins_anew(self, keyword: str) -> bool:
        """Return whether this keyword starts another entry."""
        if keyword == "msgctxt":
            return bool(self.pieces)
        return keyword == "msgid" and ("msgid" in self.pieces or self.translated)


def read_po(data: bytes, shown: str, problems: Problems) -> Returned | None:
    """Return the texts of a PO file; None if it lacks game or language, or is broken."""
    before = problems.errors
    text = decoded(data, shown, problems)
    if text is None:
        return None
    entries = list(_entries(text, shown, problems))
    if problems.errors > before:
        return None
    if not entries or entries[0].strings["msgid"] or "msgctxt" in entries[0].strings:
        place = Span(shown, entries[0].line if entries else 1, 1)
        label = 'expected `msgid ""` and the lines of the header'
        problems.add(malformed("the header is missing", place, label))
        return None
    returned = _returned(entries, shown, problems)
    return returned if problems.errors == before else None


def po_texts(data: bytes) -> Iterator[tuple[str, int]]:
    """Yield all strings, notes and comments with their lines, those of obsolete entries included.

    Of the header, only comments are included: programs change its fields.
    """
    problems = Problems()
    text = (decoded(data, "", problems) or "").replace("\n#~ ", "\n")
    end = '\n\nmsgid ""\nmsgstr ""\n'  # has the comments after the last entry
    for entry in _entries(text + end, "", problems):
        is_header = not any(entry.strings.get(name) for name in ("msgid", "msgctxt"))
        texts = () if is_header else entry.strings.values()
        for said in (*texts, *entry.notes, "\n".join(entry.comments)):
            yield said, entry.line


def _entries(text: str, shown: str, problems: Problems) -> Iterator[_Entry]:
    entry, keyword = _Entry(), ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#") or not line.strip():
            if entry.translated:
                yield _complete(entry, shown, problems)
                entry, keyword = _Entry(), ""
            entry.comment(line)
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None or not (match["keyword"] or keyword):
            problems.add(_no_string(shown, number, line))
            entry.broken = True
            continue
        if match["keyword"]:
            if entry.begins_anew(match["keyword"]):
                yield _complete(entry, shown, problems)
                entry = _Entry()
            keyword = _begin(entry, match["keyword"], number, shown, problems)
        _add(entry, keyword, match["strings"], Span(shown, number, 1, len(line)), problems)
    if entry.pieces:
        yield _complete(entry, shown, problems)


def _begin(entry: _Entry, keyword: str, line: int, shown: str, problems: Problems) -> str:
    if keyword in entry.pieces:
        text = f"`{keyword}` appears twice in the same entry"
        problems.add(malformed(text, Span(shown, line, 1), "expected the next entry"))
    entry.pieces[keyword] = []
    entry.lines[keyword] = line
    return keyword


def _complete(entry: _Entry, shown: str, problems: Problems) -> _Entry:
    if not entry.broken and ("msgid" not in entry.pieces or not entry.translated):
        place = Span(shown, entry.line, 1)
        problems.add(malformed("an entry is cut off", place, "expected `msgid` and `msgstr`"))
    return entry


def _add(entry: _Entry, keyword: str, strings: str, place: Span, problems: Problems) -> None:
    try:
        for text in _STRING.findall(strings):
            entry.pieces[keyword].append(_ESCAPE.sub(_unescaped, text))
    except ValueError:
        label = "expected UTF-8 in the digits after `\\`"
        problems.add(malformed("bytes in the string are not UTF-8", place, label))
        entry.broken = True


def _unescaped(escape: "re.Match[str]") -> str:
    """Return the character that follows a backslash, or that bytes in digits make.

    Raises:
        ValueError: the bytes are not UTF-8.
    """
    if escape["letter"]:
        return _MEANT.get(escape["letter"], escape[0])
    return bytes(int(digits, 16 if x else 8) for x, digits in _BYTE.findall(escape[0])).decode()


def _no_string(shown: str, number: int, line: str) -> Diagnostic:
    place = Span(shown, number, 1, max(1, len(line)))
    cure = "close the quotation mark, and write `\\` before one within the text"
    return malformed(
        "the line does not belong in a PO file", place, "expected a string in quotes", cure
    )


def _returned(entries: list[_Entry], shown: str, problems: Problems) -> Returned | None:
    head, place = (
        _header_fields(entries[0].strings.get("msgstr", "")),
        Span(shown, entries[0].line, 1),
    )
    domain = head.get("x-domain", "") or head.get("project-id-version", "")
    language = head.get("language", "")
    if not domain or not language:
        lacking = "Language" if domain else "X-Domain"
        problems.add(malformed(f"the header lacks `{lacking}`", place, f"expected `{lacking}`"))
        return None
    forms = categories(language)
    units = [_received(entry, forms, shown, problems) for entry in entries[1:]]
    counted = _PLURALS.search(head.get("plural-forms", ""))
    matters = any(len(unit.target) > 1 for unit in units)
    if counted and counted[1] != str(len(forms)) and (matters or counted[1] not in _COUNTS):
        problems.add(_other_plurals(counted[1], language, forms, place))
    number = _mapped_otherwise(head["plural-forms"], language) if counted and matters else -1
    faults = () if number < 0 else (_other_rule(number, language, forms, place),)
    return Returned(domain, language, tuple(units), place, faults)


def _mapped_otherwise(said: str, language: str) -> int:
    """Return the first number for which a header chooses another form than the language; or -1."""
    try:
        there, here = (c2py(_rule(of)) for of in (said, formula(language)))
        return next((number for number in _TRIED if there(number) != here(number)), -1)
    except (ValueError, ZeroDivisionError):
        return 0


def _rule(header: str) -> str:
    """Return the expression in a `Plural-Forms` header; empty if there is none."""
    return header.partition("plural=")[2].partition(";")[0]


def _header_fields(text: str) -> Mapping[str, str]:
    pairs = (line.partition(":") for line in text.split("\n"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _received(entry: _Entry, forms: tuple[str, ...], shown: str, problems: Problems) -> Received:
    strings, lines = entry.strings, entry.lines
    if "msgctxt" not in strings:
        label = "expected `msgctxt` with the key of the text"
        problems.add(malformed("an entry has no key", Span(shown, entry.line, 1), label))
    if "msgid_plural" in strings:
        names = {f"msgstr[{number}]": name for number, name in enumerate(forms)}
    else:
        names = {"msgstr": "other"}
    for keyword in strings:
        if keyword.startswith("msgstr") and keyword not in names:
            problems.add(_no_such_form(keyword, Span(shown, lines[keyword], 1), forms))
    there = {keyword: name for keyword, name in names.items() if keyword in strings}
    return Received(
        strings.get("msgctxt", ""),
        frozenset(strings[name] for name in ("msgid", "msgid_plural") if name in strings),
        {name: strings[keyword] for keyword, name in there.items()},
        {name: Span(shown, lines[keyword], 1) for keyword, name in there.items()},
        State.UNSURE if entry.unsure else State.TRANSLATED,
        "\n".join(entry.comments).strip(),
        base_in(entry.notes),
        _carried(entry),
        approves=False,
    )


def _carried(entry: _Entry) -> tuple[tuple[str, int], ...]:
    originals = (entry.strings.get(name, "") for name in ("msgid", "msgid_plural"))
    texts = (*originals, *map(without_base, entry.notes))
    return tuple((text, entry.line) for text in texts if text)


def _no_such_form(keyword: str, place: Span, forms: tuple[str, ...]) -> Diagnostic:
    return Diagnostic(
        codes.EXCHANGED_PLURALS_DIFFER,
        f"there is no plural form `{keyword}`",
        place,
        f"expected the forms {', '.join(forms)}, counted from 0",
        "keep the exported header `Plural-Forms`",
    )


def _other_plurals(counted: str, language: str, forms: tuple[str, ...], place: Span) -> Diagnostic:
    shown = counted if len(counted) <= _DIGITS else f"{counted[:_DIGITS]}…"
    return Diagnostic(
        codes.EXCHANGED_PLURALS_DIFFER,
        f"the header has {shown} plural forms; `{language}` has {len(forms)} here",
        place,
        f"expected the forms {', '.join(forms)}",
        "keep the exported header `Plural-Forms`",
    )


def _other_rule(number: int, language: str, forms: tuple[str, ...], place: Span) -> Diagnostic:
    return Diagnostic(
        codes.EXCHANGED_PLURALS_DIFFER,
        f"the header selects the wrong plural form of `{language}` for {number}",
        place,
        f"expected the forms {', '.join(forms)}, by `{formula(language)}`",
        "keep the exported header `Plural-Forms`, and the order of the forms",
    )
