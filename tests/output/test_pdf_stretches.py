"""Large documents, whose sheets are kept as they were written: the same bytes as drawn anew."""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import TypeAlias, cast

import pytest
from msgspec.structs import replace
from PIL import Image

from printnplay.files.store import Store
from printnplay.model.geometry import Affine, Point, Rect, Size, mm, pt
from printnplay.model.picture import Picture
from printnplay.model.printing import Flip
from printnplay.model.sheet import (
    Anchor,
    Bookmark,
    Document,
    Item,
    Leaf,
    Link,
    Page,
    Run,
    Sheet,
    Stamp,
    Stroke,
    TextLine,
)
from printnplay.model.style import Ink
from printnplay.output.pdf import Printout, Terms, TypstBaker, bake_with, pictures_of
from printnplay.output.pdf.page_writer import PageWriter
from printnplay.output.pdf.shaping import shape
from printnplay.output.pdf.stretches import SHEETS

from .samples import A4, faces, line, picture, text_body

COUNT = 2 * SHEETS + 20
"""Three stretches of sheets."""
SMALL = Size(mm(60), mm(40))
BACK = picture("back", text_body("Back of all"))
SPOT = Ink("#ff00ff", spot="CutContour")
BLACK = Ink("#000000", cmyk=(60, 40, 40, 100))
BATCH = 8
"""So many pictures are baked together."""

Change: TypeAlias = Callable[[Document], Document]


def card(number: int, words: str = "Card") -> Picture:
    """A picture that is on one sheet only; each batch of them has other letters."""
    letters = "".join(Random(number).sample(ascii_letters, 3))
    return picture(f"card {number}", text_body(f"{words} {number} {letters}"))


def sheet(number: int, *more: Item, label: str = "") -> Sheet:
    """A sheet with a card, or with the back of all; its own label, and a line to cut."""
    face = card(number) if number % 2 == 0 else BACK
    items = (
        Stamp(face, Rect(mm(20), mm(30), SMALL.width, SMALL.height)),
        Stamp(face, Rect(mm(20), mm(80), SMALL.height, SMALL.width), 90),
        line(label or f"Sheet {number + 1} of {COUNT}", 20, 200),
        Stroke("cut", Point(0, mm(30)), Point(mm(10), mm(30)), pt(0.25), "#000000"),
    )
    marks = (Bookmark("Cards" if number % 2 == 0 else "Backs", number % 2),)
    return Sheet(A4, (*items, *more), f"{number + 1}", marks)


@pytest.fixture
def large() -> Document:
    """A document of three stretches."""
    sheets = tuple(sheet(number) for number in range(COUNT))
    document = Document("Large", "Deck", "Ann", "en", sheets, faces(), Flip.LONG)
    return with_items(LAST, Stamp(card(EARLY), Rect(0, 0, SMALL.width, SMALL.height)))(document)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Where sheets are kept."""
    return Store(tmp_path / "drawn.sqlite")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The labels of the sheets that are drawn, and not taken as they were written."""
    labels: list[str] = []
    draw = PageWriter.draw_page

    def noted(writer: PageWriter, one: Sheet) -> None:
        labels.append(one.label)
        draw(writer, one)

    monkeypatch.setattr(PageWriter, "draw_page", noted)
    return labels


def written(document: Document, store: Store | None, batch: int = BATCH) -> bytes:
    """A document as PDF, its pictures baked a few together, as they are in a build."""
    pictures = sorted(pictures_of(document), key=lambda one: (len(one.name), one.name))
    batches = [pictures[at : at + batch] for at in range(0, len(pictures), batch)]
    baker = TypstBaker(document.fonts, Terms(inks=document.inks, store=store))
    return Printout("large", document, bake_with(baker, [document], batches), store).pdf


def with_sheet(number: int, change: Callable[[Sheet], Sheet]) -> Change:
    """A change of one sheet."""

    def changed(document: Document) -> Document:
        sheets = list(document.sheets)
        sheets[number] = change(sheets[number])
        return replace(document, sheets=tuple(sheets))

    return changed


