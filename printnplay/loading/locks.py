"""Lock files: the source texts at the time when their translations were last accepted.

`locales/<lang>/<game>.lock.json` lies beside the texts that it is about. Only `l10n accept` writes
it: to correct a translation, change the text and accept it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.door import ReadError, Why, read
from printnplay.game.texts import Accepted, Text, source_of
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span

SUFFIX = ".lock.json"
HASH_DIGITS = 16
"""The hexadecimal digits of a hash: 64 bits distinguish the versions of a text, and stay readable
in a diff."""

MAX_BYTES = 4 << 20
"""The largest size of a lock file, which holds all originals, in bytes: four times a YAML file
(`MAX_BYTES` in `files/yaml_tree.py`)."""


def lock_path(locale: Path) -> Path:
    """Return the path of the lock of a file of texts.

    >>> lock_path(Path("locales/fr/duel.yaml")).as_posix()
    'locales/fr/duel.lock.json'
    """
    return locale.with_name(locale.stem + SUFFIX)


def accepted(source: Text, approved: str, exceptions: Mapping[str, str] | None = None) -> Accepted:
    """Return the lock entry of a translation of this source text, with accepted warnings.

    `approved` is the `text_hash` of the translation, or empty if only its source is known.
    """
    says = source_of(source)
    return Accepted(says, _hash(says), exceptions or {}, approved)


def with_warning(old: Accepted | None, name: str, reason: str) -> Accepted:
    """Return a lock entry with an accepted warning added, and nothing else accepted."""
    kept = old or Accepted("", _hash(""))
    return replace(kept, exceptions={**kept.exceptions, name: reason})


def withdrawn(note: Accepted) -> Accepted:
    """Return a lock entry whose translation is no longer approved; its source stays known."""
    return replace(note, text=_hash(""))


def text_hash(text: Text) -> str:
    """Return the hash that identifies an approved translation in a lock."""
    return _hash(source_of(text))


def is_accepted(text: Text, note: Accepted | None) -> bool:
    """Return whether exactly this translation was accepted; a lock without its hash accepts any.

    A lock without a source is about warnings only.
    """
    return note is not None and bool(note.source) and note.text in ("", text_hash(text))


def is_approved(text: Text, note: Accepted | None) -> bool:
    """Return whether exactly this translation was approved."""
    return note is not None and note.text == text_hash(text)


def load_lock(path: Path, shown: str, problems: Problems) -> Mapping[str, Accepted]:
    """Load the accepted sources by key; none if there is no lock file.

    `shown` is the path as the user would type it.
    """
    try:
        noted = json.loads(read(path, MAX_BYTES), object_pairs_hook=without_doubles)
        lock = {
            key: Accepted(
                note["source"],
                note["hash"],
                dict(note.get("exceptions", {})),
                note.get("text", ""),
            )
            for key, note in noted.items()
        }
        sound = all(_hash(note.source) == note.hash for note in lock.values())
    except ReadError as error:
        if error.why is not Why.MISSING:
            problems.add(error.fault(codes.CANNOT_READ, shown))
        return {}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        lock, sound = {}, False
    if not sound:
        problems.error(
            codes.DAMAGED_LOCK,
            "the lock file was damaged or edited by hand",
            Span(shown),
            "expected the file that `printnplay l10n accept` wrote",
            "restore it from your backup, or remove it and accept the translations again",
        )
        return {}
    return lock


def without_doubles(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return an object of a JSON file; refuse duplicate keys, which would lose a value.

    Raises:
        ValueError: a key is duplicate, as after a merge of two versions.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"duplicate key `{double}`")
    return found


def lock_text(lock: Mapping[str, Accepted]) -> str:
    """Return the text of a lock file, in the order of the mapping."""
    plain = {
        key: {"source": note.source, "hash": note.hash}
        | ({"text": note.text} if note.text else {})
        | ({"exceptions": dict(note.exceptions)} if note.exceptions else {})
        for key, note in lock.items()
    }
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def _hash(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()[:HASH_DIGITS]
