"""Font folders for libraries that read whole folders: no other fonts, and our family names.

typst strips words such as Black or Condensed from the end of a family's name, and has its own names
for some fonts (typst 0.15, `text/font/book.rs`): text in such a family would be left out. Such a
family is renamed, in copies of its files and in drawings, to a name that typst keeps. Three kinds
of faces get their own name too, because typst would set their text in another face: those whose
weight typst reads differently, whose weight SVG 1.1 has no number for, or whose width is not
normal.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from printnplay.files import sfnt
from printnplay.files.door import is_there
from printnplay.files.sfnt import FAMILY, POSTSCRIPT_NAME, TYPOGRAPHIC_FAMILY, WWS_FAMILY
from printnplay.files.temporary import temporary_folder
from printnplay.files.writing import write_there
from printnplay.pdf.errors import FontError
from printnplay.pdf.shaping import font_data
from printnplay.scene.sheet import FontFace

FONT_ENDINGS = frozenset({".ttf", ".otf", ".ttc", ".otc"})
"""The extensions by which typst and resvg find font files, in a folder and all folders below it."""


def folders_of(fonts: Iterable[FontFace]) -> tuple[str, ...]:
    """Return folders that contain the files of these faces and no other fonts.

    Raises:
        FontError: a file cannot be read.
    """
    files = tuple(sorted({face.path for face in fonts}))
    folders = sorted({str(Path(file).parent) for file in files})
    others = {str(path) for folder in folders for path in Path(folder).rglob("*")} - {*files}
    if not any(Path(path).suffix.lower() in FONT_ENDINGS or Path(path).is_dir() for path in others):
        return tuple(folders)
    return (_copied(tuple((file, "") for file in files)).name,)


class CompilerFonts(NamedTuple):
    """The folders that the compiler reads, and the names that it needs for renamed fonts.

    `faces` maps single faces, by their family, weight and slant, to their names. `files` are the
    fonts in the folders.
    """

    folders: tuple[str, ...]
    files: tuple[str, ...]
    families: Mapping[str, str]
    faces: Mapping[tuple[str, int, bool], str]

    def check_are_there(self) -> None:
        """Check that the fonts still exist: the compiler leaves out text that it has no font for.

        Raises:
            FontError: a folder, or a font in it, was removed.
        """
        for file in self.files:
            if not is_there(Path(file)):
                raise FontError(file, "it was removed while text was set in it")

    def in_drawing(self, svg: str) -> str:
        """Return a clean drawing with the family names that typst knows."""
        for (family, weight, italic), name in self.faces.items():
            style = ' font-style="italic"' if italic else ""
            # As text boxes write it: no other text can request a single face.
            for quoted in (family, f"'{family}'"):
                asked = f'font-family="{quoted}" font-weight="{weight}"{style}'
                svg = re.sub(
                    rf"{re.escape(asked)}(?! font-style)",
                    f'font-family="{name}" font-weight="400"{style}',
                    svg,
                )
        if not any(family in svg for family in self.families):
            return svg
        families = sorted(map(re.escape, self.families), key=len, reverse=True)
        one = re.compile(rf"(?<![\w-])(')?({'|'.join(families)})(?(1)')(?![\w-]| \w)")

        def named(listed: re.Match[str]) -> str:
            return listed[1] + one.sub(lambda found: self.families[found[2]], listed[2])

        return _FAMILIES.sub(named, svg)


_FAMILIES = re.compile(r"""((?<![\w-])font-family\s*(?:=\s*"|:))([^;}"]*)""")
"""The family names in a drawing: in attributes and in styles."""


@cache
def compiler_fonts(fonts: Sequence[FontFace]) -> CompilerFonts:
    """Return the fonts that typst needs for text in these faces.

    Raises:
        FontError: a file cannot be read, or text in it would be left out.
    """
    found = _known(folders_of(fonts))
    known = {one.family for one in found}
    weights = {(one.family, one.weight) for one in found}
    narrow = {(one.family, one.weight, one.italic) for one in found if one.stretch != 1}
    unknown = {face.family: name_for(face.family) for face in fonts if face.family not in known}
    odd = {
        (face.family, face.weight, face.italic): name_for(face.name)
        for face in fonts
        if face.weight % 100
        or (face.family in known and (face.family, face.weight) not in weights)
        or (face.family, face.weight, face.italic) in narrow
        or (face.family in unknown and _is_misread(face))
    }
    if not (unknown or odd):
        return _in_folders(folders_of(fonts), {}, {})
    copies = {(face.path, unknown.get(face.family, "")) for face in fonts}
    copies |= {
        (face.path, odd[face.family, face.weight, face.italic])
        for face in fonts
        if (face.family, face.weight, face.italic) in odd
    }
    for also_postscript in (False, True):
        folder = _copied(tuple(sorted(copies)), also_postscript=also_postscript).name
        there = {one.family for one in _known([folder])}
        lost = [path for path, name in sorted(copies) if name and name not in there]
        if not lost:
            return _in_folders((folder,), unknown, odd)
    raise FontError(lost[0], "its table of names cannot be read")


def _in_folders(
    folders: tuple[str, ...],
    families: Mapping[str, str],
    faces: Mapping[tuple[str, int, bool], str],
) -> CompilerFonts:
    """Return the fonts in folders that contain all of them now."""
    fonts = (path for folder in folders for path in Path(folder).glob("*"))
    files = sorted(str(path) for path in fonts if path.suffix.lower() in FONT_ENDINGS)
    return CompilerFonts(folders, tuple(files), families, faces)


class _Known(NamedTuple):
    """Font properties, as the compiler reads them; `stretch` is a share of the normal width."""

    family: str
    weight: int
    italic: bool
    stretch: float


def _known(folders: Sequence[str]) -> list[_Known]:
    """Return the fonts that the compiler finds in folders."""
    import typst

    found: Any = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders)
    )
    return [
        _Known(one.family, one.weight, one.style == "italic", one.stretch) for one in found.fonts()
    ]


def _is_misread(face: FontFace) -> bool:
    """Return whether the compiler reads another weight from the file of a face."""
    alone = _copied(((face.path, ""),)).name
    return all(one.weight != face.weight for one in _known([alone]))


def name_for(name: str) -> str:
    """Return a family name that has no words for typst to strip.

    >>> name_for("Archivo Black")
    'family4256272863'
    """
    number = int.from_bytes(blake2b(name.encode(), digest_size=4).digest())
    return f"family{number}"


@cache
def _copied(
    files: tuple[tuple[str, str], ...], *, also_postscript: bool = False
) -> "TemporaryDirectory[str]":
    """Copy font files to a folder that is removed at exit; rename those that have a new name."""
    folder = temporary_folder("printnplay-fonts-")
    for number, (file, name) in enumerate(files):
        data = font_data(file)
        if name:
            data = renamed(data, name, also_postscript=also_postscript)
        write_there(Path(folder.name, f"{number:04}{Path(file).suffix}"), [data])
    return folder


def renamed(data: bytes, name: str, *, also_postscript: bool = False) -> bytes:
    """Return a font file with this family name, in all languages.

    A malformed font file is returned unchanged.
    """
    names = {FAMILY: name, TYPOGRAPHIC_FAMILY: None, WWS_FAMILY: None}
    if also_postscript:
        names[POSTSCRIPT_NAME] = name
    try:
        return sfnt.renamed(data, names)
    except ValueError:
        return data
