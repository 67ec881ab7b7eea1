"""Projects of other tools become projects of ours: faces, losses, and odd input."""

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from pathlib import Path

import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from printnplay.cli.app import app
from printnplay.files.door import names_in
from printnplay.importing import TOOLS
from printnplay.importing.bringing import bring, read_project
from printnplay.importing.markup import Looks
from printnplay.importing.pango import font_of
from printnplay.importing.source import Source
from printnplay.importing.squib_tables import cell, read_frame
from printnplay.importing.values import Box, Deck, Gradient, Image, Loss, Run, Words
from printnplay.kernel.diagnostics import FaultsError, Span
from printnplay.kernel.geometry import Rect, in_mm
from printnplay.text.fonts import FontShelf

CASES = Path(__file__).parent / "cases"
CASE_NAMES = sorted(path.relative_to(CASES).as_posix() for path in CASES.glob("*/*"))


@pytest.fixture(autouse=True)
def _no_gems_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printnplay.importing.squib_icons._GEMS", ())
    for name in ("GEM_PATH", "GEM_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")


def test_a_font_of_the_machine_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fonts = Path(__file__).parents[2] / "templates" / "fonts"
    monkeypatch.setattr("printnplay.importing.installed.FOLDERS", (str(fonts),))
    text = "text str: 'x', font: 'Table Mono, Arial 9'"
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new {{ {text} }}", "utf-8")
    project = read_project("squib", Source(tmp_path / "deck.rb"))
    assert {path.stem.partition("-")[0] for path in project.fonts} == {"TableMono"}
    assert any("Table Mono is copied" in loss.what for loss in project.losses)


FONTS = {
    "Sans 12": ("Sans", 400, False),
    "Exo 2.0,Sans Ultra-Bold Italic 8": ("Exo 2.0, Sans", 800, True),
    "Lato Light": ("Lato", 300, False),
    "Lato weight=350 style=oblique 9": ("Lato", 350, True),
    "Black Chancery Bold 12": ("Black Chancery", 700, False),
    "Book Antiqua Semi-Condensed 12": ("Book Antiqua", 400, False),
    "Heavy": ("Sans", 900, False),
    "Open Sans ExtraBold,Serif 14": ("Open Sans ExtraBold, Open Sans, Serif", 800, False),
}


@pytest.mark.parametrize("said", FONTS)
def test_a_font_of_pango_ends_with_its_style(said: str) -> None:
    font = font_of(said, None, 1.0)
    assert (font.family, font.weight, font.italic) == FONTS[said]


FAMILIES = [
    ("Bangers", 400),
    ("Cinzel", 700),
    ("Crimson Pro Italic", 500),
    ("Red Hat Display", 500),
]


