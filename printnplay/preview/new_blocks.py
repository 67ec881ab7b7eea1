"""New blocks of the rulebook: what the page asks for each kind, and its YAML and texts."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from printnplay.files.yaml_edits import quoted
from printnplay.game.game import Game
from printnplay.game.texts import Texts
from printnplay.kernel.strings import plain_name
from printnplay.preview.edits import NotWrittenError

WORDS = 4
"""The number of words of a text that make its key: enough to tell it from others. A guess."""

As = Literal["line", "text", "lines", "choice"]
"""The control of a field: one line, a long text, a text in each line, or a list to choose from."""


class Stock(Struct, frozen=True):
    """What blocks can show: the game with its texts in the original, and its pictures."""

    game: Game
    texts: Texts
    pictures: Sequence[str]


class Field(Struct, frozen=True):
    """Something that the page asks for; `options` are the values to choose from."""

    name: str
    label: str
    control: As = "line"
    options: Sequence[str] = ()
    value: str = ""


class Keys:
    """Keys for new texts below a section, which no other text has."""

    def __init__(self, section: str, taken: Container[str]) -> None:
        """Make keys that begin with `rules.<section>`, but those that are taken."""
        self.section = section
        self.texts: dict[str, str] = {}
        self._taken = taken

    def new(self, text: str, *parts: str) -> str:
        """Return a key for a text, or for several that follow it with these last parts."""
        name = "-".join(plain_name(text, "-").split("-")[:WORDS]) or "text"
        number = 1
        while True:
            key = f"rules.{self.section}.{name}{f'-{number}' if number > 1 else ''}"
            full = [".".join(filter(None, (key, part))) for part in parts or ("",)]
            if not any(one in self._taken or one in self.texts for one in (key, *full)):
                return key
            number += 1

    def add(self, text: str) -> str:
        """Add a text, and return its key."""
        key = self.new(text)
        self.texts[key] = text
        return key


Said = Mapping[str, str]
"""What a person has filled in, by the name of the field."""


class NewBlock(Struct, frozen=True):
    """A kind of block that the page can add: its name, what it is for, its fields, its YAML."""

    kind: str
    title: str
    about: str
    fields: Callable[[Stock], Sequence[Field]]
    yaml: Callable[[Said, Keys, Stock], str]


def _asks(*fields: Field) -> Callable[[Stock], Sequence[Field]]:
    return lambda _: fields


def _text(kind: str) -> Callable[[Said, Keys, Stock], str]:
    return lambda said, keys, _: f"{kind}: {keys.add(_given(said, 'text'))}"


def _lines(kind: str) -> Callable[[Said, Keys, Stock], str]:
    def written(said: Said, keys: Keys, _: Stock) -> str:
        lines = [line.strip() for line in _given(said, "lines").splitlines() if line.strip()]
        return f"{kind}: [{', '.join(keys.add(line) for line in lines)}]"

    return written


def _given(said: Said, name: str) -> str:
    """Return what was filled in.

    Raises:
        NotWrittenError: nothing was.
    """
    text = said.get(name, "").strip()
    if not text:
        raise NotWrittenError("a field of the block is empty", "fill it in")
    return text


def _question(said: Said, keys: Keys, _: Stock) -> str:
    question, answer = _given(said, "question"), _given(said, "answer")
    key = keys.new(question, "question", "answer")
    keys.texts |= {f"{key}.question": question, f"{key}.answer": answer}
    return f"questions: [{key}]"


def _sidebar(said: Said, keys: Keys, _: Stock) -> str:
    title, text = keys.add(_given(said, "title")), keys.add(_given(said, "text"))
    return f"sidebar: {title}\nblocks:\n  - paragraph: {text}"


def _picture(said: Said, keys: Keys, _: Stock) -> str:
    file, alt = _given(said, "file"), keys.add(_given(said, "alt"))
    caption = said.get("caption", "").strip()
    more = f"\ncaption: {keys.add(caption)}" if caption else ""
    return f"picture: {quoted(file)}\nalt: {alt}{more}"


def _card(said: Said, keys: Keys, _: Stock) -> str:
    text = said.get("text", "").strip()
    more = f"\ntexts: [{keys.add(text)}]" if text else ""
    return f"card: {quoted(_given(said, 'card'))}{more}"


def _cards(said: Said, _: Keys, stock: Stock) -> str:
    family = _given(said, "family")
    texts = ", ".join(_parts(family, stock))
    return f"cards: {{family: {quoted(family)}}}" + (f"\ntexts: [{texts}]" if texts else "")


def _parts(family: str, stock: Stock) -> Iterator[str]:
    """Yield the texts of the cards of a family, for the block `cards`."""
    cards = [card for card in stock.game.cards if card.family == family]
    own = [
        {
            key.rpartition(".")[2]
            for key in stock.texts.entries
            if key.startswith(f"cards.{card.id}.")
        }
        for card in cards
    ]
    every = dict.fromkeys(
        key.rpartition(".")[2]
        for key in stock.texts.entries
        for card in cards
        if key.startswith(f"cards.{card.id}.")
    )
    for part in every:
        is_common = all(part in parts for parts in own)
        yield part if is_common else f"{{text: {part}, optional: yes}}"


def _components(said: Said, keys: Keys, stock: Stock) -> str:
    lines = ["components:"]
    for family in families_of(stock.game):
        name = said.get(family, "").strip()
        if name:
            lines.append(f"  - {{text: {keys.add(name)}, cards: {{family: {quoted(family)}}}}}")
    if len(lines) == 1:
        raise NotWrittenError("no component has a name", "fill in at least one")
    return "\n".join(lines)


def families_of(game: Game) -> list[str]:
    """Return the families of the cards of a game, in their order."""
    return list(dict.fromkeys(card.family for card in game.cards))


def _named_families(stock: Stock) -> Sequence[Field]:
    return [
        Field(family, family, value=family.replace("-", " ").replace("_", " ").capitalize())
        for family in families_of(stock.game)
    ]


_TEXT = Field("text", "Text", "text")
_CARD_TEXT = Field("text", "Text beside it, if any", "text")
_ALT = Field("alt", "What it shows, for readers who cannot see it")

BLOCKS = (
    NewBlock("paragraph", "Paragraph", "Running text.", _asks(_TEXT), _text("paragraph")),
    NewBlock(
        "heading",
        "Heading",
        "A heading within the section.",
        _asks(Field("text", "Heading")),
        _text("heading"),
    ),
    NewBlock(
        "steps",
        "Numbered steps",
        "What to do in order, such as the set-up.",
        _asks(Field("lines", "Steps, one a line", "lines")),
        _lines("steps"),
    ),
    NewBlock(
        "list",
        "List",
        "Items with bullets.",
        _asks(Field("lines", "Items, one a line", "lines")),
        _lines("list"),
    ),
    NewBlock(
        "turn",
        "Turn at a glance",
        "The steps of a turn in a panel.",
        _asks(Field("lines", "Steps, one a line", "lines")),
        _lines("turn"),
    ),
    NewBlock(
        "note",
        "Note",
        "What readers must not miss, on a coloured ground.",
        _asks(_TEXT),
        _text("note"),
    ),
    NewBlock(
        "questions",
        "Question and answer",
        "A case that players will ask about.",
        _asks(Field("question", "Question"), Field("answer", "Answer", "text")),
        _question,
    ),
    NewBlock(
        "sidebar",
        "Sidebar",
        "A story, an example or a hint beside the rules.",
        _asks(Field("title", "Title"), _TEXT),
        _sidebar,
    ),
    NewBlock(
        "components",
        "What is in the box",
        "Pictures of the cards with their names and numbers.",
        _named_families,
        _components,
    ),
    NewBlock(
        "card",
        "One card",
        "Its face, its name and a text.",
        lambda stock: [
            Field("card", "Card", "choice", [card.id for card in stock.game.cards]),
            _CARD_TEXT,
        ],
        _card,
    ),
    NewBlock(
        "cards",
        "Row of cards",
        "All cards of a family, each with its texts.",
        lambda stock: [Field("family", "Family", "choice", families_of(stock.game))],
        _cards,
    ),
    NewBlock(
        "picture",
        "Picture",
        "A drawing or photograph of the tab Art.",
        lambda stock: [
            Field("file", "Picture", "choice", stock.pictures),
            _ALT,
            Field("caption", "Caption, if any"),
        ],
        _picture,
    ),
    NewBlock(
        "figure",
        "Figure",
        "A worked example, drawn and proved.",
        lambda stock: [
            Field("example", "Example", "choice", [one.id for one in stock.game.examples])
        ],
        lambda said, _, __: f"figure: {quoted(_given(said, 'example'))}",
    ),
    NewBlock(
        "contents",
        "Table of contents",
        "The sections with their pages.",
        _asks(),
        lambda *_: "contents: 1",
    ),
    NewBlock(
        "page_break",
        "Page break",
        "What follows begins on a new page.",
        _asks(),
        lambda *_: "page_break: page",
    ),
)
"""The blocks that the page can add. The others need templates, keys of tables or columns: they are
written in the file."""


def palette(stock: Stock) -> list[dict[str, Any]]:
    """Return the blocks that can be added now, with their fields; none without anything to show."""
    offered = ((block, block.fields(stock)) for block in BLOCKS)
    return [
        {"kind": block.kind, "title": block.title, "about": block.about, "fields": fields}
        for block, fields in offered
        if all(one.options for one in fields if one.control == "choice")
    ]


def new_block(kind: str, said: Said, keys: Keys, stock: Stock) -> str:
    """Return the YAML of a new block, whose texts are added to the keys.

    Raises:
        NotWrittenError: there is no such kind, or a field is empty.
    """
    block = next((one for one in BLOCKS if one.kind == kind), None)
    if block is None:
        raise NotWrittenError(f"the page adds no block `{kind}`")
    return block.yaml(said, keys, stock)
