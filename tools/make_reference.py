"""The pages of docs/reference, made of what the program declares: `python tools/make_reference.py`.

Files and their keys, what templates may use, the markup of texts, the options of the commands, and
the codes of faults.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from pathlib import Path

import yaml
from jinja2.filters import FILTERS
from preset_pictures import FOLDER, pictures, sections
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from printnplay.build.schemas import FILE_KINDS, FileKind
from printnplay.cli.app import app
from printnplay.faces.filters import OWN_FILTERS
from printnplay.faces.sandbox import Sandbox
from printnplay.faces.template_files import FolderLoader
from printnplay.faces.vocabulary import FUNCTIONS, VARIABLES
from printnplay.files.yaml_tree import ListNode, MappingNode, TextNode, compose
from printnplay.kernel import codes
from printnplay.kernel.codes import CODES, Stage
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import Form, Key, Record
from printnplay.loading.game import EditionKeys
from printnplay.text.fonts import FontShelf
from printnplay.text.markup import NOTATIONS

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "reference"
BOOK = ROOT / "tools" / "picture_book"
"""What the game of the pictures has more than a starter."""

NOTE = "<!-- Made by tools/make_reference.py; change what is declared in the program. -->"

STAGES = {
    Stage.COMMAND: "The command and its surroundings",
    Stage.YAML: "The shape of YAML files",
    Stage.GAME: "Games and decks",
    Stage.TEXTS: "Texts",
    Stage.DRAWING: "Templates, pictures and fonts",
    Stage.PAPER: "Fit on paper",
    Stage.RULES: "Rules and examples",
}

SAID = ROOT / "tests" / "reference" / "said.yaml"
"""What is said of faults that no file of a case or golden file shows, and which tests make it."""

LONGEST_EXAMPLE = 140
"""Of what a fault says, in characters."""

VALUES = {
    "--label-sheet": "avery-l7165",
    "--skip": "3",
    "NAME|FILE|SEAT=NAME": "a=greedy,b=mcts",
    "FILE.py": "twin.py",
    "NAME,NAME,...": "random,greedy",
    "NAME=CHOICE|FOLDER": "length=one-round",
    "SEAT": "a",
    "TARGET": "png",
    "DPI": "300",
    "PATTERN": '"{index:03}-{id}-{side}"',
    "LENGTH": "3mm",
    "LENGTHS": "4mm,4mm,12mm,4mm",
    "ID": "ember-*",
    "N/M": "2/5",
    "N-M,...": "2-4,7",
    "X,Y": "0.5,-1",
    "--across": "139.5",
    "--along": "219.5",
    "T,R,B,L": "4,4,12,4",
    "PRINTER": "office",
    "[PRINTER]": "office",
    "DIR": "lost-city",
    "[DIR]": "lost-city",
    "GAME": "lost-city",
    "[GAME]...": "lost-city",
    "[GAME]... [KEY]...": "lost-city rules.turn.stop",
    "LANG": "fr",
    "VERSION": "v1.0",
    "PAPER": "letter",
    "FORMAT": "png",
    "N": "4",
    "S": "7",
    "NAME=CHOICE": "length=short",
    "ADDRESS": "tcp://10.0.0.1:8786",
    "FILE": "page.html",
    "[FILE-KIND]": "game",
    "[KEY]": "paper",
    "[VALUE]": "paper letter",
    "FILE...": "lost-city-fr.po",
    "art FILE...": "storm.svg",
    "which FILE...": "harbour-front.png",
    "print FILE...": "deck.pdf",
    "TOOL": "squib",
    "PATH": "deck.rb",
    "import -o": "my-coast",
    "HOW": "stretch",
    "preflight FILE.pdf...": "cards.pdf",
    "preflight --for": "longpack",
    "art -o": "storm.pdf",
    "l10n export -o": "for-translators",
    "art --fonts": "my-fonts",
    "art --against": "browser -o storm.pdf",
    "export --icc": "coated.icc",
    "export --for": "longpack",
    "play --log": "game.log",
    "play --replay": "game.log",
    "play --limit": "500",
    "play -l": "fr --page page.html",
    "play --as": "a --page page.html",
    "preview --port": "8000",
    "studio --port": "8000",
    "table --port": "8000",
    "table --address": "127.0.0.1",
    "table -l": "fr",
    "l10n accept --warning": '"PNP375 before +1" --reason "said twice" rules.turn.stop',
    "l10n accept --reason": '"said twice" --warning "PNP375 before +1" rules.turn.stop',
    "l10n answer --text": '"Yes, of both players"',
    "-o": "print",
    "file": "storm.svg",
    "output": "storm.png",
    "bleed": "2mm",
    "SIZE": "poker",
    "URL": "https://example.org/games",
    "SERVER": "http://localhost:8081",
    "SERVER#MODEL": "http://localhost:11434/v1#gemma3",
}
"""Examples of values, by the metavar of an option or argument, or by its name where it has none.

