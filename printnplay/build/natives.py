"""The native libraries of the standalone program, with their licences.

The files of the program tell which it has: `make program` packs no library that is not listed here.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

RUNTIME = "GPL-3.0-or-later WITH GCC-exception-3.1"
"""Licence of GCC's runtime; its exception lets a program under any licence have it."""

MICROSOFT = "Microsoft's terms, which allow programs to have it"
JPEG = "IJG AND BSD-3-Clause AND Zlib"

NATIVE: Mapping[str, tuple[str, str]] = {
    "api": ("Universal C runtime", MICROSOFT),
    "avif": ("libavif, with libaom, dav1d and libyuv", "BSD-2-Clause AND BSD-3-Clause"),
    "brotlicommon": ("Brotli", "MIT"),
    "brotlidec": ("Brotli", "MIT"),
    "brotlienc": ("Brotli", "MIT"),
    "bz": ("bzip2", "bzip2-1.0.6"),
    "concrt": ("Visual C++ runtime", MICROSOFT),
    "crypto": ("OpenSSL", "Apache-2.0"),
    "expat": ("Expat", "MIT"),
    "ffi": ("libffi", "MIT"),
    "freetype": ("FreeType", "FTL"),
    "gcc_s": ("GCC runtime", RUNTIME),
    "harfbuzz": ("HarfBuzz", "MIT"),
    "jpeg": ("libjpeg-turbo", JPEG),
    "lcms": ("Little CMS", "MIT"),
    "lzma": ("XZ Utils (liblzma)", "0BSD; public domain before 5.6"),
    "mpdec": ("libmpdec", "BSD-2-Clause"),
    "msvcp": ("Visual C++ runtime", MICROSOFT),
    "openjp": ("OpenJPEG", "BSD-2-Clause"),
    "pdfium": ("PDFium, with its libraries", "BSD-3-Clause, Apache-2.0 and others, all permissive"),
    "png": ("libpng", "libpng-2.0"),
    "python": ("Python", "PSF-2.0"),
    "qpdf": ("qpdf", "Apache-2.0"),
    "sharpyuv": ("libwebp", "BSD-3-Clause"),
    "sqlite": ("SQLite", "public domain"),
    "ssl": ("OpenSSL", "Apache-2.0"),
    "stdc++": ("GCC runtime", RUNTIME),
    "tiff": ("libtiff", "libtiff"),
    "ucrtbase": ("Universal C runtime", MICROSOFT),
    "uuid": ("libuuid", "BSD-3-Clause"),
    "vcruntime": ("Visual C++ runtime", MICROSOFT),
    "webp": ("libwebp", "BSD-3-Clause"),
    "webpdemux": ("libwebp", "BSD-3-Clause"),
    "webpmux": ("libwebp", "BSD-3-Clause"),
    "xau": ("libXau", "MIT"),
    "xcb": ("libxcb", "MIT"),
    "xdmcp": ("libXdmcp", "MIT"),
    "z": ("zlib", "Zlib"),
    "zstd": ("Zstandard", "BSD-3-Clause"),
}
"""Libraries and their licences by the letters of their file's name: `libpng16.so.16` is `png`."""

INSIDE: Mapping[str, tuple[str, str]] = {
    "_decimal": ("libmpdec", "BSD-2-Clause"),
    "_imagingft": ("Raqm", "MIT"),
    "_typst": ("crates of Rust in typst", "MIT, Apache-2.0 and others; one MPL-2.0 (option-ext)"),
    "_yaml": ("libyaml", "MIT"),
    "etree": ("libxml2 and libxslt", "MIT; with libiconv, LGPL, on Windows and macOS"),
    "pyexpat": ("Expat", "MIT"),
    "resvg_py": ("crates of Rust in resvg", "MIT, Apache-2.0 and others, all permissive"),
}
"""Libraries inside modules of Python, and their licences, by the name of the module."""

_IS_MODULE = re.compile(r"\.(?:cpython-|abi3\.|cp\d|pyd$)|\.pypy\d")
_IS_LIBRARY = re.compile(r"\.(?:dll|dylib|so)(?:$|\.\d)", re.IGNORECASE)
_LETTERS = re.compile(r"(?:lib)?([a-z_+]+)", re.IGNORECASE)


def native_libraries(program: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the licence of each native library below the folder of a program."""
    found: dict[str, str] = {"PyInstaller's start": "GPL-2.0-or-later WITH Bootloader-exception"}
    for name in _files(program):
        if known := INSIDE.get(name.partition(".")[0]) if _IS_MODULE.search(name) else _known(name):
            found[known[0]] = known[1]
    return iter(sorted(found.items(), key=lambda one: one[0].lower()))


def unknown_libraries(program: Path) -> list[str]:
    """Return the files of native libraries whose licence is not listed here."""
    return sorted(
        name
        for name in _files(program)
        if _IS_LIBRARY.search(name) and not _IS_MODULE.search(name) and not _known(name)
    )


def _known(name: str) -> tuple[str, str] | None:
    letters = _LETTERS.match(name) if _IS_LIBRARY.search(name) else None
    return NATIVE.get(letters[1].lower()) if letters else None


def _files(folder: Path) -> Iterator[str]:
    for _, _, names in os.walk(folder):
        yield from names
