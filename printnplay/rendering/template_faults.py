"""What went wrong in a template, said to its author: file, line, and how to mend it."""

import re
import sys
from collections.abc import Mapping
from types import FrameType, TracebackType

from jinja2 import Template
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.utils import missing

from printnplay.model.diagnostics import Diagnostic, Span
from printnplay.rendering.nearest import offer
from printnplay.rendering.template_bounds import MistakeError
from printnplay.rendering.template_sandbox import Absence

_CALLED = frozenset(
    f"printnplay.rendering.{name}"
    for name in ("drawing", "icons", "template_bounds", "template_sandbox")
)
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
            return Diagnostic("PNP410", f"template syntax: {_reworded(error)}", span, "here")
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
    return Diagnostic("PNP412", f"the template cannot be drawn: {_reworded(error)}", span, "here")


def _not_found(error: TemplateNotFound, span: Span) -> Diagnostic:
    return Diagnostic("PNP417", f"there is no template `{error.name}`", span, help=_sentence(error))


def _undefined(error: UndefinedError, span: Span, names: Mapping[str, object]) -> Diagnostic:
    message = error.message
    if not isinstance(message, Absence):
        return Diagnostic("PNP411", _reworded(error), span, "not defined")
    owner = message.owner
    known = names if owner is missing else owner
    listed = [str(key) for key in known] if isinstance(known, Mapping) else []
    help_ = offer(message.name, [name for name in listed if not name.startswith("_")])
    return Diagnostic(
        "PNP411", f"`{message.name}` is not defined", span, "nothing has this name here", help_
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
    found: Span | None = None
    trace = error.__traceback__
    while trace is not None:
        found = _template_line(trace.tb_frame, trace.tb_lineno) or found
        trace = trace.tb_next
    return found


def _template_line(frame: FrameType, line: int) -> Span | None:
    template = frame.f_globals.get("__jinja_template__")
    if not isinstance(template, Template) or template.filename is None:
        return None
    return Span(template.filename, template.get_corresponding_lineno(line))
