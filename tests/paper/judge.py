"""What a finished file shows, compared with the faces as drawn: a list of faults."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import msgspec
from PIL import Image, ImageChops, ImageStat

from .compare import Difference, Look, compare, inner
from .drawn import Component, Face, Manifest
from .reader import FINEST, MM, NEAR, Line, Paper, Point, Shown, pixels_of, visible

BARELY = 0.02
"""Millimetres that are rounding: sizes are whole micrometres, and PDFs have four decimals."""

HIDDEN = 0.45
"""The least share of its trim that a card shows: hexagons and circles fill three quarters."""

THIN = 0.01
"""The strip that may be hidden of a whole card: half a pixel at each edge."""

LOOSE = 40
"""Backs that a sheet to be printed separately may have; small tokens go by forty on A4."""

FURNITURE = 0.12
"""The share of a face that marks may cover at most; the tokens of 25 mm, ringed, have 9 %."""

SMALL = 3
"""Millimetres of the shorter side from which on a face on a page is more than a sign."""

CHOICE = 3
"""Faces, nearest at a glance, that are compared pixel by pixel."""

Box: TypeAlias = tuple[float, float, float, float]


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it was drawn: what, of which face, and where."""

    what: str
    face: str
    where: str
    found: Difference | None = None

    def __str__(self) -> str:
        """One line."""
        return f"{self.what}: {self.face}, {self.where}" + (f", {self.found}" if self.found else "")


class Match(msgspec.Struct, frozen=True):
    """A form, the face that it is nearest to, and how near."""

    shown: Shown
    face: Face
    difference: Difference
    seen: Image.Image
    part: float

    @property
    def is_whole(self) -> bool:
        """Whether no clip takes a strip of it: of a hexagon or circle less than half is cut off."""
        rectangle = _is_rectangle(self.shown)
        return self.part > (1 - THIN if rectangle else HIDDEN)

    @property
    def is_sound(self) -> bool:
        """Whether it shows the face."""
        return self.difference.is_none


class Faces:
    """The faces of a game, as an export wrote them."""

    def __init__(self, folder: Path, shaped: frozenset[str] = frozenset()) -> None:
        """Read the manifest of `export svg`; `shaped` are groups that are not cut as rectangles."""
        self.shaped = shaped
        data = (folder / "manifest.json").read_bytes()
        self.manifest = msgspec.json.decode(data, type=Manifest)
        self.by_file: dict[str, Face] = {}
        for one in self.manifest.components:
            for file in (*one.fronts, *one.backs):
                self.by_file[file] = Face(folder / file)
        self._looks: dict[tuple[str, tuple[int, int]], Look] = {}

    def look(self, face: Face, pixels: tuple[int, int]) -> Look:
        """A face prepared for comparing."""
        key = (face.path.name, pixels)
        if key not in self._looks:
            self._looks[key] = Look.of(face.picture(pixels))
        return self._looks[key]

    def of_size(self, size: Point) -> list[Face]:
        """The faces of a size in millimetres, with bleed; turned ones are other sizes."""
        return [face for face in self.by_file.values() if _near(face.size, size)]

    @property
    def boards(self) -> set[str]:
        """The files of boards, which may come in parts."""
        listed = self.manifest.components
        return {file for one in listed if one.kind == "board" for file in one.fronts}

    @property
    def backs(self) -> set[str]:
        """The files of backs that several cards share, as `alike` has them."""
        users = Counter(file for one in self.manifest.components for file in set(one.backs))
        return {self.alike[file] for file, number in users.items() if number > 1}

    @cached_property
    def alike(self) -> Mapping[str, str]:
        """For the file of each face the first file that is drawn the same."""
        first: dict[tuple[Point, bytes], str] = {}
        return {
            file: first.setdefault((face.size, _pixels(face)), file)
            for file, face in self.by_file.items()
        }

    def copies(self) -> Counter[str]:
        """How often each front and each back should be printed, faces that look alike together."""
        wanted: Counter[str] = Counter()
        for one in self.manifest.components:
            for file in (*one.fronts, *one.backs):
                wanted[self.alike[file]] += one.copies
        return wanted


def _pixels(face: Face) -> bytes:
    return face.picture(pixels_of(face.size)).tobytes()


def _near(one: Point, other: Point) -> bool:
    return all(abs(a - b) < BARELY for a, b in zip(one, other, strict=True))


