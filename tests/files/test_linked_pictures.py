"""Large pictures as files that drawings link."""

from pathlib import Path

import pytest

from printnplay.files import linked_pictures
from printnplay.files.linked_pictures import (
    LARGE,
    as_uri,
    content_of,
    filled,
    filled_length,
    has_file,
    is_link,
    linked,
    links_in,
    picture_folder,
    write_file,
)
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError

GONE = f"printnplay-{'0' * 40}.png"


def test_only_large_pictures_are_linked() -> None:
    small, large = b"a" * (LARGE - 1), b"a" * LARGE
    assert linked("image/png", small) == as_uri("image/png", small)
    link = linked("image/png", large)
    assert is_link(link)
    assert content_of(link) == ("image/png", large)
    assert (picture_folder() / link).read_bytes() == large


def test_the_same_picture_has_the_same_link_and_another_kind_another() -> None:
    links = [linked(kind, b"b" * LARGE) for kind in ("image/png", "image/png", "image/jpeg")]
    assert links[0] == links[1] != links[2]


def test_a_drawing_is_filled_with_each_of_its_pictures() -> None:
    contents = [b"c" * LARGE, b"d" * LARGE]
    links = [linked("image/webp", content) for content in contents]
    drawing = '<svg><image href="{}"/><image xlink:href="{}"/><image href="{}"/></svg>'
    svg = drawing.format(*links, links[0])
    assert links_in(svg) == links
    uris = [as_uri("image/webp", content) for content in contents]
    whole = drawing.format(*uris, uris[0])
    assert filled(svg) == filled(whole) == whole
    assert len(whole) > filled_length(svg) > len(as_uri("image/webp", b"".join(contents)))


def test_a_picture_that_is_gone_is_a_fault_and_no_blank_place() -> None:
    assert not has_file(GONE)
    for read in (filled, filled_length):
        with pytest.raises(FaultsError) as raised:
            read(f'<svg><image href="{GONE}"/></svg>')
        (fault,) = raised.value.found
        assert fault.code is codes.UNUSABLE_PICTURE
        assert GONE in fault.message


def test_a_picture_is_carried_where_there_is_no_room_for_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linked_pictures, "picture_folder", lambda: tmp_path / "none")
    content = b"e" * LARGE
    assert linked("image/gif", content) == as_uri("image/gif", content)
    assert not write_file(GONE, content)
    assert not has_file(GONE)
