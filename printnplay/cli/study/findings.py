"""What a study shows, in sentences: what stands out, and what each plot of the report says."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.cli.study.words import in_words
from printnplay.play.study_summary import Share, StudySummary

FORCED = 1 / 3
"""Share of forced moves that stands out: every third turn is no decision. A guess."""

LONG = 3
"""A study has long games if one in twenty takes more than this many times the median. A guess."""

RUNAWAY = 0.8
"""Share of games won by the leader at half-time beyond which the second half decides little. A
guess."""

IDLE = "Rules that never take effect"

BEGINS = "begins"
"""What the share of the player with the first turn is called in a plot: it has room in the
narrowest panel."""

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
        broken, games = f"{len(study.broken):,}", f"{study.games:,}"
        yield speak("Games that went wrong"), speak_with("{some} of {all}", some=broken, all=games)
    for share in study.uneven:
        yield (
            speak("Seats that win more or less than their share"),
            speak_with(
                "{seat} {share} instead of {usual}",
                seat=in_words(share.name),
                share=f"{share.share:.1%}",
                usual=f"{study.usual_win:.1%}",
            ),
        )
    if study.leads and study.leads.runaways.limits[0] > RUNAWAY:
        won = f"{study.leads.runaways.share:.1%}"
        yield (
            speak("Runaway leaders"),
            speak_with("the leader at half-time wins {share}", share=won),
        )
    if study.forced.limits[0] > FORCED:
        yield speak("Forced moves"), f"{study.forced.share:.1%}"
    half, most = study.lengths.quantiles[50], study.lengths.quantiles[95]
    if most > LONG * half:
        yield (
            speak("Long games"),
            speak_with(
                "one in twenty over {most} moves, half within {half}",
                most=str(most),
                half=str(half),
            ),
        )
    for subject, cards in (
        (speak("Cards stronger than most"), [card.card for card in study.strong]),
        (speak("Cards weaker than most"), [card.card for card in study.weak]),
        (speak("Dead cards"), [card.card for card in study.dead]),
        (speak("Cards never played"), study.never_played),
        (speak(IDLE), study.never_used),
    ):
        yield from ((subject, card) for card in cards)


def _listed(items: Mapping[str, Sequence[int]], studies: int) -> str:
    """List items with the player counts that they apply to, unless they apply to all."""
    by_players: dict[tuple[int, ...], list[str]] = {}
    for item, players in items.items():
        by_players.setdefault(tuple(players), []).append(item)
    texts = []
    for players, names in by_players.items():
        more = [speak(f"{len(names) - NAMED} more")] if len(names) > NAMED else []
        some = ", ".join([*names[:NAMED], *more])
        numbers = ", ".join(map(str, players))
        of = speak_with("{names} ({numbers} players)", names=some, numbers=numbers)
        texts.append(some if len(players) == studies else of)
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
        return speak_with(
            "from {first} with {least} players to {last} with {most}",
            first=first,
            least=str(least),
            last=last,
            most=str(most),
        )
    (least, first), *rest = said
    more = (
        speak_with("{figure} with {number}", figure=words, number=str(players))
        for players, words in rest
    )
    one = speak_with("{figure} with {number} players", figure=first, number=str(least))
    return ", ".join([one, *more])


def seats_show(studies: Sequence[StudySummary]) -> str:
    """Say whether seats are even, and how sure that is."""
    if any(len(set(study.players)) > 1 for study in studies):
        text = speak("The seats have different players: differences are theirs")
    elif any(study.uneven for study in studies):
        text = speak(
            "Diamonds win more or less often than the average seat (dashed), beyond chance"
        )
    else:
        text = speak("No seat differs from the average seat (dashed) beyond chance")
    begins = speak_with("“{begins}” is the player with the first turn", begins=speak_label(BEGINS))
    needed = max(study.games_needed for study in studies)
    lines = speak("Lines are 95 % intervals.")
    if needed:
        lines = speak_with(
            "Lines are 95 % intervals; {needed} more games would narrow them to one percent each"
            " way.",
            needed=f"{needed:,}",
        )
    return f"{text}; {begins}. {lines}"


def lengths_show(studies: Sequence[StudySummary]) -> str:
    """Say how long most games are, and how long the longest ones."""
    ended = [study for study in studies if study.ended]
    if not ended:
        return speak("No game came to an end.")
    half = by_players(ended, lambda study: str(study.lengths.quantiles[50]))
    most = by_players(ended, lambda study: str(study.lengths.quantiles[95]))
    return speak_with(
        "Half of the games end within this many moves: {half}. One in twenty takes more: {most}.",
        half=half,
        most=most,
    )


def choices_show(studies: Sequence[StudySummary]) -> str:
    """Say between how many moves players choose, and how often they cannot choose."""
    choices = by_players(studies, lambda study: f"{study.mean_choices:.1f}")
    forced = by_players(studies, lambda study: f"{study.forced.share:.1%}")
    return speak_with(
        "Legal moves on average: {choices}. Moves that are forced: {forced}.",
        choices=choices,
        forced=forced,
    )


def lead_shows(studies: Sequence[StudySummary]) -> str:
    """Say how often the lead changes, and whether the leader at half-time wins."""
    led = [study for study in studies if study.leads]
    often = by_players(led, lambda study: f"{study.leads.mean:.1f}" if study.leads else "")
    never = by_players(led, lambda study: f"{study.leads.never.share:.0%}" if study.leads else "")
    return speak_with(
        "Changes of the lead in a game: {often}. Games in which it never changes: {never}.",
        often=often,
        never=never,
    )


def endings_show(studies: Sequence[StudySummary]) -> str:
    """Say which ending is the most frequent."""
    usual = by_players(
        studies, lambda study: f"{in_words(study.endings[0].name)} ({study.endings[0].share:.0%})"
    )
    return speak_with("The most frequent ending: {usual}.", usual=usual)


def cards_show(studies: Sequence[StudySummary]) -> str:
    """Say whether cards are strong, weak or dead."""
    if any(study.strong or study.weak or study.dead for study in studies):
        text = speak("Red cards are stronger or weaker than most, or dead")
    else:
        text = speak("No card is stronger or weaker than most, or dead")
    return speak_with(
        "{finding}, beyond chance (99.9 %). Dashed: games that an average player wins.",
        finding=text,
    )


def points_show(studies: Sequence[StudySummary]) -> str:
    """Say how many points players have at the end."""
    means = by_players(studies, lambda study: f"{study.scores.mean:.1f}" if study.scores else "")
    return speak_with("Points at the end on average: {means}.", means=means)


def half_time(study: StudySummary) -> list[Share]:
    """Return games by where their winner was after half of the moves, in the language read now."""
    if study.leads is None:
        return []
    ahead, behind = study.leads.runaways, study.leads.comebacks
    level = Share(speak("nobody led"), ahead.trials - ahead.hits - behind.hits, ahead.trials)
    return [
        Share(speak("winner led"), ahead.hits, ahead.trials),
        Share(speak("winner behind"), behind.hits, behind.trials),
        level,
    ]


def is_fought_over(study: StudySummary) -> bool:
    """Return whether anybody leads before the end."""
    return study.leads is not None and bool(study.leads.runaways.hits + study.leads.comebacks.hits)
