"""The text of `printnplay l10n`: the status of translations, and what files hold and change."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import to_builtins

from printnplay.cli.console import columns
from printnplay.cli.speech import speak, speak_label
from printnplay.kernel.suggestions import counted

if TYPE_CHECKING:
    from printnplay.translation.import_ import Imported
    from printnplay.translation.status import State

HEAD = ("game", "language", "texts", "stale", "unsure", "errors", "words left", "")
SIDES = "<<>>>>><"


def as_text(states: "Sequence[State]") -> str:
    """Format the status as a table."""
    return columns([*map(_row, states)], SIDES, HEAD)


def _row(state: "State") -> tuple[str, ...]:
    done = f"{state.translated}/{state.texts}"
    numbers = (done, state.stale, state.unsure, state.errors, state.words_left)
    note = _note(state)
    if state.questions:
        note += f", {speak(counted(state.questions, 'question'))}"
    return (state.game, state.language, *map(str, numbers), note)


def _note(state: "State") -> str:
    if state.source:
        return speak_label("source")
    if not state.translated:
        return speak_label("begun")
    open_ = state.translated - state.accepted - state.stale - state.unsure
    if not open_:
        return speak_label("accepted")
    return speak("not accepted" if open_ == state.translated else f"{open_} not accepted")


def as_json(states: "Sequence[State]") -> str:
    """Format the status for programs."""
    return json.dumps([to_builtins(state) for state in states], ensure_ascii=False, indent=2)


def as_markdown(states: "Sequence[State]") -> str:
    """Format a Markdown table for a README: one row per game, one column per language."""
    sources = {state.language for state in states if state.source}
    languages = sorted(
        {state.language for state in states}, key=lambda code: (code not in sources, code)
    )
    lines = [_cells("Game", languages), _cells("---", [":---:"] * len(languages))]
    for game in dict.fromkeys(state.game for state in states):
        of_game = {state.language: state for state in states if state.game == game}
        title = next(iter(of_game.values())).title
        lines.append(_cells(title, [_cell(of_game.get(language)) for language in languages]))
    return "\n".join(lines)


def _cells(first: str, others: Sequence[str]) -> str:
    return f"| {' | '.join((first, *others))} |"


def _cell(state: "State | None") -> str:
    if state is None:
        return "–"
    faults = [
        counted(number, name) if name == "error" else f"{number} {name}"
        for number, name in (
            (state.stale, "stale"),
            (state.unsure, "unsure"),
            (state.errors, "error"),
        )
        if number
    ]
    return ", ".join([f"{state.share} %", *faults])


def of_file(states: Mapping[str, int]) -> list[str]:
    """List the number of texts in a file, and how many are untranslated or in doubt."""
    done = ("translated", "approved")
    open_ones = [
        f"{number} {speak_label(state)}" for state, number in states.items() if state not in done
    ]
    return [counted(sum(states.values()), "text"), *open_ones]


def changes_of(file: "Imported") -> str:
    """Say what an imported file has changed."""
    said = [f"{counted(file.changed, 'text')} changed" if file.changed else "nothing changed"]
    numbers = {
        "marked as unsure": file.counts.unsure,
        "confirmed": file.counts.confirmed,
        "approved": file.counts.approved,
        "no longer approved": file.counts.withdrawn,
        "with a new comment": file.counts.comments,
        "with its comment removed": file.counts.removed_comments,
    }
    said += (f"{number} {change}" for change, number in numbers.items() if number)
    if file.copied:
        said.append("in a copy of the texts that come with printnplay: updates no longer reach it")
    return ", ".join(map(speak, said))
