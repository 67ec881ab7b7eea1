"""A printer that is out: its sheet is read, and what is built for it comes out right.

The printer is simulated: it takes the points of a PDF to where its ink lands on the paper.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path

import pikepdf
import pytest

from printnplay.imposition.papers import PAPERS, find_paper
from printnplay.imposition.registration import distances_on, placement
from printnplay.kernel.geometry import Paper
from printnplay.kit.printers import find_printer

from .project import run

pytestmark = pytest.mark.sampled(3)

MM = 25.4 / 72
EXACT = 0.01
"""In millimetres; a knife cuts no finer than 0.05."""

SIZES = ("a3", "a4", "letter", "legal", "a5")
PATHS = {"m", "l", "re"}
Spot = tuple[float, float]


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user's settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "settings" / "printnplay"


@dataclass(frozen=True)
class BadPrinter:
    """Stretches what it prints, and shifts and turns what it prints on the back."""

    across: float = 0.9975
    along: float = 1.0031
    right: float = -0.62
    down: float = 1.34
    turn: float = 0.21

    def lands(self, spot: Spot, middle: Spot, *, back: bool) -> Spot:
        """Where the ink for a spot lands, in millimetres from the upper left corner."""
        x, y = spot[0] - middle[0], spot[1] - middle[1]
        if back:
            angle = radians(self.turn)
            x, y = x + self.right, y + self.down
            x, y = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
        return middle[0] + x * self.across, middle[1] + y * self.along

    def spot_at(self, place: Spot, middle: Spot) -> Spot:
        """What of the back's drawing lands on a place."""
        angle = -radians(self.turn)
        x, y = (place[0] - middle[0]) / self.across, (place[1] - middle[1]) / self.along
        x, y = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
        return middle[0] + x - self.right, middle[1] + y - self.down

    def readings(self, paper: Paper) -> str:
        """What a person reads on this printer's calibration sheet, as options."""
        distances = distances_on(paper.size)
        assert distances is not None
        middle = middle_of(paper)
        options = []
        for name, side in (("upper", -1), ("lower", 1)):
            cross = (middle[0], middle[1] + side * distances.apart / 2000)
            pin = self.lands(cross, middle, back=False)
            read = self.spot_at(pin, middle)
            options.append(f"--{name}={read[0] - cross[0]:.4f},{read[1] - cross[1]:.4f}")
        options.append(f"--across {distances.across / 1000 * self.across:.4f}")
        options.append(f"--along {distances.along / 1000 * self.along:.4f}")
        return " ".join(options)


BAD = BadPrinter()
WORST = BadPrinter(across=0.93, along=1.06, right=-9.5, down=12.5, turn=-3.5)
"""So far out that stretch and turn taken in the wrong order, or on the wrong axis, show."""


def middle_of(paper: Paper) -> Spot:
    return paper.size.width / 2000, paper.size.height / 2000


def spots(page: pikepdf.Page) -> Iterator[Spot]:
    """The ends of all lines, and the corners of all boxes and pictures, where a page has them."""
    height = float(page.mediabox[3])
    matrix, saved = pikepdf.Matrix(), []
    for command in pikepdf.parse_content_stream(page):
        name, operands = str(command.operator), command.operands
        found: list[Spot] = []
        if name == "q":
            saved.append(matrix)
        elif name == "Q":
            matrix = saved.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name == "Do":
            picture = page.Resources.XObject[pikepdf.Name(str(operands[0]))]
            left, low, right, top = map(float, picture.BBox)
            found = [(left, low), (right, low), (left, top), (right, top)]
        elif name in PATHS:
            x, y, *size = map(float, operands)
            found = [(x, y), (x + size[0], y + size[1])] if size else [(x, y)]
        for spot in found:
            x, y = matrix.transform(spot)
            yield x * MM, (height - y) * MM


def off(spot: Spot, wanted: Spot) -> float:
    """How far a spot is from where it belongs, across or down."""
    return max(abs(spot[0] - wanted[0]), abs(spot[1] - wanted[1]))


@dataclass(frozen=True)
class Drawn:
    """A page of a built file: its middle, and all spots on it."""

    middle: Spot
    spots: Sequence[Spot]


def drawn(folder: Path, size: str, kind: str) -> Sequence[Drawn]:
    """The pages of a built file."""
    with pikepdf.open(folder / f"lost-city/en/lost-city-en-{size}-{kind}.pdf") as pdf:
        sizes = [(float(page.mediabox[2]), float(page.mediabox[3])) for page in pdf.pages]
        return [
            Drawn((width * MM / 2, height * MM / 2), list(spots(page)))
            for (width, height), page in zip(sizes, pdf.pages, strict=True)
        ]


