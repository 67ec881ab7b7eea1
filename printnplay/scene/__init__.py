"""What outputs are given: pictures, sheets, text styles."""
