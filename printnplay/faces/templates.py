"""The templates of a style: rendered in the sandbox, with tracking of the files they depend on.

Errors in a template are reported to its author with file, line and help.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from jinja2 import Template, TemplateNotFound
from jinja2.meta import find_referenced_templates
from jinja2.runtime import Macro
from msgspec import Struct

from printnplay.faces.art_calls import ArtCall, art_calls
from printnplay.faces.sandbox import OUTPUT, MistakeError
from printnplay.faces.template_faults import TemplateFaultError, diagnose
from printnplay.faces.template_files import (
    SIZE,
    SUFFIX,
    FolderLoader,
    fresh_environment,
    parsed_template,
)
from printnplay.files.door import ReadError, is_there, read_text
from printnplay.game.numbering import NUMBERS
from printnplay.kernel.diagnostics import Span
from printnplay.scene.style import SHARING

Made = TypeVar("Made")


class Source(Struct, frozen=True):
    """The files that a template depends on, with their hashes.

    `of_game` are the names of the parts of the game that they may use; an empty name means all of
    it. `numbers` are `deck` and `group` if they may use these. `fits` are `together` and `group` if
    their text boxes may ask for one size on several cards.
    """

    files: Mapping[str, bytes]
    of_game: frozenset[str]
    numbers: frozenset[str] = frozenset()
    fits: frozenset[str] = frozenset()


_REFERS = re.compile(r"\{%[-+]?\s*(?:include|import|from|extends)\b")
"""The start of a statement by which a template refers to others."""

_PLAINLY = re.compile(
    r"\{%[-+]?\s*(?:include|import|from|extends)\s+([\"'])(?P<name>[^\"']+)\1"
    r"\s*(?:[-+]?%\}|as\b|ignore\b|with|import\b)"
)
"""The usual form of these statements; a source with others has to be parsed, which is far
slower."""

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


_GAME = re.compile(r"\{#.*?#\}|\bgame\b(?:\.(?P<name>[a-z]\w*))?", re.DOTALL)
"""A comment, or the name `game` in a template, and the attribute read from it."""

_FIT = re.compile(
    r"\{#.*?#\}|\bfit\s*=(?!=)\s*(?:([\"'])(?P<value>\w*)\1)?|[\"'](?P<key>fit)[\"']", re.DOTALL
)
"""A comment, or the argument `fit` in a template, with its value if it is a constant."""

_ONLY_NAMES = rf"(?<![\w\"'])(?:{'|'.join(NUMBERS)})(?![\w\"'])"
"""The names of the numbers of cards, but not in quotes, as in `fit="group"`."""


class Templates:
    """The templates of a style; each stays as it was when it was first rendered."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Use the templates of these folders; the user's own come first."""
        self.folders = tuple(folders)
        self._sandbox = fresh_environment(self.folders)
        self._sources: dict[str, Source | None] = {}
        self._paths: dict[str, str] = {}

    def path(self, name: str) -> str:
        """Return the file of a template, or else the first path that is searched for it."""
        if name not in self._paths:
            file = name + SUFFIX
            found = (folder / file for folder in self.folders if is_there(folder / file))
            place = next(found, None)
            if place is None:
                return ((self.folders or (Path(),))[0] / file).as_posix()
            self._paths[name] = place.as_posix()
        return self._paths[name]

    def span(self, name: str) -> Span:
        """Return the place of a whole template, for diagnostics."""
        return Span(self.path(name))

    def macro_span(self, name: str, macro: str) -> Span:
        """Return the place where a macro of a template begins, or else that of the template."""
        path = self.path(name)
        with suppress(ReadError):
            lines = read_text(Path(path), SIZE).splitlines()
            begins = re.compile(rf"macro\s+{re.escape(macro)}\b")
            found = (number for number, line in enumerate(lines, 1) if begins.search(line))
            return Span(path, next(found, 0), 1)
        return Span(path)

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """Render a template with these values.

        Raises:
            TemplateFaultError: the template is missing, has an error, or exceeds a limit.
        """
        self._sandbox.begin()
        return self._guarded(name, values, lambda template: _text(template, values))

    def macros(self, name: str, values: Mapping[str, object]) -> dict[str, Callable[..., str]]:
        """Return the callable macros of a template by name; none if there is no template.

        Raises:
            TemplateFaultError: the template has an error.
        """
        if not is_there(Path(self.path(name))):
            return {}
        module = self._guarded(name, values, lambda template: template.make_module(dict(values)))
        return {key: value for key, value in vars(module).items() if isinstance(value, Macro)}

    def guarded(self, name: str, work: Callable[[], Made]) -> Made:
        """Run a function that calls macros of a template outside a rendering.

        Raises:
            MistakeError: the function uses a name that does not exist.
            TemplateFaultError: a macro fails.
        """
        try:
            return work()
        except (TemplateFaultError, MistakeError):
            raise
        except Exception as error:
            raise TemplateFaultError(diagnose(error, self.span(name), {})) from error

    def references(self, name: str) -> frozenset[str] | None:
        """Return the templates that one includes, imports or extends; None if unknown.

        They are unknown if the template is missing or has an error, or computes a name while
        rendering.
        """
        try:
            source, *_ = FolderLoader(self.folders).get_source(self._sandbox, name + SUFFIX)
        except (MistakeError, TemplateNotFound, OSError):
            return None
        return _referenced(source)

    def source(self, name: str) -> Source | None:
        """Return a template's files, with those of all templates it refers to; None on an error."""
        if name not in self._sources:
            self._sources[name] = self._source(name)
        return self._sources[name]

    def _source(self, name: str) -> Source | None:
        loader = FolderLoader(self.folders)
        texts = self._texts(name, loader)
        if texts is None:
            return None
        found = [match for text in texts.values() for match in _GAME.finditer(text)]
        of_game = {match["name"] or "" for match in found if not match[0].startswith("{#")}
        whole = " ".join(texts.values())
        numbers = frozenset(re.findall(_ONLY_NAMES, whole))
        return Source(loader.read, frozenset(of_game), numbers, _fits(whole))

    def art_calls(self, name: str) -> tuple[ArtCall, ...]:
        """Return the pictures of cards that a template, and all that it refers to, places."""
        sources = self._texts(name, FolderLoader(self.folders)) or {}
        return tuple(call for source in sources.values() for call in art_calls(source))

    def _texts(self, name: str, loader: FolderLoader) -> dict[str, str] | None:
        """Return a template's source, with those of all that it refers to; None on an error."""
        waiting, texts = [name], dict[str, str]()
        try:
            while waiting:
                template = waiting.pop()
                if template in texts:
                    continue
                text, *_ = loader.get_source(self._sandbox, template + SUFFIX)
                texts[template] = text
                referenced = _referenced(text)
                if referenced is None:  # it may be any template
                    referenced = frozenset(
                        file.removesuffix(SUFFIX) for file in loader.list_templates()
                    )
                waiting += referenced
        except (MistakeError, TemplateNotFound):
            return None
        return texts

    def is_as_drawn(self, source: Source) -> bool:
        """Return whether the templates of a source are unchanged since they were rendered."""
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


