"""Private tables open with keys that their hosts alone receive, and that no report shows."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from printnplay.build import fetch as fetching
from printnplay.build.addresses import downloadable
from printnplay.build.download import DownloadError, download
from printnplay.build.keys import authorization
from printnplay.cli import fetch as command
from printnplay.kernel.diagnostics import FaultsError

TABLE = b"id,name\nspy,Spy\n"
SHEET = "https://docs.google.com/spreadsheets/d/1aB"
SECOND_ACCOUNT = SHEET.replace("/d/", "/u/1/d/")

Asked = list[tuple[str, str, str]]


class Server(HTTPServer):
    """Notes the path, host and key of each request; `/moved` leads to another host."""

    asked: Asked


class Answers(BaseHTTPRequestHandler):
    """Serves the table to everyone, and a token to each account."""

    server: Server

    def do_GET(self) -> None:
        host, key = self.headers["Host"], self.headers.get("Authorization", "")
        self.server.asked.append((self.path, host, key))
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "http://www.localhost/there")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(TABLE)))
        self.end_headers()
        self.wfile.write(TABLE)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps({"access_token": "of-the-account", "expires_in": 3600}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Answers) as one:
        one.asked = []
        thread = Thread(target=one.serve_forever, daemon=True)
        thread.start()
        yield one
        one.shutdown()
        thread.join()


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's file of keys, still to be written."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config/printnplay").mkdir(parents=True)
    return tmp_path / "config/printnplay/keys.yaml"


def game(folder: Path, address: str) -> Path:
    designs = folder / "designs/duel"
    designs.mkdir(parents=True)
    (designs / "cards.yaml").write_text(
        f'card: {{template: card, rows: cards.csv, address: "{address}"}}\n', "utf-8"
    )
    (designs / "game.yaml").write_text("title: Duel\n", "utf-8")
    return folder


def test_only_the_host_of_the_address_receives_the_key(server: Server) -> None:
    def connect(_host: str, _port: int | None, seconds: float) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", server.server_port, timeout=seconds)

    url = "http://localhost/moved"
    assert download(url, 100, 5.0, connect, "Bearer secret") == TABLE
    assert server.asked == [
        ("/moved", "127.0.0.1:" + str(server.server_port), "Bearer secret"),
        ("/there", "127.0.0.1:" + str(server.server_port), ""),
    ]


def test_a_table_is_asked_for_with_the_key_of_its_host(
    tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys.write_text("docs.google.com: secret\nexample.com: other\n", "utf-8")
    asked = []

    def downloaded(url: str, _limit: int, authorization: str = "") -> bytes:
        asked.append((url, authorization))
        return TABLE

    monkeypatch.setattr(fetching, "download", downloaded)
    fetching.fetch(game(tmp_path / "a", f"{SHEET}/edit#gid=7"), ())
    fetching.fetch(game(tmp_path / "b", "https://grist.example.com/t.csv"), ())
    assert asked == [
        (f"{SHEET}/export?format=csv&gid=7", "Bearer secret"),
        ("https://grist.example.com/t.csv", ""),
    ]


@pytest.mark.at_leisure
def test_a_service_account_of_google_signs_in(server: Server, tmp_path: Path) -> None:
    account = tmp_path / "account.json"
    account.write_text(json.dumps(key_file(server)), "utf-8")
    assert authorization(str(account)) == "Bearer of-the-account"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read"),
        ("{", "is not accepted"),
        ("[]", "is not accepted"),
        ('{"type": "service_account"}', "is not accepted"),
    ],
)
@pytest.mark.at_leisure
def test_a_key_file_that_cannot_be_used_is_named(
    content: str | None, says: str, tmp_path: Path
) -> None:
    account = tmp_path / "account.json"
    if content is not None:
        account.write_text(content, "utf-8")
    with pytest.raises(DownloadError, match=f"account.json` {says}"):
        authorization(str(account))


def test_a_key_with_a_line_break_is_refused_without_showing_it(tmp_path: Path, keys: Path) -> None:
    keys.write_text('docs.google.com: "sec\\nret"\n', "utf-8")
    with pytest.raises(FaultsError) as raised:
        fetching.fetch(game(tmp_path / "a", SHEET), ())
    (fault,) = raised.value.found
    assert "its key has characters" in fault.message
    assert "ret" not in fault.message.replace("table cannot be fetched", "")


def test_faults_of_the_keys_are_told_at_their_place(tmp_path: Path, keys: Path) -> None:
    keys.write_text("docs.google.com: [a, b]\n", "utf-8")
    with pytest.raises(FaultsError) as raised:
        fetching.fetch(game(tmp_path / "a", SHEET), ())
    (fault,) = raised.value.found
    assert (fault.span.file, fault.span.line) == (str(keys), 1)


@pytest.mark.parametrize(
    ("address", "ending", "wanted"),
    [
        (f"{SHEET}/edit?usp=sharing", ".csv", f"{SHEET}/export?format=csv"),
        (f"{SHEET}/edit?gid=0#gid=12", ".CSV", f"{SHEET}/export?format=csv&gid=12"),
        (f"{SHEET}/edit#gid=12", ".xlsx", f"{SHEET}/export?format=xlsx"),
        (SHEET, ".tsv", f"{SHEET}/export?format=tsv"),
        (SECOND_ACCOUNT, ".ods", f"{SECOND_ACCOUNT}/export?format=ods"),
        (f"{SHEET}/export?format=csv&gid=3", ".csv", f"{SHEET}/export?format=csv&gid=3"),
        (f"{SHEET}/d/e/2PX/pub?output=csv", ".csv", f"{SHEET}/d/e/2PX/pub?output=csv"),
        ("https://www.dropbox.com/scl/c.csv?rlkey=a&dl=0", ".csv",
         "https://www.dropbox.com/scl/c.csv?rlkey=a&dl=1"),
    ],
)  # fmt: skip
def test_addresses_copied_from_the_browser_download_the_table(
    address: str, ending: str, wanted: str
) -> None:
    assert downloadable(address, ending) == wanted


def test_watching_tells_changes_and_outlasts_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([TABLE, TABLE, b"<html>", b"id,name\nspy,Mole\n"])

    def downloaded(*_: object, **__: object) -> bytes:
        return next(answers, b"") or pytest.fail("asked again")

    pauses = iter(range(3))

    def pause(_seconds: float) -> None:
        if next(pauses, None) is None:
            raise KeyboardInterrupt

    monkeypatch.setattr(fetching, "download", downloaded)
    monkeypatch.setattr(command, "sleep", pause)
    folder = game(tmp_path / "a", "https://example.com/cards.csv")
    with pytest.raises(KeyboardInterrupt):
        command.command(watch=True, project=folder)
    told = capsys.readouterr()
    assert told.out.count("1 row, changed") == 2
    assert "unchanged" not in told.out
    assert told.err.count("PNP217") == 1
    assert (folder / "designs/duel/cards.csv").read_text("utf-8") == "id,name\nspy,Mole\n"


def key_file(server: Server) -> dict[str, str]:
    """A key file as Google writes it, whose tokens come from the server."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return {
        "type": "service_account",
        "client_email": "cards@example.iam.gserviceaccount.com",
        "private_key": private.decode(),
        "private_key_id": "1",
        "token_uri": f"http://127.0.0.1:{server.server_port}/token",
    }
