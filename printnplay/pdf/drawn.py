"""The objects that PDF pages draw: forms, patterns, masks, images and shadings, each found once."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, field

DEVICE_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
"""Colour spaces by number of channels. Grey without a profile prints with black ink only."""


class Drawn(Struct):
    """The objects that pages draw.

    `contents` are the objects with operators and resources: pages, forms, tiling patterns and mask
    groups.
    """

    contents: list[Any] = field(default_factory=list)
    images: list[Any] = field(default_factory=list)
    shadings: list[Any] = field(default_factory=list)


def drawn_by(pages: Iterable[Any]) -> Drawn:
    """Return all objects that these pages, or forms, draw."""
    drawn = Drawn()
    # No recursion: a drawing may nest groups to any depth.
    waiting, seen = list(pages), set()
    while waiting:
        content = waiting.pop()
        drawn.contents.append(content)
        for one in _used_by(content.get("/Resources", {})):
            if one.is_indirect:
                if one.objgen in seen:
                    continue
                seen.add(one.objgen)
            if one.get("/Subtype") == "/Image":
                drawn.images.append(one)
            elif "/ShadingType" in one:
                drawn.shadings.append(one)
            else:
                waiting.append(one)
    return drawn


def _used_by(resources: Any) -> Iterator[Any]:
    """Yield the resources, and the objects within them: masks of images, shadings of patterns."""
    for one in values_of(resources, "/XObject"):
        yield one
        if "/SMask" in one:
            yield one.SMask
    for one in values_of(resources, "/Pattern"):
        yield one.Shading if "/Shading" in one else one
    yield from values_of(resources, "/Shading")
    for state in values_of(resources, "/ExtGState"):
        mask = state.get("/SMask", "/None")
        if str(mask) != "/None":
            yield mask.G


def values_of(resources: Any, kind: str) -> list[Any]:
    """Return the resources of a kind: forms and images, states, fonts."""
    if resources is None or kind not in resources:
        return []
    return [value for _, value in resources[kind].items()]


def use_device_colours(drawn: Drawn) -> None:
    """Replace ICC colour spaces with device spaces: a press takes their values as its own."""
    for content in drawn.contents:
        spaces = content.get("/Resources", {}).get("/ColorSpace", {})
        for name, space in dict(spaces).items():
            spaces[name] = _device_space(space)
        if "/CS" in content.get("/Group", {}):
            content.Group.CS = _device_space(content.Group.CS)
    for one in (*drawn.images, *drawn.shadings):
        if "/ColorSpace" in one:
            one.ColorSpace = _device_space(one.ColorSpace)


def _device_space(space: Any) -> Any:
    import pikepdf

    if not isinstance(space, pikepdf.Array):
        return space
    if space[0] == "/ICCBased":
        return pikepdf.Name(DEVICE_SPACES[int(space[1].N)])
    if space[0] == "/Indexed":
        return pikepdf.Array([space[0], _device_space(space[1]), *list(space)[2:]])
    return space
