"""Find the rules of a game by the name of their module."""

from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from printnplay.engine import games
from printnplay.engine.kernel import RulesModule


class UnknownRulesError(KeyError):
    """There is no rules module of that name; `known` are the names there are."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """Keep the name and what could have been meant."""
        super().__init__(name)
        self.name, self.known = name, known

    def __reduce__(self) -> tuple[type["UnknownRulesError"], tuple[str, tuple[str, ...]]]:
        """What another process makes it of."""
        return type(self), (self.name, self.known)


def rules_names() -> tuple[str, ...]:
    """The names of all rules modules."""
    return tuple(sorted(module.name for module in iter_modules(games.__path__)))


def find_rules(name: str) -> RulesModule:
    """The rules module of that name.

    Raises:
        UnknownRulesError: there is none.
    """
    known = rules_names()
    if name not in known:
        raise UnknownRulesError(name, known)
    return cast("RulesModule", import_module(f"{games.__name__}.{name}"))
