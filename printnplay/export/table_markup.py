"""The markup of a page to play at: its toolbar, the felt, the hand, and the game as data."""

import json
from collections.abc import Mapping
from typing import Any

from printnplay.rulebook.screen.markup import Markup, element, joined

_NAMED = frozenset({"new", "pass", "add", "invite"})
"""The buttons whose texts are shown on wide screens, since no sign says what they do."""


def table_markup(
    title: str, data: Mapping[str, Any], tools: Mapping[str, str]
) -> tuple[Markup, Markup]:
    """Return the head of the page, and what it shows before its script adds the pieces.

    Args:
        title: the title of the game.
        data: the game as the script reads it.
        tools: the buttons of the toolbar: their texts and their signs.
    """
    head = element("title", f"{title} – {data['words']['title']}")
    return head, _body(title, data, tools)


def _body(title: str, data: Mapping[str, Any], tools: Mapping[str, str]) -> Markup:
    """Return what the page shows before its script adds the pieces, with the game as data."""
    words = data["words"]
    buttons = (
        element(
            "button",
            sign,
            element("span", words[name]) if name in _NAMED else "",
            type="button",
            data_do=name,
            title=words[name],
            aria_label=words[name],
        )
        for name, sign in tools.items()
    )
    boards = (
        element(
            "div",
            id=f"board-{at}",
            class_=f"board side-{board['front']}",
            role="img",
            aria_label=board["title"],
        )
        for at, board in enumerate(data["boards"])
    )
    header = element("header", element("h1", title), *buttons, class_="tools")
    plane = element("div", *boards, class_="plane")
    felt = element(
        "div", plane, class_="felt", role="region", aria_label=words["title"], tabindex="-1"
    )
    seats = element("div", class_="seats", role="group", aria_label=words["players"])
    cards = element("div", class_="strip", role="group", aria_label=words["hand"])
    main = element("main", felt, element("div", seats, cards, class_="hand"))
    # Positions are loaded from files where the page itself holds the position.
    file = (
        element(
            "input",
            type="file",
            id="file",
            accept="application/json,.json",
            hidden="hidden",
            aria_label=words["load"],
        )
        if "load" in tools
        else ""
    )
    status = element("p", role="status", class_="unseen")
    # Escaped for a script element: neither the end of one nor a comment can be in it.
    game = Markup(json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"))
    held = element("script", game, type="application/json", id="game")
    return joined(element("div", header, main, file, status, class_="sandbox"), held)