What one command wants otherwise stands with its name, and what all want for one option by that."""

TARGETS = {
    "--die-lines": "pdf-cards",
    "--layers": "pdf-cards",
    "--base-url": "tabletop-simulator",
    "--icc": "drivethrucards",
    "--for": "press",
    "--pdf-x": "press",
    "--outlines": "press",
    "--cover-apart": "press",
}
"""The target of `export` that an option is for, where it is not for all."""


def blocks() -> dict[str, str]:
    """What the section of each kind of block says, as it stands in the booklet."""
    booklet = BOOK / "designs" / "picture-book" / "booklet.yaml"
    root = compose(booklet.read_text("utf-8"), booklet.name, Problems())
    assert isinstance(root, MappingNode)
    sections = root.entries["sections"].value
    assert isinstance(sections, ListNode)
    lines = booklet.read_text("utf-8").split("\n")
    starts = [section.span.line - 1 for section in sections.items]
    found = {}
    for section, begin, end in zip(sections.items, starts, [*starts[1:], len(lines)], strict=True):
        assert isinstance(section, MappingNode)
        name = section.entries["id"].value
        assert isinstance(name, TextNode)
        text = "\n".join(line[6:] for line in lines[begin + 3 : end])
        found[name.value] = text.rstrip()
    return found


BLOCKS = blocks()
"""What the pictures of the kinds of blocks show."""


def main() -> None:
    """Write all pages."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, encoding="utf-8")
    (PAGES / FOLDER).mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        (PAGES / FOLDER / name).write_text(drawing, encoding="utf-8")


def pages() -> dict[str, str]:
    """Every page by its file name."""
    files = {f"{name}.md": _file_page(name, file) for name, file in FILE_KINDS.items()}
    return {
        "README.md": _index(),
        **files,
        "templates.md": _templates_page(),
        "markup.md": _markup_page(),
        "options.md": _options_page(),
        "codes.md": _codes_page(),
        "presets.md": _page("Presets, in pictures", [ABOUT_PRESETS, *sections()]),
    }


ABOUT_PRESETS = (
    "This page shows every preset that ships with printnplay, drawn from the same figures as the"
    " prints, with the source of these figures. A project adds its own: see"
    " [label sheets](label-sheets.md), [print services](service.md) and [factories](factory.md)."
)


