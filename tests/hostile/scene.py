"""The folders of a case: a hostile project, and beside it what it must not reach."""

import base64
import json
import os
import re
import shutil
import socket
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import printnplay

from .casefile import Change

Tree: TypeAlias = dict[str, str]

SECRET = "TOP SECRET TOKEN 4711"
PACKAGE = Path(printnplay.__file__).resolve().parent
SHIPPED = next(one for one in (PACKAGE / "data", PACKAGE.parent) if (one / "templates").is_dir())
LEAN = Path(__file__).parent / "lean"

PLANTED = """\
import os
_outside = {outside!r}
with open(os.path.join(_outside, "CODE-RAN"), "a") as _canary:
    _canary.write({name!r} + "\\n")
import sys
_here = {project!r}
_path = list(sys.path)
sys.path[:] = [one for one in sys.path if os.path.abspath(one or ".") != _here]
sys.modules.pop({name!r}, None)
import importlib
_true = importlib.import_module({name!r})
sys.path[:] = _path
sys.modules[{name!r}] = _true
"""
"""A module of a project that tells that it ran, and then lets the true one take its place."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a case plays."""

    root: Path
    project: Path
    outside: Path
    home: Path

    def fill(self, text: str) -> str:
        """A text with the folders of this scene."""
        for word in ("root", "project", "outside", "home"):
            text = text.replace(f"@{word}@", str(getattr(self, word)))
        return text.replace("@shipped@", str(SHIPPED))


def set_up(root: Path, base: Path | None) -> Scene:
    """Make the folders: the project from a base, and things of value outside of it."""
    scene = Scene(root, root / "game", root / "outside", root / "home")
    if base is None:
        scene.project.mkdir(parents=True)
    else:
        shutil.copytree(base, scene.project)
    scene.outside.mkdir()
    scene.home.mkdir()
    _write(scene.outside / "secret.txt", SECRET.encode())
    _write(scene.outside / "secret.yaml", f'en:\n  odd: "{SECRET}"\n'.encode())
    _write(scene.outside / "secret.svg.j2", f"{{# {SECRET} #}}".encode())
    _write(scene.outside / "secret.png", picture(40, 40))
    _write(scene.outside / "mine.pdf", b"a file of value")
    (scene.outside / "folder").mkdir()
    _write(scene.outside / "folder/kept.txt", b"a file of value")
    return scene


def change(scene: Scene, changes: Sequence[Change]) -> None:
    """Make the changes of a case to its project.

    Each names a `file` (or a `folder`), from the project, and what is done: `text`, `append`,
    `base64`, `replace: {old: new}`, `before: {mark: text}`, `bytes` (how many, none of them
    written), `repeat: {begin, text, times, end}` where `%d` in the text is the number, `link`,
    `hard` (a hard link), `fifo`, `socket`, `mode`, `png: [width, height]`, `cut` (keep so many
    bytes), `delete`, `move`, `copy`, `set` (values of a JSON file), `font` and `damage` (see
    there), or `plant` (names of modules that tell that they ran).
    """
    for one in changes:
        name = one.get("file", one.get("folder"))
        path = Path(os.path.normpath(scene.project / scene.fill(str(name))))
        if "file" not in one:
            path.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        for key, value in one.items():
            if key in DEEDS:
                DEEDS[key](scene, path, value)


def _write(path: Path, data: bytes) -> None:
    if path.is_symlink():
        path.unlink()
    path.write_bytes(data)


def _text(scene: Scene, path: Path, text: str) -> None:
    _write(path, scene.fill(text).encode("utf-8", "surrogateescape"))


def _append(scene: Scene, path: Path, text: str) -> None:
    _write(path, path.read_bytes() + scene.fill(text).encode())


def _base64(_: Scene, path: Path, text: str) -> None:
    _write(path, base64.b64decode(text))


