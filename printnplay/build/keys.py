"""Keys that open private tables: they are among the user's settings, and in no project.

A key is sent to its host only, and to no other host that this one redirects to.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from printnplay.build.download import DownloadError
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, is_there, read
from printnplay.files.settings import settings_folder
from printnplay.files.yaml_tree import MAX_BYTES, read_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import TEXT, map_of

FILE = "keys.yaml"
"""The file of keys, in the folder of a user's settings."""

READ_ONLY = "https://www.googleapis.com/auth/drive.readonly"
"""The scope in which a service account reads the files that are shared with it (Google)."""

KEYS = map_of(TEXT, names=False, keys="host")


def read_keys(problems: Problems) -> Mapping[str, str]:
    """Return the user's keys, by host; empty if there is no file of keys, or it has faults."""
    path = settings_folder() / FILE
    if not is_there(path):
        return {}
    shown = display_path(path)
    try:
        root = read_bytes(read(path, MAX_BYTES, anywhere=True), shown, problems)
    except ReadError as error:
        problems.add(error.fault(codes.CANNOT_READ, shown))
        return {}
    keys = KEYS.read(root, problems) if root is not None else {}
    return {host.casefold(): key for host, key in keys.items()}


def authorization(key: str) -> str:
    """Return the HTTP header `Authorization` for a key: a token, or the key file of an account.

    Raises:
        DownloadError: the key file cannot be used, or Google refuses it.
    """
    if not (key.isascii() and key.isprintable()):  # it would be quoted in the error of the library
        raise DownloadError("its key has characters that a key cannot have")
    if not key.endswith(".json"):
        return f"Bearer {key}"
    try:
        from google.auth.exceptions import GoogleAuthError
        from google.auth.transport.requests import Request
        from google.oauth2.service_account import Credentials
    except ImportError as error:
        raise DownloadError(
            'key files need another package: pip install "printnplay[google]"'
        ) from error
    path = Path(key).expanduser()
    try:
        account = json.loads(read(path, MAX_BYTES, anywhere=True))
        credentials = Credentials.from_service_account_info(account, scopes=[READ_ONLY])
        credentials.refresh(Request())
    except ReadError as error:
        raise DownloadError(f"the key file `{key}` cannot be read: {error}") from error
    except (GoogleAuthError, ValueError, TypeError, AttributeError) as error:
        why = str(error.args[0] if error.args else error)[:200]
        raise DownloadError(f"the key file `{key}` is not accepted: {why}") from error
    return f"Bearer {credentials.token}"
