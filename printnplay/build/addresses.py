"""Addresses of tables: what a browser shows while a table is edited, as the address to download."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from printnplay.tables.reading import WORKBOOKS

_GOOGLE = re.compile(r"(?P<sheet>/spreadsheets(?:/u/\d+)?/d/(?P<published>e/)?[^/]+)(?:/.*)?")


def downloadable(address: str, ending: str) -> str:
    """Return the address that downloads a table, from one copied out of the browser.

    Links to Google Sheets and Dropbox open a page; their owners document what to change.

    Args:
        address: an `https` address.
        ending: the ending of the file to write, such as `.csv`: tabs are exported in this format.

    >>> downloadable("https://docs.google.com/spreadsheets/d/1aB/edit?gid=7#gid=7", ".csv")
    'https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=7'
    >>> downloadable("https://docs.google.com/spreadsheets/d/e/2PX/pubhtml?gid=7", ".csv")
    'https://docs.google.com/spreadsheets/d/e/2PX/pub?output=csv&gid=7'
    >>> downloadable("https://www.dropbox.com/s/1aB/cards.csv?dl=0", ".csv")
    'https://www.dropbox.com/s/1aB/cards.csv?dl=1'
    >>> downloadable("https://example.com/cards.csv", ".csv")
    'https://example.com/cards.csv'
    """
    parts = urlsplit(address)
    asked = dict(parse_qsl(parts.query))
    if parts.hostname == "www.dropbox.com" and asked.get("dl") == "0":
        return parts._replace(query=urlencode({**asked, "dl": "1"})).geturl()
    google = _GOOGLE.fullmatch(parts.path) if parts.hostname == "docs.google.com" else None
    if google is None or "output" in asked or "format" in asked:
        return address
    ending = ending.lower().lstrip(".")
    tab = dict(parse_qsl(parts.fragment)).get("gid") or asked.get("gid")
    is_whole = tab is None or f".{ending}" in WORKBOOKS
    page, key = ("pub", "output") if google["published"] else ("export", "format")
    query = urlencode({key: ending} if is_whole else {key: ending, "gid": tab})
    return parts._replace(path=f"{google['sheet']}/{page}", query=query, fragment="").geturl()