class Judge:
    """Looks at the forms of one file."""

    def __init__(self, paper: Paper, faces: Faces) -> None:
        """Read nothing yet."""
        self.paper, self.faces = paper, faces
        self._known: dict[bytes, Match] = {}

    def matches(self, shown: Iterable[Shown]) -> Iterator[Match]:
        """The forms that have the size of a face, with the face that each is."""
        for one in shown:
            candidates = self.faces.of_size(one.size)
            if candidates:
                yield self._match(one, candidates, one.size)

    def scaled(self, shown: Iterable[Shown]) -> Iterator[Match]:
        """The forms that are faces made smaller or larger, as on pages of a rulebook."""
        drawn = list(shown)
        for number, one in enumerate(drawn):
            # Of fanned cards only the uppermost is seen whole, and those below show at its corners.
            if any(_overlap(one, other) for other in (*drawn[:number], *drawn[number + 1 :])):
                continue
            own = (one.box[2] - one.box[0]) * MM, (one.box[3] - one.box[1]) * MM
            candidates = self.faces.of_size(own)
            if candidates and min(one.size) > SMALL:
                # Through a glass: viewers draw patterns and hairlines of small faces coarsely.
                yield self._match(one, candidates, own)

    def _match(self, one: Shown, candidates: list[Face], size: Point) -> Match:
        pixels = pixels_of(size)
        seen = self.paper.picture(one, pixels, bare=True)
        mask = visible(one, pixels)
        key = seen.tobytes() + mask.tobytes()
        if key not in self._known:
            self._known[key] = self._nearest(one, candidates, seen, mask)
        known = self._known[key]
        if not known.is_sound:
            finest = self.paper.picture(one, pixels, bare=True, finer=FINEST)
            again = self._nearest(one, candidates, finest, mask)
            known = self._known[key] = again if again.is_sound else known
        return msgspec.structs.replace(known, shown=one)

    def _nearest(
        self, one: Shown, candidates: list[Face], seen: Image.Image, mask: Image.Image
    ) -> Match:
        pixels, look = seen.size, Look.of(seen)
        part = _share(mask, candidates[0])
        # At the edge of a clip a neighbour may be hidden.
        sure = inner(mask)
        glance = sorted(candidates, key=lambda face: look.apart(self.faces.look(face, pixels)))
        measured = [
            (compare(look, self.faces.look(face, pixels), sure), face) for face in glance[:CHOICE]
        ]
        difference, face = min(measured, key=lambda pair: pair[0].rank)
        return Match(one, face, difference, seen, part)


def _overlap(one: Shown, other: Shown) -> bool:
    """Whether two forms share a part of a page."""
    left, bottom, right, top = one.edges()
    west, south, east, north = other.edges()
    across = left < east and west < right
    return one.page == other.page and across and bottom < north and south < top


def _share(mask: Image.Image, face: Face) -> float:
    """The part of the trim that is visible."""
    wide, high = mask.size
    across, down = (edge / full for edge, full in zip((face.bleed,) * 2, face.size, strict=True))
    trim = (round(wide * across), round(high * down))
    inside = mask.crop((*trim, wide - trim[0], high - trim[1]))
    return ImageStat.Stat(inside).mean[0] / 255


def judge_kit(
    paper: Paper, faces: Faces, *, backs: str = "long", marked: bool = True
) -> tuple[list[Fault], list[Match]]:
    """Compare all faces of a kit, their places, words and number, with those that are drawn."""
    judge = Judge(paper, faces)
    matches = list(judge.matches(paper.shown))
    faults = [*_unlike(matches), *_cut(matches, faces.boards)]
    faults += [*_words(paper, matches), *_covered(paper, matches)]
    faults += _numbers(matches, faces, backs)
    if backs in {"long", "short"}:
        faults += _mirrored(paper, matches, faces, backs)
    if marked:
        faults += _unmarked(paper, matches, faces)
    return faults, matches


def _where(match: Match) -> str:
    left, bottom, _, _ = (round(edge * MM, 1) for edge in match.shown.edges(match.face.bleed))
    return f"page {match.shown.page + 1} at {left}, {bottom} mm"


def _cut(matches: Iterable[Match], boards: set[str]) -> Iterator[Fault]:
    """Cards of which a strip is missing; boards come in parts."""
    for one in matches:
        if not one.is_whole and one.face.path.name not in boards:
            yield Fault("is hidden in part", one.face.name, _where(one))


def _unlike(matches: Iterable[Match]) -> Iterator[Fault]:
    for one in matches:
        if not one.is_sound:
            yield Fault("shows something else", one.face.name, _where(one), one.difference)


def letters(text: str) -> Counter[str]:
    """The letters of a text, however it is parted into words and in which order they stand.

    Poppler and pdfium put spaces into words of many scripts, and read others from the left.
    """
    plain = unicodedata.normalize("NFKC", text)
    kinds = ((letter, unicodedata.category(letter)) for letter in plain)
    # Hyphens divide words at ends of lines.
    return Counter(letter for letter, kind in kinds if kind[0] in "LNPS" and kind != "Pd")


def _words(paper: Paper, matches: Iterable[Match]) -> Iterator[Fault]:
    for one in matches:
        wanted = letters(one.face.words)
        found = letters(paper.words(one.shown, one.face.bleed))
        # Parts of a board have some of its words each, and what tells how to join them.
        if one.is_whole and wanted != found:
            apart = "".join((wanted - found) + (found - wanted))
            yield Fault(f"has other words ({apart!r})", one.face.name, _where(one))