@pytest.mark.parametrize(("name", "weight"), FAMILIES)
@pytest.mark.parametrize("place", ["valign: :top", "spacing: 9"])
def test_letters_are_where_pango_puts_them(
    name: str, weight: int, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first baseline is an ascender below the top of the box, in the font's own weight."""
    fonts = Path(__file__).parents[2] / "templates" / "fonts"
    monkeypatch.setattr("printnplay.importing.installed.FOLDERS", (str(fonts),))
    text = f"text str: 'Hx', x: 60, y: 120, width: 700, height: 600, font: '{name} 60', {place}"
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new(dpi: 300) {{ {text} }}", "utf-8")
    bring("squib", tmp_path / "deck.rb", tmp_path / "game")
    monkeypatch.chdir(tmp_path / "game")
    drawn = CliRunner().invoke(app, ["export", "svg", "-o", str(tmp_path / "faces")])
    assert "PNP402" not in drawn.output
    (face,) = tmp_path.glob("faces/**/deck*.svg")
    found = re.search(
        r'<tspan x="[^"]*" y="([^"]*)" font-family="[^"]*" font-weight="(\d+)"',
        face.read_text("utf-8"),
    )
    assert found is not None
    family = name.removesuffix(" Italic")
    own = FontShelf([fonts]).source(family)
    assert int(found[2]) == weight
    assert float(found[1]) == pytest.approx(
        120 * 25.4 / 300 - 3.175 + own.ascender * 60 * 25.4 / 72, abs=0.02
    )


@pytest.mark.parametrize("valign", ["top", "middle", "bottom"])
@pytest.mark.parametrize(
    ("said", "before", "after"),
    [(r"\nA", 1, 0), (r"A\n\n", 0, 2), (r"\n \nA\n", 2, 1)],
)
def test_empty_lines_count(
    said: str,
    before: int,
    after: int,
    valign: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pango has a line for each, also before all words and after them."""
    text = f'text str: "{said}", x: 0, y: 0, height: 600, font: "Sans 10", valign: :{valign}'
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new(dpi: 300) {{ {text} }}", "utf-8")
    bring("squib", tmp_path / "deck.rb", tmp_path / "game")
    monkeypatch.chdir(tmp_path / "game")
    CliRunner().invoke(app, ["export", "svg", "-o", str(tmp_path / "faces")])
    (face,) = tmp_path.glob("faces/**/deck*.svg")
    places = re.findall(r'y="([^"]*)"[^>]*>A<', face.read_text("utf-8"))
    line = 12 * 25.4 / 72
    first = {"top": 0.0, "middle": 25.4, "bottom": 50.8}[valign]
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[valign]
    cap = 0.714 * 10 * 25.4 / 72 / 2
    place = first - share * line * (before + 1 + after) + line * (before + 0.5) + cap - 3.175
    assert list(map(float, places)) == [pytest.approx(place, abs=0.05)]


@pytest.mark.parametrize("moment", ["Time.now", "Time.new", "DateTime.now", "Date.today"])
def test_now_is_the_moment_of_the_import(moment: str, tmp_path: Path) -> None:
    """It is a guess; a moment that the script says is none."""
    text = f'text str: "v" + {moment}.strftime("%Y%m%d")'
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new {{ {text} }}", "utf-8")
    project = read_project("squib", Source(tmp_path / "deck.rb"))
    (words,) = [box.what for box in project.decks[0].cards[0].front]
    assert isinstance(words, Words)
    assert words.source == "v20260101"
    assert any(f"`{moment}` prints" in loss.what for loss in project.losses if loss.is_guess)


def test_a_text_of_pictures_only_is_a_row_of_pictures(tmp_path: Path) -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    )
    (tmp_path / "coin.svg").write_text(drawing, "utf-8")
    text = "text(str: 'CC', x: 90, y: 30, width: 300, height: 60, align: :right, valign: :bottom)"
    icon = "|embed| embed.svg key: 'C', file: 'coin.svg', width: 30, height: 30, dy: 3"
    (tmp_path / "deck.rb").write_text(
        f"Squib::Deck.new(dpi: 300) {{ {text} {{ {icon} }} }}", "utf-8"
    )
    boxes = read_project("squib", Source(tmp_path / "deck.rb")).decks[0].cards[0].front
    places = [(box.rect.x * 300 // 25_400, box.rect.y * 300 // 25_400) for box in boxes]
    assert places == [(330, 63), (360, 63)]


def test_a_drawing_that_is_no_vectors_leaves_its_face_sharp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="90"><radialGradient id="g" '
        'r=".2" spreadMethod="reflect"><stop stop-color="#fff"/><stop offset="1"/>'
        '</radialGradient><path d="M0 0h60v90z" fill="url(#g)"/></svg>'
    )
    (tmp_path / "sky.svg").write_text(drawing, "utf-8")
    art = "svg(file: 'sky.svg', width: :deck, height: :deck)"
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new {{ {art}; text str: 'Dusk' }}", "utf-8")
    folder = tmp_path / "game"
    losses = bring("squib", tmp_path / "deck.rb", folder).losses
    what = "`sky.svg` is drawn as pixels: a radial gradient that repeats or reflects (spreadMethod)"
    assert what in [loss.message for loss in losses]
    monkeypatch.chdir(folder)
    built = CliRunner().invoke(app, ["build", "--no-config"])
    assert (built.exit_code, "printed as pixels" in built.output) == (0, False), built.output


def test_a_text_that_looks_like_an_error_of_a_spreadsheet_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.csv").write_text("Name,Note\na,#N/A\nb,Loading...\nc,Err:502\n", "utf-8")
    script = (
        "deck = Squib.csv file: 'cards.csv'\nSquib::Deck.new(cards: 3) { text str: deck['Note'] }"
    )
    (tmp_path / "deck.rb").write_text(script, "utf-8")
    bring("squib", tmp_path / "deck.rb", tmp_path / "game")
    monkeypatch.chdir(tmp_path / "game")
    drawn = CliRunner().invoke(app, ["export", "svg", "-o", str(tmp_path / "faces")])
    assert drawn.exit_code == 0, drawn.output
    said = [
        re.findall(r"#N/A|Loading...|Err:502", path.read_text("utf-8"))
        for path in sorted((tmp_path / "faces").rglob("*.svg"))
    ]
    assert said == [["#N/A"], ["Loading..."], ["Err:502"]]


def test_each_tool_has_a_case() -> None:
    assert {name.partition("/")[0] for name in CASE_NAMES} == set(TOOLS)


def source_of(name: str) -> tuple[str, Path]:
    """Return the tool of a case and what is imported: the folder, or its only main file."""
    tool, folder = name.partition("/")[0], CASES / name
    main = {"cardmaker": "*.cmp", "component-studio": "*.csv", "nandeck": "*.[tn][xd][te]"}.get(
        tool
    )
    main = "*.json" if name == "cider/export" else main
    return tool, next(folder.glob(main)) if main else folder


@pytest.mark.parametrize("name", CASE_NAMES)
def test_faces_and_losses_of_a_project(name: str, golden: Callable[[str, str], None]) -> None:
    tool, path = source_of(name)
    project = read_project(tool, Source(path))
    golden(name.replace("/", "-"), "\n".join(_lines(project.decks, project.losses)) + "\n")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", CASE_NAMES)
def test_an_imported_project_builds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "game"
    bring(*source_of(name), folder)
    monkeypatch.chdir(folder)
    built = CliRunner().invoke(app, ["build", "--no-config"])
    assert built.exit_code == 0, built.output
    assert list(folder.glob("output/**/*.pdf"))


def _lines(decks: Sequence[Deck], losses: Sequence[Loss]) -> Iterator[str]:
    for deck in decks:
        yield f"{deck.name}: {deck.size.in_mm(2)}, bleed {in_mm(deck.bleed, 2)}"
        for card in deck.cards:
            yield f"  {card.copies} x {dict(card.fields)} {card.layout}"
            for side, boxes in (("front", card.front), ("back", card.back)):
                for box in boxes:
                    yield f"    {side} {_said(box)}"
    for loss in sorted(losses):
        kind = "guess" if loss.is_guess else "lost"
        yield f"{kind} {Path(loss.place.file).name}:{loss.place.line} {loss.what} -> {loss.todo}"


def _said(box: Box) -> str:
    rect = box.rect
    place = " ".join(in_mm(one, 1) for one in (rect.x, rect.y, rect.width, rect.height))
    turned = f" turned {box.turn:.4g}" if box.turn else ""
    faint = f" opacity {box.opacity:.2g}" if box.opacity < 1 else ""
    faint += f" {box.blend}" if box.blend else ""
    match box.what:
        case Words(runs=runs, font=font, colour=colour, align=align, valign=valign):
            marks = "".join(
                f"<{run.icon}>"
                if run.icon
                else f"{'*' if run.bold else ''}{run.text}{'*' if run.bold else ''}{run.colour}"
                f"{run.family}{'' if run.scale == 100 else f'{run.scale}%'}"
                for run in runs
            )
            look = f"{font.family} {font.size * 72 / 25400:.3g}pt{' bold' if font.bold else ''}"
            look += " italic" if font.italic else ""
            look += f" rim {in_mm(font.outline, 2)} {font.rim}" if font.outline else ""
            what = f"{marks!r} {look} {colour} {align} {valign}"
        case Image(file=file, fit=fit):
            what = f"{file} {fit}"
        case shape:
            fill = shape.fill
            if isinstance(fill, Gradient):
                radius = f" radius {in_mm(fill.radius, 2)}" if fill.radius else ""
                fill = f"gradient {fill.stops}{radius}"
            what = f"{shape.form} {fill or 'none'} {shape.stroke} {in_mm(shape.stroke_width, 2)}"
    return f"{box.key} [{place}]{turned}{faint} {what}"


@pytest.mark.parametrize("name", ["squib/coast", "cider/coast", "nandeck/coast", "cardmaker/coast"])
def test_an_imported_project_is_checked_and_has_what_was_lost(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool, path = source_of(name)
    monkeypatch.chdir(tmp_path)
    imported = CliRunner().invoke(app, ["import", tool, str(path), "-o", "coast"])
    assert imported.exit_code == 0, imported.output
    assert "next: cd coast && printnplay build" in imported.output
    for loss in bring(tool, path, tmp_path / "again").losses:
        assert loss.message in imported.output
        assert loss.message.replace("|", "\\|") in (tmp_path / "coast/IMPORT.md").read_text()
    monkeypatch.chdir(tmp_path / "coast")
    checked = CliRunner().invoke(app, ["check"])
    assert checked.exit_code == 0, checked.output


def test_texts_are_taken_from_the_columns_they_came_from(tmp_path: Path) -> None:
    bring("squib", CASES / "squib/coast", tmp_path / "coast")
    deck = tmp_path / "coast/designs/coast/deck.csv"
    rows = deck.read_text().splitlines()
    assert rows[0].split(",")[:7] == ["id", "copies", "name", "kind", "cost", "art", "rule"]
    assert rows[1].startswith(
        "lighthouse,1,Lighthouse,place,3,harbour.svg,Look at the **top card**"
    )
    assert rows[3].startswith("whale,3,")
    assert "{icon:coin}" in rows[3]
    template = (tmp_path / "coast/templates/coast/deck.svg.j2").read_text()
    assert 't("cards." ~ card.id ~ ".name")' in template
    assert 'fill="{{ {"place": "#2f7f6f", "deed": "#c0563b"}[card.kind] }}"' in template
    assert "art(card.art, 5, 5, 53.5, 42" in template
    assert '{{ textbox(card.cost ~ " points"' in template


def test_what_is_drawn_again_covers_what_is_drawn_between(tmp_path: Path) -> None:
    bring("squib", CASES / "squib/gems", tmp_path / "gems")
    template = (tmp_path / "gems/templates/gems/deck.svg.j2").read_text()
    shown = re.findall(r'art\("[^"]*"|<rect[^>]*"25.4"', template)
    assert [one[:4] for one in shown] == ["art(", "<rec", "art(", "art("]


def test_cards_that_draw_in_another_order_have_elements_of_their_own(tmp_path: Path) -> None:
    bring("squib", CASES / "squib/gems", tmp_path / "gems")
    template = (tmp_path / "gems/templates/gems/deck.svg.j2").read_text()
    colours = re.findall(r'fill="(#ff0000|#0000ff)"', template)
    assert colours == ["#ff0000", "#0000ff", "#ff0000"]  # red is below on one card, above on one


def test_cards_with_different_layouts_get_templates_of_their_own(tmp_path: Path) -> None:
    bring("cider", CASES / "cider/coast", tmp_path / "coast")
    names = sorted(path.name for path in (tmp_path / "coast/templates/coast").glob("islands*"))
    assert names == ["islands-back.svg.j2", "islands-deed.svg.j2", "islands-place.svg.j2"]
    assert "backs: islands-back" in (tmp_path / "coast/designs/coast/game.yaml").read_text()


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("mine")
    with pytest.raises(FaultsError, match="is not empty"):
        bring("squib", CASES / "squib/coast", tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_what_has_no_cards_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nothing.cmp").write_text("<Project/>")
    refused = CliRunner().invoke(app, ["import", "cardmaker", "nothing.cmp"])
    assert refused.exit_code == 1
    assert "`nothing.cmp` cannot be imported: it has no cards" in refused.output
    assert [path.name for path in tmp_path.iterdir()] == ["nothing.cmp"]


DECK = "require 'squib'\nSquib::Deck.new(cards: 2) do\n  text str: 'kept', x: 10, y: 10\n%s\nend\n"
LAYOUT = '<Project><Layout Name="A" width="9" height="9">%s</Layout></Project>'
TEXT = '<Element name="T" type="Text" variable="%s" width="9" height="9"/>'

ODD = {
    "squib": [
        DECK % "  system('touch made-by-ruby')\n  `touch made-by-ruby`\n  eval('1')",
        DECK % ("  x = " + "(" * 5000),
        DECK % ("  x = " + "[" * 300 + "]" * 300),
        DECK % "  x = 'unfinished",
        DECK % "  x = 2\n  50.times { x = x * x }\n  text str: x",
        DECK % "  text str: 'a' * 999999999\n  text str: '%999999999d' % 1",
        DECK % "  text str: ('a' * 90).gsub(/(a+)+b/, '')",
        DECK % "  text str: loop_me\n  def loop_me() loop_me end\n  text str: loop_me",
        DECK % "  1e9.to_i.times { |i| text str: i }",
        DECK % "  loop { }\n  loop { nope }\n  begin; end while true\n  for i in (1..) do end",
        DECK % "  9999.times { 9999.times { nope } }",
        DECK % "  text str: 'a' * 5000 =~ /a*a*a*a*b/ ? 'a' : 'b'\n  text str: 'a'[/(?:a|a)*b/]",
        DECK % "  class A < A\n  def x = super\n  include A\n  end\n  A.new.x\n  text str: A",
        DECK % "  png file: '/etc/passwd'\n  png file: '../../secret.png'\n  png file: \"a\\0b\"",
        DECK % "  csv file: '../../../../etc/passwd'\n  use_layout file: '/etc/passwd'",
        DECK % "  text str: 'x', x: 1e300, y: '1e9mm', width: -5, font_size: 1e9, angle: 'deg'",
        DECK % "  rect x: nil, y: [], width: {}, fill_color: 5, layout: [[1]]",
        "Squib::Deck.new(cards: 10**12, width: '0mm', dpi: 0) { background color: 'red' }",
        "require 'squib'\n\x00\ud800",
    ],
    "cider": [
        "{}",
        "[" * 100_000,
        '{"data": {"data": [{"tableName": "decks", "rows": [{"id": 1}, 5]}]}}',
        '{"data": {"data": [{"tableName": 5, "rows": null}]}}',
    ],
    "nandeck": [
        "FOR=a,1,99999999\nTEXT={a},x,0,0,1,1\nNEXT",
        "TEXT=1-99999999,x,0,0,100%,100%",
        'TEXT="' + "1-5000," * 20_000 + '1",x,0,0,1,1',
        "SEQUENCE\n" + "a|b\nmulti=999\n" * 9_000 + "ENDSEQUENCE\nTEXT=1,[a],0,0,1,1",
        "TEXT=1,{aX²}{bX" + "9" * 5_000 + "},0,0,1,1",
        "TEXT=1,{9**9**9},0,0,{1/0},{(((((1},left",
        "[a]=[b]\n[b]=[a]\nTEXT=1,[a],0,0,5,5",
        "MACRO=M,(x)\nM=(x)(x)\nEND\nM=ab\nTEXT=1,x,0,0,5,5",
        "IF=1\nFOR=\nTEXT=1,x\nIMAGE=1,../../secret.png,0,0,5,5\nCARDSIZE=,\nTEXT=1,y,0,0,5,5",
        'INCLUDE="deck"\nTEXT="1',
        "[a]=" + ",".join(["[a]"] * 30) + "\nTEXT=1,[a],0,0,5,5",
        "[a]=FRAMEBOX(0,0,100%,100%,0.0001,0.0001)\nRECTANGLE=1-9,<a>,#FF0000",
        "SEQUENCE=a\nTEXT=1,x,0,0,5,5",
        "<a>=<a>,<b>\n<b>=<a>\nFRAME\nENDFRAME\nTEXT=1,{xX99999},<a>\nICONS=1,<<>>,0,0,1,1,1,1",
        "TEXT=",
        "[a]=" + "|".join("x" * 5000) + "\n" + "[a]=JOIN([a],[a])\n" * 60 + "TEXT=,[a],0,0,5,5",
        "[a]=[b][b]\n[b]=[a][a]\n[c]=GROUP([a])\nTEXT=1,JOIN([c],GROUP([b],COUNT)),0,0,5,5",
        "PR[a]99=a|b|c\nF[b]=[a]\n[c]=PRODUCT([a],[a],[a])\nTEXT=1-9,{9^9^9^9},<a,PTL>,[c]",
        "FLAGS=1\nORIGIN=1\nSTORE=1\nCOLORS=1\nFLAGS=1,IMAGE,\nDUPLEX=1,2,²\nTEXT=1,x,0,0,5,5\nRANGE=9^99",
        "[a]%=1\n[b]%,=1\n[c]%,,1=x\n[d]%,x=1\n[e]%&,(v),1|2,3=(v)\n[f(v)]%,(v),1,9^9,0=(v)\n"
        "[g]=AUTORANGE(x)\nTEXT=1,\ue014x\ue014,0,0,5,5\nHTMLTEXT=1,\ue014x\ue0149\ue014,0,0,5,5",
        "PRX[a]99;A:1-9=a|b\nXXX[b]=a\nK[c]=a\nCOMMENT=\nIMAGEENC=a.png\n²²\nENDIMAGEENC\nLINK=\nENDLINK\n"
        "IMAGE=1,a.png,0,0,5,5\nPOLY=1\nBEZIERS=1,1\nCOPY=1\nVECTOR=1\nHTMLFILE=1\nTEXT=1,{1Z0.0},<,TS>",
        "[f]=FRAMECLOCK(0,0,9,9,1,1,99999999)\n[g]=FRAMELIST(f1..f99999999)\n[h]=FRAMERECT(f1,zz)\n"
        "[i]=FRAMEMELD()\n[j]=FRAMETRANS(f)\nTEXT=1,{°},<99999!f*>,center,charwrap\nTEXT=1,x,<f1,SL,-9>",
        "SELECT=a\nCASE\nLAYER=\nIF=(((\nTEXT=§,{§},<a,TL,%%>\n[x]%[y],a,1=2\nGRID=1\nPIE=1\nSTAR=1",
    ],
    "cardmaker": [
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + LAYOUT % (TEXT % "&x;"),
        LAYOUT % (TEXT % ("@[" * 500)),
        LAYOUT % (TEXT % ("#(if 1 == 1 then " * 200)),
        LAYOUT % (TEXT % ("#repeat;999;#repeat;999;x##" + "#math;1/0##math;9*9#%[a,9,9]##" * 99)),
        LAYOUT
        % (TEXT % "&lt;f=;;&gt;&lt;fs=1e9&gt;&lt;b&gt;&lt;/i&gt;&lt;img=../../secret.png&gt;&lt;"),
        LAYOUT.replace("<L", "<translatorName>JavaScript</translatorName><L")
        % (TEXT % ("layoutname + " * 500 + "'~x' + switch(a) { case 'b': switch(a) {}; }")),
        "<Project><Layout><Element/></Layout></Project>",
        "<a>" * 3000,
        "no xml",
        LAYOUT
        % '<Element type="Graphic" variable="../../secret.png" width="1e9" x="-" font=";;"/>',
    ],
    "component-studio": [
        "",
        "name\n",
        "a,b\n1\n2,3,4,5\n",
        "name,image\nx,../../secret.png\n",
        "\x00",
    ],
}
ENDINGS = {"squib": "rb", "cider": "json", "nandeck": "txt", "cardmaker": "cmp"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("tool", "text"),
    [
        pytest.param(tool, text, id=f"{tool}-{number}")
        for tool, texts in ODD.items()
        for number, text in enumerate(texts)
    ],
)
def test_odd_input_is_a_fault_or_a_loss_and_nothing_is_run(
    tool: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.importing.ruby.MOST_STEPS", 30_000)  # a tenth, to save time
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")
    folder = tmp_path / "in" / "side" / "deck"
    folder.mkdir(parents=True)
    path = folder / f"deck.{ENDINGS.get(tool, 'csv')}"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    out = tmp_path / "out"
    done = CliRunner().invoke(app, ["import", tool, str(path), "-o", str(out)])
    assert done.exit_code in (0, 1, 2), (done.output, done.exc_info)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    if done.exit_code:
        assert not out.exists()
        assert "PNP" in done.output
    else:
        assert not any("secret" in file.name for file in out.rglob("*"))
        assert not any(b"root:" in file.read_bytes() for file in out.rglob("*") if file.is_file())
    assert not list(tmp_path.rglob("made-by-ruby"))


HTML = {
    "nested": ("<div>" * 3000, ".card{}"),
    "many": ("<div class=card>" + "<p>x</p>" * 3000 + "</div>", ".card{}"),
    "script": ("<div class=card><script>alert(1)</script><iframe src=x></iframe>x</div>", "a{"),
    "css": (
        "<div class=card>x</div>",
        ".card{width:calc(1px + );height:-5px;margin:1px 2px 3px 4px 5px}",
    ),
    "import": (
        "<div class=card>x</div>",
        "@import url(http://example.com/x.css); .card{width:9e9px}",
    ),
    "variables": ("<div class=card>x</div>", ".card{--a:var(--a);width:var(--a);--b:var(--b)}"),
    "handlebars": ("<div class=card>{{#if}}{{/if}}{{#each card}}{{this}}{{/each}}{{x</div>", ""),
    "unclosed": ("<div class=card>{{#if card.name}}x</div>", ".card{width:99px}"),
    "repeat": (
        "<div class=card>{{#repeat 9999}}{{#repeat 9999}}xxxxxxxxx{{/repeat}}{{/repeat}}</div>",
        "",
    ),
    "pictures": (
        "<div class=card><img src='../../secret.png'><img src='file:///etc/passwd'></div>",
        "",
    ),
    "empty": ("", ""),
    "numbers": (
        "<div class=card><b style='font-weight: ²; transform: rotate(.deg)'>x</b></div>",
        ".card{background: linear-gradient(.deg, red .%, blue); opacity: .; line-height: .}",
    ),
    "braces": ("{" * 40_000, ""),
    "open": ("{{concat " * 40_000, ""),
    "calls": ("<div class=card>{{add " + "(add 1 " * 9_000 + ")" * 9_000 + "}}</div>", ""),
}


def test_odd_html_is_a_loss_or_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printnplay.importing.ruby.MOST_STEPS", 30_000)  # a tenth, to save time
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")
    for name, (html, css) in HTML.items():
        deck = tmp_path / name / "decks/a"
        deck.mkdir(parents=True)
        (deck / "cards.csv").write_text("Name,Front Template\nOne,t\nTwo,t\nThree,\n")
        (deck / "t.html").write_text(html)
        (deck / "t.css").write_text(css)
        done = CliRunner().invoke(app, ["import", "cider", name, "-o", f"out-{name}"])
        assert done.exception is None or isinstance(done.exception, SystemExit), name
        assert done.exit_code in (0, 1), (name, done.output)
        assert not list((tmp_path / f"out-{name}").rglob("secret*"))


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside.svg", tmp_path / "project"
    outside.write_text((CASES / "squib/coast/img/whale.svg").read_text())
    inside.mkdir()
    (inside / "art.svg").symlink_to(outside)
    (inside / "deck.rb").write_text(DECK % "  svg file: 'art.svg'")
    imported = bring("squib", inside, tmp_path / "out")
    assert any("art.svg" in loss.message for loss in imported.losses)
    assert not list((tmp_path / "out").rglob("*.svg"))


def test_the_same_project_gives_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        bring("nandeck", CASES / "nandeck/coast/deck.txt", tmp_path / name / "coast")
    files = {
        name: {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*")
            if path.is_file()
        }
        for name in ("one", "two")
    }
    assert files["one"] == files["two"]


def test_pictures_elsewhere_in_the_repository_are_found(tmp_path: Path) -> None:
    (tmp_path / "game/.git").mkdir(parents=True)
    drawing = (CASES / "squib/coast/img/whale.svg").read_text()
    script = 'IMAGE=1,"C:\\me\\game\\\\art\\\\WHALE.svg",0,0,5,5\nIMAGE=2,../../../coin.svg,0,0,5,5'
    for name, text in (
        ("art/whale.svg", drawing),
        ("to/deck.nde", script),
        ("../coin.svg", drawing),
    ):
        path = tmp_path / "game" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    source = Source(tmp_path / "game/to/deck.nde")
    (deck,) = read_project("nandeck", source).decks
    boxes = [box.what for card in deck.cards for box in card.front]
    assert [box.file for box in boxes if isinstance(box, Image)] == ["whale.svg"]
    assert [loss.what for loss in source.losses if "coin.svg" in loss.what]


def test_the_ground_of_a_picture_gets_transparent(tmp_path: Path) -> None:
    from PIL import Image as Picture

    project = read_project("nandeck", Source(CASES / "nandeck/pier/pier.nde"))
    (file,) = (
        box.what.file
        for card in project.decks[0].cards
        for box in card.front
        if isinstance(box.what, Image) and box.key == "image-45"
    )
    content = project.pictures[file]
    assert isinstance(content, bytes)
    (tmp_path / file).write_bytes(content)
    with Picture.open(tmp_path / file) as picture:
        assert picture.getpixel((0, 0)) == (255, 255, 255, 0)
        assert picture.getpixel((3, 3)) == (20, 90, 160, 255)


def test_folders_are_listed_once_however_many_pictures_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []

    def counted(path: Path) -> list[str]:
        listed.append(path)
        return names_in(path)

    monkeypatch.setattr("printnplay.importing.source.names_in", counted)
    lines = [f"IMAGE={at},C:\\game\\art\\missing-{at}.png,0,0,5,5" for at in range(1, 60)]
    (tmp_path / "deck.txt").write_text("\n".join(lines))
    read = Source(tmp_path / "deck.txt")
    with pytest.raises(FaultsError, match="it has no cards"):
        read_project("nandeck", read)
    assert len([loss for loss in read.losses if "missing-" in loss.what]) == 59
    assert len(listed) < 8


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("{TEXT=1,x,0,0,5,5\nTEXT=1,y,0,0,5,5", "a line that is no directive"),
        ("FOR=a,1,3000\nTEXT=1,x,0,0,5,5\nNEXT", "loops with very many lines"),
        ("MACRO=M,(x)\nM=(x)\nENDMACRO\nM=1", "loops with very many lines"),
    ],
)
def test_what_is_cut_short_of_nandeck_is_listed(script: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "deck.nde").write_text(f"TEXT=1,a,0,0,5,5\n{script}")
    source = Source(tmp_path / "deck.nde")
    read_project("nandeck", source)
    assert [loss.what for loss in source.losses] == [what]


def test_parts_of_square_frames_names_of_fonts_and_empty_parameters(tmp_path: Path) -> None:
    script = """<f>=0,0,4,4
MACRO=M,(x),
  TEXT=1,(x),0,0,5,5
ENDMACRO
FONT=Segoe UI Symbol,12
M=word,another
TEXT=1,on top,<f,TL,50%,50%>"""
    (tmp_path / "deck.nde").write_text(script)
    (deck,) = read_project("nandeck", Source(tmp_path / "deck.nde")).decks
    drawn = [(box.rect, box.what) for box in deck.cards[0].front if isinstance(box.what, Words)]
    assert [words.source for _, words in drawn] == ["word", "on top"]
    assert {words.font.family for _, words in drawn} == {"Segoe UI Symbol"}
    assert drawn[1][0] == Rect(0, 0, 30_000, 45_000)


def test_texts_print_as_typed_and_no_check_asks_for_other_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Squib sets marks in texts with markup only, by its own rules."""
    plain, marked = r"It\\'s \"ten\" - or more...", r"It\\'s \"ten\" -- or <b>more...</b>"
    lines = f'  text str: "{plain}", x: 5\n  text str: "{marked}", x: 5, y: 99, markup: true'
    (tmp_path / "deck.rb").write_text((DECK % lines).replace("\\\\'", "'"))
    lines = "  text str: '<i>Salt</i> & \"pepper\"', x: 5, y: 199, markup: true"
    text = (tmp_path / "deck.rb").read_text().replace("\nend\n", f"\n{lines}\nend\n")
    (tmp_path / "deck.rb").write_text(text)  # Pango reads no markup with a bare `&`
    bring("squib", tmp_path / "deck.rb", tmp_path / "quay")
    monkeypatch.chdir(tmp_path / "quay")
    checked = CliRunner().invoke(app, ["check"])
    assert "PNP309" not in checked.output
    exported = CliRunner().invoke(app, ["export", "svg", "-o", "out"])
    assert exported.exit_code == 0, exported.output
    face = next(Path("out").rglob("*.svg")).read_text()
    words = "".join(re.findall(r">([^<>]+)</(?:text|tspan)", face))
    assert 'It\'s"ten"-ormore...' in unescape(words).replace(" ", "")
    assert "It’s“ten”–ormore…" in words.replace(" ", "")
    assert '<i>Salt</i>&"pepper"' in unescape(words).replace(" ", "")


@pytest.mark.parametrize(
    "drawn",
    [
        'str: "Ten", font: "Courier Italic 20"',
        'str: "Ten <i>points</i>", markup: true, font: "Courier 20"',
    ],
)
def test_italics_of_a_font_without_them_are_upright_and_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: str
) -> None:
    (tmp_path / "deck.rb").write_text(DECK % f"  text {drawn}")
    bring("squib", tmp_path / "deck.rb", tmp_path / "quay")
    monkeypatch.chdir(tmp_path / "quay")
    exported = CliRunner().invoke(app, ["export", "svg", "-o", "out"])
    assert exported.exit_code == 0, exported.output
    assert "has no italic; its upright letters stand in" in Path("IMPORT.md").read_text()


def test_a_text_of_wide_letters_has_room_however_small_its_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = '  text str: "WWWWW WWWWWWWWWWWWWW WWWWW", width: 9, height: 9, font: "Sans Bold 20"'
    (tmp_path / "deck.rb").write_text(DECK % line)
    bring("squib", tmp_path / "deck.rb", tmp_path / "quay")
    monkeypatch.chdir(tmp_path / "quay")
    checked = CliRunner().invoke(app, ["check"])
    assert checked.exit_code == 0, checked.output
    assert "PNP501" not in checked.output
    assert checked.exit_code == 0, checked.output


def test_a_deck_in_a_method_that_nothing_calls_is_listed(tmp_path: Path) -> None:
    method = "def make(names, *more, dpi: 300)\n" + DECK.replace("'kept'", "names") % "" + "end\n"
    (tmp_path / "deck.rb").write_text(method)
    source = Source(tmp_path)
    read_project("squib", source)
    (loss,) = (loss for loss in source.losses if "nothing calls" in loss.what)
    assert loss.what == "nothing calls the method `make` of this deck: no values for `names`"
    assert Path(loss.place.file).name == "deck.rb"
    (tmp_path / "deck.rb").write_text(method + "def main\nmake('kept')\nend\n")
    source = Source(tmp_path)
    (deck,) = read_project("squib", source).decks
    assert "kept" in str(deck.cards)
    assert not any("nothing calls" in loss.what for loss in source.losses)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1", 1),
        ("1.50", 1.5),
        ("007", 7),
        ("1_000", 1000),
        ("0x1F", 31),
        ("1e3", 1000.0),
        (" x ", "x"),
        ("TRUE", "TRUE"),
        ("", None),
    ],
)
def test_cells_are_the_values_that_squib_has(typed: str, value: object) -> None:
    assert (type(cell(typed)), cell(typed)) == (type(value), value)


