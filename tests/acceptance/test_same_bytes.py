"""The same data gives the same bytes, wherever and however it is built."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from .builds import FILES, PAPERS, ROOT, File
from .program import built_below, differing, run_build
from .shelf import Shelf

SURROUNDINGS: Mapping[str, Mapping[str, str]] = {
    "usual": {},
    "tokyo": {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    "bare": {
        "TZ": "America/New_York",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONHASHSEED": "77",
    },
}


def usual(shelf: Shelf, languages: tuple[str, ...], papers: tuple[str, ...]) -> dict[File, bytes]:
    """The files that a build without options makes."""
    chosen = [file for file in FILES if (file.backs, file.flip) == ("long", "short")]
    return {
        one: shelf.data(one)
        for one in chosen
        if one.language in languages and (one.paper in papers or one.kind == "rulebook")
    }


@pytest.mark.at_leisure
def test_a_copy_of_the_data_elsewhere_built_at_once_gives_the_same_bytes(
    shelf: Shelf, tmp_path: Path
) -> None:
    copy = tmp_path / "Spiele – 3"
    for name in ("designs", "locales", "templates"):
        shutil.copytree(ROOT / name, copy / name)
    options = ("-l", "de", "-l", "it", "--jobs", "2", "--trust-rules")
    # With nothing kept the first edition plays the examples, and the second takes what was kept.
    nothing_kept = {"PRINTNPLAY_CACHE": str(tmp_path / "cache")}
    run_build(copy, {**SURROUNDINGS["tokyo"], **nothing_kept}, *options)
    assert differing(built_below(copy), usual(shelf, ("de", "it"), PAPERS)) == []


@pytest.mark.at_leisure
@pytest.mark.parametrize(
    ("language", "papers", "surroundings"),
    [
        ("es", ("letter", "a4"), "bare"),
        ("fr", ("a4",), "usual"),
    ],
)
def test_one_language_alone_in_other_surroundings_gives_the_same_bytes(
    language: str, papers: tuple[str, ...], surroundings: str, shelf: Shelf, tmp_path: Path
) -> None:
    run_build(tmp_path, SURROUNDINGS[surroundings], "-l", language, papers=papers)
    assert differing(built_below(tmp_path), usual(shelf, (language,), papers)) == []
