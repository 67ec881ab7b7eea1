"""A file of texts during an import: the project's texts and those that replace them."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, display_path
from printnplay.files.yaml_edits import UnknownPlaceError, merged
from printnplay.files.yaml_tree import read_data
from printnplay.game.texts import Accepted, Remark
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.locks import is_approved, lock_path, lock_text
from printnplay.loading.remarks import remarks_path, remarks_text
from printnplay.translation.exchange.units import Base, State
from printnplay.translation.files import LocaleFile, in_order
from printnplay.translation.import_faults import Side, no_place


class Counts(Struct):
    """The numbers of texts of a file that an import affects, besides those that it changes.

    `unsure` counts those that the translator is not sure of; `confirmed` those that were stale or
    in doubt and that the file marks as right; `approved` those newly approved, and `withdrawn`
    those whose approval was taken back; `comments` and `removed_comments` those with new comments,
    and without theirs.
    """

    unsure: int = 0
    confirmed: int = 0
    approved: int = 0
    withdrawn: int = 0
    comments: int = 0
    removed_comments: int = 0


class MergedFile(Struct, dict=True):
    """The texts that a received file is compared with, and its new texts by their place."""

    file: LocaleFile
    side: Side | None
    changed: dict[str, Mapping[str, str]] = field(default_factory=dict)
    seen: dict[str, Span] = field(default_factory=dict)
    remarks: dict[str, Remark] = field(default_factory=dict)
    lock: dict[str, Accepted] = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)
    doubted: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Copy the existing remarks and lock."""
        self.remarks.update(self.file.texts.remarks)
        self.lock.update(self.file.texts.lock)

    def state(self, key: str) -> State:
        """Return the project's state of a translation, as an export would."""
        if not all(self.old_forms(key).values()):
            return State.EMPTY
        if key in self.stale:
            return State.STALE
        if key in self.file.unsure:
            return State.UNSURE
        text = self.file.texts.entries.get(key)
        approved = text is not None and is_approved(text, self.file.texts.lock.get(key))
        return State.APPROVED if approved else State.TRANSLATED

    def place(self, key: str) -> Span | None:
        """Return the place of a text in the project."""
        text = self.file.texts.entries.get(key)
        return text.span if text else None

    def old_forms(self, key: str) -> Mapping[str, str]:
        """Return the forms of a text before the import."""
        text = self.file.texts.entries.get(key)
        return text.forms if text else {}

    def ours(self, key: str) -> Base:
        """Return the project's version of a text before the import."""
        forms = self.old_forms(key)
        target = {name: trimmed(forms, name) for name in forms}
        return Base(target, self.state(key), self.file.remark(key).comment)

    def mark(self, key: str, *, unsure: bool) -> None:
        """Record whether the translation of a text is in doubt."""
        self.remarks[key] = replace(self.remarks.get(key, Remark()), unsure=unsure)

    def doubt(self, key: str) -> None:
        """Mark a text as unsure because both sides changed it, until one is chosen."""
        if not self.remarks.get(key, Remark()).unsure:
            self.mark(key, unsure=True)
            self.doubted.add(key)
        self.counts.unsure += 1

    def resolve(self, key: str) -> None:
        """Remove the mark that an earlier import of the file made, and no other."""
        if key in self.doubted:
            self.doubted.discard(key)
            self.mark(key, unsure=False)
            self.counts.confirmed += 1

    @cached_property
    def stale(self) -> frozenset[str]:
        """The texts that were stale before the import."""
        return frozenset(stale.text.key for stale in self.file.stale)

    def destination(self, catalog: Catalog) -> Path:
        """Return the path to write the texts to: shipped files are changed in a copy."""
        if self.file.own:
            return self.file.path
        return catalog.roots[0] / "locales" / self.file.language / self.file.path.name

    def written(self, catalog: Catalog, problems: Problems) -> dict[Path, str]:
        """Return what to write: the file, if it changed, and the lock and remarks beside it."""
        place, keys = self.destination(catalog), self.file.source.entries
        new: dict[Path, str] = {}
        if self.lock != self.file.texts.lock:
            new[lock_path(place)] = lock_text(in_order(self.lock, keys))
        if self.remarks != self.file.texts.remarks:
            new[remarks_path(place)] = remarks_text(in_order(self.remarks, keys))
        if self.changed or (new and not self.file.own):
            old = read_data(self.file.path, display_path(self.file.path), problems)
            if old is not None:
                new[place] = self._merged(old.decode(), problems)
        return new

    def _merged(self, old: str, problems: Problems) -> str:
        order = [f"{self.file.language}.{key}" for key in self.file.source.entries]
        try:
            return merged(old, self.changed, order)
        except UnknownPlaceError as error:
            problems.add(no_place(str(error.where), self.file.texts.file))
            return old


def trimmed(forms: Mapping[str, str], name: str) -> str:
    """Return a form or an empty string, without the final line break: formats and YAML differ."""
    return forms.get(name, "").rstrip("\n")
