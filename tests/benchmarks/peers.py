"""The same cards made by printnplay, raw ReportLab, typst, WeasyPrint, Chromium and Squib.

Usage: peers.py [--runs N] [--cards N ...] [--squib FOLDER ...] [--page docs/benchmark.md]

Each is a whole process, which begins with nothing kept; printnplay runs again after one changed
card. Prints a table; with --page it also replaces the figures of that page. Chromium and Ruby are
found in PATH, and left out if they are not there. FOLDER is the `lib` of Squib, or of a gem that it
needs, if they are not installed as gems. The peers are `contestants/SCRIPT INPUTS PDF`: INPUTS has
`words.csv` (`id`, `copies`, `name@en`, `rule@en` and perhaps `photo`), `art/` and `fonts/`.
"""

import argparse
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from workbench.clock import FailedError, Run, run
from workbench.deck import GAME, write_table
from workbench.machine import machine, today, versions
from workbench.work import HERE, ROOT, Work, build

CARDS = (54, 640)
PHOTOS = 54
"""Different photographs; in a larger deck each is on several cards."""
FONTS = ("TableRound-Regular.ttf", "RedHatDisplay-Medium.ttf")
OURS, CHANGED, YARDSTICK = "printnplay", "printnplay, one change", "raw ReportLab"
HEADS = ("cards", "tool", "CPU", "ratio", "wall", "memory", "file", "words")
BEGIN, END = "<!-- figures: peers.py -->", "<!-- end of figures -->"


@dataclass(frozen=True, slots=True)
class Entry:
    """The runs of a tool, the ratios of CPU in the same round, and its file."""

    runs: Sequence[Run]
    ratios: Sequence[float]
    size: int
    words: float