def _covered(paper: Paper, matches: Iterable[Match]) -> Iterator[Fault]:
    """Faces on which the page has more than lines to cut."""
    for one in matches:
        pixels = one.seen.size
        full = paper.picture(one.shown, pixels)
        apart = ImageChops.difference(full, one.seen).convert("L")
        changed = apart.point(lambda level: 255 * (level > 64))
        share = ImageStat.Stat(changed).mean[0] / 255
        if share > FURNITURE:
            yield Fault(f"is covered to {share:.0%}", one.face.name, _where(one))


def _numbers(matches: Iterable[Match], faces: Faces, backs: str) -> Iterator[Fault]:
    """Faces that are not printed as often as the deck has them."""
    found: Counter[str] = Counter()
    parts: dict[str, float] = {}
    for one in matches:
        file = faces.alike[one.face.path.name]
        if one.face.path.name in faces.boards:
            parts[file] = parts.get(file, 0) + one.part
        else:
            found[file] += 1
    found.update({file: round(part) for file, part in parts.items()})
    wanted = faces.copies()
    for file in sorted({*wanted, *found}):
        # A sheet of backs to be printed separately is full, and printed as often as needed.
        is_loose = backs in {"separate", "none"} and file in faces.backs
        if wanted[file] != found[file] and not (is_loose and found[file] <= LOOSE):
            text = f"is printed {found[file]} times in place of {wanted[file]}"
            yield Fault(text, file, "whole file")


def _mirrored(paper: Paper, matches: list[Match], faces: Faces, flip: str) -> Iterator[Fault]:
    """Fronts that have not just their own back at the mirrored place of the next page."""
    owners: dict[str, list[Component]] = {}
    for one in faces.manifest.components:
        for file in one.fronts:
            owners.setdefault(faces.alike[file], []).append(one)
    here: dict[int, list[Match]] = {}
    for match in matches:
        here.setdefault(match.shown.page, []).append(match)
    for match in matches:
        cards = owners.get(faces.alike[match.face.path.name], [])
        wanted = {faces.alike[file] for card in cards for file in card.backs}
        same_page = {faces.alike[other.face.path.name] for other in here[match.shown.page]}
        # Folded cards have their backs beside them.
        if not wanted or wanted & same_page:
            continue
        place = _mirror(match, paper, flip)
        behind = [one for one in here.get(match.shown.page + 1, []) if _at(one, place)]
        if not behind:
            yield Fault("has no back at its place", match.face.name, _where(match))
        elif faces.alike[behind[0].face.path.name] not in wanted:
            yield Fault(f"has the back {behind[0].face.name}", match.face.name, _where(match))


def _mirror(match: Match, paper: Paper, flip: str) -> Box:
    left, bottom, right, top = match.shown.edges(match.face.bleed)
    page = paper.pdf.pages[match.shown.page]
    _, _, wide, high = map(float, page.mediabox)
    if flip == "long":
        return wide - right, bottom, wide - left, top
    return left, high - top, right, high - bottom


def _at(match: Match, place: Box) -> bool:
    edges = match.shown.edges(match.face.bleed)
    return all(abs(a - b) * MM < NEAR for a, b in zip(edges, place, strict=True))


def _unmarked(paper: Paper, matches: Iterable[Match], faces: Faces) -> Iterator[Fault]:
    """Fronts with straight edges on which no line to cut lies, and others off their outlines.

    Without an outline on a page, whoever cuts has a die.
    """
    shaped = {
        file
        for one in faces.manifest.components
        for file in one.fronts
        if one.group in faces.shaped
    }
    backs = {file for one in faces.manifest.components for file in one.backs}
    for one in matches:
        lines = paper.lines(one.shown.page)
        if (
            one.face.path.name in backs
            or not one.is_whole
            or not _is_rectangle(one.shown)
            or not _cuts(lines)
        ):
            continue
        left, bottom, right, top = edges = one.shown.edges(one.face.bleed)
        outlines = paper.outlines(one.shown.page)
        if one.face.path.name in shaped:
            if outlines and not any(_is_same(edges, outline) for outline in outlines):
                yield Fault("lies beside its lines to cut", one.face.name, _where(one))
            continue
        upright = [line.at for line in lines if line.is_upright]
        level = [line.at for line in lines if not line.is_upright]
        for edge, known in ((left, upright), (right, upright), (bottom, level), (top, level)):
            if not any(abs(edge - at) * MM < NEAR for at in known):
                yield Fault("lies beside its lines to cut", one.face.name, _where(one))
                break


def _is_same(edges: Box, others: Box) -> bool:
    return all(abs(a - b) * MM < NEAR for a, b in zip(edges, others, strict=True))


def _cuts(lines: list[Line]) -> bool:
    """Whether a page has lines to cut besides its ruler: some of them level, at several heights."""
    return len({round(line.at, 1) for line in lines if not line.is_upright}) > 4


def _is_rectangle(one: Shown) -> bool:
    return all(len(part) == 4 for clip in one.clips for part in clip)
