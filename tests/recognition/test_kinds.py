"""What files have beside cards is left out or asked, and backs are found in any order."""

from collections.abc import Callable

import pytest

from printnplay.recognition.values import Found
from recognition.papers import Paper, across, block, down
from recognition.sheets import scan
from recognition.test_finding import found_in

pytestmark = pytest.mark.sampled(4)
POKER = block((63.5, 88.9), 3, 3)


def said(found: Found) -> list[str]:
    """Each card: the page of its front, and the page and the cell of its back, with its turn."""
    cards = []
    for card in found.cards:
        words = f"{found.pages[card.front.page].page + 1}.{card.front.cell + 1}"
        if card.back is not None:
            page = found.pages[card.back.page]
            turn = f" turned {card.back.turn}" if card.back.turn else ""
            words += f" {'b' if page.file else ''}{page.page + 1}.{card.back.cell + 1}{turn}"
        cards.append(words)
    return cards


def sheet(paper: Paper, count: int, words: str = "", turn: int = 0) -> Paper:
    """A page of fronts, and one of backs."""
    paper.fronts(POKER[:count]).end()
    named = [f"{words} {number}" for number in range(1, 10)] if words else ()
    return paper.backs(across(POKER), named, turn).end()


def unlike_pages() -> list[bytes]:
    paper = Paper()
    for count in (9, 9, 4):
        sheet(paper, count)
    return [paper.content()]


def one_page_for_several() -> list[bytes]:
    paper = Paper()
    for count in (9, 5):
        paper.fronts(POKER[:count]).end()
    return [paper.backs(POKER).end().content()]


def one_page_before() -> list[bytes]:
    paper = Paper().backs(POKER).end()
    for count in (9, 5):
        paper.fronts(POKER[:count]).end()
    return [paper.content()]


def two_decks() -> list[bytes]:
    paper = Paper()
    for word, counts in (("Events", (9, 5)), ("Heroes", (6,))):
        for count in counts:
            paper.fronts(POKER[:count]).end()
        paper.backs(POKER, [word] * 9).end()
    return [paper.content()]


def tokens_after() -> list[bytes]:
    paper = sheet(sheet(Paper(), 9), 9)
    return [paper.fronts(block((30, 30), 5, 6, 5)).end().content()]


def numbers_upside_down() -> list[bytes]:
    paper = Paper().fronts(POKER).end()
    words = [f"No {number}" for number in (7, 8, 9, 4, 5, 6, 1, 2, 3)]
    return [paper.backs(sorted(down(POKER), key=lambda one: one[1]), words, 180).end().content()]


def a_second_file() -> list[bytes]:
    backs = Paper().backs(POKER, [f"No {number}" for number in (3, 2, 1, 6, 5, 4, 9, 8, 7)])
    return [Paper().fronts(POKER).end().content(), backs.end().content()]


ORDERS: dict[str, tuple[Callable[[], list[bytes]], dict[str, str]]] = {
    "the last page is not full, but its backs are": (
        unlike_pages,
        {"1.1": "2.3", "3.9": "2.3", "5.4": "2.3"},
    ),
    "one page of backs for several": (one_page_for_several, {"1.1": "3.3", "2.5": "3.3"}),
    "backs first": (one_page_before, {"2.3": "1.3", "3.5": "1.3"}),
    "each deck ends with its backs": (two_decks, {"1.1": "3.3", "2.5": "3.3", "4.6": "5.3"}),
    "tokens have none": (tokens_after, {"1.9": "2.3", "3.1": "2.3", "5.1": "", "5.30": ""}),
    "short edge": (numbers_upside_down, {"1.1": "2.7 turned 180", "1.8": "2.2 turned 180"}),
    "a second file": (a_second_file, {"1.1": "b1.3", "1.9": "b1.7"}),
}


@pytest.mark.parametrize(("made", "pairs"), ORDERS.values(), ids=ORDERS)
def test_backs_are_found_in_the_order_of_their_pages(
    made: Callable[[], list[bytes]], pairs: dict[str, str]
) -> None:
    files = made()
    names = ("goblins.pdf", "goblins-Rückseiten.pdf")[: len(files)]
    found = found_in(*files, names=names)
    assert not found.questions
    behind = dict(f"{card} ".split(" ", 1) for card in said(found))
    assert {front: behind.get(front, "no card").strip() for front in pairs} == pairs


def test_copies_of_a_card_are_no_backs_but_told() -> None:
    found = found_in(Paper().fronts(POKER).end().fronts(POKER, copies=True).end().content())
    assert len(found.cards) == 18
    assert any("may have the backs of the others" in doubt for doubt in found.doubts)


def test_backs_whose_flip_nothing_shows_are_told() -> None:
    paper = Paper().fronts(POKER).end()
    for number, box in enumerate(POKER):
        paper.box(box, f"#{number * 28:02x}40{200 - number * 20:02x}")
    backs = paper.end("Backs").content()
    found = found_in(backs)
    assert found.flip == "long"
    assert any("nothing shows on which edge sheets flip" in doubt for doubt in found.doubts)


def board(paper: Paper) -> None:
    for number, box in enumerate(block((30, 30), 6, 8)):
        paper.box(box, ("#e8d8b0", "#c8a878")[number % 2])


