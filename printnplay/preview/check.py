"""The whole check of a game, in a process of its own, while the page goes on."""

import os

from printnplay.model.diagnostics import Diagnostic, FaultsError
from printnplay.pipeline.check import check
from printnplay.pipeline.request import CheckRequest, Progress
from printnplay.pipeline.workers import in_processes


def faults_of(request: CheckRequest) -> list[Diagnostic]:
    """Everything that `check` finds; why it cannot, if it cannot."""
    try:
        (found,) = in_processes(_checked, [request], 1)
    except FaultsError as error:
        return error.found
    return found


def _checked(request: CheckRequest) -> list[Diagnostic]:
    if hasattr(os, "nice"):
        os.nice(10)  # what is looked at now comes first
    return list(check(request, Progress()).problems)
