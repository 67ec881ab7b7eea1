"""Turn a card game written as data into print-and-play PDFs, and prove the game first."""

__version__ = "0.1.0"
