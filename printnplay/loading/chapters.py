"""locales/<language>/<game>.md: chapters of the rulebook, written as Markdown (CommonMark).

Each paragraph, heading, list item and cell becomes a text like those of YAML files, so that it gets
the same checks: `rules.<id>.title` and `rules.<id>.<number>` under a heading `# Title {#id}`. Its
Markdown element becomes a block. All languages have the same headings with the same ids, and under
each the same blocks, so that their texts can be compared.

Inside a text the markup is that of all texts: `*emphasis*`, `**strong**`, `{term:storm}`, and code
between backticks. Blocks of code and `$$` formulas are texts of several lines.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.door import ReadError, Why, is_there, read
from printnplay.files.yaml_tree import MAX_BYTES
from printnplay.game.game import Game
from printnplay.game.rulebook import (
    Block,
    ChapterBlock,
    CodeBlock,
    ColumnsBlock,
    FormulaBlock,
    HeadingBlock,
    ListBlock,
    NoteBlock,
    Outline,
    PageBreakBlock,
    ParagraphBlock,
    PictureBlock,
    QuoteBlock,
    RuleBlock,
    Section,
    SidebarBlock,
    SpreadBlock,
    TableBlock,
)
from printnplay.game.texts import Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span, Subject
from printnplay.kernel.formulas import each_formula
from printnplay.kernel.languages import original_in
from printnplay.kernel.markup import coded, codes_in, links_in, without_code
from printnplay.kernel.suggestions import suggestion
from printnplay.loading.forms import check_name

if TYPE_CHECKING:
    from markdown_it.token import Token

_ID = re.compile(r"\s*\{#([^{}\s]*)\}\s*$")
_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*")
"""The first line of a note in GitHub's Markdown."""

_BREAK = re.compile(r"<!--\s*page break\s*-->\s*")
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_MARK = re.compile(r"(?:\s*(?:>|#+(?=\s)|[-*+](?=\s)|\d+[.)](?=\s)))*\s*")
"""The marks before the words of a line."""

_SAID_BY = re.compile(r"[—–]\s*")

NO_SUBJECT = Subject()

PRINTED = (
    "headings, paragraphs, lists, tables, code, `$$` formulas, `>` quotations, `> [!NOTE]` notes,"
    " pictures on a line of their own, `---` and `<!-- page break -->`"
)


