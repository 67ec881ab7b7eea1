"""The shelf of fonts: every face that lies in the project's font folders, found by name."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from printnplay.model.sheet import FontFace
from printnplay.rendering.text.fontfile import FontFile
from printnplay.rendering.text.smallcaps import SMALL_CAPS, Part, small_caps

SUFFIXES = frozenset({".ttf", ".otf"})


class FontError(Exception):
    """A face that is not on the shelf; the message says what there is."""


class FontFileError(FontError):
    """A file with the ending of a font that is none."""

    def __init__(self, path: Path) -> None:
        """Keep which file it is."""
        super().__init__(f"`{path}` is not a TrueType or OpenType font")
        self.path = path


class FontShelf:
    """The fonts of one or more folders; where two folders hold the same face, the earlier wins.

    Only these fonts are ever used: what is installed on the machine would make two machines print
    different cards. Files are opened when the first face is asked for.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        """Remember the folders; one that does not exist is an empty one."""
        self._folders = tuple(folders)

    @cached_property
    def faces(self) -> tuple[FontFace, ...]:
        """All faces, by family, weight and slant (upright first).

        Raises:
            FontFileError: a file with the ending of a font is none.
        """
        faces = [file.face for file in self._files.values()]
        return tuple(sorted(faces, key=lambda face: (face.family, face.weight, face.italic)))

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The names of the families there are."""
        return tuple(dict.fromkeys(face.family for face in self.faces))

    def face(self, family: str, weight: int = 400, italic: bool = False) -> FontFace:  # noqa: FBT001, FBT002
        """The face of a family with this slant and this weight, or else the nearest weight.

        Raises:
            FontError: there is no such family, or it has no italic (or no upright) face.
        """
        kin = [face for face in self.faces if face.family == family]
        if not kin:
            there_are = ", ".join(self.families) or "none"
            raise FontError(f"there is no font family `{family}`; the families are: {there_are}")
        slanted = [face for face in kin if face.italic == italic]
        if not slanted:
            raise FontError(f"`{family}` has no {'italic' if italic else 'upright'} face")
        return min(slanted, key=lambda face: (abs(face.weight - weight), face.weight))

    def file(self, face: FontFace | str) -> FontFile:
        """The opened file of a face, or of the face with this name."""
        return self._files[face if isinstance(face, str) else face.name]

    def advance(self, text: str, face: FontFace | str) -> float:
        """The width of a text in em, shaped with kerning and ligatures."""
        if isinstance(face, str) and face.endswith(SMALL_CAPS):
            return sum(part.width for part in self.small_caps(text, face))
        return self.file(face).advance(text)

    def small_caps(self, text: str, face: str) -> list[Part]:
        """A text in small capitals, part by part; `face` is the name of a face and its suffix."""
        return small_caps(text, self.file(face.removesuffix(SMALL_CAPS)))

    def missing(self, text: str, face: FontFace | str) -> str:
        """The characters of a text that the face cannot draw, each once."""
        return self.file(face).missing(text)

    @cached_property
    def _files(self) -> dict[str, FontFile]:
        files: dict[str, FontFile] = {}
        for folder in self._folders:
            for path in sorted(folder.glob("*")):
                if path.suffix.lower() in SUFFIXES:
                    file = _opened(path)
                    files.setdefault(file.face.name, file)
        return files


def _opened(path: Path) -> FontFile:
    try:
        return FontFile(path)
    except ValueError:
        raise FontFileError(path) from None
