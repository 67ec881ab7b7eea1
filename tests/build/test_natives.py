"""The standalone program has no native library whose licence is unknown, and names all."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from printnplay.build import about
from printnplay.build.natives import RUNTIME, native_libraries, unknown_libraries
from printnplay.files.catalog import PACKAGE

KNOWN = {
    "libcrypto.so.3": "OpenSSL",
    "libcrypto-3-x64.dll": "OpenSSL",
    "libcrypto.3.dylib": "OpenSSL",
    "libbz2.so.1.0": "bzip2",
    "libffi-8.dll": "libffi",
    "liblzma-de26b416.so.5.8.4": "XZ Utils (liblzma)",
    "libsqlite3.so.0": "SQLite",
    "sqlite3.dll": "SQLite",
    "libstdc++.so.6": "GCC runtime",
    "libgcc_s.so.1": "GCC runtime",
    "pillow.libs/libpng16-1d1ba958.so.16.58.0": "libpng",
    "pikepdf.libs/libqpdf-781b0270.so.30.4.2": "qpdf",
    "vcruntime140_1.dll": "Visual C++ runtime",
    "libpython3.11.so.1.0": "Python",
    "zlib.cpython-311-x86_64-linux-gnu.so": "",
    "pyexpat.cpython-311-x86_64-linux-gnu.so": "Expat",
    "yaml/_yaml.cp312-win_amd64.pyd": "libyaml",
    "typst/_typst.abi3.so": "crates of Rust in typst",
    "readme.so.txt": "",
}
UNKNOWN = (
    "libcom_err.so.2",
    "libgdbm.so.6",
    "libkrb5.so.3",
    "libncursesw.so.6",
    "libpanelw.so.6",
    "libreadline.8.dylib",
    "libreadline.so.8",
    "libtinfo.so.6",
    "libtirpc.so.3",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in KNOWN:
        path = tmp_path / "printnplay/_internal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path / "printnplay"


def refuse_unknown(folder: Path) -> None:
    path = PACKAGE.parent / "tools/program/make_program.py"
    spec = spec_from_file_location("make_program", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.refuse_unknown(folder)


def test_libraries_are_known_by_their_files(folder: Path) -> None:
    named = dict(native_libraries(folder))
    assert named.keys() - {"PyInstaller's start"} == {name for name in KNOWN.values() if name}
    assert named["GCC runtime"] == RUNTIME
    refuse_unknown(folder)


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_program_with_others_is_not_packed(folder: Path, name: str) -> None:
    (folder / "_internal" / name).touch()
    assert unknown_libraries(folder) == [name]
    with pytest.raises(SystemExit, match="no licence is known for lib"):
        refuse_unknown(folder)


def test_the_program_lists_them_and_says_where_the_texts_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = [part.kind for part in about.parts()]
    assert "native libraries" not in kinds
    assert about.licence_texts() == ""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(about, "PACKAGE", folder / "_internal/printnplay")
    native = {part.name for part in about.parts() if part.kind == "native libraries"}
    assert {"OpenSSL", "SQLite", "libffi", "GCC runtime"} < native
    assert str(folder / "_internal/licences") in about.licence_texts()


def test_of_several_licences_the_chosen_one_is_named() -> None:
    (pyphen,) = [part for part in about.parts() if part.name == "pyphen"]
    assert pyphen.licence == "MPL-1.1"
