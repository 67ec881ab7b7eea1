"""Documents of an edition on a paper: kit, booklet, rulebook, and the box if there is one."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product, zip_longest

from msgspec.structs import replace

from printnplay.edition.edition import Edition
from printnplay.edition.inks import AGAIN, Printing
from printnplay.edition.loaded import left_out, unfit
from printnplay.game.game import OWN, Board, Card, Game
from printnplay.game.kinds import counts_in_words
from printnplay.imposition.booklet import (
    SIGNATURE,
    BookletLabels,
    Folding,
    ImposedSide,
    impose,
    imposed,
    pad,
    reading,
    two_up,
)
from printnplay.imposition.labels import box
from printnplay.imposition.leaflet import leaflet, zine
from printnplay.imposition.papers import DoesNotFitError
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject
from printnplay.kernel.geometry import Paper, Point, mm
from printnplay.kernel.languages import is_right_to_left
from printnplay.kernel.printing import CREEP, Backs, Binding, Flip, PrintSettings, Selection
from printnplay.kernel.suggestions import counted
from printnplay.kit.binding import check_staples, sheets_of, spread_of
from printnplay.kit.box import Boxes
from printnplay.kit.front_page import FrontPage
from printnplay.kit.packing import packed
from printnplay.kit.sheets import SMALL, CardSheets, PlannedSide, board_plans, furnished
from printnplay.kit.text_sheets import TextSheetMaker
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import (
    Bookmark,
    Document,
    Item,
    Label,
    Page,
    Panel,
    Run,
    Sheet,
    Stamp,
    TextLine,
)
from printnplay.svg.cut_paths import check_cut_paths
from printnplay.text.markup import plain

DRAFT_COLOUR = "#d0021b"
DRAFT_STYLE = "cover-title"


KINDS = ("update", "selection", "kit", "booklet", "rulebook", "box")
"""The kinds of documents, in the order of a build's summary."""


def make_documents(edition: Edition, settings: PrintSettings) -> dict[str, Document]:
    """Return the documents of an edition by kind; add faults to the edition's problems.

    A selection gives one document. A document that does not fit on the paper is left out.
    """
    made = {**make_rulebook(edition, settings), **make_sheets(edition, settings)}
    return {kind: made[kind] for kind in KINDS if kind in made}


def make_rulebook(edition: Edition, settings: PrintSettings) -> dict[str, Document]:
    """Return the rulebook as a booklet and for reading; a selection of cards has neither."""
    update = settings.options.selection.update
    if settings.options.selection and not (update and update.pages):
        return {}
    booklet = _booklets(edition, settings)
    made = {
        "booklet": _document(edition, "kit.booklet", booklet, settings.booklet_flip),
        "rulebook": rulebook_of(edition),
    }
    return _finished(edition, made)


def make_sheets(edition: Edition, settings: PrintSettings) -> dict[str, Document]:
    """Return all documents except the rulebook: the kit or a selection of it, and the box."""
    check_cut_paths(edition.game, edition.problems)
    # On card stock, fold cards are not folded: their second faces are backs.
    is_unfolded = settings.label_sheet is not None
    if not any(is_unfolded if group.fold else group.backs for group in edition.game.groups):
        # Without backs there are no blank pages, and no explanations about backs.
        settings = replace(settings, backs=Backs.NONE)
    boxes = Boxes(edition, settings)
    cards = _planner(edition, settings)
    chosen = settings.options.selection
    kind = "update" if chosen.update else "selection" if chosen else "kit"
    kit = _kit(edition, settings, cards, boxes)
    document = _document(edition, "kit.title", kit, settings.backs.flip)
    made = {kind: replace(document, notes=tuple(cards.notes))}
    with_box = chosen.update.box if chosen.update else not chosen
    if with_box and edition.game.boxes:
        document = _document(edition, "kit.box", boxes.sheets())
        made["box"] = replace(document, notes=tuple(_notes_on_box(edition.game)))
    return _finished(edition, made)


