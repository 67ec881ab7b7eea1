"""Time printnplay against scripts that do the same work by hand, in typst and in WeasyPrint.

The report is printed and written to RESULTS.md; how it is done is in `workbench/report.py`.
"""

import argparse
import shlex
import sys
import tempfile
from pathlib import Path

from workbench.clock import FailedError
from workbench.commands import small
from workbench.contest import Setting, hold
from workbench.deck import CARDS, GAME, write_deck
from workbench.report import report
from workbench.work import CONTESTANTS, LANGUAGES, OURS, ROOT, YARDSTICK, Work

RESULTS = Path(__file__).with_name("RESULTS.md")
KIT = "tic-tac-match"
WORKS = ("kit", "languages", "match", "deck")


def main() -> None:
    """Do what the command line asks for."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="printnplay-bench-") as name:
        folder = Path(name)
        works = [work for work in _works(folder) if work.name in options.work]
        names = tuple(contestant for contestant in CONTESTANTS if contestant not in options.without)
        setting = Setting(options.runs, folder, names, options.contact)
        done = []
        for work in works:
            print(f"{work.title} ...", file=sys.stderr)
            done.append((work, hold(work, setting)))
        commands = small(works, options.runs, folder) if options.commands else []
    text = report(f"python {shlex.join(sys.argv)}", done, commands)
    print(text)
    if not options.dry:
        RESULTS.write_text(text, encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="runs of each after the warm-up")
    parser.add_argument("--work", nargs="+", choices=WORKS, default=WORKS, help="what to do")
    others = [contestant for contestant in CONTESTANTS if contestant not in (OURS, YARDSTICK)]
    parser.add_argument("--without", nargs="+", choices=others, default=(), help="who stays away")
    parser.add_argument("--contact", type=Path, help="folder for pictures of all pages")
    parser.add_argument(
        "--no-commands", dest="commands", action="store_false", help="leave the small commands out"
    )
    parser.add_argument("--dry", action="store_true", help="write no RESULTS.md")
    return parser.parse_args()


def _works(folder: Path) -> list[Work]:
    deck = folder / "project"
    write_deck(deck)
    return [
        Work("kit", "one kit", ROOT, KIT, LANGUAGES[:1]),
        Work("languages", f"{len(LANGUAGES)} languages", ROOT, KIT, LANGUAGES),
        Work("match", f"MATCH!, {len(LANGUAGES)} languages", ROOT, "match", LANGUAGES),
        Work("deck", f"{CARDS} cards", deck, GAME, ("en",)),
    ]


if __name__ == "__main__":
    try:
        main()
    except FailedError as error:
        sys.exit(str(error))
