"""Tables are fetched whole or not at all, whatever a server does, and from the named host only."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest

from printnplay.build.download import DownloadError, download
from printnplay.build.fetch import fetch
from printnplay.kernel.codes import (
    CANNOT_FETCH,
    EDITED_SINCE,
    FETCHED_LESS,
    NAME_NOT_PLAIN,
)
from printnplay.kernel.diagnostics import FaultsError

TABLE = b"id,name\n" + b"".join(b"card-%d,Card\n" % number for number in range(1000))
SECONDS = 1.0
LIMIT = 100_000

Answer = bytes | Callable[[socket.socket], None]


def answer(body: bytes = TABLE, status: str = "200 OK", **headers: str) -> bytes:
    """An answer by the rules of HTTP, with the length of its body unless `headers` say another."""
    lines = {"Content-Length": str(len(body))}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return answer(body + end, Content_Length="", Transfer_Encoding="chunked")


def redirect(to: str) -> bytes:
    return answer(b"", "302 Found", Location=to)


def slowly(content: bytes, client: socket.socket) -> None:
    """A byte every 50 ms: none of them is late, all of them together are."""
    for byte in content:
        client.sendall(bytes([byte]))
        time.sleep(0.05)


def silent(client: socket.socket) -> None:
    client.recv(1)  # until the other side gives up


@pytest.fixture
def served() -> Iterator[Callable[[Answer], str]]:
    """Answers everything on a port of this machine; gives the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    answers: list[Answer] = []

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client, suppress(OSError):
                path = client.recv(10_000).split()[1]
                first = answers[0] if path != b"/there" else answer()
                if isinstance(first, bytes):
                    client.sendall(first)
                else:
                    first(client)

    Thread(target=serve, daemon=True).start()

    def begin(first: Answer) -> str:
        answers.append(first)
        return f"http://127.0.0.1:{listener.getsockname()[1]}/table"

    with listener:
        yield begin
        listener.shutdown(socket.SHUT_RDWR)


def by_http(host: str, port: int | None, seconds: float) -> HTTPConnection:
    return HTTPConnection(host, port, timeout=seconds)


def fetched(url: str) -> bytes:
    return download(url, LIMIT, SECONDS, by_http)


SOUND: dict[str, Answer] = {
    "with its length": answer(),
    "in chunks": chunked(TABLE[:100], TABLE[100:]),
    "from elsewhere on this host": redirect("/there"),
    "as it is": answer(Content_Encoding="identity"),
    "with its length twice in a line": answer(Content_Length=f"{len(TABLE)}, {len(TABLE)}"),
    "with its length twice": answer(A=f"x\r\nContent-Length: {len(TABLE)}"),
}


@pytest.mark.parametrize("sound", SOUND.values(), ids=SOUND)
def test_a_whole_table_is_taken(sound: Answer, served: Callable[[Answer], str]) -> None:
    assert fetched(served(sound)) == TABLE


MANY_HEADERS = b"HTTP/1.1 200 OK\r\n" + b"A: x\r\n" * 200 + b"\r\n"

