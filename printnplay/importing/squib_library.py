"""What scripts of decks use of Ruby's library: files of the project, tables, mathematics."""

import json
import math
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from printnplay.files.door import files_below
from printnplay.importing import ruby_values as values
from printnplay.importing.ruby_dispatch import items_of
from printnplay.importing.ruby_items import flat
from printnplay.importing.ruby_objects import new_struct, open_struct
from printnplay.importing.ruby_patterns import pattern_of
from printnplay.importing.ruby_ranges import Range
from printnplay.importing.ruby_scopes import Function, Instance, Module
from printnplay.importing.ruby_tree import END, statements
from printnplay.importing.source import MOST_CARDS
from printnplay.importing.squib_context import Context
from printnplay.importing.squib_icons import game_icon
from printnplay.importing.squib_tables import cell, csv_table, sheet_rows, typed

Given = Sequence[Any]


def _rows(headings: list[str], rows: list[list[str]], options: Mapping[Any, Any]) -> list[Any]:
    """Return rows as Ruby's CSV has them: lists, or mappings by the headings."""
    convert = cell if options.get("converters") else lambda text: text or None
    if not options.get("headers"):
        return [[convert(one) for one in row] for row in (headings, *rows)]
    names = headings
    if "symbol" in values.as_text(options.get("header_converters")):
        names = [
            values.Symbol(re.sub(r"\W+", "", re.sub(r"\s+", "_", one.strip().lower())))
            for one in headings
        ]
    made = values.Rows(dict(zip(names, map(convert, row), strict=False)) for row in rows)
    made.headings = names
    return made


def _csv(script: Context, given: Given, block: Function | None, *, is_text: bool = False) -> Any:
    options = given[-1] if isinstance(given[-1], dict) else {}
    text = values.as_text(given[0]) if is_text else script.source.text(script.file(given[0]))
    rows = _rows(*csv_table(text, values.as_text(options.get("col_sep", ","))), options)
    return script.ruby.send(rows, "each", [], block, 0) if block else rows


def _sheet(script: Context, given: Given, _: Any = None, *, which: Any = 0) -> values.Sheet:
    """Return a sheet of a workbook as the gem roo reads it."""
    found = values.Sheet(sheet_rows(script.source.sheet(script.file(given[0]), which)))
    found.other = lambda other: _sheet(script, given, which=other)
    return found


def _measured(script: Context, given: Given, _: Any = None) -> Instance:
    """Return a picture as the gem mini_magick opens it: its size in pixels."""
    folders = Path(script.ruby.file).parent, *script.folders
    file = script.source.picture(values.as_text(given[0]), script.span(0), *folders)
    width, height = script.source.pixels(file) or (0, 0)
    return open_struct({"width": round(width), "height": round(height)})


def _hash(script: Context, given: Given, block: Function | None) -> values.Hash:
    made = values.Hash()
    if block is not None:
        made.made = lambda key: script.ruby.call(block, [made, key])
    elif given:
        made.value = given[0]
    return made


def _array(script: Context, given: Given, block: Function | None) -> list[Any]:
    if given and isinstance(given[0], list):
        return list(given[0])
    number = min(int(given[0]), MOST_CARDS) if given else 0
    value = given[1] if len(given) > 1 else None
    return [value if block is None else script.ruby.call(block, [at]) for at in range(number)]


def _class(script: Context, made: Module, block: Function | None) -> Module:
    """Return a class without a name: `Struct.new(:name) do`, `Class.new do`."""
    inner = made.scope_in(script.ruby.top if block is None else block.scope)
    script.ruby.run(statements(block.body) if block is not None else [], inner)
    return made


