"""Stretches of sheets as they were written, kept between commands.

After a change, most sheets of a large document come out as they did before. What they come out as
depends on what was written before them, too: the number of their first object, the texts that have
brought their letters into the fonts, the pictures and the parts of them that are in the file. All
of it is in the key of a stretch, or is compared before the stretch is taken. So a document has the
same bytes with and without what is kept.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b, md5
from itertools import islice
from typing import Any

from msgspec import Struct

from printnplay.files.packing import pack
from printnplay.files.store import Store
from printnplay.files.versions import hash_of_tool
from printnplay.model.sheet import Anchor, Document, Leaf, Link, Sheet, Stamp
from printnplay.output.pdf.baked import Baked
from printnplay.output.pdf.objects import Written, leave_out, next_number, written_from
from printnplay.output.pdf.page_writer import NewText, PageWriter
from printnplay.output.pdf.shaping import font_hash

SHEETS = 64
"""So many sheets are a stretch."""

STEP = 64
"""The first object of a stretch has a number that is a multiple of this, so that a few objects more
or less in one stretch, mostly fonts of its pictures, do not change the numbers of all that follow.
"""

MOST = 8_000_000
"""Bytes; a stretch that takes more is pictures mostly, and those are kept already."""


class _Stretch(Struct, frozen=True):
    """Sheets as they were written.

    `pages` are the numbers of their pages, `forms` those of the pictures that were new, `texts`
    those that brought letters. Of the parts of pictures, by what is in them, `new_parts` are the
    references to those that were written here, `old_parts` to those that were there already.
    """

    objects: Written
    pages: tuple[int, ...]
    forms: tuple[int, ...]
    texts: tuple[NewText, ...]
    new_parts: dict[bytes, bytes]
    old_parts: dict[bytes, bytes]
    signature: bytes


class Stretches:
    """Writes the sheets of a document.

    `written` are the objects of those that were taken or kept, by the number of the first of them.
    """

    def __init__(self, document: Document, file: Any, writer: PageWriter) -> None:
        """Write the sheets of a document to this document of ReportLab's."""
        self.written: dict[int, Written] = {}
        self._document, self._file, self._writer = document, file, writer
        # Before all sheets: its number is in each page, and depends on none of them.
        file.Reference(file.Pages)

    def write(self, store: Store | None) -> None:
        """Write all sheets; those of a large document are kept in the store, if there is one."""
        sheets = self._document.sheets
        is_large = len(sheets) >= 2 * SHEETS and not self._document.accessible
        for start in range(0, len(sheets), SHEETS):
            some = sheets[start : start + SHEETS]
            if is_large:
                leave_out(self._file, STEP)
            if is_large and store:
                self._take_or_draw(store, some)
            else:
                self._draw(some)

    def _take_or_draw(self, store: Store, sheets: Sequence[Sheet]) -> None:
        pictures: dict[Baked, int] = {}
        said = [self._said(sheet, pictures) for sheet in sheets]
        key = self._key(said, pictures)
        kept = store.take_value(_Stretch, key) if key else None
        if kept and self._fits(kept):
            self._take(kept, sheets, pictures)
            return
        first = next_number(self._file)
        drawn = self._draw(sheets)
        written = written_from(self._file, first) if key else None
        if key and written:
            self.written[first] = written
            if len(written.content) <= MOST:
                store.put_value(key, drawn(written), dense=True)

    def _said(self, sheet: Sheet, pictures: dict[Baked, int]) -> Sequence[object] | None:
        """All that is on a sheet, its pictures by their numbers; new ones get the next.

        None of a sheet with anything that belongs to the whole document, as links do.
        """
        form_of = self._writer.form_of
        items: list[object] = []
        for item in sheet.items:
            if isinstance(item, Stamp):
                number = pictures.setdefault(form_of(item), len(pictures))
                picture = item.picture
                place = (item.rect, item.turn, item.clip, item.outline)
                items.append((number, picture.size, picture.bleed, *place, item.tags))
            elif isinstance(item, Leaf | Anchor | Link):
                return None
            else:
                items.append((type(item).__name__, item))
        return (sheet.size, sheet.trim, sheet.placement, sheet.bleed, items)

    def _key(
        self, said: Sequence[Sequence[object] | None], pictures: Mapping[Baked, int]
    ) -> bytes | None:
        """What stands for sheets and all that was written before them; None if that is not known.

        Args:
            said: all that is on the sheets.
            pictures: those that are on them.
        """
        if None in said or not all(picture.file.key for picture in pictures):
            return None
        bridge = self._writer.bridge
        before = (next_number(self._file), len(bridge.forms), self._writer.new_texts)
        stamped = [
            (picture.file.key, picture.page, bridge.forms.get(picture)) for picture in pictures
        ]
        content = pack((self._look, before, stamped, said))
        return blake2b(content, digest_size=20).digest()

    @cached_property
    def _look(self) -> Sequence[object]:
        """What all sheets have in common."""
        faces = [
            (face.name, face.family, face.weight, face.italic, font_hash(face.path))
            for face in self._document.fonts
        ]
        return ("stretch", hash_of_tool(), faces, self._document.inks)

    def _fits(self, kept: _Stretch) -> bool:
        """Whether the parts of pictures that are there are those that were there before."""
        parts = self._writer.bridge.parts
        has_old = all(parts.get(mark) == reference for mark, reference in kept.old_parts.items())
        return has_old and parts.keys().isdisjoint(kept.new_parts)

    def _take(self, kept: _Stretch, sheets: Sequence[Sheet], pictures: Iterable[Baked]) -> None:
        writer, bridge = self._writer, self._writer.bridge
        first = next_number(self._file)
        self.written[first] = kept.objects
        self._file.objectcounter += len(kept.objects.places)
        for text in kept.texts:
            writer.bring(text)
        new = [picture for picture in pictures if picture not in bridge.forms]
        for picture, number in zip(new, kept.forms, strict=True):
            bridge.take_form(picture, number)
        bridge.parts |= kept.new_parts
        for sheet, number in zip(sheets, kept.pages, strict=True):
            writer.take_page(sheet, number)
        self._file.updateSignature(kept.signature)

    def _draw(self, sheets: Sequence[Sheet]) -> Callable[[Written], _Stretch]:
        """Draw sheets; gives what is to be kept of them, once they are written."""
        file, writer, bridge = self._file, self._writer, self._writer.bridge
        texts, forms, parts = len(writer.new_texts), len(bridge.forms), len(bridge.parts)
        bridge.used.clear()
        whole, file.signature = file.signature, md5(usedforsecurity=False)
        pages = []
        for sheet in sheets:
            pages.append(file.thisPageName())
            writer.draw_page(sheet)
        signature = file.signature.digest()
        file.signature = whole
        file.updateSignature(signature)

        def kept(written: Written) -> _Stretch:
            new_parts = dict(islice(bridge.parts.items(), parts, None))
            old = bridge.used.difference(new_parts.values())
            return _Stretch(
                written,
                tuple(file.idToObjectNumberAndVersion[name][0] for name in pages),
                tuple(islice(bridge.forms.values(), forms, None)),
                tuple(writer.new_texts[texts:]),
                new_parts,
                {mark: reference for mark, reference in bridge.parts.items() if reference in old},
                signature,
            )

        return kept
