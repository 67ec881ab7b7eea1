"""The names that templates may use: functions and variables, each with a sentence and an example.

The first line of a function's docstring describes it; the rest describes its parameters.
"""

import inspect
from collections.abc import Callable, Mapping

from msgspec import Struct

from printnplay.faces.cells import CellMaker
from printnplay.faces.flow import Flow, box, line, row, space, stack
from printnplay.faces.helpers import FaceArt, Icons, arrow, cross, grid, places, tick
from printnplay.faces.legal_marks import mark
from printnplay.faces.machine_codes import MachineCodes
from printnplay.faces.sandbox import short_range
from printnplay.faces.texts import FaceTexts
from printnplay.files.plugins import plug_ins


class TemplateFunction(Struct, frozen=True):
    """A function that templates call. `example` is a piece of a template that calls it."""

    name: str
    function: Callable[..., object]
    example: str

    @property
    def signature(self) -> str:
        """The call with its parameters and their defaults, as written in a template."""
        whole = inspect.signature(self.function)
        bare = [
            parameter.replace(annotation=parameter.empty)
            for parameter in whole.parameters.values()
            if parameter.name != "self"
        ]
        return f"{self.name}{whole.replace(parameters=bare, return_annotation=whole.empty)}"

    @property
    def says(self) -> str:
        """The first line of the docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    @property
    def more(self) -> str:
        """The rest of the docstring, without its `Raises` section."""
        text = (inspect.getdoc(self.function) or "").partition("\n")[2]
        return text.partition("Raises:")[0].strip()


class TemplateVariable(Struct, frozen=True):
    """A value that templates read. `there` names the templates that have it."""

    name: str
    there: str
    says: str
    example: str


FUNCTIONS = (
    TemplateFunction("t", FaceTexts.wording, '{{ t("cards.storm.name") }}'),
    TemplateFunction(
        "textbox",
        FaceTexts.textbox,
        '{{ textbox(t("cards.storm.rule"), 5, 60, 53.5, 20, min="7pt", valign="top") }}',
    ),
    TemplateFunction(
        "fit_title", FaceTexts.fit_title, '{{ fit_title(t("cards.storm.name"), 5, 5, 53.5, 9) }}'
    ),
    TemplateFunction("icon", Icons.place, '{{ icon("star", 5, 5, 8) }}'),
    TemplateFunction(
        "art", FaceArt.art, '{{ art("storm.svg", 0, 0, 63.5, 50, fit="cover", focus="top") }}'
    ),
    TemplateFunction(
        "qr", MachineCodes.qr, '{{ qr("https://example.org/rules/" ~ card.id, 20, 20, 20) }}'
    ),
    TemplateFunction(
        "barcode", MachineCodes.barcode, '{{ barcode("400638133393", 10, 50, 40, 12) }}'
    ),
    TemplateFunction("mark", mark, '{{ mark("ce", 5, 70, 6) }}{{ mark("pap-21", 16, 70, 8) }}'),
    TemplateFunction(
        "flow",
        Flow.flow,
        '{{ flow([text(t("cards.storm.name"), "card-name"), line(), text(t("cards.storm.rule"))],'
        ' 5, 5, 53.5, 60, gap=2, align="centre") }}',
    ),
    TemplateFunction(
        "text", Flow.text, '{{ flow([text(t("cards.storm.rule"))], 5, 5, 53.5, 60) }}'
    ),
    TemplateFunction(
        "symbol",
        Flow.symbol,
        '{{ flow([row([symbol("star", 8), symbol("star", 6)], gap=1)], 5, 5, 53.5, 20) }}',
    ),
    TemplateFunction(
        "image",
        Flow.image,
        '{{ flow([image("storm.svg", height=20), text(t("cards.storm.rule"))], 5, 5, 53.5, 60) }}',
    ),
    TemplateFunction(
        "space",
        space,
        '{{ flow([symbol("star", 8), space(5), symbol("star", 8)], 5, 5, 53.5, 60) }}',
    ),
    TemplateFunction(
        "line",
        line,
        '{{ flow([text(t("cards.storm.name")), line(stroke="#c00", stroke_width=0.5),'
        ' text(t("cards.storm.rule"))], 5, 5, 53.5, 60, gap=1.5) }}',
    ),
    TemplateFunction(
        "stack",
        stack,
        '{{ flow([row([symbol("star", 12), stack([text(t("cards.storm.name"), "card-name"),'
        ' text(t("cards.storm.rule"))])], gap=3)], 5, 5, 53.5, 60) }}',
    ),
    TemplateFunction(
        "row",
        row,
        '{{ flow([row([text(t("cards.storm.name"), "card-name"), symbol("star", 8)],'
        ' align="spread")], 5, 5, 53.5, 12) }}',
    ),
    TemplateFunction(
        "box",
        box,
        '{{ flow([box(text(t("cards.storm.rule")), fill="#fd8", radius=2)], 5, 20, 53.5, 60,'
        ' valign="bottom") }}',
    ),
    TemplateFunction("grid", grid, '{{ grid(3, 3, 15, x=9, y=9, stroke="#333") }}'),
    TemplateFunction("places", places, "{{ places(3, 2, 20, gap=2, radius=1.5) }}"),
    TemplateFunction(
        "hex_grid",
        CellMaker.hex_grid,
        '{% set map = hex_grid(4, 5, 14, 5, 6, labels="A1") %}{{ map }}{% for hex in map %}'
        '{% if hex.row == 3 %}<circle cx="{{ hex.x }}" cy="{{ hex.y + 2 }}" r="2"/>{% endif %}'
        "{% endfor %}",
    ),
    TemplateFunction(
        "track",
        CellMaker.track,
        '{{ track(30, 7, 7, 49.5, 74.9, size=6.5, shape="square", first=0, every=5) }}',
    ),
    TemplateFunction("arrow", arrow, '{{ arrow(5, 5, 30, 20, stroke="#c00", head=4) }}'),
    TemplateFunction("tick", tick, '{{ tick(5, 5, 6, stroke="#080") }}'),
    TemplateFunction("cross", cross, '{{ cross(5, 5, 6, stroke="#c00") }}'),
    TemplateFunction(
        "range",
        short_range,
        '{% for i in range(3) %}<circle cx="{{ 10 * i + 10 }}" cy="10" r="3"/>{% endfor %}',
    ),
)
"""All functions that templates may call, besides Jinja's own `namespace` and its filters."""

