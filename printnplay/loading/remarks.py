"""Translators' remarks: marks of doubtful translations, comments, and answers to them.

`locales/<lang>/<game>.remarks.json` lies beside the texts that it is about. The commands
`l10n import` and `l10n answer` write it, and it may be edited by hand.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from msgspec import to_builtins

from printnplay.files.door import ReadError, Why, read
from printnplay.game.texts import Remark
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.locks import MAX_BYTES, without_doubles

SUFFIX = ".remarks.json"
_KINDS = {"unsure": bool, "comment": str, "answer": str, "open": bool}


def remarks_path(locale: Path) -> Path:
    """Return the path of the remarks on a file of texts.

    >>> remarks_path(Path("locales/fr/duel.yaml")).as_posix()
    'locales/fr/duel.remarks.json'
    """
    return locale.with_name(locale.stem + SUFFIX)


def load_remarks(path: Path, shown: str, problems: Problems) -> Mapping[str, Remark]:
    """Load the remarks by the key of their text; none if there is no file.

    `shown` is the path as the user would type it.
    """
    try:
        noted = json.loads(read(path, MAX_BYTES), object_pairs_hook=without_doubles)
        return {key: _remark(said) for key, said in noted.items()}
    except ReadError as error:
        if error.why is not Why.MISSING:
            problems.add(error.fault(codes.CANNOT_READ, shown))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        problems.error(
            codes.DAMAGED_REMARKS,
            f"the translators' remarks cannot be read: {error}",
            Span(shown, getattr(error, "lineno", 1), getattr(error, "colno", 1)),
            'expected texts by key, each with `"unsure": true`, `"comment"` or `"answer"`',
            "list each text once, with all of its remarks; or restore your backup",
        )
    return {}


def _remark(noted: Mapping[str, object]) -> Remark:
    for name, value in noted.items():
        if name not in _KINDS or not isinstance(value, _KINDS[name]):
            raise ValueError(f"`{name}` is unknown, or not a {_kind(name)}")
    return Remark(
        noted.get("unsure") is True,
        str(noted.get("comment", "")).strip(),
        str(noted.get("answer", "")),
        noted.get("open") is True,
    )


def _kind(name: str) -> str:
    return "true or false" if _KINDS.get(name) is bool else "text"


def remarks_text(remarks: Mapping[str, Remark]) -> str:
    """Return the text of a remarks file in the order of the mapping, without empty remarks."""
    plain = {key: _plain(remark) for key, remark in remarks.items() if remark != Remark()}
    return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def _plain(remark: Remark) -> dict[str, object]:
    return {name: value for name, value in to_builtins(remark).items() if value}
