"""Loading of a game folder into a `Game`: game, cards, booklet, examples and, if any, claims.

The limits on the size of a game and its texts are checked here too, unless the user lifts them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import (
    OF_EDITION,
    TAKEN,
    Catalog,
    display_path,
    edition_in,
    is_reserved,
)
from printnplay.files.door import is_there, resolved
from printnplay.files.yaml_tree import (
    ListNode,
    MappingNode,
    Node,
    TextNode,
    places,
    read_yaml,
    text_at,
)
from printnplay.game.game import BASE, NO_RULES, About, Aid, Board, Box, Card, Example, Game, Group
from printnplay.game.rulebook import Outline
from printnplay.game.statements import Statements
from printnplay.game.texts import TITLE
from printnplay.game.verdicts import Claim
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Allowance, Problems, Span, Subject
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.named_sizes import BLEED
from printnplay.loading.blocks.block import Stock
from printnplay.loading.booklet import load_outline, no_outline
from printnplay.loading.boxes import BoxKeys, boxes_of
from printnplay.loading.cards import load_cards
from printnplay.loading.components import (
    GAME_CARD,
    MARKS,
    BoardKeys,
    GroupKeys,
    boards_of,
    check_groups,
    kinds_of,
)
from printnplay.loading.deck import DeckKeys, boxes_left, deck_of, groups_left
from printnplay.loading.editions import (
    boards_in,
    changes_of,
    check_names,
    names_of,
    of_edition,
    root_of,
)
from printnplay.loading.examples import examples_in, load_claims, load_examples
from printnplay.loading.forms import (
    DATE,
    MODULE,
    NAME,
    NAMES_TO_TEXTS,
    RANGE,
    SITE,
    TEXT,
    Form,
    Record,
    list_of,
    map_of,
    optional,
    read_text,
    required,
    whole,
)
from printnplay.loading.setup import Dealable, SetupKeys, setup_of
from printnplay.loading.stamps import STAMP, StampKeys, check_addresses, stamp_of
from printnplay.loading.states import load_statements

TYPE_SCALE = (50, 300)
"""The least and the greatest scale of type, in percent. A guess: type of 10 pt becomes 5 pt, which
few can read, or 30 pt, which no card has room for."""


NUMBERS_OF_PLAYERS = list_of(whole(1, 99), empty=True)
"""Numbers of players: two digits. A guess: no game has more."""


def _read_players(node: Node, problems: Problems) -> tuple[int, ...]:
    before = problems.errors
    numbers = NUMBERS_OF_PLAYERS.read(node, problems)
    if problems.errors == before and list(numbers) != sorted(set(numbers)):
        text = "the numbers of players are not in rising order"
        label = "expected each number once, smallest first"
        problems.error(codes.PLAYERS_DO_NOT_RISE, text, node.span, label)
    return numbers


PLAYERS = Form(
    _read_players,
    f"{NUMBERS_OF_PLAYERS.what}, smallest first",
    {**NUMBERS_OF_PLAYERS.schema, "uniqueItems": True},
)


def _read_code(node: Node, problems: Problems) -> str:
    code = read_text(node, problems)
    if code and not codes.is_code(code):
        text = f"`{code}` is not the code of a fault"
        label = "expected a code such as `PNP304`"
        problems.error(codes.NOT_A_CHOICE, text, node.span, label, "copy it from the report")
    return code


CODE = Form(
    _read_code,
    "the code of a fault, such as `PNP304`",
    {"type": "string", "pattern": f"^(PNP[0-9]{{3}}|{codes.OF_PLUG_INS})$"},
)


class AllowKeys(Record):
    """A kind of error or warning that you have checked and want to suppress.

    Faults that would spoil the print, such as a missing text, cannot be allowed.
    """

    check = required(CODE, "The error code, as reports print it.", "PNP304")
    reason = required(
        TEXT, "Why it is right in this game.", "The numbers are those of the calendar."
    )
    key = optional(
        TEXT,
        "The texts or cards that it is allowed for, `*` matching any characters; the whole game"
        " if not given.",
        "cards.*.flavour",
    )
    language = optional(
        TEXT, "The language that it is allowed in; all languages if not given.", "de"
    )

    @property
    def allowance(self) -> Allowance:
        """The allowance."""
        key, language = self.key or "", self.language or ""
        return Allowance(self.check, key, language, self.reason, self.at("check"))


class AidKeys(Record):
    """The player aid, which shows the summary of the rules in booklet.yaml.

    Name a paragraph by the last part of its key: `turn` for `rules.summary.turn`.
    """

    icons = optional(
        NAMES_TO_TEXTS,
        "Icons of the style beside paragraphs.",
        "{object: star, wild: wild}",
        "{}",
    )
    turn = optional(
        list_of(NAME),
        "The paragraphs on a turn, in order: a strip of tiles across the aid, each with its icon,"
        " or else its number.",
        "[turn]",
        "[]",
    )

    @property
    def aid(self) -> Aid:
        """The aid."""
        return Aid(self.icons, self.turn, self.span)


class PublishedKeys(Record):
    """What is published of a game."""

    id = required(
        NAME, "The name of the game's folder, also used in file names and commands.", "lost-city"
    )
    title = required(
        TEXT, "The name of the game for players, on pages and in reports.", "Lost City"
    )
    players = required(PLAYERS, "The possible numbers of players; empty if unknown.", "[2, 3, 4]")
    rules = required(
        MODULE,
        "The rules in Python that prove the examples: `rules.py` for a file in the game's"
        " folder, `rules` for a folder with an `__init__.py`, or `none`.",
        "none",
    )
    original = optional(
        TEXT,
        "The language that the game is written in: translations are compared with it, and the"
        " columns of tables that name no language are in it.",
        "de",
        REFERENCE,
    )
    style = required(NAME, "The folder in `templates/` with colours, fonts and drawings.", "base")
    type_scale = optional(
        whole(*TYPE_SCALE, "%"),
        "The size of all type, in percent of that of the style: more than `100%` for large print."
        " Texts that do not fit shrink as far as the style's own `minimum`; `check --fit` lists the"
        " sizes.",
        "140%",
        "100%",
    )
    card = optional(
        GAME_CARD,
        "The trimmed size of the cards, and their bleed; with a name alone, the bleed is 2 mm.",
        "{width: 63.5mm, height: 88.9mm, bleed: 2mm}",
        "poker",
    )
    sheets = optional(
        list_of(GroupKeys.form(), empty=True),
        "The groups of cards that share sheets. A card belongs to the first group that it"
        " matches. A game without this key has no cards and no cards.yaml, only a rulebook.",
        "[{id: numbers, where: {family: number}, backs: yes}]",
        "[]",
    )
    deck = optional(
        list_of(DeckKeys.form()),
        "The cards to print, if not all of cards.yaml.",
        "[{cards: {family: number}, copies: 1}, {group: storms}]",
    )
    setup = optional(
        list_of(SetupKeys.form(), empty=True),
        "What is dealt before the first turn, for tables on screens. Without this key, the rules"
        " deal, or nobody.",
        "[{deal: 5, to: hand}, {deal: 1, to: discard, up: yes}]",
    )
    minutes = optional(RANGE, "The playing time in minutes.", "15-30")
    age = optional(whole(1, 99), "The minimum age of players.", "8")
    version = optional(TEXT, "The version of cards and texts, for the first page.", '"1.2"')
    date = optional(DATE, "The date of this version.", "2026-03-31")
    licence = optional(
        TEXT, "The licence of the game, as a line for the first page.", "CC BY-SA 4.0"
    )
    credits = optional(
        NAMES_TO_TEXTS,
        "The people who made the game, by role, for the first page. The roles `design`, `art`,"
        " `graphic`, `development`, `editing`, `translation` and `publisher` are translated.",
        "{design: Ann Example, publisher: Example Games}",
        default="{}",
    )
    marks = optional(
        MARKS,
        "The cut marks: `lines` along all edges, marks at the `corners`, `ticks` only at the"
        " ends of the cuts, or `none`.",
        "{fronts: corners, backs: ticks}",
        "lines",
    )
    aid = optional(AidKeys.form(), "The icons and turn steps of the player aid.", "{turn: [turn]}")
    boards = optional(
        list_of(BoardKeys.form(), empty=True),
        "Drawings larger than a card, on one sheet or in tiles over several.",
        "[{id: map, template: map, width: 297mm, height: 420mm}]",
    )
    allow = optional(
        list_of(AllowKeys.form()),
        "Errors and warnings to suppress in this game, each with a reason.",
        "[{check: PNP304, key: cards.*, reason: The years of the cards are facts.}]",
    )
    site = optional(
        SITE,
        "The address of the game's web pages, as `export site` writes them. Templates then have"
        " the address of a card's page as `card.address`.",
        "https://example.org/lost-city",
    )
    stamp = optional(
        STAMP,
        "A small line with version, number and hash on the front of each card: a corner, or a"
        " mapping.",
        "bottom-left",
    )
    box = optional(
        BoxKeys.form(), "A box for the deck. Without this key there is no box.", "{stock: 300}"
    )
    boxes = optional(
        list_of(BoxKeys.form(), empty=True),
        "Several boxes, instead of `box`.",
        "[{id: heroes, groups: [heroes]}, {id: rest, type: lid-and-base}]",
    )


class EditionKeys(PublishedKeys):
    """An edition of the game: each key replaces that of the game, and `allow` adds to it."""


EditionKeys.keys = {
    name: key.inherited()
    for name, key in PublishedKeys.keys.items()
    if name not in ("id", "original")
}


class GameKeys(PublishedKeys):
    """A game and its printed components."""

    editions = optional(
        map_of(EditionKeys.form(), keys="edition"),
        "Other editions of the game, such as a demo, an expansion or one in large print, each with"
        " the keys that it changes. `printnplay build <game>.<edition>` builds one; its own words"
        " are in `locales/<language>/<game>.<edition>.yaml`.",
        "{demo: {title: A Taste of Lost City, players: [2], deck: [{group: storms}]}}",
        "{}",
    )


def load(catalog: Catalog, game: str, problems: Problems) -> Game | None:
    """Load a game or an edition of it; None if it has errors, which are added to `problems`."""
    folder = catalog.game_folder(game)
    return load_game(folder, display_path(folder), problems, edition_in(game))


def _check_players(keys: GameKeys, problems: Problems) -> None:
    """Report an empty list of numbers of players of a game with rules."""
    is_list = isinstance(keys.nodes.get("players"), ListNode)
    if is_list and not keys.players and keys.rules != NO_RULES:
        text, label = "the game has rules, but no numbers of players", "expected a number"
        problems.error(codes.EMPTY_VALUE, text, keys.at("players"), label, "write `[2, 3, 4]`")


def load_game(folder: Path, shown: str, problems: Problems, edition: str = "") -> Game | None:
    """Load the game in a folder; None if it has errors, all of which are added to `problems`.

    A draft has empty parts where there are errors in the rulebook, the examples or the setup.
    `shown` is the folder as the user would type it; it begins the file name of every span. The
    spans of the game are those of game.yaml by dotted path (`card.width`). With `edition`, load
    that edition of the game.
    """
    problems = problems.part(Subject(game=_full_name(folder.name, edition)))
    whole = read_yaml(folder / "game.yaml", f"{shown}/game.yaml", problems)
    check_names(whole, problems)
    root = of_edition(whole, edition, EditionKeys.keys, problems) if edition else whole
    if edition and root is None:
        return None
    keys = None if root is None else GameKeys(root, problems)
    parts = _read_parts(_Source(folder, shown, whole, root, edition), keys, problems)
    if root is None or keys is None:
        return None
    _check_id(keys, folder, problems)
    # If the sheets cannot be read, a card without a sheet is not an error.
    are_sheets = isinstance(keys.nodes.get("sheets"), ListNode | None)
    every = check_groups(keys.sheets, parts.cards if are_sheets else (), problems.aside())
    of_all = boxes_of(keys.box, keys.boxes or (), every, problems)
    groups = groups_left(every, parts.deck) if keys.deck else every
    boxes = boxes_left(of_all, every, groups)
    if boxes and not parts.cards and not problems.errors:
        text, label = "the game has a box, but no cards", "expected cards to put into it"
        problems.error(codes.NO_CARDS, text, boxes[0].span, label, "add cards, or remove `box`")
    _check_players(keys, problems)
    bleed = BLEED if keys.card.bleed is None else keys.card.bleed
    stamp = stamp_of(keys.stamp, keys.version or "", problems)
    there = Dealable(keys.players, parts.cards, parts.deck, every)
    of_setup = problems.aside()
    setup = setup_of(keys.setup or (), there, of_setup)
    if keys.site:
        check_addresses(parts.cards, problems)
    if problems.errors or not (parts.outline or problems.draft):
        return None
    outline = parts.outline or no_outline(f"{shown}/booklet.yaml")
    changes = changes_of(whole, edition)
    inherits_rules = "deck" in changes and "rules" not in changes
    return Game(
        id=_full_name(keys.id, edition),
        title=keys.title,
        folder=str(folder),
        rules=keys.rules,
        style=keys.style,
        players=keys.players,
        card=keys.card.size,
        bleed=bleed,
        back_bleed=keys.card.back_bleed,
        cards=parts.deck,
        groups=groups,
        outline=outline,
        outlines=parts.outlines,
        examples=parts.examples,
        spans={path.removeprefix("."): span for path, span in places(root, "").items()},
        credits=keys.credits,
        claims=parts.claims,
        statements=parts.statements,
        boards=parts.boards,
        boxes=boxes,
        cut=keys.card.cut,
        marking=keys.marks,
        about=About(keys.minutes, keys.age, keys.version or "", keys.date, keys.licence or ""),
        aid=Aid() if keys.aid is None else keys.aid.aid,
        original=keys.original if "original" in keys.nodes else "",
        allowed=tuple(allowed.allowance for allowed in keys.allow or ()),
        site=keys.site or "",
        stamp=stamp,
        setup=() if of_setup.errors else setup,
        edition=edition,
        editions=names_of(whole),
        changes=tuple(changes),
        type_scale=keys.type_scale,
        whole_deck=_whole_deck(whole, parts.cards) if inherits_rules else (),
        left_out=frozenset(
            {
                *(f"cards.{one}" for one in _ids(parts.cards) - _ids(parts.deck)),
                *(f"sheets.{one}" for one in _ids(every) - _ids(groups)),
                *(f"boards.{one}" for one in boards_in(whole) - _ids(parts.boards)),
                *(f"boxes.{one}" for one in _ids(of_all) - _ids(boxes)),
                *((TITLE,) if "title" in changes else ()),
                *outline.left_out,
            }
        ),
    )


def _whole_deck(whole: Node | None, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards that the game itself prints, whose faults are reported with the game."""
    if whole is None:
        return ()
    keys = GameKeys(whole, Problems())
    return deck_of(keys.deck, keys.sheets, cards, Problems())