def with_items(number: int, *items: Item) -> Change:
    """More on one sheet."""
    return with_sheet(number, lambda one: replace(one, items=(*one.items, *items)))


def with_face(number: int, face: Picture) -> Change:
    """Another picture on one sheet."""

    def changed(one: Sheet) -> Sheet:
        items = (
            replace(item, picture=face) if isinstance(item, Stamp) else item for item in one.items
        )
        return replace(one, items=tuple(items))

    return with_sheet(number, changed)


def gradients(count: int) -> Picture:
    """A picture that needs many objects of a file."""
    areas = "".join(
        f'<linearGradient id="g{number}"><stop stop-color="#{number:02x}8000"/>'
        f'<stop offset="1" stop-color="#ffffff"/></linearGradient>'
        f'<rect x="{number % 50}" y="20" width="1" height="9" fill="url(#g{number})"/>'
        for number in range(count)
    )
    return picture("gradients", areas)


def photograph() -> Picture:
    """A picture so large that its pixels are kept in a file while a command runs."""
    random = Random(1)
    noise = Image.frombytes("RGB", (300, 300), random.randbytes(300 * 300 * 3))
    stream = BytesIO()
    noise.save(stream, "PNG")
    data = base64.b64encode(stream.getvalue()).decode()
    return picture(
        "photograph", f'<image width="40" height="40" href="data:image/png;base64,{data}"/>'
    )


PAGE = Page(SMALL, (line("Sheet", 5, 20),))
EARLY, MIDDLE = 40, SHEETS + 30
LAST = COUNT - 1
"""Sheets of each stretch. All that is baked together with the card of one is in its stretch."""

CHANGES: Mapping[str, tuple[Change, set[int]]] = {
    "nothing": (lambda document: document, set()),
    "a card": (with_face(MIDDLE, card(MIDDLE, "draC")), {1}),
    "a card of the first stretch": (with_face(EARLY + 8, card(EARLY + 8, "draC")), {0}),
    "a card with other letters": (with_face(MIDDLE, card(MIDDLE, "Other words")), {1}),
    "cards that change places": (
        lambda document: with_face(EARLY, card(EARLY + 2))(
            with_face(EARLY + 2, card(EARLY))(document)
        ),
        {0, 2},
    ),
    "a card of many parts": (with_face(EARLY, gradients(80)), {0, 1, 2}),
    "words with the same letters": (
        with_sheet(
            EARLY,
            lambda one: replace(
                one, items=(*one.items[:2], line("Sheet 14", 20, 200), *one.items[3:])
            ),
        ),
        {0},
    ),
    "a letter that no text had": (with_items(MIDDLE, line("Łódź", 20, 220)), {1, 2}),
    "a letter that was brought later": (
        lambda document: with_items(EARLY, line("Łódź", 20, 220))(
            with_items(MIDDLE, line("Łódź", 20, 220))(document)
        ),
        {0, 1, 2},
    ),
    "letters that are one glyph": (with_items(LAST, line("fi ffl", 20, 220)), {2}),
    "another face": (with_items(MIDDLE, line("Heavy", 20, 220, face="heavy")), {1, 2}),
    "small capitals": (
        with_items(
            LAST,
            TextLine(
                Point(mm(20), mm(220)),
                (Run(0, "Caps", "medium", pt(9), "#000000", mm(1), small_caps=True),),
            ),
        ),
        {2},
    ),
    "a colour": (
        with_items(EARLY, Stroke("cut", Point(0, 0), Point(mm(9), 0), pt(1), "#ff00ff")),
        {0},
    ),
    "a placement": (
        with_sheet(EARLY, lambda one: replace(one, placement=Affine(1, 0, 0, 1, mm(1), mm(2)))),
        {0},
    ),
    "a size": (with_sheet(EARLY, lambda one: replace(one, size=Size(mm(216), mm(279)))), {0}),
    "labels and bookmarks": (
        with_sheet(EARLY, lambda one: replace(one, label="ii", bookmarks=())),
        set(),
    ),
    "a card that is on an earlier sheet": (with_face(MIDDLE, card(4)), {1, 2}),
    "a turn": (
        with_sheet(
            EARLY,
            lambda one: replace(
                one, items=(replace(cast("Stamp", one.items[0]), turn=180), *one.items[1:])
            ),
        ),
        {0},
    ),
    "two sheets in the other order": (
        lambda document: replace(
            document, sheets=(*document.sheets[:-2], document.sheets[-1], document.sheets[-2])
        ),
        {2},
    ),
    "a sheet less": (lambda document: replace(document, sheets=document.sheets[1:]), {0, 1, 2}),
    "a sheet more": (
        lambda document: replace(document, sheets=(*document.sheets, sheet(COUNT))),
        {2},
    ),
    "fonts": (
        lambda document: replace(
            document,
            fonts=tuple(
                replace(face, path=faces()[2].path) if face.name == "medium" else face
                for face in document.fonts
            ),
        ),
        {0, 1, 2},
    ),
    "inks": (lambda document: replace(document, inks=(SPOT,)), {0, 1, 2}),
    "an ink of the press": (lambda document: replace(document, inks=(BLACK,)), {0, 1, 2}),
    "a title and a date": (lambda document: replace(document, title="Other"), set()),
    "a photograph": (with_face(MIDDLE, photograph()), {1, 2}),
    "a link": (with_items(MIDDLE, Link(Rect(0, 0, 9, 9), "there")), {1, 2}),
    "a leaf": (with_items(MIDDLE, Leaf(PAGE, Rect(0, 0, SMALL.width, SMALL.height))), {1}),
}
"""Changes, and which stretches of three are drawn then."""


