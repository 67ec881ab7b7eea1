"""The same kit in typst, from `work.typ`.

Usage: typst_work.py INPUTS OUTPUT LANGUAGE...
"""

import json
import sys
from pathlib import Path

import typst

SOURCE = Path(__file__).with_name("work.typ")


def make_language(inputs: Path, output: Path, language: str) -> None:
    """Write the files of a language."""
    about = json.loads((inputs / f"{language}.json").read_bytes())
    folders = sorted({str(Path(path).parent) for path in about["fonts"].values()})
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=folders
    )
    for kind in about["titles"]:
        typst.compile(  # type: ignore[type-var]  # the stub wants one type for all
            SOURCE.read_bytes(),
            output=str(output / about["names"][kind]),
            root=str(inputs),
            font_paths=fonts,
            ignore_system_fonts=True,
            pdf_tags=False,
            sys_inputs={"language": language, "kind": kind},
        )


if __name__ == "__main__":
    source, target, *languages = sys.argv[1:]
    Path(target).mkdir(parents=True, exist_ok=True)
    for one in languages:
        make_language(Path(source), Path(target), one)
