"""Write the drawings of packages/icons from the published package of the set.

Run once when the set is updated; the results are tracked.

    python tools/cut_icons.py SOURCE_DIR

SOURCE_DIR holds npm `@iconify-json/game-icons` 1.2.4, unpacked. `credits.yaml` beside the drawings
says which icons are taken, and who drew each.
"""

import json
import sys
from pathlib import Path

import yaml

TARGET = Path(__file__).parent.parent / "packages/icons/printnplay_icons/game_icons"
SIDE = 512
"""The width and height of every icon of the set, in its own units."""


def main(source: Path) -> None:
    """Write each icon that the credits name; remove all others."""
    bodies = json.loads((source / "icons.json").read_text("utf-8"))["icons"]
    credits_ = yaml.safe_load((TARGET / "credits.yaml").read_text("utf-8"))
    for old in TARGET.glob("*.svg"):
        old.unlink()
    for names in credits_["by"].values():
        for name in names:
            svg = (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
                f"{bodies[name]['body']}</svg>\n"
            )
            (TARGET / f"{name}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
