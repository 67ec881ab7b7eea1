"""The addresses of the project are decided in one place: pyproject.toml."""

import re
import subprocess
import tomllib

from printnplay.files.catalog import PACKAGE

ROOT = PACKAGE.parent
OWN = re.compile(r"https?://(?:github\.com/[\w.-]+/printnplay|[\w.-]+\.github\.io/printnplay)\b")


def test_all_addresses_of_the_project_are_those_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = {OWN.match(url)[0] for url in project["urls"].values()}  # type: ignore[index]
    assert known == {project["urls"]["Homepage"], project["urls"]["Documentation"]}
    owner_and_name = project["urls"]["Homepage"].partition("github.com/")[2]
    listed = ["git", "grep", "-lIE", r"github\.(com|io)/|uses: [a-z-]+/printnplay@"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for file in files.split():
        text = (ROOT / file).read_text("utf-8")
        assert {*OWN.findall(text)} <= known, file
        assert {*re.findall(r"uses: ([\w.-]+/printnplay)@", text)} <= {owner_and_name}, file