def _globbed(script: Context, given: Given, block: Function | None) -> Any:
    """Return the files of the project that patterns mean."""
    found: list[str] = []
    for pattern in flat(given, 1):
        wanted = posixpath.normpath(values.as_text(pattern))
        bare = re.escape(wanted)
        for mark, meaning in (("\\*\\*/", "(?:.*/)?"), ("\\*", "[^/]*"), ("\\?", "[^/]")):
            bare = bare.replace(mark, meaning)
        bare = re.sub(r"\\\{(.*?)\\\}", lambda one: f"(?:{one[1].replace(',', '|')})", bare)
        for folder in script.folders:
            below = files_below(folder, frozenset({posixpath.splitext(wanted)[1]}))
            names = (
                path.relative_to(folder).as_posix() for path in below if script.source.has(path)
            )
            found += sorted(name for name in names if re.fullmatch(bare, name))
    return script.ruby.send(list(dict.fromkeys(found)), "each" if block else "to_a", [], block, 0)


def _text_of(script: Context, given: Given, _: Any = None) -> str:
    return script.source.text(script.file(given[0]))


def _data_of(script: Context, _: Given = (), __: Any = None) -> str:
    """Return what stands in the script after `__END__`."""
    return END.split(script.source.text(script.path), 1)[-1]


def _data(script: Context, given: Given, _: Any = None) -> Any:
    return typed(script.source.yaml_of(values.as_text(given[0]), script.shown))


def _json(_: Context, given: Given, __: Any = None) -> Any:
    is_named = isinstance(given[-1], dict) and values.is_true(given[-1].get("symbolize_names"))
    named: Any = lambda pairs: {values.Symbol(key) if is_named else key: of for key, of in pairs}  # noqa: E731
    return json.loads(values.as_text(given[0]), object_pairs_hook=named)


def _inside(script: Context, given: Given, block: Function | None) -> Any:
    """Go through a block for another folder, in which files are found then."""
    path = script.folder(given[0])
    script.folders[:0] = [path] if path is not None else []
    return None if block is None else script.ruby.call(block, given)


def _opened(script: Context, given: Given, block: Function | None) -> Any:
    """Return the text of a file to read; files to write are left alone."""
    if len(given) > 1 and values.as_text(given[1])[:1] in ("w", "a"):
        return None
    text = _text_of(script, given)
    return text if block is None else script.ruby.call(block, [text])


_SYMBOLS = {"headers": True, "header_converters": "symbol", "converters": "numeric"}


def _basename(path: Any, ending: str = "") -> str:
    name = posixpath.basename(values.as_text(path))
    return posixpath.splitext(name)[0] if ending == ".*" else name.removesuffix(ending)


def _integer(value: Any, *given: Any) -> int | None:
    """Return a whole number; nil for what is none, if an exception is not wanted."""
    options = given[-1] if given and isinstance(given[-1], dict) else {}
    base = next((one for one in given if isinstance(one, int)), 0)
    try:
        if value is None:
            raise values.RubyError("TypeError", "can't convert nil into Integer")
        plain = re.sub(r"^0(?=[0-7])", "0o", value.strip()) if isinstance(value, str) else value
        return int(plain, base) if isinstance(plain, str) else int(plain)
    except ValueError:
        if values.is_true(options.get("exception", True)):
            raise
        return None


def _number(value: Any, *_: Any) -> float:
    if value is None:
        raise values.RubyError("TypeError", "can't convert nil into Float")
    return float(value)


def _mapping(*given: Any) -> dict[Any, Any]:
    if len(given) > 1:
        return dict(zip(given[::2], given[1::2], strict=True))
    pairs = given[0] if given else {}
    return {
        values.as_key(key): of for key, of in (pairs.items() if isinstance(pairs, dict) else pairs)
    }


def _listed(value: Any = None) -> list[Any]:
    many = isinstance(value, list | Range | values.Frame | dict)
    return items_of(value) if many else [] if value is None else [value]


_MATHS = ("sin", "cos", "tan", "sqrt", "atan", "atan2", "asin", "acos", "hypot", "log", "pow",
          "log10")  # fmt: skip
