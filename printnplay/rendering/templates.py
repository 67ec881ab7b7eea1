"""Templates: found in an ordered list of folders, compiled once, rendered in the sandbox."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound
from jinja2.runtime import Macro

from printnplay.model.diagnostics import Span
from printnplay.rendering.compiled import bytecode_cache
from printnplay.rendering.nearest import offer
from printnplay.rendering.template_bounds import OUTPUT, MistakeError
from printnplay.rendering.template_faults import TemplateFaultError, diagnose, place
from printnplay.rendering.template_sandbox import Sandbox

__all__ = ["MistakeError", "TemplateFaultError", "Templates", "place"]

Made = TypeVar("Made")
SUFFIX = ".svg.j2"
SIZE = 1_000_000
"""The largest template file, in bytes."""


class FolderLoader(BaseLoader):
    """Finds templates by name in folders, the first that has one wins; reads nothing else."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Look in these folders, in this order."""
        self.folders = tuple(folders)

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The template's text and path, and whether it is still what the file holds."""
        del environment
        path = self._find(template)
        stamp = path.stat().st_mtime_ns
        if path.stat().st_size > SIZE:
            raise MistakeError(f"{path.name} is larger than {SIZE:,} bytes")
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise MistakeError(f"{path.name} is not UTF-8 (byte {error.start:,})") from error
        return text, path.as_posix(), lambda: path.is_file() and path.stat().st_mtime_ns == stamp

    def list_templates(self) -> list[str]:
        """The names of all templates there are."""
        return sorted({path.name for folder in self.folders for path in folder.glob(f"*{SUFFIX}")})

    def _find(self, name: str) -> Path:
        for folder in self.folders:
            path = folder / name
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
        known = (found.removesuffix(SUFFIX) for found in self.list_templates())
        none = "there are no templates in " + ", ".join(map(str, self.folders))
        raise TemplateNotFound(name, offer(name.removesuffix(SUFFIX), known, none))


@lru_cache(maxsize=32)
def _environment(folders: tuple[Path, ...]) -> Sandbox:
    """One environment for the same folders: what it has compiled stays for the whole process."""
    sandbox = Sandbox(FolderLoader(folders))
    sandbox.bytecode_cache = bytecode_cache()
    return sandbox


class Templates:
    """The templates of a style."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Use the templates of these folders; the user's own come first."""
        self.folders = tuple(folders)
        self._sandbox = _environment(self.folders)

    def path(self, name: str) -> str:
        """The file that a template stands in, or would stand in."""
        file = name + SUFFIX
        found = (folder / file for folder in self.folders if (folder / file).is_file())
        return next(found, (self.folders or (Path(),))[0] / file).as_posix()

    def span(self, name: str) -> Span:
        """A template as a whole, to report on."""
        return Span(self.path(name))

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """The template's text with the values put in.

        Raises:
            TemplateFaultError: the template is missing or faulty, or does too much.
        """
        self._sandbox.steps = 0
        return self._guarded(name, values, lambda template: _text(template, values))

    def macros(self, name: str, values: Mapping[str, object]) -> dict[str, Callable[..., str]]:
        """The macros of a template by name, ready to be called; none when there is no template.

        Raises:
            TemplateFaultError: the template is faulty.
        """
        if not Path(self.path(name)).is_file():
            return {}
        module = self._guarded(name, values, lambda template: template.make_module(dict(values)))
        return {key: value for key, value in vars(module).items() if isinstance(value, Macro)}

    def _guarded(
        self, name: str, values: Mapping[str, object], work: Callable[[Template], Made]
    ) -> Made:
        try:
            return work(self._sandbox.get_template(name + SUFFIX))
        except TemplateFaultError:
            raise
        except Exception as error:
            names = {**self._sandbox.globals, **values}
            fault = diagnose(error, self.span(name), names)
            raise TemplateFaultError(fault) from error


def _text(template: Template, values: Mapping[str, object]) -> str:
    parts: list[str] = []
    length = 0
    # Not template.render(): it rewrites the traceback that the fault's line is read from.
    for part in template.root_render_func(template.new_context(dict(values))):
        length += len(part)
        if length > OUTPUT:
            raise MistakeError(f"the drawing is longer than {OUTPUT:,} characters")
        parts.append(part)
    return "".join(parts)
