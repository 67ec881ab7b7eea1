"""Tables of cards: cells of CSV, Excel and OpenDocument files with their places."""
