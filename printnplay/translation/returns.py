"""Read exchange files that come back from translators."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.translation.exchange import FORMATS, format_of
from printnplay.translation.exchange.units import MAX_BYTES, Received, Returned, State, malformed
from printnplay.translation.import_faults import comments_missing, states_missing
from printnplay.translation.memory import ENDING as MEMORY
from printnplay.translation.memory import from_memory
from printnplay.translation.streams import Stream
from printnplay.translation.term_base import ENDING as TERM_BASE


def content_of(path: Path, problems: Problems) -> bytes | None:
    """Return the content of a file, if its extension is known."""
    shown = display_path(path)
    if format_of(path.suffix) is None and path.suffix.lower() not in (TERM_BASE, MEMORY):
        endings = [ending for form in FORMATS.values() for ending in form.endings]
        label = f"expected a file that ends with {', '.join([*endings, TERM_BASE, MEMORY])}"
        problems.add(malformed(f"the format of `{path.name}` is unknown", Span(shown), label))
        return None
    try:
        return read(path, MAX_BYTES, anywhere=True)
    except ReadError as error:
        problems.add(error.fault(codes.MALFORMED_EXCHANGE, shown))
        return None


def returned_texts(
    path: Path, data: bytes, catalog: Catalog, problems: Problems
) -> Iterator[Returned]:
    """Yield the texts in a file, or those that a translation memory fills in."""
    shown, form = display_path(path), format_of(path.suffix)
    if form is None:
        yield from from_memory(data, shown, catalog, problems)
        return
    yield from form.read(data, shown, problems)


def completed(returned: Returned, stream: Stream, problems: Problems) -> Returned:
    """Return texts with a state and a comment that each program means by none.

    Without any in the whole file, a program dropped them; otherwise somebody removed single ones.
    """
    has_states = any(unit.state for unit in returned.units)
    has_comments = any(unit.comment for unit in returned.units)
    bases = [unit.base for unit in returned.units if unit.base]
    bases += filter(None, map(stream.last, returned.units))
    had_states = any(base.state in (*_DOUBTS, State.APPROVED) for base in bases)
    if had_states and not has_states:
        problems.add(states_missing(returned.place))
    lost = [
        unit.key
        for unit in returned.units
        if any(base and base.comment for base in (unit.base, stream.last(unit)))
    ]
    if lost and not has_comments:
        problems.add(comments_missing(lost, returned.place))

    def filled(unit: Received) -> Received:
        target = {name: _with_line_feeds(text) for name, text in unit.target.items()}
        said = None if unit.state is State.EMPTY else unit.state
        unit = replace(unit, target=target, state=said, comment=_with_line_feeds(unit.comment))
        if unit.base is None:
            return unit
        none = State.TRANSLATED if has_states and unit.base.state is not State.EMPTY else None
        comment = unit.comment if has_comments else unit.base.comment.strip()
        return replace(unit, state=unit.state or none, comment=comment)

    return replace(returned, units=tuple(map(filled, returned.units)))


def _with_line_feeds(text: str) -> str:
    """Return a text with the line ends that files of texts have."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


_DOUBTS = tuple(state for state in State if state.in_doubt)
