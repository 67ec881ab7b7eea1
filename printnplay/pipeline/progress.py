"""How far a build has come, for whoever wants to show it."""


class Progress:
    """Told of every step; this one keeps silent."""

    def begin(self, steps: int) -> None:
        """Work of so many steps begins."""

    def step(self, what: str) -> None:
        """One step is done."""
