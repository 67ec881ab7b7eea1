"""Faces to PNG: what `export png` adds to resvg alone, which draws the same drawings.

Usage: face_export.py [COUNT] [ROUNDS]

Both make COUNT faces (640 if not said) at 300 pixels to the inch. `resvg` is resvg-py
in one process, given finished drawings and only the fonts that they name. `export` is the whole
command, from YAML and templates to files with a colour profile, a manifest and checksums, and uses
all cores. The ratio is that of the CPU time of all their processes, so that it does not change with
what else a machine does; what is gained by several cores shows in the other column.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

MOST = 1.5
"""How many times the CPU time of resvg alone the command may take."""

FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm" height="{{ extent.height }}mm"
 viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">
<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#ffffff"/><stop offset=".5"
 stop-color="hsl({{ card.value * 37 % 360 }},60%,50%)"/><stop offset="1" stop-color="#111122"/>
</linearGradient><radialGradient id="b"><stop stop-color="#ffffff"/>
<stop offset="1" stop-color="#ffffff" stop-opacity="0"/></radialGradient>
<clipPath id="c"><rect x="6" y="14" width="51" height="36" rx="3"/></clipPath></defs>
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ extent.width }}" height="{{ extent.height }}"
 fill="url(#a)"/>
<g clip-path="url(#c)"><rect x="6" y="14" width="51" height="36" fill="url(#b)"/>
{% for ring in range(12) %}<circle cx="{{ 6 + card.value * 7 % 51 }}" cy="32" r="{{ ring * 4 }}"
 fill="none" stroke="hsl({{ ring * 30 }},70%,50%)" stroke-width="1.5"/>{% endfor %}</g>
<g fill="none" stroke-width=".5" opacity=".8">{% for line in range(30) %}
<path d="M{{ line * 2 }} {{ (card.value * line) % 80 }}c9 -12 14 8 {{ line % 20 }} 11"
 stroke="hsl({{ line * 12 }},60%,40%)" stroke-opacity="0.4"/>{% endfor %}</g>
{{ fit_title("No. " ~ card.value, 5, 3, 53, 9) }}
{{ textbox(t("cards.storm.rule"), 6, 54, 51, 28, "card-rule", min="7pt") }}
</svg>
"""

COMMAND = "from printnplay.cli.app import main; main()"


def run(*arguments: str, cwd: Path) -> tuple[float, float]:
    """The seconds and the CPU seconds that a process and its own processes take."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=cwd, check=True, stdout=subprocess.DEVNULL)
    took, after = perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def make_project(folder: Path, count: int) -> Path:
    """A project of so many different cards."""
    run("-c", COMMAND, "new", "bench", cwd=folder)
    project = folder / "bench"
    (project / "templates/bench/number.svg.j2").write_text(FACE, "utf-8")
    cards = project / "designs/bench/cards.yaml"
    values = ", ".join(map(str, range(1, count + 1)))
    text = cards.read_text("utf-8")
    cards.write_text(text.replace('"1", "2", "3", "4", "5", "6"', values), "utf-8")
    return project


def draw_alone(project: Path) -> None:
    """Draw what `export` draws with resvg alone; the drawings are taken from the project first."""
    import resvg_py

    from printnplay.edition.bilingual import edition_of
    from printnplay.edition.choosing import Languages
    from printnplay.edition.loaded import open_game
    from printnplay.export.job import components_of
    from printnplay.files.catalog import Catalog
    from printnplay.kernel.diagnostics import Problems
    from printnplay.raster.single_faces import Crop, as_svg, size_in_pixels
    from printnplay.scene.named_fonts import fonts_of

    problems = Problems()
    loaded = open_game(Catalog(project), "bench", ("en",), problems)
    assert loaded is not None, problems.found
    components = components_of(edition_of(loaded, Languages("en"), problems))
    pictures = {component.front for component in components}
    pictures |= {component.back for component in components if component.back}
    drawings = [
        (as_svg(picture, Crop(picture.bleed)), size_in_pixels(picture.extent.size, 300))
        for picture in pictures
    ]
    fonts = [
        sorted({face.path for face in fonts_of(svg, loaded.shelf.faces)}) for svg, _ in drawings
    ]
    folder = project / "alone"
    folder.mkdir(exist_ok=True)
    began, before = perf_counter(), os.times()
    for number, ((svg, (width, height)), files) in enumerate(zip(drawings, fonts, strict=True)):
        drawn = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            height=height,
            background="white",
            dpi=96,
            skip_system_fonts=True,
            font_files=files,
            languages=["en"],
        )
        (folder / f"{number}.png").write_bytes(bytes(drawn))
    took, after = perf_counter() - began, os.times()
    print(took, after.user + after.system - before.user - before.system, len(drawings))


def main(count: int, rounds: int) -> None:
    """Measure both by turns, and print a table."""
    ratios = []
    print("| way | faces | seconds | CPU seconds |\n| --- | --- | --- | --- |")
    with TemporaryDirectory() as name:
        project = make_project(Path(name), count)
        for _ in range(rounds):
            alone = subprocess.run(
                [sys.executable, __file__, "alone", str(project)],
                check=True,
                capture_output=True,
                text=True,
            )
            took, cpu, faces = map(float, alone.stdout.split())
            print(f"| resvg alone | {faces:.0f} | {took:.1f} | {cpu:.1f} |")
            took, own = run("-c", COMMAND, "export", "png", cwd=project)
            print(f"| export png | {faces:.0f} | {took:.1f} | {own:.1f} |")
            ratios.append(own / cpu)
    ratio = sorted(ratios)[len(ratios) // 2]
    print(f"\nCPU ratio {ratio:.2f}, at most {MOST}; {os.cpu_count()} cores")
    sys.exit(ratio > MOST)


if __name__ == "__main__":
    if sys.argv[1:2] == ["alone"]:
        draw_alone(Path(sys.argv[2]))
    else:
        wanted = [int(argument) for argument in sys.argv[1:3]]
        main(*[*wanted, 640, 1][:2] if len(wanted) != 1 else [wanted[0], 1])
