"""A script of Squib: where it is, its settings, and the files that it names."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printnplay.files.catalog import display_path
from printnplay.files.door import is_folder
from printnplay.importing.ruby import Ruby
from printnplay.importing.ruby_values import Frame, as_text
from printnplay.importing.source import Source, title_of
from printnplay.kernel.diagnostics import Span

_SET = re.compile(r"\s*ENV\[['\"](\w+)['\"]\]\s*=\s*['\"]([^'\"]*)['\"]")
"""A line that sets a variable of the environment."""


class Context:
    """A script: where it is, its settings and the tables that it has read."""

    ruby: Ruby
    """What works it out."""

    def __init__(self, source: Source, path: Path) -> None:
        """Read the settings beside a script."""
        self.source, self.path = source, path
        self.shown = display_path(path)
        self.folders = [path.parent, *(one for one in path.parents[1:3] if source.has(one))]
        self.title = title_of(path.stem)
        self.frames: list[Frame] = []
        self.drawings: dict[str, str] = {}
        self.config: Mapping[str, Any] = {}
        self.configure()

    def lose(self, line: int, what: str, todo: str, *, is_guess: bool = False) -> None:
        """Note what is not taken over."""
        self.source.lose(self.span(line), what, todo, is_guess=is_guess)

    def span(self, line: int) -> Span:
        """Return a place in the script that is read."""
        return Span(self.shown, line)

    def found(self, name: Any) -> Path | None:
        """Return a file of the project by its name."""
        return self.source.find(as_text(name), Path(self.ruby.file).parent, *self.folders)

    def variable(self, name: Any, otherwise: Any = None) -> Any:
        """Return a variable of the environment: what the Rakefile sets it to first."""
        path = self.source.find("Rakefile", *self.folders)
        for number, line in enumerate(self.source.text(path).splitlines() if path else (), start=1):
            match = _SET.match(line)
            if path and match and match[1] == name:
                value = match[2]
                what = f"`ENV['{name}']` is `{value}`, as this task sets it"
                todo = "for another value, move its task above this one, and import again"
                self.source.lose(Span(display_path(path), number), what, todo, is_guess=True)
                return value
        return otherwise

    def folder(self, name: Any) -> Path | None:
        """Return a folder of the project by its name."""
        around = (Path(self.ruby.file).parent, *self.folders)
        wanted = (folder / as_text(name) for folder in around)
        return next((one for one in wanted if is_folder(one) and self.source.has(one)), None)

    def file(self, name: Any) -> Path:
        """Return a file of the project by its name.

        Raises:
            LookupError: there is none.
        """
        found = self.found(name)
        if found is None:
            raise LookupError(f"{as_text(name)}` is not in the folder: `File")
        return found

    def configure(self, name: str = "config.yml") -> None:
        """Read the settings of a project."""
        found = self.source.find(name, *self.folders)
        said = self.source.yaml(found) if found else {}
        self.config = said if isinstance(said, dict) else {}


def many(value: Any) -> list[Any]:
    """Return a value as a list: itself, or none if it is nil."""
    return [] if value is None else value if isinstance(value, list) else [value]


def is_number(value: Any) -> bool:
    """Return whether a value is a number of a usual size."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
