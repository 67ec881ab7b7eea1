"""Documents of a kit: sheets of cards, instructions, player aids, boxes, cut files."""
