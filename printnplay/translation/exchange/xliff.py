"""Read and write texts as XLIFF 1.2, the version that translators' programs agree on.

XLIFF 2 supports previous originals only through modules that few programs read, and no plural forms
that all of them read alike; 1.2 has established elements for both: `alt-trans` of the type
`previous-version`, and groups of the type `x-gettext-plurals`. Placeholders are plain text: if they
were elements (`ph`), programs based on the Translate Toolkit would leave them behind the text that
is typed over them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span
from printnplay.kernel.languages import categories
from printnplay.translation.exchange.units import (
    Base,
    Received,
    Returned,
    Sent,
    State,
    Unit,
    base_in,
    is_variant,
    malformed,
    original,
    warn_of_states,
)
from printnplay.translation.exchange.xml_tree import XML_SPACE, Element, read_tree

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
PLURALS = "x-gettext-plurals"
_AUTHOR = "developer"
_TOOL = "printnplay"

_STATES = {
    State.EMPTY: ("no", "needs-translation"),
    State.STALE: ("no", "needs-review-translation"),
    State.UNSURE: ("no", "needs-review-translation"),
    State.TRANSLATED: ("yes", "translated"),
    State.APPROVED: ("yes", "signed-off"),
}
"""Whether a text is approved, and the state of its translation. Most programs treat a text with
approved="no" as unfinished.
"""

_SAID: Mapping[str, State] = {
    **dict.fromkeys(("final", "signed-off"), State.APPROVED),
    **dict.fromkeys(
        (
            "needs-adaptation",
            "needs-l10n",
            "needs-review-adaptation",
            "needs-review-l10n",
            "needs-review-translation",
            "needs-translation",
            "new",
        ),
        State.UNSURE,
    ),
    "translated": State.TRANSLATED,
}
"""All states of XLIFF 1.2, except those that a program defines for itself (`x-...`)."""


def write_xliff(*sent: Sent) -> bytes:
    """Return the file, with the texts of one game or of several; the same texts, the same bytes."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<xliff version="1.2" xmlns="{NAMESPACE}">',
        *(line for of_game in sent for line in _file(of_game)),
        "</xliff>",
        "",
    ]
    return "\n".join(lines).encode()


def _file(sent: Sent) -> Iterator[str]:
    languages = (
        f"source-language={quoteattr(sent.source_language)}"
        f" target-language={quoteattr(sent.language)}"
    )
    yield f'<file original={quoteattr(sent.domain)} {languages} datatype="plaintext">'
    yield "<body>"
    for unit in sent.units:
        yield from _unit(unit)
    yield "</body>"
    yield "</file>"


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
    if unit.remark.comment and category == next(iter(unit.target)):
        yield f'  <note from="translator">{escape(unit.remark.comment)}</note>'
    yield f'  <note from="{_TOOL}">{unit.base.token}</note>'
    for note in unit.all_notes:
        yield f'  <note from="{_AUTHOR}">{escape(note)}</note>'
    if unit.plural:
        yield f'  <note from="{_AUTHOR}">{escape(f"Plural form: {category}")}</note>'
    if unit.state is State.STALE:
        before = unit.previous.get(category, unit.previous["other"])
        yield '  <alt-trans alttranstype="previous-version">'
        yield f"    <source>{escape(before)}</source>"
        yield f"    <target>{escape(unit.target[category])}</target>"
        yield "  </alt-trans>"
    yield "</trans-unit>"


def read_xliff(data: bytes, shown: str, problems: Problems) -> tuple[Returned, ...]:
    """Return the texts of each game in an XLIFF file; none if one lacks its name or is broken."""
    before = problems.errors
    root = read_tree(data, shown, problems, ("source", "target", "note"))
    if root is None:
        return ()
    files = [child for child in root.children if child.name == "file"]
    if root.name != "xliff" or root.attributes.get("version") != "1.2" or not files:
        cure = "save it as XLIFF 1.2 (.xlf), or export it again"
        text = "this is not XLIFF 1.2"
        label = 'expected `<xliff version="1.2">` and a `<file>` in it'
        problems.add(malformed(text, Span(shown, root.line, 1), label, cure))
        return ()
    unknown: dict[str, list[Span]] = {}
    returned = tuple(filter(None, (_returned(file, shown, unknown, problems) for file in files)))
    warn_of_states(unknown, ", ".join(sorted(_SAID)), problems)
    return returned if problems.errors == before else ()


def _texts(element: Element) -> Iterator[Element]:
    """Yield the groups of plural forms and the single texts below an element, in order."""
    for child in element.children:
        if child.name == "trans-unit" or child.attributes.get("restype") == PLURALS:
            yield child
        else:
            yield from _texts(child)