def _page(title: str, parts: Iterable[str]) -> str:
    return "\n\n".join([f"# {title}", NOTE, *parts]) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    cells = ([cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _index() -> str:
    rows = [
        (f"[{name}]({name}.md)", f"`{file.path}`", file.says) for name, file in FILE_KINDS.items()
    ]
    return _page(
        "Reference",
        [
            "These pages are for everybody who looks up a key, a template function, an option or an"
            " error code. They are generated from the program, so they are complete.",
            "## YAML files",
            _table(["page", "file", "what it is"], rows),
            "## Templates, texts, commands and errors",
            "- [Template functions and variables](templates.md)\n"
            "- [Text markup and placeholders](markup.md)\n"
            "- [Commands and options](options.md)\n"
            "- [Error codes](codes.md)\n"
            "- [Presets, in pictures](presets.md)",
            "## Autocomplete in your editor",
            "Editors with the YAML language server (VS Code: the extension *YAML* by Red Hat)"
            " complete, explain and validate these keys. Projects of `printnplay new` are prepared:"
            " each file starts with `# yaml-language-server: $schema=...`, and the schemas are in"
            " `.schemas/`. `printnplay schema --write` adds them to another project, or updates"
            " them; `printnplay schema game` prints one.",
        ],
    )


# Files and their keys


def _file_page(name: str, file: FileKind) -> str:
    parts = [
        f"This page lists every key of `{file.path}`.",
        file.says,
        f"To print its JSON Schema, run `printnplay schema {name}`.",
    ]
    if not _is_record(file.form):
        parts.append(f"The file is {file.form.what}.")
    parts += _records(file.form, "")
    if name == "style":
        parts += ["## Bundled fonts", "Other fonts go into `templates/fonts/`.", _fonts()]
    return _page(f"{name}: {Path(file.path).name}", parts)


def _fonts() -> str:
    """Return the table of the font families that ship with printnplay."""
    shelf = FontShelf([ROOT / "templates" / "fonts"])
    sloped = {file.face.family for file in shelf.files if file.face.italic}
    rows = [
        (
            family,
            shelf.weights(family, italic=False).removeprefix("one of "),
            "yes" if family in sloped else "no",
        )
        for family in shelf.families
    ]
    return _table(["family", "weights", "italic"], rows)


def _is_record(form: Form[object]) -> bool:
    return len(form.records) == 1 and form.read is form.records[0]


def _records(form: Form[object], path: str) -> Iterator[str]:
    """The sections of the records in a form, each followed by those within it."""
    for record in form.records:
        keys = declared(record)
        name = f"{path}.{next(iter(keys))}" if len(form.records) > 1 else path
        if name:
            yield f"## `{name.removeprefix('.')}`"
        yield cleandoc(record.__doc__ or "")
        if record is EditionKeys:
            names = ", ".join(f"`{key}`" for key in keys)
            yield f"The keys are those of the game, described above: {names}."
            continue
        yield _table(["key", "value", "default", "meaning"], map(_row, keys.values()))
        yield f"```yaml\n{example_of(record)}\n```"
        if path.endswith("blocks") and name.rpartition(".")[2] in BLOCKS:
            yield from _pictured(name.rpartition(".")[2])
        for key in keys.values():
            yield from _records(key.form, f"{path}.{key.name}")


def _pictured(block: str) -> Iterator[str]:
    """A block as it is printed, and what is written for it."""
    yield f"This prints the picture below:\n\n```yaml\n{BLOCKS[block]}\n```"
    yield f"![The block {block} in print](pictures/block-{block}.png)"


def declared(record: type[Record]) -> dict[str, Key[object]]:
    """The keys of a record, and last the one that stands for all others."""
    return {**record.keys, **({"others": record.others} if record.others else {})}


def _row(key: Key[object]) -> tuple[str, str, str, str]:
    absent = "" if key.default is None else f"`{key.default}`"
    name = "*any other*" if key.name == "others" else f"`{key.name}`"
    return name, key.form.what, "**required**" if key.required else absent, key.says


def example_of(record: type[Record]) -> str:
    """The examples of all keys of a record, as it would be written."""
    names = {"others": "plural"}
    keys = declared(record).items()
    return "\n".join(f"{names.get(name, name)}: {key.example}" for name, key in keys)


# Templates, texts


def _templates_page() -> str:
    functions = (
        f"### `{function.signature}`\n\n{function.says}"
        + (f"\n\n```text\n{function.more}\n```" if function.more else "")
        + f"\n\n```jinja\n{function.example}\n```"
        + f"\n\n![What this draws](pictures/function-{function.name.replace('_', '-')}.png)"
        for function in FUNCTIONS
    )
    rows = [
        (f"`{variable.name}`", variable.there, variable.says, f"`{variable.example}`")
        for variable in VARIABLES
    ]
    filters = sorted((set(Sandbox(FolderLoader(())).filters) & set(FILTERS)) - set(OWN_FILTERS))
    own = [
        (
            f"`{one.name}`",
            cleandoc(one.work.__doc__ or ""),
            f"`{{{{ {one.example} }}}}`",
            one.prints,
        )
        for one in OWN_FILTERS.values()
    ]
    return _page(
        "Template functions and variables",
        [
            "This page is for designers who write card templates: SVG drawings with"
            " [Jinja](https://jinja.palletsprojects.com), `templates/<style>/<name>.svg.j2`."
            " Numbers are millimetres from the corner of the trimmed card.",
            "## Variables",
            _table(["name", "where", "what it is", "example"], rows),
            "Templates share parts with `extends`, `include`, and `import ... with context`:"
            " [Share parts between templates](../cookbook.md#share-parts-between-templates).",
            "## Functions",
            "The pictures show the examples on a card of 63.5 by 88.9 mm, with a line every 10 mm.",
            *functions,
            "## Filters",
            _table(["name", "what it gives", "example", "prints"], own),
            "`capitalize`, `lower`, `replace`, `title`, `trim` and `upper` keep the icons and the"
            " looks of words in a text of the game: `textbox(t(...) | upper, ...)`.",
            "Of Jinja's own: " + ", ".join(f"`{name}`" for name in filters) + ".",
        ],
    )


def _markup_page() -> str:
    rows = [
        (f"`{notation.form}`", notation.says, f"`{notation.example}`") for notation in NOTATIONS
    ]
    return _page(
        "Text markup and placeholders",
        [
            "This page lists what writers and translators can use in texts.",
            _table(["written", "what it prints", "example"], rows),
            "The rules of a game add facts of their own, such as `{hand_size}`. Type quotation"
            " marks, apostrophes and spaces before marks on any keyboard: they print by the rules"
            " of the language.",
        ],
    )


# Commands


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option or an argument of a command; an argument has no `ways` to write it."""

    command: str
    name: str
    ways: tuple[str, ...]
    off: tuple[str, ...]
    value: str
    choices: tuple[str, ...]
    default: str
    required: bool
    says: str

    @property
    def example(self) -> str:
        """What is typed for it."""
        ways = self.off if self.is_on else self.ways
        return " ".join(word for word in (*ways[:1], self._value) if word)

    @property
    def is_on(self) -> bool:
        """Whether it is a switch that is on unless it is switched off."""
        return bool(self.off and self.default)

    @property
    def _value(self) -> str:
        name = self.ways[0] if self.ways else self.value
        own = VALUES.get(f"{self.command} {name}") or VALUES.get(name)
        if own:
            return own
        return self.choices[-1] if self.choices else VALUES[self.value] if self.value else ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command by the words that call it."""

    words: str
    declared: TyperCommand
    parameters: tuple[Parameter, ...]

    def example(self, parameter: Parameter) -> str:
        """A command line with this option or argument, and the arguments that it needs."""
        target = TARGETS.get(parameter.ways[0]) if parameter.ways else None
        arguments = [
            target if target and other.value == "TARGET" else other.example
            for other in self.parameters
            if not other.ways and (other.required or other is parameter)
        ]
        return " ".join([self.words, *arguments, *([parameter.example] if parameter.ways else [])])


def commands() -> Iterator[Command]:
    """Every command there is."""
    yield from _commands(get_command(app), "printnplay")


def _commands(command: object, words: str) -> Iterator[Command]:
    if isinstance(command, TyperGroup):
        for name, child in command.commands.items():
            yield from _commands(child, f"{words} {name}")
    elif isinstance(command, TyperCommand):
        parameters = [
            _parameter(words.removeprefix("printnplay "), declared)
            for declared in command.params
            if isinstance(declared, TyperOption | TyperArgument)
        ]
        yield Command(words, command, tuple(parameters))


def _parameter(command: str, declared: TyperOption | TyperArgument) -> Parameter:
    is_option = isinstance(declared, TyperOption)
    choices = tuple(str(choice) for choice in getattr(declared.type, "choices", None) or ())
    is_flag = is_option and bool(getattr(declared, "is_flag", False))
    default = getattr(declared.default, "value", declared.default)
    said = getattr(declared, "show_default", None)
    in_words = declared.opts[0] if default is True else default
    absent = default is None or default is False or default == "" or declared.required
    return Parameter(
        command=command,
        name=str(declared.name),
        ways=tuple(declared.opts) if is_option else (),
        off=tuple(declared.secondary_opts),
        value="" if is_flag or choices else declared.metavar or str(declared.name),
        choices=choices,
        default=said if isinstance(said, str) else "" if absent else f"`{in_words}`",
        required=declared.required,
        says=declared.help or "",
    )


BEFORE_ALL = (
    "This page lists every command and option.",
    "Before any command, `printnplay --quiet COMMAND` prints warnings and errors only."
    " `printnplay --install-completion` installs autocomplete for your shell (bash, zsh, fish,"
    " PowerShell): commands, options, choices and the names of your games. `--show-completion`"
    " prints the script.",
    "On a terminal, errors are in colour, and their places are links if the terminal supports"
    " them. `NO_COLOR=1` switches both off; `FORCE_COLOR=1` and `FORCE_HYPERLINK=1` switch them"
    " on.",
)


def _options_page() -> str:
    parts = list(BEFORE_ALL)
    for command in commands():
        rows = [
            (
                ", ".join(f"`{way}`" for way in (*parameter.ways, *parameter.off))
                or f"`{parameter.value}`",
                ", ".join(f"`{choice}`" for choice in parameter.choices) or parameter.value,
                parameter.default,
                parameter.says,
                f"`{command.example(parameter)}`",
            )
            for parameter in command.parameters
        ]
        head = ["option", "value", "default", "meaning", "example"]
        parts += [
            f"## `{command.words}`",
            (command.declared.help or "").strip(),
            _table(head, rows),
        ]
    return _page("Commands and options", parts)


# Codes


def _codes_page() -> str:
    examples = code_examples()
    parts = []
    for stage, title in STAGES.items():
        found = sorted((code for code in CODES.values() if code.stage is stage), key=str)
        rows = [(code.id, code.meaning, examples.get(code.id, "")) for code in found]
        parts += [f"## {title}", _table(["code", "problem", "example"], rows)]
    return _page(
        "Error codes",
        [
            "This page lists every error code. [Troubleshooting](../troubleshooting.md) starts from"
            " symptoms.",
            "Codes are stable and never reused. A command exits with status 1 for errors in files,"
            " and with 2 for a wrong command. In examples, `…` stands for what varies.",
            *parts,
        ],
    )


_PLANTED = re.compile(
    r"#! (?P<code>PNP\d+) [\[«](?P<word>.*?)[\]»] (?P<label>.*?)(?=\s+#!|$)", re.MULTILINE
)
_OF_FILE = re.compile(
    r"#!!? (?P<code>PNP\d+) (?:\d+ )?(?P<label>[^\[«].*?)(?=\s+#|$)", re.MULTILINE
)
_TOLD = re.compile(r"^(?:error|warning)\[(?P<code>PNP\d+)\]: (?P<label>.*)$", re.MULTILINE)


@cache
def code_examples() -> Mapping[str, str]:
    """For each code what is said about a fault that the tests plant, or else its message."""
    examples = {code: example["says"] for code, example in said_by_tests().items()}
    cases = [path for path in sorted((ROOT / "tests").glob("*/cases/**/*")) if path.is_file()]
    golden = sorted((ROOT / "tests").glob("*/golden/*.txt"))
    for pattern, paths in ((_PLANTED, cases), (_TOLD, golden), (_OF_FILE, cases)):
        for path in paths:
            for fault in pattern.finditer(path.read_bytes().decode("utf-8", "replace")):
                word = fault.groupdict().get("word")
                said = f"`{word}`: {fault['label']}" if word else fault["label"]
                if len(said) < LONGEST_EXAMPLE:
                    examples.setdefault(fault["code"], said)
    for code, message in _messages():
        examples.setdefault(code, message)
    return examples


def said_by_tests() -> Mapping[str, Mapping[str, str]]:
    """By code, what a test `says` of a fault, and which `test`: it fails if it says otherwise."""
    examples: Mapping[str, Mapping[str, str]] = yaml.safe_load(SAID.read_text("utf-8"))
    return examples


def _messages() -> Iterator[tuple[str, str]]:
    """The codes that the program gives to faults, with its messages, whose values are left out."""
    for path in sorted((ROOT / "printnplay").rglob("*.py")):
        source = path.read_text("utf-8")
        if "codes." not in source:  # to parse all modules takes seconds
            continue
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef):
                yield from _messages_in(function)


def _messages_in(function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    nodes = list(ast.walk(function))
    assigned = {
        node.targets[0].id: node.value
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in nodes:
        match node:
            case ast.Call(
                ast.Name("Diagnostic")
                | ast.Attribute(attr="error" | "warning" | "fault" | "_fault"),
                [ast.Attribute(ast.Name("codes"), name), message, *_],
            ):
                if isinstance(message, ast.Name):
                    message = assigned.get(message.id, message)
                parts = message.values if isinstance(message, ast.JoinedStr) else [message]
                said = [part.value if isinstance(part, ast.Constant) else "…" for part in parts]
                if said != ["…"]:
                    yield getattr(codes, name).id, "".join(map(str, said))


if __name__ == "__main__":
    main()
