"""Preflight of PDFs of any program: what a printer would reject, or what would print badly."""
