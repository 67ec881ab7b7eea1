"""Where a fault leads on the page: the text, box, block, group or picture to change."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from printnplay.faces.template_files import SUFFIX
from printnplay.files.catalog import display_path
from printnplay.files.yaml_tree import ListNode, MappingNode, read_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.preview.answers import absolute
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.live import LiveGame
from printnplay.preview.mending import cures_of
from printnplay.preview.new_kinds import SHEETS
from printnplay.preview.outline import content_of, outline_file

OF_PICTURES = frozenset(
    code.id
    for code in (
        codes.PICTURE_MISSING,
        codes.NO_PICTURE_YET,
        codes.UNUSABLE_PICTURE,
        codes.TOO_FEW_PIXELS,
        codes.NOT_XML,
    )
)
"""The codes of faults that another picture mends."""

Fault = Mapping[str, Any]
"""A fault in the form that the page receives."""


def with_cures(live: LiveGame, faults: Iterable[Fault]) -> list[dict[str, Any]]:
    """Return faults with the parts of the page where each can be mended.

    `text` is the key of a text with its language, `box` a place in a template, `block` a line of
    the outline, `group` the id of a group to change, or empty to add one; each is None if there is
    none. With `picture`, another picture on a face mends the fault. The others are written at once:
    see `mending.cures_of`.
    """
    cures = _Cures(live)
    return [{**fault, "cures": cures.of(fault)} for fault in faults]


class _Cures:
    """Finds where the faults of a game lead, as its files are now."""

    def __init__(self, live: LiveGame) -> None:
        self.live = live
        self.outline = display_path(outline_file(live))

    def of(self, fault: Fault) -> dict[str, Any]:
        notes = (note["place"] for note in fault["notes"])
        places = [place for place in (fault["place"], *notes) if place]
        faces = fault.get("faces", ())
        in_template = (place for place in places if place["file"].endswith(SUFFIX))
        in_outline = (place["line"] for place in places if place["file"] == self.outline)
        is_of_card = any(face.startswith("card/") for face in faces)
        return {
            "text": self._text(fault),
            "box": next(in_template, None) if faces else None,
            "block": next(in_outline, None),
            "group": self._group(fault),
            "picture": is_of_card and fault["code"] in OF_PICTURES,
            **cures_of(self.live, fault),
        }

    def _text(self, fault: Fault) -> dict[str, str] | None:
        """Return the text of a fault, or the one that is written at its place."""
        key, language = fault["subject"]["key"], fault["subject"]["language"]
        if key and language and self.live.place_of_text(language, key):
            return {"key": key, "language": language}
        place = fault["place"]
        line = self._texts.get((place["file"], place["line"]), ())
        at = bisect_right(line, place["column"], key=lambda one: one[0]) - 1
        return {"key": line[at][1], "language": line[at][2]} if at >= 0 else None

    @cached_property
    def _texts(self) -> Mapping[tuple[str, int], list[tuple[int, str, str]]]:
        """The texts of the game by file and line: their columns, keys and languages."""
        shown = cache(lambda file: display_path(absolute(file)))
        found: dict[tuple[str, int], list[tuple[int, str, str]]] = {}
        for span, key, language in self._spans():
            found.setdefault((shown(span.file), span.line), []).append((span.column, key, language))
        return {place: sorted(texts) for place, texts in found.items()}

    def _spans(self) -> Iterator[tuple[Span, str, str]]:
        for language, texts in (self.live.loaded.texts if self.live.loaded else {}).items():
            yield from ((text.span, key, language) for key, text in texts.entries.items())
            yield from ((place, key, language) for key, place in texts.blanks.items())

    def _group(self, fault: Fault) -> str | None:
        if fault["code"] == codes.CARD_WITHOUT_GROUP.id:
            return ""
        path, place = self._game_file, fault["place"]
        lines = self._groups if place["file"] == display_path(path) else {}
        return next((name for name, at in lines.items() if place["line"] in at), None)

    @property
    def _game_file(self) -> Path:
        return self.live.catalog.game_folder(self.live.game_id) / "game.yaml"

    @cached_property
    def _groups(self) -> Mapping[str, range]:
        """The lines in game.yaml of each group by its id."""
        try:
            content = content_of(self._game_file) or b""
        except NotWrittenError:
            return {}
        root = read_bytes(content, "", Problems())
        sheets = root.entries.get(SHEETS) if isinstance(root, MappingNode) else None
        items = sheets.value.items if sheets and isinstance(sheets.value, ListNode) else []
        source = content.decode("utf-8", "replace")
        return {
            entry.value.value: range(item.span.line, source.count("\n", 0, item.end) + 2)
            for item in items
            if isinstance(item, MappingNode) and (entry := item.entries.get("id"))
            if hasattr(entry.value, "value")
        }
