import re
import time

import pytest

from printnplay.kernel.diagnostics import Severity

from .small_style import CASES, draw, renderer

NOTE = re.compile(r"\{#! (?P<code>PNP\d+) (?P<line>\d+) (?P<part>.*?) #\}")
NAMES = sorted(path.name.removesuffix(".svg.j2") for path in CASES.glob("*.svg.j2"))
FAULTY = [name for name in NAMES if name != "icons"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_template_yields_exactly_its_annotated_faults(name: str) -> None:
    source = (CASES / f"{name}.svg.j2").read_text(encoding="utf-8")
    expected = [(note["code"], int(note["line"])) for note in NOTE.finditer(source)]
    parts = [note["part"] for note in NOTE.finditer(source)]
    maker = renderer([CASES])

    picture = draw(maker, name)

    found = sorted(maker.problems.found, key=lambda one: one.span)
    assert [(one.code.id, one.span.line) for one in found] == expected
    for fault, part in zip(found, parts, strict=True):
        assert part in fault.message
    assert (picture is None) == any(one.severity is Severity.ERROR for one in found)


@pytest.mark.parametrize("name", [name for name in FAULTY if "bomb" in name or "long" in name])
def test_hostile_templates_are_refused_at_once(name: str) -> None:
    start = time.perf_counter()
    draw(renderer([CASES]), name)
    assert time.perf_counter() - start < 1


def test_a_fault_names_the_file_that_it_is_in() -> None:
    maker = renderer([CASES])
    draw(maker, "image-with-script")
    assert maker.problems.found[0].span.file == (CASES / "art" / "acting.svg").as_posix()


def test_the_nearest_name_is_offered() -> None:
    helps = {}
    for name in ("undefined", "undefined-colour", "icon", "family", "image-missing", "text-key"):
        maker = renderer([CASES])
        draw(maker, name)
        helps[name] = maker.problems.found[0].help
    assert helps == {
        "undefined": "did you mean `colours`?",
        "undefined-colour": "did you mean `red`?",
        "icon": "did you mean `flip`?",
        "family": "did you mean `Table Round`?",
        "image-missing": "did you mean `art/dot.png`?",
        "text-key": "did you mean `cards.flip.name`?",
    }


def test_a_line_that_two_template_lines_can_have_made_is_quoted() -> None:
    maker = renderer([CASES])
    draw(maker, "computed-line")
    (note, place) = maker.problems.found[0].notes[0]
    assert "<path d='M2.0 0' onload='alert(1)'/>" in note
    assert place is None
