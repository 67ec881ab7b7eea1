"""Check placeholders (known, the same in every language) and paired marks (closed)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from printnplay.game.texts import BRACES_OF_OTHERS, Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Fix
from printnplay.kernel.formulas import formulas_in, without_formulas
from printnplay.kernel.markup import (
    codes_in,
    icon_and_count,
    links_in,
    span_marks,
    spans_in,
    unopened,
    unopened_in,
    without_code,
)
from printnplay.kernel.strings import plain_name
from printnplay.kernel.suggestions import listed, nearest, suggestion
from printnplay.proofreading.passages import PLACEHOLDER, TERM, Passage, fact_named, term_and_form
from printnplay.proofreading.review import Known, Review

_FACT = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_-]+)*")
_SPELLED = re.compile(rf"{_FACT.pattern}:[a-z][a-z0-9_-]*")
_NAMED = re.compile(
    r"(?:term|icon|example|page|see|number):[a-z0-9_-]+(?:\.[a-z0-9_-]+)*"
    r"|icon:[a-z0-9_-]+:[a-z0-9_-]+"
    r"|icon:[a-z0-9_-]+(?::[a-z0-9_-]+)? +[x×] ?[a-z0-9_.-]+"
)
_STRAY = re.compile(r"[{}]")
_BRACES = re.compile(rf"{BRACES_OF_OTHERS}|(?<!\\)\{{[^{{}}]*\}}|(?<!\\)[{{}}]")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?\{(.*)\}", re.DOTALL)
_COMMANDS = {"textbf": "**", "textit": "*", "emph": "*", "textsl": "*", "textsc": "^^"}
"""LaTeX commands and their equivalents in our markup."""

_MARKS = {"b": "**", "bold": "**", "strong": "**", "i": "*", "italic": "*", "em": "*"}
"""Tags in braces and their equivalents in our markup."""

_PLURAL = re.compile(r"\w+,\s*(?:plural|select)")
_CONDITION = re.compile(r"[#/^]|else|(?:if|unless|endif|for|endfor|each)\b")


def check_same(review: Review) -> Iterator[Diagnostic]:
    """Report facts, icons, terms and spans that differ between a translation and its original."""
    for texts in review.translations:
        for key, text in texts.entries.items():
            model = review.model.entries.get(key)
            if model is None:
                continue
            wanted, there = used(model.forms.values()), used(text.forms.values())
            if wanted != there:
                missing, extra = _without_slips(wanted - there, there - wanted, review)
                if missing or extra:
                    yield _differs(text, model, missing, extra)
                continue
            for fact, times in (_facts(model) - _facts(text)).items():
                yield _difference(
                    text,
                    model,
                    f"quotes `{fact}` less often than its original, by {times}",
                    "expected each number of the original",
                    f"say what the original says with `{fact}`",
                )
            yield from _other_links(text, model)
            yield from _other_code(text, model)
            ours, theirs = Counter(spans_in(text.plain)), Counter(spans_in(model.plain))
            for name in sorted(set((ours - theirs) + (theirs - ours))):
                yield _difference(
                    text,
                    model,
                    f"has {ours[name]} × `{_span(name)}`, and its original {theirs[name]} ×",
                    "expected the spans of the original",
                    f"mark the same words as the original with `{_span(name)}`",
                )


def _other_code(text: Text, model: Text) -> Iterator[Diagnostic]:
    """Report that a text has code more or less often than its original."""
    ours, theirs = codes_in(text.plain), codes_in(model.plain)
    if ours != theirs:
        yield _difference(
            text,
            model,
            f"has {ours} × code in backticks, and its original {theirs} ×",
            "expected the code of the original",
            r"put the same words into backticks as the original, or write \` for a backtick",
        )


def _other_links(text: Text, model: Text) -> Iterator[Diagnostic]:
    """Report links that a text has more or less often than its original."""
    ours, theirs = _links(text), _links(model)
    for target in sorted(set((ours - theirs) + (theirs - ours))):
        yield _difference(
            text,
            model,
            f"has {ours[target]} × {target}, and its original {theirs[target]} ×",
            "expected the links of the original",
            "link the same words as the original; a web address may be another one",
        )


def _links(text: Text) -> Counter[str]:
    """Return how often a text has a link to each part of the rulebook, or to any web address."""
    return Counter(
        f"`[words]({target})`" if target.startswith("#") else "a link to a web address"
        for target in links_in(text.plain)
    )


def _without_slips(
    missing: frozenset[str], extra: frozenset[str], review: Review
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the differences, except terms missing in the glossary, which are reported elsewhere.

    The terms that those were meant to be are not missing either.
    """
    start = f"{{{TERM}"
    named = {name: name[len(start) : -1] for name in extra if name.startswith(start)}
    slips = {name for name, term in named.items() if term not in review.glossary.terms}
    if not review.glossary.sound:
        return missing, extra
    return missing - {nearest(name, missing) for name in slips}, extra - slips


