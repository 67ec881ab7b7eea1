"""The holes of worked examples: rules by players and variants, and coincidences of clauses.

A rule is proved for a setting if an example with these players and this choice fails without it. It
does not apply where it never takes effect in random games. Any other pair is a hole.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.game.game import Example
from printnplay.play.reach import Coincidence, Reach
from printnplay.rules.coverage import Ablation, Trials
from printnplay.rules.game import rule_of
from printnplay.rules.notation import Reader
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import Setting, choice_of, settings_of

PROVED, HOLE, IDLE = "proved", "hole", "idle"
"""What is known of a rule in a setting; it is idle if it never takes effect there."""


class Hole(Struct, frozen=True):
    """A rule that no example proves for a setting; the share of moves at which it takes effect."""

    rule: str
    setting: Setting
    share: float


class Cells(Struct, frozen=True):
    """Rules by settings, and coincidences.

    Attributes:
        settings: the columns.
        rows: for each rule, PROVED, HOLE or IDLE in each setting.
        holes: the holes, those that play reaches most often first.
        pairs: the number of pairs of clauses that take effect in one move of random games.
        apart: those that no example needs both of, the most frequent first.
    """

    settings: tuple[Setting, ...]
    rows: Mapping[str, tuple[str, ...]]
    holes: tuple[Hole, ...]
    pairs: int
    apart: tuple[Coincidence, ...]

    @property
    def proved(self) -> int:
        """The number of proved cells."""
        return sum(row.count(PROVED) for row in self.rows.values())

    @property
    def all(self) -> int:
        """The number of cells that apply."""
        return self.proved + len(self.holes)


def cells_of(
    examples: Sequence[Example], ablation: Ablation, reach: Reach, trials: Trials
) -> Cells:
    """Return what true examples prove of each setting, beside what play reaches."""
    rules = trials.rules
    settings = tuple(settings_of(rules)) if reach.settings else ()
    shares = {effects.setting: effects.rules for effects in reach.settings}
    proved = {
        (rule, setting)
        for example in examples
        for setting in settings_shown(example, trials)
        for rule in map(rule_of, ablation.needs.get(example.id, ()))
    }

    def cell(rule: str, setting: Setting) -> str:
        if (rule, setting) in proved:
            return PROVED
        return HOLE if rule in shares[setting] else IDLE

    rows = {rule: tuple(cell(rule, one) for one in settings) for rule in rules.SENTENCES}
    holes = [
        Hole(rule, setting, shares[setting][rule])
        for rule, row in rows.items()
        for setting, state in zip(settings, row, strict=True)
        if state == HOLE
    ]
    return Cells(
        settings,
        rows,
        tuple(sorted(holes, key=lambda hole: -hole.share)),
        len(reach.pairs),
        tuple(pair for pair in reach.pairs if not ablation.shows_both(*pair.clauses)),
    )


def settings_shown(example: Example, trials: Trials) -> Iterator[Setting]:
    """Yield the settings of an example: its players, with each other choice that it needs."""
    rules = trials.rules
    players = trials.game(example).read_players(example.given, Reader([]))
    chosen, _ = choice_of(example, rules)
    others = [(name, at) for name, at in chosen.items() if at != rules.VARIANTS[name][0]]
    by_default = replace(example, given={**example.given, VARIANTS: {}})
    if not others or trials.is_true(by_default, trials.game(by_default)):
        others = [("", "")]
    for variant, choice in others:
        yield Setting(players, variant, choice)
