"""A game folder, read into one Game: game, cards, booklet, examples and, if any, claims."""

import re
from dataclasses import dataclass
from pathlib import Path

from printnplay.files.catalog import TAKEN
from printnplay.files.yaml_tree import MappingNode, Node, TextNode, places, read_yaml
from printnplay.loading.booklet import Stock, load_outline
from printnplay.loading.cards import load_cards
from printnplay.loading.components import load_boards, load_box, load_groups
from printnplay.loading.examples import load_claims, load_examples
from printnplay.loading.fields import (
    expect_int,
    expect_length,
    expect_list,
    expect_mapping,
    expect_name,
    expect_pairs,
    expect_text,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.game import NO_RULES, Card, Example, Game, Outline
from printnplay.model.geometry import Size
from printnplay.model.verdicts import Claim

MAX_PLAYERS = 99

REQUIRED = ("id", "title", "players", "rules", "style", "card", "sheets")


_RULES = re.compile(r"[a-z][a-z0-9_]*(\.py)?")


def load_game(folder: Path, shown: str, problems: Problems) -> Game | None:
    """The game in a folder, or None with every fault of its files added to `problems`.

    `shown` is the folder as the user would type it; it begins the file of every span. The spans of
    the game are those of game.yaml by dotted path (`card.width`).
    """
    before = problems.errors
    cards = load_cards(folder / "cards.yaml", f"{shown}/cards.yaml", problems)
    examples_before = problems.errors
    examples = _examples(folder, shown, problems)
    sound = problems.errors == examples_before
    stock = Stock(cards or None, [one.id for one in examples] if sound else None)
    claims = load_claims(folder / "claims.yaml", f"{shown}/claims.yaml", problems)
    outline = load_outline(folder / "booklet.yaml", f"{shown}/booklet.yaml", stock, problems)
    root = read_yaml(folder / "game.yaml", f"{shown}/game.yaml", problems)
    if root is None:
        return None
    game = _game(root, folder, _Parts(cards, examples, claims, outline), problems)
    return game if problems.errors == before else None


def find_style(folder: Path, shown: str) -> tuple[str, Span] | None:
    """The style that a game names, and where, whatever else of it is at fault."""
    return _named("style", folder, shown)


def _examples(folder: Path, shown: str, problems: Problems) -> tuple[Example, ...]:
    """The worked examples; a game without rules needs no file of them."""
    path = folder / "examples.yaml"
    if not path.exists():
        rules = _named("rules", folder, shown)
        if rules and rules[0] == NO_RULES:
            return ()
    return load_examples(path, f"{shown}/examples.yaml", problems)


def _named(key: str, folder: Path, shown: str) -> tuple[str, Span] | None:
    """What game.yaml names under a key, and where, whatever else of it is at fault."""
    root = read_yaml(folder / "game.yaml", f"{shown}/game.yaml", Problems())
    entry = root.entries.get(key) if isinstance(root, MappingNode) else None
    if entry is None or not isinstance(entry.value, TextNode) or not entry.value.value:
        return None
    return entry.value.value, entry.value.span


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the other files of the folder gave."""

    cards: tuple[Card, ...]
    examples: tuple[Example, ...]
    claims: tuple[Claim, ...]
    outline: Outline | None


def _game(root: Node, folder: Path, parts: _Parts, problems: Problems) -> Game | None:
    keys = expect_mapping(root, problems, required=REQUIRED, optional=("credits", "boards", "box"))
    card = expect_mapping(keys["card"], problems, required=("width", "height", "bleed"))
    spans = {path.removeprefix("."): span for path, span in places(root, "").items()}
    game_id = expect_name(keys["id"], problems)
    _check_id(game_id, folder, keys["id"].span, problems)
    title = expect_text(keys["title"], problems)
    players = _players(keys["players"], problems)
    rules = _rules(keys["rules"], problems)
    style = expect_name(keys["style"], problems)
    size = Size(expect_length(card["width"], problems), expect_length(card["height"], problems))
    bleed = expect_length(card["bleed"], problems, zero=True)
    groups = load_groups(keys["sheets"], parts.cards, problems)
    boards = load_boards(keys.get("boards"), problems)
    box = load_box(keys.get("box"), problems)
    makers = expect_pairs(keys.get("credits"), problems)
    if parts.outline is None:
        return None
    return Game(
        id=game_id,
        title=title,
        folder=str(folder),
        rules=rules,
        style=style,
        players=players,
        card=size,
        bleed=bleed,
        cards=parts.cards,
        groups=groups,
        outline=parts.outline,
        examples=parts.examples,
        spans=spans,
        credits=makers,
        claims=parts.claims,
        boards=boards,
        box=box,
    )


def _check_id(game_id: str, folder: Path, span: Span, problems: Problems) -> None:
    name = folder.resolve().name
    if name in TAKEN:
        text = f"a game cannot be named `{name}`"
        label = f"expected another name: `locales/<language>/{name}.yaml` is not a game's"
        problems.error(codes.WRONG_GAME_ID, text, span, label, "rename its folder, and its id")
    elif game_id and game_id != name:
        text = f"the game `{game_id}` lies in a folder named `{name}`"
        label = "expected the name of the folder"
        problems.error(
            codes.WRONG_GAME_ID, text, span, label, f"write `id: {name}`, or rename the folder"
        )


def _players(node: Node, problems: Problems) -> tuple[int, ...]:
    before = problems.errors
    numbers = [expect_int(item, problems, 1, MAX_PLAYERS) for item in expect_list(node, problems)]
    if problems.errors == before and numbers != sorted(set(numbers)):
        text = "the numbers of players do not rise"
        problems.error(
            codes.PLAYERS_DO_NOT_RISE, text, node.span, "expected each number once, smallest first"
        )
    return tuple(numbers)


def _rules(node: Node, problems: Problems) -> str:
    rules = expect_text(node, problems)
    if rules and not _RULES.fullmatch(rules):
        problems.error(
            codes.NAME_NOT_PLAIN,
            f"`{rules}` is not the name of a rules file or folder",
            node.span,
            "expected small letters, digits and underscores",
            "write `rules.py` for a file in the game's folder, `rules` for a folder, or `none`",
        )
    return rules
