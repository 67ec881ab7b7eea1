"""Collects the program's messages, and merges them into the catalogues in `printnplay/messages/`.

    PYTHONPATH=.:tools python -m messages

Pages are read whole: HTML, and calls of `_`, `pgettext` and `ngettext` in scripts. Of Python, where
messages are not marked, those in `MODULES` and `TABLES` are read, the help of commands, and what
diagnostics say in `PACKAGES`; the others stay English.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.messages import FOLDER
from printnplay.cli.spoken import VALUE
from printnplay.game.kinds import Kind
from printnplay.kernel.catalogues import JOINTS
from printnplay.kernel.codes import CODES
from printnplay.kernel.messages import LANGUAGES
from printnplay.kernel.suggestions import counted
from printnplay.preview.layout_starters import LAYOUTS, title_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "printnplay/preview/page"

ATTRIBUTES = ("aria-label", "placeholder", "title")
"""Attributes with words, as `translatePage` of words.js has them."""

SKIPPED = {"script", "style"}

CONTEXTS = {"kbd": "key"}
"""Elements whose words have a context, as in `translatePage`."""

CALLS = {"_": None, "pgettext": ((1, "c"), 2), "ngettext": (1, 2)}
"""The functions of scripts, with the places of context, message and plural."""


MODULES = (
    "preview/*.py",
    "build/facts.py",
    "build/about.py",
    "changes/report.py",
    "cli/*.py",
    "cli/study/exact.py",
    "cli/study/moves.py",
    "cli/study/sessions.py",
    "cli/study/text.py",
    "cli/study/tournament.py",
    "cli/study/words.py",
)
"""The modules of Python whose sentences are in the catalogues: texts with two words in a row."""

SPOKEN = ("BadParameter", "note", "say", "_ask", "speak", "tell")
"""Functions of commands that take what a person reads: refused options, and what a run says."""

TRANSLATE: Mapping[str, bool | None] = {
    **dict.fromkeys(("speak", "translated")),
    **dict.fromkeys(("speak_label", "translated_label"), False),
    **dict.fromkeys(("speak_with", "translated_with"), True),
}
"""Functions that translate a message, and whether it is a label: True for all, False for words."""

OTHERS = (
    "cli/streams.py",
    "preview/guard.py",
    "preview/listening.py",
    "preview/own_templates.py",
    "preview/positions.py",
    "preview/running.py",
    "preview/server.py",
    "preview/spoken.py",
    "preview/start.py",
    "preview/words.py",
)
"""Modules of them whose sentences no reader of a page meets."""

SENTENCE = re.compile(r"[a-z]{2,}[:;,]? [a-z`{]|[`}] [a-z]{2}")

CODE = re.compile(
    r"^[,;]|^--|\{\}|\{four\}|\n|template: |^\{path\}|^\s|\s$|\{%|\{players_"
    r"|^\^|charset|filename|^\w+: (\S+|\{[^ ]*|\{.*\})$|^\{\w+: \{"
)
"""What is written in a language for computers, or into a game."""

PACKAGES = (
    "build",
    "changes",
    "cli",
    "cluster",
    "edition",
    "export",
    "faces",
    "files",
    "importing",
    "imposition",
    "kernel",
    "kit",
    "loading",
    "pdf",
    "play",
    "preview",
    "processes",
    "proofreading",
    "raster",
    "recognition",
    "rulebook",
    "rules",
    "svg",
    "tables",
    "text",
    "translation",
)
"""The packages whose diagnostics are in the catalogues."""

SAYS = re.compile(
    r"add|replace|report|Diagnostic|_check|\w*([eE]rror|[wW]arning|[fF]ault|[rR]efus\w*)"
)
"""Functions and classes that take what a diagnostic says."""

SAID = re.compile(
    r"(\w*_)?(cure|doubt|expected|fault|found|help|how|label|message|note|reason|said|text|todo|what"
    r"|where|why|wrong)",
    re.IGNORECASE,
)
"""Names of variables that keep it."""

PHRASE = re.compile(
    r"(an?|at (least|most)|expected|has|is|its?|lacks|lies|more than|no|one|says|the|two) \S"
    r"|(add|allow|ask for|begin|build|change|check|choose|close|compare|convert|copy|correct|cut"
    r"|delete|do|download|draw|edit|embed|export|extend|fill|fix|flatten|format|give|if|import|in"
    r"|join|keep|leave|link|list|look at|make|mark|merge|mirror|move|name|nothing|open|order|paint"
    r"|place|print|put|quote|read|refer|remove|repeat|replace|restore|run|save|say|scale|set"
    r"|simplify|spell|split|start|state|switch|transform|translate|try|turn|type|use|work out"
    r"|write) \S+ \S"
    r"|(add|markup of|remove|use|write) \S|`\{\w+\}`,? (has|is|lacks|looks|names|which) \S"
)
"""How what is filled into them begins, such as "a whole number", how faults are described, and what
is to do about them."""

UNSAID = {
    "kernel/codes.py",
    "kernel/collation.py",
    "preview/guard.py",
    "preview/room/sight.py",
    "preview/server.py",
    "processes/children.py",
    "proofreading/number_words.py",
    "raster/png.py",
    "raster/showcase.py",
    "text/items.py",
}
"""Modules with such phrases that no diagnostic says."""

INSIDE = {
    "--format {screens}",
    "`def {of}.{name}`",
    "{name}` is not in the folder: `File",
    "has more",
    "in all|in total|altogether|in the (?:deck|box|game|pack)",
    "in tutto|in totale|del (?:mazzo|gioco)",
    "is not",
    "is no longer set",
    "it has been read",
    "its pages have just been made",
    "one of",
    "start new thread",
    "width: {width}mm, height: {height}mm",
    "the card has no field `(.+)`",
}
"""What looks like them, and is for programs and programmers."""

MARKUP = re.compile(
    r"^always |<\w+ |</|xmlns|viewBox|\\|^[A-Z].*\.$|^\{+\w+\}?[:,] "
    r"|^(Bearer|pipx?|uv|@media|/\w+|`git) "
    r"| (sp|scn|rg|re|opacity|turn|flip|shaped)$|^\{\w+\} (at|in|transform=.*) ?[\[{]",
    re.DOTALL,
)
"""What is there besides: drawings, patterns, commands, and sentences of the reference."""

NAME = re.compile(r"[a-z0-9_.-]+")

TABLES = {
    "build/new.py": ("STARTERS", "LOOKS"),
    "build/proof.py": ("AS_PRINTED", "VIEWS"),
    "preview/answers.py": ("DOCUMENTS", "IN_FILE"),
    "kernel/named_sizes.py": ("CARD_SIZES",),
    "cli/app.py": ("ABOUT", "COMMANDS"),
    "cli/spoken.py": ("SAID",),
    "export/__init__.py": ("TARGETS",),
    "importing/__init__.py": ("TOOLS",),
    "preview/building.py": ("BACKS", "INKS"),
    "preview/text_places.py": ("AT_A_GLANCE", "OF_PARTS"),
    "translation/usage.py": ("IN_BOOKLET",),
    "preview/new_blocks.py": ("BLOCKS", "_TEXT", "_CARD_TEXT", "_ALT"),
    "cli/study/findings.py": ("IDLE",),
    "export/release.py": ("GUIDE",),
    "export/print_service.py": ("CO_EDITION_FILES", "ORDERS"),
    "export/press_rulebook.py": ("BOUND",),
}
"""Tables of Python whose texts are messages, all but single words in small letters."""


LABELS = {
    "build/about.py": ("places", "Part"),
    "changes/cards.py": ("Change",),
    "changes/change.py": ("NEW, GONE, MOVED, TEXT, COUNT, ART, LOOK, BACK, SIZE",),
    "changes/comparing.py": ("Change",),
    "cli/calibrate.py": ("rows",),
    "cli/proof_text.py": ("CELLS_KEY", "KEY", "VERDICTS"),
    "cli/check_summary.py": ("HEAD", "PAGES_HEAD"),
    "cli/l10n_text.py": ("HEAD",),
    "cli/new.py": ("FIRST",),
    "cli/list.py": ("JOINS", "LABELS_HEAD", "SIZES_HEAD"),
    "cli/study/exact.py": ("PERFT_HEAD", "SOLVED_HEAD"),
    "cli/study/findings.py": ("BEGINS",),
    "cli/study/subjects.py": ("head",),
    "cli/study/text.py": ("rows",),
    "cli/study/tournament.py": ("top",),
    "play/comparison.py": ("rows",),
    "translation/exchange/units.py": ("EMPTY", "STALE", "UNSURE"),
    "play/mutants.py": ("LOADING, DECK, EXAMPLES, GAMES, TIME",),
}
"""Values with these names, and arguments of these calls, whose words are labels (`speak_label`)."""


OPTIONS = {"parse_template_string": "true"}


CHOSEN = Path(__file__).with_suffix(".yaml")
"""Single messages of other modules."""

JOINED = ("{others} and {last}", "{others} or {last}", "{names} and {number} more", *JOINTS)
"""How Python joins names and messages."""

DIFFERENCES = (
    "won together by {name}",
    "won with {name}",
    "ended: {name}",
    "won when played: {name}",
    "played when held: {name}",
    "forced moves",
    "lead never changes",
    "lead changes",
    "runaways",
    "comebacks",
    "points",
    "nobody",
    "not told",
    "the first to move",
)
"""Figures of two studies that are compared, as `play/comparison.py` names them."""

REPORT = (
    "error",
    "warning",
    "note",
    "help",
    "{number} more",
    "{number} more files",
    "and {number} more",
)
"""The words of a report around what diagnostics say (`cli/reports/text.py`)."""

THINGS = (
    "back",
    "boards",
    "bottom",
    "boxes",
    "card",
    "clause",
    "comma",
    "example",
    "examples",
    "fact",
    "front",
    "game",
    "headings",
    "language",
    "left",
    "none",
    "right",
    "sections",
    "semicolon",
    "style",
    "tab",
    "term",
    "text",
    "the player",
    "the second implementation",
    "top",
)
"""Things that diagnostics name by a word that is filled into them."""


class Message(Struct, frozen=True):
    """A message: its text, or singular and plural, and its context if it has one."""

    forms: tuple[str, ...]
    place: str
    context: str | None = None


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(value, None) for name, value in attrs if name in ATTRIBUTES and value]
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        around = self.open[-1] if self.open else ""
        if re.search(r"[^\W\d_]{2}", data) and around not in SKIPPED:
            self.found.append((data.strip(), CONTEXTS.get(around)))


def of_pages() -> Iterator[Message]:
    """Yield the messages of the pages."""
    for path in sorted(PAGE.iterdir()):
        place = path.relative_to(ROOT).as_posix()
        if path.suffix == ".html":
            words = _Words()
            words.feed(path.read_text("utf-8"))
            yield from (Message((text,), place, context) for text, context in words.found)
        elif path.suffix == ".js":
            source = BytesIO(path.read_bytes())
            for _, ids, _, context in extract("javascript", source, CALLS, options=OPTIONS):
                yield Message(ids if isinstance(ids, tuple) else (ids,), place, context)


def of_layouts() -> Iterator[Message]:
    """Yield the titles of the layouts to start from."""
    for path in sorted(LAYOUTS.glob("*.j2")):
        yield Message((title_of(path.read_text("utf-8")),), path.relative_to(ROOT).as_posix())


def of_label_sheets() -> Iterator[Message]:
    """Yield what the sheets of labels are for."""
    for path in sorted((ROOT / "printnplay/label-sheets").glob("*.yaml")):
        for sheet in yaml.safe_load(path.read_text("utf-8"))["sheets"].values():
            yield Message((sheet["about"],), path.relative_to(ROOT).as_posix())


def of_services() -> Iterator[Message]:
    """Yield what to do at the print services."""
    for path in sorted((ROOT / "printnplay/services").glob("*.yaml")):
        for step in yaml.safe_load(path.read_text("utf-8")).get("steps", ()):
            yield Message((step,), path.relative_to(ROOT).as_posix())


def of_python() -> Iterator[Message]:
    """Yield the messages of Python: the sentences in `MODULES`, and the texts in `TABLES`."""
    package = ROOT / "printnplay"
    modules = [path for pattern in MODULES for path in sorted(package.glob(pattern))]
    for path in modules:
        if path.relative_to(package).as_posix() not in OTHERS:
            yield from _messages(path, ast.parse(path.read_text("utf-8")), SENTENCE.search)
    for file, names in TABLES.items():
        path = package / file
        for node in ast.parse(path.read_text("utf-8")).body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", 0)
            if isinstance(target, ast.Name) and target.id in names:
                yield from _messages(path, node, lambda text: not NAME.fullmatch(text))


def of_labels() -> Iterator[Message]:
    """Yield the words in `LABELS`, and what calls of `TRANSLATE` translate."""
    for path in sorted((ROOT / "printnplay").rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        names = LABELS.get(place.removeprefix("printnplay/"), ())
        for node in _nodes(path):
            for part, is_label in _labels(node, names):
                for message in _messages(path, part, re.compile("^[^/]*[a-z]{2}[^/]*$").search):
                    text = message.forms[0]
                    if is_label is None and ("{" in text or not SENTENCE.search(text)):
                        continue
                    if is_label or not (SENTENCE.search(text) or "{" in text):
                        yield replace(message, context="label")
                    elif SENTENCE.search(text):
                        yield message


def _labels(node: ast.AST, names: Sequence[str]) -> Iterator[tuple[ast.expr, bool | None]]:
    """Yield the parts of a piece of code that hold labels, and whether they are, as `TRANSLATE`."""
    match node:
        case ast.Call(func, values) if _name(func) in (*TRANSLATE, *names):
            yield from ((value, TRANSLATE.get(_name(func), False)) for value in values)
        case ast.Assign([name], value) if ast.unparse(name).strip("()") in names:
            yield value, False
        case ast.AnnAssign(ast.Name(name), _, ast.expr() as value) if name in names:
            yield value, False
        case ast.FunctionDef(name, _, [*_, ast.Return(ast.Dict() as value)]) if name in names:
            yield value, False


def of_commands() -> Iterator[Message]:
    """Yield the help of the commands, and what they say of their use."""
    for path in sorted((ROOT / "printnplay/cli").glob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        for node in _nodes(path):
            match node:
                case ast.Call(func, said) if _name(func) in SPOKEN:
                    for part in said:
                        is_one = bool if isinstance(part, ast.Constant) else SENTENCE.search
                        yield from _messages(path, part, is_one)
                case ast.Call(func, _, named) if _name(func) in ("Option", "Argument"):
                    yield from _of_option(path, {one.arg: one.value for one in named})
                case ast.FunctionDef() if _is_command(node):
                    for text in (ast.get_docstring(node) or "").split("\n\n"):
                        yield Message((" ".join(text.split()),), place)


def _of_option(path: Path, named: Mapping[str | None, ast.expr]) -> Iterator[Message]:
    """Yield the help of an option or argument, and the words for its value."""
    for name in ("help", "show_default"):
        if name in named:
            yield from _messages(path, named[name], bool)
    if isinstance(value := named.get("metavar"), ast.Constant):
        for word in VALUE.findall(str(value.value)):
            yield Message((word,), path.relative_to(ROOT).as_posix())


def _is_command(node: ast.FunctionDef) -> bool:
    return "command" in (
        node.name,
        *(_name(one.func) for one in node.decorator_list if isinstance(one, ast.Call)),
    )


def of_faults() -> Iterator[Message]:
    """Yield what the diagnostics of `PACKAGES` say."""
    for package in PACKAGES:
        for path in sorted((ROOT / "printnplay" / package).rglob("*.py")):
            if path.relative_to(ROOT / "printnplay").as_posix() in UNSAID:
                continue
            parts = (part for node in _nodes(path) for part in _said(node))
            said = (one for part in parts for one in _messages(path, part, SENTENCE.search))
            for message in (*said, *_messages_in(path, _nodes(path), PHRASE.match)):
                text = message.forms[0]
                if text not in INSIDE and not MARKUP.search(text):
                    yield message


def _said(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the parts of a piece of code that hold what a diagnostic says."""
    match node:
        case ast.Call(func, values, named) if SAYS.fullmatch(_name(func)):
            # Allowances name faults by their `detail`, in English.
            yield from (*values, *(one.value for one in named if one.arg != "detail"))
        case ast.Assign([ast.Name(name)], value) if SAID.fullmatch(name):
            yield value
        case ast.Assign([ast.Tuple(names)], value):
            if any(SAID.fullmatch(_name(name)) for name in names):
                yield value
        case ast.Return(ast.Constant() | ast.JoinedStr() | ast.Tuple() | ast.IfExp() as value):
            yield value


