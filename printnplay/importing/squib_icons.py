"""Pictures of Squib: a part of a file, a file in another colour, icons of the gem `game_icons`."""

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from lxml import etree

from printnplay.files.door import ReadError, files_below, names_in, read
from printnplay.importing.ruby_scopes import Instance, Module
from printnplay.importing.ruby_values import RubyError, as_text
from printnplay.importing.squib_context import Context
from printnplay.raster.converted import in_colour

_GEMS = (
    "~/.gem/ruby/*", "~/.local/share/gem/ruby/*", "~/.rbenv/versions/*/lib/ruby/gems/*",
    "~/.asdf/installs/ruby/*/lib/ruby/gems/*", "~/.rvm/gems/*", "/var/lib/gems/*",
    "/usr/lib/ruby/gems/*", "/usr/local/lib/ruby/gems/*", "/opt/homebrew/lib/ruby/gems/*",
    "C:/Ruby*/lib/ruby/gems/*",
)  # fmt: skip
"""Where Ruby keeps gems on Linux, macOS and Windows, and by its version managers."""
_BUNDLED = "vendor/bundle/ruby/*"
"""Where Bundler keeps them in a project."""
_ICONS = "gems/game_icons-*/resources/icons"
"""The icons of each version of the gem, in one of those places."""
_LARGEST = 200_000
"""The largest icon in bytes: they have some kilobytes."""


def game_icon(script: Context, given: Sequence[Any], _: Any = None) -> Instance:
    """Return an icon by its name, also `author/name`, as the gem does.

    Raises:
        LookupError: the gem is not there, or the icon cannot be read.
        RubyError: the gem has no such icon.
    """
    drawings = _drawings(script.source.root)
    if not drawings:
        raise LookupError("GameIcons.get")
    name = as_text(given[0]).lower()
    found = drawings.get(name.removesuffix(".svg"))
    if found is None:
        raise RubyError("RuntimeError", f"game_icons: could not find icon '{name}'")
    made = Instance(Module("GameIcons::Icon"), script.ruby.send)
    try:
        drawing = read(found, _LARGEST).decode("utf-8", "replace")
    except (ReadError, OSError):
        raise LookupError("GameIcons.get") from None
    file = f"game_icons/{found.name}"
    made.values["@svg"] = script.drawings[file] = drawing
    own = {"string": lambda me: me.values["@svg"], "file": lambda _: file, "recolor": _recoloured}
    made.own = own  # type: ignore[assignment]
    return made


def _recoloured(icon: Instance, colours: Mapping[str, Any] | None = None) -> Instance:
    """Paint the ground of an icon, its first path, and its drawing, the second."""
    said = {"bg": "#000", "fg": "#fff", "bg_opacity": 1.0, "fg_opacity": 1.0} | dict(colours or {})
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(icon.values["@svg"].encode(), parser)
    except etree.XMLSyntaxError:
        raise LookupError("GameIcons.get") from None
    for path, part in zip(root.iter("{*}path"), ("bg", "fg"), strict=False):
        path.set("fill", f"#{as_text(said[part]).removeprefix('#')}")
        path.set("fill-opacity", as_text(said[f"{part}_opacity"]))
    icon.values["@svg"] = etree.tostring(root, encoding="unicode")
    return icon


@lru_cache(1)
def _drawings(root: Path) -> Mapping[str, Path]:
    """Return the drawings of the gem by name, alone and after the author; none if it is nowhere.

    The gem of the project in the folder `root` counts first.
    """
    said = [*os.environ.get("GEM_PATH", "").split(os.pathsep), os.environ.get("GEM_HOME", "")]
    patterns = [root / _BUNDLED, *map(Path, filter(None, said))]
    with suppress(RuntimeError):  # the user has no home
        patterns += [Path(one).expanduser() for one in _GEMS]
    for folder in (one for pattern in patterns for one in _matching(pattern / _ICONS)):
        paths = list(files_below(folder, frozenset({".svg"})))
        by_author = {f"{path.parent.name}/{path.stem}".lower(): path for path in paths}
        if paths:
            return {path.stem.lower(): path for path in paths} | by_author
    return {}


def _matching(pattern: Path) -> list[Path]:
    """Return the folders of a pattern whose parts may have a star, newest versions first."""
    found = [Path(pattern.anchor)]
    for part in pattern.parts[bool(pattern.anchor) :]:
        start, star, _ = part.partition("*")
        found = [
            folder / name
            for folder in found
            for name in (reversed(names_in(folder)) if star else [part])
            if not star or name.startswith(start)
        ]
    return found


_PAINTS = ("fill", "stroke", "stop-color")
_KEPT = (
    "defs",
    "style",
    "linearGradient",
    "radialGradient",
    "clipPath",
    "mask",
    "filter",
    "symbol",
)


def derived(content: bytes, part: str, colour: str) -> bytes | None:
    """Return a drawing of which only the part with an id is shown, all of it in a colour.

    Either may be empty. Pictures of pixels have no parts. None if it cannot be done.
    """
    if content.lstrip()[:1] != b"<":
        return in_colour(content, colour[:7]) if colour else None
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    if part:
        found = next((one for one in root.iter(etree.Element) if one.get("id") == part), None)
        if found is None:
            return None
        _show_only(found)
    if colour:
        _paint(root, colour[:7])
    return bytes(etree.tostring(root))


def _show_only(shown: etree._Element) -> None:
    """Remove everything that is drawn beside an element."""
    while (parent := shown.getparent()) is not None:
        for other in list(parent):
            is_drawn = isinstance(other.tag, str) and etree.QName(other).localname not in _KEPT
            if other is not shown and is_drawn:
                parent.remove(other)
        shown = parent


def _paint(root: etree._Element, colour: str) -> None:
    """Give everything that is painted one colour."""
    root.set("fill", colour)
    for one in root.iter(etree.Element):
        for name in _PAINTS:
            if one.get(name, "none") != "none":
                one.set(name, colour)
        style = one.text if etree.QName(one).localname == "style" else one.get("style")
        pattern = rf"\b({'|'.join(_PAINTS)})\s*:\s*(?!none)[^;}}]+"
        painted = re.sub(pattern, rf"\1:{colour}", style or "")
        if style and one.get("style"):
            one.set("style", painted)
        elif style:
            one.text = painted
