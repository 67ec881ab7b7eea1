"""The studio: its start page, and each project that is opened there, one after the other."""

import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe

from msgspec import Struct

from printnplay.edition.choosing import choose
from printnplay.files.catalog import Catalog
from printnplay.preview.listening import (
    LIBRARIES,
    announce,
    check_libraries,
    listening,
    run,
    server_for,
)
from printnplay.preview.start import server_of


class StudioRequest(Struct, frozen=True):
    """The options of the studio; without a `project`, it begins with its start page."""

    project: Path | None = None
    port: int = 0
    browser: bool = True


def begun_in(folder: Path) -> Path:
    """Return the folder for new games when the program was started in another one.

    A double click may start it in the root of the disk, or where nothing can be written.
    """
    is_own = folder != folder.parent and os.access(folder, os.W_OK)
    return folder if is_own else Path.home()


def studio(request: StudioRequest, say: Callable[[str], None]) -> None:
    """Serve the start page and the projects opened there until stopped; `say` gets the address.

    All of them are at one address, so that the page only has to load again.

    Raises:
        FaultsError: the extra is not installed, the project has no game, or the port is in use.
    """
    check_libraries(LIBRARIES)
    from printnplay.preview.home import Home, HomeGuard
    from printnplay.preview.running import Preview, Settings

    project, secret, begun = request.project, token_urlsafe(24), begun_in(Path.cwd())
    with listening(request.port) as listener:
        port: int = listener.getsockname()[1]
        announce(port, secret, say, browser=request.browser)
        while True:
            if project is None:
                home = Home(begun)
                server = server_for(HomeGuard(home.app, port, secret))
                home.end = lambda server=server: setattr(server, "should_exit", True)  # type: ignore[misc]
                run(server, listener)
                project = home.chosen
                if project is None:
                    return
            games = tuple(choose(Catalog(project), (), ()))
            # Files are shown and written relative to the project, as if the command ran there.
            os.chdir(project)
            settings = Settings(Path.cwd(), dict.fromkeys(games, ()), port, secret, studio=True)
            preview = Preview(settings)
            run(server_of(preview), listener)
            if not preview.is_left:
                return
            project = None
