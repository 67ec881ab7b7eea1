"""Right texts in twelve languages of eight scripts, compared with English, give no report.

`scripts.yaml` has their repeated words, quotation marks, end marks and runs of Latin letters.
"""

from pathlib import Path

import pytest
import yaml

from printnplay.game.texts import Glossary, Term, Text, Texts
from printnplay.kernel.diagnostics import Problems, Span, Subject
from printnplay.kernel.languages import Usage
from printnplay.loading.usages import load_usage
from printnplay.proofreading import findings
from printnplay.proofreading.review import Known, Review
from printnplay.translation.add import language_file

from .sites import clean_games

FILE = Path(__file__).with_name("scripts.yaml")
TEXTS = yaml.safe_load(FILE.read_text("utf-8"))

NAMES = {*TEXTS, "term:storm.name", "term:storm.cards"}
LANGUAGES = sorted({language for texts in TEXTS.values() for language in texts} - {"en"})


def _texts(language: str) -> Texts:
    entries = {
        key: Text(
            key,
            {"other": said[language]},
            Span(str(FILE), 1),
            subject=Subject("match", language, key=key),
        )
        for key, said in TEXTS.items()
    }
    return Texts(language, entries, str(FILE))


def _usage(language: str, folder: Path) -> Usage:
    """What `l10n add` writes about a language."""
    file = folder / "language.yaml"
    file.write_text(language_file(language), "utf-8")
    problems = Problems()
    usage = load_usage(language, [(file, "language.yaml")], problems)
    assert not problems.found
    return usage


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_right_texts_give_no_report(language: str, tmp_path: Path) -> None:
    assert _reports(language, tmp_path, proofread=False) == []


@pytest.mark.at_leisure
@pytest.mark.parametrize("language", LANGUAGES)
def test_proofreading_right_texts_gives_no_report(language: str, tmp_path: Path) -> None:
    assert _reports(language, tmp_path, proofread=True) == []


def _reports(language: str, tmp_path: Path, *, proofread: bool) -> list[str]:
    clean = clean_games()["match"]
    usages = {**clean.usages, language: _usage(language, tmp_path)}
    both = {"en": _texts("en"), language: _texts(language)}
    storms = {"en": "Storm", "he": "סערה", "ar": "عاصفة", "ja": "嵐", "ko": "폭풍", "hi": "तूफ़ान"}
    storms |= {"bn": "ঝড়", "th": "พายุ", "el": "Καταιγίδα", "tr": "Fırtına", "vi": "Bão"}
    storms |= {"uk": "Шторм", "fi": "Myrsky"}
    terms = {one: Term("storm", {"name": storms[one]}, (), Span("g.yaml", 1)) for one in both}
    terms["ar"] = Term("storm", {"name": "عاصفة", "cards": "عواصف"}, (), Span("g.yaml", 1))
    known = Known(usages, {**clean.facts, "count.total": 6}, numbers=True, proofread=proofread)
    review = Review(clean.game, both, Glossary({"storm": terms}, "g.yaml"), known)
    of_texts = [
        one
        for one in findings(review)
        if one.subject.key in NAMES and one.subject.language == language
    ]
    return [f"{one.subject.key} {one.code} {one.message}: {one.label}" for one in of_texts]
