"""Take the state of a version of a game: render every face, or take it from the cache."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import asdict, replace

from printnplay.changes.gallery import back_name
from printnplay.changes.rules_source import clauses_and_code, rules_files
from printnplay.changes.state import CardState, FaceState, GameState, SectionState, Side
from printnplay.edition.edition import Edition
from printnplay.edition.listing import players_of
from printnplay.edition.loaded import LoadedGame
from printnplay.game.game import Card, Game
from printnplay.game.rulebook import Section, every_block
from printnplay.kernel.inlines import Inline
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import PrintSettings
from printnplay.kit.box import box_plans
from printnplay.raster.single_faces import fonts_named
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item, Leaf, Link, Stamp, TextLine
from printnplay.text.markup import plain

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)

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
    clauses, code = clauses_and_code(rules_files(Path(game.folder), game.rules))
    return GameState(
        id=game.id,
        facts=_facts(loaded),
        languages=tuple(sides),
        groups={one.id: back_name(editions[0], one) or one.backs for one in game.groups},
        cards=tuple(_card(game, card, sides, says) for card in game.cards),
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


COUNTED = frozenset({"players_min", "players_max"})
"""Numbers that follow from what the game says elsewhere."""


def _of_section(section: Section) -> Iterator[str]:
    """Yield the keys of a section's texts, without those of cards."""
    yield section.title
    for block in every_block(section.blocks):
        for key in (*block.keys, *block.labels, *block.unprinted):
            if not key.startswith(OF_CARDS):
                yield key


def page_hashes(edition: Edition) -> tuple[str, ...]:
    """Return a hash of each page of the booklet."""
    return tuple(key_of(list(map(_drawn, page.items))).hex() for page in edition.pages)


def _drawn(item: Item) -> object:
    """Return what an item looks like, without where its text is written."""
    match item:
        case TextLine():
            return "text", item.at, item.runs, item.turn
        case Stamp():
            return "stamp", item.picture.svg, item.rect, item.turn, item.clip
        case Leaf():
            return "leaf", item.rect, [_drawn(inner) for inner in item.page.items]
        case Link():
            return "link", item.rect, item.target
        case _:
            return item


def _texts(edition: Edition) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each text as it is printed: its key, its words, and its words with their styles."""
    setter = edition.typesetter
    for key in edition.texts.entries:
        inlines = setter.inlines(key)
        yield key, (" ".join(plain(inlines).split()), key_of(list(map(_told, inlines))).hex())


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
                found[card.id, back] = _face(edition, picture)
    return found


def look_of(edition: Edition, *pictures: Picture) -> str:
    """Return a hash of a face, or of several, and of the fonts that they use."""
    shelf = edition.loaded.shelf
    fonts = {
        shelf.file(face.name).digest
        for picture in pictures
        for face in fonts_named(picture.svg, shelf.faces)
    }
    return key_of([_COMMENT.sub("", picture.svg) for picture in pictures], fonts).hex()


def _face(edition: Edition, *pictures: Picture) -> FaceState:
    """Return the state of a face, or of what several pictures make together."""
    first = pictures[0]
    return FaceState(
        look_of(edition, *pictures),
        tuple(words for picture in pictures for words in picture.texts),
        tuple(art for picture in pictures for art in picture.art),
        (first.size.width, first.size.height, first.bleed),
        Path(first.template).name.partition(".")[0],
    )


def _card(
    game: Game,
    card: Card,
    sides: Mapping[str, Mapping[tuple[str, bool], FaceState]],
    says: Mapping[str, Mapping[str, str]],
) -> CardState:
    group, begin = game.group_of(card), f"{OF_CARDS}{card.id}."
    fields = {
        **card.fields,
        **{f"{name} (back)": of for name, of in (card.back_fields or {}).items()},
    }
    return CardState(
        card.id,
        group.id if group else "",
        card.copies,
        {"family": card.family, **fields},
        {
            language: {key: look for key, look in of.items() if key.startswith(begin)}
            for language, of in says.items()
        },
        *(
            {language: of[card.id, back] for language, of in sides.items() if (card.id, back) in of}
            for back in (False, True)
        ),
    )


def _parts(edition: Edition, settings: PrintSettings) -> Iterator[tuple[str, FaceState]]:
    """Yield what is printed besides cards and pages: its kind with its id, and its state."""
    for name, picture in _pieces(edition):
        if picture is not None:
            yield name, _face(edition, picture)
    yield from box_parts(edition, settings)


def box_parts(edition: Edition, settings: PrintSettings) -> Iterator[tuple[str, FaceState]]:
    """Yield the panels of each box: its kind with its id, and its state."""
    boxes: dict[str, list[Stamp]] = {}
    for plan in box_plans(edition, settings):
        boxes.setdefault(plan.title, []).extend(_stamps(plan.side.items))
    for title, stamps in boxes.items():
        if stamps:
            whole = _face(edition, *(stamp.picture for stamp in stamps))
            sizes = [side for stamp in stamps for side in (stamp.rect.width, stamp.rect.height)]
            yield (
                f"box {title.removeprefix('kit.box').strip('_')}".strip(),
                replace(whole, size=tuple(sizes)),
            )


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


def _stamps(items: Iterable[Item]) -> Iterator[Stamp]:
    for item in items:
        if isinstance(item, Stamp):
            yield item
        elif isinstance(item, Leaf):
            yield from _stamps(item.page.items)


def _by_part(sides: Mapping[str, Mapping[str, FaceState]]) -> dict[str, Side]:
    names = dict.fromkeys(name for of in sides.values() for name in of)
    return {
        name: {language: of[name] for language, of in sides.items() if name in of} for name in names
    }
