"""The progress bar; only a terminal and work of over a second load and see it."""

from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

from printnplay.pipeline.progress import Progress

if TYPE_CHECKING:
    import rich.progress

PATIENCE = 1.0
"""Seconds before a bar appears."""


class Bar(Progress):
    """Steps done of all steps, on standard error."""

    def __init__(self) -> None:
        """Start the clock; nothing is shown yet."""
        self._start = monotonic()
        self._steps = self._done = 0
        self._shown: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None

    def __enter__(self) -> Self:
        """Nothing to do: the bar appears when the work turns out long."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bar away."""
        if self._shown:
            self._shown.stop()

    def begin(self, steps: int) -> None:
        """Keep the number of steps."""
        self._steps = steps

    def step(self, what: str) -> None:
        """Move the bar; show it once the work has taken a second."""
        self._done += 1
        if not self._shown and monotonic() - self._start > PATIENCE:
            self._show()
        if self._shown and self._task is not None:
            self._shown.update(self._task, completed=self._done, description=what)

    def _show(self) -> None:
        import rich.progress
        from rich.console import Console

        self._shown = rich.progress.Progress(console=Console(stderr=True), transient=True)
        self._task = self._shown.add_task("", total=self._steps)
        self._shown.start()
