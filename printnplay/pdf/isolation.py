"""Bounds for drawing that may never end or may fill the memory: a process of its own."""

from collections.abc import Callable

from msgspec import Struct

from printnplay.pdf.compiling import CompileError
from printnplay.processes.apart import OverLimitError
from printnplay.processes.apart import apart as _apart

__all__ = ["Limits", "OverLimitError", "apart"]


class Limits(Struct, frozen=True):
    """The seconds of processor time that many pictures and one may take, and the bytes."""

    seconds: float = 30
    seconds_alone: float = 10
    memory: int = 2 << 30


def apart(seconds: float, memory: int, work: Callable[..., bytes], *values: object) -> bytes:
    """Draw in a process of its own, as `processes.apart` says.

    Raises:
        CompileError: the work did.
        OverLimitError: it took too long or too much memory.
    """
    return _apart(seconds, memory, CompileError, work, *values)
