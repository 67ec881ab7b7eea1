import pytest

from printnplay.rules.loader import UnknownRulesError, find_rules, rules_names


def test_rules_are_found_by_the_name_of_their_module() -> None:
    assert sum(find_rules("tic_tac_match").COMPONENTS.values()) == 64


@pytest.mark.parametrize("name", ["tic_tac_metch", "", "os", "tic_tac_match.cards", "../kernel"])
def test_an_unknown_name_tells_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownRulesError) as caught:
        find_rules(name)
    assert caught.value.name == name
    assert caught.value.known == rules_names()
    assert "tic_tac_match" in caught.value.known
