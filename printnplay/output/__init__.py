"""Sheets to bytes: one module an output format."""
