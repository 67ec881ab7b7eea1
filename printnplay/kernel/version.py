"""The version of printnplay, as given in reports and exported files."""

__version__ = "0.1.0"
