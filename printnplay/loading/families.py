"""The keys of cards.yaml: families of cards."""

from msgspec.structs import replace

from printnplay.kernel.printing import MAX_COPIES
from printnplay.loading.column_types import TYPES
from printnplay.loading.forms import (
    ADDRESS,
    FIELD_TEXT,
    FLAG,
    NAME,
    NAMES_TO_TEXTS,
    TEXT,
    Record,
    list_of,
    map_of,
    optional,
    required,
    whole,
)
from printnplay.loading.joins import JOINS

TAKEN = ("id", "family", "copies", "template")
"""The built-in fields of every card."""


ID_PATTERN = replace(TEXT, schema={**TEXT.schema, "pattern": r"^(?:[^{}]|\{[^{}]*\})+$"})
"""An id with field names in braces."""

_VALUES = list_of(NAME)
AXES = map_of(replace(_VALUES, schema={**_VALUES.schema, "uniqueItems": True}), keys="axis")
_OF_FIELDS = map_of(FIELD_TEXT)
FIELDS = replace(
    _OF_FIELDS,
    schema={**_OF_FIELDS.schema, "not": {"anyOf": [{"required": [name]} for name in TAKEN]}},
)


class FamilyKeys(Record):
    """A family of cards: with axes it makes a card for each combination of their values."""

    template = required(NAME, "The template that draws the faces.", "number")
    id = optional(
        ID_PATTERN,
        "The id of each card; axes, fields and columns are written in braces. If not given, it"
        " is the column `id` of the table, or without a table the family's name.",
        '"{symbol}-{colour}"',
    )
    copies = optional(
        whole(1, MAX_COPIES),
        "The number of copies of each card, unless a table has a column `copies`, `qty` or"
        " `count`. A row with 0 copies is left out.",
        "4",
        "1",
    )
    numbered = optional(
        FLAG,
        "Whether each copy has its own face, which can print its number: `copy.number` and"
        " `copy.count` in templates, `{copy.number}` and `{copy.count}` in texts.",
        "yes",
        "no",
    )
    axes = optional(
        AXES,
        "The fields in which the cards differ, each with all of its values; with `rows`, each row"
        " makes a card for every combination.",
        "{symbol: [x, o], colour: [red, blue]}",
        "{}",
    )
    fields = optional(
        FIELDS,
        "Fields that all cards of the family share, for templates and for selecting cards. A"
        ' number without quotes is a number in templates; `""` is empty.',
        "{kind: action, cost: 3}",
        "{}",
    )
    rows = optional(
        TEXT,
        "A table beside cards.yaml with a card in each row: CSV, JSON, YAML, or a workbook of"
        " Excel or OpenDocument. A column is a field; an empty cell takes the value from `fields`.",
        "cards.csv",
    )
    sheet = optional(TEXT, "The sheet of a workbook; the first one if not given.", "Intrigue")
    texts = optional(
        list_of(NAME, empty=True),
        "The columns that are texts: `name` becomes `cards.<id>.name`. A column with a"
        " language, such as `rule@de`, is always a text.",
        "[name, rule, flavour]",
        "[name, rule]",
    )
    columns = optional(
        TYPES,
        "The types of columns; cells of other types are reported. `whole`, `number` and `yes/no`"
        " are numbers and Boolean values in templates, `text` is always a text. A column of type"
        " `size` sets the size of the card in its row, `back` the template of its back,"
        " `languages` its languages, and `kind` its kind, with a name to count it by: the text"
        " `kinds.<value>`, or else the value.",
        "{cost: whole 0..9, kind: [place, deed], flavour: optional text}",
        "{}",
    )
    join = optional(
        JOINS,
        "Other tables, one or a list: the columns of one of their rows are added to each card.",
        "{table: heroes.csv, on: hero}",
    )
    where = optional(
        NAMES_TO_TEXTS,
        "The rows of the table that are cards of the family: those with these values.",
        "{kind: place}",
        "{}",
    )
    language = optional(
        NAME,
        "The language of text columns that do not name one; the game's `original` if not given.",
        "de",
    )
    address = optional(
        ADDRESS,
        "The address where the table is published as CSV, JSON, .xlsx or .ods; `printnplay fetch`"
        " downloads it to the file in `rows`. Builds never use the network.",
        "https://example.com/cards.csv",
    )
    back = optional(
        NAMES_TO_TEXTS,
        "The fields of a second face; they extend and override those of the first.",
        "{side: night}",
    )
    back_template = optional(
        NAME, "The template of the second face; that of the first if not given.", "night"
    )


OF_TABLES = ("sheet", "texts", "language", "address", "columns", "join", "where")
"""The keys of a family that are for its table."""

FILE = map_of(FamilyKeys.form(), keys="family")
