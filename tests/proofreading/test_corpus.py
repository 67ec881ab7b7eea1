"""Every mistake of the corpus is found, by its code and at its text; clean texts give no alarm."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from printnplay import proofreading
from printnplay.kernel import codes
from printnplay.kernel.codes import Stage
from printnplay.kernel.diagnostics import Diagnostic, Problems
from printnplay.loading.glossary import load_glossary
from printnplay.loading.texts import load_texts
from printnplay.proofreading import (
    CHECKS,
    PROOFREADING,
    completeness,
    consistency,
    emphasis,
    glossary,
    language_model,
    languagetool,
    meaning,
    never,
    numbers,
    order,
    parity,
    readers,
    spelling,
    statements,
    ties,
    typography,
)
from printnplay.proofreading.alignment import findings
from printnplay.proofreading.alignment import order as order_of_alignment

from .corpus import KINDS, batches, corpus
from .planting import UNNAME, Defect, Finding, check_planted, plant
from .published import published
from .sites import LANGUAGES, clean_games

BATCHES = 10
"""How many batches the corpus makes; it is not made before it is needed, which takes a while."""

PUBLISHED = "published: "

BY_HAND_CHECKS = {
    findings.check_left_out,
    order_of_alignment.check_sentences,
    order_of_alignment.check_steps,
    consistency.check_neighbours,
    consistency.check_wording,
    completeness.check_stale_terms,
    emphasis.check_emphasised,
    emphasis.check_quoted_titles,
    glossary.check_alike,
    glossary.check_forms,
    glossary.check_inflection,
    glossary.check_pasted_names,
    glossary.check_untranslated,
    never.check_never,
    languagetool.check_by_server,
    language_model.check_by_model,
    meaning.check_meaning,
    numbers.check_numbers_kept,
    order.check_order_of_numbers,
    order.check_order_of_terms,
    parity.check_plural_forms,
    readers.check_readers,
    spelling.check_dictionary,
    statements.check_statements,
    ties.check_ties,
    typography.check_capitals,
    typography.check_needless_capitals,
}
"""Checks whose mistakes are among those by hand, or in tests of their own."""

OF_RULES = {f"PNP{number}" for number in range(662, 667)}
"""Codes of texts that contradict the rules, in `test_statements.py`."""

BY_HAND_CODES = {f"PNP{number}" for number in (300, 332, 346, 348, *range(374, 383), 386, 387, 388)}


@pytest.mark.at_leisure
def test_the_clean_texts_give_no_alarm(tmp_path: Path) -> None:
    plant((), tmp_path)
    found = check_planted(tmp_path, clean_games(), ())
    assert [_shown(one.fault) for several in found.values() for one in several] == []


@pytest.mark.sampled(10)
@pytest.mark.parametrize("number", range(BATCHES))
def test_every_defect_is_found_and_nothing_else(number: int, tmp_path: Path) -> None:
    defects = batches(corpus())[number]
    games = {defect.game for defect in defects}
    spoilt = {name: clean for name, clean in clean_games().items() if name in games}
    plant(defects, tmp_path)
    lines = _lines(defects, tmp_path)
    unseen = list(defects)
    alarms = []
    for game, found in check_planted(tmp_path, spoilt, defects).items():
        here = [defect for defect in defects if defect.game == game]
        for one in found:
            about = [defect for defect in here if _is_about(one.fault, defect, lines)]
            unseen = [left for left in unseen if left not in about or not _is_due(one, left)]
            alarms += [] if about else [_shown(one.fault)]
    left = "\n".join(map(str, unseen))
    assert not unseen, left
    assert alarms == []


def test_the_corpus_has_the_size_and_breadth_that_it_should_have() -> None:
    defects = corpus()
    assert len(batches(defects)) == BATCHES
    assert len(defects) >= 200
    assert len({one.kind for one in defects}) >= 12
    assert {one.language for one in defects} == set(LANGUAGES)
    assert {one.kind for one in defects} >= {one.name for one in KINDS}
    assert len(published()) >= 20
    for kind in KINDS:
        assert {one.language for one in defects if one.kind == kind.name}


PAGE = Path(__file__).parents[2] / "docs/checks.md"
_KINDS = re.compile(
    r"(?<=\| mistake \| check \| code \| planted \|\n\|---\|---\|---\|---\|\n).*?(?=\n\n)", re.S
)
_STORIES = re.compile(
    r"(?<=\| what happened \| codes \| planted \|\n\|---\|---\|---\|\n).*?(?=\n\n)", re.S
)


def test_the_page_of_checks_lists_the_corpus(request: pytest.FixtureRequest) -> None:
    """`--update` writes its tables."""
    classes = Counter(one.kind for one in corpus() if PUBLISHED not in one.kind)
    stories = Counter(one.kind.removeprefix(PUBLISHED) for one in published())
    assert sum(stories.values()) + sum(classes.values()) == len(corpus())
    kinds = [
        f"| {one.name} | `{one.check.__name__}` | {one.code} | {classes[one.name]} |"
        for one in KINDS
    ]
    told = [
        f"| {story} | {', '.join(sorted(_codes_of(story)))} | {number} |"
        for story, number in stories.items()
    ]
    page = PAGE.read_text("utf-8")
    wanted = _STORIES.sub("\n".join(told), _KINDS.sub("\n".join(kinds), page))
    total = f"In all {len(corpus())} mistakes of {len({one.kind for one in corpus()})} kinds."
    wanted = re.sub(r"In all \d+ mistakes of \d+ kinds\.", total, wanted)
    if request.config.getoption("--update"):
        PAGE.write_text(wanted, "utf-8")
    assert kinds[0] in wanted
    assert told[0] in wanted
    assert PAGE.read_text("utf-8") == wanted


def _codes_of(story: str) -> set[str]:
    return {one.code for one in published() if one.kind == PUBLISHED + story}


def test_every_check_has_a_planted_mistake() -> None:
    assert {kind.check for kind in KINDS} | BY_HAND_CHECKS == set(CHECKS + PROOFREADING)
    assert len(CHECKS) == len({check.__name__ for check in CHECKS})


def test_every_code_of_the_checks_is_planted() -> None:
    folder = Path(proofreading.__file__).parent
    sources = [path.read_text("utf-8") for path in folder.rglob("*.py")]
    names = {name for source in sources for name in re.findall(r"\bcodes\.([A-Z_]+)", source)}
    reported = {getattr(codes, name) for name in names}
    planted = {kind.code for kind in KINDS} | {"PNP318"} | BY_HAND_CODES | OF_RULES
    assert {code.id for code in reported} == planted
    assert {code.stage for code in reported if code.id not in OF_RULES} == {Stage.TEXTS}
    case = Path(__file__).parents[1] / "cli/cases/text-printed-nowhere.yaml"
    assert "PNP318" in case.read_text("utf-8")


def _is_due(one: Finding, defect: Defect) -> bool:
    """Whether a finding is by the code and the check that a defect must be found by."""
    return one.fault.code.id == defect.code and defect.check in (one.check, None)


def _is_about(one: Diagnostic, defect: Defect, lines: Mapping[tuple[str, str], int]) -> bool:
    """Whether a finding is about the text that a defect was put into."""
    if defect.how == UNNAME and f"`{defect.key}`" in one.message:
        return True  # a text that has another name of the term
    if not one.span.file.endswith(defect.file):
        return _compares(one, defect)
    line = lines.get((defect.file, defect.found_at))
    return one.span.line == line or f"`{defect.found_at}`" in one.message


def _compares(one: Diagnostic, defect: Defect) -> bool:
    """Whether a translation is found to differ from an original that a defect was put into."""
    return defect.language == "en" and f"`{defect.key}`" in one.message


def _lines(defects: Iterable[Defect], project: Path) -> Mapping[tuple[str, str], int]:
    """Where the texts of the spoilt files stand."""
    found = {}
    for one in (one for one in defects if one.how == UNNAME):
        glossary = load_glossary(project / one.file, one.file, Problems())
        found[one.file, one.key] = glossary.terms[one.key][one.language].span.line
    for file, language in {(one.file, one.language) for one in defects if one.how != UNNAME}:
        texts = load_texts(language, [(project / file, file)], Problems())
        for key, text in texts.entries.items():
            found[file, key] = text.places["other"].line
    return found


def _shown(one: Diagnostic) -> str:
    file = "/".join(Path(one.span.file).parts[-2:])
    return f"{one.code.id} {file}:{one.span.line} {one.message}"
