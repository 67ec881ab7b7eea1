"""Sheets and faces as pixels, and what is seen of them."""