def check_form(review: Review) -> Iterator[Diagnostic]:
    """Report placeholders of unknown form: not `{fact}`, `{fact:form}`, `{term:name}` and so on."""
    columns = dict(review.columns)
    for passage in review.passages:
        if not _STRAY.search(passage.text):
            continue
        own = columns if passage.key.startswith("cards.") else {}
        spans = span_marks(passage.text)
        for match in _BRACES.finditer(passage.text):
            if _is_placeholder(match[0], own, review.known) or match.start() - 1 in spans:
                continue
            right, cure = _meant(match[0], own, review.known)
            yield passage.fault(
                codes.MALFORMED_PLACEHOLDER,
                f"`{match[0]}` is not a placeholder",
                "expected `{fact}`, `{fact:form}`, `{field.name}`, `{term:name}`,"
                " `{term:name.form}`, `{icon:name}`, `{page:name}` or `{see:name}`",
                cure or f"write `{right}`",
                passage.typed_place(*match.span()),
                fix=Fix(passage.span, *match.span(), right) if right else None,
            )


def _is_placeholder(braces: str, columns: Mapping[str, str], known: Known) -> bool:
    """Return whether braces form a placeholder, known or not, and not the name of a column."""
    inner = braces[1:-1]
    if inner in columns and known.all_facts and inner not in known.facts:
        return False
    is_fact = fact_named(inner) in known.facts or not known.all_facts
    forms = (_FACT, _NAMED, _SPELLED) if is_fact else (_FACT, _NAMED)
    return braces == f"{{{inner}}}" and any(form.fullmatch(inner) for form in forms)


def _meant(braces: str, columns: Mapping[str, str], known: Known) -> tuple[str, str]:
    """Return the replacement for invalid braces, if it is certain, or else advice."""
    command = _COMMAND.fullmatch(braces)
    if command is not None:
        mark = _COMMANDS.get(command[1])
        return (f"{mark}{command[2]}{mark}", "") if mark else ("", "remove it, and keep the words")
    inner = braces.strip("{}% ")
    if mark := _MARKS.get(inner.lstrip("/").lower()):
        return "", f"write `{mark}words{mark}`"
    if _CONDITION.match(inner):
        return "", "write the words for this card, or a column for them: texts have no conditions"
    if _PLURAL.match(inner):
        return "", "write a text of several forms: `one: ...` and `other: ...` below its key"
    name = re.split(r"[:!|]", re.sub(r"^(?:card|row)\.", "", inner))[0]
    quoted = columns.get(plain_name(name), "")
    is_spaced = braces != f"{{{inner}}}"
    if not quoted and is_spaced and _is_placeholder(f"{{{inner}}}", columns, known):
        quoted = f"{{{inner}}}"
        is_name = inner.replace("-", "_").isidentifier()
        if is_name and known.all_facts and fact_named(inner) not in known.facts:
            return "", f"write `{{icon:{inner}}}` if it is an icon, or remove the braces"
    return quoted, "" if quoted else "complete it, or remove the brace"


def check_terms(review: Review) -> Iterator[Diagnostic]:
    """Report terms, or forms of terms, that the glossary lacks."""
    terms = review.glossary.terms
    for passage, inner, where in review.placeholders():
        named = term_and_form(inner)
        if named is None:
            continue
        term, form = named
        words = terms.get(term, {}).get(passage.language)
        if term not in terms and review.glossary.sound:
            message, cure = f"the glossary has no term `{term}`", suggestion(term, terms)
        elif words is not None and form != "name" and form not in words.forms:
            message = f"the term `{term}` has no form `{form}` in `{passage.language}`"
            cure = suggestion(form, words.forms)
        else:
            continue
        label, place = "expected a term of the glossary", passage.typed_place(*where)
        yield passage.fault(codes.TERM_NOT_IN_GLOSSARY, message, label, cure, place)


def check_counts(review: Review) -> Iterator[Diagnostic]:
    """Report a `{count.name}` that names no family, card or kind of component, nor the total."""
    cards = review.game.cards
    known = {"total", *review.game.pieces}
    known |= {card.id for card in cards} | {card.family for card in cards}
    for passage, inner, where in review.placeholders():
        fact = fact_named(inner)
        name = fact.removeprefix("count.")
        if name != fact and name not in known:
            yield passage.fault(
                codes.COUNTS_NO_CARDS,
                f"there are no cards `{name}` to count",
                "expected a family, a card, a kind such as `tokens`, or `total`",
                suggestion(name, known),
                passage.typed_place(*where),
            )


