"""The script that one would write by hand for this kit: ReportLab, and nothing between.

Usage: raw_reportlab.py INPUTS OUTPUT LANGUAGE...
"""

import sys
from pathlib import Path

from raw.documents import make_language
from raw.loading import load

if __name__ == "__main__":
    inputs, output, *languages = sys.argv[1:]
    art = load(Path(inputs) / "art.json")
    for language in languages:
        make_language(load(Path(inputs) / f"{language}.json"), art, Path(output))
