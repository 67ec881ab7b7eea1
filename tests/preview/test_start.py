"""Why a preview cannot begin."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import sleep
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from printnplay.kernel.diagnostics import FaultsError
from printnplay.preview import start
from printnplay.preview.start import PreviewRequest, serve


def test_without_the_extra_it_says_what_to_install(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "LIBRARIES", ("no_such_server",))
    with pytest.raises(FaultsError) as refused:
        serve(PreviewRequest(city), pytest.fail)
    (fault,) = refused.value.found
    assert (fault.code.id, fault.code.exit) == ("PNP020", 2)
    assert fault.help == "run `pip install 'printnplay[preview]'`"


def test_a_port_that_is_taken_is_a_fault(city: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(FaultsError) as refused:
            serve(PreviewRequest(city, port=port, browser=False), pytest.fail)
    (fault,) = refused.value.found
    assert fault.code.id == "PNP021"
    assert str(port) in fault.message


def test_an_unknown_game_is_a_fault(city: Path) -> None:
    with pytest.raises(FaultsError) as refused:
        serve(PreviewRequest(city, ("village",)), pytest.fail)
    assert [fault.code.id for fault in refused.value.found] == ["PNP001"]


def test_the_address_can_be_visited_as_soon_as_it_is_said(city: Path) -> None:
    class StopError(Exception):
        """The server is not started."""

    def visit(address: str) -> None:
        socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=5).close()
        raise StopError

    with pytest.raises(StopError):
        serve(PreviewRequest(city, browser=False), visit)


@pytest.mark.at_leisure
@pytest.mark.skipif(os.name != "posix", reason="no signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_preview_ends_without_a_word(city: Path, name: str) -> None:
    words = [sys.executable, "-m", "printnplay", "preview", "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    begun = subprocess.Popen(
        words, cwd=city, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert begun.stdout is not None
    address = begun.stdout.readline().strip()
    with urlopen(address) as page:  # the server is there
        assert page.status == 200
    begun.send_signal(getattr(signal, name))
    _, err = begun.communicate(timeout=30)
    assert err == ""


@pytest.mark.at_leisure
@pytest.mark.skipif(os.name != "posix", reason="no signals")
@pytest.mark.parametrize("wait", [0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3])
def test_a_preview_ends_without_a_word_while_it_starts_and_while_it_ends(
    city: Path, wait: float
) -> None:
    words = [sys.executable, "-m", "printnplay", "preview", "--no-browser"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    begun = subprocess.Popen(
        words, cwd=city, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert begun.stdout is not None
    begun.stdout.readline()
    sleep(wait)
    for name in (signal.SIGINT, signal.SIGTERM):
        begun.send_signal(name)
        sleep(wait)
    _, err = begun.communicate(timeout=30)
    assert err == ""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere ports are free at once")
def test_a_port_can_be_used_again_at_once(city: Path) -> None:
    """After a preview has ended, its connections wait for what may still come, for a minute."""
    with socket.socket() as first:
        first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as a preview does
        first.bind(("127.0.0.1", 0))
        first.listen()
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            first.accept()[0].close()

    class StopError(Exception):
        """The server is not started."""

    def stop(address: str) -> None:
        del address
        raise StopError

    with pytest.raises(StopError):
        serve(PreviewRequest(city, port=port, browser=False), stop)