def of_codes() -> Iterator[Message]:
    """Yield what the codes of faults mean, which stands for those that are not listed."""
    for code in CODES.values():
        yield Message((code.meaning,), "printnplay/kernel/codes.py")


def of_counts() -> Iterator[Message]:
    """Yield what is counted: components, and in the diagnostics of `PACKAGES`, such as files."""
    for kind in Kind:
        forms = f"{{number}} {kind.singular}", f"{{number}} {kind.plural}"
        yield Message(forms, "printnplay/game/kinds.py")
    yield Message(("{number} term", "{number} terms"), "printnplay/translation/export.py")
    for package in PACKAGES:
        for path in sorted((ROOT / "printnplay" / package).rglob("*.py")):
            for node in _nodes(path):
                match node:
                    case ast.Call(ast.Name("counted"), [_, ast.Constant(str(what))]):
                        one, several = (counted(number, what) for number in (1, 2))
                        forms = f"{{number}}{one[1:]}", f"{{number}}{several[1:]}"
                        yield Message(forms, path.relative_to(ROOT).as_posix())


def chosen() -> Iterator[Message]:
    """Yield the messages in `CHOSEN`.

    Raises:
        ValueError: one of them is no longer in its file.
    """
    for file, wanted in yaml.safe_load(CHOSEN.read_text("utf-8")).items():
        path = ROOT / "printnplay" / file
        found = {message.forms[0] for message in _messages_in(path, _nodes(path), bool)}
        if gone := set(wanted) - found:
            raise ValueError(f"{file} has no message {gone} any more")
        yield from (Message((text,), f"printnplay/{file}") for text in wanted)


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all parts of a module, each before its own; several of the readers look at them."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def _messages(path: Path, tree: ast.AST, is_one: Callable[[str], object]) -> Iterator[Message]:
    return _messages_in(path, tuple(ast.walk(tree)), is_one)


