"""Texts to lines and pages."""