def _returned(
    file: Element, shown: str, unknown: dict[str, list[Span]], problems: Problems
) -> Returned | None:
    place = Span(shown, file.line, 1)
    domain = file.attributes.get("original", "")
    language = file.attributes.get("target-language", "")
    if not domain or not language:
        lacking = "target-language" if domain else "original"
        problems.add(malformed(f"`<file>` lacks `{lacking}`", place, f"expected `{lacking}`"))
        return None
    units = []
    for unit in _texts(file):
        if unit.name == "trans-unit":
            forms = {"other": unit}
        else:
            forms = _plural(unit, language, shown, problems)
        _check_languages(forms.values(), language, shown, problems)
        units.append(_received(forms, unit, shown, unknown, problems))
    return Returned(domain, language, tuple(units), place)


def _check_languages(
    forms: Iterable[Element], language: str, shown: str, problems: Problems
) -> None:
    """Report translations that say of themselves that they are in another language."""
    for target in filter(None, (form.child("target") for form in forms)):
        said = target.language
        if said and not is_variant(said, language):
            text = f"a translation is in `{said}`, the file in `{language}`"
            place = Span(shown, target.line, 1)
            cure = "remove the `<target>` of the other language"
            problems.add(malformed(text, place, f'expected `xml:lang="{language}"`', cure))


def _plural(group: Element, language: str, shown: str, problems: Problems) -> dict[str, Element]:
    """Return the forms of a text by their categories."""
    names = categories(language)
    forms = [child for child in group.children if child.name == "trans-unit"]
    if len(forms) != len(names):
        problems.add(
            Diagnostic(
                codes.EXCHANGED_PLURALS_DIFFER,
                f"found {len(forms)} plural forms; `{language}` has {len(names)}",
                Span(shown, group.line, 1),
                f"expected the forms {', '.join(names)}",
                "export the texts again, and keep every `<trans-unit>` of a group",
            )
        )
    return dict(zip(names, forms, strict=False))


def _received(
    forms: Mapping[str, Element],
    unit: Element,
    shown: str,
    unknown: dict[str, list[Span]],
    problems: Problems,
) -> Received:
    if not unit.attributes.get("id"):
        place = Span(shown, unit.line, 1)
        problems.add(malformed("a text has no key", place, "expected `id` with the key"))
    sources = [_text(form, "source") for form in forms.values()]
    targets = {name: form.child("target") for name, form in forms.items()}
    places = {
        name: Span(shown, (targets[name] or element).line, 1) for name, element in forms.items()
    }
    base = base_in(note.text for note in _notes(forms.values()))
    states = [_state(form, base, places[name], unknown) for name, form in forms.items()]
    return Received(
        unit.attributes.get("id", ""),
        frozenset(source for source in sources if source is not None),
        {name: _text(form, "target") or "" for name, form in forms.items()},
        places,
        next((state for state in _ORDER if state in states), None),
        "\n".join(dict.fromkeys(_comments(forms.values()))),
        base,
        _carried(forms.values()),
    )


_EDGES = re.compile(r"^\s*\n\s*|\s*\n\s*$")


def _text(form: Element, name: str) -> str | None:
    """Return the text of a child of a form; None if there is none.

    Unless `xml:space` says to keep it, the line breaks and spaces around the text are removed:
    programs that indent elements add them.
    """
    child = form.child(name)
    if child is None:
        return None
    is_kept = any(one.attributes.get(XML_SPACE) == "preserve" for one in (form, child))
    return child.text if is_kept else _EDGES.sub("", child.text)


_ORDER = (State.UNSURE, None, State.TRANSLATED, State.APPROVED)
"""Of the states of a text's forms, the first of these counts: doubt wins."""


def _state(
    form: Element, base: Base | None, place: Span, unknown: dict[str, list[Span]]
) -> State | None:
    """Return the state of a form; one that is not of XLIFF is added to `unknown`, and a doubt.

    Programs change the state of a text, or whether it is approved, or both: what differs from the
    export counts. If both do, or the export is not known, a doubt of either wins.
    """
    target = form.child("target")
    state = "" if target is None else " ".join(target.attributes.get("state", "").lower().split())
    approved = form.attributes.get("approved", "")
    was_approved, was_state = ("", "") if base is None else _STATES[base.state]
    if base is not None and state == was_state and approved not in ("", was_approved):
        return State.TRANSLATED if approved == "yes" else State.UNSURE
    if not state:
        return {"yes": State.TRANSLATED, "": None}.get(approved, State.UNSURE)
    if state not in _SAID:
        unknown.setdefault(state, []).append(place)
    return _SAID.get(state, State.UNSURE)


def _notes(forms: Iterable[Element]) -> Iterator[Element]:
    """Yield all notes on the forms of a text."""
    return (child for form in forms for child in form.children if child.name == "note")


def _carried(forms: Iterable[Element]) -> tuple[tuple[str, int], ...]:
    """Return the originals and the author's notes with their lines."""
    texts = [child for form in forms for child in form.children if child.name == "source"]
    notes = (note for note in _notes(forms) if note.attributes.get("from") == _AUTHOR)
    return tuple((text.text, text.line) for text in (*texts, *notes))


def _comments(forms: Iterable[Element]) -> Iterator[str]:
    """Yield the notes on a text that are by neither the author nor this tool."""
    for note in _notes(forms):
        if note.attributes.get("from") not in (_AUTHOR, _TOOL):
            yield note.text.strip()
