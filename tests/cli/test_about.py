"""What the program says of itself: folders, licences, and newer versions if it is asked."""

import json
import tomllib

import pytest

from printnplay.build import updates
from printnplay.build.download import DownloadError
from printnplay.kernel.version import __version__

from .project import ROOT, run


def test_every_library_and_every_font_is_listed_with_its_licence() -> None:
    ran = run("about --licences")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("printnplay:\n  printnplay 0.1.0  MIT")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    listed = ran.out.lower().replace("_", "-")
    for line in project["dependencies"]:
        name = line.partition("[")[0].partition(">")[0]
        assert f"\n  {name.lower().replace('_', '-')} " in listed, name
    # They are needed by libraries, and by an extra of one.
    assert {" brotli ", " markupsafe ", " click "} <= {f" {word} " for word in listed.split()}
    fonts = ran.out.partition("fonts:\n")[2].partition("data:\n")[0].splitlines()
    licences = [*(ROOT / "templates/fonts").glob("OFL-*.txt")]
    assert len(fonts) == len(licences) > 10
    assert all("SIL Open Font License 1.1, " in font for font in fonts)
    data = ran.out.partition("data:\n")[2]
    brought = [*(ROOT / "printnplay/profiles").glob("*.icc")]
    assert brought
    assert all(file.name in data for file in brought)
    assert "see its licence file" not in ran.out.partition("fonts:\n")[0].replace("spylls", "")


def test_about_names_the_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/elsewhere")
    lines = dict(line.split(None, 1) for line in run("about").out.splitlines())
    assert [*lines] == ["version", "program", "settings", "cache"]
    assert lines["version"].startswith(f"{__version__} (Python 3.")
    assert "elsewhere" in lines["settings"]


@pytest.mark.parametrize(
    ("there_is", "says"),
    [
        ("0.0.9", f"printnplay {__version__} is the newest\n"),
        (__version__, f"printnplay {__version__} is the newest\n"),
        ("99.10.1", "new: printnplay 99.10.1\nto update: pip install --upgrade printnplay\n"),
    ],
)
def test_it_asks_for_newer_versions_when_it_is_told_to(
    there_is: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(url: str, *_limits: float) -> bytes:
        assert url == updates.INDEX
        return json.dumps({"info": {"version": there_is}}).encode()

    monkeypatch.setattr(updates, "download", answer)
    assert run("update --check").out == says
    monkeypatch.setattr(updates, "download", None)  # nothing is asked
    assert run("update").out == "to update: pip install --upgrade printnplay\n"


@pytest.mark.parametrize("content", [b"", b"[]", b'{"info": {}}', b'{"info": {"version": "x"}}'])
def test_what_is_no_answer_is_an_error(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "download", lambda *_: content)
    ran = run("update --check")
    assert ran.status == 1
    assert "PNP067" in ran.err


def test_no_network_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> bytes:
        raise DownloadError("no route to host")

    monkeypatch.setattr(updates, "download", unreachable)
    ran = run("update --check")
    assert ran.err.startswith("error[PNP067]: the newest version cannot be found out: no route")
