"""The size of the cards as game.yaml has it: named, or in millimetres; read and written."""

from printnplay.build.facts import without_quotes
from printnplay.files.yaml_edits import (
    UnknownPlaceError,
    after_mark,
    all_inserted,
    leaves,
    rewritten,
)
from printnplay.files.yaml_removal import removed
from printnplay.files.yaml_tree import TextNode, compose, walk
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.named_sizes import find_card_size
from printnplay.kernel.strings import spliced

CARD = "card"


def card_size_in(source: str) -> str | None:
    """Return the name of the size of the cards in a game.yaml; empty if it has measures.

    None if there is none to set: there are no cards, or they have a cut line that fits one size.
    """
    there = {path: leaf.value for path, leaf in leaves(source).items()}
    if f"{CARD}.path" in there:
        return None
    if f"{CARD}.width" in there and f"{CARD}.height" in there:
        return ""
    name = there.get(CARD, there.get(f"{CARD}.size"))
    return name if name and find_card_size(name) else None


@after_mark
def with_card_size(source: str, name: str, width: float = 0, height: float = 0) -> str:
    r"""Return a game.yaml with a size of its cards: named, or a width and height in mm.

    Raises:
        UnknownPlaceError: the source cannot hold it.
        yaml.YAMLError: the source is not YAML.

    >>> print(with_card_size("card: {size: poker, bleed: 2mm}\n", "tarot"), end="")
    card: {size: tarot, bleed: 2mm}
    >>> print(with_card_size("card: poker\n", "", 60, 90.5), end="")
    card: {width: 60mm, height: 90.5mm}
    """
    measures = {"width": f"{width:g}mm", "height": f"{height:g}mm"}
    sizes = {f"{CARD}.size": name} if name else {f"{CARD}.{key}": measures[key] for key in measures}
    there = leaves(source)
    if CARD in there:
        node = dict(walk(compose(source, "", Problems())))[CARD]
        if not isinstance(node, TextNode):
            raise UnknownPlaceError(CARD)
        whole = ", ".join(f"{key}: {value}" for key, value in measures.items())
        return spliced(source, [(node.start, node.end, name or f"{{{whole}}}")])
    source = rewritten(source, {path: sizes[path] for path in sizes if path in there})
    for path in (path for path in sizes if path not in there):
        source = without_quotes(all_inserted(source, {path: sizes[path]}), path)
    for key in ("size", *measures):
        if f"{CARD}.{key}" in there and f"{CARD}.{key}" not in sizes:
            source = removed(source, f"{CARD}.{key}")
    return source
