"""Connections of machines to a table: each has a limit, and those that ask nothing are closed.

Otherwise one machine with idle connections would keep all others from the table.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_OF_ONE = 60
"""The most connections of one address at a time: ten browsers on one machine, which use six each at
most."""

PATIENCE = 10.0
"""Seconds within which a connection has to ask something. A guess: browsers open some ahead, and
open others when these are closed."""


class GuestConnection(H11Protocol):
    """A connection of a guest's browser."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close it if there are too many of its address, or if it stays idle."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        mine = [one for one in self.connections if isinstance(one, GuestConnection)]
        others = (one.client[0] for one in mine if one.client)
        if sum(other == address for other in others) > MOST_OF_ONE:
            transport.close()
        else:
            self.loop.call_later(PATIENCE, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.cycle is None:
            self.transport.close()
