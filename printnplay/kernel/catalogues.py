"""The messages of a language, and the English texts that are made from them."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property

CONTEXT = "\x04"
"""What gettext puts between the context of a message and its text."""

_PLACE = re.compile(r"\{(\w+)\}")

_WORDS = re.compile(
    r"[^\W\d_]{2}.*(\b[^\W\d_]{2}|[^\W\d_]{3})|[^\W\d_]{3}.*``|``.*[^\W\d_]{3}"
    r"|[^\W\d_]{4}.*: ",
    re.DOTALL,
)
"""What a message with placeholders has at least besides them: two words, or one and a name in
backticks or a colon. Less would be found in any text."""

NUMBER = "number"
"""The placeholder for the number that a plural form depends on."""

_ASIDE = re.compile(r"(.+) \((.+)\)", re.DOTALL)
"""A message with a place behind it, such as `(row 4, column B)`."""

_PREDICATE = re.compile(r"(cannot|describes|draws|ends|has|is|lacks|lies|quotes|says) ")
"""The beginnings of messages that describe something, such as `is cut off`."""

_NAMED = re.compile(r"([^`]+) (`[^`]+`)")
"""A thing and its name, such as `the player` and a file in backticks."""

_PLAIN = re.compile(r"`[^`]*`|[a-z]{3,} [a-z]{2,}")
"""Words of English in a value, and names in backticks beside them."""

JOINTS = ("{first}; {second}", "{first}: {second}")
"""How two messages make one text."""

LONGEST = 2_000
"""The most letters of a text that is compared with messages: longer than any that the program
writes by itself, and the time that patterns take grows with the square of a text."""

LONGEST_VALUE = 400
"""The same for a part of a text, whose parts are compared, too."""

MOST_JOINTS = 20
"""The most marks between messages in a text; what people write may have any number."""

_LIST = re.compile(r"(`[^`]+`(?:, `[^`]+`)*) (and|or) (`[^`]+`)")
"""Names as `listed` of `kernel/suggestions.py` writes them."""

COUNTED = re.compile(r"\{number\} [a-z ]+")
"""A message that counts things, such as `{number} card`: Python makes those, too."""


class Messages:
    """The messages of a language.

    Args:
        language: its code.
        forms: translations by message; messages with plurals have several, in gettext's order.
        plurals: the English plural forms by message.
        made: the messages of Python, which English texts may have been made from.
        form_of: returns which form belongs to a number.
    """

    def __init__(
        self,
        language: str,
        forms: Mapping[str, Sequence[str]],
        plurals: Mapping[str, str],
        made: Collection[str],
        form_of: Callable[[int], int],
    ) -> None:
        """Take the messages; those with placeholders are prepared when one is looked for."""
        self.language, self.forms, self.plurals, self.form_of = language, forms, plurals, form_of
        self._made = made
        self.find = cache(self._find)

    @cached_property
    def _patterns(self) -> Sequence[tuple[re.Pattern[str], str]]:
        """The messages with placeholders, in the order in which a text is compared with them."""
        texts = [(one, text) for text in self._made for one in (text, self.plurals.get(text, ""))]
        open_ones = [
            (one, text)
            for one, text in texts
            if _PLACE.search(one) and (COUNTED.fullmatch(one) or _WORDS.search(_PLACE.sub("", one)))
        ]
        said = [(f"{{subject}} {one}", text) for one, text in texts if _PREDICATE.match(one)]
        open_ones += said
        open_ones.sort(key=_order)
        return [(_pattern(one, text in self.plurals), text) for one, text in open_ones]

    def _find(self, text: str) -> str:
        """Return the translation of an English text, or the text if it has none."""
        if text in self.forms:
            return self.forms[text][0]
        if len(text) > LONGEST:
            return text
        first = ""
        for pattern, message in self._patterns:
            if match := pattern.fullmatch(text):
                said, is_all = self._filled(message, match.groupdict())
                if is_all:
                    return said
                first = first or said
        if (aside := _ASIDE.fullmatch(text)) and (place := self.find(aside[2])) != aside[2]:
            return f"{self.find(aside[1])} ({place})"
        two = self._joined(text, all)
        return two if two != text else first or self._joined(text, any)

    def _joined(self, text: str, which: Callable[[Iterable[bool]], bool]) -> str:
        """Return the translation of two messages with a mark between them, or of a named thing.

        `which` says whether all or any of the two must have a translation.
        """
        if named := _NAMED.fullmatch(text):
            return f"{self.find(named[1])} {named[2]}"
        for joint in JOINTS:
            first, mark, second = text.partition(_PLACE.split(joint)[2])
            if mark and text.count(mark) <= MOST_JOINTS and first.count("`") % 2 == 0:
                parts = {"first": self._value(first), "second": self._value(second)}
                if which((first != parts["first"], second != parts["second"])):
                    return filled(self.forms.get(joint, (joint,))[0], **parts)
        return text

    def _filled(self, message: str, values: Mapping[str, str]) -> tuple[str, bool]:
        """Return a message with its values, and whether all of them are in the language, too."""
        forms, number = self.forms[message], values.get(NUMBER, "").replace(",", "")
        form = forms[self.form_of(int(number))] if len(forms) > 1 and number.isdigit() else forms[0]
        own = {name for part in message.split("`")[1::2] for name in _PLACE.findall(part)}
        said = {name: one if name in own else self._value(one) for name, one in values.items()}
        is_all = not any(
            said[name] == one and any(found[0] != "`" for found in _PLAIN.findall(one))
            for name, one in values.items()
            if name not in own
        )
        if subject := said.pop("subject", ""):
            form = f"{subject} {form}"
        return filled(form, **said), is_all

    def _value(self, value: str) -> str:
        """Return the value of a placeholder, in the language as far as the program has made it."""
        if names := _LIST.fullmatch(value):
            others, word, last = names.groups()
            form = self.forms.get(f"{{others}} {word} {{last}}", (f"{{others}} {word} {{last}}",))
            return filled(form[0], others=others, last=last)
        parts = value.split(", ")
        if all(part in self.forms for part in parts):
            return ", ".join(self.forms[part][0] for part in parts)
        return self.find(value) if " " in value and len(value) <= LONGEST_VALUE else value


def filled(text: str, /, **values: str) -> str:
    """Return a message with `{name}` replaced by the value of that name."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), text)