def _messages_in(
    path: Path, nodes: Sequence[ast.AST], is_one: Callable[[str], object]
) -> Iterator[Message]:
    for node in _texts_in(nodes):
        for text in texts_of(node):
            if is_one(text) and not CODE.search(text):
                yield Message((text,), path.relative_to(ROOT).as_posix())


def _texts_in(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield the texts in a piece of Python without docstrings."""
    parts = set[int]()
    for node in nodes:
        if isinstance(node, ast.Expr):
            parts.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts |= set(map(id, node.values))
    for node in nodes:
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in parts:
            yield node


def texts_of(node: ast.expr) -> Iterator[str]:
    """Yield the messages that an expression may be; f-strings have named placeholders."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield _named(node.value)
    elif isinstance(node, ast.JoinedStr):
        text, names = "", list[str]()
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += _named(str(part.value))
                continue
            name = _placeholder(part)
            names.append(name)
            text += f"{{{name}{names.count(name) if name in names[:-1] else ''}}}"
        yield text


def _named(text: str) -> str:
    """Return a text in which `format` or `replace` fills in a value, with a name for the value."""
    return re.sub(r"(?<=[` ])\{\}(?=[` ,])", "{value}", text)


def _placeholder(node: ast.AST) -> str:
    """Return the last name in an expression: `name` for `face.name` or `shown(face.name)`."""
    names = [
        one.attr if isinstance(one, ast.Attribute) else one.id
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute | ast.Name)
    ]
    called = {_name(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
    return next((name.lower().strip("_") for name in names if name not in called), "value")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def catalog_of(language: str) -> Catalog:
    """Return the catalogue of a language as it is in its file; a new one if there is none."""
    path = FOLDER / f"{language}.po"
    return read_po(BytesIO(path.read_bytes()), language) if path.exists() else Catalog(language)


@cache
def all_messages() -> tuple[Message, ...]:
    """Return the messages of the program, which are those of every language.

    Messages of Python that differ in the names of values only are one message: texts are found by
    what is around the values.
    """
    words = {
        "kernel/suggestions.py": (*JOINED, *THINGS),
        "cli/reports/text.py": REPORT,
        "play/comparison.py": DIFFERENCES,
    }
    others = (
        Message((text,), f"printnplay/{file}") for file, texts in words.items() for text in texts
    )
    by_name = (
        *of_pages(),
        *of_layouts(),
        *of_label_sheets(),
        *of_services(),
        *of_python(),
        *of_labels(),
        *of_commands(),
    )
    made = (*of_faults(), *of_codes(), *chosen(), *of_counts(), *others)
    _nodes.cache_clear()
    known: dict[str, str] = {}
    for one in (*by_name, *made):
        if not one.context:
            known.setdefault(shape_of(one.forms[0]), one.forms[0])
    same = (
        one if len(one.forms) > 1 else Message((known[shape_of(one.forms[0])],), one.place)
        for one in made
    )
    return (*by_name, *same)


def merged(language: str) -> Catalog:
    """Return the catalogue of a language with all messages, new ones without translation.

    A message whose values have new names keeps its translation.
    """
    before = catalog_of(language)
    head = f"# printnplay: {LANGUAGES[language]}"
    catalog = Catalog(language, project="printnplay", header_comment=head, fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", PLURALS[language])]
    by_shape = {shape_of(one.id): one for one in before if one.id and isinstance(one.id, str)}
    for message in all_messages():
        first, is_one = message.forms[0], len(message.forms) == 1
        known = before.get(first, message.context)
        said = known.string if known and not known.fuzzy else ""
        if is_one and not (said or message.context) and (other := by_shape.get(shape_of(first))):
            said = _renamed(str(other.string), str(other.id), first)
        forms = first if is_one else message.forms
        catalog.add(forms, said, [(message.place, 1)], context=message.context)
    return catalog


def _renamed(text: str, before: str, after: str) -> str:
    """Return a translation of the message `before` with the placeholders of `after`."""
    names = dict(zip(_PLACE.findall(before), _PLACE.findall(after), strict=True))
    return _PLACE.sub(lambda place: names[place[0]], text)


_PLACE = re.compile(r"\{\w+\}")


def shape_of(text: str) -> str:
    """Return a message with its placeholders numbered: what is filled in does not differ by it.

    >>> shape_of("expected {what}") == shape_of("expected {name}")
    True
    """
    places = [*dict.fromkeys(_PLACE.findall(text))]
    return _PLACE.sub(lambda place: f"{{{places.index(place[0])}}}", text)


PLURALS = {
    **dict.fromkeys(("de", "es", "it"), "nplurals=2; plural=(n != 1);"),
    "fr": "nplurals=2; plural=(n > 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}
"""The rules of gettext's manual; Babel has a form for millions in some languages."""

NEEDLESS = re.compile(rb'^"(?!Language:|Plural|MIME|Content)[\w-]+: .*\n', re.MULTILINE)
"""Lines of the head that would differ with each change, or are empty."""


def written(catalog: Catalog) -> bytes:
    """Return the bytes of a catalogue, sorted by file."""
    stream = BytesIO()
    write_po(stream, catalog, width=100, sort_by_file=True, include_lineno=False)
    head, end, rest = stream.getvalue().partition(b"\n\n")
    return NEEDLESS.sub(b"", head) + end + rest


def main() -> None:
    """Merge the messages into all catalogues, and say what is not translated."""
    for language in LANGUAGES:
        if language != "en":
            (FOLDER / f"{language}.po").write_bytes(written(merged(language)))
            left = [one.id for one in catalog_of(language) if one.id and not one.string]
            sys.stdout.write(f"{language}: {len(left)} to translate\n")


if __name__ == "__main__":
    main()