def _ids(parts: Iterable[Card | Group | Board | Box]) -> frozenset[str]:
    return frozenset(part.id for part in parts)


def _full_name(game: str, edition: str) -> str:
    return f"{game}{OF_EDITION}{edition}" if edition else game


class _Parts(Struct, frozen=True):
    """The parts of a game, as far as they can be read; no outline if booklet.yaml fails.

    `deck` are the cards that are printed; `outlines` are as in a game.
    """

    cards: tuple[Card, ...]
    deck: tuple[Card, ...]
    examples: tuple[Example, ...]
    claims: tuple[Claim, ...]
    statements: Statements | None
    boards: tuple[Board, ...]
    outline: Outline | None
    outlines: Mapping[str, Outline]


class _Source(Struct, frozen=True):
    """The folder of a game, and its game.yaml: `whole` as it is written, `root` for an edition."""

    folder: Path
    shown: str
    whole: Node | None
    root: Node | None
    edition: str


def _read_parts(source: _Source, keys: GameKeys | None, problems: Problems) -> _Parts:
    """Read the files beside game.yaml; check the rulebook's references to the others."""
    folder, shown = source.folder, source.shown
    cards = _cards(folder, shown, source.root, problems)
    deck = cards if keys is None else deck_of(keys.deck, keys.sheets, cards, problems)
    of_examples, of_booklet = problems.aside(), problems.aside()
    names = names_of(source.whole)
    every = _examples(source, (BASE, *names), of_examples)
    ids = None if of_examples.errors else [example.id for example in every]
    claims, statements = _said(folder, shown, problems.aside())
    has_rules = not source.edition or keys is None or keys.rules != NO_RULES
    lacking = _ids(cards) - _ids(deck) if source.edition else frozenset()
    is_proved = has_rules and ids is not None
    examples = examples_in(source.edition or BASE, every, lacking) if is_proved else ()
    claims = claims if has_rules else ()
    boards = () if keys is None else boards_of(keys.boards or (), problems)
    kinds = {} if keys is None else kinds_of(keys.sheets, cards)
    stock = Stock(
        cards or None, ids, None if keys is None else boards_in(source.whole), kinds, (BASE, *names)
    )
    printed = None
    if names or len(deck) < len(cards):
        proved = None if ids is None else [example.id for example in examples]
        edition = source.edition or BASE
        printed = Stock(deck or None, proved, _ids(boards), kinds, edition=edition)
    path = folder / "booklet.yaml"
    outline = load_outline(path, f"{shown}/booklet.yaml", stock, of_booklet, printed)
    if of_booklet.errors:
        outline = None
    outlines = _outlines(source, stock, printed or stock, deck)
    return _Parts(cards, deck, examples, claims, statements, boards, outline, outlines)


