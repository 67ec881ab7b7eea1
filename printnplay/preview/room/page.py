"""The page of a table in the local network: that of `export table`, with another script."""

from typing import Any

from printnplay.edition.edition import Edition
from printnplay.export.table import SHARED, look_of_table, script_of
from printnplay.export.table_contents import TableContents
from printnplay.export.table_markup import table_markup
from printnplay.faces.machine_codes import qr_rows
from printnplay.preview.room.referee import RefereedRoom
from printnplay.preview.room.seats import Seats
from printnplay.preview.room.walls import POLICY
from printnplay.rulebook.screen.markup import element, joined
from printnplay.rulebook.screen.page import document

TOOLS = {
    "new": "↺",
    "undo": "↶",
    "out": "−",
    "in": "+",
    "fit": "□",
    "add": "⊕",
    "notes": "✎",
    "invite": "☍",
    "end": "⊗",
    "help": "?",
}
"""The buttons of the toolbar: their texts and their signs."""


FREE = frozenset({"undo", "add", "notes"})
"""The buttons that a table has only where pieces are moved freely."""


def room_page(edition: Edition, contents: TableContents, room: Seats, link: str) -> str:
    """Return the page, which has no card of the game in it.

    Its window for invitations shows a QR code of the `link`, if there is one to show.
    """
    given = contents.data
    boards = [{**board, "front": room.address(board["front"])} for board in given["boards"]]
    data: dict[str, Any] = {
        "id": given["id"],
        "title": edition.game.title,
        "players": given["players"],
        "usual": given["usual"],
        "boards": boards,
        "words": given["words"],
        "qr": ["".join(map(str, row)) for row in qr_rows(link)] if link else [],
    }
    is_refereed = isinstance(room, RefereedRoom)
    tools = {name: sign for name, sign in TOOLS.items() if not (is_refereed and name in FREE)}
    head, body = table_markup(edition.game.title, data, tools)
    # Without an icon, browsers ask for one at an address without the room code.
    head = joined(head, element("link", rel="icon", href="data:,"))
    look = look_of_table(edition, body, contents)
    script = script_of((*SHARED, "room.js", *(["referee.js"] if is_refereed else [])))
    return document(edition.language, head, body, look, script, POLICY)
