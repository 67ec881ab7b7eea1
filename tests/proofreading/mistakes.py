"""Mistakes of translators that were written by hand: planted, and looked for by the checks.

`PYTHONPATH=tests python -m proofreading.mistakes [open|aside] [plain] [LANG]...` counts them.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from printnplay.game.texts import Glossary, Texts
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.proofreading import findings
from printnplay.proofreading.passages import TERM
from printnplay.proofreading.review import Known, Review

from .sites import Clean, clean_games

FOLDER = Path(__file__).parent / "by_hand"
HARMLESS = "harmless"
PLAIN = "plain"
"""The word that leaves out what is checked with `--proofread` only."""

SOURCE, BESIDE = "en", ("fr", "de")
"""English is checked beside these, and each translation beside English."""

NOT_COUNTED: frozenset[Code] = frozenset({codes.STALE_TRANSLATION, codes.NEEDLESS_EXCEPTION})
"""They say that something changed, not that it is wrong."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A record: the text with `key` in a language of a game gets `after` for `before`."""

    id: str
    kind: str
    language: str
    game: str
    key: str
    before: str
    after: str
    in_glossary: bool

    @property
    def subject(self) -> str:
        """What only one mistake of a batch may be about."""
        return self.key.split(".")[0] if self.in_glossary else self.key

    def is_told_by(self, fault: Diagnostic) -> bool:
        """Whether a fault is about the text, or the term, of this mistake."""
        if self.in_glossary:
            return fault.subject.key.startswith(f"{TERM}{self.subject}.") or (
                self.after != "" and self.after in fault.message
            )
        return fault.subject.key == self.key or f"`{self.key}`" in fault.message


def mistakes(part: str, languages: Sequence[str] = ()) -> Iterator[Mistake]:
    """The mistakes of a part, in these languages or all."""
    for path in sorted((FOLDER / part).glob("*.yaml")):
        if languages and path.stem.split("-")[0] not in languages:
            continue
        records: list[dict[str, Any]] = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        for one in records:
            yield Mistake(
                one["id"],
                one["class"],
                one["language"],
                # The common texts are checked with any game.
                one["game"] if one["game"] != "common" else min(clean_games()),
                one["key"],
                one["before"],
                one["after"],
                "glossary" in one["file"],
            )


def batches(of: Sequence[Mistake]) -> Iterator[list[Mistake]]:
    """Mistakes in groups of one game and language, no two about the same thing."""
    groups: dict[tuple[str, str, bool], list[list[Mistake]]] = defaultdict(list)
    for mistake in of:
        several = groups[mistake.game, mistake.language, mistake.in_glossary]
        for batch in several:
            if all(other.subject != mistake.subject for other in batch):
                batch.append(mistake)
                break
        else:
            several.append([mistake])
    for several in groups.values():
        yield from several


def found(
    batch: Sequence[Mistake], *, proofread: bool = True
) -> Mapping[Mistake, list[Diagnostic]]:
    """What the checks say of each mistake that could be planted."""
    game, language = batch[0].game, batch[0].language
    review = _review(clean_games()[game], language, proofread=proofread)
    planted = {}
    for mistake in batch:
        spoilt = _in_glossary(review, mistake) if mistake.in_glossary else _in_text(review, mistake)
        if spoilt is not None:
            review, planted[mistake] = spoilt, mistake
    known = _of_clean(game, language, proofread=proofread)
    new = [fault for fault in findings(review) if _named(fault) not in known]
    return {
        mistake: [one for one in new if one.code not in NOT_COUNTED and mistake.is_told_by(one)]
        for mistake in planted
    }


@cache
def _of_clean(game: str, language: str, *, proofread: bool) -> frozenset[tuple[str, ...]]:
    review = _review(clean_games()[game], language, proofread=proofread)
    return frozenset(map(_named, findings(review)))


def _named(fault: Diagnostic) -> tuple[str, ...]:
    return fault.code.id, fault.subject.language, fault.subject.key, fault.message


def review_of(game: str, language: str) -> Review:
    """The clean texts of a game in a language, beside English."""
    return _review(clean_games()[game], language)


def _review(clean: Clean, language: str, *, proofread: bool = True) -> Review:
    languages = (SOURCE, *BESIDE) if language == SOURCE else (SOURCE, language)
    texts = {name: clean.texts[name] for name in languages}
    return Review(
        clean.game,
        texts,
        clean.glossary,
        Known(clean.usages, clean.facts, numbers=True, proofread=proofread),
    )


def _in_text(review: Review, mistake: Mistake) -> Review | None:
    texts: Texts = review.texts[mistake.language]
    text = texts.entries.get(mistake.key)
    if text is None or not any(mistake.before in form for form in text.forms.values()):
        return None
    forms = {name: form.replace(mistake.before, mistake.after) for name, form in text.forms.items()}
    entries = {**texts.entries, mistake.key: replace(text, forms=forms)}
    changed = {**review.texts, mistake.language: replace(texts, entries=entries)}
    return Review(review.game, changed, review.glossary, review.known)


def _in_glossary(review: Review, mistake: Mistake) -> Review | None:
    name, language, form = mistake.key.split(".", 2)
    glossary: Glossary = review.glossary
    term = glossary.terms.get(name, {}).get(language)
    if term is None or mistake.before not in term.forms.get(form, ""):
        return None
    forms = {**term.forms, form: term.forms[form].replace(mistake.before, mistake.after)}
    languages = {**glossary.terms[name], language: replace(term, forms=forms)}
    changed = replace(glossary, terms={**glossary.terms, name: languages})
    return Review(review.game, review.texts, changed, review.known)


def main(part: str = "open", *languages: str) -> None:
    """Print how many mistakes of each class and language are found."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    whole = list(mistakes(part, [one for one in languages if one != PLAIN]))
    for batch in batches(whole):
        for mistake, faults in found(batch, proofread=PLAIN not in languages).items():
            every = () if mistake.kind == HARMLESS else ("all", f"all {mistake.language}")
            for name in (mistake.kind, f"{mistake.kind} {mistake.language}", *every):
                counts[name][0] += 1
                counts[name][1] += bool(faults)
    for name, (number, hits) in sorted(counts.items()):
        print(f"{name:22} {hits:4} of {number:4}  {100 * hits // number} %")  # noqa: T201
    planted = sum(
        number for name, (number, _) in counts.items() if " " not in name and name != "all"
    )
    print(f"{len(whole) - planted} could not be planted")  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
