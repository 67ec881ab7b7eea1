"""The moment of an import, and times of Ruby with their formats."""

import os
import re
from datetime import UTC, date, datetime

from printnplay.importing.ruby_values import Do, table


def now() -> datetime:
    """Return the moment that scripts print: SOURCE_DATE_EPOCH if it is set, as in builds."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    if re.fullmatch(r"\d{1,11}", said):
        return datetime.fromtimestamp(int(said), UTC)
    return datetime.now().astimezone()


_LONG = {
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "X": "%H:%M:%S", "D": "%m/%d/%y", "x": "%m/%d/%y",
    "R": "%H:%M", "r": "%I:%M:%S %p", "c": "%a %b %e %H:%M:%S %Y", "v": "%e-%^b-%Y",
    "h": "%b", "n": "\n", "t": "\t",
}  # fmt: skip
"""Directives that stand for several."""
_PADDED = {"e": "d", "k": "H", "l": "I"}
"""Directives that are filled up with a space, and those that say the same with a zero."""


def strftime(moment: date, _: Do, form: str) -> str:
    """Return a time in a format of Ruby: directives of C, with the flags `-`, `^`, `_` and `0`."""

    def put(found: re.Match[str]) -> str:
        flags, name = found.groups()
        if name in _LONG:
            said = strftime(moment, None, _LONG[name])
        elif name == "s":
            said = f"{_seconds(moment):.0f}"
        elif name == "L":
            said = moment.strftime("%f")[:3]
        else:
            said = moment.strftime(f"%{_PADDED.get(name, name).replace('P', 'p')}")
        if "-" in flags:
            said = said.lstrip("0 ") or "0"
        elif "_" in flags or (name in _PADDED and "0" not in flags):
            said = (said.lstrip("0") or "0").rjust(len(said))
        return said.upper() if "^" in flags else said.lower() if name == "P" else said

    return re.sub(r"%([-^_0#]*)([A-Za-z%])", put, form)


def _seconds(moment: date) -> float:
    return moment.timestamp() if isinstance(moment, datetime) else 0.0


TIMES = table({
    "strftime": strftime,
    "year": lambda one, _: one.year,
    "month mon": lambda one, _: one.month,
    "day mday": lambda one, _: one.day,
    "hour": lambda one, _: one.hour,
    "min": lambda one, _: one.minute,
    "sec": lambda one, _: one.second,
    "wday": lambda one, _: one.isoweekday() % 7,
    "yday": lambda one, _: one.timetuple().tm_yday,
    "cweek": lambda one, _: one.isocalendar()[1],
    "to_i": lambda one, _: int(_seconds(one)),
    "to_f": lambda one, _: _seconds(one),
    "to_date": lambda one, _: date(one.year, one.month, one.day),
    "to_time localtime getlocal": lambda one, _: one,
    "utc getutc": lambda one, _: one.astimezone(UTC),
    "iso8601 xmlschema": lambda one, _: one.isoformat(timespec="seconds"),
})  # fmt: skip
"""Methods of times and dates."""
