"""Nothing but `files` and the cache opens files: every other module asks the door."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import printnplay

PACKAGE = Path(printnplay.__file__).parent
READING = {"open", "read_bytes", "read_text", "stat", "lstat", "is_file", "fdopen", "iterdir"}
WRITING = {"write_bytes", "write_text", "mkdir", "unlink", "rmdir", "touch", "symlink_to"}

ALLOWED = {
    # Streams and pages in memory.
    "cli/streams.py": {"os.fdopen", "os.open"},
    "cli/spoken.py": {"super.write_text"},
    "raster/face_checks.py": {"Image.open"},
    "raster/single_faces.py": {"Image.open"},
    "pdf/reading.py": {"pikepdf.open", "ToUnicode.read_bytes"},
    "pdf/document.py": {"pikepdf.open", "cast.read_bytes"},
    "pdf/inspection.py": {"pikepdf.open"},
    "pdf/preflight/inspecting.py": {"pikepdf.open"},
    "pdf/spot_inks.py": {"pikepdf.open", "Contents.read_bytes"},
    "pdf/black_texts.py": {"pikepdf.open"},
    "pdf/plates.py": {"pikepdf.open"},
    "pdf/repainting.py": {"pikepdf.open"},
    "pdf/print_ready.py": {"pikepdf.open", ".read_bytes"},
    "raster/eye.py": {"Image.open"},
    "raster/overlay.py": {"Image.open"},
    "raster/showcase.py": {"Image.open"},
    "raster/web_pictures.py": {"Image.open"},
    "raster/picture_sheets.py": {"Image.open"},
    "svg/pixels.py": {"Image.open"},
    "raster/png.py": {"Image.open"},
    "raster/converted.py": {"Image.open"},
    "pdf/painted_strokes.py": {"stream.read_bytes"},
    "pdf/baked.py": {"Pdf.open", "Contents.read_bytes", "image.read_bytes"},
    "pdf/vectors.py": {"pikepdf.open", "image.read_bytes"},
    "pdf/downsampling.py": {"Image.open", "image.read_bytes"},
    "pdf/text_outlines.py": {"_program.read_bytes", "encoding.read_bytes", "table.read_bytes"},
    "recognition/opening.py": {"Image.open", "pikepdf.open"},
    "raster/print_check.py": {"Image.open", "pikepdf.open", "part.read_bytes"},
    "pdf/proof_of_text.py": {"stream.read_bytes", "ToUnicode.read_bytes"},
    # A server that the user names.
    "proofreading/servers.py": {"opener.open"},
    # A page for the browser, in a folder that is made for it.
    # What the system says of processes: their threads and control groups.
    "processes/cores.py": {"file.read_text", "own.read_text"},
    "processes/pool.py": {"Path.iterdir"},
    # Parts of archives in memory, and pipes to processes of our own.
    "processes/children.py": {"Path.open", "os.fdopen"},
    "tables/ods.py": {"archive.open"},
    "tables/xlsx.py": {"_archive.open"},
    # Folders that it has emptied of what it wrote.
    "build/left_behind.py": {"folder.rmdir"},
    # What belongs to a library or to the tool itself, and to no project.
    "proofreading/german_nouns.py": {"path.is_file", "path.open", "path.stat"},
    "text/hyphens.py": {"Path.read_bytes"},
    "faces/template_files.py": {"Path.read_bytes"},
}
"""What looks like it, by module."""


@cache
def calls(module: Path) -> frozenset[str]:
    """The calls in a module that open or change files, with the last name before the dot."""
    return frozenset(_calls(ast.parse(module.read_text("utf-8"))))


def _calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open" as name):
                yield name
            case ast.Attribute(attr=name, value=owner) if name in READING | WRITING:
                while isinstance(owner, ast.Call):
                    owner = owner.func
                yield f"{owner.attr if isinstance(owner, ast.Attribute) else _name(owner)}.{name}"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def test_no_other_module_opens_files() -> None:
    found: dict[str, frozenset[str]] = {}
    for module in sorted(PACKAGE.rglob("*.py")):
        name = module.relative_to(PACKAGE).as_posix()
        if not name.startswith(("files/", "cache/")):
            strange = calls(module) - ALLOWED.get(name, set())
            found |= {name: strange} if strange else {}
    assert not found, "read and write files by printnplay.files.door and .writing"


def test_what_is_allowed_is_still_there() -> None:
    for name, allowed in ALLOWED.items():
        assert calls(PACKAGE / name) == allowed
