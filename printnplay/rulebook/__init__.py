"""Rulebooks: laid out as pages for print, written as HTML and EPUB for screens."""