def _replace(scene: Scene, path: Path, pairs: Mapping[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in pairs.items():
        assert text.count(old) >= 1, f"{path.name} does not hold {old!r}"
        text = text.replace(old, scene.fill(new))
    _write(path, text.encode())


def _before(scene: Scene, path: Path, pairs: Mapping[str, str]) -> None:
    _replace(scene, path, {mark: text + mark for mark, text in pairs.items()})


def _bytes(_: Scene, path: Path, size: int) -> None:
    with path.open("wb") as stream:
        stream.truncate(int(size))


def _repeat(scene: Scene, path: Path, told: Mapping[str, Any]) -> None:
    text = scene.fill(str(told["text"]))
    times = int(told["times"])
    numbered = "%d" in text
    parts = (text.replace("%d", str(i)) for i in range(times)) if numbered else [text * times]
    whole = "".join([scene.fill(told.get("begin", "")), *parts, scene.fill(told.get("end", ""))])
    if "into" in told:
        _replace(scene, path, {told["into"]: whole})
    else:
        _write(path, whole.encode())


def _link(scene: Scene, path: Path, target: str) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(scene.fill(target))


def _hard(scene: Scene, path: Path, target: str) -> None:
    path.unlink(missing_ok=True)
    path.hardlink_to(scene.fill(target))


def _fifo(_: Scene, path: Path, __: object) -> None:
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def _socket(_: Scene, path: Path, __: object) -> None:
    path.unlink(missing_ok=True)
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


def _mode(_: Scene, path: Path, mode: str) -> None:
    path.chmod(int(str(mode), 8))


def _png(_: Scene, path: Path, size: list[int]) -> None:
    _write(path, picture(*size))


def _cut(_: Scene, path: Path, size: int) -> None:
    _write(path, path.read_bytes()[:size])


def _delete(_: Scene, path: Path, __: object) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _move(scene: Scene, path: Path, target: str) -> None:
    to = Path(os.path.normpath(scene.project / scene.fill(target)))
    to.parent.mkdir(parents=True, exist_ok=True)
    path.rename(to)


def _copy(scene: Scene, path: Path, source: str) -> None:
    of = scene.project / scene.fill(source)
    if of.is_dir():
        shutil.copytree(of, path, dirs_exist_ok=True)
    else:
        shutil.copyfile(of, path)


def _plant(scene: Scene, path: Path, names: str) -> None:
    for name in names.split():
        text = PLANTED.format(outside=str(scene.outside), project=str(path), name=name)
        _write(path / f"{name}.py", text.encode())


def _set(scene: Scene, path: Path, values: Mapping[str, Any]) -> None:
    filled = json.loads(scene.fill(json.dumps(values)))
    held = json.loads(path.read_text("utf-8"))
    _write(path, json.dumps({**held, **filled}).encode())


def _font(_: Scene, path: Path, how: str) -> None:
    """A font that comes with the tool, broken.

    `cut BYTES`, `zero TABLE`, `ones TABLE`, or a name and what stands in its place.
    """
    data = (SHIPPED / "templates/fonts" / path.name).read_bytes()
    deed, what = how.split()
    if deed == "cut":
        _write(path, data[: int(what)])
        return
    if deed not in ("zero", "ones"):
        _write(path, data.replace(deed.encode(), what.encode(), 1))
        return
    entry = data.index(what.encode(), 12)
    start, size = struct.unpack(">II", data[entry + 8 : entry + 16])
    filling = (b"\0" if deed == "zero" else b"\xff") * size
    _write(path, data[:start] + filling + data[start + size :])


def _damage(_: Scene, path: Path, how: str) -> None:
    """Damage all files below: `cut BYTES`, `zeros`, `words`, `folders`, `links` or `fifos`."""
    for file in [one for one in path.rglob("*") if one.is_file()]:
        data = file.read_bytes()
        deed, *rest = how.split()
        if deed == "cut":
            file.write_bytes(data[: int(rest[0])])
        elif deed in ("zeros", "words"):
            file.write_bytes(b"\0" * len(data) if deed == "zeros" else b"not code\n" * 20)
        else:
            file.unlink()
            if deed == "folders":
                file.mkdir()
            elif deed == "links":
                file.symlink_to("nowhere")
            else:
                os.mkfifo(file)


DEEDS: Mapping[str, Callable[[Scene, Path, Any], None]] = {
    "delete": _delete,
    "copy": _copy,
    "text": _text,
    "append": _append,
    "base64": _base64,
    "png": _png,
    "replace": _replace,
    "before": _before,
    "bytes": _bytes,
    "repeat": _repeat,
    "link": _link,
    "hard": _hard,
    "fifo": _fifo,
    "socket": _socket,
    "cut": _cut,
    "move": _move,
    "set": _set,
    "font": _font,
    "damage": _damage,
    "plant": _plant,
    "mode": _mode,
}


def picture(width: int, height: int) -> bytes:
    """A white PNG."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff" * width) * height)
    chunks = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def tree(folder: Path) -> Tree:
    """Everything below a folder and what it is: links by their targets, files by their bytes."""
    found: Tree = {}
    for at, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(at, name)
            found[str(path.relative_to(folder))] = _kind(path)
    return found


def _kind(path: Path) -> str:
    if path.is_symlink():
        return f"-> {path.readlink()}"
    if path.is_dir():
        return "folder"
    if not path.is_file():
        return "special"
    size = path.stat().st_size
    if size > 64 << 20:
        return f"{size} bytes"
    try:
        # Records of builds say where their project is, which copies of it do not share.
        content = re.sub(rb'"project": "\w*"', b"", path.read_bytes())
        return f"{size} bytes {zlib.crc32(content):x}"
    except PermissionError:
        return f"{size} bytes"


__all__ = ["SECRET", "Change", "Scene", "Tree", "change", "picture", "set_up", "tree"]
