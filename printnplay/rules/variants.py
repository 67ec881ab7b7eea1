"""Variants: alternative ways to play a game, their choices, and those of a worked example."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from printnplay.game.game import Example
from printnplay.kernel import codes
from printnplay.kernel.suggestions import did_you_mean
from printnplay.rules.notation import Fault
from printnplay.rules.protocol import RulesModule

KEY = "variants"
"""Key of `given` that selects variants."""


class UnknownVariantError(KeyError):
    """A variant or choice that the game does not have; `known` are the existing ones."""

    def __init__(self, name: str, choices: tuple[str, ...], variant: str = "") -> None:
        """Store the unknown name; `variant` is set if the unknown name is a choice of it."""
        super().__init__(name)
        self.name, self.known, self.variant = name, choices, variant


def settle(variants: Mapping[str, tuple[str, ...]], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the choice for every variant: the given one, or the default.

    Raises:
        UnknownVariantError: a variant or choice does not exist.

    >>> settle({"toppings": ("all", "any"), "pace": ("slow",)}, {"toppings": "any"})
    {'toppings': 'any', 'pace': 'slow'}
    """
    for name, choice in chosen.items():
        if name not in variants:
            raise UnknownVariantError(name, tuple(variants))
        if choice not in variants[name]:
            raise UnknownVariantError(choice, variants[name], name)
    return {name: choices[0] for name, choices in variants.items()} | dict(chosen)


def variants_of(rules: RulesModule) -> Mapping[str, tuple[str, ...]]:
    """Return the variants of a game; empty if its rules define none."""
    return getattr(rules, "VARIANTS", {})


def choices_of(rules: RulesModule) -> Iterator[dict[str, str]]:
    """Yield the default variants, then each other choice on its own."""
    yield {}
    for name, choices in variants_of(rules).items():
        yield from ({name: choice} for choice in choices[1:])


class Setting(NamedTuple):
    """A way to play: a number of players, and one choice that is not the default, if any."""

    players: int
    variant: str = ""
    choice: str = ""

    @property
    def chosen(self) -> dict[str, str]:
        """The variants that differ from the default."""
        return {self.variant: self.choice} if self.variant else {}

    def __str__(self) -> str:
        """Return it in words: `4 players, length=five-points`."""
        variant = f", {self.variant}={self.choice}" if self.variant else ""
        return f"{self.players} players{variant}"


def settings_of(rules: RulesModule) -> list[Setting]:
    """Return each number of players with the default variants, then with each other choice."""
    return [
        Setting(players, *(pair for names in chosen.items() for pair in names))
        for chosen in choices_of(rules)
        for players in rules.new_game.seats
    ]


def game_for(
    example: Example, rules: RulesModule, off: Iterable[str] = ()
) -> tuple[Any, list[Fault]]:
    """Return the game of an example, and faults of its choice of variants."""
    chosen, faults = choice_of(example, rules)
    return (rules.new_game(off) if faults else rules.new_game(off, **chosen)), faults


def choice_of(example: Example, rules: RulesModule) -> tuple[dict[str, str], list[Fault]]:
    """Return the variants that an example chooses, and the faults of that choice."""
    asked = example.given.get(KEY, {})
    if not isinstance(asked, Mapping):
        message = "the variants of an example are `variant: choice` pairs"
        return {}, [
            Fault(codes.WRONG_EXAMPLE_VALUE, f"given.{KEY}", message, "expected `variant: choice`")
        ]
    chosen: dict[str, str] = {}
    faults: list[Fault] = []
    for name, choice in asked.items():
        try:
            settle(variants_of(rules), {name: str(choice)})
            chosen[name] = str(choice)
        except UnknownVariantError as error:
            faults.append(_fault(name, error))
    return chosen, faults


def _fault(name: str, error: UnknownVariantError) -> Fault:
    """Return the fault for an unknown variant or choice, at its path in the example."""
    return Fault(
        codes.UNKNOWN_CHOICE if error.variant else codes.UNKNOWN_VARIANT,
        f"given.{KEY}.{name}",
        f"the variant `{error.variant}` has no choice `{error.name}`"
        if error.variant
        else f"the game has no variant `{error.name}`",
        f"expected one of {', '.join(error.known)}" if error.known else "the game has no variants",
        did_you_mean(error.name, error.known, "choose one that exists, or leave it out"),
    )
