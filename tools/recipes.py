"""The recipes of a release for Homebrew, winget and Arch Linux: `tools/recipes.py FILES RECIPES`.

FILES has the archives of the standalone program. The recipes name their addresses on the page of
the release and their checksums; who maintains a tap or a package sends them on by hand.
"""

import hashlib
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from version import ROOT, version

PUBLISHER = "printnplay"
SCHEMA = "1.9.0"
"""The version of winget's manifests."""


class Archives:
    """The archives of a release, by system and processor."""

    def __init__(self, folder: Path, releases: str) -> None:
        """Find them in a folder; a release is `v<version>` on the page of all releases."""
        self._files = {
            path.name.split(version(), 1)[1].split(".")[0].strip("-"): path
            for path in sorted(folder.glob(f"printnplay-{version()}-*"))
            if path.suffix in (".zip", ".gz", ".xz")
        }
        self._page = f"{releases}/download/v{version()}"

    def at(self, system: str) -> tuple[str, str]:
        """Return the address and the SHA-256 of the archive of a system such as `macos-arm64`."""
        path = self._files[system]
        return f"{self._page}/{path.name}", hashlib.sha256(path.read_bytes()).hexdigest()


def recipes(archives: Archives, project: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the path of each recipe and its text."""
    yield "homebrew/printnplay.rb", _homebrew(archives, project)
    yield "aur/PKGBUILD", _arch(archives, project)
    winget = f"winget/{PUBLISHER}.printnplay"
    yield f"{winget}.yaml", _winget("version", "DefaultLocale: en-US\n")
    yield f"{winget}.installer.yaml", _winget("installer", _installer(archives))
    yield f"{winget}.locale.en-US.yaml", _winget("defaultLocale", _locale(project))


def _homebrew(archives: Archives, project: Mapping[str, str]) -> str:
    told = {
        name: 'url "{}"\n      sha256 "{}"'.format(*archives.at(system))
        for name, system in (
            ("arm", "macos-arm64"),
            ("intel", "macos-x86_64"),
            ("linux", "linux-x86_64"),
        )
    }
    return f"""class Printnplay < Formula
  desc "{project["summary"]}"
  homepage "{project["Homepage"]}"
  version "{version()}"
  license "{project["license"]}"

  on_macos do
    on_arm do
      {told["arm"]}
    end
    on_intel do
      {told["intel"]}
    end
  end

  on_linux do
    on_intel do
      {told["linux"]}
    end
  end

  def install
    libexec.install Dir["*"]
    bin.write_exec_script libexec/"printnplay"
  end

  test do
    system bin/"printnplay", "new", "city"
    system bin/"printnplay", "check", "--project", "city"
  end
end
"""


def _arch(archives: Archives, project: Mapping[str, str]) -> str:
    address, digest = archives.at("linux-x86_64")
    return f"""pkgname=printnplay-bin
pkgver={version()}
pkgrel=1
pkgdesc="{project["summary"]}"
arch=('x86_64')
url="{project["Homepage"]}"
license=('{project["license"]}')
depends=('glibc>=2.35')
provides=('printnplay')
conflicts=('printnplay')
options=('!strip')
source=("{address}")
sha256sums=('{digest}')

package() {{
  install -d "$pkgdir/opt" "$pkgdir/usr/bin"
  cp -a "$srcdir/printnplay" "$pkgdir/opt/printnplay"
  ln -s /opt/printnplay/printnplay "$pkgdir/usr/bin/printnplay"
}}
"""


def _winget(kind: str, told: str) -> str:
    return f"""PackageIdentifier: {PUBLISHER}.printnplay
PackageVersion: {version()}
{told}ManifestType: {kind}
ManifestVersion: {SCHEMA}
"""


def _installer(archives: Archives) -> str:
    address, digest = archives.at("windows-amd64")
    return f"""InstallerType: zip
NestedInstallerType: portable
NestedInstallerFiles:
- RelativeFilePath: printnplay\\printnplay.exe
  PortableCommandAlias: printnplay
ArchiveBinariesDependOnPath: true
Installers:
- Architecture: x64
  InstallerUrl: {address}
  InstallerSha256: {digest.upper()}
"""


def _locale(project: Mapping[str, str]) -> str:
    return f"""PackageLocale: en-US
Publisher: {PUBLISHER}
PackageName: printnplay
PackageUrl: {project["Homepage"]}
License: {project["license"]}
ShortDescription: {project["summary"]}
"""


def main(files: Path, made: Path) -> None:
    """Write the recipes of the archives in a folder."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    summary = "Print-and-play kits from a card game in YAML or a spreadsheet"
    project = {**told["urls"], "license": told["license"], "summary": summary}
    for name, text in recipes(Archives(files, project["Releases"]), project):
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
