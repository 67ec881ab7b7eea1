"""Plug-ins: the one of the guide is built, installed into an environment, and run."""

import csv
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pypdfium2
import pytest

from printnplay import open_project
from printnplay.files import plugins
from printnplay.files.seals import sealed_text
from printnplay.kernel.diagnostics import FaultsError

from .project import ROOT, run

GUIDE = (ROOT / "docs/extending.md").read_text("utf-8")
_FILE = re.compile(r'^```\w+ title="(?P<name>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
_BUILD = "from hatchling.build import build_wheel; build_wheel('dist')"
START = "from printnplay.cli.app import main; main()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plug-in of the guide as a wheel."""
    place = tmp_path_factory.mktemp("plug-in")
    for file in _FILE.finditer(GUIDE):
        (place / file["name"]).write_text(file["text"], "utf-8")
    subprocess.run([sys.executable, "-c", _BUILD], cwd=place, check=True, capture_output=True)
    (made,) = (place / "dist").glob("*.whl")
    return made


@dataclass(frozen=True)
class Environment:
    """A virtual environment that a plug-in was installed into, and a project to try it in."""

    packages: Path
    python: Path
    city: Path

    def run(self, words: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.python), "-c", START, *words.split()]
        return subprocess.run(command, cwd=self.city, capture_output=True, text=True, check=False)

    def edited(self, old: str, new: str) -> AbstractContextManager[None]:
        """The English texts of the game with a phrase replaced."""
        return replaced(self.city / "locales/en/lost-city.yaml", old, new)


@contextmanager
def replaced(file: Path, old: str, new: str) -> Iterator[None]:
    content = file.read_text("utf-8")
    assert old in content
    file.write_text(content.replace(old, new), "utf-8")
    yield
    file.write_text(content, "utf-8")


