"""Output formats: one module for each, listed in `FORMATS`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct

from printnplay.files.plugins import PlugIn, plug_ins
from printnplay.files.seals import sealed

if TYPE_CHECKING:
    from printnplay.pdf import Printout
    from printnplay.rulebook.screen.book import Book

Files: TypeAlias = Iterator[tuple[str, Iterable[bytes]]]
"""Files by path below a folder, as chunks of bytes: a file with photographs may be very large."""


class Format(Struct, frozen=True):
    """An output format: its name on the command line, and the module that writes it.

    The module has a function `files` that converts a document to its files: chunks by path, either
    `<name>.<ending>` or, for several files, `<name>/<name>-001.<ending>` and so on. A format
    `on_paper` is created from a `Printout`, the sheets of a document. Others are created from a
    `Book`, a rulebook, and are the same for all papers. Plug-in formats are on paper; the entry
    point is the function.
    """

    name: str
    module: str
    on_paper: bool = True
    plug_in: PlugIn | None = None

    def files(self, document: "Printout | Book") -> Files:
        """Return the files of a document, by path below the folder of its language.

        Raises:
            FaultsError: the format belongs to a plug-in that cannot be loaded.
        """
        # Imported here: commands list all formats, but few need the libraries of one.
        function = self.plug_in.load() if self.plug_in else import_module(self.module).files
        return cast("Callable[[Printout | Book], Files]", function)(document)


_SHIPPED = (
    Format("pdf", "printnplay.pdf"),
    Format("png", "printnplay.raster.png"),
    Format("svg", "printnplay.kit.svg"),
    Format("dxf", "printnplay.kit.dxf"),
    Format("html", "printnplay.rulebook.screen", on_paper=False),
    Format("epub", "printnplay.rulebook.screen.epub", on_paper=False),
)
_ADDED = (Format(one.name, one.value, plug_in=one) for one in plug_ins("formats"))
FORMATS = {**{one.name: one for one in _SHIPPED}}
FORMATS = FORMATS | {one.name: one for one in _ADDED if one.name not in FORMATS}
"""All formats by name; the first is the default of a build."""


def files_of(document: "Printout | Book", formats: Sequence[Format]) -> Files:
    """Yield a document in these formats: the path of each file below a folder, and its chunks.

    Files of plug-ins stay unchanged; others are sealed if their kind has seals.

    Raises:
        FontError: a font file cannot be embedded.
    """
    for output in formats:
        for name, pieces in output.files(document):
            yield name, pieces if output.plug_in else sealed(pieces)


def on_paper(names: Iterable[str]) -> bool:
    """Return whether one of these formats is made for a paper; unknown ones are not."""
    return any(name in FORMATS and FORMATS[name].on_paper for name in names)
