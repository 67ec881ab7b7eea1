"""Texts as translators' programs read and write them: PO, XLIFF and tables (CSV)."""
