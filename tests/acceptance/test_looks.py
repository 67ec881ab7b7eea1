"""The looks of new projects: complete, and readable in any palette."""

import re
import shutil
from pathlib import Path

import pytest

from printnplay import open_project
from printnplay.build.new import LOOKS, start
from printnplay.edition.looks import find_look
from printnplay.files.catalog import Catalog, shipped_root
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Severity, Span
from printnplay.kernel.luminance import READABLE, contrast
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen.look import ON_PANELS, TYPE, look_of
from printnplay.scene.style import Style

SALT_WIND = Path(__file__).parent / "salt_wind"
PALETTES = {
    "pastel": ("#333344", "#ffffff", "#fbd5e0", "#f7a8c4", "#a8e0d0"),
    "neon": ("#101010", "#fff8e0", "#101820", "#ffe066", "#66ffcc"),
    "clay": ("#4f3f30", "#efe6d8", "#7a6a58", "#9c8b75", "#b5a48c"),
}
COLOURS = ("ink", "paper", "ground", "accent", "second")


def repainted(folder: Path, look: str, palette: str) -> None:
    """Write a style that is like a look in the colours of a palette."""
    lines = [f'  {name}: "{rgb}"' for name, rgb in zip(COLOURS, PALETTES[palette], strict=True)]
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join((f"like: {look}", "colours:", *lines, ""))
    (folder / "style.yaml").write_text(text, encoding="utf-8")


def found(root: Path, name: str) -> Style:
    problems = Problems()
    look = find_look(Catalog(root), name, Span(""), problems)
    assert look is not None
    assert problems.found == []
    return completed(look.style)


def unreadable(style: Style) -> list[str]:
    """The text styles of pages whose contrast with paper, or with their panel, is too low."""
    few = []
    for name in TYPE[: TYPE.index("cover-title")]:
        panel = style.pages.panels.get(ON_PANELS.get(name, ""))
        ground = style.colours[panel.ground if panel and panel.ground else "paper"]
        colour = style.colours[(style.text.get(name) or style.text["body"]).colour]
        if contrast(colour, ground) < READABLE:
            few.append(f"{name}: {colour} on {ground}")
    return few


def unreadable_on_screens(style: Style) -> list[str]:
    """The text styles whose contrast with page or panel is too low on screens, by day or night."""
    few = []
    schemes = re.findall(r"color-scheme: (?:light|dark);[^}]*", look_of(style))
    assert len(schemes) == 2
    for scheme in schemes:
        colours: dict[str, str] = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", scheme))
        for name in TYPE:
            ground = colours.get(f"{ON_PANELS.get(name)}-ground", colours["ground"])
            if contrast(colours[name], ground) < READABLE:
                few.append(f"{name}: {colours[name]} on {ground}")
    return few


@pytest.mark.parametrize("look", LOOKS)
def test_texts_keep_their_contrast_in_any_palette(look: str, tmp_path: Path) -> None:
    shipped = found(shipped_root(), look)
    assert unreadable(shipped) == unreadable_on_screens(shipped) == []
    for palette in PALETTES:
        repainted(tmp_path / "templates" / palette, look, palette)
        style = found(tmp_path, palette)
        assert unreadable(style) == unreadable_on_screens(style) == [], palette


def test_each_look_has_a_pair_of_typefaces_of_its_own() -> None:
    looks = [found(shipped_root(), look) for look in LOOKS]
    pairs = {(style.text["heading"].family, style.text["body"].family) for style in looks}
    assert len(pairs) == len(LOOKS)


@pytest.mark.at_leisure
@pytest.mark.parametrize("look", LOOKS)
def test_a_project_is_clean_in_each_palette(look: str, tmp_path: Path) -> None:
    start(tmp_path / "reef", look=look)
    style = tmp_path / "reef" / "templates" / "reef" / "style.yaml"
    own = style.read_text("utf-8")
    assert open_project(tmp_path / "reef").check().problems == ()
    for palette in PALETTES.values():
        for name, rgb in zip(COLOURS, palette, strict=True):
            own, times = re.subn(rf'(?m)^  {name}: ".*"', f'  {name}: "{rgb}"', own)
            assert times == 1
        style.write_text(own, encoding="utf-8")
        assert [fault.message for fault in open_project(tmp_path / "reef").check().problems] == []


@pytest.mark.at_leisure
@pytest.mark.parametrize("look", LOOKS)
def test_a_rulebook_of_another_game_needs_nothing_but_the_name_of_a_look(
    look: str, tmp_path: Path
) -> None:
    shutil.copytree(SALT_WIND, tmp_path / "salt")
    # The colours that its own blocks and drawings name.
    own = f'like: {look}\ncolours: {{foam: "#eef6f6", ochre: "#d98324"}}\n'
    style = tmp_path / "salt" / "templates" / "salt" / "style.yaml"
    style.write_text(own, encoding="utf-8")
    report = open_project(tmp_path / "salt").check(["salt-wind"])
    faults = [fault.message for fault in report.problems if fault.code is not codes.NOT_ALLOWABLE]
    assert faults == []
    assert not any(fault.severity is Severity.ERROR for fault in report.problems)
    assert len(report.pages) >= 16
