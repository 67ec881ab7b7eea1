"""The importer of rules: modules from the files of a game, and from nowhere else in a project.

Trust in a user's rules is a hash of their files. So what runs are the bytes that were hashed, and
no other code of the project can be imported: not through links, and not as compiled modules.
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
from printnplay.rules.endless import AtWork

SUFFIX = ".py"
"""Of a file of rules; a name without it is a folder's."""

PACKAGE_FILE = f"__init__{SUFFIX}"


def run_files(
    entry: Path,
    name: str,
    contents: Mapping[Path, bytes] | None,
    changed: Mapping[str, CodeType],
) -> ModuleType:
    """Run the files of rules as a module of a name; whatever they raise goes through.

    Args:
        entry: the file that is run first.
        name: under which the module and those within it are registered, in place of earlier ones.
        contents: of all files of a user's rules; None for rules that ship, which Python reads.
        changed: code to run in place of what a file holds, by the path of the file.
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
    """Take a module and those within it out of the loaded modules."""
    for module in list(sys.modules):
        if module == name or module.startswith(f"{name}."):
            del sys.modules[module]


class _Loader(SourceFileLoader):
    """Loads a module of rules, and those within it, from their files and from nowhere else."""

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
        """What Python wants to know of the module before it is run.

        Of a package, it may not look for modules itself: it would follow links, for example.
        """
        made = cast("ModuleSpec", spec_from_file_location(self.name, self.path, loader=self))
        if made.submodule_search_locations is not None:
            made.submodule_search_locations = []
        return made

    def within(self, name: str) -> ModuleSpec | None:
        """A module beside this one's `__init__.py`: a file or a folder, by its full name.

        Raises:
            ImportError: it is there, and is no file of the rules.
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

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module.

        A user's rules are compiled each time: nothing is written into their folder.
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
"""The folders of the tool, of Python and of installed packages."""


class _Finder(MetaPathFinder):
    """Finds the modules within those that a `_Loader` has loaded.

    What else rules import has to be installed: a module of a project is no file that was trusted.
    """

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """The module, if it is one of rules: their own names say which.

        Raises:
            ImportError: rules are at work, and would import a file of a project.
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
    """Whether a module is part of a project and not installed, as in a `.venv` of the project."""
    return is_part_of_a_project(file) and not any(map(file.is_relative_to, _INSTALLED))


sys.meta_path.insert(0, _Finder())
