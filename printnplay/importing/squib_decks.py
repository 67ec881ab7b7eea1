"""Decks that scripts of Squib begin, what their blocks draw, and the arguments of their calls."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.importing.ruby_dispatch import items_of
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_scopes import Function, Instance, Module, Scope
from printnplay.importing.ruby_times import now
from printnplay.importing.ruby_tree import NotUnderstoodError, statements
from printnplay.importing.ruby_values import Enumerator, Frame, Unknown, as_text
from printnplay.importing.source import Source
from printnplay.importing.squib_context import Context, is_number
from printnplay.importing.squib_deck import SETTINGS, DeckDraft
from printnplay.importing.squib_drawing import DRAWING, draw
from printnplay.importing.squib_tables import explode, parsed_frame, read_frame, typed

IGNORED = frozenset([
    "require", "puts", "print", "p", "pp", "save", "save_png", "save_pdf", "warn", "save_sheet",
    "hand", "showcase", "build_groups", "using", "at_exit", "print_system_fonts", "sleep",
    "progress_bar", "srand", "exit", "abort", "desc", "binding", "raise", "autoload",
    "Dir.mkdir", "Bundler.require", "logger",
])  # fmt: skip
"""Calls that draw nothing. Those that save say where cards are cut (`trim`)."""

GUIDES = ("cut_zone", "safe_zone")
"""Calls that draw lines for proofs."""


class Embedded(Struct, frozen=True):
    """What the block of a text gets: pictures by the words that they stand for."""

    pictures: dict[str, dict[str, Any]]


class Decks(Context):
    """Works out calls of decks; `call` works out others."""

    call: Callable[..., Any]

    def __init__(self, source: Source, path: Path) -> None:
        """Begin without a deck."""
        super().__init__(source, path)
        self.decks: list[DeckDraft] = []
        self._around: list[DeckDraft] = []
        self.groups = {"all"}
        self._is_off = ""

    @property
    def deck(self) -> DeckDraft | None:
        """The deck whose block is read."""
        return self._around[-1] if self._around else None

    def new_deck(self, listed: list[Any], block: Function | None, line: int) -> DeckDraft:
        """Begin a deck, and follow its block."""
        given = self.options(listed, line)
        if given.get("config"):
            self.configure(as_text(given["config"]))
        return self._drawn_by(DeckDraft(self, given, self.span(line)), block)

    def _own_deck(self, of: Module, given: list[Any], block: Function | None) -> DeckDraft:
        """Begin a deck of a class of the script, which begins it by `super`."""
        deck = DeckDraft(self, {}, self.span(0), of)
        begin = of.method("initialize")
        if begin is None:
            return self._begun(deck, given, block)
        self.ruby.call(begin, given, block, deck)
        return deck

    def _begun(self, deck: DeckDraft, given: list[Any], block: Function | None) -> DeckDraft:
        deck.begin(self.options(given, 0))
        return self._drawn_by(deck, block)

    def _drawn_by(self, deck: DeckDraft, block: Function | None) -> DeckDraft:
        """Follow the block of a deck."""
        self.decks.append(deck)
        if block is not None:
            self._around.append(deck)
            inner = Scope(block.scope)
            inner.me = deck
            inner.values |= {one.name: deck for one in block.parameters[:1]}
            try:
                self.ruby.run(statements(block.body), inner)
            finally:
                self._around.pop()
        deck.frames = list(self.frames)
        return deck

    def _in_deck(
        self, deck: DeckDraft, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        """Work out a call of a deck."""
        if name == "super initialize":
            return self._begun(deck, given, block)
        name = name.removeprefix("super ")
        if deck is not self.deck:
            return self._after(deck, name, given, block, line)
        if (name in deck.own or name == "layout") and not given:
            return deck.own[name] if name in deck.own else typed(deck.layouts)
        if block is not None and name in ("instance_eval", "tap"):
            return self.ruby.call(block, [deck], None, deck)
        if block is not None and name == "build":
            return self._build(as_text(given[0]) if given else "all", block)
        return self._drawn(deck, name, given, block, line)

    def _after(
        self, deck: DeckDraft, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        """Work out a call of a deck whose block has ended, or a method of its class."""
        self._around.append(deck)
        method = (deck.of or self.ruby.main).method(name)
        try:
            if method is not None:
                return self.ruby.call(method, given, block, deck)
            return self.call("", name, given, block, line)
        finally:
            self._around.pop()

    def _drawn(
        self, deck: DeckDraft, name: str, given: list[Any], block: Function | None, line: int
    ) -> Any:
        if name not in DRAWING:
            if name not in IGNORED and name not in SETTINGS:
                raise self.ruby.fault(line, f"`{name}`")
            known = SETTINGS.get(name, SETTINGS["save"])
            said = given[-1] if given and isinstance(given[-1], dict) else {}
            used = {key: of for key, of in said.items() if key in known}
            return deck.setting(name, self.options([used], line), line)
        if self._is_off and name in GUIDES:
            return None
        if self._is_off:
            what = f"the build group `{self._is_off}` is off: what it draws is left out"
            return self.lose(line, what, "draw it in the template, or in a look of its own")
        options, embedded = self.options(given, line), Embedded({})
        if given and name == "background" and not isinstance(given[0], dict):
            options["color"] = given[0]
        if name == "text" and block is not None:
            self.ruby.call(block, [embedded])
        return draw(deck, name, options, line, embedded.pictures)

    def _build(self, group: str, block: Function) -> Any:
        """Read what a build group draws if the group is on; else only what it says of sizes."""
        before = self._is_off
        self._is_off = self._is_off or ("" if group in self.groups else group)
        try:
            return self.ruby.call(block, [])
        finally:
            self._is_off = before

    # Arguments

    def length(self, unit: str, number: Any) -> float:
        """Return a length in pixels, of a deck or as usual."""
        deck = self.deck or DeckDraft(self, {})
        return deck.length(f"{as_text(number)}{unit}", "x") or 0.0

    def converted(self, value: Any, dpi: float = 300.0, *_: Any) -> Any:
        """Return a length in pixels; a number without a unit is in pixels."""
        found = DeckDraft(self, {"dpi": dpi}).length(value, "x")
        return value if found is None or is_number(value) else found

    def options(self, given: list[Any], line: int) -> dict[str, Any]:
        """Return the options of a call; one that cannot be worked out is nil, with a loss."""
        options = given[-1] if given and isinstance(given[-1], dict) else {}
        return {as_text(key): self._option(as_text(key), of, line) for key, of in options.items()}

    def _option(self, name: str, value: Any, line: int) -> Any:
        plain = self._plain(value)
        many = plain if isinstance(plain, list) else [plain]
        unknown = [one for one in many if isinstance(one, Unknown)]
        for one in unknown[:3]:
            what, cause = f"`{name}:` depends on Ruby: {one.error.what}", one.error.place
            if cause.line not in (0, line):
                what += f" in line {cause.line}"
            todo = f"set the {name} by hand, in the table or in the template"
            if "GameIcons" in one.error.what:
                todo = "install the icons with `gem install game_icons`, and import again"
            self.lose(line, what, todo)
        if not unknown:
            return plain
        if name == "range":  # what is drawn on unknown cards is drawn on none
            return []
        known = [None if isinstance(one, Unknown) else one for one in many]
        return known if isinstance(plain, list) else None

    def _plain(self, value: Any) -> Any:
        """Return a value without ranges and objects: lists and texts."""
        if isinstance(value, Range | Enumerator) and not (
            isinstance(value, Range) and value.end is None
        ):
            return items_of(value)
        if isinstance(value, list):
            return [self._plain(one) for one in value]
        if isinstance(value, Instance | Function):
            try:
                return as_text(value)
            except (TypeError, NotUnderstoodError):
                return Unknown(self.ruby.fault(0, "an object"))
        return value

    def moment(self, given: list[Any], _: Function | None, line: int, *, name: str) -> Any:
        """Return the moment of the import, which is a guess; none for one that the script says."""
        if given:
            raise LookupError(name)
        moment = now().date() if name == "Date.today" else now()
        what = f"`{name}` prints the moment of this import: {as_text(moment)}"
        self.lose(line, what, "type what should stand there", is_guess=True)
        return moment

    def table(self, given: list[Any], block: Function | None, line: int, *, kind: str) -> Frame:
        """Return a table of the project, each row as often as its `qty` says."""
        options = self.options(given, line)
        name = as_text(options.get("file", f"sample.{kind}"))
        if options.get("strip") is False:
            todo = "write no-break spaces where spaces at the ends of cells should print"
            self.lose(line, "`strip: false`: spaces around cells are left out", todo)
        path = self.found(name)
        if options.get("data") is not None:
            frame = parsed_frame(self.source, kind, self.shown, options)
        elif path is not None:
            frame = read_frame(self.source, kind, path, options)
        else:
            what = f"the table `{name}` is not in the folder"
            self.lose(line, what, "add it, and import again")
            frame = Frame({})
        for heading, column in frame.columns.items() if block is not None else ():
            frame.columns[heading] = [self.ruby.call(block, [heading, one]) for one in column]  # type: ignore[arg-type]
        explode(frame, as_text(options.get("explode", "qty")))
        self.frames.append(frame)
        return frame

    def embed(self, embedded: Embedded, name: str, options: dict[str, Any], line: int) -> None:
        """Keep a picture that stands for a word of a text."""
        if name not in ("svg", "png"):
            raise self.ruby.fault(line, f"`{name}`")
        embedded.pictures[as_text(options.get("key", "*"))] = options
