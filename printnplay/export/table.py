"""A table to play at without rules, as one web page: stacks, hands, boards, counters and dice.

The page holds each face once and loads nothing. It begins with the setup of the rules, or with one
stack for each back.
"""

import string
from collections.abc import Sequence
from html import unescape
from pathlib import Path

from printnplay.build.screen_fonts import style_faces, web_fonts
from printnplay.edition.edition import Edition
from printnplay.export.job import Exported, ExportJob
from printnplay.export.table_contents import TableContents, contents_of
from printnplay.export.table_markup import table_markup
from printnplay.files.door import read_text
from printnplay.files.linked_pictures import as_uri
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen.look import look_of
from printnplay.rulebook.screen.markup import Markup
from printnplay.rulebook.screen.page import document, embedded

PAGE = Path(__file__).with_name("table_page")
"""The folder of what the browser runs."""

SHARED = ("view.js", "dialogs.js", "input.js")
"""The parts of the script of each table, in their order."""

TOOLS = {
    "new": "↺",
    "undo": "↶",
    "redo": "↷",
    "pass": "⇄",
    "out": "−",
    "in": "+",
    "fit": "□",
    "add": "⊕",
    "notes": "✎",
    "save": "⤓",
    "load": "⤒",
    "help": "?",
}
"""The buttons of the toolbar: their texts and their signs."""

_LARGEST = 50_000
"""The most characters of a file of the page. A guess."""


def write(job: ExportJob) -> list[Exported]:
    """Write the page, and the manifest."""
    page = _page(job.edition, contents_of(job))
    made = job.write(f"{job.edition.game.id}-{job.languages}-table.html", page.encode())
    return [made, job.write_manifest({made.path.as_posix(): {"bytes": made.size}})]


def _page(edition: Edition, table: TableContents) -> str:
    """Return the page; a picture that several faces share is in it once."""
    drawn = "".join(
        f".side-{at}{{background-image:url({as_uri('image/webp', content)})}}\n"
        for at, content in enumerate(table.pictures)
    )
    head, body = table_markup(edition.game.title, table.data, TOOLS)
    look = look_of_table(edition, body, table) + drawn
    script = script_of(("state.js", *SHARED, "local.js"))
    return document(edition.language, head, body, look, script)


def look_of_table(edition: Edition, body: Markup, table: TableContents) -> str:
    """Return the style sheet of a table: fonts, colours of the game, and the places of boards."""
    style, letters = completed(edition.style), unescape(body) + string.printable
    fonts = embedded(web_fonts(style_faces(edition), edition.loaded.shelf, letters))
    boards = "".join(
        f"#board-{at}{{left:{board['x']}px;top:{board['y']}px;"
        f"width:{board['w']}px;height:{board['h']}px}}\n"
        for at, board in enumerate(table.data["boards"])
    )
    return "".join((fonts, look_of(style), _beside("table.css"), boards))


def script_of(names: Sequence[str]) -> str:
    """Return the script made of these files of the page."""
    return "\n".join(map(_beside, names))


def _beside(name: str) -> str:
    """Return a file of the page."""
    return read_text(PAGE / name, _LARGEST)
