"""A study played on a Dask cluster, which has this tool installed on every machine."""

from collections.abc import Iterator
from typing import Any

from printnplay.engine.own_rules import RulesFileError
from printnplay.engine.registry import UnknownRulesError
from printnplay.engine.study import Study, Tally, play_share
from printnplay.model.diagnostics import Diagnostic, FaultsError, Span

PATIENCE = 10
"""Seconds in which a scheduler has to answer."""


def spread(address: str, study: Study) -> Iterator[Tally]:
    """The tallies of all shares, each as soon as it is there.

    What a lost worker had in hand or had not handed over is played again by the others; a share is
    always the same games, so nothing is lost and nothing counts twice. The scheduler gives up a
    share that more workers were lost with than its setting `allowed-failures` says.

    Raises:
        FaultsError: the extra is not installed, nobody answers, the rules are missing there, or a
            share was given up.
    """
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        text = "a cluster needs the package `distributed`"
        raise _fault("PNP643", text, 'pip install "printnplay[cluster]"') from error
    try:
        client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        text = f"no scheduler answers at `{address}`"
        raise _fault(
            "PNP642", text, "start one with `dask scheduler`, and name its address"
        ) from error
    with client:
        shares = study.shares()
        futures = client.map(play_share, [study] * len(shares), shares, pure=False)
        for future in as_completed(futures):  # type: ignore[no-untyped-call]
            yield _tally(future)


def _tally(future: Any) -> Tally:  # noqa: ANN401 - of a library without types
    """What a share came to.

    Raises:
        FaultsError: the rules are missing on the machine, or too many workers were lost.
    """
    from distributed import KilledWorker

    try:
        found: Tally = future.result()
    except RulesFileError as error:
        text = f"a machine of the cluster cannot load the rules: {error}"
        cure = "put the project in the same folder on every machine"
        raise _fault("PNP642", text, cure) from error
    except UnknownRulesError as error:
        text = f"a machine of the cluster has no rules module `{error.name}`"
        cure = "install the same version of printnplay on every machine"
        raise _fault("PNP642", text, cure) from error
    except KilledWorker as error:
        text = "the cluster gave up: worker after worker was lost with the same games"
        cure = "see in the logs of the workers what ends them; most often it is memory"
        raise _fault("PNP642", text, cure) from error
    return found


def _fault(code: str, message: str, cure: str) -> FaultsError:
    label = "expected a Dask scheduler such as tcp://127.0.0.1:8786"
    return FaultsError([Diagnostic(code, message, Span(""), label, cure)])
