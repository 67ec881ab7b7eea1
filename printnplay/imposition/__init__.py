"""Sheets of pictures and pages: places and page numbers only."""
