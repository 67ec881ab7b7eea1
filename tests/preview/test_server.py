"""What the page is answered, and who is answered at all."""

import json
import logging
import socket
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from printnplay.edition.request import CheckRequest
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.preview.answers import place_of
from printnplay.preview.running import is_watched

from .browser import served
from .conftest import GAME, ORIGIN, PORT, SECRET, client_of, preview_of

OURS = f"/game/{GAME}"
TEXTS = Path("locales/en/city.yaml")
CSV = Path("designs/city/deeds.csv")


def test_the_page_lists_every_face(page: TestClient) -> None:
    told = page.get(OURS).json()
    assert told["title"] == "City"
    assert told["groups"]["deeds"] == "Deeds"
    faces = {face["key"]: face for face in told["faces"]}
    assert faces["card/deed-2"]["copies"] == 2
    assert faces["card/deed-2"]["words"] == 'Bar, the door Say "no".'
    assert [kind for kind, _ in told["pages"]] == ["kit", "rulebook", "booklet", "box"]


def test_a_face_that_the_page_has_is_not_sent_again(page: TestClient) -> None:
    face = page.get(f"{OURS}/face/en/card/storm").json()
    assert face["svg"].startswith("<svg")
    again = page.get(f"{OURS}/face/en/card/storm", params={"tag": face["tag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_face_says_where_it_is_written(page: TestClient, city: Path) -> None:
    told = page.get(f"{OURS}/about/en/card/storm").json()
    assert told["place"]["file"] == "designs/city/cards.yaml"
    assert told["template"]["file"] == "templates/city/card.svg.j2"
    rule = next(text for text in told["texts"] if text["key"] == "cards.storm.rule")
    assert rule["place"]["file"] == str(TEXTS)
    line, column = rule["place"]["line"], rule["place"]["column"]
    assert rule["place"]["link"] == f"vscode://file{city}/{TEXTS}:{line}:{column}"
    assert "Discard" in (city / TEXTS).read_text("utf-8").splitlines()[line - 1]
    assert rule["editable"]


def test_fonts_are_those_of_the_project(page: TestClient) -> None:
    sheet = page.get(f"{OURS}/fonts.css").text
    assert '"Table Round"' in sheet
    font = page.get(f"{OURS}/font/0")
    assert font.headers["content-type"] == "font/ttf"
    assert page.get(f"{OURS}/font/99").status_code == 404


def test_pages_are_those_of_the_pdf(page: TestClient) -> None:
    address = f"{OURS}/pages/en/a4/kit"
    pages = page.get(address).json()["pages"]
    assert (pages[0]["width"], pages[0]["height"]) == (210, 297)
    assert page.get(f"{address}/1").content.startswith(b"\x89PNG")
    assert page.get(f"{address}/{len(pages)}").status_code == 404
    assert page.get(f"{OURS}/pages/en/napkin/kit").status_code == 404


def test_a_page_says_which_texts_are_where(page: TestClient) -> None:
    address = f"{OURS}/pages/en/a4/rulebook"
    numbers = range(len(page.get(address).json()["pages"]))
    areas = [area for number in numbers for area in page.get(f"{address}/{number}/texts").json()]
    goal = next(area for area in areas if area["key"] == "rules.goal.points")
    assert 0 < goal["x"] < 60
    assert goal["y"] < goal["bottom"]
    text = page.get(f"{OURS}/text/en/rules.goal.points").json()
    assert text["place"]["file"] == str(TEXTS)
    assert page.get(f"{OURS}/text/en/rules.nothing").status_code == 404


# Texts


def change(page: TestClient, key: str, before: str, after: str) -> Response:
    said = {"language": "en", "key": key, "before": {"other": before}, "forms": {"other": after}}
    return page.post(f"{OURS}/text", json=said)


def test_a_text_is_tried_without_being_written(page: TestClient, city: Path) -> None:
    before = (city / TEXTS).read_bytes()
    said = {"language": "en", "face": "card/storm", "key": "cards.storm.rule"}
    told = page.post(f"{OURS}/try", json={**said, "forms": {"other": "Lose."}}).json()
    assert "Lose." in told["svg"]
    fit = next(fit for fit in told["fits"] if fit["box"] == "cards.storm.rule")
    assert (fit["lines"], fit["fits"]) == (1, True)
    long = page.post(f"{OURS}/try", json={**said, "forms": {"other": "Lose all. " * 199}}).json()
    assert [fault["code"] for fault in long["faults"]] == ["PNP501"]
    assert (city / TEXTS).read_bytes() == before


def test_a_text_is_written_where_it_is(page: TestClient, city: Path) -> None:
    old = "Discard all cards that you have turned over in this turn."
    before = (city / TEXTS).read_bytes()
    assert change(page, "cards.storm.rule", old, "Lose “all”.").json()["file"] == str(TEXTS)
    assert (city / TEXTS).read_bytes() == before.replace(old.encode(), "Lose “all”.".encode())


def test_a_text_of_a_table_is_written_into_its_cell(page: TestClient, city: Path) -> None:
    before = (city / CSV).read_text("utf-8")
    assert change(page, "cards.deed-3.rule", "Look at the top card.", "Look, then nod.").is_success
    assert (city / CSV).read_text("utf-8") == before.replace(
        "Look at the top card.", '"Look, then nod."'
    )


@pytest.mark.parametrize(
    ("key", "before", "after", "why"),
    [
        ("cards.deed-3.rule", "Look at the last card.", "Look.", "meanwhile"),
        ("cards.nobody.rule", "", "Look.", "said"),
        ("cards.deed-3.rule", "Look at the top card.", "a\0b", "control"),
        ("cards.deed-3.rule", "Look at the top card.", "x" * 10_001, "at most 10,000"),
        ("kit.page", "Page {page} of {pages}", "Seite", "not a file of the project"),
    ],
    ids=["changed meanwhile", "unknown", "control character", "too long", "of the tool"],
)
def test_a_text_that_cannot_be_written_is_refused(
    page: TestClient, city: Path, key: str, before: str, after: str, why: str
) -> None:
    files = {path: path.read_bytes() for path in city.rglob("*") if path.is_file()}
    answer = change(page, key, before, after)
    assert answer.status_code == 409
    assert why in answer.json()["error"] or why == "said"
    assert {path: path.read_bytes() for path in city.rglob("*") if path.is_file()} == files


def test_nothing_is_written_through_a_link_out_of_the_project(
    page: TestClient, city: Path, tmp_path: Path
) -> None:
    page.get(OURS)
    outside = (city / TEXTS).rename(tmp_path / "outside.yaml")
    (city / TEXTS).symlink_to(outside)
    before = outside.read_bytes()
    old = "Discard all cards that you have turned over in this turn."
    assert change(page, "cards.storm.rule", old, "Lose all.").status_code == 409
    assert outside.read_bytes() == before


def test_a_read_only_page_writes_nothing(city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    before = (city / CSV).read_bytes()
    with client_of(preview_of(city, read_only=True)) as page:
        assert page.get("/games").json()["readOnly"]
        answer = change(page, "cards.deed-3.rule", "Look at the top card.", "Look.")
        written = page.post(f"{OURS}/play", json={"do": "write", "step": 1})
    assert (answer.status_code, written.status_code) == (403, 403)
    assert (city / CSV).read_bytes() == before


@pytest.mark.parametrize(
    ("written", "paper"), [("paper: letter", "letter"), ("paper: 9x9", "a4"), ("", "a4")]
)
def test_the_paper_of_a_user_is_chosen_at_first(
    written: str, paper: str, city: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    (tmp_path / "settings/printnplay").mkdir(parents=True)
    (tmp_path / "settings/printnplay/config.yaml").write_text(written, "utf-8")
    with client_of(preview_of(city)) as page:
        told = page.get("/games").json()
    assert (told["paper"], told["printer"]) == (paper, "")


def test_what_is_written_through_a_link_is_seen(page: TestClient, city: Path) -> None:
    own = (city / CSV).rename(city / "own.csv")
    (city / CSV).symlink_to(own)
    assert change(page, "cards.deed-3.rule", "Look at the top card.", "Nod.").is_success
    assert "Nod." in page.get(f"{OURS}/face/en/card/deed-3").json()["svg"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("content", ["[]", "null", "1", '"a"', "{", "", "[" * 100_000, "\xff"])
@pytest.mark.parametrize("action", ["text", "try", "play"])
def test_what_is_no_object_is_refused(page: TestClient, action: str, content: str) -> None:
    headers = {"content-type": "application/json"}
    sent = content.encode("latin-1")
    answer = page.post(f"{OURS}/{action}", content=sent, headers=headers)
    assert (answer.status_code, answer.text) == (400, "expected an object in JSON")


SOUND: dict[str, dict[str, Any]] = {
    "text": {"language": "en", "key": "x", "forms": {"other": "x"}, "before": {"other": "y"}},
    "try": {"language": "en", "face": "card/storm", "key": "x", "forms": {"other": "x"}},
    "play": {"do": "state", "language": "en", "seats": [], "variants": {}}
    | {"seed": 1, "number": 1, "step": 1, "refused": 1, "id": "x", "log": "x"},
}
REQUIRED = {"text": ["language", "key", "forms"], "play": ["do"]}
REQUIRED["try"] = [*REQUIRED["text"], "face"]


@pytest.mark.parametrize("action", SOUND)
def test_what_has_another_shape_is_refused(page: TestClient, action: str) -> None:
    """Each value in turn is of each wrong kind, or missing."""
    wrong: tuple[Any, ...] = (
        None,
        True,
        1.5,
        -1,
        1 << 31,
        "x",
        "\ud83d",
        [],
        ["x"],
        [[]],
        {},
        {"x": 1},
        {"x": []},
    )
    for name, sound in SOUND[action].items():
        bodies = [
            {**SOUND[action], name: value} for value in wrong if value.__class__ != sound.__class__
        ]
        bodies += [{**SOUND[action], "\udc00": 1}]
        if name in REQUIRED[action]:
            bodies += [{key: value for key, value in SOUND[action].items() if key != name}]
        for body in bodies:
            headers = {"content-type": "application/json"}
            answer = page.post(f"{OURS}/{action}", content=json.dumps(body), headers=headers)
            assert answer.status_code == 400, body
            assert answer.text.startswith(("malformed request", "a text cannot contain half"))


def test_a_request_that_is_cut_off_is_no_failure(
    city: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(city, {GAME: ("en",)}) as address:
        # The server has set up its logging by now.
        for name in ("uvicorn", "uvicorn.error"):
            monkeypatch.setattr(logging.getLogger(name), "propagate", True)
        url = urlsplit(address)
        head = f"POST {url.path}game/{GAME}/play HTTP/1.1\r\nHost: {url.netloc}\r\n"
        head += f"Origin: http://{url.netloc}\r\nContent-Type: application/json\r\n"
        with socket.create_connection((str(url.hostname), url.port or 0)) as connection:
            connection.sendall(f"{head}Content-Length: 99\r\n\r\n{{".encode())
        with urlopen(f"{address}games") as after:  # answered after it
            assert after.status == 200
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_an_address_that_is_too_long_is_refused(page: TestClient) -> None:
    for path in (f"{OURS}/font/{'9' * 5000}", f"{OURS}/face/en/{'x/' * 5000}"):
        answer = page.get(path)
        assert (answer.status_code, answer.text) == (400, "the address is too long")


def test_a_request_that_is_too_large_is_refused(page: TestClient) -> None:
    answer = page.post(f"{OURS}/try", json={"forms": {"other": "x" * (1 << 20)}})
    assert (answer.status_code, answer.text) == (400, "expected at most 1,048,576 bytes")


def test_halves_of_characters_are_refused(page: TestClient) -> None:
    content = r'{"language": "en", "key": "cards.storm.rule", "forms": {"other": "\ud83d"}}'
    headers = {"content-type": "application/json"}
    answer = page.post(f"{OURS}/text", content=content, headers=headers)
    assert answer.status_code == 400
    assert "half a character" in answer.text


def test_a_game_that_cannot_be_loaded_is_told(page: TestClient, city: Path) -> None:
    game = city / "designs/city/game.yaml"
    game.write_text(f"{game.read_text('utf-8')}foo: [\n", "utf-8")
    told = page.get(OURS).json()
    assert (told["loaded"], told["faces"]) == (False, [])


def test_links_of_places_are_addresses(tmp_path: Path) -> None:
    place = place_of(Span(str(tmp_path / "my game #1 50%" / "é.csv"), 2, 3))
    assert place["link"].endswith("/my%20game%20%231%2050%25/%C3%A9.csv:2:3")
    assert place["link"].startswith(f"vscode://file{tmp_path}/")


@pytest.mark.parametrize(
    ("path", "is_seen"),
    [
        ("designs/city/deeds.csv", True),
        ("designs/city/.#deeds.csv", False),
        ("designs/.git/deeds.csv", False),
        ("designs/city/deeds.txt", True),
        ("designs/city/photo.webp", True),
        ("designs/city/deeds.csv~", False),
    ],
)
def test_files_are_watched_that_are_not_hidden_in_the_project(path: str, *, is_seen: bool) -> None:
    project = Path("/home/me/.games/city")
    assert is_watched(project / path, project) is is_seen


def test_a_folder_that_goes_at_the_wrong_moment_stops_no_watching(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    monkeypatch.setattr("printnplay.preview.running.LOOK", 100)
    preview = preview_of(city)
    folders, gone = preview._folders, [{city / "gone"}]
    monkeypatch.setattr(preview, "_folders", lambda: gone.pop() if gone else folders())
    with client_of(preview) as page:
        assert "Discard" in page.get(f"{OURS}/face/en/card/storm").text
        texts = (city / TEXTS).read_text("utf-8")
        (city / TEXTS).write_text(texts.replace("Discard", "Dismiss"), "utf-8")
        until = monotonic() + 20
        while "Dismiss" not in page.get(f"{OURS}/face/en/card/storm").text:
            assert monotonic() < until
            sleep(0.1)


def test_the_preview_ends_while_a_check_is_at_work(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checking, done = Event(), Event()

    def check(request: CheckRequest) -> list[Diagnostic]:
        del request
        checking.set()
        done.wait(60)
        return []

    monkeypatch.setattr("printnplay.preview.running.faults_of", check)
    begun = monotonic()
    with client_of(preview_of(city)) as page:
        page.get(OURS)
        assert checking.wait(30)
    assert monotonic() - begun < 30
    assert not done.is_set()
    done.set()


def test_a_check_that_fails_is_told_and_the_next_save_is_checked(
    city: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = [RuntimeError("in another process: boom")]

    def check(request: CheckRequest) -> list[Diagnostic]:
        del request
        if answers:
            raise answers.pop()
        return [Diagnostic(codes.NOT_YAML, "odd", Span(str(TEXTS), 1))]

    def known(page: TestClient) -> list[str]:
        told = page.get(f"{OURS}/faults").json()
        return [] if told["checking"] else [fault["message"] for fault in told["faults"]]

    monkeypatch.setattr("printnplay.preview.running.faults_of", check)
    with client_of(preview_of(city)) as page:
        until = monotonic() + 20
        while page.get(f"{OURS}/faults").json()["checking"] or answers:
            assert monotonic() < until
            sleep(0.05)
        assert known(page) == []
        assert change(page, "cards.deed-3.rule", "Look at the top card.", "Nod.").is_success
        while known(page) != ["odd"]:
            assert monotonic() < until
            sleep(0.05)
    assert "boom" in capsys.readouterr().err


# The guard


def test_without_the_secret_nothing_is_answered(page: TestClient) -> None:
    inside = ("/", OURS, "/page/main.js", "/events", f"{OURS}/face/en/card/storm")
    for address in inside + tuple(f"/{SECRET}x{path}" for path in inside):
        answer = page.get(f"{ORIGIN}{address}", headers={"cookie": f"printnplay-{PORT}={SECRET}"})
        assert answer.status_code == 403, address
        assert "address that `printnplay preview` printed" in answer.text
    assert page.get(f"{ORIGIN}/%ff{SECRET}/").status_code == 403
    assert page.get(f"{ORIGIN}/?token={SECRET}").status_code == 403


def test_the_secret_is_in_the_address_alone(page: TestClient) -> None:
    """A cookie would be sent to every port of this machine, and a referrer elsewhere."""
    for address in ("/", "/page/main.js", "/page/page.css", "/games", OURS, f"{OURS}/fonts.css"):
        answer = page.get(address)
        assert answer.is_success
        assert "set-cookie" not in answer.headers
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert SECRET not in answer.text
    assert page.get(f"{ORIGIN}/{SECRET}").url == f"{ORIGIN}/{SECRET}/"


@pytest.mark.parametrize("host", ["example.com", "127.0.0.1", f"127.0.0.1.example.com:{PORT}", ""])
def test_no_other_host_is_answered(page: TestClient, host: str) -> None:
    assert page.get(OURS, headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://example.com"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"origin": ""},
        {"content-type": "text/plain"},
    ],
)
def test_only_the_page_itself_changes_something(page: TestClient, headers: dict[str, str]) -> None:
    sent = {"origin": ORIGIN, "content-type": "application/json", **headers}
    answer = page.post(f"{OURS}/play", content=b'{"do": "state"}', headers=sent)
    assert answer.status_code == 403


def test_the_page_can_load_nothing_from_elsewhere(page: TestClient) -> None:
    headers = page.get("/").headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("file", ["../server.py", "..%2fserver.py", "%2e%2e/guard.py", "x.py"])
def test_only_files_of_the_page_are_served(page: TestClient, file: str) -> None:
    assert page.get(f"/page/{file}").status_code == 404


def test_a_game_that_was_not_asked_for_is_not_served(page: TestClient) -> None:
    assert page.get("/game/tic-tac-match").status_code == 404
