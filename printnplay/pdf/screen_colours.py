"""The instructions of pages, with the screen colours and graphics states that they set."""

from collections.abc import Sequence
from typing import Any, NamedTuple

RGB, GRAY = "/DeviceRGB", "/DeviceGray"
_SOLID = frozenset(["/Normal", "/Compatible"])


def is_solid(state: Any) -> bool:
    """Return whether a graphics state draws without transparency."""
    mask, mode = state.get("/SMask", "/None"), state.get("/BM", "/Normal")
    return (
        float(state.get("/ca", 1)) == 1
        and float(state.get("/CA", 1)) == 1
        and str(mask) == "/None"
        and str(mode) in _SOLID
    )


_SET = frozenset(["sc", "scn", "SC", "SCN"])
_DEVICE = {"rg": RGB, "RG": RGB, "g": GRAY, "G": GRAY}


class Step(NamedTuple):
    """An instruction of a page or form, and the screen colour that it sets, if any.

    An instruction that selects a device colour space `is_device`: the colours set after it imply
    it.
    """

    instruction: Any
    colour: tuple[int, int, int] | None = None
    is_device: bool = False


def steps_of(content: Any) -> list[Step]:
    """Return the instructions of a page or form."""
    import pikepdf

    spaces = {"fill": GRAY, "stroke": GRAY}
    stack = []
    steps = []
    for instruction in pikepdf.parse_content_stream(_stream_of(content)):
        operator = str(instruction.operator)
        which = "stroke" if operator.isupper() else "fill"
        step = Step(instruction)
        if operator == "q":
            stack.append(dict(spaces))
        elif operator == "Q":
            spaces = stack.pop() if stack else spaces
        elif operator in ("cs", "CS"):
            spaces[which] = _space(str(instruction.operands[0]), content)
            step = Step(instruction, None, spaces[which] in (RGB, GRAY))
        elif operator in ("k", "K"):
            spaces[which] = "/DeviceCMYK"
        elif operator in _DEVICE:
            spaces[which] = _DEVICE[operator]
            step = Step(instruction, _colour(instruction.operands))
        elif operator in _SET and spaces[which] in (RGB, GRAY):
            step = Step(instruction, _colour(instruction.operands))
        steps.append(step)
    return steps


def _stream_of(content: Any) -> Any:
    import pikepdf

    return content if isinstance(content, pikepdf.Stream) else pikepdf.Page(content)


def _space(name: str, content: Any) -> str:
    """Resolve a colour space name: return the device space, or the name itself for any other."""
    spaces = content.get("/Resources", {}).get("/ColorSpace", {})
    return str(spaces[name]) if name in spaces and not len(parts_of(spaces[name])) else name


def parts_of(space: Any) -> Sequence[Any]:
    """Return the parts of a colour space; none if it is only a name."""
    import pikepdf

    return list(space) if isinstance(space, pikepdf.Array) else []


def _colour(operands: Any) -> tuple[int, int, int]:
    """Return red, green and blue of a colour or grey."""
    values = [min(255, max(0, round(255 * float(value)))) for value in operands]
    red, green, blue = values * 3 if len(values) == 1 else values[:3]
    return red, green, blue
