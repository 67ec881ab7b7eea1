"""states.yaml: which clauses of the rules each text states, and what it must say about them."""

from pathlib import Path

from printnplay.files.yaml_tree import ListNode, read_yaml
from printnplay.game.statements import Name, Statements, Tie
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import (
    TEXT,
    Form,
    Record,
    either,
    list_of,
    map_of,
    optional,
    read_entries,
)

NAME = Form(
    lambda node, problems: Name(TEXT.read(node, problems), node.span), "a name", TEXT.schema
)
NAMES = list_of(NAME, empty=True)


class TieKeys(Record):
    """A text with facts that it must say in every language."""

    states = optional(NAMES, "The clauses or rules that it states.", "[TTM-4.left]", "[]")
    says = optional(
        NAMES,
        "Facts that it must say in every language: meanings of language.yaml (also"
        " `no left`), numbers, terms and players.",
        "[left, term:dealer, hand_size, A]",
        "[]",
    )


class StatementsKeys(Record):
    """Ties between the texts of a game and the clauses of its rules."""

    texts = optional(
        map_of(either(ListNode, NAMES, TieKeys.form()), names=False, keys="key of a text"),
        "The clauses that each text states. The caption of a figure states the rules that its"
        " example shows.",
        "{rules.turn.order: [TTM-4.left, TTM-4.clockwise]}",
        "{}",
    )
    clauses = optional(
        map_of(NAMES, names=False, keys="id of a clause or rule"),
        "Facts that every text about a clause must say in every language.",
        "{TTM-4.left: [left, term:dealer]}",
        "{}",
    )
    no_rule = optional(
        map_of(TEXT, names=False, keys="key of a text, or first part of keys"),
        "Texts that state no rule, each with a reason.",
        "{rules.credits: people and publishers}",
        "{}",
    )

    @property
    def statements(self) -> Statements:
        """The statements, with the place of every name."""
        ties = {key: self._tie("texts", key, value) for key, value in self.texts.items()}
        facts = {
            key: Tie(says=says, span=self._place("clauses", key).span)
            for key, says in self.clauses.items()
        }
        no_rule = {key: self._place("no_rule", key) for key in self.no_rule}
        return Statements(self.span, ties, facts, no_rule)

    def _tie(self, name: str, key: str, value: TieKeys | tuple[Name, ...]) -> Tie:
        span = self._place(name, key).span
        if isinstance(value, TieKeys):
            return Tie(value.states, value.says, span)
        return Tie(value, span=span)

    def _place(self, name: str, key: str) -> Name:
        return Name(key, read_entries(self.nodes[name], Problems())[key].span)


STATES = StatementsKeys.form()


def load_statements(path: Path, shown: str, problems: Problems) -> Statements | None:
    """Load the ties of a game; None if it has no states.yaml."""
    root = read_yaml(path, shown, problems) if path.exists() else None
    return STATES.read(root, problems).statements if root else None
