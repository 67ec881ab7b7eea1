"""Kinds of YAML files in a project, and their JSON Schemas."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.files.door import ReadError, is_there, read_text
from printnplay.files.seals import own_output, sealed_text
from printnplay.files.writing import write_all
from printnplay.files.yaml_tree import (
    MAX_BYTES,
    ListNode,
    MappingNode,
    Node,
    TextNode,
    compose,
    plain,
)
from printnplay.kernel.diagnostics import Problems
from printnplay.loading import (
    booklet,
    defaults,
    examples,
    factories,
    families,
    game,
    glossary,
    icon_credits,
    label_sheets,
    print_file,
    printers,
    services,
    states,
    style,
    texts,
    usages,
)
from printnplay.loading.forms import Form

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class FileKind(Struct, frozen=True):
    """A kind of file: its path in a project, its purpose, and its form."""

    path: str
    says: str
    form: Form[Any]


FILE_KINDS = {
    "game": FileKind(
        "designs/<game>/game.yaml",
        "What a game is, and what is printed of it.",
        game.GameKeys.form(),
    ),
    "cards": FileKind(
        "designs/<game>/cards.yaml",
        "The cards of a game, in families. The key of a family is its name.",
        families.FILE,
    ),
    "booklet": FileKind(
        "designs/<game>/booklet.yaml",
        "The outline of the rule booklet, the same in every language, so that no paragraph can be"
        " lost, added or moved in one.",
        booklet.OutlineKeys.form(),
    ),
    "examples": FileKind(
        "designs/<game>/examples.yaml",
        "The worked examples of a game, which its rules prove and the booklet draws. A game without"
        " rules needs no such file.",
        examples.EXAMPLES,
    ),
    "claims": FileKind(
        "designs/<game>/claims.yaml",
        "What is claimed of a game and can be counted. A game may lack this file.",
        examples.CLAIMS,
    ),
    "states": FileKind(
        "designs/<game>/states.yaml",
        "Which clauses of the rules each text states, and what it must say in every language."
        " A game may lack this file.",
        states.STATES,
    ),
    "style": FileKind(
        "templates/<style>/style.yaml",
        "The look of a game: colours and text styles, which templates use by name.",
        style.StyleKeys.form(),
    ),
    "texts": FileKind(
        "locales/<language>/<game>.yaml",
        "The texts of a game in one language, under one key, the language. Nested keys make dotted"
        " ones: `rules.goal.title`. A mapping whose keys are all plural categories (`zero`, `one`,"
        " `two`, `few`, `many`, `other`) is one text in several forms, chosen by its first number."
        " `locales/<language>/common.yaml` has the texts that all games share.",
        texts.TEXTS,
    ),
    "glossary": FileKind(
        "locales/glossary/<game>.yaml",
        "The words of a game: for each term its forms in each language."
        " `locales/glossary.yaml` has the terms that all games share.",
        glossary.GLOSSARY,
    ),
    "language": FileKind(
        "locales/<language>/language.yaml",
        "What the checks know about a language, under one key, the language.",
        usages.LANGUAGE,
    ),
    "service": FileKind(
        "services/<service>.yaml",
        "A print service: what it makes, and how it wants the files. Those that come with the tool"
        " need no such file; a project may have its own, and then `export <service>` makes files"
        " for it.",
        services.ServiceKeys.form(),
    ),
    "label-sheets": FileKind(
        "label-sheets/<maker>.yaml",
        "Sheets of labels or perforated cards, for `build --label-sheet <maker>-<number>`. Many"
        " come with printnplay, and need no such file.",
        label_sheets.LabelSheetsKeys.form(),
    ),
    "factory": FileKind(
        "factories/<factory>.yaml",
        "What a factory requires of print-ready PDFs, for `preflight --for <factory>`. Those that"
        " come with the tool need no such file.",
        factories.FactoryKeys.form(),
    ),
    "icons": FileKind(
        "art/icons/<set>/credits.yaml",
        "Who drew the icons of a set, in the folder of the game or of the style: the kit, the pages"
        " for screens and the release print it.",
        icon_credits.IconCreditsKeys.form(),
    ),
    "print": FileKind(
        "print.yaml",
        "The cards that `printnplay print` found on the pages of other people's files. Correct it,"
        " and run `printnplay print print.yaml`.",
        print_file.PrintKeys.form(),
    ),
    "printers": FileKind(
        "~/.config/printnplay/printers.yaml",
        "Your printers, as `printnplay calibrate` has measured them. The file is no part of a"
        " project; on macOS it lies in `~/Library/Application Support/printnplay`, on Windows in"
        " `%LOCALAPPDATA%\\printnplay`.",
        printers.PrintersKeys.form(),
    ),
    "config": FileKind(
        "~/.config/printnplay/config.yaml",
        "Your own defaults of options: `printnplay config` shows and sets them. The file is in the"
        " folder of `printers.yaml`, and is no part of a project.",
        defaults.DefaultsKeys.form(),
    ),
}


FOLDER = ".schemas"
"""Folder for schemas inside a project, so that editors need no network to load them."""

IN_PROJECTS = tuple(kind for kind in FILE_KINDS if kind not in ("print", "printers", "config"))
"""Kinds of files that are part of projects."""


NOT_TEXTS = ("locales/glossary/*.yaml", "locales/*/language.yaml")
MATCHES: Mapping[str, Sequence[str]] = {
    **{kind: (f"designs/*/{kind}.yaml",) for kind in IN_PROJECTS},
    "style": ("templates/*/style.yaml",),
    "texts": ("locales/*/*.yaml", *(f"!{pattern}" for pattern in NOT_TEXTS)),
    "glossary": ("locales/glossary/*.yaml", "locales/glossary.yaml"),
    "language": ("locales/*/language.yaml",),
    "service": ("services/*.yaml",),
    "label-sheets": ("label-sheets/*.yaml",),
    "factory": ("factories/*.yaml",),
    "icons": ("**/art/icons/*/credits.yaml",),
}
"""Glob patterns for the files of each kind, as in VS Code's settings; `!` excludes files."""


