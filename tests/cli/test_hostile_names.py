"""Names and texts that would command a terminal, or the service that reads a log: none gets there.

A project of a stranger has them wherever one can be written, and every command is run in it.
"""

import json
import re
import shlex
import shutil
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from printnplay.build.new import start
from printnplay.files.catalog import PACKAGE

from .project import run

pytestmark = pytest.mark.sampled(3)

WORD = "add-mask"
EVIL = f"x\x1b]0;t\x07\x9b31m\u202e\u2066\n::{WORD}::y\n\t ::{WORD}::z\r##[{WORD}]w\u2028\x85v"
"""What is put into each name and text: escape sequences, overrides of direction, commands."""

IN_YAML = "".join(
    letter if letter.isascii() and letter.isprintable() else f"\\u{ord(letter):04x}"
    for letter in EVIL
)
"""The same between double quotes of YAML."""

SOUND = {
    "designs/game/game.yaml": [("title: Game", f'title: "{IN_YAML}"')],
    "locales/en/game.yaml": [
        ("Discard all cards", f"{IN_YAML} Discard discard  all cards"),
        ('"A game of your own"', f'"{IN_YAML}"'),
    ],
}
BROKEN = {
    "designs/game/game.yaml": [
        ("title: Game", f'title: Game\n"{IN_YAML}": "{IN_YAML}"'),
        ("rules: none", "rules: rules.py"),
    ],
    "designs/game/cards.yaml": [
        ("storm: {", f'storm: {{art: "{IN_YAML}", "{IN_YAML}": a, '),
        ("copies: 2}", f'copies: 2}}\ndeed: {{template: card, rows: "{IN_YAML}.csv"}}'),
    ],
    "locales/en/game.yaml": [
        ("Discard all cards", f"{IN_YAML} {{count.{WORD}}}"),
        ("  rules:\n    contents", f'  "{IN_YAML}": "x"\n  rules:\n    contents'),
    ],
}
"""What is changed in a new game: values alone, or so that nothing can be made of it."""


def project(folder: Path, edits: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """A game with such texts."""
    start(folder)
    for name, changes in edits.items():
        text = (folder / name).read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose values are such, in two languages, with a translation that is stale."""
    folder = tmp_path_factory.mktemp("sound") / "game"
    project(folder, SOUND)
    (folder / f"templates/game/{EVIL}.svg").write_text(f"<svg>{EVIL}</b>", "utf-8")
    (folder / f"{EVIL}.po").write_text(f'msgid "{WORD}\n\x1b', "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run("l10n add pl").status == 0
        texts = folder / "locales/pl/game.yaml"
        filled = texts.read_text("utf-8").replace(': ""', f': "{IN_YAML}"')
        texts.write_text(filled, "utf-8")
        run("l10n accept game -l pl")
        run(f"l10n answer game cards.storm.rule --text {shlex.quote(EVIL)} -l pl")
    english = folder / "locales/en/game.yaml"
    english.write_text(english.read_text("utf-8").replace("Discard", "Lose"), "utf-8")
    return folder


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with such names of keys, files, games and languages."""
    folder = tmp_path_factory.mktemp("broken") / "game"
    project(folder, BROKEN)
    (folder / "designs/game/examples.yaml").write_text(f'- id: "{IN_YAML}"\n', "utf-8")
    (folder / "designs/game/rules.py").write_text(f"raise ValueError({EVIL!r})\n", "utf-8")
    for name, text in {"designs": f'id: "{IN_YAML}"\ntitle: [', "locales": "en: {a: b"}.items():
        (folder / name / EVIL).mkdir()
        (folder / name / EVIL / "game.yaml").write_text(text, "utf-8")
    return folder


def obeyed(shown: str) -> list[str]:
    """What of an output a terminal or a service would obey."""
    letters = {
        letter
        for letter in shown
        if unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") and letter not in "\n\t\u00ad"
    }
    lines = [line for line in shown.splitlines() if re.match(rf"\s*::{WORD}|.*##\[", line)]
    return [*map(ascii, letters), *lines]


COMMANDS = (
    "list",
    "list --json",
    "check",
    "check --format github",
    "check --format json",
    "check --format junit",
    "check --format sarif",
    "check --rules --trust-rules",
    "check --mutants --trust-rules",
    "check --fit",
    "check --fix",
    "build",
    "export png",
    "export all",
    "proof",
    "play game",
    "play game --trust-rules",
    "trust game",
    "l10n status",
    "l10n status --format markdown",
    "l10n diff",
    "l10n remarks",
    "l10n accept",
    "l10n add FILE",
    "l10n export pl",
    "l10n import FILE.po",
    "art templates/game/FILE.svg",
    "fetch",
    "schema FILE",
    "cache",
    "new FILE",
    "calibrate FILE",
    "preview FILE",
    "build --paper FILE",
    "play game --variant FILE",
)
"""The commands; FILE is a name of that kind."""

SILENT = {
    "broken": {"cache", "calibrate FILE"},
    "sound": {
        "cache",
        "calibrate FILE",
        "check --rules --trust-rules",
        "check --mutants --trust-rules",
        "play game",
        "play game --trust-rules",
        "trust game",
        "l10n status",
        "l10n accept",
        "fetch",
    },
}
"""The commands that show none of these names and texts."""


@pytest.mark.sampled(128)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("state", ["sound", "broken"])
def test_nothing_is_obeyed(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    state: str,
    command: str,
) -> None:
    # A copy: some commands change what others show.
    monkeypatch.chdir(shutil.copytree(request.getfixturevalue(state), tmp_path / "game"))
    monkeypatch.setenv("FORCE_COLOR", "0")
    ran = run(command.replace("FILE", shlex.quote(EVIL)))
    shown = ran.out + ran.err
    assert obeyed(shown) == []
    assert (WORD in shown) is (command not in SILENT[state])
    if "json" in command or "sarif" in command:
        json.loads(ran.out)


@pytest.mark.parametrize("command", ["FILE", "--FILE", "build --FILE", "build --paper FILE --FILE"])
def test_a_wrong_command_is_not_obeyed(broken: Path, command: str) -> None:
    del broken
    ran = run(command.replace("FILE", shlex.quote(EVIL)))
    assert ran.status == 2
    assert obeyed(ran.out + ran.err) == []
    assert WORD in ran.err


def test_commands_write_by_the_functions_that_escape() -> None:
    there = {
        path.name: text.count("typer.echo(") + text.count("print(")
        for path in (PACKAGE / "cli").rglob("*.py")
        if "echo(" in (text := path.read_text("utf-8").replace(">>> print(", ""))
    }
    written = {name for name, calls in there.items() if calls}
    assert written == {"console.py", "app.py"}  # the latter the version


@pytest.mark.at_leisure
def test_colours_and_links_are_ours_alone(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(broken)
    for name in ("FORCE_COLOR", "FORCE_HYPERLINK"):
        monkeypatch.setenv(name, "1")
    shown = run("list").err
    ours = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;;(?:file:[!-~]*)?\x1b\\")
    assert ours.search(shown)
    assert WORD in shown
    assert obeyed(ours.sub("", shown)) == []