@pytest.mark.parametrize("bad", [BAD, WORST], ids=["bad", "worst"])
def test_a_printer_that_is_out_prints_everything_where_it_belongs(
    city: Path, bad: BadPrinter
) -> None:
    assert run(f"calibrate bad {bad.readings(PAPERS['a4'])}").status == 0
    assert run("build -p letter -o plain").status == 0
    assert run("build -p letter -o mended --printer bad").status == 0
    for kind in ("kit", "booklet"):
        wanted, sent = (drawn(city / name, "letter", kind) for name in ("plain", "mended"))
        for number, (right, given) in enumerate(zip(wanted, sent, strict=True)):
            back = number % 2 == 1
            for spot, meant in zip(given.spots, right.spots, strict=True):
                ink = bad.lands(spot, given.middle, back=back)
                assert off(ink, meant) < EXACT, (kind, number)


@pytest.mark.parametrize("bad", [BAD, WORST], ids=["bad", "worst"])
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_corners_of_every_paper_come_out_right_whatever_it_was_measured_on(
    size: str, bad: BadPrinter, *, back: bool
) -> None:
    paper = find_paper(size)
    assert run(f"calibrate bad -p {size} {bad.readings(paper)}").status == 0
    placed = placement(find_printer("bad"), paper.size, back=back)
    assert placed is not None
    for x in (0, paper.size.width):
        for y in (0, paper.size.height):
            sent_x, sent_y = placed.at(x, y)
            ink = bad.lands((sent_x / 1000, sent_y / 1000), middle_of(paper), back=back)
            assert off(ink, (x / 1000, y / 1000)) < EXACT


def test_what_is_read_is_kept_beside_what_was_read_before(settings: Path) -> None:
    assert run("calibrate office --upper 0.5,-1 --lower 0.1,-1 --flip short").status == 0
    file = settings / "printers.yaml"
    file.write_text(file.read_text("utf-8").replace("  office:", "  # By the door\n  office:"))
    ran = run("calibrate office --across 139.3 --margins 4,4,12,5")
    assert ran.status == 0
    assert "+0.3 mm right, -1 mm down" in ran.out
    assert "\n  scale    99.50% across, 100.00% along\n" in ran.out
    assert "\\n" not in ran.out
    assert run("calibrate cellar --along 221").status == 0
    text = file.read_text("utf-8")
    assert "# By the door" in text
    assert [line for line in text.splitlines() if line.startswith("  ") and line[2] != " "] == [
        "  # By the door",
        "  office:",
        "  cellar:",
    ]


def test_a_link_to_the_file_of_printers_is_kept(settings: Path, tmp_path: Path) -> None:
    assert run("calibrate office --flip short").status == 0
    file, target = settings / "printers.yaml", tmp_path / "settings in git.yaml"
    file.rename(target)
    file.symlink_to(target)
    assert run("calibrate cellar --flip long").status == 0
    assert file.readlink() == target
    assert "cellar" in target.read_text("utf-8")
    assert not list(tmp_path.glob(".unfinished*"))


def test_a_build_follows_the_edge_and_the_margins_of_a_printer(city: Path) -> None:
    assert run("calibrate office --flip short --margins 4,4,6,4").status == 0
    assert run("build --printer office").status == 0
    with pikepdf.open(city / "output/lost-city/en/lost-city-en-a4-kit.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
    assert "unchanged" in run("build --printer office").out
    assert run("calibrate office --margins 4,4,5,4").status == 0
    assert "4 written, 0 unchanged" in run("build --printer office").out


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("build --printer ofice", 2, "unknown printer `ofice`"),
        ("build --printer ofice", 2, "did you mean `office`?"),
        ("calibrate cellar", 2, "no values"),
        ("calibrate cellar --upper 1,2", 2, "give both"),
        ("calibrate cellar --upper 1 --lower 2,3", 2, "expected 2 numbers in millimetres"),
        ("calibrate cellar --upper inf,1 --lower 2,3", 2, "expected 2 numbers in millimetres"),
        ("calibrate cellar --upper 300,1 --lower=-300,3", 1, "expected at most 20 mm either way"),
        ("calibrate --flip long", 2, "need the name of a printer"),
        (
            "calibrate cellar --flip long --printer office",
            2,
            "'--printer' is for writing the sheet",
        ),
        ("calibrate Cellar --flip long", 1, "`Cellar` is not a plain name"),
        ("calibrate cellar --across 1", 1, "the level ruler of 140 mm is 1 mm long"),
        ("calibrate cellar --along 140", 1, "expected 198 to 242 mm"),
        ("calibrate cellar --along 140 -p a3", 1, "the upright ruler of 340 mm is 140 mm long"),
        ("calibrate -p 50x60mm", 1, "has no room for its scales"),
        ("calibrate -l xx", 2, "there are no common texts in `xx`"),
    ],
)
@pytest.mark.usefixtures("city")
def test_what_cannot_be_measured_or_found_is_told(command: str, status: int, said: str) -> None:
    assert run("calibrate office --flip long").status == 0
    ran = run(command)
    assert ran.status == status, ran
    assert said in ran.out + ran.err


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_sheet_is_printed_in_the_languages_of_the_tool(language: str, tmp_path: Path) -> None:
    ran = run(f"calibrate -l {language} -p letter -o {tmp_path}")
    assert ran.status == 0
    with pikepdf.open(tmp_path / f"calibration-{language}-letter.pdf") as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.Lang == language