STORED: list[tuple[object, str, object]] = [
    (7, "General", "7"),
    (0.25, "General", "0.25"),
    (0.1, "0", 0.1),
    (20, "0", 20),
    (20, "0.00", 20.0),
    (1234, "#,##0", 1234),
    (5, '"$"#,##0.00', 5.0),
    (None, "General", None),
    (" ", "General", ""),
    ("007", "@", "007"),
    (" x ", "General", "x"),
    (True, "General", True),
]
"""Cells of a workbook with their formats, and what Squib 0.19 with Roo 2.10 has for them."""


def test_cells_of_workbooks_are_the_values_that_squib_has(tmp_path: Path) -> None:
    """Numbers without a format are texts, others what is stored; an empty row is a card."""
    book = Workbook()
    for at, (value, code, _) in enumerate(STORED, start=2):
        place = book.active.cell(at, 1, value)
        place.number_format = code
    book.active["A1"], book.active["B1"] = "Cost ", "Name"
    book.save(tmp_path / "cards.xlsx")
    frame = read_frame(Source(tmp_path), "xlsx", tmp_path / "cards.xlsx", {})
    wanted = [value for _, _, value in STORED]
    assert [*map(type, frame.columns["Cost"])] == [*map(type, wanted)]
    assert frame.columns == {"Cost": wanted, "Name": [None] * len(wanted)}


