"""A file with a seal is known as printnplay's own until somebody changes a byte of it."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from printnplay.files.door import read
from printnplay.files.edits import TRIES, editing, write_edits
from printnplay.files.seals import is_sealed, sealed, sealed_text, write_own
from printnplay.files.writing import replace_in
from printnplay.kernel.diagnostics import FaultsError


def pdf() -> bytes:
    document, stream = pikepdf.new(), BytesIO()
    document.add_blank_page()
    document.save(stream)
    return stream.getvalue()


def png() -> bytes:
    stream = BytesIO()
    Image.effect_noise((40, 40), 50).save(stream, "PNG")
    return stream.getvalue()


KINDS: dict[str, Callable[[], bytes]] = {
    "pdf": pdf,
    "png": png,
    "html": lambda: b"<!doctype html>\n<title>x</title>\n" + b"<p>y</p>\n" * 99,
    "json": lambda: b'{\n "a": "b}"\n}\n',
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_of_any_byte_breaks_the_seal(kind: str, tmp_path: Path) -> None:
    content, path = KINDS[kind](), tmp_path / f"x.{kind}"
    path.write_bytes(content)
    assert not is_sealed(path)
    write_own({tmp_path / "own": content}, tmp_path)
    made = (tmp_path / "own").read_bytes()
    assert b"".join(sealed(content[at : at + 7] for at in range(0, len(content), 7))) == made
    assert is_sealed(tmp_path / "own")
    for at in {0, 9, len(content) // 2, *range(len(made) - 140, len(made))} - {-1}:
        if at >= 0:
            path.write_bytes(made[:at] + bytes([made[at] ^ 1]) + made[at + 1 :])
            assert not is_sealed(path), at
    for more in (b"\n", b"note\n", made):
        path.write_bytes(made + more)
        assert not is_sealed(path)


@pytest.mark.parametrize("text", ["{}", "{ }\n", '{"a": {}}', '{"a": 1}\n', "[{}]"])
def test_sealed_json_is_read_as_before(text: str) -> None:
    there = json.loads(sealed_text(text))
    if isinstance(there, dict):
        there.pop("$comment", None)
    assert there == json.loads(text)


def test_sealed_files_open_as_before() -> None:
    with pikepdf.open(BytesIO(b"".join(sealed([pdf()])))) as document:
        assert not document.check_pdf_syntax()
        assert len(document.pages) == 1
    assert Image.open(BytesIO(b"".join(sealed([png()])))).tobytes()


@pytest.mark.parametrize("content", [b"", b"id,name\n", b"PK\x03\x04", b"[1]", b"{", b"%PDF"])
def test_files_of_other_kinds_stay_as_they_are(content: bytes) -> None:
    assert b"".join(sealed([content])) == content


def test_what_somebody_else_has_written_is_not_replaced(tmp_path: Path) -> None:
    mine, own = tmp_path / "mine.html", tmp_path / "own.html"
    mine.write_bytes(b"<p>mine")
    with pytest.raises(FaultsError) as refused:
        write_own({mine: b"<p>new", own: b"<p>new"}, tmp_path)
    assert [fault.code.id for fault in refused.value.found] == ["PNP035"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.html"]
    write_own({own: b"<p>new"}, tmp_path)
    write_own({own: b"<p>newer"}, tmp_path)
    assert own.read_bytes().startswith(b"<p>newer")


def test_an_edit_starts_again_from_a_change_in_between(tmp_path: Path) -> None:
    path, others = tmp_path / "texts.yaml", [b"other, ", b"another, "]
    path.write_bytes(b"begun, ")

    @editing
    def edit() -> None:
        content = read(path, 99)
        if others:
            path.write_bytes(content + others.pop(0))
        write_edits({path: content + b"mine"}, tmp_path)

    edit()
    assert path.read_bytes() == b"begun, other, another, mine"


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A link below the folder `project` to a file beside it in that folder, which says `one`."""
    link = tmp_path / "project/texts/texts.yaml"
    link.parent.mkdir(parents=True)
    (link.parents[1] / "shared.yaml").write_bytes(b"one")
    link.symlink_to("../shared.yaml")
    return link


def test_an_edit_of_a_link_changes_its_file_or_starts_again(linked: Path) -> None:
    shared, others = linked.parents[1] / "shared.yaml", [b"other, "]

    @editing
    def edit() -> None:
        content = read(linked, 99)
        if others:
            shared.write_bytes(content + others.pop(0))
        write_edits({linked: content + b"mine"}, linked.parents[1])

    edit()
    assert linked.is_symlink()
    assert shared.read_bytes() == b"oneother, mine"


def test_an_edit_leaves_a_link_that_leads_out_and_its_file(linked: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_bytes(b"one")
    linked.unlink()
    linked.symlink_to(outside)

    @editing
    def edit() -> None:
        write_edits({linked: b"mine"}, linked.parents[1])

    edit()
    assert (linked.read_bytes(), outside.read_bytes()) == (b"mine", b"one")


def test_two_names_of_a_file_are_not_edited_differently(linked: Path) -> None:
    shared = linked.parents[1] / "shared.yaml"

    @editing
    def edit() -> None:
        content = read(linked, 99), read(shared, 99)
        write_edits({linked: content[0] + b"a", shared: content[1] + b"b"}, linked.parents[1])

    with pytest.raises(FaultsError, match="are one file by a link"):
        edit()
    assert shared.read_bytes() == b"one"


def test_an_edit_without_end_of_changes_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path, tries = Path("texts.yaml"), []

    @editing
    def edit() -> None:
        tries.append(1)
        path.write_bytes(b"%d" % len(tries))  # it has not been there, or not so
        write_edits({path: b"mine"}, Path())

    with pytest.raises(FaultsError) as refused:
        edit()
    assert [fault.code.id for fault in refused.value.found] == ["PNP050"]
    assert path.read_bytes() == b"%d" % TRIES


def test_a_file_is_not_replaced_in_place_of_another_version(tmp_path: Path) -> None:
    path = tmp_path / "texts.yaml"
    path.write_bytes(b"theirs")
    for was in (b"", b"older", b"theirs, and more"):
        with pytest.raises(FaultsError) as refused:
            replace_in(tmp_path, path, b"mine", was)
        assert [fault.code.id for fault in refused.value.found] == ["PNP050"]
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"theirs"]
    replace_in(tmp_path, path, b"mine", b"theirs")
    assert path.read_bytes() == b"mine"
