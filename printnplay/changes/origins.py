"""The origins of files: hashes of the faces and pages on them, by the names of a gallery."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from printnplay.changes.looks import back_name, box_parts, look_of, page_hashes
from printnplay.changes.state import CardState, GameState, Side
from printnplay.edition.edition import Edition
from printnplay.game.game import Card
from printnplay.kernel.geometry import Um
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import PrintSettings, Selection
from printnplay.scene.origin import DIGITS, Origin
from printnplay.scene.picture import Picture

FACE, RULES, BOX = "face", ("booklet", "rulebook"), "box"
"""Kinds of files: one face of an export, documents of pages, the box."""

COPIES = "copies of cards"
"""The part of a kit that says how often it has each card."""


def origin_of_faces(
    edition: Edition, language: str, kind: str, names: Sequence[str], bleed: Um | None
) -> Origin:
    """Return the origin of a file with some faces, by their names."""
    return _origin(edition, language, kind, dict(_named(edition, names)), bleed)


def origin_of_document(
    edition: Edition, language: str, kind: str, settings: PrintSettings
) -> Origin:
    """Return the origin of a document of a kit.

    A box for another stock than the game's has no hash: it is not what the project prints now.
    """
    if kind in RULES:
        parts = {f"page {at}": page for at, page in enumerate(page_hashes(edition), 1)}
    elif kind == BOX:
        boxes = box_parts(edition, settings) if settings.options.stock is None else ()
        parts = {name: face.look for name, face in boxes}
    else:
        names = _of_kit(edition, settings.options.selection)
        parts = dict(_named(edition, list(dict.fromkeys(names))))
        if not settings.options.selection:
            parts[COPIES] = _copies(edition.game.cards)
    bleed = edition.game.bleed_of_all
    if bleed is not None:  # boards keep their own
        parts = {name: look for name, look in parts.items() if not name.startswith("board ")}
    return _origin(edition, language, kind, parts, bleed)


def _origin(
    edition: Edition, language: str, kind: str, parts: Mapping[str, str], bleed: Um | None = None
) -> Origin:
    short = {name: look[:DIGITS] for name, look in parts.items()}
    version = edition.game.about.version
    return Origin(edition.game.id, language, kind, short, version, bleed)


def name_of_face(edition: Edition, card: Card, *, back: bool) -> str:
    """Return the name of a face; a back that cards share has its own."""
    group = edition.game.group_of(card)
    shared = back_name(edition, group) if back and group else ""
    if shared:
        return f"back {shared}"
    return f"card {card.id} (back)" if back else f"card {card.id}"


def _of_kit(edition: Edition, selection: Selection) -> Iterator[str]:
    """Yield the names of the faces and boards of a kit, or of a selection of it."""
    game = edition.game
    for card in game.cards:
        group = game.group_of(card)
        if group and edition.copies_of(card, selection):
            yield name_of_face(edition, card, back=False)
            if group.backs or group.two_sided:
                yield name_of_face(edition, card, back=True)
    if not selection:
        yield from (f"board {board.id}" for board in game.boards)


def _named(edition: Edition, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the hashes of faces by their names; stamps are left out."""
    game = edition.game
    cards = {card.id: card for card in game.cards}
    groups = {back_name(edition, group): group for group in reversed(game.groups)}
    for name in names:
        kind, _, rest = name.partition(" ")
        picture: Picture | None = None
        if kind == "board":
            picture = edition.board_of(rest)
        elif kind == "back":
            picture = edition.back(groups[rest])
        else:
            id_ = rest.removesuffix(" (back)")
            picture = edition.unstamped(cards[id_], back=id_ != rest)
        if picture is not None:
            yield name, look_of(edition, picture)


def _copies(cards: Iterable[Card | CardState]) -> str:
    """Return a hash of the numbers of copies."""
    return key_of([(card.id, card.copies) for card in cards]).hex()


def parts_of(state: GameState, language: str) -> dict[str, str]:
    """Return the hashes of all that is printed of a version in a language, by name."""
    sides: dict[str, Side] = {}
    for card in state.cards:
        sides[f"card {card.id}"] = card.front
        sides[f"card {card.id} (back)"] = card.back
    sides |= state.parts
    found = {name: side[language].look for name, side in sides.items() if language in side}
    found |= {f"page {at}": page for at, page in enumerate(state.pages.get(language, ()), 1)}
    found[COPIES] = _copies(state.cards)
    return {name: look[:DIGITS] for name, look in found.items()}
