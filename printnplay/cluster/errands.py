"""Errands: tasks of one game that a cluster worker runs, each with its project in its own process.

An errand is a function with its argument. Its result is bytes: MessagePack of the return value,
decoded only into the declared return type, and the written files. The process has an empty current
folder, and can start other processes, which Dask workers cannot.
"""

import json
import pickle
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from printnplay.cluster.client import connected, result_of
from printnplay.cluster.parcels import Parcel, parcel_of, programs, unpacked
from printnplay.files.archives import contents_below
from printnplay.files.catalog import Catalog, display_path, shipped_root
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.packing import pack, unpack
from printnplay.processes.children import command, greeting, private_output

if TYPE_CHECKING:
    from distributed import Future

Part = TypeVar("Part")
Result = TypeVar("Result")


class Place(Struct, frozen=True):
    """The folders of an errand on its worker: that of the project, and an empty one for files."""

    project: Path
    output: Path


class Reply(Struct, frozen=True):
    """The result of a task, packed, and its files; or its faults, or why it failed."""

    made: bytes = b""
    files: Mapping[str, bytes] = {}
    faults: bytes = b""
    failure: str = ""


class Made(Struct, frozen=True):
    """The result of an errand, and the files that it has written, by path."""

    result: Any
    files: Mapping[str, bytes]


def on_cluster(
    address: str,
    catalog: Catalog,
    task: Callable[[Part, Place], Result],
    parts: Sequence[Part],
) -> Iterator[tuple[Part, Made]]:
    """Yield each part with its result, in order; another worker redoes the work of a lost one.

    Args:
        address: the address of the scheduler.
        catalog: the project.
        task: a module-level function; its return type is annotated.
        parts: the arguments of the calls, one each.

    Raises:
        FaultsError: the cluster cannot do the work, or the user's files have errors, with the
            faults found by every errand.
    """
    kind, faults = get_type_hints(task)["return"], Problems()
    parcel = parcel_of(catalog)
    shown = [display_path(catalog.roots[0]), display_path(shipped_root())]
    with connected(address) as client:
        import dask

        # The project is part of the graph, so losing a worker never loses the only copy.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "10GB"}):
            project = client.submit(
                _sent, parcel.content, key=f"printnplay-{parcel.digest or 'bundled'}"
            )
            wanted = dict(programs())
            futures = [
                client.submit(
                    run_errand,
                    wanted,
                    project,
                    parcel.digest,
                    pickle.dumps((task, part, shown)),
                    pure=False,
                )
                for part in parts
            ]
        for part, future in zip(parts, futures, strict=True):
            reply = _reply_of(future)
            for fault in unpack(list[Diagnostic], reply.faults) if reply.faults else ():
                faults.add(fault)
            if not reply.faults:
                yield part, Made(unpack(kind, reply.made), reply.files)
    if faults.found:
        raise FaultsError(faults.found)


def _reply_of(future: "Future") -> Reply:
    """Return the reply of a worker.

    Raises:
        FaultsError: the cluster gave up, or the worker has no printnplay, or an older one.
        RuntimeError: the task failed; the message is the traceback.
    """
    try:
        reply = unpack(Reply, result_of(future))
    except (ImportError, AttributeError) as error:
        raise FaultsError([_differs(f"cannot run printnplay: {error}")]) from error
    if reply.failure:
        raise RuntimeError(f"on a cluster worker:\n{reply.failure}")
    return reply


def _differs(how: str) -> Diagnostic:
    return Diagnostic(
        codes.WORKER_DIFFERS,
        f"a cluster worker {how}",
        Span(""),
        "its files could differ from those of this machine",
        "install the same versions of Python, printnplay and its libraries on all machines",
    )


def _sent(content: bytes) -> bytes:
    return content


def run_errand(wanted: Mapping[str, str], content: bytes, digest: str, call: bytes) -> bytes:
    """Run an errand on a worker of a cluster; return the packed reply.

    Args:
        wanted: the versions that the sender has.
        content: the archive of the project.
        digest: its hash.
        call: the pickled task, its part, and the names of folders for messages.
    """
    import subprocess

    from distributed import get_worker

    mine = programs()
    for name in sorted(wanted.keys() | mine.keys()):
        if wanted.get(name) != mine.get(name):
            own, other = (known.get(name, "none") for known in (mine, wanted))
            how = f"has a different version of {name} ({own}, here {other})"
            return pack(Reply(faults=pack([_differs(how)])))
    home = Path(get_worker().local_directory)
    project = unpacked(Parcel(content, digest), home)
    with (
        TemporaryDirectory(dir=home, prefix="errand-") as here,
        TemporaryDirectory(dir=home) as output,
    ):
        names = json.dumps([str(project), output]).encode()
        child = subprocess.run(
            command(__name__),
            input=greeting() + names + b"\n" + call,
            capture_output=True,
            check=False,
            cwd=here,
        )
    if child.returncode:
        said = child.stderr.decode(errors="replace")[-MOST_SAID:]
        return pack(Reply(failure=f"status {child.returncode}\n{said}"))
    return child.stdout


MOST_SAID = 4000
"""Maximum number of characters to send of the end of a failed process's output, which is a
traceback. A guess."""


def serve() -> None:
    """Run the errand that `run_errand` sends: standard input to standard output."""
    place = Place(*map(Path, json.loads(sys.stdin.buffer.readline())))
    with private_output() as out:
        task, part, shown = pickle.loads(sys.stdin.buffer.read())
        names = dict(zip((str(place.project), str(shipped_root())), shown, strict=True))
        out.write(pack(_done(task, part, place, names)))


def _done(
    task: Callable[[Any, Place], Any], part: object, place: Place, names: Mapping[str, str]
) -> Reply:
    try:
        made = _renamed(pack(task(part, place)), names)
    except FaultsError as error:
        return Reply(faults=_renamed(pack(error.found), names))
    except Exception:
        return Reply(failure=traceback.format_exc())
    return Reply(made, contents_below(place.output))


def _renamed(packed: bytes, names: Mapping[str, str]) -> bytes:
    """Return a packed value in which folders of this machine are replaced by the sender's."""

    def renamed(value: Any) -> Any:  # noqa: ANN401 - plain values
        match value:
            case str():
                for folder, name in names.items():
                    below = "" if name == "." else f"{name}/"
                    value = value.replace(f"{folder}/", below).replace(folder, name)
                return value
            case list():
                return [renamed(one) for one in value]
            case dict():
                return {renamed(key): renamed(one) for key, one in value.items()}
        return value

    return pack(renamed(msgspec.msgpack.decode(packed)))
