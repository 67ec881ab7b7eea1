"""`printnplay preflight`: finished PDFs of any program, for a factory or a print service."""

import json
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from build.print_services.press_profile import profile
from pdf.preflight.pages import made

from printnplay.pdf.preflight import inspecting

from .project import run

pytestmark = pytest.mark.sampled(4)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.turns(4)
@pytest.mark.at_leisure
@pytest.mark.parametrize("service", ["offset", "drivethrucards", "mbprint", "printplaygames"])
def test_an_export_passes_the_preflight_of_its_service(city: Path, service: str) -> None:
    (city / "press.icc").write_bytes(profile())
    icc = "" if service == "printplaygames" else "--icc press.icc"
    assert run(f"export {service} {icc} -j 1 -o out").status == 0
    files = sorted(path.relative_to(city) for path in city.glob("out/**/*.pdf"))
    assert len(files) == (2 if service == "offset" else 1)
    ran = run(f"preflight {' '.join(map(str, files))} --for {service} --strict")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count(", clean\n") == len(files)


def test_a_fault_is_told_with_its_page_its_place_and_whose_rule_it_breaks(here: Path) -> None:
    draw = "0.9 0.8 0.8 0.9 k 60 60 20 20 re f 100 60 20 20 re f 0.1 w 60 90 m 140 90 l S"
    (here / "card.pdf").write_bytes(made({"draw": draw}))
    ran = run("preflight card.pdf --for longpack")
    assert ran.status == 1
    assert ran.out == "card.pdf: 1 page, 63.5 x 88.9 mm, 1 error, 1 warning\n"
    assert ran.err == (
        "warning[PNP428]: page 1: a line is 0.10 pt thin; at least 0.25 pt print well\n"
        " --> card.pdf\n"
        "  = at 18.1, 60.1 mm from the top left of the trimmed page; a rule of thumb\n"
        "help: make it thicker\n"
        "\n"
        "error[PNP526]: page 1: 340 % of ink in one place; the limit is 300 %\n"
        " --> card.pdf\n"
        "  = at 18.2, 63.7 mm from the top left of the trimmed page; 2 alike on this page; required"
        " by LongPack Games\n"
        "help: convert colours with a profile that has this limit, or reduce the coloured inks\n\n"
    )


def test_without_a_printer_everything_is_a_warning_that_strict_makes_an_error(here: Path) -> None:
    (here / "card.pdf").write_bytes(made({"draw": "1 0 0 rg 60 60 20 20 re f"}))
    ran = run("preflight card.pdf")
    assert (ran.status, ran.out) == (0, "card.pdf: 1 page, 63.5 x 88.9 mm, 0 errors, 1 warning\n")
    ran = run("preflight card.pdf --strict")
    assert (ran.status, ran.out) == (1, "card.pdf: 1 page, 63.5 x 88.9 mm, 1 error, 0 warnings\n")


def test_a_folder_is_told_with_its_files_and_the_command_for_them(here: Path) -> None:
    for number in range(6):
        path = here / "my set" / ("cards" if number else "box") / f"{number}.pdf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made({}))
    ran = run("preflight 'my set' --for longpack")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == (
        "error[PNP102]: `my set` is a folder\n"
        " --> my set\n"
        "  = PDFs in it: `box/0.pdf`, `cards/1.pdf`, `cards/2.pdf`, `cards/3.pdf`, `cards/4.pdf`,"
        " …\n"
        "help: type `printnplay preflight 'my set/box'/*.pdf 'my set/cards'/*.pdf --for longpack`\n"
        "\n"
    )
    (here / "none").mkdir()
    assert "there is no PDF in it" in run("preflight none").err


def test_programs_read_the_findings_of_all_files(here: Path) -> None:
    (here / "one.pdf").write_bytes(made({"draw": "0.1 w 60 90 m 140 90 l S"}))
    (here / "two.pdf").write_bytes(made({"pages": 3}))
    ran = run("preflight one.pdf two.pdf --for offset --saddle-stitch --format json")
    assert ran.status == 1
    found = {
        (one["file"], one["code"], one["severity"], one["message"])
        for one in json.loads(ran.out)["problems"]
    }
    count = "it has {}: saddle stitch needs a multiple of 4".format
    assert found == {
        ("one.pdf", "PNP526", "error", count("1 page")),
        (
            "one.pdf",
            "PNP428",
            "warning",
            "page 1: a line is 0.10 pt thin; at least 0.25 pt print well",
        ),
        ("two.pdf", "PNP526", "error", count("3 pages")),
    }


