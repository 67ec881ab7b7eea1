"""The frame of web pages, and that of reports, which need no network."""

from base64 import b64encode
from hashlib import sha256
from html import escape

from printnplay.kernel.languages import is_right_to_left
from printnplay.kernel.messages import language_read


def framed(language: str, policy: str, head: str, body: str) -> str:
    """Return a page in a language with a content security policy; `head` and `body` are HTML.

    `body` is the element with its content.
    """
    direction = "rtl" if is_right_to_left(language) else "ltr"
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}" dir="{direction}"><head>'
        '<meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"{head}</head>\n{body}</html>\n"
    )


def web_page(title: str, style: str, body: str, script: str = "") -> str:
    """Return a report in the language that is read now, with a style sheet.

    `body` is HTML, and its pictures are in it.

    Only `script` runs, by its hash: none that got into the body.
    """
    digest = b64encode(sha256(script.encode()).digest()).decode()
    allowed = f"; script-src 'sha256-{digest}'" if script else ""
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:{allowed}"
    head = f"<title>{escape(title)}</title><style>{style}</style>"
    run = f"<script>{script}</script>" if script else ""
    return framed(language_read(), policy, head, f"<body><main>\n{body}\n</main>{run}</body>")