HOSTILE: dict[str, tuple[Answer, str]] = {
    "cut": (answer(TABLE[:5000], Content_Length="13901"), "ended after 5,000 of 13,901"),
    "cut within a chunk": (chunked(TABLE[:100], end=b"40\r\nshort"), "(IncompleteRead)"),
    "cut before a chunk": (chunked(TABLE[:100], end=b""), "(IncompleteRead)"),
    "cut, and nobody knows": (answer(TABLE[:50], Content_Length=""), "does not give its length"),
    "drip of the table": (partial(slowly, answer()), "timed out after 1 s"),
    "drip of the head": (partial(slowly, answer()[:60]), "timed out after 1 s"),
    "no word": (silent, "timed out"),
    "no answer": (b"", "(RemoteDisconnected)"),
    "junk": (b"\xff\x00junk\r\n\r\n", "(BadStatusLine)"),
    "junk after the status": (b"HTTP/1.1 2000 OK\r\n\r\n", "(BadStatusLine)"),
    "a long status": (b"HTTP/1.1 200 " + b"x" * 70_000, "(LineTooLong)"),
    "a long header": (answer(A="x" * 70_000), "(LineTooLong)"),
    "many headers": (MANY_HEADERS, "(HTTPException)"),
    "more than its length": (answer(Content_Length="40, 40"), "of 40 bytes"),
    "a length that is none": (answer(Content_Length="-5"), "does not give its length"),
    "a length in hexadecimal": (answer(Content_Length="0x40"), "does not give its length"),
    "a length with a sign": (answer(Content_Length="+40"), "does not give its length"),
    "a length with a stroke": (answer(Content_Length="4_0"), "does not give its length"),
    "no length at all": (answer(Content_Length=" "), "does not give its length"),
    "two lengths": (answer(Content_Length="40\r\nContent-Length: 13901"), "in several ways"),
    "two lengths in a line": (answer(Content_Length="40, 13901"), "in several ways"),
    "a length and junk": (answer(Content_Length="40\r\nContent-Length: x"), "in several ways"),
    "a length and chunks": (
        chunked(TABLE).replace(b"\r\n", b"\r\nContent-Length: 40\r\n", 1),
        "in several ways",
    ),
    "chunks and another coding": (
        chunked(TABLE).replace(b"\r\n", b"\r\nTransfer-Encoding: gzip\r\n", 1),
        "in several ways",
    ),
    "an unknown coding": (answer(Content_Length="", Transfer_Encoding="x"), "not give its length"),
    "more than there may be": (answer(bytes(LIMIT + 1)), "larger than"),
    "more in chunks": (chunked(*[bytes(60_000)] * 3), "larger than"),
    "a page": (answer(Content_Type="text/html; charset=utf-8"), "it is a web page"),
    "a page in XHTML": (answer(Content_Type="APPLICATION/xhtml+xml"), "it is a web page"),
    "packed": (answer(Content_Encoding="gzip"), "sent it compressed"),
    "an error": (answer(status="404 \x1b[31mGone"), "the server answers 404 Not Found"),
    "a part": (answer(status="206 Partial"), "the server answers 206"),
    "another host": (redirect("http://other.invalid/there"), "redirects to another host"),
    "another host without a scheme": (
        redirect("//other.invalid/there"),
        "redirects to another host",
    ),
    "another port": (redirect("http://127.0.0.1:1/there"), "redirects to another port"),
    "a file": (redirect("file:///etc/passwd"), "does not begin with `http:`"),
    "a name and password": (redirect("//a:b@127.0.0.1/there"), "an address with a user name"),
    "itself": (redirect("/table"), "redirects more than 5 times"),
    "nowhere": (answer(b"", "302 Found"), "redirects more than 5 times"),
    "a broken address": (redirect("http://[/there"), "Invalid IPv6"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("hostile", "says"), HOSTILE.values(), ids=HOSTILE)
def test_nothing_else_is(hostile: Answer, says: str, served: Callable[[Answer], str]) -> None:
    url = served(hostile)
    with pytest.raises(DownloadError) as raised:
        fetched(url)
    assert any(part in str(raised.value) for part in says.split("|"))
    assert str(raised.value).isprintable()


def project(folder: Path, address: str, rows: str = "rows: cards.csv, ") -> Path:
    """A project with a table that is published at an address."""
    game = folder / "designs/duel"
    game.mkdir(parents=True)
    (game / "cards.csv").write_text("id,name\nspy,Spy\n", "utf-8")
    family = f'trick: {{template: card, {rows}address: "{address}"}}\n'
    (game / "cards.yaml").write_text(family, "utf-8")
    return folder


def test_the_old_table_stays_where_the_new_one_is_not_whole(
    tmp_path: Path, served: Callable[[Answer], str]
) -> None:
    url = served(HOSTILE["cut"][0])
    with pytest.raises(FaultsError) as raised:
        fetch(project(tmp_path, "https://example.com/t"), (), lambda *_: fetched(url))
    (fault,) = raised.value.found
    assert (fault.code, fault.span.line) == (CANNOT_FETCH, 1)
    assert (tmp_path / "designs/duel/cards.csv").read_text("utf-8") == "id,name\nspy,Spy\n"


PAGE = "<!doctype html><title>Sign in</title>"
NO_TABLES = {
    "a page": PAGE.encode(),
    "a page after white space": f"\r\n\t {PAGE}".encode(),
    "a page after a byte order mark": f"\ufeff{PAGE}".encode(),
    "a page after two marks": f"\ufeff\ufeff {PAGE}".encode(),
    "a page in UTF-16": PAGE.encode("utf-16"),
    "a page in UTF-16, big-endian": b"\xfe\xff" + PAGE.encode("utf-16-be"),
    "an error as JSON": b'{"error": {"code": 403, "message": "Sign in"}}',
    "an error as JSON on lines": b'\n{\n "error": "id,name",\n "name": 1\n}\n',
    "a list as JSON": b'["id,name", "spy,Spy"]',
    "a heading only": b"id,name\n",
    "a heading and commas": b"id,name\n,\n,\n",
    "nothing": b"",
    "junk": b"id,name\nspy,\xff\xe4\n",
    "a message": b"error\nThis document is not published.\n",
}


@pytest.mark.parametrize("content", NO_TABLES.values(), ids=NO_TABLES)
def test_what_is_no_table_does_not_replace_one(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(FaultsError) as raised:
        fetch(project(tmp_path, "https://example.com/t"), (), lambda *_: content)
    assert {fault.code for fault in raised.value.found} == {CANNOT_FETCH}
    # Not at the good table on the disk, which is another one.
    assert {Path(fault.span.file).name for fault in raised.value.found} == {"cards.yaml"}
    assert (tmp_path / "designs/duel/cards.csv").read_text("utf-8") == "id,name\nspy,Spy\n"


MANY = "id,name,cost\n" + "".join(f"c{number},Card,{number}\n" for number in range(10))
LOST = {
    "a column": (MANY.replace(",cost", ",price"), "lost the column `cost`"),
    "rows": (
        "\n".join(MANY.splitlines()[:4]),
        "lost 7 rows of 10: `c3`, `c4`, `c5`, `c6`, `c7`…",
    ),
    "rows, with others": (
        "id,name,cost\nd1,Card,1\nc0,Card,0\n",
        "lost 9 rows of 10: `c1`",
    ),
    "both": ("id,cost\nc0,0\n", "lost the column `name`, and 9 rows of 10: `c1`"),
}


@pytest.mark.parametrize(("content", "says"), LOST.values(), ids=LOST)
def test_what_a_table_has_lost_is_named(content: str, says: str, tmp_path: Path) -> None:
    folder = project(tmp_path, "https://example.com/t")
    table = folder / "designs/duel/cards.csv"
    fetch_first(folder)
    (fetched,) = fetch(folder, (), lambda *_: content.encode())
    (warning,) = fetched.warnings
    assert warning.code is FETCHED_LESS
    assert says in warning.message
    assert table.read_text("utf-8") == content


@pytest.mark.parametrize(
    "content",
    ["\n".join(MANY.splitlines()[:6]), MANY.replace("id,name", "ID,Name"), MANY + "x,,\n"],
)
def test_other_changes_are_taken_without_a_word(content: str, tmp_path: Path) -> None:
    folder = project(tmp_path, "https://example.com/t")
    fetch_first(folder)
    (fetched,) = fetch(folder, (), lambda *_: content.encode())
    assert (fetched.changed, fetched.warnings) == (True, ())


def test_an_edited_table_is_kept_beside_the_fetched_one(tmp_path: Path) -> None:
    folder = project(tmp_path, "https://example.com/t")
    game = folder / "designs/duel"
    fetch_first(folder)
    for number in ("", "1"):
        (game / "cards.csv").write_text(f"{MANY}mine{number},Card,0\n", "utf-8")
        (fetched,) = fetch(folder, (), lambda *_: MANY.encode())
        (warning,) = fetched.warnings
        assert warning.code is EDITED_SINCE
        assert warning.label == f"the edited table is kept as `cards.csv.kept{number}`"
        assert (game / "cards.csv").read_text("utf-8") == MANY
        assert f"mine{number}," in (game / f"cards.csv.kept{number}").read_text("utf-8")


def test_a_link_to_a_table_elsewhere_is_named_and_its_file_stays(tmp_path: Path) -> None:
    folder = project(tmp_path, "https://example.com/t")
    table, shared = folder / "designs/duel/cards.csv", folder / "designs/duel/shared.csv"
    table.rename(shared)
    table.symlink_to(shared.name)
    (fetched,) = fetch(folder, (), lambda *_: MANY.encode())
    assert "is a link to `shared.csv`" in fetched.warnings[0].message
    assert shared.read_text("utf-8") == "id,name\nspy,Spy\n"
    assert table.read_text("utf-8") == MANY


def fetch_first(folder: Path) -> None:
    """Fetch the table of many rows in place of the one that is there."""
    (folder / "designs/duel/cards.csv").unlink()
    (fetched,) = fetch(folder, (), lambda *_: MANY.encode())
    assert (fetched.changed, fetched.warnings) == (True, ())


REFUSED = [
    "file:///etc/passwd",
    "http://example.com/t.csv",
    "//example.com/t.csv",
    "ftp://example.com/t.csv",
    "https:///t.csv",
    "https://user:secret@example.com/t.csv",
    "https://user@example.com/t.csv",
    "https://exam ple.com/t.csv",
    "https://example.com:port/t.csv",
    "example.com/t.csv",
]


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_that_is_not_asked_says_so(address: str, tmp_path: Path) -> None:
    with pytest.raises(FaultsError) as raised:
        fetch(project(tmp_path, address), (), lambda *_: TABLE)
    assert [fault.code for fault in raised.value.found] == [NAME_NOT_PLAIN]


@pytest.mark.parametrize("rows", ["", "rows: ../cards.csv, ", "rows: cards.doc, "])
def test_an_address_without_a_file_says_so(rows: str, tmp_path: Path) -> None:
    with pytest.raises(FaultsError) as raised:
        fetch(project(tmp_path, "https://example.com/t", rows), (), lambda *_: TABLE)
    assert [fault.code for fault in raised.value.found] == [CANNOT_FETCH]


@pytest.mark.parametrize("address", ["HTTPS://Example.com/t", "https://a.org:8443/t?x=1#y"])
def test_an_address_may_be_written_in_any_way(address: str, tmp_path: Path) -> None:
    (table,) = fetch(project(tmp_path, address), (), lambda *_: TABLE)
    assert (table.rows, table.changed) == (1000, True)
