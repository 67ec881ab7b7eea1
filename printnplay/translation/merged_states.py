"""Merge the states of texts: the exported one, the translator's and the project's."""

from msgspec.structs import replace

from printnplay.game.texts import Remark, Text
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import categories
from printnplay.loading.locks import accepted, is_approved, text_hash, withdrawn
from printnplay.translation.exchange.units import Base, Received, State
from printnplay.translation.import_faults import Side, approved_as_edited, both_changed, outdated
from printnplay.translation.merged_file import MergedFile, trimmed


def take_changed_state(
    unit: Received, source: Text, text: Text, work: MergedFile, problems: Problems
) -> None:
    """Record the translator's state of a `text`, if the state or the wording is new."""
    base, state, ours = unit.base, unit.state, work.state(unit.key)
    is_edited = text.forms != work.old_forms(unit.key)
    if base is None or state is None:
        if state is State.APPROVED and is_edited and ours is not State.EMPTY:
            problems.add(approved_as_edited(unit.key, unit.place))
            unit = replace(unit, state=State.UNSURE)
        _take_state(unit, source, text, work, problems)
        return
    is_same = base.says(state, approves=unit.approves)
    if is_same and not is_edited:
        work.counts.unsure += state is State.UNSURE and ours.in_doubt
        return
    if is_edited and state is base.state is State.APPROVED:
        problems.add(approved_as_edited(unit.key, unit.place))
        _take_state(replace(unit, state=State.UNSURE), source, text, work, problems)
        return
    if is_same and state is not State.UNSURE:
        work.resolve(unit.key)  # a doubt that somebody else had meanwhile stays
        return
    if not _is_state_met(unit, text, work, problems):
        _take_state(unit, source, text, work, problems)


def _is_state_met(unit: Received, text: Text, work: MergedFile, problems: Problems) -> bool:
    """Return whether to keep the project's state, because it or the words were changed there."""
    base, state, ours = unit.base or Base({}), unit.state or State.TRANSLATED, work.state(unit.key)
    is_edited = text.forms != work.old_forms(unit.key)
    other_words = any(
        trimmed(text.forms, name) != trimmed(unit.target, name) for name in unit.target
    )
    is_said = Base(text.forms, ours).says(state, approves=unit.approves)
    if other_words and is_said:
        return True
    is_doubted = ours is State.UNSURE and state is not State.UNSURE
    other_state = ours is not base.state and not is_said and (is_doubted or not is_edited)
    if other_words or (other_state and work.side is not Side.THEIRS):
        if work.side is None:
            said = (str(base.state), str(state), str(ours))
            what = f"the state of `{unit.key}`" if other_state else f"`{unit.key}`, or its state,"
            problems.add(both_changed(what, unit.place, said, work.place(unit.key)))
        return True
    return False


def is_current(unit: Received, source: Text, language: str) -> bool:
    """Return whether the file has all of the current source, and so the translator has seen it.

    A text that has become plural since the export has forms that the file lacks.
    """
    exported = unit.base.target if unit.base else unit.target
    was_plain = set(exported) == {"other"}
    is_plural = len(source.forms) > 1 and len(categories(language)) > 1
    return unit.source <= set(source.forms.values()) and not (was_plain and is_plural)


def _take_state(
    unit: Received, source: Text, text: Text, work: MergedFile, problems: Problems
) -> None:
    """Record a translator's state of a `text` that was received.

    A text in doubt is never approved; a text is confirmed only if the file contains its current
    source.
    """
    key, current = unit.key, is_current(unit, source, work.file.language)
    is_stale, note = key in work.stale, work.lock.get(key)
    if unit.state is State.UNSURE:
        work.counts.unsure += 1
        unchanged = text.forms == work.old_forms(key)
        if not (is_stale and current and unchanged):  # otherwise the doubt is that it was stale
            work.mark(key, unsure=True)
    elif unit.state is State.TRANSLATED and unit.base and unit.base.state is State.APPROVED:
        work.resolve(key)
        if note is not None and is_approved(text, note):
            work.counts.withdrawn += 1
            work.lock[key] = withdrawn(note)
    elif unit.state is not None and current:
        _confirm(unit, source, text, work)
    elif text.forms == work.old_forms(key) and (
        unit.state is State.APPROVED or (unit.state is not None and unit.base is not None)
    ):  # an edited one is reported anyway
        problems.add(outdated(unit, source, unit.place))


def _confirm(unit: Received, source: Text, text: Text, work: MergedFile) -> None:
    """Record that a text is right, and perhaps approved."""
    key, is_stale = unit.key, unit.key in work.stale
    note, was_unsure = work.lock.get(key), work.remarks.get(key, Remark()).unsure
    work.counts.confirmed += was_unsure or is_stale
    if was_unsure:
        work.mark(key, unsure=False)
    if unit.state is State.APPROVED and not (is_approved(text, note) and not is_stale):
        work.counts.approved += 1
        work.lock[key] = accepted(source, text_hash(text), note.exceptions if note else {})
    elif is_stale and note is not None:
        work.lock[key] = accepted(source, note.text, note.exceptions)
