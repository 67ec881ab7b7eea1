"""Faces to sheets: how much the PDF target adds to typst, and how it grows with the deck.

Usage: many_faces.py             measures everything, in processes of their own, prints two tables
       many_faces.py WAY COUNT   one measurement: seconds, megabytes; WAY is typst, cards or texts

`typst` compiles realistic cards alone; `cards` makes sheets of the same; `texts` makes sheets of
cards with nothing but a frame and text.
"""

import base64
import json
import math
import random
import resource
import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from time import perf_counter

from printnplay.kernel.geometry import Rect, Size, mm
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Document, FontFace, Sheet, Stamp

A4 = Size(mm(210), mm(297))
CARD = Size(mm(63), mm(88))
ACROSS, DOWN = 3, 3
MOST = 1.5
"""How many times the time of typst alone the sheets of 64 realistic cards may take."""
MEMORY = 2048
"""The megabytes that 6,400 cards of text may take."""
ROUNDS = 5
FONTS = Path(__file__).parents[2] / "templates" / "fonts"
WORDS = [
    "draw",
    "two",
    "cards",
    "and",
    "put",
    "one",
    "below",
    "the",
    "pile",
    "unless",
    "a",
    "player",
    "holds",
    "the",
    "crown",
    "then",
    "take",
    "a",
    "coin",
    "before",
    "the",
    "next",
    "turn",
    "begins",
    "every",
    "knight",
    "may",
    "move",
    "once",
    "more",
    "for",
    "each",
    "banner",
    "that",
    "you",
    "own",
]


def picture_of(size: int, seed: int) -> str:
    """A coloured PNG without a pattern that would compress to nothing, as a data URI."""
    some = random.Random(seed)
    waves = [(some.uniform(5, 40), some.uniform(0, 6), some.uniform(0, 6)) for _ in range(3)]
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            for period, one, two in waves:
                rows.append(
                    int(127 + 100 * math.sin(x / period + one) * math.cos(y / period + two))
                )

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")
    whole = base64.b64encode(b"\x89PNG\r\n\x1a\n" + data).decode()
    return f"data:image/png;base64,{whole}"


def lines(number: int) -> str:
    """A title and six lines of text that no other card has."""
    some = random.Random(number)
    rows = "".join(
        f'<tspan x="6" y="{58 + 4 * row}">{" ".join(some.choices(WORDS, k=7))}</tspan>'
        for row in range(6)
    )
    return (
        f'<text x="6" y="10" font-family="Table Round" font-size="5">Card {number}</text>'
        f'<text font-family="Red Hat Display" font-weight="500" font-size="2.8">{rows}</text>'
    )


def wrapped(body: str) -> str:
    """A drawing of a card with 3 mm of bleed."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
        f"{body}</svg>"
    )


def realistic(number: int, pictures: list[str]) -> str:
    """Gradients, a clip, a mask, a picture of 300 pixels, 30 see-through paths, text."""
    some = random.Random(number)
    hue = f"#{some.randrange(1 << 24):06x}"
    paths = "".join(
        f'<path d="M{some.uniform(0, 60):.2f} {some.uniform(0, 80):.2f}'
        f'c{" ".join(f"{some.uniform(-20, 20):.2f}" for _ in range(6))}" '
        f'stroke="#{some.randrange(1 << 24):06x}" stroke-opacity="0.4"/>'
        for _ in range(30)
    )
    return wrapped(
        f'<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#fff"/>'
        f'<stop offset=".5" stop-color="{hue}"/><stop offset="1" stop-color="#112"/>'
        f'</linearGradient><radialGradient id="b"><stop stop-color="#fff"/>'
        f'<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
        f'<clipPath id="c"><rect x="6" y="14" width="51" height="36" rx="3"/></clipPath>'
        f'<mask id="m"><rect x="6" y="14" width="51" height="36" fill="url(#b)"/></mask></defs>'
        f'<rect x="-3" y="-3" width="69" height="94" fill="url(#a)"/>'
        f'<g clip-path="url(#c)"><image x="6" y="14" width="51" height="51" '
        f'href="{pictures[number % len(pictures)]}"/></g>'
        f'<rect x="6" y="14" width="51" height="36" fill="#ffd" mask="url(#m)"/>'
        f'<g fill="none" stroke-width=".5" opacity=".8">{paths}</g>{lines(number)}'
    )


def plain(number: int) -> str:
    """A frame and text."""
    frame = '<rect x="2" y="2" width="59" height="84" rx="3" fill="#fff" stroke="#123456"/>'
    return wrapped(frame + lines(number))


def fonts() -> tuple[FontFace, ...]:
    """The fonts of the project's folder."""
    files = (("Red Hat Display", 500, "RedHatDisplay-Medium.ttf"),)
    return tuple(
        FontFace(file, family, weight, italic=False, path=str(FONTS / file))
        for family, weight, file in files
    )