def score_sheet(paper: Paper) -> None:
    for number, box in enumerate(block((12.5, 12), 12, 9)):
        paper.box(box, ("", "#fde2a4")[number % 3 == 0])
        paper.words(box[0] + 6, box[1] + 7, str(number), 7)


def picture_board(paper: Paper) -> None:
    paper.fronts([(10, 20, 190, 250)], frame=False)
    for number in range(8):
        paper.line(17.5 + 25 * number, 40, 17.5 + 25 * number, 240)
        paper.line(17.5, 40 + 25 * number, 192.5, 40 + 25 * number)


def mats(paper: Paper) -> None:
    for top in (12, 152):
        paper.box((15, top, 180, 130), "#f4ead2")
        for column in range(4):
            paper.box((22 + 43 * column, top + 30, 38, 55), "#ffffff")


def tuck_box(paper: Paper) -> None:
    for left, wide in ((25, 65.5), (90.5, 18), (108.5, 65.5), (174, 18)):
        paper.box((left, 90, wide, 91), "#8b2f3c")
    for place in ((25, 72, 65.5, 18), (108.5, 181, 65.5, 18)):
        paper.box(place)


def rules(paper: Paper) -> None:
    for row in range(40):
        words = "Shuffle the cards, deal five of them to each, and put the rest in the middle"
        paper.words(105, 20 + 5 * row, words, 9)
    for column in range(3):
        paper.fronts([(30 + 50 * column, 230, 40, 56)])


NO_CARDS = {one.__name__: one for one in (board, score_sheet, picture_board, mats, tuck_box, rules)}


@pytest.mark.parametrize("drawn", NO_CARDS.values(), ids=NO_CARDS)
def test_pages_beside_cards_that_have_none_are_left_out_and_told(
    drawn: Callable[[Paper], None],
) -> None:
    paper = Paper().fronts(POKER).ticks(POKER).end().fronts(POKER).ticks(POKER).end()
    drawn(paper)
    found = found_in(paper.end().content())
    assert [page.page for page in found.pages] == [0, 1]
    assert any("page 3: " in doubt and "left out" in doubt for doubt in found.doubts)


@pytest.mark.parametrize("drawn", [board, score_sheet, mats])
def test_a_file_of_boards_or_score_sheets_is_a_question(drawn: Callable[[Paper], None]) -> None:
    paper = Paper()
    for _ in range(2):
        drawn(paper)
        paper.end()
    (question,) = found_in(paper.content()).questions
    assert "on pages 1, 2 cards?" in question


def test_tiles_with_pictures_that_touch_are_cards() -> None:
    paper = Paper().fronts(POKER).ticks(POKER).end().fronts(block((30, 30), 6, 8)).end()
    found = found_in(paper.content())
    assert [len(page.cells) for page in found.pages] == [9, 48]
    assert any("page 2: shapes of 30" in doubt for doubt in found.doubts)


def test_each_page_has_cards_of_its_own_size() -> None:
    paper = Paper().fronts(POKER).end()
    gaps = [(x + 5 * (n % 2), y, w, h) for n, (x, y, w, h) in enumerate(block((70, 121), 2, 2, 5))]
    paper.fronts(gaps).end().fronts(block((40, 40), 4, 5, 5), ground=False).end()
    found = found_in(paper.content())
    assert not found.questions
    assert [len(page.cells) for page in found.pages] == [9, 4, 20]


@pytest.mark.parametrize("are_segments", [False, True])
def test_a_dashed_line_in_the_middle_is_a_fold(*, are_segments: bool) -> None:
    paper = Paper()
    for x, y, wide, high in block((45, 65), 4, 4, 3)[::2]:
        paper.fronts([(x, y, wide, high)], ground=False, frame=False)
        paper.words(x + 67, y + 30, f"answer {y:.0f} {x:.0f}", 8)
        paper.box((x, y, 90, high))
        if are_segments:
            for step in range(16):
                paper.line(x + 45, y + 1 + 4 * step, x + 45, y + 2.8 + 4 * step)
        else:
            paper.line(x + 45, y, x + 45, y + high, dashed=True)
    found = found_in(paper.end().content())
    assert found.flip == "fold"
    assert said(found)[:2] == ["1.1 1.2", "1.3 1.4"]
    assert {cell.rect.size.in_mm(0) for cell in found.pages[0].cells} == {"45 x 65 mm"}


def test_dashed_cut_lines_are_no_folds() -> None:
    paper = Paper()
    boxes = block((60, 84), 2, 3)
    for box in boxes:
        paper.box(box, dashed=True)
    found = found_in(paper.fronts(boxes, frame=False).end().content())
    assert found.flip == ""
    assert len(found.cards) == 6


def test_cut_marks_of_a_scan_confirm_cards_of_an_unusual_size() -> None:
    boxes = block((58, 83), 3, 3)
    drawn = Paper().fronts(boxes, frame=False).ticks(boxes).end().content()
    found = found_in(scan(drawn, 0.4))
    assert not found.questions
    assert {cell.rect.size.in_mm(0) for cell in found.pages[0].cells} == {"58 x 83 mm"}


def test_titles_beside_tokens_are_no_cards() -> None:
    paper = Paper().fronts(block((25, 25), 6, 8, 5)).end("Skirmish at Low Tide: all the tokens")
    assert not any("more is printed" in doubt for doubt in found_in(paper.content()).doubts)