def labels(document: Document, stretches: set[int]) -> Iterator[str]:
    """The labels of the sheets of some stretches."""
    for number, one in enumerate(document.sheets):
        if number // SHEETS in stretches:
            yield one.label


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_draws_the_sheets_that_it_changes(
    name: str, large: Document, store: Store, drawn: list[str]
) -> None:
    assert written(large, store) == written(large, None)
    change, expected = CHANGES[name]
    changed = change(large)
    if name == "a link":
        changed = with_items(0, Anchor(Point(0, 0), "there"))(changed)
        expected = {0, 1, 2}
    drawn.clear()
    kept = written(changed, store)
    assert drawn == [*labels(changed, expected)]
    assert kept == written(changed, None)
    drawn.clear()
    assert written(changed, store) == kept


def test_changes_one_after_the_other_come_out_as_drawn_anew(large: Document, store: Store) -> None:
    """Whatever was written before a stretch, it is taken where that has come out the same."""
    random = Random(4)
    changes = [change for name, (change, _) in CHANGES.items() if name not in ("a link", "fonts")]
    document = large
    for _ in range(12):
        document = random.choice(changes)(random.choice([document, large]))
        assert written(document, store) == written(document, None)


def test_what_another_process_has_written_is_taken(
    large: Document, tmp_path: Path, drawn: list[str]
) -> None:
    path = tmp_path / "drawn.sqlite"
    first = Store(path)
    content = written(large, first)
    first.write()
    drawn.clear()
    assert written(large, Store(path)) == content
    assert not drawn


def test_sheets_of_pictures_that_nothing_stands_for_are_drawn(
    large: Document, store: Store, drawn: list[str]
) -> None:
    """Pictures that were baked without a store, or alone after a fault, have no key."""
    for document in (large, with_face(MIDDLE, card(MIDDLE, "draC"))(large)):
        drawn.clear()
        bakes = bake_with(TypstBaker(document.fonts), [document])
        anew, kept = (Printout("large", document, bakes, place).pdf for place in (None, store))
        assert anew == kept
        assert len(drawn) == 2 * COUNT


