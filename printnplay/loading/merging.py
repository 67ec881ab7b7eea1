"""Putting translations into a file of texts, whether it has them, has them empty, or lacks them."""

from collections.abc import Iterable, Mapping

from printnplay.loading.inserting import Value, inserted
from printnplay.loading.rewriting import Where, leaves, rewritten
from printnplay.loading.texts import CATEGORIES

SINGLE = "other"
"""The form of a text that has only one."""


def merged(source: str, texts: Mapping[str, Mapping[str, str]], order: Iterable[str]) -> str:
    """The source with these texts, each by its path and with all its forms.

    An empty form changes none that is there. `order` are the paths of all texts in the order in
    which they are to stand.

    Raises:
        UnknownPlaceError: something else stands where a text belongs.
        yaml.YAMLError: the source is not YAML.
    """
    there = {leaf.path for leaf in leaves(source)}
    changes: dict[Where, str] = {}
    added: dict[str, Value] = {}
    for path, forms in texts.items():
        named = {f"{path}.{name}": text for name, text in forms.items() if text.strip()}
        single = forms[SINGLE] if forms.keys() == {SINGLE} else None
        if path in there and single is not None:
            changes[path] = single
        elif any(f"{path}.{name}" in there for name in CATEGORIES):
            changes |= {one: text for one, text in named.items() if one in there}
            added |= {one: text for one, text in named.items() if one not in there}
        else:
            added[path] = forms if single is None else single
    new = rewritten(source, changes)
    paths = [one for path in order for one in (path, *(f"{path}.{name}" for name in CATEGORIES))]
    for path, value in added.items():
        new = inserted(new, path, value, paths)
    return new
