"""Drawings, pictures and fonts of others are printed as their own files show them.

`SEED` chooses the files; `foreign.yaml` lists those that are known to differ.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from .corpus import Kind, missing_packages, sampled
from .foreign import Seen, seen_on_cards

pytestmark = [pytest.mark.at_leisure, pytest.mark.turns(4)]

SEED = int(os.environ.get("SEED", "1"))

SHARES: Mapping[Kind, int] = {"drawing": 90, "picture": 18, "font": 18}
"""Files of a kind: the three kits take a minute and a half of one core."""

KNOWN = yaml.safe_load(Path(__file__).with_name("foreign.yaml").read_text("utf-8"))


@pytest.mark.parametrize("kind", SHARES)
def test_what_others_made_is_printed_as_their_files_show_it(kind: Kind, tmp_path: Path) -> None:
    lacking = missing_packages()
    if lacking:
        told = f"NO CORPUS ({', '.join(lacking[:3])} ...): PYTHONPATH=tests python -m paper.corpus"
        assert not os.environ.get("CI"), told
        pytest.skip(told)
    files = sampled(kind, SHARES[kind], SEED)
    assert len(files) == SHARES[kind]
    seen = list(seen_on_cards(files, tmp_path))
    assert {one.file for one in seen} == {*files}
    wrong = [one for one in seen if not _is_right(one)]
    assert not wrong, (
        "\n".join(f"{one.file.name}: {one.difference}" for one in wrong) + f"\nSEED={SEED}"
    )


def _is_right(one: Seen) -> bool:
    """What the program refuses it tells; what is near is so in other viewers than pdfium."""
    known = one.file.name in (KNOWN or {})
    return known == (one.outcome == "different")