def test_pages_that_are_gone_are_baked_again(large: Document, tmp_path: Path) -> None:
    """Of what is kept, anything may go at any time."""
    store = Store(tmp_path / "drawn.sqlite")
    changed = CHANGES["a card"][0](large)
    written(large, store)
    kept = dict(store._new)
    for key in kept:
        store._new = {other: content for other, content in kept.items() if other != key}
        if key in list(kept)[:: max(1, len(kept) // 12)]:
            assert written(changed, store) == written(changed, None)


def bare(
    early: Sequence[Picture] = (), late: Sequence[Picture] = (), inks: tuple[Ink, ...] = ()
) -> Document:
    """Sheets with a line of words, and pictures on the first and on the last."""
    sheets = [Sheet(A4, (line("Words", 20, 200),), str(number)) for number in range(COUNT)]
    place = Rect(0, 0, SMALL.width, SMALL.height)
    for number, pictures in ((0, early), (LAST, late)):
        stamps = (Stamp(one, place) for one in pictures)
        sheets[number] = replace(sheets[number], items=(*sheets[number].items, *stamps))
    return Document("Bare", "", "", "en", tuple(sheets), faces(), inks=inks)


FIRST, OTHER = picture("first", text_body("ab")), picture("other", text_body("cd"))
ALIKE = picture("alike", text_body("ab") + '<path d="M0 0H9"/>')
"""A picture that shares its font with the first."""

BEFORE_AND_AFTER = {
    "pictures before": (bare([FIRST], [OTHER]), bare([FIRST, ALIKE], [OTHER])),
    "the same letters before": (bare([OTHER], [ALIKE]), bare([FIRST], [ALIKE])),
    "the same letters no more": (bare([FIRST], [ALIKE]), bare([OTHER], [ALIKE])),
    "inks": (bare(), bare(inks=(BLACK,))),
    "objects before": (bare([FIRST]), bare([gradients(80)])),
    "fonts": (bare(), CHANGES["fonts"][0](bare())),
}


@pytest.mark.parametrize("name", BEFORE_AND_AFTER)
def test_sheets_alone_depend_on_what_was_written_before(name: str, store: Store) -> None:
    for document in BEFORE_AND_AFTER[name]:
        assert written(document, store, 1) == written(document, None, 1)


def test_a_drawing_of_many_points_is_the_same_when_it_is_kept(store: Store) -> None:
    """It is so large that it is kept in a file while a command runs."""
    random = Random(2)
    points = " ".join(
        f"{random.uniform(0, 60):.3f} {random.uniform(0, 40):.3f}" for _ in range(9000)
    )
    face = picture("points", f'<path d="M0 0L{points}" fill="none" stroke="#000"/>')
    document = bare([face])
    for sheets in (document.sheets[:1], document.sheets):
        small = replace(document, sheets=sheets)
        anew = written(small, None)
        assert [written(small, store), written(small, store)] == [anew, anew]


def test_a_text_without_letters_has_its_font(
    large: Document, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "printnplay.output.pdf.fonts.shape",
        lambda path, text, **how: shape(path, text, **how) if text != "\u200b" else (),
    )
    empty = with_items(EARLY, line("\u200b", 20, 220, face="heavy"))(large)
    document = with_items(LAST, line("Round", 20, 220, face="round"))(empty)
    anew = written(document, None)
    assert [written(document, store), written(document, store)] == [anew, anew]
    changed = with_items(LAST, line("dnuoR", 20, 220, face="round"))(empty)
    assert written(changed, store) == written(changed, None)


def test_a_small_document_is_not_kept(large: Document, tmp_path: Path, drawn: list[str]) -> None:
    store = Store(tmp_path / "drawn.sqlite")
    small = replace(large, sheets=large.sheets[: 2 * SHEETS - 1])
    written(small, store)
    drawn.clear()
    written(small, store)
    assert len(drawn) == len(small.sheets)
