"""Edits of files of every shape are read back by PyYAML as meant, or refused; comments stay."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printnplay.files.yaml_edits import UnknownPlaceError, Value, inserted, merged, rewritten

from .yaml_shapes import REMARKS, WORDS, flat, make_source, read

NEW_KEYS = ("new", "extra", "yes", "8", "a b", "#y", "[z", "c: d", "- e", "été")
FORMS = ("change", "add", "nest", "plural")
MOST_REFUSED = 3
"""Of 1,000 edits: a key in braces without a value may stand on a line before the brace."""


def _mappings(tree: dict[str, Any], path: tuple[str, ...]) -> list[tuple[tuple[str, ...], Any]]:
    inner = [
        found
        for key, value in tree.items()
        if isinstance(value, dict)
        for found in _mappings(value, (*path, key))
    ]
    return [(path, tree), *inner]


class Edit:
    """A source, texts to merge into it, and what it has to say then."""

    def __init__(self, chance: Random) -> None:
        """Make a file and some edits of it."""
        self.source = make_source(chance)
        tree = read(self.source)
        self.meant = dict(flat(tree))
        self.texts: dict[str, dict[str, str]] = {}
        leaves = list(self.meant)
        mappings = _mappings(tree["fr"], ("fr",))
        for form in chance.choices(FORMS, k=chance.randint(1, 4)):
            text = chance.choice([word for word in WORDS if word.strip()])
            if form == "change":
                self._put(chance.choice(leaves), {(): text}, {"other": text})
                continue
            holder, _ = chance.choice(mappings)
            path = (*holder, chance.choice(NEW_KEYS))
            if ".".join(path) in self.texts or any(path == old[: len(path)] for old in self.meant):
                continue
            if form == "plural":
                self._put(path, {("one",): text, ("other",): "x"}, {"one": text, "other": "x"})
            elif form == "nest":
                self._put((*path, "in"), {(): text}, {"other": text})
            else:
                self._put(path, {(): text}, {"other": text})
        self.order = sorted([*map(".".join, leaves), *self.texts], key=lambda _: chance.random())

    def _put(
        self, path: tuple[str, ...], said: dict[tuple[str, ...], str], forms: dict[str, str]
    ) -> None:
        self.texts[".".join(path)] = forms
        self.meant |= {(*path, *more): text.rstrip("\n") for more, text in said.items()}

    def refused(self) -> bool:
        """Whether the edit was refused; one that was made says what it was meant to say."""
        try:
            made = merged(self.source, self.texts, self.order)
        except UnknownPlaceError:
            return True
        assert dict(flat(read(made))) == self.meant
        assert [made.count(one) for one in REMARKS] == [self.source.count(one) for one in REMARKS]
        return False


@given(st.integers(0, 2**32))
def test_a_file_of_any_shape_is_read_back_as_meant(seed: int) -> None:
    Edit(Random(seed)).refused()


@pytest.mark.at_leisure
def test_hardly_any_shape_is_refused() -> None:
    assert sum(Edit(Random(seed)).refused() for seed in range(1000)) <= MOST_REFUSED


def test_new_keys_beside_braces_get_lines_of_their_own() -> None:
    source = "fr:\n  calm: {name: Calme}\n"
    new: dict[str, Value] = {"fr.gale": {"name": "Tempête"}, "fr.no": "Non"}
    assert inserted(source, new, []) == (
        'fr:\n  gale: {name: "Tempête"}\n  no: "Non"\n  calm: {name: Calme}\n'
    )


@pytest.mark.parametrize("header", ["|", "|2-", ">", ">-", "|+"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_comment_on_the_header_of_a_block_stays(header: str, end: str) -> None:
    source = end.join(("fr:", f"  calm: {header}  # keep", "    old", "  gale: x", ""))
    for text in ("  - set: # in  ", "\u202f!", "plain"):
        made = rewritten(source, {"fr.calm": text})
        assert (read(made)["fr"]["calm"].rstrip("\n"), made.count("  # keep" + end)) == (text, 1)
    made = merged(source, {"fr.calm": {"one": "x", "other": "y"}}, [])
    assert f"  calm:  # keep{end}    one:" in made


@pytest.mark.parametrize(
    "source",
    ["fr: {calm: &one words, gale: x}\n", "fr:\n  calm: &one words\n  gale: *one\n"],
)
def test_an_edit_that_removes_an_anchor_is_refused(source: str) -> None:
    with pytest.raises(UnknownPlaceError):
        rewritten(source, {"fr.calm": "other"})
