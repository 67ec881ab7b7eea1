"""The recipes of package managers name each archive of a release with its checksum."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import yaml

from printnplay import __version__
from printnplay.files.catalog import PACKAGE

ENDINGS = ("windows-amd64.zip", "macos-arm64.tar.gz", "macos-x86_64.tar.gz", "linux-x86_64.tar.xz")
"""The archives that `tools/program/make_program.py` packs on the systems of a release."""


def test_recipes_name_the_archives_of_a_release_with_their_checksums(tmp_path: Path) -> None:
    sums = {}
    for ending in ENDINGS:
        path = tmp_path / f"printnplay-{__version__}-{ending}"
        path.write_text(ending, "utf-8")
        sums[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    tool = [sys.executable, str(PACKAGE.parent / "tools/recipes.py")]
    subprocess.run([*tool, str(tmp_path), str(tmp_path / "made")], check=True)
    made = {path.name: path.read_text("utf-8") for path in (tmp_path / "made").rglob("*.*")}
    made["PKGBUILD"] = (tmp_path / "made/aur/PKGBUILD").read_text("utf-8")
    told = "\n".join(made.values())
    named = re.findall(rf'/v{__version__}/([^"\s]+)"?\)?\n[^\n]*?\b([0-9A-Fa-f]{{64}})\b', told)
    assert {name: digest.lower() for name, digest in named} == sums
    kinds = [yaml.safe_load(made[name])["ManifestType"] for name in made if name.endswith(".yaml")]
    assert sorted(kinds) == ["defaultLocale", "installer", "version"]
    subprocess.run(["bash", "-n", str(tmp_path / "made/aur/PKGBUILD")], check=True)
