"""Help and usage errors in the language of the terminal: a pseudo-language leaves no English."""

import re
import shutil
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pseudo_language import ACCENTS, pseudo_messages
from typer.main import get_command

from printnplay.build.defaults import KEYS
from printnplay.build.job import FORMAT_NAMES
from printnplay.build.new import LOOKS, STARTERS
from printnplay.build.schemas import FILE_KINDS
from printnplay.cli.app import app
from printnplay.cli.speech import ask
from printnplay.export import TARGETS
from printnplay.importing import TOOLS
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.play.players import PLAYERS

from .project import ROOT, run, stand_in

COMMANDS: Any = get_command(app).commands  # type: ignore[attr-defined]

NEEDED = {"GAME": "x", "PATH": ".", "DIR": "x", "TARGET": "png", "TOOL": "squib", "LANG": "fr"}
"""Values for arguments, so that only the option after them is wrong."""


def parts(named: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Yield a command and its subcommands, by the words that call them."""
    yield named, command
    for name, part in getattr(command, "commands", {}).items():
        yield from parts(f"{named} {name}", part)


OUTPUTS = Path(__file__).with_name("outputs.txt")
"""Commands that are run one after the other in the project of the guide to rules."""

PARTS = [part for name in COMMANDS for part in parts(name, COMMANDS[name])]

SHIPPED = [path.name for path in (ROOT / "designs").iterdir()]

NAMES = {
    *("printnplay", "python", "project", "cmp", "script", "nde", "txt", "all", "side", "linux"),
    *("common", "kit", "reef", "arial", "noto", "sans", "makeplayingcards", "english"),
    *(word for name, _ in PARTS for word in name.split()),
    *(
        word
        for one in (
            *(*TARGETS, *TOOLS, *TOOLS.values(), *FORMAT_NAMES, *KEYS, *STARTERS, *LOOKS),
            *(*PAPERS, *CARD_SIZES, *FILE_KINDS, *PLAYERS, *SHIPPED),
        )
        for word in re.findall("[a-z]{3,}", one.partition(":")[0].lower())
    ),
}
"""Words that are the same in all languages: names of commands, targets, formats and tools."""

SAME = re.compile(
    r"--[\w-]+|<[^>]*>|'\S*'|`[^`]*`|\S*/\S*|[\w-]*\.\w+|:\]·+ [\w./-]+[\];]|\bx>=|<=x<=|"
    r"(Avery|Label Planet|avery|label-planet)\S*|-landscape|pip install|PDF/X|\[PNP\d+\]"
)
"""What is in no language: options, choices, names of files, what was typed, defaults, products."""


def left(text: str, names: frozenset[str] = frozenset()) -> list[str]:
    """Return the words of a text in English: those without the accents of the pseudo-language.

    `names` are those of a project.
    """
    text = SAME.sub("", " ".join(text.split()))
    words = re.findall(r"\b[a-z]{3,}\b", text.lower())
    return [word for word in words if word.translate(ACCENTS) != word and word not in NAMES | names]


@pytest.fixture
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    messages = pseudo_messages()
    monkeypatch.setattr("printnplay.build.messages.messages_in", lambda _: messages)
    yield
    ask("")


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("words", ["", *(name for name, _ in PARTS)])
def test_no_line_of_the_help_is_english(words: str) -> None:
    ran = run(f"--lang de {words} --help")
    assert ran.status == 0
    assert "⟦" in ran.out
    assert left(ran.out) == []


def mistakes(named: str, command: Any) -> Iterator[str]:
    """Yield ways to call a command wrongly: a missing argument, an option, a value of each type."""
    needed = [one for one in command.params if one.param_type_name == "argument" and one.required]
    words = " ".join([named, *(NEEDED.get(one.metavar or "", "x") for one in needed)])
    if needed:
        yield named
    yield f"{words} --no-such-option"
    for option in command.params:
        if option.param_type_name == "option":
            yield from (f"{words} {option.opts[-1]}{value}" for value in wrong_values(option))


def wrong_values(option: Any) -> Iterator[str]:
    """Yield what cannot be written behind an option."""
    kind = option.type.name
    if option.is_flag:
        yield "=x"
        return
    yield ""
    if not option.multiple:
        yield " ''"
    if kind in ("integer range", "int range", "choice"):
        yield from (" x", " -9")
    elif kind in ("path", "file", "directory"):
        yield from [" /no/such/file"] * option.type.exists
    elif kind != "str":
        yield " '?'"


@pytest.mark.sampled(5)
@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize(("named", "command"), PARTS)
def test_no_usage_error_is_english(named: str, command: Any) -> None:
    wrong = [*mistakes(named, command)]
    if named == "new":
        wrong += ["nwe", "no-such-command"]
    found = []
    for words in wrong:
        ran = run(f"--lang de {words}")
        assert ran.status == 2, words
        if english := left(ran.out + ran.err):
            found.append(f"{words}: {english}")
    assert "\n".join(found) == ""


WRITTEN = frozenset({".html", ".md", ".txt"})
"""The suffixes of files that people read as text."""

OF_PLAYERS = re.compile(
    r"game\.html|.*-rulebook\.html|index\.html|description\.txt|LICENCE-AND-CREDITS\.txt"
)
"""Files for players, which are in the language of their edition: English in the project here."""

IN_ENGLISH = re.compile(r"review\.\w+\.html|examples\.txt")
"""What decision 138 leaves in English."""

NO_WORDS = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)


def written(folder: Path) -> dict[Path, str]:
    """Return the texts of the files below a folder that are in the language of their reader."""
    return {
        path: unescape(NO_WORDS.sub(" ", path.read_text("utf-8")))
        for path in sorted(folder.rglob("*"))
        if path.suffix in WRITTEN
        and not OF_PLAYERS.fullmatch(path.name)
        and not IN_ENGLISH.fullmatch(path.name)
    }


DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M0 0h9v9z"/></svg>'
)


@pytest.fixture
def stairs(
    tmp_path: Path, guide_files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> frozenset[str]:
    """Set up the project of the guide to rules, an earlier version, and a project to import.

    Returns the words of the project.
    """
    folder = shutil.copytree(ROOT / "tests/cli/stairs", tmp_path / "stairs")
    designs = folder / "designs/stairs"
    for name, text in guide_files.items():
        (designs / name).write_text(text, "utf-8")
    before = shutil.copytree(folder, tmp_path / "before") / "locales/en/stairs.yaml"
    before.write_text(before.read_text("utf-8").replace("Goes next", "Next goes"), "utf-8")
    shutil.copytree(ROOT / "tests/importing/cases/squib/coast", tmp_path / "coast")
    (folder / "drawing.svg").write_text(DRAWING, "utf-8")
    stand_in(folder, ROOT, monkeypatch)
    own = [*designs.iterdir(), folder / "locales/en/stairs.yaml", tmp_path / "coast/deck.rb"]
    return frozenset(
        re.findall("[a-z]{3,}", " ".join(one.read_text("utf-8") for one in own).lower())
    )


@pytest.mark.at_leisure
@pytest.mark.turns(1)
@pytest.mark.usefixtures("_pseudo")
def test_no_output_is_english(
    stairs: frozenset[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))  # `config` writes there
    found, known = [], written(tmp_path)
    for words in OUTPUTS.read_text("utf-8").splitlines():
        ran = run(f"--lang de {words}")
        texts = written(tmp_path)
        new = [text for path, text in texts.items() if known.get(path) != text]
        for line in "\n".join((ran.out, ran.err, *new)).splitlines():
            if english := left(line, stairs):
                found.append(f"{words}: {line.strip()} {english}")
        known = texts
    assert "\n".join(found) == ""
    names = {path.name for path in known}
    assert {"IMPORT.md", "README.txt", "changes.html", "order.txt", "report.html"} <= names
