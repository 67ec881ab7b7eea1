"""What the notes and help lines of the text checks say; the cases hold the rest."""

from msgspec.structs import replace

from printnplay.game.game import Game
from printnplay.game.rulebook import ListBlock, Outline, Section
from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span
from printnplay.kernel.geometry import Size
from printnplay.proofreading import check_texts

HERE = Span("designs/duel/booklet.yaml", 3, 5)
EMPTY = Glossary({}, "locales/glossary/duel.yaml")


def game_printing(*keys: str) -> Game:
    section = Section("goal", (ListBlock(keys, HERE),), HERE)
    outline = Outline(Size(1, 1), (section,), (), HERE)
    return Game(
        id="duel",
        title="Duel",
        folder="designs/duel",
        rules="duel",
        style="duel",
        players=(2,),
        card=Size(1, 1),
        bleed=0,
        cards=(),
        groups=(),
        outline=outline,
        examples=(),
        spans={},
    )


def texts_in(language: str, **lines: str) -> Texts:
    file = f"locales/{language}/duel.yaml"
    entries = {"rules.goal.title": Text("rules.goal.title", {"other": "X"}, Span(file, 2, 3))}
    for number, (name, line) in enumerate(lines.items(), start=3):
        key = f"rules.goal.{name}"
        entries[key] = Text(key, {"other": line}, Span(file, number, 3))
    return Texts(language, entries, file)


def check(game: Game, *texts: Texts) -> list[Diagnostic]:
    problems = Problems()
    check_texts(game, {text.language: text for text in texts}, EMPTY, problems)
    return problems.found


def test_a_missing_text_says_where_it_is_used_and_where_it_belongs() -> None:
    english = texts_in("en", first="Draw.", second="Strike.")
    french = texts_in("fr", first="Tirez.")
    found = check(game_printing("rules.goal.first", "rules.goal.second"), english, french)
    assert [(fault.code.id, fault.span.file) for fault in found] == [
        ("PNP301", "locales/fr/duel.yaml")
    ]
    assert found[0].help == "add `rules.goal.second` beside `rules.goal.first` in line 3"
    assert [place for _, place in found[0].notes] == [HERE, Span("locales/en/duel.yaml", 4, 3)]


def test_an_extra_text_offers_the_name_it_was_meant_to_have() -> None:
    found = check(
        game_printing(), texts_in("en", strike="Strike."), texts_in("fr", strikes="Frappez.")
    )
    assert [(fault.code.id, fault.span.file, fault.help) for fault in found] == [
        ("PNP301", "locales/fr/duel.yaml", "did you mean `rules.goal.strike`?")
    ]


def test_a_file_with_faults_of_its_own_is_not_said_to_lack_texts() -> None:
    french = replace(texts_in("fr"), sound=False)
    assert check(game_printing("rules.goal.a"), texts_in("en", a="Draw."), french) == []


def test_without_english_the_first_language_is_the_original() -> None:
    found = check(game_printing(), texts_in("fr", a="Tirez."), texts_in("it"))
    assert [(fault.code.id, fault.span.file) for fault in found] == [
        ("PNP301", "locales/it/duel.yaml")
    ]


def test_numbers_only_warn() -> None:
    found = check(game_printing(), texts_in("en", a="Draw 4 cards."))
    assert [(fault.code.id, fault.severity) for fault in found] == [("PNP304", Severity.WARNING)]


def test_a_text_of_an_unknown_language_is_checked_for_what_all_languages_share() -> None:
    found = check(game_printing(), texts_in("xx", a="Ru ru l'a."))
    # A word twice may be right in a language that nobody here knows.
    assert [fault.code.id for fault in found] == ["PNP309"]


def test_no_texts_at_all_are_no_fault_of_the_texts() -> None:
    assert check(game_printing("rules.goal.a")) == []
