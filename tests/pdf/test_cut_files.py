"""The cut lines of sheets as SVG and DXF."""

from printnplay.build.formats import FORMATS, files_of
from printnplay.imposition.backs import CardLayout
from printnplay.imposition.fold_over import FoldCardLayout
from printnplay.imposition.furniture import Dresser, Furniture
from printnplay.imposition.marks import line
from printnplay.imposition.papers import PAPERS
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Point, Rect, Size, mm
from printnplay.kernel.printing import Backs, Marking
from printnplay.kernel.shapes import CardFormat, Shape, ShapeKind, polygon
from printnplay.kit.cut_lines import cut_lines_of
from printnplay.pdf import Printout
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Label, Sheet, Stroke

SIZE = Size(mm(60), mm(60))


def cut_files(shape: ShapeKind, gutter: float, number: int = 2) -> dict[str, str]:
    """The files of a sheet of cards, by ending."""
    paper = PAPERS["a4"]
    card = CardFormat(SIZE, 0, mm(gutter), Shape(shape, mm(3)))
    pairs = [(Picture("x", SIZE, 0, "<svg/>"), None)] * number
    (side,) = CardLayout(paper, card, Backs.NONE, Marking()).sides(pairs)
    return files_of_second(Sheet(paper.size, ()), Sheet(paper.size, side.items, cuts=side.cuts))


def files_of_second(*sheets: Sheet) -> dict[str, str]:
    """The files of two sheets, of which only the second is cut, by ending."""
    printout = Printout("kit", Document("", "", "", "en", sheets, ()), {})
    files = files_of(printout, [FORMATS["svg"], FORMATS["dxf"]])
    made = {name: b"".join(pieces) for name, pieces in files}
    assert sorted(made) == ["kit/kit-002.dxf", "kit/kit-002.svg"]
    return {name.rpartition(".")[2]: data.decode() for name, data in made.items()}


def test_cards_apart_are_closed_lines_in_millimetres() -> None:
    made = cut_files(ShapeKind.RECTANGLE, 3)
    assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in made["svg"]
    assert "M 12 24 L 72 24 L 72 84 L 12 84 Z" in made["svg"]
    assert made["svg"].count(" Z") == 2
    assert made["dxf"].count("\nPOLYLINE\n") == 2
    assert "10\n12.000\n20\n273.000" in made["dxf"]
    assert made["dxf"].endswith("0\nENDSEC\n0\nEOF\n")


def test_an_edge_that_two_cards_share_is_cut_once() -> None:
    """The first card is a closed line, the second an open one that lacks the shared edge."""
    made = cut_files(ShapeKind.RECTANGLE, 0)
    assert "M 15 28.5 L 75 28.5 L 75 88.5 L 15 88.5 Z" in made["svg"]
    assert '"M 75 28.5 L 135 28.5 L 135 88.5 L 75 88.5"' in made["svg"]
    assert made["svg"].count("<path") == made["dxf"].count("\nPOLYLINE\n") == 2


def test_shapes_that_a_fold_joins_are_cut_around_it() -> None:
    """Pairs stay in one piece: the edge on the fold is in no line to cut."""
    corners = (Point(0, 0), Point(mm(60), 0), Point(mm(60), mm(30)), Point(0, mm(60)))
    card = CardFormat(SIZE, 0, 0, Shape(ShapeKind.PATH, path=polygon(corners)))
    layout, face = FoldCardLayout(PAPERS["a4"], card, Marking()), Picture("x", SIZE, 0, "<svg/>")
    (side,) = layout.sides([(face, face)])
    lines = cut_lines_of(Sheet(PAPERS["a4"].size, side.items, cuts=side.cuts))
    (fold,) = lines["fold"]
    assert len(lines["cut"]) == 2
    for cut in lines["cut"]:
        assert len(cut) == 4
        assert {cut[0].x, cut[-1].x} == {fold[0].x}


def test_shapes_are_cut_as_they_are() -> None:
    assert cut_files(ShapeKind.HEX, 3)["dxf"].count("\nVERTEX\n") == 2 * 6
    for shape in (ShapeKind.CIRCLE, ShapeKind.ROUNDED):
        assert cut_files(shape, 3)["dxf"].count("\nVERTEX\n") > 2 * 30


def test_lines_of_a_key_are_printed_and_not_cut() -> None:
    paper, block = PAPERS["a4"], Rect(mm(60), mm(60), mm(60), mm(60))
    lines = [
        line("cut", block.origin, block.origin.moved(mm(60), 0)),
        line("fold", block.origin, block.origin.moved(0, mm(60))),
    ]
    label = Label((), mm(20), mm(3))
    furniture = Furniture(label, label, {"cut": label, "fold": label})
    sheet, left_out = Dresser(paper).dress(Side("board", tuple(lines), block, (block,)), furniture)
    assert not left_out
    drawn = [item for item in sheet.items if isinstance(item, Stroke)]
    assert [stroke.kind for stroke in drawn].count("fold") == 2
    made = files_of_second(Sheet(paper.size, ()), sheet)
    assert made["svg"].count("<path") == 2
    assert made["dxf"].count("\nPOLYLINE\n") == 2