def schema_files() -> dict[Path, str]:
    """Return files that let editors validate a project: schemas, and settings that apply them.

    Any editor with the YAML language server uses the schema named in the first line of a file (see
    `first_line`). VS Code also uses `.vscode/settings.json` for files without such a line.
    """
    files = {
        Path(FOLDER) / f"{kind}.json": sealed_text(
            json.dumps(schema_of(kind), ensure_ascii=False, indent=1) + "\n"
        )
        for kind in IN_PROJECTS
    }
    settings = {"yaml.schemas": {f"{FOLDER}/{kind}.json": MATCHES[kind] for kind in IN_PROJECTS}}
    files[Path(".vscode/settings.json")] = json.dumps(settings, indent=2) + "\n"
    extensions = {"recommendations": ["redhat.vscode-yaml", "samuelcolvin.jinjahtml"]}
    files[Path(".vscode/extensions.json")] = json.dumps(extensions, indent=2) + "\n"
    return files


def first_line(path: Path) -> str:
    """Return the first line of a YAML file, which names its schema; empty if it has none."""
    for kind in IN_PROJECTS:
        if kind not in ("texts", "glossary") and path.name == f"{kind}.yaml":
            break
    else:
        if "locales" not in path.parts or path.suffix != ".yaml":
            return ""
        kind = "glossary" if "glossary" in (path.stem, path.parent.name) else "texts"
    up = "../" * len(path.parent.parts)
    return f"# yaml-language-server: $schema={up}{FOLDER}/{kind}.json\n"


def write_schemas(project: Path) -> tuple[Path, ...]:
    """Write schemas and missing editor settings into a project; return the paths.

    Existing settings are kept: see `kept_settings`.

    Raises:
        FaultsError: they cannot be written, or a schema was edited.
    """
    settings = project / ".vscode"
    files = {
        project / path: text.encode()
        for path, text in schema_files().items()
        if path.parts[0] == FOLDER or not is_there(settings / path.name)
    }
    write_all(files, project, own_output())
    return tuple(files)


def kept_settings(project: Path) -> str:
    """Return the entry that a project's settings of VS Code need to apply the schemas.

    Empty if there are no settings of the user's own, or if they name the schemas.
    """
    path = Path(".vscode/settings.json")
    ours = schema_files()[path]
    try:
        theirs = read_text(project / path, MAX_BYTES)
    except ReadError:
        return ""
    named = all(f"{FOLDER}/{kind}.json" in theirs for kind in IN_PROJECTS)
    return "" if named else ours.strip().removeprefix("{").removesuffix("}").strip()


def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind of file.

    Raises:
        KeyError: there is no such kind.
    """
    file = FILE_KINDS[kind]
    about = {"$schema": DIALECT, "title": file.path, "description": file.says}
    return {**_as_json(file.form.schema), **about}


def _as_json(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the examples and defaults of a schema, which are declared as YAML, to values."""
    made = dict(schema)
    for key, value in schema.items():
        if key == "examples":
            made[key] = [_value_of(text) for text in value]
        elif key == "default":
            made[key] = _value_of(value)
        elif key == "properties":
            made[key] = {name: _as_json(form) for name, form in value.items()}
        elif isinstance(value, Mapping):
            made[key] = _as_json(value)
        elif isinstance(value, list):
            made[key] = [_as_json(part) if isinstance(part, Mapping) else part for part in value]
    return made


def _value_of(text: str) -> object:
    """Parse a value declared as YAML like an editor does: whole numbers become numbers."""
    node = compose(text, "", Problems())
    return None if node is None else _as_read(node)


def _as_read(node: Node) -> object:
    match node:
        case TextNode(value=value, style="") if value.isdecimal():
            return int(value)
        case ListNode(items=items):
            return [_as_read(item) for item in items]
        case MappingNode(entries=entries):
            return {key: _as_read(entry.value) for key, entry in entries.items()}
    return plain(node)
