"""What scripts give to calls of Squib: options as plain values, lengths, pictures for words."""

from typing import Any

from msgspec import Struct

from printnplay.importing.ruby_dispatch import items_of
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_scopes import Function, Instance
from printnplay.importing.ruby_times import now
from printnplay.importing.ruby_tree import NotUnderstoodError
from printnplay.importing.ruby_values import Enumerator, Frame, Unknown, as_text
from printnplay.importing.squib_deck import Context, DeckDraft, is_number
from printnplay.importing.squib_tables import explode, parsed_frame, read_frame


class Embedded(Struct, frozen=True):
    """What the block of a text gets: pictures by the words that they stand for."""

    pictures: dict[str, dict[str, Any]]


class Options(Context):
    """Reads the options of calls."""

    @property
    def deck(self) -> DeckDraft | None:
        """The deck whose block is read."""
        return None

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
            self.lose(line, what, _help_of(one.error.what, name))
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

    def moment(self, _: list[Any], __: Function | None, line: int, *, name: str) -> Any:
        """Return the moment of the import, which is a guess."""
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


def _help_of(what: str, name: str) -> str:
    """Return what to do about a value that depends on something else than the script."""
    if "GameIcons" in what:
        return "install the icons with `gem install game_icons`, and import again"
    return f"set the {name} by hand, in the table or in the template"
