"""Faces that come from the cache have the large pictures that they link."""

from pathlib import Path
from random import Random

import pytest
from PIL import Image

from printnplay.cache.store import Store
from printnplay.files import linked_pictures
from printnplay.kernel.memo import key_of
from printnplay.svg import pixels

from .small_style import CASES, draw, renderer

SIDE = 300


class Forgetful(Store):
    """A store that has dropped the content under some keys, as the oldest is when it is full."""

    dropped: frozenset[bytes] = frozenset()

    def take(self, key: bytes) -> bytes | None:
        return None if key in self.dropped else super().take(key)


def drawn(folder: Path, store: Store) -> tuple[str, int]:
    """A face with a large picture, and how many times its template was rendered."""
    maker, rendered = renderer([folder, CASES], [folder]), list[str]()
    maker.store = store
    templates = maker._templates
    with pytest.MonkeyPatch.context() as patch:
        render = templates.render

        def counted(name: str, context: dict[str, object]) -> str:
            rendered.append(name)
            return render(name, context)

        patch.setattr(templates, "render", counted)
        picture = draw(maker, "face")
    assert picture is not None
    return picture.svg, len(rendered)


def test_a_face_is_drawn_again_where_its_picture_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_another_process(name: str) -> Path:
        (tmp_path / name).mkdir()
        pixels._prepared.cache_clear()
        monkeypatch.setattr(linked_pictures, "picture_folder", lambda: tmp_path / name)
        return tmp_path / name

    grain = Image.frombytes("L", (SIDE, SIDE), Random(0).randbytes(SIDE * SIDE))
    grain.save(tmp_path / "a.png")
    image = '<image href="a.png" width="13" height="13"/>'
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{image}</svg>", "utf-8")
    store = Forgetful(tmp_path / "store.sqlite")

    first = as_another_process("first")
    svg, fresh = drawn(tmp_path, store)
    (link,) = linked_pictures.links_in(svg)
    content = (first / link).read_bytes()
    assert fresh == 1
    assert drawn(tmp_path, store) == (svg, 0)

    second = as_another_process("second")
    assert drawn(tmp_path, store) == (svg, 0)
    assert (second / link).read_bytes() == content

    third = as_another_process("third")
    store.dropped = frozenset([key_of("picture", link)])
    assert drawn(tmp_path, store) == (svg, 1)
    assert (third / link).read_bytes() == content
