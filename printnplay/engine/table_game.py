"""The base of most games: rules with a switch, variants, and the usual hidden zones."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from printnplay.engine.kernel import Rules, Trace
from printnplay.engine.variants import settle
from printnplay.engine.view import seen_by


class TableGame:
    """A game whose class names its rules and variants.

    `off` and `chosen` are those of `new_game`; afterwards `on(rule)` says whether a rule is in
    force and `variants` holds the choice of each variant. `trace`, when somebody sets it, is told
    of rules as they take effect; while it is None a game tells nothing.
    """

    RULES: ClassVar[Mapping[str, str]] = {}
    """All rules and clauses, by id."""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The variants with their choices."""

    OWN: ClassVar[tuple[str, ...]] = ("hand",)
    """Zones that only their owner sees; `hand` stands for `hand.0`, `hand.1` and so on."""

    HIDDEN: ClassVar[tuple[str, ...]] = ("draw", "deck")
    """Zones that nobody sees."""

    def __init__(self, off: Iterable[str] = (), **chosen: str) -> None:
        """The game with some rules or clauses switched off and some variants chosen.

        Raises:
            KeyError: there is no such rule.
            UnknownVariantError: there is no such variant or choice.
        """
        self.on = Rules(self.RULES, off).on
        self.variants = settle(self.CHOICES, chosen)
        self.trace: Trace | None = None

    def visible(self, zone: str, seat: int) -> bool:
        """Whether a seat sees the cards of a zone."""
        return seen_by(zone, seat, own=self.OWN, hidden=self.HIDDEN)

    def plays_with(self, state: Any, seat: int) -> str:  # noqa: ANN401, ARG002
        """What a seat plays with, such as one of two decks; empty if all play with the same."""
        return ""

    def tell(self, rule: str) -> None:
        """Tell the trace, if there is one, that a rule takes effect."""
        if self.trace is not None:
            self.trace(rule)