@pytest.fixture
def environment(wheel: Path, city: Path, tmp_path: Path) -> Environment:
    place = tmp_path / "environment"
    venv.create(place)
    paths = sysconfig.get_paths(vars={"base": str(place), "platbase": str(place)})
    packages, python = Path(paths["purelib"]), Path(paths["scripts"]) / "python"
    # Instead of the network: what the tests run with serves this environment too.
    (packages / "tests.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT}\n", "utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True)
    return Environment(packages, python, city)


@pytest.mark.at_leisure
def test_the_plug_in_of_the_guide_is_installed_and_works(environment: Environment) -> None:
    shown = re.search(r"list --plugins\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert shown
    assert environment.run("list --plugins").stdout == shown[1]
    assert environment.run("check --strict").returncode == 0
    with environment.edited("to the left.", "to the left!!"):
        checked = environment.run("check --format json")
        assert '"code": "ACME301"' in checked.stdout, checked
    template = next((environment.city / "templates").rglob("*card*.svg.j2"))
    with replaced(template, "</svg>", "{{ stripe(40, size.width) }}</svg>"):
        drawn = environment.run("export svg -l en")
    assert drawn.returncode == 0, drawn.stderr
    faces = [face.read_text("utf-8") for face in (environment.city / "output").rglob("*.svg")]
    assert any('fill="#c00"' in face for face in faces)
    exported = environment.run("export word-list -l en")
    assert exported.returncode == 0, exported.stderr
    (names,) = (environment.city / "output").rglob("names.txt")
    assert len(names.read_text("utf-8").splitlines()) > 3
    manifest = names.with_name("manifest.json")
    listed = json.loads(manifest.read_text("utf-8").replace("names.txt", "former.txt"))
    del listed["$comment"]
    manifest.write_text(sealed_text(json.dumps(listed)), "utf-8")
    names.rename(names.with_name("former.txt"))
    assert environment.run("export word-list -l en").returncode == 0
    assert sorted(file.name for file in names.parent.iterdir()) == ["manifest.json", "names.txt"]


@pytest.mark.at_leisure
def test_reports_and_formats_of_plug_ins_are_written(environment: Environment) -> None:
    install(environment.packages, "reports", "lines = acme:lines", WRITERS)
    points = environment.packages / "acme-2.0.dist-info/entry_points.txt"
    points.write_text(
        f"{points.read_text('utf-8')}[printnplay.formats]\nlist = acme:listed\n", "utf-8"
    )
    with environment.edited("to the left.", "to the left!!"):
        assert environment.run("check -l en --format lines").stdout == "ACME301\n"
    assert environment.run("build -l en --format list").returncode == 0
    kit = environment.city / "output/lost-city/en/lost-city-en-a4-kit.list"
    assert kit.read_bytes() == b"9 sheets"


WRITERS = """def lines(faults):
    return "\\n".join(fault.code.id for fault in faults)

def listed(printout):
    yield f"{printout.name}.list", [f"{len(printout.document.sheets)} sheets".encode()]
"""


def install(place: Path, group: str, entry: str, module: str) -> None:
    """A distribution as pip leaves it in a folder."""
    (place / "acme.py").write_text(module, "utf-8")
    about = place / "acme-2.0.dist-info"
    about.mkdir()
    (about / "entry_points.txt").write_text(f"[printnplay.{group}]\n{entry}\n", "utf-8")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip installs into, in which there is nothing else."""
    place = tmp_path / "packages"
    place.mkdir()
    monkeypatch.setattr(plugins, "_folders", lambda: [place])
    monkeypatch.syspath_prepend(place)
    monkeypatch.setenv("PRINTNPLAY_CACHE", "")
    plugins.plug_ins.cache_clear()
    sys.modules.pop("acme", None)
    return place


@pytest.fixture(autouse=True)
def _as_before() -> object:
    yield
    plugins.plug_ins.cache_clear()
    sys.modules.pop("acme", None)


READER = """import json

def read(content):
    rows = json.loads(content)
    return [list(rows[0]), *([row.get(name, "") for name in rows[0]] for row in rows)]
"""


@pytest.mark.at_leisure
def test_a_table_is_read_by_a_plug_in(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new reef --from csv").status == 0
    monkeypatch.chdir("reef")
    install(packages, "tables", "deck = acme:read", READER)
    table = Path("designs/reef/cards.csv")
    cards = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    table.unlink()
    table.with_suffix(".deck").write_text(json.dumps(cards), "utf-8")
    listed = Path("designs/reef/cards.yaml")
    listed.write_text(listed.read_text("utf-8").replace("cards.csv", "cards.deck"), "utf-8")
    assert "reef: Reef, " in run("list").out
    table.with_suffix(".deck").write_text("[{", "utf-8")
    assert "error[PNP121]: the table cannot be read" in run("list").err


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("", "AttributeError: module 'acme' has no attribute 'check'"),
        ("def check(review):\n    raise KeyError('x')", "KeyError: 'x'"),
    ],
)
def test_a_plug_in_that_fails_is_named(
    module: str, reason: str, packages: Path, small: Path
) -> None:
    install(packages, "checks", "mine = acme:check", module)
    with pytest.raises(FaultsError) as failed:
        open_project(small).check(cached=False)
    (fault,) = failed.value.found
    assert fault.code.id == "PNP028"
    assert fault.message == f"the plug-in `mine` of acme 2.0 fails: {reason}"


def test_what_a_project_holds_is_no_plug_in(city: Path) -> None:
    about = city / "acme-2.0.dist-info"
    about.mkdir()
    (about / "entry_points.txt").write_text("[printnplay.checks]\nmine = acme:check\n", "utf-8")
    assert run("list --plugins").out == "no plug-ins are installed\n"


def test_the_wheel_of_the_guide_has_its_module_only(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if "dist-info" not in name] == ["acme_cards.py"]


CREDIT = "Icons: Game Icons by Delapouite, Lorc (game-icons.net, CC BY 3.0)"


@pytest.mark.at_leisure
def test_the_package_of_icons_is_installed_and_its_makers_are_credited(
    environment: Environment, tmp_path: Path
) -> None:
    source = ROOT / "packages/icons"
    subprocess.run(
        [sys.executable, "-c", _BUILD.replace("'dist'", repr(str(tmp_path / "icons")))],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (wheel,) = (tmp_path / "icons").glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(environment.python), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", str(wheel)], check=True)
    assert "icons  " in environment.run("list --plugins").stdout
    template = next((environment.city / "templates").rglob("*card*.svg.j2"))
    icon = '{{ icon("game-icons:anvil", 10, 60, 20, colour="accent") }}</svg>'
    with (
        replaced(template, "</svg>", icon),
        environment.edited("to the left.", "to the left {icon:game-icons:two-coins x2}."),
    ):
        for _ in "cold", "warm":
            built = environment.run("build -l en --format pdf --format html")
            assert built.returncode == 0, built.stderr
            output = environment.city / "output/lost-city/en"
            kit = words_of(output / "lost-city-en-a4-kit.pdf")
            assert CREDIT in kit
            (page,) = output.glob("*.html")
            assert CREDIT in page.read_text("utf-8")
            shutil.rmtree(environment.city / "output")
        assert environment.run("export all").returncode == 0
    (credits_,) = (environment.city / "output").rglob("LICENCE-AND-CREDITS.txt")
    assert CREDIT in credits_.read_text("utf-8")


def words_of(file: Path) -> str:
    """The words of a PDF, with single spaces."""
    document = pypdfium2.PdfDocument(file)
    pages = (page.get_textpage().get_text_bounded() for page in document)
    return " ".join(" ".join(pages).split())