def test_a_project_may_have_a_factory_of_its_own(city: Path) -> None:
    (city / "factories").mkdir()
    factory = city / "factories/corner.yaml"
    factory.write_text(
        "name: Corner\nsite: https://corner.example\n"
        'sources: [{url: "https://corner.example/a", date: "2026"}]\nbleed: 5mm\n',
        encoding="utf-8",
    )
    (city / "card.pdf").write_bytes(made({}))
    ran = run("preflight card.pdf --for corner")
    assert ran.status == 1
    assert "page 1: it has 3 mm of bleed, not 5\n" in ran.err
    factory.write_text("name: Corner\nblead: 5mm\n", encoding="utf-8")
    ran = run("preflight card.pdf --for corner")
    assert (ran.status, ran.out) == (1, "")
    assert "factories/corner.yaml" in ran.err


def test_an_unknown_printer_is_a_wrong_use_of_the_command(here: Path) -> None:
    (here / "card.pdf").write_bytes(made({}))
    ran = run("preflight card.pdf --for longpak")
    assert ran.status == 2
    assert "error[PNP023]: unknown factory or print service `longpak`" in ran.err
    assert "did you mean `longpack`?" in ran.err


def locked() -> bytes:
    out = BytesIO()
    with pikepdf.open(BytesIO(made({}))) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(owner="a", user="b"))
    return out.getvalue()


def endless() -> bytes:
    """Forms that draw the next one 40 times each: 40 to the power of 20 in all."""
    pdf = pikepdf.open(BytesIO(made({})))
    inner = pdf.make_stream(b"0 0 1 1 re f")
    for _ in range(20):
        outer = pdf.make_stream(b"/Next Do " * 40)
        for form in (inner, outer):
            form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            form.BBox = pikepdf.Array([0, 0, 300, 300])
        outer.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Next=inner))
        inner = outer
    pdf.pages[0].Resources.XObject.Next = inner
    pdf.pages[0].Contents = pdf.make_stream(b"/Next Do")
    out = BytesIO()
    pdf.save(out)
    return out.getvalue()


def swollen() -> bytes:
    """A page whose content is 640 MB when unpacked."""
    pdf = pikepdf.open(BytesIO(made({})))
    packer = zlib.compressobj(9)
    piece = b" " * (1 << 24)
    packed = b"".join(packer.compress(piece) for _ in range(40)) + packer.flush()
    content = pikepdf.Stream(pdf, packed)
    content.Filter = pikepdf.Name.FlateDecode
    pdf.pages[0].Contents = pdf.make_indirect(content)
    out = BytesIO()
    pdf.save(out, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return out.getvalue()


HOSTILE: dict[str, tuple[Callable[[], bytes], str, str]] = {
    "cut off": (lambda: made({})[:3000], "PNP102", "the PDF cannot be checked: it"),
    "no PDF": (lambda: b"hello", "PNP102", "the PDF cannot be checked: it is damaged"),
    "empty": (lambda: b"", "PNP102", "the PDF cannot be checked: it is damaged"),
    "with a password": (locked, "PNP102", "it is encrypted with a password"),
    "too many pages": (lambda: made({"pages": 2001}), "PNP102", "it has 2,001 pages; the limit"),
    "forms without end": (endless, "PNP014", "the PDF cannot be checked: timed out after 2 s"),
    "a bomb": (swollen, "PNP102", "the PDF cannot be checked: it"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.at_leisure
def test_a_hostile_file_is_a_fault_and_others_are_still_checked(
    name: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, code, says = HOSTILE[name]
    if name == "forms without end":
        monkeypatch.setattr(inspecting, "SECONDS", 2.0)
    if name == "a bomb":
        monkeypatch.setattr(inspecting, "MEMORY", 300 << 20)
    (here / "bad.pdf").write_bytes(write())
    (here / "good.pdf").write_bytes(made({}))
    ran = run("preflight bad.pdf good.pdf --for offset")
    assert ran.status == 1
    assert f"error[{code}]" in ran.err
    assert says in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == "good.pdf: 1 page, 63.5 x 88.9 mm, clean\n"


@pytest.mark.usefixtures("here")
def test_a_file_that_is_not_there_is_told() -> None:
    ran = run("preflight nothing.pdf")
    assert (ran.status, ran.out) == (1, "")
    assert "error[PNP102]: the file does not exist" in ran.err
