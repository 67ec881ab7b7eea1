import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.synchronize import Barrier

import pytest

from printnplay.pdf import BakeError, FaultKind, Terms, TypstBaker
from printnplay.pdf.compiling import CompileError, compile_sketches, doubtful
from printnplay.pdf.isolation import Limits, OverLimitError, apart
from printnplay.processes import apart as in_a_process
from printnplay.processes.children import FAR

from .samples import FONT_FOLDER, faces, picture, text_body

MEMORY = 2 << 30
ENDLESS = (
    '<filter id="f" x="0" y="0" width="60" height="40" filterUnits="userSpaceOnUse">'
    '<feMorphology operator="dilate" radius="50"/></filter>'
    '<rect width="60" height="40" filter="url(#f)"/>'
)
SOFT = (
    '<filter id="f"><feGaussianBlur stdDeviation=".2"/></filter>'
    '<rect width="9" height="9" filter="url(#f)"/>'
)


@pytest.mark.at_leisure
def test_a_picture_that_takes_for_ever_is_named_and_the_others_are_not() -> None:
    some = [picture("soft", SOFT), picture("endless", ENDLESS), picture("plain", text_body("x"))]
    with pytest.raises(BakeError) as caught:
        TypstBaker(faces(), Terms(limits=Limits(seconds=1, seconds_alone=3))).bake(some)
    assert [fault.picture for fault in caught.value.faults] == ["endless"]
    assert caught.value.faults[0].kind is FaultKind.OVER_LIMIT
    assert caught.value.message == "timed out after 3 s"


def test_many_pictures_may_take_long_when_each_is_sound() -> None:
    some = [picture(str(n), SOFT + text_body(str(n))) for n in range(3)]
    bakes = TypstBaker(faces(), Terms(limits=Limits(seconds=0.001, seconds_alone=10))).bake(some)
    assert len({baked.file for baked in bakes.values()}) == 3


def test_a_process_that_fills_the_memory_is_stopped() -> None:
    with pytest.raises(OverLimitError, match="more than 256 MB of memory"):
        apart(20, 256 << 20, bytes, 1 << 30)


def test_what_comes_of_work_in_a_process_comes_back() -> None:
    assert apart(20, MEMORY, bytes, [3, 1, 2]) == b"\3\1\2"


def test_a_fault_in_a_process_comes_back() -> None:
    with pytest.raises(CompileError, match="failed to parse SVG"):
        apart(20, MEMORY, compile_sketches, [("<svg", "9", "9")], [])


def test_what_a_process_prints_does_no_harm() -> None:
    assert apart(20, MEMORY, loud) == b"made"


def slow() -> bytes:
    """Take long."""
    time.sleep(20)
    return b""


def busy(seconds: float) -> bytes:
    """Take so much processor time, whatever the clock shows."""
    last = time.process_time() + seconds
    while time.process_time() < last:
        pass
    return b"done"


def loud() -> bytes:
    """Print to every stream."""
    sys.stdout.write("noise")
    os.write(1, b"noise")
    return b"made"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("stopped", "limit"),
    [
        (lambda: apart(0.3, MEMORY, busy, 60), "0.3"),
        (lambda: apart(0.1, MEMORY, slow), f"{0.1 * FAR:g}"),
    ],
    ids=["computes", "waits"],
)
def test_work_is_stopped_in_time(stopped: Callable[[], None], limit: str) -> None:
    with pytest.raises(OverLimitError) as caught:
        stopped()
    assert str(caught.value) == f"timed out after {limit} s"


def busy_together(begun: Barrier) -> None:
    """Take processor time once all processes have started."""
    begun.wait()
    busy(60)


@pytest.fixture
def _loaded() -> Iterator[None]:
    """A machine with two busy processes on each core."""
    context = multiprocessing.get_context("spawn")
    count = 2 * (os.cpu_count() or 1)
    begun = context.Barrier(count + 1)
    others = [context.Process(target=busy_together, args=[begun]) for _ in range(count)]
    for other in others:
        other.start()
    begun.wait()
    yield
    for other in others:
        other.kill()
        other.join()


@pytest.mark.at_leisure
@pytest.mark.usefixtures("_loaded")
def test_a_busy_machine_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_a_process, "FAR", 1000)  # whatever else the machine does
    began = time.monotonic()
    assert apart(0.5, MEMORY, busy, 0.3) == b"done"
    assert time.monotonic() - began > 0.5  # which would be too long by the clock
    with pytest.raises(OverLimitError, match=r"timed out after 0\.5 s"):
        apart(0.5, MEMORY, busy, 60)


WIDE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">{}</svg>'
LEVELS = (
    '<g id="u0">' + '<path d="M0 0h9v9"/>' * 7000 + "</g>",
    *(f'<g id="u{n}">' + f'<use href="#u{n - 1}"/>' * 3 + "</g>" for n in (1, 2, 3)),
)
MASKS = (
    '<mask id="m0"><rect width="9" height="9" fill="#fff"/></mask>',
    *(
        f'<mask id="m{n}">' + f'<rect width="9" height="9" mask="url(#m{n - 1})"/>' * 4 + "</mask>"
        for n in range(1, 9)
    ),
)
AT_LIMITS = {
    "reuse": "<defs>" + "".join(LEVELS) + '</defs><use href="#u3"/>',
    "masks": "<defs>" + "".join(MASKS) + '</defs><rect width="9" height="9" mask="url(#m8)"/>',
    "shapes": "".join(
        f'<path d="M{n % 60} {n % 40}l9 9" opacity=".{n % 9 + 1}"/>' for n in range(90_000)
    ),
    "corners": '<path d="M0 0' + "L9 9L0 1" * 400_000 + '" stroke-dasharray=".01"/>',
    "texts": "".join(f'<text y="{n % 40}">{"word " * 10}</text>' for n in range(1_000)),
}
"""Drawings about as large as `svg.limits` lets them be, which are drawn without a limit of time."""


@pytest.mark.at_leisure
@pytest.mark.parametrize("what", AT_LIMITS)
def test_what_is_drawn_without_a_limit_takes_seconds_at_most(what: str) -> None:
    svg = WIDE.format(AT_LIMITS[what])
    assert not doubtful(svg)
    fonts = [str(FONT_FOLDER)]
    assert apart(8, MEMORY, compile_sketches, [(svg, "170", "113")], fonts).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (text_body("x"), False),
        (SOFT, True),
        ('<use href="#a"/>' * 12, False),
        ('<use href="#a"/>' * 13, True),
        ('<marker id="m"/>', True),
        (f"<!--{'x' * 4_000_000}-->", True),
    ],
)
def test_only_what_may_run_wild_is_shut_away(body: str, *, expected: bool) -> None:
    assert doubtful(picture("p", body).svg) is expected
