"""Compiled templates are kept in the user's own cache, and made again when they are not whole."""

import marshal
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.project import run

from printnplay.faces.template_files import bytecode_cache, environment
from printnplay.faces.templates import Templates
from printnplay.files.door import open_root


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What a template draws, in a process that has not met it before."""
    (tmp_path / "style").mkdir()
    (tmp_path / "style/card.svg.j2").write_text("{{ word }}!")
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))

    def drawn() -> str:
        environment.cache_clear()
        return Templates((tmp_path / "style",)).render("card", {"word": "drawn"})

    return drawn


def kept(tmp_path: Path) -> Path:
    """The only file in the cache."""
    (file,) = (path for path in (tmp_path / "cache").rglob("*") if path.is_file())
    return file


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "torn": lambda whole: whole[:60],
    "empty": lambda _: b"",
    "turned round": lambda whole: whole[::-1],
    "one bit": lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
    "of somebody else": lambda whole: whole[:16] + marshal.dumps(compile("1 / 0", "x", "exec")),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_is_made_again(
    tmp_path: Path, draw: Callable[[], str], spoil: Callable[[bytes], bytes]
) -> None:
    assert draw() == "drawn!"
    file = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    assert draw() == "drawn!"
    assert kept(tmp_path).read_bytes() == whole


def test_what_is_kept_is_used(
    tmp_path: Path, draw: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert draw() == "drawn!"
    monkeypatch.setattr("jinja2.Environment.compile", None)
    assert draw() == "drawn!"
    assert kept(tmp_path)


def test_code_of_another_version_of_python_is_not_run(
    draw: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw()
    foreign = kept(tmp_path)
    foreign.write_bytes(b"crashes this version")
    monkeypatch.setattr("importlib.util.MAGIC_NUMBER", b"next")
    assert draw() == "drawn!"
    assert foreign.read_bytes() == b"crashes this version"


@pytest.mark.parametrize("name", ["PRINTNPLAY_CACHE", "XDG_CACHE_HOME"])
def test_a_relative_folder_is_not_the_user_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTNPLAY_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv(name, "cache")
    cache = bytecode_cache()
    assert cache is None or cache.shelf.folder.is_relative_to(tmp_path / "home/.cache")
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("place", ["project/cache", "link"])
@pytest.mark.parametrize("name", ["PRINTNPLAY_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"])
def test_nothing_is_loaded_from_inside_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    for other in ("PRINTNPLAY_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(other, raising=False)
    if name == "LOCALAPPDATA":
        monkeypatch.setattr("sys.platform", "win32")
    (tmp_path / "project/cache").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "project/cache")
    monkeypatch.setenv(name, str(tmp_path / place))
    assert bytecode_cache() is not None
    open_root(tmp_path / "project")
    assert bytecode_cache() is None


def test_a_folder_that_others_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path))
    cache = bytecode_cache()
    assert cache is not None
    cache.shelf.folder.chmod(0o777)
    assert bytecode_cache() is None


def test_no_home_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("PRINTNPLAY_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert bytecode_cache() is None


def test_a_cache_in_a_project_that_is_not_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`cache --clear` from outside of a project must leave nothing in it, either."""
    game = tmp_path / "project/designs/game"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text("id: game\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    for folder in ("project/designs", "project", "project/cache"):
        monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / folder))
        assert "no cache: its folder" in run("cache --clear").out
    assert [*(tmp_path / "project").rglob("*")] == [game.parent, game, game / "game.yaml"]
