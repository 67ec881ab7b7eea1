"""Right sentences of rules and cards, in twenty languages, give no report.

`right/` has a file for each language, with a sentence on each line: names with numbers, prices,
dates, quotations, addresses, abbreviations and ordinals. `pairs.yaml` has translations with their
originals, which proofreading must not report either.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
import yaml

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading import findings
from printnplay.proofreading.review import Known, Review

from .sites import clean_games

PAIRS = yaml.safe_load(Path(__file__).with_name("pairs.yaml").read_text("utf-8"))
FILES = sorted(Path(__file__).with_name("right").glob("*.txt"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_right_sentences_give_no_report(file: Path) -> None:
    assert _reports({file.stem: file.read_text("utf-8").splitlines()}, proofread=False) == []


@pytest.mark.at_leisure
@pytest.mark.parametrize("language", sorted({one for pair in PAIRS for one in pair} - {"en"}))
def test_right_translations_give_no_report(language: str) -> None:
    pairs = [pair for pair in PAIRS if language in pair]
    said = {name: [pair[name] for pair in pairs] for name in ("en", language)}
    assert _reports(said, proofread=True) == []


def _reports(said: Mapping[str, Sequence[str]], *, proofread: bool) -> list[str]:
    """What the checks say about sentences by language."""
    texts = {}
    for language, sentences in said.items():
        entries = {}
        for number, sentence in enumerate(sentences, 1):
            key = f"rules.right.line-{number}"
            subject = Subject("match", language, key=key)
            entries[key] = Text(key, {"other": sentence}, Span("a.yaml", number), subject=subject)
        texts[language] = Texts(language, entries, "a.yaml")
    clean = clean_games()["match"]
    known = Known(clean.usages, clean.facts, proofread=proofread)
    found = findings(Review(clean.game, texts, Glossary({}, "g.yaml"), known))
    about = [fault for fault in found if fault.subject.key.startswith("rules.right.")]
    return [f"{fault.span.line}: {fault.code} {fault.message}" for fault in about]
