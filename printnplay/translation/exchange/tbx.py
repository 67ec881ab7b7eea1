"""Read and write term bases as TBX (the version of ISO 30042:2008 that most programs read).

A term is an entry under its id, each of its forms a `tig` with a note that names the form;
forbidden forms are marked as deprecated. Files of ISO 30042:2019 can be read too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from printnplay.kernel.diagnostics import Problems, Span
from printnplay.translation.exchange.units import Base, Received, Returned, base_in, malformed
from printnplay.translation.exchange.xml_tree import Element, read_tree

NAME = "name"
"""The first form of a term, and the default for forms without a note."""

FORBIDDEN = "forbidden"
"""The name under which each forbidden form is exported."""

TERMS = ("tig", "ntig", "termSec")
"""The elements of single forms, in the versions of the format."""

FORM = "form: "
"""The start of a note that names the form of a term."""

_STATUS = "administrativeStatus"
_SUFFIX = "Term-admn-sts"
_PREFERRED, _ADMITTED, _DEPRECATED = (
    f"{word}{_SUFFIX}" for word in ("preferred", "admitted", "deprecated")
)


class SentTerm(Struct, frozen=True):
    """A term in a language: its forms by name, and its forbidden forms."""

    forms: Mapping[str, str]
    forbidden: tuple[str, ...] = ()


class TermBase(Struct, frozen=True):
    """The terms of a game by id, in the source language and another."""

    domain: str
    languages: tuple[str, str]
    terms: Mapping[str, Mapping[str, SentTerm]]


def write_tbx(base: TermBase) -> bytes:
    """Return the file; the same terms produce the same bytes."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<martif type="TBX" xml:lang={quoteattr(base.languages[0])}>',
        "<martifHeader><fileDesc>",
        f"<titleStmt><title>{escape(base.domain)}</title></titleStmt>",
        "<sourceDesc><p>The glossary of a game, exported by printnplay</p></sourceDesc>",
        "</fileDesc></martifHeader>",
        "<text><body>",
    ]
    for name, languages in base.terms.items():
        lines.append(f"<termEntry id={quoteattr(name)}>")
        for language in base.languages:
            if language in languages:
                lines.append(f"  <langSet xml:lang={quoteattr(language)}>")
                lines += [f"    {line}" for line in _forms(languages[language])]
                lines.append("  </langSet>")
        lines.append("</termEntry>")
    return "\n".join([*lines, "</body></text>", "</martif>", ""]).encode()


def _forms(term: SentTerm) -> Iterator[str]:
    for name, form in term.forms.items():
        status = _PREFERRED if name == NAME else _ADMITTED
        note = f"<note>{escape(FORM + name)}</note><note>{form_base(name, form).token}</note>"
        yield _tig(form, status, note)
    for form in term.forbidden:
        token = form_base(FORBIDDEN, form).token
        note = f"<note>{FORM}{FORBIDDEN}</note><note>{token}</note>"
        yield _tig(form, _DEPRECATED, note)


def form_base(name: str, word: str) -> Base:
    """Return the base of a form; its name is where texts have a comment."""
    return Base({"other": word}, comment=name)


def _tig(form: str, status: str, note: str) -> str:
    said = f'<termNote type="{_STATUS}">{status}</termNote>{note}'
    return f"<tig><term>{escape(form)}</term>{said}</tig>"


def read_tbx(data: bytes, shown: str, problems: Problems) -> Returned | None:
    """Return the forms of terms, under keys such as `flip.plural`; None if the file is broken.

    All forbidden forms of a term have the key `flip.forbidden`.
    """
    before = problems.errors
    root = read_tree(data, shown, problems, ("term", "note", "termNote", "title"))
    if root is None:
        return None
    place = Span(shown, root.line, 1)
    title = next(root.below("title"), None)
    entries = list(root.below("termEntry", "conceptEntry"))
    source = root.language
    languages = {
        section.language for entry in entries for section in entry.below("langSet", "langSec")
    } - {source, ""}
    if root.name not in ("martif", "tbx") or title is None or not source:
        label = "expected `<martif>` with `xml:lang`, and a `<title>` with the game"
        problems.add(malformed("this is not a TBX file of a game", place, label))
        return None
    if len(languages) != 1:
        label = f"expected one language beside `{source}`"
        problems.add(malformed("the file does not have two languages", place, label))
        return None
    language = languages.pop()
    units = [unit for entry in entries for unit in _units(entry, language, shown, problems)]
    if problems.errors > before:
        return None
    return Returned(title.text.strip(), language, tuple(units), place)


def _units(entry: Element, language: str, shown: str, problems: Problems) -> Iterator[Received]:
    name = entry.attributes.get("id", "")
    if not name:
        place = Span(shown, entry.line, 1)
        problems.add(malformed("a term has no id", place, "expected `id` with the term's"))
    for section in entry.below("langSet", "langSec"):
        if section.language != language:
            continue
        terms = list(section.below(*TERMS))
        bases = [base for one in terms if (base := base_in(_notes(one))) is not None]
        exported = {base.comment: base for base in bases if base.comment}
        for written in terms:
            term = next(written.below("term"), None)
            form, base = _received(_notes(written), exported)
            if term is None or not form:
                continue
            at = {"other": Span(shown, term.line, 1)}
            text = {"other": term.text.strip()}
            yield Received(f"{name}.{form}", frozenset(), text, at, comment=form, base=base)


def _received(notes: Sequence[str], exported: Mapping[str, Base]) -> tuple[str, Base | None]:
    """Return the name of a form and its base, if any.

    The name is empty for a form that was forbidden and is not any more: an import removes none.
    """
    form, base = _form_in(notes), base_in(notes)
    deprecated = any("deprecated" in note for note in notes)
    if form == FORBIDDEN:
        return (form if deprecated or base is None else ""), base
    if deprecated:  # it was allowed when it was exported
        return FORBIDDEN, form_base(FORBIDDEN, "")
    if exported and (base is None or base.comment != form):
        # A new form, or one that was renamed, perhaps to one exported with another word.
        base = exported.get(form, form_base(form, ""))
    return form, base


def _notes(written: Element) -> list[str]:
    return [note.text for note in written.below("note", "termNote")]


def _form_in(notes: Iterable[str]) -> str:
    said = next((note for note in notes if note.startswith(FORM)), "")
    return said.removeprefix(FORM).strip() or NAME


def edits_in(written: Element) -> Iterator[str]:
    """Yield a form's new name, and its word with a new status, unless it was or is deprecated.

    An import takes new names of one language, and deprecated forms of it.
    """
    notes, term = _notes(written), next(written.below("term"), None)
    base = base_in(notes)
    form = base.comment if base else _form_in(notes)
    if form != _form_in(notes):
        yield _form_in(notes)
    known = (_PREFERRED if form == NAME else _ADMITTED, _DEPRECATED)
    other = next((note for note in notes if _SUFFIX in note and note not in known), "")
    if term is not None and other and form != FORBIDDEN:  # an allowed one is named by itself
        yield f"{term.text} {other}"