def _planner(edition: Edition, settings: PrintSettings) -> CardSheets:
    """Return the planner of sheets of cards: on paper, or on label sheets."""
    if settings.label_sheet is None:
        return CardSheets(edition, settings)
    from printnplay.kit.label_sheets import LabelSheets  # few builds print on labels

    used = {slot for first, last in settings.options.skip for slot in range(first - 1, last)}
    return LabelSheets(edition, settings, used=frozenset(used))


def _notes_on_box(game: Game) -> Iterator[str]:
    """Yield what lies beside the stack that the box is made for."""
    inside, beside = packed(game)
    if beside:
        yield (
            f"the box is made for {counts_in_words(inside)}; not in it: {counts_in_words(beside)}"
        )


def miscounted(
    edition: Edition, printing: Printing, selection: Selection, document: Document
) -> Iterator[Diagnostic]:
    """Yield a fault for each card that is on the sheets more or less often than in the deck.

    For a part of the sheets, only surplus cards are faults.
    """
    wanted = _faces(edition, printing, selection)
    found = Counter(
        item.picture
        for sheet in document.sheets
        for item in sheet.items
        if isinstance(item, Stamp)
        and item.picture in wanted
        and item.picture.size in (item.rect.size, item.rect.size.turned)
    )
    is_part = selection.test or bool(selection.sheets)
    for face, (card, copies) in wanted.items():
        if found[face] > copies or (found[face] < copies and not is_part):
            yield Diagnostic(
                codes.MISCOUNTED_CARD,
                f"the sheets show `{card.id}` {counted(found[face], 'time')}",
                card.span,
                f"expected {counted(copies, 'time')}",
                AGAIN,
                subject=Subject(card=card.id),
            )


def _faces(
    edition: Edition, printing: Printing, selection: Selection
) -> Mapping[Picture, tuple[Card, int]]:
    """Return the faces of the deck as printed, with their cards and numbers of copies."""
    faces: dict[Picture, tuple[Card, int]] = {}
    for card in edition.game.cards:
        group = edition.game.group_of(card)
        if group is None:
            continue
        sides = (False, True) if group.fold or group.backs == OWN else (False,)
        for one, back in product(edition.faces_of(card, selection), sides):
            face = edition.face(one, back=back)
            if face is not None:
                printed = printing.picture(face)
                _, before = faces.get(printed, (card, 0))
                faces[printed] = card, before + one.copies
    return faces


def _finished(edition: Edition, made: Mapping[str, Document]) -> dict[str, Document]:
    """Return the documents that have sheets; mark those of a draft."""
    documents = {kind: document for kind, document in made.items() if document.sheets}
    if edition.draft:
        return {kind: _stamped(document, edition) for kind, document in documents.items()}
    return documents


def rulebook_of(edition: Edition) -> Document:
    """Return the rulebook for reading; it has no pages if the game has no rulebook."""
    document = _document(edition, "kit.rulebook", _reading(edition))
    return replace(document, accessible=True, to_scale=False)


