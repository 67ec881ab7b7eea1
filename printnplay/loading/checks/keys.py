"""Every text that a game prints is there in every language, and no language has more."""

from collections.abc import Mapping

from printnplay.loading.checks.review import Review
from printnplay.loading.fields import nearest
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Diagnostic, Note, Problems, Span
from printnplay.model.texts import Text, Texts


def needed_keys(game: Game) -> dict[str, Span]:
    """The keys of the texts that a game names, and where each is first named."""
    needed: dict[str, Span] = {}
    for group in game.groups:
        needed.setdefault(f"sheets.{group.id}", group.span)
    for board in game.boards:
        needed.setdefault(f"boards.{board.id}", board.span)
    for key in game.outline.summary:
        needed.setdefault(key, game.outline.span)
    for section in game.outline.sections:
        needed.setdefault(f"rules.{section.id}.title", section.span)
        for block in section.blocks:
            if block.kind == "card":
                needed.setdefault(f"cards.{block.options['card']}.name", block.span)
            for key in block.keys:
                needed.setdefault(key, block.span)
    return needed


def check_missing(review: Review, problems: Problems) -> None:
    """A text that is used, or that the reference language has, and a language lacks."""
    needed = needed_keys(review.game)
    model = review.model.entries if review.model.sound else {}
    wanted = dict.fromkeys([*model, *needed, *_in_every_translation(review)])
    for texts in review.texts.values():
        for key in wanted:
            if texts.sound and key not in texts.entries:
                problems.add(_missing(key, texts, review, needed.get(key)))


def check_extra(review: Review, problems: Problems) -> None:
    """A text that a translation has, and neither the game nor the reference language knows."""
    if not review.model.sound:
        return
    agreed = _in_every_translation(review)
    known = {**needed_keys(review.game), **review.model.entries, **dict.fromkeys(agreed)}
    for texts in review.translations:
        absent = [key for key in known if key not in texts.entries]
        for key, text in texts.entries.items():
            if key in known:
                continue
            near = nearest(key, absent)
            problems.error(
                "PNP302",
                f"the text `{key}` is in `{texts.language}` only",
                text.span,
                f"expected a key that `{review.reference}` has too",
                f"did you mean `{near}`?" if near else "remove it, or add it to every language",
            )


def _in_every_translation(review: Review) -> list[str]:
    """What several translations agree on: where the original lacks it, the original is at fault."""
    first, *others = review.translations or [review.model]
    return [key for key in first.entries if others and all(key in one.entries for one in others)]


def _missing(key: str, texts: Texts, review: Review, used: Span | None) -> Diagnostic:
    notes: list[Note] = []
    if used is not None:
        notes.append(("it is used here", used))
    model = review.model.entries.get(key)
    if model is not None and texts is not review.model:
        notes.append((f"`{review.reference}` has it here", model.span))
    beside = _neighbour(key, review.model.entries, texts.entries)
    file, cure = texts.file, f"add `{key}`"
    if beside is not None:
        file = beside.span.file
        cure += f" beside `{beside.key}` in line {beside.span.line}"
    return Diagnostic(
        "PNP301",
        f"the text `{key}` is missing in `{texts.language}`",
        Span(file),
        f"expected the text `{key}`",
        cure,
        tuple(notes),
    )


def _neighbour(key: str, model: Mapping[str, Text], entries: Mapping[str, Text]) -> Text | None:
    """The text of the same language that `key` belongs beside: the last before it, or the next."""
    parent = key.rpartition(".")[0] + "."
    beside = None
    for other in (*model, key):
        if other == key and beside is not None:
            break
        if other.startswith(parent) and other in entries:
            beside = entries[other]
    return beside
