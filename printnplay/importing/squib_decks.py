"""Decks that scripts of Squib begin, and what their blocks draw."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from printnplay.importing.ruby_scopes import Function, Module, Scope
from printnplay.importing.ruby_tree import statements
from printnplay.importing.ruby_values import as_text
from printnplay.importing.source import Source
from printnplay.importing.squib_deck import SETTINGS, DeckDraft
from printnplay.importing.squib_drawing import DRAWING, draw
from printnplay.importing.squib_options import Embedded, Options
from printnplay.importing.squib_tables import typed

IGNORED = frozenset([
    "require", "puts", "print", "p", "pp", "save", "save_png", "save_pdf", "warn", "save_sheet",
    "hand", "showcase", "build_groups", "using", "at_exit", "print_system_fonts", "sleep",
    "progress_bar", "srand", "exit", "abort", "desc", "binding", "raise", "autoload",
    "Dir.mkdir", "Bundler.require", "logger",
])  # fmt: skip
"""Calls that draw nothing. Those that save say where cards are cut (`trim`)."""

GUIDES = ("cut_zone", "safe_zone")
"""Calls that draw lines for proofs."""


class Decks(Options):
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
