"""A progress bar on stderr, for commands that take long."""

import sys
from shutil import get_terminal_size
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from printnplay.edition.request import Progress
from printnplay.kernel.visible import visible

if TYPE_CHECKING:
    import rich.progress

PATIENCE = 1.0
"""Delay in seconds before a progress bar appears: a wait of a second does not interrupt a user's
thought (Nielsen, Usability Engineering, 5.5), so shorter commands need none."""


class Bar(Progress):
    """A progress bar on stderr."""

    def __init__(self) -> None:
        """Start the clock; display nothing yet."""
        self._start = monotonic()
        self._steps = self._done = 0
        self._line = ""
        self._shown: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __enter__(self) -> Self:
        """Do nothing: the bar appears only if the work takes long."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the bar."""
        self._clear()
        if self._shown:
            self._shown.stop()

    def begin(self, steps: int) -> None:
        """Set the number of steps."""
        self._steps = steps

    def wait(self, name: str) -> None:
        """Print a temporary line, which the bar or the end of the work removes.

        It is printed immediately: a timer would need a thread, and a process with threads cannot
        fork.
        """
        if not self._shown:
            self._clear()
            self._line = f"{visible(name, lines=False)} ..."[: get_terminal_size().columns - 1]
            sys.stderr.write(self._line)
            sys.stderr.flush()

    def _clear(self) -> None:
        if self._line:
            sys.stderr.write(f"\r{' ' * len(self._line)}\r")
            sys.stderr.flush()
            self._line = ""

    def step(self, name: str) -> None:
        """Advance the bar; show it once the work has taken a second."""
        self._done += 1
        if not self._shown and monotonic() - self._start > PATIENCE:
            self._show()
        if self._shown and self._task is not None:
            self._shown.update(self._task, completed=self._done, description=visible(name))

    def _show(self) -> None:
        import rich.progress
        from rich.console import Console

        self._clear()
        self._shown = rich.progress.Progress(console=Console(stderr=True), transient=True)
        self._task = self._shown.add_task("", total=self._steps)
        self._shown.start()
