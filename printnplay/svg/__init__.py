"""Drawings: parsed, cleaned, checked and placed."""
