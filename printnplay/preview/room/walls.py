"""The walls of a table in the local network: who may ask the server for anything at all.

They are those of the live page (`guard.py`), with three differences: the host is an address of the
local network, only machines of that network are served, and the secret is a code that people can
type. So a machine that tries codes has to wait after some of them.
"""

from collections.abc import Callable, Mapping
from secrets import choice
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Scope

from printnplay.preview.guard import HEADERS, JSON, Guard
from printnplay.preview.room.network import is_near

CODE = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of a room code: none looks like another."""

LENGTH = 10
"""The characters of a room code: 8 x 10^14 codes. At 20 tries a minute from each of 250 machines,
half of them take 150,000 years."""

TRIES, WAIT = 20, 60.0
"""The number of wrong codes after which a machine is refused, and the seconds until it may try
again. A guess: a person mistypes fewer."""

MOST_MACHINES = 1000
"""The number of machines whose tries are counted: more than a local network has."""

HTTP = 80
"""The port of addresses without one."""

LARGEST = {JSON: 64 << 10}
"""Maximum size of a request in bytes: the notes, in any script, or the cards of a large pile."""

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""What the page may load: pictures that its script has fetched, and nothing from elsewhere."""


def room_code() -> str:
    """Return a random room code."""
    letters = "".join(choice(CODE) for _ in range(LENGTH))
    return f"{letters[: LENGTH // 2]}-{letters[LENGTH // 2 :]}"


class Walls(Guard):
    """ASGI middleware that passes on only requests of guests in the local network.

    Args:
        app: the app that handles them.
        address: the address of the server in the network.
        port: its port.
        code: the room code.
        clock: returns a time in seconds that never goes back.
    """

    headers: Mapping[str, str] = {
        # Browsers ignore this one without TLS, and say so on the console.
        **{name: value for name, value in HEADERS.items() if name != "Cross-Origin-Opener-Policy"},
        # The page itself names the hash of its script.
        "Content-Security-Policy": f"{POLICY}; script-src 'unsafe-inline'; frame-ancestors 'none'",
    }
    largest = LARGEST

    def __init__(
        self,
        app: ASGIApp,
        address: str,
        port: int,
        code: str,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Begin without tries."""
        super().__init__(app, port, code)
        # Browsers leave out the usual port.
        self.hosts = frozenset({f"{address}:{port}", *([address] if port == HTTP else [])})
        self.clock = clock
        self._tries: dict[str, list[float]] = {}
        """The times of the wrong codes of each machine, of the last `WAIT` seconds."""

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Return the HTTP status and the reason of a refusal; the reason is empty if accepted."""
        client = (scope.get("client") or ("", 0))[0]
        if not is_near(client):
            return 403, "this table is for the local network only"
        if headers.get("host", "") not in self.hosts:
            return 403, "open the link of the table as it was given to you"
        tries = [at for at in self._tries.pop(client, []) if self.clock() - at < WAIT]
        refused = len(tries) >= TRIES
        is_right = not refused and self.has_secret(scope)
        if not refused and not is_right and scope["path"] != "/favicon.ico":
            tries.append(self.clock())
        if tries:
            self._tries[client] = tries
            while len(self._tries) > MOST_MACHINES:
                del self._tries[next(iter(self._tries))]
        if refused:
            return 429, "There were too many wrong room codes: wait a minute."
        if not is_right:
            return 403, "There is no such table: ask the host for the link with the room code."
        return self.refusal_within(scope, headers)
