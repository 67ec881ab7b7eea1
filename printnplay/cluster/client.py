"""The connection to the scheduler of a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10
"""Timeout in seconds for a scheduler to answer. A guess: one on the same network takes far less."""


@contextmanager
def connected(address: str) -> Iterator["Client"]:
    """Connect to a scheduler; at the end, cancel the tasks that have not started.

    Raises:
        FaultsError: the extra is not installed, or the scheduler does not answer.
    """
    try:
        from distributed import Client
    except ImportError as error:
        text = "the package `distributed` is not installed"
        cure = 'pip install "printnplay[cluster]"'
        raise cluster_fault(codes.CLUSTER_NOT_INSTALLED, text, cure) from error
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        text = f"no scheduler answers at `{address}`"
        cure = "start one with `dask scheduler`, and pass its address"
        raise cluster_fault(codes.NO_CLUSTER, text, cure) from error
    with client:
        yield client


def result_of(future: "Future") -> Any:  # noqa: ANN401 - what the task promises
    """Return the result of a task.

    Raises:
        FaultsError: the scheduler gave up after losing too many workers with the task.
        Exception: the task raised it.
    """
    from distributed import KilledWorker

    try:
        return future.result()
    except KilledWorker as error:
        text = "the cluster gave up: several workers died on the same task"
        cure = "check the logs of the workers; most often they ran out of memory"
        raise cluster_fault(codes.NO_CLUSTER, text, cure) from error


def cluster_fault(code: Code, message: str, cure: str) -> FaultsError:
    """Return the error for a cluster that cannot do its work."""
    label = "expected a Dask scheduler such as tcp://127.0.0.1:8786"
    return FaultsError([Diagnostic(code, message, Span(""), label, cure)])
