"""Baked pictures: read from the PDF file they were baked into, and put into ReportLab documents.

A page becomes a form, and shares its fonts and images with the other forms of a document.
Everything is converted once, however many documents it is copied to; what is large is kept in a
file meanwhile. Where a page is pixels, its text lies over them unseen, for readers of the PDF to
find and copy.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple, cast
from weakref import finalize

from msgspec import Struct

from printnplay.files.kept import Kept, as_file
from printnplay.files.store import Store, key_of
from printnplay.output.pdf.forms import (
    DEVICE_SPACES,
    Form,
    Forms,
    ObjectId,
    Part,
    Parts,
    Pieces,
    body,
    joined,
)
from printnplay.output.pdf.inks import Palette, put_inks
from printnplay.output.pdf.painted_strokes import paint_apart
from printnplay.output.pdf.plain_file import read_plain

_TEXT = "BT ET Tf Tm Td TD T* Tj TJ Tc Tw Tz TL Ts ' \""
_PLACES = "q Q cm BMC BDC EMC"
_SHOWN = frozenset(f"{_TEXT} {_PLACES}".split())
_OWN = "/t"
"""Begins the names of the fonts of the text, so that they are not those of the page."""


def lay_text(page: Any, layer: Any) -> None:
    """Lay the text of one page over another, unseen (PDF 2.0, 9.3.6: rendering mode 3)."""
    import pikepdf

    fonts = layer.Resources.get("/Font", {})
    if not fonts:
        return
    own = page.Resources.get("/Font", {})
    names = {name: _OWN + name[1:] for name in fonts}
    page.Resources.Font = pikepdf.Dictionary(
        {**dict(own.items()), **{names[name]: font for name, font in fonts.items()}}
    )
    if "/Properties" in layer.Resources:
        page.Resources.Properties = layer.Resources.Properties
    operators = [
        _renamed(one, names)
        for one in pikepdf.parse_content_stream(layer)
        if str(one.operator) in _SHOWN
    ]
    text = pikepdf.unparse_content_stream(operators)
    content = page.Contents.read_bytes()
    page.Contents.write(b"q\n" + content + b"\nQ\nq 3 Tr\n" + text + b"\nQ")


def _renamed(instruction: Any, names: dict[str, str]) -> Any:
    import pikepdf

    if str(instruction.operator) != "Tf":
        return instruction
    font, size = instruction.operands
    return pikepdf.ContentStreamInstruction(
        [pikepdf.Name(names[str(font)]), size], instruction.operator
    )


_QUALITY = 75
"""Of JPEG: in noise nobody sees what it leaves out."""
_SMALL = 10_000
"""Pixels; what is smaller stays as it is."""


def compress_noise(resources: Any) -> None:
    """Keep pictures that hold noise as JPEG: without loss they are as large as their pixels."""
    import pikepdf
    from PIL import Image

    for image in _images(resources):
        size = (int(image.Width), int(image.Height))
        plain = image.get("/Filter") == "/FlateDecode" and image.get("/BitsPerComponent") == 8
        channels = _channels(image.get("/ColorSpace"))
        packed = len(image.read_raw_bytes()) / (size[0] * size[1] * max(1, channels))
        if not plain or size[0] * size[1] < _SMALL or channels not in (1, 3) or packed < 0.3:
            continue
        pixels = Image.frombytes("RGB" if channels == 3 else "L", size, image.read_bytes())
        stream = BytesIO()
        pixels.save(stream, "JPEG", quality=_QUALITY)
        image.write(stream.getvalue(), filter=pikepdf.Name.DCTDecode)


def _images(resources: Any) -> Iterator[Any]:
    """The pictures in resources and in the forms among them, each with its mask."""
    waiting, seen = [resources], set()
    while waiting:
        for form in dict(waiting.pop().get("/XObject", {})).values():
            if form.objgen in seen:
                continue
            seen.add(form.objgen)
            if form.get("/Subtype") == "/Image":
                yield form
                if "/SMask" in form:
                    yield form.SMask
            elif "/Resources" in form:
                waiting.append(form.Resources)


def _channels(space: Any) -> int:
    """The channels of a colour space; 0 for one that is not plain."""
    import pikepdf

    if isinstance(space, pikepdf.Array) and len(space) == 2 and space[0] == "/ICCBased":
        return int(space[1].N)
    return {"/DeviceGray": 1, "/DeviceRGB": 3}.get(str(space), 0)


LEFT_OUT = {"/Parent", "/StructParent", "/StructParents", "/Length"}
"""Entries that mean nothing outside the baked file, and the length, which is written anew."""


class Pages(NamedTuple):
    """A PDF file with a page for each of some pictures.

    `layers` are, for pages with unseen text on top, the pages that this text is taken from.
    `grainy` pages have noise, whose pixels are kept as JPEG. `pixels` says of each picture why it
    is drawn as pixels, if it is.
    """

    data: bytes
    layers: Mapping[int, int]
    grainy: Set[int]
    pixels: tuple[str, ...]


def opened(pages: Pages, palette: Palette) -> Forms:
    """The pages as forms, with the inks of a palette in place of colours."""
    if not (pages.layers or pages.grainy or palette):
        plain = read_plain(pages.data)
        if plain is not None:
            return Forms(pages.pixels, *plain)
    return BakedFile(pages, palette)


class BakedFile(Forms):
    """A PDF file whose pages are to be stamped into others."""

    def __init__(self, pages: Pages, palette: Palette) -> None:
        """Keep the file; it is read when it is first needed.

        Args:
            pages: the file, and what is to be done with its pages.
            palette: the inks to put in place of colours.
        """
        super().__init__(pages.pixels, {}, {})
        self._file = as_file(pages.data)
        finalize(self, self._file.close)
        self._layers = pages.layers
        self._palette = palette
        self._grainy = pages.grainy

    @cached_property
    def _pdf(self) -> Any:
        import pikepdf

        pdf = pikepdf.Pdf.open(self._file)
        if self._layers:
            for page, layer in self._layers.items():
                lay_text(pdf.pages[page], pdf.pages[layer])
        for number in self._grainy:
            compress_noise(pdf.pages[number].obj.Resources)
        if self._palette:
            put_inks(pdf, self._palette)
        return pdf

    def form(self, page: int) -> Form:
        """A page as a Form XObject, deflated."""
        if page not in self._forms:
            drawn = self._pdf.pages[page].obj
            paint_apart(drawn)
            self._forms[page] = _form(drawn)
        return self._forms[page]

    def parts(self, number: ObjectId) -> Parts:
        """An object that a form or another object refers to."""
        if number not in self._objects:
            self._objects[number] = _whole(self._pdf.get_object(number))
        return self._objects[number]


class _KeptForm(Struct, frozen=True, array_like=True):
    parts: tuple[bytes | ObjectId, ...]
    width: float
    height: float


class _KeptContent(Struct, frozen=True, array_like=True):
    forms: tuple[_KeptForm, ...]
    objects: tuple[tuple[ObjectId, tuple[bytes | ObjectId, ...]], ...]


class _KeptForms(Struct, frozen=True, tag=True):
    """What is kept by itself is looked at only where no sheet is kept that shows these forms."""

    pixels: tuple[str, ...]


class _ClosedForms(Forms):
    """Forms that are read when the first of them is needed."""

    def __init__(self, pixels: Sequence[str], read: Callable[[], Forms]) -> None:
        super().__init__(pixels, {}, {})
        self._read = read

    def form(self, page: int) -> Form:
        """A page as a Form XObject, deflated."""
        return self._opened.form(page)

    def parts(self, number: ObjectId) -> Parts:
        """An object that a form or another object refers to."""
        return self._opened.parts(number)

    @cached_property
    def _opened(self) -> Forms:
        return self._read()


class _KeptFile(Struct, frozen=True, tag=True):
    data: bytes
    layers: tuple[tuple[int, int], ...]
    grainy: frozenset[int]
    pixels: tuple[str, ...]


class _KeptPages(Struct, frozen=True):
    """Baked pages as they are kept between commands."""

    pages: _KeptForms | _KeptFile


def put(store: Store, key: bytes, pages: Pages, forms: Forms) -> None:
    """Keep baked pages between commands: their forms, or the file where these hold photographs."""
    shapes = {number: forms.form(number) for number in range(len(forms.pixels))}
    objects = forms.objects_of(shapes)
    everything = (*(form.parts for form in shapes.values()), *objects.values())
    kept: _KeptForms | _KeptFile
    if any(isinstance(part, Kept) for parts in everything for part in parts):
        layers = tuple(pages.layers.items())
        kept = _KeptFile(pages.data, layers, frozenset(pages.grainy), pages.pixels)
    else:
        # None of their parts is kept elsewhere.
        plain = tuple(_KeptForm(cast("Any", form.parts), *form[1:]) for form in shapes.values())
        content = _KeptContent(plain, cast("Any", tuple(objects.items())))
        store.put_value(_of_content(key), content, dense=True)
        kept = _KeptForms(forms.pixels)
    store.put_value(key, _KeptPages(kept), dense=True)


def _of_content(key: bytes) -> bytes:
    return key_of("content", key)


def taken(
    store: Store, key: bytes, palette: Palette, bake_again: Callable[[], Forms]
) -> Forms | None:
    """The pages that were kept under a key; they are baked again if they are gone when needed."""

    def read() -> Forms:
        content = store.take_value(_KeptContent, _of_content(key))
        if content is None:
            return bake_again()
        shapes = (Form(form.parts, form.width, form.height) for form in content.forms)
        return Forms(pages.pixels, dict(enumerate(shapes)), dict(content.objects))

    kept = store.take_value(_KeptPages, key)
    if kept is None:
        return None
    pages = kept.pages
    if isinstance(pages, _KeptForms):
        return _ClosedForms(pages.pixels, read) if store.has(_of_content(key)) else None
    file = Pages(pages.data, dict(pages.layers), pages.grainy, pages.pixels)
    return opened(file, palette)


def _form(page: Any) -> Form:
    _, _, width, height = (float(side) for side in page.MediaBox)
    resources = page.Resources
    out: list[Part] = [b"<< /Type /XObject /Subtype /Form /BBox "]
    _write(page.MediaBox, out)
    out.append(b" /Resources ")
    _write(resources, out)
    if "/ExtGState" in resources:
        # Blending must not see the sheet below; without a colour space black stays black ink.
        out.append(b" /Group << /S /Transparency /I true >>")
    out.append(b" /Filter /FlateDecode")
    out += body(_deflated(page.Contents))
    return Form(joined(out), width, height)


def _deflated(content: Any) -> bytes:
    """A content stream, deflated; as it is in the file, where it was not changed."""
    if content.get("/Filter") == "/FlateDecode" and "/DecodeParms" not in content:
        return bytes(content.read_raw_bytes())
    return zlib.compress(content.read_bytes(), 9)


def _whole(value: Any) -> Parts:
    import pikepdf

    out: list[Part] = []
    if isinstance(value, pikepdf.Stream):
        out.append(b"<<")
        _write_entries(value, out)
        out += body(value.read_raw_bytes())
    else:
        _write(value, out, inside=True)
    return joined(out)


def _write(value: Any, out: list[Part], *, inside: bool = False) -> None:
    """Append a value; one that stands on its own is referred to, unless we are `inside` it."""
    import pikepdf

    if not isinstance(value, pikepdf.Object):
        out.append(_plain(value))
    elif (space := _device_space(value)) is not None:
        out.append(space)
    elif value.is_indirect and not inside:
        out.append(value.objgen)
    elif isinstance(value, pikepdf.Dictionary):
        out.append(b"<<")
        _write_entries(value, out)
        out.append(b" >>")
    elif isinstance(value, pikepdf.Array):
        out.append(b"[")
        for one in value:
            out.append(b" ")
            _write(one, out)
        out.append(b" ]")
    else:
        out.append(value.unparse())


def _write_entries(value: Any, out: list[Part]) -> None:
    import pikepdf

    for key, one in value.items():
        if key not in LEFT_OUT:
            out.append(b" " + pikepdf.Name(key).unparse() + b" ")
            _write(one, out)


def _device_space(value: Any) -> bytes | None:
    import pikepdf

    if isinstance(value, pikepdf.Array) and len(value) == 2 and value[0] == "/ICCBased":
        return DEVICE_SPACES[int(value[1].N)]
    return None


def _plain(value: Decimal | int | float | bool | None) -> bytes:  # noqa: FBT001
    if value is None:
        return b"null"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    # An exponent, as in 1E-7, is no number in PDF.
    return format(value, "f" if isinstance(value, Decimal) else "").encode()


class Baked(Struct, frozen=True, cache_hash=True):
    """A picture as a page of a PDF file; the page shows the picture with its bleed.

    `pixels` says why it is printed as pixels; it is empty where it is not.
    """

    file: Forms
    page: int
    pixels: str = ""


class Bridge:
    """Copies forms, and the parts that they share, into one document; each object once.

    `forms` are the numbers of the forms, `parts` the references to the parts by what is in them.
    `used` gathers the references to parts that anything copied has.
    """

    def __init__(self, document: Any) -> None:
        """Copy into this document of ReportLab's."""
        self._document = document
        self.forms: dict[Baked, int] = {}
        self.parts: dict[bytes, bytes] = {}
        self.used: set[bytes] = set()
        self._names: dict[Baked, str] = {}
        self._files: dict[Forms, int] = {}
        self._copied: dict[tuple[Forms, ObjectId], bytes] = {}

    def form(self, baked: Baked) -> tuple[str, Form]:
        """The name that a canvas knows the picture's form by, and the form."""
        form = baked.file.form(baked.page)
        known = self._names.get(baked)
        if known is not None:
            return known, form
        name, internal = self._named(baked)
        for part in form.parts:
            if isinstance(part, tuple):
                self._copy_all(baked.file, part)
        content = self._filled(form.parts, baked.file)
        self._document.Reference(content, internal)
        self.forms[baked], _ = self._document.idToObjectNumberAndVersion[internal]
        for piece in content:
            self._document.updateSignature(_marked(piece))
        return name, form

    def take_form(self, baked: Baked, number: int) -> None:
        """Take the object of this number as the form of a picture."""
        _, internal = self._named(baked)
        self._document.idToObjectNumberAndVersion[internal] = (number, 0)
        self.forms[baked] = number

    def _named(self, baked: Baked) -> tuple[str, str]:
        """A name for the form of a picture, for the canvas and in the document."""
        name = self._names[baked] = f"picture{len(self._names)}"
        return name, self._document.getXObjectName(name)

    def _filled(self, parts: Parts, file: Forms) -> Pieces:
        """The parts with references to what has been copied."""
        filled = list(parts)
        for place, part in enumerate(filled):
            if isinstance(part, tuple):
                filled[place] = reference = self._copied[file, part]
                self.used.add(reference)
        return cast("Pieces", joined(filled))

    def _copy_all(self, file: Forms, number: ObjectId) -> None:
        """Copy an object; what it refers to itself is copied before it."""
        # Not by recursion: groups of groups lie as deep as a drawing likes.
        waiting = [number]
        while waiting:
            missing = [
                part
                for part in file.parts(waiting[-1])
                if isinstance(part, tuple) and (file, part) not in self._copied
            ]
            waiting += reversed(missing)
            if not missing:
                last = waiting.pop()
                if (file, last) not in self._copied:
                    self._copy(file, last)

    def _copy(self, file: Forms, number: ObjectId) -> None:
        """Copy an object; all that it refers to has been copied."""
        content = self._filled(file.parts(number), file)
        # Pictures that were baked in several files may share images all the same.
        mark = sha256(b"".join(map(_marked, content))).digest()
        if mark not in self.parts:
            index = self._files.setdefault(file, len(self._files))
            name = f"baked{index}.{number[0]}.{number[1]}"
            self.parts[mark] = self._document.Reference(content, name).format(self._document)
        self._copied[file, number] = self.parts[mark]


def _marked(piece: bytes | Kept) -> bytes:
    """What differs where a piece does."""
    return piece if isinstance(piece, bytes) else piece.key.encode()