def _fits(source: str) -> frozenset[str]:
    """Return which cards the text boxes of a source may share sizes with."""
    found = [match for match in _FIT.finditer(source) if not match[0].startswith("{#")]
    if any(match["value"] is None for match in found):  # it may be anything
        return frozenset(SHARING)
    return frozenset(match["value"] for match in found).intersection(SHARING)


@lru_cache(maxsize=256)
def _referenced(source: str) -> frozenset[str] | None:
    """Return the templates that a source refers to; None if it has errors or may refer to any.

    Cached, as the games of a style share its templates.
    """
    text = _COMMENT.sub("", source)
    names = {match["name"] for match in _PLAINLY.finditer(text)}
    if len(_PLAINLY.findall(text)) < len(_REFERS.findall(text)):
        tree = parsed_template(source)
        if tree is None:
            return None
        parsed = {*find_referenced_templates(tree)}
        names = {name for name in parsed if name is not None}
        if names != parsed:
            return None
    return frozenset(name.removesuffix(SUFFIX) for name in names)


def _text(template: Template, values: Mapping[str, object]) -> str:
    parts: list[str] = []
    length = 0
    # Not template.render(): it rewrites the traceback, which gives the line of an error.
    for part in template.root_render_func(template.new_context(dict(values))):
        length += len(part)
        if length > OUTPUT:
            raise MistakeError(f"the drawing is longer than {OUTPUT:,} characters")
        parts.append(part)
    return "".join(parts)
