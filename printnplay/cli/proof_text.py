"""The text of `printnplay check --rules`: what examples prove, and what they leave open."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill

from printnplay.cli.console import columns
from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.kernel.suggestions import counted
from printnplay.play.check_rules import ExampleNeeds, Proof
from printnplay.play.holes import HOLE, IDLE, PROVED, Cells, Hole

WIDTH = 100
"""Width of lists in characters: the line length of the project's own files."""

BLOCK = 80
"""Number of examples per table, one character each: with the name of a rule they fill a line of
`WIDTH`. Further examples get another table below."""

NAMED, UNNAMED, NEEDLESS, NOTHING = "#", "+", "x", "."
KEY = {NAMED: "named and needed", UNNAMED: "needed, not named", NEEDLESS: "named, not needed"}
"""Legend of the marks for an example and a rule."""

CELLS = "rules x players x variants"
"""What the second table shows: its title, and part of the headline."""

MARKS = {PROVED: "#", HOLE: "o", IDLE: "."}
CELLS_KEY = {
    MARKS[PROVED]: "proved",
    MARKS[HOLE]: "not proved",
    MARKS[IDLE]: "makes no difference",
}
"""Legend of the marks for a rule and a setting."""

VERDICTS = ("false", "true")

MOST = 10
"""Number of holes and of coincidences listed; the report for programs has all. A guess."""

FIRST = 2
"""Number of examples listed per clause. A guess: one shows the rule, one more its limit."""


def proof_text(proof: Proof) -> str:
    """Format the proof of a game for people."""
    clauses = [
        (clause, _first(examples) or speak("nothing shows it"))
        for clause, examples in proof.clauses.items()
    ]
    parts = [
        _headline(proof),
        *_tables(proof),
        _numbers(proof.needs),
        columns(clauses, "<<") if clauses else "",
        *_cells(proof.cells),
        _claims(proof),
    ]
    return "\n\n".join(part for part in parts if part)


def _headline(proof: Proof) -> str:
    switches = len(proof.rules) + len(proof.clauses)
    parts = [
        f"{len(proof.needs)} of {counted(proof.examples, 'example')} true",
        f"{switches - len(proof.unshown)} of {switches} rules and clauses shown by examples",
        f"{len(proof.recorded)} more noticed by recorded games",
    ]
    if proof.cells.all:
        parts.append(f"{proof.cells.proved} of {proof.cells.all} {CELLS} proved")
    if proof.claims:
        parts.append(f"{counted(len(proof.claims), 'claim')} counted")
    return f"{proof.title}: " + ", ".join(map(speak, parts))


def _tables(proof: Proof) -> list[str]:
    """Format tables of rules by numbered examples, in blocks."""
    width = max(map(len, proof.rules), default=0)
    blocks = []
    for start in range(0, len(proof.needs), BLOCK):
        part = proof.needs[start : start + BLOCK]
        tens = "".join(f"{number:>10}" for number in range(start + 10, start + len(part) + 1, 10))
        ones = "".join(str((start + at + 1) % 10) for at in range(len(part)))
        lines = [f"{'':{width}} {tens}".rstrip(), f"{'':{width}} {ones}"]
        lines += [
            f"{rule:{width}} {''.join(_mark(rule, example) for example in part)}"
            for rule in proof.rules
        ]
        blocks.append("\n".join(lines))
    return blocks


def _mark(rule: str, example: ExampleNeeds) -> str:
    """Return the mark for whether an example names a rule and whether it needs it."""
    needed = rule in example.rules
    if rule in example.shows:
        return NAMED if needed else NEEDLESS
    return UNNAMED if needed else NOTHING


def _numbers(examples: Sequence[ExampleNeeds]) -> str:
    """Format the legend with the number of each example."""
    names = [f"{at}\u00a0{example.id}" for at, example in enumerate(examples, start=1)]
    if not names:
        return ""
    listed = fill("  ".join(names), WIDTH, break_on_hyphens=False).replace("\u00a0", " ")
    return f"{_legend(KEY)}\n{listed}"


