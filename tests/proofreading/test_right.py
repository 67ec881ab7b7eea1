"""Right sentences of rules and cards, in twenty languages, give no report.

`right/` has a file for each language, with a sentence on each line: names with numbers, prices,
dates, quotations, addresses, abbreviations and ordinals.
"""

from pathlib import Path

import pytest

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Span, Subject
from printnplay.proofreading import findings
from printnplay.proofreading.review import Known, Review

from .sites import clean_games

FILES = sorted(Path(__file__).with_name("right").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_right_sentences_give_no_report(file: Path) -> None:
    entries = {}
    for number, said in enumerate(file.read_text("utf-8").splitlines(), 1):
        key = f"rules.right.line-{number}"
        subject = Subject("match", file.stem, key=key)
        entries[key] = Text(key, {"other": said}, Span(str(file), number), subject=subject)
    clean = clean_games()["match"]
    texts = {file.stem: Texts(file.stem, entries, str(file))}
    known = Known(clean.usages, clean.facts)
    found = findings(Review(clean.game, texts, Glossary({}, "g.yaml"), known))
    about = [fault for fault in found if fault.subject.key in entries]
    assert [f"{fault.span.line}: {fault.code} {fault.message}" for fault in about] == []
