"""Small scripts of nanDECK, against what the manual of nanDECK says is on their cards.

A case of `nandeck_manual.txt` is a title, a script, and the beginnings of the lines that describe
its boxes and losses (`*` stands for anything): all of them, in their order. Lengths are
millimetres, and texts are black Arial without a ground, unless a script says otherwise. A case that
begins with `~` is not taken over, and is listed.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image as Picture

from printnplay.importing.bringing import read_project
from printnplay.importing.source import Source
from printnplay.importing.values import Box, ForeignProject, Gradient, Image, Run, Shape, Words

CASES = [
    case.strip("\n").split("\n=>\n")
    for case in (Path(__file__).parent / "nandeck_manual.txt").read_text("utf-8").split("\n\n")
]
BEGIN = "UNIT=MM\nFONT=Arial,12,T,#000000\n"
TABLES = {
    "cards.csv": "name,count,kind,data\nAlpha,1,sea,a\nBeta,2,land,b|c\nGamma,3,sea,d|e\n",
    "more.csv": "name,count,kind,data\nDelta,1,sea,f\n",
    "bare.csv": "1,2,3\n4,5,6\n",
    "semi.csv": 'a;b\n"1,5";2\n',
    "note.html": "low <b>tide</b>\n",
    "sun.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>',
}


@pytest.mark.parametrize(
    ("script", "expected"),
    [pytest.param(*case, id=case[0].splitlines()[0]) for case in CASES],
)
def test_a_script_is_drawn_as_the_manual_says(script: str, expected: str, tmp_path: Path) -> None:
    for name, content in TABLES.items():
        (tmp_path / name).write_text(content, "utf-8")
    picture = Picture.new("RGB", (40, 20), "#14a050")
    picture.save(tmp_path / "wide.png")
    picture = Picture.new("RGB", (20, 20), "#0000ff")
    picture.paste("#ff0000", (3, 3, 20, 20))
    picture.save(tmp_path / "dots.png")
    (tmp_path / "deck.nde").write_text(BEGIN + script.partition("\n")[2] + "\n", "utf-8")
    source = Source(tmp_path / "deck.nde")
    project = read_project("nandeck", source)
    wanted = expected.splitlines()
    is_sized = wanted[0].startswith("size")
    found = [*drawn(project)][0 if is_sized else 1 :]
    found += sorted(f"lost {loss.what}" for loss in project.losses)
    boxes = [line for line in wanted if line.partition(" ")[0] not in ("lost", "pixel")]
    lines = [*boxes, *ordered(found, wanted)]
    fits = len(found) == len(lines) and all(
        fnmatchcase(one, f"{other}*") for one, other in zip(found, lines, strict=True)
    )
    if script.startswith("~"):
        assert not fits, "it is right now: begin its title with `=`"
        assert project.losses, "it is not listed"
        return
    assert fits, "\n".join(found)
    for line in (one for one in wanted if one.startswith("pixel")):
        assert pixel(project, line) == line


def ordered(found: list[str], wanted: list[str]) -> list[str]:
    """Return the wanted losses in the order of those found, where they fit."""
    left = [one for one in wanted if one.startswith("lost")]
    made = []
    for line in (one for one in found if one.startswith("lost")):
        fitting = next((one for one in left if fnmatchcase(line, f"{one}*")), None)
        if fitting:
            left.remove(fitting)
            made.append(fitting)
    return made + left


def pixel(project: ForeignProject, line: str) -> str:
    """Return the line of a pixel: of which picture, where, and whether something is there."""
    _, name, x, y, _ = line.split()
    content = [*project.pictures.values()][-1]
    with Picture.open(BytesIO(content) if isinstance(content, bytes) else content) as picture:
        alpha = picture.convert("RGBA").getchannel("A").getpixel((int(x), int(y)))
    return f"pixel {name} {x} {y} {'opaque' if alpha else 'clear'}"


def drawn(project: ForeignProject) -> Iterator[str]:
    """Yield a line for each box of each card."""
    (deck,) = project.decks
    yield f"size {deck.size.width / 1000:g} x {deck.size.height / 1000:g}"
    cards = [card for card in deck.cards for _ in range(card.copies)]
    for number, card in enumerate(cards, start=1):
        yield from (f"{number} {described(box)}" for box in card.front)
        yield from (f"{number} back {described(box)}" for box in card.back)


def described(box: Box) -> str:
    rect = box.rect
    place = " ".join(mm(one) for one in (rect.x, rect.y, rect.width, rect.height))
    match box.what:
        case Words() as words:
            said = f"text {''.join(map(marked, words.runs))} {place} {looks(words)}"
        case Image(file=file, fit=fit, crop=crop, flip=flip):
            part = f" crop {' '.join(f'{one:g}' for one in crop)}" if crop else ""
            said = f"image {file} {place} {fit}{part}{f' flip {flip}' if flip else ''}"
        case shape:
            said = f"{shape.form} {place} {painted(shape)}"
    turn = f" turn {box.turn:g}" if box.turn else ""
    return said + turn + (f" opacity {box.opacity:g}" if box.opacity < 1 else "")


def looks(words: Words) -> str:
    font, first = words.font, words.runs[0]
    names = {"bold": font.bold, "italic": font.italic}
    names |= {"underline": first.underline, "strike": first.strike}
    said = f"{words.align} {words.valign} {font.family} {font.size * 72 / 25400:.3g}pt"
    said += f" {words.colour}" + "".join(f" {name}" for name, is_so in names.items() if is_so)
    said += f" leading {100 * font.leading / font.size:.0f}%" if font.leading else ""
    return said + (f" outline {mm(font.outline)} {font.rim}" if font.outline else "")


def marked(run: Run) -> str:
    """Return the words of a run, in asterisks or with its look."""
    if run.icon:
        return f"<{run.icon}>"
    text = run.text.replace("\n", "/").replace("\N{NO-BREAK SPACE}", " ")
    names = ["bold"] * run.bold + ["italic"] * run.italic
    names += filter(None, (run.colour, f"{run.scale}%" * (run.scale != 100), run.family))
    if not names or not text.strip(" /"):
        return text
    return f"**{text}**" if names == ["bold"] else f"{{{' '.join(names)}|{text}}}"


def painted(shape: Shape) -> str:
    fill = shape.fill or "none"
    if isinstance(fill, Gradient):
        kind = "radial" if fill.radius else "linear"
        fill = f"{kind}({','.join(colour for _, colour in fill.stops)})"
    said = f"{fill} {shape.stroke or 'none'} {mm(shape.stroke_width)}"
    said += f" corner {mm(shape.corner)}" if shape.corner else ""
    said += f" dash {' '.join(map(mm, shape.dash))}" if shape.dash else ""
    return said + "".join(f" {' '.join((sign, *map(mm, to)))}" for sign, to in shape.path)


def mm(length: float) -> str:
    return f"{round(length / 1000, 1):g}"
