"""The figures as Markdown."""

from collections.abc import Sequence
from statistics import median

from workbench.commands import Small
from workbench.contest import Entry
from workbench.work import YARDSTICK, Work

HEADS = (
    "work", "contestant", "wall", "ratio", "range", "CPU", "CPU ratio", "peak", "size", "pages",
    "words",
)  # fmt: skip
BUSY = 1.2
"""The yardstick uses one core; when it waits for a sixth of its time, the machine was shared."""
ENOUGH = 0.98
"""Words of ours that a contestant has to have set to count as doing the same work."""


def table(works: Sequence[tuple[Work, dict[str, Entry]]]) -> str:
    """A row for each contestant of each work."""
    rows = [_row(work, name, entry) for work, entries in works for name, entry in entries.items()]
    return _markdown(HEADS, rows)


def small_table(commands: Sequence[Small]) -> str:
    """A row for each small command; CPU is also told beyond that of bare Python."""
    bare = commands[0].cpu
    rows = [
        (command.title, f"{command.wall * 1000:.0f} ms", f"{command.cpu * 1000:.0f} ms",
         f"+{(command.cpu - bare) * 1000:.0f} ms")
        for command in commands
    ]  # fmt: skip
    return _markdown(("command", "wall", "CPU", "CPU beyond Python"), rows)


def faults(works: Sequence[tuple[Work, dict[str, Entry]]]) -> list[str]:
    """Everything that makes a row unfit to be compared, in words."""
    found = []
    for work, entries in works:
        share = entries[YARDSTICK].of("wall") / entries[YARDSTICK].of("cpu")
        if share > BUSY:
            found.append(f"{work.title}: THE MACHINE WAS BUSY, trust the CPU ratio more")
        for name, entry in entries.items():
            who = f"{work.title}, {name}"
            if entry.failure:
                found.append(f"{who}: LEFT OUT: {entry.failure}")
            elif not entry.pages:
                found.append(f"{who}: NOT THE SAME PAGES")
            elif entry.words < ENOUGH:
                found.append(f"{who}: ONLY {entry.words:.1%} OF THE WORDS")
    return found


def _row(work: Work, name: str, entry: Entry) -> tuple[str, ...]:
    if entry.failure or not entry.runs:
        return (work.title, name, *["-"] * (len(HEADS) - 2))
    return (
        work.title,
        name,
        f"{entry.of('wall'):.2f} s",
        f"**{median(entry.ratios):.2f}**",
        f"{min(entry.ratios):.2f}–{max(entry.ratios):.2f} (n = {len(entry.runs)})",
        f"{entry.of('cpu'):.2f} s",
        f"{median(entry.cpu_ratios):.2f}",
        f"{entry.of('peak'):.0f} MiB",
        f"{entry.size / 1000:,.0f} kB",
        "same" if entry.pages else "**differ**",
        f"{entry.words:.1%}",
    )


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