def _outlines(
    source: _Source, stock: Stock, printed: Stock, deck: Sequence[Card]
) -> dict[str, Outline]:
    """Return the outlines by language, if some cards are not in all of them."""
    path, shown = source.folder / "booklet.yaml", f"{source.shown}/booklet.yaml"
    languages = dict.fromkeys(language for card in deck for language in card.languages)
    outlines: dict[str, Outline] = {}
    for language in (*languages, "") if languages else ():
        there = tuple(card for card in deck if card.is_in(language))
        own = replace(printed, cards=there, edition=source.edition or BASE)
        found = load_outline(path, shown, stock, Problems(), own)
        if found is not None:
            outlines[language] = found
    return outlines


def _said(
    folder: Path, shown: str, problems: Problems
) -> tuple[tuple[Claim, ...], Statements | None]:
    """Return the claims about the rules, and the ties of texts to clauses."""
    claims = load_claims(folder / "claims.yaml", f"{shown}/claims.yaml", problems)
    return claims, load_statements(folder / "states.yaml", f"{shown}/states.yaml", problems)


def find_style(folder: Path, shown: str, edition: str = "") -> tuple[str, Span] | None:
    """Return the style that a game names, and its place, even if other keys have errors."""
    root = root_of(folder, shown, edition, EditionKeys.keys)
    node = text_at(root, "style")
    return None if node is None else (node.value, node.span)


