"""Files of single faces, with unique file names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from printnplay.changes.origins import FACE, name_of_face, origin_of_faces
from printnplay.export.job import Exported, ExportJob
from printnplay.files.catalog import is_reserved
from printnplay.game.exporting import (
    Component,
    ComponentKind,
    Copies,
    Corners,
    FaceOptions,
    Ground,
)
from printnplay.game.kinds import Kind
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.geometry import Point
from printnplay.kernel.shapes import Outline, Shape, ShapeKind
from printnplay.kernel.suggestions import did_you_mean, listed
from printnplay.raster.single_faces import Crop
from printnplay.scene.origin import Origin
from printnplay.scene.picture import Picture

FIELDS = ("index", "id", "side", "copy", "group", "kind", "game", "language")
"""Fields that a name pattern can use."""

LONGEST_NAME = 150
"""Maximum number of characters in a name: file systems allow 255 bytes, and most letters take one
or two."""

DEFAULT_NAMES = {Copies.LIST: "{id}-{side}", Copies.REPEAT: "{index:03}-{id}-{side}"}

_FIELD = re.compile(r"\{([a-z]+)(?::0?([1-9]))?\}")
_PLAIN = re.compile(r"(?!\.)[\w+.-]+(?: [\w+.-]+)*")


class FaceFile(Struct, frozen=True):
    """A face and the name of its file, without extension.

    `copy` counts the copies of a component from 1; with `Copies.LIST` there is only the first. For
    a back that several components share, `shared` is its name.
    """

    name: str
    component: Component
    is_back: bool
    picture: Picture
    crop: Crop
    copy: int = 1
    shared: str = ""


class Made(Struct, frozen=True):
    """The manifest entry of a finished file: size in pixels, length in bytes and hash."""

    size: tuple[int, int] | None
    length: int
    sha256: str


def made_of(content: bytes, size: tuple[int, int] | None = None) -> Made:
    """Return the manifest entry of a file with this content."""
    return Made(size, len(content), sha256(content).hexdigest())


class Naming(Struct, frozen=True):
    """Name patterns of fronts and backs, and a subfolder of the job's folder."""

    fronts: str
    backs: str
    folder: str = ""


def face_files(
    job: ExportJob,
    ending: str,
    components: Sequence[Component] | None = None,
    naming: Naming | None = None,
) -> list[FaceFile]:
    """Return the files of all faces in order, fronts and backs.

    With `Copies.LIST`, each distinct face has one file, and shared backs come last. With
    `Copies.REPEAT`, each copy of a card has its own front and back.

    Args:
        job: provides the options and components.
        ending: the extension of the files.
        components: some of the components; all by default.
        naming: name patterns to use instead of that of the options.

    Raises:
        FaultsError: the pattern is invalid, or gives two files the same name.
    """
    options = job.options
    pattern = options.names or DEFAULT_NAMES[options.copies]
    naming = naming or Naming(pattern, pattern)
    for pattern in (naming.fronts, naming.backs):
        check_pattern(pattern)
    about = {"game": job.edition.game.id, "language": job.languages}
    chosen = job.components if components is None else components
    found = [_file(naming, index, face, about, options) for index, face in _faces(chosen, options)]
    _check_apart(naming, found, ending)
    return found


class _Face(Struct, frozen=True):
    component: Component
    is_back: bool = False
    copy: int = 1
    shared: str = ""


def _faces(components: Sequence[Component], options: FaceOptions) -> Iterator[tuple[int, _Face]]:
    """Yield each face with the number of its component or copy, counted from 1."""
    index = 0
    shared: dict[str, Component] = {}
    for component in components:
        copies = component.copies if options.copies is Copies.REPEAT else 1
        for copy in range(1, copies + 1):
            index += 1
            yield index, _Face(component, copy=copy)
            if component.back_id and options.copies is Copies.LIST:
                shared.setdefault(component.back_id, component)
            elif component.back is not None:
                yield index, _Face(component, is_back=True, copy=copy)
    for number, (name, component) in enumerate(shared.items(), start=index + 1):
        yield number, _Face(component, is_back=True, shared=name)


def _file(
    naming: Naming, index: int, face: _Face, about: Mapping[str, str], options: FaceOptions
) -> FaceFile:
    component = face.component
    picture = component.back if face.is_back else component.front
    assert picture is not None
    values = {
        **about,
        "index": str(index),
        "id": face.shared or component.id,
        "side": "back" if face.is_back else "front",
        "copy": str(face.copy),
        "group": component.group or "none",
        "kind": component.counts_as.singular,
    }

    def value(quoted: re.Match[str]) -> str:
        return values[quoted[1]].rjust(int(quoted[2] or 0), "0")

    outline = None
    if options.corners is Corners.ROUND:
        outline = _outline(component, picture, is_back=face.is_back)
    paper = "" if options.ground is Ground.TRANSPARENT else "#ffffff"
    crop = Crop(0 if outline else picture.bleed, outline, paper)
    name = _FIELD.sub(value, naming.backs if face.is_back else naming.fronts)
    if naming.folder:
        name = f"{naming.folder}/{name}"
    return FaceFile(name, component, face.is_back, picture, crop, face.copy, face.shared)


def name_of(job: ExportJob, file: FaceFile) -> str:
    """Return the name of a face among all that is printed of the game."""
    component = file.component
    if component.kind is ComponentKind.BOARD:
        return f"board {component.id}"
    return name_of_face(job.edition, job.cards[component.card], back=file.is_back)


