"""Merge the words and comments of texts: the exported ones, the translator's and the project's."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from printnplay.files.catalog import display_path
from printnplay.game.texts import Remark, Text
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.proofreading.placeholders import used
from printnplay.translation.exchange.units import Received, control_in, twice
from printnplay.translation.import_faults import (
    Side,
    both_changed,
    control,
    differs,
    emptied,
    in_a_table,
    line_break_dropped,
    outdated,
)
from printnplay.translation.merged_file import MergedFile, trimmed
from printnplay.translation.merged_states import is_current, take_changed_state


def take_text(unit: Received, source: Text, work: MergedFile, problems: Problems) -> None:
    """Take the words of a text that the translator changed, and its state."""
    target = work.file.texts.entries.get(unit.key)
    place = unit.place
    first = work.seen.setdefault(unit.key, place)
    if first is not place:
        cure = "import only one of them, or one after the other"
        problems.add(twice(unit.key, place, first, cure))
        return
    forms = dict(_changed_forms(unit, source, target, problems))
    kept = _changed_here_too(unit, forms, work, problems)
    forms = {name: text for name, text in forms.items() if name not in kept}
    if not kept and all(text.strip() for text in unit.target.values()):
        text = Text(unit.key, {**work.old_forms(unit.key), **forms}, place)
        take_changed_state(unit, source, text, work, problems)
    if not forms:
        return
    if target is not None and target.span.file != display_path(work.file.path):
        problems.add(in_a_table(target, place))
        return
    _check_placeholders(unit, forms, source, target, problems)
    if not is_current(unit, source, work.file.language):
        problems.add(outdated(unit, source, place))
    plural = len(unit.target) > 1 or (target is not None and len(target.forms) > 1)
    path = f"{work.file.language}.{unit.key}"
    # Forms that the file does not change keep their current value in the project.
    work.changed[path] = {**unit.target, **work.old_forms(unit.key), **forms} if plural else forms


def _changed_here_too(
    unit: Received, forms: Iterable[str], work: MergedFile, problems: Problems
) -> Sequence[str]:
    """Return the forms of which to keep the project's version, because it was changed there too."""
    if unit.base is None:
        return ()
    base, ours = unit.base.target, work.old_forms(unit.key)
    met = [name for name in forms if trimmed(ours, name) != trimmed(base, name)]
    if not met or work.side is Side.THEIRS:
        return ()
    if work.side is None:
        said = (" / ".join(trimmed(of, name) for name in met) for of in (base, unit.target, ours))
        place = unit.places[met[0]]
        problems.add(both_changed(f"`{unit.key}`", place, said, work.place(unit.key)))
        work.doubt(unit.key)
    else:
        work.resolve(unit.key)
    return met


def _changed_forms(
    unit: Received, source: Text, target: Text | None, problems: Problems
) -> Iterator[tuple[str, str]]:
    base = {} if unit.base is None else unit.base.target
    for name, text in unit.target.items():
        before = target.forms.get(name, "") if target is not None else ""
        whole, text = text, text.rstrip("\n")
        others = (before, base.get(name, ""), *source.forms.values())
        if text != whole and not any(other.endswith("\n") for other in others):
            problems.add(line_break_dropped(unit.key, unit.places[name]))
        if text == before or (name in base and text == trimmed(base, name)):
            continue
        if has_control(unit.key, text, unit.places[name], problems):
            continue
        if text.strip():
            yield name, text
        else:
            problems.add(emptied(unit.key, unit.places[name]))


def has_control(key: str, text: str, place: Span, problems: Problems) -> bool:
    """Report a control character, with which nothing could be exported again."""
    strange = control_in(text)
    if strange is not None:
        problems.add(control(key, strange, place))
    return strange is not None


def _check_placeholders(
    unit: Received,
    forms: Mapping[str, str],
    source: Text,
    target: Text | None,
    problems: Problems,
) -> None:
    """Report placeholders that the whole text lacks, or that a form has but the original lacks."""
    wanted = used(source.forms.values())
    old = {} if target is None else target.forms
    there = used({**old, **unit.target}.values())
    for name, text in forms.items():
        missing, extra = wanted - there, used([text]) - wanted
        if missing or extra:
            problems.add(differs(unit, name, missing, extra))


def take_comment(unit: Received, work: MergedFile, problems: Problems) -> None:
    """Keep the translator's comment, if the translator changed it."""
    old = work.remarks.get(unit.key, Remark())
    if unit.base is not None:
        base = unit.base.comment.strip()
        # Of the forms of a text in a table, the first has the comment, and may have been deleted.
        lacks_forms = unit.base.target.keys() - unit.target.keys()
        if unit.comment == base or (lacks_forms and not unit.comment):
            return
        if has_control(unit.key, unit.comment, unit.place, problems):
            return
        if old.comment not in (base, unit.comment) and work.side is not Side.THEIRS:
            if work.side is None:
                said = (base, unit.comment, old.comment)
                what = f"the comment on `{unit.key}`"
                problems.add(both_changed(what, unit.place, said, work.place(unit.key)))
            return
    if unit.comment != old.comment:
        work.remarks[unit.key] = old.commented(unit.comment)
        work.counts.comments += bool(unit.comment)
        work.counts.removed_comments += not unit.comment