class Chapter(Struct, frozen=True):
    """The content under one heading of the first level: blocks, and their texts by key."""

    id: str
    span: Span
    blocks: tuple[Block, ...] = ()
    texts: Mapping[str, Text] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The key of its heading."""
        return f"rules.{self.id}.title"


def read_chapters(
    files: Mapping[str, tuple[Path, str]], game: str, problems: Problems, original: str = ""
) -> dict[str, tuple[Chapter, ...]]:
    """Read the chapters of each language that has a file, by language.

    `files` has for each language its file and the path to show for it. If the languages differ in
    their headings or blocks, the translation has an error. `original` is the game's own language.
    """
    chapters = {}
    for language, (path, shown) in files.items():
        if is_there(path):
            of_language = problems.part(Subject(game=game, language=language))
            chapters[language] = _read(path, shown, Subject(game, language), of_language)
    model = original_in(chapters, original)
    for language, found in chapters.items():
        if language != model:
            of_language = problems.part(Subject(game=game, language=language))
            _compare(chapters[model], found, Span(files[language][1]), of_language)
    return chapters


def with_chapters(game: Game, chapters: Sequence[Chapter], problems: Problems) -> Game:
    """Return the game with the blocks of chapters inserted where its outline names them.

    A game without booklet.yaml has one section for each chapter.
    """
    by_id = {chapter.id: chapter for chapter in chapters}

    def changed(outline: Outline) -> Outline:
        sections = outline.sections or tuple(
            Section(chapter.id, (ChapterBlock(chapter.id, chapter.span),), chapter.span)
            for chapter in chapters
        )
        sections = tuple(
            replace(section, blocks=_expanded(section.blocks, section.id, by_id, problems))
            for section in sections
        )
        return replace(outline, sections=sections)

    return game.with_outlines(changed)


def _expanded(
    blocks: Sequence[Block], section: str, chapters: Mapping[str, Chapter], problems: Problems
) -> tuple[Block, ...]:
    """Return the blocks, with the name of each chapter replaced by its blocks.

    The chapter's title is that of a section of the same id; elsewhere it becomes a heading.
    """
    made: list[Block] = []
    for block in blocks:
        match block:
            case ChapterBlock(id=name) if name in chapters:
                chapter = chapters[name]
                if name != section:
                    made.append(HeadingBlock(chapter.title, block.span, 2, name))
                made += chapter.blocks
            case ChapterBlock(id=name):
                text = f"there is no chapter `{name}`"
                label = "expected the id of a heading of the first level in the Markdown file"
                cure = suggestion(name, chapters, "write `# Its title {#" + name + "}`")
                problems.error(codes.BLOCK_NAMES_NOTHING, text, block.span, label, cure)
            case SidebarBlock(body=body):
                inner = _expanded(body, section, chapters, problems)
                made.append(replace(block, body=inner))
            case SpreadBlock(body=body, right=right):
                inner = _expanded(body, section, chapters, problems)
                facing = _expanded(right, section, chapters, problems)
                made.append(replace(block, body=inner, right=facing))
            case ColumnsBlock(columns=columns):
                inners = tuple(_expanded(column, section, chapters, problems) for column in columns)
                made.append(replace(block, columns=inners))
            case _:
                made.append(block)
    return tuple(made)


def _read(path: Path, shown: str, subject: Subject, problems: Problems) -> tuple[Chapter, ...]:
    try:
        source = read(path, MAX_BYTES).decode("utf-8-sig")
    except ReadError as error:
        code = codes.FILE_TOO_LARGE if error.why is Why.TOO_LARGE else codes.CANNOT_READ
        problems.add(error.fault(code, shown))
        return ()
    except UnicodeDecodeError as error:
        text = f"the file is not UTF-8 (byte {error.start})"
        problems.error(codes.CANNOT_READ, text, Span(shown), "expected UTF-8", "save it as UTF-8")
        return ()
    return parse_chapters(source, shown, problems, subject)


def parse_chapters(
    source: str, shown: str, problems: Problems, subject: Subject = NO_SUBJECT
) -> tuple[Chapter, ...]:
    """Return the chapters in the content of a file; `shown` is its path to show."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table")
    if "$$" in source:
        from mdit_py_plugins.dollarmath.index import math_block_dollar

        reader.block.ruler.before("fence", "math_block", math_block_dollar(allow_labels=False))
    tokens = reader.parse(source)
    return _Reader(shown, source.splitlines(), subject, problems).chapters(tokens)


def texts_of(chapters: Sequence[Chapter]) -> dict[str, Text]:
    """Return the texts of chapters by key."""
    return {key: text for chapter in chapters for key, text in chapter.texts.items()}