PURE: Mapping[str, Callable[..., Any]] = {
    **{f"Math.{name}": getattr(math, name) for name in _MATHS},
    **values.table({
        "Math::PI": lambda: math.pi,
        "Math::E": lambda: math.e,
        "Float::INFINITY Float::MAX": lambda: 1e12,
        "Rational": lambda one, other=1: one / other,
        "Integer": _integer,
        "Float": _number,
        "String String.new": lambda text="", *_: values.as_text(text),
        "Array": _listed,
        "Hash Hash.[]": _mapping,
        "Array.[]": lambda *items: list(items),
        "OpenStruct.new": lambda fields=None: open_struct(fields or {}),
        "Set.new": lambda items=None: values.Set(dict.fromkeys(_listed(items))),
        "Set.[]": lambda *items: values.Set(dict.fromkeys(items)),
        "Range.new": Range,
        "Regexp.new": lambda source, *_: pattern_of(source),
        "Regexp.escape": re.escape,
        "Regexp.union": lambda *given: pattern_of("|".join(map(re.escape, flat(given, 1)))),
        "Squib::DataFrame.new": lambda columns=None, *_: values.Frame(columns or {}),
        "File.join": lambda *parts: re.sub("/+", "/", "/".join(map(values.as_text, parts))),
        "File.expand_path File.absolute_path File.realpath": lambda path, base=".": (
            posixpath.normpath(posixpath.join(base, path))
        ),
        "File.basename": _basename,
        "File.split": lambda path: [posixpath.dirname(path) or ".", posixpath.basename(path)],
        "File.dirname": lambda path: posixpath.dirname(path) or ".",
        "File.extname": lambda path: posixpath.splitext(path)[1],
        "ENV": dict,
        "$: $LOAD_PATH": list,
        "__dir__ Dir.pwd": lambda: ".",
    }),
}  # fmt: skip
"""Functions and constants by name that need nothing but their arguments."""

READING: Mapping[str, Callable[[Context, Given, Function | None], Any]] = values.table({
    "ENV.[] ENV.fetch": lambda script, given, _: script.variable(*given[:2]),
    "Array.new": _array,
    "Hash.new": _hash,
    "Roo::Excelx.new Roo::Spreadsheet.open Roo::CSV.new Roo::OpenOffice.new": _sheet,
    "MiniMagick::Image.open": _measured,
    "Struct.new Data.define": lambda script, given, block: _class(script, new_struct(given), block),
    "Class.new Module.new": lambda script, given, block: (
        _class(script, Module("Class", *given), block)
    ),
    "Proc.new": lambda _, __, block: block,
    "File.exist? File.exists? File.file?": lambda script, given, _: (
        script.found(given[0]) is not None
    ),
    "File.read IO.read": _text_of,
    "File.readlines File.foreach": lambda script, given, block: (
        script.ruby.send(_text_of(script, given), "each_line", [*given[1:]], block, 0)
    ),
    "DATA.read": _data_of,
    "DATA.readlines DATA.each_line DATA.each": lambda script, _, block: (
        script.ruby.send(_data_of(script), "each_line", [], block, 0)
    ),
    "File.open File.new": _opened,
    "Dir.glob Dir.[]": _globbed,
    "Dir.chdir": _inside,
    "YAML.load_file YAML.safe_load_file YAML.unsafe_load_file Psych.load_file": (
        lambda script, given, _: _data(script, [_text_of(script, given)])
    ),
    "YAML.load YAML.safe_load YAML.unsafe_load Psych.load": _data,
    "GameIcons.get": game_icon,
    "JSON.load_file": lambda script, given, _: _json(script, [_text_of(script, given), *given[1:]]),
    "JSON.parse JSON.load JSON.parse!": _json,
    "Object.new": lambda script, _, __: Instance(Module("Object"), script.ruby.send),
    "CSV.read CSV.foreach": _csv,
    "CSV.table": lambda script, given, block: _csv(script, [given[0], _SYMBOLS], block),
    "CSV.parse": lambda script, given, block: _csv(script, given, block, is_text=True),
    "Regexp.last_match": lambda script, given, _: script.ruby.match[given[0] if given else 0],
    "__FILE__": lambda script, _, __: posixpath.basename(script.ruby.file),
    "$0 $PROGRAM_NAME": lambda script, _, __: script.path.name,
    "Dir.exist? Dir.exists? File.directory?": lambda script, given, _: (
        script.folder(given[0]) is not None
    ),
})  # fmt: skip
"""Functions and constants by name that read files of the project, or call their block."""
