"""What a kit is made of: sheets of cards, texts for whoever prints them, boxes, cut files."""
