"""The live page: from a save to the changed card on the screen, beside the first draw of a card.

Usage: live_page.py [CARDS...]     64 and 6,400 cards if none are named; Chromium has to be there
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from printnplay.build.new import start

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The tests' own; no package of theirs can be imported by name, as others have one so called.
sys.path.insert(0, str(Path(__file__).parents[1] / "preview"))
TOOLS = import_module("browser")

TIMES = 8
WORDS = ("draw", "two", "cards", "below", "the", "pile", "unless", "a", "player", "holds")
FACE = "[...document.querySelectorAll('card-face')].find((face) => face.face.key === '{}')"
NOTE_DRAWN = """() => document.addEventListener("drawn", (event) => {
    if (event.target.face.key === window.wanted)
        requestAnimationFrame(() => setTimeout(() => { window.drawn = Date.now(); }));
}, true)"""


def project(folder: Path, cards: int) -> Path:
    """A new project with so many cards in a table, and a text for each."""
    root = folder / "city"
    start(root)
    designs, some = root / "designs/city", random.Random(1)
    rows = (f"deed-{at},1,Deed {at},{' '.join(some.choices(WORDS, k=20))}." for at in range(cards))
    table = "\n".join(["id,copies,name@en,rule@en", *rows, ""])
    (designs / "deeds.csv").write_text(table, "utf-8")
    with (designs / "cards.yaml").open("a", encoding="utf-8") as file:
        file.write("deed: {template: card, rows: deeds.csv}\n")
    group = "  - {id: deeds, where: {family: deed}, backs: yes}\n  - {id: storms"
    edit(designs / "game.yaml", "  - {id: storms", group)
    edit(root / "locales/en/city.yaml", "sheets: {", 'sheets: {deeds: "Deeds", ')
    return root


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text of a file."""
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def saved(page: Page, key: str, path: Path, old: str) -> Iterator[float]:
    """The milliseconds that a card takes to change, several times."""
    source = path.read_text("utf-8")
    page.fill("#search", key.removeprefix("card/"))
    page.wait_for_function(f"{FACE.format(key)}?.classList.contains('there')")
    for at in range(TIMES):
        time.sleep(0.7)
        page.evaluate(f"window.wanted = '{key}'; window.drawn = 0")
        begun = time.time()
        path.write_text(source.replace(old, f"{old}.{at}"), "utf-8")
        page.wait_for_function("window.drawn")
        yield page.evaluate("window.drawn") - 1000 * begun


def measure(page: Page, root: Path, address: str) -> tuple[float, dict[str, float]]:
    """The milliseconds until the first card is there, and from saves to the changed card."""
    begun = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("card-face.there")
    first = 1000 * (time.perf_counter() - begun)
    page.evaluate(NOTE_DRAWN)
    changes = {
        "a row": ("card/deed-7", root / "designs/city/deeds.csv", ",Deed 7"),
        "a text": ("card/storm", root / "locales/en/city.yaml", "Discard all"),
        "a template": ("card/deed-9", root / "templates/city/card.svg.j2", 'rx="3'),
    }
    return first, {
        name: statistics.median(saved(page, key, path, old))
        for name, (key, path, old) in changes.items()
    }


def latencies(cards: int) -> tuple[float, dict[str, float]]:
    """The same for a new game with so many cards in a table."""
    with TemporaryDirectory() as folder:
        root = project(Path(folder), cards)
        with (
            TOOLS.browser() as opened,
            TOOLS.served(root, {"city": ("en",)}, limited=False) as address,
        ):
            return measure(opened.new_context(bypass_csp=True).new_page(), root, address)


def main() -> None:
    """Measure each number of cards."""
    for cards in [int(word) for word in sys.argv[1:]] or [64, 6400]:
        first, changes = latencies(cards)
        print(f"{cards:6,} cards   first card {first:8,.0f} ms")
        for name, found in changes.items():
            print(f"       {name:>10} saved {found:8,.0f} ms   {found / first:.3f} of it")


if __name__ == "__main__":
    main()
