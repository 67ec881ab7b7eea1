"""Rulebooks: laid out as pages for print, and exported as HTML and EPUB for screens."""
