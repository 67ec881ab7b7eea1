"""Documents of a kit: card sheets, instructions, player aids, boxes, cut files."""