_ALL, _FACES = "all templates", "cards, backs, boards and the box"
_BOOKLET = "`figure` and the templates of drawings"

VARIABLES = (
    TemplateVariable("colours", _ALL, "The style's colours by name.", '{{ colours["ink"] }}'),
    TemplateVariable("game.id", _ALL, "The id of the game.", "{{ game.id }}"),
    TemplateVariable(
        "game.edition",
        _ALL,
        "The name of the edition, such as `demo`; empty for the game itself.",
        '{% if game.edition == "demo" %}<circle cx="5" cy="5" r="3"/>{% endif %}',
    ),
    TemplateVariable("game.title", _ALL, "The title of the game.", "{{ game.title }}"),
    TemplateVariable(
        "game.players", _ALL, "The possible numbers of players.", "{{ game.players[0] }}"
    ),
    TemplateVariable(
        "game.version",
        _ALL,
        "The version of the game, and its date as `game.date`; empty if game.yaml has none.",
        "v{{ game.version }} {{ game.date }}",
    ),
    TemplateVariable(
        "game.facts",
        _ALL,
        "Players, minutes, age and the numbers of cards, tiles, tokens and other components"
        " (but not boards) with their icons, for a text box.",
        "{{ textbox(game.facts, 6, 60, 50, 6) }}",
    ),
    TemplateVariable(
        "game.languages",
        _ALL,
        "The codes of the languages of the texts (EN, FR/DE) with an icon, for a text box.",
        "{{ textbox(game.languages, 6, 74, 12, 6) }}",
    ),
    TemplateVariable(
        "game.contents",
        _ALL,
        "The contents of the box, in words, for a text box.",
        "{{ textbox(game.contents, 6, 66, 50, 10) }}",
    ),
    TemplateVariable(
        "size", f"{_FACES}, pages", "The trimmed size in mm.", "{{ size.width }} {{ size.height }}"
    ),
    TemplateVariable(
        "extent",
        f"{_FACES}, pages",
        "The size with its bleed, in mm: the size of the root element.",
        "{{ extent.width }} {{ extent.height }}",
    ),
    TemplateVariable("bleed", f"{_FACES}, pages", "The width of the bleed, in mm.", "{{ -bleed }}"),
    TemplateVariable(
        "language", f"{_FACES}, pages", "The language of the texts.", "{{ language }}"
    ),
    TemplateVariable(
        "right_to_left",
        f"{_FACES}, pages, figures",
        "Whether the language is written from right to left. Text boxes handle it; a template with"
        " a picture beside a text may swap the two, and a figure may begin on the right.",
        "{{ 44 if right_to_left else 4 }}",
    ),
    TemplateVariable(
        "card",
        "cards",
        "The card: `id`, `family`, and its fields and axes by name. A number is a number, and"
        " `TRUE` and `FALSE` are booleans, unless they are written in quotes.",
        "{{ card.id }} {{ card.family }} {{ card.value }}",
    ),
    TemplateVariable(
        "card.address",
        "cards",
        "The address of the card's web page in the language, if game.yaml has a `site`.",
        "{% if card.address is defined %}{{ qr(card.address, 20, 20, 20) }}{% endif %}",
    ),
    TemplateVariable(
        "deck",
        "cards",
        "The numbers of the card: `number` among the `faces` different cards of the deck, which"
        " prints `cards` in all and `copies` of this one. Tiles, tokens and other kinds of"
        " components each have a deck of their own.",
        '{{ deck.number | format("03") }}/{{ deck.faces }}',
    ),
    TemplateVariable(
        "group",
        "cards",
        "The same in the card's group, and the `id` of the group.",
        "{{ group.number }} of {{ group.faces }}",
    ),
    TemplateVariable(
        "nth",
        "cards",
        "The number of the card's kind: `nth.kind` is 2 on each card whose `kind` is the second one"
        " in the deck. It gives each kind a colour of its own. The column has the type `kind`.",
        '{{ colours[["accent", "ink"][nth.kind % 2]] }}',
    ),
    TemplateVariable(
        "named",
        "cards",
        "The key of the name of the card's kind, for `t`: it prints what the cell says, or its"
        " translation. A card without a kind has none: ask with `{% if named.kind is defined %}`.",
        "{{ t(named.kind) }}",
    ),
    TemplateVariable(
        "copy",
        "cards",
        "The `number` of this copy of the card and the `count` of its copies, on cards of a family"
        " with `numbered: yes` in cards.yaml.",
        "{% if copy is defined %}{{ copy.number }} of {{ copy.count }}{% endif %}",
    ),
    TemplateVariable("board.id", "boards", "The id of the board.", "{{ board.id }}"),
    TemplateVariable(
        "panel",
        "`box`",
        "The panel to draw: `front`, `back`, `side`, `top` or `bottom`; `wall` for a wall of a base"
        " that the lid hides in part.",
        '{% if panel == "front" %}{{ game.title }}{% endif %}',
    ),
    TemplateVariable(
        "box_id",
        "`box`",
        "The `id` of the box; empty if it has none.",
        '{% if box_id == "heroes" %}{{ icon("star", 5, 5, 12) }}{% endif %}',
    ),
    TemplateVariable(
        "box_title",
        "`box`",
        "The text `boxes.<id>`, or the title of the game.",
        "{{ fit_title(box_title, 5, 20, 56, 20) }}",
    ),
    TemplateVariable(
        "box_part",
        "`box`",
        "The number of the box, such as `1/3`, if a deck is split over several; otherwise empty.",
        "{{ textbox(box_part, 5, 80, 53.5, 5) }}",
    ),
    TemplateVariable(
        "view",
        "`showcase`",
        "The use of the background: `social`, with words on its left half, or `table`.",
        '{% if view == "social" %}{{ game.title }}{% endif %}',
    ),
    TemplateVariable(
        "tagline",
        "`showcase`",
        "The text `cover.tagline`; empty if the game has none.",
        '{{ textbox(tagline, 8, 60, 90, 14, "cover-text") }}',
    ),
    TemplateVariable(
        "recto",
        "`page`",
        "Whether the page is a right-hand one.",
        "{% if recto %}{{ game.title }}{% endif %}",
    ),
    TemplateVariable(
        "folio",
        "`page`",
        "The page number, in mm: `y` is the middle of its digits, `height` their height, and"
        " `room` the distance from the middle up to the text of the page. `x` is the middle of the"
        " number if `align` is `centre`, its outer end if `align` is `left` or `right`.",
        '<circle cx="{{ folio.x }}" cy="{{ folio.y }}" r="{{ [4.5, folio.room] | min }}"/>',
    ),
    TemplateVariable(
        "width",
        _BOOKLET,
        "The width of the column in mm, the largest possible width.",
        "{{ width }}",
    ),
    TemplateVariable(
        "example",
        _BOOKLET,
        "The worked example: `example` (its id), `before` and `after` (positions by zone), `move`,"
        " `legal`, and `because` (the rule that forbids it).",
        "{% if example.legal %}{{ tick(0, 0, 5) }}{% endif %}",
    ),
)
"""All variables that templates may read."""


def functions_of(*owners: object) -> Mapping[str, object]:
    """Return the functions of templates by name, with methods bound to the owner of their class.

    Raises:
        FaultsError: a plug-in cannot be loaded.
    """
    bound: dict[str, object] = {one.name: one.load() for one in plug_ins("template_functions")}
    for declared in FUNCTIONS:
        name = declared.function.__name__
        methods = (getattr(owner, name) for owner in owners if _has(owner, declared.function))
        bound[declared.name] = next(methods, declared.function)
    return bound


def _has(owner: object, function: Callable[..., object]) -> bool:
    return getattr(type(owner), function.__name__, None) is function
