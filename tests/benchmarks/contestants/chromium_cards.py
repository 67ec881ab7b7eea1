"""The cards printed by headless Chromium, from the same HTML as in WeasyPrint."""

import subprocess
import sys
from pathlib import Path

from html_cards import html

if __name__ == "__main__":
    source, pdf, program = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    page = source / "cards.html"
    page.write_text(html(source), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    command = [program, *options, f"--print-to-pdf={pdf}", page.as_uri()]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
