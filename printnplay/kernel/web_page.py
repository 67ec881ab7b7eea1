"""The frame of a report as one web page, which needs no network."""

from base64 import b64encode
from hashlib import sha256
from html import escape


def web_page(title: str, style: str, body: str, script: str = "") -> str:
    """Return a page with a style sheet; `body` is HTML, and its pictures are in it.

    Only `script` runs, by its hash: none that got into the body.
    """
    digest = b64encode(sha256(script.encode()).digest()).decode()
    allowed = f" script-src 'sha256-{digest}';" if script else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        f" style-src 'unsafe-inline'; img-src data:;{allowed}\">"
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main>\n{body}\n</main>"
        + (f"<script>{script}</script>" if script else "")
        + "</body></html>\n"
    )
