"""Tables of cards: CSV, Excel and OpenDocument, as cells with places."""
