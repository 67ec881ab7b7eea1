"""Readers of what tables on screens load."""
