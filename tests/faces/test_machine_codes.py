"""QR codes and barcodes: what a decoder reads of them in PNG and PDF, and what is reported."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from markupsafe import Markup
from pdf.samples import alone
from PIL import Image

from printnplay.cache.store import Store
from printnplay.faces import machine_codes
from printnplay.faces.renderer import Blank, FaceRenderer, Format
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.geometry import Size, mm
from printnplay.raster.png import image_of
from printnplay.scene.picture import Picture
from printnplay.svg.ink_saving import lightened

from .small_style import CASES, TEXTS, renderer

DPI = 300
ROOT = Markup('xmlns="http://www.w3.org/2000/svg" width="90mm" height="60mm" viewBox="0 0 90 60"')
FORMAT = Format(Size(mm(90), mm(60)), 0)
GROUND = '<rect width="90" height="60" fill="#2f8070"/>'

LINK = "https://example.org/cards/storm?deck=2&side=b"
KANJI = "\u8317\u8377"
"""In UTF-8 these are bytes that could be other signs in Shift JIS."""


def attempt(folder: Path, body: str, **values: object) -> tuple[Picture | None, FaceRenderer]:
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{GROUND}{body}</svg>", "utf-8")
    maker = renderer([folder, CASES])
    maker.thorough = True
    told = {"root": ROOT, "card": {"id": "storm", "family": "action", **values}}
    return maker.draw([Blank("face", FORMAT, told)], TEXTS)[0], maker


def drawn(folder: Path, body: str, **values: object) -> Picture:
    picture, maker = attempt(folder, body, **values)
    assert maker.problems.found == []
    assert picture is not None
    return picture


def fault(folder: Path, body: str, **values: object) -> Diagnostic:
    picture, maker = attempt(folder, body, **values)
    (found,) = maker.problems.found
    assert (picture is None) == (found.severity is Severity.ERROR)
    assert found.span.line == 1
    return found


def as_png(picture: Picture) -> Image.Image:
    return image_of(picture, (), DPI)


def as_pdf(picture: Picture) -> Image.Image:
    page = pypdfium2.PdfDocument(alone(picture))[0]
    assert page.get_textpage().get_text_bounded() == ""
    image: Image.Image = page.render(scale=DPI / 72).to_pil()
    return image


def read(image: Image.Image) -> list[tuple[str, str]]:
    return sorted((one.format.name, one.text) for one in zxingcpp.read_barcodes(image.convert("L")))


outputs = pytest.mark.parametrize("output", [as_png, as_pdf])
Output = Callable[[Picture], Image.Image]


@pytest.mark.sampled(3)
@outputs
@pytest.mark.parametrize("text", [LINK, "4006381333931", "Zażółć gęślą jaźń", KANJI, "\u00e9", "7"])
def test_a_qr_code_is_read_as_its_text(text: str, output: Output, tmp_path: Path) -> None:
    picture = drawn(tmp_path, "{{ qr(card.link, 60, 5, 20) }}", link=text)
    assert read(output(picture)) == [("QRCode", text)]


@outputs
def test_the_smallest_codes_without_a_warning_are_read(output: Output, tmp_path: Path) -> None:
    body = (
        "{{ qr(card.link, 5, 5, 12.3, error='L') }}"
        "{{ barcode('4006381333931', 30, 5, 29.9, 8) }}"
        "{{ barcode('Storm-12345678', 5, 30, 44, 8, kind='code128') }}"
    )
    picture = drawn(tmp_path, body, link=LINK)
    wanted = [("Code128", "Storm-12345678"), ("EAN13", "4006381333931"), ("QRCode", LINK)]
    assert read(output(picture)) == wanted
    said = ("QR: " + LINK, "EAN-13: 4006381333931", "Code 128: Storm-12345678")
    assert picture.alt == " ".join(said)
    assert picture.texts == ()


@pytest.mark.sampled(3)
@outputs
@pytest.mark.parametrize("text", [f"{'0' * zeros}{ending}" for zeros in (0, 3, 8) for ending in (
    "A1", "12", "a123b4567cd", "~ !", "x123456789"
)])  # fmt: skip
def test_code_128_changes_its_character_sets(text: str, output: Output, tmp_path: Path) -> None:
    picture = drawn(tmp_path, "{{ barcode(card.no, 2, 5, 85, 8, kind='code128') }}", no=text)
    assert read(output(picture)) == [("Code128", text)]


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        (400638133393, "4006381333931"),
        ("400638133393", "4006381333931"),
        ("978-3-16-148410-0", "9783161484100"),
        ("0 012345 678905", "0012345678905"),
    ],
)
def test_an_article_number_may_be_written_in_several_ways(
    text: object, read_as: str, tmp_path: Path
) -> None:
    picture = drawn(tmp_path, "{{ barcode(card.ean, 5, 5, 40, 8) }}", ean=text)
    assert picture.alt == f"EAN-13: {read_as}"
    assert read(as_png(picture))[0][1].endswith(read_as.lstrip("0"))


@outputs
def test_colours_and_grounds_of_the_style_are_read(output: Output, tmp_path: Path) -> None:
    body = (
        '<g stroke="#cc0000" stroke-width="2">{{ qr(card.link, 5, 5, 25, colour="ink") }}</g>'
        '<rect x="40" y="5" width="40" height="40" fill="#ffeebb"/>'
        '{{ qr(card.id, 42, 7, 20, colour="red", ground=none) }}'
        '{{ barcode("400638133393", 5, 40, 40, 10, colour="#003300", ground="#ffff00") }}'
    )
    picture = drawn(tmp_path, body, link=LINK)
    wanted = [("EAN13", "4006381333931"), ("QRCode", LINK), ("QRCode", "storm")]
    assert read(output(picture)) == wanted


@pytest.mark.parametrize("grey", [False, True])
def test_codes_stay_black_where_ink_is_saved(*, grey: bool, tmp_path: Path) -> None:
    body = (
        '{{ qr(card.link, 5, 5, 25, colour="ink") }}'
        '{{ barcode("400638133393", 40, 5, 40, 20, ground="#ffeebb") }}'
    )
    picture = drawn(tmp_path, body, link=LINK)
    saved = Picture("saved", picture.size, 0, lightened(picture.svg, grey=grey))
    assert read(as_png(saved)) == [("EAN13", "4006381333931"), ("QRCode", LINK)]


def test_a_text_that_jinja_has_escaped_is_read_as_it_was(tmp_path: Path) -> None:
    body = "{% set link %}{{ card.link }}&amp;x=1{% endset %}{{ qr(link, 5, 5, 30) }}"
    assert read(as_png(drawn(tmp_path, body, link=LINK))) == [("QRCode", f"{LINK}&x=1")]


def test_a_face_from_the_cache_says_what_its_codes_do(tmp_path: Path) -> None:
    drawn(tmp_path, "{{ t('cards.flip.name') }}{{ qr(card.link, 5, 5, 30) }}", link=LINK)
    blank = Blank("face", FORMAT, {"root": ROOT, "card": {"id": "storm", "link": LINK}})
    alts = []
    for _ in range(2):
        maker = renderer([tmp_path, CASES])
        maker.store = Store(tmp_path / "store.sqlite")
        (picture,) = maker.draw([blank], TEXTS)
        assert picture is not None
        alts.append(picture.alt)
    assert alts == [f"QR: {LINK}"] * 2


def test_modules_are_one_path_without_a_gap(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "{{ qr(card.link, 5, 5, 29.37, error='L') }}", link=LINK)
    assert picture.svg.count("<path") == 1
    for output in (as_png, as_pdf):
        # The middle of a finder pattern: 3 by 3 modules, 6 from the edge of a code of 37.
        start, end = (round((5 + 29.37 * at / 37) / 25.4 * DPI) for at in (6, 9))
        middle = output(picture).convert("L").crop((start + 1, start + 1, end - 1, end - 1))
        assert middle.getextrema() == (0, 0)


WRONG = [
    ("qr(card.link, 5, 5, 20)", "a code of an empty text", "give a text"),
    (
        "qr('a' * 3000, 5, 5, 20)",
        "a text of 3,000 characters is too long for a QR code",
        "an address that leads to it",
    ),
    ("barcode('', 5, 5, 40, 9)", "a code of an empty text", "give a text"),
    ("barcode('12345', 5, 5, 40, 9)", "`12345` is not an EAN-13", "give 12 or 13 digits"),
    ("barcode('٤006381333931', 5, 5, 40, 9)", "is not an EAN-13", "give 12 or 13 digits"),
    (
        "barcode('4006381333932', 5, 5, 40, 9)",
        "the check digit of `4006381333932` is 2, and should be 1",
        "did you mean `4006381333931`?",
    ),
    ("barcode('Łódź', 5, 5, 40, 9, kind='code128')", "Code 128 has no 'Ł'", "or a QR code"),
    (
        "barcode('a' * 49, 5, 5, 80, 9, kind='code128')",
        "a text of 49 characters is too long for Code 128",
        "at most 48 characters",
    ),
]
UNSURE = [
    (
        "qr('https://example.org', 5, 5, 9)",
        "the QR code may not scan: its modules are 0.273 mm wide",
        "make `size` at least 10.9, or the text shorter",
    ),
    (
        "barcode('400638133393', 5, 5, 29.7, 9)",
        "the EAN-13 may not scan: its modules are 0.263 mm wide",
        "make `width` at least 29.9",
    ),
    (
        "barcode('storm', 5, 5, 20, 9, kind='code128')",
        "the Code 128 may not scan: its modules are 0.182 mm wide",
        "make `width` at least 27.5, or the text shorter",
    ),
    (
        "qr('storm', 5, 5, 20, colour='#cccccc')",
        "the QR code may not scan: #cccccc on #ffffff has a contrast of 39%",
        "",
    ),
    (
        "qr('storm', 5, 5, 20, colour='#ffffff', ground='ink')",
        "the QR code may not scan: #ffffff is no darker than #112233",
        "use a dark `colour`",
    ),
    (
        "qr('storm', 5, 5, 20, colour='#ffffff', ground='none')",
        "the QR code may not scan: #ffffff is no darker than #ffffff",
        "use a dark `colour`",
    ),
    (
        "barcode('400638133393', 5, 5, 40, 9, colour='#ff0000')",
        "the EAN-13 may not scan: #ff0000 is no darker than #ffffff",
        "use a dark `colour`",
    ),
]
MISUSED = [
    ("qr('storm', 5, 5, 20, error='X')", "error is 'X'", "L"),
    ("qr('storm', 5, 5, 0)", "a QR code of 0 by 0 mm", "more than 0"),
    ("qr('storm', 5, 5, '20mm')", "width is '20mm'", "without quotes or unit"),
    ("qr(none, 5, 5, 20)", "text is None", "give a text or a number"),
    ("qr('storm', 5, 5, 20, colour='rd')", "`rd` is not a colour", "did you mean `red`?"),
    ("barcode('storm', 5, 5, 40, 9, kind='ean8')", "kind is 'ean8'", "did you mean `ean13`?"),
]


@pytest.mark.parametrize(("call", "message", "cure"), WRONG)
def test_a_text_that_is_no_code_is_an_error(
    call: str, message: str, cure: str, tmp_path: Path
) -> None:
    found = fault(tmp_path, f"{{{{ {call} }}}}", link=" ")
    assert (found.code.id, found.severity) == ("PNP439", Severity.ERROR)
    assert message in found.message
    assert cure in found.help


@pytest.mark.parametrize(("call", "message", "cure"), UNSURE)
def test_a_code_that_may_not_scan_is_a_warning(
    call: str, message: str, cure: str, tmp_path: Path
) -> None:
    found = fault(tmp_path, f"{{{{ {call} }}}}")
    assert (found.code.id, found.severity) == ("PNP439", Severity.WARNING)
    assert found.message == message
    assert cure in found.help


@pytest.mark.parametrize(("call", "message", "cure"), MISUSED)
def test_a_wrong_argument_is_named(call: str, message: str, cure: str, tmp_path: Path) -> None:
    found = fault(tmp_path, f"{{{{ {call} }}}}")
    assert found.code.id in ("PNP403", "PNP412")
    assert message in found.message
    assert cure in found.help


def test_the_codes_of_a_face_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Encoding takes long, and a loop could go on for hours."""
    monkeypatch.setattr(machine_codes, "MODULES", 2 * (21 + 8) ** 2)
    drawn(tmp_path, "{{ qr(1, 5, 5, 20) }}{{ qr(2, 30, 5, 20) }}")
    found = fault(tmp_path, "{% for i in range(9999) %}{{ qr(i, 5, 5, 20) }}{% endfor %}")
    assert found.message == "the QR codes of a face have too much text"


def test_a_code_knows_its_box(tmp_path: Path) -> None:
    body = "{% set code = qr(card.link, 5, 6, 20) %}<desc>{{ code.right }} {{ code.bottom }}</desc>"
    assert "25.0 26.0" in drawn(tmp_path, body + "{{ code }}", link="https://example.org").svg


AROUND = {
    "in a group that is scaled": ('<g transform="scale(0.5)">', 5, "</g>", "in print"),
    "in nested drawings": (
        '<svg width="20" height="20" viewBox="0 0 90 90">',
        5,
        "</svg>",
        "print",
    ),
    "half off the face": ("", 80, "", "it extends beyond the bleed"),
}


@pytest.mark.parametrize(("before", "x", "after", "says"), AROUND.values(), ids=AROUND)
def test_a_code_that_the_drawing_around_it_spoils_is_reported(
    before: str, x: int, after: str, says: str, tmp_path: Path
) -> None:
    code = f"{before}{{{{ qr(card.link, {x}, 5, 20) }}}}{after}"
    _, maker = attempt(tmp_path, code, link=LINK)
    (found,) = maker.problems.found
    assert found.code is codes.CODE_MAY_NOT_SCAN
    assert says in found.message
