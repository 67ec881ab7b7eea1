"""The figures of many games: as text, as data for programs, and as a page for the browser."""