def _stamped(document: Document, edition: Edition) -> Document:
    """Mark a document as a draft, on each card, or across each page without cards.

    A draft must not be mistaken for the final version, even after it is cut.
    """
    large, small = (
        edition.typesetter.label("draft.stamp", style) for style in (DRAFT_STYLE, SMALL)
    )
    sheets = []
    for sheet in document.sheets:
        cards = [item for item in sheet.items if isinstance(item, Stamp)]
        marks = [mark for card in cards for mark in _draft_mark(card, small)]
        if not cards:
            at = Point((sheet.size.width - large.width) // 2, sheet.size.height // 2)
            marks = [TextLine(at, _in_red(large))]
        sheets.append(replace(sheet, items=(*sheet.items, *marks)))
    return replace(document, sheets=tuple(sheets))


def _draft_mark(card: Stamp, label: Label) -> tuple[Item, ...]:
    """Return the draft mark in a corner of a card, on white, to be legible on any background."""
    # A fifth in from the corner it is on the card, whatever the shape.
    at = card.rect.origin.moved(card.rect.width // 5, card.rect.height // 5 + label.height)
    ground = box(label, at).grown(mm(0.6))
    return Panel(ground, fill="#ffffff", radius=mm(0.6)), TextLine(at, _in_red(label))


def _in_red(label: Label) -> tuple[Run, ...]:
    return tuple(replace(run, colour=DRAFT_COLOUR) for run in label.runs)


def _kit(
    edition: Edition, settings: PrintSettings, cards: CardSheets, boxes: Boxes
) -> tuple[Sheet, ...]:
    """Return instructions, cards, boards and the rules summary, in printing order.

    The instructions also explain the sheets of the boxes, which are a separate document.
    """
    text_sheets = TextSheetMaker(edition, settings, boxes.plans)
    selection = settings.options.selection
    if selection.only:
        from printnplay.edition.only import check_chosen, choosable

        check_chosen(selection.only, choosable(edition.game), edition.game.id, edition.problems)
    try:
        plans = list(cards.plans())
        if settings.label_sheet is None:
            plans = _on_paper(edition, settings, text_sheets, plans)
            sheets = furnished(edition, settings.paper, plans, cards.notes)
        else:
            from printnplay.kit.label_sheets import bare_sheets

            sheets = bare_sheets(edition, settings.paper, plans)
    except DoesNotFitError as error:
        cure = "choose another paper, a smaller card, shorter texts, or a smaller `label` style"
        group = cards.planned
        own = group is not None and (group.fold or group.card is not None)
        span = group.span if group is not None and own else edition.game.spans["card"]
        edition.problems.add(unfit(error.element, error.reason, span, cure))
        return ()
    sides = 2 if settings.backs.flip else 1
    _check_sheets(edition, settings, -(-len(sheets) // sides))
    chosen = _outlined(_sheets_of(sheets, selection, sides), sides)
    if settings.options.sides_apart and sides == 2:
        return (*chosen[::2], *chosen[1::2])
    return chosen


def _on_paper(
    edition: Edition,
    settings: PrintSettings,
    text_sheets: TextSheetMaker,
    cards: Sequence[PlannedSide],
) -> list[PlannedSide]:
    """Add to the sheets of cards what is printed on paper: boards, texts, and pages behind."""
    selection = settings.options.selection
    boards = _chosen_boards(edition.game, selection)
    plans = [*cards, *board_plans(edition, settings.paper, boards)]
    if settings.backs.flip:
        plans = _with_blanks(plans, text_sheets.behind)
    if selection.update is not None:
        return _updating(edition, settings, text_sheets, plans)
    if not edition.game.groups and not edition.game.boards:
        return _aids(edition, settings)  # a game without cards consists of its rulebook only
    if not selection.of_cards:
        return _with_front(edition, settings, text_sheets, plans)
    return plans


def _aids(edition: Edition, settings: PrintSettings) -> list[PlannedSide]:
    """Return the player aids of each game, which are never on the back of another game's."""
    aids: list[PlannedSide] = []
    for member in edition.members:
        sheets = TextSheetMaker(member, settings, tuple)
        if settings.backs.flip is not None and len(aids) % 2:
            aids.append(sheets.notes())
        aids += sheets.aids()
    return aids


def _updating(
    edition: Edition,
    settings: PrintSettings,
    text_sheets: TextSheetMaker,
    plans: Sequence[PlannedSide],
) -> list[PlannedSide]:
    """Return the sheets of an update: what changed first, player aids last if they did."""
    update = settings.options.selection.update
    if update is None:
        return list(plans)
    from printnplay.kit.update_pages import update_pages  # few builds are updates

    texts = update_pages(edition, settings.paper, update)
    if settings.backs.flip is not None and len(texts) % 2:
        texts.append(text_sheets.notes())
    return [*texts, *plans, *(_aids(edition, settings) if update.aids else ())]


def _chosen_boards(game: Game, selection: Selection) -> Iterator[Board]:
    """Yield the boards to print: all of them, or with a selection of cards, those chosen by id."""
    if not selection.of_cards:
        yield from game.boards
        return
    from printnplay.edition.only import is_chosen

    for board in game.boards:
        if selection.update is not None:
            if copies := selection.update.copies.get(board.id):
                yield replace(board, copies=copies)
        elif selection.only and not selection.test and is_chosen(board.id, {}, selection.only):
            counted_copies = dict(selection.counts).get(board.id)
            yield replace(board, copies=counted_copies or selection.copies or board.copies)


def _with_front(
    edition: Edition,
    settings: PrintSettings,
    text_sheets: TextSheetMaker,
    plans: Sequence[PlannedSide],
) -> list[PlannedSide]:
    """Add the front page and the instructions, and at the end the player aids.

    The cards begin on a new sheet of paper.
    """
    aids, duplex = _aids(edition, settings), settings.backs.flip is not None

    def rest(first: int) -> list[PlannedSide]:
        sorting = list(_sorting(edition, settings.paper, plans, first))
        if duplex and len(sorting) % 2:
            sorting.append(text_sheets.notes())  # player aids are cut out
        return [*plans, *sorting, *aids]

    instructions = text_sheets.instructions([*plans, *aids])
    blank, page = duplex and len(instructions) % 2 == 0, FrontPage(edition, settings.paper, duplex)
    first = len(instructions) + blank + 2
    front = page.plan(rest(first), first)
    texts = [*([front] if front else []), *instructions]
    begin = [*texts, text_sheets.notes()] if duplex and len(texts) % 2 else texts
    return [*begin, *rest(len(begin) + 1)]


def _sorting(
    edition: Edition, paper: Paper, plans: Sequence[PlannedSide], first: int
) -> Sequence[PlannedSide]:
    """Return the pages that say whose cards are on which sheet, if games share any."""
    if len(edition.members) < 2:
        return ()
    from printnplay.kit.sorting_pages import sorting_pages  # few builds have several games

    return sorting_pages(edition, paper, plans, first)


def _check_sheets(edition: Edition, settings: PrintSettings, sheets: int) -> None:
    """Report ranges that begin after the last of this many sheets of paper."""
    for first, _ in settings.options.selection.sheets:
        if first > sheets:
            edition.problems.error(
                codes.UNKNOWN_SHEET,
                f"the kit of `{edition.game.id}` on {settings.paper.name} has no sheet {first}",
                Span(""),
                f"expected sheets from 1 to {sheets}, counted as sheets of paper",
                "build without `--sheets` to see all of them",
            )


def _sheets_of(sheets: Sequence[Sheet], selection: Selection, sides: int) -> tuple[Sheet, ...]:
    """Return the sides of the chosen sheets of paper; all if none are chosen."""
    ranges = selection.sheets or ((1, len(sheets)),)
    return tuple(
        sheet
        for index, sheet in enumerate(sheets)
        if any(first <= index // sides + 1 <= last for first, last in ranges)
    )


def _outlined(sheets: Sequence[Sheet], sides: int) -> tuple[Sheet, ...]:
    """Nest the bookmarks: groups first, their backs and further sheets below them."""
    made = []
    group = ""
    for index, sheet in enumerate(sheets):
        marks = []
        for mark in sheet.bookmarks:
            is_below = index % sides > 0 or mark.title == group
            group = group if is_below else mark.title
            marks.append(replace(mark, level=int(is_below)))
        made.append(replace(sheet, bookmarks=tuple(marks)))
    return tuple(made)


def _with_blanks(
    plans: Sequence[PlannedSide], behind: Callable[[PlannedSide], PlannedSide]
) -> list[PlannedSide]:
    """Insert what is `behind` a page after each page that has no back.

    So each back is behind its own fronts when the whole file is printed on both sides.
    """
    spaced = []
    for plan, following in zip_longest(plans, plans[1:]):
        spaced.append(plan)
        backed = following is not None and following.side.kind == "back"
        if plan.side.kind != "back" and not backed:
            spaced.append(behind(plan))
    return spaced


def _booklets(edition: Edition, settings: PrintSettings) -> tuple[Sheet, ...]:
    """Return the booklet, or those of both languages one after the other, each bound separately."""
    outline = edition.game.outline
    binding = settings.binding or outline.binding
    try:
        books = [_bound(edition, pages, settings, binding) for pages in edition.booklets if pages]
        return tuple(sheet for book in books for sheet in book)
    except DoesNotFitError as error:
        cure = error.cure or "choose another paper, or smaller pages"
        fault = unfit(error.element, error.reason, outline.page_span, cure)
        if error.expected:
            fault = replace(fault, label=error.expected)
        edition.problems.add(left_out(fault, settings.paper))
        return ()


def _bound(
    edition: Edition, pages: Sequence[Page], settings: PrintSettings, binding: Binding
) -> tuple[Sheet, ...]:
    """Return the imposed sheets of the booklet; none if it is not bound.

    Raises:
        DoesNotFitError: the pages do not fit on the paper, or there are too many.
    """
    outline, paper, flip = edition.game.outline, settings.paper, settings.booklet_flip
    if binding is Binding.NONE:
        return ()
    whole = {Binding.LEAFLET: 2, Binding.ZINE: 8}.get(binding, SIGNATURE)
    if not binding.is_folded:
        # The filler pages of a stapled booklet would only be blank here.
        pages = [page for page in pages if not page.filler]
    pages = pad(pages, lambda number: Page(outline.page, (), str(number)), whole)
    is_reversed = is_right_to_left(edition.language)
    if is_reversed:
        # Bound on the right: the page order of each sheet is reversed.
        pages = pages[::-1]
    if binding is Binding.ZINE:
        return zine(pages, paper)
    if binding is Binding.LEAFLET:
        return leaflet(pages, paper, flip, trimmed=outline.trimmed)
    if binding is Binding.SADDLE:
        check_staples(edition, len(pages))
    spread = spread_of(outline, paper)
    creep = CREEP if outline.creep is None else outline.creep
    # A half is flipped on its short edge when the whole sheet is flipped on its long one.
    own = Flip.SHORT if spread.is_half else flip
    folding = Folding(own, creep, sheets_of(binding, outline.signature))
    sides = imposed(len(pages), folding.most)
    labels = _labels(edition, sides, binding, is_reversed=is_reversed)
    sheets = impose(pages, spread.spread, labels, folding)
    return two_up(sheets, paper, flip) if spread.is_half else sheets


def _labels(
    edition: Edition, imposed: Sequence[ImposedSide], binding: Binding, *, is_reversed: bool
) -> BookletLabels:
    """Return the labels beside the pages: sheets are counted in each signature that is sewn."""
    setter = edition.typesetter
    last = imposed[-1].signature if imposed else 0
    sides = []
    for index, one in enumerate(imposed):
        side = plain(setter.inlines("booklet.back" if index % 2 else "booklet.front"))
        number = 1 + (last - one.signature if is_reversed else one.signature)
        if binding is Binding.SIGNATURES:
            label = setter.label(
                "booklet.sheet_of", SMALL, signature=number, sheet=one.sheet + 1, side=side
            )
        else:
            sheet = number if binding is Binding.PERFECT else one.sheet + 1
            label = setter.label("booklet.sheet", SMALL, sheet=sheet, side=side)
        sides.append(label)
    return BookletLabels(
        setter.label("booklet.fold", SMALL),
        setter.label("booklet.trim", SMALL),
        setter.label("booklet.fold_then_trim", SMALL),
        tuple(sides),
    )


def _reading(edition: Edition) -> tuple[Sheet, ...]:
    """Return the pages in order; the outline starts with the game's name."""
    sheets = reading(edition.pages)
    if not sheets:
        return ()
    cover = replace(sheets[0], bookmarks=(Bookmark(edition.game.title), *sheets[0].bookmarks))
    return (cover, *sheets[1:])


def _document(
    edition: Edition, key: str, sheets: Sequence[Sheet], flip: Flip | None = None
) -> Document:
    game = edition.game
    kind = plain(edition.typesetter.inlines(key))
    return Document(
        title=f"{game.title} – {kind}",
        subject=f"{game.named}, {edition.language}",
        author=", ".join(game.credits.values()),
        language=edition.language,
        sheets=tuple(sheets),
        fonts=edition.fonts,
        flip=flip,
    )
