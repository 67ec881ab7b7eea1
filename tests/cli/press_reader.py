"""A reader of press sets that shares nothing with their writer: pikepdf, qpdf and Ghostscript.

It reads files as a prepress program does, and says what a factory would send back.
"""

import csv
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import pikepdf
from pikepdf import Object
from PIL import Image, ImageChops, ImageCms, ImageFilter

from .press import INKS, plates_of

POINT = 25.4 / 72
"""A point in millimetres."""

EXACT = 0.01
"""How far boxes may be off, in points."""

ROUNDED = 1.6
"""Four roundings of an eighth bit, in per cent of ink."""

STANDARDS = {"x-1a": ("1.4", "PDF/X-1a:2003"), "x-4": ("1.6", "PDF/X-4")}
BLACK = (0.0, 0.0, 0.0, 1.0)

Colour: TypeAlias = tuple[str, tuple[float, ...]]


@dataclass(slots=True)
class Wanted:
    """What a set must be: its standard, ink limit in per cent, and the names of spot inks."""

    standard: str
    ink: int
    spots: frozenset[str]
    outlines: bool = False


@dataclass(slots=True, frozen=True)
class State:
    """What decides how a text prints: its colour, and whether it overprints what is below."""

    colour: Colour = ("g", (0.0,))
    overprints: bool = False
    opaque: bool = True
    mode: int = 0


def _set(state: State, changes: Object) -> State:
    """A state after a dictionary of the graphics state."""
    if "/op" in changes or "/OP" in changes:
        fills = bool(changes.get("/op", changes.get("/OP")))
        state = replace(state, overprints=fills and int(changes.get("/OPM", 0)) == 1)
    return replace(state, opaque=float(changes["/ca"]) == 1) if "/ca" in changes else state


@dataclass(slots=True)
class Content:
    """What is drawn by a page or form, and what is wrong with it."""

    wanted: Wanted
    faults: dict[str, None] = field(default_factory=dict)
    seen: set[tuple[int, int]] = field(default_factory=set)

    def say(self, fault: str) -> None:
        self.faults[fault] = None

    def read(self, content: Object) -> None:
        """Read the instructions of a page or form, and of all that it draws."""
        resources = content.get("/Resources", pikepdf.Dictionary())
        state, saved = State(), list[State]()
        stream = pikepdf.Page(content) if "/Contents" in content else content
        if isinstance(stream, pikepdf.Page | pikepdf.Stream):
            for instruction in pikepdf.parse_content_stream(stream):
                operator = str(instruction.operator)
                if operator == "q":
                    saved.append(state)
                elif operator == "Q":
                    state = saved.pop()
                else:
                    state = self._after(state, operator, list(instruction.operands), resources)
        for kind in ("/XObject", "/Pattern", "/Shading", "/ExtGState", "/ColorSpace", "/Font"):
            for item in resources.get(kind, {}).values():
                self._resource(kind, item)

    def _after(
        self, state: State, operator: str, operands: Sequence[Object], resources: Object
    ) -> State:
        match operator:
            case "rg" | "RG":
                self.say("a colour of screens")
            case "k" | "g":
                return replace(state, colour=(operator, tuple(map(float, operands))))
            case "cs" | "scn" | "sc":
                return replace(state, colour=("spot", ()))
            case "Tr":
                return replace(state, mode=int(operands[0]))
            case "gs":
                return _set(state, resources["/ExtGState"][str(operands[0])])
            case "Tj" | "TJ" | "'" | '"':
                self._text(state)
        return state

    def _text(self, state: State) -> None:
        if self.wanted.outlines:
            self.say("a text that is no outline")
        space, shares = state.colour
        if state.mode == 3 or not state.opaque:
            return
        if (space, shares) == ("g", (0.0,)):
            self.say("a black text in grey")
        elif space == "k" and shares == BLACK and not state.overprints:
            self.say("a black text that does not overprint")
        elif space == "k" and shares[3] >= 0.9 and sum(shares[:3]) > 0:
            self.say(f"a text in rich black: {shares}")

    def _resource(self, kind: str, item: Object) -> None:
        if item.is_indirect:
            if item.objgen in self.seen:
                return
            self.seen.add(item.objgen)
        readers = {"/ColorSpace": self._space, "/Font": self._font, "/ExtGState": self._state}
        readers.get(kind, self._drawn)(item)

    def _drawn(self, item: Object) -> None:
        """Read a form, image, pattern or gradient."""
        group = item.get("/Group", pikepdf.Dictionary())
        shading = item if "/ShadingType" in item else item.get("/Shading")
        for one, key in ((item, "/ColorSpace"), (shading, "/ColorSpace"), (group, "/CS")):
            if one is not None and key in one:
                self._space(one[key])
        if "/SMask" in item or group.get("/S") == "/Transparency":
            self._refuse("transparency")
        if shading is not None:
            self._refuse("a gradient")
        elif item.get("/Subtype") != "/Image":
            self.read(item)

    def _refuse(self, what: str) -> None:
        if self.wanted.standard == "x-1a":
            self.say(what)

    def _state(self, item: Object) -> None:
        solid = float(item.get("/ca", 1)) == float(item.get("/CA", 1)) == 1
        solid = solid and str(item.get("/SMask", "/None")) == "/None"
        if not solid:
            self._refuse("transparency")
        mask = item.get("/SMask")
        if isinstance(mask, pikepdf.Dictionary):
            self._resource("/XObject", mask["/G"])

    def _space(self, space: Object) -> None:
        if isinstance(space, pikepdf.Array):
            if space[0] == "/Separation":
                if str(space[1]).removeprefix("/") not in self.wanted.spots:
                    self.say(f"the ink {space[1]}")
                space = space[2]
            elif space[0] in ("/Indexed", "/Pattern"):
                space = space[1]
        if str(space) not in ("/DeviceCMYK", "/DeviceGray", "/Pattern"):
            self.say(f"the colour space {space}")

    def _font(self, font: Object) -> None:
        inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        descriptor = inner.get("/FontDescriptor", pikepdf.Dictionary())
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            self.say(f"the font {font.get('/BaseFont', '')} is not embedded")
        if self.wanted.outlines:
            self.say("a font")