def test_empty_lines_within_a_text_stay() -> None:
    for typed in ("\nSalt\n\nRope\n", "Salt\n  \nRope"):
        assert Looks().written([Run(typed)]) == "Salt\n\N{NO-BREAK SPACE}\nRope"


def test_hyphens_at_the_beginning_of_lines_print_as_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In texts of printnplay they make a list with bullets."""
    lines = [
        r"""  text str: "- Salt\n- <b>Rope</b>\n- Tar", markup: true""",
        r"""  text str: "<b>- Oar</b>", markup: true, y: 99""",
    ]
    (tmp_path / "deck.rb").write_text(DECK % "\n".join(lines))
    bring("squib", tmp_path / "deck.rb", tmp_path / "quay")
    monkeypatch.chdir(tmp_path / "quay")
    exported = CliRunner().invoke(app, ["export", "svg", "-o", "out"])
    assert exported.exit_code == 0, exported.output
    face = next(Path("out").rglob("*.svg")).read_text()
    words = "".join(re.findall(r">([^<>]+)</(?:text|tspan)", face))
    assert "".join(unescape(words).split()) == "kept-Salt-Rope-Tar-Oar"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Волк уходит в низ колоды", "cp1251"),
        ("Ο λύκος τραβά μία κάρτα", "cp1253"),
        ("山札からカードを1枚引く", "cp932"),
        ("抽一张牌，然后弃一张牌", "gb18030"),
        ("抽一張牌，然後棄一張牌", "big5"),
        ("카드를 한 장 뽑는다", "cp949"),
        ("Piochez une carte à la fin de l’été", "cp1252"),
    ],
)
def test_a_table_in_the_letters_of_a_country_is_read_and_told(
    text: str, encoding: str, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_bytes(f"Name,Rule\nA,{text}\n".encode(encoding))
    source = Source(tmp_path)
    assert source.table(tmp_path / "cards.csv") == (["Name", "Rule"], [["A", text]])
    assert [(loss.is_guess, encoding in loss.what) for loss in source.losses] == [(True, True)]


@pytest.mark.parametrize(
    ("root", "fills"),
    [
        ('viewBox="0 0 9 2" preserveAspectRatio="none"', True),
        ('viewBox="0 0 9 2" width="9" height="2" preserveAspectRatio="none"', False),
        ('viewBox="0 0 9 2"', False),
    ],
)
def test_a_drawing_without_a_ratio_fills_its_box_as_in_browsers(
    root: str, *, fills: bool, tmp_path: Path
) -> None:
    (tmp_path / "banner.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {root}/>')
    source = Source(tmp_path)
    assert source.stretches(source.picture("banner.svg", Span("deck"))) is fills
