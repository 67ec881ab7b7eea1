"""Parse the part of Ruby that scripts of decks are written in, as a tree. Nothing is run.

What is not understood is left out: a statement up to its end, with its line.
"""

from typing import Any

from msgspec import Struct

from printnplay.importing.ruby_words import (
    KEYWORDS,
    LONGEST,
    OPENS,
    Inserted,
    NotUnderstoodError,
    Token,
    tokens_of,
)

DEEPEST = 60
"""The deepest nesting of expressions: scripts have ten. Each level is several nested calls."""


class Node(Struct, frozen=True):
    """A part of a script: what it is, its line, and its parts, by `kind`.

    text (list of texts and nodes), symbol, number, name, constant, variable, array, hash (pairs),
    call (receiver, name, arguments, options, block), index (of, by), assign (target, value),
    several (names, values),
    operator (sign, left, right), not, range (first, last, whether without the last), choice
    (condition, then, else), block (names, statements), when (subject, cases, else), define (name,
    names, statements), nil.
    """

    kind: str
    line: int
    parts: tuple[Any, ...] = ()


_LEVELS: tuple[tuple[str, ...], ...] = (
    ("or", "and"),
    ("||",),
    ("&&",),
    ("==", "!=", "=~", "!~", "===", "<=>"),
    ("<", ">", "<=", ">="),
    ("|",),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
    ("**",),
)
_ASSIGNING = {"+=": "+", "-=": "-", "*=": "*", "/=": "/", "||=": "||", "&&=": "&&"}