def faults_of_file(
    path: Path, wanted: Wanted, size: tuple[float, float], bleed: float, pages: int
) -> list[str]:
    """What is wrong with a file, besides how it looks; sizes are in millimetres."""
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, check=False)
    found = [] if checked.returncode == 0 else [f"qpdf: {checked.stdout.decode()}"]
    with pikepdf.open(path) as pdf:
        found += _declared(pdf, wanted)
        if len(pdf.pages) != pages:
            found.append(f"{len(pdf.pages)} pages instead of {pages}")
        content = Content(wanted)
        for number, page in enumerate(pdf.pages, start=1):
            found += [f"page {number}: {one}" for one in _boxes(page.obj, size, bleed)]
            if "/Annots" in page.obj:
                found.append(f"page {number}: annotations")
            content.read(page.obj)
        return [*found, *content.faults]


def _boxes(page: Object, size: tuple[float, float], bleed: float) -> Iterator[str]:
    media, bled, trim = (
        [float(edge) for edge in page[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox")
    )
    for length, low, high in zip(size, trim[:2], trim[2:], strict=True):
        if abs(high - low - length / POINT) > EXACT:
            yield f"the TrimBox is {(high - low) * POINT:.4f} mm, not {length:.4f}"
    for inner, outer in zip(trim, bled, strict=True):
        if abs(abs(inner - outer) - bleed / POINT) > EXACT:
            yield f"the bleed is {abs(inner - outer) * POINT:.4f} mm"
    for name, box, held in (("MediaBox", media, bled), ("BleedBox", bled, trim)):
        if held[0] < box[0] or held[1] < box[1] or held[2] > box[2] or held[3] > box[3]:
            yield f"the {name} does not hold the next one"


def _declared(pdf: pikepdf.Pdf, wanted: Wanted) -> Iterator[str]:
    version, standard = STANDARDS[wanted.standard]
    said = pdf.docinfo.get("/GTS_PDFXVersion") or ""
    if wanted.standard == "x-4":
        said = pdf.open_metadata().get("pdfxid:GTS_PDFXVersion") or ""
    intents = list(pdf.Root.get("/OutputIntents", ()))
    facts = {
        f"the version {pdf.pdf_version}": pdf.pdf_version == version,
        f"the standard {said}": str(said) == standard,
        "no mark of trapping": str(pdf.docinfo.get("/Trapped")) == "/False",
        "no ID": "/ID" in pdf.trailer,
        "encryption": not pdf.is_encrypted,
        "not one output intent": len(intents) == 1,
        "actions": not any(key in pdf.Root for key in ("/OpenAction", "/AA", "/AcroForm")),
    }
    for (intent,) in [intents] * (len(intents) == 1):
        profile = intent.DestOutputProfile.read_bytes()
        facts["an output intent of another kind"] = str(intent.S) == "/GTS_PDFX"
        facts["no name of the press"] = bool(str(intent.OutputConditionIdentifier))
        facts["a profile of no press"] = (profile[12:16], profile[16:20]) == (b"prtr", b"CMYK")
    yield from (fault for fault, is_right in facts.items() if not is_right)


def faults_of_set(
    folder: Path, wanted: Wanted, shown: Mapping[str, Image.Image], temporary: Path, dpi: int = 50
) -> list[str]:
    """What is wrong with a set; `shown` are faces by component and side, drawn elsewhere."""
    with (folder / "files.csv").open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["pages"]]
    with (folder / "components.csv").open(encoding="utf-8", newline="") as table:
        listed = list(csv.DictReader(table))
    found = []
    for row in rows:
        path, name = folder / row["file"], row["part"]
        size = float(row["width_mm"]), float(row["height_mm"])
        count, bleed = int(row["pages"]), float(row["bleed_mm"])
        found += [f"{name}: {one}" for one in faults_of_file(path, wanted, size, bleed, count)]
        pages = plates_of(path, temporary / path.stem, dpi)
        for number, plates in pages.items():
            found += [f"{name}, page {number}: {one}" for one in _too_much(plates, wanted)]
        for line in (one for one in listed if one["file"] == row["file"]):
            for side in ("front", "back"):
                page, face = line[f"{side}_page"], shown.get(f"{line['component']}-{side}")
                if page and face is not None:
                    apart = difference(pages[int(page)], face, path)
                    if apart > ALIKE:
                        found.append(f"{line['component']}, {side}: {apart:.2%} looks different")
    return found


def _too_much(plates: dict[str, Image.Image], wanted: Wanted) -> Iterator[str]:
    bands = [plates[ink].tobytes() for ink in INKS]
    most = max(map(sum, zip(*bands, strict=True))) / 2.55
    if most > wanted.ink + ROUNDED:
        yield f"{most:.0f} % of ink"
    if strange := set(plates) - {*INKS} - wanted.spots:
        yield f"the plates {sorted(strange)}"


ALIKE = 0.03
"""The share of pixels of a face that may look different: edges where two renderers smooth."""

FAR = 48
"""The difference of a channel, of 255, from which a pixel looks different. Black ink alone, on
paper, is lighter by about 35 than the black of screens."""


def difference(plates: Mapping[str, Image.Image], face: Image.Image, path: Path) -> float:
    """The share of a face that looks different in print."""
    printed = as_seen(plates, path)
    drawn = as_printed(face, path).resize(printed.size)
    smooth = ImageFilter.GaussianBlur(1.5)
    apart = ImageChops.difference(printed.filter(smooth), drawn.filter(smooth))
    red, green, blue = apart.split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(worst.histogram()[FAR:]) / (worst.width * worst.height)


def profile_of(path: Path) -> bytes:
    """The profile of the press in a file."""
    with pikepdf.open(path) as pdf:
        return pdf.Root.OutputIntents[0].DestOutputProfile.read_bytes()


def as_seen(plates: Mapping[str, Image.Image], path: Path) -> Image.Image:
    """How plates look on paper, by the profile in their file."""
    inked = Image.merge("CMYK", [plates[ink] for ink in INKS])
    return _through(inked, profile_of(path), from_press=True)


def as_printed(face: Image.Image, path: Path) -> Image.Image:
    """How a picture would look on paper: colours that no press can print become the next ones."""
    profile = profile_of(path)
    inked = _through(face.convert("RGB"), profile, from_press=False)
    return _through(inked, profile, from_press=True)


def _through(image: Image.Image, profile: bytes, *, from_press: bool) -> Image.Image:
    press = ImageCms.ImageCmsProfile(BytesIO(profile))
    screen = ImageCms.createProfile("sRGB")
    how = (ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION)
    if from_press:
        made = ImageCms.buildTransform(press, screen, "CMYK", "RGB", *how)
    else:
        made = ImageCms.buildTransform(screen, press, "RGB", "CMYK", *how)
    done = ImageCms.applyTransform(image, made)
    assert done is not None
    return done