class _Reader(Struct):
    """Turns the tokens of one file into chapters."""

    file: str
    lines: Sequence[str]
    subject: Subject
    problems: Problems
    found: list[Chapter] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    texts: dict[str, Text] = field(default_factory=dict)
    tokens: "Iterator[Token]" = field(default_factory=lambda: iter(()))
    ends: dict[int, int] = field(default_factory=dict)
    """The column after the last text on a line, by line: cells of a row share one."""

    def chapters(self, tokens: "Sequence[Token]") -> tuple[Chapter, ...]:
        """Return all chapters; text before the first heading is an error."""
        self.tokens = iter(tokens)
        readers: Mapping[str, Callable[[Token], None]] = {
            "heading_open": self._heading,
            "paragraph_open": self._paragraph,
            "bullet_list_open": self._list,
            "ordered_list_open": self._list,
            "blockquote_open": self._quotation,
            "table_open": self._table,
            "fence": self._code,
            "code_block": self._code,
            "math_block": self._formula,
            "hr": lambda token: self.blocks.append(RuleBlock(self._span(token))),
            "html_block": self._html,
        }
        for token in self.tokens:
            if not self.found and token.type != "heading_open":
                self._fault(token, "text before the first heading", "write `# A title {#id}` first")
                break
            reader = readers.get(token.type)
            if reader is None:
                what = token.type.removesuffix("_open").replace("_", " ")
                self._fault(token, f"a rulebook cannot print this ({what})", f"use {PRINTED}")
                self._until(token)
            else:
                reader(token)
        self._close()
        return tuple(self.found)

    def _close(self) -> None:
        """Add what was read to the last chapter."""
        if self.found:
            last = self.found[-1]
            self.found[-1] = replace(last, blocks=tuple(self.blocks), texts=dict(self.texts))
        self.blocks, self.texts = [], {}

    def _heading(self, token: "Token") -> None:
        inline, _ = next(self.tokens), next(self.tokens)
        level = int(token.tag[1:])
        match = _ID.search(inline.content)
        name = match[1] if match else ""
        words = _ID.sub("", inline.content)
        if level == 1:
            self._close()
            if not name:
                text = "write it like `# The story {#story}`: the same id in every language"
                self._fault(token, "a heading of the first level has no id", text)
            elif name in {chapter.id for chapter in self.found}:
                self._fault(token, f"two chapters have the id `{name}`", "rename one of them")
            else:
                check_name(name, self._span(token), self.problems)
            self.found.append(Chapter(name or "unnamed", self._span(token)))
            self._keep("title", words, inline)
            return
        if level > 3 or not self.found:
            self._fault(token, "a heading of the wrong level", "use `#` first, then `##` and `###`")
        key = self._text(words, inline)
        self.blocks.append(HeadingBlock(key, self._span(token), min(level, 3), name))

    def _paragraph(self, token: "Token") -> None:
        inline, _ = next(self.tokens), next(self.tokens)
        children = inline.children or []
        if len(children) == 1 and children[0].type == "image":
            image = children[0]
            alt = self._text(image.content, inline)
            title = str(image.attrGet("title") or "")
            caption = self._text(title, inline) if title else ""
            file = str(image.attrGet("src") or "")
            self.blocks.append(PictureBlock(file, alt, self._span(token), caption))
            return
        self.blocks.append(ParagraphBlock(self._text(inline.content, inline), self._span(token)))

    def _list(self, token: "Token") -> None:
        items = [self._text(inline.content, inline) for inline in self._plain(token, "list")]
        numbered = token.type.startswith("ordered")
        self.blocks.append(ListBlock(tuple(items), self._span(token), numbered))

    def _quotation(self, token: "Token") -> None:
        """Add a quotation, or a note if it begins like one."""
        inlines = self._plain(token, "quotation")
        span = self._span(token)
        if inlines and _ALERT.match(inlines[0].content):
            first = _ALERT.sub("", inlines[0].content)
            title, _, rest = first.partition("\n")
            titled = self._text(title, inlines[0]) if title.strip() else ""
            texts = [self._text(rest, inlines[0])] if rest.strip() else []
            texts += [self._text(inline.content, inline) for inline in inlines[1:]]
            self.blocks.append(NoteBlock(tuple(texts), span, titled))
            return
        if not 1 <= len(inlines) <= 2:
            self._fault(token, "a quotation of several paragraphs", "write it as one paragraph")
            return
        said = self._text(inlines[0].content, inlines[0])
        by = ""
        if len(inlines) == 2:
            by = self._text(_SAID_BY.sub("", inlines[1].content, count=1), inlines[1])
        self.blocks.append(QuoteBlock(said, span, by))

    def _table(self, token: "Token") -> None:
        rows: list[list[str]] = []
        for inner in self._until(token):
            if inner.type == "tr_open":
                rows.append([])
            elif inner.type == "inline":
                rows[-1].append(self._text(inner.content or "\u2013", inner))
        heads, *others = rows
        cells = tuple(map(tuple, others))
        self.blocks.append(TableBlock(tuple(heads), cells, self._span(token)))

    def _code(self, token: "Token") -> None:
        """Add lines of code; their text is code as in other texts, so that checks leave it out."""
        span = self._span(token)
        lines = token.content.expandtabs(4).strip("\n")
        if not lines.strip():
            self._fault(token, "the code is empty", "write its lines, or remove it")
            return
        key = self._add(str(len(self.texts)), coded(lines), span)
        self.blocks.append(CodeBlock(key, span))

    def _formula(self, token: "Token") -> None:
        """Add a display formula; its text keeps the dollar signs, as in a paragraph."""
        words, span = f"$${token.content}$$", self._span(token)
        if not token.content.strip():
            self._fault(token, "the formula is empty", "write it between the dollar signs")
            return
        key = self._joined(str(len(self.texts)), words, token)
        self.blocks.append(FormulaBlock(key, span))

    def _html(self, token: "Token") -> None:
        if _BREAK.fullmatch(token.content):
            self.blocks.append(PageBreakBlock("page", self._span(token)))
        elif not _COMMENT.fullmatch(token.content):
            self._fault(token, "a rulebook cannot print HTML", f"use {PRINTED}")

    def _plain(self, token: "Token", what: str) -> "list[Token]":
        """Return the paragraphs of a list or quotation, which may contain nothing else."""
        inlines = []
        for inner in self._until(token):
            if inner.type == "inline":
                inlines.append(inner)
            elif inner.type not in _WITHIN:
                self._fault(inner, f"a {what} holds more than paragraphs", "remove it")
        return inlines

    def _until(self, token: "Token") -> "list[Token]":
        """Consume and return the tokens within an opened element."""
        inner = []
        depth = int(token.nesting)
        while depth > 0:
            following = next(self.tokens)
            depth += following.nesting
            inner.append(following)
        return inner

    def _text(self, words: str, inline: "Token") -> str:
        """Add a text to the chapter and return its key."""
        return self._keep(str(len(self.texts)), words, inline)

    def _keep(self, name: str, words: str, inline: "Token") -> str:
        children = inline.children or []
        alone = len(children) == 1 and children[0].type == "image"
        linked = [child for child in children if child.type == "link_open"]
        if len(linked) != len(links_in(inline.content)) and not alone:
            cure = "write `[words](https://...)`, or `[words](#id)` for a part of the rulebook"
            self._fault(inline, "a link of this form is not supported here", cure)
        code = [child for child in children if child.type == "code_inline"]
        if len(code) != codes_in(inline.content) and not alone:
            cure = r"write spaces or marks around the backticks, or \` for a backtick itself"
            self._fault(inline, "code of this form is not supported here", cure)
        for child in () if alone else children:
            marked = child.markup.startswith("_")
            if child.type in _UNREADABLE or (marked and child.type in ("em_open", "strong_open")):
                cure = "write `*words*`, `**words**`, or `{page:id}` for a page of the rulebook"
                self._fault(inline, f"`{child.markup or child.type}` is not supported here", cure)
        if any(one["shown"] for one in each_formula(without_code(inline.content))):
            cure = "put empty lines around it, or write `$...$` for a formula in a line"
            self._fault(inline, "a `$$` formula is inside a paragraph", cure)
        return self._joined(name, words, inline)

    def _joined(self, name: str, words: str, token: "Token") -> str:
        """Add a text of one or more lines, which are joined, and return its key."""
        lines = [line.strip() for line in words.strip().split("\n")]
        places = list(self._places(lines, token))
        starts = accumulate((len(line) + 1 for line in lines), initial=0)
        known = tuple(zip(starts, places, strict=False)) if len(places) > 1 else ()
        return self._add(name, " ".join(lines), places[0] if places else self._span(token), known)

    def _add(
        self, name: str, words: str, span: Span, lines: tuple[tuple[int, Span], ...] = ()
    ) -> str:
        key = f"rules.{self.found[-1].id if self.found else 'unnamed'}.{name}"
        subject = replace(self.subject, key=key)
        self.texts[key] = Text(key, {"other": words}, span, {"other": span}, subject, lines)
        return key

    def _places(self, lines: Sequence[str], token: "Token") -> Iterator[Span]:
        """Yield where the lines of a text are written, after the texts before it."""
        begin, end = token.map or (0, 0)
        left = iter(lines)
        words = next(left)
        for line in range(begin, min(end, len(self.lines)) if words else begin):
            column = self.lines[line].find(words, max(self.ends.get(line, 0), self._mark(line)))
            if column >= 0:
                self.ends[line] = column + len(words)
                yield Span(self.file, line + 1, column + 1, len(words))
                words = next(left, "")
                if not words:
                    return

    def _span(self, token: "Token") -> Span:
        line = token.map[0] if token.map else 0
        source = self.lines[line] if line < len(self.lines) else ""
        column = self._mark(line)
        return Span(self.file, line + 1, column + 1, max(1, len(source.rstrip()) - column))

    def _mark(self, line: int) -> int:
        """Return the length of the marks at the start of a line."""
        match = _MARK.match(self.lines[line]) if line < len(self.lines) else None
        return match.end() if match else 0

    def _fault(self, token: "Token", text: str, cure: str) -> None:
        label = "expected Markdown that a rulebook can print"
        self.problems.error(codes.UNPRINTABLE_MARKDOWN, text, self._span(token), label, cure)


