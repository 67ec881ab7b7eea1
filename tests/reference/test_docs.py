"""The pages of docs/: whoever does what they say sees what they show.

`--update` takes their pictures anew.

A block `console` has commands and what they show, where `…` stands for anything. A block with the
title of a file is what is written into it; a `diff` changes the file below the line it names.
"""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from cli.project import ROOT, run, stand_in
from PIL import Image
from typer.main import get_command

from printnplay.build.new import LOOKS
from printnplay.cli.app import app

DOCS = ROOT / "docs"
GREY = "#e9e7f2"
"""The ground of pictures."""
PICTURES = DOCS / "pictures"
OTHER_TOOLS = DOCS / "coming-from"
STARTERS = ROOT / "printnplay/starters"
TEXTS = (".csv", ".j2", ".yaml")
TOOLS = sorted(path.stem for path in OTHER_TOOLS.glob("*.md"))
FONT = ROOT / "tests/acceptance/lantern/templates/fonts/Tajawal.ttf"

_BLOCK = re.compile(
    r'^```(?P<kind>\w+)(?: title="(?P<file>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)
_HUNK = re.compile(r"^@@ (.*)\n((?:[-+].*\n)+)", re.MULTILINE)
_CHANGE = re.compile(r"^-(.*)\n((?:\+.*\n)+)", re.MULTILINE)

# Picture -> project, kind of file, pages counted from 1, dots per inch.
SHOWN: dict[str, tuple[str, str, Sequence[int], int]] = {
    "starter-csv": ("lost-coast", "kit", (5, 7), 60),
    "box": ("lost-coast", "box", (1,), 60),
    "boxes": ("salt-marsh", "box", (1, 2, 3, 4), 45),
    "starter-tarot": ("night-watch", "kit", (3, 4), 60),
    "starter-tiles": ("far-fields", "kit", (3, 5), 60),
    "starter-rulebook-only": ("reef", "rulebook", (1, 2, 3), 60),
    "starter-poker-deck": ("aces", "kit", (3, 5), 60),
    "hex-map": ("north-map", "kit", (9,), 60),
    "starter-flashcards": ("german-words", "kit", (3, 4), 60),
    "starter-standees": ("small-heroes", "kit", (3, 4), 60),
    "starter-dice": ("rain-dice", "kit", (3, 4), 60),
    "starter-score-pad": ("harvest", "kit", (3,), 60),
    "starter-dials": ("life-points", "kit", (3, 4), 60),
}
# Picture -> the part of its pages that is shown, from the top; the rest of them is empty.
TOPS = {"starter-standees": 0.54, "starter-dice": 0.5, "starter-dials": 0.54}
# Picture -> project, cards.
SHOWN_FACES: dict[str, tuple[str, Sequence[str]]] = {
    "two-sided": ("lost-coast", ["ship"]),
    "set-icons": ("tide-pool", ["lighthouse", "storm"]),
    "text-icons": ("tide-pool", ["cargo"]),
    "qr-codes": ("letter-box", ["lighthouse", "storm"]),
    "stamps": ("signal-fire", ["lighthouse", "storm"]),
    "growing-box": ("glass-bay", ["cargo", "storm"]),
    "stacks": ("tall-tower", ["lighthouse", "storm"]),
    "around": ("quiet-pond", ["lighthouse", "storm"]),
    "vertical-title": ("tall-mast", ["lighthouse", "whale"]),
    "full-bleed": ("deep-sea", ["lighthouse", "whale"]),
    "starter-screen": ("secret-market", ["screen-red"]),
    "editions": ("low-tide", ["storm"]),
}


IMPORTED = ("lighthouse", "harbour", "whale")
"""The cards of the deck that `import.md` imports."""

GIT = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org")


def follow(page: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do what a page says, beginning in a folder."""
    stand_in(place, ROOT, monkeypatch)
    shutil.copy(FONT, place)
    here = place
    for block in _BLOCK.finditer((DOCS / page).read_text("utf-8")):
        if block["file"]:
            _write(here / block["file"], block["kind"], block["text"])
        elif block["kind"] == "console":
            for command, shown in _commands(block["text"]):
                here = _do(command, shown, here, place)
                monkeypatch.chdir(here)


def _commands(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what is shown below it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def _do(command: str, shown: str, here: Path, place: Path) -> Path:
    """Run a command, and compare what it shows; the folder for the next one."""
    words = shlex.split(command)
    if words[0] == "cd":
        return here / words[1]
    if words[0] == "cp":
        (here / words[2]).mkdir(exist_ok=True)
        shutil.copy(here / words[1], here / words[2])
        return here
    if words[0] == "git":
        subprocess.run([*GIT, *words[1:]], cwd=here, check=True, capture_output=True)
        return here
    is_new = words[:2] == ["printnplay", "new"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place if is_new else here)
        ran = run(command.removeprefix("printnplay "))
    pattern = re.escape(shown).replace("…", ".*")
    assert ran.status == int(shown.startswith("error[")), (command, ran.err)
    assert re.fullmatch(pattern, ran.err + ran.out, re.DOTALL), (command, ran.err + ran.out)
    return place if is_new else here


def _write(path: Path, kind: str, text: str) -> None:
    if kind != "diff":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return
    old = path.read_text("utf-8")
    for anchor, lines in _HUNK.findall(text):
        at = re.search(rf"^ *{re.escape(anchor)}$", old, re.MULTILINE)
        assert at is not None, (path, anchor)
        done = at.end()
        for out, added in _CHANGE.findall(lines):
            new = "\n".join(line[1:] for line in added.splitlines())
            done = old.index(out, done)
            old = old[:done] + new + old[done + len(out) :]
            done += len(new)
    path.write_text(old, "utf-8")


def test_recipes_change_lines_that_starters_have() -> None:
    """Whoever changes a starter sees at once which recipes name the old line."""
    page = (DOCS / "cookbook.md").read_text("utf-8")
    made = set(re.findall(r"^\$ printnplay new (\S+)", page, re.MULTILINE))
    blocks = [block for block in _BLOCK.finditer(page) if block["file"]]
    diffs = [block for block in blocks if block["kind"] == "diff"]
    known = [path.read_text("utf-8") for path in STARTERS.rglob("*.*") if path.suffix in TEXTS]
    known += [block["text"] for block in blocks if block not in diffs]
    known += [line[1:] for block in diffs for line in re.findall(r"^\+.*", block["text"], re.M)]
    for block in diffs:
        name = Path(block["file"]).parts[1].removesuffix(".yaml")
        if name not in made:
            continue
        for anchor, lines in _HUNK.findall(block["text"]):
            for line in (anchor, *(out for out, _ in _CHANGE.findall(lines))):
                of_starter = line.replace(name.replace("-", " ").title(), "My Game")
                of_starter = of_starter.replace(name, "my-game")
                assert any(line in text or of_starter in text for text in known), (name, line)


@pytest.mark.at_leisure
def test_ten_minutes_begin_a_game(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the page alone a newcomer has ten cards of their own, a rulebook and a box."""
    follow("start.md", tmp_path, monkeypatch)
    out = tmp_path / "bee-garden/output/bee-garden/en"
    kit, rulebook, box = (next(out.glob(f"*-{kind}.pdf")) for kind in ("kit", "rulebook", "box"))
    shown = [(kit, 3), (kit, 5), (rulebook, 1), (rulebook, 2), (box, 1)]
    _keep(request, "bee-garden", beside([_pixels(file, number, 50) for file, number in shown]))
    assert len(list((tmp_path / "lost-coast/output/lost-coast/en").glob("*.pdf"))) == 7


@pytest.mark.at_leisure
def test_the_program_prints_ten_cards_in_a_few_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page and the text in the archive have the same commands, and lead to the PDF."""
    follow("install.md", tmp_path, monkeypatch)
    page = (DOCS / "install.md").read_text("utf-8")
    readme = (ROOT / "tools/program/README.txt").read_text("utf-8")
    for path in ("designs/my-game/cards.csv", "output/my-game/en/my-game-en-a4-kit.pdf"):
        assert (tmp_path / "my-game" / path).is_file()
        assert path in page
        assert path in readme
    for command in ("new my-game --from cards", "build"):
        assert f"printnplay {command}\n" in page
        assert f"printnplay {command}\n" in readme
    ways = readme.partition("\n\nKeep")[0].split("\n\nTEN CARDS, ")[1:]
    assert all(len(way.split()) <= 80 for way in ways)


@pytest.mark.at_leisure
def test_the_readme_shows_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its error is the one that is printed, word for word."""
    follow("../README.md", tmp_path, monkeypatch)


@pytest.mark.at_leisure
def test_one_copy_is_ordered_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (DOCS / "order-one-copy.md").read_text("utf-8")
    follow("order-one-copy.md", tmp_path, monkeypatch)
    folder = tmp_path / "stone-circle/output/stone-circle/en/makeplayingcards"
    shown = page.partition("```\nWhat to order\n")[2].partition("```")[0]
    assert shown in (folder / "order.txt").read_text("utf-8")
    said = run("export thegamecrafter").err
    for line in page.partition("```\nwarning[PNP525]")[2].partition("```")[0].splitlines()[:1]:
        assert line in said


@pytest.mark.at_leisure
def test_the_page_on_changes_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    follow("changes.md", tmp_path, monkeypatch)


@pytest.mark.at_leisure
def test_a_pdf_is_printed_again(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deck of the page is the kit of a starter: 24 cards with their backs."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new lost-coast --from csv").status == 0
    assert run("build --project lost-coast -o built").status == 0
    (kit,) = tmp_path.glob("built/*/en/*-kit.pdf")
    shutil.copy(kit, tmp_path / "deck.pdf")
    follow(f"{PRINTED}.md", tmp_path, monkeypatch)
    with Image.open(tmp_path / "deck/found.png") as found:
        _keep(request, "found", found.convert("RGB").resize((1024, 720)))


@pytest.mark.at_leisure
def test_a_factory_gets_a_set(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box, and a card and its back with foil and varnish."""
    follow(f"{FACTORY}.md", tmp_path, monkeypatch)
    (box,) = tmp_path.glob("lost-coast/output/**/press/*-box.pdf")
    (cards,) = tmp_path.glob("lost-coast/output/**/press/*-cards-*.pdf")
    shown = [(box, 1, 52), (cards, 1, 72), (cards, 2, 72)]
    _keep(request, "press-set", beside([_pixels(*page) for page in shown]))


@pytest.mark.sampled(6)
def test_a_deck_of_another_tool_is_imported(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow("import.md", tmp_path, monkeypatch)
    command = f"export png -o {tmp_path / 'cards'} --dpi 90 --trim --corners round"
    assert run(command).status == 0
    cards = [next((tmp_path / "cards").rglob(f"{name}-*.png")) for name in IMPORTED]
    _keep(request, "imported", beside([Image.open(card) for card in cards]))


@pytest.mark.at_leisure
@pytest.mark.turns(3)
@pytest.mark.parametrize("tool", TOOLS)
def test_a_card_of_another_tool_comes_out_the_same(
    tool: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages for people who come from other tools share one card, and its picture."""
    follow(f"coming-from/{tool}.md", tmp_path, monkeypatch)
    (project,) = {path.parent.parent for path in tmp_path.glob("*/designs/*")}
    command = (
        f"export png --project {project} -o {tmp_path / 'card'} --dpi 110 --trim --corners round"
    )
    assert run(f"{command} --only whale").status == 0
    (card,) = (tmp_path / "card").rglob("whale-*.png")
    _keep(request, "coming-from", beside([Image.open(card)]))


SEARCHED = (
    """\
accessibility|alt text|auto-fit|autocomplete|balance|bleed|crop marks|cut marks|die line|error code
font fallback|glyph|Google Sheets|gutter|imposition|kerning|lint|live reload|localization
Monte Carlo|n-up|overflow|parallel builds|playtest|plug-in|print on demand|prototype|Python API
rasterize|render|saddle stitch|screen reader|spot colour|sprite sheet|troubleshooting|validate
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
"""Words of the trade that people type into a search box."""


@pytest.mark.parametrize("word", SEARCHED)
def test_a_word_that_people_search_for_leads_somewhere(word: str) -> None:
    """The glossary has it, with a link or a command, or with the word that is used here."""
    entries = re.split(r"^(?=\*\*)", (DOCS / "glossary.md").read_text("utf-8"), flags=re.MULTILINE)
    (entry,) = (entry for entry in entries if re.match(rf"\*\*{word}\*\*[ :]", entry))
    assert re.search(r"\]\(|`printnplay |see \*", entry), entry


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_recipes_come_out_as_their_pictures_show(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow("cookbook.md", tmp_path, monkeypatch)
    made = dict(_pictures(tmp_path))
    for name, picture in made.items():
        _keep(request, name, picture)
    named = set(re.findall(r"pictures/([\w-]+)[.]png", (DOCS / "cookbook.md").read_text("utf-8")))
    assert named == set(made)


BOX = (0.12, 0.32, 0.91, 0.72)
"""The part of its sheet that the panels of a tuck box take: left, top, right and bottom."""


@pytest.mark.at_leisure
@pytest.mark.parametrize("look", LOOKS)
def test_a_look_comes_out_as_its_picture_shows(
    look: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cards, the back, the box, the cover, a page of the rulebook and the player aid."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run(f"new lost-coast --look {look}").status == 0
    assert run("build --project lost-coast -o out").status == 0
    command = "export png --project lost-coast -o out/png --dpi 100 --trim --corners round"
    assert run(command).status == 0
    (kit,), (box,), (book,) = (
        list(tmp_path.glob(f"out/**/*-{kind}.pdf")) for kind in ("kit", "box", "rulebook")
    )
    faces = [
        Image.open(next(tmp_path.glob(f"out/png/**/{name}*.png")))
        for name in ("number-5", "storm", "back")
    ]
    whole = _pixels(box, 1, 63)
    width, height = whole.size
    x, y, right, bottom = BOX
    folded = whole.crop(
        (round(x * width), round(y * height), round(right * width), round(bottom * height))
    )
    pages = [_pixels(book, number, 52) for number in (1, 2)]
    last = _pixels(kit, len(pypdfium2.PdfDocument(kit)), 52)
    aid = last.crop((0, last.height // 40, last.width, round(last.height * 0.24)))
    top, below = beside([*faces, *pages]), beside([folded, aid])
    gallery = Image.new("RGB", (max(top.width, below.width), top.height + below.height), GREY)
    gallery.paste(top, (0, 0))
    gallery.paste(below, (0, top.height))
    _keep(request, f"look-{look}", gallery)


def _pictures(place: Path) -> Iterator[tuple[str, Image.Image]]:
    for name, (project, kind, numbers, dpi) in SHOWN.items():
        folder, out = place / project, place / "pictures" / project
        assert run(f"build --project {folder} -o {out} -l en").status == 0
        (file,) = out.rglob(f"*-{kind}.pdf")
        pages = [_pixels(file, number, dpi) for number in numbers]
        height = round(pages[0].height * TOPS.get(name, 1))
        yield name, beside([page.crop((0, 0, page.width, height)) for page in pages])
    for name, (project, cards) in SHOWN_FACES.items():
        out = place / "pictures" / name
        command = f"export png --project {place / project} -o {out} -l en --dpi 110 --trim"
        assert run(f"{command} --corners round").status == 0
        paths = sorted(path for card in cards for path in out.rglob(f"*{card}-*.png"))
        yield name, beside([Image.open(path) for path in paths])


def _keep(request: pytest.FixtureRequest, name: str, picture: Image.Image) -> None:
    """Compare a picture with the one of the documentation, or put it in its place."""
    path = PICTURES / f"{name}.png"
    if request.config.getoption("--update"):
        PICTURES.mkdir(exist_ok=True)
        picture.quantize(96).save(path, optimize=True)
    with Image.open(path) as kept:
        assert kept.size == picture.size, name


def _pixels(file: Path, number: int, dpi: int) -> Image.Image:
    """A page of a PDF, counted from 1."""
    image: Image.Image = pypdfium2.PdfDocument(file)[number - 1].render(scale=dpi / 72).to_pil()
    return image


def beside(images: Sequence[Image.Image], gap: int = 14) -> Image.Image:
    """Pictures side by side on grey."""
    width = sum(image.width + gap for image in images) + gap
    whole = Image.new("RGB", (width, max(image.height for image in images) + 2 * gap), GREY)
    x = gap
    for image in images:
        shown = image.convert("RGBA")
        whole.paste(shown, (x, gap), shown)
        x += image.width + gap
    return whole


# Elsewhere commands stand by themselves. Those in blocks are run, those in lines are such as there
# are.

_FENCED = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _shell_blocks(text: str) -> list[str]:
    """The blocks of a page that hold commands."""
    return [block for kind, block in _FENCED.findall(text) if kind in ("", "console")]


PRINTED = "print-somebody-elses-game"
FACTORY = "send-it-to-a-factory"
FOLLOWED = (
    *("README", "start", "cookbook", "changes", "translating", "import"),
    *(PRINTED, FACTORY, *TOOLS),
)
"""Pages that tests follow from block to block."""
ELSEWHERE = {
    "preview": "it serves until it is stopped: tests/preview",
    "table": "it serves until it is stopped: tests/preview/test_room_server.py",
    "check --languagetool": "it asks a server: tests/proofreading",
    "play tic-tac-match --games 1000000": "it needs a cluster: tests/play/test_cluster.py",
    "check my-game -l en -l fr": "a game in three languages: tests/cli/test_co_editions.py",
    "preflight cards.pdf": "a finished PDF: tests/cli/test_preflight.py",
    "export offset my-game -l": "a game in three languages: tests/cli/test_co_editions.py",
    "build 'tic-*'": "games of a project of that kind: tests/cli/test_projects.py",
    "build lost-coast": "the game of the first page: start.md",
    "export png lost-coast": "the game of the first page: start.md",
    "check stairs": "the game of the guide: tests/cli/test_own_rules.py",
    "play stairs --lockstep": "the game of the guide: tests/play/test_lockstep.py",
    "play race --solve": "a small game: tests/play/test_solving.py",
    "play tic-tac-match --tournament greedy,mcts:300": "it takes minutes",
    "trust stairs": "the game of the guide: tests/cli/test_own_rules.py",
    "build fox owl": "two games: tests/build/test_together.py",
    "config paper": "it changes settings: tests/cli/test_config.py",
    "build --scheduler": "it needs a cluster: tests/cli/test_scheduler.py",
    "check --scheduler": "it needs a cluster: tests/cli/test_scheduler.py",
    "play tic-tac-match --seats 2 --player a=steady.py": "the player: tests/play/test_players.py",
    "play match --since": "an earlier version: tests/cli/test_play_since.py",
    "play stairs --seats 2 --since": "an earlier version: tests/cli/test_play_since.py",
    "play tic-tac-match --since": "an earlier version: tests/cli/test_play_since.py",
    "l10n accept match": "it accepts a translation that is accepted: tests/cli/test_l10n_accept.py",
}


_LINE = re.compile(r"^(?:\$ )?(?:printnplay|pnp) (?P<words>[^#\n]+?)(?:\s{2,}.*)?$", re.MULTILINE)
_INLINE = re.compile(r"`(?:printnplay|pnp) (?P<words>[^`]+)`")
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted(OTHER_TOOLS.glob("*.md"))]


def _alone() -> list[str]:
    """The commands in blocks of pages that are not followed, each once."""
    pages = [page for page in PAGES if page.stem not in FOLLOWED]
    blocks = [block for page in pages for block in _shell_blocks(page.read_text("utf-8"))]
    found = dict.fromkeys(words for block in blocks for words in _LINE.findall(block))
    return [words for words in found if not words.startswith(tuple(ELSEWHERE))]


@pytest.mark.at_leisure
@pytest.mark.turns(4)
@pytest.mark.parametrize("words", _alone())
def test_a_command_that_stands_by_itself_works(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a project with a game `my-game`, a drawing, and a sheet of A4."""
    stand_in(tmp_path, ROOT, monkeypatch)
    assert run("new my-game --from csv").status == 0
    monkeypatch.chdir(tmp_path / "my-game")
    shutil.copy("designs/my-game/art/storm.svg", "drawing.svg")
    with pikepdf.new() as sheet:
        sheet.add_blank_page(page_size=(595.28, 841.89))
        sheet.save("registration-sheet.pdf")
    ran = run(words)
    assert ran.status == 0, ran.err + ran.out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_command_and_option_of_a_page_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    blocks = "".join(_shell_blocks(text))
    for words in (*_LINE.findall(blocks), *_INLINE.findall(text)):
        _check_known(words.replace("\n", " "))


def _check_known(words: str) -> None:
    command = get_command(app)
    parts = [part for part in shlex.split(words.split(" | ")[0].split(" > ")[0]) if part != "…"]
    while parts and parts[0].startswith("-") and hasattr(command, "commands"):
        assert known(command, parts.pop(0)), words
    while hasattr(command, "commands") and parts:
        name = parts.pop(0)
        assert name in command.commands, words
        command = command.commands[name]
    for part in parts:
        if part.startswith("-") and len(part) > 1:
            assert known(command, part.partition("=")[0].rstrip(",.;:")), words


def known(command: object, option: str) -> bool:
    ways = [way for parameter in command.params for way in parameter.opts]  # type: ignore[attr-defined]
    return option in (*ways, "-h", "--help")


HOUSE = (".github", "printnplay", "tests", "tools", "docs", "designs", "locales", "templates")
"""The folders whose files ARCHITECTURE.md and the decisions name."""
DECISIONS = DOCS / "dev/decisions"
_FILE = re.compile(r"`([\w.*<>-]*(?:/[\w.*<>-]*)+|[\w.*-]+\.py)`")


def test_every_file_that_the_architecture_and_the_decisions_name_is_there() -> None:
    files = (path for name in HOUSE for path in (ROOT / name, *(ROOT / name).rglob("*")))
    there = "\n".join(str(path.relative_to(ROOT)) for path in files)
    for page in (ROOT / "ARCHITECTURE.md", *DECISIONS.glob("*.md")):
        for name in _FILE.findall(page.read_text("utf-8")):
            path = re.sub(r"<\w+>|\*", "@", name).rstrip("/")
            path = re.escape(path).replace("@", "[^/\n]*")
            assert re.search(rf"(?:^|/){path}$", there, re.MULTILINE), (page.name, name)


def test_every_page_is_in_the_navigation() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = re.findall(r"([\w./-]+[.]md)$", nav, re.MULTILINE)
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(listed) == sorted(pages)


def test_the_index_of_decisions_lists_each_with_its_title_and_date() -> None:
    pages = {path.name: path.read_text("utf-8") for path in DECISIONS.glob("[0-9]*.md")}
    index = (DECISIONS / "index.md").read_text("utf-8")
    lines = [line for line in index.splitlines() if line.startswith("- ")]
    assert len(lines) == len(pages)
    for name, text in pages.items():
        title, _, date = text.splitlines()[:3]
        wanted = f"- [{name[:3]} {title.removeprefix('# ')}]({name}), {date[1:11]}"
        assert wanted in lines, name
