"""A game of 640 different cards, each with a title and forty words of its own."""

from itertools import islice, product
from pathlib import Path
from random import Random

GAME = "deck"
CARDS = 640
WORDS = 40

ONSETS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z")
VOWELS = ("a", "e", "i", "o", "u")

GAME_YAML = """\
id: {game}
title: Deck
players: [2]
rules: none
style: base
card: {{width: 63.5mm, height: 88.9mm, bleed: 2mm}}
sheets:
  - {{id: all, where: {{family: word}}, backs: yes}}
"""
BOOKLET_YAML = """\
page: {width: 127mm, height: 190.5mm}
summary: [rules.play.line]
sections:
  - id: play
    blocks:
      - paragraph: rules.play.line
"""
TEXTS_YAML = """\
en:
  sheets: {all: "Words"}
  cover:
    tagline: "Words upon words"
    players: "{players_min} players"
    blurb: "A deck of {count.total} cards with no word twice."
    credits: "Made for the clock"
  rules:
    play:
      title: "Play"
      line: "Read a card aloud. Whoever laughs takes it."
  cards:
"""


def write_deck(project: Path) -> None:
    """Write the project: designs and locales."""
    numbers = ", ".join(str(number) for number in range(CARDS))
    files = {
        f"designs/{GAME}/game.yaml": GAME_YAML.format(game=GAME),
        f"designs/{GAME}/cards.yaml": (
            f'word: {{template: card, id: "card-{{number}}", copies: 1,'
            f" axes: {{number: [{numbers}]}}}}\n"
        ),
        f"designs/{GAME}/booklet.yaml": BOOKLET_YAML,
        f"locales/en/{GAME}.yaml": TEXTS_YAML + "".join(_texts()),
    }
    for name, content in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def write_table(project: Path, cards: int) -> None:
    """Write the project with so many cards in a table, each with two sentences of its own."""
    write_deck(project)
    random = Random(1)
    syllables = ["".join(pair) for pair in product(ONSETS, VOWELS)]

    def sentence(words: int) -> str:
        chosen = random.sample(syllables, 2 * words)
        pairs = ("".join(pair) for pair in zip(chosen[::2], chosen[1::2], strict=True))
        return " ".join(pairs).capitalize()

    rows = (
        f"card-{number},1,{sentence(1)},{sentence(20)}. {sentence(20)}." for number in range(cards)
    )
    folder = project / "designs" / GAME
    table = "\n".join(["id,copies,name@en,rule@en", *rows, ""])
    (folder / "words.csv").write_text(table, encoding="utf-8")
    (folder / "cards.yaml").write_text(
        "word: {template: card, rows: words.csv}\n", encoding="utf-8"
    )
    texts = TEXTS_YAML.removesuffix("  cards:\n")
    (project / f"locales/en/{GAME}.yaml").write_text(texts, encoding="utf-8")


def _texts() -> list[str]:
    """A name and a rule for every card, no word of which is on another card."""
    syllables = ["".join(pair) for pair in product(ONSETS, VOWELS)]
    needed = CARDS * (WORDS + 1)
    step = len(syllables) ** 3 // needed
    threes = islice(product(syllables, repeat=3), 0, needed * step, step)
    chosen = ["".join(three) for three in threes]
    made = []
    for number in range(CARDS):
        first = number * (WORDS + 1)
        title, *rest = chosen[first : first + WORDS + 1]
        rule = " ".join(rest).capitalize()
        made.append(f'    card-{number}: {{name: "{title.capitalize()}", rule: "{rule}."}}\n')
    return made
