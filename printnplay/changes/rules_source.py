"""What a rules file says and does, read from its source: nothing of it is executed.

An earlier version of a project is not trusted to run.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from printnplay.files.door import ReadError, files_below, is_folder, read
from printnplay.kernel.diagnostics import FaultsError
from printnplay.kernel.memo import key_of

_CLAUSE = re.compile(r"[A-Z][A-Z0-9]*-\d+(?:\.[\w-]+)*")
"""The id of a rule or of a clause of it, such as `ST-2.up`."""

_PROSE = " "
"""A literal with a space is a sentence for readers; other literals are names or values."""

LARGEST = 1 << 20
"""The largest size of a file of rules, in bytes: those of the bundled games have up to 30 kB."""


def rules_files(folder: Path, named: str) -> list[Path]:
    """Return the files of the rules that game.yaml names; none for a game without rules."""
    place = folder / named
    if named.endswith(".py"):
        return [place]
    if not is_folder(place):
        return []
    try:
        return sorted(files_below(place, frozenset({".py"})))
    except FaultsError:
        return []


def clauses_and_code(files: Sequence[Path]) -> tuple[dict[str, str], str]:
    """Return the sentences of rules and clauses by id, and a hash of everything else.

    The hash ignores comments, white space, docstrings and sentences. A file that cannot be parsed
    is hashed whole.
    """
    said: dict[str, list[str]] = {}
    done: list[object] = []
    for file in files:
        try:
            source = read(file, LARGEST).decode()
        except (ReadError, UnicodeError):
            continue
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            done.append(source)
            continue
        for name, words in _sentences(tree):
            said.setdefault(name, []).append(words)
        done.append(ast.dump(_Mute().visit(tree)))
    sentences = {name: " / ".join(dict.fromkeys(words)) for name, words in said.items()}
    return sentences, key_of(done).hex() if done else ""


def _sentences(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the ids of rules and clauses with their sentences, as calls and mappings give them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            pairs = [(node.args[0], node.args[1])] if len(node.args) > 1 else []
        elif isinstance(node, ast.Dict):
            pairs = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key]
        else:
            continue
        for key, value in pairs:
            name, words = _text(key), _text(value)
            if name and words and _CLAUSE.fullmatch(name):
                yield name, words


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


class _Mute(ast.NodeTransformer):
    """Removes sentences and docstrings."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Replace a sentence by an empty text."""
        is_prose = isinstance(node.value, str) and _PROSE in node.value
        return ast.Constant("") if is_prose else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """Replace a docstring, of which a text that stands alone is one, by `pass`."""
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.Pass() if is_text else self.generic_visit(node)