def used(forms: Collection[str]) -> frozenset[str]:
    """Return the facts, icons, terms, spans and formulas that the forms of a text use together.

    They are as typed, without the words in them.
    """
    texts = tuple(without_formulas(without_code(form)) for form in forms)
    found = (match for text in texts for match in PLACEHOLDER.finditer(text) if match[0][0] == "{")
    named = frozenset(f"{{{_thing_named(match[1])}}}" for match in found)
    formulas = (formula for form in forms for formula in formulas_in(without_code(form)))
    return named.union(formulas, (_span(name) for text in texts for name in spans_in(text)))


def _span(name: str) -> str:
    """Return how a span is written, without its words."""
    return f"[…]{{{name}}}"


def _thing_named(inner: str) -> str:
    """Return what a placeholder names, without the form."""
    if inner.startswith("icon:"):
        return " x".join(filter(None, icon_and_count(inner)))
    return inner.partition(".")[0] if term_and_form(inner) else fact_named(inner) or inner


def _facts(text: Text) -> Counter[str]:
    """Return how often the general form quotes each number of the game."""
    words = without_formulas(without_code(text.plain))
    inner = (match[1] for match in PLACEHOLDER.finditer(words))
    return Counter(f"{{{fact}}}" for fact in map(fact_named, inner) if _FACT.fullmatch(fact))


def _differs(text: Text, model: Text, missing: frozenset[str], extra: frozenset[str]) -> Diagnostic:
    lost, added = listed(sorted(missing)), listed(sorted(extra))
    fault = f"lacks {lost} and has {added}, which the original does not have"
    cures = []
    if missing:
        cures.append(f"use {lost} as the original does")
    else:
        fault = f"has {added}, which the original does not have"
    if extra:
        cures.append(f"remove {added}, or add it to every language")
    else:
        fault = f"lacks {lost}"
    label = "expected the placeholders of the original"
    return _difference(text, model, fault, label, "; ".join(cures))


def _difference(text: Text, model: Text, fault: str, label: str, cure: str) -> Diagnostic:
    return Diagnostic(
        codes.PLACEHOLDERS_DIFFER,
        f"`{text.key}` {fault}",
        text.span,
        label,
        cure,
        (("the original is here", model.span),),
        subject=text.subject,
    )


_MARK = re.compile(r"\\.|(?P<mark>\*\*?|\^\^)", re.DOTALL)
_BRACKETS = dict(zip("([（「『《〈【〔", ")]）」』》〉】〕", strict=True))
_ROUND = ("(", "（")


def check_emphasis(review: Review) -> Iterator[Diagnostic]:
    """Report emphasis that is opened but not closed, and spans that are closed but not opened."""
    for passage in review.everything:
        marks = Counter(match["mark"] for match in _MARK.finditer(passage.text) if match["mark"])
        for mark in (mark for mark, number in marks.items() if number % 2):
            literal = "".join(f"\\{character}" for character in mark)
            yield passage.fault(
                codes.UNBALANCED,
                f"`{mark}` is opened but not closed",
                f"expected a second `{mark}`",
                f"close it, or write `{literal}` for the character itself",
            )
        for name in unopened_in(passage.text):
            yield passage.fault(codes.UNBALANCED, *unopened(name))


_LIST_MARK = re.compile(r"(?<!\S)(?:\w{1,2}\)|[:;]-?[()])")
"""List markers such as `a)`, and smileys: brackets that need no partner."""


def check_brackets(review: Review) -> Iterator[Diagnostic]:
    """Report unpaired brackets, and brackets of the original that a translation lost."""
    for passage in review.passages:
        for opening, closing in _BRACKETS.items():
            whole, kept = passage.reading, _LIST_MARK.sub("", passage.reading)
            if all(one.count(opening) != one.count(closing) for one in (whole, kept)):
                yield passage.fault(
                    codes.BRACKET_MISSING,
                    f"an unpaired bracket in `{passage.key}`",
                    f"expected as many `{opening}` as `{closing}`",
                    "add the missing bracket",
                )
    for passage, original in review.translated():
        here, there = (sum(map(one.reading.count, _ROUND)) for one in (passage, original))
        if here < there and _is_whole(passage) and _is_whole(original):
            yield passage.fault(
                codes.BRACKET_MISSING,
                f"`{passage.key}` lacks what the original has in brackets",
                "expected the words in brackets too",
                "say what the original says in brackets",
                notes=original.as_original,
            )


def _is_whole(passage: Passage) -> bool:
    return passage.reading.count("(") == passage.reading.count(")")
