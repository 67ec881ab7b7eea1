"""What a kit is made of, read back from its sheets: places behind places, tiles, boxes."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from printnplay.edition.edition import Edition
from printnplay.faces.renderer import Blank, FaceRenderer
from printnplay.game.rulebook import ListBlock, ParagraphBlock, Section
from printnplay.game.texts import Texts
from printnplay.imposition.papers import DoesNotFitError, find_paper
from printnplay.imposition.sides import flip
from printnplay.imposition.tiling import noted
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, Um, mm
from printnplay.kernel.printing import Backs, Flip, PrintSettings
from printnplay.kit.box import box_plans
from printnplay.kit.kit import make_documents
from printnplay.kit.sheets import board_plans
from printnplay.rulebook.pages.block_setter import Pictures
from printnplay.rulebook.pages.blocks import block_setter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, Label, Leaf, Panel, Sheet, Stamp, Stroke, TextLine

from .projects import CARDS, GAME, PROJECT, change, copied, opened, without_boards

pytestmark = pytest.mark.sampled(2)

PAPERS = ("a4", "letter")
SUNS = {f"sun-{number}": 2 for number in range(1, 8)}


@pytest.fixture(scope="module")
def edition() -> Edition:
    edition = opened(PROJECT)
    made(edition, "a4", Backs.LONG)
    return edition


def made(edition: Edition, paper: str, backs: Backs) -> dict[str, Document]:
    documents = make_documents(edition, PrintSettings(find_paper(paper), backs))
    assert edition.problems.found == []
    return documents


def kit(edition: Edition, paper: str, backs: Backs) -> tuple[Sheet, ...]:
    return made(edition, paper, backs)["kit"].sheets


def title(sheet: Sheet) -> str:
    return sheet.bookmarks[0].title if sheet.bookmarks else ""


def faces(sheet: Sheet) -> list[Stamp]:
    return [item for item in sheet.items if isinstance(item, Stamp)]


def words(sheet: Sheet) -> str:
    lines = [item for item in sheet.items if isinstance(item, TextLine)]
    told = " | ".join("".join(run.text for run in line.runs) for line in lines)
    return told.replace("\u00a0", " ")


def text(stamp: Stamp) -> str:
    return " ".join(stamp.picture.texts)


def followed(sheets: tuple[Sheet, ...], name: str) -> list[tuple[Sheet, Sheet]]:
    return [(sheet, after) for sheet, after in pairwise(sheets) if name in title(sheet)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("backs", [way for way in Backs if way is not Backs.FOLD])
def test_each_second_face_lies_behind_its_own_front(
    edition: Edition, paper: str, backs: Backs
) -> None:
    mirror = flip(backs.flip or Flip.LONG, find_paper(paper))
    seen: Counter[str] = Counter()
    pairs = followed(kit(edition, paper, backs), "Suns")
    for front, back in pairs:
        assert title(back) == "Card backs"
        assert f"back of page {front.label}" in words(back)
        behind = {face.rect: face for face in faces(back) if face.picture.name in SUNS}
        for one in (face for face in faces(front) if face.picture.name in SUNS):
            other = behind.pop(mirror.rect(one.rect))
            assert (text(one), text(other)) == (
                f"front {one.picture.name}",
                f"rear {one.picture.name}",
            )
            assert other.turn == mirror.turn(one.turn)
            seen[one.picture.name] += 1
        assert behind == {}
    assert seen == SUNS
    assert len(faces(pairs[-1][0])) < len(faces(pairs[0][0]))


def test_folded_over_both_faces_share_a_sheet(edition: Edition) -> None:
    sheets = [one for one in kit(edition, "a4", Backs.FOLD) if title(one) == "Suns"]
    names = Counter(text(face) for sheet in sheets for face in faces(sheet))
    assert names == {
        f"{side} {sun}": copies for sun, copies in SUNS.items() for side in ("front", "rear")
    }
    for sheet in sheets:
        assert {"fold", "cut"} <= {item.kind for item in sheet.items if isinstance(item, Stroke)}
        assert len(faces(sheet)) % 2 == 0


@pytest.mark.parametrize("backs", Backs)
def test_two_decks_have_two_backs(edition: Edition, backs: Backs) -> None:
    sheets = kit(edition, "a4", backs)
    drawn = {face.picture.name for sheet in sheets for face in faces(sheet)}
    assert {"back", "back-moon"} & drawn == (set() if backs == "none" else {"back", "back-moon"})
    for sheet in sheets:
        for face in faces(sheet):
            if face.picture.name == "back-moon":
                assert face.picture.size == Size(mm(63.5), mm(88.9))
            elif face.picture.name == "back":
                assert face.picture.size == Size(mm(44), mm(63))


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_of_another_size_have_sheets_of_their_own(edition: Edition, paper: str) -> None:
    (sheet,) = [one for one in kit(edition, paper, Backs.NONE) if title(one) == "Stars"]
    sizes = {face.rect.size if face.turn == 0 else face.rect.size.turned for face in faces(sheet)}
    assert sizes == {Size(mm(44), mm(63))}
    assert len(faces(sheet)) == 12


@pytest.mark.parametrize("backs", [Backs.LONG, Backs.SHORT])
def test_a_board_has_no_back_and_every_front_is_a_right_hand_page(
    edition: Edition, backs: Backs
) -> None:
    front, instructions, *sheets = kit(edition, "a4", backs)
    assert title(front) == title(instructions) == "Print-and-play kit"
    for at, sheet in enumerate(sheets):
        if title(sheet) == "Card backs" or not title(sheet):
            assert at % 2 == 1
        else:
            assert at % 2 == 0
    undersides = [after for _, after in followed(tuple(sheets), "Large board")]
    assert undersides
    for sheet in undersides:
        (tint,) = [item for item in sheet.items if isinstance(item, Panel)]
        assert tint.fill
        assert {face.picture.name for face in faces(sheet)} == {"box"}


def test_a_game_without_backs_has_no_blank_pages_and_is_printed_on_one_side(tmp_path: Path) -> None:
    project = copied(tmp_path)
    for backs in (", backs: own", ", backs: back-moon", ", backs: yes"):
        change(project / GAME, backs, "")
    change(project / CARDS, ", back: {side: rear}", "")
    sheets = kit(opened(project), "a4", Backs.LONG)
    assert "Print on one side only." in words(sheets[1])
    assert not any("This page is blank." in words(sheet) for sheet in sheets)


@pytest.mark.parametrize("paper", PAPERS)
def test_player_aids_are_as_high_as_their_text(edition: Edition, paper: str) -> None:
    sheet = kit(edition, paper, Backs.NONE)[-1]
    upper, lower = (head.rect for head in faces(sheet))
    lines = [item.at.y for item in sheet.items if isinstance(item, TextLine)]
    last = max(y for y in lines if upper.y < y < lower.y)
    assert mm(8) <= lower.y - last <= mm(15)


@pytest.mark.parametrize("paper", PAPERS)
def test_boards_follow_the_cards_and_say_which_part_they_are(edition: Edition, paper: str) -> None:
    sheets = kit(edition, paper, Backs.NONE)
    titles = [title(sheet) for sheet in sheets]
    assert titles[-6:] == ["Small board", *["Large board"] * 4, "Rules at a glance"]
    parts = [words(sheet) for sheet in sheets[-5:-1]]
    assert all(f"Part {part} of 4" in told for part, told in enumerate(parts, start=1))
    assert "Small board" in words(sheets[0])
    assert "Parts on several pages" in words(sheets[1])


def test_the_instructions_tell_of_second_faces_only_where_they_need_a_hand(
    edition: Edition,
) -> None:
    told = {backs: "Cards with two faces" in words(kit(edition, "a4", backs)[1]) for backs in Backs}
    assert told == {way: way in (Backs.SEPARATE, Backs.NONE) for way in Backs}


@pytest.mark.parametrize(
    ("shape", "told"), [("rounded", (True, False)), ("hex", (True, True)), ("circle", (True, True))]
)
def test_the_instructions_tell_how_each_shape_is_cut_out(
    tmp_path: Path, shape: str, told: tuple[bool, bool]
) -> None:
    # A hex of this size has a width and a height that suit one another.
    project = without_boards(tmp_path)
    change(
        project / GAME, "width: 44mm, height: 63mm", f"width: 52mm, height: 60mm, shape: {shape}"
    )
    said = words(kit(opened(project), "a4", Backs.NONE)[1])
    assert ("Make the long cuts" in said, "Cut out shapes" in said) == told


@pytest.mark.parametrize(("shape", "told"), [("rounded", (True, False)), ("circle", (False, True))])
def test_shapes_with_two_faces_are_cut_out_after_they_are_folded(
    tmp_path: Path, shape: str, told: tuple[bool, bool]
) -> None:
    project = without_boards(tmp_path)
    card = f"card: {{width: 44mm, height: 44mm, shape: {shape}}}"
    change(project / GAME, "{family: sun}, backs: own", f"{{family: sun}}, fold: yes, {card}")
    said = words(kit(opened(project), "a4", Backs.NONE)[1])
    assert ("Cut it out in one piece" in said, "cut loosely around" in said) == told
    assert ("When the glue is dry, cut out these shapes" in said) == told[1]


def test_the_title_stands_in_place_of_the_cover_where_there_is_no_rulebook(tmp_path: Path) -> None:
    project = without_boards(tmp_path)
    front, *_ = kit(opened(project), "a4", Backs.NONE)
    assert "Sampler" not in words(front).split(" | ")
    (project / "designs/sampler/booklet.yaml").unlink()
    edition = opened(project)
    settings = PrintSettings(find_paper("a4"), Backs.NONE)
    front = make_documents(edition, settings)["kit"].sheets[0]
    assert "Sampler" in words(front).split(" | ")


def test_a_game_of_hexes_needs_no_long_cuts(tmp_path: Path) -> None:
    project = without_boards(tmp_path)
    change(project / GAME, "card: {width: 63.5mm", "card: {shape: hex, width: 63.5mm")
    change(project / GAME, ", card: {width: 44mm, height: 63mm}", "")
    (project / "designs/sampler/booklet.yaml").unlink()
    edition = opened(project)
    said = words(
        make_documents(edition, PrintSettings(find_paper("a4"), Backs.NONE))["kit"].sheets[1]
    )
    assert ("Make the long cuts" in said, "Cut out shapes" in said) == (False, True)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_box_is_a_file_of_its_own(edition: Edition, paper: str) -> None:
    document = made(edition, paper, Backs.LONG)["box"]
    panels = Counter(face.picture.size for sheet in document.sheets for face in faces(sheet))
    # 38 sleeved cards of plain paper, 38 x (0.1 + 0.24) mm and 5 % of air, 1 mm of play, 0.6 mm
    # for the walls.
    assert panels.keys() == {
        Size(mm(68), mm(93.9)),
        Size(mm(15.166), mm(93.9)),
        Size(mm(68), mm(15.166)),
    }
    area = find_paper(paper).printable
    for sheet in document.sheets:
        for face in faces(sheet):
            assert face.clip is not None
            assert area.holds(face.clip)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_box_in_parts_is_told_of_even_where_no_board_is(tmp_path: Path, paper: str) -> None:
    project = without_boards(tmp_path)
    change(project / CARDS, "copies: 2", "copies: 12")
    documents = made(opened(project), paper, Backs.LONG)
    first, *others = documents["box"].sheets
    assert "Part 1 of" in words(first)
    assert "hatched flap inside" in words(first)
    assert not any("hatched flap inside" in words(other) for other in others)
    told = words(documents["kit"].sheets[1])
    assert "A box in two parts" in told
    assert "inside the opposite edge" not in told
    # These have plans and letters, which the halves of a box have not.
    assert "Parts on several pages" not in told


def test_a_note_broader_than_the_paper_is_refused(edition: Edition) -> None:
    paper = find_paper("a4")
    side = next(board_plans(edition, paper, edition.game.boards)).side
    (piece,) = side.cells
    broad, fitting = (Label((), width, mm(2)) for width in (paper.size.width, mm(180)))
    with pytest.raises(DoesNotFitError, match="note"):
        noted(side, paper, broad)
    line = noted(side, paper, fitting).items[-1]
    assert isinstance(line, TextLine)
    assert paper.printable.x <= line.at.x <= paper.printable.right - fitting.width
    assert piece.y - mm(4) < line.at.y - fitting.height < line.at.y < piece.y


def test_a_box_on_one_sheet_needs_no_word_about_parts(tmp_path: Path) -> None:
    documents = made(opened(without_boards(tmp_path)), "a3", Backs.LONG)
    (sheet,) = documents["box"].sheets
    assert "hatched flap inside" in words(sheet)
    assert "Parts on several pages" not in words(documents["kit"].sheets[1])


def test_a_box_of_too_many_parts_is_named_as_in_the_file(tmp_path: Path) -> None:
    edition = opened(without_boards(tmp_path))
    assert box_plans(edition, PrintSettings(find_paper("60x60mm"))) == ()
    (fault,) = edition.problems.found
    assert fault.message.startswith("box: it would take more than 50 sheets")


def test_on_narrow_paper_the_note_on_joining_has_a_page_of_its_own(edition: Edition) -> None:
    paper = find_paper("90x120mm")
    note, *parts = box_plans(edition, PrintSettings(paper))
    lines = [item for item in note.side.items if isinstance(item, TextLine)]
    assert len(lines) > 1
    assert all(line.at.x >= paper.printable.x for line in lines)
    said = " ".join(run.text for line in lines for run in line.runs)
    assert said.startswith("1: Glue the hatched flap")
    assert said.endswith("close the lid.")
    assert [part.note for part in parts] == ["kit.part"] * len(parts)


def test_everything_is_drawn_once_whatever_the_number_of_papers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: Counter[str] = Counter()

    def draw(renderer: FaceRenderer, blanks: Sequence[Blank], texts: Texts) -> list[Picture | None]:
        drawn.update(blank.template for blank in blanks)
        return original(renderer, blanks, texts)

    original = FaceRenderer.draw
    monkeypatch.setattr(FaceRenderer, "draw", draw)
    edition = opened(PROJECT)
    made(edition, "a4", Backs.LONG)
    once = drawn.copy()
    made(edition, "letter", Backs.SHORT)
    assert once["board"] == 2
    assert drawn == once


def test_a_box_for_cards_folded_over_is_deeper(edition: Edition) -> None:
    def depth(backs: Backs) -> int:
        sheets = made(edition, "a3", backs)["box"].sheets
        return min(face.picture.size.height for sheet in sheets for face in faces(sheet))

    assert depth(Backs.FOLD) - depth(Backs.LONG) == 38 * mm(0.1) * 105 // 100


def test_galleries_and_questions_stand_in_the_rulebook(edition: Edition) -> None:
    pages = made(edition, "a4", Backs.LONG)["rulebook"].sheets
    told = " ".join(words(page) for page in pages)
    for wanted in ("Moon of winter", "May I pass instead of playing a card?", "Who wins a tie?"):
        assert wanted in told.replace(" | ", " ")
    small = [face for page in pages for face in faces(page) if face.rect.width == mm(17)]
    assert Counter(one.picture.name for one in small)["moon-1"] == 2
    assert len(small) == 11
    for page in pages:
        inside = Rect(0, 0, page.size.width, page.size.height)
        assert all(inside.holds(face.rect) for face in faces(page) if face.rect.width == mm(17))


@pytest.mark.parametrize("numbered", [False, True])
def test_a_sentence_stays_with_the_list_that_it_leads_to(
    edition: Edition, *, numbered: bool
) -> None:
    pictures = Pictures(no_picture, no_picture, no_picture, no_picture)
    setter = block_setter(edition.typesetter, mm(100), pictures)
    sentence = ParagraphBlock("rules.one.line", Span(""))
    lines = ListBlock(("rules.one.line",), Span(""), numbered)
    before = (sentence,) * 3
    led = setter.section(Section("one", (*before, lines), Span("")))
    bare = setter.section(Section("one", before, Span("")))
    assert not bare[-1].keep
    assert led[len(bare) - 1].keep


def no_picture(*_asked: object) -> None:
    """Of blocks without any."""


@pytest.mark.parametrize(
    ("line", "creep"),
    [
        ("", 110),
        ("booklet: {}", 110),
        ("booklet: {creep: 0.2mm}", 200),
        ("booklet: {creep: 0mm}", 0),
    ],
)
@pytest.mark.at_leisure
def test_inner_pages_are_set_nearer_to_the_fold(tmp_path: Path, line: str, creep: Um) -> None:
    project = copied(tmp_path)
    outline = project / "designs/sampler/booklet.yaml"
    outline.write_text(f"{outline.read_text('utf-8')}{line}\n", encoding="utf-8")
    edition = opened(project)
    edition.pages = edition.pages * 3
    sheets = made(edition, "a4", Backs.NONE)["booklet"].sheets
    assert len(sheets) == 6
    for number, sheet in enumerate(sheets):
        left, right = (item for item in sheet.items if isinstance(item, Leaf))
        assert left.rect.right - right.rect.x == 2 * creep * (number // 2)
