"""The files of templates: finds them in folders and compiles each once.

Compiled templates are cached between runs, like Python's own bytecode.
"""

import importlib.util
import marshal
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import jinja2
from jinja2 import BaseLoader, BytecodeCache, Environment, TemplateNotFound, nodes
from jinja2.bccache import Bucket
from jinja2.exceptions import TemplateSyntaxError

from printnplay.cache.folder import Shelf, cache_folder
from printnplay.faces import filters as template_filters
from printnplay.faces import sandbox as template_sandbox
from printnplay.faces import wording as template_wording
from printnplay.faces.filters import OWN_FILTERS
from printnplay.faces.sandbox import MistakeError, Sandbox
from printnplay.faces.wording import KEEPING
from printnplay.files.door import ReadError, is_inside, is_there, leads_up, read_text, stamp
from printnplay.kernel.suggestions import suggestion

SUFFIX = ".svg.j2"
SIZE = 1_000_000
"""The largest size of a template file, in bytes: a million. A guess: a template with a drawing in
it is smaller."""


class FolderLoader(BaseLoader):
    """Finds templates by name in folders, where the first match wins; reads nothing else."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Search these folders, in this order."""
        self.folders = tuple(folders)
        self.read: dict[str, bytes] = {}
        """The hash of each file as it was last read."""
        self._unchanged: set[Path] = set()

    def look_again(self) -> None:
        """Check from now on whether files have changed since they were read."""
        self._unchanged.clear()

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return a template's text, its path, and a check that its file is unchanged."""
        del environment
        path = self._find(template)
        folder = next(folder for folder in self.folders if path.is_relative_to(folder))
        if not is_inside(path, folder):
            raise MistakeError(f"a link to `{path.name}` leads out of the project")
        try:
            before = stamp(path)
            text = read_text(path, SIZE)
        except ReadError as error:
            raise MistakeError(error.about(path)) from error
        self.read[path.as_posix()] = blake2b(text.encode(), digest_size=16).digest()

        def is_unchanged() -> bool:
            if path not in self._unchanged:
                try:
                    # A template of this name may have appeared in an earlier folder.
                    if stamp(path) != before or self._find(template) != path:
                        return False
                except ReadError:
                    return False
                self._unchanged.add(path)
            return True

        return text, path.as_posix(), is_unchanged

    def list_templates(self) -> list[str]:
        """Return the names of all templates."""
        return sorted({path.name for folder in self.folders for path in folder.glob(f"*{SUFFIX}")})

    def _find(self, name: str) -> Path:
        for folder in self.folders:
            if not leads_up(name) and is_there(folder / name):
                return folder / name
        known = (found.removesuffix(SUFFIX) for found in self.list_templates())
        none = "there are no templates in " + ", ".join(map(str, self.folders))
        raise TemplateNotFound(name, suggestion(name.removesuffix(SUFFIX), known, none))


@lru_cache(maxsize=32)
def environment(folders: tuple[Path, ...]) -> Sandbox:
    """Return the shared environment of these folders; its compiled templates stay in memory."""
    sandbox = Sandbox(FolderLoader(folders))
    sandbox.bytecode_cache = bytecode_cache()
    sandbox.add_filters({one.name: one.work for one in OWN_FILTERS.values()})
    sandbox.add_filters(KEEPING)
    return sandbox


def parsed_template(source: str) -> nodes.Template | None:
    """Return the tree of a template; None if it has an error."""
    try:
        return environment(()).parse(source)
    except (TemplateSyntaxError, RecursionError, ValueError):  # ValueError: 5,000 digits
        return None


def fresh_environment(folders: tuple[Path, ...]) -> Sandbox:
    """Return the environment of these folders; it reloads templates changed since its last use."""
    sandbox = environment(folders)
    if isinstance(sandbox.loader, FolderLoader):
        sandbox.loader.look_again()
    return sandbox


class CompiledTemplates(BytecodeCache):
    """A cache of compiled templates; a damaged entry is compiled again.

    The key is the name and the source of a template, so a changed one is compiled again.
    """

    def __init__(self, shelf: Shelf) -> None:
        """Keep the shelf."""
        self.shelf = shelf

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the code of a template, if the cache has it undamaged."""
        code = self.shelf.take(bucket.key, bucket.checksum.encode())
        if code is not None:
            with suppress(EOFError, ValueError, TypeError):
                bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code of a template, if possible."""
        self.shelf.put(bucket.key, marshal.dumps(bucket.code), bucket.checksum.encode())


def bytecode_cache() -> CompiledTemplates | None:
    """Return the cache of compiled templates; None if it cannot be used.

    Templates are compiled again when the sandbox changes, and by each version of Python: one that
    runs the code of another crashes.
    """
    folder = cache_folder(_compiler())
    return None if folder is None else CompiledTemplates(Shelf(folder))


def _compiler() -> str:
    """Return a hash of what compiles templates: the sources of the sandbox, Jinja and Python."""
    sources = (template_sandbox.__file__, template_filters.__file__, template_wording.__file__)
    source = b"".join(Path(file).read_bytes() for file in sources)
    versions = jinja2.__version__.encode() + importlib.util.MAGIC_NUMBER
    return blake2b(source + versions, digest_size=8).hexdigest()
