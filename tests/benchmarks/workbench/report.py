"""The report: what was done how, the figures, what is not to be trusted."""

from collections.abc import Sequence

from workbench import machine
from workbench.commands import Small
from workbench.contest import Entry
from workbench.table import faults, small_table, table
from workbench.work import Work

METHOD = """\
Each contestant is a whole process. They run in turn, after one warm-up that is not counted; of what
printnplay has drawn nothing is kept between its runs. A ratio is the median of the ratios to raw
ReportLab of the same round. Nothing passes or fails by time.

All are told what stands at which place, paragraphs too, and get the pictures (for ReportLab as
plain path operations, for the others as SVG). They break their lines, draw, embed fonts and write
the files. printnplay starts from YAML and templates; besides, it checks everything and proves the
worked examples. `pages` and `words` tell whether the files have as many pages as printnplay's, and
how many of its words they hold. For an icon in a line of text the contestants set letters."""


def report(
    command: str, works: Sequence[tuple[Work, dict[str, Entry]]], commands: Sequence[Small]
) -> str:
    """The whole report as Markdown."""
    parts = [
        "# Benchmark",
        f"`{command}`, {machine.today()}, on {machine.machine()}.\n{machine.versions()}.",
        METHOD,
        *(f"**{fault}**" for fault in faults(works)),
        table(works),
    ]
    if commands:
        parts.append(small_table(commands))
    return "\n\n".join(parts) + "\n"
