"""What the command line says of itself."""

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

import printnplay.cli.app
from printnplay import __version__, open_project
from printnplay.cli.app import app
from printnplay.cli.options import FORMATS
from printnplay.imposition.papers import PAPERS

from .project import GAME, ROOT, command_line, run

COMMANDS = get_command(app).commands  # type: ignore[attr-defined]


def test_the_table_of_commands_says_what_their_modules_say() -> None:
    for name, about in printnplay.cli.app.COMMANDS.items():
        assert COMMANDS[name].help.splitlines()[0] == about


def test_a_command_is_loaded_when_it_is_asked_for() -> None:
    done = command_line(
        "--help",
        ROOT,
        "import sys, atexit; from printnplay.cli.app import main;"
        "atexit.register(lambda: print(*sorted(m for m in sys.modules if 'printnplay' in m)))",
    )
    loaded = done.stdout.splitlines()[-1].split()
    assert [name for name in loaded if ".cli." in name or ".pipeline." in name] == [
        "printnplay.cli.app",
        "printnplay.cli.speech",
        "printnplay.cli.spoken",
        "printnplay.cli.stopping",
        "printnplay.cli.streams",
        "printnplay.cli.usage",
    ]


def options(command: str) -> list[str]:
    """Every way to write an option of a command."""
    parameters = COMMANDS[command].params
    return [way for option in parameters for way in option.opts if way.startswith("-")]


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_command(flag: str) -> None:
    ran = run(flag)
    assert (ran.status, ran.err) == (0, "")
    listed = ran.out.split("Commands:\n")[1]
    assert [line.split()[0] for line in listed.splitlines()] == list(COMMANDS)
    assert {"list", "build", "check"} <= set(COMMANDS)
    assert "..." not in listed


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_explains_each_option(command: str) -> None:
    text = run(f"{command} --help").out
    listed = text.split("Options:\n")[1]
    for way in (*options(command), "--help"):
        assert f"{way} " in listed or f"{way}," in listed, way
    for line in listed.splitlines():
        if line.startswith("  -"):
            assert len(line.split("  ")) > 2 or line.endswith(">"), line


def test_help_names_the_choices_and_the_defaults() -> None:
    build, check = run("build -h").out, run("check -h").out
    assert "<long|short|fold|separate|none>" in build
    assert f"<{'|'.join(FORMATS)}>" in check
    for default in ("[default: output]", "Default: a4.", "[default: (one"):
        assert default in build


def test_no_words_show_the_help_as_a_wrong_command() -> None:
    ran = run("")
    assert ran.status == 2
    assert ran.out + ran.err == run("--help").out


def test_the_version_is_that_of_the_package() -> None:
    ran = run("--version")
    assert (ran.status, ran.out) == (0, f"printnplay {__version__}\n")


def test_it_starts_as_a_module_too() -> None:
    asked = [sys.executable, "-m", "printnplay", "--version"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"printnplay {__version__}\n"


def test_both_names_of_the_command_start_the_same() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "scripts"
    ]
    assert set(scripts) == {"printnplay", "pnp"}
    assert set(scripts.values()) == {"printnplay.cli:program"}


def test_list_shows_games_languages_and_papers(project: Path) -> None:
    locale = project / "locales/fr/tic-tac-match.yaml"
    lines = locale.read_text(encoding="utf-8").splitlines(keepends=True)
    locale.write_text("".join(line for line in lines if "o-yellow:" not in line), encoding="utf-8")
    ran = run("list")
    assert (ran.status, ran.err) == (0, "")
    *games, papers = ran.out.splitlines()
    assert games == [
        "tic-tac-match: Tic-Tac Match, 64 cards, 2 or 4 players",
        "  de  complete",
        "  en  complete",
        "  es  complete",
        "  fr  1 text missing",
        "  it  complete",
        "  pl  complete",
    ]
    assert papers == f"papers: {', '.join(PAPERS)}, or a size such as 200x300mm"


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_check_sums_up_what_it_has_proved(project: Path) -> None:
    ran = run("check")
    assert (ran.status, ran.err) == (0, "")
    summary, verdict, advice = ran.out.splitlines()
    assert "--proofread" in advice
    title, _, rest = summary.partition(": ")
    assert title == "Tic-Tac Match"
    cards, languages, rest = rest.split(", ", 1)[0], *rest.split(", ", 1)[1].split(") ", 1)
    assert (cards, languages) == ("64 cards", "6 languages (de, en, es, fr, it, pl")
    complete, examples, rules, faces = rest.split(", ")
    assert complete == "complete"
    for part, what in ((examples, "examples true"), (rules, "rules shown")):
        proved, _, of, *words = part.split()
        assert (proved, " ".join(words)) == (of, what)
        assert int(of) > 10
    assert faces.endswith(" faces and pages fit")
    assert verdict == "clean"
    assert not (project / "output").exists()


