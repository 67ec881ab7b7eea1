"""The version of printnplay, which reports and exported files name."""

__version__ = "0.1.0"