class _Parser:
    """Reads statements by recursive descent; a statement that it cannot read is skipped."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self._no_do = 0
        self.faults: list[tuple[int, str]] = []

    # Words

    @property
    def _now(self) -> Token:
        return self._tokens[self._at]

    def _is(self, *values: str) -> bool:
        return self._now.kind in ("word", "operator") and self._now.value in values

    def _next(self) -> Token:
        token = self._now
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _take(self, *values: str) -> bool:
        if self._is(*values):
            self._next()
            return True
        return False

    def _need(self, *values: str) -> None:
        if not self._take(*values):
            raise NotUnderstoodError(
                self._now.line, f"`{self._now.value}`".replace("\n", "line end")
            )

    def _skip_lines(self) -> None:
        while self._now.kind == "line":
            self._next()

    # Statements

    def statements(self, ends: tuple[str, ...]) -> list[Node]:
        """Read statements up to one of these words, or the end."""
        found: list[Node] = []
        while True:
            self._skip_lines()
            if self._now.kind == "end" or self._is(*ends):
                return found
            start = self._at
            try:
                found.append(self._statement())
                if self._now.kind not in ("line", "end") and not self._is(*ends):
                    raise NotUnderstoodError(self._now.line, f"`{self._now.value}`")
            except NotUnderstoodError as error:
                self.faults.append((error.line, error.what))
                self._at = start
                self._no_do = 0
                self._skip_statement()

    def _skip_statement(self) -> None:
        """Go to the end of a statement: a line end outside of brackets and blocks."""
        depth, first = 0, True
        while self._now.kind != "end":
            token = self._now
            if token.kind == "line" and depth <= 0 and not first:
                return
            is_modifier = not first and self._tokens[self._at - 1].kind != "line"
            if token.kind == "operator" and token.value in "([{" and token.value:
                depth += 1
            elif token.kind == "operator" and token.value in (")", "]", "}"):
                depth -= 1
            elif token.kind == "word" and token.value in OPENS:
                opens = token.value in ("do", "def", "case", "begin", "class", "module")
                depth += opens or not is_modifier
            elif token.kind == "word" and token.value == "end":
                depth -= 1
                if depth < 0:
                    return
            first = False
            self._next()

    def _statement(self) -> Node:
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise NotUnderstoodError(self._now.line, "deep nesting")
            node = self._several() if self._is_several() else self._expression()
            while self._is("if", "unless", "while", "until", "rescue"):
                word = self._next()
                condition = self._expression()
                if word.value == "if":
                    node = Node("choice", word.line, (condition, [node], []))
                elif word.value == "unless":
                    node = Node("choice", word.line, (condition, [], [node]))
                elif word.value != "rescue":
                    raise NotUnderstoodError(word.line, f"`{word.value}`")
            return node
        finally:
            self._depth -= 1

    def _expression(self) -> Node:
        self._depth += 1
        try:
            if self._depth > DEEPEST:
                raise NotUnderstoodError(self._now.line, "deep nesting")
            return self._assignment()
        finally:
            self._depth -= 1

    def _assignment(self) -> Node:
        left = self._ternary()
        if left.kind in ("name", "constant", "index", "call", "variable"):
            line = self._now.line
            if self._is("="):
                self._next()
                self._skip_lines()
                return Node("assign", line, (left, self._expression()))
            if self._now.kind == "operator" and self._now.value in _ASSIGNING:
                sign = _ASSIGNING[self._next().value]
                right = self._expression()
                return Node("assign", line, (left, Node("operator", line, (sign, left, right))))
        return left

    def _is_several(self) -> bool:
        """Return whether a statement begins with several names, as `x, y = 1, 2`."""
        at = self._at
        while self._tokens[at].kind == "word" and self._tokens[at].value not in KEYWORDS:
            sign = self._tokens[min(at + 1, len(self._tokens) - 1)]
            if sign.kind != "operator" or sign.value not in (",", "="):
                return False
            if sign.value == "=":
                return at > self._at
            at += 2
        return False

    def _several(self) -> Node:
        """Read an assignment to several names."""
        line = self._now.line
        names = [str(self._next().value)]
        while self._take(","):
            names.append(str(self._next().value))
        self._need("=")
        self._skip_lines()
        values = [self._ternary()]
        while self._take(","):
            self._skip_lines()
            values.append(self._ternary())
        return Node("several", line, (names, values))

    def _ternary(self) -> Node:
        condition = self._range()
        if self._is("?"):
            line = self._next().line
            self._skip_lines()
            # `a ? b : c` may read `b :` as a label.
            if self._now.kind == "label" and len(self._now.value) == 1:
                token = self._next()
                then = Node("name", token.line, (token.value[0],))
            else:
                then = self._ternary()
                self._skip_lines()
                self._need(":")
            self._skip_lines()
            return Node("choice", line, (condition, [then], [self._ternary()]))
        return condition

    def _range(self) -> Node:
        first = self._binary(0)
        if self._is("..", "..."):
            word = self._next()
            ends = self._now.kind in ("line", "end") or self._is(")", "]")
            last = Node("nil", word.line) if ends else self._binary(0)
            return Node("range", word.line, (first, last, word.value == "..."))
        return first

    def _binary(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._is(*_LEVELS[level]):
            word = self._next()
            self._skip_lines()
            left = Node("operator", word.line, (word.value, left, self._binary(level + 1)))
        return left

    def _unary(self) -> Node:
        if self._is("!", "not"):
            line = self._next().line
            return Node("not", line, (self._unary(),))
        if self._is("-", "+"):
            word = self._next()
            of = self._unary()
            zero = Node("number", word.line, ("0",))
            return Node("operator", word.line, (word.value, zero, of))
        if self._is("*", "&"):  # a list as arguments, a block as an argument
            self._next()
            return self._unary()
        return self._postfix(self._primary())

    # Calls

    def _postfix(self, node: Node) -> Node:  # noqa: C901
        while True:
            token = self._now
            if token.kind == "line" and token.value == "\n":
                ahead = self._at
                while self._tokens[ahead].kind == "line":
                    ahead += 1
                following = self._tokens[ahead]
                if following.kind == "operator" and following.value in (".", "&."):
                    self._at = ahead
                    continue
                return node
            if self._is(".", "&.", "::"):
                self._next()
                self._skip_lines()
                node = self._member(node)
            elif self._is("[") and not token.spaced:
                line = self._next().line
                by = self._items("]")
                node = Node("index", line, (node, by))
            elif token.spaced and self._is("[") and node.kind == "call" and not node.parts[2]:
                return node
            elif self._is("{") and node.kind in ("call", "name"):
                node = self._with_block(node, self._braces())
            elif self._is("do") and not self._no_do and node.kind in ("call", "name"):
                node = self._with_block(node, self._do())
            else:
                return node

    def _member(self, receiver: Node) -> Node:
        token = self._next()
        if token.kind == "operator" and token.value == "(":  # lambda.(x)
            self._at -= 1
            name = "call"
        elif token.kind == "label" and token.value:  # a.b ? c.d : e, read as `d:`
            self._at -= 1
            self._tokens[self._at : self._at + 1] = [
                Token("word", token.value[0], token.line),
                Token("operator", ":", token.line, spaced=True),
            ]
            self._next()
            name = str(token.value[0])
        elif token.kind != "word":
            raise NotUnderstoodError(token.line, f"`{token.value}`")
        else:
            name = str(token.value)
        is_constant = name[:1].isupper() and not self._is("(")
        if is_constant:
            return Node("constant", token.line, (*_names(receiver), name))
        arguments, options = self._arguments()
        return Node("call", token.line, (receiver, name, arguments, options, None))

    def _arguments(self) -> tuple[list[Node], list[tuple[Any, Node]]]:
        """Read the arguments of a call, in brackets or after a space; empty if it has none."""
        if self._is("(") and not self._now.spaced:
            self._next()
            before, self._no_do = self._no_do, 0
            given = self._listed(")")
            self._no_do = before
            return given
        if not self._begins_argument():
            return [], []
        self._no_do += 1
        try:
            return self._listed("")
        finally:
            self._no_do -= 1

    def _begins_argument(self) -> bool:
        token = self._now
        if not token.spaced:
            return False
        if token.kind in ("text", "number", "symbol", "label", "words", "regex"):
            return True
        if token.kind == "word":
            return token.value not in KEYWORDS or token.value in ("nil", "true", "false", "self")
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        if token.kind == "operator" and token.value in ("-", "*", "[", "&"):
            return not following.spaced and following.kind != "line"
        return token.kind == "operator" and token.value in ("->", "(", "::")

    def _listed(self, end: str) -> tuple[list[Node], list[tuple[Any, Node]]]:  # noqa: C901
        """Read arguments up to a bracket, or to the end of the line."""
        arguments: list[Node] = []
        options: list[tuple[Any, Node]] = []
        while True:
            if end:
                self._skip_lines()
                if self._take(end):
                    return arguments, options
            if self._now.kind == "label":
                token = self._next()
                self._skip_lines()
                key = token.value[0] if len(token.value) == 1 else token.value
                options.append((key, self._expression()))
            else:
                item = self._expression()
                if self._take("=>"):
                    self._skip_lines()
                    key = item.parts[0] if item.kind in ("symbol", "text") else item
                    key = key[0] if isinstance(key, list) and len(key) == 1 else key
                    options.append((key, self._expression()))
                else:
                    arguments.append(item)
            if end:
                self._skip_lines()
            if self._take(","):
                self._skip_lines()
                continue
            if end:
                self._need(end)
            return arguments, options

    def _items(self, end: str) -> list[Node]:
        before, self._no_do = self._no_do, 0
        arguments, options = self._listed(end)
        self._no_do = before
        return [*arguments, *([Node("hash", self._now.line, (options,))] if options else [])]

    # Blocks

    def _with_block(self, node: Node, block: Node) -> Node:
        if node.kind == "name":
            return Node("call", node.line, (None, node.parts[0], [], [], block))
        receiver, name, arguments, options, _ = node.parts
        return Node("call", node.line, (receiver, name, arguments, options, block))

    def _braces(self) -> Node:
        return self._block("{", ("}",))

    def _do(self) -> Node:
        return self._block("do", ("end",))

    def _block(self, begin: str, ends: tuple[str, ...]) -> Node:
        line = self._now.line
        self._need(begin)
        before, self._no_do = self._no_do, 0
        self._skip_lines()
        names = self._names_between("|", "|") if self._is("|") else []
        if self._take("||"):
            names = []
        body = self.statements(ends)
        self._need(*ends)
        self._no_do = before
        return Node("block", line, (names, body))

    def _names_between(self, begin: str, end: str) -> list[str]:
        self._need(begin)
        names: list[str] = []
        while not self._take(end):
            token = self._next()
            if token.kind == "word":
                names.append(token.value)
            elif token.kind == "label":
                names.append(token.value[0])
            elif token.kind in ("end", "line"):
                raise NotUnderstoodError(token.line, "names that do not end")
        return names

    # Values

    def _primary(self) -> Node:  # noqa: C901, PLR0911
        token = self._next()
        line = token.line
        match token.kind:
            case "number":
                return Node("number", line, (token.value,))
            case "text":
                parts = list(token.value)
                while self._now.kind == "text":  # texts beside one another are one
                    parts += self._next().value
                return Node("text", line, (self._inserted(parts),))
            case "symbol":
                return Node("symbol", line, (token.value,))
            case "regex":
                return Node("regex", line, (token.value,))
            case "words":
                return Node("array", line, ([Node("text", line, ([one],)) for one in token.value],))
            case "word":
                return self._word(token)
        match token.value:
            case "[":
                return Node("array", line, (self._items("]"),))
            case "{":
                before, self._no_do = self._no_do, 0
                _, options = self._listed("}")
                self._no_do = before
                return Node("hash", line, (options,))
            case "(":
                before, self._no_do = self._no_do, 0
                inner = self.statements((")",))
                self._need(")")
                self._no_do = before
                return inner[-1] if inner else Node("nil", line)
            case "->":
                names = self._names_between("(", ")") if self._is("(") else []
                block = self._braces() if self._is("{") else self._do()
                return Node("block", line, (names, block.parts[1]))
            case "::":
                return self._primary()
        raise NotUnderstoodError(line, f"`{token.value}`".replace("\n", "line end"))

    def _inserted(self, parts: list[Any]) -> list[Any]:
        """Return a text with the trees of the expressions within."""
        if self._depth > DEEPEST // 2:
            raise NotUnderstoodError(self._now.line, "deep nesting")
        return [
            parse(part.source, part.line)[0][:1] if isinstance(part, Inserted) else part
            for part in parts
        ]

    def _word(self, token: Token) -> Node:  # noqa: C901, PLR0911, PLR0912
        line, word = token.line, str(token.value)
        if word in ("nil", "true", "false"):
            return Node(word, line)
        if word in ("if", "unless"):
            return self._if(word, line)
        if word == "case":
            return self._case(line)
        if word == "def":
            return self._define(line)
        if word == "begin":
            body = self.statements(("end", "rescue", "ensure"))
            if self._take("rescue", "ensure"):
                self.statements(("end",))
            self._need("end")
            return Node("choice", line, (Node("true", line), body, []))
        if word in ("module", "class"):
            while self._now.kind not in ("line", "end"):
                self._next()
            body = self.statements(("end",))
            self._need("end")
            return Node("choice", line, (Node("true", line), body, []))
        if word in ("while", "until", "for"):
            return self._endless(word, line)
        if word in ("return", "next"):
            ends = self._now.kind in ("line", "end") or self._is("if", "unless", "end", "}")
            return Node("nil", line) if ends else self._expression()
        if word in KEYWORDS:
            raise NotUnderstoodError(line, f"`{word}`")
        if word[0] in "@$":
            return Node("variable", line, (word,))
        if word[0].isupper() and not (self._is("(") and not self._now.spaced):
            return Node("constant", line, (word,))
        has_brackets = self._is("(") and not self._now.spaced
        arguments, options = self._arguments()
        if has_brackets or arguments or options:
            return Node("call", line, (None, word, arguments, options, None))
        return Node("name", line, (word,))

    def _if(self, word: str, line: int) -> Node:
        condition = self._expression()
        self._take("then")
        then = self.statements(("end", "else", "elsif"))
        otherwise: list[Node] = []
        if self._is("elsif"):
            otherwise = [self._if(self._next().value, line)]
            pair = (then, otherwise)
            return Node("choice", line, (condition, *pair))
        if self._take("else"):
            otherwise = self.statements(("end",))
        self._need("end")
        if word == "unless":
            then, otherwise = otherwise, then
        return Node("choice", line, (condition, then, otherwise))

    def _endless(self, word: str, line: int) -> Node:
        """Read a loop whose number of turns is not known: it is not worked out."""
        self._no_do += 1
        while self._now.kind not in ("line", "end") and not self._is("do"):
            self._next()
        self._no_do -= 1
        self._take("do")
        self.statements(("end",))
        self._need("end")
        return Node(word, line)

    def _case(self, line: int) -> Node:
        subject = None if self._now.kind == "line" else self._expression()
        self._skip_lines()
        cases = []
        while self._take("when"):
            values = [self._expression()]
            while self._take(","):
                self._skip_lines()
                values.append(self._expression())
            self._take("then")
            cases.append((values, self.statements(("when", "else", "end"))))
        otherwise = self.statements(("end",)) if self._take("else") else []
        self._need("end")
        return Node("when", line, (subject, cases, otherwise))

    def _define(self, line: int) -> Node:  # noqa: C901
        name = str(self._next().value)
        names: list[str] = []
        if self._is("("):
            depth = 0
            while self._now.kind != "end":
                token = self._next()
                depth += (token.value == "(") - (token.value == ")")
                previous = self._tokens[self._at - 2].value
                if token.kind == "word" and previous in ("(", ",", "\n"):
                    names.append(token.value)
                elif token.kind == "label":
                    names.append(token.value[0])
                if depth == 0:
                    break
        else:
            while self._now.kind != "line":
                token = self._next()
                if token.kind == "word":
                    names.append(token.value)
        body = self.statements(("end", "rescue", "ensure"))
        if self._take("rescue", "ensure"):
            self.statements(("end",))
        self._need("end")
        return Node("define", line, (name, names, body))


def _names(node: Node) -> tuple[str, ...]:
    return tuple(node.parts) if node.kind == "constant" else ()


def parse(source: str, line: int = 1) -> tuple[list[Node], list[tuple[int, str]]]:
    """Return the statements of a script, and the lines that are not understood, with why.

    Raises:
        NotUnderstoodError: texts or brackets in it do not end.
    """
    if len(source) > LONGEST:
        raise NotUnderstoodError(1, "a script of more than 400,000 characters")
    tokens = tokens_of(source)
    if line > 1:
        tokens = [Token(one.kind, one.value, one.line + line - 1, one.spaced) for one in tokens]
    parser = _Parser(tokens)
    return parser.statements(()), parser.faults
