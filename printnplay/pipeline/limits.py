"""What one command may take: time, memory, and how much of everything a game may have.

A stranger's project must not keep a machine busy for hours, whatever is in it. Most of that is held
by limits nearer to the work: of a template's steps, of a drawing, of a file. These hold the rest
together; `--limits none` lifts them for a giant project of one's own.
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

from printnplay.faces.templates import place
from printnplay.files.processes import StopError
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.model.game import Game
from printnplay.model.geometry import Size
from printnplay.model.texts import Texts


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process of a command may take.

    Args:
        seconds: of processor time; the clock may show twice as many.
        memory: in bytes, that are in use at once.
    """

    seconds: float = 600
    memory: int = 3 << 30


LIMITS = Limits()

COPIES = 100_000
"""Cards of a game that are printed."""

CARDS = 20_000
"""Different cards of a game."""

BOARDS = 100
FOLDS = 100
"""Folds of a board."""

BLOCKS = 5_000
"""Blocks of a booklet."""

LETTERS = 10_000
"""Characters of a text, which is a paragraph at most."""

LEAST = 5_000
"""The shortest side of a card or a page, in micrometres: a sheet has few cells."""

_CURE = "`--limits none` lifts the limits, for a project of your own"
_SIGNAL = getattr(signal, "SIGXCPU", signal.SIGABRT)
_PERIOD = 0.2
"""Seconds between two looks at what was taken."""


class OverLimitsError(StopError):
    """The command takes more than it may; carries the fault."""

    def __init__(self, fault: Diagnostic) -> None:
        """Keep the fault."""
        super().__init__(1)
        self.fault = fault


class _Work:
    """What this process works on, to be named when that takes too much."""

    span = Span("")
    is_limited = False


def work_on(span: Span) -> None:
    """Say what is worked on from now on."""
    _Work.span = span


@contextmanager
def limited(limits: Limits | None) -> Iterator[None]:
    """Work that is stopped when it takes too much; the place in a template is told where it is one.

    Only the main thread can be stopped; within another one, or within limited work, this does
    nothing.

    Raises:
        FaultsError: it took too much.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if limits is None or _Work.is_limited or not is_main:
        yield
        return
    reasons: list[str] = []

    def stop(_: int, __: FrameType | None) -> None:
        raise OverLimitsError(_fault(reasons[0] if reasons else "more time than the system allows"))

    before = signal.signal(_SIGNAL, stop)
    over = threading.Event()
    watch = threading.Thread(target=_watch, args=[limits, over, reasons], daemon=True)
    _Work.is_limited = True
    try:
        with _memory_kept_below(2 * limits.memory):
            watch.start()
            yield
    except OverLimitsError as error:
        raise FaultsError([error.fault]) from error
    except MemoryError as error:
        raise FaultsError(
            [_fault(f"more than {2 * limits.memory >> 20:,} MB of memory")]
        ) from error
    finally:
        over.set()
        with suppress(OverLimitsError):
            watch.join()
        signal.signal(_SIGNAL, before)
        _Work.is_limited = False
        _Work.span = Span("")


def _fault(what: str) -> Diagnostic:
    message = f"the command takes {what}"
    return Diagnostic(
        codes.OVER_LIMITS, message, place() or _Work.span, "while at work here", _CURE
    )


def _watch(limits: Limits, over: threading.Event, reasons: list[str]) -> None:
    """Look at what was taken now and then, and interrupt the main thread when it is too much."""
    clock, processor = time.monotonic(), time.process_time()
    while not over.wait(_PERIOD):
        if time.process_time() - processor > limits.seconds:
            reasons.append(f"more than {limits.seconds:,.0f} seconds of processor time")
        elif time.monotonic() - clock > 2 * limits.seconds:
            reasons.append(f"longer than {2 * limits.seconds:,.0f} seconds")
        elif _memory() > limits.memory:
            reasons.append(f"more than {limits.memory >> 20:,} MB of memory")
        else:
            continue
        main = threading.main_thread().ident
        if hasattr(signal, "pthread_kill") and main is not None:
            signal.pthread_kill(main, _SIGNAL)
        else:
            signal.raise_signal(_SIGNAL)
        return


def _memory() -> int:
    """The most bytes that this process has used; 0 where that cannot be asked."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


@contextmanager
def _memory_kept_below(most: int) -> Iterator[None]:
    """No more memory is given than this: what takes it in one go cannot be interrupted."""
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    lower = [limit for limit in (most, *before) if limit != resource.RLIM_INFINITY]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(lower), before[1]))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


def check_size(game: Game | None, texts: Mapping[str, Texts], problems: Problems) -> bool:
    """Whether a game and its texts are of a size that can be checked and drawn in a short time."""
    faults = [*(_too_many(game) if game else ()), *_too_long(texts)]
    for fault in faults:
        problems.add(fault)
    return not faults


def _too_many(game: Game) -> Iterator[Diagnostic]:
    if game.cards:
        place = max(game.cards, key=lambda card: card.copies).span
        yield from _more("different cards", len(game.cards), CARDS, place)
        yield from _more("cards to print", sum(card.copies for card in game.cards), COPIES, place)
    if game.boards:
        yield from _more("boards", len(game.boards), BOARDS, game.boards[-1].span)
    for board in game.boards:
        yield from _more("folds of a board", sum(map(len, board.folds)), FOLDS, board.span)
    blocks = sum(len(section.blocks) for section in game.outline.sections)
    yield from _more("blocks of the booklet", blocks, BLOCKS, game.outline.page_span)
    yield from _too_fine("cards", game.card, game.spans.get("card", Span(game.folder)))
    for group in game.groups:
        if group.card is not None:
            yield from _too_fine("cards", group.card, group.span)
    yield from _too_fine("pages of the booklet", game.outline.page, game.outline.page_span)


def _too_fine(what: str, size: Size, place: Span) -> Iterator[Diagnostic]:
    if min(size.width, size.height) < LEAST:
        message = f"{what} of {size.width / 1000:g} x {size.height / 1000:g} mm"
        label = f"expected at least {LEAST / 1000:g} mm on each side"
        yield Diagnostic(codes.FILE_TOO_LARGE, message, place, label, _CURE)


def _too_long(texts: Mapping[str, Texts]) -> Iterator[Diagnostic]:
    for language in texts.values():
        for text in language.entries.values():
            for name, form in text.forms.items():
                place = text.places.get(name, text.span)
                yield from _more(f"characters in `{text.key}`", len(form), LETTERS, place)


def _more(what: str, count: int, most: int, place: Span) -> Iterator[Diagnostic]:
    if count > most:
        message = f"{count:,} {what}; the limit is {most:,}"
        yield Diagnostic(codes.FILE_TOO_LARGE, message, place, "expected less", _CURE)
