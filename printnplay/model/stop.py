"""The stop of a command by a signal, with everything cleared up."""

import signal


class StopError(SystemExit):
    """The command has to end: it was told to from outside, or it takes more than it may."""


def end_on_signal() -> None:
    """Let SIGTERM end the command as Ctrl-C does: files and processes are cleared up."""

    def stop(number: int, _: object) -> None:
        raise StopError(128 + number)

    signal.signal(signal.SIGTERM, stop)
