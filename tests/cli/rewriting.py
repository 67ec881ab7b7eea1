"""Single values of a file of texts changed in place, as a translator would."""

from collections.abc import Mapping
from pathlib import Path

from printnplay.files.yaml_edits import rewritten


def rewrite(path: Path, changes: Mapping[str, str]) -> bool:
    """Change values of a file, by their dotted paths; whether anything had to be changed."""
    source = path.read_bytes().decode()
    text = rewritten(source, changes)
    path.write_bytes(text.encode())
    return text != source