def origin_of(job: ExportJob, files: Sequence[FaceFile], kind: str = FACE) -> Origin:
    """Return the origin of a file that shows these faces."""
    names = dict.fromkeys(name_of(job, file) for file in files)
    return origin_of_faces(job.edition, job.languages, kind, list(names), job.options.bleed)


def cut_to(file: FaceFile) -> Outline:
    """Return the die line of a face, relative to its trimmed top left corner."""
    return _outline(file.component, file.picture, is_back=file.is_back)


def _outline(component: Component, picture: Picture, *, is_back: bool) -> Outline:
    """Return the outline of a face; a back has that of the front as seen from behind."""
    outline = _rounded(component).outline(picture.size)
    if not is_back:
        return outline
    return outline.mapped(lambda point: Point(picture.size.width - point.x, point.y))


def _rounded(component: Component) -> Shape:
    """Return the cut shape of a component; cards get round corners."""
    shape = component.shape
    is_plain = shape.kind is ShapeKind.RECTANGLE and component.counts_as is Kind.CARDS
    return replace(shape, kind=ShapeKind.ROUNDED) if is_plain else shape


def check_pattern(pattern: str) -> None:
    """Check that a pattern is valid and produces portable file names.

    Raises:
        FaultsError: it is not.
    """
    rest = _FIELD.sub("", pattern)
    unknown = [name for name, _ in _FIELD.findall(pattern) if name not in FIELDS]
    reason, cure = "", "write it like `{index:03}-{id}-{side}`"
    if unknown:
        reason = f"unknown field `{{{unknown[0]}}}`"
        cure = did_you_mean(unknown[0], FIELDS, cure)
    elif "{" in rest or "}" in rest:
        reason = "a brace is not part of a field"
    elif not all(_PLAIN.fullmatch(part) for part in _FIELD.sub("x", pattern).split("/")):
        reason = "it makes names that some systems do not allow"
    elif len(pattern) > LONGEST_NAME:
        reason = f"it has more than {LONGEST_NAME} characters"
    if reason:
        raise FaultsError(
            [
                Diagnostic(
                    codes.WRONG_NAME_PATTERN,
                    f"the name pattern `{pattern}` cannot be used: {reason}",
                    Span(""),
                    f"expected letters, digits, hyphens, and fields: {listed(FIELDS)}",
                    cure,
                )
            ]
        )


def _check_apart(naming: Naming, files: Sequence[FaceFile], ending: str) -> None:
    """Check that file names are unique, ignoring case.

    Raises:
        FaultsError: two files have the same name, or one has a reserved device name.
    """
    first: dict[str, FaceFile] = {}
    faults = []
    for file in files:
        if any(map(is_reserved, file.name.split("/"))):
            faults.append(_reserved(naming, file, ending))
        name = file.name.casefold()
        other = first.setdefault(name, file)
        if other is not file:
            faults.append(
                Diagnostic(
                    codes.SAME_FILE_NAME,
                    f"the pattern `{_pattern_of(naming, file)}` gives two faces the file"
                    f" `{file.name}{ending}`: {_told(other)} and {_told(file)}",
                    Span(""),
                    "expected a different name for each file",
                    "put `{index:03}` or `{id}-{side}` into the pattern",
                )
            )
    if faults:
        raise FaultsError(faults)


def _reserved(naming: Naming, file: FaceFile, ending: str) -> Diagnostic:
    return Diagnostic(
        codes.WRONG_NAME_PATTERN,
        f"the pattern `{_pattern_of(naming, file)}` gives {_told(file)} the file"
        f" `{file.name}{ending}`, a name that Windows reserves",
        Span(""),
        "expected a name that every system allows",
        "put `{index:03}` or `{side}` into the pattern",
    )


def _pattern_of(naming: Naming, file: FaceFile) -> str:
    return naming.backs if file.is_back else naming.fronts


def _told(file: FaceFile) -> str:
    side = "back" if file.is_back else "front"
    return f"the {side} of `{file.component.id}`"


def manifest(
    job: ExportJob, files: Sequence[FaceFile], ending: str, made: Mapping[str, Made]
) -> Exported:
    """Write the manifest: each component with its files, and the details of each file.

    `made` contains the details of each file by its name without extension.
    """
    return job.write_manifest(
        {f"{name}{ending}": _said(written) for name, written in made.items()},
        dpi=job.options.dpi,
        bleed_mm=max((file.crop.bleed for file in files), default=0) / 1000,
        components=[_component(component, files, ending) for component in job.components],
    )


def _component(
    component: Component, files: Sequence[FaceFile], ending: str
) -> Mapping[str, object]:
    def names(*, is_back: bool) -> list[str]:
        return [
            f"{file.name}{ending}"
            for file in files
            if file.is_back is is_back and _shows(file, component)
        ]

    size = component.front.size
    return {
        "id": component.id,
        "kind": component.counts_as.singular,
        "group": component.group,
        "copies": component.copies,
        **({"hash": component.hash} if component.hash else {}),
        "size_mm": [size.width / 1000, size.height / 1000],
        "fronts": names(is_back=False),
        "backs": names(is_back=True),
    }


def _shows(file: FaceFile, component: Component) -> bool:
    """Return whether a file belongs to a component, or is the back that it shares."""
    if file.shared:
        return file.shared == component.back_id
    return file.component == component


def _said(made: Made) -> Mapping[str, object]:
    pixels = {"width": made.size[0], "height": made.size[1]} if made.size else {}
    return {**pixels, "bytes": made.length, "sha256": made.sha256}
