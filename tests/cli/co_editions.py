"""A small game in two languages, to be printed as a co-edition."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]

GAME = """id: duel
title: Duel
players: [2]
rules: none
style: duel
card: poker
sheets: [{id: all, where: {family: castle}, backs: back}]
"""
CARDS = "castle: {template: castle, id: castle}\n"
TEXTS = """{language}:
  sheets: {{all: "{cards}"}}
  cards:
    castle: {{name: "{name}", rule: "{rule}"}}
"""
WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"cards": "Cards", "name": "Castle", "rule": "Draw two cards."},
    "fr": {"cards": "Cartes", "name": "Château", "rule": "Piochez deux cartes."},
}

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.width + 2 * bleed }}mm"'
    ' height="{{ size.height + 2 * bleed }}mm" viewBox="{{ -bleed }} {{ -bleed }}'
    ' {{ size.width + 2 * bleed }} {{ size.height + 2 * bleed }}">'
    '<rect x="-5" y="-5" width="80" height="110" fill="#ffd966"/>'
)
NAME = '{{ textbox(t("cards." ~ card.id ~ ".name"), 8, 10, 47, 10, "%s", "centre") }}'
RULE = '{{ textbox(t("cards." ~ card.id ~ ".rule"), 8, 40, 47, 20, "body") }}'
PHOTO = '<image href="photo.png" x="4" y="36" width="55" height="30" opacity="0.9"/>'
PANEL = '<rect x="6" y="8" width="51" height="14" fill="#000000"/>'

LOOKS: Mapping[str, str] = {
    "black": NAME % "body" + RULE,
    "coloured": NAME % "red" + RULE,
    "photo": NAME % "body" + PHOTO + RULE,
    "panel": PANEL + NAME % "white" + RULE,
    "covered": RULE + '<rect x="4" y="36" width="55" height="30" fill="#ff0000" opacity="0.5"/>',
}
"""The fronts: black texts, a coloured name, a rule on a see-through photograph, a white name on
black, and a rule below something see-through."""

BASE = (ROOT / "templates/base/style.yaml").read_text("utf-8")
STYLE = BASE.replace("colours:\n", 'colours:\n  red: "#d01020"\n').replace(
    "text:\n",
    "text:\n"
    + "".join(
        f"  {name}: {{family: Red Hat Display, weight: 500, bold: 800, size: 12pt, minimum: 7pt,"
        f" leading: 15pt, colour: {name}, align: centre, hyphenate: no}}\n"
        for name in ("red", "white")
    ),
)


def plant(folder: Path, look: str) -> Path:
    """Write the game with one of the looks, and return the folder."""
    files = {
        "designs/duel/game.yaml": GAME,
        "designs/duel/cards.yaml": CARDS,
        "templates/duel/style.yaml": STYLE,
        "templates/duel/castle.svg.j2": HEAD + LOOKS[look] + "</svg>",
        **{
            f"locales/{language}/duel.yaml": TEXTS.format(language=language, **words)
            for language, words in WORDS.items()
        },
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (folder / "templates/duel/photo.png").write_bytes(_photo())
    return folder


def _photo() -> bytes:
    """Return a picture with a gradient of colours."""
    image = Image.new("RGB", (650, 360))
    image.putdata([(x % 256, y % 256, 120) for y in range(360) for x in range(650)])
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()
