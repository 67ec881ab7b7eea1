r"""The markup of texts, and the inlines that it is parsed into.

`*emphasis*`, `**strong**`, `^^small capitals^^`, code in backticks, `[span]{name}`, `{fact}`,
`{term:id.form}`, `{icon:name}`, `$formula$`, `\n` for a new line, and `\` before a mark to print
it. Parsing never stops at a fault: it is reported, and the typed characters are kept.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.game.game import as_number
from printnplay.game.texts import BRACES_OF_OTHERS, Glossary, Text, part_of
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.formulas import FORMULA, in_words, source_of, without_formulas
from printnplay.kernel.inlines import BUILT_IN, Formula, Icon, Inline, InlineStyle, InlineText
from printnplay.kernel.inlines import CODE as CODE_STYLE
from printnplay.kernel.markup import (
    CODE,
    SPAN_END,
    code_of,
    icon_and_count,
    link_marks,
    span_marks,
    unopened,
    without_code,
)
from printnplay.kernel.suggestions import suggestion
from printnplay.text.formulas import FormulaError, set_formula
from printnplay.text.languages import number_text, plural_category

WHITE = r"[ \t\r\n]"
"""White space that a line may break at, so without U+00A0 and U+202F."""


class Reference(Struct, frozen=True):
    """A part of the rulebook that texts refer to: its page, its description, and its anchor.

    `number` is empty if the rulebook does not number it.
    """

    page: str
    words: str
    target: str
    number: str = ""


class Resolver(Struct, frozen=True):
    """The names allowed in placeholders: facts of the game, glossary terms, icons, cards' fields.

    `references` holds the parts of the rulebook by name, or None without a rulebook. `cards` holds
    the fields of all cards by id; `face` is the card being rendered, with the fields of that side;
    `number_words` holds the words of the language by number and form; `icon_words` holds words for
    icons whose names are not terms of the glossary; `inlines` holds the inline styles by name.
    `addresses` is whether the web address of a link is printed after its words, `formulas` whether
    formulas are typeset.
    """

    language: str
    facts: Mapping[str, int]
    glossary: Glossary
    icons: frozenset[str] = frozenset()
    cards: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    face: "CardFields | None" = None
    number_words: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    icon_words: Mapping[str, str] = field(default_factory=dict)
    references: Mapping[str, Reference] | None = None
    inlines: Mapping[str, InlineStyle] = field(default_factory=lambda: BUILT_IN)
    addresses: bool = False
    formulas: bool = True

    def fields_for(self, key: str) -> "CardFields | None":
        """Return the fields that a text quotes: of its own card, or of the card being rendered."""
        owner = key.split(".")[1] if key.startswith("cards.") and key.count(".") > 1 else ""
        if owner in self.cards and (self.face is None or self.face.card != owner):
            return CardFields(owner, self.cards[owner])
        return self.face


class CardFields(Struct, frozen=True):
    """The fields of a card, as its texts quote them."""

    card: str
    fields: Mapping[str, str]


def plain(inlines: Sequence[Inline]) -> str:
    """Return the text without icons and with single spaces, as a PDF reader extracts it.

    >>> plain((InlineText("Take  one "), InlineText("now", strong=True)))
    'Take one now'
    """
    text = "".join(inline.said for inline in inlines)
    drawn = text.replace("\u00ad", "").replace("\u2060", "")
    return re.sub(WHITE + "+", " ", drawn).strip(" ")


def spoken(inlines: Sequence[Inline]) -> str:
    """Return the text, with words in place of icons.

    >>> spoken((InlineText("Take "), Icon("coin", words="a coin"), InlineText(" now")))
    'Take a coin now'
    """
    words = [
        one if isinstance(one, InlineText) else InlineText(f" {one.words} ") for one in inlines
    ]
    return re.sub(" +([.,)])", r"\1", plain(words))


TOKEN = re.compile(
    rf"""(?P<line>\\n(?![a-z]))
    | (?P<foreign>{BRACES_OF_OTHERS})
    | \\(?P<escaped>[^\w\s])
    | (?P<code>{CODE})
    | (?P<maths>{FORMULA})
    | (?P<mark>\*\*?|\^\^)
    | (?P<opening>\[)
    | {SPAN_END.pattern.replace("name", "closing")}
    | (?P<link>\]\((?:https?://[^\s()]+|\#[a-z0-9][\w.-]*)\))
    | \{{(?P<placeholder>[^{{}}]*)\}}
    | (?P<brace>[{{}}])
    | (?P<words>(?:[^\\*{{}}^[\]`$] | \^(?!\^))+ | [\\\]`$])""",
    re.VERBOSE | re.DOTALL,
)
MARKS = {"**": "strong", "*": "emphasis", "^^": "small_caps"}


class Notation(Struct, frozen=True):
    """A notation in texts: its form, what it prints, and an example."""

    form: str
    says: str
    example: str


NOTATIONS = (
    Notation("*words*", "Emphasis: italic type.", "Take *one* card."),
    Notation("**words**", "Strong text: bold type.", "**Stop:** your turn is over."),
    Notation("^^words^^", "Small letters as small capitals.", "The ^^first^^ player begins."),
    Notation(
        "`words`",
        "Code, in the family of the inline style `code`. Nothing in it is markup; within a word a"
        " backtick is a letter.",
        "Type `3d6+{n}` in the app.",
    ),
    Notation(
        "[words]{NAME}",
        "An inline style: `underline`, `strike`, `code`, or one of `inline` in `style.yaml`."
        " Brackets without a name are printed.",
        "[Discard]{underline} all cards.",
    ),
    Notation(
        "{fact}", "A number of the game, as its language writes it.", "Draw {hand_size} cards."
    ),
    Notation(
        "{fact:word}",
        "The same in a word; `language.yaml` says which: `numbers`, and `spelled` for other forms.",
        "Draw {hand_size:word} cards.",
    ),
    Notation(
        "{field.NAME}",
        "A field of the card whose text it is; a number as its language writes it.",
        "Pay {field.cost} coins.",
    ),
    Notation(
        "{count.ID}",
        "How many cards of this id or family the deck has. `{count.total}` counts all cards,"
        " `{count.tiles}` and `{count.tokens}` those of another kind.",
        "There are {count.storm} of {count.total} cards.",
    ),
    Notation(
        "{deck.number}, {deck.faces}",
        "The number of the card among the different cards of the deck, and how many there are;"
        " `{group.number}` and `{group.faces}` count in its group.",
        "{deck.number}/{deck.faces}",
    ),
    Notation(
        "{deck.cards}, {deck.copies}",
        "How many cards the deck has, and how many copies of this one.",
        "One of {deck.copies} copies",
    ),
    Notation(
        "{copy.number}, {copy.count}",
        "The number of this copy, and the number of copies, on cards of a family with"
        " `numbered: yes`.",
        "{copy.number} of {copy.count}",
    ),
    Notation(
        "{players_min}, {players_max}",
        "For how few and how many players the game is.",
        "{players_min} to {players_max} players",
    ),
    Notation(
        "{claim.ID}", "The counted value of a claim.", "There are {claim.base-layouts} squares."
    ),
    Notation("{term:ID}", "The `name` of a term of the glossary.", "Play a {term:storm}."),
    Notation("{term:ID.FORM}", "Another form of the term.", "Discard all {term:storm.cards}."),
    Notation("{icon:NAME}", "An icon of the style, as high as a letter.", "Pay {icon:star}."),
    Notation(
        "{icon:NAME x COUNT}",
        "The icon several times, on one line. The count is a number, a number of the game or a"
        " field of the card: `{icon:coin x field.cost}`.",
        "Pay {icon:star x3}.",
    ),
    Notation(
        "{page:NAME}",
        "In the rulebook, the number of the page where a section, heading, `examples.<id>` or"
        " drawing is; on a screen it leads there.",
        "Ties are on page {page:end}.",
    ),
    Notation(
        "{see:NAME}",
        "The same with words: the title and page of a section or heading, “example, page 7”.",
        "A storm ends your turn (see {see:examples.storm}).",
    ),
    Notation(
        "{number:NAME}",
        "The number of a section or heading, or of the paragraph with this key, if `numbers` of"
        " `booklet.yaml` gives it one.",
        "Ties follow rule {number:end}.",
    ),
    Notation(
        "[words](https://ADDRESS)",
        "A link to a web address, underlined in print. `addresses: yes` in `booklet.yaml` prints"
        " the address after the words.",
        "Read [the answers](https://example.com/faq).",
    ),
    Notation(
        "[words](#NAME)",
        "In the rulebook, a link to a part of it, named as in `{page:NAME}`.",
        "Ties are [at the end](#end).",
    ),
    Notation(
        "$FORMULA$",
        "In the rulebook, a LaTeX formula, with no space directly inside the dollar signs."
        " Prices such as $5 stay text.",
        r"Score $\frac{n(n+1)}{2}$ points.",
    ),
    Notation("\\", "Prints the mark after it, and does not read it.", r"Roll 2\*3 dice."),
    Notation(
        r"\n",
        "A new paragraph in a text box, as a new line in the cell or in YAML is one. Before a small"
        " letter it is no mark, so that paths stay as they are.",
        r"Draw a card.\nDiscard a card.",
    ),
    Notation(
        r"\-",
        "Where a word may be divided at the end of a line; nothing is printed elsewhere.",
        r"The mountain\-range\-keeper wins.",
    ),
)
"""The markup of texts and all placeholders."""

DIVISION = "\u00ad"
"""The soft hyphen, where a word may be divided."""

_SIGNS = {r"\-": DIVISION, r"\n": "\n"}
"""Escapes that do not stand for the escaped mark, and what they print."""

FIELD = "field."
"""The prefix of names of a card's own fields."""

NUMBERED = ("deck.", "group.", "copy.")
"""Begin the names of a card's numbers."""


def _said_once(inlines: Sequence[Inline]) -> tuple[Inline, ...]:
    """Return the inlines, without the words of icons that the following text begins with."""
    said: list[Inline] = []
    behind = ""
    for inline in reversed(inlines):
        if isinstance(inline, InlineText):
            behind = (inline.text + behind)[:LONGEST_TERM]
        elif behind.lstrip().casefold().startswith(inline.words.casefold()):
            inline, behind = replace(inline, words=""), ""
        else:
            behind = ""
        said.append(inline)
    return tuple(said[::-1])


MOST_ICONS = 20
"""The most icons in a row: they cannot be divided, and 20 fill a line of a page. A guess."""

LONGEST_TERM = 100
"""The maximum number of letters after an icon that are compared with its words: names of icons are
far shorter. A guess.
"""

FACT = re.compile(
    rf"\\.|{SPAN_END.pattern}|\{{(?!term:|icon:)(?P<fact>[^{{}}:]*)(?::[^{{}}]*)?\}}", re.DOTALL
)
GENERAL = "other"
DEFAULT_FORM = "name"


def parse(
    text: Text | str, resolver: Resolver, problems: Problems, span: Span | None = None
) -> tuple[Inline, ...]:
    """Parse the markup of a text into words and icons, with its placeholders filled in.

    The first number in a plural text selects its form. `span` is the place of a bare string; a
    `Text` has its own. Faults go to `problems`.
    """
    if isinstance(text, Text):
        own = resolver.fields_for(text.key)
        category = _category(text, resolver, own, problems)
        place = text.places.get(category, text.span)
        return _Reader(resolver, problems, place, own, text.lines).read(text.forms[category])
    return _Reader(resolver, problems, span or Span(""), resolver.face).read(text)


def _category(text: Text, resolver: Resolver, own: CardFields | None, problems: Problems) -> str:
    """Return the plural category of a text's first number, if the text has that form."""
    if len(text.forms) == 1:
        return GENERAL
    found = FACT.finditer(without_formulas(without_code(text.plain)))
    first = next((match["fact"] for match in found if match["fact"]), None)
    if first is None:
        problems.error(
            codes.UNCOUNTED_PLURAL,
            f"`{text.key}` has plural forms but no number",
            text.span,
            "expected a number such as `{count.total}` in the form `other`",
            "put the number in, or write one text without forms",
        )
        return GENERAL
    number = resolver.facts.get(first)
    if number is None and first.startswith((FIELD, *NUMBERED)) and own is not None:
        value = as_number(own.fields.get(first.removeprefix(FIELD), ""))
        number = value if isinstance(value, int) else None
    if number is None:
        return GENERAL  # this form is sure to contain the number, so its fault is found there
    category = plural_category(resolver.language, number)
    return category if category in text.forms else GENERAL


def _look(
    words: InlineText,
) -> tuple[bool, bool, bool, str, str, str, tuple[InlineStyle, ...]]:
    """Return the style and link of some words, in the order of the fields after the text."""
    of_type = words.strong, words.emphasis, words.small_caps
    return *of_type, words.family, words.language, words.link, words.styles


class _Reader(Struct):
    """Parses one form of a text, keeping track of open marks."""

    resolver: Resolver
    problems: Problems
    span: Span
    own: CardFields | None = None
    lines: Sequence[tuple[int, Span]] = ()
    type: InlineText = InlineText("")
    inlines: list[Inline] = field(default_factory=list)
    spans: Mapping[int, str] = field(default_factory=dict)
    links: Mapping[int, str] = field(default_factory=dict)
    opened: tuple[int, int] = (-1, 0)
    """How much had been read when the last span was opened: inlines, and letters of the last."""

    def read(self, source: str) -> tuple[Inline, ...]:
        self.type = InlineText("", span=self.span)
        self.spans, self.links = span_marks(source), link_marks(source)
        for token in TOKEN.finditer(source):
            self._take(token)
        for mark, name in MARKS.items():
            if getattr(self.type, name):
                self._fault(
                    codes.UNBALANCED,
                    f"`{mark}` is opened but not closed",
                    f"expected a second `{mark}`",
                    f"close it, or write `{self._literal(mark)}` for the character itself",
                )
        return _said_once(self.inlines)

    def _take(self, token: re.Match[str]) -> None:
        kind, value = token.lastgroup, token[token.lastgroup or 0]
        plain: dict[str | None, Callable[[str], None]] = {
            "mark": self._switch,
            "code": lambda _: self._code(code_of(token["inner"])),
            "placeholder": self._fill,
        }
        if kind in plain:
            plain[kind](value)
        elif kind == "maths":
            self._formula(token)
        elif token.start() in self.spans:
            self._open_or_close(self.spans[token.start()], opens=kind == "opening")
        elif token.start() in self.links:
            self._link(self.links[token.start()], opens=kind == "opening")
        elif kind == "closing":
            self._unopened(value)
        elif kind == "foreign":
            self._no_placeholder(value, "write `{field.NAME}`, `*italic*` or `**bold**`")
        else:
            if kind == "brace":
                self._fault(
                    codes.UNBALANCED,
                    f"`{value}` is unpaired",
                    "expected a placeholder such as `{hand_size}`",
                    f"complete it, or write `{self._literal(value)}` for the character itself",
                )
            self._say(_SIGNS.get(token[0], value))

    def _code(self, words: str) -> None:
        style = self.resolver.inlines.get(CODE_STYLE) or BUILT_IN[CODE_STYLE]
        styles, link = (*self.type.styles, style), self.type.link
        self.inlines.append(InlineText(words, link=link, styles=styles, span=self.span))

    def _formula(self, token: re.Match[str]) -> None:
        """Add a formula, or the typed characters if it cannot be typeset."""
        source, shown = source_of(token[0])
        try:
            if not self.resolver.formulas:
                raise FormulaError(
                    "formulas work in rulebooks, not on cards",
                    cure=rf"write `{in_words(source)}`, or `\$` for a dollar sign",
                )
            set_formula(source, shown=shown)
        except FormulaError as error:
            start = token.start() + (error.at and error.at + token[0].index(source))
            place = part_of(self.span, token.string, start, token.end(), self.lines)
            what = f"the formula `{token[0]}` cannot be typeset"
            self.problems.error(codes.FORMULA_NOT_SET, what, place, error.why, error.cure)
            self._say(token[0])
            return
        self.inlines.append(Formula(source, shown, self.span, self.type.styles))

    def _switch(self, mark: str) -> None:
        name = MARKS[mark]
        switched: dict[str, Any] = {name: not getattr(self.type, name)}
        self.type = replace(self.type, **switched)

    def _open_or_close(self, name: str, *, opens: bool) -> None:
        known, styles = self.resolver.inlines, self.type.styles
        if opens:
            style = known.get(name) or InlineStyle(name)
            self.type = replace(self.type, styles=(*styles, style))
            self.opened = len(self.inlines), self._length()
            return
        if self.opened == (len(self.inlines), self._length()):
            self._fault(
                codes.UNBALANCED,
                f"the span `[]{{{name}}}` is empty",
                f"expected words, such as `[words]{{{name}}}`",
                "put the words into the brackets, or remove them",
            )
        self.type = replace(self.type, styles=styles[:-1])
        if name not in known:
            self._fault(
                codes.UNKNOWN_TEXT_STYLE,
                f"`{name}` is not an inline style",
                "expected `underline`, `strike`, `code` or a name under `inline` in style.yaml",
                rf"write `\]{{{name}}}` to print the bracket before the number"
                if name in self.resolver.facts
                else suggestion(name, known),
            )

    def _link(self, target: str, *, opens: bool) -> None:
        """Begin or end a link to a web address or to a part of the rulebook."""
        is_web = not target.startswith("#")
        underline = BUILT_IN["underline"]
        if not opens:
            styles = self.type.styles[:-1] if self.type.styles[-1:] == (underline,) else ()
            self.type = replace(self.type, link="", styles=styles if is_web else self.type.styles)
            shown = re.sub(r"^https?://(?:www\.)?|/$", "", target)
            if is_web and self.resolver.addresses and not plain(self.inlines).endswith(shown):
                self._say(f" ({shown})")
            return
        known, name = self.resolver.references, target.removeprefix("#")
        if is_web:
            self.type = replace(self.type, link=target, styles=(*self.type.styles, underline))
        elif known is not None and name in known:
            self.type = replace(self.type, link=known[name].target)
        elif known is not None:
            self._unknown(codes.UNKNOWN_REFERENCE, "a part of the rulebook", name, known)
        if known is None:
            self._fault(
                codes.UNKNOWN_REFERENCE,
                f"the link `{target}` can be followed in the rulebook only",
                "expected in a text of the rulebook",
                "remove the link, and keep its words",
            )

    def _length(self) -> int:
        """Return the length of the last words; 0 for an icon."""
        last = self.inlines[-1] if self.inlines else None
        return len(last.text) if isinstance(last, InlineText) else 0

    def _unopened(self, name: str) -> None:
        self._fault(codes.UNBALANCED, *unopened(name))
        self._say(f"]{{{name}}}")

    def _say(self, words: str) -> None:
        """Add words in the current style, merging them with previous words of the same style."""
        last = self.inlines[-1] if self.inlines else None
        if isinstance(last, InlineText) and _look(last) == _look(self.type):
            self.inlines[-1] = replace(last, text=last.text + words)
        elif words:
            self.inlines.append(InlineText(words, *_look(self.type), span=self.span))

    def _fill(self, placeholder: str) -> None:
        kind, colon, name = placeholder.partition(":")
        if placeholder and not colon:
            self._fact(placeholder)
            return
        fillers: dict[str, Callable[[str], None]] = {
            "term": self._term,
            "icon": self._icon,
            "page": self._page,
            "see": self._see,
            "number": self._number,
        }
        if kind in fillers:
            fillers[kind](name)
            return
        if kind in self.resolver.facts:
            self._number_word(kind, name)
            return
        if "." in kind:
            self._fact(kind)
            return
        self._no_placeholder(f"{{{placeholder}}}", suggestion(kind, fillers))

    def _no_placeholder(self, typed: str, cure: str) -> None:
        self._fault(
            codes.NOT_A_PLACEHOLDER,
            f"`{typed}` is not a placeholder",
            "expected `{fact}`, `{term:...}`, `{icon:...}`, `{page:...}`, `{see:...}` or"
            " `{number:...}`",
            cure,
        )
        self._say(typed)

    def _fact(self, name: str) -> None:
        if name.startswith((FIELD, *NUMBERED)):
            self._field(name)
            return
        if name in self.resolver.facts:
            self._say(number_text(self.resolver.language, self.resolver.facts[name]))
            return
        known = self.resolver.facts
        of_card = f"{NUMBERED[0]}{name.rpartition('.')[2]}"
        if name in self.resolver.icons:
            cure = f"did you mean `{{icon:{name}}}`?"
        elif name in self.resolver.inlines:
            cure = f"did you mean `[words]{{{name}}}`?"
        elif self.own is not None and of_card in self.own.fields:
            cure = f"did you mean `{{{of_card}}}`?"
        else:
            cure = suggestion(name, known, "there are none")
        self._fault(
            codes.UNKNOWN_FACT,
            f"`{name}` is not a number of the game",
            "expected a number of the game",
            cure,
        )
        self._say(f"{{{name}}}")

    def _number_word(self, fact: str, form: str) -> None:
        number, language = self.resolver.facts[fact], self.resolver.language
        forms = self.resolver.number_words.get(number, {})
        if form in forms:
            self._say(forms[form])
            return
        self._fault(
            codes.UNKNOWN_FORM,
            f"`{language}` has no word of the form `{form}` for {number}",
            f"expected one of {', '.join(forms)}" if forms else "expected a number with a word",
            f"write it in locales/{language}/language.yaml, as"
            f" `spelled: {{{number}: {{{form}: ...}}}}`",
        )
        self._say(f"{{{fact}:{form}}}")

    def _field(self, placeholder: str) -> None:
        name = placeholder.removeprefix(FIELD)
        if self.own is None:
            self._fault(
                codes.UNKNOWN_FACT,
                f"`{{{placeholder}}}` quotes a card, and this text belongs to none",
                "expected in a text `cards.<id>...`, or in one that a card's template prints",
                "name a number of the game, such as `{count.total}`",
            )
        elif name not in self.own.fields:
            self._fault(
                codes.UNKNOWN_FACT,
                f"the card `{self.own.card}` has no field `{name}`",
                "expected a field of the card",
                suggestion(name, self.own.fields, "it has none: write it in cards.yaml"),
            )
        else:
            value = as_number(self.own.fields[name])
            self._say(
                value if isinstance(value, str) else number_text(self.resolver.language, value)
            )
            return
        self._say(f"{{{placeholder}}}")

    def _term(self, name: str) -> None:
        terms, language = self.resolver.glossary.terms, self.resolver.language
        term_id, _, form = name.partition(".")
        term = terms.get(term_id, {}).get(language)
        if term is None:
            translated = [name for name, languages in terms.items() if language in languages]
            self._unknown(
                codes.UNKNOWN_TERM, f"a term of the glossary in `{language}`", term_id, translated
            )
        elif (form or DEFAULT_FORM) not in term.forms:
            what = f"a form of `{term_id}` in `{language}`"
            self._unknown(codes.UNKNOWN_FORM, what, form or DEFAULT_FORM, term.forms)
        else:
            self._say(term.forms[form or DEFAULT_FORM])
            return
        self._say(f"{{term:{name}}}")

    def _icon(self, said: str) -> None:
        name, count = icon_and_count(said)
        times = self._times(count) if count else 1
        if name in self.resolver.icons and times is not None:
            term = self.resolver.glossary.terms.get(name, {}).get(self.resolver.language)
            plain = name.rpartition(":")[2].replace("-", " ")
            known = self.resolver.icon_words.get(name, plain)
            words = term.forms[DEFAULT_FORM] if term else known
            words = f"{number_text(self.resolver.language, times)} × {words}" if count else words
            for left in range(times, 0, -1):
                self.inlines.append(Icon(name, self.span, words, left > 1, self.type.styles))
                words = ""
            return
        if name not in self.resolver.icons:
            self._unknown(codes.UNKNOWN_ICON, "an icon of this style", name, self.resolver.icons)
        self._say(f"{{icon:{said}}}")

    def _times(self, count: str) -> int | None:
        """Return how often an icon is repeated; report what is not a number, or too large."""
        fields = self.own.fields if self.own is not None else {}
        value: object = self.resolver.facts.get(count)
        if value is None:
            value = as_number(fields.get(count.removeprefix(FIELD), count))
        if isinstance(value, int) and 0 <= value <= MOST_ICONS:
            return value
        self._fault(
            codes.NOT_A_PLACEHOLDER,
            f"`{count}` is not a number of icons",
            f"expected a number up to {MOST_ICONS}, or the name of one",
            "write `{icon:name x3}`, or `{icon:name x field.NAME}` with a field of the card",
        )
        return None

    def _page(self, name: str) -> None:
        reference = self._reference("page", name)
        if reference is not None:
            self._lead(reference.page, reference.target)

    def _see(self, name: str) -> None:
        reference = self._reference("see", name)
        if reference is not None:
            self._lead(reference.words, reference.target)

    def _number(self, name: str) -> None:
        reference = self._reference("number", name)
        if reference is not None and not reference.number:
            self._fault(
                codes.UNKNOWN_REFERENCE,
                f"`{name}` has no number",
                "expected a section, a heading or a paragraph that the rulebook numbers",
                f"write `numbers: rules` in booklet.yaml, or `{{see:{name}}}`",
            )
        elif reference is not None:
            self._lead(reference.number, reference.target)

    def _lead(self, words: str, target: str) -> None:
        self.inlines.append(replace(self.type, text=words, link=target))

    def _reference(self, kind: str, name: str) -> Reference | None:
        known = self.resolver.references
        if known is not None and name in known:
            return known[name]
        if known is None:
            self._fault(
                codes.UNKNOWN_REFERENCE,
                f"`{{{kind}:{name}}}` refers to the rulebook, and this text is not in it",
                "expected in a text of the rulebook",
                "name what is meant, without its page",
            )
        else:
            self._unknown(codes.UNKNOWN_REFERENCE, "a part of the rulebook", name, known)
        self._say(f"{{{kind}:{name}}}")
        return None

    def _unknown(self, code: Code, what: str, name: str, known: Collection[str]) -> None:
        self._fault(
            code,
            f"`{name}` is not {what}",
            f"expected {what}",
            suggestion(name, known, "there are none"),
        )

    def _fault(self, code: Code, message: str, label: str, help_: str) -> None:
        self.problems.error(code, message, self.span, label, help_)

    @staticmethod
    def _literal(mark: str) -> str:
        return "".join(f"\\{character}" for character in mark)
