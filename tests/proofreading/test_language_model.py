"""A language model on this machine is asked about translations; a stand-in for one answers here."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from printnplay.cache.store import Store
from printnplay.edition.request import model_address
from printnplay.game.texts import Accepted
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, as_errors
from printnplay.proofreading import findings
from printnplay.proofreading.language_model import check_by_model
from printnplay.proofreading.review import Review

from .test_languagetool import asking

Asked = dict[str, Any]
Answer = Callable[[Asked], tuple[int, bytes]]

SAME = '{"same": true}'
OTHER = '{"same": false, "why": "the original says\\nthree cards"}'


@contextmanager
def model(answer: Answer) -> Iterator[tuple[str, list[Asked]]]:
    """A server on this machine: its address, and what it has been asked."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            is_there = self.path == "/v1/chat/completions"
            status, body = answer(asked[-1]) if is_there else (404, b"")
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing in the output of the tests."""

    here = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=here.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{here.server_port}/v1#small", asked
    finally:
        here.shutdown()
        here.server_close()


def says(content: str) -> tuple[int, bytes]:
    return 200, json.dumps({"choices": [{"message": {"content": content}}]}).encode()


def pair(asked: Asked) -> dict[str, str]:
    said: dict[str, str] = json.loads(asked["messages"][1]["content"])
    return said


def objecting(to: str) -> Answer:
    return lambda asked: says(OTHER if to in str(pair(asked)) else SAME)


def review_by(address: str, store: Store | None = None, **texts: str) -> Review:
    review = asking("", **texts)
    return replace(review, known=replace(review.known, language_model=address, answers=store))


def found(review: Review) -> list[Diagnostic]:
    return list(check_by_model(review))


def test_an_objection_is_a_remark_at_the_translation_and_never_an_error() -> None:
    with model(objecting("Zwei Treffer")) as (address, asked):
        [fault] = found(review_by(address, goal_line="Zwei Treffer gewinnen."))
    assert (str(fault.code), fault.subject.key) == ("PNP348", "rules.goal.line")
    assert "`rules.goal.line`: the original says three cards" in fault.message
    assert [one.severity.value for one in as_errors([fault])] == ["warning"]
    assert {one["model"] for one in asked} == {"small"}
    assert {tuple(pair(one)) for one in asked} == {("original (en)", "translation (de)")}


@pytest.mark.at_leisure
def test_an_accepted_remark_is_not_shown_again_nor_missed_without_a_model() -> None:
    with model(lambda _: says(OTHER)) as (address, _):
        review = review_by(address)
        german = review.texts["de"]
        lock = {"rules.goal.line": Accepted("", "", {"PNP348 model": "it is right"})}
        texts = {**review.texts, "de": replace(german, lock=lock)}
        for where in (address, ""):
            known = replace(review.known, language_model=where, proofread=True)
            faults = findings(replace(review, texts=texts, known=known))
            said = {(str(one.code), one.subject.key) for one in faults}
            assert said.isdisjoint({("PNP348", "rules.goal.line"), ("PNP382", "rules.goal.line")})


def test_a_thought_before_the_answer_is_skipped() -> None:
    thought = f'<think>Perhaps {{"same": true}}? No.</think>\n```json\n{OTHER}\n```'
    with model(lambda _: says(thought)) as (address, asked):
        assert len(found(review_by(address))) == len(asked) > 1


def test_only_pairs_that_changed_are_asked_about_again(tmp_path: Path) -> None:
    kept = Store(tmp_path / "kept.sqlite")
    with model(objecting("Zwei Treffer")) as (address, asked):
        first = found(review_by(address, kept, goal_line="Zwei Treffer gewinnen."))
        asked.clear()
        again = found(review_by(address, kept, goal_line="Zwei Treffer gewinnen."))
        assert ([str(one) for one in again], asked) == ([str(one) for one in first], [])
        assert found(review_by(address, kept, goal_line="Ein Treffer siegt.")) == []
        assert [pair(one)["translation (de)"] for one in asked] == ["Ein Treffer siegt."]


def test_another_model_and_another_server_are_asked_anew(tmp_path: Path) -> None:
    kept = Store(tmp_path / "kept.sqlite")
    with model(objecting("Zwei Treffer")) as (address, asked):
        found(review_by(address, kept))
        count = len(asked)
        found(review_by(f"{address}-and-other", kept))
        assert len(asked) == 2 * count
    with model(objecting("Zwei Treffer")) as (address, asked):
        found(review_by(address, kept))
        assert len(asked) == count


BROKEN: dict[str, tuple[Answer, str]] = {
    "no JSON": (lambda _: (200, b"<html>"), "is not a judgement"),
    "other JSON": (lambda _: (200, b'{"choices": []}'), "is not a judgement"),
    "chatter": (lambda _: says("They look the same to me."), "is not a judgement"),
    "other type": (lambda _: says('{"same": "yes"}'), "is not a judgement"),
    "no model": (lambda _: (404, b"model 'small' not found"), "404 model 'small'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_model_that_does_not_answer_well_is_one_warning(name: str) -> None:
    answer, reason = BROKEN[name]
    with model(answer) as (address, asked):
        [fault] = found(review_by(address))
    assert str(fault.code) == "PNP300"
    assert reason in fault.message
    assert f"{len(asked)} texts" in fault.message


def test_a_model_that_is_not_there_is_asked_once() -> None:
    with model(lambda _: (200, b"")) as (gone, _):
        pass
    [fault] = found(review_by(gone))
    assert "refused" in fault.message


def test_a_model_on_this_machine_may_be_asked() -> None:
    assert model_address("http://localhost:11434/v1/#gemma3:4b") == (
        "http://localhost:11434/v1#gemma3:4b"
    )


@pytest.mark.parametrize(
    "address",
    [
        *("https://api.example/v1#large", "http://192.168.0.7:11434/v1#gemma3"),
        *("http://localhost:11434/v1", "http://localhost:11434/v1#", "gemma3"),
        "http://user:secret@localhost/v1#gemma3",
    ],
)
def test_other_machines_and_addresses_without_a_model_are_refused(address: str) -> None:
    with pytest.raises(FaultsError):
        model_address(address)
