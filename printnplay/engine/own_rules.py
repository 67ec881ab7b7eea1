"""The rules of a user's own game: a Python file beside its cards, loaded by path.

Loading runs the file, so whoever calls this has asked the user first. Whatever is wrong with the
file, or goes wrong in it, becomes a diagnostic at its line.
"""

import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from printnplay.engine.kernel import Game, RulesModule, rule_of
from printnplay.model.diagnostics import Diagnostic, Span

UNLOADABLE = "PNP623"
LACKING = "PNP624"
FAILED = "PNP626"

NEEDED = ("COMPONENTS", "SENTENCES", "new_game")
OPTIONAL = ("FACTS", "CLAUSES", "VARIANTS")
"""Left out, they are empty."""

METHODS = tuple(name for name in vars(Game) if not name.startswith("_"))
"""What a game has to be able to do."""


class RulesFileError(Exception):
    """A rules file that cannot be used; carries the fault."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep the fault."""
        super().__init__(fault.message)
        self.fault = fault

    def __reduce__(self) -> tuple[type["RulesFileError"], tuple[Diagnostic]]:
        """What another process makes it of."""
        return type(self), (self.fault,)


def load_rules_file(path: Path, shown: str, home: Path) -> RulesModule:
    """Run a rules file and see that it offers what rules must.

    Args:
        path: the file.
        shown: the path as the user would type it.
        home: the project; nothing outside of it is run, also not by way of a link.

    Raises:
        RulesFileError: the file is missing or outside, has a syntax error, fails, or lacks
            something.
    """
    module = _run(_source(path, shown, home), path, shown)
    for name in OPTIONAL:
        vars(module).setdefault(name, {})
    try:
        faults = _lacks(module)
    except (Exception, SystemExit) as error:
        raise RulesFileError(failure(error, path, shown)) from error
    if faults:
        offer = f"a rules file offers {', '.join(NEEDED)}, and if it likes {', '.join(OPTIONAL)}"
        message = f"the rules lack something: {'; '.join(faults)}"
        raise RulesFileError(Diagnostic(LACKING, message, Span(shown), offer, _CURE))
    return cast("RulesModule", module)


_CURE = "docs/rules.md shows a whole game; `class MyGame(Tabletop)` brings most of it along"


def failure(error: BaseException, path: Path, shown: str) -> Diagnostic:
    """The fault of rules that fail while they run, at the line of the file that did."""
    lines = [one.lineno or 0 for one in traceback.extract_tb(error.__traceback__) if _is(one, path)]
    message = f"the rules fail: {type(error).__name__}: {error}".rstrip(": ")
    span = Span(shown, lines[-1] if lines else 0, 1 if lines else 0)
    return Diagnostic(FAILED, message, span, "this raised the error", "mend the rules file")


def _is(frame: traceback.FrameSummary, path: Path) -> bool:
    return frame.filename == str(path)


def _source(path: Path, shown: str, home: Path) -> bytes:
    """What stands in the file."""
    if not path.resolve().is_relative_to(home.resolve()):
        raise _unloadable(
            "the rules file lies outside of the project",
            Span(shown),
            "expected a file in the game's folder, not a link that leads out",
        )
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        label = "expected this file, in the game's folder"
        raise _unloadable(f"the rules cannot be read: {reason}", Span(shown), label) from error


def _run(source: bytes, path: Path, shown: str) -> ModuleType:
    """The module that comes of running the source; no compiled copy is left beside it."""
    name = f"printnplay_rules_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
    except SyntaxError as error:
        if error.filename != str(path):
            raise RulesFileError(failure(error, path, shown)) from error
        span = Span(shown, error.lineno or 0, max(error.offset or 1, 1))
        raise _unloadable(f"this is not Python: {error.msg}", span, "cannot go on here") from error
    except (Exception, SystemExit) as error:
        raise RulesFileError(failure(error, path, shown)) from error
    return module


def _unloadable(message: str, span: Span, label: str) -> RulesFileError:
    mend = "put it right, or write `rules: none` to build without rules"
    return RulesFileError(Diagnostic(UNLOADABLE, message, span, label, mend))


def _lacks(module: ModuleType) -> list[str]:
    """What the module does not offer, or offers in another form, each in a few words."""
    found = [f"there is no `{name}`" for name in NEEDED if not hasattr(module, name)]
    for name, (fits, form) in _FORMS.items():
        if hasattr(module, name) and not fits(getattr(module, name)):
            found.append(f"`{name}` is not {form}")
    return found or _strays(module) or _lacking_methods(module)


def _strays(module: ModuleType) -> list[str]:
    """Clauses of rules that there are not."""
    rules = module.SENTENCES
    return [
        f"`{one}` is a clause of no rule" for one in module.CLAUSES if rule_of(one) not in rules
    ]


def _lacking_methods(module: ModuleType) -> list[str]:
    """What the game cannot do."""
    game = module.new_game()
    return [f"the game has no `{name}`" for name in METHODS if not hasattr(game, name)]


def _pairs(value: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether something maps words to values of a kind."""
    return lambda found: (
        isinstance(found, Mapping)
        and all(isinstance(name, str) and value(one) for name, one in found.items())
    )


_COUNTS = _pairs(lambda one: isinstance(one, int) and one >= 0)
_LINES = _pairs(lambda one: isinstance(one, str))
_CHOICES = _pairs(
    lambda one: isinstance(one, tuple) and bool(one) and all(isinstance(it, str) for it in one)
)
_FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "COMPONENTS": (_COUNTS, "a dict of card ids and numbers"),
    "FACTS": (_COUNTS, "a dict of names and numbers"),
    "SENTENCES": (_LINES, "a dict of rule ids and sentences"),
    "CLAUSES": (_LINES, "a dict of clause ids and sentences"),
    "VARIANTS": (_CHOICES, "a dict of names and tuples of choices"),
    "new_game": (callable, "a class or function"),
}
