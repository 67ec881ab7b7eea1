"""Drawings that are refused, and drawings that are warned about, each at once and by line."""

import gzip
import re
import struct
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import pytest
from faces.small_style import ROOT

from printnplay.build.art import look_at_all
from printnplay.build.art_checks import ArtRequest
from printnplay.kernel.codes import CODES
from printnplay.kernel.diagnostics import Diagnostic, Severity

pytestmark = pytest.mark.sampled(3)

SVG = Path(__file__).parent
HOSTILE = sorted((SVG / "hostile").glob("*.svg"))
LINT = sorted((SVG / "lint").glob("*.svg"))
NOTE = re.compile(r"<!--! (?P<code>PNP\d+) (?P<line>\d+) (?P<part>.*?) -->")
AT_ONCE = 1_000_000
"""The calls of functions in which a drawing is refused at the latest, some to begin with."""


@pytest.fixture(autouse=True, scope="module")
def begun() -> None:
    """What is loaded once is loaded before calls are counted."""
    look_at_all([ArtRequest(HOSTILE[0].read_bytes(), HOSTILE[0], ROOT)])


def looked_at(path: Path) -> Sequence[Diagnostic]:
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        del frame, argument
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        report = look_at_all([ArtRequest(path.read_bytes(), path, ROOT)])[0]
    finally:
        sys.setprofile(before)
    assert calls < AT_ONCE
    return report.problems


def check_notes(path: Path, found: Sequence[Diagnostic]) -> None:
    """The faults are those that the drawing's own comments say, and no others."""
    notes = sorted(
        (note["code"], int(note["line"]), note["part"])
        for note in NOTE.finditer(path.read_text(encoding="utf-8"))
    )
    told = sorted((fault.code.id, fault.span.line, fault.message) for fault in found)
    assert [fault[:2] for fault in told] == [note[:2] for note in notes], told
    for fault, note in zip(told, notes, strict=True):
        assert note[2] in fault[2]
    assert {fault.code.id for fault in found} <= CODES.keys()
    assert {Path(fault.span.file).name for fault in found} <= {path.name}


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.stem)
def test_a_drawing_is_refused_at_once(path: Path) -> None:
    found = looked_at(path)
    check_notes(path, found)
    assert {fault.severity for fault in found} == {Severity.ERROR}


@pytest.mark.parametrize("path", LINT, ids=lambda path: path.stem)
def test_what_will_print_otherwise_is_told_by_its_line(path: Path) -> None:
    found = looked_at(path)
    check_notes(path, found)
    assert {fault.severity for fault in found} <= {Severity.WARNING}


def test_an_unknown_family_names_its_element_and_offers_those_there_are() -> None:
    first, _ = looked_at(SVG / "hostile" / "family-unknown.svg")
    assert first.label == "in <text>, whose text would not be printed"
    assert "`Red Hat Display`" in first.help


def drawing(folder: Path, body: str) -> Path:
    path = folder / "drawing.svg"
    root = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    path.write_text(f"{root}{body}</svg>", encoding="utf-8")
    return path


def test_a_compressed_drawing_is_refused_unopened(tmp_path: Path) -> None:
    path = tmp_path / "bomb.svgz"
    path.write_bytes(gzip.compress(b" " * 300_000_000, compresslevel=1))
    (fault,) = looked_at(path)
    assert (fault.code.id, "compressed" in fault.message) == ("PNP424", True)


def chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)


def test_a_picture_of_900_million_pixels_is_refused_by_its_header(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 30_010_000, level=1)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)
    (tmp_path / "vast.png").write_bytes(png + chunk(b"IEND", b""))
    body = "<image href='vast.png' width='9' height='9'/>"
    (fault,) = looked_at(drawing(tmp_path, body))
    assert (fault.code.id, "million pixels" in fault.message) == ("PNP424", True)


def test_a_png_that_does_not_begin_with_its_header_is_named(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    parts = chunk(b"xHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 52))
    (tmp_path / "odd.png").write_bytes(b"\x89PNG\r\n\x1a\n" + parts + chunk(b"IEND", b""))
    (fault,) = looked_at(drawing(tmp_path, "<image href='odd.png' width='9' height='9'/>"))
    assert (fault.code.id, "is not a valid picture of its type" in fault.message) == (
        "PNP424",
        True,
    )


@pytest.mark.parametrize("query", ["(min-width: 1..2)", "(min-color: .)", "(width > 1.2.3)"])
def test_a_media_query_that_is_no_query_is_left_out(query: str, tmp_path: Path) -> None:
    style = f"<style>@media {query} {{rect{{fill:red}}}}</style>"
    found = looked_at(drawing(tmp_path, f"{style}<rect width='9' height='9'/>"))
    assert not any(fault.severity is Severity.ERROR for fault in found)


def test_each_drawing_whose_picture_is_broken_is_said_to_be_so(tmp_path: Path) -> None:
    png = bytearray((SVG / "lint" / "kite.png").read_bytes())
    png[len(png) // 2] ^= 1
    (tmp_path / "kite.png").write_bytes(png)
    path = drawing(tmp_path, "<image href='kite.png' width='9' height='9'/>")
    requests = [
        ArtRequest(path.read_bytes(), tmp_path / name, ROOT, tmp_path / f"{name}.pdf")
        for name in ("one.svg", "same.svg")
    ]
    found = [fault for report in look_at_all(requests) for fault in report.problems]
    errors = [fault for fault in found if fault.severity is Severity.ERROR]
    assert [Path(fault.span.file).name for fault in errors] == ["one.svg", "same.svg"]


def test_a_link_in_the_file_system_leads_nowhere_else(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "kite.png").write_bytes((SVG / "lint" / "kite.png").read_bytes())
    (inside / "kite.png").symlink_to(outside / "kite.png")
    (inside / "more").symlink_to(outside)
    links = "<image href='kite.png'/>\n<image href='more/kite.png'/>"
    found = looked_at(drawing(inside, links))
    assert [fault.code.id for fault in found] == ["PNP421", "PNP421"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b"%PDF-1.7",
        b"\xff\xfe<\0s",
        b"<?xml version='1.0' encoding='utf-7'?><svg/>",
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9mm'>\xff</svg>",
        b" " * 21_000_000,
    ],
    ids=["empty", "zeros", "pdf", "half", "utf-7", "no-utf-8", "large"],
)
def test_what_is_no_drawing_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "drawing.svg"
    path.write_bytes(content)
    (fault,) = looked_at(path)
    assert fault.code.id in ("PNP413", "PNP424")
