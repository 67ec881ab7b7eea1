"""A sheet as text: what stands where, for people to read and for tests to compare."""

from printnplay.kernel.geometry import Point, Rect, Um
from printnplay.scene.sheet import (
    Anchor,
    Contour,
    Item,
    Leaf,
    Link,
    Panel,
    Run,
    Sheet,
    Stamp,
    Stroke,
    TextLine,
)


def describe(sheet: Sheet) -> str:
    """One line for the sheet and one for each item, in drawing order; lengths in millimetres."""
    size = f"sheet {_mm(sheet.size.width)} x {_mm(sheet.size.height)}"
    label = f' "{sheet.label}"' if sheet.label else ""
    trim = f" trim {_rect(sheet.trim)}" if sheet.trim else ""
    marks = [f'bookmark {bookmark.level} "{bookmark.title}"' for bookmark in sheet.bookmarks]
    lines = [f"{size}{label}{trim}", *marks, *(_item(item) for item in sheet.items)]
    return "".join(f"{line}\n" for line in lines)


def _item(item: Item) -> str:
    match item:
        case TextLine(at=at, runs=runs, turn=turn):
            said = f'text {_point(at)}{_turned(turn)} "{_text(runs)}"'
        case Stroke(kind=kind, start=start, end=end):
            said = f"line {kind} {_point(start)} to {_point(end)}"
        case Contour(kind=kind, outline=outline):
            said = f"contour {kind} {' '.join(map(_point, outline.flattened()))}"
        case Panel(rect=rect, fill=fill, stroke=stroke):
            colours = " ".join(filter(None, (fill and f"fill {fill}", stroke and f"line {stroke}")))
            said = f"panel {_rect(rect)} {colours}"
        case Stamp(picture=picture, rect=rect, turn=turn, clip=clip):
            shown = f" clip {_rect(clip)}" if clip else ""
            said = f"stamp {picture.name} {_rect(rect)}{_turned(turn)}{shown}"
        case Leaf(page=page, rect=rect, turn=turn):
            said = f'page "{page.label}" {_rect(rect)}{_turned(turn)}'
        case Anchor() | Link():
            said = repr(item)
    return said


def _text(runs: tuple[Run, ...]) -> str:
    return "".join(run.text for run in runs)


def _turned(turn: int) -> str:
    return f" turned {turn}" if turn else ""


def _rect(rect: Rect) -> str:
    return f"{_point(rect.origin)} size {_mm(rect.width)} x {_mm(rect.height)}"


def _point(point: Point) -> str:
    return f"{_mm(point.x)},{_mm(point.y)}"


def _mm(length: Um) -> str:
    sign = "-" if length < 0 else ""
    return f"{sign}{abs(length) // 1000}.{abs(length) % 1000:03}"
