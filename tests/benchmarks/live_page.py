"""The live page: from a save to the changed card on the screen, beside the first draw of a card.

Usage: live_page.py [CARDS...]     64 and 6,400 cards if none are named; Chromium has to be there

The CPU is that of the server alone, a process of its own as for users, from a save until it rests.
The frames of a dragged box are those that Chromium draws; without a screen, at most 60 a second.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec import Struct

from printnplay.build.new import start

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The tests' own; no package of theirs can be imported by name, as others have one so called.
sys.path.insert(0, str(Path(__file__).parents[1] / "preview"))
TOOLS = import_module("browser")

TIMES = 5
REST = 0.6
"""Seconds without work of the server, after which it rests: its watcher of files looks as often."""
IDLE = 10
"""Milliseconds of CPU in that time that do not count: a look at the folders."""
Row = Iterator[tuple[float, float]]
WORDS = ("draw", "two", "cards", "below", "the", "pile", "unless", "a", "player", "holds")
FACE = "[...document.querySelectorAll('card-face')].find((face) => face.face.key === '{}')"
NOTE_DRAWN = """() => document.addEventListener("drawn", (event) => {
    if (event.target.face.key === window.wanted)
        requestAnimationFrame(() => setTimeout(() => { window.drawn = Date.now(); }));
}, true)"""
MIDDLE = """() => {
    const rect = [...document.querySelectorAll('.boxes [data-box] rect')].at(-1);
    const { x, y, width, height } = rect?.getBoundingClientRect() ?? {};
    return width > 4 && [x + width / 2, y + height / 2];
}"""
DRAG = """() => new Promise((done) => {
    const svg = document.querySelector('.boxes'), taken = [];
    const { x, y } = svg.getBoundingClientRect();
    let before = 0;
    const draw = (now) => {
        if (before) taken.push(now - before);
        before = now;
        if (taken.length === 60) { done(taken); return; }
        const [clientX, clientY] = [x + 100 + taken.length, y + 100 + 2 * taken.length];
        svg.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));
        requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
})"""


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


class Measured(Struct):
    """The first draw in milliseconds, those of each change with its CPU, and frames of a drag."""

    first: float
    changes: dict[str, float]
    work: dict[str, float]
    frames: float
    slowest: float


class _Server(Struct):
    process: subprocess.Popen[str]
    address: str

    def rest(self) -> None:
        """Wait until the server has nothing to do: the check after a save takes its time."""
        before = -1.0
        while self.work - before > IDLE:
            before = self.work
            time.sleep(REST)

    @property
    def work(self) -> float:
        """The milliseconds of CPU that the process has used; of Linux only."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        used = stat.read_text().rpartition(")")[2].split()[11:13] if stat.exists() else ("0", "0")
        return 1000 * sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(root: Path) -> Iterator[_Server]:
    """The server of a project, as the command starts it, which ends afterwards."""
    command = [sys.executable, "-m", "printnplay", "preview", "--no-browser", "--limits", "none"]
    own = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [*command, "-l", "en"], cwd=root, env=own, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        try:
            yield _Server(process, process.stdout.readline().strip())
        finally:
            process.terminate()


def saved(page: Page, key: str, change: Callable[[int], float], server: _Server) -> Row:
    """The milliseconds that a card takes to change, several times, and the CPU of the server."""
    server.rest()
    for at in range(TIMES):
        page.evaluate(f"window.wanted = '{key}'; window.drawn = 0")
        before, begun = server.work, change(at)
        page.wait_for_function("window.drawn")
        taken = page.evaluate("window.drawn") - 1000 * begun
        server.rest()
        yield taken, server.work - before


def files_of(root: Path) -> dict[str, tuple[str, Path, str]]:
    """What is saved: the card that changes, the file, and what gets a number in it."""
    return {
        "a row": ("card/deed-7", root / "designs/city/deeds.csv", ",Deed 7"),
        "a text": ("card/storm", root / "locales/en/city.yaml", "Discard all"),
        "a template": ("card/deed-9", root / "templates/city/card.svg.j2", 'rx="3'),
    }


def _write(path: Path, source: str, old: str, at: int) -> float:
    """Save a file; return when."""
    begun = time.time()
    path.write_text(source.replace(old, f"{old}.{at}"), "utf-8")
    return begun


def changes_of(page: Page, root: Path) -> Iterator[tuple[str, str, Callable[[int], float]]]:
    """The changes: of files, with the card on the screen, and of a cell of the table."""
    for name, (key, path, old) in files_of(root).items():
        source = path.read_text("utf-8")
        page.fill("#search", key.removeprefix("card/"))
        page.wait_for_function(f"{FACE.format(key)}?.classList.contains('there')")
        yield name, key, partial(_write, path, source, old)
    page.click("#table-tab")
    page.locator("[data-place='11,2']").click()
    page.wait_for_selector("#table card-face.there")

    def typed(at: int) -> float:
        page.keyboard.press("Escape")
        page.locator("[data-place='11,2']").click()
        page.keyboard.type(f"Deed {at}")
        begun = time.time()
        page.keyboard.press("Tab")
        return begun

    yield "a cell", "card/deed-11", typed


def measure(page: Page, root: Path, server: _Server) -> Measured:
    """The milliseconds until the first card is there, and from saves to the changed card."""
    begun = time.perf_counter()
    page.goto(server.address)
    page.wait_for_selector("card-face.there")
    first = 1000 * (time.perf_counter() - begun)
    page.evaluate(NOTE_DRAWN)
    found = {
        name: [*zip(*saved(page, key, change, server), strict=True)]
        for name, key, change in changes_of(page, root)
    }
    taken = {name: statistics.median(both[0]) for name, both in found.items()}
    work = {name: statistics.median(both[1]) for name, both in found.items()}
    frames = sorted(dragged(page))
    slowest = frames[len(frames) * 95 // 100]
    return Measured(first, taken, work, statistics.median(frames), slowest)


def dragged(page: Page) -> list[float]:
    """The milliseconds of each frame while a box of a card follows the mouse."""
    page.click("nav >> text=Layout")
    page.select_option('[data-name="card"]', "card/deed-7")
    page.wait_for_selector("#layout card-face.there")
    page.mouse.move(*page.wait_for_function(MIDDLE).json_value())
    page.mouse.down()
    found: list[float] = page.evaluate(DRAG)
    page.mouse.up()
    return found


def latencies(cards: int) -> Measured:
    """The same for a new game with so many cards in a table."""
    with TemporaryDirectory() as folder:
        root = project(Path(folder), cards)
        with started(root) as server, TOOLS.browser() as opened:
            page = opened.new_context(bypass_csp=True).new_page()
            return measure(page, root, server)


def main() -> None:
    """Measure each number of cards."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    for cards in [int(word) for word in sys.argv[1:]] or [64, 6400]:
        found = latencies(cards)
        print(f"{cards:6,} cards   first card {found.first:8,.0f} ms   load {load:.1f}")
        for name, taken in found.changes.items():
            share, work = taken / found.first, found.work[name]
            print(
                f"       {name:>10} saved {taken:8,.0f} ms   {share:.3f} of it   CPU {work:.0f} ms"
            )
        slowest = f"the slowest of 20 {found.slowest:.1f} ms"
        print(f"         a dragged frame {found.frames:7,.1f} ms   {slowest}")


if __name__ == "__main__":
    main()
