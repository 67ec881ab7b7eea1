"""Small print-ready PDFs: clean, or with one fault that a case plants."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, TypeAlias

import pikepdf
from build.print_services.press_profile import profile
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from printnplay.files.catalog import PACKAGE

MM = 72 / 25.4
FONT = PACKAGE.parent / "templates/fonts/Bangers-Regular.ttf"

Case: TypeAlias = Mapping[str, Any]

GROUND = "0.2 0 0 0 k 0 0 {w} {h} re f"
WORDS = "0 0 0 1 k BT /F 9 Tf 60 120 Td (Harbour) Tj ET"
PICTURE = "q 60 0 0 60 60 150 cm /Picture Do Q"
LINES = "0 0 0 1 K 0.5 w 60 100 m 140 100 l S"
"""What a clean page draws: a ground through the bleed, a word, a picture and a line."""


def made(case: Case) -> bytes:
    """Write the PDF of a case: a poker card with 3 mm of bleed, to PDF/X-1a:2003."""
    pdf = Pdf.new()
    resources = _resources(pdf, case.get("spot", "CutContour"))
    width, height = case.get("trim", (63.5, 88.9))
    for number in range(case.get("pages", 1)):
        _add_page(pdf, resources, (width, height), case if number == 0 else {})
    if case.get("blank"):
        pdf.pages[0].Contents = pdf.make_stream(b"")
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String("test"),
        DestOutputProfile=Stream(pdf, profile()),
    )
    intent.DestOutputProfile.N = 4
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    pdf.docinfo[Name.Title] = String("Harbour")
    pdf.docinfo[Name.Trapped] = Name("/False")
    pdf.docinfo[Name.GTS_PDFXVersion] = String("PDF/X-1a:2003")
    settings: dict[str, Any] = {"force_version": "1.4", "deterministic_id": True}
    if plant := case.get("plant"):
        PLANTS[plant](pdf, settings)
    out = BytesIO()
    pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable, **settings)
    return out.getvalue()


def _add_page(pdf: Pdf, resources: Dictionary, trim: tuple[float, float], case: Case) -> None:
    width, height = ((side + 6) * MM for side in trim)
    page = Dictionary(
        Type=Name.Page,
        MediaBox=[0, 0, width, height],
        BleedBox=[0, 0, width, height],
        TrimBox=[3 * MM, 3 * MM, width - 3 * MM, height - 3 * MM],
        Resources=resources,
    )
    drawn = [
        case.get("ground", GROUND).format(w=width, h=height),
        WORDS,
        PICTURE,
        LINES,
        case.get("draw", ""),
    ]
    page.Contents = pdf.make_stream("\n".join(drawn).encode())
    for name, value in case.get("page", {}).items():
        if value is None:
            del page[f"/{name}"]
        elif isinstance(value, list):
            page[f"/{name}"] = Array([edge * MM for edge in value])
        else:
            page[f"/{name}"] = value
    pdf.pages.append(pikepdf.Page(page))


def _resources(pdf: Pdf, spot_ink: str) -> Dictionary:
    """Return what the drawings of all cases use, by name; a page may name what it does not draw."""
    form = pdf.make_stream(b"q 0.5 0 0 0.5 0 0 cm 1 0 0 rg 0 0 20 20 re f Q")
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, 200, 300])
    outer = pdf.make_stream(b"/Form Do")
    outer.Type, outer.Subtype, outer.BBox = Name.XObject, Name.Form, Array([0, 0, 200, 300])
    outer.Matrix = Array([1, 0, 0, 1, 60, 60])
    outer.Resources = Dictionary(XObject=Dictionary(Form=form))
    icc = pdf.make_stream(profile())
    icc.N = 4
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 0, 0], N=1)
    spot = Array([Name.Separation, Name(f"/{spot_ink}"), Name.DeviceCMYK, tint])
    every = Array([Name.Separation, Name.All, Name.DeviceCMYK, tint])
    gradient = Dictionary(
        ShadingType=2,
        ColorSpace=Name.DeviceCMYK,
        Coords=[60, 60, 90, 60],
        Function=Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 1, 1, 0.4], N=1),
    )
    return pdf.make_indirect(
        Dictionary(
            Font=Dictionary(F=_font(pdf), Loose=_font(pdf, embedded=False)),
            XObject=Dictionary(
                Picture=_picture(pdf, 400, Name.DeviceCMYK, b"\x33\0\0\0"),
                Coarse=_picture(pdf, 100, Name.DeviceCMYK, b"\x33\0\0\0"),
                Screen=_picture(pdf, 400, Name.DeviceRGB, b"\x33\0\0"),
                Wet=_picture(pdf, 400, Name.DeviceCMYK, b"\xff\xff\xff\x33"),
                Scan=_picture(pdf, 400, Name.DeviceGray, b"\x55", bits=1),
                Masked=_masked(pdf),
                Form=outer,
            ),
            ColorSpace=Dictionary(
                Profiled=Array([Name.ICCBased, icc]),
                Spot=spot,
                Every=every,
                Lab=Array([Name.Lab, Dictionary(WhitePoint=[0.96, 1, 0.82])]),
            ),
            ExtGState=Dictionary(
                Faint=Dictionary(ca=0.5),
                Dark=Dictionary(BM=Name.Multiply),
                Over=Dictionary(OP=True, op=True, OPM=1),
            ),
            Shading=Dictionary(Gradient=gradient),
            Pattern=Dictionary(Gradient=Dictionary(PatternType=2, Shading=gradient)),
        )
    )


def _font(pdf: Pdf, *, embedded: bool = True) -> Dictionary:
    name = Name("/ABCDEF+Bangers" if embedded else "/Loose")
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=name, Flags=32)
    if embedded:
        descriptor.FontFile2 = pdf.make_stream(FONT.read_bytes())
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.TrueType,
        BaseFont=name,
        FirstChar=0,
        LastChar=255,
        Widths=Array([500] * 256),
        Encoding=Name.WinAnsiEncoding,
        FontDescriptor=descriptor,
    )


def _picture(pdf: Pdf, side: int, space: Name, pixel: bytes, *, bits: int = 8) -> Stream:
    count = side * side if bits == 8 else side * (side // 8)
    image = pdf.make_stream(pixel * count)
    image.Type, image.Subtype = Name.XObject, Name.Image
    image.Width = image.Height = side
    image.ColorSpace, image.BitsPerComponent = space, bits
    return image


def _masked(pdf: Pdf) -> Stream:
    image = _picture(pdf, 400, Name.DeviceCMYK, b"\x33\0\0\0")
    image.SMask = _picture(pdf, 400, Name.DeviceGray, b"\x80")
    return image


def _encrypt(_: Pdf, settings: dict[str, Any]) -> None:
    settings["encryption"] = pikepdf.Encryption(owner="secret", user="", R=4)
    del settings["deterministic_id"]
    del settings["force_version"]


def _form(pdf: Pdf, _: dict[str, Any]) -> None:
    field = pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("name")))
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]))


def _script(pdf: Pdf, _: dict[str, Any]) -> None:
    script = Dictionary(S=Name.JavaScript, JS=String("app.alert('hello')"))
    pdf.Root.Names = Dictionary(
        JavaScript=Dictionary(Names=Array([String("a"), pdf.make_indirect(script)]))
    )


def _comment(pdf: Pdf, _: dict[str, Any]) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[60, 60, 80, 80])
    pdf.pages[0].Annots = Array([pdf.make_indirect(note)])


def _attachment(pdf: Pdf, _: dict[str, Any]) -> None:
    pdf.attachments["notes.txt"] = pikepdf.AttachedFileSpec(
        pdf, b"notes", mod_date=f"D:{datetime(2026, 1, 1, tzinfo=UTC):%Y%m%d%H%M%SZ}"
    )


def _layers(pdf: Pdf, _: dict[str, Any]) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Art")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(Order=Array([layer])))


def _newer(_: Pdf, settings: dict[str, Any]) -> None:
    settings["force_version"] = "1.7"


def _without_intent(pdf: Pdf, _: dict[str, Any]) -> None:
    del pdf.Root.OutputIntents


def _undeclared(pdf: Pdf, _: dict[str, Any]) -> None:
    del pdf.docinfo[Name.GTS_PDFXVersion]


def _untitled(pdf: Pdf, _: dict[str, Any]) -> None:
    del pdf.docinfo[Name.Title]


def _grouped(pdf: Pdf, _: dict[str, Any]) -> None:
    pdf.pages[0].Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)


PLANTS: Mapping[str, Callable[[Pdf, dict[str, Any]], None]] = {
    "encryption": _encrypt,
    "form": _form,
    "script": _script,
    "comment": _comment,
    "attachment": _attachment,
    "layers": _layers,
    "newer version": _newer,
    "no output intent": _without_intent,
    "undeclared standard": _undeclared,
    "no title": _untitled,
    "group": _grouped,
}
"""Faults of the file as a whole."""
