"""Take the state of a version of a game: render every face, or take it from the cache."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import asdict

from printnplay.changes.looks import back_name, box_parts, face_of, page_hashes
from printnplay.changes.rules_source import clauses_and_code, rules_files
from printnplay.changes.state import (
    OF_CHANGES,
    PLACEHOLDER,
    CardState,
    FaceState,
    GameState,
    SectionState,
    Side,
)
from printnplay.edition.edition import Edition
from printnplay.edition.listing import players_of
from printnplay.edition.loaded import LoadedGame
from printnplay.game.game import Card, Game
from printnplay.game.rulebook import Section, every_block
from printnplay.kernel.inlines import Inline
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import PrintSettings
from printnplay.scene.picture import Picture
from printnplay.text.credits import escaped
from printnplay.text.markup import WHITE, plain

OF_CARDS = "cards."
"""The beginning of the keys of cards' texts."""


def state_of(loaded: LoadedGame, editions: Sequence[Edition], settings: PrintSettings) -> GameState:
    """Return the state of a game with these editions, one in each language.

    Faults of faces go to the problems of the editions: a face that cannot be rendered is left out.
    """
    game = loaded.game
    said = {edition.language: dict(_texts(edition)) for edition in editions}
    texts = {
        language: {key: words for key, (words, _) in of.items()} for language, of in said.items()
    }
    says = {language: {key: look for key, (_, look) in of.items()} for language, of in said.items()}
    sides = {edition.language: _faces(edition) for edition in editions}
    of_cards = {language: _by_card(of) for language, of in says.items()}
    clauses, code = clauses_and_code(rules_files(Path(game.folder), game.rules))
    return GameState(
        id=game.id,
        facts=_facts(loaded),
        languages=tuple(sides),
        groups={
            one.id: next((back_name(each, one) for each in editions[:1]), "") or one.backs
            for one in game.groups
        },
        cards=tuple(_card(game, card, sides, of_cards) for card in game.cards),
        parts=_by_part({edition.language: dict(_parts(edition, settings)) for edition in editions}),
        texts=texts,
        says=says,
        sections=tuple(
            SectionState(section.id, tuple(dict.fromkeys(_of_section(section))))
            for section in game.outline.sections
        ),
        summary=game.outline.summary,
        page=(game.outline.page.width, game.outline.page.height) if game.outline.sections else None,
        pages={edition.language: page_hashes(edition) for edition in editions},
        examples={
            one.id: key_of(one.shows, one.given, one.when, one.then).hex() for one in game.examples
        },
        clauses=clauses,
        rules=game.rules,
        code=code,
    )


def _facts(loaded: LoadedGame) -> dict[str, str]:
    """Return what the files of the game say of it, and the numbers of its rules."""
    game, about = loaded.game, loaded.game.about
    minutes = about.minutes or ()
    told = {
        "title": game.title,
        "players": players_of(game.players),
        "minutes": " to ".join(dict.fromkeys(map(str, minutes))),
        "age": str(about.age or ""),
        "version": about.version,
        "date": about.day.isoformat() if about.day else "",
        "licence": about.licence,
        "credits": ", ".join(f"{role} {name}" for role, name in game.credits.items()),
    }
    numbers = {name: str(value) for name, value in loaded.facts.items() if "." not in name}
    return {**told, **{name: value for name, value in numbers.items() if name not in COUNTED}}


_WHITE = re.compile(rf"{WHITE}+")

COUNTED = frozenset({"players_min", "players_max"})
"""Numbers that follow from what the game says elsewhere."""


def _of_section(section: Section) -> Iterator[str]:
    """Yield the keys of a section's texts, without those of cards."""
    yield section.title
    for block in every_block(section.blocks):
        for key in (*block.keys, *block.labels, *block.unprinted):
            if not key.startswith(OF_CARDS):
                yield key


def _texts(edition: Edition) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each printed text: its key, its words, and a hash of its words with their styles."""
    setter, facts = edition.typesetter, edition.loaded.facts
    for key, text in edition.texts.entries.items():
        names = PLACEHOLDER.findall(text.plain)
        left = {name for name in names if name not in facts or key.startswith(OF_CHANGES)}
        inlines = setter.inlines(key, **{name: escaped(f"{{{name}}}") for name in left})
        words = _WHITE.sub(" ", plain(inlines)).strip()
        yield key, (words, key_of(list(map(_told, inlines))).hex())


def _told(inline: Inline) -> list[object]:
    return [type(inline).__name__, {k: v for k, v in asdict(inline).items() if k != "span"}]


def _faces(edition: Edition) -> dict[tuple[str, bool], FaceState]:
    """Return the faces of all cards without stamps, second faces included."""
    game = edition.game
    for batch in edition.batches or (game.cards,):
        edition.faces(batch)
    found = {}
    for card in game.cards:
        group = game.group_of(card)
        for back in (False, True) if group is not None and group.two_sided else (False,):
            picture = edition.unstamped(card, back=back)
            if picture is not None:
                found[card.id, back] = face_of(edition, picture)
    return found


def _by_card(says: Mapping[str, str]) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of each card by its id, which has no dots."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for key, look in says.items():
        if key.startswith(OF_CARDS):
            found[key.split(".", 2)[1]][key] = look
    return found


def _card(
    game: Game,
    card: Card,
    sides: Mapping[str, Mapping[tuple[str, bool], FaceState]],
    says: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> CardState:
    group = game.group_of(card)
    fields = {
        **card.fields,
        **{f"{name} (back)": of for name, of in (card.back_fields or {}).items()},
    }
    return CardState(
        card.id,
        group.id if group else "",
        card.copies,
        {"family": card.family, **fields},
        {language: of.get(card.id, {}) for language, of in says.items()},
        *(
            {language: of[card.id, back] for language, of in sides.items() if (card.id, back) in of}
            for back in (False, True)
        ),
    )


def _parts(edition: Edition, settings: PrintSettings) -> Iterator[tuple[str, FaceState]]:
    """Yield what is printed besides cards and pages: its kind with its id, and its state."""
    for name, picture in _pieces(edition):
        if picture is not None:
            yield name, face_of(edition, picture)
    yield from box_parts(edition, settings)


def _pieces(edition: Edition) -> Iterator[tuple[str, Picture | None]]:
    """Yield shared backs, boards and covers."""
    game = edition.game
    for group in game.groups:
        if name := back_name(edition, group):
            yield f"back {name}", edition.back(group)
    for board in game.boards:
        yield f"board {board.id}", edition.board(board)
    if game.outline.sections:
        yield "cover front", edition.cover()
        yield "cover back", edition.back_cover


def _by_part(sides: Mapping[str, Mapping[str, FaceState]]) -> dict[str, Side]:
    names = dict.fromkeys(name for of in sides.values() for name in of)
    return {
        name: {language: of[name] for language, of in sides.items() if name in of} for name in names
    }
