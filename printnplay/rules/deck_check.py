"""Check of the printed deck against the cards of the rules."""

from collections.abc import Iterator

from msgspec.structs import replace

from printnplay.game.game import BASE, Card, Game
from printnplay.game.kinds import Kind
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.suggestions import counted, did_you_mean, listed
from printnplay.rules.cards import Card as RulesCard
from printnplay.rules.cards import differing
from printnplay.rules.loader import RulesSource
from printnplay.rules.protocol import RulesModule


def deck_facts(game: Game) -> dict[str, int]:
    """Return the counts of cards and components, and the numbers of players.

    The counts are `count.total`, `count.<family>`, `count.<card id>` and `count.<kind>`. A name
    that several of them share refers to the family, else to the card. The total is that of the
    cards, or of tiles, tokens and others together if the game has no cards.
    """
    families: dict[str, int] = {}
    for card in game.cards:
        families[card.family] = families.get(card.family, 0) + card.copies
    single = {card.id: card.copies for card in game.cards}
    total = game.pieces.get(Kind.CARDS, sum(families.values()))
    kinds = {str(kind): count for kind, count in game.pieces.items()}
    counts = {**kinds, **single, **families, "total": total}
    facts = {f"count.{name}": count for name, count in sorted(counts.items())}
    if game.players:
        facts |= {"players_min": min(game.players), "players_max": max(game.players)}
    return facts


def effect_facts(rules: RulesModule) -> dict[str, int]:
    """Return the effect numbers of cards, as `effect.<card id>.<name>`."""
    return {
        f"effect.{card}.{name}": number
        for card, effect in rules.EFFECTS.items()
        for name, number in effect.items()
    }


def not_in_play(game: Game, rules: RulesModule) -> list[Card]:
    """Return cards that no rule handles, such as tokens, tiles and reminders.

    Only whole families qualify: if the rules know part of a family, the others were probably
    forgotten. If the deck lacks a card of the rules, an unknown card may be a misspelling of it, so
    none qualify.
    """
    printed = {card.id for card in game.cards}
    if not printed.issuperset(name for name, count in rules.COMPONENTS.items() if count):
        return []
    handled = {card.family for card in game.cards if card.id in rules.COMPONENTS}
    return [card for card in game.cards if card.family not in handled]


def check_deck(game: Game, rules: RulesModule) -> list[Diagnostic]:
    """Compare the cards with those of the rules: fields, missing, unknown, too many, too few.

    The rules may cover only part of the box: see `not_in_play`. Those of an edition play the cards
    of its deck; unknown cards are a warning there.
    """
    if game.shares_rules:
        return [replace(one, severity=Severity.WARNING) for one in _unknown(game, rules)]
    return [
        *_differing(game, rules),
        *_unknown_editions(game, rules),
        *_missing(game, rules),
        *_unknown(game, rules),
        *_miscounted(game, rules),
        *_total(game, rules),
    ]


def _differing(game: Game, rules: RulesModule) -> Iterator[Diagnostic]:
    """Report fields of which the rules say something else than the deck."""
    printed = {card.id: card for card in game.cards}
    source = RulesSource.of(game)
    for card in (*rules.new_game.cards, *rules.new_game.aside):
        if not isinstance(card, RulesCard) or card not in printed:
            continue
        file, line = card.stated
        stated = Span(source.shown_file(file) or file, line, 1)
        for field, value in differing(card, printed[card]):
            said = field.of(printed[card])
            yield Diagnostic(
                codes.FIELD_DIFFERS,
                f"the deck says `{field.name}: {said}` of the card `{card}`, the rules say"
                f" `{value}`",
                printed[card].places.get(field.name, printed[card].span),
                f"the rules say `{value}`",
                "correct one of them, or take the field from the deck; if they are two things,"
                f" rename `{field.name}` in the rules",
                (("the rules say so here", stated),),
            )


def _unknown_editions(game: Game, rules: RulesModule) -> Iterator[Diagnostic]:
    """Report classes of the rules for editions that the game does not have."""
    for name in rules.EDITIONS:
        if name not in (BASE, *game.editions) and not game.edition:
            yield Diagnostic(
                codes.UNKNOWN_EDITION,
                f"the rules have a class for the edition `{name}`, which the game lacks",
                game.spans["rules"],
                f"expected one of {listed((BASE, *game.editions))}",
                did_you_mean(name, game.editions, f"add `{name}` to `editions` in game.yaml"),
            )


def _missing(game: Game, rules: RulesModule) -> Iterator[Diagnostic]:
    """Report cards that the rules need and the deck lacks."""
    printed = {card.id for card in game.cards}
    for name, count in rules.COMPONENTS.items():
        if name not in printed:
            yield Diagnostic(
                codes.CARD_MISSING_IN_DECK,
                f"the deck lacks the card `{name}`",
                _file(game),
                f"expected {counted(count, 'card')} `{name}`, found none",
                "add it to a family, or correct the pattern of the ids",
            )


def _unknown(game: Game, rules: RulesModule) -> Iterator[Diagnostic]:
    """Report cards that the rules do not know."""
    printed = {card.id for card in game.cards}
    absent = [name for name in rules.COMPONENTS if name not in printed]
    idle = {card.id for card in not_in_play(game, rules)}
    for card in game.cards:
        if card.id not in rules.COMPONENTS and card.id not in idle:
            yield Diagnostic(
                codes.CARD_UNKNOWN_TO_RULES,
                f"the rules know no card `{card.id}`",
                card.span,
                "the rules know other cards of its family, or lack some",
                did_you_mean(card.id, absent, "remove it, or add it to the rules"),
            )


def _miscounted(game: Game, rules: RulesModule) -> Iterator[Diagnostic]:
    """Report cards with a wrong number of copies, grouped by family."""
    wrong: dict[tuple[str, int], list[Card]] = {}
    for card in game.cards:
        wanted = rules.COMPONENTS.get(card.id, card.copies)
        if wanted != card.copies:
            wrong.setdefault((card.family, wanted), []).append(card)
    for (family, wanted), cards in wrong.items():
        names = ", ".join(f"`{card.id}`" for card in cards)
        yield Diagnostic(
            codes.WRONG_COPIES,
            f"wrong number of copies of {names}",
            cards[0].span,
            f"expected {wanted} of each, found {cards[0].copies}",
            f"write `copies: {wanted}` for these cards of the family `{family}`",
        )


def _total(game: Game, rules: RulesModule) -> Iterator[Diagnostic]:
    """Report a deck with too many or too few cards in total."""
    idle = {card.id for card in not_in_play(game, rules)}
    found = sum(card.copies for card in game.cards if card.id not in idle)
    wanted = sum(rules.COMPONENTS.values())
    if found != wanted:
        yield Diagnostic(
            codes.WRONG_TOTAL,
            f"the deck has {counted(found, 'card')}{' in play' if idle else ''}, the rules are for"
            f" {wanted}",
            _file(game),
            f"expected {wanted} in all, found {found}",
            "correct the families named in the other reports",
        )


def _file(game: Game) -> Span:
    """Return the span of the whole cards file."""
    return Span(game.cards[0].span.file) if game.cards else Span(f"{game.folder}/cards.yaml")
