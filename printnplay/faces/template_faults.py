"""Diagnostics of templates: errors of a rendering, with their place; untranslatable typed words."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from inspect import signature
from pathlib import Path, PurePosixPath
from types import FrameType, TracebackType

from jinja2 import Template, TemplateNotFound
from jinja2.exceptions import TemplateSyntaxError, UndefinedError
from jinja2.utils import missing

from printnplay.faces.sandbox import Absence, MistakeError
from printnplay.faces.template_files import SIZE, SUFFIX
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, names_in, read_text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.strings import plain_name
from printnplay.kernel.suggestions import suggestion

_CALLED = frozenset(f"printnplay.faces.{name}" for name in ("filled", "helpers", "sandbox"))
"""Our modules that templates call with their own values: errors raised there are the template's."""


SHAPES_ONLY = ("icons", "facts")
"""The templates of icons, whose macros know the colours of the style and nothing else."""


class TemplateFaultError(Exception):
    """A template that cannot be rendered; carries the fault."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep the fault."""
        super().__init__(fault.message)
        self.fault = fault


def place() -> Span | None:
    """Return the place of the running call in a template; None if no template is running."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        span = _template_line(frame, frame.f_lineno)
        if span is not None:
            return span
        frame = frame.f_back
    return None


def diagnose(error: Exception, start: Span, names: Mapping[str, object]) -> Diagnostic:
    """Return the diagnostic of an error that ended a rendering.

    Args:
        error: What was raised.
        start: The template that was rendered.
        names: The names that the template could use, for suggesting the nearest one.

    Raises:
        Exception: the error itself, if our code caused it and not the template.
    """
    match error:
        case TemplateSyntaxError():
            span = Span(error.filename or start.file, error.lineno)
            text = f"template syntax: {_reworded(error)}"
            cure = "write `==` to compare" if text.endswith("got `=`") else ""
            return Diagnostic(codes.TEMPLATE_SYNTAX, text, span, "here", cure)
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
    text = f"the template cannot be rendered: {_reworded(error)}"
    return Diagnostic(codes.TEMPLATE_FAILS, text, span, "here", _meant_argument(error, names))


_WRONG_ARGUMENT = re.compile(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'")


def _meant_argument(error: Exception, names: Mapping[str, object]) -> str:
    """Return a suggestion for an argument that a function does not have; empty for other errors."""
    found = _WRONG_ARGUMENT.search(str(error))
    function = names.get(found[1]) if found else None
    if found is None or not callable(function):
        return ""
    return suggestion(found[2], signature(function).parameters)


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
    if owner is missing and message.name in names:
        return _without_context(message.name, span)
    defined = [str(key) for key in scope] if isinstance(scope, Mapping) else []
    help_ = suggestion(message.name, [name for name in defined if not name.startswith("_")])
    if owner is names.get("colours"):
        text = f"the style has no colour `{message.name}`"
        cure = help_ if help_.startswith("did") else ""
        name = plain_name(message.name, "-") or message.name
        cure = cure or f'add `{name}: "#rrggbb"` under `colours` in its style.yaml'
        return Diagnostic(codes.TEMPLATE_NAME, text, span, "no such colour", cure)
    if owner is names.get("card"):
        text = f"the card has no field `{message.name}`"
        dashed = [name for name in defined if name.startswith(f"{message.name}-")]
        if dashed:
            plain = dashed[0].replace("-", "_")
            help_ = (
                f'write `card["{dashed[0]}"]`, or rename the column to `{plain}`:'
                " `-` is a minus here"
            )
        if message.name == "address":
            help_ = "add the address of the web pages to game.yaml: `site: https://...`"
        return Diagnostic(codes.TEMPLATE_NAME, text, span, "no such field", help_)
    if owner is missing:
        help_ = _of_colour(message.name, names.get("colours")) or help_
    return Diagnostic(
        codes.TEMPLATE_NAME,
        f"`{message.name}` is not defined",
        span,
        "nothing has this name here",
        help_,
    )


def _of_colour(end: str, colours: object) -> str:
    """Return the help for the end of a colour's name, after a hyphen; empty for other names."""
    for name in colours if isinstance(colours, Mapping) else ():
        if name.endswith(f"-{end}"):
            return f'write `colours["{name}"]` if it is that colour: `-` is a minus here'
    return ""


