"""An imported project, as files: game.yaml, tables, texts, templates, a style, pictures, losses."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path

from msgspec import Struct

from printnplay.files.door import ReadError
from printnplay.files.yaml_edits import quoted
from printnplay.importing.columns import Columns
from printnplay.importing.drawing import Drawing
from printnplay.importing.gathered import content_of
from printnplay.importing.markup import plain
from printnplay.importing.source import safe_name
from printnplay.importing.style import Style
from printnplay.importing.templates import template
from printnplay.importing.values import Box, Card, Deck, ForeignProject, Image, Loss, unused
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, in_mm
from printnplay.kernel.messages import translated, translated_label, translated_with
from printnplay.kernel.named_sizes import CARD_SIZES, LANDSCAPE, find_card_size
from printnplay.tables.cells import ERRORS


class Group(Struct, frozen=True):
    """A deck with its id, the ids of its cards, and the templates of their faces and backs.

    `backs` is empty for none, `shared` for one, and `own` for several.
    """

    id: str
    deck: Deck
    backs: str
    cards: tuple[str, ...]
    fronts: tuple[str, ...]
    rears: tuple[str, ...]

    @property
    def alone(self) -> frozenset[str]:
        """The templates that draw the same on every card: that of a shared back."""
        return frozenset(self.rears) if self.backs == "shared" else frozenset()

    def templates(self) -> Iterable[tuple[str, list[Sequence[Box] | None]]]:
        """Yield each template with the faces that it draws; None for cards that have another."""
        cards = self.deck.cards
        sides = [(self.fronts, [card.front for card in cards])]
        if self.backs:
            sides.append((self.rears, [card.back for card in cards]))
        for names, faces in sides:
            for name in dict.fromkeys(names):
                yield (
                    name,
                    [face if own == name else None for own, face in zip(names, faces, strict=True)],
                )


def grouped(decks: Sequence[Deck]) -> Iterable[Group]:
    """Yield a group for each deck."""
    used: set[str] = set()
    taken: set[str] = set()
    for deck in decks:
        name = _unique(safe_name(deck.name) or "cards", used)
        backs = {card.back for card in deck.cards}
        kind = "" if backs == {()} else "shared" if len(backs) == 1 else "own"
        rear = f"{name}-back"
        yield Group(
            name,
            deck,
            kind,
            tuple(_ids(deck.cards, name, taken)),
            _layouts(name, [card.layout for card in deck.cards]),
            _layouts(rear, [card.back_layout if kind == "own" else "" for card in deck.cards]),
        )


def _layouts(name: str, layouts: Sequence[str]) -> tuple[str, ...]:
    """Return the names of templates for layouts: that of the deck, if all cards have one."""
    if len(set(layouts)) == 1:
        return (name,) * len(layouts)
    used: set[str] = set()
    names = {
        layout: _unique(f"{name}-{safe_name(layout) or 'plain'}", used)
        for layout in dict.fromkeys(layouts)
    }
    return tuple(names[layout] for layout in layouts)


def maybe_backs(groups: Sequence[Group]) -> Iterable[Loss]:
    """Yield a guess for each deck that may be the back of another one, by its name."""
    for group in groups:
        is_one = len(group.cards) == 1 and not group.deck.cards[0].fields
        if is_one and len(groups) > 1 and re.search(r"\bback", group.id):
            what = f"`{group.deck.name}` is a card of its own, not the back of another deck"
            todo = f"if it is a back, write `backs: {group.id}` into the groups of its fronts"
            yield Loss(Span(""), what, f"{todo} in game.yaml", is_guess=True)


def _unique(wanted: str, used: set[str]) -> str:
    name = unused(wanted, used)
    used.add(name)
    return name


def _ids(cards: Sequence[Card], deck: str, taken: set[str]) -> Iterable[str]:
    """Yield an id for each card: its name, if the first column with words has one for each."""
    headings = dict.fromkeys(heading for card in cards for heading in card.fields)
    for heading in sorted(headings, key=lambda one: one.lower() not in ("name", "title", "id")):
        names = [safe_name(card.fields.get(heading, "")) for card in cards]
        if all(re.search("[a-z]", name) for name in names) and len(set(names)) > len(names) / 2:
            break
    else:
        names = [f"{deck}-{number:03}" for number in range(1, len(cards) + 1)]
    for name in names:
        yield _unique(name, taken)


BACK = "back"
"""The column of the templates of backs, where cards of a deck have different ones."""

_AS_TYPED = "en:\n  smart_quotes: no\n"

LIST = "IMPORT.md"
"""The file that lists what was not taken over."""


class Written(Struct, frozen=True):
    """The text files of a project by their paths; what is copied beside them; and all losses.

    `pictures` are the names of those that are placed, `drawings` the bytes of those that changed.
    `icons` has those within texts, each with its shift and the name of its icon.
    """

    texts: dict[str, bytes]
    drawings: dict[str, bytes]
    pictures: frozenset[str]
    icons: tuple[tuple[str, tuple[int, int, int], str], ...]
    losses: tuple[Loss, ...]


def written(project: ForeignProject, game: str) -> Written:
    """Return the files of a project with a game of this id."""
    style = Style(project.fonts)
    groups = list(grouped(project.decks))
    labels: dict[str, str] = {}
    files: dict[str, str] = {}
    families = []
    for group in groups:
        columns = Columns([card.fields for card in group.deck.cards])
        for name, faces in group.templates():
            alone = name in group.alone
            drawing = Drawing(
                group.deck.bleed,
                Columns([{}]) if alone else columns,
                style,
                labels,
                name,
                [True] if alone else [face is not None for face in faces],
            )
            shown = next(face for face in faces if face is not None)
            source = template(drawing, [shown] if alone else faces)
            files[f"templates/{game}/{name}.svg.j2"] = source
        columns.finish(plain)
        files[f"designs/{game}/{group.id}.csv"] = _table(group, columns)
        families.append(_family(group, columns))
    placed = frozenset(
        box.what.file
        for deck in project.decks
        for card in deck.cards
        for box in (*card.front, *card.back)
        if isinstance(box.what, Image)
    )
    icons = {file for file, _ in style.looks.icons}
    drawings = {
        name: style.lettered(_bytes(project.pictures[name]), name, icon=name in icons)
        for name in sorted({*placed, *icons})
        if name.endswith(".svg")
    }
    files |= {
        f"designs/{game}/cards.yaml": "\n".join(families) + "\n",
        f"designs/{game}/game.yaml": _game_yaml(project, game, groups),
        f"locales/en/{game}.yaml": _locale(groups, labels),
        "locales/en/language.yaml": f"# {project.tool} prints texts as typed.\n{_AS_TYPED}",
        f"templates/{game}/style.yaml": style.yaml(),
        ".gitignore": "/output/\n",
    }
    losses = tuple(sorted((*project.losses, *style.losses, *maybe_backs(groups))))
    if losses:
        files[LIST] = _losses_page(project, losses)
    return Written(
        {path: text.encode() for path, text in files.items()},
        drawings,
        placed,
        tuple((*of, name) for of, name in style.looks.icons.items()),
        losses,
    )


def _bytes(picture: Path | bytes) -> bytes:
    try:
        return content_of(picture)
    except (ReadError, OSError):
        return b""


def _table(group: Group, columns: Columns) -> str:
    stream = StringIO()
    table = csv.writer(stream, lineterminator="\n")
    cells = {
        "id": list(group.cards),
        "copies": [str(card.copies) for card in group.deck.cards],
    }
    if len(set(group.fronts)) > 1:
        cells["template"] = list(group.fronts)
    if len(set(group.rears)) > 1:
        cells[BACK] = list(group.rears)
    for name, column in columns.cells.items():
        cells[name] = [_without_error(cell, is_text=name in columns.texts) for cell in column]
    table.writerow(cells)
    table.writerows(zip(*cells.values(), strict=True))
    return stream.getvalue()


def _without_error(cell: str, *, is_text: bool) -> str:
    """Return a cell that may look like an error of a spreadsheet, which a check would refuse.

    Other tools print it like any text.
    """
    if ERRORS.fullmatch(cell.strip()) is None:
        return cell
    return re.sub(r"(?=[^\w\s])", r"\\", cell, count=1) if is_text else ""


def _family(group: Group, columns: Columns) -> str:
    texts = ", ".join(name for name in columns.cells if name in columns.texts)
    parts = [f"template: {group.fronts[0]}", f"rows: {group.id}.csv", f"texts: [{texts}]"]
    if group.backs == "own" and len(set(group.rears)) == 1:
        parts += [f"back_template: {group.rears[0]}", "back: {side: back}"]
    elif group.backs == "own":
        parts.append(f"columns: {{{BACK}: back}}")
    return f"{group.id}: {{{', '.join(parts)}}}"


def _game_yaml(project: ForeignProject, game: str, groups: Sequence[Group]) -> str:
    first = groups[0].deck
    lines = [
        f"# Imported from {project.tool} by `printnplay import`.",
        f"id: {game}",
        f"title: {_quoted(project.title)}",
        "players: []",
        "rules: none",
        f"style: {game}",
        f"card: {_card(first)}",
        "sheets:",
    ]
    for group in groups:
        parts = [f"id: {group.id}", f"where: {{family: {group.id}}}"]
        if group.backs:
            parts.append(f"backs: {'own' if group.backs == 'own' else f'{group.id}-back'}")
        if _card(group.deck) != _card(first):
            parts.append(f"card: {_card(group.deck)}")
        lines.append(f"  - {{{', '.join(parts)}}}")
    return "\n".join(lines) + "\n"


def _card(deck: Deck) -> str:
    size = Size(deck.size.width - 2 * deck.bleed, deck.size.height - 2 * deck.bleed)
    names = (name + ending for name in CARD_SIZES for ending in ("", LANDSCAPE))
    named = next((name for name in names if find_card_size(name) == size), "")
    sides = f"width: {in_mm(size.width)}mm, height: {in_mm(size.height)}mm"
    corner = f", corner: {in_mm(deck.corner)}mm" if deck.corner else ""
    return f"{{{f'size: {named}' if named else sides}, bleed: {in_mm(deck.bleed)}mm{corner}}}"


def _locale(groups: Sequence[Group], labels: dict[str, str]) -> str:
    lines = ["en:", "  sheets:"]
    lines += [f"    {group.id}: {_quoted(group.deck.name)}" for group in groups]
    if labels:
        lines.append("  labels:")
        lines += [f"    {key}: {_quoted(text)}" for key, text in labels.items()]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return quoted("".join(one for one in text if one >= " " or one == "\n").replace("\x7f", ""))


def _losses_page(project: ForeignProject, losses: Sequence[Loss]) -> str:
    """Return the list of what was not taken over, as a page in the language of the user."""
    head = (translated_label("where"), translated_label("what"), translated_label("to do"))
    lines = [
        f"# {translated_with('Imported from {tool}', tool=project.tool)}",
        "",
        translated("What to do by hand. Delete this file when you are done."),
        "",
        f"| {' | '.join(head)} |",
        "|---|---|---|",
    ]
    for loss in losses:
        place = f"{loss.place.file}:{loss.place.line}" if loss.place.line else loss.place.file
        what = translated(loss.what)
        if loss.is_guess:
            what = translated_with("by guess: {what}", what=what)
        cells = (" ".join(one.split()) for one in (place, what, translated(loss.todo)))
        lines.append("| " + " | ".join(one.replace("|", "\\|") for one in cells) + " |")
    return "\n".join(lines) + "\n"
