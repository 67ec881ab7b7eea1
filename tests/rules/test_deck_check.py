from printnplay.rules.deck_check import check_deck, deck_facts

from .support import RULES, shipped


def test_shipped_deck_is_the_deck_of_the_rules() -> None:
    assert check_deck(shipped(), RULES) == []


def test_facts_count_cards_by_card_family_and_in_all() -> None:
    facts = deck_facts(shipped())
    assert facts["count.total"] == 64
    assert facts["count.symbol"] == 48
    assert facts["count.action"] == 12
    assert facts["count.identity"] == 4
    assert facts["count.x-red"] == facts["count.o-yellow"] == 6
    assert facts["count.double-play"] == 4


def test_rules_and_deck_agree_on_the_numbers_that_texts_quote() -> None:
    facts = deck_facts(shipped())
    assert RULES.FACTS["shuffled"] == facts["count.total"] - facts["count.identity"] == 60
    combinations = RULES.FACTS["symbols"] * RULES.FACTS["colours"]
    assert combinations * RULES.FACTS["copies"] == facts["count.symbol"]
