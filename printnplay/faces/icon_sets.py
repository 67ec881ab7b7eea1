"""Sets of icons: drawings in `art/icons/SET/` or of an installed plug-in, named `SET:NAME`.

An icon of a set is used like a macro of `icons.svg.j2`: it is scaled to the same box, and drawn in
`currentColor` if its drawing says so, as those of nearly all published sets do.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from printnplay.faces.sandbox import MistakeError
from printnplay.files.door import ReadError, names_in, open_root, read, stamp
from printnplay.files.plugins import plug_ins
from printnplay.kernel import codes
from printnplay.kernel.suggestions import suggestion
from printnplay.svg.pictures import ArtError, ArtFolders

if TYPE_CHECKING:
    from lxml.etree import _Element

FOLDER = "art/icons"
"""The folder of a game or a style with a folder for each set."""

GROUP = "icons"
"""The plug-ins that add sets: each names the folder of one."""

_SVG = "http://www.w3.org/2000/svg"
_SHAPES = frozenset(
    ("g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "title", "desc")
)
"""The elements of an icon. Whatever is referred to by its id would be there twice on a face."""

_OF_ROOT = frozenset(("viewBox", "width", "height", "class", "version", "x", "y"))
"""The attributes of the root that say nothing about how its shapes are drawn."""

_LARGEST = 1 << 18
"""The largest size of an icon, in bytes: those of published sets have up to ten kilobytes."""


def installed() -> dict[str, Path]:
    """Return the folders of the sets that are installed as plug-ins, by name.

    Raises:
        FaultsError: a plug-in cannot be imported.
    """
    folders = {one.name: Path(one.load()) for one in plug_ins(GROUP)}
    for folder in folders.values():
        open_root(folder, shipped=True)
    return folders


class IconSets(Struct):
    """The icons of all sets that a style can use, those of the project first."""

    art: ArtFolders
    side: float
    """The side of the box that icons are scaled to."""
    _drawn: dict[tuple[Path, tuple[int, int]], str] = field(default_factory=dict)

    @property
    def names(self) -> Iterator[str]:
        """The names of all icons, each after the name of its set."""
        own = [(Path(name), root / FOLDER / name) for root in self.art.roots for name in _in(root)]
        for name, folder in (*own, *installed().items()):
            for file in names_in(folder):
                if file.endswith(".svg"):
                    yield f"{name}:{file.removesuffix('.svg')}"

    def folder(self, name: str) -> Path | None:
        """Return the folder of a set; None if there is no such set."""
        own = (root / FOLDER / name for root in self.art.roots if name in _in(root))
        return next(own, None) or installed().get(name)

    def drawn(self, name: str) -> str:
        """Return the shapes of the icon `SET:NAME`, scaled to the box.

        Raises:
            MistakeError: there is no such icon, or it is no plain drawing.
        """
        path = self._file(name)
        try:
            key = path, stamp(path)
            if key not in self._drawn:
                self._drawn[key] = self._scaled(name, read(path, _LARGEST))
            return self._drawn[key]
        except ReadError as error:
            raise MistakeError(error.about(path), error.help, codes.UNUSABLE_PICTURE) from None

    def _file(self, name: str) -> Path:
        of_set, _, icon = name.partition(":")
        try:
            return self.art.find(f"{FOLDER}/{of_set}/{icon}.svg")
        except ArtError as error:
            if error.code != codes.PICTURE_MISSING:
                raise MistakeError(str(error), error.help, error.code) from None
        folder = installed().get(of_set)
        if folder is not None and f"{icon}.svg" in names_in(folder):
            return folder / f"{icon}.svg"
        message = f"there is no icon `{name}`"
        raise MistakeError(message, self._cure(of_set, name), codes.UNKNOWN_TEMPLATE)

    def _cure(self, of_set: str, name: str) -> str:
        file = f"{FOLDER}/{name.replace(':', '/')}.svg"
        if of_set not in {known.partition(":")[0] for known in self.names}:
            return f"save the drawing as {file}, or install a set: `pip install printnplay-icons`"
        return suggestion(name, list(self.names), f"save the drawing as {file}")

    def _scaled(self, name: str, content: bytes) -> str:
        """Return the shapes of a drawing in a group that scales them.

        Raises:
            MistakeError: see `drawn`.
        """
        from lxml import etree

        parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
        try:
            root = etree.fromstring(content, parser)
        except etree.XMLSyntaxError as error:
            reason = str(error.msg).partition(", line")[0]
            message = f"the icon `{name}` is not well-formed XML: {reason}"
            raise MistakeError(message, "save it anew as SVG", codes.NOT_XML) from None
        x, y, width, height = _view(name, root)
        scale = self.side / max(width, height)
        across, down = (self.side - width * scale) / 2, (self.side - height * scale) / 2
        move = f"translate({across - x * scale:.6g} {down - y * scale:.6g}) scale({scale:.6g})"
        for element in root.iter():
            tag = str(element.tag)
            is_known = tag.startswith(f"{{{_SVG}}}") and tag.rpartition("}")[2] in _SHAPES
            if (element is not root and not is_known) or _links(element):
                raise MistakeError(
                    f"the icon `{name}` has more than plain shapes",
                    "place it as a picture: `art(...)`",
                    codes.UNUSABLE_PICTURE,
                )
            if "id" in element.attrib:
                del element.attrib["id"]
        look = "".join(
            f' {key!s}="{escape(str(said))}"'
            for key, said in root.items()
            if key not in _OF_ROOT and "}" not in str(key)
        )
        shapes = "".join(etree.tostring(child, encoding="unicode") for child in root)
        return f'<g transform="{move}"{look}>{shapes}</g>'


def _links(element: "_Element") -> bool:
    """Return whether an element refers to another."""
    return any("url(" in str(said) for said in element.values())


def _in(root: Path) -> list[str]:
    """Return the names of the sets of a game or a style."""
    return names_in(root / FOLDER)


def _view(name: str, root: "_Element") -> tuple[float, float, float, float]:
    """Return the viewBox of an icon.

    Raises:
        MistakeError: it has none that can be drawn.
    """
    from printnplay.svg.size import view_box

    help_ = 'give its root element one: viewBox="0 0 24 24"'
    try:
        box = view_box(root)
    except ValueError as error:
        message = f"the icon `{name}` cannot be drawn: {error}"
        raise MistakeError(message, help_, codes.UNUSABLE_PICTURE) from None
    if box is None:
        raise MistakeError(f"the icon `{name}` has no viewBox", help_, codes.UNUSABLE_PICTURE)
    return box.x, box.y, box.width, box.height
