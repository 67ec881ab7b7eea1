"""A LanguageTool server is asked about texts; a small stand-in for one answers here."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs

import pytest
from loading.annotated import BASE, FACTS
from msgspec.structs import replace

from printnplay.edition.request import server_address
from printnplay.files.catalog import Catalog
from printnplay.game.texts import Accepted
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.loading.game import load_game
from printnplay.loading.glossary import read_glossary
from printnplay.loading.texts import read_texts
from printnplay.loading.usages import read_usages
from printnplay.proofreading import findings, languagetool, servers
from printnplay.proofreading.languagetool import BETWEEN, check_by_server
from printnplay.proofreading.review import Known, Review

Asked = dict[str, str]
Answer = Callable[[Asked], tuple[int, bytes]]


@contextmanager
def server(answer: Answer) -> Iterator[tuple[str, list[Asked]]]:
    """A server on this machine: its address, and what it has been asked."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            form = self.rfile.read(int(self.headers["Content-Length"])).decode()
            asked.append({name: value for name, [value] in parse_qs(form).items()})
            status, body = answer(asked[-1]) if self.path == "/v2/check" else (404, b"")
            self.send_response(status)
            self.send_header("Location", "http://localhost:9/elsewhere")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing in the output of the tests."""

    here = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=here.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{here.server_port}", asked
    finally:
        here.shutdown()
        here.server_close()


@cache
def duel() -> Review:
    """The texts of a small game in English and German."""
    problems = Problems()
    catalog = Catalog(BASE, shipped=BASE)
    game = load_game(catalog.game_folder("duel"), "designs/duel", problems)
    assert game is not None
    texts = read_texts(catalog, "duel", ["en", "de"], problems)
    usages = read_usages(catalog, texts, problems)
    return Review(game, texts, read_glossary(catalog, "duel", problems), Known(usages, FACTS))


def asking(address: str, **texts: str) -> Review:
    """The small game, with that server, and with other German texts: `goal_line` and so on."""
    review = duel()
    german = review.texts["de"]
    entries = dict(german.entries)
    for name, said in texts.items():
        key = f"rules.{name.replace('_', '.')}"
        place = replace(entries[key].span, length=len(said))
        entries[key] = replace(entries[key], forms={"other": said}, span=place, places={})
    known = replace(review.known, languagetool=address)
    changed = {**review.texts, "de": replace(german, entries=entries)}
    return Review(review.game, changed, review.glossary, known)


def found(word: str, rule: str = "KONGRUENZ", kind: str = "grammar") -> Answer:
    """An answer that has a fault at a word, wherever that is in the text."""

    def answer(asked: Asked) -> tuple[int, bytes]:
        before, there, _ = asked["text"].partition(word)
        offset, length = (len(part.encode("utf-16-le")) // 2 for part in (before, there))
        return 200, told([match(offset, length, rule, kind)] if there else [])

    return answer


def match(offset: int, length: int, rule: str = "KONGRUENZ", kind: str = "grammar") -> Any:  # noqa: ANN401
    return {
        "message": "Das stimmt\nnicht überein.",
        "offset": offset,
        "length": length,
        "replacements": [{"value": "Ein Treffer"}],
        "rule": {"id": rule, "issueType": kind},
    }


def told(matches: Sequence[Any]) -> bytes:
    return json.dumps({"matches": matches}).encode()


def in_german(review: Review) -> list[Diagnostic]:
    return [one for one in check_by_server(review) if one.subject.language == "de"]


def test_a_fault_is_shown_at_its_words_with_what_is_right() -> None:
    with server(found("Eine Treffer")) as (address, asked):
        [fault] = in_german(asking(address, goal_line="Eine Treffer gewinnt."))
    assert str(fault.code) == "PNP386"
    assert fault.subject.key == "rules.goal.line"
    assert "`Eine Treffer` in `rules.goal.line`: Das stimmt nicht überein." in fault.message
    assert fault.label == "perhaps `Ein Treffer`"
    assert (fault.span.length, fault.severity.value) == (len("Eine Treffer"), "warning")
    assert {one["language"] for one in asked} == {"en-GB", "de-DE"}
    assert {one.get("motherTongue") for one in asked if one["language"] == "de-DE"} == {"en-GB"}


def test_places_are_right_behind_letters_that_utf_16_writes_as_two() -> None:
    with server(found("Eine Treffer")) as (address, _):
        [fault] = in_german(asking(address, goal_line="🗡🗡 Eine Treffer gewinnt."))
    assert "`Eine Treffer`" in fault.message


def test_texts_are_sent_many_at_once_and_as_players_read_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(languagetool, "MOST_CHARACTERS", 150)
    with server(lambda _: (200, told([]))) as (address, asked):
        assert in_german(asking(address)) == []
    german = [one["text"] for one in asked if one["language"] == "de-DE"]
    assert 2 <= len(german) < len(duel().texts["de"].entries) / 2
    assert all(len(text) <= 150 for text in german)
    sent = BETWEEN.join(german).split(BETWEEN)
    assert "Nach einer Finten-Karte ziehst du 5 Karten." in sent


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Tip-Tap", "misspelling"),  # the title of the game
        ("Finten-Karte", "grammar"),  # a term, which the glossary has
        ("gewinnt", "style"),
        ("Listen\n\nNach", "grammar"),  # the end of a text and the beginning of the next
    ],
)
def test_what_is_no_fault_of_the_text_is_left_out(word: str, kind: str) -> None:
    with server(found(word, kind=kind)) as (address, asked):
        assert in_german(asking(address, goal_line="Ein Treffer gewinnt Tip-Tap Duel!")) == []
    assert any(word in one["text"] for one in asked)


@pytest.mark.at_leisure
def test_a_warning_that_was_accepted_is_not_shown_again_nor_missed_without_a_server() -> None:
    with server(found("Eine Treffer")) as (address, _):
        review = asking(address, goal_line="Eine Treffer gewinnt Tip-Tap Duel.")
        german = review.texts["de"]
        lock = {"rules.goal.line": Accepted("", "", {"PNP386 KONGRUENZ": "a name"})}
        texts = {**review.texts, "de": replace(german, lock=lock)}
        for where in (address, ""):
            known = replace(review.known, languagetool=where, proofread=True)
            codes = {str(one.code) for one in findings(replace(review, texts=texts, known=known))}
            assert codes.isdisjoint({"PNP386", "PNP382"})


BROKEN: dict[str, tuple[Answer, str]] = {
    "no JSON": (lambda _: (200, b"<html>"), "its answer is not from LanguageTool"),
    "other JSON": (lambda _: (200, b'{"matches": [{}]}'), "its answer is not from LanguageTool"),
    "no end": (lambda _: (200, b"[" * 100_000), "its answer is not from LanguageTool"),
    "refusal": (lambda _: (400, b"Error: 'de' is not known"), "400 Error: 'de' is not known"),
    "elsewhere": (lambda _: (302, b""), "302"),
    "too much": (lambda _: (200, b" " * 2000), "its answer is over"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_server_that_does_not_answer_well_is_a_warning(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, reason = BROKEN[name]
    monkeypatch.setattr(servers, "MOST_BYTES", 1000 if name == "too much" else 1_000_000)
    with server(answer) as (address, asked):
        faults = list(check_by_server(asking(address)))
    assert {(str(one.code), one.severity.value) for one in faults} == {("PNP387", "warning")}
    assert all(reason in one.message for one in faults)
    assert len(asked) == len(faults)  # what would fail again is not asked again


def test_a_server_that_is_not_there_or_too_slow_is_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with server(lambda _: (200, b"")) as (gone, _):
        pass
    [fault] = check_by_server(asking(gone))
    assert "refused" in fault.message
    monkeypatch.setattr(languagetool, "SECONDS", 0.05)
    over = Event()

    def late(_: Asked) -> tuple[int, bytes]:
        over.wait(5)
        return 200, told([])

    with server(late) as (address, _):
        [fault] = check_by_server(asking(address))
        over.set()
    assert "timed out after 0.05 s" in fault.message


@pytest.mark.parametrize(
    "address", ["http://localhost:8081/", "http://127.0.0.2", "http://[::1]:1", "https://localhost"]
)
def test_this_machine_may_be_asked(address: str) -> None:
    assert server_address(address) == address.rstrip("/")


@pytest.mark.parametrize(
    "address",
    [
        *("localhost:8081", "ftp://localhost", "http://", "http://[", "http://localhost:x"),
        *("http://user@localhost", "http://user:secret@127.0.0.1:8081", "https://@localhost"),
    ],
)
@pytest.mark.parametrize("remote", [False, True])
def test_what_is_no_address_is_refused(address: str, *, remote: bool) -> None:
    with pytest.raises(FaultsError):
        server_address(address, remote=remote)


def test_another_machine_has_to_be_allowed_and_is_asked_by_https() -> None:
    address = "https://languagetool.example/api"
    for refused, remote in ((address, False), (address.replace("https", "http"), True)):
        with pytest.raises(FaultsError):
            server_address(refused, remote=remote)
    assert server_address(address, remote=True) == address
