"""Addresses in the local network, and the link to a table as a QR code."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address

from printnplay.edition.choosing import NOWHERE
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError

SOMEWHERE = ("10.255.255.255", 9)
"""An address in a private network, to ask the system from which of its own it would be reached;
nothing is sent there."""

QUIET_ZONE = 2
"""Modules around a QR code in the terminal: half of ISO/IEC 18004, as most screens are dark
around it, and a code of four more lines does not fit on many."""

_HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""The characters for two modules, one above the other; True is dark."""


def is_near(address: str) -> bool:
    """Return whether an address is of this machine or of a local network.

    >>> is_near("192.168.1.20"), is_near("127.0.0.1"), is_near("93.184.216.34"), is_near("?")
    (True, True, False, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return not (found.is_global or found.is_multicast or found.is_unspecified)


def is_here(address: str) -> bool:
    """Return whether an address can be reached from this machine only."""
    return ip_address(address).is_loopback


def own_address(asked: str = "") -> str:
    """Return the address of this machine in the local network, or the one that was asked for.

    Raises:
        FaultsError: it has none.
    """
    if asked:
        return _checked(asked)
    found = ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect(SOMEWHERE)  # A datagram socket: it only looks up the route.
        found = asking.getsockname()[0]
    if is_near(found) and not is_here(found):
        return found
    cure = (
        "connect to the network of the other players, or name an address of this machine:"
        " `--address 127.0.0.1` is for browsers on it"
    )
    message = f"this machine has no address in a local network (found: {found or 'none'})"
    raise _no_network(message, cure)


def _checked(address: str) -> str:
    """Return an address if this machine has it.

    Raises:
        FaultsError: it has not.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trying:
            trying.bind((address, 0))
    except OSError as error:
        cure = "leave `--address` out to use the address of this machine"
        raise _no_network(f"this machine has no address {address}", cure) from error
    return address


def _no_network(message: str, cure: str) -> FaultsError:
    label = "expected one such as 192.168.1.20"
    return FaultsError([Diagnostic(codes.NO_LOCAL_NETWORK, message, NOWHERE, label, cure)])


def qr_lines(text: str) -> Sequence[str]:
    """Return a QR code as lines of half blocks, for a terminal with a dark ground.

    Most readers also read the inverse, on a light ground.
    """
    from printnplay.faces.machine_codes import qr_rows

    modules = [[bool(module) for module in row] for row in qr_rows(text)]
    side = [False] * QUIET_ZONE
    empty = [False] * (len(modules) + 2 * QUIET_ZONE)
    rows = [empty] * QUIET_ZONE + [side + row + side for row in modules] + [empty] * QUIET_ZONE
    rows += [empty] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[pair] for pair in zip(*two, strict=True)) for two in pairs]
