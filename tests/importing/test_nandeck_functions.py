"""Functions of labels of nanDECK: those that are worked out, and all others are listed."""

from pathlib import Path

import pytest

from printnplay.importing.bringing import read_project
from printnplay.importing.nandeck_functions import EACH, WHOLE
from printnplay.importing.nandeck_tables import Tables
from printnplay.importing.source import Source

CASES = [
    case.split("\n=> ")
    for case in (Path(__file__).parent / "nandeck_functions.txt").read_text("utf-8").split("\n\n")
]

OTHERS = [
    "COOFRAME", "COOFRAMES", "COOICON", "DIRFILES", "ENVIRONMENT", "GRADIENTSEQ", "IMAGECREATE",
    "INFO", "INFOFILE", "MEASURE", "PDFMERGE", "PDFMODULE", "PDFPAGES", "SAVELABEL", "TAGFRAME",
    "NOSUCHTHING",
]  # fmt: skip
"""The other functions of its manual, and one that no version has."""


@pytest.mark.parametrize(("call", "made"), CASES, ids=[call for call, _ in CASES])
def test_a_function_is_worked_out(call: str, made: str, tmp_path: Path) -> None:
    tables = Tables(Source(tmp_path), tmp_path / "deck.nde")
    assert tables.sequence(call, {}, 1) == made.removesuffix("\n").split("|")


def test_each_function_has_a_case() -> None:
    assert {*EACH, *WHOLE} - {call.partition("(")[0] for call, _ in CASES} == {
        "AUTOLABEL", "CONCAT1", "EVAL", "TOKENIZESEQ", "TRIM",
    }  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    "use", ["{call}", "[made]", "{{{call}+1}}", "{{[made]+1}}", "JOINIF(,1,>,0,{call},-)"]
)
def test_another_function_is_listed(name: str, use: str, tmp_path: Path) -> None:
    call = f'{name}("crab", 2)'
    text = use.format(call=call)
    (tmp_path / "deck.nde").write_text(f"[made]={call}\nTEXT=1,{text},0,0,3,3\n", "utf-8")
    source = Source(tmp_path / "deck.nde")
    read_project("nandeck", source)
    assert any(name in one.what for one in source.losses), source.losses