def hides_stamp(catalog: Catalog, game: str) -> bool:
    """Return whether a game leaves its stamp out of releases."""
    folder = catalog.game_folder(game)
    root = root_of(folder, display_path(folder), edition_in(game), EditionKeys.keys)
    entry = root.entries.get("stamp") if isinstance(root, MappingNode) else None
    stamp = STAMP.read(entry.value, Problems()) if entry else None
    return isinstance(stamp, StampKeys) and not stamp.releases


def find_original(folder: Path, shown: str) -> str:
    """Return the language that a game is written in, even if other keys have errors."""
    node = find_text(folder, shown, "original")
    return "" if node is None else node.value


def find_text(folder: Path, shown: str, key: str) -> TextNode | None:
    """Return a text of game.yaml, such as its title, even if other keys have errors."""
    return text_at(read_yaml(folder / "game.yaml", f"{shown}/game.yaml", Problems()), key)


def find_rules(folder: Path, shown: str, edition: str) -> str:
    """Return the rules that a game names, empty if unknown, even if other keys have errors."""
    node = text_at(root_of(folder, shown, edition, EditionKeys.keys), "rules")
    return "" if node is None else node.value


def _cards(folder: Path, shown: str, root: Node | None, problems: Problems) -> tuple[Card, ...]:
    """Return the cards; a game without sheets needs no cards.yaml."""
    path = folder / "cards.yaml"
    if not is_there(path) and isinstance(root, MappingNode) and "sheets" not in root.entries:
        return ()
    original = text_at(root, "original")
    language = REFERENCE if original is None else original.value
    return load_cards(path, f"{shown}/cards.yaml", problems, original=language)


def _examples(
    source: _Source, editions: Collection[str], problems: Problems
) -> tuple[Example, ...]:
    """Return the worked examples.

    A game without rules needs no examples.yaml, nor does one whose game.yaml has no valid `rules`.
    """
    path = source.folder / "examples.yaml"
    if not is_there(path):
        rules = text_at(source.whole, "rules")
        if rules is None or rules.value == NO_RULES:
            return ()
    return load_examples(path, f"{source.shown}/examples.yaml", problems, editions)


def _check_id(keys: GameKeys, folder: Path, problems: Problems) -> None:
    name, span = resolved(folder).name, keys.at("id")
    if name in TAKEN or is_reserved(name):
        text = f"a game cannot be named `{name}`"
        label = f"`locales/<language>/{name}.yaml` is not for a game"
        if is_reserved(name):
            label = "Windows reserves this name"
        problems.error(
            codes.WRONG_GAME_ID, text, span, label, "rename its folder, and change its `id`"
        )
    elif keys.id and keys.id != name:
        text = f"the game `{keys.id}` is in a folder named `{name}`"
        label = "expected the name of the folder"
        cure = f"write `id: {name}`, or rename the folder"
        problems.error(codes.WRONG_GAME_ID, text, span, label, cure)
