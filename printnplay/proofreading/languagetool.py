"""Report faults found by a LanguageTool server, in addition to the checks here.

The server (https://languagetool.org) is an optional separate program. It receives the texts as
read, in batches; its findings about names and punctuation are dropped, since other checks are more
precise there.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.suggestions import listed
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage, fact_named
from printnplay.proofreading.review import Review
from printnplay.proofreading.servers import NoAnswerError, line, posted
from printnplay.proofreading.spelling import right_words

MOST_CHARACTERS = 15_000
"""The maximum number of characters in a request; servers accept 20,000 unless configured
otherwise.
"""

SECONDS = 30.0
"""The timeout of a request, in seconds: a server that has just started loads its rules first. A
guess.
"""

FORM = "application/x-www-form-urlencoded"

MOST_SHOWN = 3
"""The maximum number of replacements that a report names: as many as for a misspelt word
(`MOST_SUGGESTED` in `spelling.py`).
"""

BETWEEN = "\n\n"
"""The separator of two texts, which LanguageTool takes for two paragraphs."""

UNASKED = {"style", "register", "typographical", "whitespace", "locale-violation", "formatting"}
"""Issue types that are matters of taste, or that other checks cover with this game's rules."""

_REGIONS = {"en": "en-GB", "de": "de-DE", "pt": "pt-PT"}
"""The default region for languages that LanguageTool can only spell-check with one."""

_RULE = re.compile(r"[A-Z0-9_]{1,80}")
_MISSPELT = "misspelling"


def check_by_server(review: Review) -> Iterator[Diagnostic]:
    """Report findings of LanguageTool, and a server that does not answer."""
    server = review.known.languagetool
    if not server:
        return
    for language, passages in review.by_language.items():
        names = right_words(review, language)
        for batch in _batches(passages):
            text = BETWEEN.join(_sent(passage, review) for passage in batch)
            mother_tongue = review.reference if language != review.reference else ""
            try:
                matches = _matches(server, language, mother_tongue, text)
            except NoAnswerError as error:
                yield Diagnostic(
                    codes.NO_LANGUAGETOOL,
                    f"LanguageTool at {server} does not check `{language}`: {error}",
                    Span(batch[0].span.file),
                    "its findings in this language are missing",
                    "check that it runs and supports the language; all other checks ran",
                    severity=Severity.WARNING,
                )
                if error.lasting:
                    return
                break
            yield from _faults(batch, text, matches, names)


def _batches(passages: Sequence[Passage]) -> Iterator[list[Passage]]:
    """Yield batches of passages; the common texts separately, since other games share them."""
    for _, several in groupby(passages, key=lambda passage: passage.subject.game):
        batch: list[Passage] = []
        size = 0
        for passage in several:
            length = len(passage.reading) + len(BETWEEN)
            if batch and size + length > MOST_CHARACTERS:
                yield batch
                batch, size = [], 0
            batch.append(passage)
            size += length
        if batch:
            yield batch


def _sent(passage: Passage, review: Review) -> str:
    """Return a passage as sent, with the same length: digits replace numbers filled in later."""
    return "".join(
        _digit(passage, place, review) if character == UNSEEN else character
        for place, character in enumerate(passage.reading)
    )


def _digit(passage: Passage, place: int, review: Review) -> str:
    start, end = passage.origins[place]
    match = PLACEHOLDER.fullmatch(passage.text[start:end])
    name = fact_named(match[1]) if match else ""
    if not name:
        return UNSEEN
    return "1" if review.known.facts.get(name) == 1 else "5"


def _faults(
    batch: Sequence[Passage], text: str, matches: Sequence[Mapping[str, Any]], names: frozenset[str]
) -> Iterator[Diagnostic]:
    starts = [0]
    for passage in batch:
        starts.append(starts[-1] + len(passage.reading) + len(BETWEEN))
    for match in matches:
        begin, end = (
            _place(text, units) for units in (match["offset"], match["offset"] + match["length"])
        )
        index = max(number for number, start in enumerate(starts[:-1]) if start <= begin)
        passage, start, end = batch[index], begin - starts[index], end - starts[index]
        said = passage.reading[start:end]
        # A finding that extends into another text, or covers only a picture or a term, is dropped.
        if not 0 <= start < end <= len(passage.reading) or passage.is_filled_in(start, end):
            continue
        rule = match["rule"]
        if UNSEEN in text[begin : begin + len(said)] or rule["issueType"] in UNASKED:
            continue
        if rule["issueType"] == _MISSPELT and said in names:
            continue
        instead = [one["value"] for one in match["replacements"][:MOST_SHOWN]]
        yield passage.fault(
            codes.FOUND_BY_LANGUAGETOOL,
            f"LanguageTool says of `{said}` in `{passage.key}`: {match['message']}",
            f"perhaps {listed(instead)}" if instead else "expected different words",
            f"correct it; its rule is {rule['id']}",
            passage.place(start, end),
            detail=rule["id"] if _RULE.fullmatch(rule["id"]) else "other",
        )


def _place(text: str, units: int) -> int:
    """Return the character index of an offset in UTF-16 units, which LanguageTool counts in."""
    if max(text, default="") <= "\uffff":
        return units
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


@lru_cache(maxsize=64)
def _matches(
    server: str, language: str, mother_tongue: str, text: str
) -> tuple[Mapping[str, Any], ...]:
    """Return the matches that the server reports for a text.

    Raises:
        NoAnswerError: the server is unreachable, takes too long, or answers in another format.
    """
    asked = {"language": _REGIONS.get(language, language), "text": text}
    if mother_tongue:
        asked["motherTongue"] = _REGIONS.get(mother_tongue, mother_tongue)
    try:
        answer = json.loads(posted(f"{server}/v2/check", urlencode(asked).encode(), SECONDS, FORM))
        return tuple(_match(one) for one in answer["matches"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NoAnswerError("its answer is not from LanguageTool", lasting=True) from None


def _match(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a match, validated.

    Raises:
        KeyError, TypeError, ValueError: the server sent another format.
    """
    rule, instead = raw["rule"], raw.get("replacements", [])
    offset, length = int(raw["offset"]), int(raw["length"])
    if offset < 0 or length < 0:
        raise ValueError
    return {
        "offset": offset,
        "length": length,
        "message": line(raw["message"]),
        "replacements": [{"value": line(one["value"])} for one in instead],
        "rule": {"id": line(rule["id"]), "issueType": str(rule.get("issueType", ""))},
    }