def _order(pair: tuple[str, str]) -> tuple[int, int, str]:
    """Return the rank of a message: the most letters besides values first, then the fewest values.

    The text itself is the last criterion, so that the order is the same in each run.
    """
    text, message = pair
    return -len(_PLACE.sub("", text)), len(_PLACE.findall(text)), message


def _pattern(message: str, counts: bool) -> re.Pattern[str]:  # noqa: FBT001
    """Return the pattern of the texts that are made from a message, which may count things."""
    counts = counts or COUNTED.fullmatch(message) is not None
    parts, known = _PLACE.split(message), set[str]()
    made = []
    for at, part in enumerate(parts):
        if at % 2 == 0:
            made.append(re.escape(part))
        elif part in known:
            made.append(f"(?P={part})")
        else:
            known.add(part)
            # Behind another value, or directly behind the last word, one is often empty; in
            # quotation marks, what was typed may be.
            before, is_last = parts[at - 1], at == len(parts) - 2 and not parts[-1]
            some = ".+?"
            if "".join(parts[:at:2]).count("`") % 2:
                some = "[^`]+?"
            elif (
                (at > 1 and not before)
                or (is_last and re.search(r"[\w`]$", before))
                or before.endswith("'")
            ):
                some = ".*?"
            is_count = part == NUMBER and counts
            made.append(rf"(?P<{part}>\d[\d,]*)" if is_count else f"(?P<{part}>{some})")
    return re.compile("".join(made), re.DOTALL)
