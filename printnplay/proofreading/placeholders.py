"""Placeholders: well formed, known, and the same in every language.

Marks that come in pairs: emphasis and brackets.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems
from printnplay.model.game import Game
from printnplay.model.suggestions import listed, suggestion
from printnplay.model.texts import Text
from printnplay.proofreading.passages import PLACEHOLDER, Passage, term_and_form, within
from printnplay.proofreading.review import Review

_FACT = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_-]+)*")
_NAMED = re.compile(r"(?:term|icon|example):[a-z0-9_-]+(?:\.[a-z0-9_-]+)?")
_STRAY = re.compile(r"[{}]")


def check_same(review: Review, problems: Problems) -> None:
    """A translation uses the facts, icons and terms of its original; forms of terms may differ."""
    for texts in review.translations:
        for key, text in texts.entries.items():
            model = review.model.entries.get(key)
            if model is None:
                continue
            wanted, found = used(model.forms.values()), used(text.forms.values())
            if wanted != found:
                problems.add(_differs(text, model, wanted - found, found - wanted))
            for fact, times in (_facts(model) - _facts(text)).items() if wanted == found else ():
                problems.add(_rarer(text, model, fact, times))


def check_form(review: Review, problems: Problems) -> None:
    """A placeholder is written `{fact}`, `{term:name}`, `{term:name.form}` or `{icon:name}`."""
    for passage in review.passages:
        for match in PLACEHOLDER.finditer(passage.text):
            if not (_FACT.fullmatch(match[1]) or _NAMED.fullmatch(match[1])):
                _report_form(passage, match, problems)
        bare = PLACEHOLDER.sub(lambda match: " " * len(match[0]), passage.text)
        for match in _STRAY.finditer(bare):
            _report_form(passage, match, problems)


def check_terms(review: Review, problems: Problems) -> None:
    """A text names terms that the glossary has, in forms that it has in that language."""
    terms = review.glossary.terms
    for passage, match in _placeholders(review):
        named = term_and_form(match[1])
        if named is None:
            continue
        term, form = named
        forms = (
            terms[term][passage.language].forms if passage.language in terms.get(term, {}) else {}
        )
        if term not in terms and review.glossary.sound:
            text, cure = f"the glossary has no term `{term}`", suggestion(term, terms)
        elif forms and form != "name" and form not in forms:
            text = f"the term `{term}` has no form `{form}` in `{passage.language}`"
            cure = suggestion(form, forms)
        else:
            continue
        span = within(passage.span, passage.text, *match.span())
        problems.error(
            codes.TERM_NOT_IN_GLOSSARY, text, span, "expected a term of the glossary", cure
        )


def check_counts(review: Review, problems: Problems) -> None:
    """`{count.name}` names a family, a card or the total."""
    known = _countable(review.game)
    for passage, match in _placeholders(review):
        name = match[1].removeprefix("count.")
        if name != match[1] and name not in known:
            text = f"there are no cards `{name}` to count"
            span = within(passage.span, passage.text, *match.span())
            label = "expected a family, a card or `total`"
            problems.error(codes.COUNTS_NO_CARDS, text, span, label, suggestion(name, known))


def _placeholders(review: Review) -> Iterator[tuple[Passage, re.Match[str]]]:
    for passage in review.passages:
        for match in PLACEHOLDER.finditer(passage.text):
            yield passage, match


def _countable(game: Game) -> set[str]:
    return {"total"} | {card.id for card in game.cards} | {card.family for card in game.cards}


def used(forms: Iterable[str]) -> frozenset[str]:
    """The facts, icons and terms, in braces, that the forms of a text use between them."""
    return frozenset(
        f"{{{match[1].partition('.')[0] if term_and_form(match[1]) else match[1]}}}"
        for form in forms
        for match in PLACEHOLDER.finditer(form)
    )


def _facts(text: Text) -> Counter[str]:
    """How often the general form quotes each number of the game."""
    found = (match[1] for match in PLACEHOLDER.finditer(text.plain))
    return Counter(f"{{{one}}}" for one in found if _FACT.fullmatch(one))


def _rarer(text: Text, model: Text, fact: str, times: int) -> Diagnostic:
    return Diagnostic(
        codes.PLACEHOLDERS_DIFFER,
        f"`{text.key}` quotes `{fact}` less often than its original, by {times}",
        text.span,
        "expected each number of the original",
        f"say what the original says with `{fact}`",
        (("the original stands here", model.span),),
    )


def _differs(text: Text, model: Text, missing: frozenset[str], extra: frozenset[str]) -> Diagnostic:
    faults, cures = [], []
    if missing:
        faults.append(f"lacks {listed(sorted(missing))}")
        cures.append(f"say what {listed(sorted(missing))} says in the original")
    if extra:
        faults.append(f"has {listed(sorted(extra))}, which the original has not")
        cures.append(f"remove {listed(sorted(extra))}, or add it to every language")
    return Diagnostic(
        codes.PLACEHOLDERS_DIFFER,
        f"`{text.key}` {' and '.join(faults)}",
        text.span,
        "expected the placeholders of the original",
        "; ".join(cures),
        (("the original stands here", model.span),),
    )


def _report_form(passage: Passage, match: re.Match[str], problems: Problems) -> None:
    problems.error(
        codes.MALFORMED_PLACEHOLDER,
        f"`{match[0]}` is no placeholder",
        within(passage.span, passage.text, *match.span()),
        "expected `{fact}`, `{term:name}`, `{term:name.form}` or `{icon:name}`",
        "complete it, or remove the brace",
    )


_MARK = re.compile(r"\\.|(?P<mark>\*\*?|\^\^)", re.DOTALL)
_BRACKETS = {"(": ")", "[": "]"}


def check_emphasis(review: Review, problems: Problems) -> None:
    """Emphasis that is opened and not closed."""
    for passage in (*review.passages, *review.filled_in):
        for mark in _left_open(passage.text):
            literal = "".join(f"\\{character}" for character in mark)
            problems.error(
                codes.UNBALANCED,
                f"`{mark}` is opened but not closed",
                passage.span,
                f"expected a second `{mark}`",
                f"close it, or write `{literal}` for the character itself",
            )


def check_brackets(review: Review, problems: Problems) -> None:
    """Brackets that do not pair, or that the original has and a translation lost."""
    for passage in review.passages:
        for opening, closing in _BRACKETS.items():
            if passage.reading.count(opening) != passage.reading.count(closing):
                problems.error(
                    codes.BRACKET_MISSING,
                    f"a bracket alone in `{passage.key}`",
                    passage.span,
                    f"expected as many `{opening}` as `{closing}`",
                    "add the other of the two",
                )
        model = review.original(passage)
        if model is not None and _is_whole(passage) and _is_whole(model):
            _compare(passage, model, problems)


def _compare(passage: Passage, model: Passage, problems: Problems) -> None:
    here, there = passage.reading.count("("), model.reading.count("(")
    if here >= there:
        return
    problems.add(
        Diagnostic(
            codes.BRACKET_MISSING,
            f"`{passage.key}` lacks what the original has in brackets",
            passage.span,
            "expected the words in brackets too",
            "say what the original says in brackets",
            (("the original stands here", model.span),),
        )
    )


def _is_whole(passage: Passage) -> bool:
    return passage.reading.count("(") == passage.reading.count(")")


def _left_open(text: str) -> list[str]:
    count: dict[str, int] = {}
    for match in _MARK.finditer(text):
        if match["mark"]:
            count[match["mark"]] = count.get(match["mark"], 0) + 1
    return [mark for mark, number in count.items() if number % 2]
