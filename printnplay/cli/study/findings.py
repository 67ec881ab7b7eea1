"""What a study shows, in sentences: what stands out, and what each plot of the report says."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from printnplay.play.study_summary import Share, StudySummary

FORCED = 1 / 3
"""Share of forced moves that stands out: every third turn is no decision. A guess."""

LONG = 3
"""A study has long games if one in twenty takes more than this many times the median. A guess."""

RUNAWAY = 0.8
"""Share of games won by the leader at half-time beyond which the second half decides little. A
guess."""

IDLE = "Rules that never take effect"

EACH = 3
"""Maximum number of player counts that a sentence lists one by one. A guess."""

NAMED = 12
"""Maximum number of names in a sentence; the tables have all. A guess."""


def what_stands_out(studies: Sequence[StudySummary]) -> dict[str, str]:
    """Return what a designer should look at, by subject, with the numbers of players."""
    found: dict[str, dict[str, list[int]]] = {}
    for study in studies:
        for subject, item in _of_study(study):
            found.setdefault(subject, {}).setdefault(item, []).append(study.study.players)
    return {subject: _listed(items, len(studies)) for subject, items in found.items()}


def _of_study(study: StudySummary) -> Iterator[tuple[str, str]]:
    """Yield what stands out in a study: the subject and the finding."""
    if study.broken:
        yield "Games that went wrong", f"{len(study.broken):,} of {study.games:,}"
    for share in study.uneven:
        yield (
            "Seats that win more or less than their share",
            f"{share.name} {share.share:.1%} instead of {study.usual_win:.1%}",
        )
    if study.leads and study.leads.runaways.limits[0] > RUNAWAY:
        yield "Runaway leaders", f"the leader at half-time wins {study.leads.runaways.share:.1%}"
    if study.forced.limits[0] > FORCED:
        yield "Forced moves", f"{study.forced.share:.1%}"
    half, most = study.lengths.quantiles[50], study.lengths.quantiles[95]
    if most > LONG * half:
        yield "Long games", f"one in twenty over {most} moves, half within {half}"
    for subject, cards in (
        ("Cards stronger than most", [card.card for card in study.strong]),
        ("Cards weaker than most", [card.card for card in study.weak]),
        ("Dead cards", [card.card for card in study.dead]),
        ("Cards never played", study.never_played),
        (IDLE, study.never_used),
    ):
        yield from ((subject, card) for card in cards)


def _listed(items: Mapping[str, Sequence[int]], studies: int) -> str:
    """List items with the player counts that they apply to, unless they apply to all."""
    by_players: dict[tuple[int, ...], list[str]] = {}
    for item, players in items.items():
        by_players.setdefault(tuple(players), []).append(item)
    texts = []
    for players, names in by_players.items():
        more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
        some = ", ".join([*names[:NAMED], *more])
        numbers = ", ".join(map(str, players))
        texts.append(some if len(players) == studies else f"{some} ({numbers} players)")
    return "; ".join(texts)


def by_players(studies: Sequence[StudySummary], say: Callable[[StudySummary], str]) -> str:
    """Format a figure for each number of players, or for the least and the greatest of many.

    Give it once if it is the same for all.
    """
    said = [(study.study.players, say(study)) for study in studies]
    if len({words for _, words in said}) == 1:
        return said[0][1]
    if len(said) > EACH:
        (least, first), (most, last) = said[0], said[-1]
        return f"from {first} with {least} players to {last} with {most}"
    (least, first), *rest = said
    more = (f"{words} with {players}" for players, words in rest)
    return ", ".join([f"{first} with {least} players", *more])


def seats_show(studies: Sequence[StudySummary]) -> str:
    """Say whether seats are even, and how sure that is."""
    if any(len(set(study.players)) > 1 for study in studies):
        text = "The seats have different players: differences are theirs"
    elif any(study.uneven for study in studies):
        text = "Diamonds win more or less often than the average seat (dashed), beyond chance"
    else:
        text = "No seat differs from the average seat (dashed) beyond chance"
    needed = max(study.games_needed for study in studies)
    more = f"; {needed:,} more games would narrow them to one percent each way"
    begins = "“begins” is the player with the first turn"
    return f"{text}; {begins}. Lines are 95 % intervals{more if needed else ''}."


def lengths_show(studies: Sequence[StudySummary]) -> str:
    """Say how long most games are, and how long the longest ones."""
    ended = [study for study in studies if study.ended]
    if not ended:
        return "No game came to an end."
    half = by_players(ended, lambda study: str(study.lengths.quantiles[50]))
    most = by_players(ended, lambda study: str(study.lengths.quantiles[95]))
    return (
        f"Half of the games end within this many moves: {half}. One in twenty takes more: {most}."
    )


def choices_show(studies: Sequence[StudySummary]) -> str:
    """Say between how many moves players choose, and how often they cannot choose."""
    choices = by_players(studies, lambda study: f"{study.mean_choices:.1f}")
    forced = by_players(studies, lambda study: f"{study.forced.share:.1%}")
    return f"Legal moves on average: {choices}. Moves that are forced: {forced}."


def lead_shows(studies: Sequence[StudySummary]) -> str:
    """Say how often the lead changes, and whether the leader at half-time wins."""
    led = [study for study in studies if study.leads]
    often = by_players(led, lambda study: f"{study.leads.mean:.1f}" if study.leads else "")
    never = by_players(led, lambda study: f"{study.leads.never.share:.0%}" if study.leads else "")
    return f"Changes of the lead in a game: {often}. Games in which it never changes: {never}."


def endings_show(studies: Sequence[StudySummary]) -> str:
    """Say which ending is the most frequent."""
    usual = by_players(
        studies, lambda study: f"{study.endings[0].name} ({study.endings[0].share:.0%})"
    )
    return f"The most frequent ending: {usual}."


def cards_show(studies: Sequence[StudySummary]) -> str:
    """Say whether cards are strong, weak or dead."""
    if any(study.strong or study.weak or study.dead for study in studies):
        text = "Red cards are stronger or weaker than most, or dead"
    else:
        text = "No card is stronger or weaker than most, or dead"
    return f"{text}, beyond chance (99.9 %). Dashed: games that an average player wins."


def points_show(studies: Sequence[StudySummary]) -> str:
    """Say how many points players have at the end."""
    means = by_players(studies, lambda study: f"{study.scores.mean:.1f}" if study.scores else "")
    return f"Points at the end on average: {means}."


def half_time(study: StudySummary) -> list[Share]:
    """Return games by where their winner was after half of the moves."""
    if study.leads is None:
        return []
    ahead, behind = study.leads.runaways, study.leads.comebacks
    level = Share("nobody led", ahead.trials - ahead.hits - behind.hits, ahead.trials)
    return [
        Share("winner led", ahead.hits, ahead.trials),
        Share("winner behind", behind.hits, behind.trials),
        level,
    ]


def is_fought_over(study: StudySummary) -> bool:
    """Return whether anybody leads before the end."""
    return study.leads is not None and bool(study.leads.runaways.hits + study.leads.comebacks.hits)
