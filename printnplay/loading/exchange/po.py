"""Texts written as a PO file: the key is the context, so equal originals stay apart.

Nothing is wrapped: a changed text is one changed line. A stale text is marked fuzzy and shows the
original that it was accepted for.
"""

from collections.abc import Iterator

from printnplay import __version__
from printnplay.loading.exchange.units import Sent, Unit, singular
from printnplay.loading.plurals import formula

ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def write_po(sent: Sent) -> bytes:
    """The file; the same texts give the same bytes."""
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
    for note in unit.notes:
        for line in note.split("\n"):
            yield f"#. {line}"
    if unit.place is not None:
        yield f"#: {unit.place.file}:{unit.place.line}"
    if unit.state == "stale":
        yield "#, fuzzy"
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
    """A string on one line, or, if it has line breaks, below its keyword."""
    lines = text.splitlines(keepends=True) if "\n" in text else [text]
    quoted = [f'"{"".join(ESCAPES.get(letter, letter) for letter in line)}"' for line in lines]
    if len(quoted) == 1:
        return [f"{keyword} {quoted[0]}"]
    mark = "#| " if keyword.startswith("#|") else ""
    return [f'{keyword} ""', *(mark + line for line in quoted)]
