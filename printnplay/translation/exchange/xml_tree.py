"""Parse XML of translators' programs into a tree of elements by local name, with lines.

Document types with declarations, and thus entities, are refused; external ones are not read. Inline
elements that a program added to a text are removed, but their content is kept.
"""

from collections.abc import Collection, Iterator, Mapping
from xml.parsers import expat

from msgspec import Struct, field

from printnplay.kernel.diagnostics import Problems, Span
from printnplay.translation.exchange.units import MAX_BYTES, malformed

MAX_DEPTH = 32
"""The maximum nesting depth of elements; translators' programs use far less. A guess."""


class Element(Struct):
    """An element, with all text anywhere inside it if its name is one of those for texts."""

    name: str
    attributes: Mapping[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text of the element."""
        return "".join(self.pieces)

    def child(self, *names: str) -> "Element | None":
        """Return the first child with one of these names."""
        return next((child for child in self.children if child.name in names), None)

    def below(self, *names: str) -> Iterator["Element"]:
        """Yield the descendants with these names that are not inside another such element."""
        for child in self.children:
            if child.name in names:
                yield child
            else:
                yield from child.below(*names)

    @property
    def language(self) -> str:
        """The value of `xml:lang`, or of `lang` in older files."""
        return self.attributes.get(XML_LANG) or self.attributes.get("lang", "")


XML_LANG, XML_SPACE = (f"http://www.w3.org/XML/1998/namespace {name}" for name in ("lang", "space"))


COMMENT = "<!--"
"""The name of elements that are comments: no other element has it."""


class RefusedError(Exception):
    """The file declares entities, or is nested too deeply."""


def read_tree(
    data: bytes, shown: str, problems: Problems, texts: Collection[str]
) -> Element | None:
    """Return the root of a file; None, with the reason in `problems`, if it is not well-formed.

    `texts` are the names of the elements whose text is kept.
    """
    if len(data) > MAX_BYTES:
        problems.add(
            malformed("the file is larger than 4 MiB", Span(shown), "expected a smaller file")
        )
        return None
    reader = _Reader(texts)
    try:
        return reader.read(data)
    except (expat.ExpatError, RefusedError, LookupError, ValueError) as error:
        line = getattr(error, "lineno", reader.line)
        reason = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else error
        text = f"not well-formed XML: {reason}"
        problems.add(malformed(text, Span(shown, line, 1), "cannot parse XML from here"))
        return None


class _Reader:
    def __init__(self, texts: Collection[str]) -> None:
        self.texts = texts
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.SkippedEntityHandler = self._entity
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.CommentHandler = self._comment
        self.open = [Element("", {}, 1)]

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber

    def read(self, data: bytes) -> Element:
        top = self.open[0]
        self.parser.Parse(data, True)  # noqa: FBT003  whether it is the last piece, which expat takes by position
        root = next(child for child in top.children if child.name != COMMENT)
        root.children += (child for child in top.children if child.name == COMMENT)
        return root

    def _document_type(
        self, _name: str, _system: str | None, _public: str | None, declares: int
    ) -> None:
        if declares:
            raise RefusedError("a document type that declares something is not allowed")

    def _comment(self, text: str) -> None:
        self.open[-1].children.append(Element(COMMENT, {}, self.line, [], [text]))

    def _entity(self, name: str, _is_parameter: int) -> None:
        raise RefusedError(f"the entity `&{name};` is not declared")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if len(self.open) > MAX_DEPTH:
            raise RefusedError(f"nested more than {MAX_DEPTH} deep")
        element = Element(name.rpartition(" ")[2], attributes, self.line)
        self.open[-1].children.append(element)
        self.open.append(element)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        holder = next((element for element in self.open if element.name in self.texts), None)
        if holder is not None:
            holder.pieces.append(text)
