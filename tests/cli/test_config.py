"""A user's own defaults: set, used and told, and ignored in CI."""

from pathlib import Path

import pytest

from .project import run

pytestmark = pytest.mark.sampled(2)

HEAD = "# What printnplay uses where an option is left out: `printnplay config`.\n"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of defaults of a user who works at home."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    return tmp_path / "printnplay" / "config.yaml"


@pytest.fixture(name="here")
def _here(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a project; what is built goes elsewhere."""
    monkeypatch.chdir(small)


def test_values_are_set_shown_and_removed_and_the_rest_of_the_file_stays(file: Path) -> None:
    assert run("config").out.endswith("file: none yet\n")
    assert run("config --unset paper").status == 0
    assert not file.exists()
    for words in ("paper letter", "look noir", "paper a5", "names '{index:03}-{id}'"):
        assert run(f"config {words}").status == 0
    file.write_text(file.read_text("utf-8").replace("a5", "a5  # small"), "utf-8")
    assert run("config paper legal").status == 0
    assert file.read_text("utf-8") == (
        HEAD + 'paper: legal  # small\nlook: "noir"\nnames: "{index:03}-{id}"\n'
    )
    assert run("config paper").out == "legal\n"
    for key in ("paper", "look", "names"):
        assert run(f"config --unset {key}").status == 0
    assert file.read_text("utf-8") == HEAD
    assert run("config look").out == "\n"


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("paper leter", 2, "did you mean `letter`?"),
        ("printer office", 2, "printnplay calibrate office"),
        ("look noire", 1, "did you mean `noir`?"),
        ("language deu", 1, "did you mean `de`?"),
        ("names {nope}", 2, "unknown field `{nope}`"),
        ("colour red", 2, "'colour' is not one of paper, printer, look, names, language."),
        ("--unset", 2, "name one key"),
        ("--unset paper a4", 2, "without a value"),
    ],
)
def test_what_cannot_be_used_is_refused(words: str, status: int, says: str, file: Path) -> None:
    ran = run(f"config {words}")
    assert ran.status == status
    assert says in ran.err
    assert not file.exists()


@pytest.mark.usefixtures("here")
def test_a_build_says_which_of_them_it_uses_and_ci_uses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    def built(words: str = "") -> tuple[str, set[str]]:
        output = tmp_path / f"output{len(list(tmp_path.iterdir()))}"
        ran = run(f"build -o {output} {words}")
        assert (ran.status, ran.err) == (0, "")
        kits = {path.stem.split("-")[-2] for path in output.rglob("*kit.pdf")}
        return ran.out.splitlines()[0], kits

    assert run("config paper letter").status == 0
    assert built() == (f"paper letter: from {file} (not with --no-config)", {"letter"})
    for words, paper in (("--no-config", "a4"), ("-p legal", "legal")):
        first, papers = built(words)
        assert (str(file) in first, papers) == (False, {paper})
    assert str(file) not in built("--format html")[0]
    monkeypatch.setenv("CI", "true")
    assert built() == (f"{file} is not used, since CI is set", {"a4"})
    monkeypatch.setenv("CI", "false")
    assert run("--quiet build -o " + str(tmp_path / "quiet")).out == ""


@pytest.mark.usefixtures("here")
def test_new_and_export_use_them_too(tmp_path: Path) -> None:
    for words in ("look noir", "names '{index:03}-{id}'"):
        assert run(f"config {words}").status == 0
    assert run(f"new {tmp_path / 'own-game'}").out.startswith("look noir: from ")
    assert "look noir" not in run(f"new {tmp_path / 'other-game'} --from csv").out
    assert run(f"export png -o {tmp_path / 'faces'} --dpi 40").out.startswith("names {index")
    assert len([*tmp_path.glob("faces/lost-city/en/png/001-*.png")]) == 1


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("paper: letter\nprinter: office\n", "config.yaml:2:10"),
        ("paper: leter\n", "config.yaml:1:8"),
        ("papr: letter\n", "config.yaml:1:1"),
        ("paper: [letter\n", "config.yaml:"),
    ],
)
def test_faults_of_the_file_show_their_line_and_nothing_is_written(
    text: str, place: str, file: Path, tmp_path: Path
) -> None:
    file.parent.mkdir()
    file.write_text(text, "utf-8")
    ran = run(f"build -o {tmp_path / 'output'}")
    assert ran.status in (1, 2)
    assert place in ran.err
    assert not (tmp_path / "output").exists()
    assert run("build --no-config --format html -o " + str(tmp_path / "output")).status == 0


@pytest.mark.usefixtures("file")
def test_people_read_their_language_and_programs_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "unbekanntes Spiel `nowhere`" in run("check nowhere").err
    assert "Das Spiel prüfen" in run("check --help").out
    assert "unknown game `nowhere`" in run("check nowhere --format json").out
    assert "gra `nowhere`" in run("--lang pl check nowhere").err
    assert "gra `nowhere`" in run("--lang pl check nowhere --format json").out
    assert run("config language fr").status == 0
    assert "jeu inconnu" in run("check nowhere").err
    assert run("--lang tlh list").status == 2


@pytest.mark.usefixtures("file", "here")
def test_the_language_of_defaults_is_that_of_help_and_usage_errors_too(tmp_path: Path) -> None:
    assert run("config language de").status == 0
    assert "Das Spiel prüfen" in run("check --help").out
    assert run("config paperr a4").err.splitlines()[0].startswith("Aufruf: ")
    assert "Usage: " in run("--lang en config paperr a4").err
    output = f"-o {tmp_path / 'output'} --format html"
    assert "Seite" in run(f"build {output}").out
    assert "Seite" not in run(f"build --no-config {output}").out
