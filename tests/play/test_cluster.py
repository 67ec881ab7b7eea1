"""A study on a real cluster: a scheduler and two workers on this machine."""

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from clusters import Cluster
from distributed import KilledWorker
from rules.games import source

from printnplay.kernel.codes import CODES
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.play.many_games import _tally, run, spread
from printnplay.play.study import Study, Tally
from printnplay.rules.loader import RulesFileError

STUDY = Study(source("tic-tac-match"), players=2, seed=3, games=200)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A running cluster."""
    found = Cluster(tmp_path)
    yield found
    found.close()


def _whole(parts: Iterator[Tally]) -> Tally:
    tally = Tally()
    for part in parts:
        tally.add(part)
    return tally


@pytest.mark.at_leisure
def test_a_cluster_counts_what_one_process_counts_even_if_a_worker_dies(cluster: Cluster) -> None:
    expected = _whole(run(1, STUDY))
    assert expected.games == STUDY.games
    assert _whole(spread(cluster.address, STUDY)) == expected
    parts = spread(cluster.address, STUDY)
    tally = next(parts)
    cluster.workers[0].kill()
    tally.add(_whole(parts))
    assert cluster.workers[0].wait() != 0
    assert tally == expected


class Lost:
    """A share that did not come back."""

    def __init__(self, error: Exception) -> None:
        """Keep why, as it comes from another machine."""
        self.error = pickle.loads(pickle.dumps(error))

    def result(self) -> Tally:
        """There is none."""
        raise self.error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            RulesFileError(Diagnostic(CODES["PNP623"], "it is not there", Span("rules.py"))),
            "cannot load the rules: it is not there",
        ),
        (KilledWorker("share", cast("Any", None), 3), "several workers died"),
    ],
    ids=["no file", "lost"],
)
def test_what_goes_wrong_on_other_machines_is_a_fault(error: Exception, told: str) -> None:
    with pytest.raises(FaultsError) as caught:
        _tally(Lost(error))
    assert [fault.code.id for fault in caught.value.found] == ["PNP642"]
    assert told in caught.value.found[0].message


@pytest.mark.at_leisure
def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printnplay.cluster.client.PATIENCE", 1)
    with pytest.raises(FaultsError) as caught:
        next(spread("tcp://127.0.0.1:9", STUDY))
    assert [fault.code.id for fault in caught.value.found] == ["PNP642"]
    assert "tcp://127.0.0.1:9" in caught.value.found[0].message


def test_without_the_extra_the_user_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(FaultsError) as caught:
        next(spread("tcp://127.0.0.1:9", STUDY))
    assert [fault.code.id for fault in caught.value.found] == ["PNP643"]
    assert "printnplay[cluster]" in caught.value.found[0].help
