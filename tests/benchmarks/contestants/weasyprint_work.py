"""The same kit in WeasyPrint, from HTML made with string templates.

Usage: weasyprint_work.py INPUTS OUTPUT LANGUAGE...
"""

import json
import sys
from pathlib import Path

from pages.documents import html_of
from weasyprint import HTML


def make_language(inputs: Path, output: Path, language: str) -> None:
    """Write the files of a language."""
    data = json.loads((inputs / f"{language}.json").read_bytes())
    for kind in data["titles"]:
        made = HTML(string=html_of(data, kind), base_url=str(inputs) + "/")
        made.write_pdf(str(output / data["names"][kind]))


if __name__ == "__main__":
    source, target, *languages = sys.argv[1:]
    Path(target).mkdir(parents=True, exist_ok=True)
    for one in languages:
        make_language(Path(source), Path(target), one)