NEEDED = {
    "cli": "app build colours console options progress ranges sheet_options speech spoken stopping"
    " streams usage",
    "build": "build_records defaults defaults_file formats inputs job jobs left_behind making"
    " options parts planning samples",
    "edition": "bilingual choosing edition fonts inks loaded looks proof request table_languages"
    " templates",
    "kit": "binding box front_page kit packing sheets text_sheets",
}
"""The modules that a build of a kit loads: none of other commands and formats."""


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_a_build_loads_what_it_needs_and_an_unchanged_one_nothing_that_draws(
    tmp_path: Path,
) -> None:
    start = (
        "import sys, atexit; from printnplay.cli.app import main;"
        "atexit.register(lambda: print(*(m for m in sys.modules if m.startswith('printnplay.'))))"
    )
    built, unchanged = (
        command_line(f"build {GAME} -l de -o {tmp_path}", ROOT, start).stdout.splitlines()
        for _ in range(2)
    )
    inner = [name.split(".")[1:] for name in built[-1].split() if name.count(".") > 1]
    loaded = {f"{package}/{name}" for package, name, *_ in inner if package in NEEDED}
    assert loaded == {f"{package}/{name}" for package in NEEDED for name in NEEDED[package].split()}
    assert unchanged[-2].endswith("; 0 written, 4 unchanged")
    drawing = tuple(f"printnplay.{name}" for name in ("faces", "svg", "text", "pdf"))
    assert [name for name in unchanged[-1].split() if name.startswith(drawing)] == []


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_a_copy_of_a_project_is_left_alone_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    said = []
    for name in ("one", "two"):
        for folder in ("designs", "locales", "templates"):
            shutil.copytree(ROOT / folder, tmp_path / name / folder)
        for _ in range(2):
            ran = command_line(f"build {GAME} -l de", tmp_path / name)
            assert ran.returncode == 0, ran.stderr
            said.append(ran.stdout.splitlines()[-1])
    assert [line.endswith("; 0 written, 4 unchanged") for line in said] == [False, True] * 2


@pytest.mark.at_leisure
@pytest.mark.turns(4)
def test_what_a_trusted_copy_has_read_does_not_count_for_games_that_ship(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    for folder in ("designs", "locales", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / "copy" / folder)
    assert open_project(tmp_path / "copy", trust_rules=True).check([GAME], ["de"]).problems == ()
    said = [
        command_line(f"build {GAME} -l de -o {tmp_path / 'output'}", ROOT).stdout for _ in range(2)
    ]
    assert [text.endswith("; 0 written, 4 unchanged\n") for text in said] == [False, True]


@pytest.mark.at_leisure
def test_a_check_of_what_has_not_changed_loads_nothing_that_draws(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path))
    start = (
        "import sys, atexit; from printnplay.cli.app import main;"
        "atexit.register(lambda: print(*sys.modules))"
    )
    first, second = (
        command_line("check -l en", small, start).stdout.splitlines() for _ in range(2)
    )
    assert second[:-1] == first[:-1]
    drawing = {"jinja2", "lxml", "reportlab", "typst", "printnplay.svg", "printnplay.text"}
    assert drawing & {*first[-1].split()} >= {"jinja2", "lxml"}
    assert drawing & {*second[-1].split()} == set()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", ["--help", "list", "check -l en"])
def test_quick_commands_do_not_load_what_writes_pdfs(command: str, small: Path) -> None:
    start = (
        "import sys, atexit; heavy = ('reportlab', 'typst', 'pikepdf', 'rich');"
        "atexit.register(lambda: print([one for one in heavy if one in sys.modules]));"
        "from printnplay.cli.app import main"
    )
    done = command_line(command, small, start)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "[]"


def options_with_texts() -> Iterator[str]:
    """Each option of each command that takes one text, empty if it is left out."""
    for name, command in COMMANDS.items():
        parts = getattr(command, "commands", None)
        named = {f"{name} {part}": one for part, one in parts.items()} if parts else {name: command}
        for words, one in named.items():
            yield from (
                f"{words} {option.opts[-1]}"
                for option in one.params
                if option.param_type_name == "option"
                and option.type.name not in ("boolean", "choice", "directory", "path")
                and not option.multiple
            )


def test_an_empty_value_does_not_count_as_an_option_left_out() -> None:
    options = [*options_with_texts()]
    assert {"diff --since", "diff --until", "play --since", "build --shard"} <= {*options}
    for words in options:
        ran = run(f"{words} ''")
        assert (ran.status, "Invalid value for" in ran.err) == (2, True), words
