"""Start a preview: choose the games, a free port and a secret, and run the server."""

from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from msgspec import Struct

from printnplay.edition.choosing import choose, each_language
from printnplay.files.catalog import Catalog
from printnplay.preview.listening import (
    LIBRARIES,
    announce,
    check_libraries,
    listening,
    run,
    server_for,
)

if TYPE_CHECKING:
    import uvicorn

    from printnplay.preview.running import Preview


class PreviewRequest(Struct, frozen=True):
    """The options of a preview.

    Empty `games` means all of the project; empty `languages` means all of each game. Port 0 means
    any free port. With `read_only`, nothing is written.
    """

    project: Path
    games: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    port: int = 0
    browser: bool = True
    read_only: bool = False
    trust_rules: bool = False
    limited: bool = True


def serve(request: PreviewRequest, say: Callable[[str], None]) -> None:
    """Serve the page until stopped; `say` is called with its address.

    Raises:
        FaultsError: the extra is not installed, a game or language does not exist, or the port is
            in use.
    """
    check_libraries(LIBRARIES)
    from printnplay.preview.running import Preview, Settings

    catalog = Catalog(request.project, trusted=request.trust_rules)
    chosen = choose(catalog, request.games, request.languages)
    # Without named languages, languages may be added while the preview runs.
    games = {
        game: each_language(languages) if request.languages else ()
        for game, languages in chosen.items()
    }
    with listening(request.port) as listener:
        port: int = listener.getsockname()[1]
        settings = Settings(
            project=request.project.absolute(),
            games=games,
            port=port,
            secret=token_urlsafe(24),
            read_only=request.read_only,
            trusted=request.trust_rules,
            limited=request.limited,
        )
        announce(port, settings.secret, say, browser=request.browser)
        run(server_of(Preview(settings)), listener)


def server_of(preview: "Preview") -> "uvicorn.Server":
    """Return the server of a preview, which runs until stopped."""
    from printnplay.preview.server import app_of

    server = server_for(app_of(preview))
    preview.is_ending = lambda: server.should_exit
    preview.end = lambda: setattr(server, "should_exit", True)
    return server
