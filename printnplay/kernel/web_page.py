"""The frame of a report as one web page, which needs neither a network nor scripts."""

from html import escape


def web_page(title: str, style: str, body: str) -> str:
    """Return a page with a style sheet; `body` is HTML, and its pictures are in it."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'; img-src data:\">"
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main>\n{body}\n</main></body></html>\n"
    )