def _legend(key: Mapping[str, str]) -> str:
    return "   ".join(f"{mark} {speak_label(meaning)}" for mark, meaning in key.items())


def _first(examples: Sequence[str]) -> str:
    """Format the first examples and the number of others."""
    names = ", ".join(examples[:FIRST])
    if (more := len(examples) - FIRST) <= 0:
        return names
    return speak_with("{names} and {number} more", names=names, number=str(more))


def _cells(cells: Cells) -> Iterator[str]:
    """Format the table of rules by settings, the holes and the coincidences."""
    if not cells.all:
        return
    head = f"{speak(CELLS)}: {speak(f'{cells.proved} of {cells.all} proved')}"
    yield f"{head}\n\n{_table_of(cells)}\n\n{_legend(CELLS_KEY)}"
    holes = [(hole.rule, _setting(hole), _of_moves(hole.share)) for hole in cells.holes]
    yield _ranked("not proved, by how often they take effect in random games", holes)
    pairs = [(" + ".join(pair.clauses), _of_moves(pair.share)) for pair in cells.apart]
    title = "take effect in the same move, but in no example"
    yield _ranked(f"{len(pairs)} of {counted(cells.pairs, 'pair')} of clauses {title}", pairs)


def _setting(hole: Hole) -> str:
    players, variant, choice = hole.setting
    return speak(counted(players, "player")) + (f", {variant}={choice}" if variant else "")


def _of_moves(share: float) -> str:
    return speak(f"{share:.2%} of moves")


def _table_of(cells: Cells) -> str:
    """Format a row for each rule, and a column for each number of players, by variant.

    Variants that make no difference to any rule are left out.
    """
    states = cells.rows.values()
    groups = [
        [at for at, setting in enumerate(cells.settings) if setting[1:] == variant]
        for variant in dict.fromkeys(setting[1:] for setting in cells.settings)
    ]
    groups = [group for group in groups if any(row[at] != IDLE for row in states for at in group)]
    named = [cells.settings[group[0]] for group in groups]
    titles = [
        "=".join(setting[1:]) if setting.variant else speak_label("players") for setting in named
    ]
    marks = {rule: [MARKS[cell] for cell in row] for rule, row in cells.rows.items()}
    numbers = [str(setting.players) for setting in cells.settings]
    rows = [("", *titles)] + [
        (name, *(" ".join(f"{row[at]:>{len(numbers[at])}}" for at in group) for group in groups))
        for name, row in [("", numbers), *marks.items()]
    ]
    return columns(rows, "<" * len(rows[0]))


def _ranked(title: str, rows: Sequence[tuple[str, ...]]) -> str:
    """Format the first rows of a list under a title, and the number of others."""
    if not rows:
        return ""
    listed = columns(rows[:MOST], "<" * (len(rows[0]) - 1) + ">").splitlines()
    more = len(rows) - MOST
    others = [speak(f"and {more} more: --format json lists all")] if more > 0 else []
    return "\n".join([f"{speak(title)}:", *(f"  {line}" for line in listed + others)])


def _claims(proof: Proof) -> str:
    """Format each claim with its counted value."""
    figures = [_figure(claim.counted) for claim in proof.claims]
    width = max(map(len, figures), default=0)
    verdicts = [speak_label(VERDICTS[claim.claim.holds]) for claim in proof.claims]
    most = max(len(speak_label(verdict)) for verdict in VERDICTS)
    return "\n".join(
        fill(
            f"{verdict:{most}} {figure:>{width}}  {claim.claim.says} ({claim.claim.by})",
            WIDTH,
            subsequent_indent=" " * (most + width + 3),
        )
        for claim, figure, verdict in zip(proof.claims, figures, verdicts, strict=True)
    )


def _figure(counted: int | bool) -> str:
    return speak("yes" if counted else "no") if isinstance(counted, bool) else f"{counted:,}"
