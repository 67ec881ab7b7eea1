"""The templates of a style: found in folders, compiled once, rendered in the sandbox.

What goes wrong in one is reported to its author with file, line and help. Compiled templates are
kept between runs, as Python keeps its own byte code.
"""

import marshal
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from types import FrameType, TracebackType
from typing import TypeVar

import jinja2
from jinja2 import BaseLoader, BytecodeCache, Environment, Template, TemplateNotFound
from jinja2.bccache import Bucket
from jinja2.exceptions import TemplateSyntaxError, UndefinedError
from jinja2.meta import find_referenced_templates
from jinja2.runtime import Macro
from jinja2.utils import missing

from printnplay.faces import sandbox as template_sandbox
from printnplay.faces.sandbox import OUTPUT, Absence, MistakeError, Sandbox
from printnplay.files.cache import Shelf, cache_folder
from printnplay.files.door import (
    ReadError,
    is_inside,
    is_there,
    leads_up,
    read_text,
    stamp,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Span
from printnplay.model.suggestions import suggestion

_CALLED = frozenset(f"printnplay.faces.{name}" for name in ("helpers", "sandbox"))
"""Our modules that templates call with values of their own: what fails there is their fault."""


class TemplateFaultError(Exception):
    """A template could not be rendered; carries the fault."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep the fault."""
        super().__init__(fault.message)
        self.fault = fault


def place() -> Span | None:
    """Where in a template the running call was made; None when no template is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        span = _template_line(frame, frame.f_lineno)
        if span is not None:
            return span
        frame = frame.f_back
    return None


def diagnose(error: Exception, start: Span, names: Mapping[str, object]) -> Diagnostic:
    """The fault behind an error that a rendering ended in.

    Args:
        error: What was raised.
        start: The template that was rendered.
        names: What the template could refer to, for offering the nearest name.

    Raises:
        Exception: the error itself, when it is ours and not the template's.
    """
    match error:
        case TemplateSyntaxError():
            span = Span(error.filename or start.file, error.lineno)
            return Diagnostic(
                codes.TEMPLATE_SYNTAX, f"template syntax: {_reworded(error)}", span, "here"
            )
        case TemplateNotFound():
            return _not_found(error, _raised_at(error) or start)
        case UndefinedError():
            return _undefined(error, _raised_at(error) or start, names)
        case MistakeError():
            span = _raised_at(error) or start
            return Diagnostic(error.code, _sentence(error), span, "here", error.help)
    if _is_ours(error):
        raise error
    span = _raised_at(error) or start
    return Diagnostic(
        codes.TEMPLATE_FAILS, f"the template cannot be drawn: {_reworded(error)}", span, "here"
    )


def _not_found(error: TemplateNotFound, span: Span) -> Diagnostic:
    return Diagnostic(
        codes.UNKNOWN_TEMPLATE, f"there is no template `{error.name}`", span, help=_sentence(error)
    )


def _undefined(error: UndefinedError, span: Span, names: Mapping[str, object]) -> Diagnostic:
    message = error.message
    if not isinstance(message, Absence):
        return Diagnostic(codes.TEMPLATE_NAME, _reworded(error), span, "not defined")
    owner = message.owner
    scope = names if owner is missing else owner
    defined = [str(key) for key in scope] if isinstance(scope, Mapping) else []
    help_ = suggestion(message.name, [name for name in defined if not name.startswith("_")])
    if owner is names.get("card"):
        text = f"the card has no field `{message.name}`"
        return Diagnostic(codes.TEMPLATE_NAME, text, span, "no such field", help_)
    return Diagnostic(
        codes.TEMPLATE_NAME,
        f"`{message.name}` is not defined",
        span,
        "nothing has this name here",
        help_,
    )


def _sentence(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it calls itself without end"
    text = str(error) or type(error).__name__
    return text.strip().rstrip(".")


def _reworded(error: Exception) -> str:
    """What Jinja or Python says, in our way: no capital, names in backticks, no class names."""
    text = re.sub(r"\b[A-Z]\w*\.(\w+\(\))", r"\1", _sentence(error))
    text = re.sub(r"'([^']+)'", r"`\1`", text)
    return text[:1].lower() + text[1:]


def _is_ours(error: Exception) -> bool:
    """Whether the error was raised by our code, not by what the template says."""
    if isinstance(error, RecursionError) or error.__traceback__ is None:
        return False
    trace: TracebackType = error.__traceback__
    while trace.tb_next is not None:
        trace = trace.tb_next
    module = str(trace.tb_frame.f_globals.get("__name__", ""))
    return module.startswith("printnplay.") and module not in _CALLED


def _raised_at(error: Exception) -> Span | None:
    span: Span | None = None
    trace = error.__traceback__
    while trace is not None:
        span = _template_line(trace.tb_frame, trace.tb_lineno) or span
        trace = trace.tb_next
    return span


def _template_line(frame: FrameType, line: int) -> Span | None:
    template = frame.f_globals.get("__jinja_template__")
    if not isinstance(template, Template) or template.filename is None:
        return None
    return Span(template.filename, template.get_corresponding_lineno(line))


class CompiledTemplates(BytecodeCache):
    """Compiled templates on a shelf of the cache; one that is not as it was written is made again.

    A template is found again by its name and text, so a changed one is compiled anew.
    """

    def __init__(self, shelf: Shelf) -> None:
        """Keep the shelf."""
        self.shelf = shelf

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code of a template, if it is there and whole."""
        code = self.shelf.take(bucket.key, bucket.checksum.encode())
        if code is not None:
            with suppress(EOFError, ValueError, TypeError):
                bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template, where that is possible."""
        self.shelf.put(bucket.key, marshal.dumps(bucket.code), bucket.checksum.encode())


def bytecode_cache() -> CompiledTemplates | None:
    """Where compiled templates are kept; None if the cache cannot be used.

    They are compiled anew when the sandbox changes.
    """
    folder = cache_folder(_sandbox())
    return None if folder is None else CompiledTemplates(Shelf(folder))


def _sandbox() -> str:
    """What the sandbox makes of a template depends on its own source and on Jinja's version."""
    source = Path(template_sandbox.__file__).read_bytes()
    return blake2b(source + jinja2.__version__.encode(), digest_size=8).hexdigest()


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
        self.read: dict[str, bytes] = {}
        """The hash of each file as it was last read."""
        self._unchanged: set[Path] = set()

    def look_again(self) -> None:
        """From now on, look once more whether files have changed since they were read."""
        self._unchanged.clear()

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """The template's text and path, and whether it is still what the file holds."""
        del environment
        path = self._find(template)
        folder = next(folder for folder in self.folders if path.is_relative_to(folder))
        if not is_inside(path, folder):
            raise MistakeError(f"`{path.name}` is reached by a link that leads out of the project")
        try:
            before = stamp(path)
            text = read_text(path, SIZE)
        except ReadError as error:
            raise MistakeError(error.about(path)) from error
        self.read[path.as_posix()] = blake2b(text.encode(), digest_size=16).digest()

        def is_unchanged() -> bool:
            if path not in self._unchanged:
                try:
                    if stamp(path) != before:
                        return False
                except ReadError:
                    return False
                self._unchanged.add(path)
            return True

        return text, path.as_posix(), is_unchanged

    def list_templates(self) -> list[str]:
        """The names of all templates there are."""
        return sorted({path.name for folder in self.folders for path in folder.glob(f"*{SUFFIX}")})

    def _find(self, name: str) -> Path:
        for folder in self.folders:
            if not leads_up(name) and is_there(folder / name):
                return folder / name
        known = (found.removesuffix(SUFFIX) for found in self.list_templates())
        none = "there are no templates in " + ", ".join(map(str, self.folders))
        raise TemplateNotFound(name, suggestion(name.removesuffix(SUFFIX), known, none))


@lru_cache(maxsize=32)
def _environment(folders: tuple[Path, ...]) -> Sandbox:
    """One environment for the same folders: what it has compiled stays for the whole process."""
    sandbox = Sandbox(FolderLoader(folders))
    sandbox.bytecode_cache = bytecode_cache()
    return sandbox


def _fresh_environment(folders: tuple[Path, ...]) -> Sandbox:
    """The environment for these folders, with what has changed in them since it was last used."""
    sandbox = _environment(folders)
    if isinstance(sandbox.loader, FolderLoader):
        sandbox.loader.look_again()
    return sandbox


@dataclass(frozen=True, slots=True)
class Source:
    """The files that a template draws by, with their hashes.

    `of_game` is what they may use of the game, by name; an empty name is all there is.
    """

    files: Mapping[str, bytes]
    of_game: frozenset[str]


_REFERS = re.compile(r"\{%[-+]?\s*(?:include|import|from|extends)\b")
"""How a statement begins by which a template refers to others."""

_PLAINLY = re.compile(
    r"\{%[-+]?\s*(?:include|import|extends)\s+([\"'])(?P<name>[^\"']+)\1"
    r"\s*(?:[-+]?%\}|as\b|ignore\b|with)"
)
"""How nearly all do; only of the others has the source to be parsed."""


def _plainly_referenced(text: str) -> frozenset[str] | None:
    """The templates that one refers to; None if it has to be parsed to know that."""
    names = [match["name"].removesuffix(SUFFIX) for match in _PLAINLY.finditer(text)]
    return frozenset(names) if len(names) == len(_REFERS.findall(text)) else None


_GAME = re.compile(r"\{#.*?#\}|\bgame\b(?:\.(?P<name>[a-z]\w*))?", re.DOTALL)
"""A comment, or the game in a template, and what is asked for of it."""


class Templates:
    """The templates of a style; each is as it was when it was first drawn with."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Use the templates of these folders; the user's own come first."""
        self.folders = tuple(folders)
        self._sandbox = _fresh_environment(self.folders)
        self._sources: dict[str, Source | None] = {}

    def path(self, name: str) -> str:
        """The file of a template, or where it is looked for first."""
        file = name + SUFFIX
        found = (folder / file for folder in self.folders if is_there(folder / file))
        return next(found, (self.folders or (Path(),))[0] / file).as_posix()

    def span(self, name: str) -> Span:
        """A template as a whole, to report on."""
        return Span(self.path(name))

    def macro_span(self, name: str, macro: str) -> Span:
        """Where a macro of a template begins; the template as a whole if that is not found."""
        path = self.path(name)
        with suppress(ReadError):
            lines = read_text(Path(path), SIZE).splitlines()
            begins = re.compile(rf"macro\s+{re.escape(macro)}\b")
            found = (number for number, line in enumerate(lines, 1) if begins.search(line))
            return Span(path, next(found, 0), 1)
        return Span(path)

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """The template's text with the values put in.

        Raises:
            TemplateFaultError: the template is missing or faulty, or does too much.
        """
        self._sandbox.begin()
        return self._guarded(name, values, lambda template: _text(template, values))

    def macros(self, name: str, values: Mapping[str, object]) -> dict[str, Callable[..., str]]:
        """The macros of a template by name, ready to be called; none when there is no template.

        Raises:
            TemplateFaultError: the template is faulty.
        """
        if not is_there(Path(self.path(name))):
            return {}
        module = self._guarded(name, values, lambda template: template.make_module(dict(values)))
        return {key: value for key, value in vars(module).items() if isinstance(value, Macro)}

    def guarded(self, name: str, work: Callable[[], Made]) -> Made:
        """Do work that calls macros of a template while none is rendered.

        Raises:
            MistakeError: the work asks for what is not there.
            TemplateFaultError: a macro fails.
        """
        try:
            return work()
        except (TemplateFaultError, MistakeError):
            raise
        except Exception as error:
            raise TemplateFaultError(diagnose(error, self.span(name), {})) from error

    def references(self, name: str) -> frozenset[str] | None:
        """The templates that one includes, imports or extends; None where that cannot be known.

        It cannot where a template is missing or faulty, or works a name out while it is drawn.
        """
        try:
            source, *_ = FolderLoader(self.folders).get_source(self._sandbox, name + SUFFIX)
            found = _referenced(source)
        except (MistakeError, TemplateNotFound, TemplateSyntaxError, RecursionError, OSError):
            return None
        if None in found:
            return None
        return frozenset(str(reference).removesuffix(SUFFIX) for reference in found)

    def source(self, name: str) -> Source | None:
        """What a template draws by, itself and all that it refers to; None if one is at fault."""
        if name not in self._sources:
            self._sources[name] = self._source(name)
        return self._sources[name]

    def _source(self, name: str) -> Source | None:
        loader = FolderLoader(self.folders)
        waiting, texts = [name], dict[str, str]()
        try:
            while waiting:
                template = waiting.pop()
                if template in texts:
                    continue
                text, *_ = loader.get_source(self._sandbox, template + SUFFIX)
                texts[template] = text
                referenced = _plainly_referenced(text)
                if referenced is None:
                    referenced = self.references(template)
                if referenced is None:  # it may be any
                    referenced = frozenset(
                        file.removesuffix(SUFFIX) for file in loader.list_templates()
                    )
                waiting += referenced
        except (MistakeError, TemplateNotFound):
            return None
        found = [match for text in texts.values() for match in _GAME.finditer(text)]
        of_game = {match["name"] or "" for match in found if not match[0].startswith("{#")}
        return Source(loader.read, frozenset(of_game))

    def is_as_drawn(self, source: Source) -> bool:
        """Whether the templates of a source are still those that were drawn with."""
        loader = self._sandbox.loader
        drawn = loader.read if isinstance(loader, FolderLoader) else {}
        return all(drawn.get(path, digest) == digest for path, digest in source.files.items())

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


@lru_cache(maxsize=256)
def _referenced(source: str) -> frozenset[str | None]:
    """What a template's source refers to: read once, as the games of a style share its templates.

    Raises:
        TemplateSyntaxError: the source is faulty.
    """
    return frozenset(find_referenced_templates(_environment(()).parse(source)))


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
