"""Bounds for rendering that may never end or may exhaust memory: a separate process."""

from collections.abc import Callable

from msgspec import Struct

from printnplay.pdf.compiling import CompileError
from printnplay.processes.apart import OverLimitError
from printnplay.processes.apart import apart as _apart

__all__ = ["Limits", "OverLimitError", "apart"]


class Limits(Struct, frozen=True):
    """The limits in seconds of processor time, for many pictures and for one, and in bytes."""

    seconds: float = 30
    seconds_alone: float = 10
    memory: int = 2 << 30


def apart(
    seconds: float,
    memory: int,
    work: Callable[..., bytes],
    *values: object,
    failure: type[Exception] = CompileError,
) -> bytes:
    """Run rendering in a separate process; see `processes.apart`.

    Raises:
        Exception: the `failure` that the work raised.
        OverLimitError: it took too long or too much memory.
    """
    return _apart(seconds, memory, failure, work, *values)