_WITHIN = frozenset({"paragraph_open", "paragraph_close", "list_item_open", "list_item_close"}) | {
    f"{kind}_close" for kind in ("bullet_list", "ordered_list", "blockquote")
}
_UNREADABLE = frozenset({"image", "html_inline"})


def _compare(
    model: Sequence[Chapter], chapters: Sequence[Chapter], file: Span, problems: Problems
) -> None:
    """Report the differences in structure between a translation and its original."""
    known = {chapter.id: chapter for chapter in model}
    there = {chapter.id: chapter for chapter in chapters}
    for chapter in chapters:
        if chapter.id not in known:
            text = f"the chapter `{chapter.id}` is in this language only"
            label, cure = "expected an id of the original", suggestion(chapter.id, known)
            problems.error(codes.CHAPTERS_DIFFER, text, chapter.span, label, cure)
        else:
            _compare_blocks(known[chapter.id], chapter, problems)
    for chapter in model:
        if chapter.id not in there:
            text = f"the chapter `{chapter.id}` is missing"
            label = f"expected a heading `# ... {{#{chapter.id}}}`"
            problems.error(codes.CHAPTERS_DIFFER, text, file, label, "translate it")


def _compare_blocks(model: Chapter, chapter: Chapter, problems: Problems) -> None:
    """Report the first block whose structure differs from that of the original."""
    for wanted, found in zip_longest(model.blocks, chapter.blocks):
        if (wanted and _shape(wanted)) == (found and _shape(found)):
            continue
        place = found.span if found else chapter.span
        shown = _shape(found) if found else "the end of the chapter"
        text = f"`{chapter.id}` differs in structure from its original: {shown}"
        label = f"expected {_shape(wanted) if wanted else 'the end of the chapter'}"
        original = wanted.span if wanted else model.span
        cure = f"write what the original has there ({original.file}:{original.line})"
        problems.error(codes.CHAPTERS_DIFFER, text, place, label, cure)
        return


_PLAIN_SHAPES: dict[type, str] = {
    ParagraphBlock: "a paragraph",
    RuleBlock: "a line",
    CodeBlock: "code",
    FormulaBlock: "a formula",
    PageBreakBlock: "a page break",
}


def _shape(block: Block) -> str:
    """Return the part of a block that must be the same in every language, in words."""
    shape = _PLAIN_SHAPES.get(type(block), "another block")
    match block:
        case HeadingBlock(level=level, id=name):
            shape = f"a heading of level {level}" + (f" with the id `{name}`" if name else "")
        case ListBlock(items=items, numbered=numbered):
            shape = f"a {'numbered ' if numbered else ''}list of {len(items)}"
        case TableBlock(heads=heads, rows=rows):
            shape = f"a table of {len(heads)} columns and {len(rows)} rows"
        case NoteBlock(texts=texts, title=title):
            shape = f"a note of {len(texts)} paragraphs" + (" with a title" if title else "")
        case PictureBlock(file=file, caption=caption):
            shape = f"the picture `{file}`" + (" with a caption" if caption else "")
        case QuoteBlock(by=by):
            shape = "a quotation" + (" with who says it" if by else "")
    return shape