def document(drawings: list[str]) -> Document:
    """Sheets of cards, nine to a sheet of A4."""
    pictures = [Picture(f"card-{n}", CARD, mm(3), svg) for n, svg in enumerate(drawings)]
    each = ACROSS * DOWN
    sheets = tuple(
        Sheet(A4, tuple(_stamp(slot, one) for slot, one in enumerate(pictures[start:][:each])))
        for start in range(0, len(pictures), each)
    )
    return Document("Faces", "", "", "en", sheets, fonts())


def _stamp(slot: int, picture: Picture) -> Stamp:
    x, y = mm(10) + slot % ACROSS * CARD.width, mm(15) + slot // ACROSS * CARD.height
    rect = Rect(x, y, CARD.width, CARD.height)
    return Stamp(picture, rect, 0, rect.grown(mm(1)))


def drawings(way: str, count: int) -> list[str]:
    """The drawings of so many distinct cards."""
    if way == "texts":
        return [plain(number) for number in range(count)]
    pictures = [picture_of(300, seed) for seed in range(8)]
    return [realistic(number, pictures) for number in range(count)]


def typst_alone(svgs: list[str]) -> int:
    """The same faces as pages of one file, with nothing of ours."""
    import typst

    source = "\n".join(
        f"#page(width: 69mm, height: 94mm, margin: 0pt, image(bytes(sys.inputs.s{n}), "
        f'format: "svg", width: 100%, height: 100%))'
        for n in range(len(svgs))
    )
    inputs = {f"s{n}": svg for n, svg in enumerate(svgs)}
    paths = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)]
    )
    made = typst.compile(
        source.encode(), font_paths=paths, ignore_system_fonts=True, sys_inputs=inputs
    )
    return len(made)


def sheets(svgs: list[str]) -> int:
    """Sheets of the faces, as the program makes them."""
    from printnplay.pdf import write

    stream = BytesIO()
    write(document(svgs), stream)
    return stream.tell()


def measure(way: str, count: int) -> dict[str, float]:
    """One measurement, in this process: libraries are loaded in the time."""
    svgs = drawings(way, count)
    begun = perf_counter()
    size = typst_alone(svgs) if way == "typst" else sheets(svgs)
    taken = perf_counter() - begun
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": taken, "megabytes": used, "size": size / 1e6}


def apart(way: str, count: int, rounds: int) -> dict[str, float]:
    """The quickest of several measurements, each in a process of its own."""
    found = []
    for _ in range(rounds):
        command = [sys.executable, __file__, way, str(count)]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        found.append(json.loads(done.stdout))
    return min(found, key=lambda one: one["seconds"])


def main() -> int:
    """Measure everything; 1 if something takes more than it may."""
    alone, ours = (apart(way, 64, ROUNDS) for way in ("typst", "cards"))
    ratio = ours["seconds"] / alone["seconds"]
    print("64 distinct realistic cards   seconds      MB   file MB")
    for name, one in (("typst alone, 64 pages", alone), ("8 sheets of A4", ours)):
        print(f"{name:28} {one['seconds']:8.2f} {one['megabytes']:7.0f} {one['size']:9.2f}")
    print(f"{ratio:.2f} times (at most {MOST})\n")
    print("distinct cards of text        seconds      MB   file MB   ms a card")
    rows = {count: apart("texts", count, 2) for count in (400, 1600, 6400)}
    for count, one in rows.items():
        print(
            f"{count:28,} {one['seconds']:8.2f} {one['megabytes']:7.0f} {one['size']:9.2f}"
            f" {1000 * one['seconds'] / count:11.2f}"
        )
    return int(ratio > MOST or rows[6400]["megabytes"] > MEMORY)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
    else:
        sys.exit(main())
