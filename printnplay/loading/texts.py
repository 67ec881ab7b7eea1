"""locales/<language>/*.yaml: nested keys to texts by dotted key."""

import re
from collections.abc import Sequence
from pathlib import Path

from printnplay.loading.fields import expect_entries, expect_text, listed
from printnplay.loading.files import read_yaml
from printnplay.loading.locks import load_lock, lock_path
from printnplay.loading.nodes import Entry, MappingNode, Node
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.texts import Accepted, Text, Texts

# Unicode CLDR, Language Plural Rules.
CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_KEY = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")


def load_texts(language: str, files: Sequence[tuple[Path, str]], problems: Problems) -> Texts:
    """The texts of a language from several files, each with the path to show for it.

    Every file has one root key, the language. A mapping whose keys are all plural categories is
    one text with several forms. The last file is the one named where a text is missing.
    """
    before = problems.errors
    entries: dict[str, Text] = {}
    lock: dict[str, Accepted] = {}
    for path, shown in files:
        lock |= load_lock(lock_path(path), lock_path(Path(shown)).as_posix(), problems)
        root = read_yaml(path, shown, problems)
        if root is None:
            continue
        _Reader(entries, problems).root(root, language)
    file = files[-1][1] if files else f"locales/{language}"
    return Texts(language, entries, file, problems.errors == before, lock)


class _Reader:
    def __init__(self, entries: dict[str, Text], problems: Problems) -> None:
        self.entries = entries
        self.problems = problems

    def root(self, root: Node, language: str) -> None:
        entries = expect_entries(root, self.problems)
        wrong = next((entry for entry in entries.values() if entry.key != language), None)
        if wrong is not None:
            self.problems.error(
                "PNP317",
                f"`{wrong.key}` stands where the language `{language}` belongs",
                wrong.span,
                f"expected `{language}` and no other key",
                f"the whole file stands under one key, `{language}:`",
            )
        if language in entries:
            for entry in expect_entries(entries[language].value, self.problems).values():
                self._entry(entry, entry.key)

    def _entry(self, entry: Entry, key: str) -> None:
        if not _KEY.fullmatch(entry.key):
            text = f"`{entry.key}` is not a plain key"
            label = "expected letters and digits, joined by hyphens or underscores"
            self.problems.error("PNP118", text, entry.span, label, "dots divide keys: nest them")
        node = entry.value
        if not isinstance(node, MappingNode):
            text = expect_text(node, self.problems).rstrip("\n")
            if text.strip():
                self._keep(Text(key, {"other": text}, node.span, {"other": node.span}))
        elif node.entries and all(name in CATEGORIES for name in node.entries):
            self._plural(node, entry, key)
        else:
            for inner in expect_entries(node, self.problems).values():
                self._entry(inner, f"{key}.{inner.key}")

    def _plural(self, node: MappingNode, entry: Entry, key: str) -> None:
        forms = {
            name: expect_text(form.value, self.problems).rstrip("\n")
            for name, form in node.entries.items()
        }
        if not forms.get("other", "absent").strip():
            return
        if "other" not in forms:
            self.problems.error(
                "PNP314",
                f"the plural text `{key}` has no form `other`",
                entry.span,
                f"expected `other` beside {listed(forms)}",
                "add `other`, or rename the keys if these are texts of their own",
            )
            return
        places = {name: form.value.span for name, form in node.entries.items()}
        self._keep(Text(key, forms, entry.span, places))

    def _keep(self, text: Text) -> None:
        first = self.entries.setdefault(text.key, text)
        if first is not text:
            self.problems.add(_twice(text, first.span))


def _twice(text: Text, first: Span) -> Diagnostic:
    return Diagnostic(
        "PNP316",
        f"the text `{text.key}` stands in two files",
        text.span,
        "expected a key that no other file has",
        "remove one of the two",
        (("the other stands here", first),),
    )
