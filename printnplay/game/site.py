"""Web pages of a game: the place of each page below the address of the site.

QR codes on cards and the files of the site use the same places.
"""

CARDS, RULEBOOK, INDEX = "cards", "rulebook.html", "index.html"
"""The folder of the cards of a language, the page of its rules, and the page that lists others."""

LABELS = "fields."
"""The beginning of the keys of texts that name fields of cards on pages."""


PLAYED = "played."
"""The beginning of the keys of texts of a played game's page, a game's own words among them."""


def page_of_card(language: str, card: str) -> str:
    """Return the place of a card's page; the ending works from a folder and on any server.

    >>> page_of_card("en", "storm")
    'en/cards/storm.html'
    """
    return f"{language}/{CARDS}/{card}.html"


def address_of_card(site: str, language: str, card: str) -> str:
    """Return the address of a card's page on the site of its game."""
    return f"{site}/{page_of_card(language, card)}"
