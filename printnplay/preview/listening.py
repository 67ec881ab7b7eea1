"""Servers of pages: a socket to listen on, the server of an app, and how both run and end."""

import os
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from logging import getLogger
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING

from printnplay.edition.choosing import NOWHERE
from printnplay.files.writing import STOPPING
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span

if TYPE_CHECKING:
    import asyncio

    import uvicorn
    from starlette.types import ASGIApp

LIBRARIES = ("starlette", "uvicorn", "watchfiles")
"""Packages that the extra `preview` installs."""

ADDRESS = "127.0.0.1"
"""The loopback address, reachable from this machine only."""

SECONDS = 0.4
"""Delay in seconds before the browser is opened: by then, the server is running. A guess: a browser
takes longer to start."""

PULSE = 0.4
"""Interval in seconds at which an event stream checks whether the server is stopping: shorter than
a person waits after Ctrl-C."""


def announce(port: int, secret: str, say: Callable[[str], None], *, browser: bool) -> None:
    """Say the address, and open the browser there as soon as the server runs."""
    address = f"http://{ADDRESS}:{port}/{secret}/"
    say(address)
    if browser:
        opening = Timer(SECONDS, webbrowser.open, [address])
        opening.daemon = True
        opening.start()


def run(server: "uvicorn.Server", listener: socket.socket) -> None:
    """Run a server until it is stopped; the listening socket stays open."""
    # What the end of the server cancels, such as its own start, is no error.
    getLogger("uvicorn.error").addFilter(lambda _: not server.should_exit)
    with _ended_by_signals(server):
        server.run(sockets=[listener.dup()])


@contextmanager
def _ended_by_signals(server: "uvicorn.Server") -> Iterator[None]:
    """Let a server end in order, whenever a signal arrives; handle the signal afterwards.

    The server itself handles Ctrl-C and SIGTERM, but not before it has started.
    """
    received: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        received.append(number)
        server.handle_exit(number, frame)

    before = {number: signal.getsignal(number) for number in STOPPING}
    before = {number: now for number, now in before.items() if callable(now)}
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if received:
            signal.raise_signal(received[0])


def server_for(
    app: "ASGIApp", most: int | None = None, protocol: "type[asyncio.Protocol] | None" = None
) -> "uvicorn.Server":
    """Return a server of an app.

    It refuses connections beyond `most` at a time; `protocol` is the class of its connections.
    """
    import uvicorn

    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            ws="none",
            http=protocol or "auto",
            limit_concurrency=most,
        )
    )


def check_libraries(names: Sequence[str]) -> None:
    """Check that the extra is installed.

    Raises:
        FaultsError: it is not installed.
    """
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        fault = Diagnostic(
            codes.PREVIEW_NOT_INSTALLED,
            f"the preview needs the package `{missing[0]}`",
            Span(""),
            "expected the extra `preview`",
            "run `pip install 'printnplay[preview]'`",
        )
        raise FaultsError([fault])


def listening(port: int, address: str = ADDRESS) -> socket.socket:
    """Return a listening socket, where connections wait until the server is ready.

    Raises:
        FaultsError: another program uses the port, or the machine has no such address.
    """
    # Only with the protocol named does asyncio send each part of an answer at once (TCP_NODELAY):
    # without, the second part waits 40 ms for the other side to acknowledge the first.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        # Reuse a port whose last connections have just closed; on other systems, this option would
        # take the port away from another program.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        fault = Diagnostic(
            codes.PORT_TAKEN,
            f"the preview cannot use the port {port}: {reason}",
            NOWHERE,
            "expected a port that no other program uses",
            "leave --port out to use any free port",
        )
        raise FaultsError([fault]) from error
    return listener
