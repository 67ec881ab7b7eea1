import os
import sys
import time
from collections.abc import Callable

import pytest

from printnplay.output.pdf import BakeError, FaultKind, Terms, TypstBaker
from printnplay.output.pdf.compiling import CompileError, compile_sketches, doubtful
from printnplay.output.pdf.isolation import Limits, OverLimitError, apart, watched

from .samples import faces, picture, text_body

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
    assert caught.value.message == "it takes longer than 3 seconds"


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


def loud() -> bytes:
    """Print to every stream."""
    sys.stdout.write("noise")
    os.write(1, b"noise")
    return b"made"


@pytest.mark.parametrize(
    "stopped", [lambda: watched(0.05, time.sleep, 2), lambda: apart(0.3, MEMORY, slow)]
)
def test_work_is_stopped_in_time(stopped: Callable[[], None]) -> None:
    with pytest.raises(OverLimitError, match="it takes longer than 0"):
        stopped()


def test_a_fault_in_watched_work_comes_back() -> None:
    def fail() -> None:
        raise CompileError("why")

    with pytest.raises(CompileError, match="why"):
        watched(5, fail)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (text_body("x"), False),
        (SOFT, True),
        ('<use href="#a"/>' * 12, False),
        ('<use href="#a"/>' * 13, True),
        (f"<!--{'x' * 4_000_000}-->", True),
    ],
)
def test_only_what_may_run_wild_is_shut_away(body: str, *, expected: bool) -> None:
    assert doubtful(picture("p", body).svg) is expected
