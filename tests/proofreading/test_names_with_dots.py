"""A dot without a space behind it is a fault between sentences, and none in a name."""

import pytest

from printnplay.proofreading.typography import EVERYWHERE

(RULE,) = (rule for rule in EVERYWHERE if rule.fault == "no space after the mark")


@pytest.mark.parametrize("text", ["UPPER.JPG", "Print photo.png first.", "More: example.com/rules"])
def test_names_of_files_and_sites_have_dots(text: str) -> None:
    assert RULE.pattern.search(text) is None


@pytest.mark.parametrize(
    "text", ["Your turn.Draw", "Sì.Io pesco", "Fim de jogo.Com dois", "a png,b"]
)
def test_sentences_have_spaces_between_them(text: str) -> None:
    assert RULE.pattern.search(text)
