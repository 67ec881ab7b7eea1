"""Output formats: a module each, named in `FORMATS`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct

if TYPE_CHECKING:
    from printnplay.pdf import Printout
    from printnplay.rulebook.screen.book import Book

Files: TypeAlias = Iterator[tuple[str, Iterable[bytes]]]
"""Files by their paths below a folder, each in pieces: one with photographs may be very large."""


class Format(Struct, frozen=True):
    """An output format: its name on the command line, and the module that makes it.

    The module has a function `files` from a document to its files: pieces by path, either
    `<name>.<ending>` or, where there are several, `<name>/<name>-001.<ending>` and so on. What is
    `on_paper` is made of the sheets of a document, a `Printout`; what is not, of a rulebook, a
    `Book`, which is the same for all papers.
    """

    name: str
    module: str
    on_paper: bool = True

    def files(self, document: "Printout | Book") -> Files:
        """The files of a document, by their paths below the folder of its language."""
        # Imported here: commands list the formats, and few need the libraries of one.
        module = import_module(f"printnplay.{self.module}")
        return cast("Callable[[Printout | Book], Files]", module.files)(document)


_ALL = (
    Format("pdf", "pdf"),
    Format("png", "raster.png"),
    Format("svg", "kit.svg"),
    Format("dxf", "kit.dxf"),
    Format("html", "rulebook.screen", on_paper=False),
    Format("epub", "rulebook.screen.epub", on_paper=False),
)
FORMATS = {output.name: output for output in _ALL}
"""All formats by name; the first is the one of a build that names none."""


def files_of(document: "Printout | Book", formats: Sequence[Format]) -> Files:
    """A document in some formats: the pieces of each file by its path below a folder.

    Raises:
        FontError: a font file cannot be embedded.
    """
    for output in formats:
        yield from output.files(document)