def _without_context(name: str, span: Span) -> Diagnostic:
    """Return the fault of a name that a template has, but not the file that it imports."""
    file = PurePosixPath(span.file).name
    cure = f'write `{{% from "{file}" import ... with context %}}` in the template that imports it'
    if file.removesuffix(SUFFIX) in SHAPES_ONLY:
        cure = f"draw the icon with shapes, in `colours`; `{name}` is for templates of cards"
    return Diagnostic(
        codes.TEMPLATE_NAME, f"`{name}` is not available in {file}", span, "not known here", cure
    )


def _sentence(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it calls itself endlessly"
    text = str(error) or type(error).__name__
    return text.strip().rstrip(".")


def _reworded(error: Exception) -> str:
    """Return a message of Jinja or Python in our style: lower case, backticks, no class names."""
    text = re.sub(r"\b[A-Z]\w*\.(\w+\(\))", r"\1", _sentence(error))
    text = re.sub(r"'([^']+)'", r"`\1`", text)
    return text[:1].lower() + text[1:]


def _is_ours(error: Exception) -> bool:
    """Return whether the error was raised by our code, and not caused by the template."""
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


_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->", re.DOTALL)
_LETTERING = re.compile(r"<(text|textPath|tspan)\b[^>]*>([^<]*)")
_SET = re.compile(r"\b(?:textbox|fit_title|text)\(\s*([\"'])((?:(?!\1).)*)\1\s*[,)]")
_STRING = re.compile(
    r"\{#.*?#\}|\b(?:textbox|fit_title|text)\(\s*([\"'])(?P<text>(?:\\.|(?!\1).)*)\1", re.DOTALL
)
"""A comment, or a call that sets a string of the template's own."""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")
"""Shorter ones are numerals, symbols such as X and O, and units."""


def typed_words(folders: Sequence[Path]) -> Iterator[Diagnostic]:
    """Yield a warning for each run of words that is typed into a template."""
    for folder in folders:
        for name in names_in(folder):
            if name.endswith(SUFFIX):
                path = folder / name
                with suppress(ReadError):  # reported where it is rendered
                    yield from _in(read_text(path, SIZE), display_path(path))


def strings(folders: Sequence[Path]) -> Iterator[tuple[str, Callable[[int, int], Span]]]:
    """Yield the strings that templates set, each with the place of a part of it.

    Escapes become what they stand for, as long as they are written.
    """
    for folder in folders:
        for name in names_in(folder):
            if name.endswith(SUFFIX):
                with suppress(ReadError):  # reported where it is rendered
                    path = folder / name
                    source = read_text(path, SIZE)
                    for found in _STRING.finditer(source):
                        if found["text"]:
                            shown = _ESCAPED.sub(_unescaped, found["text"])
                            place = partial(
                                _part_of, source, display_path(path), found.start("text")
                            )
                            yield shown, place


def _unescaped(found: re.Match[str]) -> str:
    return "\n " if found[1] == "n" else f" {found[1]}"


def _part_of(source: str, file: str, first: int, start: int, end: int) -> Span:
    """Return the place of a part of a string that begins at `first` in a source."""
    at = first + start
    return Span(file, source.count("\n", 0, at) + 1, at - source.rfind("\n", 0, at), end - start)


def names_text(folders: Sequence[Path], key: str) -> bool:
    """Return whether a template contains the key of a text in quotes."""
    for folder in folders:
        for name in names_in(folder):
            if name.endswith(SUFFIX):
                with suppress(ReadError):  # reported where it is rendered
                    source = read_text(folder / name, SIZE)
                    if f'"{key}"' in source or f"'{key}'" in source:
                        return True
    return False


def _in(source: str, shown: str) -> Iterator[Diagnostic]:
    plain = _JINJA.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
    found = [(match.start(2), match[2]) for match in _LETTERING.finditer(plain)]
    found += [(match.start(2), match[2]) for match in _SET.finditer(source)]
    for start, text in sorted(found):
        if not _WORD.search(text):
            continue
        start += len(text) - len(text.lstrip())
        line = source.count("\n", 0, start) + 1
        column = start - source.rfind("\n", 0, start)
        yield Diagnostic(
            codes.TYPED_IN_TEMPLATE,
            f"`{' '.join(text.split())}` is typed in a template, so it is never translated",
            Span(shown, line, column, len(text.strip().split("\n")[0])),
            "expected a text from `locales/`",
            'add it to the texts of each language, and write `{{ t("...") }}` here',
            severity=Severity.WARNING,
        )
