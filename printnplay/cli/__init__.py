"""The command line and its reports."""

from contextvars import ContextVar

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it: 128 and the number of the signal."""

IS_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)
"""Whether commands are to show faults only; set by `printnplay --quiet`."""


def main() -> None:
    """The entry point of the installed program, which ends quietly when it is stopped early."""
    try:
        from printnplay.cli.app import main as run

        run()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
