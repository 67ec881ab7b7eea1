"""Importer of rules: loads modules only from a game's own rules files, nowhere else in a project.

Trust in a user's rules is a hash of their files. Therefore the hashed bytes are what runs, and no
other code of the project can be imported, neither through links nor as compiled modules.
"""

import sys
import sysconfig
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import cast

from printnplay.files.catalog import PACKAGE, display_path
from printnplay.files.door import is_part_of_a_project, is_there
from printnplay.files.reads import NOTED_BUILTINS
from printnplay.rules.endless import AtWork

SUFFIX = ".py"
"""File extension of rules; a name without it refers to a folder."""

PACKAGE_FILE = f"__init__{SUFFIX}"


def run_files(
    entry: Path,
    name: str,
    contents: Mapping[Path, bytes] | None,
    changed: Mapping[str, CodeType],
) -> ModuleType:
    """Run rules files as a module of this name; exceptions propagate.

    Args:
        entry: the file to run first.
        name: the name under which the module and its submodules are registered, replacing earlier
            ones.
        contents: the contents of all files of a user's rules; None for bundled rules, which Python
            reads.
        changed: code to run in place of the file at a path.
    """
    _forget(name)
    loader = _Loader(name, str(entry), contents, changed)
    module = module_from_spec(loader.spec())
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        _forget(name)
        raise
    return module


def _forget(name: str) -> None:
    """Remove a module and its submodules from `sys.modules`."""
    for module in list(sys.modules):
        if module == name or module.startswith(f"{name}."):
            del sys.modules[module]


class _Loader(SourceFileLoader):
    """Loader for a rules module and its submodules that reads only the given files."""

    def __init__(
        self,
        name: str,
        path: str,
        contents: Mapping[Path, bytes] | None,
        changed: Mapping[str, CodeType],
    ) -> None:
        super().__init__(name, path)
        self.contents, self.changed = contents, changed

    def spec(self) -> ModuleSpec:
        """Return the spec of the module.

        The search path of a package is emptied so that Python does not look for submodules itself:
        it would follow links, for example.
        """
        made = cast("ModuleSpec", spec_from_file_location(self.name, self.path, loader=self))
        if made.submodule_search_locations is not None:
            made.submodule_search_locations = []
        return made

    def within(self, name: str) -> ModuleSpec | None:
        """Return the spec of a submodule by full name: a file or folder beside this `__init__.py`.

        Raises:
            ImportError: it exists but is not one of the rules files.
        """
        place = Path(self.path).parent / name.rpartition(".")[2]
        for path in (place / PACKAGE_FILE, place.with_suffix(SUFFIX)):
            if is_there(path) if self.contents is None else path in self.contents:
                return _Loader(name, str(path), self.contents, self.changed).spec()
        if is_there(place):
            raise ImportError(
                f"`{display_path(place)}` is not part of the rules: replace a link with a"
                " copy, and rename what begins with a dot or `__pycache`"
            )
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the module; what a user's rules import is noted."""
        if self.contents is not None:
            vars(module)["__builtins__"] = NOTED_BUILTINS
        super().exec_module(module)

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of the module.

        A user's rules are compiled every time, so nothing is written into their folder.
        """
        if self.path in self.changed:
            return self.changed[self.path]
        if self.contents is None:
            return super().get_code(fullname)
        return self.source_to_code(self.contents[Path(self.path)], self.path)


_INSTALLED = (
    PACKAGE,
    *map(Path, map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib"))),
)
"""The folders of printnplay, of Python and of installed packages."""


class _Finder(MetaPathFinder):
    """Meta path finder for submodules of modules loaded by `_Loader`.

    Anything else that rules import must be installed: a module of a project is not a trusted file.
    """

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return the spec of a submodule of rules, recognised by the loader of its parent.

        Raises:
            ImportError: running rules import a file of a project.
        """
        parent = sys.modules.get(fullname.rpartition(".")[0])
        loader = getattr(parent, "__loader__", None)
        if isinstance(loader, _Loader):
            return loader.within(fullname)
        if AtWork.names:
            spec = PathFinder.find_spec(fullname, path, target)
            if spec is not None and spec.origin is not None and _is_stray(Path(spec.origin)):
                raise ImportError(
                    f"`{display_path(Path(spec.origin))}` is not a file of the rules: move"
                    " it into their folder, and import it with a dot"
                )
        return None


def _is_stray(file: Path) -> bool:
    """Return whether a module belongs to a project and is not installed, as in its `.venv`."""
    return is_part_of_a_project(file) and not any(map(file.is_relative_to, _INSTALLED))


sys.meta_path.insert(0, _Finder())
