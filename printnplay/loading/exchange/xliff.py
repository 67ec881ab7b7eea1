"""Texts written as XLIFF 1.2, the version that translators' programs agree on.

XLIFF 2 has no previous original but through modules that few programs read, and no plural forms
that all of them read alike; in 1.2 both have their established places: `alt-trans` of the type
`previous-version`, and groups of the type `x-gettext-plurals`.
"""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from printnplay.loading.exchange.units import Sent, Unit, original

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
PLURALS = "x-gettext-plurals"

_STATES = {
    "empty": ("no", "needs-translation"),
    "stale": ("no", "needs-review-translation"),
    "translated": ("yes", "translated"),
}
"""Whether a text is approved, and the state of its translation."""


def write_xliff(sent: Sent) -> bytes:
    """The file; the same texts give the same bytes."""
    languages = (
        f"source-language={quoteattr(sent.source_language)}"
        f" target-language={quoteattr(sent.language)}"
    )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<xliff version="1.2" xmlns="{NAMESPACE}">',
        f'<file original={quoteattr(sent.domain)} {languages} datatype="plaintext">',
        "<body>",
        *(line for unit in sent.units for line in _unit(unit)),
        "</body>",
        "</file>",
        "</xliff>",
        "",
    ]
    return "\n".join(lines).encode()


def _unit(unit: Unit) -> Iterator[str]:
    if not unit.plural:
        yield from _form(unit, unit.key, "other")
        return
    yield f'<group id={quoteattr(unit.key)} restype="{PLURALS}">'
    for number, category in enumerate(unit.target):
        yield from _form(unit, f"{unit.key}[{number}]", category)
    yield "</group>"


def _form(unit: Unit, name: str, category: str) -> Iterator[str]:
    approved, state = _STATES[unit.state]
    yield f'<trans-unit id={quoteattr(name)} approved="{approved}" xml:space="preserve">'
    yield f"  <source>{escape(original(unit, category))}</source>"
    yield f'  <target state="{state}">{escape(unit.target[category])}</target>'
    for note in unit.notes:
        yield f'  <note from="developer">{escape(note)}</note>'
    if unit.plural:
        yield f'  <note from="developer">{escape(f"Plural form: {category}")}</note>'
    if unit.state == "stale":
        before = unit.previous.get(category, unit.previous["other"])
        yield '  <alt-trans alttranstype="previous-version">'
        yield f"    <source>{escape(before)}</source>"
        yield f"    <target>{escape(unit.target[category])}</target>"
        yield "  </alt-trans>"
    yield "</trans-unit>"
