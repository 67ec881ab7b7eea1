"""The string templates that WeasyPrint's pages are made with."""