def main() -> None:
    """Run all, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="rounds, in which all take turns")
    parser.add_argument("--cards", type=int, nargs="+", default=CARDS)
    parser.add_argument("--squib", nargs="*", default=(), metavar="FOLDER")
    parser.add_argument("--page", type=Path, help="the page whose figures are replaced")
    asked = parser.parse_args()
    scripts = _scripts(asked.squib)
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory(prefix="printnplay-peers-") as name:
        for cards in asked.cards:
            for photos in (False, True):
                title = f"{cards}, {'photographs' if photos else 'text'}"
                print(f"{title} ...", file=sys.stderr, flush=True)
                folder = Path(name, title.replace(", ", "-"))
                subprocess.run([sys.executable, __file__, "write", folder, str(cards), str(photos)])
                rows += _rows(title, _measured(folder, asked.runs, scripts))
    report = "\n".join(
        [
            f"{today()}, {asked.runs} rounds of all, on {machine()}.",
            f"{versions()}, {', '.join(_programs(scripts))}.\n",
            *(f"| {' | '.join(row)} |" for row in [HEADS, ["---"] * len(HEADS), *rows]),
        ]
    )
    print(report)
    if asked.page:
        before, _, rest = asked.page.read_text("utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        asked.page.write_text(f"{before}{BEGIN}\n\n{report}\n\n{END}{after}", "utf-8")


def _scripts(squib: Sequence[str]) -> dict[str, list[str]]:
    """Return the command of each peer that is there, without its input and output."""
    found = {
        name: [sys.executable, str(HERE / "contestants" / script)]
        for name, script in (
            (YARDSTICK, "raw_reportlab.py"),
            ("typst", "typst_cards.py"),
            ("WeasyPrint", "html_cards.py"),
            ("Chromium", "chromium_cards.py"),
        )
    }
    if shutil.which("chromium") is None:
        del found["Chromium"]
    ruby = ["ruby", *(f"-I{folder}" for folder in squib)]
    if shutil.which("ruby") and not _fails([*ruby, "-e", "require 'squib'"]):
        found["Squib"] = [*ruby, str(HERE / "contestants/squib_cards.rb")]
    return found


def _fails(command: Sequence[str]) -> bool:
    return subprocess.run(command, capture_output=True).returncode != 0


def _programs(scripts: Mapping[str, Sequence[str]]) -> list[str]:
    asked = []
    if "Chromium" in scripts:
        asked.append(["chromium", "--version"])
    if "Squib" in scripts:
        *ruby, _ = scripts["Squib"]
        version = "require 'squib/version'; puts \"Squib #{Squib::VERSION}, Ruby #{RUBY_VERSION}\""
        asked.append([*ruby, "-e", version])
    done = (subprocess.run(command, capture_output=True, text=True) for command in asked)
    return [one.stdout.strip().partition(" built on")[0] for one in done]


def _measured(
    folder: Path, runs: int, scripts: Mapping[str, Sequence[str]]
) -> dict[str, Entry | str]:
    """Return what each did with the cards in a folder, or why it did nothing."""
    os.environ["FONTCONFIG_FILE"] = str(folder / "fonts.conf")
    taken: dict[str, list[Run]] = {name: [] for name in (*scripts, OURS, CHANGED)}
    failed: dict[str, str] = {}
    output = folder / "output"
    work = Work("", folder / "project", GAME, ("en",))
    for _ in range(runs):
        shutil.rmtree(output, ignore_errors=True)
        shutil.rmtree(folder / "cache", ignore_errors=True)
        for name, command in scripts.items():
            pdf = output / name / "cards.pdf"
            pdf.parent.mkdir(parents=True)
            more = [shutil.which("chromium") or ""] if name == "Chromium" else []
            try:
                taken[name].append(run([*command, str(folder), str(pdf), *more]))
            except FailedError as error:
                failed[name] = (str(error).splitlines() or ["stopped"])[-1]
        os.environ["PRINTNPLAY_CACHE"] = str(folder / "cache")
        taken[OURS].append(run(build(work, output / OURS)))
        _change(folder / "project/designs" / GAME / "words.csv")
        shutil.copytree(output / OURS, output / CHANGED)
        taken[CHANGED].append(run(build(work, output / CHANGED)))
    made: dict[str, Entry | str] = {}
    yardstick = taken[YARDSTICK]
    for name, done in taken.items():
        if name in failed:
            made[name] = failed[name]
            continue
        pdf = next((output / name).rglob("*-kit.pdf" if name in (OURS, CHANGED) else "*.pdf"))
        told = [sys.executable, __file__, "words", str(folder), str(pdf)]
        words = json.loads(subprocess.run(told, capture_output=True, check=True).stdout)
        ratios = [one.cpu / other.cpu for one, other in zip(done, yardstick, strict=True)]
        made[name] = Entry(done, ratios, pdf.stat().st_size, words)
    return made


def _change(table: Path) -> None:
    """Join the two sentences of the last card, or part them again."""
    *rest, last = table.read_text("utf-8").splitlines()
    cells = last.split(",", 3)
    parted = ". " in cells[3]
    cells[3] = cells[3].replace(*(". ", "; ") if parted else ("; ", ". "), 1)
    table.write_text("\n".join([*rest, ",".join(cells), ""]), "utf-8")


def _rows(title: str, made: Mapping[str, Entry | str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, entry in made.items():
        if isinstance(entry, str):
            rows.append((title, name, f"failed: {entry}", *[""] * (len(HEADS) - 3)))
            continue
        cpu, wall, peak = (
            median(getattr(one, kind) for one in entry.runs) for kind in ("cpu", "wall", "peak")
        )
        rows.append(
            (
                title,
                name,
                f"{cpu:.2f} s",
                f"**{median(entry.ratios):.2f}**",
                f"{wall:.2f} s",
                f"{peak:.0f} MiB",
                f"{entry.size / 1e6:.1f} MB",
                f"{entry.words:.0%}" if entry.words else "pixels",
            )
        )
    return rows


def write_inputs(folder: Path, cards: int, *, photos: bool) -> None:
    """Write the cards, as a project of ours and as a table with pictures for the others."""
    project = folder / "project"
    write_table(project, cards)
    designs = project / "designs" / GAME
    game = designs / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("backs: yes", "backs: no"), "utf-8")
    (folder / "fonts").mkdir()
    for font in FONTS:
        shutil.copy(ROOT / "templates/fonts" / font, folder / "fonts")
    (folder / "fonts.conf").write_text(
        f"<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/fontcache</cachedir></fontconfig>"
    )
    if photos:
        _add_photos(project, min(cards, PHOTOS))
        shutil.copytree(designs / "art", folder / "art")
        from PIL import Image

        for path in (folder / "art").glob("*.jpg"):
            Image.open(path).save(path.with_suffix(".png"), compress_level=1)
    shutil.copy(designs / "words.csv", folder)


def _add_photos(project: Path, count: int) -> None:
    """Put a photograph of 1800 x 1200 pixels on each card."""
    from PIL import Image

    designs, style = project / "designs" / GAME, project / "templates/base"
    (designs / "art").mkdir()
    grain = Image.merge("RGB", [Image.effect_noise((1800, 1200), 12)] * 3)
    for number in range(count):
        coarse = [Image.effect_noise((45, 30), 60 + number) for _ in range(3)]
        smooth = Image.merge("RGB", coarse).resize((1800, 1200), Image.Resampling.BICUBIC)
        photo = Image.blend(smooth, grain, 0.1)
        photo.save(designs / f"art/photo-{number}.jpg", quality=88)
    with (designs / "words.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    lines = (
        [*row, f"photo-{(number - 1) % count}.jpg" if number else "photo"]
        for number, row in enumerate(rows)
    )
    text = "".join(",".join(line) + "\n" for line in lines)
    (designs / "words.csv").write_text(text, "utf-8")
    shutil.copytree(ROOT / "templates/base", style)
    card = style / "card.svg.j2"
    plain = "18, size.width - 12, size.height - 24)"
    picture = '{{ art(card.photo, 6, 18, size.width - 12, 34.3, fit="cover") }}\n'
    drawing = card.read_text("utf-8")
    assert plain in drawing
    drawing = drawing.replace(plain, "54, size.width - 12, size.height - 60)")
    card.write_text(drawing.replace("{{ textbox(", f"{picture}{{{{ textbox("), "utf-8")


def words_in(folder: Path, pdf: Path) -> float:
    """Return the share of the words of the cards that a file holds as text; 0 for pixels."""
    from pypdfium2 import PdfDocument

    with (folder / "words.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    document = PdfDocument(pdf)
    assert len(document) >= -(-len(rows) // 9), f"{pdf}: {len(document)} pages"
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    there = set(text.replace("\ufffe", "").replace(".", " ").split())
    wanted = [word for row in rows for word in row["rule@en"].replace(".", " ").split()]
    return sum(word in there for word in wanted) / len(wanted)


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"]:
        write_inputs(Path(sys.argv[2]), int(sys.argv[3]), photos=sys.argv[4] == "True")
    elif sys.argv[1:2] == ["words"]:
        print(words_in(Path(sys.argv[2]), Path(sys.argv[3])))
    else:
        main()
